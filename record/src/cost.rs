//! Positions that a piece-of-advice spends, by classes and goals.

use serde::Serialize;

use crate::node::MoveClass;

records! {
    /// Positions that a piece-of-advice spends, by classes and goals; advice nested in it is left out.
    pub struct Spent {
        /// Deepest ply at which a position was tested.
        pub deepest: u16,
        /// Number of moves that were not tested, because they cost more than was left of the effort.
        pub too_dear: u64,
        /// Costs of the classes of moves that were reached, in the order of the program.
        pub classes: Vec<ClassSpent>,
        /// Counts of the leaves of the search, one for each part of the better-goal (the goal to reach) that ended the search.
        pub leaves: Vec<Decisions>,
        /// Number of positions given up, by the conjunct of the holding-goal that was false.
        pub cuts: Vec<Decisions>,
    }

    /// Cost of one class of moves, in nodes, moves and positions.
    pub struct ClassSpent {
        /// Class of us-moves or them-moves that was reached.
        pub class: MoveClass,
        /// Number of nodes at which the class was reached.
        pub reached: u64,
        /// Number of moves that the class selected at these nodes, those that were not tested included.
        pub selected: u64,
        /// Number of positions tested after moves of the class.
        pub positions: u64,
        /// Number of squares in the set `TAKEN`, summed up over all nodes at which the class was reached; only where the class speaks of `TAKEN`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub taken: Option<u64>,
    }

    /// Number of times that one part of a goal decided.
    pub struct Decisions {
        /// Part of the goal that decided, in words for people.
        pub by: String,
        /// Number of positions in which the part decided.
        pub count: u64,
    }
}
