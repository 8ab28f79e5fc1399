//! `adv uci`: a compiled strategy as an engine of the Universal Chess Interface, for any chess program that can have engines.
//!
//! ```text
//!   chess program ──lines──▶ input.rs, command.rs ──▶ UciSession ──▶ adv::Replayer
//!                 ◀── info string action LINE, line 14: the rook cuts the king off ── bestmove e6e5 ──┘
//! ```
//!
//! The protocol has no errors: they are sent as `info string`, and a `go` is always answered. If the strategy has no
//! move, the first legal one in the fixed order is sent, and an `info string` says that no advice applies.

mod command;
mod input;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Receiver;

use adv::chess::{Move, Position, parse_fen, parse_move};
use adv::diagnostics::{Format, render};
use adv::program::Program;
use adv::render::{Explained, sentences, text, visible};
use adv::{Engine, Mode, PStrategy, ReplayAnswer, Replayer, Step, Subject};
use clap::Args;
use command::UciCommand;
use input::UciLine;

use crate::args::LimitArgs;
use crate::{Exit, Out, Outcome, Trouble, io, program, subject};

/// Arguments of `adv uci`.
#[derive(Args, Debug)]
pub struct UciArgs {
    /// The program; it can also be set by the option Program of the protocol
    pub file: Option<PathBuf>,
    /// Limits of each search
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Word of the protocol for an option without a value.
const EMPTY: &str = "<empty>";
/// Value of the option `Subject` that leaves the choice to the position.
const AUTO: &str = "<auto>";

/// Serves a chess program by the protocol until it sends `quit` or closes the input.
///
/// # Errors
/// Only where standard output cannot be written.
pub fn talk(args: &UciArgs) -> Outcome {
    let mut session = UciSession {
        out: Out::standard(),
        limits: args.limits,
        loaded: None,
        subject: None,
        mode: Mode::Strong,
        start: Position::start(),
        moves: Vec::new(),
        player: None,
        refused: false,
        later: VecDeque::new(),
        lines: input::lines(),
    };
    if let Some(file) = &args.file {
        session.load(file)?;
    }
    session.run()?;
    Ok(Exit::Done)
}

/// A loaded program with its engine, ready to play.
struct Loaded {
    file: String,
    engine: Engine,
}

/// State of one conversation with a chess program.
struct UciSession {
    out: Out,
    limits: LimitArgs,
    loaded: Option<Loaded>,
    /// Name of the strategy, table or piece-of-advice set by the option `Subject`; `None` leaves the choice to the position.
    subject: Option<String>,
    mode: Mode,
    start: Position,
    moves: Vec<Move>,
    player: Option<(Subject, Replayer)>,
    /// True where the last `position` could not be used, so that the chess program's board is not known.
    refused: bool,
    /// Lines that came while an answer was held back, to be handled after it.
    later: VecDeque<UciLine>,
    lines: Receiver<UciLine>,
}

impl UciSession {
    fn run(&mut self) -> Result<(), Trouble> {
        while let Some(line) = self.later.pop_front().or_else(|| self.lines.recv().ok()) {
            match line.command {
                UciCommand::Uci => self.introduce()?,
                UciCommand::IsReady => self.say("readyok")?,
                UciCommand::NewGame => {
                    self.player = None;
                    self.start = Position::start();
                    self.moves.clear();
                    self.refused = false;
                }
                UciCommand::SetOption { name, value } => self.set(&name, value.as_deref())?,
                UciCommand::Position { fen, moves } => self.position(fen.as_deref(), &moves)?,
                UciCommand::Go { waits, chooses } => {
                    if chooses {
                        self.tell("`searchmoves` is passed over: the program plays its own move")?;
                    }
                    let quits = self.go(waits, &line.ends)?;
                    if quits {
                        break;
                    }
                }
                UciCommand::Quit => break,
                UciCommand::Stop | UciCommand::Ignored => {}
                UciCommand::Unknown if line.text.is_empty() => {}
                UciCommand::Unknown => {
                    let text = line.text.chars().take(60).collect::<String>();
                    self.tell(&format!("`{text}` is not a command of the protocol"))?;
                }
            }
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        // One line, whatever a name has in it: the other side reads commands from it.
        self.out.text(&visible::line(text))?;
        self.out.text("\n")?;
        self.out.flush()
    }

    /// Sends a text for the user, as an `info string` for each line.
    fn tell(&mut self, text: &str) -> Result<(), Trouble> {
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.say(&format!("info string {}", line.trim_end()))?;
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        let file = self
            .loaded
            .as_ref()
            .map_or(EMPTY, |loaded| loaded.file.as_str())
            .to_owned();
        self.say(&format!("id name adv {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the founders of adv")?;
        self.say(&format!("option name Program type string default {file}"))?;
        self.say(&format!("option name Subject type string default {AUTO}"))?;
        self.say("option name Mode type combo default strong var strong var weak")?;
        self.say("uciok")
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), Trouble> {
        let value = value.unwrap_or("");
        match name.to_ascii_lowercase().as_str() {
            "program" => {
                self.loaded = None;
                self.player = None;
                match value {
                    "" | EMPTY => Ok(()),
                    file => self.load(Path::new(file)),
                }
            }
            "subject" => {
                self.player = None;
                self.subject = (!matches!(value, "" | AUTO | EMPTY)).then(|| value.to_owned());
                match (&self.loaded, &self.subject) {
                    (Some(loaded), Some(name)) if loaded.engine.subject_named(name).is_none() => {
                        let text = no_subject(loaded, name);
                        self.tell(&text)
                    }
                    _ => Ok(()),
                }
            }
            "mode" => {
                self.player = None;
                self.mode = match value.to_ascii_lowercase().as_str() {
                    "strong" => Mode::Strong,
                    "weak" => Mode::Weak,
                    _ => {
                        return self.tell(&format!(
                            "mode `{value}` is unknown, expected `strong` or `weak`"
                        ));
                    }
                };
                Ok(())
            }
            "" => self.tell("expected `setoption name NAME value VALUE`"),
            _ => self.tell(&format!(
                "there is no option `{name}`, expected Program, Subject or Mode"
            )),
        }
    }

    /// Loads a program for the conversation, and sends the compiler's messages.
    fn load(&mut self, file: &Path) -> Result<(), Trouble> {
        let examined = match program::examine(file) {
            Ok(examined) => examined,
            Err(trouble) => return self.tell(&format!("error: {}", trouble_text(trouble))),
        };
        let file = io::shown(file);
        if !examined.diagnostics.is_empty() {
            let text = render(&examined.diagnostics, &examined.source, Format::Short);
            self.tell(&text)?;
        }
        if examined.module.is_none() {
            return self.tell(&format!("error: `{file}` could not be compiled"));
        }
        match examined.into_rulebook() {
            Ok(program) => {
                let engine = self.limits.engine(&program);
                self.loaded = Some(Loaded { file, engine });
                Ok(())
            }
            Err(refusal) => self.tell(&render(
                &refusal.diagnostics,
                &refusal.source,
                Format::Short,
            )),
        }
    }

    /// Sets the game by a `position` line; where it cannot be read, no move is sent until a usable one comes.
    fn position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Trouble> {
        self.refused = true;
        let start = match fen.map(parse_fen) {
            None => Position::start(),
            Some(Ok(position)) => position,
            Some(Err(error)) => {
                return self.tell(&format!("error: the position cannot be used: {error}"));
            }
        };
        let mut position = start;
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            match parse_move(&position, text) {
                Ok(m) => {
                    position = position.play(m);
                    played.push(m);
                }
                Err(error) => {
                    return self.tell(&format!(
                        "error: move {} cannot be played: {error}",
                        played.len() + 1
                    ));
                }
            }
        }
        self.start = start;
        self.moves = played;
        self.refused = false;
        Ok(())
    }

    /// Answers a `go` by a `bestmove`; true where the conversation is over.
    fn go(&mut self, waits: bool, ends: &Arc<AtomicBool>) -> Result<bool, Trouble> {
        if self.refused {
            // A move in another position would be false on the board of the chess program.
            self.tell(
                "the last position could not be used, so there is no move; send a position first",
            )?;
            let over = waits && self.wait()?;
            self.say("bestmove 0000")?;
            return Ok(over);
        }
        let position = self
            .moves
            .iter()
            .fold(self.start, |position, m| position.play(*m));
        let legal = position.legal_moves();
        let answer = match legal.first() {
            None => {
                self.tell("the game is over: there is no legal move")?;
                "bestmove (none)".to_owned()
            }
            Some(first) => match self.advised(&position, ends)? {
                Some((m, Some(reply))) => format!("bestmove {m} ponder {reply}"),
                Some((m, None)) => format!("bestmove {m}"),
                None => {
                    self.tell(&format!(
                        "the move {first} is the first legal one: no advice applies"
                    ))?;
                    format!("bestmove {first}")
                }
            },
        };
        let over = waits && self.wait()?;
        self.say(&answer)?;
        Ok(over)
    }

    /// Waits until a held-back answer is due (`infinite`, `ponder`). True if the conversation is over.
    fn wait(&mut self) -> Result<bool, Trouble> {
        loop {
            let Ok(line) = self.lines.recv() else {
                return Ok(true);
            };
            match line.command {
                UciCommand::Stop => return Ok(false),
                UciCommand::Quit => return Ok(true),
                UciCommand::IsReady => self.say("readyok")?,
                // A program that sends anything else now has not understood the protocol; the answer comes first.
                _ => self.later.push_back(line),
            }
        }
    }

    /// The strategy's move, and the reply that its tree names first; `None` where it has no move.
    fn advised(
        &mut self,
        position: &Position,
        ends: &Arc<AtomicBool>,
    ) -> Result<Option<(Move, Option<Move>)>, Trouble> {
        let Some(loaded) = &mut self.loaded else {
            self.tell("no program is loaded: set the option Program to a file")?;
            return Ok(None);
        };
        let engine = &mut loaded.engine;
        let subject = match &self.subject {
            Some(name) => engine.subject_named(name),
            None => match &self.player {
                // What has begun the game plays it to its end.
                Some((subject, _)) if !self.moves.is_empty() => Some(*subject),
                _ => engine.subject_for(position),
            },
        };
        let Some(subject) = subject else {
            let text = match &self.subject {
                Some(name) => no_subject(loaded, name),
                None => "the program has nothing that plays this position".to_owned(),
            };
            self.tell(&text)?;
            return Ok(None);
        };
        self.player.take_if(|(known, _)| *known != subject);
        let begun = || (subject, Replayer::new(subject, self.mode));
        let (_, player) = self.player.get_or_insert_with(begun);
        engine.set_interrupt(Some(ends.clone()));
        let answer = player.answer(engine, &self.start, &self.moves);
        engine.set_interrupt(None);
        let module = engine.module();
        match answer {
            ReplayAnswer::Move(m, p_strategy, node) => {
                let tree = p_strategy.consultation.tree.as_ref();
                let line: Vec<Move> = tree.map_or_else(Vec::new, |tree| main_line(tree, node));
                let nodes: u64 = p_strategy.consultation.positions();
                let mut info = format!("info depth {} nodes {nodes}", line.len().max(1));
                if position.play(m).is_checkmate() {
                    info.push_str(" score mate 1");
                }
                info.push_str(" pv");
                for m in &line {
                    info.push_str(&format!(" {m}"));
                }
                let reason = reason_line(module, &p_strategy);
                self.say(&info)?;
                self.tell(&reason)?;
                Ok(Some((m, line.get(1).copied())))
            }
            ReplayAnswer::Ended(step) => {
                let text = match *step {
                    Step::Stuck(stuck) => sentences::stuck(module, &stuck),
                    Step::Done(done) => text::done(module, &done),
                    Step::Yield(_) | Step::Follow(_) => String::new(),
                };
                self.tell(&text)?;
                Ok(None)
            }
            ReplayAnswer::Refused(failure) => {
                let (kind, name) = (subject.kind(), subject.name(module));
                let text = format!("the {kind} `{name}` cannot play here: {failure}");
                self.tell(&text)?;
                Ok(None)
            }
        }
    }
}

/// Error message for a subject name that the program does not have, with similar names.
fn no_subject(loaded: &Loaded, name: &str) -> String {
    trouble_text(subject::unknown_name(loaded.engine.module(), name))
}

/// Text of an error in one line, with its help.
fn trouble_text(trouble: Trouble) -> String {
    match trouble {
        Trouble::Error {
            message,
            help: Some(help),
            ..
        } => format!("{message}; {help}"),
        Trouble::Error { message, .. } => message,
        Trouble::Said(_) | Trouble::ClosedPipe => "the program cannot be read".to_owned(),
    }
}

/// Source line of the answer, and its reason: `strategy K-R-VS-K, line 14, action LINE: the rook cuts the king off`.
fn reason_line(module: &Program, p_strategy: &PStrategy) -> String {
    let line = Explained::of_p_strategy(module, p_strategy).source_line();
    match &p_strategy.consultation.because {
        Some(because) => format!("{line}: {because}"),
        None => line,
    }
}

/// Moves of a tree from a node down the first branch, the node's own move first.
fn main_line(tree: &adv::Tree, node: usize) -> Vec<Move> {
    let mut line = Vec::new();
    let mut at = Some(node);
    while let Some(index) = at {
        line.extend(tree.nodes().get(index).map(|node| node.mv));
        at = tree.children(Some(index)).next();
    }
    line
}
