//! Typed lines of a person or of a pipe. On a terminal a line goes on where something is left open, words are completed and coloured, and
//! lines of earlier sessions come back with the arrow keys. Lines from a pipe are joined by the same rule.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;

use adv::analysis::{Group, lexemes, symbol, token::Token};
use adv::diagnostics::Span;
use adv::{TypedText, read_typed};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use crate::exit::Trouble;
use crate::io;
use crate::play::input::{Input, PlayLine};
use crate::state;

/// Prompt before an entry on a terminal.
const PROMPT: &str = "adv> ";
/// Most entries that are kept for later sessions.
const MOST_ENTRIES: usize = 1_000;
/// Greatest size of the file of earlier entries, in bytes; a larger one is not read.
const MOST_BYTES: u64 = 4 << 20;
/// Greatest size of one entry from a pipe, in bytes.
const LONGEST_ENTRY: usize = 1 << 20;

/// Source of the entries of a session: a terminal or any other input.
pub enum ReplInput {
    /// Line editor on a terminal at which a person types.
    Terminal {
        /// Line editor that reads from the terminal.
        editor: Box<Editor<Typist, MemHistory>>,
        /// Entries that the user typed, oldest first, with those of earlier sessions.
        entries: VecDeque<String>,
    },
    /// Standard input that is no terminal.
    Pipe {
        /// Reader of the lines of standard input.
        input: Input,
        /// Line that was read already and belongs to the next entry; `None` where there is none.
        next: Option<String>,
    },
}

impl ReplInput {
    /// Opens standard input; as a terminal's where `terminal` is true and the line editor can start.
    pub fn standard(terminal: bool, color: bool) -> ReplInput {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let editor = terminal.then(|| Editor::with_history(config, MemHistory::new()));
        match editor {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(Typist {
                    words: Vec::new(),
                    color,
                }));
                let entries = earlier();
                for entry in &entries {
                    let _ = editor.add_history_entry(entry.as_str());
                }
                ReplInput::Terminal {
                    editor: Box::new(editor),
                    entries,
                }
            }
            Some(Err(_)) | None => ReplInput::Pipe {
                input: Input::standard(false),
                next: None,
            },
        }
    }

    /// True where a person types at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, ReplInput::Terminal { .. })
    }

    /// Reads the next entry, which may have several lines; Tab completes with `words`.
    ///
    /// # Errors
    /// Where standard input cannot be read.
    pub fn entry(&mut self, words: Vec<String>) -> Result<PlayLine, Trouble> {
        match self {
            ReplInput::Terminal { editor, entries } => {
                if let Some(helper) = editor.helper_mut() {
                    helper.words = words;
                }
                match editor.readline(PROMPT) {
                    Ok(text) => {
                        if !text.trim().is_empty() {
                            entries.push_back(text.clone());
                        }
                        Ok(PlayLine::Text(text))
                    }
                    Err(ReadlineError::Interrupted) => Ok(PlayLine::Interrupted { empty: true }),
                    Err(ReadlineError::Eof) => Ok(PlayLine::End),
                    Err(other) => Err(Trouble::new(format!("cannot read the terminal: {other}"))),
                }
            }
            ReplInput::Pipe { input, next } => {
                let mut text = String::new();
                loop {
                    let line = match next.take() {
                        Some(line) => line,
                        None => match input.line("", Vec::new())? {
                            PlayLine::Text(line) => line,
                            // What is left open at the end is told.
                            PlayLine::End if !text.is_empty() => return Ok(PlayLine::Text(text)),
                            other => return Ok(other),
                        },
                    };
                    // A command ends what is left open before it: no line of an item begins with a colon.
                    if !text.is_empty() && line.starts_with(':') {
                        *next = Some(line);
                        return Ok(PlayLine::Text(text));
                    }
                    text.push_str(line.trim_end_matches(['\n', '\r']));
                    text.push('\n');
                    if text.len() > LONGEST_ENTRY {
                        return Err(Trouble::new(format!(
                            "something that begins in standard input does not end within {LONGEST_ENTRY} bytes"
                        )));
                    }
                    if !goes_on(&text) {
                        return Ok(PlayLine::Text(text));
                    }
                }
            }
        }
    }

    /// Saves the entries of a terminal for the next session. A failure is ignored: no program is in that file alone.
    pub fn keep(&self) {
        let ReplInput::Terminal { entries, .. } = self else {
            return;
        };
        let Some(path) = kept_in() else {
            return;
        };
        let lines = entries
            .iter()
            .skip(entries.len().saturating_sub(MOST_ENTRIES));
        let lines: String = lines.map(|entry| one_line(entry) + "\n").collect();
        if let Some(folder) = path.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = io::write_whole(&path, lines.as_bytes());
    }
}

/// Path of the file of earlier entries, one in a line; `None` where the user has no folder for it.
fn kept_in() -> Option<PathBuf> {
    Some(state::folder().ok()?.join("prompt"))
}

/// Entry in one line, for the file of entries: its line ends are `\\n`, its backslashes doubled.
fn one_line(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n")
}

/// Entry as it was typed, from its line in the file of entries.
fn as_typed(line: &str) -> String {
    let mut letters = line.chars();
    let mut entry = String::with_capacity(line.len());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => entry.extend(
                letters
                    .next()
                    .map(|next| if next == 'n' { '\n' } else { next }),
            ),
            other => entry.push(other),
        }
    }
    entry
}

fn earlier() -> VecDeque<String> {
    let text = kept_in().filter(|path| {
        let size = fs::metadata(path).map(|data| data.len());
        size.is_ok_and(|size| size <= MOST_BYTES)
    });
    let text = text.and_then(|path| fs::read_to_string(path).ok());
    let text = text.unwrap_or_default();
    let entries = text.lines().rev().take(MOST_ENTRIES);
    let entries = entries.map(as_typed);
    let mut entries: VecDeque<String> = entries.collect();
    entries.make_contiguous().reverse();
    entries
}

/// True where a text is unfinished and goes on in the next line. An empty line ends it; a block with a word for its end needs two.
pub fn goes_on(text: &str) -> bool {
    if text.trim_start().starts_with(':') {
        return false;
    }
    match read_typed(text) {
        TypedText::Unfinished { is_block, .. } => {
            let blanks = text.trim_end_matches('\n').len();
            let blanks = text.len() - blanks;
            blanks <= if is_block { 2 } else { 1 }
        }
        TypedText::Nothing | TypedText::Items | TypedText::Expression => false,
    }
}

/// Helper of the line editor: completes and colours words, and joins the lines of an unfinished entry.
pub struct Typist {
    words: Vec<String>,
    color: bool,
}

/// Byte offset at which the word before `pos` begins; a colon belongs to the word at the beginning of the line.
fn begin_of_word(line: &str, pos: usize) -> usize {
    let before = line.get(..pos).unwrap_or(line);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let begin = before.trim_end_matches(is_part).len();
    match before.get(..begin) {
        Some(":") => 0,
        _ => begin,
    }
}

impl Completer for Typist {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begin = begin_of_word(line, pos);
        let begun = line.get(begin..pos).unwrap_or("");
        let words = self.words.iter().filter(|word| {
            let fits = word.starts_with(begun) && !begun.is_empty();
            fits && word.starts_with(':') == begun.starts_with(':')
        });
        Ok((begin, words.cloned().collect()))
    }
}

impl Hinter for Typist {
    type Hint = String;
}

/// Colour of a token as the number in a terminal's escape code; `None` for names, operators and signs.
fn color_of(token: Token) -> Option<&'static str> {
    match token {
        Token::Integer => Some("36"),
        Token::Text => Some("32"),
        Token::Name => None,
        Token::Piece | Token::Letter | Token::Square | Token::San => Some("33"),
        token => match symbol(token)?.group {
            Group::Operator | Group::Sign => None,
            Group::Letter | Group::Side => Some("33"),
            _ => Some("1;34"),
        },
    }
}

impl Highlighter for Typist {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.color || line.trim_start().starts_with(':') {
            return Cow::Borrowed(line);
        }
        let (tokens, trivia) = lexemes(line);
        let words = tokens.iter();
        let words = words.filter_map(|word| Some((word.span(), color_of(word.token)?)));
        let comments = trivia.comments.iter().map(|comment| (comment.span, "2"));
        let mut parts: Vec<(Span, &str)> = words.chain(comments).collect();
        parts.sort_by_key(|(span, _)| span.start);
        let mut shown = String::with_capacity(line.len() * 2);
        let mut from = 0;
        for (span, color) in parts {
            let (start, end) = (span.start as usize, span.end as usize);
            let (Some(plain), Some(word)) = (line.get(from..start), line.get(start..end)) else {
                continue;
            };
            shown.push_str(plain);
            shown.push_str(&format!("\u{1b}[{color}m{word}\u{1b}[0m"));
            from = end;
        }
        shown.push_str(line.get(from..).unwrap_or_default());
        Cow::Owned(shown)
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.color
    }
}

impl Validator for Typist {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        // The line that is being entered has no end yet.
        let text = format!("{}\n", context.input());
        Ok(match goes_on(&text) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

impl Helper for Typist {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_ends_what_is_left_open() {
        assert!(goes_on("dist(W.K,\n") && !goes_on("dist(W.K,\n\n"));
        assert!(!goes_on("dist(W.K, B.K)\n") && !goes_on(":fen\n") && !goes_on("\n"));
        let advice = "advice near\n  better mate\n";
        assert!(goes_on(advice) && goes_on(&format!("{advice}\n")));
        assert!(!goes_on(&format!("{advice}\n\n")));
        assert!(!goes_on(&format!("{advice}end-advice\n")));
    }

    #[test]
    fn an_entry_of_several_lines_is_kept_in_one() {
        for entry in ["a\nb", "a\\nb", "\\", "because \"x\"", ""] {
            assert_eq!(as_typed(&one_line(entry)), entry);
            assert!(!one_line(entry).contains('\n'));
        }
    }

    #[test]
    fn a_word_to_complete_begins_after_signs() {
        assert_eq!(begin_of_word("dist(pe", 7), 5);
        assert_eq!(begin_of_word(":he", 3), 0);
        assert_eq!(begin_of_word("us.K", 4), 0);
    }
}
