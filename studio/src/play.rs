//! A game against a program. The page sends all moves each time, so a move is taken back by sending fewer.

use std::sync::Arc;

use adv::chess::Game;
use adv::proof::Watch;
use adv::render::json::value;
use adv::render::studio::{self, PlayReply};
use adv::{Mode, Move, ReplayAnswer, Replayer, Rulebook};
use serde_json::Value;

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
