//! Where names are defined and used, in all programs of the workspace; renaming.
//!
//! A definition is known by its file and the place of its name there. A program is analysed as a whole, so each program that uses the file
//! is asked which of its names mean that place: open documents, and the programs in the folders of the workspace whose texts have the
//! name. Nothing in the library is renamed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adv::analysis::{Definition, DefinitionKind, Origin};
use adv::diagnostics::{Source, Span};
use lsp_types::{
    GotoDefinitionParams, GotoDefinitionResponse, Location, PrepareRenameResponse, ReferenceParams,
    RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};

use crate::dispatch::Refusal;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::{text, uri};

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
        None => used_file(server, &snapshot, offset)?,
    };
    Some(GotoDefinitionResponse::Scalar(location))
}

/// The file or module that the `use` line at a place names.
fn used_file(server: &Server, snapshot: &Snapshot, offset: u32) -> Option<Location> {
    use adv::analysis::{ast::ItemKind, library_text};
    let mut items = snapshot.analysis.tree.items.iter();
    let item = items.find(|item| item.span.start <= offset && offset <= item.span.end)?;
    let path = match &item.kind {
        ItemKind::UseFile(path) => uri::beside(&snapshot.path, &path.node),
        ItemKind::Use(path) => {
            let words: Vec<&str> = path.node.iter().map(|name| name.node.as_str()).collect();
            let whole = words.join(".");
            let front = words.get(..words.len().saturating_sub(1))?.join(".");
            let module = [whole, front]
                .into_iter()
                .find(|module| library_text(module).is_some())?;
            server.host.library(&module, library_text(&module)?)?
        }
        _ => return None,
    };
    Some(Location {
        uri: uri::uri_of(&path)?,
        range: lsp_types::Range::default(),
    })
}

/// A definition in a file: what all programs that use the file agree on.
struct Target {
    path: String,
    name: String,
    /// The place of the name in the file.
    span: Span,
    kind: DefinitionKind,
}

/// The place of a name in a file.
type Place = (String, Span);

impl Target {
    /// The definition at a place, where it is one of a file that can be opened.
    fn at(snapshot: &Snapshot, offset: u32) -> Option<Target> {
        let index = &snapshot.analysis.index;
        let definition = index.definition(index.definition_at(offset)?)?;
        Target::of(snapshot, definition)
    }

    fn of(snapshot: &Snapshot, definition: &Definition) -> Option<Target> {
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
    fn places_in(&self, snapshot: &Snapshot) -> BTreeSet<Place> {
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

    fn place(&self) -> Place {
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
fn place(snapshot: &Snapshot, span: Span) -> Option<Place> {
    let file = snapshot.source.file_at(span.start);
    let start = snapshot.source.file_start(file);
    let local = Span::new(
        span.start.saturating_sub(start),
        span.end.saturating_sub(start),
    );
    Some((snapshot.path_of_file(file)?, local))
}

/// All places that name the definition, in all programs that the server knows, in the order of files and places.
fn everywhere(server: &mut Server, asked: &Arc<Snapshot>, target: &Target) -> BTreeSet<Place> {
    let mut places = target.places_in(asked);
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
    programs.insert(target.path.clone());
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
            places.extend(target.places_in(&snapshot));
        }
    }
    places
}

/// Places as locations, each file's lines counted once.
fn locations(server: &Server, places: BTreeSet<Place>) -> Vec<Location> {
    let mut files: BTreeMap<String, Option<(Uri, Source)>> = BTreeMap::new();
    let mut found = Vec::with_capacity(places.len());
    for (path, span) in places {
        let file = files.entry(path.clone()).or_insert_with(|| {
            let text = server.documents.text(server.host.as_ref(), &path)?;
            let address = match server.documents.get(&path) {
                Some(document) => document.uri.clone(),
                None => uri::uri_of(&path)?,
            };
            Some((address, Source::new("", text)))
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
    let mut places = everywhere(server, &snapshot, &target);
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

/// The range of a name that can be renamed.
pub fn prepare_rename(
    server: &mut Server,
    params: TextDocumentPositionParams,
) -> Option<PrepareRenameResponse> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    let offset = snapshot.offset(params.position);
    let target = renamed(&snapshot, offset).ok()?;
    let mut places = target.places_in(&snapshot).into_iter();
    let (_, span) = places.find(|(path, span)| {
        *path == snapshot.path && span.start <= offset && offset <= span.end
    })?;
    Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: text::range(&snapshot.own, span),
        placeholder: target.name,
    })
}

/// What is renamed at a place.
fn renamed(snapshot: &Snapshot, offset: u32) -> Result<Target, Refusal> {
    let index = &snapshot.analysis.index;
    let id = index.definition_at(offset);
    let Some(definition) = id.and_then(|id| index.definition(id)) else {
        return Err(Refusal("there is no name here".to_owned()));
    };
    let kept = |what: &str| Err(Refusal(format!("`{}` is {what}", definition.name)));
    match (&definition.origin, definition.kind) {
        (Origin::Language, _) => kept("a word of the language and keeps its name"),
        (Origin::Library(module), _) => kept(&format!(
            "a word of `{module}`; the library keeps its names"
        )),
        (_, DefinitionKind::Piece) => kept("a piece; a letter of chess keeps its name"),
        (_, DefinitionKind::Test) => kept("the text of a test: change it where it is written"),
        (_, DefinitionKind::Unread) => kept("part of what cannot be read"),
        _ => Target::of(snapshot, definition).ok_or_else(|| {
            Refusal(format!(
                "`{}` is defined in the library, which keeps its names",
                definition.name
            ))
        }),
    }
}

/// The edits that give a definition another name, in all files that use it.
#[expect(
    clippy::mutable_key_type,
    reason = "the protocol's type has addresses as keys, and nothing changes one"
)]
pub fn rename(server: &mut Server, params: RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let at = params.text_document_position;
    let Some(snapshot) = server.snapshot(&at.text_document.uri) else {
        return Ok(None);
    };
    let target = renamed(&snapshot, snapshot.offset(at.position))?;
    let name = params.new_name;
    if !adv::analysis::is_name(&name) {
        return Err(Refusal(format!(
            "`{name}` is no name: letters, digits and `_`, parts joined by `-`, and no word of the language"
        )));
    }
    let places = everywhere(server, &snapshot, &target);
    if name != target.name {
        let host = server.host.clone();
        let files: BTreeSet<&String> = places.iter().map(|(path, _)| path).collect();
        for path in files {
            let program = server.documents.program(host.as_ref(), path);
            let taken = program.is_some_and(|program| {
                let definitions = program.analysis.index.definitions().iter();
                let mut same = definitions.filter(|other| other.name == name);
                same.any(|other| other.origin == Origin::File)
            });
            if taken {
                return Err(Refusal(format!("`{name}` is defined already in `{path}`")));
            }
        }
    }
    // The protocol's own type is a hash map; what it holds has no order.
    let mut edit = WorkspaceEdit::default();
    let changes = edit.changes.get_or_insert_default();
    for location in locations(server, places) {
        changes.entry(location.uri).or_default().push(TextEdit {
            range: location.range,
            new_text: name.clone(),
        });
    }
    Ok(Some(edit))
}
