//! A series: many games of a program against one opponent, counted by outcome.
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
//! As JSON: `Series` of `docs/schema/outcome.json`. Nothing in it depends on the time or the number of threads.

use std::collections::BTreeMap;

use adv_record::series::{self as record, PlanUse};
pub use adv_record::series::{GameOutcome, LongestGame, LostGame};
use adv_vm::Mode;
use serde_json::Value;

use crate::TextForm;
use crate::block::{Block, Column, Row, Text};
use crate::json::{mode, value, word};
use crate::text::thousands;

/// Input of a report on a finished series of games against one opponent.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    /// Kind and name of the program's part that played: `strategy K-R-VS-K`.
    pub player: &'a str,
    /// Name of the opponent.
    pub opponent: &'a str,
    /// Source of the starting positions, in words.
    pub from: &'a str,
    /// Mode in which the program chose its moves, strong or weak.
    pub mode: Mode,
    /// Counts of the games by outcome, with their lengths.
    pub tally: &'a GameTally,
}

/// Words for the outcomes of games, in the order of the report.
pub const OUTCOMES: [(GameOutcome, &str); 18] = [
    (GameOutcome::Mate, "mate"),
    (GameOutcome::Goal, "goal reached"),
    (GameOutcome::GoalStalemate, "goal by stalemate"),
    (GameOutcome::HeldFiftyMoves, "held (fifty moves)"),
    (GameOutcome::HeldRepetition, "held (repetition)"),
    (GameOutcome::HeldStalemate, "held (stalemate)"),
    (GameOutcome::HeldDead, "held (no men to mate)"),
    (GameOutcome::NoGoal, "goal not reached"),
    (GameOutcome::Lost, "lost"),
    (GameOutcome::Mated, "mated"),
    (GameOutcome::Stalemate, "draw: stalemate"),
    (GameOutcome::Repetition, "draw: repetition"),
    (GameOutcome::FiftyMoves, "draw: fifty moves"),
    (GameOutcome::DeadPosition, "draw: no men to mate"),
    (GameOutcome::LostMaterial, "lost material"),
    (GameOutcome::Stuck, "stuck"),
    (GameOutcome::Budget, "budget exhausted"),
    (GameOutcome::Unfinished, "unfinished"),
];

/// Counts over the games of a series.
#[derive(Clone, Debug, Default)]
pub struct GameTally {
    /// Number of games played.
    pub games: u64,
    /// Number of games by outcome; outcomes that did not occur are missing.
    pub outcomes: BTreeMap<GameOutcome, u64>,
    /// Number of moves by the program, summed over the games in which it reached mate or its goal.
    pub good_moves: u64,
    /// Longest of the games that reached mate or the goal; `None` without any.
    pub longest: Option<LongestGame>,
    /// Uses of each p-strategy, by its name: the number of times that it began, and the number of moves played in it.
    pub used: BTreeMap<String, (u64, u64)>,
    /// First of the games that went wrong, for the report.
    pub failures: Vec<LostGame>,
}

impl GameTally {
    /// Number of games that ended with mate, the goal reached or a draw held.
    pub fn good(&self) -> u64 {
        self.count(GameOutcome::is_good)
    }

    /// Number of games in which mate or the goal was reached.
    fn reached(&self) -> u64 {
        self.count(GameOutcome::is_reached)
    }

    /// Number of games in which a drawn starting position was held to a draw.
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

/// Report on the series as text for people. Lines end with a line feed, the last as well.
pub fn text(series: &Series<'_>, form: TextForm) -> String {
    form.text(&blocks(&record(series)))
}

/// Report on the series as JSON for tools.
pub fn json(series: &Series<'_>) -> Value {
    value(&record(series))
}

fn record(series: &Series<'_>) -> record::Series {
    let tally = series.tally;
    record::Series {
        player: series.player.to_owned(),
        opponent: series.opponent.to_owned(),
        mode: mode(series.mode),
        from: series.from.to_owned(),
        games: tally.games,
        good: tally.good(),
        held: tally.held(),
        outcomes: tally.outcomes.clone(),
        mean_moves: tally.longest.as_ref().map(|_| mean(tally)),
        longest: tally.longest.clone(),
        used: by_use(tally),
        failures: tally.failures.clone(),
        made_by: None,
    }
}

fn blocks(series: &record::Series) -> Vec<Block> {
    let head = format!(
        "{} against {}, {} mode, from {}",
        series.player,
        series.opponent,
        word(series.mode),
        series.from
    );
    let row = |what: &str, number: u64| {
        let share = percent(number, series.games);
        Row::of([what, &thousands(number), &share])
    };
    let mut games = vec![Row::of(["games", &thousands(series.games)])];
    games.extend(OUTCOMES.iter().filter_map(|(outcome, words)| {
        let number = series.outcomes.get(outcome)?;
        Some(row(words, *number).below(1))
    }));
    games.extend((series.held > 0).then(|| row("held, all in all", series.held)));
    let number = |least| Column::number("", least);
    let remark = Column::free("");
    let mut blocks = vec![
        Block::plain(head),
        Block::table(vec![Column::words("", 24, 24), number(10), remark], games),
    ];
    if let (Some(LongestGame { moves, game, start }), Some(mean)) =
        (&series.longest, series.mean_moves)
    {
        // The mean has two characters more: the point and a decimal.
        let most = format!("{}  ", thousands(u64::from(*moves)));
        let lengths = vec![
            Row::of(["moves to the goal, mean", &format!("{mean:.1}")]),
            Row::of([
                "moves to the goal, most",
                &most,
                &format!("game {game}: {start}"),
            ]),
        ];
        let columns = vec![Column::words("", 23, 23), number(18), remark];
        blocks.push(Block::table(columns, lengths));
    }
    if !series.used.is_empty() {
        let used = series.used.iter();
        let used =
            used.map(|used| Row::of([&used.name, &thousands(used.times), &thousands(used.moves)]));
        let columns = vec![
            Column::words("used", 22, usize::MAX),
            Column::number("times", 12),
            Column::number("moves", 12),
        ];
        blocks.push(Block::table(columns, used));
    }
    blocks.extend(failures(series));
    blocks
}

/// First of the games that went wrong; `None` without any.
fn failures(series: &record::Series) -> Option<Block> {
    let wrong = series.games - series.good;
    let shown = series.failures.len() as u64;
    let head = match wrong {
        0 => return None,
        1 => "1 game did not reach its goal:".to_owned(),
        more if more == shown => format!("{more} games did not reach their goal:"),
        more => format!(
            "{} games did not reach their goal, the first {shown}:",
            thousands(more)
        ),
    };
    let mut games = vec![Block::plain(head)];
    games.extend(series.failures.iter().map(|failure| {
        let fens = [("from", &failure.start), ("at", &failure.end)];
        let fens = Block::facts(0, fens.map(|(what, fen)| (what, Text::source(fen))));
        let game = Block::plain(format!("game {}: {}", failure.game, failure.sentence));
        Block::Inset(vec![game, Block::Inset(vec![fens])])
    }));
    Some(Block::Group(games))
}

/// Uses of the p-strategies for the report, the most used first; names break ties.
fn by_use(tally: &GameTally) -> Vec<PlanUse> {
    let used = tally.used.iter().map(|(name, &(times, moves))| PlanUse {
        name: name.clone(),
        times,
        moves,
    });
    let mut used: Vec<PlanUse> = used.collect();
    used.sort_by_key(|used| std::cmp::Reverse(used.times));
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
