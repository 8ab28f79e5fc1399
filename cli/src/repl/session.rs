//! A session of the prompt: its state, and the loop that reads and answers entries.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::chess::{Color, Game, Position};
use adv::proof::Watch;
use adv::{Answer, Engine, PerfectPlay, Player, Rulebook, Scratch, Subject, TypedText, read_typed};

use super::commands::{self, COMMANDS, ReplCommand};
use super::files;
use super::input::ReplInput;
use crate::args::{LimitArgs, ReplArgs, SideArg};
use crate::exit::{Exit, Trouble};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::play::Look;
use crate::play::input::PlayLine;
use crate::play::interrupt::Interrupt;
use crate::sources::Folder;
use crate::truth;

/// Last answer of the program, kept for `:why`, with its program, its subject and its position.
pub(super) struct LastAnswer {
    pub(super) rulebook: Rulebook,
    pub(super) subject: Subject,
    pub(super) position: Position,
    pub(super) answer: Answer,
}

/// State of a session at the prompt.
pub struct ReplSession {
    pub(super) scratch: Scratch,
    /// File that the program was loaded from; `None` where it was typed.
    pub(super) file: Option<PathBuf>,
    pub(super) folder: Folder,
    /// Game whose last position is the session's position.
    pub(super) game: Game,
    /// Player of the game; `None` until `:play` has made the program move.
    pub(super) player: Option<Player>,
    /// Name of the subject that `:play` lets move, that of the last answer; `None` before any answer.
    pub(super) playing: Option<String>,
    pub(super) last: Option<LastAnswer>,
    pub(super) side: SideArg,
    pub(super) look: Look,
    pub(super) limits: LimitArgs,
    pub(super) messages: Messages,
    pub(super) out: Out,
    pub(super) watch: Watch,
    /// Tables of perfect play that tests and claims ask for.
    pub(super) values: Arc<PerfectPlay>,
    interrupt: Interrupt,
    input: ReplInput,
    /// Files that this session wrote, which `:save` may overwrite.
    pub(super) saved: Vec<PathBuf>,
    /// True once an entry was in error; decides the exit code where the input is a pipe.
    pub(super) is_wrong: bool,
}

/// Next step of the session after an entry: go on or end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterLine {
    Stay,
    Leave,
}

impl ReplSession {
    /// Prepares a session before its first entry.
    ///
    /// # Errors
    /// Where the program or the position cannot be used.
    pub fn begin(args: &ReplArgs, messages: Messages, look: Look) -> Result<ReplSession, Trouble> {
        let (scratch, folder) = files::scratch(args.file.as_deref(), &messages)?;
        let position = match &args.fen {
            Some(fen) => files::position(fen)
                .map_err(|error| Trouble::new(format!("the position of `--fen` {error}")))?,
            None => files::first_position(&scratch),
        };
        let terminal = io::stdin_is_terminal() && io::stdout_is_terminal();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let input = ReplInput::standard(terminal && !dumb, messages.is_coloured());
        let watch = Watch::new();
        let interrupt = match input.is_terminal() {
            true => Interrupt::listen_by(watch.stop().clone()),
            false => Interrupt::never(),
        };
        Ok(ReplSession {
            scratch,
            file: args.file.clone(),
            folder,
            game: Game::new(position),
            player: None,
            playing: None,
            last: None,
            side: args.side,
            look,
            limits: args.limits,
            messages,
            out: Out::standard(),
            values: Arc::new(truth::open(&[], Some(watch.stop()))?),
            watch,
            interrupt,
            input,
            saved: Vec::new(),
            is_wrong: false,
        })
    }

    /// Reads and answers entries until the user leaves or the input ends.
    ///
    /// # Errors
    /// Where standard input cannot be read, or the answers cannot be written.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        let outcome = self.answer_all();
        self.input.keep();
        outcome?;
        self.out.flush()?;
        Ok(match self.is_wrong && !self.input.is_terminal() {
            true => Exit::Wrong,
            false => Exit::Done,
        })
    }

    fn answer_all(&mut self) -> Result<(), Trouble> {
        if self.input.is_terminal() {
            let of = self.file.as_deref().map(io::shown);
            let of = of.map_or_else(|| "an empty program".to_owned(), |name| format!("`{name}`"));
            self.say(&format!(
                "{of}; type an expression such as MV(B.K), an item, or `:help`"
            ))?;
            self.board()?;
        }
        loop {
            self.out.flush()?;
            let words = self.words();
            match self.input.entry(words)? {
                PlayLine::Text(text) => {
                    // A signal that came while nothing was done has nothing to stop.
                    self.interrupt.take();
                    match self.typed(&text) {
                        Ok(AfterLine::Stay) => {}
                        Ok(AfterLine::Leave) => return Ok(()),
                        Err(trouble) => self.wrong(trouble)?,
                    }
                    if self.interrupt.take() {
                        self.say("interrupted")?;
                    }
                }
                PlayLine::Interrupted { .. } => self.say("`:quit` leaves, so does Ctrl-D")?,
                PlayLine::End => return Ok(()),
            }
        }
    }

    /// Answers one typed entry: a command, items, or an expression.
    fn typed(&mut self, text: &str) -> Result<AfterLine, Trouble> {
        let line = text.trim();
        if let Some(command) = line.strip_prefix(':') {
            return match commands::read(command) {
                Ok((ReplCommand::Quit, _)) => Ok(AfterLine::Leave),
                Ok((command, rest)) => self.command(command, rest).map(|()| AfterLine::Stay),
                Err(sentence) => Err(Trouble::new(sentence)),
            };
        }
        // The system's Ctrl-D or a habit of other prompts.
        if matches!(line, "quit" | "exit" | "help") {
            return Err(Trouble::new(format!(
                "commands begin with a colon: `:{line}`"
            )));
        }
        match read_typed(text) {
            TypedText::Nothing => {}
            TypedText::Items | TypedText::Unfinished { is_item: true, .. } => self.items(text)?,
            TypedText::Expression | TypedText::Unfinished { is_item: false, .. } => {
                self.asked(line)?;
            }
        }
        Ok(AfterLine::Stay)
    }

    fn command(&mut self, command: ReplCommand, rest: &str) -> Result<(), Trouble> {
        match command {
            ReplCommand::Help => self.out.text(&commands::help(rest)),
            ReplCommand::Board => self.board(),
            ReplCommand::Fen => self.set_position(rest),
            ReplCommand::Us => self.set_side(rest),
            ReplCommand::Type => self.tell_type(rest),
            ReplCommand::Why => self.why(),
            ReplCommand::Bytecode => self.bytecode(rest),
            ReplCommand::Play => self.play(rest),
            ReplCommand::Back => self.back(),
            ReplCommand::Items => self.list_items(),
            ReplCommand::Show => self.show(rest),
            ReplCommand::Forget => self.forget(rest),
            ReplCommand::Undo => self.undo(),
            ReplCommand::Explain => self.explain(rest),
            ReplCommand::Load => self.load(rest),
            ReplCommand::Save => self.save(rest),
            ReplCommand::Quit => Ok(()),
        }
    }

    /// Reports an error on an entry, so that the session goes on. Fails only where the output is closed.
    fn wrong(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        if matches!(trouble, Trouble::ClosedPipe) {
            return Err(trouble);
        }
        self.out.flush()?;
        self.is_wrong = true;
        trouble.tell();
        Ok(())
    }

    pub(super) fn say(&mut self, sentence: &str) -> Result<(), Trouble> {
        let text = io::wrapped(sentence, "", io::stdout_is_terminal());
        self.out.text(&text)
    }

    /// Side that `us` means: the one set by `:us`, else the side to move.
    pub(super) fn us(&self) -> Color {
        let turn = self.game.position().turn();
        self.side.color().unwrap_or(turn)
    }

    /// Engine for a program, with the session's limits, whose searches Ctrl-C stops.
    pub(super) fn engine(&self, rulebook: &Rulebook) -> Engine {
        let mut engine = self.limits.engine(rulebook);
        engine.set_interrupt(Some(self.watch.stop().clone()));
        engine
    }

    /// Words that Tab completes; empty where the input is no terminal.
    fn words(&self) -> Vec<String> {
        if !self.input.is_terminal() {
            return Vec::new();
        }
        let commands = COMMANDS.iter().map(|row| format!(":{}", row.1));
        let own = self.scratch.names().into_iter().map(|(_, name)| name);
        let known = adv::pages::names().map(str::to_owned);
        let mut words: Vec<String> = commands.chain(own).chain(known).collect();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Forgets the last answer and the player after a change of the program, because they belong to the one before.
    pub(super) fn changed(&mut self) {
        self.player = None;
        self.last = None;
    }

    /// Sets the file of the program, and forgets the last answer and the player.
    pub(super) fn set_file(&mut self, file: Option<&Path>) {
        self.file = file.map(Path::to_path_buf);
        self.playing = None;
        self.changed();
    }
}
