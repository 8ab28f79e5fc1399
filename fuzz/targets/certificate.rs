//! Certificates: any bytes are refused or verified, twice alike, and what is verified is not verified any more when its claim of a length
//! is made shorter than its worst case.
//!
//! The checksum is mended first, since chance would not find it.
#![no_main]

use adv_module::format::fnv1a;
use libfuzzer_sys::{Corpus, fuzz_target};

/// Where the checksum is, and where what it is of begins.
const SUM: std::ops::Range<usize> = 6..14;

/// Writes the checksum anew.
fn mend(bytes: &mut [u8]) {
    if bytes.len() >= SUM.end {
        let sum = fnv1a(&bytes[SUM.end..]).to_le_bytes();
        bytes[SUM].copy_from_slice(&sum);
    }
}

/// Where the bound is: after the two texts, the fingerprint and the flags.
fn bound(bytes: &[u8]) -> Option<usize> {
    let mut at = SUM.end;
    for _ in 0..2 {
        let length = bytes.get(at..at + 2)?;
        at += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    Some(at + 32 + 1).filter(|at| at + 8 <= bytes.len())
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let mut bytes = bytes.to_vec();
    mend(&mut bytes);
    let first = adv_certificate::verify(&bytes);
    assert_eq!(
        adv_certificate::verify(&bytes),
        first,
        "the same answer twice"
    );
    if let Ok(verdict) = first {
        assert!(verdict.positions > 0 && verdict.states >= 1);
        assert!(
            verdict
                .bound
                .is_none_or(|bound| verdict.worst_plies <= bound)
        );
        let at = bound(&bytes).expect("a certificate that holds has a bound");
        let shorter = verdict.worst_plies.saturating_sub(1);
        if shorter > 0 {
            bytes[at..at + 8].copy_from_slice(&shorter.to_le_bytes());
            mend(&mut bytes);
            assert!(
                adv_certificate::verify(&bytes).is_err(),
                "shorter than the worst case"
            );
        }
    }
    Corpus::Keep
});
