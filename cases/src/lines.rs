//! A text line by line, with the number of each line and the bytes before it.

/// The lines that are left of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    /// The line at `at` without its line feed; several words may be looked for at its start.
    next: Option<&'a str>,
    /// The number of the next line, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// All lines of a text.
    pub fn new(text: &'a str) -> Lines<'a> {
        Lines {
            text,
            at: 0,
            next: line(text, 0),
            number: 1,
        }
    }

    /// The number of the next line, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The bytes before the next line.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The bytes from a place up to the next line.
    pub fn since(&self, start: usize) -> &'a [u8] {
        self.text.as_bytes().get(start..self.at).unwrap_or_default()
    }

    /// The next line without its line feed; `None` at the end, and for a last line without a line feed.
    pub const fn peek(&self) -> Option<&'a str> {
        self.next
    }

    /// The next line, which is then behind.
    pub fn take(&mut self) -> Option<&'a str> {
        let line = self.peek()?;
        self.pass(line);
        Some(line)
    }

    /// The rest of the next line after a word and a blank, if it begins with them; it is then behind.
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

/// The line at a place, if it has a line feed.
fn line(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?;
    let end = rest.find('\n')?;
    rest.get(..end)
}
