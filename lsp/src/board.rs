//! `adv/board`: the expression under the cursor drawn on the position, for a view beside the text.
//!
//! ```text
//!   { textDocument, position, fen?, theme? } ──▶ { text, kind, frame, value, fen, svg, range } | null
//! ```
//!
//! Without an expression that has a value there is the board alone. The drawing is one SVG element, in which every text of a program is
//! escaped, and which loads nothing.

use adv::analysis::Frame;
use adv::chess::fen;
use adv::render::svg::Theme;
use adv::render::values::{self, ShownValue};
use lsp_types::TextDocumentPositionParams;
use lsp_types::request::Request;
use serde_json::{Value, json};

use crate::hover::noun;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;
use crate::values::has_value;

/// The request.
pub enum BoardRequest {}

impl Request for BoardRequest {
    type Params = Value;
    type Result = Option<Value>;
    const METHOD: &'static str = "adv/board";
}

/// Draws what is under the cursor. `None` for a program with errors, one that has no position, and where the FEN cannot be used.
pub fn board(server: &mut Server, params: Value) -> Option<Value> {
    let at: TextDocumentPositionParams = serde_json::from_value(params.clone()).ok()?;
    let given = |name: &str| params.get(name).and_then(Value::as_str);
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let values = snapshot.values()?;
    let position = match given("fen") {
        Some(fen) => adv::position(fen).ok()?,
        None => values.position(),
    };
    let theme = match given("theme") {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::Auto,
    };
    let offset = snapshot.offset(at.position);
    let found = of_definition(&snapshot, offset).or_else(|| of_expression(&snapshot, offset));
    let value = found
        .as_ref()
        .and_then(|found| values.value_at(&found.text, found.ty, &position));
    let drawn: Vec<ShownValue> = value.iter().cloned().collect();
    let said = value.as_ref().filter(|value| value.squares().is_none());
    let found = found.as_ref().filter(|_| value.is_some());
    let range = found.map(|found| text::range(&snapshot.own, found.span));
    Some(json!({
        "text": found.map(|found| found.text.as_str()),
        "kind": found.map(|found| noun(found.ty)),
        "frame": found.map(|found| found.frame),
        "value": said.map(ShownValue::value),
        "fen": fen(&position),
        "svg": values::drawing(&position, &drawn, theme, false),
        "range": range,
    }))
}

/// What a cursor is on.
struct Found {
    text: String,
    ty: adv::analysis::Type,
    frame: &'static str,
    span: adv::diagnostics::Span,
}

/// A definition of the file without parameters, with the cursor on its name.
fn of_definition(snapshot: &Snapshot, offset: u32) -> Option<Found> {
    let index = &snapshot.analysis.index;
    let definition = index.definition(index.definition_at(offset)?)?;
    let on_name = definition.name_span.start <= offset && offset <= definition.name_span.end;
    let found = Found {
        text: definition.name.clone(),
        ty: definition.ty?,
        frame: "current",
        span: definition.name_span,
    };
    (has_value(definition) && on_name).then_some(found)
}

fn of_expression(snapshot: &Snapshot, offset: u32) -> Option<Found> {
    let typed = snapshot.analysis.index.type_at(offset)?;
    Some(Found {
        text: snapshot.source.slice(typed.span).to_owned(),
        ty: typed.ty,
        frame: match typed.frame {
            Frame::Current => "current",
            Frame::New => "new",
            Frame::Root => "root",
        },
        span: typed.span,
    })
}
