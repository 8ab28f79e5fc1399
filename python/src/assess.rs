//! Positions explained by patterns, and problems solved.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::explain::{ExplainError, ExplainOptions, Explainer, USUAL_TRIED};
use adv::program::EvaluationId;
use adv::render::explanation::{self, Shown};
use adv::render::problems;
use adv::render::svg::Theme;
use adv::{PATTERNS_PROGRAM, Problem, Question, Rulebook, SolveOptions, Solver, Subject};
use pyo3::prelude::*;

use crate::fault::{failure, fault, unexplained};
use crate::rules::{Rules, limits, position_of};
use crate::work::{beside, pool};

/// The positions of each search of an explanation, where nothing is said.
const PLAN_POSITIONS: u64 = 200_000;

/// A position explained by the patterns of a program, or by those of the library: JSON, text, drawing and page.
#[pyfunction]
#[pyo3(signature = (fen, rules=None, evaluation=None, language="en", positions=None))]
pub fn assess(
    py: Python<'_>,
    fen: &str,
    rules: Option<&Rules>,
    evaluation: Option<&str>,
    language: &str,
    positions: Option<u64>,
) -> PyResult<(String, String, String, String)> {
    let position = position_of(py, fen)?;
    let library;
    let rulebook = match rules {
        Some(rules) if !rules.rulebook.program().evaluations.is_empty() => &rules.rulebook,
        Some(_) => {
            return Err(fault(
                py,
                "Refused",
                "the program has no evaluation; `adv.assess` takes the patterns of the library",
            ));
        }
        None => {
            let loaded = py.detach(|| Rulebook::load("assess.adv", PATTERNS_PROGRAM));
            library = loaded.map_err(|error| fault(py, "Refused", error))?;
            &library
        }
    };
    let evaluations = &rulebook.program().evaluations;
    let at = match evaluation {
        None => 0,
        Some(name) => {
            let found = evaluations.iter().position(|of| of.name == name);
            found.ok_or_else(|| fault(py, "Refused", format!("there is no evaluation `{name}`")))?
        }
    };
    let limit = positions.unwrap_or(PLAN_POSITIONS);
    let explainer = Explainer::new(rulebook.linked(), limits(Some(limit)));
    let mut explainer = explainer.map_err(|error| fault(py, "Refused", error))?;
    let stop = Arc::new(AtomicBool::new(false));
    explainer.engine_mut().set_interrupt(Some(stop.clone()));
    let pool = pool(py, Some(1))?;
    let told = beside(
        py,
        &pool,
        &stop,
        |_| Ok(()),
        || {
            let id = EvaluationId(u16::try_from(at).unwrap_or(0));
            let options = ExplainOptions {
                tried: USUAL_TRIED,
                ..ExplainOptions::default()
            };
            let explanation = explainer.explain(id, &position, &options);
            let explanation = explanation?;
            let shown = Shown {
                language,
                limit,
                all: "all",
            };
            let program = explainer.program();
            Ok::<_, ExplainError>((
                explanation::json(program, &explanation, &shown).to_string(),
                explanation::text(program, &explanation, &shown),
                explanation::svg(program, &explanation, &shown, Theme::Auto),
                explanation::html(program, &explanation, &shown),
            ))
        },
    )?;
    told.map_err(|error| unexplained(py, &error))
}

/// A position solved by a table, as a row of `docs/schema/solve.json`.
#[pyfunction]
#[pyo3(signature = (rules, fen, table, mate=None, nodes=1_000_000, shortest=true, duals=false))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
pub fn solve(
    py: Python<'_>,
    rules: &Rules,
    fen: &str,
    table: &str,
    mate: Option<u32>,
    nodes: u64,
    shortest: bool,
    duals: bool,
) -> PyResult<String> {
    let position = position_of(py, fen)?;
    let module = rules.rulebook.program();
    let Some(Subject::Table(id)) = Subject::named(module, table) else {
        return Err(fault(py, "Refused", format!("there is no table `{table}`")));
    };
    let engine = rules.rulebook.engine(limits(Some(nodes)));
    let options = SolveOptions {
        nodes,
        shortest: shortest || duals,
        duals,
        pgn: false,
        looked_at: false,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let mut solver = Solver::new(&rules.rulebook, engine, options);
    solver.set_interrupt(&stop);
    let problem = Problem {
        number: 1,
        line: 0,
        id: None,
        position,
        mate_in: mate,
        best: Vec::new(),
        avoid: Vec::new(),
    };
    let pool = pool(py, Some(1))?;
    let row = beside(
        py,
        &pool,
        &stop,
        |_| Ok(()),
        || solver.solve(&problem, &Question::Table(id)),
    )?;
    let row = row.map_err(|reason| failure(py, &reason))?;
    Ok(problems::json(&row).to_string())
}
