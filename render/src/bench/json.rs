//! The report as JSON, `Bench` of `docs/schema/bench.json`: fields are added, never renamed.

use adv_record::bench::{self as record, PieceTally, RuleTally};
use serde_json::Value;

use super::instructions::Profile;
use super::{Bench, share, used};
use crate::json::{player, value};

/// Report as JSON for tools.
#[expect(
    clippy::cast_precision_loss,
    reason = "a rate is no exact number in any case"
)]
pub fn json(bench: &Bench<'_>) -> Value {
    let profile = Profile::of(bench);
    let positions = bench.counts.positions();
    let rules = (1..).zip(bench.rules).map(|(rule, of)| RuleTally {
        rule,
        count: of.count,
        satisfied: of.satisfied,
        positions: of.positions,
    });
    let advice = used(bench).into_iter().map(|(name, piece)| PieceTally {
        advice: name.to_owned(),
        searched: piece.searched,
        satisfied: piece.satisfied,
        positions: piece.positions,
        share: share(piece.positions, positions),
        asked: piece.asked,
        nested: piece.nested,
    });
    let median = bench.timing.median();
    let a_second = |count: u64| count as f64 / median.max(1e-12);
    value(&record::Bench {
        subject: player(bench.module, bench.subject),
        from: bench.from.to_owned(),
        games: bench.games,
        asked: bench.asked,
        answered: bench.answered,
        positions,
        instructions: profile.all.instructions,
        weight: profile.all.weight,
        rules: rules.collect(),
        advice: advice.collect(),
        definitions: profile.definitions,
        lines: profile.lines,
        timing: record::Timing {
            seconds: bench.timing.seconds.clone(),
            median,
            positions_per_second: a_second(positions),
            asked_per_second: a_second(bench.asked),
        },
        made_by: None,
    })
}
