//! What a search remembers of its nodes, so that it does not search them again.
//!
//! The same position comes about by moves in another order, and in searches under one bound after the other. What is known of it then
//! depends on the position, on what was searched, and on what the line has left of its plies and its effort:
//!
//! ```text
//!   1.Kc2 Ke7 2.Kb3 Kd6  ─┐
//!                         ├─ one position, five plies left: searched once
//!   1.Kb2 Ke7 2.Kb3 Kd6  ─┘
//! ```
//!
//! - **A node without a tree** has none with as many or fewer plies and as much or less effort, for a tree within less is one within more.
//! - **A node of ours with a tree** has the same tree under exactly the same plies and effort. Its move is noted: it is the first again,
//!   so the moves before it are not searched, and the tree is put together again along the noted moves.
//! - **A piece that speaks of `TAKEN`** may have a tree within less and none within more. What is known of its nodes holds under exactly the
//!   same plies and effort, and of a failure the squares are kept on which men were taken in what has settled it (`settled.rs`).
//! - **A nested piece-of-advice** has one answer in a position, whichever root the search around it has.
//!
//! So trees are the same with any memory and with none; counts of positions are not. Where positions are counted as Advice Language 2
//! counts them, nothing is remembered.
//!
//! A piece whose functions look at `root.` has nodes that depend on the root, and what is known of them is kept with the root's number. What
//! is known of other pieces holds under every root of a run. Of another run nothing is taken over, for a budget ends at the same
//! place in each. A position has the same place on boards of either kind (`boards.rs`), for the same reason.

use adv_chess::{Color, Move, Position};
use adv_module::program::Advice;
use adv_module::{AdviceId, FnId, Needs, Program, SearchMode};

use crate::codes::Code;
use crate::run::{Rare, Run};
use crate::search::alone::Lookers;
use crate::search::boards::Boards;
use crate::search::line::{Allowance, Bound, Line};
use crate::search::memory::{KnownTree, MemoryKey, MemoryUse};
use crate::search::moves::NO_MOVE;
use crate::search::request::{At, Task};
use crate::search::shallow::is_shallow;
use crate::search::unmoved::is_same_unless_taken;

/// What is less than this is searched as quickly as it is looked up.
const WORTH: Allowance = Allowance::of_plies(2);

/// The least bound of a tree in which lines come together.
const WORTH_BOUND: Allowance = Allowance::of_plies(5);

/// True where nodes of a search under this bound are remembered if positions need not be counted.
pub(super) const fn covers_memory(bound: Bound) -> bool {
    bound.plies.covers(WORTH_BOUND)
}

/// True where the lists of moves of a piece are the same at every ply.
#[inline(always)]
pub(super) fn is_steady(advice: &Advice) -> bool {
    advice.us.phases.is_empty() && advice.them.phases.is_empty()
}

/// What a piece-of-advice speaks of, in any of its functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpokenOf {
    /// Of the root: its nodes depend on the root of the tree and not on the position alone.
    pub(crate) root: bool,
    /// Of `TAKEN`: its classes depend on what has come of the moves before them.
    pub(crate) taken: bool,
    /// Neither of `TAKEN` nor of what moves cost.
    pub(crate) plain: bool,
    /// Of what is worked out on whole boards only, from squares and without a move being made: whether a move gives check, how many
    /// replies it leaves. Where pawns stand its trees are searched on whole boards.
    pub(crate) whole: bool,
    /// Of nothing that a search by one ply has to look at beside the goals: its moves are all of its tree (`shallow.rs`).
    pub(crate) shallow: bool,
    /// Of nothing but the position where nodes are tested and expanded: a node comes to the same under every root (`repeats.rs`).
    pub(crate) alone: bool,
    /// Of nothing but the node in what is done with replies before they are searched (`man_by_man.rs`).
    pub(crate) plain_replies: bool,
    /// By the side that is `us`: of nothing but our men in the holding-goal after replies (`unmoved.rs`).
    pub(crate) same_unless_taken: [bool; 2],
}

impl SpokenOf {
    /// Whether the holding-goal says the same after all replies to a side that take nothing.
    #[inline(always)]
    pub(super) fn is_same_unless_taken(self, us: Color) -> bool {
        let [white, black] = self.same_unless_taken;
        match us {
            Color::White => white,
            Color::Black => black,
        }
    }
}

/// What the pieces-of-advice of a program speak of, by piece.
pub(crate) fn pieces_speak_of(module: &Program, codes: &[Code]) -> Box<[SpokenOf]> {
    let needs_root = |id: AdviceId| {
        let functions = module.functions_of(id);
        functions.into_iter().any(|function| {
            let function = module.functions.get(function.index());
            function.is_none_or(|function| function.needs.has(Needs::ROOT))
        })
    };
    let needs_whole = |id: AdviceId| {
        let advice = &module[id];
        let classes = || {
            let lists = [&advice.us, &advice.them];
            let phases = lists.into_iter().flat_map(|spec| &spec.phases);
            let lists = phases.map(|(_, classes)| classes);
            lists
                .chain([&advice.us.every, &advice.them.every])
                .flatten()
        };
        let code = |of: FnId| codes.get(of.index());
        let checks = |of: FnId| {
            code(of).is_some_and(|code| code.checking.after_move || code.checking.anyhow)
        };
        let counts = |of: FnId| code(of).is_some_and(|code| code.replies.is_some());
        let mut filters = classes().filter_map(|class| class.filter);
        let mut keys = classes()
            .flat_map(|class| &class.keys)
            .chain(&advice.prefer);
        // A search by proof numbers comes back to nodes that it has left, promotions among them.
        advice.mode == SearchMode::Easiest
            || advice.better.test.is_some_and(checks)
            || filters.any(checks)
            || keys.any(|key| counts(*key))
    };
    let lookers = Lookers::of(module);
    let speaks_of = |id: AdviceId| SpokenOf {
        whole: needs_whole(id),
        root: needs_root(id),
        taken: module.advice_needs_taken(id),
        plain: !module.advice_needs_taken(id) && module[id].cost.is_none(),
        shallow: !module.advice_needs_taken(id) && is_shallow(&module[id]),
        alone: lookers.is_alone(id),
        plain_replies: lookers.has_plain_replies(&module[id]),
        same_unless_taken: Color::ALL.map(|us| {
            let holding = module[id].holding.test;
            holding.is_some_and(|test| is_same_unless_taken(module, test, us))
        }),
    };
    let ids = (0..module.advice.len()).map(|id| AdviceId(id as u16));
    ids.map(speaks_of).collect()
}

/// What is searched, as a number: a piece-of-advice for a side, at a ply where its lists change with the ply.
#[derive(Clone, Copy)]
struct MemorySubject {
    id: AdviceId,
    us: Color,
    ply: u32,
    /// The answer of a nested piece, and not a node of a tree.
    nested: bool,
}

impl MemorySubject {
    #[inline(always)]
    fn number(self) -> u64 {
        u64::from(self.id.0) << 48
            | u64::from(self.ply) << 16
            | u64::from(self.nested) << 1
            | self.us as u64
    }
}

impl<'m> Run<'m> {
    /// What a piece-of-advice speaks of.
    #[inline(always)]
    pub(crate) fn speaks_of(&self, id: AdviceId) -> SpokenOf {
        let unknown = || SpokenOf {
            root: true,
            whole: true,
            ..SpokenOf::default()
        };
        let known = self.pieces.get(id.index()).copied();
        known.unwrap_or_else(unknown)
    }

    /// True where it is worth while to remember nodes. Of a tree that has no moves after its fifth ply no two lines come together where
    /// anything is left to search.
    #[inline(always)]
    fn remembers<B: Boards>(&self, task: &Task<'_, B>, line: Line) -> bool {
        !self.counted
            && line.ply > 0
            && task.bound.plies.covers(WORTH_BOUND)
            && line.left.covers(WORTH)
    }

    /// A ply where the lists of moves change with it, and otherwise 0.
    pub(super) fn ply_of_lists<B: Boards>(&self, task: &Task<'_, B>, ply: u16) -> u32 {
        if is_steady(task.advice) {
            0
        } else {
            u32::from(ply)
        }
    }

    /// What is known of a node with what its line has left.
    #[inline(always)]
    pub(super) fn remembered<B: Boards>(&mut self, at: &At<'_, B>) -> Option<KnownTree> {
        match self.remembers(at.task, at.line) {
            true => self.known_of_node(at),
            false => None,
        }
    }

    /// Notes that a node has no tree.
    #[inline(always)]
    pub(super) fn note_failed<B: Boards>(&mut self, at: &At<'_, B>) {
        if self.remembers(at.task, at.line) {
            self.note_failure_of(at);
        }
        if at.task.cost().is_some() {
            self.stacks.costs.fails(at.line.ply);
        }
    }

    /// Notes that a node of ours has a tree, which begins with a move. Of an action with a `prefer`, whose moves are ordered together,
    /// nothing is noted.
    #[inline(always)]
    pub(super) fn note_holds<B: Boards>(&mut self, at: &At<'_, B>, first: Move) {
        if self.remembers(at.task, at.line) && at.task.advice.prefer.is_empty() {
            self.note_success_of(at, first);
        }
    }

    #[inline(never)]
    fn known_of_node<B: Boards>(&mut self, at: &At<'_, B>) -> Option<KnownTree> {
        let key = self.memory_key(at)?;
        let bound = self.bound_left(at.task, at.line);
        let known = if self.settles(at.task) {
            if self.shows(at) {
                return None;
            }
            let (known, taken) = self.memory.get_settled(&key, bound)?;
            Rare::of(self.rare).settling.below = taken;
            known
        } else {
            self.memory.get(&key, bound)?
        };
        if let KnownTree::Fails(within) = known
            && at.task.cost().is_some()
        {
            self.fails_as_known(at.line, within);
        }
        Some(known)
    }

    #[inline(never)]
    fn note_failure_of<B: Boards>(&mut self, at: &At<'_, B>) {
        let settles = self.settles(at.task);
        let within = match at.task.cost() {
            Some(_) if !settles => self.fails_within(at.line),
            _ => self.bound_left(at.task, at.line),
        };
        let Some(key) = self.memory_key(at) else {
            return;
        };
        if settles {
            let taken = Rare::of(self.rare).settling.below;
            self.memory.note_settled_failure(&key, within, taken);
        } else {
            self.memory.note_failure(&key, within);
        }
    }

    #[inline(never)]
    fn note_success_of<B: Boards>(&mut self, at: &At<'_, B>, first: Move) {
        let bound = self.bound_left(at.task, at.line);
        if let Some(key) = self.memory_key(at) {
            self.memory.note_success(&key, bound, first);
        }
    }

    /// What a line may still spend below a node.
    #[inline(always)]
    fn bound_left<B: Boards>(&self, task: &Task<'_, B>, line: Line) -> Bound {
        match task.cost() {
            Some(_) => self.left(task, line),
            None => Bound {
                plies: line.left,
                effort: u32::MAX,
            },
        }
    }

    #[inline(always)]
    fn memory_key<B: Boards>(&self, at: &At<'_, B>) -> Option<MemoryKey> {
        let subject = MemorySubject {
            id: at.task.id,
            us: at.task.us,
            ply: self.ply_of_lists(at.task, at.line.ply),
            nested: false,
        };
        Some(MemoryKey {
            position: at.task.boards.packed(at.board)?,
            root: match self.speaks_of(at.task.id).root {
                true => self.meter.context.root(),
                false => self.first_root,
            },
            subject: subject.number(),
        })
    }

    /// The answer of a nested piece that has been tried in this position already.
    pub(super) fn nested_known(
        &mut self,
        id: AdviceId,
        root: &Position,
        us: Color,
    ) -> Option<bool> {
        if self.counted {
            return None;
        }
        let bound = Bound::of(&self.module[id]);
        let key = self.nested_key(id, root, us)?;
        let known = self.memory.get(&key, bound)?;
        Some(matches!(known, KnownTree::Holds(_)))
    }

    /// Notes the answer of a nested piece.
    pub(super) fn note_nested(&mut self, id: AdviceId, root: &Position, us: Color, found: bool) {
        if self.counted {
            return;
        }
        let bound = Bound::of(&self.module[id]);
        if let Some(key) = self.nested_key(id, root, us) {
            match found {
                true => self.memory.note_success(&key, bound, NO_MOVE),
                false => self.memory.note_failure(&key, bound),
            }
        }
    }

    fn nested_key(&self, id: AdviceId, root: &Position, us: Color) -> Option<MemoryKey> {
        let subject = MemorySubject {
            id,
            us,
            ply: 0,
            nested: true,
        };
        Some(MemoryKey {
            position: root.packed()?,
            root: self.first_root,
            subject: subject.number(),
        })
    }

    /// What the memory was used for; `None` where positions are counted as Advice Language 2 counts them.
    pub(crate) fn memory_used(&self) -> Option<MemoryUse> {
        (!self.counted).then(|| self.memory.used())
    }
}
