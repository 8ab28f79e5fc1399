//! Tests of the front end: what is read, what is refused and how, and that no text does harm.

mod accept;
mod broken_blocks;
mod broken_strategies;
mod follow;
mod hostile;
mod hostile_strategies;
mod items;
mod recover;
mod score;
mod strategies;

use super::ast::*;
use super::{Parsed, parse, parse_expression};
use crate::diagnostics::style::complaint;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{Source, Spanned};

/// `line code message` of every error.
fn errors(text: &str) -> Vec<String> {
    let source = Source::new("test.adv", text);
    let of = |diagnostic: &Diagnostic| {
        let line = diagnostic
            .primary_span()
            .map_or(0, |span| source.line_column(span.start).line);
        format!("{line} {} {}", diagnostic.code, diagnostic.message)
    };
    parse(text)
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(of)
        .collect()
}

/// Checks the errors of every text, and that nothing else is wrong with its parse.
fn expect(cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (text, wanted) in cases {
        check_invariants(text, &parse(text));
        let found = errors(text);
        if found != *wanted {
            wrong.push((text, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The tree of a text that must be without any message.
fn clean(text: &str) -> File {
    let Parsed {
        file, diagnostics, ..
    } = parse(text);
    assert!(diagnostics.is_empty(), "{text}\n{:#?}", diagnostics);
    assert!(
        !file
            .items
            .iter()
            .any(|item| matches!(item.kind, ItemKind::Error(_))),
        "{text}"
    );
    file
}

/// The only item of a text that must be without any message.
fn item(text: &str) -> ItemKind {
    let mut file = clean(text);
    assert_eq!(file.items.len(), 1, "{text}");
    file.items
        .pop()
        .map_or(ItemKind::Error(Vec::new()), |item| item.kind)
}

/// An expression in prefix form, for the tests of binding.
fn shape(text: &str) -> String {
    let (expr, diagnostics) = parse_expression(text, 0);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:#?}");
    show(&expr)
}

fn show(expr: &Expr) -> String {
    let list = |list: &[Expr]| list.iter().map(show).collect::<Vec<_>>().join(" ");
    let refs = |list: &[Ref]| {
        list.iter()
            .map(|r| r.name.node.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match &expr.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Square(s) => format!("{}{}", (b'a' + s % 8) as char, s / 8 + 1),
        ExprKind::Range(a, b) => format!("{}..{}", a.node, b.node),
        ExprKind::Empty => "∅".into(),
        ExprKind::Any => "any".into(),
        ExprKind::Piece(owner, role) => match &owner.node {
            Owner::Side(side) => format!("{side:?}.{role:?}"),
            Owner::Name(name) => format!("{name}.{role:?}"),
        },
        ExprKind::Letter(role) => format!("{role:?}"),
        ExprKind::From => "FROM".into(),
        ExprKind::To => "TO".into(),
        ExprKind::Taken => "TAKEN".into(),
        ExprKind::Here => "HERE".into(),
        ExprKind::Zone(v) => format!("zone({})", list(v)),
        ExprKind::Side(side) => format!("{side:?}"),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Call(name, args) => format!("{}({})", name.node, list(args)),
        ExprKind::Prefix(prefix, e) => format!("{:?}.{}", prefix.node, show(e)),
        ExprKind::Tuple(v) => format!("(tuple {})", list(v)),
        ExprKind::Set(v) => format!("{{{}}}", list(v)),
        ExprKind::Fold(Fold::Filter, x, b, d) => {
            format!("{{{} in {} : {}}}", x.node, show(b), show(d))
        }
        ExprKind::Fold(f, x, b, n) => format!("({f:?} {} {} {})", x.node, show(b), show(n)),
        ExprKind::MinMax(f, v) => format!("{f:?}({})", list(v)),
        ExprKind::If(arms, last) => {
            let arms: Vec<String> = arms
                .iter()
                .map(|(c, v)| format!("{} → {}", show(c), show(v)))
                .collect();
            format!("(if {} else {})", arms.join("; "), show(last))
        }
        ExprKind::Turned(e) => format!("(turned {})", show(e)),
        ExprKind::Satisfiable(BinaryOp::And, v) => format!("(satisfiable-all {})", refs(v)),
        ExprKind::Satisfiable(_, v) => format!("(satisfiable {})", refs(v)),
        ExprKind::Unary(op, e) => format!("({:?} {})", op.node, show(e)),
        ExprKind::Junction(op, v) => v
            .iter()
            .map(show)
            .reduce(|a, b| format!("({op:?} {a} {b})"))
            .unwrap_or_default(),
        ExprKind::Binary(op, a, b) => format!("({:?} {} {})", op.node, show(a), show(b)),
        ExprKind::Error => "error".into(),
    }
}

/// What must hold of every parse, whatever the text.
fn check_invariants(text: &str, parsed: &Parsed) {
    let inside = |start: u32, end: u32| text.get(start as usize..end as usize).is_some();
    for diagnostic in &parsed.diagnostics {
        assert_eq!(
            complaint(&diagnostic.message),
            None,
            "{:?} in {text:?}",
            diagnostic.message
        );
        for line in diagnostic.help.iter().chain(&diagnostic.notes) {
            assert_eq!(complaint(line), None, "{line:?} in {text:?}");
        }
        assert!(
            !diagnostic.labels.is_empty() || diagnostic.code == Code::TooManyReports,
            "{diagnostic:?}"
        );
        for label in &diagnostic.labels {
            assert!(
                inside(label.span.start, label.span.end),
                "{label:?} in {text:?}"
            );
        }
    }
    let mut last = 0;
    for item in &parsed.file.items {
        assert!(
            inside(item.span.start, item.span.end) && item.span.start >= last,
            "{:?} in {text:?}",
            item.span
        );
        last = item.span.end;
    }
    let failed = parsed
        .file
        .items
        .iter()
        .any(|item| matches!(item.kind, ItemKind::Error(_)));
    let reported = parsed
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error);
    assert!(!failed || reported, "an item failed in silence: {text:?}");
}
