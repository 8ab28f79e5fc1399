//! Links of `use` lines to the files and modules that they name.

use adv::analysis::ast::{Item, ItemKind};
use adv::analysis::library_text;
use adv::diagnostics::Span;
use lsp_types::{DocumentLink, DocumentLinkParams, Location, Uri};

use crate::complete::dotted;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::{text, uri};

/// The links of a document's own `use` lines.
pub fn links(server: &mut Server, params: DocumentLinkParams) -> Option<Vec<DocumentLink>> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    let links = snapshot.items().filter_map(|item| {
        let (span, target) = used(server, &snapshot, item)?;
        Some(DocumentLink {
            range: text::range(&snapshot.own, span),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    });
    Some(links.collect())
}

/// The file or module that the `use` line at a place names.
pub fn used_file(server: &Server, snapshot: &Snapshot, offset: u32) -> Option<Location> {
    let mut items = snapshot.analysis.tree.items.iter();
    let item = items.find(|item| item.span.start <= offset && offset <= item.span.end)?;
    let (_, uri) = used(server, snapshot, item)?;
    Some(Location {
        uri,
        range: lsp_types::Range::default(),
    })
}

/// The path in a `use` line, and the address of what it names.
fn used(server: &Server, snapshot: &Snapshot, item: &Item) -> Option<(Span, Uri)> {
    let (span, path) = match &item.kind {
        ItemKind::UseFile(path) => (path.span, uri::beside(&snapshot.path, &path.node)),
        ItemKind::Use(path) => {
            let (_, front) = path.node.split_last()?;
            let mut modules = [&path.node[..], front].into_iter().map(dotted);
            let library = modules.find_map(|module| {
                let text = library_text(&module)?;
                Some(server.host.library(&module, text))
            });
            (path.span, library??)
        }
        _ => return None,
    };
    Some((span, uri::uri_of(&path)?))
}
