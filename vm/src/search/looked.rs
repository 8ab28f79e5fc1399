//! How many distinct positions a search looks at: those that it tests, and those that it makes only to weigh, order or judge a move.
//!
//! A move clause that speaks of the new position makes one for every legal move, of which few may be tested. So the number of positions
//! tested flatters a search that weighs much, and this number is told beside it. It is counted only where it is asked for.
//!
//! ```text
//!   tested       ███▌
//!   looked at    ██████████████████████████     a position that is made twice counts once
//! ```
//!
//! A position counts where it is tried, expanded or asked for a goal, and where a key, a cost or a `where` is worked out on it: not wherever a
//! board is made, which native code does for other moves than the interpreter. So a reply of which no holding-goal is asked counts once it is
//! expanded, and a move does not count for a `where` that sees from its squares whether it gives check.
//!
//! Up to a million positions are told exactly. Of more, a sample is kept: those whose number ends in a zero bit, in two, and so on, which is
//! one in two, one in four; what is told is then within a few thousandths of the truth, and the same on every machine.

use std::collections::HashSet;

use adv_chess::Position;
use adv_chess::numbers::mix;

use crate::engine::Engine;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::request::{At, Task};

/// So many positions are kept at the most.
const MOST: usize = 1 << 20;

/// How many distinct positions searches have looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookedAt {
    /// The positions, whose clocks are left aside.
    pub positions: u64,
    /// True where that is their exact number, false where it is estimated from a sample.
    pub is_exact: bool,
}

/// The positions looked at, or a sample of them.
#[derive(Debug, Default)]
pub(crate) struct Looked {
    /// Numbers of positions.
    numbers: HashSet<u64>,
    /// So many of its last bits are 0 in every number that is kept.
    zeros: u32,
}

impl Looked {
    /// How many distinct numbers were noted.
    pub(crate) fn count(&self) -> LookedAt {
        LookedAt {
            positions: (self.numbers.len() as u64) << self.zeros,
            is_exact: self.zeros == 0,
        }
    }

    /// Notes a number.
    pub(crate) fn note(&mut self, number: u64) {
        if number.trailing_zeros() >= self.zeros {
            self.numbers.insert(number);
        }
        if self.numbers.len() > MOST {
            self.zeros += 1;
            let zeros = self.zeros;
            self.numbers
                .retain(|number| number.trailing_zeros() >= zeros);
        }
    }
}

/// What tells positions apart that have the same men on the same squares.
fn rights(position: &Position) -> u64 {
    u64::from(position.castling()) << 8 | u64::from(position.ep().unwrap_or(0))
}

impl<'m> Run<'m> {
    /// Notes a position that is tested, searched or weighed.
    #[inline(always)]
    pub(super) fn look<B: Boards>(&mut self, task: &Task<'_, B>, board: &B::Board) {
        if !B::PLAIN && self.notes.looked.is_some() {
            self.note_look(task, board);
        }
    }

    #[cold]
    fn note_look<B: Boards>(&mut self, task: &Task<'_, B>, board: &B::Board) {
        let rights = rights(&task.boards.whole(board));
        let number = mix(task.boards.scatter(board) ^ mix(rights));
        if let Some(looked) = &mut self.notes.looked {
            looked.note(number);
        }
    }

    /// Notes the positions after so many moves of the stack of moves, which have been tested or weighed together.
    #[inline(always)]
    pub(super) fn look_at_row<B: Boards>(&mut self, at: &At<'_, B>, from: usize, tested: usize) {
        if !B::PLAIN && self.notes.looked.is_some() {
            for i in from..from + tested {
                let m = self.stacks.move_at(i);
                self.note_look(at.task, &B::play(at.board, m));
            }
        }
    }
}

impl Engine {
    /// From now on counts the distinct positions that searches look at, or no longer. The answers are the same.
    pub fn count_looked_at(&mut self, wanted: bool) {
        self.buffers.looked = wanted.then(|| Box::new(Looked::default()));
    }

    /// How many distinct positions searches have looked at since [`Engine::count_looked_at`] or the last call; `None` where they are not
    /// counted. Questions that a limit ended are among them.
    pub fn looked_at(&mut self) -> Option<LookedAt> {
        let looked = self.buffers.looked.as_deref_mut()?;
        Some(std::mem::take(looked).count())
    }
}

#[cfg(test)]
mod tests {
    use super::{Looked, LookedAt, MOST, mix};

    #[test]
    fn what_is_noted_twice_counts_once() {
        let mut looked = Looked::default();
        for number in (0..40_000).chain(0..40_000) {
            looked.note(mix(number));
        }
        let exact = |positions| LookedAt {
            positions,
            is_exact: true,
        };
        assert_eq!(looked.count(), exact(40_000));
        for number in 40_000..MOST as u64 {
            looked.note(mix(number));
        }
        assert_eq!(looked.count(), exact(MOST as u64));
    }

    #[test]
    fn of_many_a_sample_tells_about_how_many_there_are() {
        let mut looked = Looked::default();
        for number in 0..9_000_000 {
            looked.note(mix(number));
        }
        let LookedAt {
            positions,
            is_exact,
        } = looked.count();
        assert!(
            !is_exact && positions.abs_diff(9_000_000) < 45_000,
            "{positions}"
        );
        assert!(looked.numbers.len() <= MOST);
    }
}
