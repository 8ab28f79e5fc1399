//! What `adv check` says can never be: the machine never finds it.

use adv_chess::Color;
use adv_compiler::diagnostics::{Diagnostic, Label};
use adv_module::AdviceId;
use adv_module::program::Entry;
use adv_reference::generate::position::fens;
use adv_reference::generate::program;
use adv_testkit::sized;
use adv_vm::Options;

use crate::common::{compile, engine, has_errors, position};

/// A condition that a warning says never holds: those that exclude each other, joined by `∧`, one that is always false, the contrary of
/// one that is always true, a square of a board that is always empty.
fn excluded(told: &Diagnostic, text: &str) -> Option<String> {
    let ends = [
        ("exclude each other", "", ""),
        ("is always false", "", ""),
        ("is always true", "¬", ""),
        ("is always empty", "", " ≠ ∅"),
    ];
    let (_, before, behind) = ends
        .into_iter()
        .find(|(end, ..)| told.message.ends_with(end))?;
    let slice = |span: adv_compiler::source::Span| &text[span.start as usize..span.end as usize];
    // What is always true may be so at its place in the program: there a side is known to be to move or to be ours, two positions are one,
    // or all men are on the board, as in the positions of a claim.
    let of_place = ["to-move", "new.", "N.", "root."];
    let is_of_place = |label: &Label| {
        let before = &text[..label.span.start as usize];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let is_claim = line.starts_with("prove") || line.starts_with("measure");
        is_claim || of_place.iter().any(|word| slice(label.span).contains(word))
    };
    let of_turn = |label: &Label| slice(label.span).contains("to-move");
    let is_at_its_place = match before {
        "¬" => told.message.contains("in this") || told.labels.iter().any(is_of_place),
        _ => told.labels.len() == 1 && told.labels.iter().any(of_turn),
    };
    if is_at_its_place {
        return None;
    }
    let parts = told.labels.iter().map(|label| {
        // Goals of a claim are told together, and `never` asks for the contrary of what stands behind it.
        let ahead = text[..label.span.start as usize].trim_end_matches([' ', '(']);
        let is_never = told.message.contains("goals of this claim") && ahead.ends_with("never");
        let never = if is_never { "¬" } else { "" };
        format!("{before}{never}({}){behind}", slice(label.span))
    });
    Some(parts.collect::<Vec<_>>().join(" ∧ "))
}

#[test]
fn what_is_told_never_to_be_is_never_found() {
    let (mut goals, mut conditions, mut tried) = (0, 0, 0);
    for seed in 0..sized(80, 1_000) {
        let generated = program(seed);
        let text = generated.source();
        let (_, compilation) = compile("excluded.adv", &text);
        let positions: Vec<_> = fens(&generated, 12)
            .iter()
            .map(|fen| position(fen))
            .collect();
        let options = Options::default();
        for told in &compilation.diagnostics {
            let message = &told.message;
            let ends = ["is never true", "are never true together"];
            if message.starts_with("the ") && ends.iter().any(|end| message.ends_with(end)) {
                let mut engine = engine("excluded.adv", &text);
                let name = message.split('`').nth(1).unwrap_or_default();
                let advice = &engine.module().advice;
                let index = advice
                    .iter()
                    .position(|advice| advice.is_called(name))
                    .expect("it is there");
                goals += 1;
                for at in &positions {
                    let entry = Entry::Advice(AdviceId(index as u16));
                    let found = engine.try_entry(&entry, at, &options);
                    tried += usize::from(found.is_ok());
                    assert!(
                        found.is_err() || found.is_ok_and(|of| of.tree.is_none()),
                        "seed {seed}: {message}\n{at:?}\n{text}"
                    );
                }
            }
            let Some(condition) = excluded(told, &text) else {
                continue;
            };
            // Where it speaks of a parameter, of a move or of another position, it is no descriptor of one position.
            let text = format!("{text}\ndescriptor is-excluded = {condition}\n");
            if has_errors(&compile("excluded.adv", &text).1.diagnostics) {
                continue;
            }
            let mut engine = engine("excluded.adv", &text);
            let exports = &engine.module().exports;
            let own = exports.iter().find(|own| own.name == "is-excluded");
            let function = own.expect("it is there").functions[0];
            conditions += 1;
            for (at, us) in positions
                .iter()
                .flat_map(|at| Color::ALL.map(|us| (at, us)))
            {
                let value = engine.evaluate(function, &[], at, us);
                assert!(
                    !matches!(value, Ok(value) if value != 0),
                    "seed {seed}: {message}\n{at:?}\n{text}"
                );
            }
        }
    }
    println!("{goals} goals, {tried} consultations, {conditions} conditions");
    assert!(goals > sized(10, 150) && tried > sized(80, 1_000) && conditions > sized(10, 150));
}
