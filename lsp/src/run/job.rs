//! One run: a test, a claim or the example of a program.

use std::convert::Infallible;
use std::sync::Arc;

use adv::program::{Claim, Test};
use adv::proof::{Keeping, Proved, Verdict as ProofVerdict, Watch};
use adv::render::proof::{self, Proof};
use adv::render::report;
use adv::{
    Comparison, Examination, Limits, PerfectPlay, Prover, Rulebook, Tester, asks_conversions,
    material_to_prepare,
};

use crate::snapshot::Snapshot;

/// The most memory that the states of a proof take, in bytes.
const MOST_MEMORY: u64 = 2 << 30;

/// What a lens runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A `test` item.
    Test,
    /// A `prove` or `measure` item.
    Claim,
    /// The `example` item: its board is drawn.
    Example,
}

impl RunKind {
    /// Its word in the arguments of a command.
    pub const fn word(self) -> &'static str {
        match self {
            RunKind::Test => "test",
            RunKind::Claim => "claim",
            RunKind::Example => "example",
        }
    }

    /// The kind of a word.
    pub fn parse(word: &str) -> Option<RunKind> {
        [RunKind::Test, RunKind::Claim, RunKind::Example]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

/// What a run comes to.
pub struct Verdict {
    /// One sentence.
    pub headline: String,
    /// The test passes, the claim is proved, the board is drawn.
    pub is_good: bool,
    /// The whole report.
    pub text: String,
    /// The user ended it.
    pub is_interrupted: bool,
}

impl Verdict {
    /// The headline with a sign.
    pub fn shown(&self) -> String {
        let sign = if self.is_good { "✓" } else { "✗" };
        format!("{sign} {}", self.headline)
    }

    fn interrupted() -> Verdict {
        Verdict {
            headline: "ended before it was settled".to_owned(),
            is_good: false,
            text: String::new(),
            is_interrupted: true,
        }
    }
}

/// Runs the item that begins at an offset.
///
/// # Errors
/// A sentence where there is no verdict: the program is in error, or there is no such item any more.
pub fn run(
    snapshot: &Snapshot,
    kind: RunKind,
    start: u32,
    watch: &Watch,
) -> Result<Verdict, String> {
    let own = snapshot.own.text();
    let examination = Examination::of_text_with(&snapshot.path, own, &snapshot.gathered());
    let rulebook = examination.into_rulebook().map_err(|_| {
        "the program has errors, which are shown in the text: mend them first".to_owned()
    })?;
    let span = snapshot.analysis.tree.items.iter().map(|item| item.span);
    let span = span.into_iter().find(|span| span.start == start);
    let span = span.ok_or("there is no such item any more")?;
    let inside = |at: u32| span.contains(at);
    let program = rulebook.program().clone();
    match kind {
        RunKind::Example => Ok(Verdict {
            headline: program.example.clone().unwrap_or_default(),
            is_good: true,
            text: match snapshot.values() {
                Some(values) => values.example(),
                None => String::new(),
            },
            is_interrupted: false,
        }),
        RunKind::Test => {
            let test = program.tests.iter().find(|test| inside(test.place.start));
            let test = test.ok_or("there is no such test any more")?;
            self::test(&rulebook, test, watch)
        }
        RunKind::Claim => {
            let claims = program.claims.iter().enumerate();
            let mut claims = claims.filter(|(_, claim)| inside(claim.place.start));
            let (index, claim) = claims.next().ok_or("there is no such claim any more")?;
            self::claim(rulebook, index, claim, watch)
        }
    }
}

fn test(rulebook: &Rulebook, test: &Test, watch: &Watch) -> Result<Verdict, String> {
    let mut values = PerfectPlay::in_memory();
    if let Some(material) = material_to_prepare(&values, test) {
        let made = match asks_conversions(rulebook.program()) {
            true => values.prepare_conversions(&material, &mut |_, _| {}),
            false => values.prepare(&material, &mut |_, _| {}),
        };
        made.map_err(|error| error.to_string())?;
    }
    let mut engine = rulebook.engine(Limits::default());
    engine.set_interrupt(Some(watch.stop().clone()));
    let mut tester = Tester::new(engine, &Arc::new(values));
    let mut trees = 0;
    let ran = tester.run(rulebook.name(), test, |_, _| {
        trees += 1;
        Ok::<(), Infallible>(())
    });
    let case = match ran {
        Ok(outcome) => outcome.case,
        Err(never) => match never {},
    };
    if watch.stop().load(std::sync::atomic::Ordering::Relaxed) {
        return Ok(Verdict::interrupted());
    }
    let is_good = case.failures.is_empty();
    let mut headline = match case.failures.first() {
        None => "passes".to_owned(),
        Some(failure) => failure.lines().next().unwrap_or("fails").to_owned(),
    };
    if trees > 0 {
        headline.push_str("; its tree is compared by `adv test`");
    }
    Ok(Verdict {
        headline,
        is_good,
        text: report::case(&case, None),
        is_interrupted: false,
    })
}

fn claim(
    rulebook: Rulebook,
    index: usize,
    claim: &Claim,
    watch: &Watch,
) -> Result<Verdict, String> {
    watch.limit_memory(MOST_MEMORY);
    let made = Prover::new(rulebook, Limits::default());
    let mut prover = made.map_err(|error| error.to_string())?;
    let materials = prover.materials(&[index], Comparison::No);
    if !materials.is_empty() {
        let mut perfect = PerfectPlay::in_memory();
        for material in materials {
            let made = perfect.prepare(&material, &mut |_, _| {});
            made.map_err(|error| error.to_string())?;
        }
        prover.set_perfect(Arc::new(perfect));
    }
    let settled = prover.settle(claim, Comparison::No, Keeping::default(), watch, &[]);
    let module = prover.program();
    match settled.map_err(|error| error.to_string())? {
        Proved::Interrupted(_) => Ok(Verdict::interrupted()),
        Proved::Settled(settled) => {
            let report = settled.report();
            let shown = Proof {
                module,
                claim,
                report,
            };
            Ok(Verdict {
                headline: proof::headline(&shown),
                is_good: report.verdict == ProofVerdict::Proved,
                text: proof::text(&shown),
                is_interrupted: false,
            })
        }
        Proved::Scanned(scan) => {
            let shown = proof::scan::Scanned {
                module,
                claim,
                scan: &scan,
            };
            Ok(Verdict {
                headline: proof::scan::headline(&shown),
                is_good: scan.verdict == ProofVerdict::Proved,
                text: proof::scan::text(&shown),
                is_interrupted: false,
            })
        }
    }
}
