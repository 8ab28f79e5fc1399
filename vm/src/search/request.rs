//! What the search is asked, and the one way into it.
//!
//! ```text
//!   Request ── search ─▶ boards: lean or whole ─▶ by SearchMode: the bounds, one after the other ─▶ attempt ─▶ prove (path.rs)
//! ```
//!
//! A tree that is played, a nested tree and all the trees of `any-choice` come in here. A new way to look for a tree is a
//! [`SearchMode`] and an arm of [`Run::search_on`]; a new bound of a line is part of [`Bound`].

use adv_chess::{Color, LegalInfo, Position, Roster};
use adv_jit::Jit;
use adv_module::program::{Advice, Cost};
use adv_module::{AdviceId, AdviceKind, SearchMode};

use crate::limits::Stop;
use crate::run::{Replies, Run};
use crate::search::boards::{Boards, OnLeanBoards, OnWholeBoards};
use crate::search::costs::WHOLE;
use crate::search::line::{Allowance, Bound, Line};
use crate::search::path::Mover;
use crate::search::repeats::RepeatedSearch;
use crate::view::View;

/// What the search is asked.
#[derive(Clone, Copy)]
pub(crate) struct Request<'p> {
    /// The piece-of-advice or action.
    pub(crate) advice: AdviceId,
    /// The root of its tree.
    pub(crate) root: &'p Position,
    /// The side that is `us`.
    pub(crate) us: Color,
    /// The only bound that is tried. `None`: the bounds of the piece's own mode, depth and effort.
    pub(crate) bound: Option<&'p Bound>,
    /// What the tree is for.
    pub(crate) purpose: Purpose,
}

impl<'p> Request<'p> {
    /// A tree to be played in a view, under one bound or those of the piece.
    pub(crate) fn play(advice: AdviceId, view: &'p View, bound: Option<&'p Bound>) -> Request<'p> {
        Request {
            advice,
            root: &view.position,
            us: view.us,
            bound,
            purpose: Purpose::Play,
        }
    }
}

/// What a tree is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is played: we are to move at its root, and the better-goal is not asked there, so that it has a move. On success it stands in
    /// the arena.
    Play,
    /// A goal asks whether there is one: either side may be to move at its root, and the better-goal is asked there too.
    Nested,
    /// All trees are wanted that prove what the tree in the arena proves, under the same bound (`every.rs`).
    Every {
        /// Our later moves are wanted too, and not only the first.
        deep: bool,
    },
}

/// One search: a piece-of-advice at a root under a bound, on one kind of board.
pub(crate) struct Task<'p, B: Boards> {
    /// Its number.
    pub(crate) id: AdviceId,
    pub(crate) advice: &'p Advice,
    pub(crate) root: &'p Position,
    /// How positions are held.
    pub(crate) boards: B,
    /// The root, held so.
    pub(crate) board: B::Board,
    /// What the legality of the root's moves depends on, where that has been worked out.
    pub(crate) legal: Option<&'p LegalInfo>,
    pub(crate) us: Color,
    pub(crate) bound: Bound,
    /// A class of ours or the better-goal may ask for check after a move of ours.
    pub(crate) asks_for_check: bool,
    /// Replies are expanded in rows.
    pub(crate) in_rows: bool,
    /// Under what its nodes are remembered with what they cost.
    pub(crate) repeats: RepeatedSearch,
    /// What is done with replies before they are searched depends on the node alone.
    pub(crate) plain_replies: bool,
    /// The holding-goal says the same after all replies that take nothing.
    pub(crate) same_unless_taken: bool,
}

impl<'p> Task<'p, OnWholeBoards<false>> {
    /// A search on whole boards within the depth of a piece.
    pub(crate) fn whole(piece: (AdviceId, &'p Advice), root: &'p Position, us: Color) -> Self {
        Task {
            asks_for_check: true,
            ..Task::plain(
                piece,
                (root, us),
                (OnWholeBoards, *root),
                Bound::of(piece.1),
            )
        }
    }
}

impl<'p, B: Boards> Task<'p, B> {
    /// A search that goes from move to move: nothing is known of it that would make it shorter.
    #[inline(always)]
    pub(crate) fn plain(
        (id, advice): (AdviceId, &'p Advice),
        (root, us): (&'p Position, Color),
        (boards, board): (B, B::Board),
        bound: Bound,
    ) -> Self {
        Task {
            id,
            advice,
            root,
            boards,
            board,
            legal: None,
            us,
            bound,
            asks_for_check: false,
            in_rows: false,
            repeats: RepeatedSearch::NONE,
            plain_replies: false,
            same_unless_taken: false,
        }
    }

    /// Who is to move at its root.
    pub(super) fn mover(&self) -> Mover {
        match B::turn(&self.board) == self.us {
            true => Mover::Us,
            false => Mover::Them,
        }
    }

    /// A node of it.
    #[inline(always)]
    pub(crate) fn at(&'p self, board: &'p B::Board, line: Line) -> At<'p, B> {
        let task = self;
        At { task, board, line }
    }

    /// Its root.
    #[inline(always)]
    pub(crate) fn root(&'p self) -> At<'p, B> {
        self.at(&self.board, Line::root(self.bound.plies))
    }

    /// What its moves cost, if anything.
    #[inline(always)]
    pub(crate) fn cost(&self) -> Option<&'p Cost> {
        match B::PLAIN {
            true => None,
            false => self.advice.cost.as_ref(),
        }
    }
}

/// A node of a search, on its line.
#[derive(Clone, Copy)]
pub(crate) struct At<'p, B: Boards> {
    pub(crate) task: &'p Task<'p, B>,
    pub(crate) board: &'p B::Board,
    pub(crate) line: Line,
}

impl<B: Boards> At<'_, B> {
    /// The whole board.
    #[inline(always)]
    pub(crate) fn whole(&self) -> B::Whole<'_> {
        self.task.boards.whole(self.board)
    }

    /// True where we are to move.
    #[inline(always)]
    pub(crate) fn is_ours(&self) -> bool {
        B::turn(self.board) == self.task.us
    }
}

/// The position that has no prefix in a better-goal: the node, and in an action's out-class the position before our last move.
#[inline(always)]
pub(crate) fn better_current<'p, T>(advice: &Advice, before: &'p T, node: &'p T) -> &'p T {
    match advice.kind {
        AdviceKind::Action | AdviceKind::Item => before,
        AdviceKind::Piece | AdviceKind::Either | AdviceKind::Both => node,
    }
}

/// The bounds under which the shortest tree is looked for: 1, 3, 5, … up to a depth, which is 1 or more.
pub(crate) fn bounds(depth: u16) -> impl Iterator<Item = Allowance> {
    let next = move |bound: &Allowance| next_bound(*bound, depth);
    std::iter::successors(Some(SHORTEST), next)
}

/// The bound of the shortest tree that there can be.
const SHORTEST: Allowance = Allowance::of_plies(1);

/// The bound after one under which there is no tree; `None` where it was the depth.
#[inline(always)]
fn next_bound(bound: Allowance, depth: u16) -> Option<Allowance> {
    let plies = bound.plies();
    (plies < depth).then(|| Allowance::of_plies((plies + 2).min(depth)))
}

impl<'m> Run<'m> {
    /// Searches; true where there is a tree. The bound of a tree that is played is in the counts, for the few callers who want it: an
    /// answer of one bit is handed back faster.
    pub(crate) fn search(&mut self, request: &Request<'_>) -> Result<bool, Stop> {
        self.needs.admit(request.advice, self.meter.stack())?;
        self.activate(request.us);
        let speaks_of = self.speaks_of(request.advice);
        let unseen = self.notes.are_empty();
        if speaks_of.shallow
            && unseen
            && let Some(found) = self.search_shallow(request)?
        {
            return Ok(found);
        }
        match speaks_of.plain && unseen {
            true => self.search_as::<true>(request),
            false => self.search_as::<false>(request),
        }
    }

    /// The same on boards of the kind that fits.
    #[inline(always)]
    fn search_as<const PLAIN: bool>(&mut self, request: &Request<'_>) -> Result<bool, Stop> {
        let Request { root, us, .. } = *request;
        // Lean boards are for native code. A build without it does not compile the search for them.
        if !Jit::EXISTS {
            return self.search_on(request, OnWholeBoards::<PLAIN>, *root, None);
        }
        match request.purpose {
            Purpose::Nested => {
                if let Some((roster, board)) = self.lean(us, root)
                    && self.fits_lean::<PLAIN>(request, *roster)
                {
                    let boards = OnLeanBoards::<PLAIN>(*roster);
                    return self.search_on(request, boards, board, None);
                }
            }
            Purpose::Play | Purpose::Every { .. } => {
                if self.lean_root(us, root) {
                    let packed = self.natives.packed;
                    if self.fits_lean::<PLAIN>(request, packed.roster) {
                        let boards = OnLeanBoards::<PLAIN>(packed.roster);
                        return self.search_on(request, boards, packed.board, Some(&packed.legal));
                    }
                    let boards = OnWholeBoards::<PLAIN>;
                    return self.search_on(request, boards, *root, Some(&packed.legal));
                }
            }
        }
        self.search_on(request, OnWholeBoards::<PLAIN>, *root, None)
    }

    /// Whether a tree is searched on lean boards of a roster. Where pawns stand, only the searches are that may leave such boards at any
    /// node, and that miss nothing of what whole boards are good for.
    #[inline(always)]
    fn fits_lean<const PLAIN: bool>(&self, request: &Request<'_>, roster: Roster) -> bool {
        let deep = request.purpose == Purpose::Every { deep: true };
        !roster.has_pawns() || PLAIN && !deep && !self.speaks_of(request.advice).whole
    }

    /// Searches on boards of one kind, as the mode says.
    #[inline(always)]
    fn search_on<B: Boards>(
        &mut self,
        request: &Request<'_>,
        boards: B,
        board: B::Board,
        legal: Option<&LegalInfo>,
    ) -> Result<bool, Stop> {
        let id = request.advice;
        let advice = &self.module[id];
        let bound = request.bound.copied().unwrap_or(match B::PLAIN {
            true => Bound::without_costs(advice),
            false => Bound::of(advice),
        });
        let mut task = Task {
            legal,
            // Where the positions looked at are counted, all that are tested are made: the count is the same on boards of either kind.
            asks_for_check: B::WHOLE && self.notes.looked.is_none() && self.asks_for_check(advice),
            in_rows: self.speaks_of(id).plain && self.expands_in_rows::<B>(advice),
            plain_replies: B::PLAIN
                && !B::WHOLE
                && self.repeats.wanted
                && self.speaks_of(id).plain_replies,
            same_unless_taken: self.speaks_of(id).is_same_unless_taken(request.us),
            ..Task::plain(
                (id, advice),
                (request.root, request.us),
                (boards, board),
                bound,
            )
        };
        let whole = task.bound;
        if request.bound.is_none() && advice.mode != SearchMode::Within {
            match advice.mode {
                SearchMode::Within | SearchMode::Easiest => {}
                SearchMode::Shortest => task.bound.plies = SHORTEST,
                SearchMode::Cheapest => task.bound.effort = whole.effort.min(WHOLE),
            }
        }
        task.repeats = self.repeated_search::<B>(advice, id, task.bound);
        while !self.attempt(&task, request.purpose)? {
            let next = match (request.bound, advice.mode) {
                (Some(_), _) | (None, SearchMode::Within | SearchMode::Easiest) => None,
                (None, SearchMode::Shortest) => {
                    next_bound(task.bound.plies, advice.depth).map(|plies| Bound { plies, ..whole })
                }
                (None, SearchMode::Cheapest) => self.next_effort(&task, whole.effort),
            };
            let Some(next) = next else {
                return Ok(false);
            };
            task.bound = next;
            task.repeats = self.repeated_search::<B>(advice, id, task.bound);
        }
        Ok(true)
    }

    /// True while a trace of the search is taken.
    #[inline(always)]
    pub(super) fn traces<B: Boards>(&self, _task: &Task<'_, B>) -> bool {
        !B::PLAIN && self.notes.trace()
    }

    /// True where something is written down of each position, so that positions are tested one by one.
    #[inline(always)]
    pub(super) fn notes_positions<B: Boards>(&self, _task: &Task<'_, B>) -> bool {
        !B::PLAIN && self.notes.are_by_position()
    }

    /// Searches under one bound.
    #[inline(always)]
    fn attempt<B: Boards>(&mut self, task: &Task<'_, B>, purpose: Purpose) -> Result<bool, Stop> {
        let needed = self.counts.base + usize::from(task.bound.plies.plies()) + 1;
        if self.counts.by_ply.len() < needed {
            self.counts.by_ply.resize(needed, 0);
        }
        if task.cost().is_some() {
            self.stacks.costs.begin(task.bound);
        }
        if purpose == Purpose::Play {
            self.counts.bound = Some(task.bound);
        }
        if self.traces(task) {
            self.trace_begin(task);
        }
        let found = match task.advice.mode {
            SearchMode::Easiest => self.attempt_easiest(task, purpose)?,
            _ => self.attempt_of(task, purpose)?,
        };
        if self.traces(task) {
            self.trace_end(task, found);
        }
        Ok(found)
    }

    /// The same, once it has been written down that it begins.
    #[inline(always)]
    fn attempt_of<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        purpose: Purpose,
    ) -> Result<bool, Stop> {
        match purpose {
            Purpose::Play => {
                self.stacks.tree.clear();
                self.prove(&task.root(), task.mover())
            }
            Purpose::Nested => {
                if self.replies == Replies::OneByOne {
                    self.count(0)?;
                    self.trace_root();
                }
                // The root is the same under every bound, and so is its better-goal; asking again costs little.
                // An out-class is asked after a move of the tree only.
                if !task.advice.kind.is_action() && self.is_better(&task.root(), &task.board)? {
                    return Ok(true);
                }
                self.prove(&task.root(), task.mover())
            }
            // Which moves such a piece tries depends on those that have failed.
            Purpose::Every { .. } if self.speaks_of(task.id).taken => Err(Stop::OneTree),
            Purpose::Every { deep } => {
                self.every_tree(task, deep)?;
                Ok(true)
            }
        }
    }
}
