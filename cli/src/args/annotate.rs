//! Arguments of `adv annotate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::AssessedBy;

/// The exit codes in the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  annotated
  1  a game is broken, which is copied as it is; the program is refused, or something cannot be read or written
  3  finding the facts of a position ran out of fuel";

/// Arguments of `adv annotate`.
#[derive(Args, Debug)]
pub struct AnnotateArgs {
    /// The games, a PGN file; `-` for standard input
    #[arg(value_name = "GAMES")]
    pub games: PathBuf,
    /// Facts to comment on
    #[arg(long, value_name = "WHEN", default_value = "few")]
    pub comments: CommentsArg,
    /// Say nothing of facts worth less than so many hundredths of a pawn
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub least: u32,
    /// Write no variations of plans
    #[arg(long)]
    pub no_variations: bool,
    /// The form: the games with comments, glyphs and variations, or one page to walk through
    #[arg(long, value_name = "FORMAT", default_value = "pgn")]
    pub format: AnnotateFormat,
    /// The program, the side that it explains for, and the limits
    #[command(flatten)]
    pub by: AssessedBy,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of games annotated at a time; if not given, as many as the machine has processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// The forms of annotated games.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnnotateFormat {
    /// the input with comments, glyphs and variations written into it
    Pgn,
    /// one page: board, moves, comments, marks and variations to walk through
    Html,
}

/// The facts that comments tell.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentsArg {
    /// facts that were not told in the last ten plies
    Few,
    /// everything that is new after a move
    All,
}
