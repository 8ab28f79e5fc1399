//! A proof as JSON. The shape is a promise to tools, `docs/schema/proof.json`: fields are added, never renamed.
//!
//! ```text
//! { "claim": { "text", "file", "line", "subject", "from", "goals", "within", … },
//!   "verdict": "proved" | "refuted" | "too_long" | "fifty_moves" | "empty" | "measured",  "headline": "proved: …",
//!   "us", "mode", "any_choice", "positions", "held", "failed", "share", "states", "replies",
//!   "lengths": { "worst", "mean", "histogram", … } | null,   "uses": [ … ],   "never_used": [ … ],
//!   "failures": [ … ], "shortest": 0 | null, "cycle": … | null, "fifty": … | null, "squares": { "ours", "theirs" }, "perfect": …,
//!   "accuracy": { "positions": { "won": { "positions", "kept", … }, "drawn", … }, "states" } | null, "searched": … | null, "sizes": … | null,
//!   "rests_on": [ … ] only where something was read and not computed }
//! ```
//!
//! Lengths are in moves of ours, with the plies beside them where both are known. It contains no times.

use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_prover::{Cycle, Failing, Lengths, Lost, Perfect, Sizes, SquareStat, Use, moves};
use adv_vm::Mode;
use serde_json::{Value, json};

use super::choice::Chosen;
use super::compared::comparisons;
use super::text::failing;
use super::{Proof, function_text, steps, words};
use crate::place;
use crate::spoken;

/// A claim about play that is settled, as one object.
pub fn json(proof: &Proof<'_>) -> Value {
    let (module, report) = (proof.module, proof.report);
    let us = report.played.us;
    let never: Vec<Value> = super::text::never(proof)
        .into_iter()
        .map(|used| Chosen::new(module, used.choice).json())
        .collect();
    let (accuracy, searched) = super::accuracy::json(report);
    let mut object = json!({
        "claim": claim(module, proof.claim),
        "verdict": words::verdict_key(report.verdict),
        "headline": words::headline(proof),
        "us": us.map(Color::name),
        "mode": match report.played.mode { Mode::Strong => "strong", Mode::Weak => "weak" },
        "any_choice": report.played.any_choice,
        "positions": report.roots,
        "held": report.held,
        "failed": report.roots.saturating_sub(report.held),
        "share": share(report.held, report.roots),
        "states": report.states,
        "replies": report.replies,
        "lengths": report.lengths.as_ref().map(|found| lengths(proof, found)),
        "uses": report.uses.iter().map(|used| usage(module, used)).collect::<Vec<Value>>(),
        "never_used": never,
        "failures": report.failures.iter().map(|found| failure(proof, found)).collect::<Vec<Value>>(),
        "shortest": report.shortest,
        "cycle": report.cycle.as_ref().map(|found| cycle(proof, found)),
        "fifty": report.fifty.as_ref().map(|fifty| json!({
            "positions": fifty.roots,
            "example": fifty.example.as_ref().map(fen),
            "worst_plies": fifty.worst,
        })),
        "squares": { "ours": squares(&report.ours), "theirs": squares(&report.theirs) },
        "perfect": report.perfect.as_ref().map(perfect),
        "accuracy": accuracy,
        "searched": searched,
        "sizes": report.sizes.as_ref().map(sizes),
    });
    super::grounds::add(&mut object, &report.rests_on);
    object
}

/// Sizes are texts: they may be larger than the numbers that tools read.
fn sizes(sizes: &Sizes) -> Value {
    json!({
        "positions": sizes.positions,
        "median": sizes.median.to_string(),
        "largest": sizes.largest.to_string(),
        "example": fen(&sizes.example),
        "digits": sizes.digits,
    })
}

/// A claim as it is written, and taken apart.
pub(super) fn claim(module: &Program, claim: &Claim) -> Value {
    let at = place::line_column(module, claim.place);
    let (set, position, seed) = match &claim.from.set {
        FromSet::All => ("all", None, None),
        FromSet::One(position) => ("one", Some(position), None),
        FromSet::List(_) => ("list", None, None),
        FromSet::Random(_) => ("random", None, Some(claim.from.seed)),
    };
    let (count, list) = match &claim.from.set {
        FromSet::Random(count) => (Some(*count), None),
        FromSet::List(fens) => (Some(fens.len() as u64), Some(fens)),
        FromSet::All | FromSet::One(_) => (None, None),
    };
    let premise = match claim.subject {
        ClaimSubject::Descriptor { premise, .. } => premise,
        _ => None,
    };
    let goals: Vec<Value> = claim
        .goals
        .iter()
        .map(|goal| {
            json!({
                "word": goal.word.name(),
                "text": place::text_of(module, goal.goal.place),
                "mate": goal.mate,
            })
        })
        .collect();
    let mut from = json!({
        "set": set,
        "fen": position,
        "count": count,
        "seed": seed,
        "condition": claim.from.condition.and_then(|_| place::text_of(module, claim.from.condition_place)),
    });
    if let (Some(list), Some(from)) = (list, from.as_object_mut()) {
        from.insert("fens".to_owned(), json!(list));
    }
    json!({
        "text": words::claim_text(claim),
        "file": module.source.as_ref().map(|source| source.file.as_str()),
        "line": at.map(|at| at.line),
        "column": at.map(|at| at.column),
        "subject": {
            "kind": words::subject_kind(claim),
            "name": words::subject_name(module, claim),
            "premise": premise.and_then(|id| function_text(module, id)),
        },
        "from": from,
        "goals": goals,
        "within": claim.within.map(|bound| json!({
            "count": bound.count,
            "unit": if bound.plies { "plies" } else { "moves" },
        })),
        "weak": claim.weak,
        "any_choice": claim.any_choice,
        "fifty_moves": claim.fifty_moves,
        "share": claim.share,
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "tools that need more have the two numbers"
)]
pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn fens(positions: &[Position]) -> Vec<String> {
    positions.iter().map(fen).collect()
}

fn lengths(proof: &Proof<'_>, lengths: &Lengths) -> Value {
    let reached = proof.report.reached;
    json!({
        "worst": moves(lengths.worst),
        "worst_plies": lengths.worst,
        "mean": share(lengths.moves, reached),
        "sum": lengths.moves,
        "sum_plies": lengths.plies,
        "histogram": lengths.histogram,
        "too_long": proof.claim.within.map(|_| proof.report.late),
        "hardest": lengths.hardest,
        "examples": fens(&lengths.examples),
        "line": steps::json(proof.module, &lengths.line, proof.report.played.us),
    })
}

fn lost(lost: &Lost) -> Value {
    json!({
        "positions": lost.positions,
        "plies": lost.plies,
        "worst_plies": lost.worst,
        "wins": lost.wins,
        "optimal": lost.optimal,
    })
}

fn usage(module: &Program, used: &Use) -> Value {
    json!({
        "choice": Chosen::new(module, used.choice).json(),
        "positions": used.roots,
        "states": used.states,
        "lost": used.lost.as_ref().map(lost),
    })
}

fn failure(proof: &Proof<'_>, found: &Failing) -> Value {
    let mut object = json!({
        "cause": words::cause_key(found.cause),
        "sentence": failing::sentence(proof, found),
        "choice": found.choice.map(|choice| Chosen::new(proof.module, choice).json()),
        "positions": found.roots,
        "states": found.states,
        "line": steps::json(proof.module, &found.line, proof.report.played.us),
        "examples": fens(&found.examples),
        "ended": super::ended::json(proof, found),
    });
    if let Some(at) = found.zones.last().filter(|at| !at.here.is_empty()) {
        object["zones"] = spoken::objects(&found.line.end(), &at.here);
    }
    object
}

fn cycle(proof: &Proof<'_>, cycle: &Cycle) -> Value {
    let us = proof.report.played.us;
    let consultations: Vec<Value> = cycle
        .consultations
        .iter()
        .map(|consulted| {
            let compared: Vec<Value> = comparisons(proof.module, consulted)
                .iter()
                .map(super::compared::Comparison::json)
                .collect();
            json!({
                "fen": fen(&consulted.position),
                "choice": Chosen::new(proof.module, consulted.choice).json(),
                "compared": compared,
                "lowers_nothing": consulted.lowers_nothing,
            })
        })
        .collect();
    json!({
        "way": steps::json(proof.module, &cycle.way, us),
        "round": steps::json(proof.module, &cycle.round, us),
        "consultations": consultations,
        "smallest": cycle.smallest,
    })
}

/// The squares that a king stands on in some position of the claim.
fn squares(stats: &[SquareStat; 64]) -> Vec<Value> {
    let squares = (0_u8..).zip(stats).filter(|(_, stat)| stat.roots > 0);
    squares
        .map(|(square, stat)| {
            json!({
                "square": square_name(square),
                "positions": stat.roots,
                "held": stat.held,
                "worst_plies": stat.worst,
                "sum_plies": stat.plies,
            })
        })
        .collect()
}

fn perfect(perfect: &Perfect) -> Value {
    json!({
        "won": perfect.won,
        "worst": moves(perfect.worst),
        "worst_plies": perfect.worst,
        "sum": perfect.moves,
        "mean": share(perfect.moves, perfect.won),
        "missed": perfect.missed,
        "lost": lost(&perfect.lost),
        "optimal_share": share(perfect.lost.optimal, perfect.won),
        "slowest": perfect.slowest.as_ref().map(|(position, here, best)| json!({
            "fen": fen(position),
            "plies": here,
            "perfect_plies": best,
        })),
    })
}
