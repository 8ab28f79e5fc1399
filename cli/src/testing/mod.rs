//! A program's `test` items, run.
//!
//! ```text
//!   Test ──▶ position ──▶ the subject is consulted once ──▶ each expectation is held against the answer
//!                                                             expect.rs   move, advice, satisfied, values
//!                                                             snapshot.rs tree
//!                                                             mate.rs     mate within n moves
//!                                                             warned.rs   the warnings W0701 and W0702
//! ```

mod expect;
mod mate;
pub mod snapshot;
pub mod warned;

use std::sync::Arc;

use adv::chess::parse_fen;
use adv::chess::{Material, Position};
use adv::diagnostics::Diagnostic;
use adv::program::Program;
use adv::program::{ExpectKind, Test};
use adv::render::report::Case;
use adv::render::{place, text};
use adv::{Answer, Consultation, Engine, Failure, Options, PerfectPlay, Step, StuckCause, Subject};

use crate::exit::Trouble;
use snapshot::Snapshots;

/// Runs the tests of one program.
pub struct Tester {
    engine: Engine,
    /// The module's records, apart from the engine that is at work.
    module: Program,
    snapshots: Snapshots,
    accept: bool,
    /// The values of positions, as far as they are prepared.
    values: Arc<PerfectPlay>,
}

/// What became of a test, and the warnings about it.
pub type Tested = (Case, Vec<Diagnostic>);

/// What a test's expectations are held against.
struct Asked {
    position: Position,
    subject: Option<Subject>,
    answer: Option<Consultation>,
    /// How a strategy ended or where it is stuck, where it did not find a move.
    over: Option<String>,
}

impl Tester {
    /// A tester with the program's engine; `accept` writes trees instead of comparing them.
    pub fn new(
        mut engine: Engine,
        snapshots: Snapshots,
        accept: bool,
        values: &Arc<PerfectPlay>,
    ) -> Tester {
        engine.set_oracle(Some(values.clone()));
        let module = engine.module().clone();
        Tester {
            engine,
            module,
            snapshots,
            accept,
            values: values.clone(),
        }
    }

    /// Runs one test, and looks for warnings about it.
    ///
    /// # Errors
    /// When a snapshot cannot be written.
    pub fn run(&mut self, file: &str, index: usize, test: &Test) -> Result<Tested, Trouble> {
        let mut case = Case {
            file: file.to_owned(),
            name: test.name.clone(),
            line: place::line_column(&self.module, test.place).map(|at| at.line),
            ..Case::default()
        };
        let position = match parse_fen(&test.fen) {
            Ok(position) => position,
            Err(error) => {
                case.failures
                    .push(format!("the position cannot be used: {error}"));
                return Ok((case, Vec::new()));
            }
        };
        let subject = Subject::of_test(test);
        let mut asked = Asked {
            position,
            subject,
            answer: None,
            over: None,
        };
        let needed = test
            .expect
            .iter()
            .any(|expect| !matches!(expect.kind, ExpectKind::Value { .. }));
        if let Some(subject) = subject {
            match self.ask(subject, &mut asked) {
                Ok(()) => {}
                Err(failure) if needed => case.failures.push(self.no_answer(subject, &failure)),
                Err(_) => {}
            }
        }
        for expect in &test.expect {
            if let ExpectKind::Tree = expect.kind {
                self.tree(index, test, expect.negated, &asked, &mut case)?;
            } else {
                case.failures.extend(self.check(expect, &asked));
            }
        }
        let warnings = self.warnings(test, &asked);
        Ok((case, warnings))
    }

    /// Asks the subject. A strategy that has no move gives an answer without one, and says why.
    fn ask(&mut self, subject: Subject, asked: &mut Asked) -> Result<(), Failure> {
        let options = Options::default();
        match self.engine.ask(subject, &asked.position, &options)? {
            Answer::Consulted(answer) => asked.answer = Some(*answer),
            Answer::Yielded(p_strategy) => asked.answer = Some(p_strategy.consultation.clone()),
            Answer::Over(Step::Stuck(stuck)) => {
                if let StuckCause::Failure(failure) = stuck.cause {
                    return Err(failure);
                }
                asked.answer = Some(Consultation::nothing(&asked.position, &stuck.tried));
                asked.over = Some(text::stuck_sentence(&self.module, &stuck));
            }
            Answer::Over(Step::Done(done)) => {
                asked.answer = Some(Consultation::nothing(&asked.position, &[]));
                asked.over = Some(text::done(&self.module, &done));
            }
            Answer::Over(Step::Yield(_) | Step::Follow(_)) => {}
        }
        Ok(())
    }

    fn no_answer(&self, subject: Subject, failure: &Failure) -> String {
        format!("{} gives no answer: {failure}", subject.name(&self.module))
    }

    /// The expectation `tree`: the forcing-tree is the one that is kept beside the program.
    fn tree(
        &mut self,
        index: usize,
        test: &Test,
        negated: bool,
        asked: &Asked,
        case: &mut Case,
    ) -> Result<(), Trouble> {
        let Some(answer) = &asked.answer else {
            return Ok(());
        };
        let Some(found) = adv::render::text::snapshot(&self.module, answer) else {
            case.failures
                .push("expect tree: nothing is satisfied, so there is no forcing-tree".to_owned());
            return Ok(());
        };
        let Some(path) = self.snapshots.path(index) else {
            case.failures.push(format!(
                "expect tree: a program from standard input has no place where the tree of `{}` could be kept",
                test.name
            ));
            return Ok(());
        };
        let kept = snapshot::read(&path)?;
        let differences = kept
            .as_deref()
            .map(|kept| adv::render::diff::lines(kept, &found));
        let same = differences.as_ref().is_some_and(Vec::is_empty);
        if negated {
            if same {
                case.failures.push(format!(
                    "expect not tree: it is the tree kept in {}",
                    path.display()
                ));
            }
            return Ok(());
        }
        if same {
            return Ok(());
        }
        if self.accept {
            snapshot::write(&path, &found)?;
            case.accepted = Some(path.display().to_string());
            return Ok(());
        }
        case.failures.push(match differences {
            None => format!(
                "expect tree: no tree is kept yet in {}; `--accept` keeps this one\n{}",
                path.display(),
                indented(&found)
            ),
            Some(lines) => format!(
                "expect tree: it is not the tree kept in {} (-); `--accept` keeps the new one (+)\n{}",
                path.display(),
                indented(&lines.join("\n"))
            ),
        });
        Ok(())
    }

    /// The position as the program sees it, and the side that is `us`, for values.
    fn seen(&self, asked: &Asked) -> (Position, adv::chess::Color) {
        let own = asked.position;
        let mirrored = match &asked.answer {
            Some(answer) => answer.mirrored,
            None => self.module.material.as_ref().is_some_and(|declared| {
                let wanted = Material {
                    counts: declared.counts,
                };
                declared.mirrored && !wanted.fits(&own) && wanted.mirrored().fits(&own)
            }),
        };
        let seen = if mirrored { own.mirror() } else { own };
        (seen, seen.turn())
    }
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}
