//! A series of games, counted by what they came to.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::MadeBy;
use crate::proof::Mode;

/// A series of games of a program against one opponent: what `adv match` counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Series {
    /// The part of the program that played, with its kind.
    pub player: String,
    /// The opponent's name.
    pub opponent: String,
    /// How the program played.
    pub mode: Mode,
    /// Where the games began: a file, or positions drawn by a seed.
    pub from: String,
    /// Games played.
    pub games: u64,
    /// Games in which the program did what it is for, or what the position allows: those of the outcomes `mate`, `goal` and `goal_stalemate`, and the `held` ones.
    pub good: u64,
    /// Games that began in a drawn position and were drawn: those of the outcomes whose names begin with `held`. They are told apart where tables were loaded: against the opponents `tablebase` and `traps`, and where a condition on the positions asks for values.
    pub held: u64,
    /// Games by what they came to (`GameOutcome`); an outcome that did not occur is left out. `goal`: the strategy's out-class holds where it ends; `no_goal`: it does not, or there is none; `lost_material`: a man was taken and the program could not go on or win; `budget`: a limit was reached. Of games that began in a drawn position, where that is known: `held_fifty_moves`, `held_repetition`, `held_stalemate` and `held_dead_position` are draws, `lost` is mate, or a lost position in which the program could not go on.
    pub outcomes: BTreeMap<GameOutcome, u64>,
    /// Moves of the program to the goal, the mean over the games that reached it; null where none did.
    pub mean_moves: Option<f64>,
    /// The longest of those games, the first of several.
    pub longest: Option<LongestGame>,
    /// The actions, pieces-of-advice and statements that moves were made by, what was begun most first.
    pub used: Vec<PlanUse>,
    /// The first games that did not reach their goal, five at most.
    pub failures: Vec<LostGame>,
    /// The version of adv and the fingerprints of the programs it is about; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// The longest game of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongestGame {
    /// Moves of the program.
    pub moves: u32,
    /// Its number, from 1.
    pub game: u64,
    /// The position it began with, as FEN.
    pub start: String,
}

/// What moves were made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanUse {
    /// Its name and, where it is known, its line.
    pub name: String,
    /// How often a p-strategy of it was begun.
    pub times: u64,
    /// Moves of the program played in these.
    pub moves: u64,
}

/// A game of a series that did not reach its goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostGame {
    /// Its number, from 1.
    pub game: u64,
    /// What it came to.
    pub outcome: GameOutcome,
    /// The same for people, with the line of the program that it ended at.
    pub sentence: String,
    /// The position it began with, as FEN.
    pub start: String,
    /// The position it ended with, as FEN.
    pub end: String,
}

/// What a game comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameOutcome {
    /// The program has mated.
    Mate,
    /// The strategy has reached its out-class otherwise.
    Goal,
    /// Its out-class holds where the opponent is stalemated.
    GoalStalemate,
    /// The strategy came to its end, and its out-class does not hold or is not named.
    NoGoal,
    /// The program has held a drawn position for fifty moves.
    HeldFiftyMoves,
    /// It has held one until a position had occurred three times.
    HeldRepetition,
    /// It has held one until a side was stalemated.
    HeldStalemate,
    /// It has held one until neither side had the men to mate.
    #[serde(rename = "held_dead_position")]
    HeldDead,
    /// It was in a drawn position when the game began, and is mated or lost by now.
    Lost,
    /// The program is mated.
    Mated,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A position has occurred three times.
    Repetition,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the men to mate.
    DeadPosition,
    /// A man of the program's was taken, and the program is at its end.
    LostMaterial,
    /// The program has no move.
    Stuck,
    /// A limit was reached.
    Budget,
    /// Too many moves.
    Unfinished,
}

impl GameOutcome {
    /// The program has done what it is for, or what the position allows.
    pub const fn is_good(self) -> bool {
        self.is_reached()
            || matches!(
                self,
                GameOutcome::HeldFiftyMoves
                    | GameOutcome::HeldRepetition
                    | GameOutcome::HeldStalemate
                    | GameOutcome::HeldDead
            )
    }

    /// The program has reached something, so that it is of interest in how many moves.
    pub const fn is_reached(self) -> bool {
        matches!(
            self,
            GameOutcome::Mate | GameOutcome::Goal | GameOutcome::GoalStalemate
        )
    }

    /// What the outcome of a game comes to that began in a drawn position, where it is known what positions are worth.
    #[must_use]
    pub const fn of_drawn_start(self, ends_lost: bool, ends_dead: bool) -> GameOutcome {
        match self {
            GameOutcome::FiftyMoves => GameOutcome::HeldFiftyMoves,
            GameOutcome::Repetition => GameOutcome::HeldRepetition,
            GameOutcome::Stalemate => GameOutcome::HeldStalemate,
            GameOutcome::DeadPosition => GameOutcome::HeldDead,
            GameOutcome::LostMaterial if ends_dead => GameOutcome::HeldDead,
            GameOutcome::LostMaterial | GameOutcome::Stuck | GameOutcome::Unfinished
                if ends_lost =>
            {
                GameOutcome::Lost
            }
            GameOutcome::Mated => GameOutcome::Lost,
            other => other,
        }
    }
}
