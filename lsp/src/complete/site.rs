//! The place of a completion: the item and the word around it, the tokens before it, and those that the grammar accepts there.

use adv::analysis::token::Token;
use adv::analysis::{Group, Lexeme, lexemes, may_follow, symbol};

use crate::snapshot::Snapshot;

/// A place where a word is typed.
pub struct Site<'a> {
    pub snapshot: &'a Snapshot,
    /// The text before the word from the beginning of its item, or of the expression in a text.
    pub text: &'a str,
    /// Beginning of that text.
    pub start: u32,
    /// Its tokens; their places count from its beginning.
    pub tokens: Vec<Lexeme>,
    /// The tokens that the grammar accepts.
    pub follow: Vec<Token>,
    /// The word that begins the item; `None` between items and for an expression alone.
    pub item: Option<Token>,
    /// Only blanks are before the word in its line.
    pub begins_line: bool,
    /// An expression stands alone: a value in a text, or what is typed at a prompt.
    pub is_expression: bool,
    /// Beginning of the word.
    pub word: u32,
    /// The place.
    pub offset: u32,
}

impl<'a> Site<'a> {
    /// The place at an offset of a document; `None` in comments and in the words of a text. An expression may be said to begin at `typed`.
    pub fn at(snapshot: &'a Snapshot, offset: u32, typed: Option<u32>) -> Option<Site<'a>> {
        let inside = |start: u32, end: u32| start < offset && offset <= end;
        let comments = &snapshot.analysis.trivia.comments;
        if comments
            .iter()
            .any(|one| inside(one.span.start, one.span.end))
        {
            return None;
        }
        let context = Context::at(snapshot, offset);
        let all = snapshot.own.text();
        let hole = hole(all, offset)?;
        let alone = hole.or(typed);
        let start = match (alone, context.item) {
            (Some(start), _) => start,
            (None, Some(_)) => context.start,
            (None, None) => context.word,
        };
        let word = context.word;
        let text = all.get(start as usize..word as usize)?;
        Some(Site {
            snapshot,
            text,
            start,
            tokens: lexemes(text).0,
            follow: may_follow(text, alone.is_some()),
            item: context.item.filter(|_| alone.is_none()),
            begins_line: context.begins_line,
            is_expression: alone.is_some(),
            word,
            offset,
        })
    }

    /// The letters of the word before the place.
    pub fn typed(&self) -> &'a str {
        let own = self.snapshot.own.text();
        own.get(self.word as usize..self.offset as usize)
            .unwrap_or("")
    }

    /// The text of a token.
    pub fn slice(&self, token: Lexeme) -> &'a str {
        let range = token.start as usize..token.end as usize;
        self.text.get(range).unwrap_or("")
    }

    /// True where the item has a keyword before the place already. `us` and `them` are sides too, as arguments.
    pub fn has_had(&self, keyword: Token) -> bool {
        let mut before = Token::Error;
        self.tokens.iter().any(|token| {
            let is_argument = matches!(before, Token::LParen | Token::Comma);
            before = token.token;
            token.token == keyword && !is_argument
        })
    }
}

/// Beginning of the value that is written in the text around an offset; `Some(None)` outside of texts, `None` among the words of one.
fn hole(text: &str, offset: u32) -> Option<Option<u32>> {
    let before = text.get(..offset as usize)?;
    let line = before.rsplit('\n').next().unwrap_or("");
    let (outside, quoted) = line.rsplit_once('"').unwrap_or((line, ""));
    if line.matches('"').count() % 2 == 0 {
        return Some(None);
    }
    let open = quoted.rfind('{')?;
    let is_value = !quoted.get(open..)?.contains(['}', '?']) && !quoted.get(..open)?.ends_with('{');
    let start = crate::text::length(before) - crate::text::length(line)
        + crate::text::length(outside)
        + crate::text::length(quoted.get(..=open)?)
        + 1;
    is_value.then_some(Some(start))
}

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
