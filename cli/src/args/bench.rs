//! Arguments of `adv bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{From, LimitArgs, SearchMemoryArgs, SubjectArgs};

/// Arguments of `adv bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// The program
    pub file: PathBuf,
    /// The part of the program to consult
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The positions: a file of FEN or EPD lines, or `random:SEED` for legal positions of the program's material
    ///
    /// Positions of the material are drawn without replacement, so that a small class is covered completely. A strategy plays
    /// a game from each position against replies drawn with the same seed, and the time is that of its choices.
    #[arg(long, value_name = "EPD|random[:SEED]", default_value = "random", value_parser = From::parser())]
    pub from: From,
    /// A single position instead, as FEN or as a list of men
    #[arg(long, value_name = "FEN", conflicts_with_all = ["from", "sample"])]
    pub fen: Option<String>,
    /// Number of consultations in a round; if not given, at most 10,000, and fewer where these test more than 2 million positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub sample: Option<u32>,
    /// Number of timed rounds; the report shows the median
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
    /// Show at most this many lines of the source, and this many definitions
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub lines: usize,
    /// The memory of searches while they are timed; the profile counts every position
    #[command(flatten)]
    pub memory: SearchMemoryArgs,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: BenchFormat,
    /// The file to write; standard output if not given
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
