//! A node at which we are to move: the first selected move that leads to a leaf or to a node of theirs that has a tree.

use adv_chess::{LegalInfo, Move, Position};

use crate::limits::Stop;
use crate::native_rows::Stretch;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::last::LastClass;
use crate::search::line::Line;
use crate::search::memory::KnownTree;
use crate::search::moves::{NO_MOVE, Spot, classes_at};
use crate::search::path::{Departure, Mover, Visit};
use crate::search::preferred::Preferred;
use crate::search::repeats::Repeated;
use crate::search::request::{At, Task};
use crate::search::rows::Found;
use crate::tree::Node;

/// A node of ours that waits while one of its moves is searched.
#[derive(Clone, Copy)]
pub(crate) struct OurNode<T> {
    board: T,
    line: Line,
    /// What the legality of its moves depends on.
    info: LegalInfo,
    /// The place in the arena of the move that is being searched.
    place: usize,
    rest: OurRest,
}

/// What is still to be tried at a node of ours.
#[derive(Clone, Copy)]
struct OurRest {
    /// Where its moves begin on the stack of moves.
    mark: usize,
    /// The moves of the current class that are left.
    next: usize,
    end: usize,
    /// How they are tested.
    testing: Testing,
    /// The roles of their men.
    men: u8,
    /// The class after the current one.
    class: usize,
    /// The roles of the classes so far: only a class of the same men can select a move again.
    roles: u8,
}

impl OurRest {
    /// Nothing has been tried yet.
    #[inline(always)]
    fn new(mark: usize) -> OurRest {
        OurRest {
            mark,
            next: mark,
            end: mark,
            testing: Testing::Singly,
            men: 0,
            class: 0,
            roles: 0,
        }
    }
}

/// How the moves of a class are tested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Testing {
    /// Together, since the budget can pay for all of them.
    InRow,
    /// One by one.
    Singly,
    /// One by one, each first judged by the `where` of the class.
    Judging,
}

impl<'m> Run<'m> {
    /// Begins a node of ours. With `AHEAD` their nodes after its moves are begun from here, and it waits only where one of them does.
    #[inline(never)]
    pub(super) fn begin_ours<B: Boards, const AHEAD: bool>(
        &mut self,
        at: &At<'_, B>,
    ) -> Result<Departure, Stop> {
        if at.line.left.is_spent() {
            return Ok(Departure::Back(false));
        }
        if B::is_special(at.board) {
            return B::beyond(self, at, Mover::Us).map(Departure::Back);
        }
        match self.repeated(at)? {
            Some(Repeated::Fails) => return Ok(Departure::Back(false)),
            Some(Repeated::Leaf(m)) => {
                self.push_leaf(m, at.line.after_move());
                return Ok(Departure::Back(true));
            }
            None => {}
        }
        let remembered = match self.remembered(at) {
            Some(KnownTree::Fails(_)) => return Ok(Departure::Back(false)),
            Some(KnownTree::Holds(first)) => Some(first),
            None => None,
        };
        let (made, own);
        let (whole, info) = match at.task.legal {
            // The root is unpacked once for all the pieces that are tried there.
            Some(legal) if at.line.ply == 0 => (at.task.root, legal),
            _ => {
                made = at.task.boards.whole(at.board);
                own = LegalInfo::new(&made);
                (&*made, &own)
            }
        };
        if self.settles(at.task) {
            self.begin_settling(whole, at.line);
        }
        let mut rest = OurRest::new(self.stacks.moves.len());
        if let Some(first) = remembered {
            // The moves before it have no tree, so they are left out. It has one; if it had none, all classes would follow.
            self.stacks.moves.push(first);
            rest.end = self.stacks.moves.len();
            self.forget_prices(at.task, rest.mark);
        } else if !at.task.advice.prefer.is_empty() {
            let spot = Spot::new(*at, whole, info);
            match self.all_preferred(&spot)? {
                Preferred::Answer(answer) => {
                    match answer {
                        true => {
                            self.stacks.moves.truncate(rest.mark);
                            self.repeats_hold(&spot, None);
                        }
                        false => self.our_failure(&spot, rest.mark),
                    }
                    return Ok(Departure::Back(answer));
                }
                Preferred::Ordered { roles, classes } => {
                    rest.roles = roles;
                    rest.class = classes;
                    rest.end = self.stacks.moves.len();
                }
            }
        }
        let given = Some(whole);
        self.our_moves::<B, AHEAD>(at, given, info, rest, Visit::First)
    }

    /// Goes on at the last node of ours that waits; `answer` is what its move has come to.
    #[inline(never)]
    pub(super) fn resume_ours<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        answer: bool,
    ) -> Result<Departure, Stop> {
        let Some(&waiting) = B::path(self).ours.last() else {
            return Ok(Departure::Back(answer));
        };
        let OurNode { place, rest, .. } = waiting;
        let at = &task.at(&waiting.board, waiting.line);
        let departure = if answer {
            self.close(place);
            if let Some(first) = self.stacks.tree.get(place) {
                self.our_success(at, rest.mark, first.mv);
            }
            Departure::Back(true)
        } else {
            self.stacks.tree.truncate(place);
            self.note_settled(at);
            self.our_moves::<B, true>(at, None, &waiting.info, rest, Visit::Again)?
        };
        if let Departure::Back(_) = departure {
            B::path(self).ours.pop();
        }
        Ok(departure)
    }

    /// Tries the moves of a node of ours that are left. `given` is its whole board where the caller has it.
    #[inline(always)]
    fn our_moves<B: Boards, const AHEAD: bool>(
        &mut self,
        at: &At<'_, B>,
        given: Option<&Position>,
        info: &LegalInfo,
        mut rest: OurRest,
        visit: Visit,
    ) -> Result<Departure, Stop> {
        let mut made = None;
        // The whole at.board, made when it is first wanted.
        macro_rules! spot {
            () => {
                Spot {
                    at: *at,
                    whole: match given {
                        Some(whole) => whole,
                        None => &**made.get_or_insert_with(|| at.task.boards.whole(at.board)),
                    },
                    info,
                }
            };
        }
        let mut sight = None;
        let classes = classes_at(&at.task.advice.us, at.line.ply);
        let below = at.line.after_move();
        // A node that waits has a move that was searched deeper.
        let deeper = visit == Visit::Again
            || !below.left.is_spent() && !classes_at(&at.task.advice.them, below.ply).is_empty();
        // The position after the move that was tested last, where it has been made.
        let mut child = None;
        loop {
            while rest.next < rest.end {
                let (i, better) = if rest.testing == Testing::InRow {
                    if !self.meter.affords(rest.end - rest.next, below.ply) {
                        // The positions that are left have to be counted.
                        rest.testing = Testing::Singly;
                        continue;
                    }
                    let stretch = Stretch::new(rest.next, rest.end, rest.men);
                    child = None;
                    match self.row(at, stretch, deeper, &mut child)? {
                        Found::Nothing => break,
                        Found::Better(i) => (i, true),
                        Found::Deeper(i) => (i, false),
                    }
                } else {
                    let i = rest.next;
                    let m = self.stacks.move_at(i);
                    if rest.testing == Testing::Judging
                        && let Some(class) = classes.get(rest.class - 1)
                        && let Some(filter) = class.filter
                        && !self.passes_at_sight(&spot!(), filter, m, &mut sight)?
                    {
                        // A later class may still select it.
                        self.stacks.set_move(i, NO_MOVE);
                        rest.next += 1;
                        continue;
                    }
                    if let Some(cost) = at.task.cost()
                        && !self.pays_at(&spot!(), cost, i)?
                    {
                        // It stays in its class.
                        rest.next += 1;
                        continue;
                    }
                    let tested = child.insert(B::play(at.board, m));
                    let stands = self.our_child_stands(at, (m, tested), deeper)?;
                    self.note_tried(at, m);
                    match stands {
                        Some(better) => (i, better),
                        None => {
                            self.note_settled(at);
                            rest.next += 1;
                            continue;
                        }
                    }
                };
                rest.next = i + 1;
                let m = self.stacks.move_at(i);
                if better {
                    self.push_leaf(m, below);
                    self.our_success(at, rest.mark, m);
                    return Ok(Departure::Back(true));
                }
                let child = match &child {
                    Some(child) => child,
                    None => &B::play(at.board, m),
                };
                if AHEAD && self.fails_at_once(&at.task.at(child, below))? {
                    self.note_settled(at);
                    continue;
                }
                let place = self.push_node(m, below);
                let departure = if AHEAD {
                    self.open_theirs(&at.task.at(child, below))?
                } else {
                    B::path(self).next = Some((*child, below));
                    Departure::Down { waiting: 0 }
                };
                match departure {
                    Departure::Back(true) => {
                        self.close(place);
                        self.our_success(at, rest.mark, m);
                        return Ok(Departure::Back(true));
                    }
                    Departure::Back(false) => {
                        self.stacks.tree.truncate(place);
                        self.note_settled(at);
                    }
                    Departure::Down { waiting } => {
                        let own = OurNode {
                            board: *at.board,
                            line: at.line,
                            info: *info,
                            place,
                            rest,
                        };
                        B::path(self).wait_ours(own, visit, usize::from(waiting / 2));
                        let waiting = waiting + 1;
                        return Ok(Departure::Down { waiting });
                    }
                }
            }
            let Some(class) = classes.get(rest.class) else {
                self.our_failure(at, rest.mark);
                return Ok(Departure::Back(false));
            };
            // The moves of the next class.
            let begin = self.stacks.moves.len();
            let known = class.roles & rest.roles != 0;
            let earlier = if known { rest.mark } else { begin };
            let mut only = None;
            if B::WHOLE
                && !deeper
                && at.task.asks_for_check
                && !self.leaves_out(at)
                && !self.settles(at.task)
            {
                only = self.only_checks(&spot!());
                let rest_of = classes.get(rest.class..).unwrap_or_default();
                if only.is_none() && !known {
                    match self.last_class(&spot!(), rest_of)? {
                        LastClass::Unseen => {}
                        LastClass::Nothing => {
                            rest.next = self.stacks.moves.len();
                            rest.end = rest.next;
                            rest.roles |= class.roles;
                            rest.class += 1;
                            continue;
                        }
                        LastClass::Leaf(m) => {
                            self.push_leaf(m, below);
                            self.our_success(at, rest.mark, m);
                            return Ok(Departure::Back(true));
                        }
                    }
                }
            }
            let judged = if self.settles(at.task) {
                let own = (class, rest.class);
                self.collect_settling(&spot!(), own, earlier)?;
                true
            } else {
                let of = (classes, rest.class);
                let judged = self.collect_ours(&spot!(), of, earlier, only.as_ref())?;
                self.leave_out(at, begin);
                if self.traces(at.task) {
                    self.trace_class(at, (rest.class, None), begin);
                }
                judged
            };
            rest.next = begin;
            rest.end = self.stacks.moves.len();
            rest.testing = match judged {
                false => Testing::Judging,
                true if self.notes_positions(at.task) || at.task.cost().is_some() => {
                    Testing::Singly
                }
                true if self.settles(at.task) => Testing::Singly,
                true => Testing::InRow,
            };
            rest.men = class.roles;
            rest.roles |= class.roles;
            rest.class += 1;
        }
    }

    /// A node of ours, whose moves begin at `mark`, has no tree. The moves are forgotten, and the failure is noted.
    #[inline(always)]
    fn our_failure<B: Boards>(&mut self, at: &At<'_, B>, mark: usize) {
        self.stacks.moves.truncate(mark);
        self.repeats_fail(at);
        self.settle_by_all(at);
        self.note_failed(at);
    }

    /// It has one, which begins with a move. The moves are forgotten, and this one is noted.
    #[inline(always)]
    fn our_success<B: Boards>(&mut self, at: &At<'_, B>, mark: usize, first: Move) {
        self.stacks.moves.truncate(mark);
        self.repeats_hold(at, Some(first));
        self.settle_by_one(at);
        self.note_holds(at, first);
    }

    /// Tests the node after a move of ours. `None` where it fails there; else whether it is a leaf. Without `deeper` it fails unless it
    /// is one.
    #[inline(always)]
    pub(super) fn our_child_stands<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        (m, child): (Move, &B::Board),
        deeper: bool,
    ) -> Result<Option<bool>, Stop> {
        self.look(at.task, child);
        if !self.test_node(at, (m, child))? {
            return Ok(None);
        }
        let better = self.is_better(at, child)?;
        if !B::PLAIN && !better && !deeper && self.notes.why.is_some() {
            self.note_depth();
        }
        Ok((better || deeper).then_some(better))
    }

    /// Puts the node after a move into the arena, and returns its place there.
    #[inline(always)]
    pub(super) fn push_node(&mut self, mv: Move, line: Line) -> usize {
        let at = self.stacks.tree.len();
        self.stacks.tree.push(Node {
            mv,
            ply: line.ply,
            left_out: 0,
            end: 0,
        });
        at
    }

    /// Puts the node after a move, which is a leaf, into the arena.
    #[inline(always)]
    pub(super) fn push_leaf(&mut self, mv: Move, line: Line) {
        let at = self.push_node(mv, line);
        self.close(at);
    }
}
