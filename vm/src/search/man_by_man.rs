//! Replies that are generated man by man: at most nodes of theirs the first or second reply refutes ours, and the others need not be made.
//!
//! ```text
//!   replies   Kc6 Kc7 Kd7 │ Ra1 Ra2 … Rh5       tested and paid for: all 17, by one test, as long as none of them takes a man
//!             generated   │ when his have been searched and all of them lead on
//! ```
//!
//! That goes where the holding-goal says the same after all replies that take nothing (`unmoved.rs`), so that not even for testing them they are
//! needed: how many there are and whether one of them takes something is known from the squares that each man reaches. What is found, counted and burnt is
//! what the general way finds, counts and burns.

use adv_chess::pushing::{MAN_MOVES, push_man, write_man};
use adv_chess::{Color, LegalInfo, Position, Role};
use adv_jit::RowFinding;
use adv_module::program::Class;

use crate::limits::Stop;
use crate::native_rows::RowKind;
use crate::run::{Replies, Run};
use crate::search::boards::Boards;
use crate::search::moves::{NO_MOVE, Spot};
use crate::search::request::{At, Task};

/// Replies that are on the stack of moves.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    /// The roles of their men.
    pub(super) roles: u8,
    /// The roles of the men whose replies come later.
    pub(super) later: u8,
}

impl<'m> Run<'m> {
    /// Whether replies may be generated man by man.
    #[inline(always)]
    pub(super) fn goes_man_by_man<B: Boards>(&self, task: &Task<'_, B>) -> bool {
        B::PLAIN
            && !B::WHOLE
            && task.plain_replies
            && task.same_unless_taken
            && self.replies == Replies::TestedFirst
    }

    /// Tests all replies at such a node of theirs for the holding-goal, and generates those of their first man that has any; inside it `None` where the first
    /// of them violates the goal. `None` where the general way has to find out, and nothing has happened. `ply` is that of the positions after them.
    #[inline(never)]
    pub(super) fn first_replies<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
    ) -> Result<Option<Option<Listed>>, Stop> {
        let (whole, info) = (spot.whole, spot.info);
        let ply = spot.line.ply + 1;
        let ours = whole.side(spot.task.us);
        let (mut first, mut later, mut count) = (None, 0, 0);
        let mut left = self.single_men(!spot.task.us);
        while let Some(role) = next_role(&mut left) {
            let (from, squares) = squares_of_man(whole, info, role);
            if squares & ours != 0 {
                return Ok(None);
            }
            count += squares.count_ones() as usize;
            if squares != 0 {
                match first {
                    None => first = Some((role, from, squares)),
                    Some(_) => later |= role.mask(),
                }
            }
        }
        let Some((role, from, squares)) = first.filter(|_| self.meter.affords(count, ply)) else {
            return Ok(None);
        };
        let Ok(native) = self.row_of_roles(spot.task.id, Class::MEN, RowKind::Theirs) else {
            return Ok(None);
        };
        let mut moves = [NO_MOVE; MAN_MOVES];
        let written = write_man(role, from, squares, &mut moves);
        let moves = moves.get(..written).unwrap_or_default();
        let boards = (B::lean(spot.board), B::lean(&spot.task.board));
        match self.test_one_for_all(native, boards, moves, count) {
            None => Ok(None),
            Some(RowFinding::Violated) => {
                self.count_row(ply, 1)?;
                Ok(Some(None))
            }
            Some(_) => {
                self.count_row(ply, count)?;
                self.stacks.moves.extend_from_slice(moves);
                let roles = role.mask();
                Ok(Some(Some(Listed { roles, later })))
            }
        }
    }

    /// The roles of a side's men, if each of them is one man's and none is a pawn's; otherwise none.
    #[inline(always)]
    fn single_men(&self, side: Color) -> u8 {
        let table = self.natives.active.few;
        table.single_men.get(side.index()).copied().unwrap_or(0)
    }

    /// Generates the replies of the next of the men that come later, in place of those from `mark` on.
    #[inline(never)]
    pub(super) fn next_replies<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        mark: usize,
        mut later: u8,
    ) -> Listed {
        let whole = at.whole();
        let info = LegalInfo::new(&whole);
        self.stacks.moves.truncate(mark);
        let Some(role) = next_role(&mut later) else {
            return Listed { roles: 0, later: 0 };
        };
        let (from, squares) = squares_of_man(&whole, &info, role);
        push_man(role, from, squares, &mut self.stacks.moves);
        let roles = role.mask();
        Listed { roles, later }
    }
}

/// Takes the first role off a set.
#[inline(always)]
fn next_role(roles: &mut u8) -> Option<Role> {
    let role = Role::ALL.get(roles.trailing_zeros() as usize)?;
    *roles &= *roles - 1;
    Some(*role)
}

/// Where the only man of a role stands, and the squares that its legal moves go to; none where there is no such man.
#[inline(always)]
fn squares_of_man(whole: &Position, info: &LegalInfo, role: Role) -> (u8, u64) {
    let man = whole.pieces(info.color(), role);
    let from = man.trailing_zeros() as u8;
    let squares = match role {
        _ if man == 0 => 0,
        Role::King => info.king_steps(whole, from),
        role => info.legal_targets(whole, role, from),
    };
    (from & 63, squares)
}
