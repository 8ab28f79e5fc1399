//! The `.advc` file: its parts in order, its limits, and the two sums that guard it.
//!
//! ```text
//!   0   "ADVC"                      4 bytes
//!   4   format version              u16
//!   6   primitives used             u8    how many entries of the table, counted up to the highest number in the code
//!   7   their fingerprint           u64   FNV-1a over the names and types of these entries
//!  15   section table               16 x (kind u8, length u32)
//!  95   Identity                    name, version, doc, material, example, slots
//!       Constants                   count, raw words
//!       Imports                     count, (module, version, name, component, parameters, result, needs)
//!       Functions                   count, (name, parameters, result, needs, registers, code length)
//!       Code                        every function's instructions one after the other, eight bytes each
//!       Exports                     count, (name, parameters, result, functions, needs, doc)
//!       Advice                      count, pieces-of-advice
//!       Tables                      count, tables
//!       Strategies                  count, strategies: their statements are numbered, and jump by these numbers
//!       Patterns                    count, patterns
//!       Evaluations                 count, evaluations
//!       Texts                       count, translations by language
//!       Tests                       count, tests
//!       Claims                      count, claims
//!       Debug                       empty, or source text and places; may be taken out. Before the source is a byte: 0 for none, 1 for
//!                                   a program of one file, 2 for one of several, whose paths and beginnings follow the text
//!       Checksum                    FNV-1a over everything before it, u64
//! ```
//!
//! Fixed numbers are little-endian. Counts, lengths and ids in records are LEB128 in the shortest form; signed numbers are
//! zigzag LEB128. A text is its length in bytes and UTF-8. A list is its count and its members. An optional thing is a byte 0 or 1
//! and the thing. A types' list is a count and a byte each.
//!
//! Every section is always there, in this order, and together they cover the file exactly: there is one file for one module, and
//! `write(read(b)) == b` for every file that is accepted. The checksum finds accidents only; what protects the machine is the
//! verifier.
//!
//! # What is refused
//! Another magic or version, primitives that this version does not have or that had other types, a section out of its order,
//! lengths that do not add up, bytes that are left over, numbers in a longer form than needed, texts that are not UTF-8, unknown
//! tags, non-zero bytes in an instruction that has no operand there, and every count beyond its limit below.

use crate::primitive::Primitive;

/// The bit of the byte that says which tree a piece-of-advice looks for, where what its moves cost follows. A module without costs has
/// the bytes that it had before there were any.
pub(crate) const HAS_COST: u8 = 0x80;

/// The bit of a goal's first byte that says that the zones of each conjunct follow its boards. A goal without zones has the bytes that it
/// had before there were any.
pub(crate) const GOAL_HAS_ZONES: u8 = 0x80;

/// The bit of a goal's first byte that says that the cases of each conjunct follow, after its zones.
pub(crate) const GOAL_HAS_CASES: u8 = 0x40;

/// The bit of the byte of a class that says whether it has a side, where its zones follow its keys. The byte of its roles has no room.
pub(crate) const CLASS_HAS_ZONES: u8 = 0x80;

/// The bit of the last flag of a claim that says that the zones of its descriptors follow. A claim without any has the bytes that it had before.
pub(crate) const CLAIM_HAS_ZONES: u8 = 0x80;

/// The first bytes of every file.
pub const MAGIC: [u8; 4] = *b"ADVC";
/// The version of the format. A reader accepts this one only.
pub const VERSION: u16 = 4;

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

/// The kinds of sections in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Section {
    /// Name, version, doc, material, example, number of slots.
    Identity = 1,
    /// The pool.
    Constants = 2,
    /// Functions of libraries.
    Imports = 3,
    /// Names, types and sizes of the functions.
    Functions = 4,
    /// Their instructions.
    Code = 5,
    /// Definitions for other modules.
    Exports = 6,
    /// Pieces-of-advice.
    Advice = 7,
    /// Advice tables.
    Tables = 8,
    /// Strategies.
    Strategies = 9,
    /// Patterns.
    Patterns = 10,
    /// Evaluations.
    Evaluations = 11,
    /// Texts in other languages.
    Texts = 12,
    /// Tests.
    Tests = 13,
    /// Claims.
    Claims = 14,
    /// Source text and places, or nothing.
    Debug = 15,
    /// The sum over everything before it.
    Checksum = 16,
}

impl Section {
    /// Every kind in the order of the file.
    pub const ALL: [Section; 16] = [
        Section::Identity,
        Section::Constants,
        Section::Imports,
        Section::Functions,
        Section::Code,
        Section::Exports,
        Section::Advice,
        Section::Tables,
        Section::Strategies,
        Section::Patterns,
        Section::Evaluations,
        Section::Texts,
        Section::Tests,
        Section::Claims,
        Section::Debug,
        Section::Checksum,
    ];

    /// The byte in the section table.
    pub const fn tag(self) -> u8 {
        self as u8
    }

    /// The word in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Section::Identity => "identity",
            Section::Constants => "constants",
            Section::Imports => "imports",
            Section::Functions => "functions",
            Section::Code => "code",
            Section::Exports => "exports",
            Section::Advice => "advice",
            Section::Tables => "tables",
            Section::Strategies => "strategies",
            Section::Patterns => "patterns",
            Section::Evaluations => "evaluations",
            Section::Texts => "texts",
            Section::Tests => "tests",
            Section::Claims => "claims",
            Section::Debug => "debug",
            Section::Checksum => "checksum",
        }
    }
}

/// Bytes before the section table.
pub const PREAMBLE: usize = 15;
/// Bytes before the first section.
pub const HEADER: usize = PREAMBLE + 5 * Section::ALL.len();
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
