//! `mate within n moves`: the subject plays against every reply, in strong mode.
//!
//! ```text
//!   run ──our move──▶ state ──each legal reply──▶ a clone of the run goes on ──▶ state …  until every line ends in mate
//! ```
//!
//! A state is a run that awaits a reply. Replies that a tree leaves out are played too: the claim is about every reply. The result of a
//! state is cached by the run's key, so that each is played out once; a state that comes back on its own line refutes the claim.

use std::collections::HashMap;

use adv_chess::notation::fen;
use adv_chess::{Game, Move, Position};
use adv_module::Program;
use adv_render::text::{self, many};
use adv_vm::{Engine, Mode, Step, Strategy, StrategyKey, StuckCause, Subject};

/// Maximum number of states (runs that await a reply) that are played out.
const MOST_STATES: usize = 500_000;

/// Reason why mate in time is not proved.
pub enum NoMate {
    /// A line without mate in time refutes it; the sentence has the line.
    Refuted(String),
    /// A limit or a failure left the question open; the sentence names it.
    Unknown(String),
}

/// A state on the line that is being played, with the replies still to be played.
struct Frame {
    key: StrategyKey,
    run: Strategy,
    /// The reply and our move that lead to this state; `None` as the reply of the first state.
    way: (Option<Move>, Move),
    replies: Vec<Move>,
    at: usize,
    /// The longest way to mate found so far, in moves of ours after this state.
    longest: u32,
}

/// Cached result of a state.
#[derive(Clone, Copy)]
enum Known {
    /// The state is on the line that is being played, so that coming back to it refutes the claim.
    OnTheLine,
    /// Mate comes after at most this many more moves of ours.
    Mates(u32),
}

/// State of the search for a line without mate: the stack of states from the root.
struct Play<'m> {
    module: &'m Program,
    root: Position,
    stack: Vec<Frame>,
}

/// Finds the longest way to mate, in moves of ours, if no way is longer than `limit` moves.
///
/// # Errors
/// [`NoMate`] with the first line that has no mate in time, in the fixed order of replies.
pub fn longest(
    engine: &mut Engine,
    module: &Program,
    subject: Subject,
    root: &Position,
    limit: u32,
) -> Result<u32, NoMate> {
    let mut known: HashMap<StrategyKey, Known> = HashMap::new();
    let mut play = Play {
        module,
        root: *root,
        // A stack and not a recursion: a line may be long.
        stack: Vec::new(),
    };
    let (run, step) = Strategy::begin(engine, subject, root, Mode::Strong)
        .map_err(|failure| play.unknown(&failure.to_string()))?;
    let Some(first) = play.our_move(&step, None)? else {
        return Ok(0);
    };
    let frame = Frame::new(run, (None, first));
    known.insert(frame.key.clone(), Known::OnTheLine);
    play.stack.push(frame);
    loop {
        let played = u32::try_from(play.stack.len()).unwrap_or(u32::MAX);
        let Some(frame) = play.stack.last_mut() else {
            return Ok(0);
        };
        if frame.at == 0 {
            if frame.replies.is_empty() && !frame.run.position().is_check() {
                return Err(play.refuted("stalemate", None));
            }
            if frame.replies.is_empty() && played > limit {
                let moves = many(played.into(), "move", "moves");
                return Err(play.refuted(&format!("mate comes after {moves} only"), None));
            }
        }
        let Some(&reply) = frame.replies.get(frame.at) else {
            let longest = frame.longest;
            known.insert(frame.key.clone(), Known::Mates(longest));
            play.stack.pop();
            match play.stack.last_mut() {
                None => return Ok(longest + 1),
                Some(before) => {
                    before.longest = before.longest.max(longest + 1);
                    before.at += 1;
                }
            }
            continue;
        };
        let mut run = frame.run.clone();
        let step = match run.resume(engine, Some(reply)) {
            Ok(step) => step,
            // The reply is one of the legal ones of the position that awaits it.
            Err(_) => return Err(play.unknown("the run cannot be resumed")),
        };
        // A tree is followed to its end, so that it is seen how late its mate comes.
        if played >= limit && !matches!(step, Step::Follow(_)) {
            let moves = many(played.into(), "move", "moves");
            return Err(play.refuted(&format!("no mate after {moves}"), None));
        }
        let Some(ours) = play.our_move(&step, Some(reply))? else {
            continue;
        };
        let next = Frame::new(run, (Some(reply), ours));
        match known.get(&next.key) {
            Some(Known::Mates(more)) if played + 1 + more <= limit => {
                let more = *more;
                if let Some(frame) = play.stack.last_mut() {
                    frame.longest = frame.longest.max(more + 1);
                    frame.at += 1;
                }
            }
            Some(Known::Mates(more)) => {
                let moves = many((played + 1 + more).into(), "move", "moves");
                let remark = format!("mate would come after {moves} only");
                return Err(play.refuted(&remark, Some(next.way)));
            }
            Some(Known::OnTheLine) => {
                return Err(play.refuted("the play goes in a circle", Some(next.way)));
            }
            None if known.len() >= MOST_STATES => {
                return Err(NoMate::Unknown(format!(
                    "given up after {MOST_STATES} positions"
                )));
            }
            None => {
                known.insert(next.key.clone(), Known::OnTheLine);
                play.stack.push(next);
            }
        }
    }
}

impl Frame {
    fn new(run: Strategy, way: (Option<Move>, Move)) -> Frame {
        Frame {
            key: run.key(),
            replies: run.position().legal_moves(),
            run,
            way,
            at: 0,
            longest: 0,
        }
    }
}

impl Play<'_> {
    /// The move of ours at a step; a run that has none refutes the claim, or leaves it open where a limit was reached.
    fn our_move(&self, step: &Step, reply: Option<Move>) -> Result<Option<Move>, NoMate> {
        if let Some(ours) = step.our_move() {
            return Ok(Some(ours));
        }
        let mut line = self.moves();
        line.extend(reply);
        Err(match step {
            Step::Stuck(stuck) => {
                let at = fen(&stuck.position);
                let told = |words: &str| self.with_line(&format!("{words} in {at}"), &line);
                match &stuck.cause {
                    StuckCause::Failure(failure) => NoMate::Unknown(told(&failure.to_string())),
                    StuckCause::NoAdvice if stuck.origin.strategy.is_none() => {
                        NoMate::Refuted(told("no advice applies"))
                    }
                    _ => NoMate::Refuted(told(&text::stuck_sentence(self.module, stuck))),
                }
            }
            Step::Done(done) => {
                NoMate::Refuted(self.with_line(&text::done(self.module, done), &line))
            }
            Step::Yield(_) | Step::Follow(_) => return Ok(None),
        })
    }

    fn refuted(&self, remark: &str, way: Option<(Option<Move>, Move)>) -> NoMate {
        let mut line = self.moves();
        if let Some((reply, ours)) = way {
            line.extend(reply);
            line.push(ours);
        }
        NoMate::Refuted(self.with_line(remark, &line))
    }

    fn unknown(&self, remark: &str) -> NoMate {
        NoMate::Unknown(self.with_line(remark, &self.moves()))
    }

    /// The moves from the root to the state that is being played out.
    fn moves(&self) -> Vec<Move> {
        self.stack
            .iter()
            .flat_map(|frame| frame.way.0.into_iter().chain([frame.way.1]))
            .collect()
    }

    fn with_line(&self, remark: &str, line: &[Move]) -> String {
        if line.is_empty() {
            remark.to_owned()
        } else {
            format!("{remark}: {}", written(&self.root, line))
        }
    }
}

fn written(start: &Position, line: &[Move]) -> String {
    let mut game = Game::new(*start);
    // The moves have been played on the way, so they are legal.
    let played = line.iter().map_while(|m| game.play(*m).ok());
    let _ = played.count();
    game.movetext()
}
