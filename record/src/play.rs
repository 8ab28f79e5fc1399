//! Moves, lines of play, and the choices of moves: the parts that several results have.

use serde::Serialize;

use crate::Mover;

records! {
    /// Move in two notations, for engines and for people.
    pub struct Move {
        /// Move as chess engines write it (UCI), such as `e7e8q`.
        pub uci: String,
        /// Move in standard algebraic notation, such as `e8=Q+`.
        pub san: String,
    }

    /// Choice of a program: an action, or a piece-of-advice in a list. Numbers count from 1.
    pub struct Choice {
        /// Strategy whose statement chooses; null where a table or a piece is played by itself.
        pub strategy: Option<String>,
        /// Number of the statement in the strategy, from 1; null without a strategy.
        pub statement: Option<u32>,
        /// Name of the table whose rule chooses; null without one.
        pub table: Option<String>,
        /// Number of the rule in the table, from 1; null without a table.
        pub rule: Option<u32>,
        /// Name of the piece-of-advice or action that is chosen.
        pub advice: String,
        /// True for an action, false for a piece-of-advice.
        pub action: bool,
        /// Choice in words: `krk, rule 2: squeeze`.
        pub title: String,
        /// Line of the piece-of-advice, or of the action's statement; null where the module was stripped of its source.
        pub line: Option<u32>,
        /// Line of the rule or of the statement that chooses; for an action the line of the strategy; null where there is none.
        pub rule_line: Option<u32>,
        /// Name alone, as `squeeze` or `action LINE`; this and the fields below are for texts and pages, and in no JSON.
        #[serde(skip)]
        pub name: String,
        /// Group that the choice belongs to: `krk, rule 2`.
        #[serde(skip)]
        pub group: Option<String>,
        /// Shortest form that is unambiguous in a line of play: `rule 2: squeeze`.
        #[serde(skip)]
        pub short: String,
        /// File and line of the choice, `krk.adv:48`.
        #[serde(skip)]
        pub at: Option<String>,
        /// Reason of the author (`because`), with expressions in place of their values; null where there is none.
        #[serde(skip)]
        pub because: Option<String>,
        /// Lines of the source that lead to the choice, each as file and line, and text.
        #[serde(skip)]
        pub quotes: Vec<(String, String)>,
    }

    /// One side of a comparison in the source, with its numbers.
    pub struct ComparedSide {
        /// Text of this side of the comparison; null where the module was stripped of its source.
        pub text: Option<String>,
        /// Numbers on this side of the comparison: one, or several of a tuple.
        pub values: Vec<i64>,
    }

    /// Sides of a comparison, left and right.
    pub struct ComparedSides {
        /// Left side of the comparison.
        pub left: ComparedSide,
        /// Right side of the comparison.
        pub right: ComparedSide,
    }

    /// Zone of the source as it is in one position: attacks on squares, and the forecast whether they get through.
    pub struct Zone {
        /// Name of the zone where the source speaks of it, with its arguments.
        pub text: String,
        /// Horizon of the zone: the most moves that an attack may need.
        pub moves: u32,
        /// True where the forecast is that no attack of the zone gets through.
        pub vulnerable: bool,
        /// Main trajectories of the zone's attacks as text, such as `c6-c7-c8`.
        pub main: String,
        /// Forecast in words: the attack that gets through and its number of moves, or the side that is in time and its square.
        pub told: String,
    }

    /// Line of play from a position.
    pub struct Line {
        /// FEN of the position in which the line begins.
        pub fen: String,
        /// Moves of both sides in order.
        pub moves: Vec<Step>,
    }

    /// Move of a line of play, with the position after it.
    pub struct Step {
        /// Move as chess engines write it (UCI), such as `e7e8q`.
        pub uci: String,
        /// Move in standard algebraic notation, such as `e8=Q+`.
        pub san: String,
        /// Side that moves: `us` for the program's, `them` for its opponent.
        pub by: Mover,
        /// FEN of the position after the move.
        pub fen: String,
        /// Choice of the program whose tree begins with the move; null where the move begins none.
        pub choice: Option<Choice>,
    }
}

/// Label of a stop: the side, 0 for White and 1 for Black, and the number of the move that arrives there.
pub type StopLabel = Option<(u8, String)>;

records! {
    /// Drawing of a zone in a position. Squares count from a1 = 0, sides from White = 0.
    pub struct DrawnZone {
        /// Name of the zone, with its arguments.
        pub text: String,
        /// Forecast of the zone, or the ways that a move began.
        pub told: String,
        /// Steps to draw as arrows: square left, square reached, side, and level of the trajectory, 0 for an attack.
        pub arrows: Vec<(u8, u8, u8, usize)>,
        /// Stops: the square, true where an enemy is in time there, and for each side the number of the move that arrives.
        pub stops: Vec<(u8, bool, StopLabel, StopLabel)>,
    }
}

/// Excerpt of the source that a page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Name of the item that the lines define: `the claim`, `krk, rule 2`, `advice squeeze`.
    pub title: String,
    /// Name of the source file that the lines are from.
    pub file: String,
    /// Number of the first line in its file, from 1.
    pub first: u32,
    /// Text of the lines, one string for each.
    pub lines: Vec<String>,
    /// True where the report speaks of the item: the claim, and choices that fail, cycle or are never made.
    pub is_asked: bool,
}

records! {
    /// Part of a program that plays or is consulted.
    pub struct Player {
        /// Kind of the part: a strategy, a table or a piece-of-advice.
        pub kind: PlayerKind,
        /// Name of the part as the program defines it.
        pub name: String,
    }

    /// Kind of the part of a program that plays.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    #[expect(missing_docs, reason = "the words are those of the language")]
    pub enum PlayerKind {
        Strategy,
        Table,
        PieceOfAdvice,
    }
}
