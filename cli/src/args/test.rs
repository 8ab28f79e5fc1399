//! Arguments of `adv test`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LimitArgs, ValueArgs};

/// Arguments of `adv test`.
#[derive(Args, Debug)]
pub struct TestArgs {
    /// Programs, or folders in which every .adv file is tested
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Accept the forcing-trees that `expect tree` finds as the expected ones
    #[arg(long)]
    pub accept: bool,
    /// Run only tests whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TestFormat,
    /// The tables for expectations such as `drawn`, and for judging expected moves
    #[command(flatten)]
    pub values: ValueArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The forms of a report.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestFormat {
    /// for people
    Text,
    /// one object
    Json,
}
