//! Facts that a move brings and gives up by force, as patterns say them.

use serde::Serialize;

use crate::Side;

records! {
    /// Facts that a move brings and gives up by force: those at the leaves of its tree beside those at its root. Facts that require a plan are left out.
    pub struct Brought {
        /// Facts that the move brings: at every leaf where the game goes on, and not at the root.
        pub brings: Vec<BroughtFact>,
        /// Facts that the move gives up: at the root, and at no leaf.
        pub gives_up: Vec<BroughtFact>,
        /// True where the tree leaves legal replies out, so that all of it holds under a condition.
        pub conditional: bool,
        /// Number of leaves whose facts were compared with the root's.
        pub leaves: usize,
    }

    /// Fact that a move brings or gives up by force.
    pub struct BroughtFact {
        /// Name of the pattern that finds the fact; null where there is none.
        pub pattern: Option<String>,
        /// Side that has the fact.
        pub side: Side,
        /// Squares of the fact; empty for a fact without squares.
        pub squares: Vec<String>,
        /// Worth of the fact for its side, in hundredths of a pawn; of a fact that is brought the least at a leaf, by its size.
        pub worth: i64,
        /// Worth of the fact for White, in hundredths of a pawn.
        pub value: i64,
        /// Name of the fact in words, in the language that the user chose.
        pub called: String,
    }
}
