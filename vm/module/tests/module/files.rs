//! Writing and reading.

use adv_module::format::{HEADER, VERSION, fnv1a, primitive_fingerprint};
use adv_module::program::*;
use adv_module::{FnId, Frame, Needs, Op, PrimId, ReadFault, Ty, read, write};
use adv_testkit::Numbers;

use crate::build::*;
use crate::rich::with_patterns;

/// Puts the checksum right after a change.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = bytes.len() - 8;
    let sum = fnv1a(&bytes[..body]);
    bytes.truncate(body);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn an_instruction_has_eight_bytes_in_file_and_memory() {
    assert_eq!(std::mem::size_of::<Op>(), 8);
    assert_eq!(Op::Loop { to: 3 }.encode(), [0x54, 0, 0, 0, 3, 0, 0, 0]);
    let call = Op::Call {
        dst: r(1),
        base: r(2),
        frame: Frame::Root,
        function: FnId(0x0102),
    };
    assert_eq!(call.encode(), [0x61, 1, 2, 2, 2, 1, 0, 0]);
    assert_eq!(Op::decode(call.encode()), Some(call));
}

/// Every byte word that is an instruction is the one that the instruction is written as.
#[test]
fn instructions_are_written_in_one_way() {
    let mut random = Numbers::new(7);
    let mut accepted = 0;
    for _ in 0..200_000 {
        let mut bytes = (random.bits() & 0x0000_00ff_0303_03ff).to_le_bytes();
        bytes[0] = (random.below(8) * 16 + random.below(13)) as u8;
        if let Some(op) = Op::decode(bytes) {
            assert_eq!(op.encode(), bytes);
            accepted += 1;
        }
    }
    assert!(accepted > 1_000);
}

/// The module with a source of three files.
pub fn several() -> Program {
    let mut module = with_patterns();
    if let Some(source) = &mut module.source {
        let mut used = |path: &str, text: &str| {
            source.text.push('\n');
            let start = source.text.len() as u32;
            source.text.push_str(text);
            source.used.push(UsedFile {
                path: path.to_owned(),
                start,
            });
        };
        used("lib/rook.adv", "number a = 1\n");
        used("../kings.adv", "");
    }
    module
}

/// Tags and the order of fields are those of the version: who changes one changes the version too.
#[test]
fn a_module_has_the_bytes_of_its_version() {
    let sum = fnv1a(&write(&several()));
    assert_eq!((VERSION, sum), (5, 0x8497_ed8a_e53f_e721));
}

#[test]
fn a_module_is_read_as_it_was_written() {
    let mut stripped = with_patterns();
    stripped.strip();
    let mut placed = with_patterns();
    placed.source = None;
    let imports = UnverifiedImports::module();
    let modules = [with_patterns(), stripped, placed, several(), imports];
    for module in modules.into_iter().chain([of_functions(Vec::new())]) {
        let bytes = write(&module);
        assert_eq!(read(&bytes), Ok(module.clone().into()));
        assert_eq!(write(&module), bytes);
    }
}

/// A module with imports, for the round trip.
struct UnverifiedImports;

impl UnverifiedImports {
    fn module() -> adv_module::Program {
        let yes = vec![
            Op::Truth {
                dst: r(0),
                value: true,
            },
            Op::Return { src: r(0) },
        ];
        let params = [Ty::Board, Ty::Side];
        let std = library(
            "std",
            "1",
            vec![function("yes", &params, Ty::Truth, Needs::ROOT, yes)],
        );
        let mut module = of_functions(Vec::new());
        module.imports = vec![import(&std, "yes")];
        module
    }
}

#[test]
fn stripping_leaves_no_source_and_a_smaller_file() {
    let mut stripped = with_patterns();
    stripped.strip();
    assert!(stripped.source.is_none());
    assert!(
        stripped
            .functions
            .iter()
            .all(|function| function.places.is_empty())
    );
    assert_eq!(
        stripped.advice[0].better.parts[0]
            .compare
            .as_ref()
            .map(|c| c.left_place),
        Some(Place::default())
    );
    assert!(write(&stripped).len() < write(&with_patterns()).len());
    verified(stripped);
}

/// The lengths of the records and of the debug part.
fn lengths(bytes: &[u8]) -> [usize; 2] {
    [15, 19].map(|at| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i])) as usize)
}

#[test]
fn the_parts_cover_the_file() {
    let bytes = write(&with_patterns());
    let [records, debug] = lengths(&bytes);
    assert_eq!(HEADER + records + debug + 8, bytes.len());
    let mut stripped = with_patterns();
    stripped.strip();
    assert_eq!(lengths(&write(&stripped))[1], 0);
}

#[test]
fn the_header_counts_the_primitives_used() {
    let bytes = write(&with_patterns());
    assert_eq!(bytes[6], PrimId::Dist.tag() + 1);
    assert_eq!(
        bytes[7..15],
        primitive_fingerprint(PrimId::Dist.tag() + 1).to_le_bytes()
    );
    assert_ne!(primitive_fingerprint(1), primitive_fingerprint(2));
}

/// Changes a file, puts its checksum right, and gives the code and the sentence of the error.
fn spoilt(change: impl FnOnce(&mut Vec<u8>)) -> (&'static str, String) {
    let mut bytes = write(&with_patterns());
    change(&mut bytes);
    let error = read(&sealed(bytes)).expect_err("the file is spoilt");
    (error.code(), error.to_string())
}

#[test]
fn every_kind_of_damage_has_its_sentence() {
    assert_eq!(
        spoilt(|bytes| bytes[0] = b'X'),
        (
            "M0001",
            "not a compiled module: it does not begin with `ADVC` (byte 0)".to_owned()
        )
    );
    assert_eq!(
        spoilt(|bytes| bytes[4] = 4),
        (
            "M0002",
            "the module has format version 4, expected 5; compile it again with this version of adv (byte 4)".to_owned()
        )
    );
    assert!(
        spoilt(|bytes| bytes[6] = 200)
            .1
            .contains("primitives up to number 200")
    );
    assert!(
        spoilt(|bytes| bytes[7] ^= 1)
            .1
            .contains("primitives with other names or types")
    );
    assert_eq!(spoilt(|bytes| bytes[15] ^= 1).0, "M0003");
    assert_eq!(spoilt(|bytes| bytes[18] = 1).0, "M0003");
    assert_eq!(spoilt(|bytes| bytes[16] -= 1).0, "M0004");
    let mut bytes = write(&with_patterns());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    let error = read(&bytes).expect_err("the checksum differs");
    assert_eq!((error.code(), error.fault), ("M0004", ReadFault::Corrupt));
    assert!(error.sentence.contains("checksum"));
}

/// Puts bytes in place of the first `old` bytes of the records, which are the name.
fn name(old: usize, new: &[u8]) -> (&'static str, String) {
    spoilt(|bytes| {
        let length = (lengths(bytes)[0] - old + new.len()) as u32;
        bytes[15..19].copy_from_slice(&length.to_le_bytes());
        bytes.splice(HEADER..HEADER + old, new.iter().copied());
    })
}

#[test]
fn numbers_and_texts_have_one_form() {
    // The name is `krk`: its length 3 and three bytes.
    assert!(name(1, &[0x83, 0]).1.contains("longer than needed"));
    assert!(name(1, &[0xff; 11]).1.contains("longer than 64 bits"));
    assert!(name(2, &[3, 0xff]).1.contains("not UTF-8"));
    assert!(name(1, &[0xff, 0x7f]).1.contains("do not fit"));
    assert_eq!(name(1, &[0xff, 0xff, 0x7f]).0, "M0005");
    assert!(name(0, &[0]).0 == "M0004");
}
