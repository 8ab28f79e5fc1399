//! The form for tools: one JSON object for each diagnostic, each on a line of its own.
//!
//! ```text
//! {"code":"E0201","severity":"error","message":"unknown name `okedge`","file":"krk.adv",
//!  "labels":[{"start":86,"end":92,"line":4,"column":20,"end_line":4,"end_column":26,"text":"not defined","primary":true}],
//!  "further":[],"help":["did you mean `king-on-edge`?"],"notes":[]}          (in one line)
//! ```
//!
//! `further` are the other places of the same mistake, shaped as labels without `text` and `primary`. `start` and `end` are byte offsets, lines and columns count from 1, columns in characters, and the end is exclusive. The shape
//! is a promise to tools: fields are added, never renamed. A place in another file than `file` has a field `file` of its own, and offsets and
//! lines are those of the file that a place is in. It is written out here so that the internal types may change.

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
    let file = super::file_of(diagnostic, source);
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| marked(label, file, source))
        .collect();
    let further: Vec<Value> = diagnostic
        .further
        .iter()
        .map(|span| place(*span, file, source))
        .collect();
    json!({
        "code": diagnostic.code.as_str(),
        "severity": diagnostic.severity.as_str(),
        "message": diagnostic.message,
        "file": source.file_name(file),
        "labels": labels,
        "further": further,
        "help": diagnostic.help,
        "notes": diagnostic.notes,
    })
}

fn marked(label: &Label, file: usize, source: &Source) -> Value {
    let mut value = place(label.span, file, source);
    value["text"] = json!(label.text);
    value["primary"] = json!(label.primary);
    value
}

/// A place in its file, which is named where it is not the one that the diagnostic is about.
fn place(span: Span, file: usize, source: &Source) -> Value {
    let span = source.clamp(span);
    let (start, end) = (source.line_column(span.start), source.line_column(span.end));
    let own = source.file_at(span.start);
    let begin = source.file_start(own);
    let mut value = json!({
        "start": span.start - begin,
        "end": span.end - begin,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    });
    if own != file {
        value["file"] = json!(source.file_name(own));
    }
    value
}
