//! Typed lines from a person or a pipe. On a terminal a line can be edited, earlier ones come back with the arrow keys, and Tab completes
//! commands and moves; from a pipe lines are read as they are, and no prompt is shown.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read as _, Stdin};
use std::path::Path;

use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::exit::{Trouble, reason};
use crate::io::{self, STDIN};

/// Greatest length of a line from a pipe, in bytes; a longer one is an error, because input without line ends may never end.
const LONGEST_LINE: u64 = 1 << 16;

/// Result of reading a line: the text, an interrupt or the end.
pub enum PlayLine {
    /// One typed line, without its line end.
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupted {
        /// True where nothing was typed in the line.
        empty: bool,
    },
    /// The end of the input.
    End,
}

/// Source of typed lines: a terminal or any other input.
pub enum Input {
    /// Line editor that reads from a terminal.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// Standard input that is no terminal.
    Pipe(BufReader<Stdin>),
}

impl Input {
    /// Opens standard input; as a terminal's where `terminal` is true and the line editor can start.
    pub fn standard(terminal: bool) -> Input {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let editor = terminal.then(|| Editor::with_history(config, MemHistory::new()));
        match editor {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(Words::default()));
                Input::Terminal(Box::new(editor))
            }
            Some(Err(_)) | None => Input::Pipe(BufReader::new(std::io::stdin())),
        }
    }

    /// True where a person types at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Reads the next line after showing the prompt; Tab completes with `words`.
    ///
    /// # Errors
    /// Where standard input cannot be read.
    pub fn line(&mut self, prompt: &str, words: Vec<String>) -> Result<PlayLine, Trouble> {
        match self {
            Input::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.words = words;
                    helper.begun.set(false);
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(PlayLine::Text(line)),
                    Err(ReadlineError::Interrupted) => Ok(PlayLine::Interrupted {
                        empty: !editor.helper().is_some_and(|helper| helper.begun.get()),
                    }),
                    Err(ReadlineError::Eof) => Ok(PlayLine::End),
                    Err(ReadlineError::Io(error)) => Err(io::unreadable(Path::new(STDIN), &error)),
                    Err(other) => {
                        let error = std::io::Error::other(other);
                        Err(Trouble::new(format!(
                            "cannot read the terminal: {}",
                            reason(&error)
                        )))
                    }
                }
            }
            Input::Pipe(reader) => {
                let mut bytes = Vec::new();
                let read = reader
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut bytes);
                match read {
                    Ok(0) => Ok(PlayLine::End),
                    Ok(_) if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") => {
                        Err(Trouble::new(format!(
                            "a line of standard input is longer than {LONGEST_LINE} bytes"
                        ))
                        .help("expected a move or a command in each line"))
                    }
                    Ok(_) => Ok(PlayLine::Text(String::from_utf8_lossy(&bytes).into_owned())),
                    Err(error) => Err(io::unreadable(Path::new(STDIN), &error)),
                }
            }
        }
    }
}

/// Helper of the line editor that completes a line by those of its words that begin with it.
#[derive(Default)]
pub struct Words {
    words: Vec<String>,
    /// True where the line has text; needed because the editor does not tell it on Ctrl-C.
    begun: Cell<bool>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..pos).unwrap_or("");
        let words = self.words.iter().filter(|word| word.starts_with(begun));
        Ok((0, words.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;

    /// Offers no hint; the editor calls it after every key, so it records whether the line has text.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.begun.set(!line.is_empty());
        None
    }
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
