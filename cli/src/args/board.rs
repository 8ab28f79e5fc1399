//! Arguments of `adv board`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LimitArgs, SideArg};

/// Arguments of `adv board`.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The program, whose definitions the expression may use
    pub file: PathBuf,
    /// A board, number, descriptor or zone: `MV(B.K) ∩ FILE-AT(4)`, `dist(W.K, B.K)`, `race(W)`; several are drawn over one another
    #[arg(required = true, value_name = "EXPRESSION")]
    pub expressions: Vec<String>,
    /// The position as FEN or as a list of men, `W: Ke6, Rg6; B: Kc5`; the program's `example` if not given
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The side that is `us`; the side to move if not given
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// The form of the drawing
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: BoardFormat,
    /// Draw Black at the bottom
    #[arg(long)]
    pub flip: bool,
    /// List the trajectories of zones and of `BUNDLE`, 1,000 at most; JSON always has them
    #[arg(long)]
    pub trajectories: bool,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of the evaluation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The forms of a drawn expression.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardFormat {
    /// for people
    Text,
    /// one object
    Json,
    /// a drawing
    Svg,
}
