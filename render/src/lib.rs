//! Outcomes in every format that they leave the program in: consultations, forcing-trees, p-strategies, played games, statistics,
//! surveys, series of games, rows for many positions, test reports.
//!
//! ```text
//!   Consultation ──▶ text::consultation   board, rule, move, tree, statistics, why     for people
//!                └─▶ json::explained      one record                                  for tools
//!   Explained ──▶ text::p_strategy, pgn::consultation, dot::tree, svg::board, html::page
//!   Program   ──▶ etree::graph       its strategies: statements, branches, loops     Trace ──▶ text::trace, json::trace
//!   Played    ──▶ text::game,       json::game,      pgn::game,                                          html::game
//!   Series    ──▶ series::text,     series::json
//!   Bench     ──▶ bench::text,      bench::json
//!   SurveyReport ──▶ survey::text, survey::json      Answer ──▶ rows::{text, csv, json}
//!   Explanation  ──▶ explanation::text, explanation::json     AnnotatedGame ──▶ annotation::html
//!   TestReport   ──▶ report::text, report::json      two trees ──▶ diff::lines
//!   SolvedRow  ──▶ problems::{row, csv, json, pgn}
//!   prover's Report, Scan, Walk ──▶ proof::{text, json, html}     two programs' fates ──▶ proof::diff
//!   prover's WholeNode, WholeTotals ──▶ whole::{head, node, tail, text, dot, pgn, html}
//!   Refutation ──▶ refutation::{text, json, dot, html}     Searched ──▶ attempts::{text, json, translations, html}
//!                            ──▶ overview::{text, markdown, Objects}  the claims of many programs, a row for each
//! ```
//!
//! Architecture invariant: this is the only crate that knows these formats. It does no input or output, knows no terminal and
//! no syntax; source lines come out of the module's own copy of its source.
//!
//! Texts and JSON hold names, reasons and comments as the program has them. Pass them through [`visible::lines`] or [`escape::json`] on
//! their way to a terminal or a file, as the command does: what a stranger wrote may steer a terminal. Pages, drawings, graphs, games and
//! comma-separated values are safe as they are.

pub mod escape;
pub mod place;

mod block;
mod drawing;
mod game;

pub mod text;

pub mod json;

pub mod dot;
pub mod etree;
pub mod html;
pub mod pgn;
pub mod svg;

pub mod annotation;
pub mod attempts;
pub mod bench;
pub mod explanation;
pub mod measure;
pub mod overview;
pub mod problems;
pub mod proof;
pub mod refutation;
pub mod rows;
pub mod sentences;
pub mod series;
pub mod survey;
pub mod values;
pub mod ways;
pub mod whole;
pub mod zone;
pub mod zone_words;

pub mod diff;

pub mod document;
pub mod report;

pub use adv_module::visible;
pub use adv_record::{MadeBy, studio};
pub use block::TextForm;
pub use drawing::{Explained, entry_words};
pub use game::{Finish, Plan, Played};
