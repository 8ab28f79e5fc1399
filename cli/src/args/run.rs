//! Arguments of `adv run`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::{LimitArgs, RepliesArg, SubjectArgs, WholeArgs};

/// Default number of lines of a trace.
pub const TRACE_LINES: &str = "200";

/// Default number of lines that a session shows of each search.
pub const SESSION_TRACE_LINES: &str = "40";

/// Default number of attempts of a search that are shown, which is the most.
pub const MOST_BRANCHES: &str = "100000";

/// Arguments of `adv run`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("followed").args(["whole", "refute"]))]
pub struct RunArgs {
    /// The program
    pub file: PathBuf,
    /// The position as FEN or as a list of men, `W: Ke6, Rg6; B: Kc5`; the program's `example` if not given
    #[arg(long, value_name = "FEN", conflicts_with = "positions")]
    pub fen: Option<String>,
    /// Follow a game from the position and show the p-strategy at its end: `--moves "Ke5 Kc4 Rd6"`
    ///
    /// Moves are written as `Ke5` or `d6e5`, with or without numbers. The program's own moves must be those that it plays; another one is
    /// refused with the move that it does play. A strategy goes on at its place in its text. Where the game ends inside a tree, the
    /// rest of that tree is shown.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["positions", "whole"])]
    pub moves: Option<String>,
    /// Many positions: a file of FEN or EPD lines, `-` for standard input; one row each
    ///
    /// Lines that are empty or begin with `#` are skipped. The row says whether the move meets the operations `bm` (best move) and
    /// `am` (avoid move), and repeats `id`. A line that cannot be read is reported, the others are done, and the exit code is 1.
    /// A row without advice is not an error.
    #[arg(long, value_name = "EPD")]
    pub positions: Option<PathBuf>,
    /// The part of the program to consult
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// A single action of a strategy to try by itself, whatever the strategy would do before; `NAME:LINE` where several have that name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["positions", "moves", "strategy", "table", "advice", "whole"])]
    pub action: Option<String>,
    /// The form of the answer: text, json, pgn, dot, html or translations for one position; text, csv or jsonl for many
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: RunFormat,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show how many positions each piece-of-advice cost, in all, by depth and by class of moves, and which parts of its goals decided
    #[arg(long, conflicts_with = "positions")]
    pub stats: bool,
    /// Count the distinct positions looked at, those made only to order or weigh a move among them; this takes time
    #[arg(long, conflicts_with = "positions")]
    pub looked_at: bool,
    /// Show which condition each failed piece-of-advice missed, and by how much; of a tree, the class that selected each move
    #[arg(long, conflicts_with = "positions")]
    pub why: bool,
    /// Say by patterns what the move brings and gives up by force, in English, German or Russian: en, de, ru
    ///
    /// The move brings the facts that hold at every leaf of the tree and not at its root, and gives up those that hold at the root and at
    /// no leaf. The patterns are those of the program where it has some, for which `--why` says it too, and else those of the library.
    /// Facts that require a plan are left out, and a tree with more than 1,000 leaves has no such text. It is part of the forms text and
    /// json.
    #[arg(long, value_name = "LANG", num_args = 0..=1, require_equals = true, default_missing_value = "en",
          value_parser = super::assess::language, conflicts_with_all = ["positions", "whole", "refute"])]
    pub patterns: Option<String>,
    /// Show why a piece-of-advice is not satisfied: every move of ours with the reply that refutes it, ply by ply
    ///
    /// Without a name it shows each piece that was tried in vain; `--refute=NAME` shows one of them, and `--advice NAME --refute` a piece
    /// by itself. Every move that the us-moves select is there. Of the replies that refute it, the one shown ends the line at once, or else
    /// leaves us the fewest moves. `text` shows the first 3 plies unless `--plies` says otherwise; `json`, `html` and `dot` have all of it.
    /// Where a bound leaves a part open, the answer says so, and the exit code is 3; where nothing was tried in vain it is 2.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "",
          conflicts_with_all = ["positions", "moves", "whole", "stats", "looked_at", "why", "trace", "times"])]
    pub refute: Option<String>,
    /// Show the search node by node: each move, the goal and the conjunct that decided; at most so many lines
    ///
    /// Nested advice is indented and marked. Lines that are left out are counted.
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = TRACE_LINES,
          conflicts_with_all = ["positions", "whole"])]
    pub trace: Option<usize>,
    /// Show every attempt of the search, with the class of moves that selected it and what settled it; at most so many, 100,000 if not said
    ///
    /// Attempts are in the order in which they are made: the move, the class, and then the goal that is false or true, the bound, or the
    /// reply that refutes it. Those of the tree are marked. Nested advice is left out; `--trace` has it. `--format html` is a page that
    /// walks through them, `--format translations` their string. Attempts that are left out are counted.
    #[arg(long, value_name = "BRANCHES", num_args = 0..=1, require_equals = true, default_missing_value = MOST_BRANCHES,
          value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with_all = ["positions", "whole", "refute"])]
    pub searched: Option<u32>,
    /// Show the CPU time that it took
    #[arg(long, conflicts_with_all = ["positions", "whole"])]
    pub times: bool,
    /// The order in which replies are tested, and positions counted
    #[arg(long, value_name = "WAY", default_value = "tested-first")]
    pub replies: RepliesArg,
    /// The p-strategy of the whole play
    #[command(flatten)]
    pub whole: WholeArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The forms of an answer.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFormat {
    /// for people
    Text,
    /// one object, for one position
    Json,
    /// the tree as a game with variations, for one position
    Pgn,
    /// the tree as a graph in the language of Graphviz, for one position
    Dot,
    /// a page of its own in which the tree can be walked, for one position
    Html,
    /// the tree as a string of the Language of Translations, a line for each branch, for one position
    Translations,
    /// one JSON object a line, for many positions
    Jsonl,
    /// comma-separated values, for many positions
    Csv,
}

impl RunFormat {
    /// The word on the command line.
    pub fn word(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// True for the forms that show every node of a tree.
    pub const fn is_drawn(self) -> bool {
        matches!(
            self,
            RunFormat::Pgn | RunFormat::Dot | RunFormat::Html | RunFormat::Translations
        )
    }
}
