//! Moves, lines of play, and what chose them: the parts that several results have.

use serde::Serialize;

use crate::Mover;

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// As engines write it.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
}

/// Something that a program can choose: an action, or a piece-of-advice in a list. Numbers count from 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The strategy whose statement asks; null where a table or a piece is played by itself.
    pub strategy: Option<String>,
    /// The statement of that strategy.
    pub statement: Option<u32>,
    /// The table.
    pub table: Option<String>,
    /// Its rule.
    pub rule: Option<u32>,
    /// The piece-of-advice or action.
    pub advice: String,
    /// It is an action.
    pub action: bool,
    /// All of it in words: `krk, rule 2: squeeze`.
    pub title: String,
    /// The line of the piece or of the action's statement.
    pub line: Option<u32>,
    /// The line of the rule or of the statement; for an action that of the strategy.
    pub rule_line: Option<u32>,
    /// Its name alone, as `squeeze` or `action LINE`; this and the fields below are for texts and pages, and in no JSON.
    #[serde(skip)]
    pub name: String,
    /// What it belongs to: `krk, rule 2`.
    #[serde(skip)]
    pub group: Option<String>,
    /// The shortest form that is unambiguous in a line of play: `rule 2: squeeze`.
    #[serde(skip)]
    pub short: String,
    /// Its file and line, `krk.adv:48`.
    #[serde(skip)]
    pub at: Option<String>,
    /// The author's reason, with expressions for their values.
    #[serde(skip)]
    pub because: Option<String>,
    /// The lines of the source that lead to it, each as file and line, and text.
    #[serde(skip)]
    pub quotes: Vec<(String, String)>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedSide {
    /// Its text.
    pub text: Option<String>,
    /// Its numbers; a tuple has several.
    pub values: Vec<i64>,
}

/// Both sides of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedSides {
    /// The left side.
    pub left: ComparedSide,
    /// The right side.
    pub right: ComparedSide,
}

/// A zone in one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Zone {
    /// What it is called where it is spoken of, with its arguments.
    pub text: String,
    /// Its horizon in moves.
    pub moves: u32,
    /// No attack of it gets through: the forecast.
    pub vulnerable: bool,
    /// The main trajectories, as `c6-c7-c8`.
    pub main: String,
    /// The forecast in words: what gets through in how many moves, or who is in time where.
    pub told: String,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// Where it begins.
    pub fen: String,
    /// The moves.
    pub moves: Vec<Step>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The move.
    pub uci: String,
    /// The same in standard algebraic notation.
    pub san: String,
    /// Who moves.
    pub by: Mover,
    /// The position behind it.
    pub fen: String,
    /// What chose it, where a tree begins with it.
    pub choice: Option<Choice>,
}

/// A side and what stands beside a stop: the number of the move that arrives there.
pub type StopLabel = Option<(u8, String)>;

/// The drawing of a zone in a position of a line, for pages. Squares count from a1 = 0, sides from White = 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnZone {
    /// Its name, with its arguments.
    pub text: String,
    /// Its forecast, or the ways that a move began.
    pub told: String,
    /// The steps of its ways: from, to, side, level.
    pub arrows: Vec<(u8, u8, u8, usize)>,
    /// The stops: the square, whether an enemy is in time there, and for each side the number of the move that arrives.
    pub stops: Vec<(u8, bool, StopLabel, StopLabel)>,
}

/// Some lines of the source, for pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Its item: `the claim`, `krk, rule 2`, `advice squeeze`.
    pub title: String,
    /// Its file.
    pub file: String,
    /// The number of its first line.
    pub first: u32,
    /// The lines.
    pub lines: Vec<String>,
    /// True for one that the report speaks of.
    pub is_asked: bool,
}

/// Part of a program that plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The kind of thing.
    pub kind: PlayerKind,
    /// Its name in the program.
    pub name: String,
}

/// Kind of a part that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum PlayerKind {
    Strategy,
    Table,
    PieceOfAdvice,
}
