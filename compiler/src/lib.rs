//! From source text to an unverified module and diagnostics.
//!
//! ```text
//!   text ──syntax──▶ ast ──check──▶ hir::Checked ──lower──▶ Program
//!                     │       │
//!                     │       └ lint: what is silently true, never reached, never used
//!                     └ Error nodes where the parser gave up, silent afterwards
//! ```
//!
//! Architecture invariant: no input or output, no search. Sources and libraries come in as values; messages go out as
//! [`diagnostics::Diagnostic`]s, which a renderer turns into text.

pub mod source;

pub mod files;

pub mod diagnostics;

pub mod symbols;

pub mod syntax;

pub mod hir;

pub mod index;

mod check;

mod lint;

mod analysis;

pub mod fold;

pub mod lower;

mod library;

mod compile;

mod passes;

pub use analysis::{Analysis, analyse, looked_for};
pub use compile::{
    AddedClaims, Compilation, compile, compile_analysis, compile_with_claims, compile_with_passes,
};
pub use library::{Libraries, Library, LibrarySet};
pub use passes::{Passes, Switch};
