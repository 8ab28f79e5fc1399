//! The kind of a typed text, and its completeness.

use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::symbols::{Group, symbol};
use adv_compiler::syntax::token::Token;
use adv_compiler::syntax::{CommentKind, parse, parse_expression};

/// Kind of a text that was typed at a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedText {
    /// Only blanks and comments.
    Nothing,
    /// Something that needs more lines: an open bracket, a missing `end-advice`, a doc comment without its item.
    Unfinished {
        /// True where the text begins an item.
        is_item: bool,
        /// True where it is a block, which ends with a word of its own and may have empty lines.
        is_block: bool,
    },
    /// One or more whole items of a program, which may have errors.
    Items,
    /// Anything else: an expression, or the name of a part of the program.
    Expression,
}

/// Finds the kind of a typed text by its first words, and if its end is missing.
///
/// ```
/// use adv::{TypedText, read_typed};
/// assert_eq!(read_typed("number near = dist(W.K, B.K)"), TypedText::Items);
/// assert_eq!(read_typed("dist(W.K, B.K)"), TypedText::Expression);
/// assert_eq!(read_typed("dist(W.K,"), TypedText::Unfinished { is_item: false, is_block: false });
/// assert_eq!(read_typed("advice near better mate"), TypedText::Unfinished { is_item: true, is_block: true });
/// ```
pub fn read_typed(text: &str) -> TypedText {
    let parsed = parse(text);
    let open = parsed.diagnostics.iter();
    let mut open = open.filter(|message| message.code == Code::UnclosedComment);
    let mut tokens = parsed.tokens.iter().map(|lexeme| lexeme.token);
    let (first, second) = (tokens.next(), tokens.next());
    let Some(first) = first else {
        let mut comments = parsed.trivia.comments.iter();
        let waits = comments.any(|comment| comment.kind == CommentKind::Doc);
        return match waits || open.next().is_some() {
            true => unfinished(true, false),
            false => TypedText::Nothing,
        };
    };
    let misses = |messages: &[Diagnostic], code| messages.iter().any(|one| one.code == code);
    if !begins_item(first, second) {
        let (_, messages) = parse_expression(text, 0);
        return match misses(&messages, Code::UnexpectedEnd) {
            true => unfinished(false, false),
            false => TypedText::Expression,
        };
    }
    if misses(&parsed.diagnostics, Code::MissingEnd) {
        return unfinished(true, true);
    }
    match misses(&parsed.diagnostics, Code::UnexpectedEnd) {
        true => unfinished(true, false),
        false => TypedText::Items,
    }
}

const fn unfinished(is_item: bool, is_block: bool) -> TypedText {
    TypedText::Unfinished { is_item, is_block }
}

/// True where two words begin an item of a program: by a keyword, or by the paper's head `NAME : STRAT`.
fn begins_item(first: Token, second: Option<Token>) -> bool {
    let is_word_of_item = symbol(first).is_some_and(|row| row.group == Group::Item);
    match first {
        // `zone(W.K, c8, 2)` is an expression.
        Token::Zone => second != Some(Token::LParen),
        Token::Action => true,
        Token::Name => second == Some(Token::Colon),
        _ => is_word_of_item,
    }
}
