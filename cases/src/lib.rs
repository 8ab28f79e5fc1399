//! The case base: positions whose explanations a person approved, kept as JSON lines, and the nearest of them to a position.
//!
//! ```text
//!   bytes ──read──▶ CaseBase ──write──▶ bytes                    what `write` has written is written again as it was
//!     │               │  ▲
//!     │               │  └─ push, remove, merge                  the changes of a base
//!     │               ├─ nearest(question) ──▶ Near              which cases resemble a position, and how much
//!     │               └─ export ──▶ EPD, PGN                     for other programs
//!     ├─import──▶ CaseBase                                       of a file of version 1, or of lines without a first line
//!     └─repair──▶ Repaired: the good lines, and a list of the others
//! ```
//!
//! | file | has |
//! | --- | --- |
//! | `case.rs` | a case, the rules that make one valid, and its form as JSON |
//! | `base.rs` | a base of them: numbers, adding, removing |
//! | `file.rs` | the file, with the line and code of each fault; `old.rs` reads version 1 |
//! | `text.rs`, `export.rs` | cases as text for readers; EPD and PGN |
//! | `merge.rs` | two bases as one |
//! | `similarity.rs`, `nearest.rs` | likeness of a position and a case; the nearest cases |
//!
//! A fact is plain data here: the name of its pattern, its side, its squares and its worth. The caller knows which patterns exist, and the
//! branch of each in the tree of evaluation ([`Branches`]), so that this crate needs no compiler.
//!
//! Architecture invariant: this crate knows `adv-chess` only, and does no input or output. No bytes make any function panic.
//!
//! ```
//! let text = "{\"format\":\"adv cases\",\"version\":2}\n";
//! let base = adv_cases::read(text.as_bytes())?;
//! assert_eq!(base.cases().len(), 0);
//! assert_eq!(adv_cases::write(&base), text);
//! # Ok::<(), adv_cases::CaseFault>(())
//! ```

mod base;
mod case;
pub mod export;
mod file;
mod merge;
mod nearest;
mod old;
mod similarity;
mod text;

pub use base::CaseBase;
pub use case::{
    Case, CaseFact, InvalidCase, MAX_FACTS, MAX_NAME_BYTES, MAX_PLANS, MAX_TEXT_BYTES, MAX_TEXTS,
    MAX_WORTH, Name, Saying, Slot,
};
pub use file::{
    CaseFault, MAX_BYTES, MAX_CASES, Repaired, VERSION, import, read, repair, write, write_lines,
};
pub use merge::{Conflict, MergeReport, Prefer, merge};
pub use nearest::{Branches, Fact, Near, Neighbour, Question, neighbours};
pub use similarity::{Likeness, SimilarityWeights};
pub use text::{case_text, fact_text, list_text, pawns_text};
