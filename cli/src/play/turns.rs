//! Turns of a session: the program moves, the opponent moves, and each time the game may be over.

use std::sync::Arc;

use adv::chess::{End, Move, san};
use adv::render::text::numbered;
use adv::render::{Finish, Plan, Played, sentences};
use adv::whole::WrittenAct;
use adv::{Act, NoReply, PStrategy, Player, Stop};

use crate::work::{CpuClock, cpu_time};
use crate::{Exit, Trouble, subject};

use super::session::PromptSession;

impl PromptSession {
    /// Lets the session's program think and move.
    pub(super) fn our_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let position = *self.game.position();
        let ply = self.game.len();
        let reply = self.game.moves().last().copied();
        if let Some(written) = &mut self.written {
            let act = written.act(&position, reply);
            return self.written_turn(act);
        }
        let Some(player) = &mut self.player else {
            return Ok(());
        };
        let _ = self.engine.traced();
        let clock = self.times.then(CpuClock::start).transpose()?;
        let act = player.act(&mut self.engine, &position, reply, ply);
        let seconds = clock.map(|clock| clock.seconds()).transpose()?;
        if act.stop() == Some(Stop::Interrupted) {
            self.interrupt.take();
            return self.interrupted();
        }
        match act {
            Act::Move(m, plan) => {
                (self.first, self.last) = (false, None);
                let mut why = "goes on".to_owned();
                if let Some(plan) = &plan {
                    why = sentences::headline(self.engine.module(), plan);
                    if let Some(because) = &plan.consultation.because {
                        why.push_str(&format!(": {because}"));
                    }
                }
                self.push(m)?;
                self.say(&format!("{}    {why}", numbered(&position, m)))?;
                if self.trace.is_some() {
                    self.show_trace(plan.as_deref())?;
                }
                if let Some(seconds) = seconds {
                    self.say(&format!("  time: {}", cpu_time(seconds)))?;
                }
                if self.opponent.is_none() {
                    self.show_board()?;
                }
                self.settle()
            }
            Act::Refused(failure) if self.us.is_none() || (self.first && self.game.is_empty()) => {
                let (module, name) = (self.engine.module(), self.rulebook.name());
                let subject = player.subject();
                Err(subject::tell(&failure, module, name, subject, &position))
            }
            Act::Refused(failure) => self.over(Finish::Failed(failure)),
            Act::Stuck(stuck) => {
                self.show_search()?;
                self.over(Finish::Stuck(stuck))
            }
            Act::Done(done) => self.over(Finish::Done(done)),
        }
    }

    /// Plays the move of the file of a p-strategy, or says why it has none.
    fn written_turn(&mut self, act: WrittenAct) -> Result<(), Trouble> {
        let end = match act {
            WrittenAct::Move { mv, why, end } => {
                let line = numbered(self.game.position(), mv);
                self.push(mv)?;
                self.say(&format!("{line}    {why}"))?;
                if self.opponent.is_none() {
                    self.show_board()?;
                }
                end
            }
            WrittenAct::End(end) => Some(end),
            WrittenAct::Open(why) => {
                return self.over(Finish::Open(format!(
                    "the p-strategy is left open here ({why}): it does not say what is played"
                )));
            }
            WrittenAct::Left => {
                let last = self.game.moves().last();
                let before = self.game.positions().iter().rev().nth(1);
                let reply = match (before, last) {
                    (Some(before), Some(last)) => numbered(before, *last),
                    _ => "this position".to_owned(),
                };
                return self.over(Finish::Open(format!(
                    "{reply} leaves the p-strategy, which says nothing of it"
                )));
            }
        };
        match end {
            // What the board shows is said without the file.
            Some(end) if self.game.end().is_none() => {
                let words = end.says.as_ref().unwrap_or(&end.kind);
                let goal = match end.goal {
                    Some(true) => "; the goal is reached",
                    Some(false) => "; the goal is not reached",
                    None => "",
                };
                self.over(Finish::Open(format!("the file says: {words}{goal}")))
            }
            _ => self.settle(),
        }
    }

    /// Plays a move on the board.
    pub(super) fn push(&mut self, m: Move) -> Result<(), Trouble> {
        let played = self.game.play(m);
        played.map_err(|error| Trouble::new(error.to_string()))
    }

    /// Handles an interrupted search: takes back the opponent's move that it was to answer, so that nothing is half done.
    fn interrupted(&mut self) -> Result<(), Trouble> {
        let is_answer = self.past.last();
        let is_answer = is_answer.is_some_and(|(len, ..)| *len + 1 == self.game.len());
        let Some(reply) = self.game.moves().last().copied().filter(|_| is_answer) else {
            return self.pause("the search is interrupted");
        };
        self.take_back();
        let word = san(self.game.position(), reply);
        self.paused = self.opponent.is_some();
        let more = match self.paused {
            true => "; `go` lets the game go on",
            false => "",
        };
        self.say(&format!(
            "the search is interrupted, and {word} is taken back{more}"
        ))
    }

    pub(super) fn pause(&mut self, sentence: &str) -> Result<(), Trouble> {
        let is_persons = self.opponent.is_none() && self.us != Some(self.game.position().turn());
        if !self.is_on() || is_persons {
            return self.say("interrupted");
        }
        self.paused = true;
        self.say(&format!("{sentence}; `go` lets it go on"))
    }

    /// Lets an opponent that is no person move; a person's moves come from the prompt.
    pub(super) fn their_turn(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        let Some(opponent) = &mut self.opponent else {
            return Ok(());
        };
        match opponent.reply(&self.game) {
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
                Err(Trouble::with_exit(Exit::Opponent, sentence))
            }
        }
    }

    /// Plays the opponent's move, and keeps the player before it for taking it back.
    pub(super) fn replied(&mut self, reply: Move) -> Result<(), Trouble> {
        let before = *self.game.position();
        let players = (self.player.clone(), self.written.clone());
        self.past.push((self.game.len(), players.0, players.1));
        self.push(reply)?;
        // A move typed at the prompt is already on the screen.
        if !self.input.is_terminal() || self.opponent.is_some() {
            self.say(&numbered(&before, reply))?;
        }
        self.settle()
    }

    /// Ends the game where the last move has ended it.
    pub(super) fn settle(&mut self) -> Result<(), Trouble> {
        match self.game.end() {
            Some(end) if !self.is_on() => self.say(&end.to_string()),
            Some(end @ (End::Checkmate { .. } | End::Stalemate)) => {
                let (engine, game) = (&mut self.engine, &self.game);
                let player = self.player.as_mut().zip(self.us);
                let done = player.and_then(|(player, us)| player.at_the_end(engine, game, us));
                self.over(done.map_or(Finish::Rules(end), Finish::Done))
            }
            Some(end) => self.over(Finish::Rules(end)),
            None if !self.is_on() => Ok(()),
            None => match self.game.claim() {
                Some(claim) if self.opponent.is_some() => self.over(Finish::Claimed(claim)),
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
        if !self.is_on() {
            self.finish = Some(finish);
            let sentence = self.end_sentence();
            self.finish = None;
            return self.say(&sentence);
        }
        // A person has seen the board with the move.
        if self.opponent.is_some() || matches!(finish, Finish::Stuck(_) | Finish::Failed(_)) {
            self.show_board()?;
        }
        self.finish = Some(finish);
        let sentence = self.end_sentence();
        let sentence = self.with_result(sentence);
        self.say(&sentence)?;
        self.show_record()
    }

    /// Shows the record of the game, at its end or where the session ends before.
    pub(super) fn show_record(&mut self) -> Result<(), Trouble> {
        let movetext = self.game.movetext();
        if movetext.is_empty() {
            return Ok(());
        }
        let record = self.with_result(format!("the game: {movetext}"));
        self.say(&record)
    }

    /// Text with the result of the game after it, where there is one.
    fn with_result(&self, text: String) -> String {
        match self.played().result() {
            "*" => text,
            result => format!("{text}  {result}"),
        }
    }

    /// Sentence on the end of the game.
    pub(super) fn end_sentence(&self) -> String {
        match &self.finish {
            Some(Finish::Stuck(stuck)) => sentences::stuck(self.engine.module(), stuck),
            _ => self.played().end_sentence(),
        }
    }

    /// Game with its plans and its end, in the form that PGN, pages and JSON are written from.
    pub(super) fn played(&self) -> Played<'_> {
        let module = self.engine.module();
        let opponent = self.opponent.as_ref().map_or("human", |of| of.name());
        let player = match (&self.player, &self.written) {
            (_, Some(written)) => written.file().subject.name.clone(),
            (Some(player), None) => player.subject().name(module).to_owned(),
            (None, None) => "human".to_owned(),
        };
        let goes_on = || Finish::Open("the game goes on".to_owned());
        Played {
            module,
            game: &self.game,
            us: self.side_of_us(),
            player,
            opponent: opponent.to_owned(),
            plans: self.plans().to_vec(),
            finish: self.finish.clone().unwrap_or_else(goes_on),
        }
    }

    /// P-strategies of the game so far.
    pub(super) fn plans(&self) -> &[Plan] {
        self.player.as_ref().map_or(&[], Player::plans)
    }

    /// P-strategy of the program's last move, and the index of that move in its tree.
    ///
    /// # Errors
    /// Where the program has not moved; `what` says what it has not done.
    pub(super) fn followed(&self, what: &str) -> Result<(Arc<PStrategy>, usize), Trouble> {
        let at = self.player.as_ref().and_then(Player::at);
        let at = at.map(|(p_strategy, node)| (p_strategy.clone(), node));
        at.ok_or_else(|| trouble!("the program has not {what} yet"))
    }
}
