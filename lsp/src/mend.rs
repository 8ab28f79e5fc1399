//! Mends of a diagnostic, made from its help lines.
//!
//! A help line says in words what to do: "did you mean `room`?", "add `end-advice` before the next definition". Each reading of it is an
//! edit that is tried: the text after it is analysed, and the edit is offered only if the diagnostic is gone and nothing else is worse.

use adv::diagnostics::{Diagnostic, Severity, Span};
use lsp_types::TextEdit;

use crate::complete::adding_use;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// The most edits that are tried for one diagnostic.
const MOST_TRIED: usize = 6;

/// An edit that mends a diagnostic.
pub struct Mend {
    /// What it does, for a menu.
    pub title: String,
    /// The edit.
    pub edit: TextEdit,
    /// It adds an end or a `use` line: what was hidden by the mistake may come to light.
    uncovers: bool,
}

/// The mends of a diagnostic that work, the likeliest first.
pub fn mends(server: &Server, snapshot: &Snapshot, told: &Diagnostic) -> Vec<Mend> {
    let mut proposed = proposals(snapshot, told);
    proposed.truncate(MOST_TRIED);
    proposed.retain(|mend| works(server, snapshot, told, mend));
    proposed
}

/// Whether a text after an edit is without the diagnostic, and no worse.
fn works(server: &Server, snapshot: &Snapshot, told: &Diagnostic, mend: &Mend) -> bool {
    let span = text::span(&snapshot.own, mend.edit.range);
    let mut after = snapshot.own.text().to_owned();
    if after.get(span.start as usize..span.end as usize).is_none() {
        return false;
    }
    after.replace_range(span.start as usize..span.end as usize, &mend.edit.new_text);
    let tried = server
        .documents
        .tried(server.host.as_ref(), &snapshot.path, &after);
    let alike = |of: &Snapshot| {
        let all = of.analysis.diagnostics.iter();
        all.filter(|one| one.code == told.code && one.message == told.message)
            .count()
    };
    let errors = |of: &Snapshot| {
        let all = of.analysis.diagnostics.iter();
        all.filter(|one| one.severity == Severity::Error).count()
    };
    alike(&tried) < alike(snapshot) && (mend.uncovers || errors(&tried) <= errors(snapshot))
}

/// The texts between backticks.
fn quoted(help: &str) -> impl Iterator<Item = &str> {
    help.split('`').skip(1).step_by(2)
}

/// What the help lines may mean.
fn proposals(snapshot: &Snapshot, told: &Diagnostic) -> Vec<Mend> {
    let mut found = Vec::new();
    let Some(span) = told.primary_span() else {
        return found;
    };
    if !snapshot.is_own(span) {
        return found;
    }
    let edit = |span, new_text| TextEdit::new(text::range(&snapshot.own, span), new_text);
    for help in &told.help {
        let mut words = quoted(help);
        if let Some(rest) = help.strip_prefix("add `use ") {
            if let Some(module) = rest.split('`').next() {
                found.push(Mend {
                    title: format!("Add `use {module}`"),
                    edit: adding_use(snapshot, module),
                    uncovers: true,
                });
            }
        } else if help.starts_with("add `end") {
            let Some(end) = words.next() else { continue };
            let before = words.next();
            for at in ends(snapshot, span, before) {
                found.push(Mend {
                    title: format!("Add `{end}`"),
                    edit: edit(Span::new(at, at), added_line(snapshot, at, end)),
                    uncovers: true,
                });
            }
        } else if help.starts_with("add `") {
            let Some(sign) = words.next() else { continue };
            for at in [span.end, span.start] {
                found.push(Mend {
                    title: format!("Add `{sign}`"),
                    edit: edit(Span::new(at, at), sign.to_owned()),
                    uncovers: false,
                });
            }
        } else if help.starts_with("remove the line") || help.starts_with("take the comment away") {
            found.push(Mend {
                title: "Remove the line".to_owned(),
                edit: edit(whole_line(snapshot, span), String::new()),
                uncovers: false,
            });
        } else {
            for word in words {
                let before = snapshot.own.slice(span);
                if before == word || word.contains('…') || word.is_empty() {
                    continue;
                }
                found.push(Mend {
                    title: format!("Write `{word}`"),
                    edit: edit(span, word.to_owned()),
                    uncovers: false,
                });
            }
        }
    }
    found
}

/// Where an end may be missing: before a word, before each item that follows, at the end of the text.
fn ends(snapshot: &Snapshot, span: Span, before: Option<&str>) -> Vec<u32> {
    let mut places = Vec::new();
    if let Some(word) = before {
        let mut tokens = snapshot.tokens().iter();
        let token = tokens
            .find(|token| token.start >= span.start && snapshot.own.slice(token.span()) == word);
        places.extend(token.map(|token| line_start(snapshot, token.start)));
    }
    let starts = snapshot.items().map(|item| item.span.start);
    let below = starts.filter(|start| *start > span.start);
    places.extend(below.take(2).map(|start| above(snapshot, start)));
    places.push(text::length(snapshot.own.text()));
    places
}

/// The end of what is above an item: after the last token before it, in a line of its own.
fn above(snapshot: &Snapshot, start: u32) -> u32 {
    let tokens = snapshot.tokens();
    let next = tokens.partition_point(|token| token.start < start);
    let last = next.checked_sub(1).and_then(|last| tokens.get(last));
    let end = last.map_or(0, |last| last.end);
    let rest = snapshot.own.text().get(end as usize..).unwrap_or("");
    match rest.find('\n') {
        Some(at) => end + u32::try_from(at).unwrap_or(0) + 1,
        None => text::length(snapshot.own.text()),
    }
}

fn line_start(snapshot: &Snapshot, offset: u32) -> u32 {
    let before = snapshot.own.text().get(..offset as usize).unwrap_or("");
    text::length(before.rsplit_once('\n').map_or("", |(head, _)| head))
        + u32::from(before.contains('\n'))
}

/// An end in a line of its own, indented as the item that it ends: blocks of statements are ended where they began.
fn added_line(snapshot: &Snapshot, at: u32, end: &str) -> String {
    let before = snapshot.own.text().get(..at as usize).unwrap_or("");
    let head = if before.is_empty() || before.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{head}{end}\n")
}

/// The lines of a span with the last one's end.
fn whole_line(snapshot: &Snapshot, span: Span) -> Span {
    let rest = snapshot.own.text().get(span.end as usize..).unwrap_or("");
    let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    let end = span.end + u32::try_from(end).unwrap_or(0);
    Span::new(line_start(snapshot, span.start), end)
}
