//! Code actions: mends of the diagnostics at a place, the page on a code, a comment that allows a warning, a definition of what is selected.

use adv::diagnostics::{Diagnostic, Severity, Span};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::json;

use crate::extract::extract;
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
