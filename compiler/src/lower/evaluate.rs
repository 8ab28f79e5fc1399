//! Evaluating terms that speak of nothing but known words and loops' variables, when the program is compiled.
//!
//! ```text
//!   {x in any : manhattan(x, {a1, h8}) ≥ 7}        the 16 squares of the two diagonals in the middle
//!   exists k in KEYS : rank(k) > 3 ∧ …              exists k in KEYS ∩ a5..h8 : …
//! ```
//!
//! The arithmetic is the machine's: numbers saturate, a minimum over nothing is 99 and a maximum -1, and primitives are those of
//! [`crate::fold`]. What looks at a position, at a move, at a parameter or at who consults is left alone, and so is what takes
//! too many steps.

use super::rules::constant;
use super::term::{Loop, Reads, Term, TermId, Terms, Unary};
use crate::fold::{self, truth};
use crate::hir::Who;

/// How many terms are evaluated for one answer: a loop over the board inside another, with a body of some terms.
const STEPS: u32 = 100_000;

/// The words of the loops' variables by their depth.
type Variables = [u64; 64];

impl Terms {
    /// The value of a loop over known squares whose body looks at nothing but its variable.
    pub(super) fn known_loop(
        &self,
        kind: Loop,
        depth: u8,
        over: TermId,
        body: TermId,
    ) -> Option<u64> {
        let over = self.constant(over).filter(|_| self.passes.constants)?;
        self.closed(body, 1 << depth.min(63)).then_some(())?;
        let mut steps = STEPS;
        self.looped(kind, depth, over, body, &mut [0; 64], &mut steps)
    }

    /// The squares for which a truth holds that looks at nothing but the variable of the loop at this depth.
    pub(super) fn satisfying(&self, depth: u8, test: TermId) -> Option<u64> {
        if !self.passes.constants || !self.closed(test, 1 << depth.min(63)) {
            return None;
        }
        let mut steps = STEPS;
        self.looped(
            Loop::Filter,
            depth,
            fold::FULL,
            test,
            &mut [0; 64],
            &mut steps,
        )
    }

    /// True of terms that look at nothing but these variables.
    fn closed(&self, id: TermId, variables: u64) -> bool {
        let facts = self.facts(id);
        facts.reads == Reads::default()
            && facts.open & !variables == 0
            && !facts.params
            && !facts.satisfiable
    }

    fn value_of(&self, id: TermId, variables: &mut Variables, steps: &mut u32) -> Option<u64> {
        *steps = steps.checked_sub(1)?;
        match self.term(id) {
            Term::Const(_, word) => Some(*word),
            Term::Var(depth) => variables.get(usize::from(*depth)).copied(),
            // A designation as the machine has it: the role, and 8 more for Black.
            Term::Designation(Who::White, role) => Some(u64::from(*role)),
            Term::Designation(Who::Black, role) => Some(u64::from(*role) + 8),
            Term::Side(Who::White) => Some(0),
            Term::Side(Who::Black) => Some(1),
            &Term::Unary(op, a) => {
                let a = self.value_of(a, variables, steps)?;
                Some(known_unary(op, a))
            }
            &Term::Binary(op, a, b) => {
                let a = self.value_of(a, variables, steps)?;
                let b = self.value_of(b, variables, steps)?;
                Some(constant(op, a, b))
            }
            Term::Prim(prim, _, args) if !prim.entry().reads_position => {
                let mut words = Vec::with_capacity(args.len());
                for &arg in args {
                    words.push(self.value_of(arg, variables, steps)?);
                }
                fold::primitive(*prim, &words)
            }
            Term::And(list) | Term::Or(list) => {
                let any = matches!(self.term(id), Term::Or(_));
                for &part in list {
                    if (self.value_of(part, variables, steps)? != 0) == any {
                        return Some(truth(any));
                    }
                }
                Some(truth(!any))
            }
            &Term::If(test, a, b) => {
                let test = self.value_of(test, variables, steps)?;
                self.value_of(if test == 0 { b } else { a }, variables, steps)
            }
            &Term::Fold(kind, depth, over, body) => {
                let over = self.value_of(over, variables, steps)?;
                self.looped(kind, depth, over, body, variables, steps)
            }
            _ => None,
        }
    }

    fn looped(
        &self,
        kind: Loop,
        depth: u8,
        over: u64,
        body: TermId,
        variables: &mut Variables,
        steps: &mut u32,
    ) -> Option<u64> {
        let (mut left, mut found) = (over, None);
        while left != 0 {
            let square = left & left.wrapping_neg();
            left &= left - 1;
            *variables.get_mut(usize::from(depth))? = square;
            let value = self.value_of(body, variables, steps)?;
            let before = found.map(|word: u64| word.cast_signed());
            let number = value.cast_signed();
            found = match kind {
                Loop::Exists => {
                    if value != 0 {
                        return Some(1);
                    }
                    found
                }
                Loop::Filter => Some(found.unwrap_or(0) | if value == 0 { 0 } else { square }),
                Loop::Sum => Some(before.unwrap_or(0).saturating_add(number).cast_unsigned()),
                Loop::Min => Some(before.map_or(number, |n| n.min(number)).cast_unsigned()),
                Loop::Max => Some(before.map_or(number, |n| n.max(number)).cast_unsigned()),
            };
        }
        Some(found.unwrap_or(match kind {
            Loop::Min => fold::FAR.cast_unsigned(),
            Loop::Max => fold::NOTHING.cast_unsigned(),
            Loop::Exists | Loop::Filter | Loop::Sum => 0,
        }))
    }
}

/// The value of an operation on a known word.
pub(super) fn known_unary(op: Unary, word: u64) -> u64 {
    let number = |number: i32| i64::from(number).cast_unsigned();
    match op {
        Unary::Not => truth(word == 0),
        Unary::NonEmpty => truth(word != 0),
        Unary::Complement => !word,
        Unary::Neg => word.cast_signed().saturating_neg().cast_unsigned(),
        Unary::Abs => word.cast_signed().saturating_abs().cast_unsigned(),
        Unary::Count => u64::from(word.count_ones()),
        Unary::File => number(adv_chess::geometry::file(word)),
        Unary::Rank => number(adv_chess::geometry::rank(word)),
    }
}
