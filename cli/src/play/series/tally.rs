//! The count of a series.

use std::collections::BTreeMap;

use adv_chess::notation::fen;
use adv_module::UnverifiedModule;
use adv_render::text::{advice_name, stuck_sentence};
use adv_render::{Finish, Played};

use super::game::Ended;
use crate::play::speak;

/// How many games that went wrong are shown.
const SHOWN: usize = 5;

/// What a game comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The program has mated.
    Mate,
    /// The strategy has reached its out-class otherwise.
    Goal,
    /// Its out-class holds where the opponent is stalemated.
    GoalStalemate,
    /// The strategy came to its end, and its out-class does not hold or is not named.
    NoGoal,
    /// The program is mated.
    Mated,
    /// Nobody can move and nobody is in check.
    Stalemate,
    /// A position has occurred three times.
    Repetition,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// Neither side has the men to mate.
    DeadPosition,
    /// A man of the program's was taken, and the program is at its end.
    LostMaterial,
    /// The program has no move.
    Stuck,
    /// A limit was reached.
    Budget,
    /// Too many moves.
    Unfinished,
}

impl Outcome {
    /// All of them, in the order of the report.
    pub const ALL: [Outcome; 13] = [
        Outcome::Mate,
        Outcome::Goal,
        Outcome::GoalStalemate,
        Outcome::NoGoal,
        Outcome::Mated,
        Outcome::Stalemate,
        Outcome::Repetition,
        Outcome::FiftyMoves,
        Outcome::DeadPosition,
        Outcome::LostMaterial,
        Outcome::Stuck,
        Outcome::Budget,
        Outcome::Unfinished,
    ];

    /// The program has done what it is for.
    pub const fn is_good(self) -> bool {
        matches!(self, Outcome::Mate | Outcome::Goal | Outcome::GoalStalemate)
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Outcome::Mate => "mate",
            Outcome::Goal => "goal reached",
            Outcome::GoalStalemate => "goal by stalemate",
            Outcome::NoGoal => "goal not reached",
            Outcome::Mated => "mated",
            Outcome::Stalemate => "draw: stalemate",
            Outcome::Repetition => "draw: repetition",
            Outcome::FiftyMoves => "draw: fifty moves",
            Outcome::DeadPosition => "draw: no men to mate",
            Outcome::LostMaterial => "lost material",
            Outcome::Stuck => "stuck",
            Outcome::Budget => "budget exhausted",
            Outcome::Unfinished => "unfinished",
        }
    }

    /// For tools.
    pub const fn key(self) -> &'static str {
        match self {
            Outcome::Mate => "mate",
            Outcome::Goal => "goal",
            Outcome::GoalStalemate => "goal_stalemate",
            Outcome::NoGoal => "no_goal",
            Outcome::Mated => "mated",
            Outcome::Stalemate => "stalemate",
            Outcome::Repetition => "repetition",
            Outcome::FiftyMoves => "fifty_moves",
            Outcome::DeadPosition => "dead_position",
            Outcome::LostMaterial => "lost_material",
            Outcome::Stuck => "stuck",
            Outcome::Budget => "budget",
            Outcome::Unfinished => "unfinished",
        }
    }
}

/// A game that did not reach its goal.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its number, from 1.
    pub game: u64,
    /// What it comes to.
    pub outcome: Outcome,
    /// How it ended, in a sentence.
    pub sentence: String,
    /// Where it began.
    pub start: String,
    /// Where it ended.
    pub end: String,
}

/// The count.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// By outcome.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Moves of the program in the games that reached their goal.
    pub good_moves: u64,
    /// The longest of those: its moves, its number and where it began.
    pub longest: Option<(u32, u64, String)>,
    /// How often each p-strategy was begun, by what it is called, and how many moves were played in it.
    pub used: BTreeMap<String, (u64, u64)>,
    /// The first games that went wrong.
    pub failures: Vec<Failure>,
}

impl Tally {
    /// Games that reached their goal.
    pub fn good(&self) -> u64 {
        let counts = self.outcomes.iter();
        counts
            .filter(|(outcome, _)| outcome.is_good())
            .map(|(_, count)| count)
            .sum()
    }

    /// Counts a game; `number` is from 1.
    pub fn add(&mut self, module: &UnverifiedModule, number: u64, ended: &Ended) {
        self.games += 1;
        *self.outcomes.entry(ended.outcome).or_default() += 1;
        let start = || fen(ended.game.start());
        if ended.outcome.is_good() {
            let moves = ended.moves();
            self.good_moves += u64::from(moves);
            if self.longest.as_ref().is_none_or(|(most, ..)| moves > *most) {
                self.longest = Some((moves, number, start()));
            }
        } else if self.failures.len() < SHOWN {
            self.failures.push(Failure {
                game: number,
                outcome: ended.outcome,
                sentence: sentence(module, ended),
                start: start(),
                end: fen(ended.game.position()),
            });
        }
        let plans = ended.player.plans();
        for (index, plan) in plans.iter().enumerate() {
            let next = plans
                .get(index + 1)
                .map_or(ended.game.len(), |next| next.from);
            let moves = next.saturating_sub(plan.from).div_ceil(2) as u64;
            let name = plan
                .p_strategy
                .consultation
                .advice
                .map_or("?", |id| advice_name(module, id));
            // The same name at another line is another statement.
            let used = self
                .used
                .entry(match speak::line(module, &plan.p_strategy) {
                    Some(line) => format!("{name}, line {line}"),
                    None => name.to_owned(),
                });
            let (begun, played) = used.or_default();
            *begun += 1;
            *played += moves;
        }
    }
}

/// How a game ended, with the line of the source that it ended at.
fn sentence(module: &UnverifiedModule, ended: &Ended) -> String {
    let text = match &ended.finish {
        Finish::Stuck(stuck) if stuck.origin.strategy.is_some() => stuck_sentence(module, stuck),
        Finish::Stuck(stuck) => speak::stuck(module, stuck),
        finish => Played {
            module,
            game: &ended.game,
            us: ended.us,
            player: String::new(),
            opponent: String::new(),
            plans: Vec::new(),
            finish: finish.clone(),
        }
        .end_sentence(),
    };
    // Where a draw came about, the last p-strategy is what to look at.
    match (&ended.finish, ended.player.plans().last()) {
        (Finish::Stuck(_) | Finish::Failed(_), _) | (_, None) => text,
        (_, Some(plan)) => format!(
            "{text}; last played: {}",
            speak::headline(module, &plan.p_strategy)
        ),
    }
}
