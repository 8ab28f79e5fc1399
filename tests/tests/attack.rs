//! A few hostile inputs of each kind; `.ci/attack` tries as many as there is time for.

use std::time::Duration;

use adv_tests::attack::{Attack, Modules, Outcome, Plan, Programs, Sources, run};

/// Tries the first inputs of a kind.
fn some(attack: &dyn Attack, inputs: u64) -> Outcome {
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
        assert!(ended(&outcome, end) >= 100, "{end}: {:?}", outcome.ends);
    }
}

#[test]
fn well_typed_programs_run_alike_natively_and_interpreted() {
    let outcome = some(&Programs, 100);
    assert_eq!(ended(&outcome, "checked"), outcome.inputs);
    assert!(
        ended(&outcome, "answers compared") >= 200,
        "{:?}",
        outcome.ends
    );
}

#[test]
fn changed_modules_are_refused_or_run_alike() {
    let outcome = some(&Modules, 2_000);
    for end in ["not verified", "verified", "answers compared"] {
        assert!(ended(&outcome, end) >= 100, "{end}: {:?}", outcome.ends);
    }
}
