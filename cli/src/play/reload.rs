//! Changes of the program: one that was read again or typed takes the place of the one before, and the position and the record stay.
//!
//! ```text
//!   the file ── in error ──▶ the program before stays
//!      │ compiles
//!      ▼
//!   its moves in the game so far ── the same ──▶ it goes on at its place in its text
//!                                └─ another ──▶ it begins anew from the position
//! ```

use std::path::Path;

use adv::chess::{Color, Game, san};
use adv::render::Finish;
use adv::render::text::numbered;
use adv::{Act, Engine, Player, Rulebook, Scratch, Stop, Subject};

use crate::args::SideArg;
use crate::{Trouble, io, program, subject};

use super::session::{PastTurn, PromptSession};
use super::setup;

impl PromptSession {
    /// `reload`: reads the program's file again, and goes on with the changed program where it compiles.
    pub(super) fn reload(&mut self, _: &str) -> Result<(), Trouble> {
        self.out.flush()?;
        let Some(file) = self.file.clone() else {
            return Err(Trouble::new(
                "the program is in no file that could be read again",
            ));
        };
        let read = program::load(&file).map_err(|trouble| match trouble {
            Trouble::Error { message, .. } => stays(&message),
            Trouble::Said(_) => Trouble::new("the program is in error; the one before stays"),
            other => other,
        })?;
        let scratch = Scratch::of(&read);
        let words = self.adopt(read)?;
        self.scratch = scratch;
        let words = words.map(|words| format!("; {words}"));
        self.say(&format!(
            "the program is read again{}",
            words.unwrap_or_default()
        ))
    }

    /// `load FILE`: begins with the program of another file.
    pub(super) fn load(&mut self, name: &str) -> Result<(), Trouble> {
        if name.is_empty() {
            return Err(Trouble::new(
                "expected a file after `:load`, such as `:load krk.adv`",
            ));
        }
        self.out.flush()?;
        let file = Path::new(name);
        if io::is_stdin(file) {
            return Err(Trouble::new("standard input is where the lines come from"));
        }
        let read = program::load(file)?;
        let game = Game::new(setup::first_position(read.program()));
        let scratch = Scratch::of(&read);
        self.say(&format!("`{}`", io::shown(file)))?;
        let before = (self.written.take(), std::mem::take(&mut self.wanted));
        if let Err(trouble) = self.begin(read, game, self.is_on()) {
            (self.written, self.wanted) = before;
            return Err(trouble);
        }
        (self.scratch, self.file) = (scratch, Some(file.to_owned()));
        (self.last, self.playing) = (None, None);
        Ok(())
    }

    /// Goes on with a changed program, which plays the game so far again; returns the words on how it does, `None` where it has not moved.
    ///
    /// # Errors
    /// Where the game cannot go on with the program; the one before stays.
    pub(super) fn adopt(&mut self, program: Rulebook) -> Result<Option<String>, Trouble> {
        let Some(us) = self.us.filter(|_| self.written.is_none()) else {
            self.engine = self.engine_of(&program);
            self.rulebook = program;
            (self.player, self.last) = (None, None);
            return Ok(None);
        };
        // Its men and side may be others now.
        let side = match us {
            Color::White => SideArg::White,
            Color::Black => SideArg::Black,
        };
        let seen = self.game.position().with_turn(us);
        let seat = self.seat(&program, side, &seen);
        let (mut engine, names, here, _) = seat.map_err(|trouble| stays(trouble.sentence()))?;
        let begun = self.game.start().with_turn(us);
        let first = subject::choose(engine.module(), &names.names(), &begun).unwrap_or(here);
        let replay = self.replay(&mut engine, first, us)?;
        (self.rulebook, self.engine) = (program, engine);
        self.last = None;
        self.saved = false;
        self.first = false;
        // A run that could not go on, or was over, is tried again.
        match self.game.end() {
            Some(end) => self.finish = Some(Finish::Rules(end)),
            None if matches!(self.finish, Some(Finish::Claimed(_))) => {}
            None => self.finish = None,
        }
        match replay {
            Ok((player, past)) => {
                (self.player, self.past) = (Some(player), past);
                let words =
                    "it plays the moves so far as they were played, and goes on from its place";
                Ok((!self.plans().is_empty()).then(|| words.to_owned()))
            }
            Err(sentence) => {
                self.player = Some(Player::new(here, self.mode));
                for (_, player, _) in &mut self.past {
                    *player = self.player.clone();
                }
                Ok(Some(format!(
                    "{sentence}, so it begins anew from this position, and its reasons so far are gone"
                )))
            }
        }
    }

    /// Plays the moves of the game so far with the changed program: the player after them and before each move of the opponent, or the words
    /// on the first move that is another one.
    fn replay(
        &self,
        engine: &mut Engine,
        subject: Subject,
        us: Color,
    ) -> Result<Result<(Player, Vec<PastTurn>), String>, Trouble> {
        let mut player = Player::new(subject, self.mode);
        let mut past = Vec::new();
        let steps = self.game.positions().iter().zip(self.game.moves());
        let mut reply = None;
        for (ply, (position, m)) in steps.enumerate() {
            if position.turn() != us {
                past.push((ply, Some(player.clone()), None));
                reply = Some(*m);
                continue;
            }
            let act = player.act(engine, position, reply, ply);
            if act.stop() == Some(Stop::Interrupted) {
                self.interrupt.take();
                return Err(stays("the search is interrupted"));
            }
            let played = numbered(position, *m);
            match act {
                Act::Move(same, _) if same == *m => {}
                Act::Move(other, _) => {
                    let other = san(position, other);
                    return Ok(Err(format!("instead of {played} it would play {other}")));
                }
                Act::Done(_) | Act::Stuck(_) | Act::Refused(_) => {
                    return Ok(Err(format!("it would not come to {played}")));
                }
            }
        }
        Ok(Ok((player, past)))
    }
}

/// Trouble with a changed program whose place the one before keeps.
fn stays(message: &str) -> Trouble {
    trouble!("{message}; the program before stays")
}
