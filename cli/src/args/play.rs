//! Arguments of the commands that play: `adv play` and `adv match`.

use std::ffi::OsStr;
use std::path::PathBuf;

use adv::{Color, Mode, Names};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::{LimitArgs, SESSION_TRACE_LINES};
use crate::opponent::Spec;

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

/// The part of a forcing-tree that is played before the next consultation.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeArg {
    /// a forcing-tree is played to a leaf before the program is consulted again
    Strong,
    /// the program is consulted again on every move
    Weak,
}

impl ModeArg {
    /// The machine's value.
    pub const fn mode(self) -> Mode {
        match self {
            ModeArg::Strong => Mode::Strong,
            ModeArg::Weak => Mode::Weak,
        }
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

/// Arguments of `adv play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The program; or the file of a p-strategy that `adv whole --format json` wrote, which is played by itself
    pub file: PathBuf,
    /// The part of the program that plays
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The position as FEN or as a list of men, `W: Ke6, Rg6; B: Kc5`; the program's `example` if not given
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The side that the program plays; the opponent has the other one and may be the one to begin
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// The opponent: human, random, tablebase, traps, a program (FILE.adv), or `uci:COMMAND ARGS` for an engine
    ///
    /// `human` reads moves and commands; `help` lists them. `random` plays any legal move. `tablebase` resists longest, with up to
    /// four men on the board. `traps` keeps a win or a draw by the tables too, and leaves the program the fewest replies that are no
    /// mistakes. A file that ends in .adv or .advc is another program, which plays the other side. `uci:COMMAND ARGS` starts an
    /// engine and speaks the Universal Chess Interface with it. Games against all but `human`
    /// are played without questions, to the end or to a draw that may be claimed.
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = Spec::parse)]
    pub opponent: Spec,
    /// Play a tree to its leaf, or consult the program again on every move
    #[arg(long, value_name = "MODE", default_value = "strong")]
    pub mode: ModeArg,
    /// The seed of the random opponent's moves; the same number gives the same moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the game when the session ends: as PGN, or as a page (.html) or JSON (.json)
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Show what the program does at each step, and its search node by node in at most so many lines, as the command `trace`
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = SESSION_TRACE_LINES)]
    pub trace: Option<usize>,
    /// Show the CPU time of each move of the program, as the command `times on`
    #[arg(long)]
    pub times: bool,
    /// The form of the pieces on the board
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub men: MenArg,
    /// The limits of an engine
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Start positions of the games of a match, or positions of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum From {
    /// Positions of the program's material, drawn by a seed.
    Random(u64),
    /// The positions of a file, one after the other and round again.
    File(PathBuf),
}

impl From {
    /// Reads `random`, `random:SEED` or the name of a file.
    ///
    /// # Errors
    /// If the seed is not a number.
    pub fn parse(text: &OsStr) -> Result<From, String> {
        match text.to_str().and_then(|text| text.strip_prefix("random")) {
            Some("") => Ok(From::Random(1)),
            Some(rest) if rest.starts_with(':') => rest[1..]
                .parse()
                .map(From::Random)
                .map_err(|_| "expected a number after `random:`, such as `random:7`".to_owned()),
            _ => Ok(From::File(PathBuf::from(text))),
        }
    }

    /// The reader of such an argument; the name of a file need not be UTF-8.
    pub fn parser() -> impl TypedValueParser<Value = From> {
        OsStringValueParser::new().try_map(|text| From::parse(&text))
    }
}

/// The forms of a match's report.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchFormat {
    /// for people
    Text,
    /// one object
    Json,
}

/// Arguments of `adv match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The program
    pub file: PathBuf,
    /// The part of the program that plays
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The opponent: random, tablebase, traps, a program (FILE.adv), or `uci:COMMAND ARGS` for an engine
    ///
    /// `tablebase` resists longest. A game in which the other program plays no more counts as unfinished. `traps` keeps the value of its
    /// position and leaves the program the fewest replies that are no mistakes; moves that are equally good are drawn by the seed. Where
    /// tables are loaded a draw counts as held, and so as good, if the game began in a drawn position.
    #[arg(long, value_name = "WHO", default_value = "tablebase", value_parser = Spec::parse)]
    pub opponent: Spec,
    /// Number of games; if not given and the positions come from a file, their number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// The positions in which the games begin: a file of FEN or EPD lines, or `random:SEED` for legal positions of the program's material
    ///
    /// Random positions have the side of the program to move, White if it is for both, and are drawn uniformly. Lines of a file may have
    /// the opponent to move.
    #[arg(long, value_name = "EPD|random[:SEED]", default_value = "random", value_parser = From::parser())]
    pub from: From,
    /// Only random positions in which this descriptor holds; it may use the program's definitions and the tablebase words
    ///
    /// `--where "drawn ∧ black-to-move"` begins in drawn positions with Black to move.
    #[arg(long = "where", value_name = "DESCRIPTOR")]
    pub condition: Option<String>,
    /// The side that the program plays; the opponent has the other one
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// A game that is longer than this many moves of the program counts as unfinished
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_moves: u32,
    /// Play a tree to its leaf, or consult the program again on every move
    #[arg(long, value_name = "MODE", default_value = "strong")]
    pub mode: ModeArg,
    /// The seed of the moves of `random`, and of equally good moves of `traps`
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads; if not given, as many as the machine has. The report does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: MatchFormat,
    /// Write all games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// The limits of an engine
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}
