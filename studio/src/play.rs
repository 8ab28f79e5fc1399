//! A game against a program. The page sends all moves each time, so a move is taken back by sending fewer.

use std::sync::Arc;

use adv::chess::Game;
use adv::proof::Watch;
use adv::render::json::move_object;
use adv::{Mode, Move, ReplayAnswer, Replayer, Rulebook, Step, StuckCause};
use serde_json::{Value, json};

use crate::Studio;
use crate::board::{followed, moved, shown};
use crate::project::{engine, failed, start, subject};
use crate::question::{Asked, Fault};
use crate::run::{ended, yielded};

/// The game after the moves of a question, and what the program plays then.
pub fn play(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let rulebook = studio.programs.rulebook(&asked.project()?)?;
    let begin = start(asked, &rulebook)?;
    let (game, moves, told) = followed(asked, begin)?;
    let mut object = shown(&game);
    object["game"] = told.into();
    let side = asked.text("side")?.unwrap_or("none");
    if game.end().is_some() {
        return Ok(object);
    }
    let served = subject(asked, &rulebook, game.position())
        .is_ok_and(|subject| subject.serves(rulebook.program(), game.position()));
    object["serves"] = served.into();
    match side {
        "none" => {}
        "program" => reply(&rulebook, asked, watch, &game, &moves, &mut object)?,
        "person" => {
            let mut found = json!({});
            let hint = reply(&rulebook, asked, watch, &game, &moves, &mut found);
            object["hint"] = match hint {
                Ok(()) => found["move"].take(),
                // What has no answer for this side is no mistake of the person.
                Err(_) => Value::Null,
            };
        }
        _ => {
            return Err(Fault::unreadable("`side` is `program`, `person` or `none`"));
        }
    }
    Ok(object)
}

/// What the program plays at the end of a game.
fn reply(
    rulebook: &Rulebook,
    asked: &Asked,
    watch: &Arc<Watch>,
    game: &Game,
    moves: &[Move],
    object: &mut Value,
) -> Result<(), Fault> {
    let position = *game.position();
    let begin = *game.positions().first().unwrap_or(&position);
    let subject = subject(asked, rulebook, &position)?;
    let mut engine = engine(rulebook, watch);
    let mut replayer = Replayer::new(subject, Mode::Strong);
    let answer = replayer.answer(&mut engine, &begin, moves);
    let module = engine.module();
    match answer {
        ReplayAnswer::Move(m, p_strategy, _) => {
            object["move"] = moved(&position, m);
            object["played"] = move_object(&position, m)["san"].take();
            object["answer"] = yielded(module, subject, &p_strategy);
        }
        ReplayAnswer::Ended(step) => {
            if let Step::Stuck(stuck) = step.as_ref()
                && let StuckCause::Failure(failure) = &stuck.cause
            {
                return Err(failed(failure));
            }
            object["ended"] = ended(module, &step).into();
        }
        ReplayAnswer::Refused(failure) => return Err(failed(&failure)),
    }
    Ok(())
}
