//! Definitions, references and types, of texts with and without errors.

use super::{Analysis, analyse};
use crate::check::tests::GEOMETRY;
use crate::hir::{Frame, Type};
use crate::index::{DefinitionId, DefinitionKind, Origin};
use crate::library::LibrarySet;
use crate::source::{Source, Span};

const TEXT: &str = r#"material  W: K, R;  B: K
use std.geometry

/// How much room there is.
number room(x: board) = count(x ∩ ~EDGE)
moves walk = K by room(TO)
descriptor small = all x in STEP(B.K) : room(x) < new.room(x) because "{room(EDGE)} left"
advice squeeze(n: number)
  better  small ∧ count(SQ(R)) = n
  us      walk then R
  depth   1
end-advice squeeze
plan both = squeeze(1), squeeze(2)
table krk for W
  otherwise both
end-table
strat play (in-class: figures - W: K, R; B: K; out-class: mate)
  action go (any, mate) us K
  consult krk
end-strat
test "near" play position "8/8/8/3k4/8/8/1R6/K7 w - - 0 1" expect action go, room(a1) = 0
prove krk reaches mate
"#;

fn analysed(text: &str) -> Analysis {
    let set = LibrarySet::new("1", [("std.geometry", GEOMETRY)]);
    analyse(&Source::new("text.adv", text), set.libraries())
}

/// The place of the occurrence with this number, from 0.
fn place(text: &str, word: &str, number: usize) -> u32 {
    let (at, _) = text.match_indices(word).nth(number).expect(word);
    u32::try_from(at).expect("a short text")
}

fn named(analysis: &Analysis, name: &str, kind: DefinitionKind) -> DefinitionId {
    let mut definitions = analysis.index.definitions().iter();
    let found = definitions.position(|of| of.name == name && of.kind == kind);
    let number = found.unwrap_or_else(|| panic!("{name} is not defined"));
    DefinitionId(u32::try_from(number).expect("few definitions"))
}

/// The texts that refer to a definition, with their lines.
fn uses(analysis: &Analysis, id: DefinitionId) -> Vec<(u32, String)> {
    let source = Source::new("text.adv", TEXT);
    let places = analysis.index.references_of(id);
    places
        .map(|span| {
            (
                source.line_column(span.start).line,
                source.slice(span).to_owned(),
            )
        })
        .collect()
}

fn lines(analysis: &Analysis, name: &str, kind: DefinitionKind) -> Vec<u32> {
    let uses = uses(analysis, named(analysis, name, kind));
    uses.into_iter().map(|(line, _)| line).collect()
}

#[test]
fn every_use_of_a_name_refers_to_its_definition() {
    let analysis = analysed(TEXT);
    assert!(analysis.checked.is_some(), "{:#?}", analysis.diagnostics);
    use DefinitionKind as K;
    assert_eq!(lines(&analysis, "room", K::Number), [6, 7, 7, 7, 21]);
    assert_eq!(lines(&analysis, "walk", K::Moves), [10]);
    assert_eq!(lines(&analysis, "small", K::Descriptor), [9]);
    assert_eq!(lines(&analysis, "squeeze", K::Advice), [12, 13, 13]);
    assert_eq!(lines(&analysis, "both", K::Plan), [15]);
    assert_eq!(lines(&analysis, "krk", K::Table), [19, 22]);
    assert_eq!(lines(&analysis, "play", K::Strategy), [21]);
    assert_eq!(lines(&analysis, "go", K::Action), [21]);
    assert_eq!(lines(&analysis, "n", K::Parameter), [9]);
    assert_eq!(lines(&analysis, "x", K::Parameter), [5]);
    assert_eq!(lines(&analysis, "x", K::Variable), [7, 7]);
    assert_eq!(lines(&analysis, "W.R", K::Piece), [9, 10]);
    assert_eq!(lines(&analysis, "EDGE", K::Board), [5, 7]);
    assert_eq!(lines(&analysis, "count", K::Number), [5, 9]);
}

#[test]
fn a_definition_says_what_it_is() {
    let analysis = analysed(TEXT);
    let index = &analysis.index;
    let of = |name, kind| index.definition(named(&analysis, name, kind)).expect(name);
    let room = of("room", DefinitionKind::Number);
    assert_eq!(room.signature(), "number room(x: board)");
    assert_eq!(
        (room.doc.as_str(), room.ty),
        ("How much room there is.", Some(Type::Number(1)))
    );
    let at = place(TEXT, "number room", 0);
    assert_eq!(
        (room.span.start, room.name_span),
        (at, Span::new(at + 7, at + 11))
    );
    let x = of("x", DefinitionKind::Parameter);
    assert_eq!(
        (x.signature().as_str(), x.parent),
        (
            "x: board",
            Some(named(&analysis, "room", DefinitionKind::Number))
        )
    );
    let edge = of("EDGE", DefinitionKind::Board);
    assert_eq!(edge.origin, Origin::Library("std.geometry".to_owned()));
    let count = of("count", DefinitionKind::Number);
    assert_eq!(
        (count.origin.clone(), count.signature().as_str()),
        (Origin::Language, "number count(board)")
    );
    assert!(count.doc.contains("squares"));
    assert_eq!(
        of("squeeze", DefinitionKind::Advice).signature(),
        "advice squeeze(n: number)"
    );
    assert_eq!(
        of("near", DefinitionKind::Test).signature(),
        "test \"near\""
    );
}

#[test]
fn a_place_tells_its_definition_and_its_type() {
    let analysis = analysed(TEXT);
    let index = &analysis.index;
    let room = Some(named(&analysis, "room", DefinitionKind::Number));
    let used = place(TEXT, "room(x)", 0);
    for at in [used, used + 4, place(TEXT, "room(x: board)", 0)] {
        assert_eq!(index.definition_at(at), room, "{at}");
    }
    assert_eq!(index.definition_at(place(TEXT, "otherwise", 0)), None);

    let told = |at| index.type_at(at).map(|typed| (typed.ty, typed.frame));
    assert_eq!(told(used), Some((Type::Number(1), Frame::Current)));
    assert_eq!(
        told(place(TEXT, "new.room", 0)),
        Some((Type::Number(1), Frame::New))
    );
    assert_eq!(
        told(place(TEXT, "new.room", 0) + 4),
        Some((Type::Number(1), Frame::New))
    );
    assert_eq!(
        told(place(TEXT, "x) < new", 0)),
        Some((Type::Board, Frame::Current))
    );
    assert_eq!(
        told(place(TEXT, "all x", 0)),
        Some((Type::Truth, Frame::Current))
    );
    assert_eq!(told(place(TEXT, "end-table", 0)), None);
}

#[test]
fn what_is_understood_of_a_broken_text_is_kept() {
    let text = "number a = 1 +\ndescriptor b = a < count(c) ∧ d\nboard e = ~(SQ(W.K)\n";
    let analysis = analysed(text);
    assert!(analysis.checked.is_none());
    let index = &analysis.index;
    let a = index
        .definition_at(place(text, "a < count", 0))
        .expect("a use");
    assert_eq!(index.definition(a).map(|a| a.name.as_str()), Some("a"));
    let count = index.definition_at(place(text, "count", 0));
    assert_eq!(
        count
            .and_then(|id| index.definition(id))
            .map(|of| &of.origin),
        Some(&Origin::Language)
    );
    let piece = index.type_at(place(text, "W.K", 0)).map(|typed| typed.ty);
    assert!(piece.is_none() || piece == Some(Type::Piece));
}

#[test]
fn tokens_and_comments_are_those_of_the_text() {
    let text = "number a = 1 // one\n/* two */ else if end advice";
    let analysis = analysed(text);
    let source = Source::new("text.adv", text);
    let words: Vec<&str> = analysis
        .tokens
        .iter()
        .map(|token| source.slice(token.span()))
        .collect();
    assert_eq!(
        words,
        ["number", "a", "=", "1", "else", "if", "end", "advice"]
    );
    let comments: Vec<&str> = analysis
        .trivia
        .comments
        .iter()
        .map(|of| source.slice(of.span))
        .collect();
    assert_eq!(comments, ["// one", "/* two */"]);
}
