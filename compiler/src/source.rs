//! Source text and places in it.
//!
//! A place is a [`Span`] of byte offsets; everything that a person or an editor reads is computed from it here.
//! Bytes, characters and UTF-16 units differ as soon as a line holds a mathematical sign:
//!
//! ```text
//!             R ∪ K
//! byte        0 1 2..4 5 6      ∪ is three bytes
//! column      1 2 3    4 5      characters, counted from 1: what messages show
//! UTF-16      0 1 2    3 4      units, counted from 0: what editors ask for
//! ```

use adv_module::program::{UsedFile, name_of_used};

use crate::files::{self, Absent};

/// The largest source file that a caller should hand to the compiler, in bytes (16 MiB).
pub const MAX_SOURCE_BYTES: usize = 16 * 1024 * 1024;

/// A stretch of the source text, as the module keeps it.
pub use adv_module::program::Place as Span;

/// A node of a tree together with the place where it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The node.
    pub node: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A node at a place.
    pub const fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }

    /// Another node at the same place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned {
            node: f(self.node),
            span: self.span,
        }
    }
}

impl<T: std::fmt::Display> std::fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.node.fmt(f)
    }
}

/// A place as people write it: both numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line; lines end at a line feed.
    pub line: u32,
    /// The column in characters; one past the last character at the end of a line.
    pub column: u32,
}

/// A source text with its name and the beginnings of its lines. It is the text of one file, or of the files of a program one after the
/// other (see [`crate::files`]); an offset is a place in the whole, and a line is one of its file.
///
/// Files above [`MAX_SOURCE_BYTES`] are for the caller to refuse; offsets beyond `u32` cannot be expressed in a [`Span`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    /// The byte offset at which each line begins; never empty.
    line_starts: Vec<usize>,
    /// The files beside the first; boxed, for most programs have one file.
    others: Box<OtherFiles>,
}

/// The files of a program beside its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OtherFiles {
    /// Those that are there, in the order of their texts.
    used: Vec<UsedSource>,
    /// Those that `use` lines name and that are not there, by their paths.
    absent: Vec<(String, Absent)>,
}

/// A file of a program that another of its files uses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UsedSource {
    /// The path from the folder of the program's own file.
    path: String,
    /// Where its text begins in the whole.
    start: usize,
}

impl Source {
    /// A source of this name (a file name, as messages show it) and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let (name, text) = (name.into(), text.into());
        let line_starts = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter(|&(_, byte)| byte == b'\n')
                    .map(|(at, _)| at + 1),
            )
            .collect();
        Source {
            name,
            text,
            line_starts,
            others: Box::default(),
        }
    }

    /// A source of several files: the program's own, and those that it uses with their paths from its folder. A line feed that belongs to
    /// no file follows each text but the last.
    pub fn of_files(
        name: impl Into<String>,
        text: impl Into<String>,
        used: impl IntoIterator<Item = (String, String)>,
    ) -> Source {
        let mut whole: String = text.into();
        let mut files = Vec::new();
        for (path, text) in used {
            whole.push('\n');
            files.push(UsedSource {
                path,
                start: whole.len(),
            });
            whole.push_str(&text);
        }
        let mut source = Source::new(name, whole);
        source.others.used = files;
        source
    }

    /// The same source, in which these files are not there.
    #[must_use]
    pub(crate) fn without(mut self, absent: Vec<(String, Absent)>) -> Source {
        self.others.absent = absent;
        self
    }

    /// The same program with further text at the end of its own file.
    #[must_use]
    pub fn with_more(&self, more: &str) -> Source {
        let own = format!("{}{more}", self.file_text(0));
        let used = (1..self.file_count())
            .map(|at| (self.file_path(at).to_owned(), self.file_text(at).to_owned()));
        Source::of_files(self.name.as_str(), own, used).without(self.others.absent.clone())
    }

    /// How many files there are, the program's own included, which is the first.
    pub fn file_count(&self) -> usize {
        self.others.used.len() + 1
    }

    /// The file that a byte of the whole belongs to.
    pub fn file_at(&self, offset: u32) -> usize {
        self.others
            .used
            .partition_point(|file| file.start <= offset as usize)
    }

    /// The name of a file, as messages show it.
    pub fn file_name(&self, file: usize) -> String {
        match file.checked_sub(1).and_then(|at| self.others.used.get(at)) {
            Some(used) => name_of_used(&self.name, &used.path),
            None => self.name.clone(),
        }
    }

    /// The path of a file from the folder of the program's own; of that itself, its name without the folder.
    pub fn file_path(&self, file: usize) -> &str {
        match file.checked_sub(1).and_then(|at| self.others.used.get(at)) {
            Some(used) => &used.path,
            None => files::own_path(&self.name),
        }
    }

    /// Where a file begins in the whole.
    pub fn file_start(&self, file: usize) -> u32 {
        let used = file.checked_sub(1).and_then(|at| self.others.used.get(at));
        used.map_or(0, |used| saturate(used.start))
    }

    /// The text of a file.
    pub fn file_text(&self, file: usize) -> &str {
        let start = self.file_start(file) as usize;
        let next = self.others.used.get(file).map(|next| next.start - 1);
        let end = next.unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or("")
    }

    /// A file alone, with its own lines and offsets.
    pub fn file(&self, file: usize) -> Source {
        Source::new(self.file_name(file), self.file_text(file))
    }

    /// The file of a path.
    pub(crate) fn file_of_path(&self, path: &str) -> Option<usize> {
        (0..self.file_count()).find(|&file| self.file_path(file) == path)
    }

    /// Why there is no file of a path; `None` where that was not asked before.
    pub(crate) fn absent(&self, path: &str) -> Option<&Absent> {
        let mut absent = self.others.absent.iter();
        absent.find(|(other, _)| other == path).map(|(_, why)| why)
    }

    /// The files after the first, as a module keeps them.
    pub(crate) fn used_files(&self) -> Vec<UsedFile> {
        let used = self.others.used.iter().map(|file| UsedFile {
            path: file.path.clone(),
            start: saturate(file.start),
        });
        used.collect()
    }

    /// The name that messages show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of lines; an empty text has one, and a final line feed begins another.
    pub fn line_count(&self) -> u32 {
        saturate(self.line_starts.len())
    }

    /// The text of a span, clamped as by [`Source::clamp`].
    pub fn slice(&self, span: Span) -> &str {
        let span = self.clamp(span);
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// The span inside the text nearest to the given one: the ends are moved into the text, the start back and the end on
    /// to the boundary of a character.
    pub fn clamp(&self, span: Span) -> Span {
        let mut start = self.floor(span.start as usize);
        let mut end = (span.end as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        if end < start {
            end = start;
        }
        // A text beyond the reach of `u32` has been refused before; this only keeps the arithmetic honest.
        start = start.min(u32::MAX as usize);
        Span::new(saturate(start), saturate(end))
    }

    /// Line and column of a byte offset, the line counted from the beginning of its file. Offsets inside a character count as its beginning, those past the text as its end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let at = self.floor(offset as usize);
        let index = self.line_index(at);
        let before = self.text.get(self.start_of(index)..at).unwrap_or("");
        let first = self.line_index(self.file_start(self.file_at(saturate(at))) as usize);
        LineColumn {
            line: saturate(index + 1 - first.min(index)),
            column: saturate(before.chars().count() + 1),
        }
    }

    /// A byte offset as people write it: `lib/rook.adv:12:5`.
    pub fn place(&self, offset: u32) -> String {
        let at = self.line_column(offset);
        let name = self.file_name(self.file_at(offset));
        format!("{name}:{}:{}", at.line, at.column)
    }

    /// The UTF-16 column of a byte offset in its line, counted from 0 as editors do.
    pub fn utf16_column(&self, offset: u32) -> u32 {
        let at = self.floor(offset as usize);
        let before = self
            .text
            .get(self.start_of(self.line_index(at))..at)
            .unwrap_or("");
        saturate(before.chars().map(char::len_utf16).sum())
    }

    /// The byte offset of a line and a UTF-16 column, both counted from 0; columns past the line give its end.
    pub fn offset_of_utf16(&self, line: u32, column: u32) -> u32 {
        let index = (line as usize).min(self.line_starts.len() - 1);
        let text = self.line_text(saturate(index + 1)).unwrap_or("");
        let (mut units, mut bytes) = (0, 0);
        for c in text.chars() {
            if units >= column as usize {
                break;
            }
            units += c.len_utf16();
            bytes += c.len_utf8();
        }
        saturate(self.start_of(index) + bytes)
    }

    /// The text of a line, counted from 1, without its line ending; `None` past the last line.
    pub fn line_text(&self, line: u32) -> Option<&str> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let text = self.text.get(start..self.start_of(index + 1))?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        Some(text.strip_suffix('\r').unwrap_or(text))
    }

    /// The index, from 0, of the line that holds the byte offset.
    fn line_index(&self, offset: usize) -> usize {
        self.line_starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// Where a line begins; past the last line, the end of the text.
    fn start_of(&self, index: usize) -> usize {
        self.line_starts
            .get(index)
            .copied()
            .unwrap_or(self.text.len())
    }

    /// The nearest boundary of a character at or before the offset.
    fn floor(&self, offset: usize) -> usize {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// A count as `u32`; texts for which this would matter are refused by the caller.
fn saturate(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> LineColumn {
        LineColumn { line, column }
    }

    #[test]
    fn spans_join_and_measure() {
        let (a, b) = (Span::new(3, 5), Span::new(8, 9));
        assert_eq!(a.join(b), Span::new(3, 9));
        assert_eq!(b.join(a), Span::new(3, 9));
        assert_eq!(a.len(), 2);
        assert!(Span::new(4, 4).is_empty());
        assert_eq!(Span::new(5, 2), Span::new(5, 5));
        assert!(a.contains(4) && !a.contains(5));
        assert_eq!(Spanned::new(2, a).map(|n| n + 1), Spanned::new(3, a));
    }

    #[test]
    fn columns_count_characters_and_utf16_units() {
        // The clef is four bytes and two UTF-16 units, the sign three bytes and one unit.
        let source = Source::new("a.adv", "R ∪ K\n𝄞 ⊆ b\n");
        assert_eq!(source.line_column(0), at(1, 1));
        assert_eq!(source.line_column(2), at(1, 3));
        assert_eq!(source.line_column(3), at(1, 3), "inside the sign");
        assert_eq!(source.line_column(5), at(1, 4));
        assert_eq!(source.line_column(7), at(1, 6), "the line feed itself");
        assert_eq!(source.line_column(8), at(2, 1));
        assert_eq!(source.line_column(13), at(2, 3));
        assert_eq!(source.utf16_column(13), 3);
        assert_eq!(source.utf16_column(5), 3);
        assert_eq!(source.line_column(u32::MAX), at(3, 1));
        assert_eq!(source.line_count(), 3);
        for offset in [0, 2, 5, 8, 12, 13, 16] {
            let place = source.line_column(offset);
            assert_eq!(
                source.offset_of_utf16(place.line - 1, source.utf16_column(offset)),
                offset
            );
        }
        assert_eq!(source.offset_of_utf16(0, 99), 7);
        assert_eq!(source.offset_of_utf16(99, 0), 19);
    }

    #[test]
    fn lines_come_without_their_endings() {
        let source = Source::new("a.adv", "one\r\ntwo\n\nfour");
        assert_eq!(source.line_text(1), Some("one"));
        assert_eq!(source.line_text(2), Some("two"));
        assert_eq!(source.line_text(3), Some(""));
        assert_eq!(source.line_text(4), Some("four"));
        assert_eq!(source.line_text(5), None);
        assert_eq!(source.line_text(0), None);
        assert_eq!(Source::new("e", "").line_text(1), Some(""));
    }

    #[test]
    fn clamping_lands_on_characters() {
        let source = Source::new("a.adv", "a∪b");
        assert_eq!(source.clamp(Span::new(2, 3)), Span::new(1, 4));
        assert_eq!(source.slice(Span::new(2, 3)), "∪");
        assert_eq!(source.clamp(Span::new(9, 99)), Span::new(5, 5));
        assert_eq!(source.clamp(Span { start: 4, end: 0 }), Span::new(4, 4));
        assert_eq!(Source::new("e", "").clamp(Span::new(3, 7)), Span::new(0, 0));
    }
}
