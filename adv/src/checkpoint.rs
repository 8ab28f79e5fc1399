//! The checkpoint of an interrupted proof.
//!
//! ```text
//!   Checkpoint     the claim's length in bytes, u32 little-endian · the claim's text · the prover's bytes
//! ```
//!
//! A checkpoint holds the program's play in the states of a proof, as far as the proof has explored them. Exploring is most of the work of
//! a proof, so a proof that resumes cannot repeat it; it has to believe its checkpoint. Therefore a checkpoint is sealed with a secret key
//! that the user's own machine keeps: a checkpoint of another user, or an altered one, is refused before it is read. Cheap steps are
//! repeated all the same: the prover finds the positions of the claim again, asks the program again in a sample of the states, and settles
//! all of them anew.

/// The state of an interrupted proof, kept so that the proof can resume.
///
/// The prover checks that its bytes belong to the program and the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The text of the claim that was interrupted, on one line.
    pub claim: String,
    /// The prover's state as bytes; empty where it had nothing to keep.
    pub bytes: Vec<u8>,
}

impl Checkpoint {
    /// Turns the checkpoint into bytes. The prover's bytes are not copied: they may be many.
    pub fn into_bytes(self) -> Vec<u8> {
        let length = u32::try_from(self.claim.len()).unwrap_or(u32::MAX);
        let head = length.to_le_bytes().into_iter().chain(self.claim.bytes());
        let mut bytes = self.bytes;
        bytes.splice(0..0, head);
        bytes
    }

    /// Reads a checkpoint; `None` where the bytes are no checkpoint.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Option<Checkpoint> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let claim = std::str::from_utf8(rest.get(..length)?).ok()?.to_owned();
        bytes.drain(..4 + length);
        Some(Checkpoint { claim, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_comes_back() {
        let checkpoint = Checkpoint {
            claim: "prove krk from all positions reaches mate".to_owned(),
            bytes: vec![1, 2, 3],
        };
        let bytes = checkpoint.clone().into_bytes();
        assert_eq!(Checkpoint::from_bytes(bytes), Some(checkpoint));
    }

    #[test]
    fn bytes_that_say_nothing_are_no_checkpoint() {
        for bytes in [
            &[][..],
            &[1, 0, 0],
            &[5, 0, 0, 0, b'a'],
            &[1, 0, 0, 0, 0xff],
            &[255; 4],
        ] {
            assert_eq!(Checkpoint::from_bytes(bytes.to_vec()), None, "{bytes:?}");
        }
    }
}
