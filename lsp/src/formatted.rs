//! Formatting.

use adv::{Signs, format_source};
use lsp_types::{DocumentFormattingParams, TextEdit};

use crate::dispatch::Refusal;
use crate::server::Server;
use crate::text;

/// The edits that bring a document into the style: one for the lines that differ, none where nothing does.
pub fn formatted(
    server: &mut Server,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let Some(snapshot) = server.snapshot(&params.text_document.uri) else {
        return Ok(None);
    };
    let before = snapshot.own.text();
    let after = format_source(before, Signs::Keep)
        .map_err(|error| Refusal(format!("the text stays as it is: {error}")))?;
    if before == after {
        return Ok(Some(Vec::new()));
    }
    // Lines at both ends that stay are left out, so that an editor keeps its marks there.
    let same = |(a, b): &(&str, &str)| a == b;
    let lines =
        |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old, new) = (lines(before), lines(&after));
    let pairs = || {
        old.iter()
            .map(String::as_str)
            .zip(new.iter().map(String::as_str))
    };
    let head = pairs().take_while(same).count();
    let backward = old.iter().rev().map(String::as_str);
    let backward = backward.zip(new.iter().rev().map(String::as_str));
    let shorter = old.len().min(new.len());
    let tail = backward.take_while(same).take(shorter - head).count();
    let bytes = |lines: &[String]| lines.iter().map(String::len).sum::<usize>();
    let start = bytes(old.get(..head).unwrap_or(&[]));
    let end = bytes(old.get(..old.len() - tail).unwrap_or(&[]));
    let middle = new.get(head..new.len() - tail).unwrap_or(&[]);
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = adv::diagnostics::Span::new(offset(start), offset(end));
    Ok(Some(vec![TextEdit {
        range: text::range(&snapshot.own, span),
        new_text: middle.concat(),
    }]))
}
