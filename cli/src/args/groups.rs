//! Arguments that several commands share: the subject, the side, the mode, engines, positions.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use adv::{Color, Mode, Names};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::{Trouble, io};

/// The part of the program that is consulted.
#[derive(Args, Debug, Clone, Default)]
#[group(multiple = false)]
pub struct SubjectArgs {
    /// The strategy to consult
    ///
    /// If nothing is named, the first strategy whose figures fit the position, else the first such table.
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// The table to consult
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// A piece-of-advice to try instead, as `mate-in(2)`
    ///
    /// It has any arguments where it takes some.
    #[arg(long, value_name = "NAME")]
    pub advice: Option<String>,
}

impl SubjectArgs {
    /// The names for the lookup of a subject.
    pub fn names(&self) -> Names<'_> {
        Names {
            strategy: self.strategy.as_deref(),
            table: self.table.as_deref(),
            advice: self.advice.as_deref(),
        }
    }
}

value_words! {
    /// The part of a forcing-tree that is played before the next consultation.
    ModeArg of Mode {
        /// a forcing-tree is played to a leaf before the program is consulted again
        Strong,
        /// the program is consulted again on every move
        Weak,
    }
}

/// The side that the program plays.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideArg {
    /// White
    White,
    /// Black
    Black,
    /// the side that the program is for; if it is for both, the side to move
    Auto,
}

impl SideArg {
    /// The side; `None` where the program settles it.
    pub const fn color(self) -> Option<Color> {
        match self {
            SideArg::White => Some(Color::White),
            SideArg::Black => Some(Color::Black),
            SideArg::Auto => None,
        }
    }
}

/// The form of the pieces on a board.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenArg {
    /// figures on a terminal that can show them, letters elsewhere
    Auto,
    /// chess figures
    Figures,
    /// letters, White's in upper case
    Letters,
}

/// The limits of a UCI engine.
#[derive(Args, Debug, Clone, Copy)]
pub struct EngineArgs {
    /// Time that an engine may think about a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, conflicts_with = "nodes",
          value_parser = clap::value_parser!(u64).range(1..=86_400_000), help_heading = "Engine")]
    pub movetime: u64,
    /// Number of nodes that an engine may search for a move, instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Engine")]
    pub nodes: Option<u64>,
    /// Delay beyond the time for a move after which an engine counts as hanging, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000,
          value_parser = clap::value_parser!(u64).range(1..=86_400_000), help_heading = "Engine")]
    pub patience: u64,
}

impl EngineArgs {
    /// The limits of an engine that judges: so many nodes for each position.
    pub const fn of_nodes(nodes: u64) -> EngineArgs {
        EngineArgs {
            movetime: 0,
            nodes: Some(nodes),
            patience: 10_000,
        }
    }

    /// The time that an engine may think about a move, where no number of nodes limits it.
    pub fn time(&self) -> Duration {
        let movetime = self.nodes.map_or(self.movetime, |_| 0);
        Duration::from_millis(movetime)
    }

    /// The time beyond that of a move in which an engine may be silent.
    pub const fn patience(&self) -> Duration {
        Duration::from_millis(self.patience)
    }
}

/// Start positions of the games of a match, or positions of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PositionsArg {
    /// Positions of the program's material, drawn by a seed.
    Random(u64),
    /// The positions of a file, one after the other and round again.
    File(PathBuf),
}

impl PositionsArg {
    /// Refuses to read positions and a program from standard input both.
    pub fn apart_from(&self, program: &Path) -> Result<(), Trouble> {
        match self {
            PositionsArg::File(name) if io::is_stdin(name) && io::is_stdin(program) => {
                Err(Trouble::two_inputs("the program and the positions"))
            }
            _ => Ok(()),
        }
    }

    /// Reads `random`, `random:SEED` or the name of a file.
    ///
    /// # Errors
    /// If the seed is not a number.
    pub fn parse(text: &OsStr) -> Result<PositionsArg, String> {
        match text.to_str().and_then(|text| text.strip_prefix("random")) {
            Some("") => Ok(PositionsArg::Random(1)),
            Some(rest) if rest.starts_with(':') => rest[1..]
                .parse()
                .map(PositionsArg::Random)
                .map_err(|_| "expected a number after `random:`, such as `random:7`".to_owned()),
            _ => Ok(PositionsArg::File(PathBuf::from(text))),
        }
    }

    /// The reader of such an argument; the name of a file need not be UTF-8.
    pub fn parser() -> impl TypedValueParser<Value = PositionsArg> {
        OsStringValueParser::new().try_map(|text| PositionsArg::parse(&text))
    }
}
