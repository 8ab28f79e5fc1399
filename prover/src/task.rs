//! What is to be settled.

use std::sync::Arc;

use adv_chess::Position;
use adv_module::program::Claim;
use adv_vm::{Engine, Oracle, Worth};

use crate::shelf::Shelf;
use crate::watch::Watch;

/// How a proof is kept, so that it can be resumed.
#[derive(Clone, Copy, Default)]
pub struct Keeping<'a> {
    /// The checkpoint of an interrupted proof of the same claim of the same program. What it says of the program's play is believed,
    /// apart from a sample in which the program is asked again: it must be from a source that can be trusted.
    pub from: Option<&'a [u8]>,
    /// Takes a checkpoint each time that [`Watch::keep`] asks for one.
    pub save: Option<&'a (dyn Fn(Vec<u8>) + Sync)>,
    /// Where the proof is kept slice by slice, if it is made so: then it resumes from there, and nothing else is kept. What is there
    /// under the seal of the shelf's key is believed.
    pub slices: Option<&'a Arc<dyn Shelf>>,
    /// What the shards of the proof have finished with ([`crate::Shard::finish`]), each once, in any order: it is then joined from these, in
    /// the memory of a proof in one piece.
    pub parts: Option<&'a [Vec<u8>]>,
}

/// What is to be settled.
pub struct Task<'a> {
    /// The program, under the limits of one consultation. Where the claim asks for values its oracle is set.
    pub engine: &'a Engine,
    /// One of the program's claims.
    pub claim: &'a Claim,
    /// Tells how far the proof is, and ends it.
    pub watch: &'a Watch,
    /// The oracle of perfect play to compare with; `None` leaves the comparison out.
    pub perfect: Option<Arc<dyn Oracle>>,
    /// What it resumes from, and how it is kept.
    pub keeping: Keeping<'a>,
    /// A fingerprint of the program: a checkpoint or a certificate of another program is refused.
    pub fingerprint: [u8; 32],
}

/// An engine for proofs: it gives no reasons, and the watch ends it.
pub(crate) fn engine_of(engine: &Engine, watch: &Watch) -> Engine {
    let mut engine = engine.clone();
    engine.set_reasons(false);
    engine.set_interrupt(Some(watch.stop().clone()));
    engine
}

impl Task<'_> {
    /// What a position is worth, where that is known.
    pub(crate) fn worth(&self, position: &Position) -> Option<Worth> {
        self.perfect
            .as_ref()
            .and_then(|oracle| oracle.worth(position))
    }

    /// Positions with what they are worth.
    pub(crate) fn with_worth(&self, positions: &[Position]) -> Vec<(Position, Option<Worth>)> {
        let worth = |position: &Position| (*position, self.worth(position));
        positions.iter().map(worth).collect()
    }
}
