//! `reload`: the changed program takes the place of the one that plays, and the position and the record stay.
//!
//! ```text
//!   the file ── in error ──▶ the program before stays
//!      │ compiles
//!      ▼
//!   its moves in the game so far ── the same ──▶ it goes on at its place in its text
//!                                └─ another ──▶ it begins anew from the position
//! ```

use adv::chess::{Color, san};
use adv::render::Finish;
use adv::render::text::numbered;
use adv::{Act, Player, Rulebook, Stop, Subject};

use super::session::PlaySession;
use super::setup;
use crate::args::{SideArg, SubjectArgs};
use crate::exit::Trouble;
use crate::{program, subject};

/// Result of playing the game so far again with the changed program.
enum Replay {
    /// The program makes the same moves: the player after them, and before each move of the opponent the number of moves and the player.
    Same(Box<Player>, Vec<(usize, Player)>),
    /// The program makes another move, or none; the text says which.
    Other(String),
    /// The user interrupted a search of the changed program.
    Interrupted,
}

impl PlaySession {
    /// `reload`: reads the program's file again, and goes on with the changed program where it compiles.
    pub(super) fn reload(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let (program, names) = match self.read_again() {
            Ok(read) => read,
            Err(Trouble::Error { message, .. }) => {
                return self.say(&format!("{message}; the program before stays"));
            }
            Err(Trouble::Said(_)) => {
                return self.say("the program is in error; the one before stays");
            }
            Err(other) => return Err(other),
        };
        let mut engine = self.table.limits.engine(&program);
        self.interrupt.stops(&mut engine);
        let names_now = names.names();
        let module = engine.module();
        let seen = self.game.position().with_turn(self.us);
        let here = match subject::choose(module, &names_now, &seen) {
            Ok(here) => here,
            Err(trouble) => {
                let sentence = trouble.sentence().to_owned();
                return self.say(&format!("{sentence}; the program before stays"));
            }
        };
        let begun = self.game.start().with_turn(self.us);
        let first = subject::choose(module, &names_now, &begun).unwrap_or(here);
        // Its men and side may be others now.
        if let Err(trouble) = setup::seat(
            &mut engine,
            program.name(),
            &self.table.messages,
            &names_now,
            match self.us {
                Color::White => SideArg::White,
                Color::Black => SideArg::Black,
            },
            &seen,
        ) {
            let sentence = trouble.sentence().to_owned();
            return self.say(&format!("{sentence}; the program before stays"));
        }
        let replay = self.replay(&mut engine, first);
        if let Replay::Interrupted = replay {
            self.interrupt.take();
            return self.say("the search is interrupted; the program before stays");
        }
        engine.trace(self.table.trace);
        self.table.engine = engine;
        self.table.subject = names;
        self.saved = false;
        self.first = false;
        // A run that could not go on, or was over, is tried again.
        match self.game.end() {
            Some(end) => self.finish = Some(Finish::Rules(end)),
            None if matches!(self.finish, Some(Finish::Claimed(_))) => {}
            None => self.finish = None,
        }
        match replay {
            Replay::Same(player, past) => {
                let moved = !player.plans().is_empty();
                self.player = *player;
                self.past = past;
                self.say(match moved {
                    true => "the program is read again; it plays the moves so far as they were played, and goes on from its place",
                    false => "the program is read again",
                })
            }
            Replay::Other(sentence) => {
                self.player = Player::new(here, self.player.mode());
                for (_, player) in &mut self.past {
                    *player = self.player.clone();
                }
                self.say(&format!(
                    "the program is read again; {sentence}, so it begins anew from this position, and its reasons so far are gone"
                ))
            }
            Replay::Interrupted => Ok(()),
        }
    }

    fn read_again(&self) -> Result<(Rulebook, SubjectArgs), Trouble> {
        let messages = &self.table.messages;
        let program = program::load(&self.table.file, messages)?;
        let (program, names) = subject::with_advice(program, &self.table.wanted, messages)?;
        subject::something(program.program())?;
        Ok((program, names))
    }

    /// Plays the moves of the game so far with the changed program, and compares its moves with those of the game.
    fn replay(&self, engine: &mut adv::Engine, subject: Subject) -> Replay {
        let mut player = Player::new(subject, self.player.mode());
        let mut past = Vec::new();
        let steps = self.game.positions().iter().zip(self.game.moves());
        let mut reply = None;
        for (ply, (position, m)) in steps.enumerate() {
            if position.turn() != self.us {
                past.push((ply, player.clone()));
                reply = Some(*m);
                continue;
            }
            let act = player.act(engine, position, reply, ply);
            if act.stop() == Some(Stop::Interrupted) {
                return Replay::Interrupted;
            }
            let played = numbered(position, *m);
            match act {
                Act::Move(same, _) if same == *m => {}
                Act::Move(other, _) => {
                    let other = san(position, other);
                    return Replay::Other(format!("instead of {played} it would play {other}"));
                }
                Act::Done(_) | Act::Stuck(_) | Act::Refused(_) => {
                    return Replay::Other(format!("it would not come to {played}"));
                }
            }
        }
        Replay::Same(Box::new(player), past)
    }
}
