//! From the checked program to a module: terms, then instructions, then records.
//!
//! ```text
//!   Checked ──build──▶ Terms ──emit──▶ CodeBuffer ──▶ Program
//!              │          │              │
//!              │          │              └ registers, jumps instead of truth values, loops
//!              │          └ equal parts are one part; laws, known words, what is decided already; the best order of conjuncts
//!              └ small definitions in place of their calls; tuples in components; what only asks about the root apart
//! ```
//!
//! The machine spends its time in goals, which are evaluated at every node of every forcing tree; so everything here is about as few
//! instructions there as possible. A value that depends on the root only is a function of its own, evaluated once in a consultation.
//!
//! # What the machine has to keep to
//! The slots of [`adv_module::Op::Kept`] belong to one root: a nested search has slots of its own, and inside
//! [`adv_module::Op::Turned`] a kept function is evaluated afresh, for there the root is turned too.

mod assume;
mod atoms;
mod boards;
mod branch;
mod build;
mod calls;
mod chances;
mod claims;
mod code;
mod compute;
mod cond;
mod context;
mod emit;
mod error;
mod loops;
mod patterns;
mod records;
mod regs;
mod relate;
mod rules;
mod special;
mod strategies;
mod term;
mod walk;
mod zones;

#[cfg(test)]
mod tests;

use build::{Build, TermScope};
use context::{Lowering, component_type, width, word_type};
pub use error::{LowerError, LowerErrorKind};
pub(crate) use walk::{Size, sizes};

use crate::hir::{Callee, Checked, Hir, LocalId, Needs, Ty, Type};
use crate::library::Libraries;
use crate::passes::Passes;
use adv_module::program::{Export, Program, SourceText};

/// Makes a module of a checked program.
///
/// `name` and `version` are the module's (a program's version is empty), `source` its file's name and text, without which the
/// module has no places in the source. `libraries` are those that the program was checked against: their small functions take the place of
/// their calls. The same program gives the same module, byte for byte.
///
/// # Errors
/// A definition or goal wants more registers, instructions or loops than a function can have, or the program more functions or
/// constants than a module can have.
pub fn lower(
    checked: &Checked,
    name: &str,
    version: &str,
    source: Option<(&str, &str)>,
    libraries: Libraries<'_>,
    passes: Passes,
) -> Result<Program, LowerError> {
    let program = checked.program();
    let mut low = Lowering::new(program, libraries, source.is_some(), passes);
    for index in walk::callees_first(&program.functions) {
        define(&mut low, program, index)?;
    }
    let names = strategies::advice_names(&program.advice);
    let advice = program
        .advice
        .iter()
        .zip(&names)
        .map(|(advice, name)| low.advice(advice, name))
        .collect::<Result<_, _>>()?;
    let tables = program
        .tables
        .iter()
        .map(|table| low.table(table))
        .collect::<Result<_, _>>()?;
    let strategies = program
        .strategies
        .iter()
        .map(|strategy| low.strategy(strategy, &names))
        .collect::<Result<_, _>>()?;
    let patterns = program.patterns.iter();
    let patterns = patterns
        .map(|of| low.pattern(of))
        .collect::<Result<_, _>>()?;
    let evaluations = program.evaluations.iter();
    let evaluations = evaluations
        .map(|of| low.evaluation(of))
        .collect::<Result<_, _>>()?;
    let texts = program.texts.iter().map(|of| low.texts(of)).collect();
    let tests = (1..)
        .zip(&program.tests)
        .map(|(number, test)| low.test(test, number))
        .collect::<Result<_, _>>()?;
    let claims = (1..)
        .zip(&program.claims)
        .map(|(number, claim)| low.claim(claim, number))
        .collect::<Result<_, _>>()?;
    let exports = exports(&low, program);
    let (functions, constants, slots, imports) = low.finish();
    Ok(Program {
        name: name.to_owned(),
        version: version.to_owned(),
        doc: program.doc.clone(),
        material: program.material,
        example: program.example.clone(),
        imports,
        functions,
        constants,
        slots,
        exports,
        advice,
        tables,
        strategies,
        patterns,
        evaluations,
        texts,
        tests,
        claims,
        source: source.map(|(file, text)| SourceText {
            file: file.to_owned(),
            text: text.to_owned(),
            used: Vec::new(),
        }),
    })
}

/// Makes the functions of a definition, one for each component.
fn define(low: &mut Lowering<'_>, program: &Hir, index: usize) -> Result<(), LowerError> {
    let Some(function) = program.functions.get(index) else {
        return Ok(());
    };
    let name = &function.name.node;
    let mut build = Build::new(low, name, true);
    let mut scope = TermScope::new(false);
    let mut register = 0u8;
    for (local, (_, ty)) in (0..).zip(&function.params) {
        let mut parts = Vec::new();
        for component in 0..width(*ty) {
            let ty = component_type(*ty, component);
            parts.push(build.terms.param(register, ty, function.name.span));
            register = register.saturating_add(1);
        }
        scope.set_parts(LocalId(local), parts);
    }
    let roots = build.components(&function.body, &mut scope)?;
    let terms = build.terms;
    for (component, &root) in roots.iter().enumerate() {
        let id = low.callee(Callee::Own(index), component);
        let name = if roots.len() == 1 {
            name.clone()
        } else {
            format!("{name}.{component}")
        };
        low.define(function, id, name, &terms, root)?;
    }
    let measured = Some(&function.body)
        .filter(|_| low.passes.inline)
        .and_then(|body| walk::measure(body, &low.small));
    if let Some(small) = low.small.get_mut(index) {
        *small = measured;
    }
    Ok(())
}

/// The registers of a parameter, with names for readers.
fn parameter(name: &str, ty: Type) -> Vec<(String, Ty)> {
    match ty {
        Type::Zone => ["men", "targets", "moves"]
            .into_iter()
            .enumerate()
            .map(|(component, part)| (format!("{name}.{part}"), component_type(ty, component)))
            .collect(),
        ty => vec![(name.to_owned(), word_type(ty))],
    }
}

fn exports(low: &Lowering<'_>, program: &Hir) -> Vec<Export> {
    let export = |(index, function): (usize, &crate::hir::Function)| {
        let functions: Vec<_> = (0..width(function.result))
            .map(|component| low.callee(Callee::Own(index), component))
            .collect();
        let needs = functions
            .iter()
            .fold(Needs::NONE, |needs, &id| needs.union(low.needs(id)));
        Export {
            name: function.name.node.clone(),
            params: function
                .params
                .iter()
                .flat_map(|(name, ty)| parameter(name, *ty))
                .collect(),
            result: word_type(function.result),
            functions,
            needs,
            doc: function.doc.clone(),
        }
    };
    // What patterns ask has no name for other modules.
    let definitions = crate::hir::definitions(program);
    definitions.iter().enumerate().map(export).collect()
}
