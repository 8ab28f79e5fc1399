//! The whole way from a source to a verified module: the analysis, and where it finds no error the lowering.

mod added;

use adv_module::program::Place;
use adv_module::{Id, Module, Program, Property, VerifyError, verify};

use crate::analysis::{Analysis, analyse};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Checked, Hir};
use crate::library::Libraries;
use crate::lower::{LowerError, LowerErrorKind, lower};
use crate::passes::Passes;
use crate::source::{Source, Span};
use crate::syntax::ast::Name;
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
/// `libraries` are the modules that `use` may name.
pub fn compile(
    source: &Source,
    name: &str,
    version: &str,
    libraries: Libraries<'_>,
) -> Compilation {
    compile_with_passes(source, name, version, libraries, Passes::ALL)
}

/// As [`compile`], with a choice of the passes that make the code better, to measure what each is worth.
pub fn compile_with_passes(
    source: &Source,
    name: &str,
    version: &str,
    libraries: Libraries<'_>,
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
    libraries: Libraries<'_>,
) -> Compilation {
    lowered(analysis, source, name, version, libraries, Passes::ALL)
}

fn lowered(
    analysis: Analysis,
    source: &Source,
    name: &str,
    version: &str,
    libraries: Libraries<'_>,
    passes: Passes,
) -> Compilation {
    let Analysis {
        mut diagnostics,
        checked,
        ..
    } = analysis;
    let module = checked.as_ref().and_then(|checked| {
        let file = Some((source.name(), source.text()));
        let module = lower(checked, name, version, file, libraries, passes)
            .map(|module| with_files(module, source))
            .map_err(|error| Box::new(too_large(&error)))
            .and_then(|module| verified(module, checked));
        match module {
            Ok(module) => Some(module),
            Err(error) => {
                let place = error.primary_span();
                let mut others = diagnostics.iter();
                let at = others.position(|other| other.primary_span() > place);
                diagnostics.insert(at.unwrap_or(diagnostics.len()), *error);
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

/// A module that knows which files its text is of.
fn with_files(mut module: Program, source: &Source) -> Program {
    if let Some(kept) = &mut module.source {
        kept.used = source.used_files();
    }
    module
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

/// Verifies a module. Some limits are only known to the verifier: how deep calls go when `turned` and parts that are evaluated apart
/// are functions of their own, and what an evaluation costs at most.
fn verified(module: Program, checked: &Checked) -> Result<Module, Box<Diagnostic>> {
    let imports = module.imports.len();
    let places: Vec<Place> = module.functions.iter().map(|of| of.place).collect();
    verify(module).map_err(|error| {
        let definition = match error.part {
            Some(Id::Function(id)) => {
                let own = id.index().checked_sub(imports);
                let place = own.and_then(|own| places.get(own));
                place.and_then(|place| definition_at(checked.program(), place.start))
            }
            id => id.and_then(|id| record(checked.program(), id)),
        };
        Box::new(refused(&error, definition))
    })
}

/// The definition whose text a byte of the source belongs to.
fn definition_at(program: &Hir, byte: u32) -> Option<&Name> {
    let functions = program.functions.iter();
    let functions = functions.map(|of| (&of.name, of.name.span.join(of.body.span)));
    let advice = program.advice.iter().map(|of| (&of.name, of.place));
    let tables = program.tables.iter().map(|of| (&of.name, of.place));
    let strategies = program.strategies.iter().map(|of| (&of.name, of.place));
    let mut all = functions.chain(advice).chain(tables).chain(strategies);
    all.find(|(_, item)| item.contains(byte))
        .map(|(name, _)| name)
}

/// The definition of a record.
fn record(program: &Hir, id: Id) -> Option<&Name> {
    match id {
        Id::Advice(id) => program.advice.get(id.index()).map(|of| &of.name),
        Id::Table(id) => program.tables.get(id.index()).map(|of| &of.name),
        Id::Strategy(id) => program.strategies.get(id.index()).map(|of| &of.name),
        Id::Pattern(_) | Id::Evaluation(_) | Id::Function(_) => None,
    }
}

/// The message for a module that the verifier refuses, at the definition that it is about.
fn refused(error: &VerifyError, definition: Option<&Name>) -> Diagnostic {
    let (name, span) = match definition {
        Some(name) => (format!("`{name}`"), name.span),
        None => (error.at.clone(), Span::new(0, 0)),
    };
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
    Diagnostic::new(code, format!("{name} {what}: {}", error.sentence))
        .with_label(span, "too large")
        .with_help(help)
}
