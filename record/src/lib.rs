//! Results as plain data: JSON is derived from these types, and the pages of `docs/schema` are written from them.
//!
//! ```text
//!   results of prover, machine, … ───▶ adv-render builds a record ──▶ JSON       serde
//!                                                                 └─▶ docs/schema  schemars, in a test: cargo bless
//!   play.rs     moves, lines, choices: parts that several results have
//!   claim.rs, proof.rs, failure.rs, perfect.rs   a claim about play      scan.rs, diff.rs   one without play, two programs
//!   consultation.rs, node.rs, why.rs, trace.rs, attempt.rs, cost.rs, gains.rs   a consultation      game.rs, series.rs   played games
//!   explanation.rs  a position explained   refutation.rs  why pieces fail   solve.rs  problems   bench.rs  speed   measure.rs  what words tell   whole.rs  a whole play
//!   schema.rs   the pages of docs/schema
//! ```
//!
//! Positions are FENs, moves are UCI and SAN, names are resolved, numbers of rules and lines count from 1. A field that JSON leaves out has
//! `skip_serializing_if`; one that is null there is an `Option` without it. The order of the fields is that of the JSON. Fields are added, never renamed.

/// Defines records: public data that can be compared and copied, written as JSON, and described by a schema.
macro_rules! records {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        $item
    )*};
}

pub mod attempt;
pub mod bench;
pub mod claim;
pub mod consultation;
pub mod cost;
pub mod diff;
pub mod explanation;
pub mod failure;
pub mod gains;
pub mod game;
pub mod measure;
pub mod node;
pub mod perfect;
pub mod play;
pub mod proof;
pub mod refutation;
pub mod scan;
#[cfg(feature = "schema")]
pub mod schema;
pub mod series;
pub mod solve;
pub mod studio;
pub mod survey;
pub mod trace;
pub mod whole;
pub mod why;

use serde::Serialize;

records! {
    /// Side of a game: White or Black.
    #[derive(Copy, Default, Eq)]
    #[expect(missing_docs, reason = "the words of chess")]
    pub enum Side {
        #[default]
        White,
        Black,
    }
}

impl Side {
    /// Returns the name of the side, `White` or `Black`, for texts.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

records! {
    /// Side that makes a move, as the program sees it: its own or the opponent's.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Mover {
        /// Side that the program or its advice plays for.
        Us,
        /// Side of the opponent, which the program plays against.
        Them,
    }

    /// Origin of a report that a command wrote: the version of adv, and the fingerprints of the programs.
    #[derive(Eq)]
    pub struct MadeBy {
        /// Version of adv that wrote the report.
        pub adv: String,
        /// Fingerprints of the programs that the report is about.
        pub programs: Vec<String>,
    }
}

/// Returns the share of `part` in `whole`, from 0 to 1; `None` where `whole` is 0.
#[expect(
    clippy::cast_precision_loss,
    reason = "readers that need more have the two numbers"
)]
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
