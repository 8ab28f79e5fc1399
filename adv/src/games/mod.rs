//! Games of a program against an opponent, one by one or many as a match.
//!
//! ```text
//!   starts.rs ──position n──▶ game.rs ──GameRecord──▶ tally.rs ──▶ GameTally   whose report is the renderer's
//!                 any thread takes the next game; the results are counted in the order of the games
//! ```
//!
//! Every game has an opponent and a run of its own, so neither the number of threads nor the order in which games end shows in the
//! tally.

mod game;
mod starts;
mod tally;

use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::game::End;
use adv_chess::{Color, Outcome, Position};
use adv_module::Program;
use adv_render::series::GameTally;
use adv_vm::{Engine, Subject};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::engines::Engines;
use crate::opponent::{AnyOpponent, NoReply};
use crate::perfect::PerfectPlay;

pub use game::{GameRecord, GameRules, play_game};
pub use starts::{Draw, DrawError, material_of};

/// Number of games that the threads finish before these are counted, in their order.
const BATCH: u64 = 256;

/// A match: many games of a subject against one kind of opponent.
pub struct Match<'a> {
    /// Engine of the program, which each thread clones.
    pub engine: &'a Engine,
    /// Rules for the games: subject, mode and maximum length.
    pub rules: GameRules,
    /// Positions in which games begin; game n, from 0, begins in the n-th, and after the last comes the first again.
    pub starts: &'a [Position],
    /// The program's side; `None` for the side to move where the subject serves it, else the other side.
    pub side: Option<Color>,
    /// Tables of perfect play, if they are to judge: a draw from a drawn position is then no failure.
    pub perfect: Option<Arc<PerfectPlay>>,
}

/// Error: an opponent failed in a game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentError {
    /// Number of the game, from 1.
    pub game: u64,
    /// The reason why the opponent has no move.
    pub reason: NoReply,
}

impl Match<'_> {
    /// Plays `games` games, the threads of the current rayon pool sharing the work, and counts them.
    ///
    /// `opponent` makes the opponent of a game, whose number is from 0; it gets one that has finished another game, where there is
    /// one. `each` sees every game in the order of the numbers, which are from 1, with the opponent's name. `tick` is called after
    /// every game, by any thread.
    ///
    /// # Errors
    /// The first error of `opponent` and `each`, and an [`OpponentError`] where an opponent has no move.
    pub fn play<E: From<OpponentError> + Send>(
        &self,
        games: u64,
        opponent: impl Fn(u64, Option<AnyOpponent>) -> Result<AnyOpponent, E> + Sync,
        mut each: impl FnMut(u64, &GameRecord, &str) -> Result<(), E>,
        tick: impl Fn() + Sync,
    ) -> Result<GameTally, E> {
        let (engines, resting) = (Engines::of(self.engine), Mutex::default());
        let mut tally = GameTally::default();
        let mut next = 0;
        while next < games {
            let end = (next + BATCH).min(games);
            let batch: Result<Vec<(GameRecord, String)>, E> = (next..end)
                .into_par_iter()
                .map(|number| {
                    let record = self.game(number, &engines, &opponent, &resting);
                    tick();
                    record
                })
                .collect();
            for (number, (record, name)) in (next + 1..).zip(batch?) {
                tally::count(&mut tally, self.engine.module(), number, &record);
                each(number, &record, &name)?;
            }
            next = end;
        }
        Ok(tally)
    }

    /// Plays one game, whose number is from 0, with an engine and an opponent that have finished another game, where there are any.
    fn game<E: From<OpponentError>>(
        &self,
        number: u64,
        engines: &Engines<'_>,
        opponent: &impl Fn(u64, Option<AnyOpponent>) -> Result<AnyOpponent, E>,
        resting: &Mutex<Vec<AnyOpponent>>,
    ) -> Result<(GameRecord, String), E> {
        let lock = || resting.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = lock().pop();
        let mut opponent = opponent(number, rested)?;
        let index = number % self.starts.len().max(1) as u64;
        let start = usize::try_from(index)
            .ok()
            .and_then(|at| self.starts.get(at));
        let start = start.copied().unwrap_or_default();
        let usual = || side_for(self.engine.module(), self.rules.subject, &start);
        let us = self.side.unwrap_or_else(usual);
        let play = |engine: &mut Engine| {
            play_game(engine, &self.rules, &start, us, opponent.as_mut()).map_err(|reason| {
                let game = number + 1;
                OpponentError { game, reason }
            })
        };
        let mut record = engines.with(play)?;
        self.judge(&mut record);
        let name = opponent.name().to_owned();
        lock().push(opponent);
        Ok((record, name))
    }

    /// Corrects the outcome of a game from a drawn position, where tables have the values: a draw is a success, a lost end a loss.
    fn judge(&self, record: &mut GameRecord) {
        let Some(perfect) = &self.perfect else {
            return;
        };
        if perfect.outcome(record.game.start()) != Some(Outcome::Draw) {
            return;
        }
        let end = record.game.position();
        let lost = if end.turn() == record.us {
            Outcome::Loss
        } else {
            Outcome::Win
        };
        let is_dead = record.game.end() == Some(End::DeadPosition);
        let ends_lost = perfect.outcome(end) == Some(lost);
        record.outcome = record.outcome.of_drawn_start(ends_lost, is_dead);
    }
}

/// The side that a subject plays in a position: the side to move where the subject serves it, else the other side where the subject
/// serves that; where it serves neither, the side to move.
pub fn side_for(program: &Program, subject: Subject, start: &Position) -> Color {
    [start.turn(), !start.turn()]
        .into_iter()
        .find(|us| subject.serves(program, &start.with_turn(*us)))
        .unwrap_or(start.turn())
}
