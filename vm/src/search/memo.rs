//! What a consultation has found out to be in vain.
//!
//! The same position comes about by moves in another order, and a node that had no tree with as many plies left has none now: trees
//! for fewer plies are trees for more. So a node that failed is noted with the plies that it had left, and not searched again with as
//! many or fewer. Of a nested piece-of-advice the answer itself is noted, which depends on the position alone. Only what fails is
//! noted of nodes, for what succeeds is played and its tree wanted; so trees are the same with and without. Positions are not:
//! where they are counted as Advice Language 2 counts them, nothing is noted.
//!
//! ```text
//!   1.Kc2 Ke7 2.Kb3 Kd6  ─┐
//!                         ├─ one position, five plies left: searched once
//!   1.Kb2 Ke7 2.Kb3 Kd6  ─┘
//! ```
//!
//! The table is bounded, one entry for each place, the later one stays. Entries are whole positions, compared as such: a place that
//! two positions share costs a search, never a wrong answer. What belongs to another root counts as empty.

use adv_chess::{Lean, Position};

use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::{Allowance, Line};
use crate::search::request::Task;

/// The places of a table.
const PLACES: usize = 1 << 13;

/// What is less than this is searched as quickly as it is looked up.
const WORTH: Allowance = Allowance::of_plies(2);

/// The least bound of a tree in which lines come together.
const WORTH_BOUND: Allowance = Allowance::of_plies(5);

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The node has no tree within this.
    FailsWith(Allowance),
    /// The answer of a nested piece-of-advice.
    Answer(bool),
}

/// An entry of the table.
#[derive(Clone, Copy)]
struct Entry<K> {
    board: K,
    root: u64,
    subject: u32,
    known: Known,
}

/// A bounded table by position.
pub(crate) struct Memo<K> {
    entries: Vec<Option<Entry<K>>>,
}

impl<K> Default for Memo<K> {
    fn default() -> Memo<K> {
        Memo {
            entries: Vec::new(),
        }
    }
}

/// What is known to fail, on boards of either kind.
#[derive(Default)]
pub(crate) struct Memos {
    pub(crate) whole: Memo<Position>,
    pub(crate) few: Memo<Lean>,
}

/// A position as it is compared here: two that differ in their clocks only are one.
pub(crate) trait Key: Copy + PartialEq {
    /// The position without its clocks.
    fn plain(self) -> Self;
    /// Bits that tell most positions apart.
    fn scatter(&self) -> u64;
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for Lean {
    #[inline(always)]
    fn plain(self) -> Lean {
        self
    }

    #[inline(always)]
    fn scatter(&self) -> u64 {
        self.word().wrapping_mul(ODD)
    }
}

impl Key for Position {
    fn plain(self) -> Position {
        self.without_clocks()
    }

    fn scatter(&self) -> u64 {
        let words = self.by_role.iter().chain(&self.by_color);
        let mixed = words.fold(self.turn() as u64, |hash, word| {
            (hash ^ word).wrapping_mul(ODD).rotate_left(29)
        });
        mixed.wrapping_mul(ODD)
    }
}

impl<K: Key> Memo<K> {
    fn place(board: &K, subject: u32) -> usize {
        let mixed = (board.scatter() ^ u64::from(subject)).wrapping_mul(ODD);
        (mixed >> 32) as usize % PLACES
    }

    /// What is noted of a position, for a subject at a root.
    pub(crate) fn get(&self, root: u64, subject: u32, board: K) -> Option<Known> {
        let board = board.plain();
        let entry = self.entries.get(Self::place(&board, subject))?.as_ref()?;
        let same = entry.root == root && entry.subject == subject && entry.board == board;
        same.then_some(entry.known)
    }

    /// Notes what is known of a position.
    pub(crate) fn note(&mut self, root: u64, subject: u32, board: K, known: Known) {
        if self.entries.is_empty() {
            self.entries.resize_with(PLACES, || None);
        }
        let board = board.plain();
        let place = Self::place(&board, subject);
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = Some(Entry {
                board,
                root,
                subject,
                known,
            });
        }
    }
}

impl<'m> Run<'m> {
    /// True where it is worth while to note which nodes fail. Of a tree that has no moves after its fifth ply no two lines come
    /// together where anything is left to search.
    #[inline(always)]
    fn notes_failures<B: Boards>(&self, task: &Task<'m, '_, B>, line: Line) -> bool {
        !self.counted && line.ply > 0 && task.bound.covers(WORTH_BOUND) && line.left.covers(WORTH)
    }

    /// The number of the piece, and the ply where its lists change with it.
    fn subject<B: Boards>(&self, task: &Task<'m, '_, B>, ply: u16) -> u32 {
        let steady = task.advice.us.phases.is_empty() && task.advice.them.phases.is_empty();
        let ply = if steady { 0 } else { u32::from(ply) };
        u32::from(task.id.0) << 16 | ply
    }

    /// True where a node is known to fail with as much as it may still spend.
    #[inline(always)]
    pub(super) fn is_known_to_fail<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
    ) -> bool {
        self.notes_failures(task, line) && self.has_failed(task, node, line)
    }

    /// Notes that a node has failed.
    #[inline(always)]
    pub(super) fn note_failed<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
    ) {
        if self.notes_failures(task, line) {
            self.note_failure_of(task, node, line);
        }
    }

    #[inline(never)]
    fn has_failed<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
    ) -> bool {
        let (root, subject) = (self.meter.context.root(), self.subject(task, line.ply));
        match B::memo(self).get(root, subject, *node) {
            Some(Known::FailsWith(allowance)) => allowance.covers(line.left),
            Some(Known::Answer(_)) | None => false,
        }
    }

    #[inline(never)]
    fn note_failure_of<B: Boards>(&mut self, task: &Task<'m, '_, B>, node: &B::Board, line: Line) {
        let (root, subject) = (self.meter.context.root(), self.subject(task, line.ply));
        B::memo(self).note(root, subject, *node, Known::FailsWith(line.left));
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Memo, PLACES};
    use crate::search::line::Allowance;
    use adv_chess::Position;
    use adv_chess::notation::parse_fen;

    #[test]
    fn what_is_noted_belongs_to_root_subject_and_board() {
        let known = |plies| Known::FailsWith(Allowance::of_plies(plies));
        let mut memo: Memo<Position> = Memo::default();
        let board = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").expect("a position");
        let later = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 9 30").expect("a position");
        assert_eq!(memo.get(1, 2, board), None);
        memo.note(1, 2, board, known(3));
        assert_eq!(memo.get(1, 2, later), Some(known(3)));
        assert_eq!(memo.get(2, 2, board), None);
        assert_eq!(memo.get(1, 3, board), None);
        assert_eq!(memo.get(1, 2, board.mirror()), None);
        // However much is noted, the table does not grow, and what it still answers is right.
        for root in 0..3 * PLACES as u64 {
            memo.note(root, 2, board, known(root as u16));
            assert_eq!(memo.get(root, 2, board), Some(known(root as u16)));
        }
        assert_eq!(memo.entries.len(), PLACES);
    }
}
