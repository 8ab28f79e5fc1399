//! Moves of a subject after a list of moves, as the Universal Chess Interface sends it.
//!
//! The protocol sends the whole game each time. A run that lacks one move and one reply is resumed; any other list of moves is
//! played through from its beginning, which gives the same run, because strategies are deterministic. Where the game has left the
//! strategy's moves (another one was played for us), the strategy begins anew from there.

use std::sync::Arc;

use adv_chess::{Color, Move, Position};
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

/// The subject's run so far, with the game that it has followed.
struct Run {
    start: Position,
    /// Moves of the game up to the position in which the run gave `step`.
    moves: Vec<Move>,
    strategy: Strategy,
    step: Step,
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
        if !self.resume(engine, start, moves)
            && let Err(failure) = self.replay(engine, start, moves)
        {
            return ReplayAnswer::Refused(failure);
        }
        let Some(run) = &self.run else {
            // A replay that succeeds leaves a run.
            return ReplayAnswer::Refused(Failure::OtherSide {
                plays: start.turn(),
            });
        };
        match (run.step.our_move(), run.strategy.p_strategy()) {
            (Some(m), Some(p_strategy)) => {
                let node = run.strategy.node().unwrap_or(0);
                ReplayAnswer::Move(m, p_strategy.clone(), node)
            }
            _ => ReplayAnswer::Ended(Box::new(run.step.clone())),
        }
    }

    /// Resumes the kept run where the game has gone on by the run's own move and one reply; returns false where it has not.
    fn resume(&mut self, engine: &mut Engine, start: &Position, moves: &[Move]) -> bool {
        let Some(run) = &mut self.run else {
            return false;
        };
        if run.start != *start {
            return false;
        }
        match moves.strip_prefix(run.moves.as_slice()) {
            Some([]) => true,
            Some([ours, reply]) if run.step.our_move() == Some(*ours) => {
                match run.strategy.resume(engine, Some(*reply)) {
                    Ok(step) => {
                        run.step = step;
                        run.moves.extend([*ours, *reply]);
                        true
                    }
                    Err(_) => false,
                }
            }
            _ => false,
        }
    }

    /// Plays the game through from its start, the subject playing the side to move at its end.
    fn replay(
        &mut self,
        engine: &mut Engine,
        start: &Position,
        moves: &[Move],
    ) -> Result<(), Failure> {
        self.run = None;
        let us = turn_after(start.turn(), moves.len());
        let mut position = *start;
        let mut run: Option<(Strategy, Step)> = None;
        let mut last: Result<(), Failure> = Ok(());
        for index in 0..=moves.len() {
            if position.turn() == us {
                run = match (run, index.checked_sub(2)) {
                    (Some((strategy, step)), Some(before)) => self.advance(
                        engine,
                        strategy,
                        &step,
                        moves.get(before).copied(),
                        moves.get(index - 1).copied(),
                    ),
                    (run, _) => run,
                };
                if run.is_none() {
                    last = match Strategy::begin(engine, self.subject, &position, self.mode) {
                        Ok(begun) => {
                            run = Some(begun);
                            Ok(())
                        }
                        Err(failure) => Err(failure),
                    };
                }
            }
            if let Some(m) = moves.get(index) {
                position = position.play(*m);
            }
        }
        match run {
            Some((strategy, step)) => {
                self.run = Some(Run {
                    start: *start,
                    moves: moves.to_vec(),
                    strategy,
                    step,
                });
                Ok(())
            }
            None => last,
        }
    }

    /// Resumes a run after its own move and one reply; `None` where another move was played for us, or the run was over.
    fn advance(
        &self,
        engine: &mut Engine,
        mut strategy: Strategy,
        step: &Step,
        ours: Option<Move>,
        reply: Option<Move>,
    ) -> Option<(Strategy, Step)> {
        if step.our_move().is_none() || step.our_move() != ours {
            return None;
        }
        let step = strategy.resume(engine, reply).ok()?;
        Some((strategy, step))
    }
}

/// The side to move after so many plies.
fn turn_after(turn: Color, moves: usize) -> Color {
    if moves.is_multiple_of(2) { turn } else { !turn }
}
