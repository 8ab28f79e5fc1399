//! A trace: what a search does, node by node, in the order in which it does it.
//!
//! ```text
//! push-pawn, within 9 plies            Begun
//!   1. c4                              Node, tested: the goal that decided, and the conjunct
//!   1. Kd2                             Node, too dear: what the line would cost
//!     1... Ke7                         Node, tested: with its siblings, for the holding-goal
//!     1... Ke8
//!     1... Ke7                         Node, expanded: the reply is searched deeper
//!       2. c5
//!         nested, within 3 plies       Begun, one level deeper: a goal asks `satisfiable`
//! push-pawn: no forcing-tree           Over
//! ```
//!
//! The log is bounded by the number of its entries; of what comes after them only the number is known. While a trace is taken positions are
//! tested one by one, and a goal that fails is evaluated once more, conjunct by conjunct. Without one nothing of this runs.

use adv_chess::{Color, Move, Position};
use adv_module::program::Goal;
use adv_module::{AdviceId, SearchMode};

use crate::engine::Engine;
use crate::env::Env;
use crate::limits::Stop;
use crate::profile::Watch;
use crate::run::{Replies, Run};
use crate::search::boards::Boards;
use crate::search::request::{At, Task};
use crate::searched::{AttemptLog, RunStart, SearchTally, Searched, SelectedBy};
use crate::view::{View, in_own_colours, unmirrored};
use crate::why::{GoalKind, is_asked};

/// What searches did, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The first entries.
    pub entries: Vec<TraceEntry>,
    /// How many entries were left out after them.
    pub left_out: u64,
    /// The positions tested, those of nested advice and those that were left out with them: as many as the statistics count.
    pub nodes: u64,
}

/// One thing that a search did.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceEntry {
    /// In how many other searches this one is nested.
    pub level: u16,
    /// Plies from the root of the outermost tree; a nested tree begins one ply after the node that asks for it.
    pub ply: u16,
    /// What it was.
    pub event: TraceEvent,
}

/// What a search did.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceEvent {
    /// It began.
    Begun {
        /// The piece-of-advice or action.
        advice: AdviceId,
        /// The most plies of its tree.
        bound: u16,
        /// What a line of it may cost, in thousandths; `None` where moves have no cost.
        effort: Option<u32>,
        /// The root.
        position: Position,
        /// The side that is `us`.
        us: Color,
        /// What the better-goal came to at the root, where it was asked: in nested searches.
        verdict: Option<TraceVerdict>,
    },
    /// It came to a node.
    Node {
        /// The piece-of-advice or action.
        advice: AdviceId,
        /// Why it came to it.
        visit: TraceVisit,
        /// The position before the move.
        before: Position,
        /// The move that leads to the node.
        mv: Move,
        /// The last goal that was asked there.
        verdict: Option<TraceVerdict>,
    },
    /// It ended.
    Over {
        /// The piece-of-advice or action.
        advice: AdviceId,
        /// Whether there is a tree.
        found: bool,
    },
}

/// Why a search comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceVisit {
    /// To test it; it is counted.
    Tested,
    /// To search it deeper, after it and its siblings have been tested; it was counted then.
    Expanded,
    /// Not at all: with the move the line would cost so many thousandths, which is more than it may.
    TooDear(u32),
}

/// What a goal came to at a node.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceVerdict {
    /// Which goal.
    pub goal: GoalKind,
    /// Whether it holds.
    pub holds: bool,
    /// The conjunct that decided: the first false one, or the only one. `None` where several hold together, and where the goal is not asked.
    pub part: Option<TracePart>,
}

/// A conjunct that decided.
#[derive(Clone, Debug, PartialEq)]
pub struct TracePart {
    /// Its index among the goal's parts.
    pub index: usize,
    /// The numbers on both sides, where it compares some.
    pub sides: Option<[Vec<i64>; 2]>,
}

/// A trace in the making.
#[derive(Debug)]
pub(crate) struct TraceLog {
    /// How many entries are kept.
    most: usize,
    trace: Trace,
    place: TracePlace,
    /// The colours are exchanged in what the program sees.
    mirrored: bool,
    /// The root of the consultation, in its own colours.
    root: Position,
    /// Every attempt of the searches that are not nested, where they are wanted.
    attempts: Option<Box<AttemptLog>>,
}

/// Where a trace has come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TracePlace {
    level: u16,
    /// The ply of the current tree's root.
    base: u16,
    /// The ply of the last node.
    ply: u16,
    /// The moves from the root of the consultation to that of the current tree.
    made: u16,
    /// The moves to the last node.
    at: u16,
    /// The entry of the last node, where it is kept.
    current: Option<usize>,
}

impl TraceLog {
    fn new(most: usize) -> TraceLog {
        TraceLog {
            most,
            trace: Trace::default(),
            place: TracePlace::default(),
            mirrored: false,
            root: Position::EMPTY,
            attempts: None,
        }
    }

    /// The attempts, while a search is going on that is not nested.
    pub(crate) fn attempts(&mut self) -> Option<&mut AttemptLog> {
        self.attempts
            .as_deref_mut()
            .filter(|_| self.place.level == 0)
    }

    /// A position so many moves after the root, with the number of its move, which the search does not keep of few men.
    fn numbered(&self, position: &Position, made: u16) -> Position {
        let own = in_own_colours(position, self.mirrored);
        let black = u16::from(self.root.turn() == Color::Black);
        let moves = made.saturating_add(black) / 2;
        let number = self.root.fullmoves().saturating_add(moves);
        own.with_clocks(own.halfmoves(), number)
    }

    /// Adds an entry at a ply of the current tree.
    fn push(&mut self, ply: u16, event: impl FnOnce(&TraceLog) -> TraceEvent) {
        self.place.at = self.place.made.saturating_add(ply);
        self.place.ply = self.place.base.saturating_add(ply);
        if self.trace.entries.len() >= self.most {
            self.place.current = None;
            self.trace.left_out += 1;
            return;
        }
        self.place.current = Some(self.trace.entries.len());
        let event = event(self);
        self.trace.entries.push(TraceEntry {
            level: self.place.level,
            ply: self.place.ply,
            event,
        });
    }
}

impl<'m> Run<'m> {
    pub(crate) fn trace_log(&mut self) -> Option<&mut TraceLog> {
        match self.notes.watch.as_deref_mut() {
            Some(Watch::Tracing(log)) => Some(log),
            _ => None,
        }
    }

    /// A piece or action is tried at the root of a consultation.
    pub(crate) fn trace_piece(&mut self, view: &View) {
        let counted = u64::from(self.replies == Replies::OneByOne);
        if let Some(log) = self.trace_log() {
            log.mirrored = view.mirrored;
            log.root = in_own_colours(&view.position, view.mirrored);
            log.place = TracePlace::default();
            log.trace.nodes += counted;
        }
    }

    /// What the last piece has spent by class and goal, where that is counted.
    pub(crate) fn take_tally(&mut self) -> Option<SearchTally> {
        self.trace_log()?.attempts.as_mut()?.counted()
    }

    /// A search begins under a bound.
    #[cold]
    pub(crate) fn trace_begin<B: Boards>(&mut self, task: &Task<'_, B>) {
        let Some(log) = self.trace_log() else { return };
        let bound = task.bound.plies.plies();
        let effort = task.advice.cost.as_ref().map(|_| task.bound.effort);
        let us = if log.mirrored { !task.us } else { task.us };
        let position = log.numbered(task.root, log.place.made);
        if let Some(attempts) = log.attempts() {
            attempts.begin(RunStart {
                advice: task.id,
                bound,
                effort,
                position,
                us,
                by_numbers: task.advice.mode == SearchMode::Easiest,
            });
        }
        log.push(0, |_| TraceEvent::Begun {
            advice: task.id,
            bound,
            effort,
            position,
            us,
            verdict: None,
        });
    }

    /// A class of a node has selected the moves that are on the stack from `begin` on; `taken` are the squares of `TAKEN`, where it speaks of
    /// them.
    #[cold]
    pub(crate) fn trace_class<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        (class, taken): (usize, Option<u64>),
        begin: usize,
    ) {
        let Some(Watch::Tracing(log)) = self.notes.watch.as_deref_mut() else {
            return;
        };
        let taken = match log.mirrored {
            true => taken.map(u64::swap_bytes),
            false => taken,
        };
        if let Some(attempts) = log.attempts() {
            let class = SelectedBy {
                ours: at.is_ours(),
                ply: at.line.ply,
                class: u16::try_from(class).unwrap_or(u16::MAX),
                taken,
            };
            let moves = self.stacks.moves.get(begin..).unwrap_or_default();
            attempts.selected(class, class.list(at.task.advice), moves);
        }
    }

    /// The root of a nested search is counted.
    pub(crate) fn trace_root(&mut self) {
        if let Some(log) = self.trace_log() {
            log.trace.nodes += 1;
        }
    }

    /// A search is over.
    #[cold]
    pub(crate) fn trace_end<B: Boards>(&mut self, task: &Task<'_, B>, found: bool) {
        let Some(log) = self.trace_log() else { return };
        let advice = task.id;
        if let Some(attempts) = log.attempts() {
            attempts.end(found);
        }
        log.push(0, |_| TraceEvent::Over { advice, found });
        if log.place.level == 0 {
            log.place = TracePlace::default();
        }
    }

    /// The search comes to the node after a move.
    #[cold]
    pub(crate) fn trace_node<B: Boards>(&mut self, at: &At<'_, B>, mv: Move, visit: TraceVisit) {
        let Some(log) = self.trace_log() else { return };
        log.trace.nodes += u64::from(visit == TraceVisit::Tested);
        let ply = at.line.ply + 1;
        let mirrored = log.mirrored;
        if let Some(attempts) = log.attempts() {
            attempts.visit(ply, mv, mirrored, visit);
        }
        log.push(ply, |log| TraceEvent::Node {
            advice: at.task.id,
            visit,
            before: log.numbered(&at.whole(), log.place.at.saturating_sub(1)),
            mv: unmirrored(mv, log.mirrored),
            verdict: None,
        });
    }

    /// A goal has been asked at the last node; `current` is what has no prefix there.
    pub(crate) fn trace_goal<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        goal: GoalKind,
        current: &Position,
        node: &Position,
        holds: bool,
    ) -> Result<(), Stop> {
        let wants = |log: &mut TraceLog| {
            log.place.current.is_some() || log.attempts().is_some_and(|all| all.wants_part())
        };
        if !self.trace_log().is_some_and(wants) {
            return Ok(());
        }
        let asked = match goal {
            GoalKind::Holding => &task.advice.holding,
            GoalKind::Better => &task.advice.better,
        };
        let env = Env::step(current, node, task.root, task.us);
        let part = match is_asked(asked, node, task.us) {
            true => self.aside(|run| run.deciding_part(asked, &env, holds))?,
            false => None,
        };
        let case = match part.as_ref().and_then(|part| asked.parts.get(part.index)) {
            Some(part) => self.counted_case(part, &env)?,
            None => None,
        };
        let Some(log) = self.trace_log() else {
            return Ok(());
        };
        let judged = TraceVerdict { goal, holds, part };
        if let Some(attempts) = log.attempts() {
            attempts.judged(&judged, case);
        }
        let entry = log
            .place
            .current
            .and_then(|at| log.trace.entries.get_mut(at));
        if let Some(entry) = entry
            && let TraceEvent::Begun { verdict, .. } | TraceEvent::Node { verdict, .. } =
                &mut entry.event
        {
            *verdict = Some(judged);
        }
        Ok(())
    }

    /// The first false conjunct of a goal that fails; the only conjunct of one that holds.
    pub(crate) fn deciding_part(
        &mut self,
        goal: &Goal,
        env: &Env<'_>,
        holds: bool,
    ) -> Result<Option<TracePart>, Stop> {
        for (index, part) in goal.parts.iter().enumerate() {
            let decides = match goal.parts.len() {
                1 => true,
                _ => !holds && !self.truth(part.test, env)?,
            };
            if !decides {
                continue;
            }
            let sides = match &part.compare {
                Some(compare) => {
                    let (left, right) = self.sides(compare, env)?;
                    Some([left, right])
                }
                None => None,
            };
            return Ok(Some(TracePart { index, sides }));
        }
        Ok(None)
    }

    /// A goal asks for a nested search, which begins after the last node. Returns where the trace is to go on afterwards.
    pub(crate) fn trace_inner(&mut self) -> TracePlace {
        let Some(log) = self.trace_log() else {
            return TracePlace::default();
        };
        let outer = log.place;
        log.place = TracePlace {
            level: outer.level.saturating_add(1),
            base: outer.ply.saturating_add(1),
            ply: outer.ply.saturating_add(1),
            made: outer.at,
            at: outer.at,
            current: None,
        };
        outer
    }

    /// A nested search is over.
    pub(crate) fn trace_outer(&mut self, outer: TracePlace) {
        if let Some(log) = self.trace_log() {
            log.place = outer;
        }
    }
}

impl Engine {
    /// From now on writes down what searches do, at most so many entries; `None` ends that. The answers are the same. What it costs to
    /// find out which conjunct decided is charged to the limits.
    pub fn trace(&mut self, entries: Option<usize>) {
        self.buffers.watch = entries.map(|most| Box::new(Watch::Tracing(TraceLog::new(most))));
    }

    /// What searches have done since [`Engine::trace`] or the last call; nothing where no trace is taken.
    pub fn traced(&mut self) -> Trace {
        match self.buffers.watch.as_deref_mut() {
            Some(Watch::Tracing(log)) => {
                let mut empty = TraceLog::new(log.most);
                empty.attempts = log.attempts.take();
                std::mem::replace(log, empty).trace
            }
            _ => Trace::default(),
        }
    }

    /// From now on writes down every attempt of the searches that are not nested, at most so many; [`Engine::trace`] ends that, and a trace
    /// that it has begun goes on beside it. The answers are the same, and costs are charged as those of a trace are.
    pub fn record_searched(&mut self, branches: usize) {
        if let Some(log) = self.trace_log() {
            log.attempts = Some(Box::new(AttemptLog::new(branches)));
        }
    }

    /// The log of a trace, which begins without entries where none is taken.
    fn trace_log(&mut self) -> Option<&mut TraceLog> {
        if !matches!(self.buffers.watch.as_deref(), Some(Watch::Tracing(_))) {
            self.trace(Some(0));
        }
        match self.buffers.watch.as_deref_mut() {
            Some(Watch::Tracing(log)) => Some(log),
            _ => None,
        }
    }

    /// From now on every answer counts by class and by goal what its searches spend ([`crate::Tried::tally`]); [`Engine::trace`] ends that.
    /// The answers are the same, and costs are charged as those of a trace are.
    pub fn tally(&mut self) {
        if let Some(log) = self.trace_log() {
            let attempts = &mut log.attempts;
            let begun = attempts.get_or_insert_with(|| Box::new(AttemptLog::new(0)));
            begun.count();
        }
    }

    /// Records what comes after it, of the tree only: attempts that failed are forgotten.
    pub(crate) fn record_tree(&mut self) {
        self.trace(Some(0));
        if let Some(log) = self.trace_log() {
            log.attempts = Some(Box::new(AttemptLog::of_tree()));
        }
    }

    /// What searches have tried since [`Engine::record_searched`] or the last call; nothing where nothing is recorded.
    pub fn searched(&mut self) -> Searched {
        match self.buffers.watch.as_deref_mut() {
            Some(Watch::Tracing(log)) => log.attempts.as_deref_mut().map(AttemptLog::take),
            _ => None,
        }
        .unwrap_or_default()
    }
}
