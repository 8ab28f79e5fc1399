//! The case base: positions whose explanations a person approved, kept as text, and the nearest of them to a position.
//!
//! ```text
//!   bytes ──read──▶ CaseBase ──write──▶ the same bytes           one spelling only
//!     │               │  ▲
//!     │               │  └─ push, remove, merge                  the changes of a base
//!     │               ├─ nearest(question) ──▶ Near              which cases resemble a position, and how much
//!     │               └─ export ──▶ EPD, PGN, JSON lines ──import──▶ the same CaseBase
//!     └─repair──▶ Repaired: the records that are whole, and a list of the lines that are left out
//! ```
//!
//! | file | has |
//! | --- | --- |
//! | `case.rs` | a case, and the rules that make one valid |
//! | `base.rs` | a base of them: numbers, adding, removing; `index.rs` finds cases by their facts |
//! | `read.rs`, `record.rs`, `fen.rs`, `lines.rs`, `write.rs`, `sum.rs` | the file |
//! | `text.rs` | cases as text for readers |
//! | `fault.rs` | the faults of a file, with line and code |
//! | `repair.rs`, `merge.rs` | the whole records of a damaged file; two bases as one |
//! | `similarity.rs`, `nearest.rs` | likeness of a position and a case; the nearest cases |
//! | `export` | other formats, out and in |
//!
//! A fact is plain data here: the name of its pattern, its side, its squares and its worth. The caller knows which patterns exist, and the
//! branch of each in the tree of evaluation ([`Branches`]), so that this crate needs no compiler.
//!
//! Architecture invariant: this crate knows `adv-chess` only, and does no input or output. No bytes make any function panic.
//!
//! ```
//! let text = "adv cases 1\nend 0 cbf29ce484222325\n";
//! let base = adv_cases::read(text.as_bytes())?;
//! assert_eq!(base.records().len(), 0);
//! assert_eq!(adv_cases::write(&base), text);
//! # Ok::<(), adv_cases::CaseFault>(())
//! ```

mod fault;

mod case;

mod base;
mod index;

mod fen;

mod lines;
mod read;
mod record;
mod sum;
mod text;
mod write;

mod merge;
mod repair;

mod nearest;
mod similarity;

pub mod export;

pub use base::{CaseBase, Record};
pub use case::{
    Case, CaseFact, InvalidCase, MAX_FACTS, MAX_NAME_BYTES, MAX_PLANS, MAX_TEXT_BYTES, MAX_TEXTS,
    MAX_WORTH, Name, Saying, Slot,
};
pub use fault::{CaseFault, FaultKind};
pub use merge::{Conflict, MergeReport, Prefer, merge};
pub use nearest::{Branches, Fact, Near, Neighbour, Question, neighbours};
pub use read::{MAX_BYTES, MAX_CASES, VERSION, read, version};
pub use repair::{LeftOut, Renumbered, Repaired, repair};
pub use similarity::{Likeness, SimilarityWeights};
pub use text::{case_text, list_text, pawns_text};
pub use write::{squares_text, write};
