//! Series of games, counted by their outcomes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::MadeBy;
use crate::proof::Mode;

records! {
    /// Series of games of a program against one opponent, as `adv match` counts it.
    pub struct Series {
        /// Part of the program that played: its kind, such as a strategy, and its name.
        pub player: String,
        /// Name of the opponent that the program played against.
        pub opponent: String,
        /// Way of playing: `strong` follows a tree to its leaf, `weak` consults the program on every move.
        pub mode: Mode,
        /// Source of the first positions: a file, or positions drawn by a seed.
        pub from: String,
        /// Number of games played in the series.
        pub games: u64,
        /// Number of games in which the program reached its purpose, or as much as the position allows: those of the outcomes `mate`, `goal` and `goal_stalemate`, and the `held` ones.
        pub good: u64,
        /// Number of games that began in a drawn position and were drawn: those of the outcomes whose names begin with `held`. They are counted apart where tables were loaded: against the opponents `tablebase` and `traps`, and where a condition on the positions asks for values.
        pub held: u64,
        /// Number of games by outcome (`GameOutcome`); an outcome that did not occur is left out. `goal`: the strategy's out-class holds where it ends; `no_goal`: it does not, or there is none; `lost_material`: a man was taken and the program could not go on or win; `budget`: a limit was reached. Of games that began in a position known to be drawn: `held_fifty_moves`, `held_repetition`, `held_stalemate` and `held_dead_position` are draws, `lost` is mate, or a lost position in which the program could not go on.
        pub outcomes: BTreeMap<GameOutcome, u64>,
        /// Mean number of moves of the program to the goal, over the games that reached it; null where none did.
        pub mean_moves: Option<f64>,
        /// Longest game that reached the goal, the first of several; null where none did.
        pub longest: Option<LongestGame>,
        /// Actions, pieces-of-advice and statements that moves were made by, the one begun most often first.
        pub used: Vec<PlanUse>,
        /// First games that did not reach their goal, five at most.
        pub failures: Vec<LostGame>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Longest game of a series among those that reached the goal.
    #[derive(Eq)]
    pub struct LongestGame {
        /// Number of moves that the program made in the game.
        pub moves: u32,
        /// Number of the game in the series, from 1.
        pub game: u64,
        /// FEN of the position that the game began with.
        pub start: String,
    }

    /// Use of an action, a piece-of-advice or a statement in the moves of a series.
    #[derive(Eq)]
    pub struct PlanUse {
        /// Name of the action, piece-of-advice or statement, with its line where it has one.
        pub name: String,
        /// Number of times that a p-strategy of it was begun.
        pub times: u64,
        /// Number of moves of the program played in these p-strategies.
        pub moves: u64,
    }

    /// Game of a series that did not reach its goal.
    #[derive(Eq)]
    pub struct LostGame {
        /// Number of the game in the series, from 1.
        pub game: u64,
        /// Outcome by which the series counts the game.
        pub outcome: GameOutcome,
        /// Outcome in a sentence for people, with the line of the program that the game ended at.
        pub sentence: String,
        /// FEN of the position that the game began with.
        pub start: String,
        /// FEN of the position that the game ended with.
        pub end: String,
    }

    /// Outcome of a game of the program, by which a series counts it.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "snake_case")]
    pub enum GameOutcome {
        /// The program has mated its opponent.
        Mate,
        /// The strategy has reached its out-class without mate.
        Goal,
        /// The strategy's out-class holds where the opponent is stalemated.
        GoalStalemate,
        /// The strategy came to its end, and its out-class does not hold or is not named.
        NoGoal,
        /// The program has held a drawn position for fifty moves.
        HeldFiftyMoves,
        /// The program has held a drawn position until a position had occurred three times.
        HeldRepetition,
        /// The program has held a drawn position until a side was stalemated.
        HeldStalemate,
        /// The program has held a drawn position until neither side had the men to mate.
        #[serde(rename = "held_dead_position")]
        HeldDead,
        /// The program began in a drawn position, and is mated or lost by now.
        Lost,
        /// The program is mated by its opponent.
        Mated,
        /// The side to move has no legal move and is not in check.
        Stalemate,
        /// A position has occurred three times.
        Repetition,
        /// Fifty moves have passed without a capture or a pawn move.
        FiftyMoves,
        /// Neither side has the men to mate.
        DeadPosition,
        /// A piece of the program's was taken, and the program cannot go on or win.
        LostMaterial,
        /// The program found no move to play.
        Stuck,
        /// A limit of the consultation was reached, so the program did not move.
        Budget,
        /// The game was stopped because it had too many moves.
        Unfinished,
    }
}

impl GameOutcome {
    /// Returns true where the program has reached its purpose, or as much as the position allows.
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

    /// Returns true where the program has mated or reached its goal, so that its number of moves counts in the mean.
    pub const fn is_reached(self) -> bool {
        matches!(
            self,
            GameOutcome::Mate | GameOutcome::Goal | GameOutcome::GoalStalemate
        )
    }

    /// Converts an outcome for a game that began in a drawn position: a draw counts as held, and a mate or lost end as lost.
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
