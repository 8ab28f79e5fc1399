//! Plans: a piece-of-advice searched for one side, whichever side is to move, with first moves left out.
//!
//! ```text
//!   the viewer is to move   as a consultation, without the first moves that throw the value away
//!   the other side is       its replies come first; a leaf may be what it comes to after the first of them
//! ```
//!
//! What is joined of several pieces, and what is possible if the other side does nothing, is derived from the program beforehand
//! ([`adv_module::Derived`]).

use adv_chess::{Color, Move, Position};
use adv_module::AdviceId;
use adv_module::program::Entry;

use crate::consult::{answer_by, consult_list, failure};
use crate::consultation::{Consultation, Failure};
use crate::engine::{Engine, Options};
use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;
use crate::search::request::Task;
use crate::tree::Tree;
use crate::view::View;

impl Engine {
    /// Searches a piece-of-advice in a position for a side, whether or not it is to move. `without` are first moves of that side that are
    /// not tried at the root; where the other side is to move it has no meaning. A tree that begins with moves of the other side has
    /// several first moves; [`Tree::left_out_at_root`] tells how many of its moves it leaves out. Such a tree has no reason
    /// ([`Consultation::because`]).
    ///
    /// The better-goal is not asked at the root ([`Engine::holds_already`]).
    ///
    /// # Errors
    /// [`Failure::OtherSide`] where the piece plays for the other side; a limit that was reached.
    pub fn try_for(
        &mut self,
        advice: AdviceId,
        position: &Position,
        us: Color,
        without: &[Move],
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let side = self
            .module()
            .advice
            .get(advice.index())
            .and_then(|of| of.side);
        let plays = side.map(|who| Env::single(position, us).color(who));
        if let Some(plays) = plays.filter(|plays| *plays != us) {
            return Err(Failure::OtherSide { plays });
        }
        let view = View::turned(position, us, false);
        self.with_run(options, |run| {
            if !without.is_empty() && position.turn() == us {
                run.notes.without = Some(without.into());
            }
            let mut left_out = 0;
            let mut answer = answer_by(run, (position, &view), |run, _, note| {
                let list = [Entry::Advice(advice)];
                let found = consult_list(run, &list, &view, options.why, None, note);
                run.notes.without = None;
                let found = found?;
                if found.is_some() && position.turn() != us {
                    left_out = run
                        .left_out_at(advice, position, us)
                        .map_err(|stop| failure(stop, Some(advice), None, run))?;
                }
                Ok(found)
            })?;
            answer.tree = answer.tree.map(|tree: Tree| tree.with_left_out(left_out));
            Ok(answer)
        })
    }

    /// Whether the better-goal of a piece-of-advice holds in a position as the men stand, whatever `after-us` and `after-them` say.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn holds_already(
        &mut self,
        advice: AdviceId,
        position: &Position,
        us: Color,
    ) -> Result<bool, Stop> {
        let better = self.module().advice.get(advice.index());
        let Some(test) = better.and_then(|of| of.better.test) else {
            return Ok(better.is_some());
        };
        self.with_run(&Options::default(), |run| {
            run.truth(test, &Env::node(position, position, us))
        })
    }
}

impl Run<'_> {
    /// How many legal moves of theirs a piece leaves out at a root of theirs.
    fn left_out_at(&mut self, id: AdviceId, root: &Position, us: Color) -> Result<u16, Stop> {
        let task = Task::whole((id, &self.module[id]), root, us);
        let moves = self.count_selected(&task.root())?;
        Ok(self.count_left_out(&task.root(), moves))
    }
}
