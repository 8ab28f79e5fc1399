//! Diagnostics: one neutral struct for all messages to the author.
//!
//! The stages of the compiler build [`Diagnostic`]s and put them into a [`Sink`]; [`render`] turns them into text. No stage knows how
//! a message will look, and no renderer knows what it means.
//!
//! ```text
//!   error[E0201]: unknown name `okedge`          code, severity, message
//!      room > 2 ∨ ¬okedge
//!                  ^^^^^^ not defined             primary label: where
//!      = help: did you mean `king-on-edge`?      help: what to do
//! ```
//!
//! How messages are worded is fixed in [`style`]; the codes and their pages are in [`codes`].

pub mod codes;
pub mod render;
pub mod style;
pub mod suggest;

use std::collections::BTreeSet;

pub use codes::Code;

use crate::source::Span;

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program has no meaning, or a run cannot go on.
    Error,
    /// The program has a meaning, but probably not the intended one.
    Warning,
    /// Worth knowing, nothing to repair.
    Note,
}

impl Severity {
    /// The word that messages show.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A marked place in the source, with a short text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say there; may be empty.
    pub text: String,
    /// True for the place that the diagnostic is about, false for one that explains it.
    pub primary: bool,
}

/// One message to the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which situation this is.
    pub code: Code,
    /// How serious it is; the code's own severity unless changed.
    pub severity: Severity,
    /// One sentence without a full stop, user text in backticks.
    pub message: String,
    /// Marked places, the primary one first.
    pub labels: Vec<Label>,
    /// Further places of the same mistake after the primary one, in the order of the text: where else an unknown name is used.
    pub further: Vec<Span>,
    /// Likely repairs, one line each.
    pub help: Vec<String>,
    /// Further facts, one line each.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic of this code, with the code's severity and no place yet.
    pub fn new(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            labels: Vec::new(),
            further: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds the place that it is about. The text may be empty.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
            primary: true,
        });
        self
    }

    /// Adds a place that explains it, such as the first of two definitions.
    #[must_use]
    pub fn with_secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
            primary: false,
        });
        self
    }

    /// Adds a place that explains it, if there is one.
    #[must_use]
    pub fn with_secondary_if(self, span: Option<Span>, text: impl Into<String>) -> Diagnostic {
        match span {
            Some(span) => self.with_secondary(span, text),
            None => self,
        }
    }

    /// Adds a likely repair.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a repair if there is one; for the answers of [`suggest`].
    #[must_use]
    pub fn with_help_if(mut self, text: Option<impl Into<String>>) -> Diagnostic {
        self.help.extend(text.map(Into::into));
        self
    }

    /// Adds a further fact.
    #[must_use]
    pub fn with_note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// The first primary place, or the first place at all where none is primary.
    pub fn primary_span(&self) -> Option<Span> {
        self.labels
            .iter()
            .find(|label| label.primary)
            .or(self.labels.first())
            .map(|label| label.span)
    }
}

/// Places where a diagnostic would only repeat what an earlier stage has said.
#[derive(Clone, Debug, Default)]
pub struct Echoes {
    /// Where an error is an echo.
    pub of_errors: Vec<Span>,
    /// Where a warning or note is one.
    pub of_warnings: Vec<Span>,
}

/// Collects the diagnostics of one source file.
///
/// The same code at the same primary place is kept once. Of the errors and of the warnings the first [`Sink::CAP`] each are kept
/// and the rest counted, so that a hostile file cannot fill the memory; a note at the end tells how many were left out.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    kept: Vec<Diagnostic>,
    seen: BTreeSet<(Code, Option<Span>)>,
    errors: usize,
    warnings: usize,
    /// The places of which nothing further is taken in.
    silent: Echoes,
    /// Warnings that the author allows, each with its code and place, and whether there was one.
    allowed: Vec<(Code, Span, bool)>,
}

impl Sink {
    /// How many errors, and how many warnings, are kept.
    pub const CAP: usize = 100;

    /// An empty sink.
    pub fn new() -> Sink {
        Sink::default()
    }

    /// From now on no error and no warning is taken in whose primary place lies inside one of these.
    pub fn silence(&mut self, places: Echoes) {
        self.silent = places;
    }

    /// From now on no warning of such a code is taken in whose primary place begins inside the place.
    pub fn allow(&mut self, places: impl IntoIterator<Item = (Code, Span)>) {
        let places = places.into_iter();
        self.allowed
            .extend(places.map(|(code, place)| (code, place, false)));
    }

    /// Of each warning that is allowed, in the order given, whether there was one.
    pub fn allowed(&self) -> Vec<bool> {
        self.allowed.iter().map(|(.., used)| *used).collect()
    }

    /// Whether something inside a place could not be read.
    pub fn is_unread_inside(&self, place: Span) -> bool {
        let mut unread = self.silent.of_errors.iter();
        unread.any(|inner| place.start <= inner.start && inner.end <= place.end)
    }

    /// Takes a diagnostic in, unless the sink has its like already or is full.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let silent = match diagnostic.severity {
            Severity::Error => &self.silent.of_errors,
            Severity::Warning | Severity::Note => &self.silent.of_warnings,
        };
        let is_inside = |place: Span| {
            let mut silent = silent.iter();
            silent.any(|around| around.start <= place.start && place.end <= around.end)
        };
        if diagnostic.primary_span().is_some_and(is_inside) {
            return;
        }
        if diagnostic.severity == Severity::Warning
            && let Some(place) = diagnostic.primary_span()
        {
            let mut is_allowed = false;
            for (code, around, used) in &mut self.allowed {
                if *code == diagnostic.code && around.contains(place.start) {
                    (*used, is_allowed) = (true, true);
                }
            }
            if is_allowed {
                return;
            }
        }
        let key = (diagnostic.code, diagnostic.primary_span());
        if !self.seen.insert(key) {
            return;
        }
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning | Severity::Note => &mut self.warnings,
        };
        *count += 1;
        if *count <= Sink::CAP {
            self.kept.push(diagnostic);
        }
    }

    /// How many different errors were reported, the ones left out included.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether there was an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether further errors would be left out. Stages ask this before costly work on a message, and report all the same: what is
    /// left out is counted.
    pub fn is_full(&self) -> bool {
        self.errors >= Sink::CAP
    }

    /// The diagnostics by primary place, those of one place in the order of their reports and those without a place first,
    /// with the note on what was left out at the end.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        // The messages that a stage itself left out are counted at the end too.
        self.kept.sort_by_key(|diagnostic| {
            let is_last = diagnostic.code == Code::TooManyReports;
            let start = diagnostic.primary_span().map(|span| span.start);
            (is_last, start)
        });
        let left_out = [(self.errors, "error"), (self.warnings, "warning")];
        let parts: Vec<String> = left_out
            .into_iter()
            .filter(|&(count, _)| count > Sink::CAP)
            .map(|(count, word)| match count - Sink::CAP {
                1 => format!("1 further {word}"),
                more => format!("{more} further {word}s"),
            })
            .collect();
        if !parts.is_empty() {
            let verb = if parts == ["1 further error"] || parts == ["1 further warning"] {
                "is"
            } else {
                "are"
            };
            let message = format!("{} {verb} not shown", parts.join(" and "));
            self.kept
                .push(Diagnostic::new(Code::TooManyReports, message));
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(start: u32) -> Diagnostic {
        Diagnostic::new(Code::UnknownName, format!("unknown name at {start}"))
            .with_label(Span::new(start, start + 1), "not defined")
    }

    #[test]
    fn a_diagnostic_is_built_in_one_expression() {
        let diagnostic = Diagnostic::new(Code::DefinedTwice, "`room` is defined twice")
            .with_secondary(Span::new(1, 2), "first here")
            .with_label(Span::new(5, 9), "again here")
            .with_help("rename one of the two")
            .with_help_if(None::<String>)
            .with_note("names are case-sensitive");
        assert_eq!(diagnostic.severity, Severity::Error);
        assert_eq!(diagnostic.primary_span(), Some(Span::new(5, 9)));
        assert_eq!(diagnostic.help.len(), 1);
        assert_eq!(
            Diagnostic::new(Code::FileTooLarge, "too large").primary_span(),
            None
        );
    }

    #[test]
    fn the_sink_sorts_by_place_and_keeps_the_order_within_one() {
        let mut sink = Sink::new();
        sink.report(unknown(9));
        sink.report(Diagnostic::new(Code::TypeMismatch, "x").with_label(Span::new(3, 4), ""));
        sink.report(unknown(3));
        sink.report(Diagnostic::new(Code::FileTooLarge, "too large"));
        let codes: Vec<Code> = sink.into_sorted().iter().map(|d| d.code).collect();
        assert_eq!(
            codes,
            [
                Code::FileTooLarge,
                Code::TypeMismatch,
                Code::UnknownName,
                Code::UnknownName
            ]
        );
    }

    #[test]
    fn the_sink_keeps_one_of_a_code_and_place() {
        let mut sink = Sink::new();
        sink.report(unknown(3));
        sink.report(unknown(3));
        sink.report(unknown(4));
        assert_eq!(sink.error_count(), 2);
        assert_eq!(sink.into_sorted().len(), 2);
    }

    #[test]
    fn the_sink_stops_at_its_cap_and_says_so() {
        let mut sink = Sink::new();
        assert!(!sink.has_errors());
        for start in 0..130 {
            sink.report(unknown(start));
        }
        assert!(sink.is_full() && sink.has_errors());
        assert_eq!(sink.error_count(), 130);
        let sorted = sink.clone().into_sorted();
        assert_eq!(sorted.len(), Sink::CAP + 1);
        let last = sorted
            .last()
            .map(|d| (d.code, d.severity, d.message.as_str()));
        assert_eq!(
            last,
            Some((
                Code::TooManyReports,
                Severity::Note,
                "30 further errors are not shown"
            ))
        );

        for start in 0..101 {
            sink.report(
                Diagnostic::new(Code::UnusedDefinition, "x")
                    .with_label(Span::new(start, start), ""),
            );
        }
        let message = sink.into_sorted().pop().map(|d| d.message);
        assert_eq!(
            message.as_deref(),
            Some("30 further errors and 1 further warning are not shown")
        );
    }
}
