//! The whole way from a source to a verified module: the analysis, and where it finds no error the lowering.

mod added;

use adv_module::{Module, Program, Property, VerifyError, verify};

use crate::analysis::{Analysis, analyse};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Checked;
use crate::lower::{LowerError, LowerErrorKind, lower_with_passes};
use crate::passes::Passes;
use crate::source::{Source, Span};
pub use added::{AddedClaims, compile_with_claims};

/// What compiling a source gives: messages in any case, a module where none of them is an error.
#[derive(Debug)]
pub struct Compilation {
    /// Errors, warnings and notes in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The module.
    pub module: Option<Module>,
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
    let analysis = analyse(source, libraries);
    lowered(analysis, source, name, version, libraries, passes)
}

/// Compiles what has been analysed. `source` and `libraries` are those of the analysis.
pub fn compile_analysis(
    analysis: Analysis,
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&Program],
) -> Compilation {
    lowered(analysis, source, name, version, libraries, Passes::ALL)
}

fn lowered(
    analysis: Analysis,
    source: &Source,
    name: &str,
    version: &str,
    libraries: &[&Program],
    passes: Passes,
) -> Compilation {
    let Analysis {
        mut diagnostics,
        checked,
        ..
    } = analysis;
    let module = checked.as_ref().and_then(|checked| {
        let file = Some((source.name(), source.text()));
        let module = lower_with_passes(checked, name, version, file, libraries, passes)
            .map_err(|error| too_large(&error))
            // Some limits are only known to the verifier: how deep calls go when `turned` and parts that are evaluated apart are
            // functions of their own, and what an evaluation costs at most.
            .and_then(|module| verify(module).map_err(|error| refused(&error, checked)));
        match module {
            Ok(module) => Some(module),
            Err(error) => {
                let place = error.primary_span();
                let mut others = diagnostics.iter();
                let at = others.position(|other| other.primary_span() > place);
                diagnostics.insert(at.unwrap_or(diagnostics.len()), error);
                None
            }
        }
    });
    Compilation {
        diagnostics,
        module,
        checked,
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
            "depends on too long a chain",
            "write some of the definitions out where they are used",
        ),
        Property::Budget => (
            Code::ExpressionTooLarge,
            "may take too long",
            "nest fewer `exists`, `all`, `min`, `max` and `sum`",
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
