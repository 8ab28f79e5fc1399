//! One row: a claim of a program, and its outcome.

use adv_chess::Material;
use adv_chess::notation::parse_fen;
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_prover::{Report, Scan, Verdict, moves};

use super::rules;
use crate::proof::claim_text;
use crate::proof::numbers::percent;
use crate::text::thousands;

/// The text of a cell without a value.
const NOTHING: &str = "–";

/// A program of the table.
#[derive(Clone, Copy, Debug)]
pub struct ProgramSummary<'a> {
    /// Its name: that of its file without the ending.
    pub name: &'a str,
    /// Its file as it was named.
    pub file: &'a str,
    /// Its records.
    pub module: &'a Program,
}

/// Outcome of a claim, for its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// It is proved.
    Proved,
    /// It fails from this many positions.
    Refuted(u64),
    /// It holds, but takes longer than it may.
    TooLong,
    /// It holds, but the fifty-move rule can end the game first.
    FiftyMoves,
    /// It holds from the first number of positions out of the second.
    Measured(u64, u64),
    /// There is no position that it speaks of.
    Empty,
    /// It could not be settled.
    Unsettled,
    /// The program does not compile, and the outcome of its claims is unknown.
    Uncompiled,
}

impl ClaimOutcome {
    /// The words that outcomes are counted by, in their order.
    pub(super) const WORDS: [&'static str; 6] = [
        "proved",
        "refuted",
        "measured",
        "empty",
        "not settled",
        "does not compile",
    ];

    /// The word that it is counted by.
    pub(super) const fn word(self) -> &'static str {
        match self {
            ClaimOutcome::Proved => "proved",
            ClaimOutcome::Refuted(_) | ClaimOutcome::TooLong | ClaimOutcome::FiftyMoves => {
                "refuted"
            }
            ClaimOutcome::Measured(..) => "measured",
            ClaimOutcome::Empty => "empty",
            ClaimOutcome::Unsettled => "not settled",
            ClaimOutcome::Uncompiled => "does not compile",
        }
    }

    fn text(self) -> String {
        let word = self.word();
        match self {
            ClaimOutcome::Refuted(1) => format!("{word}: 1 fails"),
            ClaimOutcome::Refuted(fail) => format!("{word}: {} fail", thousands(fail)),
            ClaimOutcome::TooLong => format!("{word}: too long"),
            ClaimOutcome::FiftyMoves => format!("{word}: fifty moves"),
            ClaimOutcome::Measured(held, all) => format!("{word}: {}", percent(held, all)),
            _ => word.to_owned(),
        }
    }

    fn of(verdict: Verdict, held: u64, all: u64) -> ClaimOutcome {
        match verdict {
            Verdict::Proved => ClaimOutcome::Proved,
            Verdict::Refuted => ClaimOutcome::Refuted(all.saturating_sub(held)),
            Verdict::TooLong => ClaimOutcome::TooLong,
            Verdict::FiftyMoves => ClaimOutcome::FiftyMoves,
            Verdict::Empty => ClaimOutcome::Empty,
            Verdict::Measured => ClaimOutcome::Measured(held, all),
        }
    }
}

/// Lengths of play to the goal, in moves of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The most of a position.
    pub worst: u32,
    /// The sum of all.
    pub moves: u64,
    /// Number of positions that the sum covers.
    pub positions: u64,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimRow {
    /// The program's name.
    pub program: String,
    /// Its file as it was named.
    pub file: String,
    /// The men of the positions, `KRvK`.
    pub class: Option<String>,
    /// The claim in short; empty where the program could not be compiled.
    pub claim: String,
    /// Outcome of the claim.
    pub outcome: ClaimOutcome,
    /// The positions that it speaks of.
    pub positions: Option<u64>,
    /// Lengths of play from the positions that hold, for a claim that reaches something.
    pub play: Option<Play>,
    /// Lengths of perfect play from the positions that are won, if perfect play was consulted.
    pub perfect: Option<Play>,
    /// The pieces-of-advice and actions that were chosen somewhere; `None` where nothing was played yet.
    pub used: Option<u64>,
    /// Those that the claim's subject has to choose from, each counted as it is written; `None` where nothing is played.
    pub written: Option<u64>,
    /// The lines of the program; `None` if its text is missing.
    pub lines: Option<u64>,
    /// Time that the claim took, in seconds.
    pub seconds: Option<f64>,
}

impl ClaimRow {
    /// The row of a claim without an outcome so far.
    pub fn unsettled(program: &ProgramSummary<'_>, claim: &Claim) -> ClaimRow {
        let source = program.module.source.as_ref();
        ClaimRow {
            class: material(program.module, claim).map(|material| material.name()),
            claim: short_claim(claim),
            outcome: ClaimOutcome::Unsettled,
            written: rules::written(program.module, claim),
            lines: source.map(|source| source.text.lines().count() as u64),
            ..ClaimRow::uncompiled(program.name, program.file)
        }
    }

    /// The row of a program that does not compile.
    pub fn uncompiled(name: &str, file: &str) -> ClaimRow {
        ClaimRow {
            program: name.to_owned(),
            file: file.to_owned(),
            class: None,
            claim: String::new(),
            outcome: ClaimOutcome::Uncompiled,
            positions: None,
            play: None,
            perfect: None,
            used: None,
            written: None,
            lines: None,
            seconds: None,
        }
    }

    /// Adds the outcome of a claim about play.
    #[must_use]
    pub fn played(self, module: &Program, report: &Report) -> ClaimRow {
        let play = report.lengths.as_ref().map(|lengths| Play {
            worst: moves(lengths.worst),
            moves: lengths.moves,
            positions: report.reached,
        });
        // A share is of the whole claim; what fails comes to nothing at all.
        let good = match report.verdict {
            Verdict::Measured => report.held,
            _ => report.reached,
        };
        // Where nothing is won there are no lengths to compare with.
        let perfect = report.perfect.as_ref().filter(|perfect| perfect.won > 0);
        ClaimRow {
            outcome: ClaimOutcome::of(report.verdict, good, report.roots),
            positions: Some(report.roots),
            play,
            perfect: perfect.map(|perfect| Play {
                worst: moves(perfect.worst),
                moves: perfect.moves,
                positions: perfect.won,
            }),
            used: Some(rules::used(module, report)),
            ..self
        }
    }

    /// Adds the outcome of a claim about descriptors: of the positions in which its premise holds.
    #[must_use]
    pub fn scanned(self, scan: &Scan) -> ClaimRow {
        let held = scan.premises.saturating_sub(scan.broken);
        ClaimRow {
            outcome: ClaimOutcome::of(scan.verdict, held, scan.premises),
            positions: Some(scan.premises),
            ..self
        }
    }

    /// The texts of its cells, those of times last.
    pub fn cells(&self, times: bool) -> Vec<String> {
        let nothing = || NOTHING.to_owned();
        let number = |number: Option<u64>| number.map_or_else(nothing, thousands);
        let worst = |play: Option<Play>| number(play.map(|play| u64::from(play.worst)));
        let mean = |play: Option<Play>| play.map_or_else(nothing, |play| mean(&play));
        let mut cells = vec![
            self.program.clone(),
            self.class.clone().unwrap_or_else(nothing),
            self.claim.clone(),
            number(self.positions),
            self.outcome.text(),
            worst(self.play),
            mean(self.play),
            worst(self.perfect),
            mean(self.perfect),
            match self.written {
                Some(written) => format!("{}/{}", number(self.used), thousands(written)),
                None => nothing(),
            },
            number(self.lines),
        ];
        if times {
            let seconds = self.seconds.map(|seconds| format!("{seconds:.1} s"));
            cells.push(seconds.unwrap_or_else(nothing));
        }
        cells
    }
}

/// The men of the positions that a claim speaks of; nothing where the program declares none.
fn material(module: &Program, claim: &Claim) -> Option<Material> {
    if let FromSet::One(text) = &claim.from.set {
        return parse_fen(text).ok().map(|position| Material::of(&position));
    }
    let declared = match claim.subject {
        ClaimSubject::Strategy(id) => module.strategies.get(id.index())?.material,
        ClaimSubject::Table(id) => module.tables.get(id.index())?.material,
        ClaimSubject::Advice(_) | ClaimSubject::Evaluation(_) | ClaimSubject::Descriptor { .. } => {
            module.material
        }
    };
    declared.map(|declared| Material {
        counts: declared.counts,
    })
}

/// A mean with two decimals, rounded half up in integer arithmetic, so that all machines print the same.
fn mean(play: &Play) -> String {
    if play.positions == 0 {
        return NOTHING.to_owned();
    }
    let (sum, count) = (u128::from(play.moves), u128::from(play.positions));
    let hundredths = (sum * 100 + count / 2) / count;
    let whole = u64::try_from(hundredths / 100).unwrap_or(u64::MAX);
    format!("{}.{:02}", thousands(whole), hundredths % 100)
}

/// A claim's text without the words that other columns have: the first word, `from all positions` and `share of`.
pub fn short_claim(claim: &Claim) -> String {
    let text = claim_text(claim);
    let text = text.split_once(' ').map_or("", |(_, rest)| rest);
    let mut words: Vec<&str> = text.split(' ').collect();
    for gone in [&["from", "all", "positions"][..], &["share", "of"]] {
        let at = words.windows(gone.len()).position(|part| {
            let mut pairs = part.iter().zip(gone);
            pairs.all(|(word, gone)| word.eq_ignore_ascii_case(gone))
        });
        if let Some(at) = at {
            words.drain(at..at + gone.len());
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_rounded() {
        let mean = |moves, positions| {
            mean(&Play {
                worst: 0,
                moves,
                positions,
            })
        };
        assert_eq!(mean(3_174_219, 175_168), "18.12");
        assert_eq!(mean(1, 200), "0.01");
        assert_eq!(mean(1, 0), "–");
    }

    #[test]
    fn outcomes_are_counted_by_their_words() {
        for outcome in [
            ClaimOutcome::Proved,
            ClaimOutcome::Refuted(1),
            ClaimOutcome::TooLong,
            ClaimOutcome::FiftyMoves,
            ClaimOutcome::Measured(7, 8),
            ClaimOutcome::Empty,
            ClaimOutcome::Unsettled,
            ClaimOutcome::Uncompiled,
        ] {
            assert!(ClaimOutcome::WORDS.contains(&outcome.word()));
            assert!(outcome.text().starts_with(outcome.word()));
        }
        assert_eq!(ClaimOutcome::Refuted(1).text(), "refuted: 1 fails");
        assert_eq!(ClaimOutcome::Refuted(1234).text(), "refuted: 1,234 fail");
    }
}
