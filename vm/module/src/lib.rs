//! The instruction set of adv and its module file: write, read, verify, link, disassemble.
//!
//! ```text
//!   compiler ──▶ Program ──write──▶ .advc ──read──▶ Unverified(Program)
//!                       │ verify: bounds, duplicates, flow, statements, types, acyclic, needs, …
//!                       ▼
//!                    Module            nothing in it can go wrong when it runs, but for the budget
//!                       │ link: libraries' functions copied in
//!                       ▼
//!                    Linked            what the machine takes
//! ```
//!
//! A [`Module`] and a [`Linked`] have private fields and one way each to come into being, so no stage can be left out.
//!
//! Architecture invariant: this crate knows no chess and no syntax. Squares are bits of a word, a FEN is a text that this crate does not
//! parse, and no input, however hostile, makes it panic.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod data;
mod disasm;
mod error;
pub mod format;
mod fuel;
pub mod ids;
pub mod language;
pub mod layout;
mod link;
pub mod op;
pub mod primitive;
pub mod program;
mod read;
pub mod types;
mod verify;
pub mod visible;
mod write;

pub use disasm::{listing, listing_of_verified};
pub use error::{LinkError, Property, ReadError, ReadFault, VerifyError};
pub use fuel::Charges;
pub use ids::{
    AdviceId, ConstId, EvaluationId, FnId, Id, PatternId, Reg, SlotId, StrategyId, TableId,
};
pub use link::{Derived, Linked, NotJoined, link};
pub use op::Op;
pub use primitive::{PrimId, Primitive};
pub use program::Program;
pub use read::read;
pub use types::{AdviceKind, Direction, Frame, Needs, SearchMode, Ty, When, Who};
pub use verify::{Module, Unverified, settle, verify};
pub use write::write;
