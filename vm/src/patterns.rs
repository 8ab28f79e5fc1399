//! Asking patterns in a position: their facts, what each is worth, the slots of their texts, and their plans.
//!
//! ```text
//!   facts(p, side) ──▶ squares of each fact ──HERE──▶ worth, texts, plans
//! ```
//!
//! `us` is the side that has the fact, but for a plan, where it is the side that plays it. Nothing here searches but a plan.

use adv_chess::{Color, Position};
use adv_module::program::{Each, TextPart};
use adv_module::{AdviceId, FnId, PatternId};

use crate::consult::{View, blank, failure, finish, tried, try_in_class};
use crate::consultation::{Consultation, Failure};
use crate::engine::{Engine, Options};
use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;
use crate::texts::SlotValue;

impl Engine {
    /// The facts of a pattern that a side has in a position: the squares of each, in the order of the squares a1, b1, … h8 of their lowest. A fact
    /// of a descriptor has none. An unknown pattern has no facts.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn pattern_facts(
        &mut self,
        pattern: PatternId,
        side: Color,
        position: &Position,
    ) -> Result<Vec<u64>, Stop> {
        self.with_run(&Options::default(), |run| {
            run.facts(pattern, &Env::single(position, side))
        })
    }

    /// The value of a function of a pattern or an evaluation for one fact, whose squares are given.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn ask_of_fact(
        &mut self,
        function: FnId,
        side: Color,
        here: u64,
        position: &Position,
    ) -> Result<u64, Stop> {
        self.with_run(&Options::default(), |run| {
            run.here = here;
            run.word(function, &Env::single(position, side))
        })
    }

    /// The values of the slots of a pattern's text for one fact.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn text_of_fact(
        &mut self,
        text: &[TextPart],
        side: Color,
        here: u64,
        position: &Position,
    ) -> Result<Vec<SlotValue>, Stop> {
        self.with_run(&Options::default(), |run| {
            run.here = here;
            run.slots(text, &Env::single(position, side), false)
        })
    }

    /// Tries a plan of a pattern for the side to move, for a fact whose squares are given.
    ///
    /// # Errors
    /// A [`Failure`] where a limit ended the search.
    pub fn try_plan(
        &mut self,
        advice: AdviceId,
        here: u64,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let view = View::plain(position);
        self.with_run(options, |run| {
            run.here = here;
            let mut answer = blank(position, &view);
            let found = try_in_class(run, advice, &view, options.why, None)
                .map_err(|stop| failure(stop, Some(advice), None, run))?;
            let tried = tried(run, advice, found.is_some(), view.mirrored);
            answer.tried.push(tried);
            finish(run, &view, found, &mut answer)?;
            Ok(answer)
        })
    }
}

impl Run<'_> {
    /// The squares of each fact.
    fn facts(&mut self, pattern: PatternId, env: &Env<'_>) -> Result<Vec<u64>, Stop> {
        let Some(pattern) = self.module.patterns.get(pattern.index()) else {
            return Ok(Vec::new());
        };
        let word = self.word(pattern.fact, env)?;
        let mut facts = parts(pattern.each, word);
        if let Some(condition) = pattern.condition {
            let here = self.here;
            let mut kept = Vec::with_capacity(facts.len());
            for fact in facts {
                self.here = fact;
                let holds = self.word(condition, env);
                self.here = here;
                if holds? != 0 {
                    kept.push(fact);
                }
            }
            facts = kept;
        }
        Ok(facts)
    }
}

/// The facts that a value makes.
fn parts(each: Each, word: u64) -> Vec<u64> {
    let mut left = word;
    let mut parts = Vec::new();
    match each {
        Each::Truth if word != 0 => return vec![0],
        Each::Truth => return parts,
        Each::Whole if word != 0 => return vec![word],
        Each::Whole => return parts,
        Each::Square | Each::File | Each::Group => {}
    }
    while left != 0 {
        let first = left & left.wrapping_neg();
        let part = match each {
            Each::File => word & (FILE_A << (first.trailing_zeros() & 7)),
            Each::Group => group(first, word),
            _ => first,
        };
        parts.push(part);
        left &= !part;
    }
    parts
}

/// The squares of the first and the last file.
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares of a board that king steps on it reach from one of them.
fn group(first: u64, board: u64) -> u64 {
    let mut group = first;
    loop {
        let row = group | (group & !FILE_H) << 1 | (group & !FILE_A) >> 1;
        let grown = (row | row << 8 | row >> 8) & board;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_parted_as_their_pattern_says() {
        // a2, b3, e4, e7.
        let board = 1 << 8 | 1 << 17 | 1 << 28 | 1 << 52;
        assert_eq!(parts(Each::Whole, board), [board]);
        assert_eq!(parts(Each::Whole, 0), [] as [u64; 0]);
        assert_eq!(parts(Each::Square, board).len(), 4);
        let file = 1 << 28 | 1 << 52;
        assert_eq!(parts(Each::File, board), [1 << 8, 1 << 17, file]);
        let group = 1 << 8 | 1 << 17;
        assert_eq!(parts(Each::Group, board), [group, 1 << 28, 1 << 52]);
        assert_eq!(parts(Each::Truth, 1), [0]);
        assert_eq!(parts(Each::Truth, 0), [] as [u64; 0]);
    }
}
