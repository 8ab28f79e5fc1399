//! Hover: what is under the cursor, what is written about it, and its squares in the example position.

use adv::analysis::{Definition, Frame, Origin, Type, TypedSpan, symbol};
use adv::diagnostics::Span;
use adv::pages;
use adv::render::document::with_diagrams;
use adv::render::values::ShownValue;
use lsp_types::{Hover, HoverContents, HoverParams};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;
use crate::values::{Values, has_value};

/// What is said of a place.
pub fn hover(server: &mut Server, params: HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let offset = snapshot.offset(at.position);
    let (span, value) = of_name(&snapshot, offset)
        .or_else(|| of_expression(&snapshot, offset))
        .or_else(|| of_word(&snapshot, offset))?;
    Some(Hover {
        contents: HoverContents::Markup(text::markdown(value)),
        range: Some(text::range(&snapshot.own, span)),
    })
}

/// The word or sign that touches a place.
fn token_at(snapshot: &Snapshot, offset: u32) -> Option<adv::analysis::Lexeme> {
    let tokens = snapshot.tokens();
    let next = tokens.partition_point(|token| token.start <= offset);
    let token = *tokens.get(next.checked_sub(1)?)?;
    (offset <= token.end).then_some(token)
}

/// A block of the language.
pub fn code(text: &str) -> String {
    format!("```adv\n{}\n```", text.trim_end())
}

fn of_name(snapshot: &Snapshot, offset: u32) -> Option<(Span, String)> {
    let index = &snapshot.analysis.index;
    let definition = index.definition(index.definition_at(offset)?)?;
    let token = token_at(snapshot, offset)?;
    let mut parts = vec![code(&definition.signature())];
    if let Some(told) = origin(snapshot, definition) {
        parts.push(told);
    }
    if !definition.doc.trim().is_empty() {
        parts.push(with_diagrams(definition.doc.trim_end()));
    }
    let typed = index.type_at(offset);
    let values = snapshot.values_at_hand().filter(|_| has_value(definition));
    let own =
        values.and_then(|values| Some(drawn(values, &values.of_definition(&definition.name)?)));
    let used = || typed.and_then(|typed| drawn_expression(snapshot, typed));
    parts.extend(own.or_else(used));
    Some((token.span(), parts.join("\n\n")))
}

/// Where a word comes from.
fn origin(snapshot: &Snapshot, definition: &Definition) -> Option<String> {
    match &definition.origin {
        Origin::Language => Some("a word of the language".to_owned()),
        Origin::Library(module) => Some(format!("from `{module}`")),
        Origin::File => {
            let file = snapshot.source.file_at(definition.name_span.start);
            (file > 0).then(|| format!("from `{}`", snapshot.source.file_path(file)))
        }
    }
}

fn of_expression(snapshot: &Snapshot, offset: u32) -> Option<(Span, String)> {
    let typed = snapshot.analysis.index.type_at(offset)?;
    let about = match typed.frame {
        Frame::Current => "",
        Frame::New => " in the position after the move",
        Frame::Root => " in the position where advice was consulted",
    };
    let mut parts = vec![format!("{}{about}", noun(typed.ty))];
    parts.extend(meaning(snapshot, offset));
    parts.extend(drawn_expression(snapshot, typed));
    Some((typed.span, parts.join("\n\n")))
}

/// What a type is called.
pub fn noun(ty: Type) -> String {
    match ty {
        Type::Board => "a board".to_owned(),
        Type::Number(1) => "a number".to_owned(),
        Type::Number(several) => format!("{several} numbers"),
        Type::Truth => "a descriptor".to_owned(),
        Type::Piece => "a piece".to_owned(),
        Type::Side => "a side".to_owned(),
        Type::Zone => "a zone".to_owned(),
    }
}

fn of_word(snapshot: &Snapshot, offset: u32) -> Option<(Span, String)> {
    let token = token_at(snapshot, offset)?;
    let mut parts = vec![meaning(snapshot, offset)?];
    let row = symbol(token.token)?;
    let example = row.is_word().then(|| pages::example(row)).flatten();
    parts.extend(example.map(|example| code(&example)));
    let (title, address) = pages::chapter(row);
    parts.push(format!("[The language: {title}]({address})"));
    Some((token.span(), parts.join("\n\n")))
}

/// What the table of words says of the word or sign at a place.
fn meaning(snapshot: &Snapshot, offset: u32) -> Option<String> {
    let row = symbol(token_at(snapshot, offset)?.token)?;
    let spelling = row.spellings.first()?;
    Some(format!("`{spelling}` {}", row.meaning))
}

/// The value of a definition or an expression in the example, as a drawing whose columns have to stay.
fn drawn(values: &Values, value: &ShownValue) -> String {
    let drawing = values.drawn(value);
    format!("In the example:\n\n```text\n{}\n```", drawing.trim_end())
}

/// The value of an expression in the example.
fn drawn_expression(snapshot: &Snapshot, typed: TypedSpan) -> Option<String> {
    let values = snapshot.values_at_hand()?;
    let text = snapshot.source.slice(typed.span);
    Some(drawn(values, &values.of_expression(text, typed.ty)?))
}
