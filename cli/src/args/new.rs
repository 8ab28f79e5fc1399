//! Arguments of `adv new`.

use clap::{Args, ValueEnum};

use super::LimitArgs;

/// Arguments of `adv new`.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The name of the program and of its table; the file is NAME.adv
    ///
    /// On a terminal a command without NAME or without --material asks for the missing ones, and for the aim of the program
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The men of both sides, White's before the `v`: KQvKR, KPvK
    #[arg(long, value_name = "MEN")]
    pub material: Option<String>,
    /// The side that the program plays; if not given, the stronger one, and White where both have the same men
    #[arg(long, value_name = "SIDE")]
    pub side: Option<PlaysArg>,
    /// Ask what the program is to do; without a terminal the answers are the lines of standard input
    #[arg(long)]
    pub ask: bool,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Limits of the search in the example
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The side that a new program plays.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaysArg {
    /// White
    #[value(name = "W", aliases = ["w", "white"])]
    White,
    /// Black
    #[value(name = "B", aliases = ["b", "black"])]
    Black,
}
