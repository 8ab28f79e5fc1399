//! Arguments of `adv cases`.

use std::path::PathBuf;

use adv::cases::Prefer;
use clap::{Args, Subcommand, ValueEnum};

use crate::cmd::assess::AssessedBy;

/// The exit codes in the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a file is refused (K0001 to K0004), two explanations differ and nothing is preferred (K0005), another program
     is writing the file (K0006), there is no such case, a checked case is not as it was, an explanation was to be
     approved and there is no terminal, or something cannot be read or written
  3  finding the facts of a position ran out of fuel";

/// Arguments of `adv cases`.
#[derive(Args, Debug)]
pub struct CasesArgs {
    /// The case file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The action on the file
    #[command(subcommand)]
    pub action: CasesAction,
}

/// Actions on a case file.
#[derive(Subcommand, Debug)]
pub enum CasesAction {
    /// List the cases, a line each
    List,
    /// Show a case: its position, its facts, plans and texts
    Show {
        /// The number of the case
        number: u32,
    },
    /// Explain a position, or each of a file, and add the explanation if you approve of it; FILE is made where there is none
    Add(Box<AddArgs>),
    /// Hold each case against what the patterns find today
    Check {
        /// The program that explains, and the limits
        #[command(flatten)]
        by: Box<AssessedBy>,
    },
    /// Remove cases; the others keep their numbers
    Drop {
        /// The numbers of the cases
        #[arg(required = true, value_name = "N")]
        numbers: Vec<u32>,
    },
    /// Write the cases for other programs
    Export {
        /// The format
        #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
        format: ExchangeFormat,
        /// The file to write; standard output if not given
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Add the cases of JSON lines, or of a case file of version 1; FILE is made where there is none
    Import {
        /// The JSON lines or the case file; `-` is standard input
        #[arg(value_name = "TEXT")]
        text: PathBuf,
        /// The explanation that stays where both explain a position
        #[arg(long, value_name = "WHICH")]
        prefer: Option<PreferArg>,
    },
    /// Add the cases of other case files: a union in order
    Merge {
        /// The other case files
        #[arg(required = true, value_name = "OTHER")]
        others: Vec<PathBuf>,
        /// The explanation that stays where both explain a position
        #[arg(long, value_name = "WHICH")]
        prefer: Option<PreferArg>,
    },
    /// Copy the good lines out of a damaged file, and list those left out
    Repair {
        /// The file to write
        #[arg(short, long, value_name = "NEW", required = true)]
        output: PathBuf,
    },
}

/// Arguments of `adv cases FILE add`.
#[derive(Args, Debug)]
pub struct AddArgs {
    /// The position, as FEN or as a list of men; or a file of FEN or EPD lines, `-` for standard input
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The program, the side that it explains for, and the limits
    #[command(flatten)]
    pub by: AssessedBy,
    /// Approve of every explanation without being asked
    #[arg(long)]
    pub approve: bool,
    /// A remark to keep with each case
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
}

/// Formats for other programs.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeFormat {
    /// a line a case, with the facts as a comment
    Epd,
    /// a game without moves a case, with the facts as a comment
    Pgn,
    /// the lines of the case file without its first one
    Jsonl,
}

/// The explanation that stays where two explain a position.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreferArg {
    /// the one of FILE
    First,
    /// the other one, in its place and with its number
    Second,
}

impl From<PreferArg> for Prefer {
    fn from(prefer: PreferArg) -> Prefer {
        match prefer {
            PreferArg::First => Prefer::First,
            PreferArg::Second => Prefer::Second,
        }
    }
}
