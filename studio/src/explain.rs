//! A position explained by patterns, a problem solved, a word or a code explained.

use std::sync::Arc;

use adv::diagnostics::{did_you_mean, suggest};
use adv::explain::{ExplainError, ExplainOptions, Explainer, USUAL_TRIED};
use adv::pages;
use adv::program::EvaluationId;
use adv::proof::Watch;
use adv::render::explanation::{self, Shown};
use adv::render::json::value;
use adv::render::problems;
use adv::render::studio::{Assess, Explain, Solve};
use adv::render::svg::Theme;
use adv::{Limits, PATTERNS_PROGRAM, Problem, Question, Rulebook, SolveOptions, Solver};
use serde_json::Value;

use crate::Studio;
use crate::project::{failed, limits, start};
use crate::question::{Asked, Fault, Project};

/// The positions of each search of an explanation.
const PLAN_POSITIONS: u64 = 200_000;
/// The positions that a problem may test where nothing is said, and at most.
const USUAL_NODES: u64 = 1_000_000;
const MOST_NODES: u64 = 100_000_000;

/// Explains a position.
pub fn assess(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let own = match asked.project_given()? {
        Some(project) => Some(studio.programs.rulebook(&project)?),
        None => None,
    };
    let library;
    let rulebook = match own.as_ref() {
        Some(own) if !own.program().evaluations.is_empty() => own,
        _ => {
            // It is kept like the programs of people, and compiled once.
            let name = "assess.adv";
            library = studio.programs.rulebook(&Project {
                files: [(name.to_owned(), PATTERNS_PROGRAM.to_owned())].into(),
                open: name.to_owned(),
            })?;
            &library
        }
    };
    let position = match asked.position()? {
        Some(given) => given,
        None => start(asked, own.as_ref().unwrap_or(rulebook))?,
    };
    let limits = Limits {
        positions: PLAN_POSITIONS,
        ..limits()
    };
    let mut explainer = Explainer::new(rulebook.linked(), limits).map_err(Fault::refused)?;
    let engine = explainer.engine_mut();
    engine.set_interrupt(Some(watch.stop().clone()));
    let options = ExplainOptions {
        tried: USUAL_TRIED,
        ..ExplainOptions::default()
    };
    let explained = explainer.explain(EvaluationId(0), &position, &options);
    let explanation = explained.map_err(|error| match error {
        ExplainError::Refused(failure) => failed(&failure),
        ExplainError::Stopped(stop) => Fault::budget(stop),
    })?;
    let shown = Shown {
        language: asked.text("language")?.unwrap_or("en"),
        limit: PLAN_POSITIONS,
        all: "all",
    };
    let program = explainer.program();
    Ok(value(&Assess {
        explanation: explanation::json(program, &explanation, &shown),
        text: explanation::text(program, &explanation, &shown),
        svg: explanation::svg(program, &explanation, &shown, Theme::Auto),
    }))
}

/// Solves a problem by the library.
pub fn solve(asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let position = asked.needed_position()?;
    let mate_in = match asked.number("mate")? {
        None => None,
        Some(mate) => match u32::try_from(mate) {
            Ok(mate) if (1..=40).contains(&mate) => Some(mate),
            _ => return Err(Fault::refused("a mate is in 1 to 40 moves")),
        },
    };
    let nodes = asked
        .number("nodes")?
        .unwrap_or(USUAL_NODES)
        .min(MOST_NODES);
    let rulebook = Rulebook::of_library("std.solve")
        .ok_or_else(|| Fault::refused("the library has no table that solves"))?
        .map_err(Fault::refused)?;
    let engine = rulebook.engine(limits());
    let table = engine.table("solve");
    let table = table.ok_or_else(|| Fault::refused("the library has no table that solves"))?;
    let options = SolveOptions {
        nodes,
        shortest: asked.truth("shortest")?,
        duals: asked.truth("duals")?,
        pgn: true,
        looked_at: false,
    };
    let mut solver = Solver::new(&rulebook, engine, options);
    solver.set_interrupt(watch.stop());
    let problem = Problem {
        number: 1,
        line: 0,
        id: None,
        position,
        mate_in,
        best: Vec::new(),
        avoid: Vec::new(),
    };
    let row = solver.solve(&problem, &Question::Table(table));
    let row = row.map_err(|failure| failed(&failure))?;
    let row = problems::json(&row);
    Ok(value(&Solve { row }))
}

/// The page on a code or a word.
pub fn explain(asked: &Asked) -> Result<Value, Fault> {
    let word = asked.needed_text("word")?;
    if let Some(text) = pages::about(word) {
        return Ok(value(&Explain { text }));
    }
    let near = suggest(word, None, pages::names().map(|name| (name, ())));
    let near = did_you_mean(&near).map_or(String::new(), |near| format!(": {near}"));
    Err(Fault::unknown(format!(
        "there is no such code or word{near}"
    )))
}
