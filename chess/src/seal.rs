//! The key of a user, and the seals and sums that are made with it: what keeps others from writing what adv believes.
//!
//! ```text
//!   sealed   "ADVS" · version u16 · BLAKE3 of what follows with the user's key, 32 bytes · any bytes
//!   sum      the first 8 bytes of BLAKE3, with the key, of what the bytes are, a zero and the bytes
//! ```

use std::fmt;

/// A secret of a user, which seals what is kept: 32 random bytes that no other user may read.
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

    /// The sum of some bytes under this key, which no other can make. `of` says what they are, so that nothing passes for something else.
    pub fn sum(&self, of: &str, bytes: &[u8]) -> u64 {
        let mut hash = blake3::Hasher::new_keyed(&self.0);
        hash.update(of.as_bytes()).update(&[0]).update(bytes);
        let [a, b, c, d, e, f, g, h, ..] = *hash.finalize().as_bytes();
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
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
        let sum = key.sum("page", b"values");
        assert_eq!(sum, key.sum("page", b"values"));
        assert_ne!(sum, key.sum("head", b"values"));
        assert_ne!(sum, SealKey::new([8; 32]).sum("page", b"values"));
        assert_eq!(format!("{key:?}"), "SealKey", "it is not written anywhere");
    }
}
