//! Speed of a program, and the distribution of its time.

use serde::Serialize;

use crate::MadeBy;
use crate::play::Player;

records! {
    /// Speed of a program, and the distribution of its time, as `adv bench` measures it.
    pub struct Bench {
        /// Part of the program that was consulted.
        pub subject: Player,
        /// Origin of the positions in which the program was consulted, in words.
        pub from: String,
        /// Number of games that a strategy played to collect the questions; null where no strategy is measured.
        pub games: Option<u64>,
        /// Number of questions in a round: positions, or for a strategy the places in which it chooses anew.
        pub asked: u64,
        /// Number of questions to which there was something to play.
        pub answered: u64,
        /// Number of positions tested in a round, positions of nested advice included.
        pub positions: u64,
        /// Number of instructions executed in a round, each as it is in the linked module.
        pub instructions: u64,
        /// Weight of the instructions executed in a round: each counts by the cost of its kind.
        pub weight: u64,
        /// Counts of the rules of a table; empty for everything else.
        pub rules: Vec<RuleTally>,
        /// Counts of the pieces-of-advice and actions that were searched or evaluated, in the order of the source.
        pub advice: Vec<PieceTally>,
        /// Executed instructions by definition, most first. A line belongs to the smallest definition or action that holds it.
        pub definitions: Vec<WeighedDefinition>,
        /// Executed instructions by line of the source, most first; empty where the module was built without its source.
        pub lines: Vec<WeighedLine>,
        /// Time of the rounds, in CPU time of one thread: the only part that differs each time.
        pub timing: Timing,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Counts of a table's rule over the questions of a round.
    pub struct RuleTally {
        /// Number of the rule in the table, from 1.
        pub rule: usize,
        /// Number of questions in which the rule's precondition was the first to hold.
        pub count: u64,
        /// Number of questions in which the rule applied and there was something to play.
        pub satisfied: u64,
        /// Number of positions tested where the rule applied.
        pub positions: u64,
    }

    /// Counts of a piece-of-advice or action over the questions of a round.
    pub struct PieceTally {
        /// Name of the piece-of-advice or action.
        pub advice: String,
        /// Number of searches for the piece; where a list wants the shortest tree, once for each bound.
        pub searched: u64,
        /// Number of searches that found a tree.
        pub satisfied: u64,
        /// Number of positions tested for the piece, without positions of advice nested in it.
        pub positions: u64,
        /// Share of `positions` in all positions tested, from 0 to 1.
        pub share: f64,
        /// Number of times that goals asked whether the piece is satisfiable.
        pub asked: u64,
        /// Number of positions tested to answer these questions of goals.
        pub nested: u64,
    }

    /// Definition of the program, with its share of the executed instructions.
    pub struct WeighedDefinition {
        /// Name of the definition.
        pub definition: String,
        /// Line at which the definition begins; null where it has no place in the source.
        pub line: Option<usize>,
        /// Executed instructions of the definition.
        #[serde(flatten)]
        pub executed: Executed,
    }

    /// Line of the source, with its share of the executed instructions.
    pub struct WeighedLine {
        /// Number of the line in the source, from 1.
        pub line: usize,
        /// Text of the line without the blanks around it.
        pub text: String,
        /// Name of the definition that the line belongs to.
        pub definition: String,
        /// Executed instructions of the line.
        #[serde(flatten)]
        pub executed: Executed,
    }

    /// Executed instructions of a definition or line, in a round.
    pub struct Executed {
        /// Share of the weight of all instructions, from 0 to 1.
        pub share: f64,
        /// Weight of the instructions executed: each counts by the cost of its kind.
        pub weight: u64,
        /// Number of instructions executed.
        pub instructions: u64,
    }

    /// Time of the rounds, in CPU seconds.
    pub struct Timing {
        /// Time of each round in seconds, in the order of the rounds.
        pub seconds: Vec<f64>,
        /// Time of the median round, in seconds; of an even number the lower of the two in the middle.
        pub median: f64,
        /// Number of positions tested in a second of CPU time.
        pub positions_per_second: f64,
        /// Number of questions asked in a second of CPU time.
        pub asked_per_second: f64,
    }
}
