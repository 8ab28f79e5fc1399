//! Whole programs, and what they become.

use std::fmt::Write as _;
use std::time::Instant;

use adv_module::AdviceId;

use super::{codes, run};
use crate::analysis::analyse;
use crate::hir::{
    AdviceKind, BoardRelation, Checked, Entry, ExprKind, Frame, Needs, NumberOp, Type, Who,
};
use crate::library::Libraries;
use crate::source::Source;
use crate::syntax::parse;

const KRK: &str = include_str!("krk-advice.adv");

/// A program without any diagnostic.
fn clean(text: &str) -> Checked {
    let (diagnostics, checked) = run(text);
    let all: Vec<String> = diagnostics
        .iter()
        .map(|d| format!("{} {}", d.code, d.message))
        .collect();
    assert!(all.is_empty(), "{all:#?}");
    checked.expect("no diagnostics, so a program")
}

#[test]
fn the_textbook_table_has_no_fault() {
    let checked = clean(KRK);
    let program = checked.program();
    assert_eq!(program.functions.len(), 7);
    assert_eq!(program.advice.len(), 6);
    assert_eq!(program.imports.len(), 4);
    assert_eq!(program.tables[0].rules[0].list.len(), 6);
    assert_eq!(program.advice[0].us.phases.len(), 2);
    assert_eq!(program.claims.len(), 1);
    assert!(program.claims[0].text.starts_with("prove krk"));
    assert_eq!(program.advice[1].because.len(), 1);
}

#[test]
fn signs_become_what_they_mean() {
    let checked = clean(
        "material W: K, R; B: K
         number n = file(R) + 1
         board b = FILE(R) + e4
         descriptor d = SQ(W.K) ⊇ b ∧ b disjoint e5
         descriptor e = n <= 3",
    );
    let body = |index: usize| &checked.program().functions[index].body.kind;
    assert!(matches!(body(0), ExprKind::NumberOp(NumberOp::Add, ..)));
    assert!(matches!(body(1), ExprKind::BoardOp(..)));
    let ExprKind::And(parts) = body(2) else {
        panic!("a conjunction")
    };
    // `⊇` has become `⊆` with its sides exchanged.
    assert!(
        matches!(&parts[0].kind, ExprKind::Boards(BoardRelation::Subset, a, _) if matches!(a.kind, ExprKind::Call(..)))
    );
    assert!(matches!(
        parts[1].kind,
        ExprKind::Boards(BoardRelation::Disjoint, ..)
    ));
    assert!(matches!(body(3), ExprKind::Compare(..)));
}

#[test]
fn prefixes_reach_the_arguments_and_not_the_values() {
    let checked = clean(
        "material W: K, R; B: K
         number pen(x: board) = dist(x, R)
         descriptor d = all x in STEP(W.K) : root.dist(x, R) < new.pen(SQ(B.K))",
    );
    let function = &checked.program().functions[1];
    assert_eq!(function.needs, Needs::NEW.union(Needs::ROOT));
    let mut frames = Vec::new();
    crate::check::walk::contains(&function.body, &mut |part| {
        match &part.kind {
            ExprKind::Squares(frame, _) => frames.push(("squares", *frame)),
            ExprKind::Call(_, frame, _) => frames.push(("call", *frame)),
            _ => {}
        }
        false
    });
    assert_eq!(
        frames,
        [
            ("squares", Frame::Root),
            ("call", Frame::New),
            ("squares", Frame::New)
        ]
    );
}

#[test]
fn measures_may_be_tuples() {
    let checked = clean(
        "material W: K, R; B: K
         number size = (file(R), rank(R))
         advice lower  better size < root.size  us R by (new.file(R), file(TO))  depth 1  end-advice",
    );
    assert_eq!(checked.program().functions[0].result, Type::Number(2));
    assert_eq!(
        checked.program().advice[0].us.every[0].keys[0].ty,
        Type::Number(2)
    );
}

#[test]
fn moves_are_spelt_out_with_their_arguments() {
    let checked = clean(
        "material W: K, R; B: K
         moves along(b: board) = R to b where all x in b : dist(x, B.K) > 1 then K to b
         advice x  better mate  us along({y in FILE(W.K) : rank(y) > 2}) from e4  depth 1  end-advice",
    );
    let us = &checked.program().advice[0].us;
    assert_eq!(us.every.len(), 2);
    assert!(
        us.every[0].filter.is_some() && us.every[0].from.is_some() && us.every[1].from.is_some()
    );
    // Two comprehensions (the argument occurs twice) and the quantifier.
    let mut bound = Vec::new();
    for expr in [&us.every[0].to, &us.every[0].filter].into_iter().flatten() {
        crate::check::walk::contains(expr, &mut |part| {
            if let ExprKind::Fold(_, id, ..) = part.kind {
                bound.push(id.0);
            }
            false
        });
    }
    bound.sort_unstable();
    assert_eq!(bound, [0, 1, 2], "every variable has a number of its own");
}

#[test]
fn advice_with_parameters_is_made_once_for_each_list_of_constants() {
    let checked = clean(
        "material W: K, R; B: K
         advice mate-in(n: number, s: side)  better mated(s) ∧ SQ(s.K) ≠ ∅  depth 2 * n - 1  because \"mate in {n}\"  end-advice
         advice prepare(n: number)  better satisfiable(mate-in(n, them) or mate-in(n + 1, them))  depth 1  end-advice
         table t
           if check then mate-in(1, them), prepare(1)
           otherwise mate-in(2, them), shortest 3 (mate-in(1, them))
         end-table",
    );
    let program = checked.program();
    let names: Vec<&str> = program
        .advice
        .iter()
        .map(|advice| advice.name.node.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "mate-in(1, them)",
            "prepare(1)",
            "mate-in(2, them)",
            "mate-in(1, them) or mate-in(2, them)"
        ]
    );
    assert_eq!(program.advice[2].depth, 3);
    assert!(program.advice[3].kind == AdviceKind::Either && program.advice[3].depth == 3);
    assert!(matches!(
        program.advice[1].better.test.kind,
        ExprKind::Satisfiable(Frame::Current, 3)
    ));
    assert_eq!(
        program.tables[0].rules[1].list,
        [
            Entry::Advice(AdviceId(2)),
            Entry::Shortest(3, vec![AdviceId(0)])
        ]
    );
    let ExprKind::And(parts) = &program.advice[0].better.test.kind else {
        panic!("a conjunction")
    };
    let mut pieces = 0;
    crate::check::walk::contains(&parts[1], &mut |part| {
        pieces += usize::from(matches!(part.kind, ExprKind::Piece(Who::Them, _)));
        false
    });
    assert_eq!(pieces, 1, "a side that is known makes an ordinary piece");
}

#[test]
fn texts_hold_values() {
    let checked = clean(
        "material W: K, R; B: K
         number room = file(R)
         descriptor small(n: number) = room < n because \"{{room}} is {room}, less than {n}\"
         advice x  better small(3)  depth 1  because \"from {root.room} to {room} on {R}\"  end-advice",
    );
    let program = checked.program();
    assert_eq!(program.functions[1].because.as_ref().map(Vec::len), Some(4));
    assert_eq!(program.advice[0].because.len(), 6);
}

#[test]
fn a_row_of_one_word_is_one_list() {
    let mut text = String::from("material W: K, R; B: K\ndescriptor book = SQ(W.K) = a1 ∧ check");
    for index in 0..120 {
        let _ = write!(
            text,
            " ∨ SQ(W.K) = {}{} ∧ check",
            char::from(b'a' + (index % 8) as u8),
            index % 7 + 1
        );
    }
    let (_, checked) = run(&text);
    let checked = checked.expect("a program");
    assert!(
        matches!(&checked.program().functions[0].body.kind, ExprKind::Or(parts) if parts.len() == 121)
    );
}

/// A program of so many definitions, a piece-of-advice for every tenth: three lines and a half for each.
fn program(definitions: usize) -> String {
    let mut text = String::from("material W: K, R;  B: K\n");
    for index in 0..definitions {
        let _ = writeln!(
            text,
            "/// Definition {index}.\nnumber measure-{index}(a: board, n: number) ="
        );
        let before = if index % 20 == 0 {
            "count(a)".to_owned()
        } else {
            format!("measure-{}(a, n + 1)", index - 1)
        };
        let _ = writeln!(
            text,
            "  if n < {index} then {before} + dist(a, R) * 2 else count(STEP(W.K) ∩ a)"
        );
    }
    for index in 0..definitions / 10 {
        let measure = format!("measure-{}(SQ(B.K), 3)", index * 10);
        let _ = writeln!(
            text,
            "advice try-{index}\n  better {measure} < root.{measure}\n  us R by new.{measure}\n  depth 1\nend-advice"
        );
    }
    text.push_str("table t otherwise try-0");
    (1..definitions / 10).for_each(|index| {
        let _ = write!(text, ", try-{index}");
    });
    text.push_str("\nend-table\n");
    text
}

#[test]
fn ten_times_the_program_takes_ten_times_as_long() {
    let least = |definitions| {
        let text = program(definitions);
        assert!(parse(&text).diagnostics.is_empty());
        let source = Source::new("large.adv", text.as_str());
        let times = (0..3).map(|_| {
            let start = Instant::now();
            assert!(analyse(&source, Libraries::NONE).checked.is_some());
            start.elapsed()
        });
        times.min().unwrap()
    };
    // A pass that is quadratic takes a hundred times as long.
    let (small, large) = (least(300), least(3_000));
    assert!(large < small * 40, "{small:?}, {large:?}");
}

#[test]
fn a_row_of_thousands_of_positions_is_one_expression() {
    for word in ["∨", "∧"] {
        let patterns: Vec<String> = (0..5_000)
            .map(|i| format!("file(R) * {} ≠ dist(W.K, B.K)", i + 2))
            .collect();
        let row = patterns.join(&format!("\n  {word} "));
        let text =
            format!("material W: K, R;  B: K\nuse std.geometry\ndescriptor book =\n  {row}\n");
        assert!(
            !codes(&text).iter().any(|code| code.starts_with('E')),
            "{word}"
        );
    }
}

#[test]
fn a_default_that_no_advice_takes_is_checked() {
    let text = "material W: K, R; B: K\ndefault holding SQ(K) ≠ ∅\nadvice a better mate holding ¬stalemate depth 1 end-advice\n";
    let (found, checked) = run(text);
    let errors = found.iter().filter(|found| found.code.as_str() == "E0207");
    assert_eq!((errors.count(), checked.is_none()), (1, true));
}

#[test]
fn an_error_in_a_position_lies_in_the_text() {
    for start in ["“8/8/8from3k4/8/8/1R6/K7 w - -“", "\"8/8//ä8/8/8/8/8 w\""] {
        let text = format!("material W: K, R; B: K\nexample {start}");
        for label in run(&text).0.iter().flat_map(|found| &found.labels) {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            assert!(text.get(start..end).is_some(), "{text}");
        }
    }
}
