//! Arguments of `adv bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{From, LimitArgs, SubjectArgs};

/// Arguments of `adv bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// The program
    pub file: String,
    /// What of the program is asked
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Where it is asked: a file of FEN or EPD lines, or `random:SEED` for legal positions of the program's material
    ///
    /// Positions of the material are drawn without putting any back, so that a small class is asked as a whole. A strategy plays
    /// a game from each position against replies drawn with the same seed, and is timed wherever it chooses anew.
    #[arg(long, value_name = "EPD|random[:SEED]", default_value = "random", value_parser = From::parse)]
    pub from: From,
    /// A single position as FEN instead
    #[arg(long, value_name = "FEN", conflicts_with_all = ["from", "sample"])]
    pub fen: Option<String>,
    /// How often it is asked in a round; if not given, 10,000 times at most, and less often where that tests more than 2 million positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub sample: Option<u32>,
    /// How many rounds are timed; the speed is that of the median
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
    /// Show at most so many lines of the source, and so many definitions
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub lines: usize,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: BenchFormat,
    /// Where it is written; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The forms of a report.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchFormat {
    /// for people
    Text,
    /// one object
    Json,
}
