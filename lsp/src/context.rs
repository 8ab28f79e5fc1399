//! Where in a program a place is, found among the tokens: the tree of a text that is being typed has holes just there.

use adv::analysis::token::Token;
use adv::analysis::{Group, symbol};

use crate::snapshot::Snapshot;

/// The item around a place, and the word that is typed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The word that begins the item around the place; `None` between items.
    pub item: Option<Token>,
    /// Where that item begins.
    pub start: u32,
    /// Only blanks are before the place in its line, besides the word that it is in.
    pub begins_line: bool,
    /// Where the word that the place is in begins; the place itself where it is in none.
    pub word: u32,
}

/// Whether an item has an end of its own: a line that begins after it may still be in it.
pub const fn has_end(item: Token) -> bool {
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
        let word = word_before(text, offset);
        let tokens = snapshot.tokens();
        let next = tokens.partition_point(|token| token.start < word);
        let before = tokens.get(..next).unwrap_or(&[]);
        let (mut item, mut start) = (None, 0);
        let mut label = 0;
        for (at, token) in before.iter().enumerate() {
            match symbol(token.token).map(|row| row.group) {
                // `NAME : strat`
                _ if token.token == Token::Colon => {
                    label = before
                        .get(at.saturating_sub(1))
                        .map_or(0, |name| name.start);
                }
                Some(Group::Item)
                    if token.token == Token::Strat && !begins_line(text, token.start) =>
                {
                    (item, start) = (Some(Token::Strat), label);
                }
                // An indented line belongs to an item that has not ended: `plan` in a pattern.
                Some(Group::Item)
                    if at_edge(text, token.start)
                        || !item.is_some_and(has_end) && begins_line(text, token.start) =>
                {
                    (item, start) = (Some(token.token), token.start);
                }
                Some(Group::End) => {
                    let inner = matches!(token.token, Token::EndDo | Token::EndIf);
                    item = if inner { item } else { None };
                }
                _ if token.token == Token::Action && item.is_none() => {
                    (item, start) = (Some(Token::Action), token.start);
                }
                _ => {}
            }
        }
        let begins_line = begins_line(text, word);
        // An item without an end is over where another line begins at its left edge.
        if at_edge(text, word) && item.is_some_and(|item| !has_end(item)) {
            item = None;
        }
        Context {
            item,
            start,
            begins_line,
            word,
        }
    }
}

/// Beginning of the word that ends at a place; the place itself where none does.
pub fn word_before(text: &str, offset: u32) -> u32 {
    let before = text.get(..offset as usize).unwrap_or("");
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let front = before.trim_end_matches(is_part).len();
    let word = before.get(front..).unwrap_or("");
    let word = word.trim_start_matches(|c: char| !c.is_alphabetic() && c != '_');
    offset - crate::text::length(word)
}

/// Whether only blanks are before a place in its line.
fn begins_line(text: &str, offset: u32) -> bool {
    let before = text.get(..offset as usize).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty()
}

/// True for a place at the left edge of its line.
fn at_edge(text: &str, offset: u32) -> bool {
    let before = text.get(..offset as usize).unwrap_or("");
    before.is_empty() || before.ends_with('\n')
}
