//! One row: a claim of a program, its outcome, and the rules that its subject has and uses.

use std::collections::BTreeSet;

use adv_chess::notation::{fen, parse_fen};
use adv_chess::{Material, Position};
use adv_module::Program;
use adv_module::program::{Claim, FromSet, Place};
use adv_prover::{Report, Scan, Verdict, choices, moves};
use adv_vm::Subject;

use crate::proof::claim_text;
use crate::proof::numbers::{percent, quotient};
use crate::rows::cell;
use crate::text::thousands;

/// Text of a cell that has no value.
const NOTHING: &str = "–";

/// Program of the table, with its names and records.
#[derive(Clone, Copy, Debug)]
pub struct ProgramSummary<'a> {
    /// Name of the program: that of its file without the ending.
    pub name: &'a str,
    /// File of the program as the user named it.
    pub file: &'a str,
    /// Records of the compiled program.
    pub module: &'a Program,
}

/// Outcome of a claim, for its row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The claim is proved.
    Proved,
    /// The claim fails, from this number of positions.
    Refuted(u64),
    /// The claim holds, but takes more moves than it allows.
    TooLong,
    /// The claim holds, but the fifty-move rule can end the game first.
    FiftyMoves,
    /// The claim measures a share: it holds from the first number of positions out of the second.
    Measured(u64, u64),
    /// The claim is about no position at all.
    Empty,
    /// The claim is not settled.
    Unsettled,
    /// The program does not compile, and the outcome of its claims is unknown.
    #[default]
    Uncompiled,
}

impl ClaimOutcome {
    /// Words that a summary counts outcomes by, in its order.
    pub(super) const WORDS: [&'static str; 6] = [
        "proved",
        "refuted",
        "measured",
        "empty",
        "not settled",
        "does not compile",
    ];

    /// Word that a summary counts this outcome by.
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

/// Names of the fields of a row as comma-separated values; `seconds` follow on request.
pub const CSV_HEAD: &str = "program,file,class,claim,verdict,positions,fail,share,worst,mean,optimal_worst,optimal_mean,rules_used,rules,\
lines,fails_in";

/// Lengths of play to the goal over many positions, in moves of the program's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Greatest length from any position, in moves.
    pub worst: u32,
    /// Sum of the lengths from all positions, in moves.
    pub moves: u64,
    /// Number of positions that the sum covers, for the mean.
    pub positions: u64,
}

/// Row of the table: a claim of a program, and its outcome.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimRow {
    /// Name of the program.
    pub program: String,
    /// File of the program as the user named it.
    pub file: String,
    /// Material of the claim's positions, such as `KRvK`; `None` where the program declares none.
    pub class: Option<String>,
    /// Claim in short; empty where the program could not be compiled.
    pub claim: String,
    /// Outcome of the claim.
    pub outcome: ClaimOutcome,
    /// Number of positions that the claim is about; `None` before it is settled.
    pub positions: Option<u64>,
    /// Lengths of play from the positions for which the claim holds; `None` for a claim that reaches nothing.
    pub play: Option<Play>,
    /// Lengths of perfect play from the won positions; `None` if perfect play was not consulted, or wins none.
    pub perfect: Option<Play>,
    /// Number of rules (pieces-of-advice and actions) that were chosen somewhere; `None` where nothing was played yet.
    pub used: Option<u64>,
    /// Number of rules that the claim's subject can choose from, each counted once as written; `None` for a claim without play.
    pub written: Option<u64>,
    /// Number of lines of the program's source; `None` if the source is missing.
    pub lines: Option<u64>,
    /// Time that the claim took, in seconds; `None` if it was not measured.
    pub seconds: Option<f64>,
    /// First position shown from which the claim fails.
    pub fails_in: Option<Position>,
}

impl ClaimRow {
    /// Makes the row of a claim that has no outcome so far.
    pub fn unsettled(program: &ProgramSummary<'_>, claim: &Claim) -> ClaimRow {
        let source = program.module.source.as_ref();
        ClaimRow {
            class: material_of_claim(program.module, claim).map(|material| material.name()),
            claim: short_claim(claim),
            outcome: ClaimOutcome::Unsettled,
            written: written(program.module, claim),
            lines: source.map(|source| source.text.lines().count() as u64),
            ..ClaimRow::uncompiled(program.name, program.file)
        }
    }

    /// Makes the row of claims that cannot be asked of a program.
    pub fn unsettled_of(name: &str, file: &str, claims: &str) -> ClaimRow {
        ClaimRow {
            claim: claims.to_owned(),
            outcome: ClaimOutcome::Unsettled,
            ..ClaimRow::uncompiled(name, file)
        }
    }

    /// Makes the row of a program that does not compile.
    pub fn uncompiled(name: &str, file: &str) -> ClaimRow {
        ClaimRow {
            program: name.to_owned(),
            file: file.to_owned(),
            ..ClaimRow::default()
        }
    }

    /// Adds the outcome of a claim about play, from the prover's report.
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
            used: Some(used(module, report)),
            fails_in: report.failures.first().map(|failing| failing.line.start),
            ..self
        }
    }

    /// Adds the outcome of a claim about descriptors; its positions are those in which the premise holds.
    #[must_use]
    pub fn scanned(self, scan: &Scan) -> ClaimRow {
        let held = scan.premises.saturating_sub(scan.broken);
        ClaimRow {
            outcome: ClaimOutcome::of(scan.verdict, held, scan.premises),
            positions: Some(scan.premises),
            fails_in: scan.examples.first().map(|example| example.0),
            ..self
        }
    }

    /// Fields of the row as [`CSV_HEAD`] names them: numbers without separators, empty where there is none.
    pub fn fields(&self, times: bool) -> Vec<String> {
        let plain = |sum: u64, count: u64| quotient(sum, count, 4).replace([',', '–'], "");
        // Only all is 1.
        let share = |good: u64, all: u64| match plain(good, all).as_str() {
            "1.0000" if good < all => "0.9999".to_owned(),
            share => share.to_owned(),
        };
        let lengths = |play: Option<Play>| match play {
            Some(play) => [play.worst.to_string(), plain(play.moves, play.positions)],
            None => Default::default(),
        };
        let (fail, share) = match (self.outcome, self.positions) {
            (ClaimOutcome::Refuted(fail), Some(all)) => {
                (fail.to_string(), share(all.saturating_sub(fail), all))
            }
            (ClaimOutcome::Measured(held, all), _) => ((all - held).to_string(), share(held, all)),
            (ClaimOutcome::Proved, _) => ("0".to_owned(), "1".to_owned()),
            _ => Default::default(),
        };
        let mut fields = vec![
            self.program.clone(),
            self.file.clone(),
            self.class.clone().unwrap_or_default(),
            self.claim.clone(),
        ];
        let verdict = match self.outcome {
            ClaimOutcome::TooLong | ClaimOutcome::FiftyMoves => self.outcome.text(),
            _ => self.outcome.word().to_owned(),
        };
        fields.extend([verdict, cell(self.positions), fail, share]);
        fields.extend(lengths(self.play).into_iter().chain(lengths(self.perfect)));
        fields.extend([cell(self.used), cell(self.written), cell(self.lines)]);
        fields.push(cell(self.fails_in.as_ref().map(fen)));
        if times {
            fields.push(cell(self.seconds.map(|seconds| format!("{seconds:.3}"))));
        }
        fields
    }

    /// Texts of the row's cells in the order of the columns; `times` adds the seconds at the end.
    pub fn cells(&self, times: bool) -> Vec<String> {
        let nothing = || NOTHING.to_owned();
        let number = |number: Option<u64>| number.map_or_else(nothing, thousands);
        let worst = |play: Option<Play>| number(play.map(|play| u64::from(play.worst)));
        let mean = |play: Option<Play>| {
            play.map_or_else(nothing, |play| quotient(play.moves, play.positions, 2))
        };
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

/// Men of the positions that a claim is about: those of its one position, else those of its subject, else the program's; `None` where
/// none are declared.
pub fn material_of_claim(module: &Program, claim: &Claim) -> Option<Material> {
    if let FromSet::One(text) = &claim.from.set
        && let Ok(position) = parse_fen(text)
    {
        return Some(Material::of(&position));
    }
    let declared = match Subject::of_claim(claim) {
        Some(subject) => subject.material(module),
        None => module.material.as_ref(),
    };
    declared.map(|declared| Material::of_counts(declared.counts))
}

/// Text of a claim without the words that other columns have: the first word, `from all positions` and `share of`.
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

/// Identity of a rule: the offset at which it is written, with 0; without a place 0 with its number, so that each instance counts.
type Key = (u32, u16);

fn key(module: &Program, advice: u16) -> Key {
    let record = module.advice.get(usize::from(advice));
    match record.map(|record| record.place) {
        Some(place) if place != Place::default() => (place.start, 0),
        _ => (0, advice),
    }
}

/// Number of rules that a claim's subject can choose from; `None` for a claim without play.
fn written(module: &Program, claim: &Claim) -> Option<u64> {
    let choices = choices(module, Subject::of_claim(claim)?);
    let keys: BTreeSet<Key> = choices.iter().map(|of| key(module, of.advice)).collect();
    Some(keys.len() as u64)
}

/// Number of rules, each counted once as written, that were chosen in some state of the report.
fn used(module: &Program, report: &Report) -> u64 {
    let used = report.uses.iter().filter(|used| used.states > 0);
    let keys: BTreeSet<Key> = used.map(|used| key(module, used.choice.advice)).collect();
    keys.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

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
