//! Programs that were compiled, for the questions that come next.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use adv::proof::Watch;
use adv::{
    Absent, ChooseError, Engine, Examination, Failure, Limits, Names, Position, Rulebook, Sources,
    Subject, position,
};

use crate::question::{Asked, Fault, Project};

/// How many programs are kept.
const MOST_KEPT: usize = 4;

/// The files of a project.
struct Texts<'a>(&'a BTreeMap<String, String>);

impl Sources for Texts<'_> {
    fn read(&self, path: &str) -> Result<String, Absent> {
        self.0.get(path).cloned().ok_or_else(|| Absent {
            reason: "there is no such file".to_owned(),
            ..Absent::default()
        })
    }
}

/// Programs by their texts, the latest last.
#[derive(Default)]
pub struct Programs {
    kept: Mutex<VecDeque<(Project, Rulebook)>>,
}

impl Programs {
    /// The program of a project.
    pub fn rulebook(&self, project: &Project) -> Result<Rulebook, Fault> {
        {
            let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, rulebook)) = kept.iter().find(|(known, _)| known == project) {
                return Ok(rulebook.clone());
            }
        }
        let examined =
            Examination::of_text_with(&project.open, project.text(), &Texts(&project.files));
        let rulebook = examined.into_rulebook().map_err(|_| Fault::program())?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.pop_front();
        }
        kept.push_back((project.clone(), rulebook.clone()));
        Ok(rulebook)
    }
}

/// Limits of one answer: some seconds.
pub fn limits() -> Limits {
    Limits {
        positions: 20_000_000,
        ..Limits::default()
    }
}

/// An engine that ends with its question.
pub fn engine(rulebook: &Rulebook, watch: &Arc<Watch>) -> Engine {
    let mut engine = rulebook.engine(limits());
    engine.set_interrupt(Some(watch.stop().clone()));
    engine
}

/// The position of a question, else the example of the program.
pub fn start(asked: &Asked, rulebook: &Rulebook) -> Result<Position, Fault> {
    if let Some(given) = asked.position()? {
        return Ok(given);
    }
    let example = rulebook.program().example.as_deref();
    let example =
        example.ok_or_else(|| Fault::refused("the program has no example: give a position"))?;
    position(example).map_err(|error| Fault::refused(error.to_string()))
}

/// What is asked: the `subject` of the question, else what serves the position.
pub fn subject(asked: &Asked, rulebook: &Rulebook, at: &Position) -> Result<Subject, Fault> {
    let program = rulebook.program();
    match asked.text("subject")? {
        Some(name) => Subject::named(program, name)
            .ok_or_else(|| Fault::unknown(Subject::unknown(program, None, name).to_string())),
        None => Subject::choose(program, &Names::default(), at)
            .map_err(|error: ChooseError| Fault::refused(error.to_string())),
    }
}

/// Why a subject has no answer.
pub fn failed(failure: &Failure) -> Fault {
    match failure {
        Failure::Stopped { .. } => Fault::budget(failure.to_string()),
        _ => Fault::refused(failure.to_string()),
    }
}
