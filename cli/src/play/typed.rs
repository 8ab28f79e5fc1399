//! Typed entries: a command, a move, items of the program, or a question.

use adv::chess::{Game, MoveError, parse_move};
use adv::render::text::{capital, numbered};
use adv::{Expression, Player, Subject, TypedText, read_typed};

use crate::{Trouble, subject};

use super::commands;
use super::session::PromptSession;

impl PromptSession {
    /// Answers one typed entry. While a game is on a legal move is a move; everything else is what it is at any prompt.
    pub(super) fn typed(&mut self, text: &str) -> Result<(), Trouble> {
        let line = text.trim();
        match commands::read(line, self.is_on()) {
            Ok(Some((row, rest))) => return (row.run)(self, rest),
            Ok(None) => {}
            Err(sentence) => return Err(Trouble::new(sentence)),
        }
        // Transcripts may have remarks.
        if line.starts_with('#') {
            return Ok(());
        }
        match read_typed(text) {
            TypedText::Nothing => Ok(()),
            TypedText::Items | TypedText::Unfinished { is_item: true, .. } => self.items(text),
            _ if self.is_on() => self.move_or_question(line),
            // The habit of other prompts.
            _ if matches!(line, "quit" | "exit" | "help") => {
                Err(trouble!("commands begin with a colon: `:{line}`"))
            }
            _ => self.asked(line),
        }
    }

    /// Plays a typed move, or answers a question.
    fn move_or_question(&mut self, line: &str) -> Result<(), Trouble> {
        let reply = parse_move(self.game.position(), line);
        let is_move = !matches!(reply, Err(MoveError::NotAMove { .. }));
        if !is_move && self.has_meaning(line) {
            return self.asked(line);
        }
        let sentence = match (&self.finish, &self.opponent, reply) {
            (Some(_), ..) => format!(
                "the game is over ({}); `undo` takes moves back, `new` begins again",
                self.end_sentence()
            ),
            (None, Some(_), _) => {
                "the opponent plays by itself; `go` lets the game go on, `help` lists the commands"
                    .to_owned()
            }
            (None, None, _) if self.paused => {
                "the program is to move; `go` lets it think".to_owned()
            }
            (None, None, Ok(reply)) => return self.replied(reply),
            (None, None, Err(MoveError::NotAMove { text: short, .. })) => {
                let is_phrase = line.contains(|c: char| c.is_whitespace() || "(.".contains(c));
                if is_phrase && commands::meant(line).is_none() {
                    return self.asked(line);
                }
                self.no_move(line, &short)
            }
            (None, None, Err(error)) => error.to_string(),
        };
        Err(Trouble::new(sentence))
    }

    /// True for the name of a part of the program, and for an expression that compiles.
    fn has_meaning(&self, line: &str) -> bool {
        let program = self.rulebook.program();
        Subject::named(program, line).is_some() || Expression::compile(program, line).is_ok()
    }

    /// Error message for a line that is neither a move nor a command, with its likely meaning.
    fn no_move(&self, text: &str, short: &str) -> String {
        let position = self.game.position();
        let capital = capital(text);
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

    /// `help`, `help COMMAND`: lists the commands, or explains one.
    pub(super) fn help(&mut self, word: &str) -> Result<(), Trouble> {
        let text = match word {
            "" => commands::help(self.game.position(), self.is_on()),
            word => commands::help_on(word, self.is_on()),
        };
        self.out.text(&text)
    }

    /// `play MOVE ...`: plays moves, those before the first one that cannot be played; without one lets the program move.
    pub(super) fn play_moves(&mut self, moves: &str) -> Result<(), Trouble> {
        match (moves, self.is_on()) {
            ("", true) => return self.go(""),
            ("", false) => return self.play_last(),
            (line, true) => return self.move_or_question(line),
            (_, false) => {}
        }
        for word in moves.split_whitespace() {
            // Numbers of moves as records have them.
            let number = word.trim_end_matches('.');
            if number.chars().all(|c| c.is_ascii_digit()) {
                continue;
            }
            let before = *self.game.position();
            let mv = parse_move(&before, word).map_err(|error| Trouble::new(error.to_string()))?;
            self.push(mv)?;
            self.say(&numbered(&before, mv))?;
        }
        self.show_board()?;
        self.settle()
    }

    /// Lets the program move where no game is on: by what was asked last, or by what is for the position.
    fn play_last(&mut self) -> Result<(), Trouble> {
        let playing = self.playing.clone();
        let asked = playing.map(|text| self.question(&text)).transpose()?;
        let (rulebook, subject) = match asked.flatten() {
            Some(asked) => asked,
            None => {
                let rulebook = self.rulebook.clone();
                subject::something(rulebook.program())?;
                let names = adv::Names::default();
                let subject = subject::choose(rulebook.program(), &names, self.game.position())?;
                (rulebook, subject)
            }
        };
        self.engine = self.engine_of(&rulebook);
        let goes_on = |player: &Player| player.subject() == subject;
        if !self.player.as_ref().is_some_and(goes_on) {
            self.player = Some(Player::new(subject, self.mode));
        }
        self.our_turn()
    }

    /// `quit`: ends the session, unless a game cannot be saved that a person at a terminal can save elsewhere.
    pub(super) fn quit(&mut self, _: &str) -> Result<(), Trouble> {
        if self.input.is_terminal()
            && let Err(Trouble::Error { message, .. }) = self.save_at_the_end()
        {
            self.save_to = None;
            return Err(trouble!(
                "{message}; the game is still here: `save FILE` writes it elsewhere, `quit` leaves without"
            ));
        }
        self.is_left = true;
        Ok(())
    }

    /// `flip`: turns the board round.
    pub(super) fn flip(&mut self, _: &str) -> Result<(), Trouble> {
        self.look.flipped = !self.look.flipped;
        self.show_board()
    }

    /// `board`: draws the board.
    pub(super) fn draw_board(&mut self, _: &str) -> Result<(), Trouble> {
        self.show_board()
    }

    /// `new`: begins a game from where this one began.
    pub(super) fn begin_again(&mut self, _: &str) -> Result<(), Trouble> {
        let game = Game::new(*self.game.start());
        self.begin(self.rulebook.clone(), game, true)
    }
}
