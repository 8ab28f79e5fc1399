//! One game of a series, from its first move to an end that somebody can name.

use adv_chess::game::End;
use adv_chess::{Color, Game, Position};
use adv_render::series::Outcome;
use adv_render::{Finish, Played};
use adv_vm::{Engine, Failure, Mode, Stop, Stuck, StuckCause, Subject};

use crate::messages::counted;
use crate::opponent::{NoReply, Opponent};
use crate::play::interrupt::Interrupt;
use crate::play::player::{Act, Player};
use crate::subject;

/// How the games of a series are played.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// What plays.
    pub subject: Subject,
    /// How long a tree is followed.
    pub mode: Mode,
    /// More moves of the program than this are not played.
    pub max_moves: u32,
}

/// A game that is over.
pub struct Ended {
    /// The record.
    pub game: Game,
    /// The program's side.
    pub us: Color,
    /// The player with its p-strategies.
    pub player: Player,
    /// How it ended.
    pub finish: Finish,
    /// What that comes to.
    pub outcome: Outcome,
}

/// Plays one game; the opponent may be the one to begin.
///
/// # Errors
/// A sentence where the opponent's engine fails.
pub fn play(
    engine: &mut Engine,
    rules: &Rules,
    start: &Position,
    us: Color,
    opponent: &mut Opponent,
) -> Result<Ended, String> {
    let mut table = Table {
        player: Player::new(rules.subject, rules.mode),
        game: Game::new(*start),
        us,
    };
    let finish = table.play(engine, rules, opponent)?;
    let outcome = table.outcome(&finish);
    Ok(Ended {
        game: table.game,
        us,
        player: table.player,
        finish,
        outcome,
    })
}

struct Table {
    player: Player,
    game: Game,
    us: Color,
}

impl Table {
    fn play(
        &mut self,
        engine: &mut Engine,
        rules: &Rules,
        opponent: &mut Opponent,
    ) -> Result<Finish, String> {
        let most = rules.max_moves;
        let mut moves = 0;
        loop {
            let position = *self.game.position();
            let ours = position.turn() == self.us;
            let ply = self.game.len();
            match self.game.end() {
                Some(end @ (End::Checkmate { .. } | End::Stalemate)) => {
                    return Ok(self.rules_end(engine, end, ours, ply));
                }
                Some(end) => return Ok(Finish::Rules(end)),
                None => {}
            }
            if let Some(claim) = self.game.claim() {
                return Ok(Finish::Claimed(claim));
            }
            let mv = if ours {
                if moves == most {
                    return Ok(Finish::Open(format!(
                        "unfinished after {}",
                        counted(most as usize, "move")
                    )));
                }
                moves += 1;
                let reply = self.game.moves().last().copied();
                match self.player.act(engine, &position, reply, ply) {
                    Act::Move(m, _) => m,
                    Act::Done(done) => return Ok(Finish::Done(done)),
                    Act::Stuck(stuck) => return Ok(Finish::Stuck(stuck)),
                    Act::Refused(failure) => return Ok(Finish::Failed(failure)),
                }
            } else {
                match opponent.reply(&self.game, &Interrupt::never()) {
                    Ok(m) => m,
                    Err(NoReply::Failed(sentence)) => return Err(sentence),
                    Err(NoReply::Interrupted) => return Err("interrupted".to_owned()),
                }
            };
            self.game.play(mv).map_err(|error| error.to_string())?;
        }
    }

    /// Mate or stalemate: the strategy is told, so that its goal is judged.
    fn rules_end(&mut self, engine: &mut Engine, end: End, ours: bool, ply: usize) -> Finish {
        let act = if ours {
            let position = *self.game.position();
            let reply = self.game.moves().last().copied();
            self.player
                .at()
                .is_some()
                .then(|| self.player.act(engine, &position, reply, ply))
        } else {
            self.player.no_reply(engine, ply)
        };
        match act {
            Some(Act::Done(done)) => Finish::Done(done),
            _ => Finish::Rules(end),
        }
    }

    fn outcome(&self, finish: &Finish) -> Outcome {
        if let Some(End::Checkmate { winner }) = self.game.end() {
            return if winner == self.us {
                Outcome::Mate
            } else {
                Outcome::Mated
            };
        }
        let lost = self.has_lost_men();
        match finish {
            Finish::Done(done) if self.game.end() == Some(End::Stalemate) => match done.goal {
                Some(true) => Outcome::GoalStalemate,
                Some(false) | None => Outcome::Stalemate,
            },
            Finish::Done(done) if done.goal == Some(true) => Outcome::Goal,
            Finish::Done(_) => Outcome::NoGoal,
            Finish::Rules(End::Stalemate) => Outcome::Stalemate,
            Finish::Rules(_) | Finish::Stuck(_) | Finish::Failed(_) if lost => {
                Outcome::LostMaterial
            }
            Finish::Rules(End::DeadPosition) => Outcome::DeadPosition,
            Finish::Rules(End::SeventyFive) => Outcome::FiftyMoves,
            Finish::Rules(_) => Outcome::Repetition,
            Finish::Claimed(adv_chess::game::Claim::Threefold) => Outcome::Repetition,
            Finish::Claimed(adv_chess::game::Claim::FiftyMoves) => Outcome::FiftyMoves,
            Finish::Stuck(stuck) => match stuck.as_ref() {
                Stuck {
                    cause: StuckCause::Failure(failure),
                    ..
                } => refused(failure),
                _ => Outcome::Stuck,
            },
            Finish::Failed(failure) => refused(failure),
            Finish::Open(_) => Outcome::Unfinished,
        }
    }

    /// A man of ours was taken; a pawn that was promoted is none that was lost.
    fn has_lost_men(&self) -> bool {
        let men = |position: &Position| position.side(self.us).count_ones();
        men(self.game.position()) < men(self.game.start())
    }
}

fn refused(failure: &Failure) -> Outcome {
    match failure {
        Failure::Stopped {
            stop: Stop::Fuel | Stop::Positions | Stop::Depth | Stop::Interrupted | Stop::NoValue,
            ..
        } => Outcome::Budget,
        Failure::OtherMaterial { .. } | Failure::OtherSide { .. } | Failure::InClass { .. } => {
            Outcome::Stuck
        }
    }
}

impl Ended {
    /// The game as it is written down.
    pub fn played<'a>(&'a self, engine: &'a Engine, opponent: &str) -> Played<'a> {
        let module = engine.module();
        Played {
            module,
            game: &self.game,
            us: self.us,
            player: subject::name(module, self.player.subject()).to_owned(),
            opponent: opponent.to_owned(),
            plans: self.player.plans().to_vec(),
            finish: self.finish.clone(),
        }
    }

    /// How many moves the program has played.
    pub fn moves(&self) -> u32 {
        let first = u32::from(self.game.start().turn() == self.us);
        let plies = u32::try_from(self.game.len()).unwrap_or(u32::MAX);
        plies.saturating_add(first) / 2
    }
}
