//! What the program never uses.
//!
//! Rulings: used is what a table, a test or a claim reaches; in a file without a table and without advice everything may be meant
//! for others, and nothing is called unused but parameters and `use` lines. Names that begin with `_` may stay unused.

use crate::check::Checker;
use crate::check::scope::Def;
use crate::diagnostics::{Code, Diagnostic};
use crate::syntax::ast;

pub(super) fn lint(checker: &mut Checker<'_>) {
    parameters(checker);
    for index in 0..checker.names.uses.len() {
        let line = checker.names.uses[index].clone();
        if !line.used {
            checker.report(
                Diagnostic::new(
                    Code::UnusedImport,
                    format!("nothing of `{}` is used", line.text),
                )
                .with_label(line.span, "not needed")
                .with_help("remove the line"),
            );
        }
    }
    if !checker.tables.is_empty() || !checker.advice.is_empty() {
        definitions(checker);
    }
}

fn parameters(checker: &mut Checker<'_>) {
    let mut found: Vec<(&ast::Param, &str)> = Vec::new();
    for function in &checker.functions {
        found.extend(
            function
                .unused_params
                .iter()
                .map(|&index| (&function.def.params[index], "")),
        );
    }
    for moves in &checker.moves {
        found.extend(
            moves
                .unused_params
                .iter()
                .map(|&index| (&moves.def.params[index], "")),
        );
    }
    for advice in &checker.advice {
        found.extend(
            advice
                .unused_params
                .iter()
                .map(|&index| (&advice.def.params[index], "")),
        );
    }
    let reports: Vec<Diagnostic> = found
        .into_iter()
        .map(|(param, _)| {
            Diagnostic::new(
                Code::UnusedParameter,
                format!("parameter `{}` is never used", param.name.node),
            )
            .with_label(param.name.span, "never used")
            .with_help(format!(
                "remove it here and in the calls, or write `_{}`",
                param.name.node
            ))
        })
        .collect();
    reports
        .into_iter()
        .for_each(|report| checker.report(report));
}

/// Definitions that nothing reaches. With a table the tables, tests and claims are where use begins; without one the advice is.
fn definitions(checker: &mut Checker<'_>) {
    let mut roots: Vec<Def> = checker.graph.roots.clone();
    roots.extend((0..checker.tables.len()).map(Def::Table));
    if checker.tables.is_empty() {
        roots.extend((0..checker.advice.len()).map(Def::Advice));
    }
    let mut reached = vec![false; checker.graph.edges.len()];
    follow(checker, roots, &mut reached);
    // Advice that nothing lists still uses its own definitions: one cause, one warning.
    let silent: Vec<usize> = (0..checker.advice.len())
        .filter(|&index| !reached[checker.node(Def::Advice(index))])
        .collect();
    let named_by_unlisted: Vec<Def> = silent
        .iter()
        .flat_map(|&index| {
            checker.graph.edges[checker.node(Def::Advice(index))]
                .iter()
                .map(|(def, _)| *def)
        })
        .collect();
    for &index in &silent {
        let name = &checker.advice[index].def.name;
        if named_by_unlisted.contains(&Def::Advice(index)) || name.node.starts_with('_') {
            continue;
        }
        checker.report(
            Diagnostic::new(
                Code::AdviceNeverListed,
                format!("`{}` is never listed", name.node),
            )
            .with_label(name.span, "never consulted")
            .with_help("list it in a table or a plan, or remove it"),
        );
    }
    follow(checker, named_by_unlisted, &mut reached);

    let mut uses = vec![false; reached.len()];
    for edges in &checker.graph.edges {
        for (target, _) in edges {
            uses[checker.node(*target)] = true;
        }
    }
    let functions = (0..checker.functions.len()).map(Def::Function);
    let moves = (0..checker.moves.len()).map(Def::Moves);
    let plans = (0..checker.plans.len()).map(Def::Plan);
    for def in functions.chain(moves).chain(plans).collect::<Vec<_>>() {
        let node = checker.node(def);
        let name = checker.name_of(def).to_owned();
        // What only an unused definition uses has the same cause.
        if reached[node] || uses[node] || name.starts_with('_') {
            continue;
        }
        checker.report(
            Diagnostic::new(Code::UnusedDefinition, format!("`{name}` is never used"))
                .with_label(checker.name_span(def), "never used")
                .with_help("use it or remove it; a name that begins with `_` may stay unused"),
        );
    }
}

fn follow(checker: &Checker<'_>, mut open: Vec<Def>, reached: &mut [bool]) {
    while let Some(def) = open.pop() {
        let node = checker.node(def);
        if !std::mem::replace(&mut reached[node], true) {
            open.extend(checker.graph.edges[node].iter().map(|(target, _)| *target));
        }
    }
}
