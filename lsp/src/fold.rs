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
    let items = snapshot.items().map(|item| item.span);
    let definitions = snapshot.analysis.index.definitions().iter();
    let actions = definitions.filter(|one| one.parent.is_some() && snapshot.is_own(one.span));
    let spans = items.chain(actions.map(|one| one.span));
    let comments = comments(&snapshot).into_iter();
    let comments = comments.map(|span| (span, Some(FoldingRangeKind::Comment)));
    let spans = spans.map(|span| (span, None)).chain(comments);
    let ranges = spans.filter_map(|(span, kind)| fold(&snapshot, span, kind));
    let mut ranges: Vec<FoldingRange> = ranges.collect();
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
        if !snapshot.is_own(comment.span) {
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
    let around = |span: &Span| span.start <= offset && offset <= span.end && !span.is_empty();
    let index = &snapshot.analysis.index;
    let tokens = snapshot.tokens().iter().map(|token| token.span());
    let types = index.types().iter().map(|typed| typed.span);
    let definitions = index.definitions().iter().map(|one| one.span);
    let items = snapshot.items().map(|item| item.span);
    let all = tokens.chain(types).chain(definitions).chain(items);
    let own = all.filter(|span| snapshot.is_own(*span));
    let mut found: Vec<Span> = own.filter(around).collect();
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
