//! Renaming, in all programs of the workspace. A name that is in use is refused: the edits are tried first.

use std::collections::{BTreeMap, BTreeSet};

use adv::analysis::{DefinitionKind, Origin, words};
use adv::diagnostics::{Diagnostic, Severity, Span};
use adv::pages;
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};

use crate::complete::used_modules;
use crate::dispatch::Refusal;
use crate::names::{Place, Target, everywhere, locations};
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

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

/// The definition that is renamed at a place.
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
    let programs = everywhere(server, &snapshot, &target);
    if name != target.name {
        free(server, &target, &name, &programs)?;
    }
    let places: BTreeSet<Place> = programs
        .into_iter()
        .flat_map(|(_, places)| places)
        .collect();
    // The protocol's own type is a hash map; what it holds has no order.
    let mut edit = WorkspaceEdit::default();
    let changes = edit.changes.get_or_insert_default();
    for location in locations(server, places) {
        let edit = TextEdit::new(location.range, name.clone());
        changes.entry(location.uri).or_default().push(edit);
    }
    Ok(Some(edit))
}

/// Refuses a name that is in use: where a program would have a new error, or the name would mean something else in a place, there or before.
fn free(
    server: &mut Server,
    target: &Target,
    name: &str,
    programs: &[(String, BTreeSet<Place>)],
) -> Result<(), Refusal> {
    let host = server.host.clone();
    let all: BTreeSet<Place> = programs
        .iter()
        .flat_map(|(_, places)| places.iter().cloned())
        .collect();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    // The last place of a file first, so that those before it stay.
    for (path, span) in all.iter().rev() {
        if !texts.contains_key(path) {
            let Some(text) = server.documents.text(host.as_ref(), path) else {
                continue;
            };
            texts.insert(path.clone(), text);
        }
        if let Some(text) = texts.get_mut(path) {
            text.replace_range(span.start as usize..span.end as usize, name);
        }
    }
    // The definition's own name comes after the edits before it in its file.
    let before = all
        .iter()
        .filter(|(path, span)| *path == target.path && span.start < target.span.start);
    let count = u32::try_from(before.count()).unwrap_or(0);
    let start = target.span.start + count * text::length(name) - count * target.span.len();
    let renamed = Target {
        path: target.path.clone(),
        name: name.to_owned(),
        span: Span::new(start, start + text::length(name)),
        kind: target.kind,
    };
    for (path, places) in programs {
        let documents = &mut server.documents;
        let Some(now) = documents.program(host.as_ref(), path) else {
            continue;
        };
        let Some(then) = documents.tried_with(host.as_ref(), path, &texts) else {
            continue;
        };
        let in_use = |why: String| {
            Err(Refusal(format!(
                "`{name}` is in use already where `{}` is known: {why}",
                target.name
            )))
        };
        if let Some(origin) = origin(&now, name) {
            return in_use(origin);
        }
        if errors(&then).count() > errors(&now).count() {
            let is_new = |one: &&Diagnostic| errors(&now).all(|known| known.message != one.message);
            let new = errors(&then).find(is_new);
            return in_use(match new.and_then(|one| Some((one, one.primary_span()?))) {
                Some((one, span)) => format!("{}, {}", then.source.place(span.start), one.message),
                None => format!("`{path}` would have another error"),
            });
        }
        if renamed.places_in(&then).len() != places.len() {
            return in_use(format!("in `{path}` it means something else"));
        }
    }
    Ok(())
}

/// The errors of a program.
fn errors(snapshot: &Snapshot) -> impl Iterator<Item = &Diagnostic> {
    let all = snapshot.analysis.diagnostics.iter();
    all.filter(|one| one.severity == Severity::Error)
}

/// The source of a word that a program may use without a definition; `None` where it has none of this name. The words of `std.sdl` may be
/// defined anew.
fn origin(snapshot: &Snapshot, name: &str) -> Option<String> {
    let mut always = pages::ALWAYS.iter();
    let is_always = always.any(|(head, _)| {
        let word = head.split_once(' ').map_or("", |(_, rest)| rest);
        word.split('(').next() == Some(name)
    });
    let used = used_modules(snapshot);
    let mut words = words().iter().filter(|word| word.name == name);
    let found = words.find_map(|word| match word.module {
        None => Some("it is a word of the language".to_owned()),
        Some("std.sdl") => None,
        Some(module) if used.contains(module) => Some(format!("it is a word of `{module}`")),
        Some(_) => None,
    });
    found.or(is_always.then(|| "it is a word of the language".to_owned()))
}
