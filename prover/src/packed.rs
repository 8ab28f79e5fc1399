//! Bytes that are packed while they are written: all of them at once would take as much memory as the states that they are of. The form is
//! zlib's; `unpacked.rs` reads it.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};

/// How hard it is tried to make them small: beyond this it takes much longer for little.
const LEVEL: i32 = 5;

/// Packs bytes behind others that stay as they are.
pub(crate) struct Packer {
    compressor: Box<CompressorOxide>,
    packed: Vec<u8>,
}

impl Packer {
    /// Packs what comes behind a head.
    pub(crate) fn after(head: Vec<u8>) -> Packer {
        // A window of 15 bits says that there is a head and a sum, as zlib has them.
        let flags = create_comp_flags_from_zip_params(LEVEL, 15, 0);
        Packer {
            compressor: Box::new(CompressorOxide::new(flags)),
            packed: head,
        }
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.push(bytes, TDEFLFlush::None);
    }

    fn push(&mut self, bytes: &[u8], flush: TDEFLFlush) {
        let packed = &mut self.packed;
        // Taking bytes into memory does not fail.
        let _status = compress_to_output(&mut self.compressor, bytes, flush, |out: &[u8]| {
            packed.extend_from_slice(out);
            true
        });
    }

    /// All of it.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.push(&[], TDEFLFlush::Finish);
        self.packed
    }
}
