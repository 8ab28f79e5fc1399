//! Pieces-of-advice whose trees are one move of ours, on lean boards: nothing waits, and nothing is remembered.
//!
//! A strategy without look-ahead is a list of such pieces, and most of the time that one takes would go into what deeper searches need. What is
//! found, counted and burnt is what the search of [`super::path`] finds, counts and burns.

use adv_chess::{Color, Position};
use adv_module::SearchMode;
use adv_module::program::{Advice, Class};

use crate::limits::Stop;
use crate::native_rows::Stretch;
use crate::natives::LeanRoot;
use crate::run::Run;
use crate::search::boards::OnLeanBoards;
use crate::search::line::{Allowance, Bound, Line};
use crate::search::moves::{Spot, classes_at};
use crate::search::request::{Purpose, Request, Task};
use crate::search::rows::Found;

/// More moves than any position has.
const MOVES: usize = 256;

/// Whether the trees of a piece-of-advice are one move, whose classes look at squares alone.
pub(super) fn is_shallow(advice: &Advice) -> bool {
    let plain = |class: &Class| class.is_plain() && class.filter.is_none();
    advice.depth == 1
        && advice.mode == SearchMode::Within
        && advice.cost.is_none()
        && advice.prefer.is_empty()
        && classes_at(&advice.us, 0).iter().all(plain)
}

impl<'m> Run<'m> {
    /// Searches for the tree of such a piece, to play it; `None` where the search of all the others has to do it, and nothing has happened.
    #[inline(always)]
    pub(super) fn search_shallow(&mut self, request: &Request<'_>) -> Result<Option<bool>, Stop> {
        let Request { root, us, .. } = *request;
        if request.bound.is_some() || request.purpose != Purpose::Play {
            return Ok(None);
        }
        match root.turn() == us && self.meter.affords(MOVES, 1) && self.lean_root(us, root) {
            true => self.search_root(request, root, us),
            false => Ok(None),
        }
    }

    fn search_root(
        &mut self,
        request: &Request<'_>,
        root: &Position,
        us: Color,
    ) -> Result<Option<bool>, Stop> {
        let id = request.advice;
        let LeanRoot {
            roster,
            board,
            legal,
            ..
        } = self.natives.packed;
        if roster.has_pawns() && self.speaks_of(id).whole {
            return Ok(None);
        }
        let advice = &self.module[id];
        let bound = Bound::without_costs(advice);
        let task = Task {
            id,
            advice,
            root,
            boards: OnLeanBoards::<true>(roster),
            board,
            legal: Some(&legal),
            us,
            bound,
            asks_for_check: false,
        };
        self.counts_again = false;
        self.counts.bound = Some(bound);
        while self.counts.by_ply.len() < self.counts.base + 2 {
            self.counts.by_ply.push(0);
        }
        self.stacks.tree.clear();
        let below = Line::root(Allowance::of_plies(1)).after_move();
        let spot = Spot {
            board: &board,
            whole: root,
        };
        let mark = self.stacks.moves.len();
        let mut roles = 0;
        for class in classes_at(&advice.us, 0) {
            let begin = self.stacks.moves.len();
            // Only a class of the same men can select a move again.
            let earlier = if class.roles & roles != 0 {
                mark
            } else {
                begin
            };
            roles |= class.roles;
            self.collect(&task, &spot, &legal, class, earlier, true)?;
            let stretch = Stretch {
                from: begin,
                end: self.stacks.moves.len(),
                roles: class.roles,
            };
            if stretch.from < stretch.end
                && let Found::Better(i) =
                    self.row(&task, &board, stretch, below.ply, false, &mut None)?
            {
                let at = self.push_node(self.stacks.move_at(i), below);
                self.close(at);
                self.stacks.moves.truncate(mark);
                return Ok(Some(true));
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(Some(false))
    }
}
