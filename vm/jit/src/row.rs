//! Rows: the positions after all moves of a list, tested for the goals of a piece-of-advice in one call.
//!
//! Most of a search is this, so it is worth code of its own: a call for each position and goal, with its registers saved and its
//! answer looked at, costs as much as a goal.

use std::fmt;
use std::ptr;
use std::sync::Arc;

use adv_chess::lean::MOST;
use adv_chess::{Color, Lean, Move, Roster};
use adv_module::{FnId, SlotId};

use crate::bridge::BoardForm;
use crate::code::{Entry, LARGE_SHARE, king_bits};
use crate::context::{GOES_ON, OUT_OF_FUEL, WANTS_KEPT};
use crate::emit::SquareTables;
use crate::goals::{RowFinding, RowGoals, RowOutcome};
use crate::pool::Pool;
use crate::{Host, Scene};

pub(crate) const NOTHING: u64 = 0;
pub(crate) const BETTER: u64 = 1;
pub(crate) const DEEPER: u64 = 2;
pub(crate) const VIOLATED: u64 = 3;
/// The bit of the answer at which the number of positions with the holding-goal begins; the number tested is below it.
pub(crate) const PASSED_AT: u32 = 16;
/// Where what was found begins.
pub(crate) const WHAT_AT: u32 = 32;

/// Rows that are longer are tested piece by piece; no legal position has as many moves.
const LONGEST: usize = 1 << 12;

/// The native code of a row, on lean positions of one roster.
pub struct Row {
    pub(crate) entry: Entry,
    pub(crate) slots: u16,
    /// What each test of the holding-goal burns.
    pub(crate) holding: u64,
    /// What each test of the better-goal burns.
    pub(crate) better: u64,
    pub(crate) form: BoardForm,
    pub(crate) guard: u64,
    /// The side whose moves lead to the positions.
    pub(crate) mover: Color,
    /// What the code reads and hands on.
    pub(crate) _tables: SquareTables,
    pub(crate) _form: Option<Arc<BoardForm>>,
    pub(crate) _pool: Arc<Pool>,
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row")
            .field("us", &self.form.us)
            .finish_non_exhaustive()
    }
}

impl Row {
    /// Tests the positions after moves, which were generated from the node, in their order; where the row is one man's, they are
    /// his, and none of them promotes or gives a right to capture en passant. All fuel is burnt here.
    ///
    /// `None` where it cannot be done like this, and nothing has been burnt: the fuel may not suffice, a king is off the board, a board
    /// is special.
    #[inline(always)]
    pub fn run<H: Host>(
        &self,
        host: &mut H,
        node: Lean,
        root: Lean,
        moves: &[Move],
        deeper: bool,
    ) -> Option<RowOutcome> {
        let word = self.run_once(host, node, root, moves, deeper, Share::Usual)?;
        Some(outcome(word))
    }

    #[inline(always)]
    fn run_once<H: Host>(
        &self,
        host: &mut H,
        node: Lean,
        root: Lean,
        moves: &[Move],
        deeper: bool,
        share: Share,
    ) -> Option<u64> {
        let guarded = (node.word() | root.word()) & self.guard != 0;
        if guarded || moves.len() >= LONGEST || node.turn() != self.mover {
            return None;
        }
        let context = host.context();
        if !context.holds(self.slots) {
            return None;
        }
        let fuel = context.fuel;
        // SAFETY: the code lives as long as the row. The context is lent to us and has the slots that the code looks at; the boards
        // are words that only `Lean` makes, and it reads as many moves as the count passed to it.
        #[allow(unsafe_code, reason = "this is where compiled code is entered")]
        let word = unsafe {
            (self.entry)(
                ptr::from_mut(context).cast(),
                node.word(),
                root.word(),
                moves.as_ptr().expose_provenance() as u64,
                moves.len() as u64,
                u64::from(deeper),
            )
        };
        if context.halted == GOES_ON {
            let (tested, passed) = counts(word);
            // No row is so long that this overflows.
            let cost = tested * self.holding + passed * self.better;
            if let Some(left) = context.fuel.checked_sub(cost) {
                context.fuel = left;
                return Some(word);
            }
            context.halted = OUT_OF_FUEL;
        }
        self.halted(host, node, root, moves, deeper, (fuel, share))
    }

    /// The code has halted: if a value of the root is missing the host computes it, and the row begins again; if the fuel does not
    /// suffice, for once it begins again with a large share.
    #[cold]
    #[inline(never)]
    fn halted<H: Host>(
        &self,
        host: &mut H,
        node: Lean,
        root: Lean,
        moves: &[Move],
        deeper: bool,
        (fuel, share): (u64, Share),
    ) -> Option<u64> {
        let context = host.context();
        let why = std::mem::replace(&mut context.halted, GOES_ON);
        context.fuel = fuel;
        if why & 0xff == OUT_OF_FUEL && share == Share::Usual {
            // Where the evaluation is to end, the way by single positions finds that out.
            host.refuel(LARGE_SHARE).ok()?;
            if host.context().fuel <= fuel {
                return None;
            }
            let word = self.run_once(host, node, root, moves, deeper, Share::Large);
            // What is left over goes back. Where the evaluation is to end, the next one finds that out.
            let _ends_later = host.refuel(0);
            return word;
        }
        if why & 0xff != WANTS_KEPT {
            return None;
        }
        let (slot, function) = (SlotId((why >> 8) as u16), FnId((why >> 32) as u32));
        if context.kept(slot.index()).is_some() {
            return None;
        }
        let roster = self.form.roster?;
        let positions = [roster.unpack(node), roster.unpack(root)];
        let scene = Scene {
            positions: [&positions[0], &positions[0], &positions[1]],
            us: self.form.us,
            from: 0,
            to: 0,
        };
        if host.kept(slot, function, &scene).is_err() {
            // The way by single positions comes to the same end, and tells it.
            host.context().fuel = fuel;
            return None;
        }
        // Each time one more slot is filled, so this ends.
        host.context().kept(slot.index())?;
        self.run_once(host, node, root, moves, deeper, share)
    }
}

/// How much of the fuel the host has put into the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// As much as it usually does.
    Usual,
    /// More, for this row.
    Large,
}

/// How many positions were tested for the holding-goal, and how many of them for the better-goal.
fn counts(word: u64) -> (u64, u64) {
    (word & 0xffff, word >> PASSED_AT & 0xffff)
}

fn outcome(word: u64) -> RowOutcome {
    let (tested, passed) = counts(word);
    RowOutcome {
        finding: match word >> WHAT_AT {
            BETTER => RowFinding::Better,
            DEEPER => RowFinding::Deeper,
            VIOLATED => RowFinding::Violated,
            _ => RowFinding::Nothing,
        },
        tested: tested as usize,
        passed: passed as usize,
    }
}

/// The guard of code for lean boards: the bits that say that a king is off the board, or that squares do not say all of it.
pub(crate) fn guard(roster: &Roster) -> u64 {
    debug_assert!(roster.len() <= MOST);
    king_bits(roster) | Lean::SPECIAL
}

/// Which row is meant, for whom.
pub(crate) type RowKey = (RowGoals, Color, Roster);
