//! The replies at nodes of theirs that were generated and tested before: the pieces of a table come to the same nodes from one root.
//!
//! ```text
//!   fork         … Nd4 ──▶ 19 replies, all satisfy the holding-goal; 19 positions, 874 units of fuel
//!   leave-edge   … Nd4 ──▶ the same list, and as much is paid
//! ```
//!
//! Where the them-moves are all legal moves, the list depends on the node alone; and whether all of it satisfies the holding-goal too, where that
//! looks at nothing but the position (`alone.rs`). Positions and fuel are counted and burnt once more, as for whole nodes (`repeats.rs`), so that nothing can
//! be seen of it. There are few entries, for what is come to again is come to soon; and where fewer than one node in four is known, nothing is looked up
//! for a while.

use adv_chess::Move;
use adv_module::When;
use adv_module::program::Advice;

use crate::limits::Stop;
use crate::run::{Replies, Run};
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::man_by_man::Listed;
use crate::search::moves::NO_MOVE;
use crate::search::repeats_table::ODD;
use crate::search::request::Task;
use crate::search::worth::{LEAST_SAVED, Worth};

/// Lists with more moves are not kept.
const MOST_MOVES: usize = 40;

/// The places: 100 KiB. Four times as many know hardly more.
const PLACES: usize = 1 << 9;

/// What a list saves that is known, in the positions of a [`Worth`].
const SAVED: u64 = 4 * LEAST_SAVED;

/// The replies at a node of theirs. What tells it from others lies together with its first moves, where the processor reads it at once.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct ReplyEntry {
    /// What is asked of it ([`asked_of`]).
    asked: u32,
    /// The fuel that the test took.
    fuel: u32,
    /// Its men and side, by the number of their native code.
    men: u8,
    /// All replies satisfy the holding-goal; else the list is not kept.
    holds: bool,
    /// The positions that were tested.
    tested: u8,
    len: u8,
    /// Whose replies are among the moves.
    listed: Listed,
    moves: [Move; MOST_MOVES],
}

/// No node.
const NONE: ReplyEntry = ReplyEntry {
    asked: 0,
    fuel: 0,
    men: 0,
    holds: false,
    tested: 0,
    len: 0,
    listed: Listed { roles: 0, later: 0 },
    moves: [NO_MOVE; MOST_MOVES],
};

/// The nodes that are known; no memory before it is used.
#[derive(Default)]
pub(super) struct KnownReplies {
    /// By place, the word of a node's board; 0 where there is no node. They are looked at for each node, and most are another's.
    words: Vec<u64>,
    /// The same nodes.
    entries: Vec<ReplyEntry>,
    worth: Worth,
    /// How many nodes were known.
    pub(super) hits: u64,
}

impl KnownReplies {
    /// Forgets all of them.
    pub(super) fn forget(&mut self) {
        self.words.clear();
        self.entries.clear();
        self.worth = Worth::default();
    }
}

/// The place of a node.
#[inline(always)]
fn place(word: u64, asked: u32) -> usize {
    let mixed = (word ^ word >> 29 ^ u64::from(asked) << 40).wrapping_mul(ODD);
    (mixed >> 32) as usize & (PLACES - 1)
}

/// What is asked of replies before any of them is searched: the number of the holding-goal's function and one more, or 0; and whether positions are
/// tested then.
#[inline(always)]
fn asked_of(advice: &Advice, replies: Replies) -> u32 {
    match replies {
        Replies::OneByOne => 0,
        Replies::TestedFirst => {
            let holding = &advice.holding;
            let asked = holding.test.filter(|_| holding.when != When::AfterUs);
            1 << 31 | asked.map_or(0, |function| function.0 + 1)
        }
    }
}

/// What is known of the replies at a node.
pub(super) enum NodeReplies {
    /// One of them violates the holding-goal.
    Fail,
    /// They are on the stack of moves.
    Listed(Listed),
    /// Nothing yet; what there was before: positions at their ply, and fuel.
    New { positions: u64, fuel: u64 },
    /// They are not remembered.
    Unknown,
}

impl<'m> Run<'m> {
    /// What is known of the replies at a node, which has been paid for then.
    #[inline(always)]
    pub(super) fn known_replies<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
    ) -> Result<NodeReplies, Stop> {
        if B::WHOLE || !B::PLAIN || !task.knows_replies || !self.repeats.replies.worth.is_on() {
            return Ok(NodeReplies::Unknown);
        }
        let asked = asked_of(task.advice, self.replies);
        self.look_up_replies(B::word(node), asked, line.after_move().ply)
    }

    #[inline(never)]
    fn look_up_replies(&mut self, word: u64, asked: u32, ply: u16) -> Result<NodeReplies, Stop> {
        let KnownReplies { words, entries, .. } = &self.repeats.replies;
        let place = place(word, asked);
        if words.get(place) == Some(&word)
            && let Some(entry) = entries.get(place)
            && entry.asked == asked
            && usize::from(entry.men) == self.natives.active.few_at()
            && let (tested, fuel) = (usize::from(entry.tested), u64::from(entry.fuel))
            && self.meter.affords_node(tested as u64, fuel, ply)
        {
            let known = match entry.holds {
                false => NodeReplies::Fail,
                true => {
                    let list = entry.moves.get(..usize::from(entry.len));
                    self.stacks
                        .moves
                        .extend_from_slice(list.unwrap_or_default());
                    NodeReplies::Listed(entry.listed)
                }
            };
            self.repeats.replies.worth.saved += SAVED;
            self.repeats.replies.hits += 1;
            self.meter.burn(fuel)?;
            if tested > 0 {
                self.count_row(ply, tested)?;
            }
            return Ok(known);
        }
        Ok(NodeReplies::New {
            positions: self.positions_at(ply),
            fuel: self.meter.fuel(),
        })
    }

    /// The positions that were tested at a ply.
    #[inline(always)]
    fn positions_at(&self, ply: u16) -> u64 {
        let at = self.counts.base + usize::from(ply);
        self.counts.by_ply.get(at).copied().unwrap_or(0)
    }

    /// Notes the replies at a node that are on the stack of moves from a place on; `None` where one of them violates the holding-goal.
    #[inline(always)]
    pub(super) fn note_replies<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        node: &B::Board,
        line: Line,
        known: &NodeReplies,
        (mark, listed): (usize, Option<Listed>),
    ) {
        if let NodeReplies::New { positions, fuel } = *known {
            let asked = asked_of(task.advice, self.replies);
            let before = (positions, fuel);
            self.put_replies(
                B::word(node),
                asked,
                line.after_move().ply,
                before,
                (mark, listed),
            );
        }
    }

    #[inline(never)]
    fn put_replies(
        &mut self,
        word: u64,
        asked: u32,
        ply: u16,
        (positions, fuel): (u64, u64),
        (mark, listed): (usize, Option<Listed>),
    ) {
        let tested = u8::try_from(self.positions_at(ply).wrapping_sub(positions));
        let burnt = u32::try_from(fuel.wrapping_sub(self.meter.fuel()));
        let men = u8::try_from(self.natives.active.few_at());
        let list = self.stacks.moves.get(mark..).unwrap_or_default();
        let (Ok(tested), Ok(fuel), Ok(men), true) = (tested, burnt, men, list.len() <= MOST_MOVES)
        else {
            return;
        };
        let known = &mut self.repeats.replies;
        if known.entries.is_empty() {
            known.words.resize(PLACES, 0);
            known.entries.resize(PLACES, NONE);
        }
        let place = place(word, asked);
        let (Some(known_word), Some(entry)) =
            (known.words.get_mut(place), known.entries.get_mut(place))
        else {
            return;
        };
        *known_word = word;
        entry.asked = asked;
        entry.fuel = fuel;
        entry.men = men;
        entry.holds = listed.is_some();
        entry.tested = tested;
        entry.len = 0;
        if let Some(listed) = listed
            && let Some(moves) = entry.moves.get_mut(..list.len())
        {
            entry.listed = listed;
            entry.len = list.len() as u8;
            moves.copy_from_slice(list);
        }
    }
}
