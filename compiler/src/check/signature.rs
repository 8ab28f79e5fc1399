//! How a word is called: its name with the types of its parameters, for messages.
//!
//! ```text
//!   stalemated(side)      room(x: board)      REACH(board, board, number)
//! ```

use super::Checker;
use super::names::{Def, Kind};
use super::word::Word;
use crate::hir::Type;
use crate::index::type_word;
use crate::syntax::ast;

/// The most overloads that a message lists.
const MOST: usize = 4;

fn called(name: &str, params: &[String]) -> String {
    match params {
        [] => name.to_owned(),
        params => format!("{name}({})", params.join(", ")),
    }
}

fn of_types(name: &str, params: &[Type]) -> String {
    let params: Vec<String> = params.iter().map(|ty| type_word(*ty).to_owned()).collect();
    called(name, &params)
}

fn of_params(name: &str, params: &[ast::Param]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| format!("{}: {}", param.name.node, param.ty.node))
        .collect();
    called(name, &params)
}

impl Checker<'_> {
    /// Each form in which a name is called, with what it answers where that is known; nothing for a name that means nothing.
    pub(super) fn signatures(&self, name: &str) -> Vec<(String, Option<String>)> {
        if let Some(&def) = self.names.own.get(name) {
            let params = match def {
                Def::Function(index) => &self.records.functions[index].def.params,
                Def::Moves(index) => &self.records.moves[index].def.params,
                Def::Advice(index) => &self.records.advice[index].def.params,
                Def::Pattern(_) => {
                    let truth = "descriptor".to_owned();
                    return vec![(format!("{name}(side)"), Some(truth))];
                }
                Def::Plan(_)
                | Def::Table(_)
                | Def::Strategy(_)
                | Def::Evaluation(_)
                | Def::Unread(_) => {
                    return Vec::new();
                }
            };
            return vec![(of_params(name, params), None)];
        }
        let exported = self.names.library.get(name).and_then(|found| found.first());
        let exported = exported.copied().or_else(|| self.in_prelude(name));
        let defined = exported.and_then(|found| {
            let library = self.libraries.get(found.module).ok()?;
            library.hir().functions.get(found.export)
        });
        if let Some(defined) = defined {
            let params: Vec<String> = defined
                .params
                .iter()
                .map(|(name, ty)| match name.as_str() {
                    "" => type_word(*ty).to_owned(),
                    name => format!("{name}: {}", type_word(*ty)),
                })
                .collect();
            return vec![(called(name, &params), None)];
        }
        match super::word::find(name) {
            Some(Word::Primitives(ids)) => ids
                .iter()
                .take(MOST)
                .map(|id| {
                    let entry = id.entry();
                    let doc = Some(entry.doc.to_owned()).filter(|doc| !doc.is_empty());
                    (of_types(name, &super::word::operands(entry)), doc)
                })
                .collect(),
            Some(Word::Squares) => vec![(
                of_types(name, &[Type::Piece]),
                Some("the squares of a piece, or of several with `,` between them".to_owned()),
            )],
            Some(Word::Disjoint) => vec![(of_types(name, &[Type::Board; 2]), None)],
            _ => Vec::new(),
        }
    }

    /// The signatures as lines of a message: `dist(board, board)`: king moves between ….
    pub(super) fn signature_notes(&self, name: &str) -> Vec<String> {
        let lines = self.signatures(name).into_iter();
        lines
            .filter(|(form, _)| !form.contains('`'))
            .map(|(form, doc)| match doc.filter(|doc| !doc.contains('`')) {
                Some(doc) => format!("`{form}`: {}", doc.trim_end_matches('.')),
                None => format!("it is written `{form}`"),
            })
            .collect()
    }
}

/// What was meant by a name that is none here and is a sign of other systems: a square in capitals, a letter of another language.
pub(super) fn meant(name: &str, wanted: Option<Kind>) -> Option<String> {
    let square =
        |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']).then(|| text.to_owned());
    if let Some((from, to)) = name.split_once('-')
        && let (Some(from), Some(to)) = (square(from), square(to))
    {
        return Some(format!("the squares between the two are `{from}..{to}`"));
    }
    if let Some(square) = square(&name.to_ascii_lowercase()) {
        return Some(format!("squares are written in small letters: `{square}`"));
    }
    if wanted == Some(Kind::Board)
        && let [b'a'..=b'z' | b'A'..=b'Z', digits @ ..] = name.as_bytes()
        && !digits.is_empty()
        && digits.len() < 3
        && digits.iter().all(u8::is_ascii_digit)
    {
        return Some("the squares are `a1` to `h8`".to_owned());
    }
    if let (Some(Kind::Number), [file @ b'a'..=b'h']) = (wanted, name.as_bytes()) {
        let number = file - b'a';
        return Some(format!(
            "files are numbers, a = 0 to h = 7: for `{name}` write `{number}`"
        ));
    }
    match name.to_ascii_lowercase().as_str() {
        "checkmate" | "mates" | "matt" => return Some("the word is `mate`".to_owned()),
        "pat" | "patt" => return Some("the word is `stalemate`".to_owned()),
        "schach" | "checks" => return Some("the word is `check`".to_owned()),
        "distance" | "distanz" => {
            return Some("king moves between two boards are `dist(a, b)`".to_owned());
        }
        "attacks" | "attacked" | "attackers" => {
            return Some(
                "attacked squares are a board: `SQ(B.K) ⊆ ATT(W.R)`, `SQ(W.R) ⊆ ATT(B)`".to_owned(),
            );
        }
        "opposition" => {
            return Some(
                "add `use std.opposition`; its kinds are `direct-opposition(W.K, B.K)` and others"
                    .to_owned(),
            );
        }
        "len" | "length" | "size" | "sizeof" | "popcount" => {
            return Some("how many squares a board has is `count(b)`".to_owned());
        }
        "white" => return Some("the sides are `W` and `B`: write `W`".to_owned()),
        "black" => return Some("the sides are `W` and `B`: write `B`".to_owned()),
        "king" | "kings" => return Some("the kings are `W.K` and `B.K`".to_owned()),
        "queen" | "rook" | "bishop" | "knight" | "pawn" => {
            return Some(
                "pieces are written by their letters: `K`, `Q`, `R`, `B`, `N`, `P`".to_owned(),
            );
        }
        _ => {}
    }
    let own = crate::syntax::letter_of(name)?;
    Some(format!(
        "the pieces are `K`, `Q`, `R`, `B`, `N` and `P`; for `{name}` write `{own}`"
    ))
}
