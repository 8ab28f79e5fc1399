//! No strategy makes the front end panic, hang or overflow a small stack.

use adv_testkit::sized;

use super::strategies::{LISTING, REPAIRED, outline};
use super::*;

#[test]
fn every_truncation() {
    let example = adv_testkit::root().join("examples/karapetyan-1986.adv");
    let example = std::fs::read_to_string(example).expect("the example can be read");
    for text in [LISTING, REPAIRED, &example] {
        let ends = (0..text.len()).step_by(sized(11, 1));
        for end in ends.filter(|&end| text.is_char_boundary(end)) {
            let (head, tail) = text.split_at(end);
            check_invariants(head, &parse(head));
            check_invariants(tail, &parse(tail));
        }
    }
}

/// A token less, or one twice, costs a message or two and never the definition after the strategy.
#[test]
fn every_token_damaged_once() {
    let mut counts = [0usize; 5];
    for program in [LISTING, REPAIRED] {
        let program = format!("{program}number behind = 1\n");
        let (lexemes, ..) = crate::syntax::lexer::lex(&program);
        let own = lexemes.len() - 4;
        for (at, lexeme) in lexemes.iter().take(own).enumerate() {
            let (start, end) = (lexeme.start as usize, lexeme.end as usize);
            let less = format!("{} {}", &program[..start], &program[end..]);
            let twice = format!("{} {}", &program[..end], &program[start..]);
            for text in [less, twice] {
                let parsed = parse(&text);
                check_invariants(&text, &parsed);
                let last = parsed.file.items.last().map(|item| &item.kind);
                assert!(
                    matches!(last, Some(ItemKind::Define(_))) || at == own - 1,
                    "{text}"
                );
                counts[errors(&text).len().min(4)] += 1;
            }
        }
    }
    println!("programs with 0, 1, … errors: {counts:?}");
    assert!(
        counts[3] + counts[4] <= counts.iter().sum::<usize>() / 50,
        "{counts:?}"
    );
}

/// Parses on a thread with a stack of 2 MiB, walks, copies, compares and drops the tree; gives the number of errors.
fn on_small_stack(text: String) -> usize {
    let run = move || {
        let parsed = parse(&text);
        check_invariants(&text, &parsed);
        let copy = parsed.file.clone();
        assert!(copy == parsed.file);
        for item in &copy.items {
            if let ItemKind::Strategy(strategy) = &item.kind {
                assert!(outline(&strategy.body).len() < 100_000_000);
                assert!(!format!("{strategy:?}").is_empty());
            }
        }
        let last = copy.items.last().map(|item| &item.kind);
        assert!(
            matches!(last, Some(ItemKind::Define(_))),
            "the definition behind the strategy is kept"
        );
        errors(&text).len()
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.unwrap().join().unwrap()
}

#[test]
fn deep_statements_are_one_error_and_no_overflow() {
    for (opener, closer) in [
        ("if a then ", "end-if "),
        ("if a then\n", "end-if\n"),
        ("if a then stop else\n", "end-if\n"),
        ("do-while a ", "end-do "),
        ("do-while a\n", "end-do\n"),
        ("if a then do-while b\n", "end-do end-if\n"),
        ("action x (any, b) otherwise ", ""),
        ("action x (any, b)\notherwise\n", ""),
        ("consult t otherwise ", ""),
        ("action x (any, b) otherwise if c then\n", "end-if\n"),
        ("action x (any, b) otherwise do-while c ", "end-do "),
    ] {
        for count in sized(vec![10_000], vec![10_000, 100_000]) {
            let closed = format!(
                "strat s (out-class: b)\n{}stop {}\nend-strat\nnumber n = 1\n",
                opener.repeat(count),
                closer.repeat(count)
            );
            assert_eq!(on_small_stack(closed), 1, "{opener}");
            let open = format!(
                "strat s (out-class: b)\n{}\nnumber n = 1\n",
                opener.repeat(count)
            );
            assert!((1..=2).contains(&on_small_stack(open)), "{opener}");
        }
        let text = format!(
            "strat s (out-class: b)\n{}stop {}\nend-strat\nnumber n = 1\n",
            opener.repeat(45),
            closer.repeat(45)
        );
        assert_eq!(on_small_stack(text), 0, "{opener}");
    }
}

#[test]
fn what_follows_statements_too_deep_is_read() {
    let text = format!(
        "strat s (out-class: b)\n  do-while c\n    {}stop {}\n    apply y\n    action z (1 +, d)\n  end-do\n  apply w\nend-strat s\n",
        "if a then ".repeat(500),
        "end-if ".repeat(500)
    );
    let found = errors(&text);
    assert_eq!(found.len(), 2, "{found:?}");
    let file = parse(&text).file;
    let ItemKind::Strategy(strategy) = &file.items[0].kind else {
        panic!()
    };
    let shape = outline(&strategy.body);
    assert!(shape.ends_with(" apply-y z} apply-w"), "{shape}");
}

#[test]
fn deep_expressions_in_strategies() {
    for opener in [
        "(",
        "not ",
        "if ",
        "f(",
        "root.",
        "a + (",
        "exists x in b : ",
        "if a then b else ",
    ] {
        for place in [
            "do-while ",
            "if ",
            "action x (",
            "action x (any, b) prefer ",
            "consult t(",
            "else-if ",
        ] {
            let text = format!(
                "strat s (out-class: b)\n{place}{}\n  apply t\nend-strat\nnumber n = 1\n",
                opener.repeat(sized(5_000, 20_000))
            );
            let found = on_small_stack(text);
            assert!((1..=3).contains(&found), "{place}{opener}: {found}");
        }
    }
    // The statements around count with the expression.
    for depth in [50, 99] {
        let text = format!(
            "strat s (out-class: b)\n{}do-while {}a{} stop end-do {}\nend-strat\nnumber n = 1\n",
            "if a then ".repeat(depth),
            "not (".repeat(120),
            ")".repeat(120),
            "end-if ".repeat(depth)
        );
        assert_eq!(on_small_stack(text), 0);
    }
}

#[test]
fn wide_is_not_deep() {
    let branches = "else-if a ∧ b then action x (any, c) otherwise stop\n".repeat(5_000);
    let statements = "do-while a if b then stop end-if end-do;\n".repeat(5_000);
    let clauses = "within 3 us K ".repeat(5_000);
    for body in [
        format!("if a then stop\n{branches} else stop end-if"),
        statements,
        format!("action x (any, b) {clauses}"),
        ";".repeat(50_000),
    ] {
        let text = format!("strat s (out-class: b)\n{body}\nend-strat\nnumber n = 1\n");
        assert_eq!(on_small_stack(text), 0);
    }
}

#[test]
fn floods_stay_small() {
    // More than are reported.
    let flood = sized(10_500, 30_000);
    for word in [
        "if ",
        "if\n",
        "then ",
        "else ",
        "else\n",
        "else-if ",
        "else if a then ",
        "else-if a then\n",
        "end-if ",
        "end-if\n",
        "end-do\n",
        "end\n",
        "endd\n",
        "do-while ",
        "do - while\n",
        "action ",
        "action\n",
        "action (a, b, c) else ",
        "action (a, b, c);\nus ",
        "otherwise ",
        "stop ",
        "consult x\n",
        "us at 0: K; ",
        "(",
        "); ",
        "; ",
        "$\n",
        "table ",
        "x y ",
        "                    if",
    ] {
        for opening in [
            "strat s (out-class: b)\n",
            "strat s\nif a then\n",
            "strat s (",
        ] {
            let text = format!("{opening}{}", word.repeat(flood));
            let parsed = parse(&text);
            assert!(parsed.diagnostics.len() <= 10_001);
            check_invariants(&text, &parsed);
        }
    }
}
