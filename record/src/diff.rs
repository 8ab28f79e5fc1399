//! Comparison of two programs over the same positions.

use serde::Serialize;

use crate::MadeBy;
use crate::play::Choice;
use crate::scan::Fate;

records! {
    /// Comparison of two programs, `a_` the first and `b_` the second, over the same positions. A program holds in a position where every line does as claimed; it is shorter where its longest line is.
    pub struct Diff {
        /// Name and subject of the first program.
        pub a: Contender,
        /// Name and subject of the second program.
        pub b: Contender,
        /// Claim that is made of both programs.
        pub claim: String,
        /// Differences of the programs in a sentence for people.
        pub headline: String,
        /// Number of positions in which both programs were compared.
        pub positions: u64,
        /// Number of positions in which both programs choose the same first move.
        pub same: u64,
        /// Number of positions in which the first moves differ.
        pub different: u64,
        /// Number of positions with different first moves in which both programs hold and the first is shorter.
        pub a_shorter: u64,
        /// Number of positions with different first moves in which both programs hold and the second is shorter.
        pub b_shorter: u64,
        /// Number of positions with different first moves in which both programs hold and are equally long.
        pub equal: u64,
        /// Number of positions in which both programs hold.
        pub both: u64,
        /// Number of positions in which only the first program holds.
        pub only_a: u64,
        /// Number of positions in which only the second program holds.
        pub only_b: u64,
        /// Number of positions in which neither program holds.
        pub neither: u64,
        /// Lengths over the positions in which both programs hold, in moves of ours.
        pub lengths: LengthPair,
        /// Number of positions for each pair of choices of the two programs.
        pub pairs: Vec<ChoicePair>,
        /// Examples of positions in which the programs differ.
        pub examples: DiffExamples,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// One of the two programs of a comparison.
    pub struct Contender {
        /// Name of the program: its file.
        pub name: String,
        /// Part of the program that plays, in words.
        pub subject: String,
    }

    /// Lengths over the positions in which both programs hold, in moves of ours.
    pub struct LengthPair {
        /// Lengths of the first program, in moves of ours.
        pub a: ContenderLengths,
        /// Lengths of the second program, in moves of ours.
        pub b: ContenderLengths,
    }

    /// Lengths of one program, in moves of ours.
    pub struct ContenderLengths {
        /// Sum of the lengths over the positions, in moves of ours.
        pub sum: u64,
        /// Most moves of ours that one position takes.
        pub worst: u32,
    }

    /// Pair of choices that the two programs make in the same positions, with the number of these positions.
    pub struct ChoicePair {
        /// Choice of the first program; null where it has nothing to play.
        pub a: Option<Choice>,
        /// Choice of the second program; null where it has nothing to play.
        pub b: Option<Choice>,
        /// Number of positions in which the programs make these two choices.
        pub positions: u64,
        /// Number of these positions in which the first moves differ.
        pub different: u64,
        /// Number of these positions in which both programs hold.
        pub both: u64,
        /// Length of the second program less that of the first, in moves of ours, summed up over the positions in which both hold.
        pub difference: i64,
    }

    /// Positions in which two programs differ, as examples in four groups.
    pub struct DiffExamples {
        /// Positions in which only the first program holds.
        pub a_only: Vec<DiffExample>,
        /// Positions in which only the second program holds.
        pub b_only: Vec<DiffExample>,
        /// Positions in which both programs hold and the first is shorter by most.
        pub a_shorter: Vec<DiffExample>,
        /// Positions in which both programs hold and the second is shorter by most.
        pub b_shorter: Vec<DiffExample>,
    }

    /// Position in which two programs differ, with the outcomes of both.
    pub struct DiffExample {
        /// FEN of the position in which the programs differ.
        pub fen: String,
        /// Outcome of the position with the first program.
        pub a: Fate,
        /// Outcome of the position with the second program.
        pub b: Fate,
        /// Arrows for the first moves of both programs, as markup over a small board; in no JSON.
        #[serde(skip)]
        pub ways: String,
    }
}
