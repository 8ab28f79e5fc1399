//! What a consultation has found out to be in vain.
//!
//! The same position comes about by moves in another order, and a node that had no tree with as many plies left has none now: trees
//! for fewer plies are trees for more. So a node that failed is noted with the plies that it had left, and not searched again with as
//! many or fewer. Where moves have a cost, what was left of the effort is noted too and compared as well. Of a nested piece-of-advice the answer itself is noted, which depends on the position alone. Only what fails is
//! noted of nodes, for what succeeds is played and its tree wanted; so trees are the same with and without. Positions are not:
//! where they are counted as Advice Language 2 counts them, nothing is noted.
//!
//! ```text
//!   1.Kc2 Ke7 2.Kb3 Kd6  ─┐
//!                         ├─ one position, five plies left: searched once
//!   1.Kb2 Ke7 2.Kb3 Kd6  ─┘
//! ```
//!
//! A table is bounded, one entry for each place, the later one stays. Entries are whole positions, compared as such: a place that
//! two positions share costs a search, never a wrong answer. What belongs to another root counts as empty.
//!
//! ```text
//!   failed nodes     on whole boards   [ . a . . d ]  ┐ one table in two parts: of a place, the part that
//!                    on lean boards    [ . . b . e ]  ┘ was written last holds, the other counts as empty
//!   nested answers   on whole boards   [ . . . c . ]    a table of its own
//! ```
//!
//! Whether a search uses lean boards depends on native code and on the searches before. So a position has the same place on boards of either
//! kind, and what is remembered does not depend on it: a budget of positions ends at the same place.

use adv_chess::numbers::mix;
use adv_chess::squares::each;
use adv_chess::{Color, Lean, Position, Role, Roster};

use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::{Allowance, Bound, Line};
use crate::search::request::Task;

/// The places of a table.
const PLACES: usize = 1 << 13;

/// What is less than this is searched as quickly as it is looked up.
const WORTH: Allowance = Allowance::of_plies(2);

/// The least bound of a tree in which lines come together.
const WORTH_BOUND: Allowance = Allowance::of_plies(5);

/// An entry of a table.
#[derive(Clone, Copy)]
struct Entry<K, V> {
    board: K,
    root: u64,
    subject: u32,
    known: V,
}

/// What is noted of a position is found by these.
#[derive(Clone, Copy)]
pub(crate) struct MemoKey {
    /// The root to which it belongs.
    pub(crate) root: u64,
    /// What was searched.
    pub(crate) subject: u32,
    /// The position, as [`scatter`] or [`scatter_lean`] give it.
    pub(crate) scatter: u64,
}

impl MemoKey {
    fn place(&self) -> usize {
        let mixed = (self.scatter ^ u64::from(self.subject)).wrapping_mul(ODD);
        (mixed >> 32) as usize % PLACES
    }
}

/// A bounded table by position.
pub(crate) struct Memo<K, V> {
    entries: Vec<Option<Entry<K, V>>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo {
            entries: Vec::new(),
        }
    }
}

/// Under what nodes are known to fail: a table in two parts.
pub(crate) struct Failures<V> {
    /// On whole boards.
    pub(crate) whole: Memo<Position, V>,
    /// On lean boards.
    pub(crate) few: Memo<Lean, V>,
    /// By place, the kind of boards of the node that was noted there last.
    last: Vec<BoardKind>,
}

impl<V> Default for Failures<V> {
    fn default() -> Failures<V> {
        Failures {
            whole: Memo::default(),
            few: Memo::default(),
            last: Vec::new(),
        }
    }
}

/// What a search has found out.
#[derive(Default)]
pub(crate) struct Memos {
    /// Nodes that fail with as many plies left.
    failures: Failures<Allowance>,
    /// Nodes of pieces whose moves have a cost: they fail with as many plies and as much effort left.
    priced: Failures<Bound>,
    /// The answers of nested pieces-of-advice.
    pub(crate) nested: Memo<Position, bool>,
}

/// How boards are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardKind {
    Whole,
    Lean,
}

/// A position as it is compared here: two that differ in their clocks only are one.
pub(crate) trait Key: Copy + PartialEq {
    /// How boards of this kind are held.
    const KIND: BoardKind;
    /// The position without its clocks.
    fn plain(self) -> Self;
}

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number for each man on each square; 0 for a man off the board, whose square is 64.
#[expect(
    clippy::indexing_slicing,
    reason = "it is worked out when adv is compiled"
)]
static MEN: [[[u64; 65]; 6]; 2] = {
    let mut men = [[[0; 65]; 6]; 2];
    let mut at = 0;
    while at < 2 * 6 * 64 {
        men[at / 384][at / 64 % 6][at % 64] = mix(ODD.wrapping_mul(at as u64 + 1));
        at += 1;
    }
    men
};

/// The number of one man; 0 for one off the board.
#[inline(always)]
fn of_man(color: Color, role: Role, square: u8) -> u64 {
    let [white, black] = &MEN;
    let men = match color {
        Color::White => white,
        Color::Black => black,
    };
    let squares = men.get(role.index());
    squares
        .and_then(|squares| squares.get(usize::from(square)))
        .map_or(0, |number| *number)
}

/// Bits that tell most positions apart. They depend on the men, their squares and the side to move, and not on how a board is held.
pub(crate) fn scatter(position: &Position) -> u64 {
    let mut sum = position.turn().index() as u64;
    for color in Color::ALL {
        for role in Role::ALL {
            for square in each(position.pieces(color, role)) {
                sum = sum.wrapping_add(of_man(color, role, square));
            }
        }
    }
    sum
}

/// The bits of [`scatter`] of a lean board.
#[inline(always)]
pub(crate) fn scatter_lean(roster: &Roster, board: Lean) -> u64 {
    let men = roster.men().iter().zip(board.word().to_le_bytes());
    men.fold(
        board.turn().index() as u64,
        |sum, (&(color, role), square)| sum.wrapping_add(of_man(color, role, square)),
    )
}

impl Key for Lean {
    const KIND: BoardKind = BoardKind::Lean;

    #[inline(always)]
    fn plain(self) -> Lean {
        self
    }
}

impl Key for Position {
    const KIND: BoardKind = BoardKind::Whole;

    fn plain(self) -> Position {
        self.without_clocks()
    }
}

impl<K: Key, V: Copy> Memo<K, V> {
    /// What is noted of a position.
    pub(crate) fn get(&self, key: MemoKey, board: K) -> Option<V> {
        let entry = self.entries.get(key.place())?.as_ref()?;
        let same = entry.root == key.root && entry.subject == key.subject;
        (same && entry.board == board.plain()).then_some(entry.known)
    }

    /// Notes what is known of a position.
    pub(crate) fn note(&mut self, key: MemoKey, board: K, known: V) {
        if self.entries.is_empty() {
            self.entries.resize_with(PLACES, || None);
        }
        if let Some(entry) = self.entries.get_mut(key.place()) {
            *entry = Some(Entry {
                board: board.plain(),
                root: key.root,
                subject: key.subject,
                known,
            });
        }
    }
}

impl<V: Copy> Failures<V> {
    /// What is noted of a node.
    fn get<B: Boards>(&mut self, key: MemoKey, node: &B::Board) -> Option<V> {
        if !self.is_last(key, B::Board::KIND) {
            return None;
        }
        B::memo(self).get(key, *node)
    }

    /// Notes what is known of a node.
    fn note<B: Boards>(&mut self, key: MemoKey, node: &B::Board, known: V) {
        self.set_last(key, B::Board::KIND);
        B::memo(self).note(key, *node, known);
    }

    /// True where the node at this place that was noted last is on a board of this kind.
    fn is_last(&self, key: MemoKey, kind: BoardKind) -> bool {
        self.last.get(key.place()) == Some(&kind)
    }

    /// A node on a board of this kind is noted at this place.
    fn set_last(&mut self, key: MemoKey, kind: BoardKind) {
        if self.last.is_empty() {
            self.last.resize(PLACES, kind);
        }
        if let Some(last) = self.last.get_mut(key.place()) {
            *last = kind;
        }
    }
}

impl<'m> Run<'m> {
    /// True where it is worth while to note which nodes fail. Of a tree that has no moves after its fifth ply no two lines come
    /// together where anything is left to search.
    #[inline(always)]
    fn notes_failures<B: Boards>(&self, task: &Task<'m, '_, B>, line: Line) -> bool {
        !self.counted
            && line.ply > 0
            && task.bound.plies.covers(WORTH_BOUND)
            && line.left.covers(WORTH)
    }

    /// The number of the piece, and the ply where its lists change with it.
    fn subject<B: Boards>(&self, task: &Task<'m, '_, B>, ply: u16) -> u32 {
        u32::from(task.id.0) << 16 | self.ply_of_lists(task, ply)
    }

    /// A ply where the lists of moves change with it, and otherwise 0.
    pub(super) fn ply_of_lists<B: Boards>(&self, task: &Task<'m, '_, B>, ply: u16) -> u32 {
        let steady = task.advice.us.phases.is_empty() && task.advice.them.phases.is_empty();
        if steady { 0 } else { u32::from(ply) }
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
        if task.advice.cost.is_some() {
            self.stacks.costs.fails(line.ply);
        }
    }

    #[inline(never)]
    fn has_failed<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
    ) -> bool {
        let key = self.key(task, node, line);
        if task.advice.cost.is_some() {
            let left = self.left(task, line);
            let known = self.memos.priced.get::<B>(key, node);
            let known = known.filter(|bound| bound.covers(left));
            if let Some(bound) = known {
                self.fails_as_known(line, bound);
            }
            return known.is_some();
        }
        let known = self.memos.failures.get::<B>(key, node);
        known.is_some_and(|allowance| allowance.covers(line.left))
    }

    #[inline(never)]
    fn note_failure_of<B: Boards>(&mut self, task: &Task<'m, '_, B>, node: &B::Board, line: Line) {
        let key = self.key(task, node, line);
        if task.advice.cost.is_some() {
            let within = self.fails_within(line);
            self.memos.priced.note::<B>(key, node, within);
        } else {
            self.memos.failures.note::<B>(key, node, line.left);
        }
    }

    #[inline(always)]
    fn key<B: Boards>(&self, task: &Task<'m, '_, B>, node: &B::Board, line: Line) -> MemoKey {
        MemoKey {
            root: self.meter.context.root(),
            subject: self.subject(task, line.ply),
            scatter: task.boards.scatter(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Memo, MemoKey, PLACES, scatter, scatter_lean};
    use adv_chess::notation::parse_fen;
    use adv_chess::{Position, Roster};

    #[test]
    fn what_is_noted_belongs_to_root_subject_and_board() {
        let mut memo: Memo<Position, u16> = Memo::default();
        let board = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").expect("a position");
        let later = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 9 30").expect("a position");
        let key = |root, subject, board: &Position| MemoKey {
            root,
            subject,
            scatter: scatter(board),
        };
        assert_eq!(memo.get(key(1, 2, &board), board), None);
        memo.note(key(1, 2, &board), board, 3);
        assert_eq!(memo.get(key(1, 2, &later), later), Some(3));
        assert_eq!(memo.get(key(2, 2, &board), board), None);
        assert_eq!(memo.get(key(1, 3, &board), board), None);
        assert_eq!(memo.get(key(1, 2, &board), board.mirror()), None);
        // However much is noted, the table does not grow, and what it still answers is right.
        for root in 0..3 * PLACES as u64 {
            memo.note(key(root, 2, &board), board, root as u16);
            assert_eq!(memo.get(key(root, 2, &board), board), Some(root as u16));
        }
        assert_eq!(memo.entries.len(), PLACES);
    }

    #[test]
    fn a_position_has_one_place_on_boards_of_either_kind() {
        let position = |fen: &str| parse_fen(fen).expect("a position");
        let all = position("8/8/8/3k4/8/8/1R2n3/K1R5 w - - 0 1");
        let roster = Roster::of(&all).expect("few men");
        for fen in [
            "8/8/8/3k4/8/8/1R2n3/K1R5 w - - 0 1",
            "8/8/8/3k4/8/8/1R2n3/K1R5 b - - 0 1",
            "8/8/8/3k4/8/8/1R6/K7 b - - 0 1",
            "8/8/8/3k4/8/8/2R5/K7 b - - 0 1",
        ] {
            let position = position(fen);
            let lean = roster.pack(&position).expect("no other men");
            assert_eq!(scatter(&position), scatter_lean(&roster, lean), "{fen}");
        }
    }
}
