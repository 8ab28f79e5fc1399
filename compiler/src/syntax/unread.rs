//! What a part of the text that could not be read was meant to define.
//!
//! ```text
//!   number room x = 3          the item is an error, and `room` is known to be a number all the same
//!   foo room = 3               the same, of no known kind
//!   /* table krk …             a comment without an end: its text defines nothing, and uses of its names are not reported
//! ```

use logos::Logos;

use super::ast::{Item, ItemKind, Name, Unread};
use super::lexer::{CommentKind, Lexeme, Trivia};
use super::token::Token;
use crate::source::{Span, Spanned};
use crate::symbols::{self, Group, foreign};

/// The beginnings of definitions among some tokens of a text that stands at byte `offset` of another.
pub(super) fn definitions(text: &str, offset: u32, lexemes: &[Lexeme]) -> Vec<Unread> {
    let mut found = Vec::new();
    let mut in_strategy = false;
    let token = |at: usize| lexemes.get(at).map(|lexeme| lexeme.token);
    for (at, lexeme) in lexemes.iter().enumerate() {
        let before = at.checked_sub(1).and_then(token);
        let name = |at: usize| name(text, offset, *lexemes.get(at)?);
        // The actions of a strategy are no definitions of the file.
        let is_action = lexeme.token == Token::Action && !in_strategy;
        in_strategy = match lexeme.token {
            Token::Strat => true,
            Token::EndStrat => false,
            _ => in_strategy,
        };
        if (is_item(lexeme.token) || is_action) && before != Some(Token::Colon) {
            found.push(Unread {
                keyword: lexeme.token,
                // `table for W krk`
                name: name(at + 1)
                    .or_else(|| name(at + 3).filter(|_| token(at + 1) == Some(Token::For))),
            });
        } else if token(at + 1) == Some(Token::Colon) && token(at + 2) == Some(Token::Strat) {
            found.push(Unread {
                keyword: Token::Strat,
                name: name(at),
            });
        }
    }
    // A name that is given a value, though no word of items begins it.
    if let [name_of_value, equals, ..] = lexemes
        && equals.token == Token::Eq
        && let Some(name) = name(text, offset, *name_of_value)
    {
        found.push(Unread {
            keyword: Token::Name,
            name: Some(name),
        });
    }
    // A word that is none of the language's, and then a name.
    if found.is_empty()
        && let [
            Lexeme {
                token: Token::Name, ..
            },
            second,
            ..,
        ] = lexemes
        && let Some(name) = name(text, offset, *second)
    {
        found.push(Unread {
            keyword: Token::Name,
            name: Some(name),
        });
    }
    found
}

/// The item that stands for the rest of a text after a `/*` that is not closed.
pub(super) fn in_open_comment(text: &str, offset: u32, trivia: &Trivia) -> Option<Item> {
    let last = trivia.comments.last()?;
    let comment = text.get(last.span.start as usize..last.span.end as usize)?;
    let is_open =
        last.kind == CommentKind::Block && (comment.len() < 4 || !comment.ends_with("*/"));
    let inner = comment.get(2..).filter(|_| is_open)?;
    let lexemes: Vec<Lexeme> = Token::lexer(inner)
        .spanned()
        .map(|(token, range)| Lexeme {
            token: token.unwrap_or(Token::Error),
            start: range.start as u32,
            end: range.end as u32,
        })
        .collect();
    Some(Item {
        kind: ItemKind::Error(definitions(inner, offset + last.span.start + 2, &lexemes)),
        doc: Vec::new(),
        span: Span::new(offset + last.span.start, offset + last.span.end),
    })
}

fn is_item(token: Token) -> bool {
    symbols::symbol(token).is_some_and(|row| row.group == Group::Item)
}

fn name(text: &str, offset: u32, lexeme: Lexeme) -> Option<Name> {
    let is_name = matches!(lexeme.token, Token::Name | Token::Label)
        || symbols::symbol(lexeme.token).is_some_and(|row| row.group == Group::Contextual);
    let name = text.get(lexeme.start as usize..lexeme.end as usize)?;
    let span = Span::new(lexeme.start + offset, lexeme.end + offset);
    let plain = || foreign::plain(name).split_whitespace().collect();
    is_name.then(|| Spanned::new(plain(), span))
}
