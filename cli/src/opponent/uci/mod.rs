//! An engine that speaks the Universal Chess Interface, as an opponent.
//!
//! ```text
//!   adv     uci            ucinewgame  isready          position fen … moves …   go movetime 100
//!   engine      … uciok                       readyok                                            … bestmove e7e5
//! ```
//!
//! Every wait has a limit. The error on an engine that dies, hangs, answers nonsense or an illegal move names it with its last line; its
//! process is ended and waited for, so that none is left running.

mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use adv::chess::fen;
use adv::chess::{Color, Game, Move, Position};
use adv::explain::Judged;

use adv::NoReply;
use adv::render::{text::joined, visible};

use crate::args::EngineArgs;
use crate::{Exit, Trouble};
use process::{Heard, Process};

/// Interval between two looks for an interrupt during a wait.
const GLANCE: Duration = Duration::from_millis(50);
/// Longest search by a number of nodes, as a multiple of the engine's patience, however much it sends meanwhile.
const MOST_PATIENCE: u32 = 100;
/// Most characters of an engine's line that a message quotes; the rest is cut.
const LONGEST_QUOTE: usize = 80;

/// A running engine that speaks the Universal Chess Interface.
pub struct Uci {
    process: Process,
    command: String,
    name: String,
    limits: EngineArgs,
    /// Flag that interrupts a search; `None` where nothing does.
    interrupt: Option<Arc<AtomicBool>>,
    /// Last line that the engine sent, for messages; `None` before its first.
    last: Option<String>,
    /// Request that the engine has to answer, for messages.
    asked: String,
}

/// Reason why a wait for the engine ended without an answer.
enum Waited {
    Interrupted,
    Failed(String),
}

impl Uci {
    /// Starts an engine and waits until it is ready.
    ///
    /// # Errors
    /// Where the command cannot be started or does not speak UCI.
    pub fn start(command: &[String], limits: EngineArgs) -> Result<Uci, Trouble> {
        let shown = command.join(" ");
        let process = Process::start(command).map_err(|reason| {
            Trouble::with_exit(
                Exit::Opponent,
                format!("the engine `{shown}` cannot be started: {reason}"),
            )
            .help("write the command as on a shell: `\"uci:stockfish\"`")
        })?;
        let mut engine = Uci {
            process,
            name: shown.clone(),
            command: shown,
            limits,
            interrupt: None,
            last: None,
            asked: String::new(),
        };
        engine
            .shake_hands()
            .map_err(|reason| Trouble::with_exit(Exit::Opponent, reason))?;
        Ok(engine)
    }

    fn shake_hands(&mut self) -> Result<(), String> {
        self.say("uci")?;
        let mut name = None;
        let deadline = Instant::now() + self.limits.patience();
        self.wait(deadline, false, |line| {
            if let Some(own) = line.strip_prefix("id name ") {
                name = Some(own.trim().to_owned());
            }
            (line == "uciok").then_some(())
        })
        .map_err(Waited::sentence)?;
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            self.name = name;
        }
        self.ready()
    }

    fn ready(&mut self) -> Result<(), String> {
        self.say("isready")?;
        let deadline = Instant::now() + self.limits.patience();
        self.wait(deadline, false, |line| (line == "readyok").then_some(()))
            .map_err(Waited::sentence)
    }

    /// Engine's value of a position for White, in hundredths of a pawn or as a mate; the position is searched as the start of a new game.
    ///
    /// # Errors
    /// Where the engine does not answer, or sends no value.
    pub fn judge(&mut self, position: &Position) -> Result<Judged, NoReply> {
        adv::Opponent::new_game(self)?;
        let (mut value, mut mate) = (None, None);
        let asked = format!("position fen {}", fen(position));
        self.searched(&asked, |line| {
            let mut words = line.split_whitespace().skip_while(|word| *word != "score");
            let kind = words.nth(1);
            let number: Option<i32> = words.next().and_then(|word| word.parse().ok());
            // A bound is no value.
            if matches!(words.next(), Some("lowerbound" | "upperbound")) {
                return;
            }
            match (kind, number) {
                (Some("cp"), Some(number)) => (value, mate) = (Some(number), None),
                (Some("mate"), Some(number)) => (value, mate) = (Some(0), Some(number)),
                _ => {}
            }
        })?;
        let side = if position.turn() == Color::White {
            1
        } else {
            -1
        };
        let Some(value) = value else {
            let sentence = format!("the engine `{}` said no value", self.command);
            return Err(NoReply::Failed(sentence));
        };
        Ok(Judged {
            by: self.name.clone(),
            value: side * value,
            mate: mate.map(|mate| side * mate),
        })
    }

    /// Searches a position and returns the engine's move; `heard` gets every line that comes before it.
    fn searched(&mut self, position: &str, mut heard: impl FnMut(&str)) -> Result<String, NoReply> {
        let time = self.limits.time();
        let go = match self.limits.nodes {
            Some(nodes) => format!("go nodes {nodes}"),
            None => format!("go movetime {}", time.as_millis()),
        };
        self.say(position).map_err(NoReply::Failed)?;
        self.say(&go).map_err(NoReply::Failed)?;
        let deadline = Instant::now() + time + self.limits.patience();
        let best = |line: &str| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or("").to_owned())
        };
        match self.wait(deadline, true, |line| {
            heard(line);
            best(line)
        }) {
            Ok(answer) => Ok(answer),
            Err(Waited::Interrupted) => {
                // The answer that follows belongs to this request and must not be taken for that to the next.
                self.say("stop").map_err(NoReply::Failed)?;
                let deadline = Instant::now() + self.limits.patience();
                self.wait(deadline, false, best)
                    .map_err(|waited| NoReply::Failed(waited.sentence()))?;
                Err(NoReply::Interrupted)
            }
            Err(Waited::Failed(sentence)) => Err(NoReply::Failed(sentence)),
        }
    }

    fn not_legal(&self, answer: &str, game: &Game) -> String {
        let position = fen(game.position());
        let command = &self.command;
        match answer {
            "" | "(none)" | "0000" => {
                let said = self.last.as_deref().unwrap_or("bestmove");
                format!(
                    "the engine `{command}` says that it has no move (`{}`), and it has one in `{position}`",
                    quoted(said)
                )
            }
            _ => format!(
                "the engine `{command}` answered `{}`, which is no legal move in `{position}`",
                quoted(answer)
            ),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        self.asked = line.split(" moves ").next().unwrap_or(line).to_owned();
        if self.process.say(line) {
            return Ok(());
        }
        // What it said before it went away is worth more than that it does not listen.
        let deadline = Instant::now() + GLANCE;
        match self.wait(deadline, false, |_| None::<()>) {
            Err(Waited::Failed(sentence)) => Err(sentence),
            _ => Err(format!(
                "the engine `{}` no longer reads its input",
                self.command
            )),
        }
    }

    /// Reads the engine's lines until `answer` accepts one, the deadline passes or, where `heeds` is true, the user interrupts.
    fn wait<T>(
        &mut self,
        mut deadline: Instant,
        heeds: bool,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Waited> {
        let started = Instant::now();
        let last = started + self.limits.patience() * MOST_PATIENCE;
        loop {
            let flag = self.interrupt.as_ref().filter(|_| heeds);
            if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Waited::Interrupted);
            }
            match self.process.hear(GLANCE) {
                Heard::Line(line) => {
                    let line = line.trim();
                    if !line.is_empty() {
                        self.last = Some(line.to_owned());
                    }
                    if let Some(answer) = answer(line) {
                        return Ok(answer);
                    }
                    if self.limits.nodes.is_some() {
                        deadline = (Instant::now() + self.limits.patience()).min(last);
                    }
                }
                Heard::Silence => {}
                Heard::Gone(how) => return Err(Waited::Failed(self.gone(&how))),
            }
            if Instant::now() >= deadline {
                let waited = started.elapsed().as_millis();
                return Err(Waited::Failed(format!(
                    "the engine `{}` did not answer `{}` within {waited_for}{}",
                    self.command,
                    self.asked,
                    self.said(),
                    waited_for = seconds(waited),
                )));
            }
        }
    }

    fn gone(&self, how: &str) -> String {
        let complaint = self.process.complaint().map_or(String::new(), |line| {
            format!("; it complained `{}`", quoted(&line))
        });
        format!(
            "the engine `{}` {how} before it answered `{}`{}{complaint}",
            self.command,
            self.asked,
            self.said()
        )
    }

    fn said(&self) -> String {
        match &self.last {
            Some(line) => format!("; the last that it said was `{}`", quoted(line)),
            None => "; it has not said anything".to_owned(),
        }
    }
}

impl adv::Opponent for Uci {
    fn reply(&mut self, game: &Game) -> Result<Move, NoReply> {
        let mut position = format!("position fen {}", fen(game.start()));
        if !game.is_empty() {
            position.push_str(&format!(" moves {}", joined(game.moves(), " ")));
        }
        let answer = self.searched(&position, |_| {})?;
        let mut legal = game.position().legal_moves().into_iter();
        let found = legal.find(|m| m.to_string() == answer);
        found.ok_or_else(|| NoReply::Failed(self.not_legal(&answer, game)))
    }

    /// Name that the engine gave itself, or its command.
    fn name(&self) -> &str {
        &self.name
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    fn new_game(&mut self) -> Result<(), NoReply> {
        let told = self.say("ucinewgame").and_then(|()| self.ready());
        told.map_err(NoReply::Failed)
    }

    fn set_interrupt(&mut self, flag: &Arc<AtomicBool>) {
        self.interrupt = Some(flag.clone());
    }
}

impl Waited {
    fn sentence(self) -> String {
        match self {
            Waited::Failed(sentence) => sentence,
            Waited::Interrupted => "the engine was interrupted".to_owned(),
        }
    }
}

/// Text of a number of milliseconds, in seconds with one digit, rounded down.
fn seconds(milliseconds: u128) -> String {
    format!("{}.{} s", milliseconds / 1000, milliseconds / 100 % 10)
}

/// Text of an engine for a message: without characters that could steer a terminal, cut at the greatest length.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_QUOTE).collect();
    let mut shown = visible::line(&short).into_owned();
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        shown.push('…');
    }
    shown
}
