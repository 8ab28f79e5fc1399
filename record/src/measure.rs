//! Measure of words: how much each tells about a claim, in bits.

use serde::Serialize;

use crate::MadeBy;

records! {
    /// Measure of the words of a program against a claim, over the positions of the claim.
    pub struct Measured {
        /// Text of the claim.
        pub claim: String,
        /// Question that the words are measured against: whether the claim holds in a position, or the distance to mate there.
        pub question: MeasureQuestion,
        /// Number of positions.
        pub positions: u64,
        /// True where the positions were drawn from more: then bits are estimates.
        pub is_sample: bool,
        /// Mean answer: the share of positions in which the claim holds, from 0 to 1, or the mean distance to mate in plies.
        pub mean: f64,
        /// Bits that tell the whole answer, if nothing else is known.
        pub entropy: f64,
        /// Words that are known before.
        pub beside: Vec<String>,
        /// Bits that the words known before tell together.
        pub known: f64,
        /// Words with what they tell, the most telling first.
        pub words: Vec<MeasuredWord>,
        /// Words that cannot be measured, and the reason of each.
        pub refused: Vec<UnmeasuredWord>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Question that words are measured against.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum MeasureQuestion {
        /// The claim holds in the position.
        Holds,
        /// Plies to mate, both sides playing best.
        Distance,
    }

    /// Word with what it tells.
    pub struct MeasuredWord {
        /// Number or descriptor, as a text of the language.
        pub word: String,
        /// True for a descriptor.
        pub is_descriptor: bool,
        /// Number of different values.
        pub values: u64,
        /// Bits that the word tells beyond the words known before. Of a sample, what chance alone would tell is taken away.
        pub bits: f64,
        /// Half the width of the 95 % interval of `bits`; null where all positions are counted.
        pub interval: Option<f64>,
        /// Positions in which the value is low: a quarter of all at least, or those in which a descriptor is false.
        pub low: ValueEnd,
        /// Positions in which the value is high: a quarter of all at least, or those in which a descriptor is true.
        pub high: ValueEnd,
    }

    /// Positions at one end of a word's values.
    pub struct ValueEnd {
        /// Value that bounds them: the greatest of the low ones, the least of the high ones.
        pub value: i64,
        /// Number of the positions.
        pub positions: u64,
        /// Mean answer in them, as in `mean`.
        pub mean: f64,
    }

    /// Word that cannot be measured.
    #[derive(Eq)]
    pub struct UnmeasuredWord {
        /// Number or descriptor, as a text of the language.
        pub word: String,
        /// Reason why it is not measured.
        pub reason: String,
    }

    /// Ceiling of a program on a claim: what it comes to with every choice of the moves that the program accepts, as it plays, and with the best.
    #[derive(Eq)]
    pub struct CeilingReport {
        /// Text of the claim.
        pub claim: String,
        /// True if the claim has a bound, such as `within 20 moves`: it is left out.
        pub is_bounded: bool,
        /// Number of positions that the claim speaks of.
        pub positions: u64,
        /// Number of positions from which the claim holds whatever accepted move is played.
        pub every: u64,
        /// Number of positions from which the claim holds as the program plays.
        pub played: u64,
        /// Number of positions from which it holds with some choice of accepted moves.
        pub some: u64,
        /// FENs of the first positions from which the program fails as it plays, and some choice of accepted moves does not.
        pub open: Vec<String>,
        /// FENs of the first positions from which no choice comes to what is claimed.
        pub beyond: Vec<String>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }
}
