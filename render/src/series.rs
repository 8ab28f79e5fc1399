//! A series: many games of a program against one opponent, counted by what they came to.
//!
//! ```text
//! strategy K-R-VS-K against random, strong mode, from random positions (seed 1)
//!
//! games                             40
//!   mate                            38    95.0 %
//!   stuck                            2     5.0 %
//!
//! moves to the goal, mean                10.8
//! …
//! ```
//!
//! As JSON: `series` of `docs/schema/outcome.json`. Nothing in it depends on the time or the number of threads.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::text::thousands;

/// A series that is over.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    /// `strategy K-R-VS-K`
    pub player: &'a str,
    /// The opponent.
    pub opponent: &'a str,
    /// Where the games began.
    pub from: &'a str,
    /// `strong` or `weak`.
    pub mode: &'a str,
    /// What the games came to.
    pub tally: &'a GameTally,
}

/// What a game comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameOutcome {
    /// The program has mated.
    Mate,
    /// The strategy has reached its out-class otherwise.
    Goal,
    /// Its out-class holds where the opponent is stalemated.
    GoalStalemate,
    /// The strategy came to its end, and its out-class does not hold or is not named.
    NoGoal,
    /// The program has held a drawn position for fifty moves.
    HeldFiftyMoves,
    /// It has held one until a position had occurred three times.
    HeldRepetition,
    /// It has held one until a side was stalemated.
    HeldStalemate,
    /// It has held one until neither side had the men to mate.
    HeldDead,
    /// It was in a drawn position when the game began, and is mated or lost by now.
    Lost,
    /// The program is mated.
    Mated,
    /// The side to move has no legal move and is not in check.
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

impl GameOutcome {
    /// All of them, in the order of the report.
    pub const ALL: [GameOutcome; 18] = [
        GameOutcome::Mate,
        GameOutcome::Goal,
        GameOutcome::GoalStalemate,
        GameOutcome::HeldFiftyMoves,
        GameOutcome::HeldRepetition,
        GameOutcome::HeldStalemate,
        GameOutcome::HeldDead,
        GameOutcome::NoGoal,
        GameOutcome::Lost,
        GameOutcome::Mated,
        GameOutcome::Stalemate,
        GameOutcome::Repetition,
        GameOutcome::FiftyMoves,
        GameOutcome::DeadPosition,
        GameOutcome::LostMaterial,
        GameOutcome::Stuck,
        GameOutcome::Budget,
        GameOutcome::Unfinished,
    ];

    /// The program has done what it is for, or what the position allows.
    pub const fn is_good(self) -> bool {
        self.is_reached()
            || matches!(
                self,
                GameOutcome::HeldFiftyMoves
                    | GameOutcome::HeldRepetition
                    | GameOutcome::HeldStalemate
                    | GameOutcome::HeldDead
            )
    }

    /// The program has reached something, so that it is of interest in how many moves.
    pub const fn is_reached(self) -> bool {
        matches!(
            self,
            GameOutcome::Mate | GameOutcome::Goal | GameOutcome::GoalStalemate
        )
    }

    /// What the outcome of a game comes to that began in a drawn position, where it is known what positions are worth.
    #[must_use]
    pub const fn of_drawn_start(self, ends_lost: bool, ends_dead: bool) -> GameOutcome {
        match self {
            GameOutcome::FiftyMoves => GameOutcome::HeldFiftyMoves,
            GameOutcome::Repetition => GameOutcome::HeldRepetition,
            GameOutcome::Stalemate => GameOutcome::HeldStalemate,
            GameOutcome::DeadPosition => GameOutcome::HeldDead,
            GameOutcome::LostMaterial if ends_dead => GameOutcome::HeldDead,
            GameOutcome::LostMaterial | GameOutcome::Stuck | GameOutcome::Unfinished
                if ends_lost =>
            {
                GameOutcome::Lost
            }
            GameOutcome::Mated => GameOutcome::Lost,
            other => other,
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            GameOutcome::Mate => "mate",
            GameOutcome::Goal => "goal reached",
            GameOutcome::GoalStalemate => "goal by stalemate",
            GameOutcome::NoGoal => "goal not reached",
            GameOutcome::HeldFiftyMoves => "held (fifty moves)",
            GameOutcome::HeldRepetition => "held (repetition)",
            GameOutcome::HeldStalemate => "held (stalemate)",
            GameOutcome::HeldDead => "held (no men to mate)",
            GameOutcome::Lost => "lost",
            GameOutcome::Mated => "mated",
            GameOutcome::Stalemate => "draw: stalemate",
            GameOutcome::Repetition => "draw: repetition",
            GameOutcome::FiftyMoves => "draw: fifty moves",
            GameOutcome::DeadPosition => "draw: no men to mate",
            GameOutcome::LostMaterial => "lost material",
            GameOutcome::Stuck => "stuck",
            GameOutcome::Budget => "budget exhausted",
            GameOutcome::Unfinished => "unfinished",
        }
    }

    /// For tools.
    pub const fn key(self) -> &'static str {
        match self {
            GameOutcome::Mate => "mate",
            GameOutcome::Goal => "goal",
            GameOutcome::GoalStalemate => "goal_stalemate",
            GameOutcome::NoGoal => "no_goal",
            GameOutcome::HeldFiftyMoves => "held_fifty_moves",
            GameOutcome::HeldRepetition => "held_repetition",
            GameOutcome::HeldStalemate => "held_stalemate",
            GameOutcome::HeldDead => "held_dead_position",
            GameOutcome::Lost => "lost",
            GameOutcome::Mated => "mated",
            GameOutcome::Stalemate => "stalemate",
            GameOutcome::Repetition => "repetition",
            GameOutcome::FiftyMoves => "fifty_moves",
            GameOutcome::DeadPosition => "dead_position",
            GameOutcome::LostMaterial => "lost_material",
            GameOutcome::Stuck => "stuck",
            GameOutcome::Budget => "budget",
            GameOutcome::Unfinished => "unfinished",
        }
    }
}

/// A game that did not reach its goal.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its number, from 1.
    pub game: u64,
    /// What it comes to.
    pub outcome: GameOutcome,
    /// How it ended, in a sentence.
    pub sentence: String,
    /// Where it began.
    pub start: String,
    /// Where it ended.
    pub end: String,
}

/// The count.
#[derive(Clone, Debug, Default)]
pub struct GameTally {
    /// Games.
    pub games: u64,
    /// By outcome, in the order of [`GameOutcome::ALL`].
    pub outcomes: BTreeMap<GameOutcome, u64>,
    /// Moves of the program in the games in which something was reached.
    pub good_moves: u64,
    /// The longest of those: its moves, its number and where it began.
    pub longest: Option<(u32, u64, String)>,
    /// How often each p-strategy was begun, by what it is called, and how many moves were played in it.
    pub used: BTreeMap<String, (u64, u64)>,
    /// The first games that went wrong.
    pub failures: Vec<Failure>,
}

impl GameTally {
    /// Games in which the program did what it is for, or what the position allows.
    pub fn good(&self) -> u64 {
        self.count(GameOutcome::is_good)
    }

    /// Games in which something was reached.
    fn reached(&self) -> u64 {
        self.count(GameOutcome::is_reached)
    }

    /// Games that were drawn from a drawn position.
    fn held(&self) -> u64 {
        self.good() - self.reached()
    }

    fn count(&self, which: impl Fn(GameOutcome) -> bool) -> u64 {
        let counts = self.outcomes.iter();
        counts
            .filter(|(outcome, _)| which(**outcome))
            .map(|(_, count)| count)
            .sum()
    }
}

/// For people. Lines end with a line feed, the last as well.
pub fn text(series: &Series<'_>) -> String {
    let tally = series.tally;
    let mut text = format!(
        "{} against {}, {} mode, from {}\n\n",
        series.player, series.opponent, series.mode, series.from
    );
    let mut count = |what: &str, number: u64, remark: &str| {
        let line = format!("{what:24}{:>12}  {remark}", thousands(number));
        let _ = writeln!(text, "{}", line.trim_end());
    };
    count("games", tally.games, "");
    for outcome in GameOutcome::ALL {
        if let Some(&number) = tally.outcomes.get(&outcome) {
            let share = percent(number, tally.games);
            count(&format!("  {}", outcome.words()), number, &share);
        }
    }
    let held = tally.held();
    if held > 0 {
        let share = percent(held, tally.games);
        count("held, all in all", held, &share);
    }
    if let Some((moves, game, fen)) = &tally.longest {
        let _ = writeln!(text, "\nmoves to the goal, mean {:>19.1}", mean(tally));
        let _ = writeln!(
            text,
            "moves to the goal, most {:>17}    game {game}: {fen}",
            thousands(u64::from(*moves))
        );
    }
    if !tally.used.is_empty() {
        let width = tally
            .used
            .keys()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0)
            .max(22);
        let _ = writeln!(
            text,
            "\n{:width$}  {:>12}  {:>12}",
            "used", "times", "moves"
        );
        for (name, (times, moves)) in by_use(tally) {
            let _ = writeln!(
                text,
                "{name:width$}  {:>12}  {:>12}",
                thousands(times),
                thousands(moves)
            );
        }
    }
    let wrong = tally.games - tally.good();
    if wrong > 0 {
        let shown = tally.failures.len() as u64;
        let head = match wrong {
            1 => "1 game did not reach its goal:".to_owned(),
            more if more == shown => format!("{more} games did not reach their goal:"),
            more => format!(
                "{} games did not reach their goal, the first {shown}:",
                thousands(more)
            ),
        };
        let _ = writeln!(text, "\n{head}");
        for failure in &tally.failures {
            let _ = writeln!(text, "  game {}: {}", failure.game, failure.sentence);
            let _ = writeln!(text, "    from  {}", failure.start);
            let _ = writeln!(text, "    at    {}", failure.end);
        }
    }
    text
}

/// For tools.
pub fn json(series: &Series<'_>) -> Value {
    let tally = series.tally;
    let outcomes: serde_json::Map<String, Value> = tally
        .outcomes
        .iter()
        .map(|(outcome, count)| (outcome.key().to_owned(), (*count).into()))
        .collect();
    let used: Vec<Value> = by_use(tally)
        .into_iter()
        .map(|(name, (times, moves))| json!({ "name": name, "times": times, "moves": moves }))
        .collect();
    let failures: Vec<Value> = tally
        .failures
        .iter()
        .map(|failure| {
            json!({
                "game": failure.game,
                "outcome": failure.outcome.key(),
                "sentence": failure.sentence,
                "start": failure.start,
                "end": failure.end,
            })
        })
        .collect();
    let longest = tally
        .longest
        .as_ref()
        .map(|(moves, game, fen)| json!({ "moves": moves, "game": game, "start": fen }));
    json!({
        "player": series.player,
        "opponent": series.opponent,
        "mode": series.mode,
        "from": series.from,
        "games": tally.games,
        "good": tally.good(),
        "held": tally.held(),
        "outcomes": outcomes,
        "mean_moves": tally.longest.as_ref().map(|_| mean(tally)),
        "longest": longest,
        "used": used,
        "failures": failures,
    })
}

/// The most used first; names break ties.
fn by_use(tally: &GameTally) -> Vec<(&str, (u64, u64))> {
    let mut used: Vec<(&str, (u64, u64))> = tally
        .used
        .iter()
        .map(|(name, counts)| (name.as_str(), *counts))
        .collect();
    used.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    used
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn mean(tally: &GameTally) -> f64 {
    tally.good_moves as f64 / tally.reached().max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn percent(part: u64, whole: u64) -> String {
    format!("{:>6.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
