//! Diagnostics in the protocol's form.

use adv::analysis::ast::ItemKind;
use adv::diagnostics::{Code, Diagnostic, Severity, Span};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, DocumentDiagnosticParams,
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    NumberOrString, PublishDiagnosticsParams, RelatedFullDocumentDiagnosticReport, Uri,
};

use crate::complete::dotted;
use crate::documents::Host;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::{text, uri};

/// What is told of a program, on its own file.
pub fn published(snapshot: &Snapshot, uri: Uri, host: &dyn Host) -> PublishDiagnosticsParams {
    let all = snapshot.diagnostics();
    PublishDiagnosticsParams {
        uri,
        diagnostics: all.map(|one| shown(snapshot, one, host)).collect(),
        version: snapshot.version,
    }
}

/// The same for an editor that asks. An unknown document has none.
pub fn pulled(
    server: &mut Server,
    params: DocumentDiagnosticParams,
) -> DocumentDiagnosticReportResult {
    let uri = params.text_document.uri;
    let snapshot = server.snapshot(&uri);
    let host = server.host.as_ref();
    let items = snapshot.map(|snapshot| published(&snapshot, uri, host).diagnostics);
    let full_document_diagnostic_report = FullDocumentDiagnosticReport {
        result_id: None,
        items: items.unwrap_or_default(),
    };
    let report = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report,
    };
    DocumentDiagnosticReport::Full(report).into()
}

/// A diagnostic. One in a used file is shown on the line that uses it, and says where it is.
pub fn shown(snapshot: &Snapshot, one: &Diagnostic, host: &dyn Host) -> lsp_types::Diagnostic {
    let span = one.primary_span().unwrap_or_default();
    let file = snapshot.source.file_at(span.start);
    let mut message = one.message.clone();
    if let Some(label) = one.labels.iter().find(|label| label.primary)
        && !label.text.is_empty()
    {
        message.push_str(": ");
        message.push_str(&label.text);
    }
    for help in &one.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    for note in &one.notes {
        message.push_str("\nnote: ");
        message.push_str(note);
    }
    let at = match file {
        0 => span,
        _ => {
            message = format!("{}: {message}", snapshot.source.place(span.start));
            use_line(snapshot, file)
        }
    };
    let further = one.further.iter().map(|span| (*span, "here too"));
    let labels = one.labels.iter().filter(|label| !label.primary);
    let labels = labels.map(|label| (label.span, label.text.as_str()));
    let related = labels.chain(further).filter_map(|(span, text)| {
        Some(DiagnosticRelatedInformation {
            location: snapshot.location(host, span)?,
            message: text.to_owned(),
        })
    });
    let related: Vec<_> = related.collect();
    lsp_types::Diagnostic {
        range: text::range(&snapshot.own, at),
        severity: Some(match one.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(one.code.as_str().to_owned())),
        source: Some("adv".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: matches!(one.code, Code::UnusedDefinition | Code::UnusedImport)
            .then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..lsp_types::Diagnostic::default()
    }
}

/// The place of the `use` line that brings a file, at the head of the text where another file brings it.
fn use_line(snapshot: &Snapshot, file: usize) -> Span {
    let wanted = snapshot.source.file_path(file);
    let brought = snapshot.path_of_file(file);
    let found = snapshot.items().find(|item| match &item.kind {
        ItemKind::UseFile(path) => Some(uri::beside(&snapshot.path, &path.node)) == brought,
        ItemKind::Use(path) => dotted(&path.node) == wanted,
        _ => false,
    });
    found.map(|item| item.span).unwrap_or_default()
}
