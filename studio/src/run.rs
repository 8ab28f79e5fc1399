//! What a program does in one position: rule, piece-of-advice, move, reason, tree, and what the others missed; and its replies in a game.

use std::sync::Arc;

use adv::chess::Game;
use adv::program::Program;
use adv::proof::Watch;
use adv::render::json::value;
use adv::render::place::line;
use adv::render::studio::{self, PlayReply, Run};
use adv::render::{Explained, json, text};
use adv::{
    Answer, Consultation, Engine, Mode, Move, Options, PStrategy, Position, ReplayAnswer, Replayer,
    Rulebook, Step, StuckCause, Subject,
};
use serde_json::Value;

use crate::Studio;
use crate::board::{followed, moved, shown};
use crate::project::{engine, failed, start, subject};
use crate::question::{Asked, Fault};

/// Asks a program.
pub fn run(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let rulebook = studio.programs.rulebook(&asked.project()?)?;
    let position = start(asked, &rulebook)?;
    let subject = subject(asked, &rulebook, &position)?;
    let mut engine = engine(&rulebook, watch);
    answered(&mut engine, subject, &position).map(|run| json::value(&run))
}

/// The answer of a subject in a position.
pub fn answered(engine: &mut Engine, subject: Subject, position: &Position) -> Result<Run, Fault> {
    let options = Options {
        why: true,
        ..Options::default()
    };
    let answer = engine.ask(subject, position, &options);
    let answer = answer.map_err(|failure| failed(&failure))?;
    let module = engine.module();
    match &answer {
        Answer::Consulted(answer) => Ok(consulted(module, subject, answer, None)),
        Answer::Yielded(p_strategy) => Ok(yielded(module, subject, p_strategy)),
        Answer::Over(step) => {
            let ended = Some(ended(module, step)?);
            let tried: &[adv::Tried] = match step {
                Step::Stuck(stuck) => &stuck.tried,
                _ => &[],
            };
            let nothing = Consultation::nothing(position, tried);
            Ok(Run {
                ended,
                ..consulted(module, subject, &nothing, None)
            })
        }
    }
}

/// The sentence of a step without a move; an error for a subject that has no answer.
pub fn ended(module: &Program, step: &Step) -> Result<String, Fault> {
    match step {
        Step::Stuck(stuck) => match &stuck.cause {
            StuckCause::Failure(failure) => Err(failed(failure)),
            _ => Ok(text::stuck_sentence(module, stuck)),
        },
        Step::Done(done) => Ok(text::done(module, done)),
        Step::Yield(_) | Step::Follow(_) => Ok(String::new()),
    }
}

/// The answer of a p-strategy that begins.
pub fn yielded(module: &Program, subject: Subject, p_strategy: &PStrategy) -> Run {
    let answer = &p_strategy.consultation;
    consulted(module, subject, answer, Some(p_strategy))
}

fn consulted(
    module: &Program,
    subject: Subject,
    answer: &Consultation,
    p_strategy: Option<&PStrategy>,
) -> Run {
    let mut explained = Explained::new(module, answer);
    explained.origin = p_strategy.map(|of| of.origin);
    let extras = text::Extras {
        stats: false,
        why: true,
    };
    let table = answer.table.and_then(|id| module.tables.get(id.index()));
    let rule = table
        .zip(answer.rule)
        .and_then(|(table, rule)| table.rules.get(rule));
    let shown = match p_strategy {
        Some(of) => text::p_strategy(module, of, extras),
        None => text::consultation(module, answer, extras),
    };
    Run {
        answer: json::explained(&explained, true),
        subject: subject.name(module).to_owned(),
        line: rule.and_then(|rule| line(module, rule.place)),
        text: shown,
        ended: None,
    }
}

/// The game after the moves of a question, and what the program plays then.
pub fn play(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let rulebook = studio.programs.rulebook(&asked.project()?)?;
    let begin = start(asked, &rulebook)?;
    let (game, moves, told) = followed(asked, begin)?;
    let mut object = studio::Play {
        position: shown(&game, told),
        serves: None,
        reply: PlayReply::default(),
        hint: None,
    };
    let side = asked.text("side")?.unwrap_or("none");
    if game.end().is_none() {
        let served = subject(asked, &rulebook, game.position())
            .is_ok_and(|subject| subject.serves(rulebook.program(), game.position()));
        object.serves = Some(served);
        let reply = || reply(&rulebook, asked, watch, &game, &moves);
        match side {
            "none" => {}
            "program" => object.reply = reply()?,
            // What has no answer for this side is no mistake of the person.
            "person" => object.hint = Some(reply().ok().and_then(|found| found.own)),
            _ => {
                return Err(Fault::unreadable("`side` is `program`, `person` or `none`"));
            }
        }
    }
    Ok(value(&object))
}

/// What the program plays at the end of a game.
fn reply(
    rulebook: &Rulebook,
    asked: &Asked,
    watch: &Arc<Watch>,
    game: &Game,
    moves: &[Move],
) -> Result<PlayReply, Fault> {
    let position = *game.position();
    let begin = *game.positions().first().unwrap_or(&position);
    let subject = subject(asked, rulebook, &position)?;
    let mut engine = engine(rulebook, watch);
    let mut replayer = Replayer::new(subject, Mode::Strong);
    let answer = replayer.answer(&mut engine, &begin, moves);
    let module = engine.module();
    match answer {
        ReplayAnswer::Move(m, p_strategy, _) => {
            let own = moved(&position, m);
            Ok(PlayReply {
                played: Some(own.own.san.clone()),
                own: Some(own),
                answer: Some(yielded(module, subject, &p_strategy)),
                ended: None,
            })
        }
        ReplayAnswer::Ended(step) => Ok(PlayReply {
            ended: Some(ended(module, &step)?),
            ..PlayReply::default()
        }),
        ReplayAnswer::Refused(failure) => Err(failed(&failure)),
    }
}
