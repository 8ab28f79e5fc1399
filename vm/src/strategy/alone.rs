//! An action by itself: what its statement would find in a position, whatever the strategy did before.

use std::sync::Arc;

use adv_chess::Position;
use adv_module::program::StatementKind;
use adv_module::{AdviceId, FnId, Program, StrategyId};

use super::cursor::truth;
use super::seek::{SeekPlace, Sought};
use super::step::{Origin, PStrategy, Step, Stuck, StuckCause};
use crate::answer::Answer;
use crate::consult::{answer_by, failure};
use crate::consultation::Failure;
use crate::engine::{Engine, Options};
use crate::view::view;

/// An action's statement in a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionStatement {
    /// The strategy.
    pub strategy: StrategyId,
    /// The index of the statement in its body.
    pub statement: u32,
    advice: AdviceId,
    in_class: Option<FnId>,
}

impl ActionStatement {
    /// All action statements of a program, in the order of the source.
    pub fn all(program: &Program) -> Vec<ActionStatement> {
        let mut all = Vec::new();
        for (index, strategy) in program.strategies.iter().enumerate() {
            for (statement, record) in strategy.body.iter().enumerate() {
                if let StatementKind::Action {
                    advice, in_class, ..
                } = &record.kind
                {
                    all.push(ActionStatement {
                        strategy: StrategyId(index as u16),
                        statement: statement as u32,
                        advice: *advice,
                        in_class: *in_class,
                    });
                }
            }
        }
        all
    }

    /// The action's name.
    pub fn name(self, program: &Program) -> &str {
        let action = program.advice.get(self.advice.index());
        action.map_or("?", |action| action.name.as_str())
    }

    /// The statement and where it is in the source.
    pub fn origin(self, program: &Program) -> Origin {
        let strategy = program.strategies.get(self.strategy.index());
        let statement = strategy.and_then(|s| s.body.get(self.statement as usize));
        Origin {
            strategy: Some(self.strategy),
            statement: Some(self.statement),
            place: statement.map(|s| s.place).unwrap_or_default(),
        }
    }
}

impl Engine {
    /// Tries an action by itself: the figures and the side are those of its strategy, the in-class is its own, and that of the strategy is
    /// not asked. The answer is a p-strategy, or the action is stuck.
    ///
    /// # Errors
    /// [`Failure`] where the strategy is not for the position's men or side, or a limit is reached.
    pub fn try_action(
        &mut self,
        action: ActionStatement,
        position: &Position,
        options: &Options,
    ) -> Result<Answer, Failure> {
        let origin = action.origin(self.module());
        let strategy = self.module().strategies.get(action.strategy.index());
        let (material, side) = strategy.map_or((None, None), |s| (s.material.as_ref(), s.side));
        let view = view(material, side, position)?;
        let place = SeekPlace {
            position,
            us: if view.mirrored { !view.us } else { view.us },
            mirrored: view.mirrored,
        };
        self.with_run(options, |run| {
            let fits = match action.in_class {
                Some(test) => {
                    truth(run, test, &place).map_err(|stop| failure(stop, None, None, run))?
                }
                None => true,
            };
            let answer = answer_by(run, (position, &view), |run, rule, note| match fits {
                true => {
                    let sought = Sought::Action(action.advice);
                    sought.find(run, None, &view, options.why, rule, note)
                }
                false => Ok(None),
            })?;
            if answer.advice.is_none() {
                return Ok(Answer::Over(Step::Stuck(Box::new(Stuck {
                    position: *position,
                    origin,
                    cause: match fits {
                        true => StuckCause::NoPStrategy,
                        false => StuckCause::InClass,
                    },
                    tried: answer.tried,
                }))));
            }
            Ok(Answer::Yielded(Arc::new(PStrategy {
                consultation: answer,
                origin,
            })))
        })
    }
}
