//! No text makes the front end panic, hang or overflow a small stack.

use adv_testkit::{Numbers, sized};

use super::*;
use crate::symbols::{SHAPES, SYMBOLS};

/// A program with most of the language in it.
const PROGRAM: &str = r#"//! A file.
material  W: K, R;  B: K mirrored
example   "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"
use std.geometry
default holding ¬rook-lost
/// Doc.
number side(wall: number, x: number) = if x < wall then wall else-if x = 3 then -1 else 7 - wall
number best = min x in MV(B.K) ∩ {e4, f5} : dist(x, W.K) + max(1, 2)
board pen(s: side) = {x in REACH(s.K, ~ATT(them)) : x ∉ f8..h8 \ ∅}
descriptor l = turned (SQ(B.K) = a1 ∧ ∃ y ∈ STEP(us.K) : y ⊄ EDGE) ∨ (room, area) < root.(room, area) because "l {room}"
moves king = K, R where check toward NE, W then R by new.room then by (rank(TO), file(FROM)) then P as N then any
advice mate-in(n: number) for W
  better after-them mate ∧ satisfiable(a or b(2))
  holding ¬rook-lost
  us (at 0: king then rook; at 2, 4: checks)
  them at 1: any
  depth 2 * n - 1 shortest
  because "mate"
end-advice
plan rest = squeeze, mate-in(2)
table krk (W: K, R; B: K) for W
  if SQ(B.K) ⊆ EDGE & close then mate-in(2), shortest 3 (squeeze, approach), rest
  else if d then x
  otherwise rest
  also last
  beyond kqk, leaves
end-table krk
strat s (in-class: figures - W: K; B: K; out-class: mate)
  consult krk
end-strat s
test "t" krk position "8/8" expect move Kc2, not satisfied, mate within 3 moves, room = 12
prove krk ⇒ won(W) from all positions where d reaches mate keeps x within 34 moves weak any-choice
measure krk from 20000 random positions where drawn seed 1 share of keeps drawn
"#;

/// The texts of the program's tokens with the blanks after them.
fn pieces() -> Vec<&'static str> {
    let (lexemes, ..) = crate::syntax::lexer::lex(PROGRAM);
    let starts: Vec<usize> = lexemes
        .iter()
        .map(|lexeme| lexeme.start as usize)
        .chain([PROGRAM.len()])
        .collect();
    starts
        .windows(2)
        .map(|pair| &PROGRAM[pair[0]..pair[1]])
        .collect()
}

#[test]
fn every_token_damaged_once() {
    let pieces = pieces();
    assert_eq!(errors(PROGRAM), [""; 0]);
    let mut dice = Numbers::new(7);
    let mut counts = [0usize; 6];
    for at in 0..pieces.len() {
        let mut deleted = pieces.clone();
        deleted.remove(at);
        let mut doubled = pieces.clone();
        doubled.insert(at, " ");
        doubled.insert(at, pieces[at]);
        let mut swapped = pieces.clone();
        swapped.swap(at, (at + 1).min(pieces.len() - 1));
        let mut replaced = pieces.clone();
        replaced[at] = pieces[dice.below(pieces.len())];
        for damaged in [deleted, doubled, swapped, replaced] {
            let text = damaged.concat();
            let parsed = parse(&text);
            check_invariants(&text, &parsed);
            let errors = parsed
                .diagnostics
                .iter()
                .filter(|d| d.severity == Severity::Error)
                .count();
            counts[errors.min(5)] += 1;
        }
    }
    println!("programs with 0, 1, … errors: {counts:?}");
    assert!(
        counts[4] + counts[5] <= counts.iter().sum::<usize>() / 50,
        "{counts:?}"
    );
}

#[test]
fn every_prefix_and_every_byte_changed() {
    for end in (0..PROGRAM.len())
        .step_by(sized(7, 1))
        .filter(|&end| PROGRAM.is_char_boundary(end))
    {
        let text = &PROGRAM[..end];
        check_invariants(text, &parse(text));
    }
    let mut dice = Numbers::new(11);
    for at in (0..PROGRAM.len()).step_by(sized(7, 1)) {
        let mut bytes = PROGRAM.as_bytes().to_vec();
        bytes[at] = dice.below(256) as u8;
        let text = String::from_utf8_lossy(&bytes);
        check_invariants(&text, &parse(&text));
    }
}

#[test]
fn random_tokens() {
    let mut words: Vec<&str> = SYMBOLS
        .iter()
        .flat_map(|row| row.spellings.iter().chain(row.read_as_meant))
        .copied()
        .collect();
    assert_eq!(SHAPES.len(), 7);
    words.extend([
        "R",
        "W.K",
        "us.*",
        "e4",
        "Kc2",
        "O-O",
        "12",
        "99999999999999999999",
        "\"x\"",
        "\"open",
        "room",
        "a-b",
        "end",
    ]);
    words.extend([
        "do", "root", "W.X", "$", "é", "\n", "\n", "\n", "/// d\n", "//! f\n", "/*", "*/", "− ",
    ]);
    let mut dice = Numbers::new(3);
    for _ in 0..sized(1_500, 20_000) {
        let length = 1 + dice.below(40);
        let text: Vec<&str> = (0..length)
            .map(|_| words[dice.below(words.len())])
            .collect();
        let text = text.join(if dice.below(4) == 0 { "" } else { " " });
        check_invariants(&text, &parse(&text));
        let _ = parse_expression(&text, 5);
    }
}

/// Runs on a thread with a stack of 2 MiB, in which a tree is walked, copied, compared and dropped.
fn on_small_stack(text: String) -> usize {
    let run = move || {
        let parsed = parse(&text);
        let copy = parsed.file.clone();
        assert!(copy == parsed.file);
        for item in &copy.items {
            match &item.kind {
                ItemKind::Define(define) => assert!(!show(&define.body).is_empty()),
                ItemKind::DefaultHolding(expr) => assert!(!show(expr).is_empty()),
                _ => {}
            }
        }
        parsed
            .diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
    };
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .unwrap();
    thread.join().unwrap()
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let openers = [
        "(",
        "{",
        "not ",
        "- ",
        "~",
        "if ",
        "exists x in b : ",
        "root.",
        "turned ",
        "f(",
        "{x in b : ",
        "{x in ",
        "min x in ",
        "if a then ",
        "if a then b else ",
        "if a then b else\n if ",
        "min(",
        "a = (",
        "not (",
        "a + if b then ",
        "satisfiable(",
        "new.f(-",
        "(a, ",
        "1 + (",
        "exists x in {",
    ];
    for opener in openers {
        for count in sized(vec![10_000], vec![10_000, 100_000]) {
            let text = format!(
                "number before = 1\nnumber n = {}\nnumber after = 2\n",
                opener.repeat(count)
            );
            assert!((1..=2).contains(&on_small_stack(text.clone())), "{opener}");
            let names = parse(&text)
                .file
                .items
                .iter()
                .filter(|item| matches!(item.kind, ItemKind::Define(_)))
                .count();
            assert!(names >= 2, "{opener}: the definitions around it are kept");
        }
    }
}

#[test]
fn long_chains_are_an_error_and_no_overflow() {
    for link in [
        "1 + ",
        "a * ",
        "a \\ ",
        "a < ",
        "-a - ",
        "f(1) + ",
        "if a then b else c + ",
    ] {
        for count in sized(vec![1_000, 10_000], vec![1_000, 10_000, 100_000]) {
            let text = format!("number n = {}1\nnumber after = 2\n", link.repeat(count));
            assert_eq!(on_small_stack(text), 1, "{link}");
        }
        let text = format!(
            "number n = {}1\n",
            link.repeat(if link == "a < " { 1 } else { 100 })
        );
        assert_eq!(on_small_stack(text), 0, "{link}");
    }
}

#[test]
fn rows_of_conditions_are_wide_and_not_deep() {
    for link in [
        "a ∧ ",
        "a or ",
        "not a and ",
        "a ∧ b ∨ ",
        "a + 1 < 2 ∧ (b ∨ c) ∨ ",
    ] {
        for count in [1_000, 10_000] {
            let text = format!("descriptor d = {}z\n", link.repeat(count));
            assert_eq!(on_small_stack(text), 0, "{link}");
        }
    }
    // Where the last part of a word goes on to the end, each is inside the one before.
    for link in ["if a then b else c ∧ ", "exists x in b : c ∨ "] {
        let text = format!("descriptor d = {}z\n", link.repeat(1_000));
        assert_eq!(on_small_stack(text), 1, "{link}");
    }
}

#[test]
fn wide_is_not_deep() {
    let squares = vec!["e4"; 20_000].join(", ");
    let arms = "else-if a = 1 ∧ b = (2 + c) then 3 + d\n".repeat(2_000);
    let classes = vec!["K where a = b by c + 1"; 2_000].join(" then ");
    let rules = "if a ∧ b then c, d\n".repeat(2_000);
    for text in [
        format!("board b = {{{squares}}}"),
        format!("number n = if a = 0 then 0 {arms} else 4"),
        format!("moves m = {classes}"),
        format!("table t\n{rules} end-table"),
        format!("number n = f({})", vec!["(1 + 2) * 3"; 5_000].join(", ")),
        "number n = 1\n".repeat(20_000),
    ] {
        assert_eq!(on_small_stack(text), 0);
    }
}

#[test]
fn floods_stay_small() {
    for word in [
        "$ ",
        "!",
        ";",
        "W.X ",
        "a < ",
        "\"\n",
        "end advice ",
        "advice a ",
        "strat ",
        "new ",
        "root . ",
        "number a ",
        "then ",
    ] {
        let text = word.repeat(sized(10_000, 100_000));
        let parsed = parse(&text);
        assert!(parsed.diagnostics.len() <= 10_001);
        check_invariants(&text, &parsed);
    }
}
