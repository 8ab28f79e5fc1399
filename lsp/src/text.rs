//! Places of the protocol in a text: lines from 0, and units of the session's encoding from the beginning of the line.
//!
//! ```text
//!   R ∪ K        byte 6, column 4 in UTF-16: the sign has three bytes and one unit
//! ```
//!
//! A place past the end of a line is its end, one past the last line the end of the text.

use std::ops::Deref;

use adv::diagnostics::{Source, Span};
use lsp_types::{
    MarkupContent, MarkupKind, Position, PositionEncodingKind, Range,
    TextDocumentContentChangeEvent,
};

/// The units that columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which every editor knows.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The encoding that the protocol calls by this name.
    pub fn named(name: &str) -> Option<Encoding> {
        let all = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
        all.into_iter().find(|one| one.kind().as_str() == name)
    }

    /// The protocol's name.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The units of a character.
    fn of(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The units of a text.
    pub fn units(self, text: &str) -> u32 {
        let units: usize = text.chars().map(|c| self.of(c)).sum();
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}

/// A text of one file, with the encoding that its columns are counted in.
#[derive(Clone, Debug)]
pub struct Lines {
    source: Source,
    /// The units of its columns.
    pub encoding: Encoding,
}

impl Lines {
    /// A file whose columns are counted in `encoding`.
    pub fn new(source: Source, encoding: Encoding) -> Lines {
        Lines { source, encoding }
    }
}

impl Deref for Lines {
    type Target = Source;

    fn deref(&self) -> &Source {
        &self.source
    }
}

/// The byte offset of a place in a text of one file.
pub fn offset(file: &Lines, at: Position) -> u32 {
    if at.line >= file.line_count() {
        return length(file.text());
    }
    let mut offset = file.offset_of_utf16(at.line, 0);
    let mut units = 0;
    for c in file.line_text(at.line + 1).unwrap_or("").chars() {
        if units >= at.character as usize {
            break;
        }
        units += file.encoding.of(c);
        offset += length(c.encode_utf8(&mut [0; 4]));
    }
    offset
}

/// The place of a byte offset in a text of one file.
pub fn position(file: &Lines, offset: u32) -> Position {
    let line = file.line_column(offset).line.saturating_sub(1);
    let start = file.offset_of_utf16(line, 0);
    let before = file.slice(file.clamp(Span::new(start, offset.max(start))));
    Position {
        line,
        character: file.encoding.units(before),
    }
}

/// Text in Markdown for the protocol.
pub fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

/// The range of a span in a text of one file.
pub fn range(file: &Lines, span: Span) -> Range {
    Range {
        start: position(file, span.start),
        end: position(file, span.end),
    }
}

/// The whole text.
pub fn everything(file: &Lines) -> Range {
    range(file, Span::new(0, length(file.text())))
}

/// The span of a range; an end before the start makes it empty.
pub fn span(file: &Lines, range: Range) -> Span {
    Span::new(offset(file, range.start), offset(file, range.end))
}

/// A text after the changes of a notification, each in the text that the one before leaves.
pub fn changed(
    mut text: String,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> String {
    for change in changes {
        let Some(place) = change.range else {
            text = change.text;
            continue;
        };
        let Span { start, end } = span_in(&text, place, encoding);
        text.replace_range(start as usize..end as usize, &change.text);
    }
    text
}

/// The span of a range in a text whose lines are not known.
fn span_in(text: &str, range: Range, encoding: Encoding) -> Span {
    let file = Lines::new(Source::new("", text), encoding);
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
            Encoding::Utf16,
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
            let text = changed(
                "ab\ncd".to_owned(),
                vec![change(start, end, "!")],
                Encoding::Utf16,
            );
            assert_eq!(text, expected);
        }
        assert_eq!(
            changed(
                String::new(),
                vec![change(at(0, 0), at(0, 0), "x")],
                Encoding::Utf8
            ),
            "x"
        );
    }

    #[test]
    fn columns_count_the_units_of_the_encoding() {
        // Four bytes, two units, one character; three, one, one; one each.
        let text = "𝄞∪x\n";
        for (encoding, columns) in [
            (Encoding::Utf8, [0, 4, 7, 8]),
            (Encoding::Utf16, [0, 2, 3, 4]),
            (Encoding::Utf32, [0, 1, 2, 3]),
        ] {
            let file = Lines::new(Source::new("", text), encoding);
            for (column, byte) in columns.into_iter().zip([0, 4, 7, 8]) {
                assert_eq!(position(&file, byte), at(0, column), "{encoding:?}");
                assert_eq!(offset(&file, at(0, column)), byte, "{encoding:?}");
            }
            let edit = vec![change(at(0, columns[1]), at(0, columns[2]), "+")];
            assert_eq!(changed(text.to_owned(), edit, encoding), "𝄞+x\n");
            assert_eq!(Encoding::named(encoding.kind().as_str()), Some(encoding));
        }
    }
}
