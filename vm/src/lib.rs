//! Runs verified modules: evaluation, forcing-tree search, advice tables.
//!
//! ```text
//!   Engine ── consult(table, position) ──▶ Consultation { rule, tried, advice, tree, … }
//!     │ decides           consultation.rs, engine.rs
//!     ▼
//!   consult.rs            rules and lists
//!   search.rs             the six rules of a forcing-tree
//!     │ asks for moves    moves.rs: classes, directions, keys, in order, lazily
//!     │ asks goals        machine.rs: a match loop over 8-byte steps (fuse.rs); host.rs: the primitives
//!     ▼
//!   tree.rs               the tree as data, an arena in preorder
//! ```
//!
//! Architecture invariant: this crate knows no syntax, no file and no terminal. It accepts linked modules only, which only the
//! verifier makes, and runs under a budget ([`Limits`]).

mod consultation;
mod engine;

mod consult;

mod run;
mod search;

mod env;
mod fuse;
mod host;
mod keys;
mod machine;
mod moves;
mod roots;

mod tree;
mod values;
mod why;

mod facts;
mod strategy;

mod limits;

pub use consultation::{Consultation, Decision, Failure, Tried};
pub use engine::{Engine, Options};
pub use facts::{BoardFacts, NodeFacts, PartFacts, SideFacts};
pub use limits::{Limits, Stop};
pub use run::{NestedCount, Replies};
pub use strategy::{
    Done, Ending, Mode, Origin, PStrategy, ReplyError, Step, Strategy, StrategyKey, Stuck,
    StuckCause, Subject,
};
pub use tree::{Node, Tree};
pub use values::value_text;
pub use why::{GoalKind, NearMiss, PartFailure};
