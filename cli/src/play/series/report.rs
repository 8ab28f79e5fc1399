//! The report of a series.

use std::fmt::Write as _;

use adv_render::text::thousands;
use serde_json::{Value, json};

use super::tally::{Outcome, Tally};

/// A series that is over.
#[derive(Clone, Debug)]
pub struct Series<'s> {
    /// `strategy K-R-VS-K`
    pub player: &'s str,
    /// The opponent.
    pub opponent: &'s str,
    /// Where the games began.
    pub from: &'s str,
    /// `strong` or `weak`.
    pub mode: &'s str,
    /// The count.
    pub tally: &'s Tally,
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
    for outcome in Outcome::ALL {
        if let Some(&number) = tally.outcomes.get(&outcome) {
            let share = percent(number, tally.games);
            count(&format!("  {}", outcome.words()), number, &share);
        }
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
        "outcomes": outcomes,
        "mean_moves": tally.longest.as_ref().map(|_| mean(tally)),
        "longest": longest,
        "used": used,
        "failures": failures,
    })
}

/// What was used most comes first; names break ties.
fn by_use(tally: &Tally) -> Vec<(&str, (u64, u64))> {
    let mut used: Vec<(&str, (u64, u64))> = tally
        .used
        .iter()
        .map(|(name, counts)| (name.as_str(), *counts))
        .collect();
    used.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    used
}

#[expect(
    clippy::cast_precision_loss,
    reason = "shown with one digit behind the point"
)]
fn mean(tally: &Tally) -> f64 {
    tally.good_moves as f64 / tally.good().max(1) as f64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "shown with one digit behind the point"
)]
fn percent(part: u64, whole: u64) -> String {
    format!("{:>6.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}
