//! Searches by one ply on a lean board: nothing waits, and nothing is remembered.
//!
//! So is a piece-of-advice of depth 1, and a strategy without look-ahead, which is a list of such pieces with one root. What is found,
//! counted and burnt is what the search of `path.rs` finds, counts and burns, which is where all other nodes are.

use adv_chess::{Color, LegalInfo, Position};
use adv_jit::Jit;
use adv_module::program::{Advice, Class, Entry};
use adv_module::{AdviceId, SearchMode};

use crate::lean_root::LeanRoot;
use crate::limits::Stop;
use crate::native_rows::Stretch;
use crate::run::{Replies, Run};
use crate::search::boards::{Boards, OnLeanBoards};
use crate::search::line::Bound;
use crate::search::moves::{Spot, classes_at};
use crate::search::request::{At, Purpose, Request, Task};
use crate::search::rows::Found;

/// More moves than any position has.
const MOVES: usize = 256;

/// Whether the trees of a piece-of-advice are one move, whose classes look at squares alone.
pub(super) fn is_shallow(advice: &Advice) -> bool {
    advice.depth == 1 && advice.mode == SearchMode::Within && has_plain_moves(advice)
}

/// Whether all classes of ours look at squares alone, and nothing orders their moves together.
fn has_plain_moves(advice: &Advice) -> bool {
    let plain = |class: &Class| class.is_plain() && class.filter.is_none();
    let phases = advice.us.phases.iter().flat_map(|(_, classes)| classes);
    advice.cost.is_none() && advice.prefer.is_empty() && phases.chain(&advice.us.every).all(plain)
}

impl<'m> Run<'m> {
    /// Searches for the tree of such a piece, to play it; `None` where the search of all the others has to do it, and nothing has happened.
    #[inline(always)]
    pub(super) fn search_shallow(&mut self, request: &Request<'_>) -> Result<Option<bool>, Stop> {
        if !Jit::EXISTS {
            return Ok(None);
        }
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
        let packed = self.natives.packed;
        if packed.roster.has_pawns() && self.speaks_of(id).whole {
            return Ok(None);
        }
        let task = self.shallow_task(id, root, us, &packed);
        self.begin_shallow(&task);
        self.try_last(&task.root(), &packed.legal).map(Some)
    }

    /// The task of such a piece.
    #[inline(always)]
    fn shallow_task<'p>(
        &self,
        id: AdviceId,
        root: &'p Position,
        us: Color,
        packed: &'p LeanRoot,
    ) -> Task<'p, OnLeanBoards<true>>
    where
        'm: 'p,
    {
        let advice = &self.module[id];
        let boards = (OnLeanBoards::<true>(packed.roster), packed.board);
        let bound = Bound::without_costs(advice);
        Task {
            legal: Some(&packed.legal),
            ..Task::plain((id, advice), (root, us), boards, bound)
        }
    }

    /// What a search has to be ready for it.
    #[inline(always)]
    fn begin_shallow(&mut self, task: &Task<'_, OnLeanBoards<true>>) {
        self.counts.bound = Some(task.bound);
        while self.counts.by_ply.len() < self.counts.base + 2 {
            self.counts.by_ply.push(0);
        }
        self.stacks.tree.clear();
    }

    /// Tries the pieces at the beginning of a list one after the other as long as they are such, as [`Run::search`] would try each to play it:
    /// the first that is satisfied. Otherwise the list is left with what another search has to try. What is the same for all of them is made
    /// ready once, and what each of them cost is not told, but added to a sum of positions tested. Where a limit ends a search, the list is left with
    /// its piece, and what that has cost is in the counts.
    #[inline(always)]
    pub(crate) fn search_list(
        &mut self,
        list: &mut &'m [Entry],
        root: &Position,
        us: Color,
        tested: &mut u64,
    ) -> Result<Option<AdviceId>, Stop> {
        if !Jit::EXISTS {
            return Ok(None);
        }
        if !self.notes.are_empty() || root.turn() != us || !self.lean_root(us, root) {
            return Ok(None);
        }
        let Some(Entry::Advice(first)) = list.first() else {
            return Ok(None);
        };
        let packed = self.natives.packed;
        let has_pawns = packed.roster.has_pawns();
        let mut task = self.shallow_task(*first, root, us, &packed);
        self.counts.clear();
        self.begin_shallow(&task);
        let own = self.counts.base + 1;
        let for_root = u64::from(self.replies == Replies::OneByOne);
        while let Some((Entry::Advice(id), rest)) = list.split_first() {
            let speaks_of = self.speaks_of(*id);
            let advice = &self.module[*id];
            let ready = speaks_of.shallow
                && advice.in_class.is_none()
                && !(has_pawns && speaks_of.whole)
                && self.meter.affords(MOVES, 1)
                && self.lean_root(us, root);
            if !ready {
                break;
            }
            self.needs.admit(*id, self.meter.stack())?;
            self.activate(us);
            (task.id, task.advice) = (*id, advice);
            task.bound = Bound::without_costs(advice);
            self.counts.bound = Some(task.bound);
            let found = self.try_last(&task.root(), &packed.legal)?;
            if let Some(count) = self.counts.by_ply.get_mut(own) {
                // The next one counts its own.
                *tested += std::mem::take(count) + for_root;
            }
            if found {
                return Ok(Some(*id));
            }
            *list = rest;
        }
        Ok(None)
    }

    /// Tries the moves of a node of ours, which have to lead to leaves.
    #[inline(never)]
    fn try_last<B: Boards>(&mut self, at: &At<'_, B>, legal: &LegalInfo) -> Result<bool, Stop> {
        let below = at.line.after_move();
        let spot = Spot::new(*at, at.task.root, legal);
        let mark = self.stacks.moves.len();
        let mut roles = 0;
        for class in classes_at(&at.task.advice.us, at.line.ply) {
            let begin = self.stacks.moves.len();
            // Only a class of the same men can select a move again.
            let earlier = if class.roles & roles != 0 {
                mark
            } else {
                begin
            };
            roles |= class.roles;
            self.collect(&spot, class, earlier, true, None)?;
            let stretch = Stretch::new(begin, self.stacks.moves.len(), class.roles);
            if stretch.from < stretch.end
                && let Found::Better(i) = self.row(at, stretch, false, &mut None)?
            {
                self.push_leaf(self.stacks.move_at(i), below);
                self.stacks.moves.truncate(mark);
                return Ok(true);
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(false)
    }
}
