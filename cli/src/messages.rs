//! Compiler messages on their way to people and tools.

use adv::diagnostics::Source;
use adv::diagnostics::{Diagnostic, Severity};
use adv::diagnostics::{Format, render};
use adv::render::escape;

use crate::args::{MessageArgs, MessageFormat};
use crate::exit::{Exit, Trouble, say_drawn};
use crate::io;

/// Form of compiler messages, and whether warnings are errors.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    format: Format,
    /// True where warnings end the command, as errors do.
    pub deny_warnings: bool,
}

impl Messages {
    /// Form of messages on standard error, by the options.
    pub fn new(args: &MessageArgs) -> Messages {
        Messages::for_stream(args, io::stderr_is_terminal())
    }

    /// Form of messages on a stream, by the options; `terminal` tells whether the stream is a terminal.
    pub fn for_stream(args: &MessageArgs, terminal: bool) -> Messages {
        let color = io::has_colours(args.color, terminal);
        let format = match args.message_format {
            Some(MessageFormat::Rich) => Format::Rich { color },
            Some(MessageFormat::Plain) => Format::Plain,
            Some(MessageFormat::Short) => Format::Short,
            Some(MessageFormat::Json) => Format::Json,
            None if terminal && !io::is_dumb() => Format::Rich { color },
            None => Format::Plain,
        };
        Messages {
            format,
            deny_warnings: args.deny_warnings,
        }
    }

    /// Compiler messages as text in the chosen form.
    pub fn text(&self, diagnostics: &[Diagnostic], source: &Source) -> String {
        let text = render(diagnostics, source, self.format);
        match self.format {
            Format::Json => escape::json(&text).into_owned(),
            _ => text,
        }
    }

    /// True where messages are JSON for tools.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// True where messages are in the rich form, with the source drawn beside them.
    pub fn is_drawn(&self) -> bool {
        matches!(self.format, Format::Rich { .. })
    }

    /// True where messages are drawn in colours.
    pub fn is_coloured(&self) -> bool {
        matches!(self.format, Format::Rich { color: true })
    }

    /// Shows compiler messages on standard error.
    pub fn show(&self, diagnostics: &[Diagnostic], source: &Source) {
        let text = self.text(diagnostics, source);
        if !text.is_empty() {
            // A drawing ends without an empty line, and the answer may follow on the same terminal.
            let gap = if self.is_drawn() { "\n" } else { "" };
            say_drawn(format_args!("{}{gap}", text.trim_end_matches('\n')));
        }
    }

    /// Shows messages on standard error, and fails where one is an error, or a warning while warnings are denied.
    pub fn pass(&self, diagnostics: &[Diagnostic], source: &Source) -> Result<(), Trouble> {
        self.show(diagnostics, source);
        self.judge(diagnostics)
    }

    /// Fails where messages, shown already, have an error, or a warning while warnings are denied.
    pub fn judge(&self, diagnostics: &[Diagnostic]) -> Result<(), Trouble> {
        let count = Count::of(diagnostics);
        if count.errors > 0 {
            return Err(Trouble::Said(Exit::Wrong));
        }
        if self.deny_warnings && count.warnings > 0 {
            return Err(Trouble::new(format!(
                "{} denied by `--deny-warnings`",
                count.warnings_text()
            )));
        }
        Ok(())
    }
}

/// Numbers of compiler messages by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of messages that are errors.
    pub errors: usize,
    /// Number of messages that are warnings.
    pub warnings: usize,
}

impl Count {
    /// Counts the messages of each severity.
    pub fn of(diagnostics: &[Diagnostic]) -> Count {
        let of = |severity| {
            diagnostics
                .iter()
                .filter(|d| d.severity == severity)
                .count()
        };
        Count {
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
        }
    }

    /// Number of errors in words: `no errors`, `1 error`.
    pub fn errors_text(self) -> String {
        counted(self.errors, "error")
    }

    /// Number of warnings in words: `no warnings`, `2 warnings`.
    pub fn warnings_text(self) -> String {
        counted(self.warnings, "warning")
    }
}

/// Number with its noun, in the plural where due: `no errors`, `1 error`, `2 errors`.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        more => format!("{more} {noun}s"),
    }
}
