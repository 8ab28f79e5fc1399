//! Compiler messages on their way to people and tools.

use adv::diagnostics::Source;
use adv::diagnostics::{Diagnostic, Severity};
use adv::diagnostics::{Format, render};
use adv::render::escape;

use crate::args::{MessageArgs, MessageFormat};
use crate::exit::{Exit, Trouble, say_drawn};
use crate::io;

/// The form of messages, and the effect of warnings.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    format: Format,
    /// Warnings end the command.
    pub deny_warnings: bool,
}

impl Messages {
    /// The form of messages on standard error.
    pub fn new(args: &MessageArgs) -> Messages {
        Messages::for_stream(args, io::stderr_is_terminal())
    }

    /// The form of messages on a stream that is, or is not, a terminal.
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

    /// The messages as text.
    pub fn text(&self, diagnostics: &[Diagnostic], source: &Source) -> String {
        let text = render(diagnostics, source, self.format);
        match self.format {
            Format::Json => escape::json(&text).into_owned(),
            _ => text,
        }
    }

    /// True where tools read along.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// True where messages are drawn with lines.
    pub fn is_drawn(&self) -> bool {
        matches!(self.format, Format::Rich { .. })
    }

    /// True where messages have colours.
    pub fn is_coloured(&self) -> bool {
        matches!(self.format, Format::Rich { color: true })
    }

    /// Shows messages on standard error.
    pub fn show(&self, diagnostics: &[Diagnostic], source: &Source) {
        let text = self.text(diagnostics, source);
        if !text.is_empty() {
            // A drawing ends without an empty line, and the answer may follow on the same terminal.
            let gap = if self.is_drawn() { "\n" } else { "" };
            say_drawn(format_args!("{}{gap}", text.trim_end_matches('\n')));
        }
    }

    /// Shows messages on standard error, and ends the command where there is an error among them, or a warning that is denied.
    pub fn pass(&self, diagnostics: &[Diagnostic], source: &Source) -> Result<(), Trouble> {
        self.show(diagnostics, source);
        self.judge(diagnostics)
    }

    /// Ends the command where there is an error among messages that have been shown, or a warning that is denied.
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

/// Numbers of messages by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl Count {
    /// Counts.
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

    /// `no errors`, `1 error`.
    pub fn errors_text(self) -> String {
        counted(self.errors, "error")
    }

    /// `no warnings`, `2 warnings`.
    pub fn warnings_text(self) -> String {
        counted(self.warnings, "warning")
    }
}

/// A number and its noun.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        more => format!("{more} {noun}s"),
    }
}
