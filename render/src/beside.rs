//! Searches beside themselves with other moves: both counts, the ratio, whether the answers agree.
//!
//! ```text
//! the same goals beside any move:
//! piece-of-advice   own moves   any move   ratio
//! hold                  3,689    209,130   56.69   both satisfied, the first move is Kg7 in both
//! win                     812  stopped     —       the limit of 1,000 positions was reached after 1,000 positions
//! ```

use std::fmt::Write as _;

use adv_chess::Position;
use adv_chess::notation::san;
use adv_module::{AdviceId, Program};
use adv_vm::Stop;
use serde_json::{Value, json};

use crate::json::move_object;
use crate::text::{advice_name, thousands};

/// One search by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct BesideSearch {
    /// There is a tree; `None` where a limit ended the search.
    pub satisfied: Option<bool>,
    /// The positions tested, until the stop where there was one.
    pub positions: u64,
    /// The first move of the tree.
    pub first: Option<adv_chess::Move>,
    /// The limit that ended it.
    pub stop: Option<Stop>,
    /// The CPU time in seconds, where it is wanted.
    pub seconds: Option<f64>,
}

/// One piece-of-advice with both searches.
#[derive(Clone, Debug, PartialEq)]
pub struct BesideRow {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// With its own moves.
    pub own: BesideSearch,
    /// With the other moves.
    pub other: BesideSearch,
}

impl BesideRow {
    /// How many positions the other moves cost for one of its own, in hundredths, where both searches came to their end.
    fn ratio(&self) -> Option<u64> {
        let decided = self.own.satisfied.is_some() && self.other.satisfied.is_some();
        let own = self.own.positions;
        let hundredths = self
            .other
            .positions
            .saturating_mul(100)
            .checked_add(own / 2)?;
        hundredths.checked_div(own).filter(|_| decided)
    }

    /// Whether both searches say the same; `None` where one of them was stopped.
    fn agrees(&self) -> Option<bool> {
        Some(self.own.satisfied? == self.other.satisfied?)
    }
}

/// The table for people; `moves` says whose moves the others are: `any`, or the name of a piece.
pub fn text(module: &Program, position: &Position, moves: &str, rows: &[BesideRow]) -> String {
    let other = match moves {
        "any" => "any move".to_owned(),
        name => format!("those of {name}"),
    };
    let mut table = vec![[
        "piece-of-advice".to_owned(),
        "own moves".to_owned(),
        other,
        "ratio".to_owned(),
        String::new(),
    ]];
    for row in rows {
        let ratio = row.ratio().map_or_else(
            || "—".to_owned(),
            |ratio| format!("{}.{:02}", thousands(ratio / 100), ratio % 100),
        );
        table.push([
            advice_name(module, row.advice).to_owned(),
            cell(&row.own),
            cell(&row.other),
            ratio,
            verdict(position, row),
        ]);
    }
    let width = |at: usize| {
        let cells = table.iter().filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let (name, own, with, ratio) = (width(0), width(1), width(2), width(3));
    let mut text = String::from("positions tested for the same goals and bounds:\n");
    for [a, b, c, d, e] in &table {
        let line = format!("{a:name$}  {b:>own$}  {c:>with$}  {d:>ratio$}  {e}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if rows.is_empty() {
        text.push_str("nothing was searched\n");
    }
    text
}

fn cell(search: &BesideSearch) -> String {
    let positions = thousands(search.positions);
    let seconds = search.seconds.map(|seconds| format!(" in {seconds:.3} s"));
    let more = if search.stop.is_some() { "> " } else { "" };
    format!("{more}{positions}{}", seconds.unwrap_or_default())
}

/// Whether the answers agree, in words.
fn verdict(position: &Position, row: &BesideRow) -> String {
    let stopped = [("own moves", &row.own), ("the others", &row.other)].into_iter();
    let stopped: Vec<String> = stopped
        .filter_map(|(name, search)| Some(format!("{name}: {}", search.stop?)))
        .collect();
    if !stopped.is_empty() {
        return format!("not decided, {}", stopped.join("; "));
    }
    match (row.own.satisfied, row.other.satisfied) {
        (Some(true), Some(true)) => {
            let moves = row.own.first.zip(row.other.first);
            match moves {
                Some((own, other)) if own == other => {
                    format!("both satisfied, by {}", san(position, own))
                }
                Some((own, other)) => format!(
                    "both satisfied, by {} and by {}",
                    san(position, own),
                    san(position, other)
                ),
                None => "both satisfied".to_owned(),
            }
        }
        (Some(false), Some(false)) => "neither is satisfied".to_owned(),
        (Some(true), _) => "they differ: satisfied with its own moves only".to_owned(),
        (Some(false), Some(true)) => "they differ: satisfied with the other moves only".to_owned(),
        (_, _) => "not decided".to_owned(),
    }
}

/// The rows for tools: `{ "moves": "any", "pieces": [ { "advice", "own": { … }, "other": { … }, "ratio", "agree" } ] }`.
pub fn json(module: &Program, position: &Position, moves: &str, rows: &[BesideRow]) -> Value {
    let search = |search: &BesideSearch| {
        let mut object = json!({
            "satisfied": search.satisfied,
            "positions": search.positions,
            "move": search.first.map(|mv| move_object(position, mv)),
            "stop": search.stop.map(|stop| stop.to_string()),
        });
        if let Some(seconds) = search.seconds {
            object["seconds"] = seconds.into();
        }
        object
    };
    let rows = rows.iter().map(|row| {
        json!({
            "advice": advice_name(module, row.advice),
            "own": search(&row.own),
            "other": search(&row.other),
            "ratio": row.ratio().map(|hundredths| hundredths as f64 / 100.0),
            "agree": row.agrees(),
        })
    });
    json!({ "moves": moves, "pieces": rows.collect::<Vec<Value>>() })
}
