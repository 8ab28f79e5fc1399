//! Formatting, of a document or of the items that a range touches.

use adv::diagnostics::Span;
use adv::{Signs, format_source};
use lsp_types::{DocumentFormattingParams, DocumentRangeFormattingParams, TextEdit};

use crate::dispatch::Refusal;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::text;

/// The edits that bring a document into the style: one for the lines that differ, none where nothing does.
pub fn formatted(
    server: &mut Server,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let Some(snapshot) = server.snapshot(&params.text_document.uri) else {
        return Ok(None);
    };
    let after = styled(&snapshot)?;
    let whole = Span::new(0, text::length(snapshot.own.text()));
    Ok(Some(edits(&snapshot, whole, &after)))
}

/// The same for the items that a range touches: they become what they are in the formatted document.
pub fn ranged(
    server: &mut Server,
    params: DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let Some(snapshot) = server.snapshot(&params.text_document.uri) else {
        return Ok(None);
    };
    let after = styled(&snapshot)?;
    let host = server.host.clone();
    let other = server
        .documents
        .tried(host.as_ref(), &snapshot.path, &after);
    let asked = text::span(&snapshot.own, params.range);
    let (old, new) = (items(&snapshot), items(&other));
    let touched = old.iter().zip(&new).filter(|(old, _)| {
        let lines = lines_of(snapshot.own.text(), **old);
        lines.start <= asked.end && asked.start < lines.end
    });
    let touched: Vec<_> = touched.collect();
    let (Some(first), Some(last)) = (touched.first(), touched.last()) else {
        return Ok(Some(Vec::new()));
    };
    // The same items in both texts, from the beginning of the first one's line to the end of the last one's.
    let old = lines_of(snapshot.own.text(), first.0.join(*last.0));
    let new = lines_of(&after, first.1.join(*last.1));
    let text = after.get(new.start as usize..new.end as usize);
    Ok(Some(edits(&snapshot, old, text.unwrap_or(""))))
}

/// A document in the style.
fn styled(snapshot: &Snapshot) -> Result<String, Refusal> {
    format_source(snapshot.own.text(), Signs::Keep)
        .map_err(|error| Refusal(format!("the text stays as it is: {error}")))
}

/// The items of a document's own file.
fn items(snapshot: &Snapshot) -> Vec<Span> {
    snapshot.items().map(|item| item.span).collect()
}

/// A span from the beginning of its first line to the end of its last one.
fn lines_of(text: &str, span: Span) -> Span {
    let before = text.get(..span.start as usize).unwrap_or("");
    let after = text.get(span.end as usize..).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = after.find('\n').map_or(after.len(), |at| at + 1);
    Span::new(
        u32::try_from(start).unwrap_or(0),
        span.end + u32::try_from(end).unwrap_or(0),
    )
}

/// The edit that makes `after` of a span of whole lines.
fn edits(snapshot: &Snapshot, span: Span, after: &str) -> Vec<TextEdit> {
    let before = snapshot.own.slice(span);
    if before == after {
        return Vec::new();
    }
    // Lines at both ends that stay are left out, so that an editor keeps its marks there.
    let same = |(a, b): &(&str, &str)| a == b;
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let pairs = old.iter().copied().zip(new.iter().copied());
    let head = pairs.take_while(same).count();
    let backward = old.iter().rev().copied().zip(new.iter().rev().copied());
    let shorter = old.len().min(new.len());
    let tail = backward.take_while(same).take(shorter - head).count();
    let bytes = |lines: &[&str]| lines.iter().map(|line| text::length(line)).sum::<u32>();
    let start = span.start + bytes(old.get(..head).unwrap_or(&[]));
    let end = span.start + bytes(old.get(..old.len() - tail).unwrap_or(&[]));
    let middle = new.get(head..new.len() - tail).unwrap_or(&[]);
    let range = text::range(&snapshot.own, Span::new(start, end));
    vec![TextEdit::new(range, middle.concat())]
}
