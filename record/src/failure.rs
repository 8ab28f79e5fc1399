//! Failures of a claim: the causes with a line for each, and the smallest cycle.

use serde::Serialize;

use crate::play::{Choice, ComparedSide, DrawnZone, Line, Zone};

records! {
    /// Way in which lines break the claim: one cause at one choice, with its counts and its shortest line.
    pub struct Failure {
        /// Cause of the failure. `stalemate`: they are stalemated. `our_stalemate`, `our_mate`: we are. `their_mate`: they are mated, and that is not claimed. `material`: the men left are none that the program is for. `goal`: a `keeps` or `never` is violated. `over`: the strategy has ended. `no_advice`: nothing is found. `in_class`: an in-class is false. `loop_without_move`: a loop comes round without a move. `endless`: a line goes on for ever.
        pub cause: Cause,
        /// Cause of the failure in a sentence for people.
        pub sentence: String,
        /// Choice that was being played when the line broke the claim; null where nothing had been chosen.
        pub choice: Option<Choice>,
        /// Number of positions of the claim from which some line fails in this way.
        pub positions: u64,
        /// Number of states in which the failure happens, before anything else is consulted.
        pub states: u64,
        /// Shortest line to the failure from a position of the claim.
        pub line: Line,
        /// First positions in which the failure happens, at most eight, as FENs.
        pub examples: Vec<String>,
        /// End of the line and the pieces tried there, where nothing was found to play; null elsewhere, and beyond the first failures.
        pub ended: Option<LineEnd>,
        /// Zones that have an attack at the end of the line; absent where neither the claim nor the piece that is played speaks of zones.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub zones: Vec<Zone>,
        /// Drawings of the zones, one list for each position of the line from its beginning; absent where nothing is to be drawn.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub drawn: Vec<Vec<DrawnZone>>,
        /// Sentences on the zones at the end of the line, each with its word, `zone` or `along`; this and the fields below are for texts and
        /// pages, and in no JSON.
        #[serde(skip)]
        pub told: Vec<(&'static str, String)>,
        /// Hint for the user where no table of the program is for the pieces left on the board.
        #[serde(skip)]
        pub help: Option<String>,
        /// Arrows for the zones' ways at the end of the line, as markup over a small board.
        #[serde(skip)]
        pub ways: String,
    }

    /// Cause for which a line breaks a claim.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Cause {
        /// The opponent is stalemated.
        Stalemate,
        /// The side that the program plays is stalemated.
        OurStalemate,
        /// The side that the program plays is mated.
        OurMate,
        /// The opponent is mated, and the claim does not say so.
        TheirMate,
        /// The pieces left on the board are none that the program is for.
        Material,
        /// A goal of the claim with `keeps` or `never` is violated.
        Goal,
        /// The strategy has ended before the line did as claimed.
        Over,
        /// The search finds nothing to play.
        NoAdvice,
        /// The in-class of an action is false where the action is due.
        InClass,
        /// A loop of the strategy comes round without a move.
        LoopWithoutMove,
        /// A line comes back to its positions and goes on for ever.
        Endless,
    }

    /// End of a line where the program found nothing to play, with the pieces it tried.
    pub struct LineEnd {
        /// Sentence on the rule, table or statement that found nothing, or on the end of the strategy; null for a piece-of-advice by itself.
        pub sentence: Option<String>,
        /// Name of the table that was consulted last; null without one.
        pub table: Option<String>,
        /// Number of the table's rule whose condition holds, from 1; null where none does.
        pub rule: Option<usize>,
        /// Line of the rule, table or statement that found nothing; null where there is none.
        pub line: Option<u32>,
        /// Pieces-of-advice or actions that were tried, in order.
        pub tried: Vec<FailedPiece>,
        /// Command of adv that shows the consultation in full; null where the consultation depends on the way there.
        pub command: Option<String>,
    }

    /// Piece-of-advice or action that was tried and failed.
    pub struct FailedPiece {
        /// Name of the piece-of-advice or action.
        pub advice: String,
        /// Line of the piece's definition; null where the module was stripped of its source.
        pub line: Option<u32>,
        /// Sentence on the failure: the conditions, and the number of positions in which each failed.
        pub sentence: String,
        /// File and line of the piece; this and the next field are for texts and pages, and in no JSON.
        #[serde(skip)]
        pub at: Option<String>,
        /// Sentences on the zones of the condition that stopped the piece.
        #[serde(skip)]
        pub zones: Vec<String>,
    }

    /// Cycle of a line that never ends, with the way to it and the choices on it.
    pub struct Cycle {
        /// Line from a position of the claim to the cycle; without moves where the cycle begins in one.
        pub way: Line,
        /// Line round the cycle and back to its first position.
        pub round: Line,
        /// Consultations on the cycle, in order.
        pub consultations: Vec<CycleConsultation>,
        /// True where the cycle is certainly the smallest: the search for smaller ones was not cut short.
        pub smallest: bool,
    }

    /// Consultation on a cycle: its position, its choice, and the comparisons of its better-goal.
    pub struct CycleConsultation {
        /// FEN of the position that was consulted.
        pub fen: String,
        /// Choice made in the position: an action, or a piece-of-advice in a list. Numbers count from 1.
        pub choice: Choice,
        /// Comparisons of the better-goal at the leaf that the cycle goes through.
        pub compared: Vec<Comparison>,
        /// True where no number of the goal is less than before, which makes a cycle possible.
        pub lowers_nothing: bool,
    }

    /// Comparison of a goal on a cycle, with the numbers of both sides.
    pub struct Comparison {
        /// Left side of the comparison.
        pub left: ComparedSide,
        /// Sign between the sides as the source writes it; null where the module was stripped of its source.
        pub sign: Option<String>,
        /// Right side of the comparison.
        pub right: ComparedSide,
        /// Line of the comparison; null where the module was stripped of its source.
        pub line: Option<u32>,
    }
}
