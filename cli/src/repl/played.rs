//! Commands that set or show the session's position, or change it by moves of a person or of the program.

use adv::chess::{Game, fen, parse_move};
use adv::render::text::{self, numbered};
use adv::render::{sentences, values};
use adv::{Act, Mode, Player};

use super::files;
use super::session::ReplSession;
use crate::args::SideArg;
use crate::exit::Trouble;
use crate::play::board::{self, Marks};
use crate::subject;

impl ReplSession {
    /// Draws the session's position.
    pub(super) fn board(&mut self) -> Result<(), Trouble> {
        let position = self.game.position();
        let drawn = match self.look.color {
            true => board::draw(position, self.look, Marks::default()),
            false => values::board(position, 0, self.look.flipped),
        };
        let told = values::text(position, &[], self.look.flipped, false);
        self.out.drawing(&drawn)?;
        self.out.text(&told)
    }

    /// `:fen`, `:fen FEN`: prints the position, or sets it.
    pub(super) fn set_position(&mut self, given: &str) -> Result<(), Trouble> {
        let position = match given {
            "" => {
                let text = fen(self.game.position());
                return self.say(&text);
            }
            "start" => adv::Position::start(),
            "example" => match &self.scratch.rulebook().program().example {
                Some(example) => files::position(example)
                    .map_err(|error| Trouble::new(format!("the program's `example` {error}")))?,
                None => return Err(Trouble::new("the program has no `example`")),
            },
            given => files::position(given)
                .map_err(|error| Trouble::new(format!("the position {error}")))?,
        };
        self.game = Game::new(position);
        self.player = None;
        self.board()
    }

    /// `:us white|black|auto`: sets or shows the side that `us` means.
    pub(super) fn set_side(&mut self, word: &str) -> Result<(), Trouble> {
        self.side = match word.to_ascii_lowercase().as_str() {
            "" => self.side,
            "white" | "w" => SideArg::White,
            "black" | "b" => SideArg::Black,
            "auto" => SideArg::Auto,
            _ => {
                return Err(Trouble::new(format!(
                    "expected `:us white`, `:us black` or `:us auto`, found `{word}`"
                )));
            }
        };
        let us = self.us();
        self.say(&match self.side {
            SideArg::Auto => format!("us is the side to move, here {us}"),
            _ => format!("us is {us}"),
        })
    }

    /// `:play`, `:play MOVE ...`: lets the program move, or plays moves. Those before the first one that cannot be played stay played.
    pub(super) fn play(&mut self, moves: &str) -> Result<(), Trouble> {
        if moves.is_empty() {
            return self.let_play();
        }
        for word in moves.split_whitespace() {
            // Numbers of moves as records have them.
            if word
                .trim_end_matches('.')
                .chars()
                .all(|c| c.is_ascii_digit())
            {
                continue;
            }
            let before = *self.game.position();
            let mv = parse_move(&before, word).map_err(|error| Trouble::new(error.to_string()))?;
            self.game
                .play(mv)
                .map_err(|error| Trouble::new(error.to_string()))?;
            self.say(&numbered(&before, mv))?;
        }
        self.board()?;
        self.tell_end()
    }

    /// `:back`: takes the last move of the session back.
    pub(super) fn back(&mut self) -> Result<(), Trouble> {
        if self.game.undo().is_none() {
            return Err(Trouble::new("there is no move to take back"));
        }
        // A strategy that has gone on begins again from here.
        self.player = None;
        self.board()
    }

    /// Lets the program move in the session's position.
    fn let_play(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let position = *self.game.position();
        let asked = match &self.playing {
            Some(text) => self.question(text)?,
            None => None,
        };
        let (rulebook, subject) = match asked {
            Some(asked) => asked,
            None => {
                let rulebook = self.scratch.rulebook().clone();
                subject::something(rulebook.program())?;
                let names = adv::Names::default();
                let subject = subject::choose(rulebook.program(), &names, &position)?;
                (rulebook, subject)
            }
        };
        let goes_on = self
            .player
            .take()
            .filter(|player| player.subject() == subject);
        let mut player = goes_on.unwrap_or_else(|| Player::new(subject, Mode::Strong));
        let mut engine = self.engine(&rulebook);
        let reply = self.game.moves().last().copied();
        let ply = self.game.len();
        let act = player.act(&mut engine, &position, reply, ply);
        let module = engine.module();
        let (mv, plan) = match act {
            Act::Move(mv, plan) => (mv, plan),
            Act::Done(done) => {
                let told = text::done(module, &done);
                return self.say(&told);
            }
            Act::Stuck(stuck) => {
                let told = sentences::stuck(module, &stuck);
                return self.say(&told);
            }
            Act::Refused(failure) => {
                let name = rulebook.name();
                return Err(subject::tell(
                    &failure,
                    module,
                    name,
                    subject,
                    &position,
                    &self.messages,
                ));
            }
        };
        let mut line = numbered(&position, mv);
        match &plan {
            Some(plan) => {
                line.push_str(&format!("    {}", sentences::headline(module, plan)));
                if let Some(because) = &plan.consultation.because {
                    line.push_str(&format!(": {because}"));
                }
            }
            None => line.push_str("    goes on"),
        }
        self.game
            .play(mv)
            .map_err(|error| Trouble::new(format!("the program's move: {error}")))?;
        self.player = Some(player);
        self.say(&line)?;
        self.board()?;
        self.tell_end()
    }

    fn tell_end(&mut self) -> Result<(), Trouble> {
        match self.game.end() {
            Some(end) => self.say(&end.to_string()),
            None => Ok(()),
        }
    }
}
