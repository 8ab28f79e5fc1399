//! One run: a test, a claim or the example of a program.

use std::sync::Arc;

use adv::proof::Watch;
use adv::{ItemVerdict, PerfectPlay};

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

/// Runs the item that begins at an offset.
///
/// # Errors
/// A sentence where there is no verdict: the program is in error, or there is no such item any more.
pub fn run(
    snapshot: &Snapshot,
    kind: RunKind,
    start: u32,
    watch: &Watch,
) -> Result<ItemVerdict, String> {
    let wrong = "the program has errors, which are shown in the text: mend them first";
    let rulebook = snapshot.rulebook().ok_or(wrong)?;
    let span = snapshot.analysis.tree.items.iter().map(|item| item.span);
    let span = span.into_iter().find(|span| span.start == start);
    let span = span.ok_or("there is no such item any more")?;
    let inside = |at: u32| span.contains(at);
    let program = rulebook.program().clone();
    match kind {
        RunKind::Example => Ok(ItemVerdict {
            headline: program.example.clone().unwrap_or_default(),
            is_good: true,
            text: match snapshot.values() {
                Some(values) => values.example(),
                None => String::new(),
            },
            data: None,
            is_interrupted: false,
        }),
        RunKind::Test => {
            let test = program.tests.iter().find(|test| inside(test.place.start));
            let test = test.ok_or("there is no such test any more")?;
            rulebook.run_test(test, &mut in_memory(), watch)
        }
        RunKind::Claim => {
            let claims = program.claims.iter().enumerate();
            let mut claims = claims.filter(|(_, claim)| inside(claim.place.start));
            let (index, claim) = claims.next().ok_or("there is no such claim any more")?;
            watch.limit_memory(MOST_MEMORY);
            rulebook.settle_claim(index, claim, &mut in_memory(), watch)
        }
    }
}

/// Tables of perfect play that are made for one run: an editor's server writes no files.
fn in_memory() -> Arc<PerfectPlay> {
    Arc::new(PerfectPlay::in_memory())
}
