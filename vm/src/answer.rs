//! One question to any subject: the full answer, and the short one for rows of many positions.

use std::sync::Arc;

use adv_chess::Position;
use adv_module::program::Successor;

use crate::beyond::answering;
use crate::consult::blank;
use crate::consultation::{Consultation, Decision, Failure, Tried};
use crate::engine::{Engine, Options};
use crate::run::Replies;
use crate::strategy::{Mode, PStrategy, Step, Strategy, Stuck, StuckCause, Subject};
use crate::view::View;

/// The first answer of a subject in a position.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The answer of a table or a piece-of-advice; it may have found nothing.
    Consulted(Box<Consultation>),
    /// The p-strategy that the first statement of a strategy found.
    Yielded(Arc<PStrategy>),
    /// A strategy that ends or is stuck at once: [`Step::Done`] or [`Step::Stuck`].
    Over(Step),
}

impl Answer {
    /// The consultation that found the answer; none where a strategy is over.
    pub fn consultation(&self) -> Option<&Consultation> {
        match self {
            Answer::Consulted(answer) => Some(answer),
            Answer::Yielded(p_strategy) => Some(&p_strategy.consultation),
            Answer::Over(_) => None,
        }
    }
}

impl Consultation {
    /// An answer that finds nothing in a position, after these pieces were tried.
    pub fn nothing(position: &Position, tried: &[Tried]) -> Consultation {
        Consultation {
            tried: tried.to_vec(),
            ..blank(position, &View::plain(position))
        }
    }

    /// The short form.
    pub fn decision(&self) -> Decision {
        Decision {
            rule: self.rule,
            advice: self.advice,
            mv: self.first_move(),
            positions: self.positions(),
            conditional: self.is_conditional(),
        }
    }
}

impl Engine {
    /// What plays for a subject in a position: the strategy that takes over from a table there, or the subject itself.
    fn taking_over(&self, subject: Subject, position: &Position) -> Subject {
        let Subject::Table(id) = subject else {
            return subject;
        };
        let has_beyond = self.module().tables.get(id.index());
        match has_beyond.is_some_and(|table| !table.beyond.is_empty()) {
            true => match answering(self.module(), id, position) {
                Ok((Successor::Strategy(id), _)) => Subject::Strategy(id),
                _ => subject,
            },
            false => subject,
        }
    }

    /// Asks a subject in a position. A strategy is begun in the strong mode; its answer is its first step.
    ///
    /// # Errors
    /// [`Failure`] where the subject does not serve the position or a limit is reached.
    pub fn ask(
        &mut self,
        subject: Subject,
        position: &Position,
        options: &Options,
    ) -> Result<Answer, Failure> {
        let answer = match self.taking_over(subject, position) {
            Subject::Table(id) => self.consult(id, position, options)?,
            Subject::Advice(id) => self.try_advice(id, position, options)?,
            strategy @ Subject::Strategy(_) => {
                let (_, step) = Strategy::begin(self, strategy, position, Mode::Strong)?;
                return Ok(match step {
                    Step::Yield(p_strategy) => Answer::Yielded(p_strategy),
                    over => Answer::Over(over),
                });
            }
        };
        Ok(Answer::Consulted(Box::new(answer)))
    }

    /// Asks a subject for the short answer. A strategy that ends or is stuck at once gives one without a move.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn ask_briefly(
        &mut self,
        subject: Subject,
        position: &Position,
        replies: Replies,
    ) -> Result<Decision, Failure> {
        if let Subject::Table(id) = self.taking_over(subject, position) {
            return self.decide(id, position, replies);
        }
        let options = Options {
            replies,
            ..Options::default()
        };
        match self.ask(subject, position, &options)? {
            Answer::Consulted(answer) => Ok(answer.decision()),
            Answer::Yielded(p_strategy) => Ok(p_strategy.consultation.decision()),
            Answer::Over(Step::Stuck(stuck)) => match *stuck {
                Stuck {
                    cause: StuckCause::Failure(failure),
                    ..
                } => Err(failure),
                Stuck { tried, .. } => Ok(Consultation::nothing(position, &tried).decision()),
            },
            Answer::Over(_) => Ok(Consultation::nothing(position, &[]).decision()),
        }
    }
}
