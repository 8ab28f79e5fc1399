//! The plans of the library (`std.plans`), each in a position where its tree exists and in one where it does not.
//!
//! A plan that speaks of `HERE` is no subject of a test in the language: it is searched for a fact of a pattern. So the cases are lines of
//! `tests/cases/library/plans.txt`, and every piece-of-advice of the module has at least two of them.

use std::collections::BTreeMap;

use crate::common::{engine, position, read};
use adv_chess::notation::parse_move;
use adv_chess::{Color, Position};
use adv_compiler::syntax::ast::ItemKind;
use adv_compiler::syntax::parse;
use adv_module::AdviceId;
use adv_vm::Options;
use shakmaty::Square;

/// The cases.
pub const CASES: &str = "tests/cases/library/plans.txt";

/// A line of the file.
struct Case {
    text: String,
    here: u64,
    plan: String,
    at: Position,
    us: Color,
    answer: String,
}

/// The squares of `a7` or `{a1, a4}`.
fn squares(text: &str) -> u64 {
    let names = text.split([',', '{', '}', ' ']).filter(|s| !s.is_empty());
    names.fold(0, |board, name| {
        let square: Square = name
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no square"));
        board | 1 << u32::from(square)
    })
}

fn cases() -> Vec<Case> {
    let text = read(CASES);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let (here, plan, fen, answer, side) = match parts.as_slice() {
            [here, plan, fen, answer] => (here, plan, fen, answer, None),
            [here, plan, fen, answer, side] => (here, plan, fen, answer, Some(*side)),
            _ => panic!("{line}: four or five parts"),
        };
        let at = position(fen);
        Case {
            text: line.to_owned(),
            here: squares(here),
            plan: (*plan).to_owned(),
            us: match side {
                None => at.turn(),
                Some("W") => Color::White,
                Some("B") => Color::Black,
                Some(other) => panic!("{line}: {other} is no side"),
            },
            at,
            answer: (*answer).to_owned(),
        }
    };
    lines.map(case).collect()
}

/// The pieces-of-advice of the module, by name.
fn plans() -> Vec<String> {
    let modules = adv_stdlib::MODULES.iter();
    let text = modules.clone().find(|(name, _)| *name == "std.plans");
    let (_, text) = text.expect("there is such a module");
    let items = parse(text).file.items;
    let advice = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Advice(def) => Some(def.name.node.clone()),
        _ => None,
    });
    advice.collect()
}

#[test]
fn every_plan_has_its_tree_where_it_should_and_none_where_not() {
    let plans = plans();
    let program = format!(
        "use std.plans
         pattern all-plans in trial
           fact us.K
           worth 1
           called \"the king\"
           for us plan {}
         end-pattern",
        plans.join(", ")
    );
    let mut engine = engine("plans.adv", &program);
    let mut wrong = Vec::new();
    let mut found: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for case in cases() {
        let advice = &engine.module().advice;
        let id = advice
            .iter()
            .position(|advice| advice.is_called(&case.plan));
        let id = id.unwrap_or_else(|| panic!("{}: no such plan", case.text));
        engine.set_here(case.here);
        let id = AdviceId(id as u16);
        let answer = engine.try_for(id, &case.at, case.us, &[], &Options::default());
        let answer = answer.unwrap_or_else(|failure| panic!("{}: {failure}", case.text));
        let is_met = match case.answer.as_str() {
            "-" => answer.tree.is_none(),
            "+" => answer.tree.is_some(),
            wanted => {
                let wanted = parse_move(&case.at, wanted);
                let wanted = wanted.unwrap_or_else(|error| panic!("{}: {error}", case.text));
                answer.first_move() == Some(wanted)
            }
        };
        if !is_met {
            wrong.push(format!("{}: found {:?}", case.text, answer.first_move()));
        }
        found.entry(case.plan).or_default()[usize::from(answer.tree.is_some())] += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for plan in plans {
        let found = found.get(&plan).copied().unwrap_or_default();
        assert!(found[0] > 0 && found[1] > 0, "{plan}: {found:?}");
    }
}
