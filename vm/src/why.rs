//! Why a piece-of-advice was none of these is satisfied: how many positions failed at which conjunct, and how near the nearest came.
//!
//! Goals are compiled twice: whole, cheap conjuncts first, for the search; and conjunct by conjunct in the order of the source,
//! for this. Nothing here runs unless it is requested.

use adv_chess::{Color, Move, Position};
use adv_module::program::{Compare, Goal, GoalPart};

use crate::consultation::{DearLine, LineEnds};
use crate::env::Env;
use crate::facts::{SeenZone, seen};
use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::goals::is_due;
use crate::search::request::Task;
use crate::trace::TraceLog;
use crate::view::unmirrored;

/// Which goal a position failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// The holding-goal.
    Holding,
    /// The better-goal.
    Better,
}

/// The failures at one conjunct.
#[derive(Clone, Debug, PartialEq)]
pub struct PartFailure {
    /// The goal it belongs to.
    pub goal: GoalKind,
    /// Its index among the goal's parts.
    pub part: usize,
    /// How many positions failed here first.
    pub failed: u64,
    /// Where the conjunct compares numbers: the nearest miss.
    pub nearest: Option<NearMiss>,
    /// Where the conjunct speaks of zones: the first position that failed here.
    pub zones: Option<ZoneMiss>,
}

/// The first position in which a conjunct that speaks of zones failed.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneMiss {
    /// Where.
    pub position: Position,
    /// The zones there.
    pub zones: Vec<SeenZone>,
}

/// The position in which a comparison failed by least; of several the first.
#[derive(Clone, Debug, PartialEq)]
pub struct NearMiss {
    /// The left side's numbers.
    pub left: Vec<i64>,
    /// The right side's numbers.
    pub right: Vec<i64>,
    /// Where.
    pub position: Position,
}

/// What one search has noted so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct WhyLog {
    parts: Vec<PartFailure>,
    ended: LineEnds,
}

impl WhyLog {
    /// The failures, holding-goal first, conjuncts in the order of the source, and what else ended lines; positions are turned back where
    /// they were turned.
    pub(crate) fn into_failures(mut self, mirrored: bool) -> (Vec<PartFailure>, Option<LineEnds>) {
        self.parts
            .sort_by_key(|p| (p.goal == GoalKind::Better, p.part));
        if mirrored {
            for near in self.parts.iter_mut().filter_map(|p| p.nearest.as_mut()) {
                near.position = near.position.mirror();
            }
            for miss in self.parts.iter_mut().filter_map(|p| p.zones.as_mut()) {
                miss.position = miss.position.mirror();
                miss.zones = miss.zones.iter().map(SeenZone::mirrored).collect();
            }
            if let Some(dear) = &mut self.ended.nearest {
                dear.root = dear.root.mirror();
                for m in &mut dear.moves {
                    *m = unmirrored(*m, true);
                }
            }
        }
        (self.parts, Some(self.ended))
    }
}

impl Run<'_> {
    /// Notes that the depth has ended a line.
    #[cold]
    pub(crate) fn note_depth(&mut self) {
        if let Some(log) = &mut self.notes.why {
            log.ended.depth += 1;
        }
    }

    /// Notes that a move costs more than is left of the effort; with it the line would cost `cost` in all.
    #[cold]
    pub(crate) fn note_dear<B: Boards>(&mut self, task: &Task<'_, B>, m: Move, cost: u32) {
        let Some(log) = &mut self.notes.why else {
            return;
        };
        log.ended.effort += 1;
        let nearest = &mut log.ended.nearest;
        if nearest.as_ref().is_none_or(|best| cost < best.cost) {
            // The nodes of the arena that are not closed yet are those of the line.
            let open = self.stacks.tree.iter().filter(|node| node.end == 0);
            *nearest = Some(DearLine {
                root: *task.root,
                moves: open.map(|node| node.mv).chain([m]).collect(),
                cost,
            });
        }
    }

    /// Notes at which conjunct a position failed, `current` being what has no prefix there. A goal that was not evaluated there has no false conjunct and notes nothing.
    #[cold]
    pub(crate) fn note_failure<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        kind: GoalKind,
        current: &Position,
        node: &Position,
    ) -> Result<(), Stop> {
        let Some(mut log) = self.notes.why.take() else {
            return Ok(());
        };
        let noted = self.aside(|run| run.note_parts(&mut log, task, kind, current, node));
        self.notes.why = Some(log);
        noted
    }

    /// Evaluates something for an explanation: it is not traced, and the positions of nested advice in it do not count.
    pub(crate) fn aside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let traced = self.notes.trace();
        let watch = self.notes.watch.take_if(|_| traced);
        let nested = std::mem::take(&mut self.counts.nested);
        let done = work(self);
        self.counts.nested = nested;
        if traced {
            self.notes.watch = watch;
        }
        done
    }

    fn note_parts<B: Boards>(
        &mut self,
        log: &mut WhyLog,
        task: &Task<'_, B>,
        kind: GoalKind,
        current: &Position,
        node: &Position,
    ) -> Result<(), Stop> {
        let goal = match kind {
            GoalKind::Holding => &task.advice.holding,
            GoalKind::Better => &task.advice.better,
        };
        let asked = is_asked(goal, node, task.us);
        let env = Env::step(current, node, task.root, task.us);
        for (index, part) in goal.parts.iter().enumerate() {
            if !asked || self.truth(part.test, &env)? {
                continue;
            }
            let known = |p: &PartFailure| p.goal == kind && p.part == index;
            let at = log.parts.iter().position(known).unwrap_or_else(|| {
                log.parts.push(PartFailure {
                    goal: kind,
                    part: index,
                    failed: 0,
                    nearest: None,
                    zones: None,
                });
                log.parts.len() - 1
            });
            let Some(failure) = log.parts.get_mut(at) else {
                break;
            };
            failure.failed += 1;
            if failure.failed == 1 && !part.zones.is_empty() {
                failure.zones = Some(ZoneMiss {
                    position: *node,
                    zones: seen(self, &part.zones, &env, false)?,
                });
            }
            if let Some(compare) = &part.compare {
                let (left, right) = self.sides(compare, &env)?;
                let nearer = match &failure.nearest {
                    None => true,
                    Some(best) => gap(&left, &right) < gap(&best.left, &best.right),
                };
                if nearer {
                    failure.nearest = Some(NearMiss {
                        left,
                        right,
                        position: *node,
                    });
                }
            }
            break;
        }
        Ok(())
    }

    /// The first case of a conjunct that is true, where cases are counted.
    #[cold]
    pub(crate) fn counted_case(
        &mut self,
        part: &GoalPart,
        env: &Env<'_>,
    ) -> Result<Option<usize>, Stop> {
        let counts = |log: &mut TraceLog| log.attempts().is_some_and(|all| all.counts());
        if part.cases.is_empty() || !self.trace_log().is_some_and(counts) {
            return Ok(None);
        }
        self.aside(|run| {
            for (index, case) in part.cases.iter().enumerate() {
                if run.truth(case.test, env)? {
                    return Ok(Some(index));
                }
            }
            Ok(None)
        })
    }

    /// The numbers on both sides of a comparison.
    pub(crate) fn sides(
        &mut self,
        compare: &Compare,
        env: &Env<'_>,
    ) -> Result<(Vec<i64>, Vec<i64>), Stop> {
        let mut sides = [Vec::new(), Vec::new()];
        for (values, functions) in sides.iter_mut().zip([&compare.left, &compare.right]) {
            for &function in functions {
                values.push(self.word(function, env)? as i64);
            }
        }
        let [left, right] = sides;
        Ok((left, right))
    }
}

/// True where a goal is evaluated at a node.
pub(crate) fn is_asked(goal: &Goal, node: &Position, us: Color) -> bool {
    is_due(goal.when, node.turn() != us)
}

/// How far apart two tuples are: by their first difference, at an earlier place first.
fn gap(left: &[i64], right: &[i64]) -> Vec<u64> {
    left.iter()
        .zip(right)
        .map(|(l, r)| l.abs_diff(*r))
        .collect()
}
