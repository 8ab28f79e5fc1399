//! Typed lines from a person or a pipe. On a terminal a line can be edited, words are completed and coloured, and entries of earlier sessions
//! come back with the arrow keys. An entry of a session goes on in the next line where something is left open, on a terminal and from a pipe.

use std::borrow::Cow;
use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Stdin};
use std::path::{Path, PathBuf};

use adv::analysis::token::Token;
use adv::analysis::{Group, lexemes, symbol};
use adv::diagnostics::Span;
use adv::{TypedText, read_typed};
use adv_lsp::words_after;
use clap::builder::styling::{AnsiColor, Style};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use crate::io::STDIN;
use crate::sources::Folder;
use crate::{Trouble, io, reason, state};

use super::commands;

/// Greatest length of a line from a pipe, in bytes; a longer one is an error, because input without line ends may never end.
const LONGEST_LINE: u64 = 1 << 16;
/// Greatest size of one entry from a pipe, in bytes.
const LONGEST_ENTRY: usize = 1 << 20;
/// Most entries that are kept for later sessions.
const MOST_ENTRIES: usize = 1_000;
/// Greatest size of the file of earlier entries, in bytes; a larger one is not read.
const MOST_BYTES: u64 = 4 << 20;

/// Result of reading a line: the text, an interrupt or the end.
pub enum PlayLine {
    /// One typed line or entry.
    Text(String),
    /// Ctrl-C at the prompt.
    Interrupted {
        /// True where nothing was typed in the line.
        empty: bool,
    },
    /// The end of the input.
    End,
}

/// Words that Tab completes with.
#[derive(Default)]
pub struct PromptWords {
    /// Words at the head of an entry that are none of the language: commands, and moves in a game.
    pub first: Vec<String>,
    /// Names after a command.
    pub names: Vec<String>,
    /// Text of the program that an entry of the language goes on with.
    pub program: String,
    /// Folder of that program; `None` where nothing is completed with it.
    pub folder: Option<Folder>,
}

/// Source of typed lines: a terminal or any other input.
pub struct Input {
    source: InputSource,
    /// Line of a pipe that was read already and belongs to the next entry; `None` where there is none.
    next: Option<String>,
}

enum InputSource {
    /// Line editor that reads from a terminal.
    Terminal(Box<Editor<Typist, FileHistory>>),
    /// Standard input that is no terminal.
    Pipe(BufReader<Stdin>),
}

impl Input {
    /// Opens standard input; as a terminal's where `terminal` is true and the line editor can start.
    pub fn standard(terminal: bool) -> Input {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .max_history_size(MOST_ENTRIES);
        let editor = terminal.then(|| Editor::with_config(config.ok()?.build()).ok());
        let source = match editor.flatten() {
            Some(mut editor) => {
                editor.set_helper(Some(Typist::default()));
                InputSource::Terminal(Box::new(editor))
            }
            None => InputSource::Pipe(BufReader::new(std::io::stdin())),
        };
        Input { source, next: None }
    }

    /// Opens standard input for a session: on a terminal, words have colours where `color` is true, and earlier entries come back.
    pub fn of_session(terminal: bool, color: bool) -> Input {
        let mut input = Input::standard(terminal);
        if let InputSource::Terminal(editor) = &mut input.source {
            if let Some(helper) = editor.helper_mut() {
                helper.color = color;
            }
            let small =
                |path: &PathBuf| fs::metadata(path).is_ok_and(|data| data.len() <= MOST_BYTES);
            if let Some(path) = kept_in().filter(small) {
                let _ = editor.load_history(&path);
            }
        }
        input
    }

    /// True where a person types at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.source, InputSource::Terminal(_))
    }

    /// Reads the next line after showing the prompt; Tab completes with `words`.
    ///
    /// # Errors
    /// Where standard input cannot be read.
    pub fn line(&mut self, prompt: &str, words: PromptWords) -> Result<PlayLine, Trouble> {
        self.read(prompt, words, None)
    }

    /// Reads the next entry, which may have several lines; commands may stand alone where `bare` is true.
    ///
    /// # Errors
    /// Where standard input cannot be read.
    pub fn entry(
        &mut self,
        prompt: &str,
        mut words: PromptWords,
        bare: bool,
    ) -> Result<PlayLine, Trouble> {
        let mut text = String::new();
        loop {
            let line = match self.next.take() {
                Some(line) => line,
                None => match self.read(prompt, std::mem::take(&mut words), Some(bare))? {
                    PlayLine::Text(line) => line,
                    // What is left open at the end is told.
                    PlayLine::End if !text.is_empty() => return Ok(PlayLine::Text(text)),
                    other => return Ok(other),
                },
            };
            if self.is_terminal() {
                return Ok(PlayLine::Text(line));
            }
            // A command ends what is left open before it: no line of an item begins with a colon.
            if !text.is_empty() && line.starts_with(':') {
                self.next = Some(line);
                return Ok(PlayLine::Text(text));
            }
            text.push_str(line.trim_end_matches(['\n', '\r']));
            text.push('\n');
            if text.len() > LONGEST_ENTRY {
                return Err(trouble!(
                    "something that begins in standard input does not end within {LONGEST_ENTRY} bytes"
                ));
            }
            if !goes_on(&text, bare) {
                return Ok(PlayLine::Text(text));
            }
        }
    }

    fn read(
        &mut self,
        prompt: &str,
        words: PromptWords,
        joined: Option<bool>,
    ) -> Result<PlayLine, Trouble> {
        match &mut self.source {
            InputSource::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    (helper.words, helper.joined) = (words, joined);
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
                        Err(trouble!("cannot read the terminal: {}", reason(&error)))
                    }
                }
            }
            InputSource::Pipe(reader) => {
                let mut bytes = Vec::new();
                let read = reader
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut bytes);
                match read {
                    Ok(0) => Ok(PlayLine::End),
                    Ok(_) if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") => Err(
                        trouble!("a line of standard input is longer than {LONGEST_LINE} bytes")
                            .help("expected a move or a command in each line"),
                    ),
                    Ok(_) => Ok(PlayLine::Text(String::from_utf8_lossy(&bytes).into_owned())),
                    Err(error) => Err(io::unreadable(Path::new(STDIN), &error)),
                }
            }
        }
    }

    /// Saves the entries of a terminal for the next session. A failure is ignored: no program is in that file alone.
    pub fn keep(&mut self) {
        if let InputSource::Terminal(editor) = &mut self.source
            && let Some(path) = kept_in()
        {
            let _ = path.parent().map(fs::create_dir_all);
            let _ = editor.save_history(&path);
        }
    }
}

/// Path of the file of earlier entries; `None` where the user has no folder for it.
fn kept_in() -> Option<PathBuf> {
    Some(state::folder().ok()?.join("prompt"))
}

/// True where a text is unfinished and goes on in the next line. An empty line ends it; a block with a word for its end needs two. In a game,
/// where `bare` is true, only items go on: a line that is no expression may be meant for a move.
fn goes_on(text: &str, bare: bool) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    if !matches!(commands::read(first, bare), Ok(None)) {
        return false;
    }
    match read_typed(text) {
        TypedText::Unfinished { is_block, is_item } => {
            let blanks = text.len() - text.trim_end_matches('\n').len();
            (is_item || !bare) && blanks <= if is_block { 2 } else { 1 }
        }
        TypedText::Nothing | TypedText::Items | TypedText::Expression => false,
    }
}

/// Helper of the line editor: completes and colours words, and joins the lines of an unfinished entry.
#[derive(Default)]
struct Typist {
    words: PromptWords,
    color: bool,
    /// True where the line has text; needed because the editor does not tell it on Ctrl-C.
    begun: Cell<bool>,
    /// True where commands may stand alone in an entry; `None` where a line is no entry and stays alone.
    joined: Option<bool>,
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
        let typed = line.get(..pos).unwrap_or(line);
        let begin = begin_of_word(line, pos);
        let begun = line.get(begin..pos).unwrap_or("");
        let fits = |word: &&String| {
            word.starts_with(begun) && word.starts_with(':') == begun.starts_with(':')
        };
        let first = self.words.first.iter().filter(fits).cloned();
        let is_command = !matches!(
            commands::read(typed, self.joined.unwrap_or_default()),
            Ok(None)
        );
        Ok(match (begin == 0, &self.words.folder) {
            (true, _) if begun.starts_with(':') => (begin, first.collect()),
            (false, _) if is_command => {
                let names = self.words.names.iter().filter(fits);
                (begin, names.cloned().collect())
            }
            (_, None) => (begin, first.collect()),
            (is_head, Some(folder)) => {
                let (start, words) = words_after(&self.words.program, typed, folder);
                // A command or a move is the whole of a word of the language, or its beginning.
                match is_head && start == begin {
                    true => (begin, words.into_iter().chain(first).collect()),
                    false if is_head && words.is_empty() => (begin, first.collect()),
                    false => (start, words),
                }
            }
        })
    }
}

impl Hinter for Typist {
    type Hint = String;

    /// Offers no hint; the editor calls it after every key, so it records whether the line has text.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.begun.set(!line.is_empty());
        None
    }
}

/// Style of a token on a terminal; `None` for names, operators and signs.
fn style_of(token: Token) -> Option<Style> {
    let style = match token {
        Token::Integer => AnsiColor::Cyan.on_default(),
        Token::Text => AnsiColor::Green.on_default(),
        Token::Name => return None,
        Token::Piece | Token::Letter | Token::Square | Token::San => AnsiColor::Yellow.on_default(),
        token => match symbol(token)?.group {
            Group::Operator | Group::Sign => return None,
            Group::Letter | Group::Side => AnsiColor::Yellow.on_default(),
            _ => AnsiColor::Blue.on_default().bold(),
        },
    };
    Some(style)
}

impl Highlighter for Typist {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let is_command = |bare| {
            !matches!(
                commands::read(line.lines().next().unwrap_or(""), bare),
                Ok(None)
            )
        };
        if !self.color || self.joined.is_none_or(is_command) {
            return Cow::Borrowed(line);
        }
        let (tokens, trivia) = lexemes(line);
        let words = tokens.iter();
        let words = words.filter_map(|word| Some((word.span(), style_of(word.token)?)));
        let dimmed = Style::new().dimmed();
        let comments = trivia.comments.iter().map(|comment| (comment.span, dimmed));
        let mut parts: Vec<(Span, Style)> = words.chain(comments).collect();
        parts.sort_by_key(|(span, _)| span.start);
        let mut shown = String::with_capacity(line.len() * 2);
        let mut from = 0;
        for (span, style) in parts {
            let (start, end) = (span.start as usize, span.end as usize);
            let (Some(plain), Some(word)) = (line.get(from..start), line.get(start..end)) else {
                continue;
            };
            shown.push_str(plain);
            shown.push_str(&format!("{style}{word}{style:#}"));
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
        Ok(match self.joined.is_some_and(|bare| goes_on(&text, bare)) {
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
        let goes_on = |text: &str| super::goes_on(text, false);
        assert!(goes_on("dist(W.K,\n") && !goes_on("dist(W.K,\n\n"));
        assert!(!goes_on("dist(W.K, B.K)\n") && !goes_on(":fen\n") && !goes_on("\n"));
        let advice = "advice near\n  better mate\n";
        assert!(goes_on(advice) && goes_on(&format!("{advice}\n")));
        assert!(!goes_on(&format!("{advice}\n\n")));
        assert!(!goes_on(&format!("{advice}end-advice\n")));
        let in_a_game = |text: &str| super::goes_on(text, true);
        assert!(in_a_game(advice) && !in_a_game("dist(W.K,\n") && !in_a_game("moves\n"));
    }

    #[test]
    fn a_word_to_complete_begins_after_signs() {
        assert_eq!(begin_of_word("dist(pe", 7), 5);
        assert_eq!(begin_of_word(":he", 3), 0);
        assert_eq!(begin_of_word("us.K", 4), 0);
    }

    #[test]
    fn tab_completes_by_place_as_an_editor_does() {
        let program = "material W: K, R; B: K\nnumber room = 3\ntable krk for W\n  otherwise pass\nend-table\n";
        let words = |strings: &[&str]| strings.iter().map(|&word| word.to_owned()).collect();
        let typist = Typist {
            words: PromptWords {
                first: words(&[":explain", ":fen", "Kc4", "hint"]),
                names: words(&["krk", "mate", "room"]),
                program: program.to_owned(),
                folder: Some(Folder::of(Path::new("typed.adv"))),
            },
            joined: Some(true),
            ..Typist::default()
        };
        let history = FileHistory::new();
        let context = Context::new(&history);
        let complete = |line: &str| typist.complete(line, line.len(), &context).expect("words");
        assert_eq!(complete(":f"), (0, words(&[":fen"])));
        assert_eq!(complete(":explain m"), (9, words(&["mate"])));
        assert_eq!(complete("prove krk fr"), (10, words(&["from"])));
        assert_eq!(complete("Kc"), (0, words(&["Kc4"])));
        assert_eq!(complete("hi"), (0, words(&["hint"])));
        let (begin, found) = complete("1 + ro");
        assert_eq!((begin, found.first()), (4, Some(&"room".to_owned())));
        assert!(!found.contains(&"krk".to_owned()), "{found:?}");
    }
}
