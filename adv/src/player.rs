//! The program as a player: its run, and the p-strategies of the game so far.
//!
//! A run is data, so a player is cloned before every move of the opponent, and taking moves back is going back to a clone.

use std::sync::Arc;

use adv_chess::{Color, Game, Move, Position};
use adv_render::Plan;
use adv_vm::{
    Done, Engine, Failure, Mode, PStrategy, Step, Stop, Strategy, Stuck, StuckCause, Subject,
};

/// A player that moves as a strategy, table or piece-of-advice says. A clone goes on by itself, so that moves can be taken back.
#[derive(Clone)]
pub struct Player {
    subject: Subject,
    mode: Mode,
    run: Option<Strategy>,
    plans: Vec<Plan>,
}

/// Action of the player when it is to move.
pub enum Act {
    /// The player plays a move; a new p-strategy begins with it, or `None` where the one that is being played goes on.
    Move(Move, Option<Arc<PStrategy>>),
    /// The strategy's run is over: there is no move.
    Done(Done),
    /// The strategy has no move and cannot go on.
    Stuck(Box<Stuck>),
    /// The subject cannot begin in this position.
    Refused(Failure),
}

impl Act {
    /// The limit that kept the player from moving, if one was reached.
    pub fn stop(&self) -> Option<Stop> {
        let failure = match self {
            Act::Refused(failure) => failure,
            Act::Stuck(stuck) => match &stuck.cause {
                StuckCause::Failure(failure) => failure,
                _ => return None,
            },
            Act::Move(..) | Act::Done(_) => return None,
        };
        match failure {
            Failure::Stopped { stop, .. } => Some(*stop),
            _ => None,
        }
    }
}

impl Player {
    /// A player of a subject before its first move.
    pub fn new(subject: Subject, mode: Mode) -> Player {
        Player {
            subject,
            mode,
            run: None,
            plans: Vec::new(),
        }
    }

    /// The strategy, table or piece-of-advice that plays.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// Mode of following a p-strategy's tree: to a leaf, or for one move.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Changes the mode of following a tree, from the next reply on.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        if let Some(run) = &mut self.run {
            run.set_mode(mode);
        }
    }

    /// The p-strategies of the game so far, in their order, each with the ply at which it began.
    pub fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// The p-strategy of the player's last move, and the index of that move in its tree; `None` where there is none.
    pub fn at(&self) -> Option<(&Arc<PStrategy>, usize)> {
        let run = self.run.as_ref()?;
        Some((run.p_strategy()?, run.node()?))
    }

    /// Drops the run of the strategy, so that the next move begins a new one.
    pub fn forget(&mut self) {
        self.run = None;
    }

    /// Chooses the player's move in a position where it is to move; `reply` is the move that led there, if there was one, `ply` the number
    /// of plies played before.
    pub fn act(
        &mut self,
        engine: &mut Engine,
        position: &Position,
        reply: Option<Move>,
        ply: usize,
    ) -> Act {
        let resumed = match (&mut self.run, reply) {
            (Some(run), Some(reply)) => run.resume(engine, Some(reply)).ok(),
            _ => None,
        };
        let step = match resumed {
            Some(step) => step,
            // No run yet, or one that is over: it begins here.
            None => match Strategy::begin(engine, self.subject, position, self.mode) {
                Ok((run, step)) => {
                    self.run = Some(run);
                    step
                }
                Err(failure) => return Act::Refused(failure),
            },
        };
        self.take(step, ply, position.turn())
    }

    /// The program's end of a game that mate or stalemate has ended: its strategy is resumed, so that its goal is evaluated. `None` where
    /// nothing is begun, or the strategy does not end there.
    pub fn at_the_end(&mut self, engine: &mut Engine, game: &Game, us: Color) -> Option<Done> {
        let run = self.run.as_mut()?;
        let position = game.position();
        let act = match position.turn() == us {
            true => {
                self.at()?;
                self.act(engine, position, game.moves().last().copied(), game.len())
            }
            false => {
                let step = run.resume(engine, None).ok()?;
                self.take(step, game.len(), us)
            }
        };
        match act {
            Act::Done(done) => Some(done),
            _ => None,
        }
    }

    fn take(&mut self, step: Step, ply: usize, us: Color) -> Act {
        match (step.our_move(), step) {
            (Some(m), Step::Yield(p_strategy)) => {
                self.plans.push(Plan {
                    from: ply,
                    p_strategy: p_strategy.clone(),
                    facts: Vec::new(),
                    brought: None,
                });
                Act::Move(m, Some(p_strategy))
            }
            (Some(m), _) => Act::Move(m, None),
            (None, Step::Done(done)) => Act::Done(done),
            (None, Step::Stuck(stuck)) => Act::Stuck(stuck),
            // A p-strategy has a first move, and a tree is followed by a move.
            (None, Step::Yield(_) | Step::Follow(_)) => {
                Act::Refused(Failure::OtherSide { plays: us })
            }
        }
    }
}
