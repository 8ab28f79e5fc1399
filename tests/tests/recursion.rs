//! Advice that asks for itself with a smaller number is the same as a piece written out for each number.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_vm::{Engine, Limits, Options, Replies};

/// A program with these pieces and this list, over a queen's mate in a few moves.
fn program(pieces: &[(&str, &str)], list: &str) -> String {
    let piece = |(head, or): &(&str, &str)| {
        format!(
            "advice {head}
               better   after-them (satisfiable(mate-in(1)){or})
               holding  after-us ¬stalemate
               us       K, Q
               depth    2
             end-advice\n"
        )
    };
    let pieces: String = pieces.iter().map(piece).collect();
    format!(
        "material  W: K, Q;  B: K
         {pieces}
         advice mate-in(n: number)
           better  mate
           us      Q
           depth   2 * n - 1
         end-advice
         table kqk for W
           otherwise mate-in(1), {list}
         end-table"
    )
}

/// One piece that asks for itself.
fn asks_itself() -> String {
    let squeeze = (
        "squeeze(n: number)",
        " ∨ n > 1 ∧ satisfiable(squeeze(n - 1))",
    );
    program(&[squeeze], "squeeze(1), squeeze(3)")
}

/// A piece for each number.
fn written_out() -> String {
    let pieces = [
        ("squeeze-once", ""),
        ("squeeze-twice", " ∨ satisfiable(squeeze-once)"),
        ("squeeze-thrice", " ∨ satisfiable(squeeze-twice)"),
    ];
    program(&pieces, "squeeze-once, squeeze-thrice")
}

/// Positions with White to move, drawn evenly from all of the class.
fn positions(most: usize) -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Queen], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men");
    let mut numbers = adv_testkit::Numbers::new(7);
    let mut found = Vec::new();
    while found.len() < most {
        let number = numbers.below(class.len() as usize) as u64;
        found.extend(class.position(number));
    }
    found
}

#[test]
fn a_piece_that_asks_for_itself_is_as_one_written_out() {
    let engine =
        |name, text: &str| Engine::new(crate::common::linked(name, text), Limits::default());
    let mut short = engine("short.adv", &asks_itself());
    let mut long = engine("long.adv", &written_out());
    let tables = [&short, &long].map(|engine| engine.table("kqk").expect("declared"));
    let mut by_rule = [0; 4];
    for position in positions(adv_testkit::sized(15, 400)) {
        let answers = [
            short.consult(tables[0], &position, &Options::default()),
            long.consult(tables[1], &position, &Options::default()),
        ];
        let [one, other] = answers.map(|answer| answer.expect("no limit"));
        assert_eq!(one.tree, other.tree, "{position:?}");
        assert_eq!(one.tried.len(), other.tried.len(), "{position:?}");
        by_rule[one.tried.len() - usize::from(one.tree.is_some())] += 1;
        let counted = |found: &adv_vm::Consultation| {
            let nested = found.tried.iter().flat_map(|tried| &tried.nested);
            let nested: u64 = nested.map(|nested| nested.positions).sum();
            (found.positions(), nested)
        };
        assert_eq!(counted(&one), counted(&other), "{position:?}");
        // Native code and the interpreter read the same instances.
        let decision = short.decide(tables[0], &position, Replies::default());
        assert_eq!(decision.expect("no limit").mv, one.first_move());
    }
    assert!(by_rule.iter().all(|count| *count > 0), "{by_rule:?}");
}
