//! Completion at a prompt: the words that may follow what is typed after a program, the same as in an editor.

use adv::Sources;
use adv::analysis::{Group, lexemes, symbol};

use crate::complete;
use crate::snapshot::Snapshot;
use crate::text::Encoding;

/// The words that may be written at the end of an entry: items or a single expression. Gives the byte of the entry where the word begins
/// that they replace, and those that go on with its letters, the likely first.
///
/// ```
/// use adv_lsp::words_after;
/// let program = "number room = 3\ntable krk\n  otherwise pass-by\nend-table\n";
/// let (start, words) = words_after(program, "prove krk fr", &adv::NoFiles);
/// assert_eq!((start, words), (10, vec!["from".to_owned()]));
/// assert_eq!(words_after(program, "ro", &adv::NoFiles).1[0], "room");
/// ```
pub fn words_after(program: &str, entry: &str, sources: &dyn Sources) -> (usize, Vec<String>) {
    let text = format!("{program}\n{entry}");
    let first = lexemes(entry).0.into_iter().next();
    let is_item = first
        .and_then(|first| symbol(first.token))
        .is_some_and(|row| row.group == Group::Item);
    let start = crate::text::length(program) + 1;
    let snapshot = Snapshot::new("typed.adv", None, &text, sources, Encoding::default());
    let end = crate::text::length(&text);
    let word = crate::context::word_before(&text, end).max(start);
    let typed = text.get(word as usize..).unwrap_or("");
    let list = complete::at_offset(&snapshot, end, (!is_item).then_some(start), |_| None);
    let labels = list.into_iter().flat_map(|list| list.items);
    let words = labels
        .map(|item| item.label)
        .filter(|label| label.starts_with(typed));
    ((word - start) as usize, words.collect())
}
