//! The `.advc` file: its parts in order, its limits, and the two sums that guard it.
//!
//! ```text
//!   0   "ADVC"                      4 bytes
//!   4   format version              u16
//!   6   primitives used             u8    how many entries of the table, counted up to the highest number in the code
//!   7   their fingerprint           u64   FNV-1a over the names and types of these entries
//!  15   bytes of the records        u32
//!  19   bytes of the debug part     u32
//!  23   the records                 the fields of a [`crate::Program`] in their order, each record's fields in theirs
//!       the debug part              empty, or source text and places; may be taken out
//!       checksum                    u64   FNV-1a over everything before it
//! ```
//!
//! Fixed numbers are little-endian. Counts, lengths, numbers and ids in records are LEB128 in the shortest form; signed numbers are
//! zigzag LEB128. A text is its length in bytes and UTF-8. A list is its count and its members. An optional thing is a byte 0 or 1
//! and the thing, a variant is a byte and its fields, an instruction is eight bytes. The order of the fields is that of their declarations
//! (`record!`), from which reader and writer are made: another order or another field is another version of the format.
//!
//! The parts cover the file exactly: there is one file for one module, and `write(read(b)) == b` for every file that is accepted. The
//! checksum finds accidents only; what protects the machine is the verifier.
//!
//! # What is refused
//! Another magic or version, primitives that this version does not have or that had other types, lengths that do not add up, bytes that are
//! left over, numbers in a longer form than needed, texts that are not UTF-8, unknown tags, non-zero bytes in an instruction that has no
//! operand there, and every list and text beyond its limit below.

use crate::primitive::Primitive;

/// The first bytes of every file.
pub const MAGIC: [u8; 4] = *b"ADVC";
/// The version of the format. A reader accepts this one only.
pub const VERSION: u16 = 5;

/// Imports and functions together.
pub const MAX_FUNCTIONS: usize = 65_535;
/// Instructions of one function.
pub const MAX_CODE: usize = 65_535;
/// Registers of one function's window.
pub const MAX_REGISTERS: usize = 256;
/// Parameters of one function.
pub const MAX_PARAMS: usize = 64;
/// Entries of the pool.
pub const MAX_CONSTANTS: usize = 65_535;
/// Slots for values kept during a consultation.
pub const MAX_SLOTS: usize = 4_096;
/// Bytes of a name, a doc comment, a FEN or another text of a record.
pub const MAX_STRING: usize = 1 << 20;
/// Bytes of the source text.
pub const MAX_SOURCE: usize = 16 << 20;
/// Files of one program, its own included.
pub const MAX_FILES: usize = 256;
/// Pieces-of-advice.
pub const MAX_ADVICE: usize = 4_096;
/// Advice tables.
pub const MAX_TABLES: usize = 4_096;
/// Strategies.
pub const MAX_STRATEGIES: usize = 4_096;
/// Patterns.
pub const MAX_PATTERNS: usize = 4_096;
/// Names of a pattern's path.
pub const MAX_PATH: usize = 8;
/// Evaluations.
pub const MAX_EVALUATIONS: usize = 256;
/// Facts that an evaluation tells.
pub const MAX_TOLD: u8 = 12;
/// Each weight of an evaluation's similarity.
pub const MAX_WEIGHT: u16 = 1_000;
/// Forms of a choice in a text.
pub const MAX_FORMS: usize = 8;
/// Statements of one strategy's body.
pub const MAX_STATEMENTS: usize = 65_535;
/// Members of any other list: exports, tests, claims, rules, entries, classes, keys, conjuncts, boards.
pub const MAX_ITEMS: usize = 65_535;
/// Goals of one claim.
pub const MAX_GOALS: usize = 64;
/// Positions that one claim lists.
pub const MAX_LISTED: usize = 10_000;
/// Random positions of one claim.
pub const MAX_RANDOM: u64 = 10_000_000;
/// The bound of a claim, in its unit.
pub const MAX_BOUND: u32 = 100_000;
/// The bound of a forcing-tree, in plies.
pub const MAX_PLIES: u16 = 200;
/// The bound of what the moves of a line cost, in wholes of a thousand.
pub const MAX_EFFORT: u32 = 1_000_000;
/// Functions in one chain of calls.
pub const MAX_CALL_DEPTH: u32 = 200;
/// Pieces-of-advice in one chain of `satisfiable`, the outermost included.
pub const MAX_NESTED_ADVICE: u32 = 16;
/// Strategies in one chain of `apply`, the outermost included.
pub const MAX_APPLIED: u32 = 200;
/// Loops inside one another in one function.
pub const MAX_LOOP_DEPTH: usize = 8;
/// The bound of a function's cost, in units of fuel.
pub const MAX_COST: u64 = 1 << 40;
/// Men of one kind that a declared material may count.
pub const MAX_MEN: u8 = 64;

/// Bytes before the records.
pub const HEADER: usize = 23;
/// Bytes of the checksum.
pub const CHECKSUM: usize = 8;

/// What a FNV-1a sum begins with.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// The FNV-1a sum of some bytes, 64 bits wide (Fowler, Noll, Vo).
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fold(FNV_START, bytes)
}

/// Goes on with a FNV-1a sum.
fn fold(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The sum over names and types of the first `count` primitives: each is its name, its parameters' tags, the result's tag, and
/// whether it looks at the position, with a byte 255 after every part, which neither a tag nor UTF-8 can be.
///
/// Costs and docs are left out: changing them does not change what a program means.
pub fn primitive_fingerprint(count: u8) -> u64 {
    Primitive::ALL
        .iter()
        .take(usize::from(count))
        .fold(FNV_START, |sum, entry| {
            let sum = fold(fold(sum, entry.name.as_bytes()), &[255]);
            let sum = entry
                .params
                .iter()
                .fold(sum, |sum, ty| fold(sum, &[ty.tag()]));
            fold(
                sum,
                &[255, entry.result.tag(), u8::from(entry.reads_position), 255],
            )
        })
}
