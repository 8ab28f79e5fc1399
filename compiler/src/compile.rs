//! The whole way from a source to a module, stage by stage.
//!
//! A stage that finds errors is the last one: its errors are shown, all that are independent of each other, and no later stage
//! adds a second error for the same mistake.

mod added;

use adv_module::{Program, Property, VerifyError, verify};

use crate::check::check;
use crate::diagnostics::{Code, Diagnostic, Sink};
use crate::hir::Checked;
use crate::lower::{LowerError, LowerErrorKind, lower_with_passes};
use crate::passes::Passes;
use crate::source::{MAX_SOURCE_BYTES, Source, Span};
use crate::syntax::ast::File;
use crate::syntax::parse;
pub use added::{AddedClaims, compile_with_claims};

/// What compiling a source gives: messages in any case, a module where none of them is an error.
#[derive(Debug)]
pub struct Compilation {
    /// Errors, warnings and notes in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The module, not yet verified.
    pub module: Option<Program>,
    /// The checked program that the module was made of.
    pub checked: Option<Checked>,
}

/// Compiles a source. A library is compiled with its name and version; a program's version is empty.
///
/// `libraries` are the modules that `use` may name, compiled before.
pub fn compile(source: &Source, name: &str, version: &str, libraries: &[&Program]) -> Compilation {
    compile_with_passes(source, name, version, libraries, Passes::ALL)
}

/// As [`compile`], with a choice of the passes that make the code better, to measure what each is worth.
pub fn compile_with_passes(
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&Program],
    passes: Passes,
) -> Compilation {
    let mut sink = Sink::new();
    let (checked, module) = stages(source, name, version, libraries, passes, &mut sink);
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
    libraries: &[&Program],
    passes: Passes,
    sink: &mut Sink,
) -> (Option<Checked>, Option<Program>) {
    if too_long(source, sink) {
        return (None, None);
    }
    let parsed = parse(source.text());
    for diagnostic in parsed.diagnostics {
        sink.report(diagnostic);
    }
    if sink.has_errors() {
        return (None, None);
    }
    let checked = check(&parsed.file, source.text(), libraries, sink);
    made(checked, source, name, version, libraries, passes, sink)
}

/// Whether a text is too long, which is then reported.
fn too_long(source: &Source, sink: &mut Sink) -> bool {
    let long = source.text().len() > MAX_SOURCE_BYTES;
    if long {
        sink.report(
            Diagnostic::new(Code::FileTooLarge, "the file is too large").with_label(
                Span::new(0, 0),
                format!("a file may have {MAX_SOURCE_BYTES} bytes"),
            ),
        );
    }
    long
}

/// The stages behind the parser.
fn from_tree(
    file: &File,
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&Program],
    sink: &mut Sink,
) -> (Option<Checked>, Option<Program>) {
    let checked = check(file, source.text(), libraries, sink);
    made(checked, source, name, version, libraries, Passes::ALL, sink)
}

/// The stages behind the checker.
fn made(
    checked: Option<Checked>,
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&Program],
    passes: Passes,
    sink: &mut Sink,
) -> (Option<Checked>, Option<Program>) {
    let Some(checked) = checked else {
        return (None, None);
    };
    match lower_with_passes(
        &checked,
        name,
        version,
        Some((source.name(), source.text())),
        libraries,
        passes,
    ) {
        Ok(module) => {
            let module = accepted(module, &checked, sink);
            (Some(checked), module)
        }
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

/// The module again, unless it passes a limit that only the verifier knows: how deep calls go when `turned` and parts that are
/// evaluated apart are functions of their own, and what an evaluation costs at most.
fn accepted(module: Program, checked: &Checked, sink: &mut Sink) -> Option<Program> {
    match verify(module) {
        Ok(module) => Some(module.into_program()),
        Err(error) => {
            sink.report(refused(&error, checked));
            None
        }
    }
}

/// The message for a module that the verifier refuses, at the definition whose function it names.
fn refused(error: &VerifyError, checked: &Checked) -> Diagnostic {
    let program = checked.program();
    let function = error.at.split('`').nth(1).unwrap_or("");
    let functions = program.functions.iter();
    let names = functions
        .map(|function| (function.name.node.as_str(), function.name.span))
        .chain(
            program
                .advice
                .iter()
                .map(|advice| (advice.name.as_str(), advice.name_span)),
        )
        .chain(
            program
                .tables
                .iter()
                .map(|table| (table.name.node.as_str(), table.name.span)),
        )
        .chain(
            program
                .strategies
                .iter()
                .map(|strategy| (strategy.name.node.as_str(), strategy.name.span)),
        );
    // A part of a definition is called by the definition's name, a point and a word.
    let found = names
        .filter(|(name, _)| {
            let rest = function.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
        .max_by_key(|(name, _)| name.len());
    let (name, span) = found.unwrap_or((function, Span::new(0, 0)));
    let (code, what, help) = match error.property {
        Property::Acyclic => (
            Code::ChainTooDeep,
            "stands on too long a chain",
            "write some of the definitions out where they are used",
        ),
        Property::Budget => (
            Code::ExpressionTooLarge,
            "may take too long",
            "let fewer `exists`, `all`, `min`, `max` and `sum` stand inside one another",
        ),
        _ => (
            Code::ExpressionTooLarge,
            "is too large",
            "split it into several definitions",
        ),
    };
    Diagnostic::new(code, format!("`{name}` {what}: {}", error.sentence))
        .with_label(span, "too large")
        .with_help(help)
}
