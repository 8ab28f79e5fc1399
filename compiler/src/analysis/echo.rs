//! Where what the check has to say follows from an error of syntax.
//!
//! ```text
//!   test "t" krk position "…" expect move e8=Q     `=` is an error, and that `e8` is no move only follows from it
//! ```
//!
//! Rulings: an error on the line of an error of syntax, in the same item, is its echo, and so is a warning anywhere in that item. A part
//! that could not be read and begins with no word of items belongs to the item before it. Other items are never touched.

use crate::diagnostics::{Diagnostic, Echoes, Severity};
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::token::Token;

/// The places where errors and warnings are echoes of these errors of syntax.
pub(super) fn of(diagnostics: &[Diagnostic], items: &[Item], text: &str) -> Echoes {
    let mut echoes = Echoes::default();
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    for place in errors.filter_map(Diagnostic::primary_span) {
        echoes.of_errors.push(place);
        let item = around(place, items);
        let line = line(place, text);
        let start = item.start.max(line.start);
        echoes
            .of_errors
            .push(Span::new(start, item.end.min(line.end)));
        echoes.of_warnings.push(item);
    }
    echoes
}

/// The item of a place, with what could not be read behind it; the place alone where there is no item.
fn around(place: Span, items: &[Item]) -> Span {
    let next = items.partition_point(|item| item.span.start <= place.start);
    let Some(own) = next.checked_sub(1).and_then(|at| items.get(at)) else {
        return place;
    };
    let rest = items.get(next..).unwrap_or(&[]);
    let end = rest
        .iter()
        .take_while(|item| is_rest(item))
        .last()
        .map_or(own.span.end, |item| item.span.end);
    let before = items.get(..next).unwrap_or(&[]);
    let whole = before.iter().rev().find(|item| !is_rest(item));
    let start = whole.map_or(own.span.start, |item| item.span.start);
    Span::new(start, end.max(place.end))
}

/// Whether an item is what is left of another one.
fn is_rest(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Error(unread) => unread.iter().all(|of| of.keyword == Token::Name),
        _ => false,
    }
}

/// The lines of a place.
fn line(place: Span, text: &str) -> Span {
    let before = text.get(..place.start as usize).unwrap_or("");
    let after = text.get(place.end as usize..).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let length = after.find('\n').unwrap_or(after.len());
    Span::new(start as u32, place.end.saturating_add(length as u32))
}
