//! Code lenses: above each test, claim and example of a document, a command that runs it.

use adv::analysis::ast::ItemKind;
use lsp_types::{CodeLens, CodeLensParams, Command};
use serde_json::json;

use crate::run::{self, RunKind};
use crate::server::Server;
use crate::text;

/// The lenses of a document. One whose run is over shows the verdict as long as the text is the same.
pub fn lenses(server: &mut Server, params: CodeLensParams) -> Option<Vec<CodeLens>> {
    let uri = params.text_document.uri;
    let snapshot = server.snapshot(&uri)?;
    let lenses = snapshot.items().filter_map(|item| {
        let (kind, word) = match &item.kind {
            ItemKind::Test(_) => (RunKind::Test, "run the test"),
            ItemKind::Prove(_) => (RunKind::Claim, "prove"),
            ItemKind::Measure(_) => (RunKind::Claim, "measure"),
            ItemKind::Example(_) => (RunKind::Example, "show the board"),
            _ => return None,
        };
        let verdict = server
            .runs
            .verdict(&snapshot.path, snapshot.version, item.span.start);
        let title = match verdict {
            Some(verdict) => format!("{verdict} (again: {word})"),
            None => word.to_owned(),
        };
        let range = text::range(&snapshot.own, item.span);
        Some(CodeLens {
            range: lsp_types::Range {
                start: range.start,
                end: range.start,
            },
            command: Some(Command {
                title,
                command: run::RUN.to_owned(),
                arguments: Some(vec![json!({
                    "uri": uri.as_str(),
                    "kind": kind.word(),
                    "start": item.span.start,
                    "version": snapshot.version,
                })]),
            }),
            data: None,
        })
    });
    Some(lenses.collect())
}
