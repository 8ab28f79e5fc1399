//! What is read, and as what.

use super::*;
use crate::syntax::CommentKind;

#[test]
fn operators_bind_in_the_order_of_the_reference() {
    assert_eq!(
        shape("a ∨ b ∧ ¬c = d + e * ~f"),
        "(Or a (And b (Not (Eq c (Plus d (Times e (Complement f)))))))"
    );
    assert_eq!(shape("a or b or c"), "(Or (Or a b) c)");
    assert_eq!(shape("a - b - c"), "(Minus (Minus a b) c)");
    assert_eq!(shape("a ∪ b \\ c ∩ d"), "(Diff (Plus a b) (Times c d))");
    assert_eq!(
        shape("- a + - b * - c"),
        "(Plus (Negate a) (Times (Negate b) (Negate c)))"
    );
    assert_eq!(shape("¬a = b"), "(Not (Eq a b))");
    assert_eq!(shape("a = (¬b)"), "(Eq a (Not b))");
    assert_eq!(shape("a not in b"), "(NotIn a b)");
    assert_eq!(
        shape("a disjoint b ∧ c ∉ d"),
        "(And (Disjoint a b) (NotIn c d))"
    );
    assert_eq!(
        shape("a & exists x in b : c & d"),
        "(And a (Exists x b (And c d)))"
    );
    assert_eq!(
        shape("2 * if c then 1 else 2 + 3"),
        "(Times 2 (if c → 1 else (Plus 2 3)))"
    );
    assert_eq!(
        shape("if a then 1 else-if b then 2 else if c then 3 else 4"),
        "(if a → 1; b → 2; c → 3 else 4)"
    );
    assert_eq!(shape("IF a THEN b ELSE c"), "(if a → b else c)");
    assert_eq!(
        shape("min x in b : dist(x, K) + 1"),
        "(Min x b (Plus dist(x King) 1))"
    );
    assert_eq!(
        shape("min(a, b) + max(1, 2, 3)"),
        "(Plus Min(a b) Max(1 2 3))"
    );
    assert_eq!(shape("sum x in b ∩ c : 1"), "(Sum x (Times b c) 1)");
}

#[test]
fn signs_and_twins_are_one() {
    for (sign, twin) in [
        ("a ∪ b", "a + b"),
        ("a ∩ b", "a * b"),
        ("a ∖ b", "a \\ b"),
        ("∅", "empty"),
        ("∅", "{}"),
        ("a ⊆ b", "a <= b"),
        ("a ⊂ b", "a ≤ b"),
        ("a ⊊ b", "a < b"),
        ("a ⊇ b", "a >= b"),
        ("a ⊋ b", "a > b"),
        ("a ≠ b", "a != b"),
        ("¬a", "not a"),
        ("a ∧ b", "a & b"),
        ("a ∧ b", "a AND b"),
        ("a ∨ b", "a | b"),
        ("a ∈ b", "a in b"),
        ("a ∉ b", "a not in b"),
        ("∃ x ∈ b : d", "exists x in b : d"),
        ("∀ x ∈ b : d", "ALL x IN b : d"),
        ("a − b", "a - b"),
        ("new.x", "N.x"),
    ] {
        assert_eq!(shape(sign), shape(twin));
    }
}

#[test]
fn atoms_and_prefixes() {
    assert_eq!(shape("new.L(R) ∩ x"), "(Times New.L(Rook) x)");
    assert_eq!(shape("N.N"), "New.Knight");
    assert_eq!(shape("N.W.K"), "New.White.Some(King)");
    assert_eq!(
        shape("(height, area) < root.(height, area)"),
        "(Lt (tuple height area) Root.(tuple height area))"
    );
    assert_eq!(
        shape("turned (a ∧ b) ∨ turned l(x)"),
        "(Or (turned (And a b)) (turned l(x)))"
    );
    assert_eq!(shape("satisfiable(a or b(2))"), "(satisfiable a b)");
    assert_eq!(shape("satisfiable(a and b ∧ c)"), "(satisfiable-all a b c)");
    assert_eq!(
        shape("us.R ∪ them.* ∪ s.K ∪ s.*"),
        "(Plus (Plus (Plus Us.Some(Rook) Them.None) s.Some(King)) s.None)"
    );
    assert_eq!(shape("{e4, f5 ∪ x}"), "{e4 (Plus f5 x)}");
    assert_eq!(
        shape("{x in MV(B.K) : d ∧ e}"),
        "{x in MV(Black.Some(King)) : (And d e)}"
    );
    assert_eq!(shape("a1..h8"), "0..63");
    assert_eq!(shape("R(W.R) ∪ R"), "(Plus R(White.Some(Rook)) Rook)");
    assert_eq!(
        shape("ATT(them) ∪ f(us, W, B)"),
        "(Plus ATT(Them) f(Us White Bishop))"
    );
    assert_eq!(
        shape("if s = W then 1 else 2"),
        "(if (Eq s White) → 1 else 2)"
    );
    assert_eq!(shape("room-1 + mate-in-2"), "(Plus room-1 mate-in-2)");
    assert_eq!(shape("7-wall"), "(Minus 7 wall)");
    assert_eq!(
        shape("FROM = SQ(R) ∨ TO ∈ b"),
        "(Or (Eq FROM SQ(Rook)) (In TO b))"
    );
    assert_eq!(shape("FILE(R) ∩ file"), "(Times FILE(Rook) file)");
}

#[test]
fn contextual_words_are_names() {
    for word in [
        "toward",
        "along",
        "position",
        "positions",
        "plies",
        "weak",
        "strong",
        "mirrored",
        "shortest",
        "easiest",
        "random",
        "seed",
        "share",
        "of",
        "satisfied",
        "tree",
        "leaves",
        "mate",
        "check",
        "side",
        "piece",
        "near",
        "new",
        "root",
        "end",
        "O",
        "E",
        "NE",
    ] {
        assert_eq!(shape(word), word);
        assert_eq!(shape(&format!("{word}(x)")), format!("{word}(x)"));
        clean(&format!("number {word}(x: number) = {word}"));
        clean(&format!(
            "advice {word}\nbetter {word}\nus K where {word} then {word} by {word}\ndepth {word}\nend-advice {word}"
        ));
        clean(&format!(
            "plan p = {word}, {word}(1)\ntable t\nif {word} then {word}\nbeyond {word}\nend-table"
        ));
        clean(&format!(
            "test \"x\" {word} position \"f\" expect {word}, advice {word}"
        ));
        clean(&format!(
            "prove {word} from all positions where {word} keeps {word} within 3 plies weak"
        ));
        clean(&format!(
            "measure {word} from 9 random positions where {word} seed 1 share of keeps {word}"
        ));
    }
}

/// What a strategy takes for a misspelt word of its own where a statement could begin is a name after `along`.
#[test]
fn a_name_after_along_begins_no_statement() {
    let action = "action A (any, mate)\nus K along STEP(W.K) then K along thne";
    clean(&format!("strat s (out-class: mate)\n{action}\nend-strat"));
}

/// Every fragment of the page that fixes the language's meaning, with its elisions filled in.
#[test]
fn the_fragments_of_the_language_page() {
    for text in [
        "advice squeeze\n  better   room < root.room  ∧  ¬exposed  ∧  divides  ∧  ¬stalemate\n  holding  ¬rook-lost\n  us       R by new.room\n  them     none\n  depth    1\n  because  \"the rook shrinks the king's room to {room}\"\nend-advice",
        "plan last = wait, safe-move\ntable krk\n  if SQ(B.K) ⊆ EDGE ∧ close   then mate-in-2, squeeze, approach, last\n  if exposed                  then rescue\n  otherwise                        shortest 3 (squeeze, approach), keep-room\n  also last\n  beyond kqk, leaves\nend-table",
        "descriptor smaller = pen < root.pen",
        "board a = REACH(from-here, through, 3) ∪ SQ(W.R) ∪ e4 ∪ {e4, e5} ∪ f8..h8 ∪ MV(B.K) ∪ {x in b : d}",
        "number n = min x in b : n",
        "number n = count(b) + dist(x, y) * 2",
        "descriptor d = exists x in b : d",
        "descriptor d = all x in b : turned d",
        "moves m = K where d then R to b by n then any",
        "moves m = K toward NE, E",
        "moves m = P as N",
        "advice a better satisfiable(a or b) us at 0: K; at 2: R end-advice",
        "test \"Kc2 is the move\"  bring-king  position \"5k2/8/8/8/8/2P5/8/3K4 w - - 0 1\"  expect move Kc2",
        "test \"room\"             position \"8/8\"  expect room = 12, divides, not exposed",
        "prove krk  from all positions where d  reaches mate  within 34 moves  weak any-choice",
        "prove kpk-hold  from all positions where drawn  keeps drawn",
        "prove secure ⇒ won(W)  from all positions",
        "measure knkr  from 20000 random positions where drawn seed 1  share of keeps drawn",
    ] {
        clean(text);
    }
}

#[test]
fn the_examples_parse() {
    let examples = adv_testkit::root().join("examples");
    let mut parsed = 0;
    for folder in [examples.clone(), examples.join("endgames")] {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "adv") {
                let text = std::fs::read_to_string(&path).expect("the example can be read");
                assert_eq!(errors(&text), [""; 0], "{}", path.display());
                parsed += 1;
            }
        }
    }
    assert!(parsed >= 15, "{parsed} examples");
}

#[test]
fn comments_are_kept_and_doc_lines_find_their_items() {
    let text = "//! About the file.\n// plain\n\n/// One.\n///   Two.\n//// not a doc line\nnumber a = 1 // behind\n/* block */ number b = 2\n/// Three.\nadvice c\n/// inside\nend-advice";
    let Parsed {
        file,
        trivia,
        diagnostics,
        ..
    } = parse(text);
    // The line inside a definition belongs to nothing.
    let codes: Vec<Code> = diagnostics.iter().map(|of| of.code).collect();
    assert_eq!(codes, [Code::StrayDocComment]);
    assert_eq!(file.doc, ["About the file."]);
    let docs: Vec<&[String]> = file.items.iter().map(|item| item.doc.as_slice()).collect();
    assert_eq!(
        docs,
        [
            &["One.".to_owned(), "  Two.".to_owned()][..],
            &[],
            &["Three.".to_owned()]
        ]
    );
    let kinds: Vec<CommentKind> = trivia.comments.iter().map(|comment| comment.kind).collect();
    use CommentKind::{Block, Doc, FileDoc, Line};
    assert_eq!(
        kinds,
        [FileDoc, Line, Doc, Doc, Line, Line, Block, Doc, Doc]
    );
    let behind = trivia.comments[5].span;
    assert_eq!(
        &text[behind.start as usize..behind.end as usize],
        "// behind"
    );
}

#[test]
fn an_expression_may_begin_with_a_name_like_a_keyword() {
    for text in ["FORWARD(e4, us)", "there ∩ us.P", "WHER", "advise + 1"] {
        let (_, diagnostics) = parse_expression(text, 0);
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    }
}

#[test]
fn an_expression_counts_places_from_its_offset() {
    let (expr, diagnostics) = parse_expression("room ∪ x", 100);
    assert!(diagnostics.is_empty());
    assert_eq!((expr.span.start, expr.span.end), (100, 110));
    let ExprKind::Binary(op, _, right) = expr.kind else {
        panic!()
    };
    assert_eq!((op.span.start, right.span.start), (105, 109));

    for (text, message, start) in [
        (
            "room <",
            "the text ends where an expression was expected",
            106,
        ),
        ("", "the text ends where an expression was expected", 100),
        ("a $ b", "unknown character `$`", 102),
        (
            "a number b = 2",
            "expected an operator, found `number`",
            102,
        ),
        ("0 < x < 7", "`<` follows another relation", 106),
    ] {
        let (_, diagnostics) = parse_expression(text, 100);
        let first = diagnostics
            .first()
            .map(|d| (d.message.as_str(), d.primary_span().map(|span| span.start)));
        assert_eq!(first, Some((message, Some(start))), "{text}");
    }
}
