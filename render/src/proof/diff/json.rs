//! Two programs against each other, for tools: `diff` of `docs/schema/proof.json`.

use adv_chess::notation::fen;
use adv_prover::{Choice, Fate, moves};
use serde_json::{Value, json};

use super::{Contender, Diff, Example, headline};
use crate::json::move_object;
use crate::proof::choice::Chosen;

/// One object.
pub fn json(diff: &Diff<'_>) -> Value {
    let tally = diff.tally;
    let choice = |program: &Contender<'_>, choice: Option<Choice>| {
        choice.map(|choice| Chosen::new(program.module, choice).json())
    };
    let pairs: Vec<Value> = tally
        .pairs
        .iter()
        .map(|((a, b), pair)| {
            json!({
                "a": choice(&diff.a, *a),
                "b": choice(&diff.b, *b),
                "positions": pair.positions,
                "different": pair.different,
                "both": pair.both,
                "difference": pair.difference,
            })
        })
        .collect();
    let program =
        |program: &Contender<'_>| json!({ "name": program.name, "subject": program.subject });
    let examples = |list: &[Example]| {
        let object = |one: &Example| example(diff, one);
        list.iter().map(object).collect::<Vec<Value>>()
    };
    json!({
        "a": program(&diff.a),
        "b": program(&diff.b),
        "claim": diff.claim,
        "headline": headline(diff),
        "positions": tally.positions,
        "same": tally.same,
        "different": tally.different(),
        "a_shorter": tally.a_shorter,
        "b_shorter": tally.b_shorter,
        "equal": tally.equal,
        "both": tally.both(),
        "only_a": tally.only_a,
        "only_b": tally.only_b,
        "neither": tally.neither,
        "lengths": {
            "a": { "sum": tally.a_moves, "worst": tally.a_worst },
            "b": { "sum": tally.b_moves, "worst": tally.b_worst },
        },
        "pairs": pairs,
        "examples": {
            "a_only": examples(&tally.a_only),
            "b_only": examples(&tally.b_only),
            "a_shorter": examples(&tally.a_best),
            "b_shorter": examples(&tally.b_best),
        },
    })
}

fn example(diff: &Diff<'_>, example: &Example) -> Value {
    let side = |program: &Contender<'_>, fate: &Fate| {
        json!({
            "move": fate.first.map(|(mv, _)| move_object(&example.position, mv)),
            "holds": fate.holds(),
            "plies": fate.plies,
            "moves": fate.plies.map(moves),
            "choice": fate.first.map(|(_, choice)| Chosen::new(program.module, choice).json()),
        })
    };
    json!({
        "fen": fen(&example.position),
        "a": side(&diff.a, &example.a),
        "b": side(&diff.b, &example.b),
    })
}
