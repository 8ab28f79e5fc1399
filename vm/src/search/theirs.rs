//! A node at which they are to move: every selected reply must lead to a leaf or to a node of ours that has a tree.

use adv_chess::{LegalInfo, Move};
use adv_module::program::Class;

use crate::limits::Stop;
use crate::native_rows::{RowKind, Stretch};
use crate::run::{Replies, Run, Stacks};
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::man_by_man::Listed;
use crate::search::moves::{Spot, classes_at, selects_all};
use crate::search::path::{Departure, Mover, Visit};
use crate::search::request::{At, Task};
use crate::search::rows::{Found, is_tested_after_replies};
use crate::trace::TraceVisit;
use crate::tree::Node;

/// A node of theirs that waits while one of their replies is searched.
#[derive(Clone, Copy)]
pub(crate) struct TheirNode<T> {
    board: T,
    line: Line,
    /// The place of the reply in the arena.
    place: usize,
    rest: TheirRest,
}

/// What is still to be searched at a node of theirs.
#[derive(Clone, Copy)]
struct TheirRest {
    /// The place of the node itself in the arena, but for the root of a nested tree, which is not there.
    own: Option<usize>,
    /// Where the replies begin on the stack of moves.
    mark: usize,
    /// The replies that are left.
    next: usize,
    end: usize,
    /// The roles of their men.
    roles: u8,
    /// The roles of the men whose replies come later (`man_by_man.rs`).
    later: u8,
}

impl<'m> Run<'m> {
    /// Begins a node of theirs. Our nodes after the replies are begun from here, and it waits only where one of them does.
    #[inline(always)]
    pub(super) fn begin_theirs<B: Boards>(&mut self, at: &At<'_, B>) -> Result<Departure, Stop> {
        if self.fails_at_once(at)? {
            return Ok(Departure::Back(false));
        }
        self.open_theirs(at)
    }

    /// True where nothing has to be searched to see that a node of theirs has no tree. Otherwise it has to be opened.
    #[inline(always)]
    pub(super) fn fails_at_once<B: Boards>(&mut self, at: &At<'_, B>) -> Result<bool, Stop> {
        if B::is_special(at.board) {
            return Ok(false);
        }
        // Of their nodes only failures are noted.
        Ok(
            at.line.left.is_spent()
                || self.remembered(at).is_some()
                || self.repeated(at)?.is_some(),
        )
    }

    /// Opens a node of theirs that has to be searched. The move to it is the last in the arena.
    #[inline(never)]
    pub(super) fn open_theirs<B: Boards>(&mut self, at: &At<'_, B>) -> Result<Departure, Stop> {
        if B::is_special(at.board) {
            return B::beyond(self, at, Mover::Them).map(Departure::Back);
        }
        let mark = self.stacks.moves.len();
        let last = self.stacks.tree.len().checked_sub(1);
        let own = last.filter(|_| at.line.ply > 0);
        let collected = if self.settles(at.task) {
            // They are generated in stages.
            self.begin_settling(&at.task.boards.whole(at.board), at.line);
            Some(Listed { roles: 0, later: 0 })
        } else {
            let collected = self.collect_replies(at)?;
            collected.filter(|_| self.stacks.moves.len() > mark)
        };
        let end = self.stacks.moves.len();
        let Some(Listed { roles, later }) = collected else {
            self.their_failure(at, mark);
            return Ok(Departure::Back(false));
        };
        let rest = TheirRest {
            own,
            mark,
            next: mark,
            end,
            roles,
            later,
        };
        self.their_replies(at, rest, Visit::First)
    }

    /// Goes on at the last node of theirs that waits; `answer` is what its reply has come to.
    #[inline(never)]
    pub(super) fn resume_theirs<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        answer: bool,
    ) -> Result<Departure, Stop> {
        let Some(&waiting) = B::path(self).theirs.last() else {
            return Ok(Departure::Back(answer));
        };
        let at = &task.at(&waiting.board, waiting.line);
        let departure = if answer {
            self.close(waiting.place);
            self.note_settled(at);
            self.their_replies(at, waiting.rest, Visit::Again)?
        } else {
            self.their_failure(at, waiting.rest.mark);
            Departure::Back(false)
        };
        if let Departure::Back(_) = departure {
            B::path(self).theirs.pop();
        }
        Ok(departure)
    }

    /// Tries the replies of a node of theirs that are left.
    #[inline(always)]
    fn their_replies<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        mut rest: TheirRest,
        visit: Visit,
    ) -> Result<Departure, Stop> {
        let below = at.line.after_move();
        loop {
            while rest.next < rest.end {
                let tested = at.task.in_rows && self.meter.affords(rest.end - rest.next, below.ply);
                if tested {
                    let stretch = Stretch::new(rest.next, rest.end, rest.roles);
                    let kind = match self.replies {
                        Replies::OneByOne => RowKind::Replies,
                        Replies::TestedFirst => RowKind::HeldReplies,
                    };
                    let (tested, found) = self.row_of_replies(at, stretch, kind)?;
                    let end = rest.next + tested;
                    let leaves = match found {
                        Found::Better(_) => end,
                        Found::Deeper(i) if !below.left.is_spent() => i,
                        Found::Deeper(_) | Found::Nothing => {
                            self.their_failure(at, rest.mark);
                            return Ok(Departure::Back(false));
                        }
                    };
                    self.push_leaves(rest.next, leaves, below.ply);
                    rest.next = leaves;
                    if leaves == end {
                        break;
                    }
                }
                let m = self.stacks.move_at(rest.next);
                if at.task.cost().is_some() {
                    self.spend_reply(rest.next, at.line.ply);
                }
                rest.next += 1;
                let child = B::play(at.board, m);
                if !tested && !self.reply_stands(at, (m, &child))? {
                    self.their_failure(at, rest.mark);
                    return Ok(Departure::Back(false));
                }
                let place = self.push_node(m, below);
                let better = !tested && self.is_better(at, &child)?;
                self.note_tried(at, m);
                if better {
                    self.close(place);
                    self.note_settled(at);
                    continue;
                }
                match self.begin_ours::<B, false>(&at.task.at(&child, below))? {
                    Departure::Back(true) => {
                        self.close(place);
                        self.note_settled(at);
                    }
                    Departure::Back(false) => {
                        self.their_failure(at, rest.mark);
                        return Ok(Departure::Back(false));
                    }
                    Departure::Down { waiting } => {
                        let own = TheirNode {
                            board: *at.board,
                            line: at.line,
                            place,
                            rest,
                        };
                        B::path(self).wait_theirs(own, visit);
                        let waiting = waiting + 1;
                        return Ok(Departure::Down { waiting });
                    }
                }
            }
            if self.settles(at.task) {
                let stage = self.next_stage(at, rest.mark)?;
                (rest.next, rest.end) = (rest.end, self.stacks.moves.len());
                match stage {
                    Some(true) => continue,
                    None => break,
                    Some(false) => {
                        self.their_failure(at, rest.mark);
                        return Ok(Departure::Back(false));
                    }
                }
            }
            if B::WHOLE || !B::PLAIN || rest.later == 0 {
                break;
            }
            let next = self.next_replies(at, rest.mark, rest.later);
            (rest.roles, rest.later) = (next.roles, next.later);
            rest.next = rest.mark;
            rest.end = self.stacks.moves.len();
        }
        self.stacks.moves.truncate(rest.mark);
        self.repeats_hold(at, None);
        self.settle_by_all(at);
        if let Some(own) = rest.own
            && !selects_all(classes_at(&at.task.advice.them, at.line.ply))
        {
            self.note_left_out(at, own, rest.end - rest.mark);
        }
        Ok(Departure::Back(true))
    }

    /// Looks at the node after a reply, and whether it has the holding-goal, unless that has been tested before.
    #[inline(always)]
    fn reply_stands<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        (m, child): (Move, &B::Board),
    ) -> Result<bool, Stop> {
        self.look(at.task, child);
        if self.replies == Replies::OneByOne && !self.settles(at.task) {
            return self.test_node(at, (m, child));
        }
        if self.traces(at.task) {
            self.trace_node(at, m, TraceVisit::Expanded);
        }
        Ok(true)
    }

    /// Puts the nodes after some replies, which are leaves, into the arena.
    #[inline(always)]
    fn push_leaves(&mut self, from: usize, end: usize, ply: u16) {
        let Stacks { moves, tree, .. } = &mut *self.stacks;
        let first = tree.len() as u32 + 1;
        let leaves = moves.get(from..end).unwrap_or_default().iter();
        tree.extend(leaves.zip(first..).map(|(mv, end)| Node {
            mv: *mv,
            ply,
            left_out: 0,
            end,
        }));
    }

    /// Collects the replies of all classes, and says the roles of their men. `None` where the node fails already: one of them violates the
    /// holding-goal, or none is looked for.
    #[inline(always)]
    fn collect_replies<B: Boards>(&mut self, at: &At<'_, B>) -> Result<Option<Listed>, Stop> {
        let classes = classes_at(&at.task.advice.them, at.line.ply);
        if classes.is_empty() {
            return Ok(None);
        }
        let whole = at.task.boards.whole(at.board);
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(*at, &whole, &info);
        let mark = self.stacks.moves.len();
        if self.goes_man_by_man(at.task)
            && let Some(listed) = self.first_replies(&spot)?
        {
            return Ok(listed);
        }
        let mut roles = 0;
        for (number, class) in classes.iter().enumerate() {
            let begin = self.stacks.moves.len();
            // Only a class of the same men can select a move again.
            let known = class.roles & roles != 0;
            let earlier = if known { mark } else { begin };
            roles |= class.roles;
            self.collect(&spot, class, earlier, true, None)?;
            if self.traces(at.task) {
                self.trace_class(at, (number, None), begin);
            }
            // The first reply that violates the holding-goal ends it: no later class is looked at. Where they have a cost, all are weighed
            // first.
            if self.replies == Replies::TestedFirst
                && at.task.cost().is_none()
                && !self.all_hold(at, class.roles, begin)?
            {
                return Ok(None);
            }
        }
        let listed = Listed { roles, later: 0 };
        let holds = match at.task.cost() {
            Some(cost) => {
                let paid = self.weigh_replies(&spot, cost, mark)?;
                let tested = self.replies == Replies::TestedFirst;
                paid && (!tested || self.all_hold(at, roles, mark)?)
            }
            None => true,
        };
        Ok(holds.then_some(listed))
    }

    /// Tests the replies from `begin` on for the holding-goal, up to the first that violates it.
    #[inline(always)]
    pub(super) fn all_hold<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        roles: u8,
        begin: usize,
    ) -> Result<bool, Stop> {
        let end = self.stacks.moves.len();
        if !self.notes_positions(at.task) && self.meter.affords(end - begin, at.line.ply + 1) {
            let stretch = Stretch::new(begin, end, roles);
            return self.row_holds(at, stretch);
        }
        let tested = is_tested_after_replies(&at.task.advice.holding);
        for i in begin..end {
            let m = self.stacks.move_at(i);
            let child = B::play(at.board, m);
            // What is not tested here counts once it is expanded.
            if tested {
                self.look(at.task, &child);
            }
            if !self.test_node(at, (m, &child))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A node of theirs fails: its replies are forgotten, and that is noted.
    #[inline(always)]
    fn their_failure<B: Boards>(&mut self, at: &At<'_, B>, mark: usize) {
        self.stacks.moves.truncate(mark);
        self.repeats_fail(at);
        self.settle_by_one(at);
        self.note_failed(at);
    }

    /// Notes how many legal replies the classes did not select.
    #[inline(never)]
    pub(super) fn note_left_out<B: Boards>(&mut self, at: &At<'_, B>, own: usize, selected: usize) {
        let left_out = self.count_left_out(at, selected);
        if let Some(own) = self.stacks.tree.get_mut(own) {
            own.left_out = left_out;
        }
    }

    /// How many legal replies the classes of a ply leave out at a node where they select so many moves, a pass among them.
    pub(crate) fn count_left_out<B: Boards>(&self, at: &At<'_, B>, selected: usize) -> u16 {
        let whole = at.task.boards.whole(at.board);
        let info = LegalInfo::new(&whole);
        let mut classes = classes_at(&at.task.advice.them, at.line.ply).iter();
        // A pass is none of them.
        let passes = info.checkers == 0 && classes.any(Class::passes);
        let considered = selected.saturating_sub(usize::from(passes));
        let legal = info.count_legal(&whole) as usize;
        u16::try_from(legal.saturating_sub(considered)).unwrap_or(u16::MAX)
    }
}
