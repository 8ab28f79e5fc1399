//! What the program never uses.
//!
//! Rulings: used is what a table, a strategy, a test or a claim reaches; where there are neither tables nor strategies, what
//! advice reaches. In a file without tables, strategies and claims everything may be meant for others, and nothing is called unused but
//! parameters and `use` lines; the same holds for all that a used file defines. Names that begin with `_` may stay unused. A plan that
//! no table uses is a list for `adv solve --each`, so it is used, and so are its pieces.

use crate::check::Checker;
use crate::check::names::Def;
use crate::check::walk::contains;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Callee, ExprKind, Hir};

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    parameters(checker, program);
    // What a used file uses is looked at when that file is checked.
    checker.enter(0);
    for index in 0..checker.names.uses.len() {
        let line = checker.names.uses[index].clone();
        if !line.used {
            checker.report(
                Diagnostic::new(
                    Code::UnusedImport,
                    format!("nothing of `{}` is used", line.text.trim_matches('"')),
                )
                .with_label(line.span, "not needed")
                .with_help("remove the line"),
            );
        }
    }
    if plays(checker) || !program.claims.is_empty() {
        definitions(checker, program);
    }
}

/// Whether the program's own file has a table or a strategy.
fn plays(checker: &Checker<'_>) -> bool {
    let tables = (0..checker.records.tables.len()).map(Def::Table);
    let strategies = (0..checker.records.strategies.len()).map(Def::Strategy);
    tables.chain(strategies).any(|def| is_own(checker, def))
}

/// Whether a definition is in the program's own file. Those of a used file may be meant for others.
fn is_own(checker: &Checker<'_>, def: Def) -> bool {
    checker.files.of(checker.records.name_span(def)) == 0
}

fn parameters(checker: &mut Checker<'_>, program: &Hir) {
    let records = &checker.records;
    let functions = records.functions.iter();
    let functions = functions.map(|state| (&state.def.params, &state.unused_params));
    let moves = records.moves.iter();
    let moves = moves.map(|state| (&state.def.params, &state.unused_params));
    let advice = records.advice.iter();
    let advice = advice.map(|state| (&state.def.params, &state.unused_params));
    let mut reports = Vec::new();
    for (params, unused) in functions.chain(moves).chain(advice) {
        for param in params {
            let name = &param.name.node;
            let import = program.imports.iter().find(|of| of.name == *name);
            let Some(import) = import.filter(|_| checker.files.of(param.name.span) == 0) else {
                continue;
            };
            let message = format!(
                "parameter `{name}` hides `{name}` of `{}`, which is used here too",
                import.module
            );
            reports.push(
                Diagnostic::new(Code::ParameterShadows, message)
                    .with_label(param.name.span, "the parameter counts here")
                    .with_help("give the parameter another name"),
            );
        }
        for param in unused.iter().filter_map(|&index| params.get(index)) {
            let name = &param.name.node;
            reports.push(
                Diagnostic::new(
                    Code::UnusedParameter,
                    format!("parameter `{name}` is never used"),
                )
                .with_label(param.name.span, "never used")
                .with_help(format!(
                    "remove it here and in the calls, or write `_{name}`"
                )),
            );
        }
    }
    reports
        .into_iter()
        .for_each(|report| checker.report(report));
}

/// Definitions that nothing reaches. Tables, strategies, plans, tests and claims are where use begins; without any table or strategy
/// the advice is.
fn definitions(checker: &mut Checker<'_>, program: &Hir) {
    let mut roots: Vec<Def> = checker.graph.roots.clone();
    roots.extend((0..checker.records.tables.len()).map(Def::Table));
    roots.extend((0..checker.records.strategies.len()).map(Def::Strategy));
    roots.extend((0..checker.records.plans.len()).map(Def::Plan));
    roots.extend((0..checker.records.patterns.len()).map(Def::Pattern));
    roots.extend((0..checker.records.evaluations.len()).map(Def::Evaluation));
    roots.extend(planned(checker));
    roots.extend(named_in_texts(checker, program));
    if !plays(checker) {
        roots.extend((0..checker.records.advice.len()).map(Def::Advice));
    }
    let mut reached = vec![false; checker.graph.edges.len()];
    follow(checker, roots, &mut reached);
    // Advice that nothing lists still uses its own definitions: one cause, one warning.
    let silent: Vec<usize> = (0..checker.records.advice.len())
        .filter(|&index| !reached[checker.records.node(Def::Advice(index))])
        .collect();
    let named_by_unlisted: Vec<Def> = silent
        .iter()
        .flat_map(|&index| {
            checker.graph.edges[checker.records.node(Def::Advice(index))]
                .iter()
                .map(|(def, _)| *def)
        })
        .collect();
    for &index in &silent {
        let name = &checker.records.advice[index].def.name;
        let is_meant = name.node.starts_with('_') || !is_own(checker, Def::Advice(index));
        if named_by_unlisted.contains(&Def::Advice(index)) || is_meant {
            continue;
        }
        let (what, label, help) = match checker.records.advice[index].def.action {
            Some(_) => (
                "used",
                "no strategy has it",
                format!("write `action {}` in a strategy, or remove it", name.node),
            ),
            None => (
                "listed",
                "never consulted",
                "list it in a table or a plan, or remove it".to_owned(),
            ),
        };
        checker.report(
            Diagnostic::new(
                Code::AdviceNeverListed,
                format!("`{}` is never {what}", name.node),
            )
            .with_label(name.span, label)
            .with_help(help),
        );
    }
    follow(checker, named_by_unlisted, &mut reached);

    let mut uses = vec![false; reached.len()];
    for edges in &checker.graph.edges {
        for (target, _) in edges {
            uses[checker.records.node(*target)] = true;
        }
    }
    let functions = (0..checker.records.functions.len()).map(Def::Function);
    let moves = (0..checker.records.moves.len()).map(Def::Moves);
    for def in functions.chain(moves).collect::<Vec<_>>() {
        let node = checker.records.node(def);
        let name = checker.records.name_of(def).to_owned();
        // What only an unused definition uses has the same cause.
        if reached[node] || uses[node] || name.starts_with('_') || !is_own(checker, def) {
            continue;
        }
        checker.report(
            Diagnostic::new(Code::UnusedDefinition, format!("`{name}` is never used"))
                .with_label(checker.records.name_span(def), "never used")
                .with_help("use it or remove it; a name that begins with `_` may stay unused"),
        );
    }
}

/// The advice that patterns plan.
fn planned(checker: &Checker<'_>) -> Vec<Def> {
    let forms = checker
        .records
        .patterns
        .iter()
        .filter_map(|of| of.form.as_ref());
    let plans = forms.flat_map(|form| form.plans.iter().flatten());
    plans.map(|(key, ..)| Def::Advice(key.0)).collect()
}

/// What texts name; they are no part of the graph, for nothing depends on their values.
fn named_in_texts(checker: &Checker<'_>, program: &Hir) -> Vec<Def> {
    let mut named = Vec::new();
    let of_functions = program
        .functions
        .iter()
        .flat_map(|function| function.because.iter().flatten());
    let of_advice = program.advice.iter().flat_map(|advice| &advice.because);
    let of_patterns = program.patterns.iter().flat_map(|pattern| {
        let views = pattern.us.iter().chain(&pattern.them);
        let purposes = views.flat_map(|view| &view.purpose);
        pattern.called.iter().chain(&pattern.belief).chain(purposes)
    });
    for part in of_functions.chain(of_advice).chain(of_patterns) {
        let Some(value) = part.expr() else {
            continue;
        };
        contains(value, &mut |part| {
            match &part.kind {
                ExprKind::Call(Callee::Own(index), ..) => named.push(Def::Function(*index)),
                ExprKind::Satisfiable(_, asked) => {
                    let place = program.advice.get(*asked).map(|advice| advice.name.span);
                    let index = checker
                        .records
                        .advice
                        .iter()
                        .position(|state| Some(state.def.name.span) == place);
                    named.extend(index.map(Def::Advice));
                }
                _ => {}
            }
            false
        });
    }
    named
}

fn follow(checker: &Checker<'_>, mut open: Vec<Def>, reached: &mut [bool]) {
    while let Some(def) = open.pop() {
        let node = checker.records.node(def);
        // The evaluation of a program that writes none uses nothing.
        let Some(seen) = reached.get_mut(node) else {
            continue;
        };
        if !std::mem::replace(seen, true) {
            open.extend(checker.graph.edges[node].iter().map(|(target, _)| *target));
        }
    }
}
