//! The `use` line that a word of the library brings along.

use std::collections::BTreeSet;

use adv::analysis::LibraryWord;
use adv::analysis::ast::{Item, ItemKind, Name};
use adv::diagnostics::Span;
use lsp_types::TextEdit;

use crate::snapshot::Snapshot;
use crate::text;

/// The modules that the program uses, and the one that every program has.
pub fn used_modules(snapshot: &Snapshot) -> BTreeSet<String> {
    let items = snapshot.analysis.tree.items.iter();
    let used = items.filter_map(|item| match &item.kind {
        ItemKind::Use(path) => Some(dotted(&path.node)),
        _ => None,
    });
    let mut used: BTreeSet<String> = used.collect();
    used.insert("std.sdl".to_owned());
    used
}

/// Path of a module as a `use` line has it: `std.geometry`.
pub fn dotted(path: &[Name]) -> String {
    let names: Vec<&str> = path.iter().map(|name| name.node.as_str()).collect();
    names.join(".")
}

/// The edit that adds the `use` line of a word's module.
pub(super) fn use_line(snapshot: &Snapshot, word: &LibraryWord) -> Option<TextEdit> {
    Some(adding_use(snapshot, word.module?))
}

/// The edit that adds a `use` line: after the last one, else before the first item.
pub fn adding_use(snapshot: &Snapshot, module: &str) -> TextEdit {
    let is_use = |item: &&Item| matches!(item.kind, ItemKind::Use(_) | ItemKind::UseFile(_));
    let last = snapshot.items().filter(is_use).last();
    let (at, new_text) = match (last, snapshot.items().next()) {
        (Some(item), _) => (item.span.end, format!("\nuse {module}")),
        (None, Some(first)) => {
            let start = with_comments(snapshot, first.span.start);
            (start, format!("use {module}\n\n"))
        }
        (None, None) => (0, format!("use {module}\n")),
    };
    TextEdit::new(text::range(&snapshot.own, Span::new(at, at)), new_text)
}

/// Beginning of the comments directly above a place.
fn with_comments(snapshot: &Snapshot, start: u32) -> u32 {
    use adv::analysis::CommentKind;
    let mut at = start;
    let comments = snapshot.analysis.trivia.comments.iter().rev();
    for comment in comments.filter(|comment| comment.span.end <= start) {
        let between = snapshot.own.slice(Span::new(comment.span.end, at));
        if comment.kind != CommentKind::Doc
            || between.trim() != ""
            || between.matches('\n').count() > 1
        {
            break;
        }
        at = comment.span.start;
    }
    at
}
