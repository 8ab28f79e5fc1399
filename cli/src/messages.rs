//! Compiler messages on their way to people and tools, in the form that the command line sets for the whole process.

use std::sync::OnceLock;

use adv::diagnostics::{Diagnostic, Format, Severity, Source, render};
use adv::render::escape;

use crate::args::{ColorWhen, MessageArgs, MessageFormat};
use crate::exit::say_drawn;
use crate::{Exit, Trouble, io};

/// Options of messages on the command line, for the whole process.
static OPTIONS: OnceLock<MessageArgs> = OnceLock::new();

/// Sets the form of all messages of the process; only the first call has an effect.
pub fn set_up(args: &MessageArgs) {
    let _ = OPTIONS.set(args.clone());
}

/// True where warnings end the command, as errors do.
pub fn denies_warnings() -> bool {
    OPTIONS.get().is_some_and(|options| options.deny_warnings)
}

/// True where output to a stream has colours; `terminal` tells whether the stream is a terminal.
pub fn has_colours(terminal: bool) -> bool {
    let when = OPTIONS
        .get()
        .map_or(ColorWhen::Auto, |options| options.color);
    io::has_colours(when, terminal)
}

/// Form of messages on a stream; `terminal` tells whether the stream is a terminal.
fn format(terminal: bool) -> Format {
    let color = has_colours(terminal);
    match OPTIONS.get().and_then(|options| options.message_format) {
        Some(MessageFormat::Rich) => Format::Rich { color },
        Some(MessageFormat::Plain) => Format::Plain,
        Some(MessageFormat::Short) => Format::Short,
        Some(MessageFormat::Json) => Format::Json,
        None if terminal && !io::is_dumb() => Format::Rich { color },
        None => Format::Plain,
    }
}

/// Compiler messages as text in the form for a stream; `terminal` tells whether the stream is a terminal.
pub fn text(diagnostics: &[Diagnostic], source: &Source, terminal: bool) -> String {
    let format = format(terminal);
    let text = render(diagnostics, source, format);
    match format {
        Format::Json => escape::json(&text).into_owned(),
        _ => text,
    }
}

/// True where messages are JSON for tools.
pub fn is_json() -> bool {
    format(false) == Format::Json
}

/// True where messages on a stream are in the rich form, with the source drawn beside them.
pub fn is_drawn(terminal: bool) -> bool {
    matches!(format(terminal), Format::Rich { .. })
}

/// True where messages on standard error are drawn in colours.
pub fn is_coloured() -> bool {
    format(io::stderr_is_terminal()) == Format::Rich { color: true }
}

/// Shows compiler messages on standard error.
pub fn show(diagnostics: &[Diagnostic], source: &Source) {
    let terminal = io::stderr_is_terminal();
    let text = text(diagnostics, source, terminal);
    if !text.is_empty() {
        // A drawing ends without an empty line, and the answer may follow on the same terminal.
        let gap = if is_drawn(terminal) { "\n" } else { "" };
        say_drawn(format_args!("{}{gap}", text.trim_end_matches('\n')));
    }
}

/// Shows messages on standard error, and fails where one is an error, or a warning while warnings are denied.
pub fn pass(diagnostics: &[Diagnostic], source: &Source) -> Result<(), Trouble> {
    show(diagnostics, source);
    judge(diagnostics)
}

/// Fails where messages, shown already, have an error, or a warning while warnings are denied.
pub fn judge(diagnostics: &[Diagnostic]) -> Result<(), Trouble> {
    let count = Count::of(diagnostics);
    if count.errors > 0 {
        return Err(Trouble::Said(Exit::Wrong));
    }
    if denies_warnings() && count.warnings > 0 {
        return Err(trouble!(
            "{} denied by `--deny-warnings`",
            count.warnings_text()
        ));
    }
    Ok(())
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
