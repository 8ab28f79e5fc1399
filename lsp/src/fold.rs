//! What an editor folds, and what it selects when a selection grows.

use adv::analysis::CommentKind;
use adv::diagnostics::Span;
use lsp_types::{
    FoldingRange, FoldingRangeKind, FoldingRangeParams, SelectionRange, SelectionRangeParams,
};

use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// Items, actions and groups of comments of several lines.
pub fn folding(server: &mut Server, params: FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    let own = |span: &Span| snapshot.source.file_at(span.start) == 0;
    let items = snapshot.analysis.tree.items.iter().map(|item| item.span);
    let definitions = snapshot.analysis.index.definitions().iter();
    let actions = definitions
        .filter(|one| one.parent.is_some())
        .map(|one| one.span);
    let mut ranges: Vec<FoldingRange> = items
        .chain(actions)
        .filter(own)
        .filter_map(|span| fold(&snapshot, span, None))
        .collect();
    ranges.extend(
        comments(&snapshot)
            .into_iter()
            .filter_map(|span| fold(&snapshot, span, Some(FoldingRangeKind::Comment))),
    );
    ranges.sort_by_key(|range| (range.start_line, std::cmp::Reverse(range.end_line)));
    ranges.dedup_by_key(|range| (range.start_line, range.end_line));
    Some(ranges)
}

fn fold(snapshot: &Snapshot, span: Span, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    let range = text::range(&snapshot.own, span);
    (range.start.line < range.end.line).then(|| FoldingRange {
        start_line: range.start.line,
        end_line: range.end.line,
        kind,
        ..FoldingRange::default()
    })
}

/// Comments on lines that follow one another, together.
fn comments(snapshot: &Snapshot) -> Vec<Span> {
    let mut groups: Vec<(CommentKind, Span)> = Vec::new();
    for comment in &snapshot.analysis.trivia.comments {
        if snapshot.source.file_at(comment.span.start) != 0 {
            break;
        }
        if let Some((kind, group)) = groups.last_mut() {
            let between = snapshot.own.slice(Span::new(group.end, comment.span.start));
            let follows = between.trim().is_empty() && between.matches('\n').count() == 1;
            if *kind == comment.kind && follows {
                *group = group.join(comment.span);
                continue;
            }
        }
        groups.push((comment.kind, comment.span));
    }
    groups.into_iter().map(|(_, span)| span).collect()
}

/// For each place the word, then each expression around it, then the item, then the file.
pub fn selection(server: &mut Server, params: SelectionRangeParams) -> Option<Vec<SelectionRange>> {
    let snapshot = server.snapshot(&params.text_document.uri)?;
    let places = params.positions.iter();
    let grown = places.map(|at| {
        let mut around = spans(&snapshot, snapshot.offset(*at)).into_iter().rev();
        let whole = SelectionRange {
            range: text::everything(&snapshot.own),
            parent: None,
        };
        around.by_ref().fold(whole, |parent, span| SelectionRange {
            range: text::range(&snapshot.own, span),
            parent: Some(Box::new(parent)),
        })
    });
    Some(grown.collect())
}

/// The spans around a place, each inside the next.
fn spans(snapshot: &Snapshot, offset: u32) -> Vec<Span> {
    let around = |span: Span| span.start <= offset && offset <= span.end && !span.is_empty();
    let own = |span: &Span| snapshot.source.file_at(span.start) == 0;
    let tokens = snapshot.tokens().iter().map(|token| token.span());
    let types = snapshot
        .analysis
        .index
        .types()
        .iter()
        .map(|typed| typed.span);
    let definitions = snapshot
        .analysis
        .index
        .definitions()
        .iter()
        .map(|one| one.span);
    let items = snapshot.analysis.tree.items.iter().map(|item| item.span);
    let all = tokens.chain(types).chain(definitions).chain(items);
    let mut found: Vec<Span> = all.filter(|span| around(*span)).filter(own).collect();
    found.sort_by_key(|span| (span.len(), span.start));
    let mut nested: Vec<Span> = Vec::new();
    for span in found {
        let holds = |inner: &Span| span.start <= inner.start && inner.end <= span.end;
        if nested
            .last()
            .is_none_or(|inner| holds(inner) && *inner != span)
        {
            nested.push(span);
        }
    }
    nested
}
