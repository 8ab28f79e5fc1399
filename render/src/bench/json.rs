//! The report as JSON, `bench` of `docs/schema/bench.json`: fields are added, never renamed.

use serde_json::{Value, json};

use super::spent::{Profile, Spent};
use super::{Bench, share, used};
use crate::survey::Use;

/// The report for tools.
#[expect(
    clippy::cast_precision_loss,
    reason = "a rate is no exact number in any case"
)]
pub fn json(bench: &Bench<'_>) -> Value {
    let profile = Profile::of(bench);
    let positions = bench.counts.positions();
    let rules: Vec<Value> = (1..)
        .zip(bench.rules)
        .map(|(number, rule): (usize, &Use)| {
            json!({
                "rule": number,
                "count": rule.count,
                "satisfied": rule.satisfied,
                "positions": rule.positions,
            })
        })
        .collect();
    let advice: Vec<Value> = used(bench)
        .into_iter()
        .map(|(name, piece)| {
            json!({
                "advice": name,
                "searched": piece.searched,
                "satisfied": piece.satisfied,
                "positions": piece.positions,
                "share": share(piece.positions, positions),
                "asked": piece.asked,
                "nested": piece.nested,
            })
        })
        .collect();
    let spent = |mut object: Value, spent: &Spent| {
        object["share"] = share(spent.weight, profile.all.weight).into();
        object["weight"] = spent.weight.into();
        object["instructions"] = spent.count.into();
        object
    };
    let definitions: Vec<Value> = profile
        .definitions
        .iter()
        .map(|d| spent(json!({ "definition": d.name, "line": d.line }), &d.spent))
        .collect();
    let lines: Vec<Value> = profile
        .lines
        .iter()
        .map(|l| {
            let head = json!({ "line": l.line, "text": l.text, "definition": l.definition });
            spent(head, &l.spent)
        })
        .collect();
    let median = bench.timing.median();
    let a_second = |count: u64| count as f64 / median.max(1e-12);
    json!({
        "subject": { "kind": bench.kind, "name": bench.name },
        "from": bench.from,
        "games": bench.games,
        "asked": bench.asked,
        "answered": bench.answered,
        "positions": positions,
        "instructions": profile.all.count,
        "weight": profile.all.weight,
        "rules": rules,
        "advice": advice,
        "definitions": definitions,
        "lines": lines,
        "timing": {
            "seconds": bench.timing.seconds,
            "median": median,
            "positions_per_second": a_second(positions),
            "asked_per_second": a_second(bench.asked),
            "search_share": bench.timing.search,
        },
    })
}
