//! Moves of a subject after a list of moves, as the Universal Chess Interface sends it.
//!
//! The protocol sends the whole game each time. A run that lacks one move and one reply is resumed; any other list of moves is
//! played through from its beginning, which gives the same run, because strategies are deterministic. Where the game has left the
//! strategy's moves (another one was played for us), the strategy begins anew from there.

use std::sync::Arc;

use adv_chess::{Move, Position};
use adv_vm::{Engine, Failure, Mode, PStrategy, Step, Strategy, Subject};

/// Answer of a subject (a strategy, table or piece-of-advice) after a list of moves.
pub enum ReplayAnswer {
    /// The subject plays a move: the move, the p-strategy that it belongs to, and the index of the move in its tree.
    Move(Move, Arc<PStrategy>, usize),
    /// The subject's run has ended or is stuck; its last step.
    Ended(Box<Step>),
    /// The subject cannot begin its run there.
    Refused(Failure),
}

/// A run of the subject, with the game that it has followed.
struct Run {
    start: Position,
    /// Moves of the game up to the position in which the run gave `step`.
    moves: Vec<Move>,
    strategy: Strategy,
    step: Step,
}

impl Run {
    /// Goes on after the run's own move and one reply; `None` where another move was played for us, or the run was over.
    fn go_on(mut self, engine: &mut Engine, ours: Move, reply: Move) -> Option<Run> {
        if self.step.our_move() != Some(ours) {
            return None;
        }
        self.step = self.strategy.resume(engine, Some(reply)).ok()?;
        self.moves.extend([ours, reply]);
        Some(self)
    }
}

/// Answers for a subject after any list of moves; it keeps the run of the last list to resume it.
pub struct Replayer {
    subject: Subject,
    mode: Mode,
    run: Option<Run>,
}

impl Replayer {
    /// A replayer of a subject before the first list.
    pub fn new(subject: Subject, mode: Mode) -> Replayer {
        Replayer {
            subject,
            mode,
            run: None,
        }
    }

    /// The subject's answer after the moves, which must be legal one after the other from `start`.
    pub fn answer(
        &mut self,
        engine: &mut Engine,
        start: &Position,
        moves: &[Move],
    ) -> ReplayAnswer {
        let resumed = self.resume(engine, start, moves);
        let run = match resumed.map_or_else(|| self.replay(engine, start, moves), Ok) {
            Ok(run) => run,
            Err(failure) => return ReplayAnswer::Refused(failure),
        };
        let run = self.run.insert(run);
        match (run.step.our_move(), run.strategy.p_strategy()) {
            (Some(m), Some(p_strategy)) => {
                let node = run.strategy.node().unwrap_or(0);
                ReplayAnswer::Move(m, p_strategy.clone(), node)
            }
            _ => ReplayAnswer::Ended(Box::new(run.step.clone())),
        }
    }

    /// Resumes the kept run where the game has gone on by the run's own move and one reply, or not at all.
    fn resume(&mut self, engine: &mut Engine, start: &Position, moves: &[Move]) -> Option<Run> {
        let run = self.run.take().filter(|run| run.start == *start)?;
        match moves.strip_prefix(run.moves.as_slice())? {
            [] => Some(run),
            [ours, reply] => run.go_on(engine, *ours, *reply),
            _ => None,
        }
    }

    /// Plays the game through from its start, the subject playing the side to move at its end.
    fn replay(
        &self,
        engine: &mut Engine,
        start: &Position,
        moves: &[Move],
    ) -> Result<Run, Failure> {
        let us = match moves.len().is_multiple_of(2) {
            true => start.turn(),
            false => !start.turn(),
        };
        let mut position = *start;
        let mut run: Option<Run> = None;
        for index in 0..=moves.len() {
            if position.turn() == us {
                let past = index.checked_sub(2).and_then(|at| moves.get(at..index));
                run = match (run, past) {
                    (Some(run), Some([ours, reply])) => run.go_on(engine, *ours, *reply),
                    _ => None,
                };
                if run.is_none() {
                    match Strategy::begin(engine, self.subject, &position, self.mode) {
                        Ok((strategy, step)) => {
                            let moves = moves.iter().take(index).copied().collect();
                            run = Some(Run {
                                start: *start,
                                moves,
                                strategy,
                                step,
                            });
                        }
                        Err(failure) if index == moves.len() => return Err(failure),
                        Err(_) => {}
                    }
                }
            }
            if let Some(m) = moves.get(index) {
                position = position.play(*m);
            }
        }
        // The side that the run plays is to move at the end, where a run has begun or was refused.
        run.ok_or(Failure::OtherSide { plays: us })
    }
}
