//! One game, from its first move to a named end.

use adv_chess::game::End;
use adv_chess::{Color, Game, Position};
use adv_module::Program;
use adv_render::series::GameOutcome;
use adv_render::text::many;
use adv_render::{Finish, Played};
use adv_vm::{Engine, Failure, Mode, StuckCause, Subject};

use crate::opponent::{NoReply, Opponent};
use crate::player::{Act, Player};

/// Rules of games for the program: its subject and mode, and the maximum length of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// The strategy, table or piece-of-advice that plays.
    pub subject: Subject,
    /// Mode of following a p-strategy's tree: to a leaf, or for one move.
    pub mode: Mode,
    /// Number of moves of the program after which a game ends unfinished.
    pub max_moves: u32,
}

impl GameRules {
    /// The usual rules for a subject: the strong mode, and at most 200 moves.
    pub const fn new(subject: Subject) -> GameRules {
        GameRules {
            subject,
            mode: Mode::Strong,
            max_moves: 200,
        }
    }
}

/// Record of a game that is over.
pub struct GameRecord {
    /// The game with its start and moves.
    pub game: Game,
    /// The side that the program played.
    pub us: Color,
    /// The program's player, with the p-strategies of the game.
    pub player: Player,
    /// The reason why the game ended.
    pub finish: Finish,
    /// The outcome of the game as a tally counts it.
    pub outcome: GameOutcome,
}

/// Plays one game from a position, the program playing `us`; the opponent may be the one to begin. A draw by repetition or by fifty
/// moves is claimed at once.
///
/// # Errors
/// [`NoReply`] where the opponent fails. That the program is stuck, that an opponent plays no more, or reaches a limit, is an end of the
/// game and no error.
///
/// ```
/// use adv::{GameRules, Limits, Names, Random, Rulebook, Subject, play_game, position};
///
/// let rulebook = Rulebook::load("hello.adv", include_str!("../../../examples/hello.adv"))?;
/// let mut engine = rulebook.engine(Limits::default());
/// let start = position("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")?;
/// let subject = Subject::choose(rulebook.program(), &Names::default(), &start)?;
/// let rules = GameRules::new(subject);
/// let record = play_game(&mut engine, &rules, &start, start.turn(), &mut Random::new(1))?;
/// assert_eq!(record.game.movetext(), "1. Qg7#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game(
    engine: &mut Engine,
    rules: &GameRules,
    start: &Position,
    us: Color,
    opponent: &mut dyn Opponent,
) -> Result<GameRecord, NoReply> {
    let mut record = GameRecord {
        game: Game::new(*start),
        us,
        player: Player::new(rules.subject, rules.mode),
        finish: Finish::Open(String::new()),
        outcome: GameOutcome::Unfinished,
    };
    record.finish = record.play(engine, rules, opponent)?;
    record.outcome = record.outcome();
    Ok(record)
}

impl GameRecord {
    fn play(
        &mut self,
        engine: &mut Engine,
        rules: &GameRules,
        opponent: &mut dyn Opponent,
    ) -> Result<Finish, NoReply> {
        let most = rules.max_moves;
        let mut moves = 0;
        loop {
            let position = *self.game.position();
            let ours = position.turn() == self.us;
            let ply = self.game.len();
            match self.game.end() {
                Some(end @ (End::Checkmate { .. } | End::Stalemate)) => {
                    let done = self.player.at_the_end(engine, &self.game, self.us);
                    return Ok(done.map_or(Finish::Rules(end), Finish::Done));
                }
                Some(end) => return Ok(Finish::Rules(end)),
                None => {}
            }
            if let Some(claim) = self.game.claim() {
                return Ok(Finish::Claimed(claim));
            }
            let mv = if ours {
                if moves == most {
                    return Ok(Finish::Open(unfinished(most)));
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
                match opponent.reply(&self.game) {
                    Ok(reply) => reply,
                    Err(NoReply::Ended(sentence)) => return Ok(Finish::Open(sentence)),
                    Err(error) => return Err(error),
                }
            };
            let played = self.game.play(mv);
            played.map_err(|error| NoReply::Failed(error.to_string()))?;
        }
    }

    fn outcome(&self) -> GameOutcome {
        if let Some(End::Checkmate { winner }) = self.game.end() {
            return if winner == self.us {
                GameOutcome::Mate
            } else {
                GameOutcome::Mated
            };
        }
        let lost = self.has_lost_men();
        match &self.finish {
            Finish::Done(done) if self.game.end() == Some(End::Stalemate) => match done.goal {
                Some(true) => GameOutcome::GoalStalemate,
                Some(false) | None => GameOutcome::Stalemate,
            },
            Finish::Done(done) if done.goal == Some(true) => GameOutcome::Goal,
            Finish::Done(_) => GameOutcome::NoGoal,
            Finish::Rules(End::Stalemate) => GameOutcome::Stalemate,
            Finish::Rules(_) | Finish::Stuck(_) | Finish::Failed(_) if lost => {
                GameOutcome::LostMaterial
            }
            Finish::Rules(End::DeadPosition) => GameOutcome::DeadPosition,
            Finish::Rules(End::SeventyFive) => GameOutcome::FiftyMoves,
            Finish::Rules(_) => GameOutcome::Repetition,
            Finish::Claimed(adv_chess::game::Claim::Threefold) => GameOutcome::Repetition,
            Finish::Claimed(adv_chess::game::Claim::FiftyMoves) => GameOutcome::FiftyMoves,
            Finish::Stuck(stuck) => match &stuck.cause {
                StuckCause::Failure(failure) => refused(failure),
                _ => GameOutcome::Stuck,
            },
            Finish::Failed(failure) => refused(failure),
            Finish::Open(_) => GameOutcome::Unfinished,
        }
    }

    /// True where the program has fewer men than at the start; a promoted pawn is not lost.
    fn has_lost_men(&self) -> bool {
        let men = |position: &Position| position.side(self.us).count_ones();
        men(self.game.position()) < men(self.game.start())
    }

    /// The game in the form in which the renderer writes it down, against an opponent with this name.
    pub fn played<'a>(&'a self, module: &'a Program, opponent: &str) -> Played<'a> {
        Played {
            module,
            game: &self.game,
            us: self.us,
            player: self.player.subject().name(module).to_owned(),
            opponent: opponent.to_owned(),
            plans: self.player.plans().to_vec(),
            finish: self.finish.clone(),
        }
    }

    /// Number of moves that the program has played.
    pub fn moves(&self) -> u32 {
        let first = u32::from(self.game.start().turn() == self.us);
        let plies = u32::try_from(self.game.len()).unwrap_or(u32::MAX);
        plies.saturating_add(first) / 2
    }
}

fn refused(failure: &Failure) -> GameOutcome {
    match failure.is_stop() {
        true => GameOutcome::Budget,
        false => GameOutcome::Stuck,
    }
}

/// Sentence on a game that ended unfinished after so many moves of the program.
fn unfinished(moves: u32) -> String {
    match moves {
        0 => "unfinished after no moves".to_owned(),
        some => format!("unfinished after {}", many(some.into(), "move", "moves")),
    }
}
