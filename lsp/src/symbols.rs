//! The definitions of a document, and those of the workspace.

use adv::analysis::{Definition, DefinitionKind, Origin};
use adv::diagnostics::Span;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, OneOf, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// How many definitions of the workspace are named at most.
const MOST: usize = 500;

/// The definitions of the document's own file, actions inside their strategies.
pub fn of_document(
    server: &mut Server,
    params: DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    let definitions = snapshot.analysis.index.definitions();
    let shown = definitions.iter().filter(|one| is_shown(&snapshot, one));
    let mut symbols: Vec<(u32, DocumentSymbol)> = Vec::new();
    for definition in shown {
        let symbol = symbol(&snapshot, definition);
        let parent = definition.parent.map(|id| id.0);
        let around = symbols
            .iter_mut()
            .find(|(number, _)| parent == Some(*number));
        match around {
            Some((_, around)) => around.children.get_or_insert_default().push(symbol),
            None => {
                let number = definitions
                    .iter()
                    .position(|one| std::ptr::eq(one, definition));
                let number = number.and_then(|number| u32::try_from(number).ok());
                symbols.push((number.unwrap_or(u32::MAX), symbol));
            }
        }
    }
    let symbols = symbols.into_iter().map(|(_, symbol)| symbol).collect();
    Some(DocumentSymbolResponse::Nested(symbols))
}

/// Whether a definition is one of the document's own file, and no parameter, variable or piece.
fn is_shown(snapshot: &Snapshot, definition: &Definition) -> bool {
    let is_inner = matches!(
        definition.kind,
        DefinitionKind::Parameter
            | DefinitionKind::Variable
            | DefinitionKind::Piece
            | DefinitionKind::Module
    );
    definition.origin == Origin::File
        && !is_inner
        && !definition.name_span.is_empty()
        && snapshot.is_own(definition.name_span)
}

#[expect(deprecated, reason = "the protocol's type has a field that it gave up")]
fn symbol(snapshot: &Snapshot, definition: &Definition) -> DocumentSymbol {
    let name = definition.name_span;
    let whole = Span::new(
        definition.span.start.min(name.start),
        definition.span.end.max(name.end),
    );
    DocumentSymbol {
        name: match definition.name.is_empty() {
            true => definition.kind.word().to_owned(),
            false => definition.name.clone(),
        },
        detail: Some(definition.kind.word().to_owned()),
        kind: kind(definition.kind),
        tags: None,
        deprecated: None,
        range: text::range(&snapshot.own, whole),
        selection_range: text::range(&snapshot.own, name),
        children: None,
    }
}

/// The protocol's kind that comes nearest.
fn kind(kind: DefinitionKind) -> SymbolKind {
    match kind {
        DefinitionKind::Board | DefinitionKind::Zone => SymbolKind::ARRAY,
        DefinitionKind::Number => SymbolKind::NUMBER,
        DefinitionKind::Descriptor => SymbolKind::BOOLEAN,
        DefinitionKind::Moves | DefinitionKind::Plan => SymbolKind::ENUM,
        DefinitionKind::Advice | DefinitionKind::Action => SymbolKind::METHOD,
        DefinitionKind::Table | DefinitionKind::Evaluation => SymbolKind::STRUCT,
        DefinitionKind::Strategy => SymbolKind::CLASS,
        DefinitionKind::Pattern => SymbolKind::INTERFACE,
        DefinitionKind::Test => SymbolKind::EVENT,
        DefinitionKind::Parameter | DefinitionKind::Variable | DefinitionKind::Piece => {
            SymbolKind::VARIABLE
        }
        DefinitionKind::Module => SymbolKind::MODULE,
        DefinitionKind::Unread => SymbolKind::NULL,
    }
}

/// The definitions of the workspace whose names have the letters of the query in their order.
pub fn of_workspace(
    server: &mut Server,
    params: WorkspaceSymbolParams,
) -> Option<WorkspaceSymbolResponse> {
    let host = server.host.clone();
    let mut programs = server.documents.paths();
    for folder in &server.folders {
        programs.extend(host.programs(folder));
    }
    programs.sort();
    programs.dedup();
    let query = params.query.to_lowercase();
    let mut found = Vec::new();
    for path in programs {
        if found.len() >= MOST {
            break;
        }
        let Some(snapshot) = server.documents.program(host.as_ref(), &path) else {
            continue;
        };
        let definitions = snapshot.analysis.index.definitions().iter();
        for definition in definitions.filter(|one| is_shown(&snapshot, one)) {
            if !matches(&definition.name.to_lowercase(), &query) || found.len() >= MOST {
                continue;
            }
            let Some(location) = snapshot.location(host.as_ref(), definition.name_span) else {
                continue;
            };
            found.push(WorkspaceSymbol {
                name: definition.name.clone(),
                kind: kind(definition.kind),
                tags: None,
                container_name: Some(definition.kind.word().to_owned()),
                location: OneOf::Left(location),
                data: None,
            });
        }
    }
    Some(WorkspaceSymbolResponse::Nested(found))
}

/// Whether the letters of a query are in a name, in their order.
pub fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars();
    query
        .chars()
        .all(|wanted| letters.any(|letter| letter == wanted))
}
