//! The only door to the front end: from a text to its tree and its diagnostics.
//!
//! Only this file and `actions.rs` depend on the generated parser; another one would change these two.

use super::actions::TreeBuilder;
use super::ast::{Expr, ExprKind, File, Item, ItemKind};
use super::driver::line_between;
use super::filter::filter;
use super::lexer::{CommentKind, Lexeme, Trivia, doc_text, lex};
use super::token::Token;
use super::unknown::FoldedDiagnostics;
use super::unread;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{Source, Span};

/// How many errors [`parse`] reports at most.
pub const MAX_ERRORS: usize = 100;

/// What [`parse`] makes of a source text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree, with `Error` nodes where the text could not be read.
    pub file: File,
    /// The tokens of the text as they are written. The tree was made of them with words joined and ends supplied.
    pub tokens: Vec<Lexeme>,
    /// The comments.
    pub trivia: Trivia,
    /// Errors and notes of syntax, by place; at most one error a line and [`MAX_ERRORS`] in all.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a source text. There is always a tree, and it is complete where `diagnostics` holds no error.
pub fn parse(source_text: &str) -> Parsed {
    parse_at(source_text, 0)
}

/// Parses all files of a program. Items, tokens and comments are in the order of the files.
pub fn parse_source(source: &Source) -> Parsed {
    with_used(parse(source.file_text(0)), source)
}

/// What the parser makes of a program's own file, and then what it makes of the files that are used.
pub(crate) fn with_used(mut all: Parsed, source: &Source) -> Parsed {
    for file in 1..source.file_count() {
        let mut used = parse_at(source.file_text(file), source.file_start(file));
        all.file.items.append(&mut used.file.items);
        all.tokens.append(&mut used.tokens);
        all.trivia.comments.append(&mut used.trivia.comments);
        all.diagnostics.append(&mut used.diagnostics);
    }
    all
}

/// Parses a source text at byte `offset` of another; all places count from there.
fn parse_at(source_text: &str, offset: u32) -> Parsed {
    let (mut tokens, mut trivia, diagnostics, folded) = lex(source_text);
    let (cx, lexemes) = built(source_text, offset, &tokens, diagnostics, folded);
    let mut file = File {
        doc: Vec::new(),
        items: cx.items,
    };
    let mut diagnostics = sift(source_text, offset, &file.items, cx.diagnostics);
    let stray = attach_docs(source_text, offset, &trivia, &lexemes, &mut file);
    if diagnostics.is_empty() {
        diagnostics.extend(stray);
    }
    file.items
        .extend(unread::in_open_comment(source_text, offset, &trivia));
    for token in &mut tokens {
        (token.start, token.end) = (token.start + offset, token.end + offset);
    }
    for comment in &mut trivia.comments {
        comment.span = Span::new(comment.span.start + offset, comment.span.end + offset);
    }
    Parsed {
        file,
        tokens,
        trivia,
        diagnostics,
    }
}

/// Parses a single expression at byte `offset` of some text; all places count from there.
///
/// For the `{…}` in a `because` text and for expressions typed at a command line. The expression is [`ExprKind::Error`] where
/// nothing could be read.
pub fn parse_expression(text: &str, offset: u32) -> (Expr, Vec<Diagnostic>) {
    let (mut lexemes, _, diagnostics, folded) = lex(text);
    let (token, start, end) = (Token::ExpressionFollows, 0, 0);
    lexemes.insert(0, Lexeme { token, start, end });
    let (mut cx, _) = built(text, offset, &lexemes, diagnostics, folded);
    let nothing = Expr {
        kind: ExprKind::Error,
        span: cx.span(0, text.len() as u32),
    };
    let expression = cx.expression.take().unwrap_or(nothing);
    (expression, sift(text, offset, &[], cx.diagnostics))
}

/// Parses items at byte `offset` of some text; all places count from there. Their comments are left out.
///
/// For claims typed at a command line.
pub fn parse_items(text: &str, offset: u32) -> (Vec<Item>, Vec<Diagnostic>) {
    let (lexemes, _, diagnostics, folded) = lex(text);
    let (cx, _) = built(text, offset, &lexemes, diagnostics, folded);
    let diagnostics = sift(text, offset, &cx.items, cx.diagnostics);
    (cx.items, diagnostics)
}

/// The tokens that the grammar accepts after a text that ends between two words: the items of a file up to a cursor, or a single expression.
/// Mistakes before the end are passed over.
///
/// ```
/// use adv_compiler::syntax::{may_follow, token::Token};
/// assert_eq!(may_follow("prove krk from all ", false), [Token::Positions]);
/// ```
pub fn may_follow(before: &str, is_expression: bool) -> Vec<Token> {
    let (mut lexemes, _, mut diagnostics, mut folded) = lex(before);
    if is_expression {
        let (token, start, end) = (Token::ExpressionFollows, 0, 0);
        lexemes.insert(0, Lexeme { token, start, end });
    }
    let mut lexemes = filter(before, &lexemes, &mut diagnostics, &mut folded);
    let (token, start) = (Token::Error, before.len() as u32);
    lexemes.push(Lexeme {
        token,
        start,
        end: start,
    });
    TreeBuilder::new(before, 0).follow(lexemes, folded)
}

/// What the grammar makes of the tokens of a text at byte `offset` of another, and the tokens as they were read. Their places count from
/// the text's beginning, all others from the other's.
fn built<'a>(
    text: &'a str,
    offset: u32,
    tokens: &[Lexeme],
    mut diagnostics: Vec<Diagnostic>,
    mut folded: FoldedDiagnostics,
) -> (TreeBuilder<'a>, Vec<Lexeme>) {
    let lexemes = filter(text, tokens, &mut diagnostics, &mut folded);
    let mut cx = TreeBuilder::new(text, offset);
    let lexemes = cx.run(lexemes, &mut diagnostics, folded);
    move_all(&mut diagnostics, offset);
    diagnostics.append(&mut cx.diagnostics);
    cx.diagnostics = diagnostics;
    (cx, lexemes)
}

/// Moves the places of diagnostics on.
fn move_all(diagnostics: &mut [Diagnostic], offset: u32) {
    let moved = |span: &mut Span| *span = Span::new(span.start + offset, span.end + offset);
    for diagnostic in diagnostics {
        diagnostic.further.iter_mut().for_each(moved);
        let labels = diagnostic.labels.iter_mut();
        labels.for_each(|label| moved(&mut label.span));
    }
}

/// Sorts by place and keeps one error a line of an item: what follows on the same line is mostly its echo.
fn sift(
    text: &str,
    offset: u32,
    items: &[Item],
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    // Where an item that could be read begins between two places, they belong to two items.
    let item_between = |from: u32, to: u32| {
        let next = items.partition_point(|item| item.span.start <= from + offset);
        let between = items.iter().skip(next);
        between
            .take_while(|item| item.span.start <= to + offset)
            .any(|item| !matches!(item.kind, ItemKind::Error(_)))
    };
    // The sort is stable, so that of two at one place the lexer's comes first, which knows best.
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary_span().map(|span| span.start));
    let mut errors = 0;
    let mut last: Option<u32> = None;
    diagnostics.retain(|diagnostic| {
        if diagnostic.severity != Severity::Error {
            return true;
        }
        let place = diagnostic
            .primary_span()
            .map_or(0, |span| span.start - offset.min(span.start));
        if last.is_some_and(|last| !line_between(text, last, place) && !item_between(last, place)) {
            return false;
        }
        last = Some(place);
        errors += 1;
        errors <= MAX_ERRORS
    });
    if errors > MAX_ERRORS {
        diagnostics.push(Diagnostic::new(
            Code::TooManyReports,
            "further errors of syntax are not shown",
        ));
    }
    diagnostics
}

/// Gives every item the doc lines between it and the token before it, and the file those that speak of it. The messages are about the
/// other doc lines.
fn attach_docs(
    text: &str,
    offset: u32,
    trivia: &Trivia,
    lexemes: &[Lexeme],
    file: &mut File,
) -> Vec<Diagnostic> {
    let line = |span: Span| {
        doc_text(
            text.get(span.start as usize..span.end as usize)
                .unwrap_or(""),
        )
    };
    let of = |kind: CommentKind| {
        trivia
            .comments
            .iter()
            .filter(move |comment| comment.kind == kind)
    };
    file.doc = of(CommentKind::FileDoc)
        .map(|comment| line(comment.span))
        .collect();
    let docs: Vec<Span> = of(CommentKind::Doc).map(|comment| comment.span).collect();
    let mut stray = docs.clone();
    for item in &mut file.items {
        let start = item.span.start - offset.min(item.span.start);
        let before = lexemes.partition_point(|lexeme| lexeme.start < start);
        let previous = before
            .checked_sub(1)
            .and_then(|at| lexemes.get(at))
            .map_or(0, |lexeme| lexeme.end);
        let first = docs.partition_point(|span| span.start < previous);
        let above = docs.iter().skip(first).take_while(|span| span.end <= start);
        let above: Vec<Span> = above.copied().collect();
        item.doc = above.iter().map(|&span| line(span)).collect();
        if !matches!(item.kind, ItemKind::Use(_) | ItemKind::UseFile(_)) {
            // What a blank line parts from the last comment is no part of it.
            let parted = above.windows(2).rev().find(|pair| {
                let between = text.get(pair[0].end as usize..pair[1].start as usize);
                between.is_some_and(|of| of.trim().is_empty() && of.matches('\n').count() > 1)
            });
            let own = parted.map_or(previous, |pair| pair[0].end);
            stray.retain(|span| span.end <= own || span.start >= start);
        }
    }
    // One message for the lines of a comment.
    let mut last = 0;
    stray.retain(|span| {
        let between = text.get(last as usize..span.start as usize);
        let goes_on = last > 0 && between.is_some_and(|between| between.trim().is_empty());
        last = span.end;
        !goes_on
    });
    let stray = stray.into_iter().map(|span| {
        let span = Span::new(span.start + offset, span.end + offset);
        Diagnostic::new(
            Code::StrayDocComment,
            "this doc comment belongs to no definition",
        )
        .with_label(span, "on no page")
        .with_help("`//!` speaks of the file, `//` is a remark; no blank line is inside a `///`")
    });
    stray.collect()
}
