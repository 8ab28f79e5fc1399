//! Where in a program a place is, found among the tokens: the tree of a text that is being typed has holes just there.

use adv::analysis::token::Token;
use adv::analysis::{Group, Lexeme, symbol};

use crate::snapshot::Snapshot;

/// What the item around a place is, and what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The word that begins the item around the place; `None` between items.
    pub item: Option<Token>,
    /// Where that item begins.
    pub start: u32,
    /// Only blanks are before the place in its line, besides the word that it is in.
    pub begins_line: bool,
    /// The token before the word that the place is in.
    pub before: Option<Lexeme>,
    /// Where the word that the place is in begins; the place itself where it is in none.
    pub word: u32,
}

/// Whether an item has an end of its own: a line that begins after it may still be in it.
const fn has_end(item: Token) -> bool {
    matches!(
        item,
        Token::Advice
            | Token::Action
            | Token::Table
            | Token::Strat
            | Token::Pattern
            | Token::Evaluation
            | Token::Texts
    )
}

impl Context {
    /// The context of an offset in the document's own file.
    pub fn at(snapshot: &Snapshot, offset: u32) -> Context {
        let text = snapshot.own.text();
        let tokens = snapshot.tokens();
        let next = tokens.partition_point(|token| token.start < offset);
        let before = tokens.get(..next).unwrap_or(&[]);
        let is_word = |token: &Lexeme| {
            let slice = snapshot.own.slice(token.span());
            let wordy = slice.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            offset <= token.end && wordy && !slice.ends_with('.')
        };
        let (before, word) = match before.split_last() {
            Some((last, rest)) if is_word(last) => (rest, last.start),
            _ => (before, offset),
        };
        let (mut item, mut start) = (None, 0);
        for token in before {
            match symbol(token.token).map(|row| row.group) {
                Some(Group::Item) if begins_line(text, token.start) => {
                    (item, start) = (Some(token.token), token.start);
                }
                Some(Group::End) => {
                    let inner = matches!(token.token, Token::EndDo | Token::EndIf);
                    item = if inner { item } else { None };
                }
                _ if token.token == Token::Label => {
                    (item, start) = (Some(Token::Strat), token.start)
                }
                _ if token.token == Token::Action && item.is_none() => {
                    (item, start) = (Some(Token::Action), token.start);
                }
                _ => {}
            }
        }
        let begins_line = begins_line(text, word);
        // An item without an end is over where another line begins at its left edge.
        let at_edge =
            begins_line && (word == 0 || text.as_bytes().get(word as usize - 1) == Some(&b'\n'));
        if at_edge && item.is_some_and(|item| !has_end(item)) {
            item = None;
        }
        Context {
            item,
            start,
            begins_line,
            before: before.last().copied(),
            word,
        }
    }
}

/// Whether only blanks are before a place in its line.
pub fn begins_line(text: &str, offset: u32) -> bool {
    let before = text.get(..offset as usize).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty()
}
