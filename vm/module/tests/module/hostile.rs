//! Random and damaged bytes: reading, verifying, listing and writing them never panics, and what is accepted is what it says it is.

use adv_module::{link, listing, read, verify, write};
use adv_testkit::Numbers;

use crate::build::*;
use crate::files::sealed;
use crate::rich::with_patterns;

/// Everything that can be done with bytes from outside.
fn endure(bytes: &[u8]) -> bool {
    let Ok(module) = read(bytes) else {
        return false;
    };
    assert_eq!(
        write(module.program()),
        bytes,
        "an accepted file is the one that would be written"
    );
    let _ = listing(module.program());
    match verify(module) {
        Ok(module) => {
            assert_eq!(write(module.program()), bytes);
            let linked = link(module, &[]);
            if let Err(adv_module::LinkError::Verify(error)) = linked {
                panic!("a verified module does not link: {error}");
            }
            true
        }
        Err(_) => false,
    }
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let mut stripped = with_patterns();
    stripped.strip();
    for module in [with_patterns(), stripped, of_functions(Vec::new())] {
        let bytes = write(&module);
        for length in 0..bytes.len() {
            let error = read(&bytes[..length]).expect_err("a part of a file");
            let expected = if length == 0 { "M0001" } else { "M0003" };
            assert_eq!(error.code(), expected, "{length} bytes: {error}");
            // The end is found by the lengths in the header.
            if length > 8 {
                assert!(!endure(&sealed(bytes[..length].to_vec())));
            }
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(read(&longer).is_err());
    }
}

#[test]
fn flipped_bytes_do_no_harm() {
    let mut stripped = with_patterns();
    stripped.strip();
    let files = [write(&with_patterns()), write(&stripped)];
    let mut random = Numbers::new(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    for round in 0..adv_testkit::sized(2_000, 20_000) {
        let mut bytes = files[round % 2].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() - 8);
            bytes[at] = match random.below(3) {
                0 => bytes[at] ^ (1 << random.below(8)),
                1 => bytes[at].wrapping_add(1),
                _ => random.bits() as u8,
            };
        }
        accepted += usize::from(endure(&sealed(bytes)));
    }
    assert!(accepted > 100, "some changes are harmless, {accepted}");
}

#[test]
fn every_byte_of_the_code_takes_every_value() {
    let mut module = with_patterns();
    module.strip();
    let bytes = write(&module);
    let code = module
        .functions
        .iter()
        .map(|function| function.code.len() * 8)
        .sum::<usize>();
    let first = module.functions[0].code[0].encode();
    let start = bytes
        .windows(8)
        .position(|window| window == first)
        .expect("the code is in the file");
    for at in (start..start + code).step_by(adv_testkit::sized(11, 1)) {
        for value in [
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x40, 0x50, 0x53, 0x54, 0x61, 0x70, 0x80, 0xff,
        ] {
            let mut changed = bytes.clone();
            changed[at] = value;
            endure(&sealed(changed));
        }
    }
}

/// Statements and their jumps: what is accepted has no jump that leads astray, as the walk over it finds.
#[test]
fn every_byte_of_the_strategies_takes_many_values() {
    let mut module = with_patterns();
    module.strip();
    let bytes = write(&module);
    let name = b"K-R-VS-K";
    let start = bytes.windows(name.len()).position(|window| window == name);
    let start = start.expect("the strategy is in the file");
    let mut accepted = 0;
    for at in start..start + 120 {
        for value in 0..=16 {
            let mut changed = bytes.clone();
            changed[at] = value;
            accepted += usize::from(endure(&sealed(changed)));
        }
    }
    assert!(accepted > 100, "some changes are harmless, {accepted}");
}

/// Patterns, evaluations and translations.
#[test]
fn every_byte_of_the_patterns_takes_many_values() {
    let mut module = with_patterns();
    module.strip();
    let bytes = write(&module);
    let find = |name: &[u8]| bytes.windows(name.len()).rposition(|window| window == name);
    let start = bytes.len() - module_tail(&module);
    let end = find(b"told").expect("the last test is in the file");
    let mut accepted = 0;
    for at in (start..end).step_by(adv_testkit::sized(11, 1)) {
        for value in (0..=16).chain([0x7f, 0x80, 0xff]) {
            let mut changed = bytes.clone();
            changed[at] = value;
            accepted += usize::from(endure(&sealed(changed)));
        }
    }
    assert!(accepted > 100, "some changes are harmless, {accepted}");
}

/// How many bytes of a file there are from its patterns on.
fn module_tail(module: &adv_module::Program) -> usize {
    let mut before = module.clone();
    before.patterns.clear();
    before.evaluations.clear();
    before.texts.clear();
    before.tests.clear();
    before.claims.clear();
    // The five empty lists, and the sum.
    let head = write(&before).len() - 5 - 8;
    write(module).len() - head
}

#[test]
fn bytes_without_any_sense_are_refused() {
    let mut random = Numbers::new(3);
    for length in 0..300 {
        let mut bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        assert!(read(&bytes).is_err());
        if length > 16 {
            bytes[..6].copy_from_slice(b"ADVC\x05\x00");
            assert!(read(&sealed(bytes)).is_err());
        }
    }
}
