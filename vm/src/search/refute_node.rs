//! What a refutation asks of one node: whether the search fails there, which moves are selected, which conjunct of a goal is false.

use adv_chess::{LegalInfo, Move, Position};

use crate::env::Env;
use crate::limits::Stop;
use crate::search::line::{Allowance, Line};
use crate::search::moves::Spot;
use crate::search::path::Mover;
use crate::search::refute::{RefutedPlace, Refuter};
use crate::search::request::better_current;
use crate::trace::TraceVerdict;
use crate::why::{GoalKind, is_asked};

impl<'m> Refuter<'_, 'm, '_> {
    /// Whether the search finds no tree from a node of ours on.
    pub(super) fn fails(&mut self, place: &RefutedPlace) -> Result<bool, Stop> {
        let task = self.task();
        self.spend(place);
        self.run.stacks.tree.clear();
        let at = task.at(&place.position, self.line_at(place.ply));
        let found = match &mut self.proofs {
            Some(proofs) => self.run.is_proved(&at, proofs)?,
            None => self.run.prove(&at, Mover::Us)?,
        };
        self.run.stacks.tree.clear();
        Ok(!found)
    }

    /// Where a node stands on its line at a ply.
    pub(super) fn line_at(&self, ply: u16) -> Line {
        Line {
            ply,
            left: Allowance::of_plies(self.bound.plies.plies().saturating_sub(ply)),
        }
    }

    /// The moves that are selected at a node, in the order of the search; of ours what is preferred comes first. Where a class speaks of
    /// `TAKEN` they are those that the search comes to before the node is settled.
    pub(super) fn selected(
        &mut self,
        place: &RefutedPlace,
        ordered: bool,
    ) -> Result<Vec<Move>, Stop> {
        let task = self.task();
        let at = task.at(&place.position, self.line_at(place.ply));
        if self.run.speaks_of(self.id).taken {
            self.spend(place);
            return self.run.generated_moves(&at);
        }
        let info = LegalInfo::new(at.board);
        let spot = Spot::new(at, at.board, &info);
        let run = &mut *self.run;
        let mark = run.stacks.moves.len();
        run.select(&spot)?;
        if ordered {
            run.order(&spot, mark, &self.advice.prefer)?;
        }
        let moves = run.stacks.moves.get(mark..).unwrap_or_default().to_vec();
        run.stacks.moves.truncate(mark);
        Ok(moves)
    }

    /// The line has come to a node, and has spent what it has cost.
    fn spend(&mut self, place: &RefutedPlace) {
        if self.advice.cost.is_some() {
            self.run.stacks.costs.begin(self.bound);
            self.run.stacks.costs.spend(place.ply, place.spent);
        }
    }

    /// What a goal that fails comes to at a node, with the first conjunct that is false.
    pub(super) fn verdict(
        &mut self,
        kind: GoalKind,
        before: &Position,
        node: &Position,
    ) -> Result<TraceVerdict, Stop> {
        let (goal, current) = match kind {
            GoalKind::Holding => (&self.advice.holding, node),
            GoalKind::Better => (
                &self.advice.better,
                better_current(self.advice, before, node),
            ),
        };
        let us = self.view.us;
        let part = match is_asked(goal, node, us) {
            true => {
                let env = Env::step(current, node, &self.view.position, us);
                self.run.aside(|run| run.deciding_part(goal, &env, false))?
            }
            false => None,
        };
        Ok(TraceVerdict {
            goal: kind,
            holds: false,
            part,
        })
    }
}
