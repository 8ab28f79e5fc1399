//! Programs that were compiled, for the questions that come next.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use adv::proof::Watch;
use adv::{Engine, Examination, Failure, Limits, Names, Position, Rulebook, Subject, position};

use crate::question::{Asked, Fault, Project};

/// How many programs are kept.
const MOST_KEPT: usize = 4;

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
        let files = project.files.iter();
        let files: Vec<(&str, &str)> = files.map(|(name, text)| (&**name, &**text)).collect();
        let examined = Examination::of_text_with(&project.open, project.text(), files.as_slice());
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
    position(example).map_err(Fault::refused)
}

/// What is asked: the `subject` of the question, else what serves the position.
pub fn subject(asked: &Asked, rulebook: &Rulebook, at: &Position) -> Result<Subject, Fault> {
    let program = rulebook.program();
    match asked.text("subject")? {
        Some(name) => Subject::named(program, name)
            .ok_or_else(|| Fault::unknown(Subject::unknown(program, None, name))),
        None => Subject::choose(program, &Names::default(), at).map_err(Fault::refused),
    }
}

/// Why a subject has no answer.
pub fn failed(failure: &Failure) -> Fault {
    match failure {
        Failure::Stopped { .. } => Fault::budget(failure),
        _ => Fault::refused(failure),
    }
}
