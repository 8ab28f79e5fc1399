//! What the tests of this crate share.
#![allow(
    dead_code,
    reason = "each test file compiles this module and uses a part of it"
)]

pub mod play;
pub mod slow;
// The prover's own, so that what is tested is what is written.
#[path = "../../../../prover/src/certificate/writer.rs"]
pub mod writer;

use adv_certificate::{Reason, Verdict, verify};

/// What the verifier makes of bytes that it has to accept.
pub fn accepted(bytes: &[u8]) -> Verdict {
    verify(bytes).unwrap_or_else(|refusal| panic!("refused: {refusal}"))
}

/// Why the verifier refuses bytes that it has to refuse.
pub fn refused(bytes: &[u8]) -> Reason {
    match verify(bytes) {
        Ok(verdict) => panic!("accepted: {verdict:?}"),
        Err(refusal) => refusal.0,
    }
}

/// Computes the checksum again, so that the checker reads the bytes altered after it.
pub fn repair(bytes: &mut [u8]) {
    let sum = writer::checksum(&bytes[14..]);
    bytes[6..14].copy_from_slice(&sum.to_le_bytes());
}
