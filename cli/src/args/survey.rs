//! Arguments of `adv survey`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LimitArgs, RepliesArg, SearchMemoryArgs};

/// Arguments of `adv survey`.
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// The program
    pub file: PathBuf,
    /// The table; the first of the program if not given
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// The form: sums as text or json, or csv with a row `fen,rule,advice,move,positions` for each position
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: SurveyFormat,
    /// The order in which replies are tested, and positions counted
    #[arg(long, value_name = "WAY", default_value = "tested-first")]
    pub replies: RepliesArg,
    /// The memory of searches
    #[command(flatten)]
    pub memory: SearchMemoryArgs,
    /// Number of threads; if not given, as many as the machine has. The output does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The forms of a survey.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurveyFormat {
    /// sums for people
    Text,
    /// a row for each position
    Csv,
    /// sums for tools
    Json,
}
