//! The comparison of two programs that were proved over the same positions.
//!
//! ```text
//!   roots of A  ─┐ position by position          ┌─ text
//!                ├──────▶ DiffTally::add ──▶ Diff ───┼─ json
//!   roots of B  ─┘                               └─ html
//! ```
//!
//! A length is that of the longest line from the position, in moves of ours; a program that is shorter is better.

mod blocks;

use std::collections::BTreeMap;

use adv_chess::notation::fen;
use adv_chess::{Color, Move, Position};
use adv_module::Program;
use adv_prover::{Choice, EXAMPLES, Fate, moves};
use adv_record::diff::{self, ChoicePair, ContenderLengths, DiffExample, DiffExamples, LengthPair};
use serde_json::Value;

use super::numbers::many;
use super::page;
use crate::TextForm;
use crate::json::value;
use crate::proof::choice::Chosen;
use crate::proof::record::fate;
use crate::svg::{Arrow, ArrowStyle, Ways, small_ways};

/// Comparison as text; each line, the last as well, ends with a line feed.
pub fn text(diff: &Diff<'_>, form: TextForm) -> String {
    form.text(&blocks::blocks(&record(diff)))
}

/// Comparison as an HTML page.
pub fn html(diff: &Diff<'_>) -> String {
    let flipped = is_flipped(diff.tally);
    let diff = record(diff);
    let [a, b] = names(&diff.a.name, &diff.b.name);
    page::written(&page::Page {
        title: &format!("{a} – {b}"),
        headline: &diff.headline,
        blocks: blocks::blocks(&diff),
        flipped,
        record: &diff,
    })
}

/// Comparison as JSON: `Diff` of `docs/schema/proof.json`.
pub fn json(diff: &Diff<'_>) -> Value {
    value(&record(diff))
}

/// One of the two compared programs.
#[derive(Clone, Copy, Debug)]
pub struct Contender<'a> {
    /// Name of the program in the report: its file.
    pub name: &'a str,
    /// Table, strategy or piece-of-advice that plays: `krk`.
    pub subject: &'a str,
    /// Program in compiled form, for names and places in its source.
    pub module: &'a Program,
}

/// Comparison of two programs over the same positions.
#[derive(Clone, Copy, Debug)]
pub struct Diff<'a> {
    /// First program, A.
    pub a: Contender<'a>,
    /// Second program, B.
    pub b: Contender<'a>,
    /// Claim that both programs were tested for: `prove krk from all positions reaches mate`.
    pub claim: &'a str,
    /// Counts of positions by their fates under the two programs.
    pub tally: &'a DiffTally,
}

/// Counts of positions by their fates under two programs, A (the first) and B (the second).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiffTally {
    /// Number of positions in which both programs were consulted.
    pub positions: u64,
    /// Number of positions in which both play the same first move, or neither plays one.
    pub same: u64,
    /// Number of positions in which the claim holds for A only.
    pub only_a: u64,
    /// Number of positions in which the claim holds for B only.
    pub only_b: u64,
    /// Number of positions in which the claim holds for neither.
    pub neither: u64,
    /// Number of positions with different first moves in which both hold and A needs fewer moves.
    pub a_shorter: u64,
    /// Number of positions with different first moves in which both hold and B needs fewer moves.
    pub b_shorter: u64,
    /// Number of positions with different first moves in which both hold and need equally many moves.
    pub equal: u64,
    /// A's lengths in moves of ours, summed up over the positions in which both hold.
    pub a_moves: u64,
    /// B's lengths in moves of ours, summed up over the positions in which both hold.
    pub b_moves: u64,
    /// A's greatest length in moves of ours, over the positions in which both hold.
    pub a_worst: u32,
    /// B's greatest length in moves of ours, over the positions in which both hold.
    pub b_worst: u32,
    /// Counts for each pair of first choices, A's and B's.
    pub pairs: BTreeMap<Choices, Pair>,
    /// Positions in which A is shorter by most, at most [`EXAMPLES`], the largest difference first.
    pub a_best: Vec<Example>,
    /// Positions in which B is shorter by most, at most [`EXAMPLES`], the largest difference first.
    pub b_best: Vec<Example>,
    /// First positions in which only A holds, at most [`EXAMPLES`].
    pub a_only: Vec<Example>,
    /// First positions in which only B holds, at most [`EXAMPLES`].
    pub b_only: Vec<Example>,
}

/// First choices of A and B in one position; `None` for a program in which nothing applies.
pub type Choices = (Option<Choice>, Option<Choice>);

/// Counts of the positions in which A makes one choice and B another, or the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Number of positions with this pair of choices.
    pub positions: u64,
    /// Number of them in which the programs play different first moves.
    pub different: u64,
    /// Number of them in which the claim holds for both programs.
    pub both: u64,
    /// B's length less A's in moves of ours, summed up over the positions in which both hold.
    pub difference: i64,
}

/// Position in which two programs differ, kept as an example for the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Position whose fates under A and B are compared.
    pub position: Position,
    /// Fate of the position under A: whether the claim holds there, its length, and the first move.
    pub a: Fate,
    /// Fate of the position under B: whether the claim holds there, its length, and the first move.
    pub b: Fate,
}

impl Example {
    /// B's length less A's in moves of ours; `None` unless both hold.
    pub fn difference(&self) -> Option<i64> {
        Some(i64::from(moves(self.b.plies?)) - i64::from(moves(self.a.plies?)))
    }
}

impl DiffTally {
    /// Counts a position, with its fate under each program.
    pub fn add(&mut self, position: &Position, a: &Fate, b: &Fate) {
        let played = |fate: &Fate| fate.first.map(|(mv, _): (Move, Choice)| mv);
        let chosen = |fate: &Fate| fate.first.map(|(_, choice)| choice);
        let same = played(a) == played(b);
        self.positions += 1;
        self.same += u64::from(same);
        let pair = self.pairs.entry((chosen(a), chosen(b))).or_default();
        pair.positions += 1;
        pair.different += u64::from(!same);
        let example = || Example {
            position: *position,
            a: a.clone(),
            b: b.clone(),
        };
        let length = |fate: &Fate| fate.plies.filter(|_| fate.holds());
        match (length(a), length(b)) {
            (None, None) => self.neither += 1,
            (Some(_), None) => {
                self.only_a += 1;
                if self.a_only.len() < EXAMPLES {
                    self.a_only.push(example());
                }
            }
            (None, Some(_)) => {
                self.only_b += 1;
                if self.b_only.len() < EXAMPLES {
                    self.b_only.push(example());
                }
            }
            (Some(of_a), Some(of_b)) => {
                let (of_a, of_b) = (moves(of_a), moves(of_b));
                let difference = i64::from(of_b) - i64::from(of_a);
                pair.both += 1;
                pair.difference += difference;
                self.a_moves += u64::from(of_a);
                self.b_moves += u64::from(of_b);
                self.a_worst = self.a_worst.max(of_a);
                self.b_worst = self.b_worst.max(of_b);
                if !same {
                    self.a_shorter += u64::from(difference > 0);
                    self.b_shorter += u64::from(difference < 0);
                    self.equal += u64::from(difference == 0);
                }
                if difference > 0 {
                    keep(&mut self.a_best, difference, example);
                } else if difference < 0 {
                    keep(&mut self.b_best, difference, example);
                }
            }
        }
    }

    /// Number of positions with different first moves.
    pub fn different(&self) -> u64 {
        self.positions.saturating_sub(self.same)
    }

    /// Number of positions in which both programs hold.
    pub fn both(&self) -> u64 {
        self.positions
            .saturating_sub(self.only_a + self.only_b + self.neither)
    }
}

/// Inserts an example among those of the largest difference in moves, kept in order; of equal ones the earlier is first.
fn keep(best: &mut Vec<Example>, difference: i64, example: impl FnOnce() -> Example) {
    let size = |example: &Example| example.difference().unwrap_or(0).unsigned_abs();
    let at = best.partition_point(|other| size(other) >= difference.unsigned_abs());
    if at < EXAMPLES {
        best.insert(at, example());
        best.truncate(EXAMPLES);
    }
}

/// Names of the two programs, with a letter added if their files have one name.
fn names(a: &str, b: &str) -> [String; 2] {
    let name = |name: &str, letter: &str| match a == b {
        true => format!("{name} ({letter})"),
        false => name.to_owned(),
    };
    [name(a, "A"), name(b, "B")]
}

/// Sentence that heads the report: how the two programs differ.
pub fn headline(diff: &Diff<'_>) -> String {
    use super::numbers::{mean, percent};
    let tally = diff.tally;
    let [a, b] = names(diff.a.name, diff.b.name);
    if tally.positions == 0 {
        return format!("`{a}` and `{b}`: there is no position in which both were consulted");
    }
    if tally.different() == 0 {
        return format!(
            "`{a}` and `{b}` play the same first move in all {}",
            many(tally.positions, "position", "positions")
        );
    }
    format!(
        "`{a}` and `{b}` play different first moves in {} of {} ({}); {} and {} moves on average",
        crate::text::thousands(tally.different()),
        many(tally.positions, "position", "positions"),
        percent(tally.different(), tally.positions),
        mean(tally.a_moves, tally.both()),
        mean(tally.b_moves, tally.both())
    )
}

/// Public record of a comparison, with names and sentences, from which text, JSON and pages are made.
pub fn record(diff: &Diff<'_>) -> diff::Diff {
    let tally = diff.tally;
    let choice = |program: &Contender<'_>, choice: Option<Choice>| {
        choice.map(|choice| Chosen::new(program.module, choice).record())
    };
    let program = |program: &Contender<'_>| diff::Contender {
        name: program.name.to_owned(),
        subject: program.subject.to_owned(),
    };
    let flipped = is_flipped(diff.tally);
    let example = |one: &Example| DiffExample {
        fen: fen(&one.position),
        a: fate(diff.a.module, &one.position, &one.a),
        b: fate(diff.b.module, &one.position, &one.b),
        ways: small_ways(ways(one), one.position.occupied(), flipped),
    };
    let examples = |list: &[Example]| list.iter().map(example).collect();
    let lengths = |sum, worst| ContenderLengths { sum, worst };
    diff::Diff {
        a: program(&diff.a),
        b: program(&diff.b),
        claim: diff.claim.to_owned(),
        headline: headline(diff),
        positions: tally.positions,
        same: tally.same,
        different: tally.different(),
        a_shorter: tally.a_shorter,
        b_shorter: tally.b_shorter,
        equal: tally.equal,
        both: tally.both(),
        only_a: tally.only_a,
        only_b: tally.only_b,
        neither: tally.neither,
        lengths: LengthPair {
            a: lengths(tally.a_moves, tally.a_worst),
            b: lengths(tally.b_moves, tally.b_worst),
        },
        pairs: (tally.pairs.iter())
            .map(|((a, b), pair)| ChoicePair {
                a: choice(&diff.a, *a),
                b: choice(&diff.b, *b),
                positions: pair.positions,
                different: pair.different,
                both: pair.both,
                difference: pair.difference,
            })
            .collect(),
        examples: DiffExamples {
            a_only: examples(&tally.a_only),
            b_only: examples(&tally.b_only),
            a_shorter: examples(&tally.a_best),
            b_shorter: examples(&tally.b_best),
        },
        made_by: None,
    }
}

/// True for a page that is seen from Black's side: the first example has Black to move.
fn is_flipped(tally: &DiffTally) -> bool {
    let lists = [&tally.a_only, &tally.b_only, &tally.a_best, &tally.b_best];
    let first = lists.into_iter().find_map(|list| list.first());
    first.is_some_and(|example| example.position.turn() == Color::Black)
}

/// Arrows of the first moves of both programs: A's in the colour of White's ways, B's in that of Black's.
fn ways(example: &Example) -> Ways {
    let sides = [(Color::White, &example.a), (Color::Black, &example.b)];
    let arrow = |(color, fate): (Color, &Fate)| {
        let (mv, _) = fate.first?;
        Some(Arrow {
            style: ArrowStyle { color, level: 0 },
            from: mv.from,
            to: mv.to,
            is_stopped: false,
            number: 0,
        })
    };
    Ways {
        arrows: sides.into_iter().filter_map(arrow).collect(),
        ..Ways::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation::parse_fen;

    fn fate(plies: Option<u32>, to: u8) -> Fate {
        let position = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").expect("a position");
        let mv = *position
            .legal_moves()
            .get(usize::from(to))
            .expect("a legal move");
        let choice = Choice::of_piece(0);
        Fate {
            plies,
            over: None,
            first: Some((mv, choice)),
        }
    }

    #[test]
    fn positions_are_counted_and_the_largest_differences_kept() {
        let position = Position::start();
        let mut tally = DiffTally::default();
        for longer in 0..20 {
            tally.add(&position, &fate(Some(9), 0), &fate(Some(9 + 2 * longer), 1));
        }
        tally.add(&position, &fate(Some(9), 0), &fate(Some(5), 0));
        tally.add(&position, &fate(None, 0), &fate(Some(5), 1));
        tally.add(&position, &fate(Some(1), 0), &fate(None, 0));
        tally.add(&position, &fate(None, 0), &fate(None, 1));
        assert_eq!((tally.positions, tally.same, tally.both()), (24, 2, 21));
        assert_eq!((tally.only_a, tally.only_b, tally.neither), (1, 1, 1));
        assert_eq!(
            (tally.a_shorter, tally.b_shorter, tally.equal),
            (19, 0, 1),
            "the same first move is not counted here"
        );
        let kept: Vec<Option<i64>> = tally.a_best.iter().map(Example::difference).collect();
        let largest: Vec<Option<i64>> = (12..20).rev().map(Some).collect();
        assert_eq!(kept, largest);
        assert_eq!(tally.b_best.len(), 1);
        let pair = tally.pairs.values().next().copied().unwrap_or_default();
        assert_eq!(
            (pair.positions, pair.different, pair.both, pair.difference),
            (24, 22, 21, 190 - 2)
        );
    }
}
