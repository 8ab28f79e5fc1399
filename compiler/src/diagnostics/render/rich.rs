//! The rich form for terminals, drawn by `ariadne`.
//!
//! ```text
//! [E0201] Error: unknown name `okedge`
//!    ╭─[ krk.adv:4:20 ]
//!    │
//!  4 │ descriptor keep = ¬okedge
//!    │                    ───┬──
//!    │                       ╰──── not defined
//!    │
//!    │ Help: did you mean `king-on-edge`?
//! ───╯
//! ```
//!
//! `ariadne` counts characters by default; our spans are bytes. [`config`] is the one place that says so.

use std::ops::Range;

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};

use super::{fits, plain};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Source;

/// A place for `ariadne`: the name of the file and a range of bytes.
type FileRange<'s> = (&'s str, Range<usize>);

/// The diagnostics, which have been prepared, one after another with an empty line between them.
pub(super) fn render(diagnostics: &[Diagnostic], source: &Source, color: bool) -> String {
    // A blank at the end gives a place after the last line feed a line of its own, as it has in the other forms.
    let text = ariadne::Source::from(format!("{} ", source.text()));
    let mut cache = Cache {
        name: source.name(),
        text,
    };
    let mut out = Vec::new();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        if index > 0 {
            out.push(b'\n');
        }
        if diagnostic.labels.is_empty() {
            out.extend_from_slice(unplaced(diagnostic).as_bytes());
        } else if !fits(diagnostic, source) {
            let short = plain::render(std::slice::from_ref(diagnostic), source, true);
            out.extend_from_slice(short.as_bytes());
        } else if report(diagnostic, source.name(), color)
            .write(&mut cache, &mut out)
            .is_err()
        {
            out.extend_from_slice(plain::bare(diagnostic).as_bytes());
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// How everything is drawn.
fn config(color: bool) -> Config {
    Config::new()
        .with_index_type(IndexType::Byte)
        .with_color(color)
        .with_tab_width(4)
}

/// A message about no place in particular, which `ariadne` would draw an empty frame for.
fn unplaced(diagnostic: &Diagnostic) -> String {
    let mut text = plain::bare(diagnostic);
    for (word, lines) in [("help", &diagnostic.help), ("note", &diagnostic.notes)] {
        text.extend(lines.iter().map(|line| format!("  = {word}: {line}\n")));
    }
    text
}

fn report<'s>(
    diagnostic: &Diagnostic,
    name: &'s str,
    color: bool,
) -> Report<'static, FileRange<'s>> {
    let (kind, primary) = match diagnostic.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
        Severity::Note => (ReportKind::Advice, Color::Cyan),
    };
    let place = diagnostic.primary_span().unwrap_or_default();
    let mut builder = Report::build(kind, (name, place.start as usize..place.end as usize))
        .with_config(config(color))
        .with_code(diagnostic.code)
        .with_message(&diagnostic.message);
    // Labels in the order of the text stay in one frame; in another order `ariadne` opens a second one.
    let mut labels: Vec<_> = diagnostic.labels.iter().collect();
    labels.sort_by_key(|label| (label.span.end, label.span.start));
    for label in labels {
        let color = if label.primary { primary } else { Color::Blue };
        let mut drawn = Label::new((name, label.span.start as usize..label.span.end as usize))
            .with_color(color);
        if !label.text.is_empty() {
            drawn = drawn.with_message(&label.text);
        }
        builder.add_label(drawn);
    }
    for text in &diagnostic.help {
        builder.add_help(text);
    }
    for text in &diagnostic.notes {
        builder.add_note(text);
    }
    builder.finish()
}

/// The one file, kept over several reports so that its lines are found once.
struct Cache<'s> {
    name: &'s str,
    text: ariadne::Source<String>,
}

impl<'s> ariadne::Cache<&'s str> for Cache<'s> {
    type Storage = String;

    fn fetch(&mut self, _: &&'s str) -> Result<&ariadne::Source<String>, impl std::fmt::Debug> {
        Ok::<_, std::convert::Infallible>(&self.text)
    }

    fn display<'a>(&self, _: &'a &'s str) -> Option<impl std::fmt::Display + 'a> {
        Some(self.name.to_owned())
    }
}
