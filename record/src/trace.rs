//! Trace: the events of a search, in order.

use serde::Serialize;

use crate::node::NodeGoal;
use crate::play::Move;

records! {
    /// Trace of a consultation's searches: their first events in order, and the number of the rest.
    pub struct Trace {
        /// Number of positions that the searches tested, positions of nested advice included.
        pub nodes: u64,
        /// Number of entries left out after those in `entries`.
        pub left_out: u64,
        /// First events of the trace, in the order in which they happened.
        pub entries: Vec<TraceEntry>,
    }

    /// Event of a search: its begin, a test of a position, or its end.
    #[derive(Default)]
    pub struct TraceEntry {
        /// Kind of the event. `begun`: a search begins under a bound. `tested`: a position is tested, and counted. `expanded`: a reply that was tested with its siblings is searched deeper. `too-dear`: a move costs more than is left of the effort. `over`: the search ends.
        pub event: TraceEvent,
        /// Name of the piece-of-advice or action that is searched.
        pub advice: String,
        /// Most plies that the tree may have; only where a search begins.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub bound: Option<u16>,
        /// Move to the position; absent where a search begins or ends.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        pub mv: Option<Move>,
        /// FEN of the root where a search begins, else of the position before the move; absent where a search ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fen: Option<String>,
        /// Verdict of the goal that decided; null where no goal was evaluated.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub verdict: Option<Option<GoalVerdict>>,
        /// Cost in units of effort with up to three decimals. Where a search begins whose moves have a cost: the most that a line may cost. Where a move is too dear: the cost of the line with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub effort: Option<f64>,
        /// True where the search found a tree; only where a search ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub found: Option<bool>,
        /// Number of other searches that this one is nested in.
        pub level: u16,
        /// Plies from the root of the outermost tree.
        pub ply: u16,
    }

    /// Kind of event of a search.
    #[derive(Copy, Default, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum TraceEvent {
        /// A search begins under a bound.
        Begun,
        /// A position is tested, and counted.
        Tested,
        /// A reply that was tested with its siblings is searched deeper.
        Expanded,
        /// A move costs more than is left of the effort.
        TooDear,
        /// The search ends, with a tree or without.
        #[default]
        Over,
    }

    /// Verdict of a goal in a position, with the conjunct that decided it.
    pub struct GoalVerdict {
        /// Goal that was evaluated; for an action, `better-goal` means its out-class.
        pub goal: NodeGoal,
        /// True where the goal holds in the position.
        pub holds: bool,
        /// Text of the conjunct that decided: the first false one, or the only one; null where several hold together, where the goal is not evaluated there, and where the module was stripped of its source.
        pub text: Option<String>,
        /// Line of the conjunct that decided; null where there is no text.
        pub line: Option<u32>,
        /// Numbers on the left side of the conjunct's comparison, a tuple's in order; null where the conjunct compares none.
        pub left: Option<Vec<i64>>,
        /// Numbers on the right side of the conjunct's comparison, a tuple's in order; null where the conjunct compares none.
        pub right: Option<Vec<i64>>,
        /// Name of the file that `line` is in; only where that is another file that the program uses.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
    }
}
