//! A session: whose turn it is, what is typed, and when the game is over.

use std::path::PathBuf;

use adv_chess::game::End;
use adv_chess::notation::{MoveError, parse_fen, parse_move, san};
use adv_chess::{Color, Game, Move};
use adv_render::text::numbered;
use adv_render::{Finish, Played};
use adv_vm::{Engine, Stop};

use super::board::{Look, Marks, draw};
use super::commands::{self, Command, Said};
use super::input::{Input, Line};
use super::interrupt::Interrupt;
use super::player::{Act, Player};
use super::{setup, speak};
use crate::args::{SideArg, SubjectArgs};
use crate::exit::{Exit, Trouble};
use crate::io::Out;
use crate::messages::Messages;
use crate::opponent::tablebase::Resistance;
use crate::opponent::{NoReply, Opponent};
use crate::subject;

/// What a session is set up with.
pub struct Table {
    /// The program.
    pub engine: Engine,
    /// The program's name as given.
    pub program: String,
    /// Compiler messages.
    pub messages: Messages,
    /// Which part of the program is to play.
    pub subject: SubjectArgs,
    /// Which side it is to play.
    pub side: SideArg,
    /// The opponent; none is a person.
    pub opponent: Option<Opponent>,
    /// How the board is drawn.
    pub look: Look,
    /// Steps are shown.
    pub trace: bool,
    /// A person sits at the terminal.
    pub terminal: bool,
    /// Where the game is written when the session ends.
    pub save: Option<PathBuf>,
}

/// A session.
pub struct Session {
    pub(super) table: Table,
    pub(super) player: Player,
    pub(super) us: Color,
    pub(super) game: Game,
    /// Before each move of the opponent: how many moves were played, and the player.
    past: Vec<(usize, Player)>,
    pub(super) finish: Option<Finish>,
    /// Ctrl-C has stopped the play; `go` lets it go on.
    paused: bool,
    /// The tables that hints are taken from, once they have been made.
    pub(super) tables: Option<Resistance>,
    pub(super) saved: bool,
    input: Input,
    pub(super) out: Out,
    interrupt: Interrupt,
}

impl Session {
    /// A session before its first game.
    pub fn new(mut table: Table, player: Player, us: Color, game: Game) -> Session {
        let input = Input::standard(table.terminal);
        let interrupt = if input.is_terminal() {
            Interrupt::listen()
        } else {
            Interrupt::never()
        };
        interrupt.stops(&mut table.engine);
        Session {
            input,
            out: Out::standard(),
            table,
            player,
            us,
            game,
            past: Vec::new(),
            finish: None,
            paused: false,
            tables: None,
            saved: false,
            interrupt,
        }
    }

    /// Plays until the person leaves or there is nothing more to read; a game that is to be saved is saved in any case.
    ///
    /// # Errors
    /// Where the program cannot begin at all, an engine fails, or something cannot be read or written.
    pub fn run(mut self) -> Result<Exit, Trouble> {
        let outcome = self.play();
        let flushed = self.out.flush();
        let saved = self.save_at_the_end();
        let exit = outcome?;
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
                Line::Text(line) => {
                    interrupted = false;
                    if self.typed(&line)? == Next::Leave {
                        return Ok(Exit::Done);
                    }
                }
                Line::Interrupted { empty: false } => interrupted = false,
                Line::Interrupted { empty: true } if interrupted => return Ok(Exit::Done),
                Line::Interrupted { empty: true } => {
                    interrupted = true;
                    self.say("Ctrl-C again leaves, so does `quit`")?;
                }
                Line::End => return Ok(Exit::Done),
            }
        }
    }

    pub(super) fn say(&mut self, sentence: &str) -> Result<(), Trouble> {
        self.out.text(&format!("{sentence}\n"))
    }

    fn greet(&mut self) -> Result<(), Trouble> {
        let module = self.table.engine.module();
        let subject = self.player.subject();
        let (kind, name) = (subject::kind(subject), subject::name(module, subject));
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
            self.say("type a move, such as Kc4 or c5c4, or `help`\n")?;
        }
        self.show_start()
    }

    /// The board where a game begins, unless our first move shows it at once.
    fn show_start(&mut self) -> Result<(), Trouble> {
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
        self.out.text(&format!("\n{text}\n"))
    }

    fn prompt(&self) -> String {
        if self.finish.is_some() || self.paused {
            "adv> ".to_owned()
        } else {
            format!("{}> ", self.game.position().turn())
        }
    }

    /// What Tab offers.
    fn words(&self) -> Vec<String> {
        if !self.input.is_terminal() {
            return Vec::new();
        }
        let position = self.game.position();
        let moves = position.legal_moves().into_iter().map(|m| san(position, m));
        let commands = commands::COMMANDS.iter().map(|entry| entry.word.to_owned());
        moves.chain(commands).collect()
    }

    /// The program thinks and moves.
    fn our_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let position = *self.game.position();
        let ply = self.game.len();
        let reply = self.game.moves().last().copied();
        let act = self
            .player
            .act(&mut self.table.engine, &position, reply, ply);
        if act.stop() == Some(Stop::Interrupted) {
            self.interrupt.take();
            return self.interrupted();
        }
        match act {
            Act::Move(m, plan) => {
                self.game
                    .play(m)
                    .map_err(|error| Trouble::new(format!("the program's move: {error}")))?;
                let module = self.table.engine.module();
                let mut line = numbered(&position, m);
                match &plan {
                    Some(plan) => {
                        line.push_str(&format!("    {}", speak::headline(module, plan)));
                        if let Some(because) = &plan.consultation.because {
                            line.push_str(&format!(": {because}"));
                        }
                    }
                    None => line.push_str("    goes on"),
                }
                self.say(&line)?;
                if self.table.trace {
                    self.trace(plan.as_deref())?;
                }
                if self.table.opponent.is_none() {
                    self.show_board()?;
                }
                self.settle()
            }
            Act::Refused(failure) if self.game.is_empty() && self.past.is_empty() => {
                Err(subject::tell(
                    &failure,
                    self.table.engine.module(),
                    &self.table.program,
                    self.player.subject(),
                    &position,
                    &self.table.messages,
                ))
            }
            Act::Refused(failure) => self.over(Finish::Failed(failure)),
            Act::Stuck(stuck) => self.over(Finish::Stuck(stuck)),
            Act::Done(done) => self.over(Finish::Done(done)),
        }
    }

    /// A search was interrupted: the opponent's move is taken back with it, so that nothing is half done.
    fn interrupted(&mut self) -> Result<(), Trouble> {
        match self.game.moves().last().copied() {
            Some(reply)
                if self
                    .past
                    .last()
                    .is_some_and(|(len, _)| *len + 1 == self.game.len()) =>
            {
                self.take_back();
                let word = san(self.game.position(), reply);
                self.paused = self.table.opponent.is_some();
                let more = if self.paused {
                    "; `go` lets the game go on"
                } else {
                    ""
                };
                self.say(&format!(
                    "the search is interrupted, and {word} is taken back{more}"
                ))
            }
            _ => self.pause("the search is interrupted"),
        }
    }

    fn pause(&mut self, sentence: &str) -> Result<(), Trouble> {
        self.paused = true;
        self.say(&format!("{sentence}; `go` lets it go on"))
    }

    /// An opponent that is no person moves.
    fn their_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let Some(opponent) = &mut self.table.opponent else {
            return Ok(());
        };
        match opponent.reply(&self.game, &self.interrupt) {
            Ok(reply) => self.replied(reply),
            Err(NoReply::Interrupted) => {
                self.interrupt.take();
                self.pause("the opponent is interrupted")
            }
            Err(NoReply::Failed(sentence)) => {
                self.finish = Some(Finish::Open("the opponent's engine failed".to_owned()));
                let movetext = self.game.movetext();
                if !movetext.is_empty() {
                    self.say(&format!("the game so far: {movetext}"))?;
                }
                Err(Trouble::opponent(sentence))
            }
        }
    }

    /// The opponent's move is played.
    fn replied(&mut self, reply: Move) -> Result<(), Trouble> {
        let before = *self.game.position();
        self.past.push((self.game.len(), self.player.clone()));
        self.game
            .play(reply)
            .map_err(|error| Trouble::new(format!("the opponent's move: {error}")))?;
        // Whoever has typed the move at the prompt sees it there.
        if !self.table.terminal || self.table.opponent.is_some() {
            self.say(&numbered(&before, reply))?;
        }
        self.settle()
    }

    /// Looks whether a move has ended the game.
    fn settle(&mut self) -> Result<(), Trouble> {
        match self.game.end() {
            Some(end @ (End::Checkmate { .. } | End::Stalemate)) => {
                let position = *self.game.position();
                let ply = self.game.len();
                let reply = self.game.moves().last().copied();
                let engine = &mut self.table.engine;
                let act = if position.turn() == self.us {
                    self.player
                        .at()
                        .is_some()
                        .then(|| self.player.act(engine, &position, reply, ply))
                } else {
                    self.player.no_reply(engine, ply)
                };
                self.over(match act {
                    Some(Act::Done(done)) => Finish::Done(done),
                    _ => Finish::Rules(end),
                })
            }
            Some(end) => self.over(Finish::Rules(end)),
            None => match self.game.claim() {
                Some(claim) if self.table.opponent.is_some() => self.over(Finish::Claimed(claim)),
                Some(claim) => {
                    let text = claim.to_string();
                    let what = text.strip_prefix("draw: ").unwrap_or(&text);
                    self.say(&format!("{what}: a draw may be claimed by `claim`"))
                }
                None => Ok(()),
            },
        }
    }

    fn over(&mut self, finish: Finish) -> Result<(), Trouble> {
        // A person has seen the board with the move.
        if self.table.opponent.is_some() || matches!(finish, Finish::Stuck(_) | Finish::Failed(_)) {
            self.show_board()?;
        }
        self.finish = Some(finish);
        let sentence = self.end_sentence();
        let result = self.played().result();
        if result == "*" {
            self.say(&sentence)
        } else {
            self.say(&format!("{sentence}  {result}"))
        }
    }

    /// How the game ended, in one sentence.
    pub(super) fn end_sentence(&self) -> String {
        match &self.finish {
            Some(Finish::Stuck(stuck)) => speak::stuck(self.table.engine.module(), stuck),
            _ => self.played().end_sentence(),
        }
    }

    /// The game as it is written down.
    pub(super) fn played(&self) -> Played<'_> {
        let module = self.table.engine.module();
        Played {
            module,
            game: &self.game,
            us: self.us,
            player: subject::name(module, self.player.subject()).to_owned(),
            opponent: self
                .table
                .opponent
                .as_ref()
                .map_or("human", Opponent::name)
                .to_owned(),
            plans: self.player.plans().to_vec(),
            finish: self
                .finish
                .clone()
                .unwrap_or_else(|| Finish::Open("the game goes on".to_owned())),
        }
    }

    /// A line has been typed.
    fn typed(&mut self, line: &str) -> Result<Next, Trouble> {
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
                    Err(error @ MoveError::NotAMove { .. }) => {
                        self.say(&format!("{error}; `help` lists the commands"))?;
                    }
                    Err(error) => self.say(&error.to_string())?,
                },
            },
        }
        Ok(Next::Stay)
    }

    fn command(&mut self, command: Command, rest: &str) -> Result<Next, Trouble> {
        match command {
            Command::Help if rest.is_empty() => self.out.text(&commands::help())?,
            Command::Help => self.out.text(&commands::help_on(rest))?,
            Command::Moves => self.moves()?,
            Command::Hint => self.hint()?,
            Command::Why => self.why()?,
            Command::Tree => self.tree()?,
            Command::Stats => self.stats()?,
            Command::Trace => self.set_trace(rest)?,
            Command::Mode => self.set_mode(rest)?,
            Command::Undo => self.undo()?,
            Command::Go => self.go()?,
            Command::Claim => self.claim()?,
            Command::Fen => {
                let fen = adv_chess::notation::fen(self.game.position());
                self.say(&fen)?;
            }
            Command::Position => self.position(rest)?,
            Command::Game => self.record()?,
            Command::Board => self.show_board()?,
            Command::Flip => {
                self.table.look.flipped = !self.table.look.flipped;
                self.show_board()?;
            }
            Command::Save => self.save(rest)?,
            Command::New => {
                let game = Game::new(*self.game.start());
                let player = Player::new(self.player.subject(), self.player.mode());
                self.begin(player, self.us, game)?;
            }
            Command::Quit => return self.leave(),
        }
        Ok(Next::Stay)
    }

    /// Another game.
    fn begin(&mut self, player: Player, us: Color, game: Game) -> Result<(), Trouble> {
        self.player = player;
        self.us = us;
        self.game = game;
        self.past.clear();
        self.finish = None;
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
            return self.say("expected a FEN behind `position`, such as `position 8/8/8/4k3/8/3R4/8/2K5 w - - 0 1`");
        }
        let position = match parse_fen(text) {
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

    /// Goes back to before the opponent's last move.
    fn take_back(&mut self) -> bool {
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
            // At a terminal there is somebody who can name another place.
            if let Err(Trouble::Error { message, .. }) = self.save_at_the_end() {
                self.table.save = None;
                self.say(&format!("{message}; the game is still here: `save FILE` writes it elsewhere, `quit` leaves without"))?;
                return Ok(Next::Stay);
            }
        }
        Ok(Next::Leave)
    }
}

/// What comes after a line.
#[derive(PartialEq, Eq)]
pub(super) enum Next {
    Stay,
    Leave,
}
