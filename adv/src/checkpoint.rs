//! The checkpoint of an interrupted proof, and the seal that keeps others from writing one.
//!
//! ```text
//!   Checkpoint     the claim's length in bytes, u32 little-endian · the claim's text · the prover's bytes
//!   sealed         "ADVS" · version u16 · BLAKE3 of what follows with the user's key, 32 bytes · any bytes
//! ```
//!
//! A checkpoint holds what a program was found to do in the states of a proof. To find that out is most of the work of a proof, so a proof
//! that resumes cannot find it out again; it has to believe its checkpoint. Therefore a checkpoint is sealed with a secret key that the
//! user's own machine keeps: what another user wrote, and what was altered, is refused before it is read. What costs little is done
//! again all the same: the prover finds the positions of the claim again, asks the program again in a sample of the states, and
//! settles all of them anew.

use std::fmt;

/// The checkpoint of an interrupted proof.
///
/// The prover checks that its bytes belong to the program and the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The text of the claim that was interrupted, on one line.
    pub claim: String,
    /// The prover's bytes; empty where nothing was to be kept.
    pub bytes: Vec<u8>,
}

impl Checkpoint {
    /// The checkpoint as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.claim.len() + self.bytes.len() + 4);
        let length = u32::try_from(self.claim.len()).unwrap_or(u32::MAX);
        bytes.extend(length.to_le_bytes());
        bytes.extend(self.claim.as_bytes());
        bytes.extend(&self.bytes);
        bytes
    }

    /// The checkpoint of some bytes; `None` where they are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Checkpoint> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (claim, rest) = rest.split_at_checked(length)?;
        Some(Checkpoint {
            claim: std::str::from_utf8(claim).ok()?.to_owned(),
            bytes: rest.to_vec(),
        })
    }
}

/// A secret of a user, which seals checkpoints: 32 random bytes that no other user may read.
#[derive(Clone)]
pub struct SealKey([u8; 32]);

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey")
    }
}

/// Why sealed bytes are not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealFault {
    /// They are not sealed.
    NotSealed,
    /// Another version of adv sealed them in another way.
    OtherVersion,
    /// They were sealed with another key, or altered since.
    Broken,
}

impl fmt::Display for SealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SealFault::NotSealed => "it is not a checkpoint of this version of adv",
            SealFault::OtherVersion => "another version of adv wrote it",
            SealFault::Broken => {
                "its seal does not fit: it was altered, or written on another machine or by another user"
            }
        })
    }
}

impl std::error::Error for SealFault {}

const MAGIC: &[u8; 4] = b"ADVS";
const VERSION: [u8; 2] = 1_u16.to_le_bytes();
/// The bytes of the hash.
const SEAL: usize = 32;

impl SealKey {
    /// The key of some bytes, which must be random and secret.
    pub const fn new(bytes: [u8; 32]) -> SealKey {
        SealKey(bytes)
    }

    /// Bytes with a seal before them.
    pub fn seal(&self, bytes: &[u8]) -> Vec<u8> {
        let mut sealed = Vec::with_capacity(MAGIC.len() + VERSION.len() + SEAL + bytes.len());
        sealed.extend(MAGIC);
        sealed.extend(VERSION);
        sealed.extend(blake3::keyed_hash(&self.0, bytes).as_bytes());
        sealed.extend(bytes);
        sealed
    }

    /// The bytes behind a seal of this key.
    ///
    /// # Errors
    /// [`SealFault`] where there is none, or it does not fit the bytes.
    pub fn open<'b>(&self, sealed: &'b [u8]) -> Result<&'b [u8], SealFault> {
        let rest = sealed.strip_prefix(MAGIC).ok_or(SealFault::NotSealed)?;
        let version = rest.split_first_chunk::<2>().ok_or(SealFault::NotSealed)?;
        if *version.0 != VERSION {
            return Err(SealFault::OtherVersion);
        }
        let (seal, bytes) = version
            .1
            .split_first_chunk::<SEAL>()
            .ok_or(SealFault::Broken)?;
        // The comparison of two hashes takes the same time wherever they differ.
        if blake3::keyed_hash(&self.0, bytes) != blake3::Hash::from_bytes(*seal) {
            return Err(SealFault::Broken);
        }
        Ok(bytes)
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
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Some(checkpoint));
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
            assert_eq!(Checkpoint::from_bytes(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn a_seal_is_opened_by_its_key_alone_and_breaks_with_any_byte() {
        let key = SealKey::new([7; 32]);
        let sealed = key.seal(b"what was done");
        assert_eq!(key.open(&sealed), Ok(&b"what was done"[..]));
        assert_eq!(SealKey::new([8; 32]).open(&sealed), Err(SealFault::Broken));
        for at in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[at] ^= 1;
            let expected = match at {
                0..4 => SealFault::NotSealed,
                4..6 => SealFault::OtherVersion,
                _ => SealFault::Broken,
            };
            assert_eq!(key.open(&altered), Err(expected), "byte {at}");
            assert!(key.open(&sealed[..at]).is_err(), "{at} bytes");
        }
        assert!(key.open(&[&sealed[..], b"!"].concat()).is_err());
        assert_eq!(format!("{key:?}"), "SealKey", "it is not written anywhere");
    }
}
