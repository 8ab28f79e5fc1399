//! The form for tools: one JSON object for each diagnostic, each on a line of its own.
//!
//! ```text
//! {"code":"E0201","severity":"error","message":"unknown name `okedge`","file":"krk.adv",
//!  "labels":[{"start":86,"end":92,"line":4,"column":20,"end_line":4,"end_column":26,"text":"not defined","primary":true}],
//!  "further":[],"help":["did you mean `king-on-edge`?"],"notes":[]}          (in one line)
//! ```
//!
//! `further` are the other places of the same mistake, shaped as labels without `text` and `primary`. `start` and `end` are byte offsets, lines and columns count from 1, columns in characters, and the end is exclusive. The shape
//! is a promise to tools: fields are added, never renamed. It is written out here so that the internal types may change.

use serde_json::{Value, json};

use crate::diagnostics::{Diagnostic, Label};
use crate::source::{Source, Span};

/// The diagnostics, one a line. Spans are moved into the text; texts are left as they are.
pub(super) fn render(diagnostics: &[Diagnostic], source: &Source) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| format!("{}\n", object(diagnostic, source)))
        .collect()
}

fn object(diagnostic: &Diagnostic, source: &Source) -> Value {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| marked(label, source))
        .collect();
    let further: Vec<Value> = diagnostic
        .further
        .iter()
        .map(|span| place(*span, source))
        .collect();
    json!({
        "code": diagnostic.code.as_str(),
        "severity": diagnostic.severity.as_str(),
        "message": diagnostic.message,
        "file": source.name(),
        "labels": labels,
        "further": further,
        "help": diagnostic.help,
        "notes": diagnostic.notes,
    })
}

fn marked(label: &Label, source: &Source) -> Value {
    let mut value = place(label.span, source);
    value["text"] = json!(label.text);
    value["primary"] = json!(label.primary);
    value
}

fn place(span: Span, source: &Source) -> Value {
    let span = source.clamp(span);
    let (start, end) = (source.line_column(span.start), source.line_column(span.end));
    json!({
        "start": span.start,
        "end": span.end,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    })
}
