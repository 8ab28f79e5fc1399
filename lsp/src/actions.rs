//! Code actions: mends of the diagnostics at a place, the page on a code, a comment that allows a warning, a definition of what is selected.

use adv::analysis::{DefinitionKind, Type};
use adv::diagnostics::{Diagnostic, Severity, Span};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::json;

use crate::mend::mends;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::{run, text, told};

/// The most diagnostics whose mends are looked for in one request.
const MOST_MENDED: usize = 4;

/// What can be done about the diagnostics that touch a range.
pub fn actions(server: &mut Server, params: CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
    let uri = params.text_document.uri;
    let snapshot = server.snapshot(&uri)?;
    let asked = text::span(&snapshot.own, params.range);
    let touches = |told: &&Diagnostic| {
        let span = told.primary_span().unwrap_or_default();
        snapshot.is_own(span) && span.start <= asked.end && asked.start <= span.end
    };
    let touched = snapshot.analysis.diagnostics.iter().filter(touches);
    let touched: Vec<&Diagnostic> = touched.collect();
    let mut found = Vec::new();
    for told in touched.iter().take(MOST_MENDED) {
        for (number, mend) in mends(server, &snapshot, told).into_iter().enumerate() {
            let action = action(server, &snapshot, &uri, told, mend.title, mend.edit);
            found.push(CodeActionOrCommand::CodeAction(CodeAction {
                is_preferred: Some(number == 0),
                ..action
            }));
        }
        if told.severity == Severity::Warning {
            let title = format!("Allow {} here", told.code.as_str());
            let edit = allowing(&snapshot, told);
            let action = action(server, &snapshot, &uri, told, title, edit);
            found.push(CodeActionOrCommand::CodeAction(action));
        }
    }
    let mut codes: Vec<&str> = touched.iter().map(|told| told.code.as_str()).collect();
    codes.dedup();
    found.extend(codes.into_iter().map(|code| {
        CodeActionOrCommand::Command(Command {
            title: format!("Explain {code}"),
            command: run::EXPLAIN.to_owned(),
            arguments: Some(vec![json!(code)]),
        })
    }));
    let extracted = extract(&snapshot, &uri, asked);
    found.extend(extracted.map(CodeActionOrCommand::CodeAction));
    Some(found)
}

fn action(
    server: &Server,
    snapshot: &Snapshot,
    uri: &Uri,
    told: &Diagnostic,
    title: String,
    edit: TextEdit,
) -> CodeAction {
    CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![told::shown(snapshot, told, server.host.as_ref())]),
        edit: Some(WorkspaceEdit::new([(uri.clone(), vec![edit])].into())),
        ..CodeAction::default()
    }
}

/// A comment at the end of the line, with a reason for the author to say better.
fn allowing(snapshot: &Snapshot, told: &Diagnostic) -> TextEdit {
    let start = told.primary_span().unwrap_or_default().start;
    let rest = snapshot.own.text().get(start as usize..).unwrap_or("");
    let line = rest.split('\n').next().unwrap_or("").trim_end();
    let end = start + text::length(line);
    let reason = format!("  // allow {}: it is meant", told.code.as_str());
    TextEdit::new(text::range(&snapshot.own, Span::new(end, end)), reason)
}

/// The action for a selection, where it is an expression of a kind that a definition may have.
pub fn extract(snapshot: &Snapshot, uri: &Uri, selected: Span) -> Option<CodeAction> {
    let own = snapshot.own.text();
    let chosen = own.get(selected.start as usize..selected.end as usize)?;
    let blanks = chosen.len() - chosen.trim_start().len();
    let start = selected.start + u32::try_from(blanks).ok()?;
    let span = Span::new(start, start + text::length(chosen.trim()));
    if span.is_empty() || chosen.contains("//") || chosen.contains("/*") {
        return None;
    }
    let index = &snapshot.analysis.index;
    let typed = index.types().iter().find(|typed| typed.span == span)?;
    let (kind, stem) = match typed.ty {
        Type::Truth => ("descriptor", "extracted"),
        Type::Number(1) => ("number", "extracted"),
        Type::Board => ("board", "EXTRACTED"),
        Type::Zone => ("zone", "extracted"),
        Type::Number(_) | Type::Piece | Type::Side => return None,
    };
    let item = snapshot.analysis.tree.items.iter();
    let mut item = item.filter(|item| item.span.start <= span.start && span.end <= item.span.end);
    let item = item.next()?;
    // The parameters and variables that are defined outside of the selection.
    let mut params: Vec<(String, String)> = Vec::new();
    for reference in index.references() {
        let inside = span.start <= reference.span.start && reference.span.end <= span.end;
        let Some(definition) = index.definition(reference.to).filter(|_| inside) else {
            continue;
        };
        let is_local = matches!(
            definition.kind,
            DefinitionKind::Parameter | DefinitionKind::Variable
        );
        let is_outside =
            definition.name_span.start < span.start || span.end <= definition.name_span.start;
        let known = params.iter().any(|(name, _)| *name == definition.name);
        if is_local && is_outside && !known {
            params.push((definition.name.clone(), definition.signature()));
        }
    }
    let taken = |name: &str| index.definitions().iter().any(|one| one.name == name);
    let mut names = std::iter::once(stem.to_owned()).chain((2..).map(|n| format!("{stem}-{n}")));
    let name = names.find(|name| !taken(name))?;
    let list = |of: fn(&(String, String)) -> &str| match params.is_empty() {
        true => String::new(),
        false => format!(
            "({})",
            params.iter().map(of).collect::<Vec<&str>>().join(", ")
        ),
    };
    let body = chosen.split_whitespace().collect::<Vec<&str>>().join(" ");
    let definition = format!(
        "{kind} {name}{} = {body}\n\n",
        list(|(_, signature)| signature)
    );
    // Above the item and its doc comment, which stands in lines of its own.
    let first = text::position(&snapshot.own, item.span.start).line;
    let above = first.saturating_sub(u32::try_from(item.doc.len()).unwrap_or(0));
    let place = lsp_types::Position::new(above, 0);
    let call = format!("{name}{}", list(|(name, _)| name));
    let edits = vec![
        TextEdit::new(lsp_types::Range::new(place, place), definition),
        TextEdit::new(text::range(&snapshot.own, span), call),
    ];
    Some(CodeAction {
        title: format!("Extract a {kind}"),
        kind: Some(CodeActionKind::REFACTOR_EXTRACT),
        edit: Some(WorkspaceEdit::new([(uri.clone(), edits)].into())),
        ..CodeAction::default()
    })
}
