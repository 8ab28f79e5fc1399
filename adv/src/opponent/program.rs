//! Another program as the opponent: two programs play a party (Karapetyan, section 1).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Game, Move, Position};
use adv_render::{sentences, text};
use adv_vm::{Engine, Mode, Names, Stop, Subject};

use super::{NoReply, Opponent};
use crate::player::{Act, Player};

/// A program that replies: by its strategy, table or piece-of-advice for the position in which it first is to move, in the strong mode.
pub struct ProgramOpponent {
    engine: Engine,
    name: String,
    player: Option<Player>,
    /// The position after the opponent's last move; `None` before its first.
    after: Option<Position>,
}

impl ProgramOpponent {
    /// An opponent before its first game. `name` is that of the program's file.
    pub fn new(engine: Engine, name: &str) -> ProgramOpponent {
        ProgramOpponent {
            engine,
            name: name.to_owned(),
            player: None,
            after: None,
        }
    }

    /// True where a game is one ply past this opponent's last move, so that its run goes on.
    fn goes_on(&self, game: &Game) -> bool {
        let before = game.len().checked_sub(1);
        let before = before.and_then(|ply| game.positions().get(ply));
        before.is_some() && before == self.after.as_ref()
    }

    fn player(&mut self, game: &Game) -> Result<&mut Player, NoReply> {
        if !self.goes_on(game) {
            self.player = None;
        }
        let player = match self.player.take() {
            Some(player) => player,
            None => {
                let module = self.engine.module();
                let subject = Subject::choose(module, &Names::default(), game.position());
                let subject = subject.map_err(|error| self.ended(&error.to_string()))?;
                Player::new(subject, Mode::Strong)
            }
        };
        Ok(self.player.insert(player))
    }

    fn ended(&self, why: &str) -> NoReply {
        NoReply::Ended(format!("`{}` plays no more: {why}", self.name))
    }
}

impl Opponent for ProgramOpponent {
    fn reply(&mut self, game: &Game) -> Result<Move, NoReply> {
        let position = *game.position();
        let reply = game.moves().last().copied();
        let mut player = self.player(game)?.clone();
        let act = player.act(&mut self.engine, &position, reply, game.len());
        if act.stop() == Some(Stop::Interrupted) {
            return Err(NoReply::Interrupted);
        }
        self.player = Some(player);
        let module = self.engine.module();
        let why = match act {
            Act::Move(m, _) => {
                self.after = Some(position.play(m));
                return Ok(m);
            }
            Act::Done(done) => text::done(module, &done),
            Act::Stuck(stuck) => sentences::stuck(module, &stuck),
            Act::Refused(failure) => failure.to_string(),
        };
        Err(self.ended(&why))
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Forgets the game and the run, so that the next reply begins anew.
    fn new_game(&mut self) -> Result<(), NoReply> {
        (self.player, self.after) = (None, None);
        Ok(())
    }

    fn set_interrupt(&mut self, flag: &Arc<AtomicBool>) {
        self.engine.set_interrupt(Some(flag.clone()));
    }
}
