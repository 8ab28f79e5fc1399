//! The plain and the short form, drawn by `codespan-reporting` in ASCII without colour.
//!
//! ```text
//! error[E0201]: unknown name `okedge`
//!   --> krk.adv:4:20
//!   |
//! 4 | descriptor keep = ¬okedge
//!   |                    ^^^^^^ not defined
//!   |
//!   = help: did you mean `king-on-edge`?
//!
//! krk.adv:4:20: error[E0201]: unknown name `okedge`
//! ```

use codespan_reporting::diagnostic as drawn;
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term::{self, Chars, Config, DisplayStyle};

use super::fits;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Source;

/// The diagnostics, which have been prepared, one after another; in the short form each is one line.
pub(super) fn render(diagnostics: &[Diagnostic], source: &Source, short: bool) -> String {
    let file = SimpleFile::new(source.name(), source.text());
    let config = |display_style| Config {
        display_style,
        chars: Chars::ascii(),
        ..Config::default()
    };
    let (full, brief) = (config(DisplayStyle::Rich), config(DisplayStyle::Short));
    let mut text = String::new();
    for diagnostic in diagnostics {
        let config = if short || !fits(diagnostic, source) {
            &brief
        } else {
            &full
        };
        // Writing into a string fails only for spans outside the file, which do not occur any more. Should one, the
        // message still comes out.
        match term::emit_into_string(config, &file, &convert(diagnostic)) {
            Ok(drawing) => text.push_str(&drawing),
            Err(_) => text.push_str(&bare(diagnostic)),
        }
    }
    text
}

/// The message without a place.
pub(super) fn bare(diagnostic: &Diagnostic) -> String {
    format!(
        "{}[{}]: {}\n",
        diagnostic.severity.as_str(),
        diagnostic.code,
        diagnostic.message
    )
}

fn convert(diagnostic: &Diagnostic) -> drawn::Diagnostic<()> {
    let severity = match diagnostic.severity {
        Severity::Error => drawn::Severity::Error,
        Severity::Warning => drawn::Severity::Warning,
        Severity::Note => drawn::Severity::Note,
    };
    let labels = diagnostic.labels.iter().map(|label| {
        let range = label.span.start as usize..label.span.end as usize;
        let style = if label.primary {
            drawn::LabelStyle::Primary
        } else {
            drawn::LabelStyle::Secondary
        };
        drawn::Label::new(style, (), range).with_message(&label.text)
    });
    let help = diagnostic.help.iter().map(|text| format!("help: {text}"));
    let notes = diagnostic.notes.iter().map(|text| format!("note: {text}"));
    drawn::Diagnostic::new(severity)
        .with_code(diagnostic.code)
        .with_message(&diagnostic.message)
        .with_labels(labels.collect())
        .with_notes(help.chain(notes).collect())
}
