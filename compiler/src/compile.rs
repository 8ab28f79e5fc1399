//! The whole way from a source to a module, stage by stage.
//!
//! A stage that finds errors is the last one: its errors are shown, all that are independent of each other, and no later stage
//! adds a second error for the same mistake.

use adv_module::UnverifiedModule;

use crate::check::check;
use crate::diagnostics::{Code, Diagnostic, Sink};
use crate::hir::Checked;
use crate::lower::{LowerError, LowerErrorKind, lower_with};
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use crate::syntax::parse;

/// What compiling a source gives: messages in any case, a module where none of them is an error.
#[derive(Debug)]
pub struct Compilation {
    /// Errors, warnings and notes in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The module, not yet verified.
    pub module: Option<UnverifiedModule>,
    /// The checked program that the module was made of.
    pub checked: Option<Checked>,
}

/// Compiles a source. A library is compiled with its name and version; a program's version is empty.
///
/// `libraries` are the modules that `use` may name, compiled before.
pub fn compile(
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&UnverifiedModule],
) -> Compilation {
    let mut sink = Sink::new();
    let (checked, module) = stages(source, name, version, libraries, &mut sink);
    Compilation {
        diagnostics: sink.into_sorted(),
        module,
        checked,
    }
}

fn stages(
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&UnverifiedModule],
    sink: &mut Sink,
) -> (Option<Checked>, Option<UnverifiedModule>) {
    if source.text().len() > MAX_SOURCE_BYTES {
        sink.report(
            Diagnostic::new(Code::FileTooLarge, "the file is too large").with_label(
                Span::new(0, 0),
                format!("a file may have {MAX_SOURCE_BYTES} bytes"),
            ),
        );
        return (None, None);
    }
    let parsed = parse(source.text());
    for diagnostic in parsed.diagnostics {
        sink.report(diagnostic);
    }
    if sink.has_errors() {
        return (None, None);
    }
    let Some(checked) = check(&parsed.file, source.text(), libraries, sink) else {
        return (None, None);
    };
    match lower_with(
        &checked,
        name,
        version,
        Some((source.name(), source.text())),
        libraries,
    ) {
        Ok(module) => (Some(checked), Some(module)),
        Err(error) => {
            sink.report(too_large(&error));
            (Some(checked), None)
        }
    }
}

/// The message for a program that fits the language but not a module.
fn too_large(error: &LowerError) -> Diagnostic {
    let code = match error.kind {
        LowerErrorKind::Functions | LowerErrorKind::Constants => Code::TooManyDefinitions,
        LowerErrorKind::Registers => Code::TooManyRegisters,
        LowerErrorKind::Code | LowerErrorKind::Loops => Code::ExpressionTooLarge,
    };
    Diagnostic::new(code, error.to_string()).with_label(error.span, "this is too large")
}
