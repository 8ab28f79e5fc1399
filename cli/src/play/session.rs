//! A session of `adv play`: its state, and its loop, in which the program and the opponent move and a person types lines.

use std::path::PathBuf;

use adv::chess::san;
use adv::chess::{Color, Game};
use adv::render::Finish;
use adv::{Engine, Player, Resistance};

use super::board::{Look, Marks, draw};
use super::input::{Input, PlayLine};
use super::interrupt::Interrupt;
use super::typed::Next;
use super::{commands, setup};
use crate::args::{LimitArgs, SideArg, SubjectArgs};
use crate::exit::{Exit, Trouble};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::opponent::Opponent;

/// Setup of a session: the program, its opponent, and the options.
pub struct Table {
    /// Engine of the program that plays.
    pub engine: Engine,
    /// Path of the program's file, which `reload` reads again.
    pub file: PathBuf,
    /// Limits of the program's engine.
    pub limits: LimitArgs,
    /// Name of the program as the user gave it.
    pub program: String,
    /// Form of compiler messages.
    pub messages: Messages,
    /// Subject that is to play, as the arguments name it.
    pub wanted: SubjectArgs,
    /// Subject that is to play, as the program names it.
    pub subject: SubjectArgs,
    /// Side that the program is to play, by the arguments.
    pub side: SideArg,
    /// Opponent that is no person; `None` for a person who types moves.
    pub opponent: Option<Opponent>,
    /// Appearance of the boards that the session draws.
    pub look: Look,
    /// Most lines of each search that a trace shows; `None` where steps are not traced.
    pub trace: Option<usize>,
    /// True where the CPU time of each move is shown.
    pub times: bool,
    /// True where a person types at a terminal.
    pub terminal: bool,
    /// File that gets the game when the session ends; `None` where it is not to be saved.
    pub save: Option<PathBuf>,
}

/// State of a session of `adv play`.
pub struct PlaySession {
    pub(super) table: Table,
    pub(super) player: Player,
    pub(super) us: Color,
    pub(super) game: Game,
    /// Number of moves and the player before each move of the opponent, for taking moves back.
    pub(super) past: Vec<(usize, Player)>,
    pub(super) finish: Option<Finish>,
    /// True until a game has been played or restarted: a refusal of the program is then the command line's fault, and ends the command.
    pub(super) first: bool,
    /// True since Ctrl-C has stopped the play; `go` lets it go on.
    pub(super) paused: bool,
    /// Tables for hints; `None` until they have been made.
    pub(super) tables: Option<Resistance>,
    pub(super) saved: bool,
    input: Input,
    pub(super) out: Out,
    pub(super) interrupt: Interrupt,
}

impl PlaySession {
    /// Prepares a session before its first game.
    pub fn new(mut table: Table, player: Player, us: Color, game: Game) -> PlaySession {
        let input = Input::standard(table.terminal);
        let interrupt = if input.is_terminal() {
            Interrupt::listen()
        } else {
            Interrupt::never()
        };
        interrupt.stops(&mut table.engine);
        table.engine.trace(table.trace);
        PlaySession {
            input,
            out: Out::standard(),
            table,
            player,
            us,
            game,
            past: Vec::new(),
            finish: None,
            first: true,
            paused: false,
            tables: None,
            saved: false,
            interrupt,
        }
    }

    /// Plays until the user leaves or the input ends; a game that is to be saved is saved in any case.
    ///
    /// # Errors
    /// Where the program cannot begin at all, an engine fails, or something cannot be read or written.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        let outcome = self.play();
        // Where the game is over its record has been shown.
        let shown = match self.finish {
            None if !self.game.is_empty() => self.show_record(),
            _ => Ok(()),
        };
        let flushed = self.out.flush();
        let saved = self.save_at_the_end();
        let exit = outcome?;
        shown?;
        flushed?;
        saved?;
        Ok(exit)
    }

    fn play(&mut self) -> Result<Exit, Trouble> {
        self.greet()?;
        let mut interrupted = false;
        loop {
            // A signal that came too late for a search has nothing left to stop.
            if self.interrupt.take() && self.finish.is_none() {
                self.pause("the game is interrupted")?;
            }
            if self.finish.is_none() && !self.paused {
                if self.game.position().turn() == self.us {
                    self.our_turn()?;
                    continue;
                }
                if self.table.opponent.is_some() {
                    self.their_turn()?;
                    continue;
                }
            }
            self.out.flush()?;
            let prompt = self.prompt();
            let words = self.words();
            match self.input.line(&prompt, words)? {
                PlayLine::Text(line) => {
                    interrupted = false;
                    if self.typed(&line)? == Next::Leave {
                        return Ok(Exit::Done);
                    }
                }
                PlayLine::Interrupted { empty: false } => interrupted = false,
                PlayLine::Interrupted { empty: true } if interrupted => return Ok(Exit::Done),
                PlayLine::Interrupted { empty: true } => {
                    interrupted = true;
                    self.say("Ctrl-C again leaves, so does `quit`")?;
                }
                PlayLine::End => return Ok(Exit::Done),
            }
        }
    }

    pub(super) fn say(&mut self, sentence: &str) -> Result<(), Trouble> {
        let text = io::wrapped(sentence, "", io::stdout_is_terminal());
        self.out.text(&text)
    }

    fn greet(&mut self) -> Result<(), Trouble> {
        let module = self.table.engine.module();
        let subject = self.player.subject();
        let (kind, name) = (subject.kind(), subject.name(module));
        let program = &self.table.program;
        let us = self.us;
        let them = !us;
        let line = match &self.table.opponent {
            None => format!("{program}: {kind} {name} plays {us}, you play {them}"),
            Some(opponent) => format!(
                "{program}: {kind} {name} plays {us} against {}",
                opponent.name()
            ),
        };
        self.say(&line)?;
        if self.table.terminal && self.table.opponent.is_none() {
            // The examples are moves of the person, whose turn it may not be.
            let theirs = Some(self.game.position()).filter(|position| position.turn() != us);
            let moves = commands::examples(theirs);
            self.say(&format!("type a move, such as {moves}, or `help`\n"))?;
        }
        self.show_start()
    }

    /// Shows the board where a game begins, unless the program's first move shows it at once.
    pub(super) fn show_start(&mut self) -> Result<(), Trouble> {
        if setup::waits(&self.game, self.us) || self.table.opponent.is_some() {
            self.show_board()?;
        }
        Ok(())
    }

    pub(super) fn show_board(&mut self) -> Result<(), Trouble> {
        let marks = Marks {
            last: self.game.moves().last().copied(),
            set: 0,
        };
        let text = draw(self.game.position(), self.table.look, marks);
        self.out.drawing(&format!("\n{text}\n"))
    }

    fn prompt(&self) -> String {
        if self.finish.is_some() || self.paused {
            "adv> ".to_owned()
        } else {
            format!("{}> ", self.game.position().turn())
        }
    }

    /// Words that Tab completes; empty where the input is no terminal.
    fn words(&self) -> Vec<String> {
        if !self.input.is_terminal() {
            return Vec::new();
        }
        let position = self.game.position();
        let moves = position.legal_moves().into_iter().map(|m| san(position, m));
        let commands = commands::COMMANDS.iter().map(|entry| entry.word.to_owned());
        moves.chain(commands).collect()
    }
}
