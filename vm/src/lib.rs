//! Runs verified modules: evaluation, forcing-tree search, advice tables, strategies.
//!
//! ```text
//!   Strategy ── begin(subject, position), resume(reply) ──▶ Step   strategy/: the coroutine and its cursor
//!     │ asks for trees
//!   Engine ── consult(table, position) ──▶ Consultation { rule, tried, advice, tree, … }
//!     │ decides           consultation.rs, engine.rs, facts.rs
//!     ▼
//!   consult.rs            rules and lists
//!   search/               the six rules of a forcing-tree, and the p-strategies of actions; moves in order; all trees that would do
//!     │ asks goals        machine.rs: a match loop over 8-byte steps (fuse.rs); host.rs: the primitives
//!     ▼
//!   tree.rs               the tree as data, an arena in preorder
//! ```
//!
//! # Using it
//!
//! | to                                              | take                                                      |
//! |-------------------------------------------------|-----------------------------------------------------------|
//! | make a program ready                            | [`Engine::new`], of what `adv_module::link` gives         |
//! | ask once: a table, a piece-of-advice            | [`Engine::consult`], [`Engine::try_advice`]               |
//! | ask for many positions, the short answer        | [`Engine::decisions`], or [`Engine::decide`] for one      |
//! | choose what is asked, by name or by position    | [`Subject::choose`], [`Subject::named`]                   |
//! | try a list entry by entry, under one budget     | [`Engine::list_in`], [`Engine::try_entry`]                |
//! | ask it, whatever it is                          | [`Engine::ask`], [`Engine::ask_briefly`]                  |
//! | try one action of a strategy by itself           | [`Engine::try_action`]                                    |
//! | play: a strategy, a table, a piece-of-advice    | [`Strategy::begin`], [`Strategy::resume`], [`Step`]       |
//! | take a move back, try two replies               | a clone of the [`Strategy`]                               |
//! | know whether two runs will go the same way      | [`Strategy::key`]                                         |
//! | see what was true at a node of a tree           | [`Engine::facts`]                                         |
//! | see why a piece-of-advice is not satisfied      | [`Engine::refute`]                                        |
//! | know which moves a program does not tell apart  | [`Engine::alike`]                                         |
//! | play by the thousand                            | [`Engine::set_reasons`], [`Strategy::key_after`]          |
//! | follow all games at once                        | [`Engine::junction`], [`Engine::branch`]                  |
//! | answer `won`, `dtm` and their like              | [`Engine::set_oracle`]                                    |
//! | follow a search node by node                    | [`Engine::trace`], [`Engine::traced`]                     |
//! | see every attempt of a search                   | [`Engine::record_searched`], [`Engine::searched`]         |
//! | know where the time goes                        | [`Engine::counting`], [`Engine::record`], [`weight`]      |
//! | bound what one step may spend                   | [`Limits`]; reaching one is a [`Stop`]                    |
//!
//! A game of a strategy against an opponent, from an engine and a position in which it is to move:
//!
//! ```
//! use adv_chess::{Game, Move, Position};
//! use adv_vm::{Engine, Failure, Mode, Step, Strategy};
//!
//! fn play(
//!     engine: &mut Engine,
//!     start: &Position,
//!     mut reply: impl FnMut(&Position) -> Move,
//! ) -> Result<(Game, Step), Failure> {
//!     let mut game = Game::new(*start);
//!     let subject = engine.subject_for(start).expect("the program has something for the position");
//!     let (mut strategy, mut step) = Strategy::begin(engine, subject, start, Mode::Strong)?;
//!     while let Some(ours) = step.our_move() {
//!         game.play(ours).expect("moves of a strategy are legal");
//!         // Without a legal reply the run is resumed with none, and says how it has ended.
//!         let theirs = game.position().has_legal_move().then(|| reply(game.position()));
//!         step = strategy.resume(engine, theirs).expect("the reply is legal");
//!         if let Some(theirs) = theirs {
//!             game.play(theirs).expect("the strategy has taken it");
//!         }
//!     }
//!     Ok((game, step)) // Step::Done or Step::Stuck
//! }
//! ```
//!
//! `examples/embed.rs` of the project does this from the text of a program on.
//!
//! Architecture invariant: this crate knows no syntax, no file and no terminal. It accepts linked modules only, which only the
//! verifier makes, and runs under a budget ([`Limits`]).

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod answer;
mod asking;
mod beyond;
mod bound;
mod codes;
mod consultation;
mod engine;
mod entries;
mod subject;

mod consult;
mod decisions;

mod run;
mod search;

#[expect(clippy::indexing_slicing, reason = "a frame is one of three")]
mod env;
#[expect(
    clippy::indexing_slicing,
    reason = "a place in the code is below its length"
)]
mod fuse;
mod given;
mod host;
mod lean_root;
#[expect(
    clippy::indexing_slicing,
    reason = "the verifier has checked what instructions name, and here a missing check counts"
)]
mod machine;
mod native_host;
#[expect(
    clippy::indexing_slicing,
    reason = "there is a place for each record and each man"
)]
mod native_rows;
#[expect(
    clippy::indexing_slicing,
    reason = "there is a place for each function and each side"
)]
mod natives;
mod roots;

mod tree;
mod values;
mod view;
mod why;

mod profile;
mod searched;
mod stack;
mod trace;
mod ways;

mod facts;
mod refutation;
mod strategy;
mod texts;
mod ties;

mod limits;
mod oracle;
mod plans;

pub use adv_chess::{Outcome, Worth};
pub use adv_jit::NoCode;
pub use adv_primitives::way_facts::{WayFacts, WaysFacts};
pub use adv_primitives::ways::{ZoneOperands, horizon};
pub use adv_primitives::zone_facts::{
    AttackFacts, BundleFacts, ClosingFacts, MOST_LISTED, ZoneFacts, trajectory_text,
};
pub use answer::Answer;
pub use asking::Asking;
pub use bound::Squares;
pub use consultation::{Consultation, DearLine, Decision, Failure, LineEnds, Tried};
pub use decisions::Decisions;
pub use engine::{Engine, Options};
pub use entries::{LastSearch, TableList};
pub use facts::{BoardFacts, NodeFacts, PartFacts, SeenZone, SideFacts};
pub use limits::{Limits, Stop};
pub use oracle::Oracle;
pub use profile::{PieceCount, ProfileCounts, weight};
pub use refutation::{
    Refutation, RefutationBound, RefutationNode, RefutationStep, RefutationTask, RefutedBy,
    RefutedLine, RefutedMove,
};
pub use run::{NestedCount, Replies};
pub use search::easiest::ProofNumbers;
pub use search::looked::LookedAt;
pub use search::memory::MemoryUse;
pub use searched::{
    BranchEnd, ClassTally, DecidingPart, GoalTally, SearchTally, Searched, SearchedBranch,
    SearchedRun, SelectedBy,
};
pub use strategy::{
    ActionStatement, Branch, Branches, Chosen, Done, Ending, Junction, Mode, Origin, PStrategy,
    ReplyError, Step, Strategy, StrategyKey, Stuck, StuckCause, Subject, Wanted,
};
pub use subject::{ChooseError, Names, SubjectKind};
pub use texts::{SlotValue, text_in_words, text_with};
pub use trace::{Trace, TraceEntry, TraceEvent, TracePart, TraceVerdict, TraceVisit};
pub use tree::{Node, Tree};
pub use values::{value_in_words, value_text};
pub use why::{GoalKind, NearMiss, PartFailure, ZoneMiss};
