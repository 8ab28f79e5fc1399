//! A few hostile inputs of each kind, four times as many in the long size; `.ci/attack` tries as many as there is time for.

use std::collections::BTreeSet;
use std::time::Duration;

use adv::Rulebook;
use adv_module::{Op, PrimId, Primitive};
use adv_reference::attack::{
    Attack, Cases, Certificates, Checkpoints, KeptShards, KeptSlices, KeptTables, Modules, Outcome,
    Plan, Programs, Questions, Sources, Stripped, Trees, run, whole_questions,
};
use adv_studio::Studio;
use adv_testkit::{Numbers, sized};
use serde_json::Value;

/// Tries the first inputs of a kind: so many, and a quarter of them in the short size.
fn some(attack: &dyn Attack, inputs: u64) -> Outcome {
    let inputs = sized(inputs / 8, inputs);
    let plan = Plan {
        first: 1,
        inputs: Some(inputs),
        time: None,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        longest: Duration::from_secs(120),
        keep: None,
    };
    let outcome = run(attack, &plan);
    println!("{}", outcome.line(attack.name()));
    assert!(
        outcome.failures.is_empty(),
        "{}",
        outcome.wrong(attack.name())
    );
    assert_eq!(outcome.inputs, inputs);
    outcome
}

/// How many inputs ended so.
fn ended(outcome: &Outcome, end: &str) -> u64 {
    outcome.ends.get(end).copied().unwrap_or(0)
}

#[test]
fn changed_sources_are_refused_or_run_alike() {
    let outcome = some(&Sources, 2_000);
    for end in ["refused", "checked", "answers compared"] {
        assert!(
            ended(&outcome, end) >= outcome.inputs / sized(25, 20),
            "{end}: {:?}",
            outcome.ends
        );
    }
}

#[test]
fn well_typed_programs_run_alike_natively_and_interpreted() {
    let outcome = some(&Programs, 100);
    assert_eq!(ended(&outcome, "checked"), outcome.inputs);
    assert!(
        ended(&outcome, "answers compared") >= 2 * outcome.inputs,
        "{:?}",
        outcome.ends
    );
}

#[test]
fn generated_programs_use_every_primitive_that_needs_no_tables() {
    let mut missing: BTreeSet<&str> = (Primitive::ALL.iter())
        .filter(|primitive| !primitive.id.asks_oracle())
        .map(|primitive| primitive.name)
        .collect();
    // Words of trajectories and zones share their names, so their calls are looked for.
    let mut uncalled: BTreeSet<PrimId> = (Primitive::ALL.iter())
        .map(|primitive| primitive.id)
        .filter(|id| id.is_of_ways())
        .collect();
    let [mut loops, mut turned, mut nested] = [0, 0, 0];
    for seed in 1..=sized(40, 400) {
        let text = Programs.input(&mut Numbers::new(seed));
        let text = String::from_utf8(text).expect("a source text");
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            missing.remove(word);
        }
        let rulebook = Rulebook::load("generated.adv", &text);
        let rulebook = rulebook.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let functions = rulebook.program().functions.iter();
        for op in functions.flat_map(|function| &function.code) {
            match op {
                Op::ForEach { .. } => loops += 1,
                Op::Turned { .. } => turned += 1,
                Op::Satisfiable { .. } => nested += 1,
                Op::Prim { prim, .. } => drop(uncalled.remove(prim)),
                _ => {}
            }
        }
    }
    assert!(missing.is_empty(), "no generated program has {missing:?}");
    assert!(
        uncalled.is_empty(),
        "no generated program calls {uncalled:?}"
    );
    assert!(
        loops.min(turned).min(nested) >= sized(2, 50),
        "{loops} {turned} {nested}"
    );
}

#[test]
fn changed_modules_are_refused_or_run_alike() {
    let outcome = some(&Modules, 2_000);
    for end in ["not verified", "verified", "answers compared"] {
        assert!(
            ended(&outcome, end) >= outcome.inputs / sized(25, 20),
            "{end}: {:?}",
            outcome.ends
        );
    }
}

#[test]
fn forged_stripped_modules_are_refused_or_told_by_their_records() {
    let outcome = some(&Stripped::new(), 400);
    for end in [
        "refused",
        "told by its records",
        "prints alike",
        "comes to the same",
        "slices refused",
    ] {
        assert!(ended(&outcome, end) > 0, "{end}: {:?}", outcome.ends);
    }
}

#[test]
fn changed_certificates_are_refused_or_true() {
    let outcome = some(&Certificates::new(), sized(80, 1_000));
    for end in ["refused", "accepted", "proves a claim"] {
        assert!(ended(&outcome, end) > 0, "{end}: {:?}", outcome.ends);
    }
}

#[test]
fn changed_p_strategies_are_refused_or_true() {
    let outcome = some(&Trees::new(), 1_000);
    for end in ["refused", "accepted", "the program's"] {
        assert!(ended(&outcome, end) > 0, "{end}: {:?}", outcome.ends);
    }
}

#[test]
fn changed_checkpoints_are_refused() {
    let outcome = some(&Checkpoints::new(), 400);
    for end in ["not opened", "refused"] {
        assert!(
            ended(&outcome, end) >= outcome.inputs / 8,
            "{end}: {:?}",
            outcome.ends
        );
    }
}

#[test]
fn changed_tables_slices_and_shards_are_not_believed() {
    for attack in [&KeptTables::new() as &dyn Attack, &KeptShards::new()] {
        let outcome = some(attack, 400);
        // One that an alteration leaves as it was is read.
        assert!(
            ended(&outcome, "refused") > outcome.inputs / 2,
            "{:?}",
            outcome.ends
        );
    }
    let outcome = some(&KeptSlices::new(), 60);
    for end in ["refused", "reported alike"] {
        assert!(ended(&outcome, end) > 0, "{end}: {:?}", outcome.ends);
    }
}

#[test]
fn case_files_are_read_as_they_were_written_or_refused() {
    let outcome = some(&Cases, 600);
    for end in ["imported", "read", "refused", "repaired"] {
        assert!(
            ended(&outcome, end) >= outcome.inputs / 6,
            "{end}: {:?}",
            outcome.ends
        );
    }
}

#[test]
fn changed_questions_have_one_answer_of_the_promised_shape() {
    let outcome = some(&Questions::new(), 600);
    for end in ["answered", "refused"] {
        assert!(
            ended(&outcome, end) >= outcome.inputs / 6,
            "{end}: {:?}",
            outcome.ends
        );
    }
}

#[test]
fn every_question_has_an_answer_of_the_promised_shape() {
    let judge = Questions::new();
    let studio = Studio::new();
    let mut asked = BTreeSet::new();
    for question in whole_questions() {
        let text = question.to_string();
        let answer = studio.answer(&text);
        let end = judge.judge_answer(&text, &answer);
        let ask = question["ask"].as_str().expect("a question");
        // Here is no folder.
        let is_of_folder = ["files", "save", "remove"].contains(&ask);
        let expected = if is_of_folder { "refused" } else { "answered" };
        assert_eq!(end.as_deref(), Ok(expected), "{text}\n{answer}");
        asked.insert(ask.to_owned());
    }
    let hello = studio.answer(r#"{"adv": 1, "id": 1, "ask": "hello"}"#);
    let hello: Value = serde_json::from_str(&hello).expect("JSON");
    let asks = hello["ok"]["asks"].as_array().expect("a list");
    let missing: Vec<&Value> = (asks.iter())
        .filter(|ask| !ask.as_str().is_some_and(|ask| asked.contains(ask)))
        .collect();
    assert!(missing.is_empty(), "no question is {missing:?}");
}
