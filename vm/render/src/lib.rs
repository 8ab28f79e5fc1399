//! Outcomes as text and JSON: consultations, forcing-trees, statistics, surveys, rows for many positions, test reports.
//!
//! ```text
//!   Consultation ──▶ text::consultation   board, rule, move, tree, statistics, why     for people
//!                └─▶ json::consultation   one object                                  for tools
//!   SurveyReport ──▶ survey::text, survey::json      Answer ──▶ rows::{text, csv, json}
//!   TestReport   ──▶ report::text, report::json      two trees ──▶ diff::lines
//! ```
//!
//! Architecture invariant: this is the only crate that knows these formats. It does no input or output, knows no terminal and
//! no syntax; source lines come out of the module's own copy of its source.

pub mod place;

pub mod text;

pub mod json;

pub mod rows;
pub mod survey;

pub mod diff;
pub mod report;
