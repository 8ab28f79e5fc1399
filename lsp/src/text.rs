//! Places of the protocol in a text: lines from 0, and UTF-16 units from the beginning of the line.
//!
//! ```text
//!   R ∪ K        byte 6, column 4: the sign has three bytes and one unit
//! ```
//!
//! A place past the end of a line is its end, one past the last line the end of the text.

use adv::diagnostics::{Source, Span};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

/// The byte offset of a place in a text of one file.
pub fn offset(file: &Source, at: Position) -> u32 {
    if at.line >= file.line_count() {
        return length(file.text());
    }
    file.offset_of_utf16(at.line, at.character)
}

/// The place of a byte offset in a text of one file.
pub fn position(file: &Source, offset: u32) -> Position {
    Position {
        line: file.line_column(offset).line.saturating_sub(1),
        character: file.utf16_column(offset),
    }
}

/// The range of a span in a text of one file.
pub fn range(file: &Source, span: Span) -> Range {
    Range {
        start: position(file, span.start),
        end: position(file, span.end),
    }
}

/// The whole text.
pub fn everything(file: &Source) -> Range {
    range(file, Span::new(0, length(file.text())))
}

/// The span of a range; an end before the start makes it empty.
pub fn span(file: &Source, range: Range) -> Span {
    Span::new(offset(file, range.start), offset(file, range.end))
}

/// A text after the changes of a notification, each in the text that the one before leaves.
pub fn changed(mut text: String, changes: Vec<TextDocumentContentChangeEvent>) -> String {
    for change in changes {
        let Some(place) = change.range else {
            text = change.text;
            continue;
        };
        let Span { start, end } = span_in(&text, place);
        text.replace_range(start as usize..end as usize, &change.text);
    }
    text
}

/// The span of a range in a text whose lines are not known.
fn span_in(text: &str, range: Range) -> Span {
    let file = Source::new("", text);
    let found = file.clamp(span(&file, range));
    // An offset inside a character does not come from places, but the text is replaced at these bytes.
    debug_assert!(text.is_char_boundary(found.start as usize));
    found
}

/// The length of a text in bytes, as far as a span can say it.
pub fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    fn change(start: Position, end: Position, text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent {
            range: Some(Range { start, end }),
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn changes_are_made_one_after_the_other_in_utf16() {
        let text = "R ∪ K\n𝄞 ⊆ b\n".to_owned();
        let text = changed(
            text,
            vec![
                change(at(1, 3), at(1, 4), "⊂"),
                change(at(0, 2), at(0, 3), "+"),
            ],
        );
        assert_eq!(text, "R + K\n𝄞 ⊂ b\n");
    }

    #[test]
    fn places_out_of_the_text_are_its_ends() {
        for (start, end, expected) in [
            (at(0, 99), at(9, 9), "ab!"),
            (at(7, 0), at(9, 9), "ab\ncd!"),
            (at(1, 1), at(0, 0), "ab\nc!d"),
            (at(u32::MAX, u32::MAX), at(u32::MAX, u32::MAX), "ab\ncd!"),
        ] {
            let text = changed("ab\ncd".to_owned(), vec![change(start, end, "!")]);
            assert_eq!(text, expected);
        }
        assert_eq!(
            changed(String::new(), vec![change(at(0, 0), at(0, 0), "x")]),
            "x"
        );
    }
}
