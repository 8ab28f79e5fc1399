//! Following a game move by move, to the p-strategy at its end.
//!
//! ```text
//!   start ── Ke5 ── Kc4 ── Rd6      our moves are those of the program, or the game is refused
//!            └────── LINE ────┘     the p-strategy, and how far it has been played
//! ```

use std::sync::Arc;

use adv_chess::{Color, Move, Position};
use adv_vm::{Answer, Engine, Failure, Mode, Options, PStrategy, Step, Strategy, Subject};

/// The answer of a program at the end of a followed game.
#[derive(Debug)]
pub struct FollowedGame {
    /// The subject's answer: the whole p-strategy of the tree that is being played, if there is one.
    pub answer: Answer,
    /// Index of the tree's node that the game has reached: our last move, or where we are to move, our next one.
    pub node: usize,
}

/// The reason why a game cannot be followed.
#[derive(Debug)]
pub enum FollowError {
    /// The subject does not serve a position, or reaches a limit there.
    Refused {
        /// Number of plies of the list played before that position.
        moves: usize,
        /// The reason why the subject has no answer.
        failure: Failure,
    },
    /// A move of ours in the list is not the one that the program plays.
    OtherMove {
        /// Index of the move in the list, from 0.
        index: usize,
        /// The move that the program plays instead.
        plays: Move,
        /// The p-strategy that the program's move belongs to.
        p_strategy: Arc<PStrategy>,
    },
    /// The program has no move of ours where the list has one: its run is over or stuck.
    Over {
        /// Index of the move in the list, from 0.
        index: usize,
        /// The last step of the program's run: it is over or stuck.
        step: Box<Step>,
    },
}

/// Plays a list of legal moves through, the subject playing `us`, and returns the answer at its end: for a strategy at its place in its
/// text. Where the list ends with a move of ours, or inside a tree, the answer is the p-strategy of that tree; else it is the next one. The
/// options are for a table or a piece-of-advice that is consulted at the end. A trace of the engine is of the last search.
///
/// # Errors
/// [`FollowError`] where a move of ours is not the program's, or the program cannot go on.
pub fn follow(
    engine: &mut Engine,
    subject: Subject,
    us: Color,
    start: &Position,
    moves: &[Move],
    options: &Options,
) -> Result<FollowedGame, FollowError> {
    let refused = |moves| move |failure| FollowError::Refused { moves, failure };
    let mut position = *start;
    let mut run: Option<(Strategy, Step)> = None;
    // The position of our last move.
    let mut asked = position;
    for index in 0..=moves.len() {
        let next = moves.get(index).copied();
        if position.turn() == us {
            let _ = engine.traced();
            asked = position;
            let reply = index.checked_sub(1).and_then(|last| moves.get(last));
            let resumed = run.take().and_then(|(mut strategy, _)| {
                let step = strategy.resume(engine, reply.copied()).ok()?;
                Some((strategy, step))
            });
            let (strategy, step) = match resumed {
                Some(resumed) => resumed,
                None => {
                    let begun = Strategy::begin(engine, subject, &position, Mode::Strong);
                    begun.map_err(refused(index))?
                }
            };
            if let Some(played) = next {
                match (step.our_move(), strategy.p_strategy()) {
                    (Some(plays), Some(p_strategy)) if plays != played => {
                        return Err(FollowError::OtherMove {
                            index,
                            plays,
                            p_strategy: p_strategy.clone(),
                        });
                    }
                    (Some(_), _) => {}
                    (None, _) => {
                        let step = Box::new(step);
                        return Err(FollowError::Over { index, step });
                    }
                }
            }
            run = Some((strategy, step));
        }
        if let Some(m) = next {
            position = position.play(m);
        }
    }
    let at = run.as_ref().and_then(|(strategy, step)| {
        step.our_move()?;
        Some((strategy.p_strategy()?.clone(), strategy.node()?))
    });
    let (answer, node) = match (subject, run, at) {
        (Subject::Strategy(_), _, Some((p_strategy, node))) => (Answer::Yielded(p_strategy), node),
        (Subject::Strategy(_), Some((_, step)), None) => (Answer::Over(step), 0),
        (_, _, Some((p_strategy, node @ 1..))) => {
            let consultation = p_strategy.consultation.clone();
            (Answer::Consulted(Box::new(consultation)), node)
        }
        // It is consulted again, for the reasons, or for the first time where we have not been to move.
        (_, run, _) => {
            let asked = run.map_or(position, |_| asked);
            let _ = engine.traced();
            let answer = engine.ask(subject, &asked, options);
            (answer.map_err(refused(moves.len()))?, 0)
        }
    };
    Ok(FollowedGame { answer, node })
}
