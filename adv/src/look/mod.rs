//! A look at a program in the positions of its material: for rules, goals, conditions and classes of moves that never decide anything there,
//! and moves that stalemate.
//!
//! ```text
//!   material W: K, P; B: K ──┬─▶ the positions that each table serves ───────────▶ its rules, its moves, goals at the root
//!                            └─▶ those that captures and promotions lead to ──▶ the parts of goals, which nodes evaluate
//!
//!   questions ──a thousand positions of each class──▶ those still open ──all positions that may answer──▶ proved, or open for want of fuel
//! ```
//!
//! The compiler's own warnings need no position (`lint`); these need as many as it takes to see that a question decides, and all where it
//! never does. A value "in every position" here follows from the material and not from the words: `SQ(R) ≠ ∅` is no part that always
//! holds, for a node may have lost the rook. What a brief look cannot go through as a whole it does not speak of.
//!
//! | file | contents |
//! | --- | --- |
//! | `facts` | questions to claims, strategies, classes of moves, parts joined by `∨` |
//! | `places` | the classes of positions |
//! | `questions` | the questions, and the counts of their answers |
//! | `search` | the positions that are asked |
//! | `stalemates` | the positions before a stalemate, and what a table plays there |
//! | `warnings` | the warnings |

mod facts;
mod places;
mod questions;
mod search;
mod stalemates;
mod warnings;

use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::looked_for;
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::ast::ItemKind;
use adv_compiler::syntax::parse;
use adv_module::Program;
use adv_vm::{Limits, Stop};

use crate::Rulebook;
use places::{Walk, walks};

/// Effort of a look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Men that a proof places before it leaves its question open; a class of three men takes about 300,000.
    steps: u64,
    /// Fuel for all of its positions in one class.
    proof_fuel: u64,
    /// Positions of a class that are tried for a question that stays open; 0 leaves it out.
    sample: u64,
    /// Positions in which a table that may stalemate is asked for its move.
    moves: usize,
    /// Fuel for each of its moves.
    move_fuel: u64,
}

impl Effort {
    /// The effort of every check, a few tenths of a second at most: what it finds holds in all positions.
    pub const BRIEF: Effort = Effort {
        steps: 1 << 22,
        proof_fuel: 20_000_000,
        sample: 0,
        moves: 16_384,
        move_fuel: 10_000,
    };
    /// The effort of a survey, minutes for five men: questions that stay open are asked in a sample, and the message says so.
    pub const LONG: Effort = Effort {
        steps: 1 << 28,
        proof_fuel: 4_000_000_000,
        sample: 250_000,
        moves: 250_000,
        move_fuel: 100_000,
    };

    /// Numbers of the largest class in which stalemates are looked for in each position; of a larger one in every n-th.
    const fn whole(self) -> u64 {
        self.steps / 8
    }
}

/// A planned look at a program: the walks through the positions of its material.
#[derive(Debug)]
pub struct MaterialLook {
    walks: Vec<Walk>,
}

impl MaterialLook {
    /// Prepares a walk through the positions that a program's tables serve, and those that moves lead to. `None` for a program without
    /// a table that has a material whose positions can be numbered.
    pub fn new(program: &Program) -> Option<MaterialLook> {
        let walks = walks(program);
        (!walks.is_empty()).then_some(MaterialLook { walks })
    }

    /// Runs the look, the threads of the current rayon pool sharing the work; the result does not depend on them. `tick` is called with the
    /// number of positions that a thread has looked at. `told` are the messages of the compiler on the same source: what it shows without
    /// a position, and what the text allows, is not told. The warnings W0801 to W0804 are in the order of the text.
    ///
    /// # Errors
    /// The [`Stop`] of an engine that was interrupted.
    pub fn run(
        &self,
        rulebook: &Rulebook,
        effort: Effort,
        (told, source): (&[Diagnostic], &Source),
        tick: impl Fn(u64) + Sync,
    ) -> Result<Vec<Diagnostic>, Stop> {
        // What cannot be asked everywhere is left out.
        let own = rulebook.program().material.is_none()
            || self.walks.iter().any(|walk| walk.of.is_none());
        let (with_facts, facts) = facts::facts(rulebook, source, |fact| {
            let asked = self.walks.iter().filter(|walk| fact.is_asked_in(walk));
            let cut = asked.clone().any(|walk| walk.partial && fact.goes_on());
            let lengths = asked.map(|walk| walk.class.len());
            let numbers = lengths.fold(0, u64::saturating_add);
            effort.sample > 0 || numbers <= effort.steps && !cut && (own || fact.of.is_some())
        });
        let engine = with_facts.as_ref().unwrap_or(rulebook).engine(Limits {
            fuel: effort.proof_fuel,
            ..Limits::default()
        });
        let asked = search::answers(&self.walks, &engine, facts, effort, &tick)?;
        let engine = rulebook.engine(Limits {
            fuel: effort.move_fuel,
            ..Limits::default()
        });
        let stalemates = stalemates::found(&self.walks, &engine, effort, &tick)?;
        let mut warnings = warnings::warnings(rulebook.program(), &asked, &stalemates);
        let allows = looked_for(source);
        let items = parse(source.file_text(0)).file.items;
        warnings.retain(|warning| {
            let at = warning.primary_span().unwrap_or_default();
            let allowed = |(code, over): &(Code, Span)| {
                *code == warning.code && over.start <= at.start && at.start < over.end
            };
            let shown = told.iter().filter(|of| SHOWN.contains(&of.code));
            let mut shown = shown.flat_map(|of| &of.labels).map(|label| label.span);
            // A rule is told of by its line, with the lines that take its positions; what follows from the text by a part of that.
            let is_part = |over: Span| {
                let mut own = warning.labels.iter().map(|label| label.span);
                own.any(|of| of.start <= over.start && over.end <= of.end)
            };
            let is_it = |over: Span| {
                over.start <= at.start && at.end <= over.end
                    || warning.code != Code::MoveStalemates && is_part(over)
            };
            let is_body = |of: &Diagnostic, body: Span| of.primary_span() == Some(body);
            // A constant definition is told of where it is defined.
            let is_constant = items.iter().any(|item| match &item.kind {
                ItemKind::Define(of) if of.name.node == source.slice(at) => {
                    told.iter().any(|shown| is_body(shown, of.body.span))
                }
                _ => false,
            });
            let of_other_side = |of: &Diagnostic| of.code == Code::ExampleForOtherSide;
            !allows.iter().any(allowed)
                && !is_constant
                && !told.iter().any(of_other_side)
                && !shown.any(is_it)
        });
        Ok(warnings)
    }
}

/// Warnings of the compiler that say without a position what a look finds too.
const SHOWN: [Code; 11] = [
    Code::StatementNeverReached,
    Code::ThemNotToMove,
    Code::OutClassBeforeMove,
    Code::NoMoveForSide,
    Code::EmptyMoveClass,
    Code::ComparedWithItself,
    Code::PieceAlwaysEmpty,
    Code::ConstantDescriptor,
    Code::GoalsExclude,
    Code::RuleNeverReached,
    Code::RuleTakesNothing,
];
