//! Patterns, evaluations and translations, from text to module.

use crate::compile::compile;
use crate::library::Libraries;
use crate::source::Source;
use adv_module::program::{Each, ExpectKind, Program, Subject, TextPart};

const PAWNS: &str = r#"
board BACK(x: board, s: side) = if s = W then SHIFT(x, 0, -1) else SHIFT(x, 0, 1)

/// Pawns that stand against an enemy pawn.
board RAMMED(s: side, t: side) = s.P ∩ BACK(t.P, s)

descriptor endgame = count(W.*) ≤ 8

advice attack
  better   after-us HERE ∩ ATT(us) ≠ ∅
  us       any
  depth    3 shortest
  because  "attack {HERE as men}, the {count(HERE) ? pawn|pawns}"
end-advice

plan both = attack

/// Pawns that cannot move.
pattern rammed  in pawn.rammed
  fact      RAMMED(us, them)  each square  where count(FILE(HERE) ∩ us.P) = 1
  worth     if endgame then -20 else -10 * count(HERE)
  excludes  pawn.free
  called    "rammed pawn {HERE} of {us ? White|Black}"
  belief    "it stands on {FILE(HERE) as files}"
  for them  purpose "take it"  plan both
  for us    purpose "move it"
end-pattern

pattern open  in pawn.free
  fact    us-to-move
  worth   fact + 1
  called  "to move"
  for us  plan attack required
end-pattern

number fact = 2

evaluation structure
  of          pawn
  tell        2
  worth       open 7
  similarity  (facts: 50, position: 50)
end-evaluation

texts ru
  for rammed  called "пешка {HERE}: {us ? белая|чёрная}"
  for attack  because "{count(HERE) ? пешка|пешки|пешек} {HERE as men}"
end-texts

table play
  if rammed(us) then other
  otherwise other
end-table

advice other  better mate  depth 1  end-advice

test "rammed" structure position "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1"
  expect explains rammed(B), not explains open(B), forced attack, total = -20, explanation, rammed(W), not open(B)

measure structure from example
example "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1"
"#;

fn compiled(text: &str) -> (Option<Program>, Vec<String>) {
    let source = Source::new("pawns.adv", text);
    let made = compile(&source, "pawns", "", Libraries::NONE);
    let told = made.diagnostics.iter();
    let told = told
        .map(|of| format!("{}: {}", of.code, of.message))
        .collect();
    (made.module.map(adv_module::Module::into_program), told)
}

#[test]
fn a_pattern_becomes_a_record() {
    let (program, told) = compiled(PAWNS);
    let program = program.unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(told, ["W0522: 4 texts are not translated into `ru`"]);
    let [rammed, open] = program.patterns.as_slice() else {
        panic!("two patterns");
    };
    assert_eq!(rammed.path, ["pawn", "rammed"]);
    assert_eq!((rammed.each, open.each), (Each::Square, Each::Truth));
    assert_eq!(rammed.excludes, [adv_module::PatternId(1)]);
    assert!(rammed.condition.is_some() && open.condition.is_none());
    assert!(matches!(rammed.called[3], TextPart::Choice { .. }));
    let them = rammed.them.as_ref().expect("a plan for them");
    assert_eq!(program.advice[them.plan[0].advice.index()].name, "attack");
    assert!(open.us.as_ref().is_some_and(|view| view.plan[0].required));
    let structure = &program.evaluations[0];
    assert_eq!((structure.of.len(), structure.tell), (2, 2));
    assert!(structure.stage.is_some() && structure.worths.len() == 1);
    assert_eq!(structure.similarity.facts, 50);
    assert_eq!(program.texts[0].entries.len(), 2);
    let test = &program.tests[0];
    assert!(matches!(test.subject, Subject::Evaluation(_)));
    assert!(matches!(test.expect[3].kind, ExpectKind::Total(-20)));
    assert!(test.expect[1].negated);
    assert!(matches!(test.expect[6].kind, ExpectKind::Value { .. }));
}

#[test]
fn a_program_without_an_evaluation_has_static() {
    let text = "pattern weak in pawn\n fact us.P\n worth 1\n called \"{HERE}\"\nend-pattern";
    let (program, told) = compiled(text);
    let program = program.unwrap_or_else(|| panic!("{told:?}"));
    assert_eq!(program.evaluations[0].name, "static");
    assert_eq!(program.evaluations[0].tell, 3);
}

#[test]
fn words_of_patterns_are_names_elsewhere() {
    let text = "number fact = 1\nnumber worth = fact\nnumber called = worth\nnumber each = called\nnumber explains = each";
    let (program, told) = compiled(text);
    assert!(program.is_some(), "{told:?}");
}
