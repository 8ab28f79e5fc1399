//! A program: what it is, and what it answers in a position.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use adv::chess::parse_move;
use adv::diagnostics::{Format, did_you_mean, render, suggest};
use adv::render::json::move_object;
use adv::render::values::{self, ShownValue};
use adv::render::{Explained, text};
use adv::{
    Answer, Color, Examination, Expression, Game, Limits, Mode, Names, Options, Position,
    ReplayAnswer, Replayer, Rulebook, Step, StuckCause, Subject, pages,
};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::consulted::Consultation;
use crate::fault::{failure, fault, program};
use crate::files::Files;
use crate::work::alone;

/// A program that compiles.
#[pyclass(frozen, module = "adv._adv")]
pub struct Rules {
    pub rulebook: Rulebook,
    /// Expressions that were compiled, by their texts.
    expressions: Mutex<BTreeMap<String, Expression>>,
}

impl Rules {
    fn of(rulebook: Rulebook) -> Rules {
        Rules {
            rulebook,
            expressions: Mutex::default(),
        }
    }

    /// An expression of the program, compiled once.
    fn expression(&self, py: Python<'_>, text: &str) -> PyResult<Expression> {
        let lock = || {
            self.expressions
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = lock().get(text) {
            return Ok(known.clone());
        }
        let compiled = py.detach(|| Expression::compile(self.rulebook.program(), text));
        let compiled = compiled.map_err(|error| fault(py, "ExpressionError", error))?;
        let mut known = lock();
        if known.len() >= MOST_EXPRESSIONS {
            known.clear();
        }
        known.insert(text.to_owned(), compiled.clone());
        Ok(compiled)
    }
}

/// How many compiled expressions are kept.
const MOST_EXPRESSIONS: usize = 256;

/// A position that Python gave as a text.
pub fn position_of(py: Python<'_>, fen: &str) -> PyResult<Position> {
    adv::position(fen).map_err(|error| {
        fault(
            py,
            "PositionError",
            format!("`{fen}` is no position: {error}"),
        )
    })
}

/// The subject of a name, or the one that serves the position.
pub fn subject_of(
    py: Python<'_>,
    rulebook: &Rulebook,
    name: Option<&str>,
    at: &Position,
) -> PyResult<Subject> {
    let module = rulebook.program();
    let chosen = match name {
        Some(name) => {
            let found = Subject::named(module, name);
            found.ok_or_else(|| Subject::unknown(module, None, name))
        }
        None => Subject::choose(module, &Names::default(), at),
    };
    chosen.map_err(|error| fault(py, "Refused", error))
}

/// The messages about a text, one JSON object a line.
#[pyfunction]
#[pyo3(signature = (name, text, files, folder=None))]
pub fn check(
    py: Python<'_>,
    name: String,
    text: String,
    files: BTreeMap<String, String>,
    folder: Option<PathBuf>,
) -> String {
    py.detach(|| {
        let files = Files {
            given: files,
            folder,
        };
        let examined = Examination::of_text_with(&name, &text, &files);
        let (diagnostics, source) = examined.complete();
        render(&diagnostics, &source, Format::Json)
    })
}

/// The page on a code, a word or a module of the library.
#[pyfunction]
pub fn explain(py: Python<'_>, word: &str) -> PyResult<String> {
    pages::about(word).ok_or_else(|| {
        let near = suggest(word, None, pages::names().map(|name| (name, ())));
        let near = did_you_mean(&near).map_or(String::new(), |near| format!(": {near}"));
        fault(
            py,
            "Refused",
            format!("there is no code and no word `{word}`{near}"),
        )
    })
}

/// A text as `adv fmt` writes it.
#[pyfunction]
pub fn format(py: Python<'_>, text: &str) -> PyResult<String> {
    adv::format_source(text, adv::Signs::default()).map_err(|error| fault(py, "Refused", error))
}

/// A position as a FEN, and what it is, as JSON.
#[pyfunction]
pub fn position(py: Python<'_>, fen: &str) -> PyResult<String> {
    let position = position_of(py, fen)?;
    let legal = position.legal_moves().into_iter();
    let moves: Vec<Value> = legal.map(|m| move_object(&position, m)).collect();
    Ok(json!({
        "fen": adv::chess::fen(&position),
        "turn": position.turn().name(),
        "check": position.in_check(position.turn()),
        "moves": moves,
    })
    .to_string())
}

#[pymethods]
impl Rules {
    /// Compiles a program.
    #[new]
    #[pyo3(signature = (name, text, files, folder=None))]
    fn new(
        py: Python<'_>,
        name: String,
        text: String,
        files: BTreeMap<String, String>,
        folder: Option<PathBuf>,
    ) -> PyResult<Rules> {
        let files = Files {
            given: files,
            folder,
        };
        let examined = py.detach(|| Examination::of_text_with(&name, &text, &files));
        if examined.module.is_none() {
            let (diagnostics, source) = examined.complete();
            return Err(program(py, &diagnostics, &source));
        }
        let rulebook = py.detach(|| examined.into_rulebook());
        let rulebook = rulebook.map_err(|error| fault(py, "Refused", error))?;
        Ok(Rules::of(rulebook))
    }

    /// A program from the module that `module` gave.
    #[staticmethod]
    fn load(py: Python<'_>, name: &str, module: Vec<u8>) -> PyResult<Rules> {
        let loaded = py.detach(|| Rulebook::load(name, &module));
        let rulebook = loaded.map_err(|error| fault(py, "Refused", error))?;
        Ok(Rules::of(rulebook))
    }

    /// A module of the library, `std.solve`, as a program.
    #[staticmethod]
    fn library(py: Python<'_>, name: &str) -> PyResult<Rules> {
        let loaded = py.detach(|| Rulebook::of_library(name));
        let loaded =
            loaded.ok_or_else(|| fault(py, "Refused", format!("the library has no `{name}`")))?;
        let rulebook = loaded.map_err(|error| fault(py, "Refused", error))?;
        Ok(Rules::of(rulebook))
    }

    /// What the program has, as JSON.
    fn outline(&self) -> String {
        let program = self.rulebook.program();
        let line = |place| adv::render::place::line_column(program, place).map(|at| at.line);
        let tests = program.tests.iter();
        let tests = tests
            .map(|test| json!({ "name": test.name, "line": line(test.place), "fen": test.fen }));
        let claims = program.claims.iter().map(|claim| {
            json!({ "text": adv::render::proof::claim_text(claim), "line": line(claim.place) })
        });
        json!({
            "example": program.example,
            "tables": program.tables.iter().map(|table| &table.name).collect::<Vec<_>>(),
            "strategies": program.strategies.iter().map(|of| &of.name).collect::<Vec<_>>(),
            "advice": program.advice.iter().map(|advice| &advice.name).collect::<Vec<_>>(),
            "evaluations": program.evaluations.iter().map(|of| &of.name).collect::<Vec<_>>(),
            "tests": tests.collect::<Vec<Value>>(),
            "claims": claims.collect::<Vec<Value>>(),
        })
        .to_string()
    }

    /// The compiled module, as `adv build` writes it.
    #[pyo3(signature = (strip=false))]
    fn module(&self, py: Python<'_>, strip: bool) -> Vec<u8> {
        py.detach(|| self.rulebook.module_file(strip))
    }

    /// The answer of a subject in a position.
    #[pyo3(signature = (fen, subject=None, positions=None))]
    fn consult(
        &self,
        py: Python<'_>,
        fen: &str,
        subject: Option<&str>,
        positions: Option<u64>,
    ) -> PyResult<Consultation> {
        let at = position_of(py, fen)?;
        let subject = subject_of(py, &self.rulebook, subject, &at)?;
        let mut engine = self.rulebook.engine(limits(positions));
        let stop = Arc::new(AtomicBool::new(false));
        engine.set_interrupt(Some(stop.clone()));
        let options = Options {
            why: true,
            ..Options::default()
        };
        let asked = alone(
            py,
            &stop,
            |_| Ok(()),
            || {
                let answer = engine.ask(subject, &at, &options);
                (answer, engine)
            },
        )?;
        let (answer, engine) = asked;
        let answer = answer.map_err(|reason| failure(py, &reason))?;
        let module = self.rulebook.program();
        let (answer, origin, ended) = match answer {
            Answer::Consulted(answer) => (*answer, None, None),
            Answer::Yielded(p_strategy) => (
                p_strategy.consultation.clone(),
                Some(p_strategy.origin),
                None,
            ),
            Answer::Over(step) => {
                if let Step::Stuck(stuck) = &step
                    && let StuckCause::Failure(reason) = &stuck.cause
                {
                    return Err(failure(py, reason));
                }
                let tried = match &step {
                    Step::Stuck(stuck) => stuck.tried.clone(),
                    _ => Vec::new(),
                };
                let sentence = sentence(module, &step);
                (
                    adv::Consultation::nothing(&at, &tried),
                    None,
                    Some(sentence),
                )
            }
        };
        Ok(Consultation {
            rulebook: self.rulebook.clone(),
            subject,
            answer,
            origin,
            ended,
            engine: Mutex::new(engine),
        })
    }

    /// What the program plays after some moves (UCI), as JSON: a move with its reason, or why it has none.
    #[pyo3(signature = (fen, moves, subject=None, weak=false, positions=None))]
    fn reply(
        &self,
        py: Python<'_>,
        fen: &str,
        moves: Vec<String>,
        subject: Option<&str>,
        weak: bool,
        positions: Option<u64>,
    ) -> PyResult<String> {
        let start = position_of(py, fen)?;
        let mut game = Game::new(start);
        let mut played = Vec::with_capacity(moves.len());
        for text in &moves {
            let m = parse_move(game.position(), text).map_err(|error| {
                fault(
                    py,
                    "PositionError",
                    format!("`{text}` cannot be played: {error}"),
                )
            })?;
            game.play(m)
                .map_err(|error| fault(py, "PositionError", error))?;
            played.push(m);
        }
        let at = *game.position();
        let subject = subject_of(py, &self.rulebook, subject, &at)?;
        let mut engine = self.rulebook.engine(limits(positions));
        let stop = Arc::new(AtomicBool::new(false));
        engine.set_interrupt(Some(stop.clone()));
        let mode = if weak { Mode::Weak } else { Mode::Strong };
        let mut replayer = Replayer::new(subject, mode);
        let answer = alone(
            py,
            &stop,
            |_| Ok(()),
            || replayer.answer(&mut engine, &start, &played),
        )?;
        let module = self.rulebook.program();
        let told = match answer {
            ReplayAnswer::Move(m, p_strategy, _) => {
                let mut object = move_object(&at, m);
                object["by"] = Explained::of_p_strategy(module, &p_strategy).title().into();
                object["because"] = p_strategy.consultation.because.clone().into();
                object
            }
            ReplayAnswer::Ended(step) => {
                if let Step::Stuck(stuck) = step.as_ref()
                    && let StuckCause::Failure(reason) = &stuck.cause
                {
                    return Err(failure(py, reason));
                }
                json!({ "ended": sentence(module, &step) })
            }
            ReplayAnswer::Refused(reason) => return Err(failure(py, &reason)),
        };
        Ok(told.to_string())
    }

    /// The value of an expression in a position, as JSON; `us` is `White` or `Black`.
    #[pyo3(signature = (expression, fen, us=None))]
    fn value(
        &self,
        py: Python<'_>,
        expression: &str,
        fen: &str,
        us: Option<&str>,
    ) -> PyResult<String> {
        let at = position_of(py, fen)?;
        let us = match us {
            None => at.turn(),
            Some("White" | "white" | "W") => Color::White,
            Some("Black" | "black" | "B") => Color::Black,
            Some(other) => return Err(fault(py, "Refused", format!("`{other}` is no side"))),
        };
        let compiled = self.expression(py, expression)?;
        let words = py.detach(|| compiled.value(&at, us, Limits::default()));
        let shown = ShownValue {
            text: expression.to_owned(),
            ty: compiled.ty,
            words: words.map_err(|stop| fault(py, "Stopped", stop))?,
            ways: None,
        };
        let told = values::json(&at, us, std::slice::from_ref(&shown));
        Ok(told["values"][0].to_string())
    }
}

/// Limits with another number of positions.
pub fn limits(positions: Option<u64>) -> Limits {
    let usual = Limits::default();
    Limits {
        positions: positions.unwrap_or(usual.positions),
        ..usual
    }
}

/// The sentence of a step without a move.
fn sentence(module: &adv::program::Program, step: &Step) -> String {
    match step {
        Step::Stuck(stuck) => text::stuck_sentence(module, stuck),
        Step::Done(done) => text::done(module, done),
        Step::Yield(_) | Step::Follow(_) => String::new(),
    }
}
