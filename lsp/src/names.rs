//! Definitions and uses of names, in all programs of the workspace, and highlights of a name in its document.
//!
//! A definition is known by its file and the place of its name there. A program is analysed as a whole, so each program that uses the file
//! is asked which of its names mean that place: open documents, and the programs in the folders of the workspace whose texts have the
//! name. Nothing in the library is renamed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adv::analysis::{Definition, DefinitionKind, Origin};
use adv::diagnostics::{Source, Span};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams,
    GotoDefinitionResponse, Location, ReferenceParams, Uri,
};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text::Lines;
use crate::{links, text, uri};

/// The most programs of the workspace that are analysed for one request.
const MOST_PROGRAMS: usize = 500;

/// Where the name at a place is defined, or the file that a `use` line names.
pub fn definition(
    server: &mut Server,
    params: GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let at = params.text_document_position_params;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let offset = snapshot.offset(at.position);
    let index = &snapshot.analysis.index;
    let found = index.definition_at(offset);
    let location = match found.and_then(|id| index.definition(id)) {
        Some(definition) => snapshot.location_of(server.host.as_ref(), definition)?,
        None => links::used_file(server, &snapshot, offset)?,
    };
    Some(GotoDefinitionResponse::Scalar(location))
}

/// A definition in a file: what all programs that use the file agree on.
pub struct Target {
    /// The file.
    pub path: String,
    /// The name.
    pub name: String,
    /// The place of the name in the file.
    pub span: Span,
    /// Its kind.
    pub kind: DefinitionKind,
}

/// The place of a name in a file.
pub type Place = (String, Span);

impl Target {
    /// The definition at a place, where it is one of a file that can be opened.
    pub fn at(snapshot: &Snapshot, offset: u32) -> Option<Target> {
        let index = &snapshot.analysis.index;
        let definition = index.definition(index.definition_at(offset)?)?;
        Target::of(snapshot, definition)
    }

    /// The definition, where it is one of a file that can be opened.
    pub fn of(snapshot: &Snapshot, definition: &Definition) -> Option<Target> {
        if definition.origin != Origin::File || definition.name_span.is_empty() {
            return None;
        }
        let (path, span) = place(snapshot, definition.name_span)?;
        Some(Target {
            path,
            name: definition.name.clone(),
            span,
            kind: definition.kind,
        })
    }

    /// The places in a program that name it, its own name included.
    pub fn places_in(&self, snapshot: &Snapshot) -> BTreeSet<Place> {
        let index = &snapshot.analysis.index;
        let mut places = BTreeSet::new();
        for (number, definition) in index.definitions().iter().enumerate() {
            let here = definition.name == self.name && definition.origin == Origin::File;
            if !here || place(snapshot, definition.name_span).as_ref() != Some(&self.place()) {
                continue;
            }
            places.insert(self.place());
            let id = u32::try_from(number).map(adv::analysis::DefinitionId);
            let used = id.into_iter().flat_map(|id| index.references_of(id));
            places.extend(used.filter_map(|span| place(snapshot, span)));
            places.extend(ends(snapshot, definition));
        }
        places
    }

    /// The place of the definition's own name.
    pub fn place(&self) -> Place {
        (self.path.clone(), self.span)
    }
}

/// The name after `end-advice`, `end-table` and their like, which repeats that of the item.
fn ends(snapshot: &Snapshot, definition: &Definition) -> Option<Place> {
    use adv::analysis::{Group, symbol};
    let tokens = &snapshot.analysis.tokens;
    let end = definition.span.end;
    let next = tokens.partition_point(|token| token.end <= end.saturating_sub(1));
    let last = tokens.get(next)?;
    let before = tokens.get(next.checked_sub(1)?)?;
    let is_end = symbol(before.token).is_some_and(|row| row.group == Group::End);
    let span = last.span();
    let same = snapshot.source.slice(span) == definition.name && span != definition.name_span;
    (is_end && same && last.end == end)
        .then(|| place(snapshot, span))
        .flatten()
}

/// A span of a program as a place in its file; `None` in the library.
pub fn place(snapshot: &Snapshot, span: Span) -> Option<Place> {
    let file = snapshot.source.file_at(span.start);
    let start = snapshot.source.file_start(file);
    let local = Span::new(
        span.start.saturating_sub(start),
        span.end.saturating_sub(start),
    );
    Some((snapshot.path_of_file(file)?, local))
}

/// The places that name the definition in each program that the server knows, with the program's path.
pub fn everywhere(
    server: &mut Server,
    asked: &Arc<Snapshot>,
    target: &Target,
) -> Vec<(String, BTreeSet<Place>)> {
    let mut places = vec![(asked.path.clone(), target.places_in(asked))];
    let is_local = matches!(
        target.kind,
        DefinitionKind::Parameter | DefinitionKind::Variable
    );
    if is_local {
        return places;
    }
    let host = server.host.clone();
    let mut programs: BTreeSet<String> = server.documents.paths().into_iter().collect();
    for folder in &server.folders {
        programs.extend(host.programs(folder).into_iter().take(MOST_PROGRAMS));
    }
    programs.remove(&asked.path);
    if target.path != asked.path {
        programs.insert(target.path.clone());
    }
    for path in programs.iter().take(MOST_PROGRAMS) {
        let text = server.documents.text(host.as_ref(), path);
        // A program that does not have the name may use another file that has it.
        let concerns = text.is_some_and(|text| {
            text.contains(&target.name) || text.contains("use") || text.contains("USE")
        });
        if !concerns {
            continue;
        }
        if let Some(snapshot) = server.documents.program(host.as_ref(), path) {
            let found = target.places_in(&snapshot);
            if !found.is_empty() {
                places.push((path.clone(), found));
            }
        }
    }
    places
}

/// Places as locations, each file's lines counted once.
pub fn locations(server: &Server, places: BTreeSet<Place>) -> Vec<Location> {
    let mut files: BTreeMap<String, Option<(Uri, Lines)>> = BTreeMap::new();
    let mut found = Vec::with_capacity(places.len());
    for (path, span) in places {
        let file = files.entry(path.clone()).or_insert_with(|| {
            let text = server.documents.text(server.host.as_ref(), &path)?;
            let address = match server.documents.get(&path) {
                Some(document) => document.uri.clone(),
                None => uri::uri_of(&path)?,
            };
            let lines = Lines::new(Source::new("", text), server.documents.encoding);
            Some((address, lines))
        });
        if let Some((address, text)) = file {
            found.push(Location {
                uri: address.clone(),
                range: text::range(text, span),
            });
        }
    }
    found
}

/// Where the name at a place is used.
pub fn references(server: &mut Server, params: ReferenceParams) -> Option<Vec<Location>> {
    let at = params.text_document_position;
    let snapshot = server.snapshot(&at.text_document.uri)?;
    let offset = snapshot.offset(at.position);
    let Some(target) = Target::at(&snapshot, offset) else {
        return of_library(server, &snapshot, offset);
    };
    let places = everywhere(server, &snapshot, &target).into_iter();
    let mut places: BTreeSet<Place> = places.flat_map(|(_, places)| places).collect();
    if !params.context.include_declaration {
        places.remove(&target.place());
    }
    Some(locations(server, places))
}

/// The uses of a word of the library or of the language in one program.
fn of_library(server: &Server, snapshot: &Snapshot, offset: u32) -> Option<Vec<Location>> {
    let index = &snapshot.analysis.index;
    let id = index.definition_at(offset)?;
    let places = index
        .references_of(id)
        .filter_map(|span| place(snapshot, span));
    Some(locations(server, places.collect()))
}

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
