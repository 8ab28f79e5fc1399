//! Items in a text: their places, and which of them a program has once.

use std::ops::Range;

use adv_compiler::source::Span;
use adv_compiler::syntax::ast::{Item, ItemKind};
use adv_compiler::syntax::{CommentKind, Parsed};

use crate::items::{name, word};

/// The place of a span as a range of bytes.
pub fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// A range of bytes as a span.
pub fn span(range: Range<usize>) -> Span {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(number(range.start), number(range.end))
}

/// For each item of a typed text, the bytes that belong to it: its doc comment, the comments above it, and the rest of its last line.
pub fn chunks(typed: &str, parsed: &Parsed) -> Vec<Range<usize>> {
    let items = &parsed.file.items;
    let mut from = 0;
    let mut all = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let end = range(item.span).end.min(typed.len());
        let rest = typed.get(end..).unwrap_or_default();
        let line = end + rest.find('\n').unwrap_or(rest.len());
        let next = items.get(index + 1).map(|item| range(item.span).start);
        let to = match next {
            Some(next) if next < line => next,
            _ => line,
        };
        let to = to.max(from);
        let part = typed.get(from..to).unwrap_or_default();
        let start = from + (part.len() - part.trim_start().len());
        all.push(start..start + part.trim().len());
        from = to;
    }
    all
}

/// The bytes of an item with its doc comment.
pub fn with_doc(parsed: &Parsed, item: &Item) -> Range<usize> {
    let own = range(item.span);
    let tokens = parsed.tokens.iter();
    let previous = tokens
        .map(|token| token.end)
        .filter(|end| *end <= item.span.start);
    let previous = previous.max().unwrap_or(0);
    let comments = parsed.trivia.comments.iter();
    let mut docs = comments.filter(|comment| {
        comment.kind == CommentKind::Doc
            && previous <= comment.span.start
            && comment.span.end <= item.span.start
    });
    docs.next().map_or(own.start, |doc| range(doc.span).start)..own.end
}

/// The bytes of the item with a name, or of an item without one that begins with this word, with its doc comment; `None` for no such item.
pub fn placed(parsed: &Parsed, wanted: &str) -> Option<Range<usize>> {
    let mut items = parsed.file.items.iter();
    let item = items.find(|item| match name(&item.kind) {
        Some(name) => name == wanted,
        None => word(&item.kind) == wanted,
    })?;
    Some(with_doc(parsed, item))
}

/// The byte at which another item of the file's head is to be put: after the others, else before everything.
pub fn place_of_head(text: &str, parsed: &Parsed) -> usize {
    let items = &parsed.file.items;
    let mut heads = items.iter().filter(|item| is_head(&item.kind));
    if let Some(last) = heads.next_back() {
        let end = range(last.span).end;
        let rest = text.get(end..).unwrap_or_default();
        return end + rest.find('\n').map_or(rest.len(), |line| line + 1);
    }
    items
        .first()
        .map_or(text.len(), |item| with_doc(parsed, item).start)
}

/// True where an item belongs to the head of a file: `material`, `example` or `use`.
pub fn is_head(kind: &ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Material(_) | ItemKind::Example(_) | ItemKind::Use(_) | ItemKind::UseFile(_)
    )
}

/// True where a program can have only one of two items, so that the new one takes the place of the old.
pub fn is_same(old: &ItemKind, new: &ItemKind) -> bool {
    match (name(old), name(new)) {
        (Some(old_name), Some(new_name)) => {
            let of = |kind: &ItemKind| match kind {
                ItemKind::Test(_) => 1,
                ItemKind::Use(_) | ItemKind::UseFile(_) => 2,
                ItemKind::Texts(_) => 3,
                _ => 0,
            };
            old_name == new_name && of(old) == of(new)
        }
        (None, None) => matches!(
            (old, new),
            (ItemKind::Material(_), ItemKind::Material(_))
                | (ItemKind::Example(_), ItemKind::Example(_))
                | (ItemKind::DefaultHolding(_), ItemKind::DefaultHolding(_))
        ),
        _ => false,
    }
}
