//! Lines typed in a session: moves, and the commands that change the game. Commands that only answer are in `answers.rs`.

use adv::chess::{Color, Game};
use adv::chess::{MoveError, fen, parse_move, parse_position};
use adv::render::Finish;
use adv::{NoReply, Player};

use super::commands::{self, PlayCommand, Said};
use super::session::PlaySession;
use super::setup;
use crate::exit::Trouble;

impl PlaySession {
    /// Handles a typed line: a move or a command.
    pub(super) fn typed(&mut self, line: &str) -> Result<Next, Trouble> {
        match commands::read(line) {
            Said::Command(command, rest) => return self.command(command, rest),
            Said::Ambiguous(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                self.say(&format!("`{}` may be {}", line.trim(), words.join(" or ")))?;
            }
            // Transcripts may have remarks.
            Said::Other(text) if text.is_empty() || text.starts_with('#') => {}
            Said::Other(text) => match (&self.finish, &self.table.opponent) {
                (Some(_), _) => {
                    let sentence = self.end_sentence();
                    self.say(&format!(
                        "the game is over ({sentence}); `undo` takes moves back, `new` begins again"
                    ))?;
                }
                (None, Some(_)) => {
                    self.say("the opponent plays by itself; `go` lets the game go on, `help` lists the commands")?;
                }
                (None, None) if self.paused => {
                    self.say("the program is to move; `go` lets it think")?;
                }
                (None, None) => match parse_move(self.game.position(), text) {
                    Ok(reply) => self.replied(reply)?,
                    Err(MoveError::NotAMove { text: short }) => {
                        let sentence = self.no_move(text, &short);
                        self.say(&sentence)?;
                    }
                    Err(error) => self.say(&error.to_string())?,
                },
            },
        }
        Ok(Next::Stay)
    }

    fn command(&mut self, command: PlayCommand, rest: &str) -> Result<Next, Trouble> {
        match command {
            PlayCommand::Help if rest.is_empty() => {
                self.out.text(&commands::help(self.game.position()))?
            }
            PlayCommand::Help => self.out.text(&commands::help_on(rest))?,
            PlayCommand::Moves => self.moves()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Assess => self.assess(rest)?,
            PlayCommand::Why => self.why()?,
            PlayCommand::Tree => self.tree()?,
            PlayCommand::Stats => self.stats()?,
            PlayCommand::Trace => self.set_trace(rest)?,
            PlayCommand::Times => self.set_times(rest)?,
            PlayCommand::Reload => self.reload()?,
            PlayCommand::Mode => self.set_mode(rest)?,
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Go => self.go()?,
            PlayCommand::Claim => self.claim()?,
            PlayCommand::Fen => {
                let text = fen(self.game.position());
                self.say(&text)?;
            }
            PlayCommand::Position => self.position(rest)?,
            PlayCommand::Game => self.record()?,
            PlayCommand::Board => self.show_board()?,
            PlayCommand::Flip => {
                self.table.look.flipped = !self.table.look.flipped;
                self.show_board()?;
            }
            PlayCommand::Save => self.save(rest)?,
            PlayCommand::New => {
                let game = Game::new(*self.game.start());
                let player = Player::new(self.player.subject(), self.player.mode());
                self.begin(player, self.us, game)?;
            }
            PlayCommand::Quit => return self.leave(),
        }
        Ok(Next::Stay)
    }

    /// Error message for a line that is neither a move nor a command, with its likely meaning.
    fn no_move(&self, text: &str, short: &str) -> String {
        let position = self.game.position();
        let mut letters = text.chars();
        let capital: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(letters)
            .collect();
        // A bishop's letter is a file's too, so that it counts only where the move can be played.
        if capital != text && parse_move(position, &capital).is_ok() {
            return format!(
                "{short} is no move: pieces are written with capital letters, as in `{capital}`"
            );
        }
        if let Some(meant) = commands::meant(text) {
            return format!("{short} is neither a move nor a command: {meant}");
        }
        format!(
            "{short} is no move, expected one such as {}; `moves` lists them, `help` the commands",
            commands::examples(Some(position))
        )
    }

    /// Replaces the game of the session by another one.
    fn begin(&mut self, player: Player, us: Color, game: Game) -> Result<(), Trouble> {
        self.player = player;
        self.us = us;
        self.game = game;
        self.past.clear();
        self.finish = None;
        self.first = false;
        self.paused = false;
        self.saved = false;
        if let Some(opponent) = &mut self.table.opponent
            && let Err(NoReply::Failed(sentence)) = opponent.new_game()
        {
            return Err(Trouble::opponent(sentence));
        }
        self.show_start()
    }

    fn position(&mut self, text: &str) -> Result<(), Trouble> {
        if text.is_empty() {
            return self.say("expected a FEN or a list of men after `position`, such as `position W: Kc1, Rd3; B: Ke5`");
        }
        let position = match parse_position(text) {
            Ok(position) => position,
            Err(error) => return self.say(&format!("the position cannot be used: {error}")),
        };
        let seat = setup::seat(
            &mut self.table.engine,
            &self.table.program,
            &self.table.messages,
            &self.table.subject.names(),
            self.table.side,
            &position,
        );
        match seat {
            Ok((subject, us)) => {
                let player = Player::new(subject, self.player.mode());
                self.begin(player, us, Game::new(position))
            }
            Err(Trouble::Error { message, .. }) => {
                self.say(&format!("{message}; the game stays as it is"))
            }
            Err(other) => Err(other),
        }
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        if !self.take_back() {
            return self.say("there is no move of the opponent to take back");
        }
        self.paused = self.table.opponent.is_some();
        self.show_board()
    }

    /// Takes back the opponent's last move and all moves after it. False where there is none.
    pub(super) fn take_back(&mut self) -> bool {
        let Some((len, player)) = self.past.pop() else {
            return false;
        };
        while self.game.len() > len && self.game.undo().is_some() {}
        let mode = self.player.mode();
        self.player = player;
        self.player.set_mode(mode);
        self.finish = None;
        self.saved = false;
        true
    }

    fn go(&mut self) -> Result<(), Trouble> {
        let ours = self.game.position().turn() == self.us;
        if self.game.end().is_some() || matches!(self.finish, Some(Finish::Claimed(_))) {
            let sentence = self.end_sentence();
            return self.say(&format!("the game is over ({sentence})"));
        }
        if self.finish.is_none() && !self.paused {
            return self.say("it is your move");
        }
        if ours {
            self.player.forget();
        }
        self.finish = None;
        self.paused = false;
        Ok(())
    }

    fn claim(&mut self) -> Result<(), Trouble> {
        if self.finish.is_some() {
            let sentence = self.end_sentence();
            return self.say(&format!("the game is over ({sentence})"));
        }
        match self.game.claim() {
            Some(claim) => self.over(Finish::Claimed(claim)),
            None => self.say("no draw may be claimed: the position has not occurred three times, and there were no fifty moves without a capture or a pawn move"),
        }
    }

    fn leave(&mut self) -> Result<Next, Trouble> {
        if self.table.terminal && !self.saved && self.table.save.is_some() {
            // At a terminal a person can name another file.
            if let Err(Trouble::Error { message, .. }) = self.save_at_the_end() {
                self.table.save = None;
                self.say(&format!("{message}; the game is still here: `save FILE` writes it elsewhere, `quit` leaves without"))?;
                return Ok(Next::Stay);
            }
        }
        Ok(Next::Leave)
    }
}

/// Next step of the session after a line: go on or end.
#[derive(PartialEq, Eq)]
pub(super) enum Next {
    Stay,
    Leave,
}
