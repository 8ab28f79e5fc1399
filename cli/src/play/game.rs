//! Games of a session: how one begins, is taken back and goes on.

use adv::chess::{Color, Game, Position, fen, parse_position};
use adv::render::Finish;
use adv::{Engine, Mode, NoReply, Player, Rulebook, Subject};

use crate::args::{SideArg, SubjectArgs};
use crate::{Exit, Trouble, subject};

use super::commands::unexpected;
use super::session::PromptSession;
use super::setup;

impl PromptSession {
    /// Engine of a program with the piece-of-advice of `--advice`, its names, and what it plays in a position with which side.
    ///
    /// # Errors
    /// Where nothing of the program is for the position, or not for the side.
    pub(super) fn seat(
        &self,
        program: &Rulebook,
        side: SideArg,
        position: &Position,
    ) -> Result<(Engine, SubjectArgs, Subject, Color), Trouble> {
        let program = program.clone();
        let (program, names) = subject::with_advice(program, &self.wanted)?;
        let mut engine = self.engine_of(&program);
        let (name, wanted) = (program.name(), names.names());
        let seat = setup::seat(&mut engine, name, &wanted, side, position);
        seat.map(|(subject, us)| (engine, names, subject, us))
    }

    /// Sets up a game; the program plays by itself where `seated` is true. Nothing is changed where it cannot.
    ///
    /// # Errors
    /// Where nothing of the program is for the position, or not for the side.
    pub fn set_up(&mut self, program: Rulebook, game: Game, seated: bool) -> Result<(), Trouble> {
        (self.engine, self.player, self.us) = match (&mut self.written, seated) {
            (_, false) => (self.engine_of(&program), None, None),
            (None, true) => {
                let seat = self.seat(&program, self.side, game.position())?;
                let (engine, _, subject, us) = seat;
                let player = Player::new(subject, self.mode);
                (engine, Some(player), Some(us))
            }
            (Some(written), true) if written.root() == Some(*game.start()) => {
                written.begin_anew();
                let us = written.us();
                (self.engine_of(&program), None, Some(us))
            }
            (Some(_), true) => {
                return Err(Trouble::new(
                    "the file of a p-strategy plays from its own position",
                ));
            }
        };
        (self.rulebook, self.game) = (program, game);
        self.past.clear();
        self.changes.clear();
        self.finish = None;
        self.paused = false;
        self.saved = false;
        Ok(())
    }

    /// Sets up another game than the first one, and shows it.
    pub(super) fn begin(
        &mut self,
        program: Rulebook,
        game: Game,
        seated: bool,
    ) -> Result<(), Trouble> {
        let was_on = self.is_on();
        self.set_up(program, game, seated)?;
        self.first = false;
        if let Some(opponent) = &mut self.opponent
            && let Err(NoReply::Failed(sentence)) = opponent.new_game()
        {
            return Err(Trouble::with_exit(Exit::Opponent, sentence));
        }
        if seated && !was_on {
            let line = self.seating();
            self.say(&line)?;
        }
        self.show_start()
    }

    /// `fen`, `fen FEN`: shows the position, or begins from another one.
    pub(super) fn fen(&mut self, given: &str) -> Result<(), Trouble> {
        let parsed = match (given, &self.rulebook.program().example) {
            ("", _) => {
                let text = fen(self.game.position());
                return self.say(&text);
            }
            ("start", _) => Ok(Position::start()),
            ("example", Some(example)) => parse_position(example),
            ("example", None) => return Err(Trouble::new("the program has no `example`")),
            (given, _) => parse_position(given),
        };
        let position = parsed.map_err(|error| trouble!("the position cannot be used: {error}"))?;
        match self.begin(self.rulebook.clone(), Game::new(position), self.is_on()) {
            Err(Trouble::Error { message, exit, .. }) if exit != Exit::Opponent => {
                Err(trouble!("{message}; the game stays as it is"))
            }
            other => other,
        }
    }

    /// `position FEN`: begins from another position.
    pub(super) fn position(&mut self, given: &str) -> Result<(), Trouble> {
        if given.is_empty() && self.is_on() {
            return Err(Trouble::new(
                "expected a FEN or a list of men after `position`, such as `position W: Kc1, Rd3; B: Ke5`",
            ));
        }
        self.fen(given)
    }

    /// `us white|black|auto`: sets or shows the side that `us` means, and that the program plays in the next game.
    pub(super) fn set_side(&mut self, word: &str) -> Result<(), Trouble> {
        self.side = match word.to_ascii_lowercase().as_str() {
            "" => self.side,
            "white" | "w" => SideArg::White,
            "black" | "b" => SideArg::Black,
            "auto" => SideArg::Auto,
            _ => {
                let known = "`:us white`, `:us black` or `:us auto`";
                return Err(unexpected(known, word));
            }
        };
        let us = self.side_of_us();
        self.say(&match (self.side, self.is_on()) {
            (SideArg::Auto, false) => format!("us is the side to move, here {us}"),
            _ => format!("us is {us}"),
        })
    }

    /// `mode strong|weak`: sets or shows the mode in which the program plays.
    pub(super) fn set_mode(&mut self, word: &str) -> Result<(), Trouble> {
        self.mode = match word {
            "strong" => Mode::Strong,
            "weak" => Mode::Weak,
            "" => self.mode,
            _ => return Err(unexpected("`mode strong` or `mode weak`", word)),
        };
        if let Some(player) = &mut self.player {
            player.set_mode(self.mode);
        }
        self.say(match self.mode {
            Mode::Strong => {
                "strong: a tree is played to a leaf before the program is consulted again"
            }
            Mode::Weak => "weak: the program is consulted again on every move",
        })
    }

    /// `undo`: takes back the opponent's last move, or the last change of the program where that came later or no game is on.
    pub(super) fn undo(&mut self, _: &str) -> Result<(), Trouble> {
        if !self.is_on() || self.changes.last() == Some(&self.game.len()) {
            return self.undo_change();
        }
        if !self.take_back() {
            return Err(Trouble::new(
                "there is no move of the opponent to take back",
            ));
        }
        self.paused = self.opponent.is_some();
        self.show_board()
    }

    /// `back`: takes the last move of either side back; in a game as `undo` does.
    pub(super) fn back(&mut self, _: &str) -> Result<(), Trouble> {
        if self.is_on() {
            return self.undo("");
        }
        if self.game.undo().is_none() {
            return Err(Trouble::new("there is no move to take back"));
        }
        // A strategy that has gone on begins again from here.
        self.player = None;
        self.show_board()
    }

    /// Takes back the opponent's last move and all moves after it. False where there is none.
    pub(super) fn take_back(&mut self) -> bool {
        let Some((len, player, written)) = self.past.pop() else {
            return false;
        };
        while self.game.len() > len && self.game.undo().is_some() {}
        (self.player, self.written) = (player, written);
        if let Some(player) = &mut self.player {
            player.set_mode(self.mode);
        }
        self.finish = None;
        self.saved = false;
        true
    }

    /// `go`: lets the game go on; where none is on, begins one from the position on the board.
    pub(super) fn go(&mut self, _: &str) -> Result<(), Trouble> {
        let Some(us) = self.us else {
            let game = Game::new(*self.game.position());
            return self.begin(self.rulebook.clone(), game, true);
        };
        if self.game.end().is_some() || matches!(self.finish, Some(Finish::Claimed(_))) {
            return Err(self.game_is_over());
        }
        if self.finish.is_none() && !self.paused {
            return Err(Trouble::new("it is your move"));
        }
        if self.game.position().turn() == us
            && let Some(player) = &mut self.player
        {
            player.forget();
        }
        self.finish = None;
        self.paused = false;
        Ok(())
    }

    /// `claim`: claims a draw.
    pub(super) fn claim(&mut self, _: &str) -> Result<(), Trouble> {
        if self.finish.is_some() {
            return Err(self.game_is_over());
        }
        match self.game.claim() {
            Some(claim) => self.over(Finish::Claimed(claim)),
            None => Err(Trouble::new(
                "no draw may be claimed: the position has not occurred three times, and there were no fifty moves without a capture or a pawn move",
            )),
        }
    }

    fn game_is_over(&self) -> Trouble {
        trouble!("the game is over ({})", self.end_sentence())
    }
}
