//! The other places of a name in its document.

use std::collections::BTreeSet;

use adv::diagnostics::Span;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};

use crate::names::{Target, place};
use crate::server::Server;
use crate::text;

/// Finds the places of the name at a place in its document.
pub fn highlights(
    server: &mut Server,
    params: DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = params.text_document_position_params;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let index = &snapshot.analysis.index;
    let id = index.definition_at(snapshot.offset(at.position))?;
    let target = Target::of(&snapshot, index.definition(id)?);
    let places: BTreeSet<(String, Span)> = match &target {
        Some(target) => target.places_in(&snapshot),
        None => index
            .references_of(id)
            .filter_map(|span| place(&snapshot, span))
            .collect(),
    };
    let own = places
        .into_iter()
        .filter(|(path, _)| *path == snapshot.path);
    let highlights = own.map(|place| DocumentHighlight {
        range: text::range(&snapshot.own, place.1),
        kind: Some(match target.as_ref().map(Target::place) == Some(place) {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    });
    Some(highlights.collect())
}
