//! Runs a program's `test` items.
//!
//! ```text
//!   Test ──▶ position ──▶ the subject is consulted once ──▶ each expectation is compared with the answer
//!                                                             expect.rs   move, advice, satisfied, values
//!                                                             the caller  tree
//!                                                             explanation.rs explains, forced, possible, refuted, total, explanation
//!                                                             mate.rs     mate within n moves
//!                                                             warnings.rs the warnings W0701 to W0703
//! ```

mod expect;
mod explanation;
mod mate;
mod warnings;

use std::sync::Arc;

use adv_chess::Position;
use adv_chess::notation::parse_fen;
use adv_compiler::diagnostics::Diagnostic;
use adv_explain::{Explainer, Explanation};
use adv_module::Program;
use adv_module::program::{ExpectKind, Test};
use adv_render::report::Case;
use adv_render::{place, text};
use adv_vm::{Answer, Consultation, Engine, Failure, Options, Step, StuckCause, Subject};

use crate::claims::men_of;
use crate::perfect::PerfectPlay;

pub use warnings::material_to_prepare;

/// Runner for the tests of one program.
pub struct Tester {
    engine: Engine,
    /// Copy of the program's records, apart from the engine that is at work.
    module: Program,
    /// Tables of perfect play, as far as they have been prepared.
    values: Arc<PerfectPlay>,
    /// Explainer of positions by an evaluation, made for the first test that needs it; `None` until then.
    explainer: Option<Explainer>,
}

/// Outcome of running one test.
#[derive(Debug)]
pub struct TestOutcome {
    /// The test with its failures, as reports show it.
    pub case: Case,
    /// Warnings about the test itself: an expected move that throws its value away (W0701), or that ties with another (W0702); an
    /// explanation that perfect play contradicts (W0703).
    pub warnings: Vec<Diagnostic>,
}

/// The forcing-tree found for a test that expects one, for comparison with the tree that the caller keeps.
#[derive(Clone, Copy, Debug)]
pub struct TreeFound<'a> {
    /// The tree as text, in the form in which snapshots keep it.
    pub text: &'a str,
    /// True where the test expects a tree other than the one that is kept.
    pub negated: bool,
}

/// Result of an expectation: true where it is met, with a remark on the answer; or the fault that left it undecided.
type Found = Result<(bool, String), String>;

/// Answers in a test's position, which its expectations are compared with.
struct Asked {
    position: Position,
    subject: Option<Subject>,
    answer: Option<Consultation>,
    /// Sentence on a strategy without a move: its end, or the place where it is stuck; `None` where it has a move.
    over: Option<String>,
    /// The explanation of the position by an evaluation, where that is the test's subject.
    explanation: Option<Explanation>,
}

impl Tester {
    /// A tester that runs tests by an engine of the program. The tables that tests need have been prepared ([`material_to_prepare`]).
    pub fn new(mut engine: Engine, values: &Arc<PerfectPlay>) -> Tester {
        engine.set_oracle(Some(values.clone()));
        let module = engine.module().clone();
        Tester {
            engine,
            module,
            values: values.clone(),
            explainer: None,
        }
    }

    /// Runs one test of the program; `file` is shown with it. For each `expect tree` the tree that is found goes to `compare`, which
    /// adds a failure to the case where it is not the one that the caller keeps.
    ///
    /// # Errors
    /// The errors of `compare`. A test that fails is an outcome and no error.
    pub fn run<E>(
        &mut self,
        file: &str,
        test: &Test,
        mut compare: impl FnMut(TreeFound<'_>, &mut Case) -> Result<(), E>,
    ) -> Result<TestOutcome, E> {
        let mut case = Case {
            file: file.to_owned(),
            name: test.name.clone(),
            line: place::line(&self.module, test.place),
            ..Case::default()
        };
        let position = match parse_fen(&test.fen) {
            Ok(position) => position,
            Err(error) => {
                case.failures
                    .push(format!("the position cannot be used: {error}"));
                return Ok(TestOutcome {
                    case,
                    warnings: Vec::new(),
                });
            }
        };
        let subject = Subject::of_test(test);
        let mut asked = Asked {
            position,
            subject,
            answer: None,
            over: None,
            explanation: None,
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
        if let Err(fault) = self.explain(test, &mut asked) {
            case.failures.push(fault);
        }
        for expect in &test.expect {
            let text = match expect.kind {
                ExpectKind::Tree => self.tree(&asked, &mut case),
                ExpectKind::Explanation => self.explanation(&asked),
                _ => {
                    case.failures.extend(self.check(expect, &asked));
                    None
                }
            };
            if let Some(text) = &text {
                let negated = expect.negated;
                compare(TreeFound { text, negated }, &mut case)?;
            }
        }
        let warnings = self.warnings(test, &asked);
        Ok(TestOutcome { case, warnings })
    }

    /// Consults the test's subject and keeps the answer. A strategy without a move gives an answer without one, and a sentence why.
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

    /// Forcing-tree as text, which the caller compares with the one that it keeps; that there is none is a failure.
    fn tree(&self, asked: &Asked, case: &mut Case) -> Option<String> {
        let found = text::snapshot(&self.module, asked.answer.as_ref()?);
        if found.is_none() {
            let none = "expect tree: nothing is satisfied, so there is no forcing-tree";
            case.failures.push(none.to_owned());
        }
        found
    }

    /// The position as the program sees it, mirrored or not, and the side that is `us` there, for values.
    fn seen(&self, asked: &Asked) -> (Position, adv_chess::Color) {
        let own = asked.position;
        let mirrored = match &asked.answer {
            Some(answer) => answer.mirrored,
            None => self.module.material.as_ref().is_some_and(|declared| {
                let wanted = men_of(declared);
                declared.mirrored && !wanted.fits(&own) && wanted.mirrored().fits(&own)
            }),
        };
        let seen = if mirrored { own.mirror() } else { own };
        (seen, seen.turn())
    }
}
