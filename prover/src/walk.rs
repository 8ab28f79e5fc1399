//! One root, walked through: its line, and what each reply comes to.

use adv_chess::{Move, Position};

use crate::broken::Broken;
use crate::error::ProveError;
use crate::lines::{Lines, Ways, choice_of};
use crate::map::Leads;
use crate::report::{Cause, Choice, Line};
use crate::settled::{Fate, Settled};
use crate::states::State;

/// How a line breaks a claim: what happens, and what was being played.
pub type Broke = (Cause, Option<Choice>);

/// One position walked through.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Its fate.
    pub fate: Fate,
    /// The line: the longest that holds, or the shortest that breaks the claim. Where it breaks the claim by going on for ever, the
    /// line ends when it is back in a state that it was in.
    pub line: Line,
    /// Why that line breaks the claim, and what was being played; `None` where it holds.
    pub cause: Option<Broke>,
    /// The outcome of each of their replies before anything else is consulted: the moves of the tree that are made before it, the
    /// reply, and the fate of the position after it with its plies counted from there. In the order of the moves.
    pub replies: Vec<(Vec<Move>, Move, Fate)>,
}

impl Settled {
    /// Walks through one position, a root or one that was met. `None` where it is neither.
    ///
    /// # Errors
    /// [`ProveError`] if evaluating a goal again reached a limit.
    pub fn walk(&self, position: &Position) -> Result<Option<Walk>, ProveError> {
        let Some(state) = self.state(position) else {
            return Ok(None);
        };
        let mut lines = Lines::new(&self.map, &self.engine);
        let fate = self.root_fate(state);
        let (line, cause) = match (fate.plies, &self.broken) {
            (None, Some(broken)) => self.breaking(broken, state, &mut lines)?,
            _ => (lines.longest(&self.settlement, state)?, None),
        };
        let mut replies = Vec::new();
        for (leads, path) in lines.all(state)? {
            let Some((reply, before)) = path.split_last() else {
                continue;
            };
            let fate = match leads {
                Leads::To(next) => self.fate_of(next),
                // It ends after a reply only if the number of plies is even.
                _ if path.len() % 2 == 1 => continue,
                Leads::Goal => Fate {
                    plies: Some(0),
                    over: None,
                    first: None,
                },
                Leads::Fault(_) => Fate {
                    plies: None,
                    over: None,
                    first: None,
                },
            };
            replies.push((before.to_vec(), *reply, fate));
        }
        Ok(Some(Walk {
            fate,
            line,
            cause,
            replies,
        }))
    }

    /// The shortest line from a state that breaks the claim.
    fn breaking(
        &self,
        broken: &Broken,
        state: State,
        lines: &mut Lines<'_>,
    ) -> Result<(Line, Option<Broke>), ProveError> {
        let Some(node) = broken.node(state) else {
            return Ok((Line::default(), None));
        };
        let ways = Ways::new(&self.map, broken, Some(node));
        let near = broken.faults().filter_map(|fault| {
            let distance = ways.distance(fault.node)?;
            Some((distance, fault.plies, fault.node, fault.group))
        });
        let fault = near.min();
        // A line that goes on for ever is reported only if no line leads to a fault.
        if let Some((_, _, at, group)) = fault {
            let mut line = Ways::line(lines, broken, &ways.to(at))?;
            if let Some(last) = broken.states.get(at as usize) {
                lines.fault(&mut line, *last, group)?;
            }
            return Ok((line, Some(group)));
        }
        let on_cycle = (0..broken.states.len() as u32)
            .filter(|n| broken.endless[broken.component[*n as usize] as usize])
            .filter_map(|n| Some((ways.distance(n)?, n)))
            .min();
        let Some((_, begin)) = on_cycle else {
            return Ok((Line::default(), None));
        };
        let mut nodes = ways.to(begin);
        // Round to the same node again: the nearest of those that lead back to it.
        let round = Ways::new(&self.map, broken, Some(begin));
        let back = (0..broken.states.len() as u32)
            .filter(|n| broken.successors(*n).contains(&begin))
            .filter_map(|n| Some((round.distance(n)?, n)))
            .min();
        if let Some((_, back)) = back {
            nodes.extend(round.to(back).into_iter().skip(1));
            nodes.push(begin);
        }
        let line = Ways::line(lines, broken, &nodes)?;
        let choice = choice_of(&self.map, state);
        Ok((line, Some((Cause::Endless, choice))))
    }
}
