//! The spellings of signs.

use std::borrow::Cow;

use adv_compiler::symbols::{Symbol, symbol};
use adv_compiler::syntax::token::Token;

use crate::Signs;
use crate::pieces::{Line, Piece};

/// How a token is written. `before` and `after` are its neighbours; `capitals` says whether the words around it are.
pub fn spelt<'t>(
    piece: &Piece<'t>,
    before: Option<Token>,
    after: Option<Token>,
    signs: Signs,
    capitals: bool,
) -> Cow<'t, str> {
    let Some(token) = piece.token() else {
        return Cow::Borrowed(piece.text);
    };
    // The two words of `not in` are one sign, which has no place of its own between them.
    let half = token == Token::Not && after == Some(Token::In)
        || token == Token::In && before == Some(Token::Not);
    let row = symbol(token).filter(|row| is_sign(row) && !half);
    let other = row.and_then(|row| match signs {
        Signs::Keep => None,
        Signs::Unicode => unicode(row, piece.text),
        Signs::Ascii => ascii(row, piece.text, before, capitals),
    });
    other.map_or(Cow::Borrowed(piece.text), Cow::Borrowed)
}

/// Whether words are in capitals from here on, seen from the pieces of a line: the last reserved word decides.
pub fn capitals(line: &Line<'_>, so_far: bool) -> bool {
    let mut words = line.pieces.iter().rev().filter(|piece| {
        let row = piece.token().and_then(symbol);
        row.is_some_and(|row| row.is_reserved() && piece.text.len() > 2)
    });
    words.next().map_or(so_far, |piece| {
        piece.text.chars().all(|c| !c.is_ascii_lowercase())
    })
}

fn is_sign(row: &Symbol) -> bool {
    let first = row.spellings.first().copied().unwrap_or("");
    !first.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The sign of a twin. Sums and products are written alike for numbers and boards, so theirs stay.
fn unicode(row: &Symbol, text: &str) -> Option<&'static str> {
    let first = *row.spellings.first()?;
    let twofold = matches!(row.token, Token::Plus | Token::Times);
    (text.is_ascii() && !first.is_ascii() && !twofold).then_some(first)
}

/// The twin of a sign.
fn ascii(row: &Symbol, text: &str, before: Option<Token>, capitals: bool) -> Option<&'static str> {
    if text.is_ascii() || before == Some(Token::Dot) {
        return None;
    }
    if row.token == Token::NotIn {
        return Some(if capitals { "NOT IN" } else { "not in" });
    }
    let twins = row.spellings.iter().filter(|twin| twin.is_ascii());
    let words = twins.clone().filter(|twin| {
        twin.len() > 1
            && twin
                .chars()
                .all(|c| c.is_ascii_uppercase() == capitals && c.is_ascii_alphabetic())
    });
    words.chain(twins).next().copied()
}
