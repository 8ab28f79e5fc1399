//! Questions about facts: patterns, their functions and texts, asked in one position for one side, with `HERE` as the squares of a fact.
//!
//! ```text
//!   Engine ──asking(position, us)──▶ Asking ──facts(pattern)──▶ the squares of each fact that `us` has
//!                                           ──word(worth, HERE), slots(called, HERE)──▶ what is told of one of them
//! ```
//!
//! All questions of one `Asking` are one run under the engine's limits: they share its fuel. None of them searches; a plan is searched
//! by [`Engine::try_for`] for the fact that [`Engine::set_here`] names.

use adv_chess::{Color, Move, Position};
use adv_module::program::{Class, Each, TextPart};
use adv_module::{FnId, PatternId};

use crate::engine::{Engine, Lent, Options};
use crate::env::Env;
use crate::limits::Stop;
use crate::search::moves::{color_of, direction_index};
use crate::texts::SlotValue;

/// A run that answers questions about one position for one side.
pub struct Asking<'e> {
    lent: Lent<'e>,
    position: Position,
    us: Color,
}

impl Engine {
    /// Begins a run of questions about a position in which a side is `us`, whichever side is to move. [`Engine::set_here`] has no meaning
    /// for it: every question says its own.
    pub fn asking(&mut self, position: &Position, us: Color) -> Asking<'_> {
        Asking {
            lent: self.lend(&Options::default()),
            position: *position,
            us,
        }
    }
}

impl Asking<'_> {
    /// Goes on in another position, for a side. The limits begin anew.
    pub fn turn_to(&mut self, position: &Position, us: Color) {
        self.lent.run.again(self.lent.limits);
        self.move_to(position, us);
    }

    /// Goes on in another position, for a side, with what is left of the limits.
    pub fn move_to(&mut self, position: &Position, us: Color) {
        self.position = *position;
        self.us = us;
    }

    /// The facts of a pattern that the side has: the squares of each as bits from a1 to h8, ordered by their lowest square. A fact of
    /// a descriptor has no squares. An unknown pattern has no facts.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn facts(&mut self, pattern: PatternId) -> Result<Vec<u64>, Stop> {
        let module = self.lent.run.module;
        let Some(pattern) = module.patterns.get(pattern.index()) else {
            return Ok(Vec::new());
        };
        let word = self.word(pattern.fact, 0)?;
        let facts = parts(pattern.each, word);
        let Some(condition) = pattern.condition else {
            return Ok(facts);
        };
        let mut kept = Vec::with_capacity(facts.len());
        for fact in facts {
            if self.word(condition, fact)? != 0 {
                kept.push(fact);
            }
        }
        Ok(kept)
    }

    /// The value of a function without parameters, as a word.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn word(&mut self, function: FnId, here: u64) -> Result<u64, Stop> {
        let env = Env::single(&self.position, self.us);
        self.lent.run.here = here;
        self.lent.run.word(function, &env)
    }

    /// The value of a function about a legal move: `new.` is the position after it, every other position the one before.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn word_of_move(&mut self, function: FnId, m: Move) -> Result<u64, Stop> {
        let new = self.position.play(m);
        let env = Env {
            from: 1 << m.from,
            to: 1 << m.to,
            ..Env::step(&self.position, &new, &self.position, self.us)
        };
        self.lent.run.word(function, &env)
    }

    /// The legal moves in a class, as if no other class were before it; of a pass or a quiet class those of all that may be.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn moves_of(&mut self, class: &Class) -> Result<Vec<Move>, Stop> {
        let (position, us) = (self.position, self.us);
        if class
            .who
            .is_some_and(|who| color_of(who, us) != position.turn())
        {
            return Ok(Vec::new());
        }
        let squares = [class.from, class.to].map(|of| of.map_or(Ok(!0), |of| self.word(of, 0)));
        let [from, to] = squares;
        let (from, to) = (from?, to?);
        let mut moves = position.legal_moves();
        moves.retain(|m| {
            let role = m.promotion().map(|role| role.index() as u8);
            class.roles & m.role.mask() != 0
                && from >> m.from & to >> m.to & 1 != 0
                && (class.toward.is_empty() || direction_index(&class.toward, *m).is_some())
                && (role.is_none() || class.promote.is_none() || role == class.promote)
        });
        let Some(filter) = class.filter else {
            return Ok(moves);
        };
        let mut kept = Vec::new();
        for m in moves {
            if self.word_of_move(filter, m)? != 0 {
                kept.push(m);
            }
        }
        Ok(kept)
    }

    /// The values of a text's slots.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn slots(&mut self, parts: &[TextPart], here: u64) -> Result<Vec<SlotValue>, Stop> {
        let env = Env::single(&self.position, self.us);
        self.lent.run.here = here;
        self.lent.run.slots(parts, &env, false)
    }

    /// The values of a text's slots in a position that comes of this one, as the reason of a piece-of-advice is asked after its first
    /// move: `root.` is the position that this run is about.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn slots_in(
        &mut self,
        parts: &[TextPart],
        here: u64,
        node: &Position,
    ) -> Result<Vec<SlotValue>, Stop> {
        let env = Env::node(node, &self.position, self.us);
        self.lent.run.here = here;
        self.lent.run.slots(parts, &env, false)
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
