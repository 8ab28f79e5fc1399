//! What is known of a condition where a row or a choice comes to it.
//!
//! ```text
//!   a ∧ (¬a ∨ b)                     a ∧ b
//!   black-to-move ∧ (if black-to-move then p else q)
//!                                    black-to-move ∧ p
//! ```
//!
//! The conjuncts before one hold where it is evaluated, the disjuncts before one do not, and the same is true of the condition of a choice and its
//! branches. Only truths and choices are entered, a few terms deep: there a definition may test again what its
//! caller has tested.

use super::term::{Term, TermId, Terms, Unary, WordMap};
use crate::hir::Ty;
use crate::source::Span;

/// How many terms are looked at for one row or choice.
const LOOK: u32 = 200;
/// How long a row may be to be looked at.
const LONG: usize = 24;

/// What is known, and what has been made of terms by it.
#[derive(Default)]
struct Known {
    truths: WordMap<TermId, bool>,
    made: WordMap<TermId, TermId>,
    left: u32,
}

impl Terms {
    /// Rewrites each part of a row by what the parts before it have decided. True where anything changed.
    pub(super) fn assume_in_row(&mut self, any: bool, row: &mut [TermId], span: Span) -> bool {
        let compound = |id: &TermId| {
            matches!(self.term(*id), Term::And(_) | Term::Or(_) | Term::If(..))
                || self.negated(*id).is_some_and(|inner| {
                    matches!(self.term(inner), Term::And(_) | Term::Or(_) | Term::If(..))
                })
        };
        if !self.passes.assume || row.len() > LONG || !row.iter().skip(1).any(compound) {
            return false;
        }
        let mut known = Known {
            left: LOOK,
            ..Known::default()
        };
        let mut changed = false;
        for part in row {
            known.made.clear();
            let simpler = self.by_known(*part, &mut known, span);
            changed |= simpler != *part;
            *part = simpler;
            self.learn(simpler, !any, &mut known);
        }
        changed
    }

    /// A branch of a choice, where the condition is known.
    pub(super) fn assuming(&mut self, test: TermId, holds: bool, id: TermId, span: Span) -> TermId {
        let choice = matches!(self.term(id), Term::And(_) | Term::Or(_) | Term::If(..))
            || self.negated(id).is_some();
        if !self.passes.assume || !choice {
            return id;
        }
        let mut known = Known {
            left: LOOK,
            ..Known::default()
        };
        self.learn(test, holds, &mut known);
        self.by_known(id, &mut known, span)
    }

    /// Takes in that a truth holds, or that it does not.
    fn learn(&self, id: TermId, holds: bool, known: &mut Known) {
        match self.term(id) {
            Term::Const(..) => return,
            &Term::Unary(Unary::Not, inner) => return self.learn(inner, !holds, known),
            Term::And(list) if holds => list.iter().for_each(|&part| self.learn(part, true, known)),
            Term::Or(list) if !holds => {
                list.iter().for_each(|&part| self.learn(part, false, known));
            }
            _ => {}
        }
        known.truths.insert(id, holds);
    }

    fn by_known(&mut self, id: TermId, known: &mut Known, span: Span) -> TermId {
        if let Some(&holds) = known.truths.get(&id) {
            return self.truth(holds, span);
        }
        if let Some(&made) = known.made.get(&id) {
            return made;
        }
        // What is kept is there already, and what can stop is left where it is.
        let facts = self.facts(id);
        if facts.kept || facts.satisfiable || known.left == 0 {
            return id;
        }
        known.left -= 1;
        let own = self.span(id);
        let made = match self.term(id).clone() {
            Term::Unary(Unary::Not, a) => {
                let a = self.by_known(a, known, span);
                self.not(a, own)
            }
            Term::And(list) | Term::Or(list) => {
                let any = matches!(self.term(id), Term::Or(_));
                let parts: Vec<TermId> = list
                    .iter()
                    .map(|&part| self.by_known(part, known, span))
                    .collect();
                if parts[..] == list[..] {
                    id
                } else {
                    self.join(any, parts, own)
                }
            }
            Term::If(test, a, b) => {
                let to = [test, a, b].map(|part| self.by_known(part, known, span));
                if to == [test, a, b] {
                    id
                } else {
                    self.choose(to[0], to[1], to[2], own)
                }
            }
            Term::Unary(op, a) if facts.ty != Ty::Board => {
                let to = self.by_known(a, known, span);
                if to == a { id } else { self.unary(op, to, own) }
            }
            Term::Binary(op, a, b) => {
                let to = [a, b].map(|part| self.by_known(part, known, span));
                if to == [a, b] {
                    id
                } else {
                    self.binary(op, to[0], to[1], own)
                }
            }
            _ => id,
        };
        known.made.insert(id, made);
        made
    }
}
