//! A text line by line, with the number of each line and the bytes before it.

/// Reader of a text line by line: the lines not yet read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    /// The line at `at` without its line feed, cached because several words may be looked for at its start.
    next: Option<&'a str>,
    /// The number of the next line, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// A reader at the first line of a text.
    pub fn new(text: &'a str) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            next: line(text, 0),
            number: 1,
        }
    }

    /// Number of the line of text that is read next, from 1, for messages about it.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Number of bytes before the next line.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The bytes from an offset in the text up to the next line.
    pub fn since(&self, start: usize) -> &'a [u8] {
        self.text.as_bytes().get(start..self.at).unwrap_or_default()
    }

    /// The next line without its line feed, which stays unread; `None` at the end, and for a last line without a line feed.
    pub const fn peek(&self) -> Option<&'a str> {
        self.next
    }

    /// Reads the next line and moves past it; `None` at the end.
    pub fn take(&mut self) -> Option<&'a str> {
        let line = self.peek()?;
        self.pass(line);
        Some(line)
    }

    /// Reads the next line where it begins with a word and a blank, and returns the rest of it; `None` elsewhere, with nothing read.
    pub fn after(&mut self, word: &str) -> Option<&'a str> {
        let line = self.peek()?;
        let rest = line.strip_prefix(word)?.strip_prefix(' ')?;
        self.pass(line);
        Some(rest)
    }

    fn pass(&mut self, passed: &str) {
        self.at += passed.len() + 1;
        self.number += 1;
        self.next = line(self.text, self.at);
    }
}

/// The line at a byte offset without its line feed; `None` where it has no line feed.
fn line(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?;
    let end = rest.find('\n')?;
    rest.get(..end)
}
