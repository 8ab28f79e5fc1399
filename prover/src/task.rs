//! What is to be settled.

use std::sync::Arc;

use adv_module::program::Claim;
use adv_vm::{Engine, Oracle};

use crate::watch::Watch;

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
    /// The checkpoint of an interrupted proof of the same claim of the same program.
    pub checkpoint: Option<&'a [u8]>,
    /// A fingerprint of the program: a checkpoint of another program is refused.
    pub fingerprint: u64,
}
