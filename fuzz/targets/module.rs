//! Modules: any bytes are refused or read; what is read writes back to the same bytes; what verifies links and runs.
//!
//! The last eight bytes of a file are its checksum, which chance would not find, so it is mended before the file is read.
#![no_main]

#[path = "support/mod.rs"]
mod support;

use adv_module::format::fnv1a;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let mut bytes = bytes.to_vec();
    if let Some(body) = bytes.len().checked_sub(8) {
        let sum = fnv1a(&bytes[..body]).to_le_bytes();
        bytes[body..].copy_from_slice(&sum);
    }
    let Ok(read) = adv_module::read(&bytes) else {
        return Corpus::Keep;
    };
    assert_eq!(
        adv_module::write(read.program()),
        bytes,
        "what is read writes back the same"
    );
    // Listing is for what is not known to be sound, too.
    assert!(!adv_module::listing(read.program()).is_empty());
    if let Ok(verified) = adv_module::verify(read) {
        support::run(verified);
    }
    Corpus::Keep
});
