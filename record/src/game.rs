//! Played game with the p-strategies of our moves.

use serde::Serialize;

use crate::consultation::Origin;
use crate::node::Node;
use crate::play::Move;
use crate::{Mover, Side};

records! {
    /// Played game with the p-strategies of our moves.
    pub struct Game {
        /// FEN of the position that the game began with.
        pub fen: String,
        /// Side that the program played.
        pub us: Side,
        /// Name of the program as a player.
        pub player: String,
        /// Name of the opponent.
        pub opponent: String,
        /// Moves of both sides, in order.
        pub moves: Vec<PlayedMove>,
        /// P-strategies of our moves, in the order in which they were played.
        pub plans: Vec<Plan>,
        /// End of the game, with a sentence for people.
        pub ending: Ending,
        /// True where the goal was reached, false where it was not; null where there was none to reach.
        pub goal: Option<bool>,
        /// Result as game records write it: `1-0`, `0-1`, `1/2-1/2` or `*`.
        pub result: String,
    }

    /// Move of a game.
    pub struct PlayedMove {
        /// Move that was played, in two notations.
        #[serde(flatten)]
        pub mv: Move,
        /// Side that moves: `us` for the side that the advice plays for, `them` for its opponent.
        pub by: Mover,
        /// Index in `plans` of the p-strategy that a move of ours belongs to; null for a move of theirs.
        pub plan: Option<usize>,
        /// FEN of the position after the move.
        pub fen: String,
    }

    /// P-strategy that the program followed for some moves of a game, with the choice that it comes from.
    pub struct Plan {
        /// Index in `moves` of the p-strategy's first move.
        pub from: usize,
        /// Name of the table that answered; null without one.
        pub table: Option<String>,
        /// Number of the rule that applied, from 1; null where none did.
        pub rule: Option<usize>,
        /// Name of the piece-of-advice or action; null without one.
        pub advice: Option<String>,
        /// Reason of the author, with its values filled in; null where there is none.
        pub because: Option<String>,
        /// True where the tree leaves legal replies out, and so holds only against the others.
        pub conditional: bool,
        /// Statement or rule that chose, with its place in the source.
        #[serde(flatten)]
        pub origin: Origin,
        /// Tree of the p-strategy in one list, in preorder: all of it, also the nodes that were not played.
        pub nodes: Vec<Node>,
    }

    /// End of a game.
    pub struct Ending {
        /// Kind of the ending. `stuck`: a statement of the strategy could not be done. `failed`: the program has no answer. `open`: play was stopped from outside.
        pub kind: EndingKind,
        /// Line of the statement that could not be done; null elsewhere.
        pub line: Option<u32>,
        /// End of the game in a sentence for people.
        pub sentence: String,
    }

    /// Kind of end of a game.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum EndingKind {
        /// A side is mated.
        Checkmate,
        /// A side is stalemated.
        Stalemate,
        /// The game is drawn by the rules or by a claim of a draw.
        Draw,
        /// The strategy has come to its end.
        EndOfStrategy,
        /// The strategy has come to a `stop` statement.
        Stop,
        /// A statement of the strategy could not be done.
        Stuck,
        /// The program has no answer at all, for a reason that `sentence` gives.
        Failed,
        /// Play was stopped from outside, and the game is not over.
        Open,
    }
}
