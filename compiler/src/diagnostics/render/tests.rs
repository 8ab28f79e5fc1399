//! The four forms on one program, and odd spans and texts on all of them.

use adv_testkit::Numbers;

use super::*;
use crate::diagnostics::{Code, Severity};

const PROGRAM: &str = "material W: K, R;  B: K\n\nboard x = SQ(R) ∪ okedge ∪ y\nnumber x = 3\n";

/// The span of a word of the program.
fn of(text: &str, word: &str) -> Span {
    let start = text.find(word).map_or(0, |at| at as u32);
    Span::new(start, start + word.len() as u32)
}

fn unknown() -> Diagnostic {
    Diagnostic::new(Code::UnknownName, "unknown name `okedge`")
        .with_label(of(PROGRAM, "okedge"), "not defined")
        .with_help("did you mean `EDGE`?")
        .with_note("names are case-sensitive")
}

fn twice() -> Diagnostic {
    Diagnostic::new(Code::DefinedTwice, "`x` is defined twice")
        .with_label(of(PROGRAM, "x = 3"), "again here")
        .with_secondary(of(PROGRAM, "x = S"), "first here")
}

fn source() -> Source {
    Source::new("krk.adv", PROGRAM)
}

#[test]
fn plain_draws_the_lines_in_ascii() {
    let expected = "\
error[E0201]: unknown name `okedge`
  --> krk.adv:3:19
  |
3 | board x = SQ(R) ∪ okedge ∪ y
  |                   ^^^^^^ not defined
  |
  = help: did you mean `EDGE`?
  = note: names are case-sensitive

";
    assert_eq!(render(&[unknown()], &source(), Format::Plain), expected);
}

#[test]
fn short_is_one_line_each() {
    let text = render(&[unknown(), twice()], &source(), Format::Short);
    assert_eq!(
        text,
        "krk.adv:3:19: error[E0201]: unknown name `okedge`\nkrk.adv:4:8: error[E0204]: `x` is defined twice\n"
    );
    let nowhere = Diagnostic::new(Code::FileTooLarge, "the file is too large");
    assert_eq!(
        render(&[nowhere], &source(), Format::Short),
        "error[E0606]: the file is too large\n"
    );
}

#[test]
fn rich_marks_bytes_not_characters() {
    let text = render(&[unknown()], &source(), Format::Rich { color: false });
    let lines: Vec<&str> = text.lines().collect();
    let column = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
    let shown = lines
        .iter()
        .position(|line| line.contains("okedge ∪"))
        .unwrap_or(0);
    let above = lines.get(shown).and_then(|line| column(line, "okedge"));
    let below = lines.get(shown + 1).and_then(|line| column(line, "──"));
    assert!(above.is_some() && above == below, "{text}");
    assert!(
        text.contains("krk.adv:3:19") && text.contains("Help: did you mean"),
        "{text}"
    );
    assert!(!text.contains('\x1b'));
    assert!(render(&[unknown()], &source(), Format::Rich { color: true }).contains('\x1b'));
}

#[test]
fn rich_keeps_two_labels_in_one_frame() {
    let text = render(&[twice()], &source(), Format::Rich { color: false });
    assert_eq!(text.matches("krk.adv:").count(), 1, "{text}");
    assert!(
        text.contains("krk.adv:4:8") && text.contains("first here"),
        "{text}"
    );
}

#[test]
fn json_is_one_object_a_line() {
    let text = render(&[unknown(), twice()], &source(), Format::Json);
    let objects: Vec<serde_json::Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["code"], "E0201");
    assert_eq!(objects[0]["severity"], "error");
    assert_eq!(objects[0]["file"], "krk.adv");
    let label = &objects[0]["labels"][0];
    assert_eq!(
        (&label["line"], &label["column"], &label["end_column"]),
        (&3.into(), &19.into(), &25.into())
    );
    assert_eq!((&label["start"], &label["end"]), (&45.into(), &51.into()));
    assert_eq!(objects[0]["help"][0], "did you mean `EDGE`?");
    assert_eq!(objects[1]["labels"][1]["primary"], false);
    assert!(
        text.starts_with("{\"code\":\"E0201\",\"severity\":\"error\",\"message\":"),
        "the order of the fields is fixed"
    );
}

#[test]
fn a_place_behind_the_last_line_feed_is_the_same_in_every_form() {
    let end = Span::new(PROGRAM.len() as u32, PROGRAM.len() as u32);
    let diagnostic = Diagnostic::new(Code::UnexpectedEnd, "the file ends").with_label(end, "here");
    for format in [Format::Plain, Format::Short, Format::Rich { color: false }] {
        let text = render(std::slice::from_ref(&diagnostic), &source(), format);
        assert!(text.contains("krk.adv:5:1"), "{text}");
    }
}

#[test]
fn long_lines_are_not_drawn() {
    let text = format!("number x = {}1", "1 + ".repeat(100_000));
    let diagnostic = Diagnostic::new(Code::ExpressionTooLarge, "`x` is too large")
        .with_label(Span::new(7, 8), "this definition");
    for format in [Format::Plain, Format::Rich { color: false }] {
        let drawn = render(
            std::slice::from_ref(&diagnostic),
            &Source::new("long.adv", text.as_str()),
            format,
        );
        assert_eq!(drawn, "long.adv:1:8: error[E0602]: `x` is too large\n");
    }
}

#[test]
fn labels_over_many_lines_are_cut_to_the_first() {
    let text = "table t\n".repeat(5000);
    let diagnostic = Diagnostic::new(Code::MissingEnd, "no end")
        .with_label(Span::new(0, text.len() as u32), "begins here");
    for format in [Format::Plain, Format::Rich { color: false }] {
        let drawn = render(
            std::slice::from_ref(&diagnostic),
            &Source::new("t.adv", text.as_str()),
            format,
        );
        assert!(drawn.lines().count() < 12, "{drawn}");
    }
}

#[test]
fn terminals_get_no_commands() {
    let text = "number \x1b[31mx = 3\r board \u{202e} y\n";
    let diagnostic = Diagnostic::new(Code::UnknownCharacter, "unknown character `\x1b`")
        .with_label(Span::new(7, 8), "\x1b[2J")
        .with_help("take\nit away\u{202e}");
    for format in [
        Format::Plain,
        Format::Short,
        Format::Rich { color: false },
        Format::Json,
    ] {
        let drawn = render(
            std::slice::from_ref(&diagnostic),
            &Source::new("\x1b.adv", text),
            format,
        );
        assert!(
            !drawn.contains('\x1b') && !drawn.contains('\r'),
            "{drawn:?}"
        );
        assert!(
            format == Format::Json || !drawn.contains('\u{202e}'),
            "{drawn:?}"
        );
    }
}

#[test]
fn odd_spans_never_make_a_renderer_panic() {
    let pieces = [
        "∪", "≠", "a", " ", "\n", "\r\n", "\r", "\t", "𝄞", "\u{2028}", "\u{85}", "\x0c",
        "e\u{301}", "王", "\0",
    ];
    let formats = [
        Format::Plain,
        Format::Short,
        Format::Rich { color: false },
        Format::Rich { color: true },
        Format::Json,
    ];
    let mut dice = Numbers::new(0x9e37_79b9_7f4a_7c15);
    for _ in 0..1500 {
        let text: String = (0..dice.below(30))
            .map(|_| pieces[dice.below(pieces.len())])
            .collect();
        let source = Source::new("odd.adv", text.as_str());
        let mut diagnostic = Diagnostic::new(Code::ALL[dice.below(Code::ALL.len())], "∪ \u{202e}");
        diagnostic.severity = [Severity::Error, Severity::Warning, Severity::Note][dice.below(3)];
        for _ in 0..dice.below(5) {
            let mut edge = || match dice.below(12) {
                0 => u32::MAX,
                _ => dice.below(text.len() + 3) as u32,
            };
            // Built without `Span::new`, so that the end may lie before the start.
            let span = Span {
                start: edge(),
                end: edge(),
            };
            diagnostic = if dice.below(2) == 0 {
                diagnostic.with_label(span, if dice.below(2) == 0 { "" } else { "∪\nx" })
            } else {
                diagnostic.with_secondary(span, "there")
            };
        }
        for format in formats {
            let drawn = render(std::slice::from_ref(&diagnostic), &source, format);
            assert!(
                drawn.contains(diagnostic.code.as_str()),
                "{text:?} {diagnostic:?}"
            );
        }
    }
}
