//! A session of `adv play` and `adv repl`: its state, and its loop, in which the program and the opponent move and a person types entries.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::chess::{Color, Game, san};
use adv::proof::Watch;
use adv::render::{Finish, values};
use adv::whole::WrittenPlayer;
use adv::{Engine, Mode, PerfectPlay, Player, Resistance, Rulebook, Scratch};

use crate::args::{LimitArgs, SideArg, SubjectArgs};
use crate::opponent::Opponent;
use crate::sources::Folder;
use crate::{Exit, Out, Trouble, io, messages, truth};

use super::board::{Look, Marks, draw};
use super::commands::COMMANDS;
use super::input::{Input, PlayLine, PromptWords};
use super::interrupt::Interrupt;
use super::questions::LastAnswer;
use super::{commands, setup};

/// Name in messages of a program that is in no file yet; files that it uses are those of the current folder.
const NO_FILE: &str = "typed.adv";

/// Command whose greeting begins the session; it also decides where errors go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// `adv play`: a game is on from the first line; errors are part of the conversation.
    Play,
    /// `adv repl`: no game is on; errors go to standard error, and from a pipe decide the exit code.
    Repl,
}

/// State of a session.
pub struct PromptSession {
    pub(super) greeting: Greeting,
    /// Program without the piece-of-advice of `--advice`.
    pub rulebook: Rulebook,
    /// Text of the program, which grows while it is typed; `None` for a module without its source text.
    pub(super) scratch: Option<Scratch>,
    /// Engine of the program that moves, with the piece-of-advice of `--advice`, or with the list that was asked last.
    pub(super) engine: Engine,
    /// File of the program, which `reload` reads again; `None` where it was typed.
    pub file: Option<PathBuf>,
    /// Subject that is to play, as the arguments name it.
    pub wanted: SubjectArgs,
    pub(super) limits: LimitArgs,
    /// Game whose last position is the session's position.
    pub game: Game,
    /// Side that the program plays by itself; `None` where no game is on.
    pub us: Option<Color>,
    /// Side that the program is to play, and that `us` means in expressions.
    pub side: SideArg,
    /// Mode in which trees are followed.
    pub mode: Mode,
    /// Program as the player; `None` before its first move where no game is on, and where the file of a p-strategy plays.
    pub(super) player: Option<Player>,
    /// Player of the file of a p-strategy; `None` where the program plays.
    pub written: Option<WrittenPlayer>,
    /// Opponent that is no person; `None` for a person who types moves.
    pub opponent: Option<Opponent>,
    /// Number of moves and the players before each move of the opponent, for taking moves back.
    pub(super) past: Vec<PastTurn>,
    /// Number of moves in the game at each change of the program.
    pub(super) changes: Vec<usize>,
    pub(super) finish: Option<Finish>,
    /// True until a game has been played or restarted: a refusal of the program is then the command line's fault, and ends the command.
    pub(super) first: bool,
    /// True since Ctrl-C has stopped the play; `go` lets it go on.
    pub(super) paused: bool,
    /// File that gets the game when the session ends; `None` where it is not to be saved.
    pub save_to: Option<PathBuf>,
    /// True where the game is in a file as it is now.
    pub(super) saved: bool,
    /// Programs that this session wrote, which `save` may overwrite.
    pub(super) saved_programs: Vec<PathBuf>,
    /// Last answer to a question; `None` before any, and once the program has moved or changed.
    pub(super) last: Option<LastAnswer>,
    /// Text of the last question, by which `play` lets the program move; `None` before any.
    pub(super) playing: Option<String>,
    /// Appearance of the boards that the session draws.
    pub look: Look,
    /// Most lines of each search that a trace shows; `None` where steps are not traced.
    pub trace: Option<usize>,
    /// True where the CPU time of each move is shown.
    pub times: bool,
    /// Tables for hints; `None` until they have been made.
    pub(super) tables: Option<Resistance>,
    /// Tables of perfect play that tests and claims ask for.
    pub(super) values: Arc<PerfectPlay>,
    pub(super) watch: Watch,
    /// Flag by which Ctrl-C stops searches.
    pub interrupt: Interrupt,
    pub(super) input: Input,
    pub(super) out: Out,
    /// True once an entry was in error.
    pub(super) is_wrong: bool,
    /// True once the user has left.
    pub(super) is_left: bool,
}

/// State before a move of the opponent: the number of moves in the game, and the players.
pub(super) type PastTurn = (usize, Option<Player>, Option<WrittenPlayer>);

impl PromptSession {
    /// Prepares a session with a program, in the program's `example` or at the start of a game; without a program with an empty one.
    ///
    /// # Errors
    /// Where the folder of tables cannot be used.
    pub fn new(
        greeting: Greeting,
        program: Option<Rulebook>,
        limits: LimitArgs,
        look: Look,
    ) -> Result<PromptSession, Trouble> {
        let empty = || Rulebook::load(NO_FILE, "");
        let rulebook = program.map_or_else(empty, Ok);
        let rulebook = rulebook.map_err(|error| Trouble::new(error.to_string()))?;
        let terminal = is_terminal();
        let input = Input::of_session(terminal, messages::is_coloured());
        let watch = Watch::new();
        let interrupt = match input.is_terminal() {
            true => Interrupt::listen_by(watch.stop()),
            false => Interrupt::never(),
        };
        Ok(PromptSession {
            greeting,
            scratch: Scratch::of(&rulebook),
            engine: limits.engine(&rulebook),
            file: None,
            wanted: SubjectArgs::default(),
            limits,
            game: Game::new(setup::first_position(rulebook.program())),
            rulebook,
            us: None,
            side: SideArg::Auto,
            mode: Mode::Strong,
            player: None,
            written: None,
            opponent: None,
            past: Vec::new(),
            changes: Vec::new(),
            finish: None,
            first: true,
            paused: false,
            save_to: None,
            saved: false,
            saved_programs: Vec::new(),
            last: None,
            playing: None,
            look,
            trace: None,
            times: false,
            tables: None,
            values: Arc::new(truth::open(&[], Some(watch.stop()))?),
            watch,
            interrupt,
            input,
            out: Out::standard(),
            is_wrong: false,
            is_left: false,
        })
    }

    /// Reads and answers entries, and plays, until the user leaves or the input ends; a game that is to be saved is saved in any case.
    ///
    /// # Errors
    /// Where the program cannot begin at all, an engine fails, or something cannot be read or written.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        let outcome = self.answer_all();
        self.input.keep();
        // Where the game is over its record has been shown.
        let shown = match self.finish {
            None if self.is_on() => self.show_record(),
            _ => Ok(()),
        };
        let flushed = self.out.flush();
        let saved = self.save_at_the_end();
        outcome?;
        shown?;
        flushed?;
        saved?;
        let is_read_by_a_program = self.greeting == Greeting::Repl && !self.input.is_terminal();
        Ok(match self.is_wrong && is_read_by_a_program {
            true => Exit::Wrong,
            false => Exit::Done,
        })
    }

    fn answer_all(&mut self) -> Result<(), Trouble> {
        self.greet()?;
        let mut interrupted = false;
        while !self.is_left {
            // A signal that came too late for a search has nothing left to stop.
            if self.interrupt.take() && self.finish.is_none() {
                self.pause("the game is interrupted")?;
            }
            if self.is_on() && self.finish.is_none() && !self.paused {
                if self.us == Some(self.game.position().turn()) {
                    self.our_turn()?;
                    continue;
                }
                if self.opponent.is_some() {
                    self.their_turn()?;
                    continue;
                }
            }
            self.out.flush()?;
            let (prompt, words) = (self.prompt(), self.words());
            match self.input.entry(&prompt, words, self.is_on())? {
                PlayLine::Text(text) => {
                    interrupted = false;
                    if let Err(trouble) = self.typed(&text) {
                        self.wrong(trouble)?;
                    }
                }
                PlayLine::Interrupted { empty: false } => interrupted = false,
                PlayLine::Interrupted { empty: true } if interrupted => return Ok(()),
                PlayLine::Interrupted { empty: true } => {
                    interrupted = true;
                    self.say("Ctrl-C again leaves, so does `:quit`")?;
                }
                PlayLine::End => return Ok(()),
            }
        }
        Ok(())
    }

    /// Reports an error on an entry, so that the session goes on. Fails only where nothing more can be played or written.
    fn wrong(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        match trouble {
            Trouble::ClosedPipe
            | Trouble::Error {
                exit: Exit::Opponent,
                ..
            } => Err(trouble),
            Trouble::Error { message, help, .. } if self.greeting == Greeting::Play => {
                self.say(&message)?;
                help.map_or(Ok(()), |help| self.say(&format!("  = help: {help}")))
            }
            other => {
                self.out.flush()?;
                self.is_wrong = true;
                other.tell();
                Ok(())
            }
        }
    }

    pub(super) fn say(&mut self, sentence: &str) -> Result<(), Trouble> {
        let text = io::wrapped(sentence, "", io::stdout_is_terminal());
        self.out.text(&text)
    }

    fn greet(&mut self) -> Result<(), Trouble> {
        if !self.is_on() {
            if !self.input.is_terminal() {
                return Ok(());
            }
            let of = match &self.file {
                Some(file) => format!("`{}`", io::shown(file)),
                None => "an empty program".to_owned(),
            };
            self.say(&format!(
                "{of}; type an expression such as MV(B.K), an item, or `:help`"
            ))?;
            return self.show_board();
        }
        let line = self.seating();
        self.say(&line)?;
        if self.written.is_some() {
            self.say("what is said of the moves is the file's word: `adv verify` holds it against the board and the program")?;
        }
        if self.input.is_terminal() && self.opponent.is_none() {
            // The examples are moves of the person, whose turn it may not be.
            let theirs = Some(self.game.position());
            let theirs = theirs.filter(|position| Some(position.turn()) != self.us);
            let moves = commands::examples(theirs);
            self.say(&format!("type a move, such as {moves}, or `help`\n"))?;
        }
        self.show_start()
    }

    /// Sentence on the players of the game: `krk.adv: table krk plays White, you play Black`.
    pub(super) fn seating(&self) -> String {
        let us = self.us.unwrap_or(Color::White);
        let them = match &self.opponent {
            None => format!("plays {us}, you play {}", !us),
            Some(opponent) => format!("plays {us} against {}", opponent.name()),
        };
        if let Some(written) = &self.written {
            let file = written.file();
            let (kind, name) = (&file.subject.kind, &file.subject.name);
            return format!("the p-strategy of {kind} {name} of {} {them}", file.program);
        }
        let subject = self.player.as_ref().map_or(String::new(), |player| {
            let subject = player.subject();
            format!("{} {}", subject.kind(), subject.name(self.engine.module()))
        });
        format!("{}: {subject} {them}", self.rulebook.name())
    }

    /// Shows the board where a game begins, unless the program's first move shows it at once.
    pub(super) fn show_start(&mut self) -> Result<(), Trouble> {
        match self.us == Some(self.game.position().turn()) && self.opponent.is_none() {
            true => Ok(()),
            false => self.show_board(),
        }
    }

    /// Draws the session's position: in a game with the last move marked, else with the side to move and the FEN.
    pub(super) fn show_board(&mut self) -> Result<(), Trouble> {
        let position = self.game.position();
        let marks = Marks {
            last: self.game.moves().last().copied(),
            set: 0,
        };
        if self.is_on() {
            let drawn = draw(position, self.look, marks);
            return self.out.drawing(&format!("\n{drawn}\n"));
        }
        let drawn = match self.look.color {
            true => draw(position, self.look, marks),
            false => values::board(position, 0, self.look.flipped),
        };
        let told = values::text(position, &[], self.look.flipped, false);
        self.out.drawing(&drawn)?;
        self.out.text(&told)
    }

    fn prompt(&self) -> String {
        match self.is_on() && self.finish.is_none() && !self.paused {
            true => format!("{}> ", self.game.position().turn()),
            false => "adv> ".to_owned(),
        }
    }

    /// Words that Tab completes; none where the input is no terminal.
    fn words(&self) -> PromptWords {
        if !self.input.is_terminal() {
            return PromptWords::default();
        }
        let position = self.game.position();
        let moves = position.legal_moves().into_iter().map(|m| san(position, m));
        let alone = COMMANDS.iter().map(|row| row.word.to_owned());
        let bare = moves.chain(alone).filter(|_| self.is_on());
        let commands = COMMANDS.iter().map(|row| format!(":{}", row.word));
        let own = self.scratch.iter().flat_map(Scratch::names);
        let known = adv::pages::names().map(str::to_owned);
        let sorted = |words: &mut dyn Iterator<Item = String>| -> Vec<String> {
            words.collect::<BTreeSet<String>>().into_iter().collect()
        };
        PromptWords {
            first: sorted(&mut commands.chain(bare)),
            names: sorted(&mut own.map(|(_, name)| name).chain(known)),
            program: self.scratch.as_ref().map_or("", Scratch::text).to_owned(),
            folder: Some(self.folder()),
        }
    }

    /// True while the program plays by itself, against a person or another opponent.
    pub(super) fn is_on(&self) -> bool {
        self.us.is_some()
    }

    /// Side that `us` means in expressions: the one that was set, else the program's in a game, else the side to move.
    pub(super) fn side_of_us(&self) -> Color {
        let usual = self.us.unwrap_or(self.game.position().turn());
        self.side.color().unwrap_or(usual)
    }

    /// Engine of a program, with the session's limits and trace, whose searches Ctrl-C stops.
    pub(super) fn engine_of(&self, rulebook: &Rulebook) -> Engine {
        let mut engine = self.limits.engine(rulebook);
        self.interrupt.stops(&mut engine);
        engine.trace(self.trace);
        engine
    }

    /// Folder whose files the program may use.
    pub(super) fn folder(&self) -> Folder {
        Folder::of(self.file.as_deref().unwrap_or(Path::new(NO_FILE)))
    }
}

/// True where a person types at a terminal that can do more than print.
pub fn is_terminal() -> bool {
    io::stdin_is_terminal() && io::stdout_is_terminal() && !io::is_dumb()
}
