//! A text line by line, with the number of each line and the bytes before it.

/// The lines that are left of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    /// The number of the next line, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    /// All lines of a text.
    pub const fn new(text: &'a str) -> Lines<'a> {
        Lines {
            text,
            at: 0,
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
    pub fn peek(&self) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        let end = rest.find('\n')?;
        rest.get(..end)
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

    fn pass(&mut self, line: &str) {
        self.at += line.len() + 1;
        self.number += 1;
    }
}
