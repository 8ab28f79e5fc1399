//! A selected expression as a definition of its own.
//!
//! ```text
//!   better  mate ∧ ¬exposed        select `mate ∧ ¬exposed`:    descriptor extracted = mate ∧ ¬exposed
//!                                                               …
//!                                                               better  extracted
//! ```
//!
//! Parameters and variables that the expression speaks of become parameters of the definition. A selection is offered it where it is an
//! expression and not a part of one: `b ∧ c` in `a ∧ b ∧ c` is none.

use adv::analysis::{DefinitionKind, Type};
use adv::diagnostics::Span;
use lsp_types::{CodeAction, CodeActionKind, TextEdit, Uri, WorkspaceEdit};

use crate::snapshot::Snapshot;
use crate::text;

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
