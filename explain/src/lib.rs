//! Explains positions: finds facts by patterns, chooses the facts to tell, adds up all of them, and searches the plans of the told ones.
//!
//! ```text
//!   Linked ──Explainer::new──▶ Explainer ──explain(position, options)──▶ Explanation
//!                                 │ find.rs      every pattern, for White and for Black
//!                                 │ fact.rs      a fact, and the order of facts
//!                                 │ choice.rs    choice of the independent facts to tell
//!                                 │ plans.rs     each plan is searched: done, forced, possible, refuted, or unsettled
//!                                 │ cases.rs     offers of the nearest of some cases; edits.rs: texts of cases
//!                                 │ learn.rs     a case made of an explanation
//!                                 │ fact_texts.rs a told fact: its texts, its plan, the one move that serves most plans
//!                                 │ vetting/     moves tried before they are advised: mates in few moves, an alpha-beta search
//!                                 │ explain.rs   all of these in their order
//!                                 │ total.rs     the value: the sum of all facts     sign.rs: its sign
//!                                 │ gains.rs     facts that a move of a strategy brings and gives up by force
//!                                 ▼ explanation.rs   the result as data
//! ```
//!
//! Nothing here depends on the colours: with the colours exchanged an explanation is exchanged to the square, as far as the program
//! is. Positions and fuel are counted and never time, so an explanation is the same on every machine.
//!
//! Architecture invariant: this crate knows programs through the machine only. It knows no file, no terminal, no format and no syntax;
//! texts leave it as the values of their slots, which say the same in every language.

mod cases;
mod choice;
mod edits;
mod explain;
mod explainer;
mod explanation;
mod fact;
mod fact_texts;
mod find;
mod gains;
mod learn;
mod plans;
mod sign;
mod total;
mod vetting;

pub use cases::{Cases, Drawn, FromCase, UsedCase};
pub use choice::{Judge, Passed, choose};
pub use edits::{original, read as read_edited, written};
pub use explain::{ExplainOptions, TRIED_IN_GAMES, USUAL_TRIED, stage_name};
pub use explainer::{ExplainError, Explainer, USUAL_POSITIONS};
pub use explanation::{Explanation, GameEnd, Judged, PlanTold, Saying, Served, ToldFact};
pub use fact::{Fact, MAX_WORTH, order};
pub use find::{Found, find};
pub use gains::{Brought, BroughtFact, MOST_LEAVES};
pub use learn::{Checked, case_of, check, learns};
pub use plans::{PlanQuestion, Verdict};
pub use sign::Sign;
pub use total::counts;
pub use vetting::{Vetted, Win};
