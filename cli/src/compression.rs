//! Compression of files with certificates, which consist of much the same again and again.
//!
//! The form is zlib's (RFC 1950), so that other programs can unpack them too. Its checksum is for accidents; the code that reads the bytes
//! checks their content. How much a file may unpack to is bounded by its own size: certificates become four to fifteen times as large, and
//! zlib could make a thousand times as much of a file that is made for it.

use std::path::Path;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use crate::{Trouble, io};

/// Level of compression, 0 to 10; higher ones take much more time and save few bytes.
const LEVEL: u8 = 5;

/// Largest size of a packed file and of its unpacked bytes: 4 GiB where memory can be addressed so far.
pub const MOST: usize = if usize::BITS > 32 {
    1_usize.wrapping_shl(32)
} else {
    usize::MAX >> 1
};

/// Compresses bytes, and writes them to a file, whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    io::write_whole(path, &pack(bytes))
}

/// Default limit for the size of an unpacked file, as a multiple of its packed size.
pub const USUAL_RATIO: u32 = 100;

/// Number of bytes that any file may unpack to, whatever the ratio; small files may compress extremely well.
const ALWAYS: usize = 1 << 20;

/// Compresses bytes in zlib's form.
pub fn pack(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(bytes, LEVEL)
}

/// Decompresses a certificate's bytes to at most `ratio` times their number; `name` is the file's, for errors.
pub fn unpacked(packed: &[u8], name: &Path, ratio: u32) -> Result<Vec<u8>, Trouble> {
    let most = packed.len().saturating_mul(ratio as usize);
    let most = most.clamp(ALWAYS, MOST);
    unpack(packed, most).map_err(|status| {
        let name = io::shown(name);
        match status {
            TINFLStatus::HasMoreOutput => trouble!(
                "`{name}` is not a certificate of a proof: its {} bytes unpack to more than {most}",
                packed.len()
            )
            .help("a true one unpacks to some ten times its size; `adv verify --unpack-ratio` allows more than a hundred times"),
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
                trouble!("`{name}` is cut off, expected a certificate of a proof")
            }
            _ => trouble!("`{name}` is not a certificate of a proof, or is damaged"),
        }
    })
}

fn unpack(packed: &[u8], most: usize) -> Result<Vec<u8>, TINFLStatus> {
    let unpacked = decompress_to_vec_zlib_with_limit(packed, most);
    let mut bytes = unpacked.map_err(|error| error.status)?;
    // It was grown by doubling.
    bytes.shrink_to_fit();
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_is_seen() {
        let bytes: Vec<u8> = (0..50_000_u32).map(|n| (n / 100 % 7) as u8).collect();
        let packed = compress_to_vec_zlib(&bytes, LEVEL);
        assert!(packed.len() < bytes.len() / 20);
        assert_eq!(unpack(&packed, MOST).as_ref(), Ok(&bytes));
        assert_eq!(unpack(&packed, bytes.len()).as_ref(), Ok(&bytes));
        let refused = |packed: &[u8], most| {
            let status = unpack(packed, most).expect_err("refused");
            format!("{status:?}")
        };
        assert_eq!(refused(&packed, bytes.len() - 1), "HasMoreOutput");
        let half = &packed[..packed.len() / 2];
        assert_eq!(refused(half, MOST), "FailedCannotMakeProgress");
        assert_eq!(refused(b"no packed bytes", MOST), "Failed");
        assert_eq!(refused(b"", MOST), "FailedCannotMakeProgress");
        for at in 0..packed.len() {
            let mut altered = packed.clone();
            altered[at] ^= 1;
            assert_ne!(unpack(&altered, MOST).as_ref(), Ok(&bytes), "byte {at}");
        }
    }
}
