//! The words that the language brings along: primitives with their overloads, predefined descriptors, tablebase words.
//!
//! Rulings: overloads of a primitive are distinguished by the number of arguments, then by the first argument's type. Predefined
//! descriptors and constants have both spellings (`mate`, `MATE`); boards and numbers have one. The bare `mate`, `check` and
//! `stalemate` speak of them, `replies` counts their legal moves (in `prefer` those after the move), `draw` is too little
//! material or their stalemate. The tablebase words are primitives that only claims and tests may use: a program that used them to
//! play would need the tables that it is compared with.

use std::collections::HashMap;
use std::sync::LazyLock;

use adv_module::Primitive;

use super::Checker;
use super::expr::type_of;
use super::frame::{Cx, Place};
use super::names::Kind;
use super::walk::{node, truth};
use crate::hir::{BoardRelation, Expr, ExprKind, Frame, Needs, PrimId, Type, Who};
use crate::index::{Definition, DefinitionKind, Origin};
use crate::source::Span;
use crate::syntax::ast;

/// A word that the language brings along.
#[derive(Clone, Debug)]
pub(super) enum Word {
    /// A primitive and its overloads.
    Primitives(Vec<PrimId>),
    /// A descriptor about them.
    OfThem(PrimId),
    /// `draw`
    Draw,
    /// `us-to-move` and its like.
    ToMove(Who),
    /// `true` and `false`
    Truth(bool),
    /// `SQ(p)`, `SQ(p, q)`
    Squares,
    /// `disjoint(a, b)`
    Disjoint,
}

/// The words in the order in which suggestions list them, with their kinds.
static LISTED: LazyLock<Vec<(String, Kind, Word)>> = LazyLock::new(|| {
    let mut words: Vec<(String, Kind, Word)> = Vec::new();
    for primitive in Primitive::ALL {
        match words.iter_mut().find(|(name, ..)| name == primitive.name) {
            Some((_, _, Word::Primitives(ids))) => ids.push(primitive.id),
            _ => {
                let kind = Kind::of_type(super::expr::type_of(primitive.result));
                words.push((
                    primitive.name.to_owned(),
                    kind,
                    Word::Primitives(vec![primitive.id]),
                ));
            }
        }
    }
    let mut add = |name: &str, kind, word| words.push((name.to_owned(), kind, word));
    add("mate", Kind::Descriptor, Word::OfThem(PrimId::Mated));
    add("check", Kind::Descriptor, Word::OfThem(PrimId::InCheck));
    add(
        "stalemate",
        Kind::Descriptor,
        Word::OfThem(PrimId::Stalemated),
    );
    add("draw", Kind::Descriptor, Word::Draw);
    add("us-to-move", Kind::Descriptor, Word::ToMove(Who::Us));
    add("them-to-move", Kind::Descriptor, Word::ToMove(Who::Them));
    add("white-to-move", Kind::Descriptor, Word::ToMove(Who::White));
    add("black-to-move", Kind::Descriptor, Word::ToMove(Who::Black));
    add("replies", Kind::Number, Word::OfThem(PrimId::LegalMoves));
    add("true", Kind::Descriptor, Word::Truth(true));
    add("false", Kind::Descriptor, Word::Truth(false));
    add("SQ", Kind::Board, Word::Squares);
    add("disjoint", Kind::Descriptor, Word::Disjoint);
    words
});

/// The words by their spellings.
static BY_NAME: LazyLock<HashMap<String, Word>> = LazyLock::new(|| {
    let mut map = HashMap::new();
    for (name, kind, word) in LISTED.iter() {
        if *kind == Kind::Descriptor {
            map.insert(name.to_ascii_uppercase(), word.clone());
        }
        map.insert(name.clone(), word.clone());
    }
    map
});

/// The types of a primitive's operands as they are written: a zone is one of them.
pub(super) fn operands(entry: &Primitive) -> Vec<Type> {
    let mut types = Vec::with_capacity(entry.params.len());
    let mut params = entry.params.iter().enumerate();
    while let Some((at, ty)) = params.next() {
        if entry.zone == Some(at) {
            types.push(Type::Zone);
            // Its targets and its horizon.
            params.nth(1);
        } else {
            types.push(type_of(*ty));
        }
    }
    types
}

/// Whether the language brings a word of this name.
pub(super) fn is_word(name: &str) -> bool {
    BY_NAME.contains_key(name)
}

/// The words with their kinds, for suggestions.
pub(super) fn words() -> impl Iterator<Item = (&'static str, Kind)> {
    LISTED.iter().map(|(name, kind, _)| (name.as_str(), *kind))
}

/// The word of this spelling.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    BY_NAME.get(name)
}

/// What the index says of a word: the first of its meanings where it has several.
pub(super) fn definition(name: &str) -> Option<Definition> {
    let (params, ty, doc) = match find(name)? {
        Word::Primitives(ids) => {
            let entry = ids.first()?.entry();
            (operands(entry), type_of(entry.result), entry.doc)
        }
        Word::OfThem(PrimId::Mated) => (vec![], Type::Truth, "they are mated"),
        Word::OfThem(PrimId::InCheck) => (vec![], Type::Truth, "their king is attacked"),
        Word::OfThem(PrimId::Stalemated) => (vec![], Type::Truth, "they are stalemated"),
        Word::OfThem(_) => (vec![], Type::Number(1), "the number of their legal moves"),
        Word::Draw => (vec![], Type::Truth, "stalemate, or too few men to mate"),
        Word::ToMove(_) => (vec![], Type::Truth, "it is that side's move"),
        Word::Truth(true) => (vec![], Type::Truth, "true in every position"),
        Word::Truth(false) => (vec![], Type::Truth, "true in no position"),
        Word::Squares => (
            vec![Type::Piece],
            Type::Board,
            "the squares of a piece, or of several: `SQ(W.R, W.N)`",
        ),
        Word::Disjoint => (
            vec![Type::Board; 2],
            Type::Truth,
            "two boards have no square in common",
        ),
    };
    let kind = DefinitionKind::of_type(ty);
    Some(Definition {
        doc: doc.to_owned(),
        params: params
            .into_iter()
            .map(|ty| (String::new(), Some(ty)))
            .collect(),
        ty: Some(ty),
        origin: Origin::Language,
        ..Definition::of(kind, name, Span::default(), Span::default())
    })
}

impl Checker<'_> {
    pub(super) fn call_word(
        &mut self,
        cx: &mut Cx,
        word: &Word,
        name: &str,
        name_span: Span,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let them = |frame, id: PrimId| {
            let side = node(ExprKind::Side(Who::Them), Type::Side, span);
            node(
                ExprKind::Prim(id, frame, vec![side]),
                type_of(id.entry().result),
                span,
            )
        };
        let none: &[Option<Type>] = &[];
        match word {
            Word::Primitives(ids) => self.call_primitive(cx, ids, name, name_span, args, span),
            Word::OfThem(id) => {
                self.arguments(cx, name, name_span, none, args, None)?;
                cx.reads = true;
                // Among the moves that would do, `replies` are those to the move.
                let frame = match (cx.place, id, cx.frame) {
                    (Place::Prefer, PrimId::LegalMoves, Frame::Current) => Frame::New,
                    (.., frame) => frame,
                };
                Some(them(frame, *id))
            }
            Word::Draw => {
                self.arguments(cx, name, name_span, none, args, None)?;
                cx.reads = true;
                let kind = ExprKind::Prim(PrimId::Insufficient, cx.frame, Vec::new());
                let parts = vec![
                    node(kind, Type::Truth, span),
                    them(cx.frame, PrimId::Stalemated),
                ];
                Some(node(ExprKind::Or(parts), Type::Truth, span))
            }
            Word::ToMove(who) => {
                self.arguments(cx, name, name_span, none, args, None)?;
                cx.reads = true;
                Some(node(ExprKind::ToMove(cx.frame, *who), Type::Truth, span))
            }
            Word::Truth(value) => {
                self.arguments(cx, name, name_span, none, args, None)?;
                Some(truth(*value, span))
            }
            // SDL's place of a group of figures.
            Word::Squares if args.len() > 1 => self.set(cx, args, span),
            Word::Squares => {
                let args = self.arguments(cx, name, name_span, &[Some(Type::Board)], args, None)?;
                args.into_iter()
                    .next()
                    .map(|squares| Expr { span, ..squares })
            }
            Word::Disjoint => {
                let both = [Some(Type::Board), Some(Type::Board)];
                let mut args = self
                    .arguments(cx, name, name_span, &both, args, None)?
                    .into_iter();
                let (left, right) = (args.next()?, args.next()?);
                Some(super::expr::boards(
                    BoardRelation::Disjoint,
                    left,
                    right,
                    span,
                ))
            }
        }
    }
}

/// The reserved words that may stand where a name of this kind was found.
pub(super) fn words_for(wanted: Option<Kind>, place: Option<Place>) -> Vec<(&'static str, Kind)> {
    let mut words = Vec::new();
    match (wanted, place) {
        (Some(Kind::Moves), _) => words.extend([
            ("any", Kind::Moves),
            ("none", Kind::Moves),
            ("pass", Kind::Moves),
        ]),
        (_, Some(_)) => words.extend([
            ("any", Kind::Board),
            ("empty", Kind::Board),
            ("min", Kind::Number),
            ("max", Kind::Number),
            ("turned", Kind::Descriptor),
            ("satisfiable", Kind::Descriptor),
        ]),
        (_, None) => words.push(("shortest", Kind::Advice)),
    }
    if let Some(place) = place {
        let offers = place.offers();
        if offers.has(Needs::MOVE) {
            words.extend([("FROM", Kind::Board), ("TO", Kind::Board)]);
        }
        if offers.has(Needs::TAKEN) {
            words.push(("TAKEN", Kind::Board));
        }
        words.push(("zone", Kind::Zone));
    }
    if place == Some(Place::Value) {
        words.extend([("satisfied", Kind::Descriptor), ("tree", Kind::Descriptor)]);
    }
    words
}
