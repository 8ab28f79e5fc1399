//! From diagnostics to text: four forms, one entry.
//!
//! | form | drawn by | for |
//! | --- | --- | --- |
//! | [`Format::Plain`] | `codespan-reporting`, ASCII | snapshots, logs, terminals without colour |
//! | [`Format::Short`] | `codespan-reporting` | editors and scripts: `file:line:column: error[E0301]: message` |
//! | [`Format::Rich`] | `ariadne` | terminals |
//! | [`Format::Json`] | `serde_json` | tools: one object a line |
//!
//! Neither drawing crate shows in this interface. Before either sees a diagnostic its spans are moved into the text and onto the
//! boundaries of characters, spans over many lines are cut to their first, and control characters are replaced, so that a hostile
//! source can neither make a renderer panic nor send commands to a terminal. If a marked line is too long to be drawn,
//! the short form is used.

mod json;
mod plain;
mod rich;

use adv_module::visible::steers;

use super::{Diagnostic, Label};
use crate::source::{Source, Span};

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The source lines with labels below them, in ASCII without colour.
    Plain,
    /// One line for each diagnostic.
    Short,
    /// The source lines with labels, drawn with lines.
    Rich {
        /// Whether to use colours; the caller knows whether a terminal is there to show them.
        color: bool,
    },
    /// One JSON object for each diagnostic, each on a line of its own.
    Json,
}

/// The longest line, in bytes, that is drawn with labels.
const LONGEST_LINE: usize = 1000;
/// The most lines that one label is drawn over.
const MOST_LINES: u32 = 40;

/// The diagnostics as text, in the order given. All labels belong to `source`, and each is shown in its file. Never panics, whatever the spans are.
pub fn render(diagnostics: &[Diagnostic], source: &Source, format: Format) -> String {
    if format == Format::Json {
        return json::render(diagnostics, source);
    }
    if source.file_count() > 1 {
        return by_file(diagnostics, source, format);
    }
    let cleaned: Vec<Diagnostic> = diagnostics
        .iter()
        .map(|diagnostic| prepare(diagnostic, source))
        .collect();
    let shown = Source::new(one_line(source.name()), visible(source.text()));
    match format {
        Format::Plain => plain::render(&cleaned, &shown, false),
        Format::Short => plain::render(&cleaned, &shown, true),
        Format::Rich { color } => rich::render(&cleaned, &shown, color),
        Format::Json => String::new(),
    }
}

/// The diagnostics of a program of several files, each drawn in the file that it is about. A place in another file becomes a note.
fn by_file(diagnostics: &[Diagnostic], source: &Source, format: Format) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut left = diagnostics;
    while let Some(first) = left.first() {
        let file = file_of(first, source);
        let same = left.iter().take_while(|next| file_of(next, source) == file);
        let (now, later) = left.split_at(same.count());
        let own: Vec<Diagnostic> = now.iter().map(|one| within(one, file, source)).collect();
        texts.push(render(&own, &source.file(file), format));
        left = later;
    }
    let gap = match format {
        Format::Rich { .. } => "\n",
        _ => "",
    };
    texts.join(gap)
}

/// The file that a diagnostic is about.
fn file_of(diagnostic: &Diagnostic, source: &Source) -> usize {
    let first = diagnostic.labels.first().map(|label| label.span);
    let place = diagnostic.primary_span().or(first);
    place.map_or(0, |place| source.file_at(place.start))
}

/// A diagnostic with places in one file, counted from its beginning; those in another file become notes.
fn within(diagnostic: &Diagnostic, file: usize, source: &Source) -> Diagnostic {
    let start = source.file_start(file);
    let moved = |span: Span| {
        Span::new(
            span.start.saturating_sub(start),
            span.end.saturating_sub(start),
        )
    };
    let mut own = diagnostic.clone();
    own.labels.clear();
    for label in &diagnostic.labels {
        if source.file_at(label.span.start) == file {
            own.labels.push(Label {
                span: moved(label.span),
                ..label.clone()
            });
            continue;
        }
        let place = source.place(label.span.start);
        own.notes.push(match label.text.as_str() {
            "" => place,
            text => format!("{text}: {place}"),
        });
    }
    let further = diagnostic.further.iter().copied();
    let further = further.filter(|span| source.file_at(span.start) == file);
    own.further = further.map(moved).collect();
    own
}

/// The diagnostic with spans that can be drawn and texts that a terminal can show.
fn prepare(diagnostic: &Diagnostic, source: &Source) -> Diagnostic {
    let mut labels: Vec<Label> = diagnostic
        .labels
        .iter()
        .map(|label| Label {
            span: drawable(label.span, source),
            text: one_line(&label.text),
            primary: label.primary,
        })
        .collect();
    // A diagnostic needs a primary place for its heading; without one the first explaining place is it.
    if !labels.iter().any(|label| label.primary)
        && let Some(first) = labels.first_mut()
    {
        first.primary = true;
    }
    let mut notes: Vec<String> = diagnostic.notes.iter().map(|text| one_line(text)).collect();
    notes.extend(folded(diagnostic, source));
    Diagnostic {
        code: diagnostic.code,
        severity: diagnostic.severity,
        message: one_line(&diagnostic.message),
        labels,
        help: diagnostic.help.iter().map(|text| one_line(text)).collect(),
        further: Vec::new(),
        notes,
    }
}

/// The note that stands for the further places of a mistake.
fn folded(diagnostic: &Diagnostic, source: &Source) -> Option<String> {
    let next = diagnostic.further.first()?;
    let line = source.line_column(source.clamp(*next).start).line;
    Some(match diagnostic.further.len() {
        1 => format!("and in 1 more place, in line {line}"),
        count => format!("and in {count} more places, the next in line {line}"),
    })
}

/// The span inside the text, on characters, and over a few lines at most.
fn drawable(span: Span, source: &Source) -> Span {
    let span = source.clamp(span);
    let first = source.line_column(span.start).line;
    let last = source.line_column(span.end).line;
    if last - first < MOST_LINES {
        return span;
    }
    let rest = source.text().get(span.start as usize..).unwrap_or("");
    let length = rest.find('\n').unwrap_or(rest.len());
    source.clamp(Span::new(
        span.start,
        span.start
            .saturating_add(u32::try_from(length).unwrap_or(u32::MAX)),
    ))
}

/// Whether the lines that the labels touch are short enough to be drawn.
fn fits(diagnostic: &Diagnostic, source: &Source) -> bool {
    diagnostic.labels.iter().all(|label| {
        let first = source.line_column(label.span.start).line;
        let last = source.line_column(label.span.end).line;
        (first..=last).all(|line| {
            source
                .line_text(line)
                .is_none_or(|text| text.len() <= LONGEST_LINE)
        })
    })
}

/// The text with every character that steers a terminal or reorders a line replaced by as many `?` as it has bytes, so that all
/// offsets stay right. Line feeds, the carriage returns before them, and tabs remain.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let kept = match c {
            '\n' | '\t' => true,
            '\r' => chars.peek() == Some(&'\n'),
            c => !steers(c),
        };
        if kept {
            shown.push(c);
        } else {
            shown.extend(std::iter::repeat_n('?', c.len_utf8()));
        }
    }
    shown
}

/// A message as one line that a terminal can show: what steers it is written as an escape.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => line.push(' '),
            c if steers(c) => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

#[cfg(test)]
mod tests;
