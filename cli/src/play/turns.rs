//! Turns of a session: the program moves, the opponent moves, and each time the game may be over.

use adv::chess::End;
use adv::chess::Move;
use adv::chess::san;
use adv::render::text::numbered;
use adv::render::{Finish, Played};
use adv::{Act, NoReply, Stop};

use super::session::PlaySession;
use crate::exit::Trouble;
use crate::opponent::Opponent;
use crate::subject;
use crate::work::{CpuClock, cpu_time};
use adv::render::sentences;

impl PlaySession {
    /// Lets the session's program think and move.
    pub(super) fn our_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let position = *self.game.position();
        let ply = self.game.len();
        let reply = self.game.moves().last().copied();
        let _ = self.table.engine.traced();
        let clock = self.table.times.then(CpuClock::start).transpose()?;
        let act = self
            .player
            .act(&mut self.table.engine, &position, reply, ply);
        let seconds = clock.map(|clock| clock.seconds()).transpose()?;
        if act.stop() == Some(Stop::Interrupted) {
            self.interrupt.take();
            return self.interrupted();
        }
        match act {
            Act::Move(m, plan) => {
                self.first = false;
                self.game
                    .play(m)
                    .map_err(|error| Trouble::new(format!("the program's move: {error}")))?;
                let module = self.table.engine.module();
                let mut line = numbered(&position, m);
                match &plan {
                    Some(plan) => {
                        line.push_str(&format!("    {}", sentences::headline(module, plan)));
                        if let Some(because) = &plan.consultation.because {
                            line.push_str(&format!(": {because}"));
                        }
                    }
                    None => line.push_str("    goes on"),
                }
                self.say(&line)?;
                if self.table.trace.is_some() {
                    self.trace(plan.as_deref())?;
                }
                if let Some(seconds) = seconds {
                    self.say(&format!("  time: {}", cpu_time(seconds)))?;
                }
                if self.table.opponent.is_none() {
                    self.show_board()?;
                }
                self.settle()
            }
            Act::Refused(failure) if self.first && self.game.is_empty() => Err(subject::tell(
                &failure,
                self.table.engine.module(),
                &self.table.program,
                self.player.subject(),
                &position,
                &self.table.messages,
            )),
            Act::Refused(failure) => self.over(Finish::Failed(failure)),
            Act::Stuck(stuck) => {
                self.trace_search()?;
                self.over(Finish::Stuck(stuck))
            }
            Act::Done(done) => self.over(Finish::Done(done)),
        }
    }

    /// Handles an interrupted search: takes back the opponent's move that it was to answer, so that nothing is half done.
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

    pub(super) fn pause(&mut self, sentence: &str) -> Result<(), Trouble> {
        self.paused = true;
        self.say(&format!("{sentence}; `go` lets it go on"))
    }

    /// Lets an opponent that is no person move; a person's moves come from the prompt.
    pub(super) fn their_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let Some(opponent) = &mut self.table.opponent else {
            return Ok(());
        };
        match opponent.reply_or_stop(&self.game, &self.interrupt) {
            Ok(reply) => self.replied(reply),
            Err(NoReply::Interrupted) => {
                self.interrupt.take();
                self.pause("the opponent is interrupted")
            }
            Err(NoReply::Ended(sentence)) => self.over(Finish::Open(sentence)),
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

    /// Plays the opponent's move, and keeps the player before it for taking it back.
    pub(super) fn replied(&mut self, reply: Move) -> Result<(), Trouble> {
        let before = *self.game.position();
        self.past.push((self.game.len(), self.player.clone()));
        self.game
            .play(reply)
            .map_err(|error| Trouble::new(format!("the opponent's move: {error}")))?;
        // A move typed at the prompt is already on the screen.
        if !self.table.terminal || self.table.opponent.is_some() {
            self.say(&numbered(&before, reply))?;
        }
        self.settle()
    }

    /// Ends the game where the last move has ended it.
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

    pub(super) fn over(&mut self, finish: Finish) -> Result<(), Trouble> {
        // A person has seen the board with the move.
        if self.table.opponent.is_some() || matches!(finish, Finish::Stuck(_) | Finish::Failed(_)) {
            self.show_board()?;
        }
        self.finish = Some(finish);
        let sentence = self.end_sentence();
        let result = self.played().result();
        if result == "*" {
            self.say(&sentence)?;
        } else {
            self.say(&format!("{sentence}  {result}"))?;
        }
        self.show_record()
    }

    /// Shows the record of the game, at its end or where the session ends before.
    pub(super) fn show_record(&mut self) -> Result<(), Trouble> {
        let movetext = self.game.movetext();
        if movetext.is_empty() {
            return Ok(());
        }
        match self.played().result() {
            "*" => self.say(&format!("the game: {movetext}")),
            result => self.say(&format!("the game: {movetext}  {result}")),
        }
    }

    /// Sentence on the end of the game.
    pub(super) fn end_sentence(&self) -> String {
        match &self.finish {
            Some(Finish::Stuck(stuck)) => sentences::stuck(self.table.engine.module(), stuck),
            _ => self.played().end_sentence(),
        }
    }

    /// Game with its plans and its end, in the form that PGN, pages and JSON are written from.
    pub(super) fn played(&self) -> Played<'_> {
        let module = self.table.engine.module();
        Played {
            module,
            game: &self.game,
            us: self.us,
            player: self.player.subject().name(module).to_owned(),
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
}
