//! What is refused, where, in which words, and what is kept.

use super::*;

/// The names of the definitions that were read.
fn kept(text: &str) -> Vec<String> {
    let name = |item: &Item| match &item.kind {
        ItemKind::Define(define) => define.name.node.clone(),
        ItemKind::Moves(moves) => moves.name.node.clone(),
        ItemKind::Advice(advice) => advice.name.node.clone(),
        ItemKind::Plan(plan) => plan.name.node.clone(),
        ItemKind::Table(table) => table.name.node.clone(),
        ItemKind::Strategy(strategy) => strategy.name.node.clone(),
        ItemKind::Error(_) => "error".to_owned(),
        _ => "other".to_owned(),
    };
    parse(text).file.items.iter().map(name).collect()
}

/// Every page of a code that the front end reports has an example that gives the message on the page.
#[test]
fn the_pages_of_the_codes_tell_the_truth() {
    let ours = [
        "E0101", "E0102", "E0103", "E0104", "E0105", "E0107", "E0108", "E0109", "E0111", "E0112",
        "E0115", "E0118", "E0119", "E0120", "E0121", "E0210", "E0506", "E0512", "N0102",
    ];
    for code in ours.iter().filter_map(|code| Code::parse(code)) {
        let page = code.explanation();
        let fenced = |heading: &str| {
            let section = page
                .split(&format!("\n## {heading}\n\n```"))
                .nth(1)
                .unwrap_or("");
            let body = section.split_once('\n').map_or("", |(_, body)| body);
            body.split("\n```").next().unwrap_or("").to_owned()
        };
        let (example, message) = (fenced("Example") + "\n", fenced("Message"));
        let diagnostics = parse(&example).diagnostics;
        assert_eq!(diagnostics.len(), 1, "{code}: {diagnostics:#?}");
        let shown = format!(
            "{}[{code}]: {}",
            diagnostics[0].severity.as_str(),
            diagnostics[0].message
        );
        assert_eq!(message.lines().next(), Some(shown.as_str()), "{code}");
        for help in message
            .lines()
            .filter_map(|line| line.strip_prefix("  = help: "))
        {
            assert!(
                diagnostics[0].help.iter().any(|line| line == help),
                "{code}: {help} is not in {:?}",
                diagnostics[0].help
            );
        }
    }
}

#[test]
fn independent_errors_are_all_reported_and_the_rest_is_kept() {
    let text = "number a = 3 +\nnumber b = 2\nboard c = {e4,\nboard d = e4\ndescriptor e = (a ∧\ndescriptor f = a\nmoves g = then\nmoves h = any\n";
    assert_eq!(
        errors(text),
        [
            "1 E0101 expected an expression, found `number`",
            "3 E0101 expected an expression, found `board`",
            "5 E0101 expected an expression, found `descriptor`",
            "7 E0101 expected moves, found `then`",
        ]
    );
    assert_eq!(kept(text), ["a", "b", "c", "d", "e", "f", "error", "h"]);
    let text = "use geometry.\nnumber a = 1\nuse std.number\nnumber b = 1";
    assert_eq!(errors(text), ["1 E0101 expected a name, found `number`"]);
    assert_eq!(kept(text), ["error", "a", "other", "b"]);
}

#[test]
fn clauses_and_rules_recover_one_by_one() {
    let text = "advice a\n  better mate x\n  holding\n  us K toward\n  depth 1\n  because 3\nend-advice\nadvice b\n better mate\nend-advice\n";
    assert_eq!(
        errors(text),
        [
            "2 E0101 expected an operator between `mate` and `x`",
            "3 E0101 expected an expression, found `us`",
            "4 E0101 expected a name or a piece letter, found `depth`",
            "6 E0101 expected a quoted text, found `3`",
        ]
    );
    assert_eq!(kept(text), ["a", "b"]);
    let text = "table t\n  if a b\n  if c then d, , e\n  if then f\n  otherwise g h\n  also\n  beyond x\nend-table\nplan p = a";
    assert_eq!(
        errors(text),
        [
            "2 E0101 expected `then`, found `b`",
            "3 E0101 expected a name, found `,`",
            "4 E0101 expected an expression, found `then`",
            "5 E0101 expected `,` between `g` and `h`",
            "6 E0101 expected a name, found `beyond`",
        ]
    );
    assert_eq!(kept(text), ["t", "p"]);
    let ItemKind::Table(table) = &parse(text).file.items[0].kind else {
        panic!()
    };
    assert_eq!(table.beyond.len(), 1);
}

#[test]
fn missing_ends_are_supplied() {
    let text =
        "advice a\n  better mate\n\ntable t\n  otherwise a\nnumber n = (1 +\nadvice b\n  better (x";
    assert_eq!(
        errors(text),
        [
            "1 E0109 `advice a` has no `end-advice`",
            "4 E0109 `table t` has no `end-table`",
            "6 E0101 expected an expression, found `advice`",
            "7 E0109 `advice b` has no `end-advice`",
            "8 E0101 `(` is not closed",
        ]
    );
    assert_eq!(kept(text), ["a", "t", "n", "b"]);
    assert_eq!(
        errors("advice a\n better mate\nend-table\nnumber n = 1"),
        ["3 E0101 expected `end-advice`, found `end-table`"]
    );
    assert_eq!(
        errors("number n = 1\nend-advice\n"),
        ["2 E0101 `end-advice` ends nothing here"]
    );
    assert!(
        errors("advice a\n better mate\nend advice\ntable t\n otherwise a\nEND - TABLE\n")
            .is_empty()
    );
}

#[test]
fn strategies_are_kept() {
    let text = "number a = 1\nstrat x (in-class: figures - W: K; B: K; out-class: mate)\n  action (a, any, b) us K within 3 plies;\n  do-while (c) if d then stop end-if end-do\nend-strat x\nnumber b = 2\n/// Doc.\nX-Y : STRAT (OUT-CLASS: MV(B.K) = ∅)\n  CONSULT krk\nEND-STRAT X-Y\nnumber c = 3\nstrat z\n  stop\nnumber d = 4\n";
    assert_eq!(errors(text), ["12 E0109 `strat z` has no `end-strat`"]);
    assert_eq!(kept(text), ["a", "x", "b", "X-Y", "c", "z", "d"]);
    assert_eq!(parse(text).file.items[3].doc, ["Doc."]);
    assert_eq!(
        errors("consult krk\nnumber a = 1"),
        ["1 E0115 `consult` is allowed in a strategy only"]
    );
}

#[test]
fn mistakes_that_people_make_have_their_sentences() {
    let mut wrong = Vec::new();
    for (text, wanted) in [
        ("number x 3", "E0101 expected `=`, found `3`"),
        ("number f(a) = 3", "E0101 parameter `a` has no type"),
        ("number f() = 3", "E0101 expected a parameter, found `)`"),
        ("number x = f()", "E0101 expected an argument, found `)`"),
        (
            "number x = if a then 1",
            "E0118 expected `else`, the file ends",
        ),
        (
            "number x = if a then 1 otherwise 2",
            "E0101 expected `else`, found `otherwise`",
        ),
        (
            "number x = if a 1 else 2",
            "E0101 expected `then`, found `1`",
        ),
        (
            "descriptor x = Not a",
            "E0108 reserved word `Not` is written in mixed capitals",
        ),
        (
            "descriptor x = a => b",
            "E0101 `=>` is allowed in `prove` only",
        ),
        (
            "descriptor x = s = us",
            "E0101 expected an expression, found the side `us`",
        ),
        (
            "board x = SQ(Kc2)",
            "E0101 expected an expression, found the move `Kc2`",
        ),
        (
            "number x = new y",
            "E0101 expected an operator between `new` and `y`",
        ),
        (
            "number x = SQ(B.\nK)",
            "E0121 line break inside the piece `B.K`",
        ),
        (
            "number R = 1",
            "E0210 `R` stands for a piece and cannot be a name",
        ),
        ("number f(by: number) = 1", "E0210 `by` is a reserved word"),
        (
            "material W: K, R B: K",
            "E0101 expected `;` before the other side, found `B`",
        ),
        (
            "material W: K, X; B: K",
            "E0101 expected a piece letter, found `X`",
        ),
        (
            "use std geometry",
            "E0101 expected `.` or the next definition, found `geometry`",
        ),
        (
            "advice a for us better mate end-advice",
            "E0101 expected `B` or `W`, found `us`",
        ),
        (
            "prove k from all positions reaches mate within 3 reaches x",
            "E0120 expected `moves` or `plies` after `within 3`",
        ),
        (
            "prove k from all positions from example",
            "E0114 `from` is given twice",
        ),
        (
            "test \"a\" position \"b\" expect check within 3 moves",
            "E0101 only `mate` is expected within a number of moves",
        ),
        (
            "table t better mate end-table",
            "E0115 `better` is not a clause of a table",
        ),
        (
            "advice a also b end-advice",
            "E0115 `also` is not a clause of a piece-of-advice",
        ),
        (
            "board x = a9..h8",
            "E0101 expected a square before `..`, found `a9`",
        ),
    ] {
        let found = errors(text);
        if found != [format!("1 {wanted}")] {
            wrong.push((text, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_error_a_line_and_a_hundred_in_all() {
    assert_eq!(errors("number a = + + $ $ (,)\n").len(), 1);
    let text = "number a = )\n".repeat(500);
    let diagnostics = parse(&text).diagnostics;
    assert_eq!(diagnostics.len(), 101);
    assert_eq!(
        diagnostics.last().map(|d| d.code),
        Some(Code::TooManyReports)
    );
    // Each item has its own, on whatever line it is.
    let text = "number a = ) ".repeat(2000);
    assert_eq!(errors(&text).len(), 100);
}

#[test]
fn notes_do_not_count_as_errors() {
    let parsed = parse("descriptor d = a && b || !c\ndescriptor e = a == b\n");
    assert!(
        parsed
            .diagnostics
            .iter()
            .all(|d| d.severity == Severity::Note)
            && parsed.diagnostics.len() == 4
    );
    assert_eq!(parsed.file.items.len(), 2);
}
