//! adv, a language for chess strategies: load a program, ask it, play it, prove it.
//!
//! ```text
//!   source text ┐                       ┌─ ask, play ──▶ Answer, GameRecord ──┐
//!               ├─▶ Rulebook ──▶ Engine ┼─ survey ─────▶ SurveyResult        ├──▶ render: text, JSON, PGN, DOT, SVG, HTML
//!   module file ┘     │                 └─ match ──────▶ GameTally           │
//!                     └──▶ Prover ─────────────────────▶ Proved ─────────────┘
//! ```
//!
//! A [`Rulebook`] is a loaded program: compiled, verified once and linked once. An [`Engine`] asks it under [`Limits`]. A [`Subject`] is
//! the part of the program that answers: a strategy, a table or a piece-of-advice.
//!
//! # From a text to a game
//!
//! ```
//! use adv::{GameRules, Limits, Names, Random, Rulebook, Subject, play_game, position};
//!
//! let rulebook = Rulebook::load("hello.adv", include_str!("../../examples/hello.adv"))?;
//! let mut engine = rulebook.engine(Limits::default());
//! let start = position("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")?;
//! let subject = Subject::choose(rulebook.program(), &Names::default(), &start)?;
//! let rules = GameRules::new(subject);
//! let record = play_game(&mut engine, &rules, &start, start.turn(), &mut Random::new(1))?;
//! println!("{}", adv::render::pgn::game(&record.played(rulebook.program(), "random moves")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types and functions by task
//!
//! | to                                              | take                                                             |
//! |-------------------------------------------------|------------------------------------------------------------------|
//! | load a program                                  | [`Rulebook::load`]; [`Examination`] has its warnings as well     |
//! | load a program of several files                 | [`Rulebook::load_with`], with the files as [`Sources`]           |
//! | show the faults of a text                       | [`Examination::of_text`], [`mod@diagnostics`]                    |
//! | definitions, references and types of a text     | [`analysis::analyse`]                                            |
//! | choose the part of a program that answers       | [`Subject::choose`], [`Subject::named`]                          |
//! | ask in one position                             | [`Engine::ask`]; in many [`Engine::ask_briefly`]                 |
//! | value of an expression in a position            | [`Expression::compile`]                                          |
//! | play against a person, move by move             | [`Player`]                                                       |
//! | answer after a list of moves, as UCI asks       | [`Replayer`]                                                     |
//! | see why a piece-of-advice is not satisfied      | [`Engine::refute`]                                               |
//! | follow a game to the p-strategy at its end      | [`follow`]                                                       |
//! | play whole games                                | [`play_game`], [`Match`], with an [`Opponent`]                   |
//! | consult a table in every position               | [`ClassSurvey`]                                                  |
//! | run a program's tests                           | [`Tester`]                                                       |
//! | solve problems, with keys, tries and duals      | [`Solver`]                                                       |
//! | settle claims                                   | [`Prover`]; [`mod@proof`] has the reports                        |
//! | write down the p-strategy of a whole play       | [`whole::WholePlay`]                                             |
//! | check and play such a file                      | [`whole::verify_tree`]                                           |
//! | check a certificate                             | [`certificate::verify`]                                          |
//! | know the values of positions                    | [`PerfectPlay`], [`mod@tables`]                                  |
//! | keep explained positions                        | [`mod@cases`]                                                    |
//! | make pages of documentation                     | [`mod@document`]                                                 |
//! | begin a program                                 | [`first_program`]                                                |
//! | let a program grow as it is typed               | [`Scratch`], [`read_typed`]                                      |
//! | write an outcome down                           | [`mod@render`]                                                   |
//!
//! Everything is deterministic: the same program and position give the same bytes with any number of threads.
//!
//! # Errors and limits
//!
//! No input panics. A text in error gives [`LoadError`], a position that a subject does not serve gives [`Failure`], and both are
//! [`std::error::Error`]. A search ends at [`Limits`]; which one was reached is a [`Stop`].
//!
//! Architecture invariant: this crate knows no file, no terminal, no process and no clock. Tables of perfect play are the exception:
//! [`PerfectPlay`] reads and writes the folders that its caller names, through `adv-truth`.

mod checkpoint;
mod claims;
mod engines;
mod expression;
mod follow;
mod games;
mod items;
mod load;
mod look;
mod measure;
mod opponent;
mod outline;
mod p_strategy;
mod perfect;
mod player;
mod prove;
mod replay;
mod scratch;
mod solve;
mod starter;
mod survey;
mod testing;
mod verdict;
mod words;

pub mod analysis;
pub mod chess;
pub mod diagnostics;
pub mod document;
pub mod learn;
pub mod pages;
pub mod program;
pub mod proof;
pub mod tables;
pub mod version;
pub mod whole;

pub use adv_cases as cases;
pub use adv_certificate as certificate;
pub use adv_explain as explain;
pub use adv_render as render;

pub use adv_chess::notation::parse_position as position;
#[doc(inline)]
pub use adv_chess::{Color, Game, Move, Outcome, Position, Role, SealFault, SealKey};
#[doc(inline)]
pub use adv_compiler::files::{Absent, NoFiles, Sources};
#[doc(inline)]
pub use adv_format::{FormatError, Signs, format as format_source};
#[doc(inline)]
pub use adv_vm::{
    ActionStatement, Answer, Branch, BranchEnd, ChooseError, ClassTally, Consultation, Decision,
    Done, Ending, Engine, Failure, GoalKind, GoalTally, Junction, Limits, LookedAt, MemoryUse,
    Mode, Names, Node, NodeFacts, Options, Oracle, Origin, PStrategy, PartFacts, ProfileCounts,
    Refutation, RefutationBound, RefutationTask, Replies, SearchTally, Searched, SearchedBranch,
    SearchedRun, SelectedBy, SideFacts, Step, Stop, Strategy, StrategyKey, Stuck, StuckCause,
    Subject, SubjectKind, Trace, TraceEntry, TraceEvent, TracePart, TraceVerdict, TraceVisit, Tree,
    Tried, Wanted,
};

#[doc(inline)]
pub use adv_starter::{Aim, Measure, Never, Starter, Wishes};
pub use checkpoint::Checkpoint;
pub use claims::{
    Added, ClaimCheck, ClaimChoiceError, Condition, NoSource, WantedClaim, is_claim,
    material_of_claim, usual_claim,
};
pub use expression::{Expression, ExpressionError};
pub use follow::{FollowError, FollowedGame, follow};
pub use games::{
    Draw, DrawError, GameRecord, GameRules, Match, OpponentError, material_of, play_game, side_for,
};
pub use load::{
    Examination, Fingerprint, LoadError, MAX_MODULE_BYTES, Refusal, Rulebook, is_module,
};
pub use look::{Effort, MaterialLook};
pub use measure::{MOST_BESIDE, MeasureError, MeasureWords};
pub use opponent::{AnyOpponent, NoReply, Opponent, ProgramOpponent, Random, Resistance, Traps};
pub use outline::definitions;
pub use perfect::{NoDistances, PerfectPlay, asks_conversions};
pub use player::{Act, Player};
pub use prove::{Comparison, Prover, SettleError};
pub use replay::{ReplayAnswer, Replayer};
pub use scratch::{Scratch, Taken, TakenItem, TypedText, read_typed};
pub use solve::{Problem, Question, SolveOptions, Solver};
pub use starter::{
    FirstProgram, FirstProgramError, NoMaterial, first_program, first_program_of, material_named,
    raised_by_replies, stronger_side,
};
pub use survey::{ClassSurvey, SurveyError, SurveyResult, SurveyStop};
pub use testing::{TestOutcome, Tester, TreeFound, material_to_prepare};
pub use verdict::ItemVerdict;
pub use words::PATTERNS_PROGRAM;
