//! The cases that resemble a position most, as the second algorithm of the paper looks for them.
//!
//! A fact's key is its pattern, its side and the stage. A case has a fact *too* where the keys are equal. *Brothers* are facts of one side
//! whose patterns share the branch of the tree of evaluation, or are one pattern in two stages; *cousins* share the parent of the
//! branch, where it has one: branches directly under the root are no relatives. A case is compared where it has a fact of the position
//! too, or a brother of one.

use std::cmp::Reverse;

use adv_chess::{Color, Position};

use crate::base::CaseBase;
use crate::case::{Case, Name};
use crate::index::Row;
use crate::similarity::{Board, FactSums, Likeness, SimilarityWeights};

/// Lookup of the place of a pattern in the tree of evaluation, which the caller knows.
pub trait Branches {
    /// The branch of a pattern, such as `pawn.weak.backward`; `None` for an unknown pattern, whose facts are passed over.
    fn branch(&self, pattern: &str) -> Option<&str>;
}

impl<F: Fn(&str) -> Option<&'static str>> Branches for F {
    fn branch(&self, pattern: &str) -> Option<&str> {
        self(pattern)
    }
}

impl Branches for std::collections::BTreeMap<String, String> {
    fn branch(&self, pattern: &str) -> Option<&str> {
        self.get(pattern).map(String::as_str)
    }
}

/// A fact of the position that cases are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Name of the pattern that occurs.
    pub pattern: Name,
    /// The pattern's branch in the tree of evaluation, such as `pawn.weak.backward`.
    pub path: Name,
    /// Side that the fact is about: White, in `White's king is exposed`.
    pub side: Color,
    /// The fact's squares, as a set with a bit for each; they do not count in comparisons.
    pub squares: u64,
    /// Absolute worth of the fact, in hundredths of a pawn.
    pub worth: u32,
}

/// A position and its facts, for which the nearest cases are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position that cases are compared with.
    pub position: Position,
    /// The stage, which is part of every fact's key; `None` where its descriptor does not hold.
    pub stage: Option<Name>,
    /// The facts of the position, which are compared with those of each case.
    pub facts: Vec<Fact>,
}

/// A case that resembles a position, and how alike the two are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The number of the case in its base.
    pub number: u32,
    /// The likeness of the case and the position.
    pub likeness: Likeness,
}

/// Closest relation of a fact of the position to the facts of a case; a larger value is closer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Neighbour {
    /// No fact of the case is related.
    #[default]
    None,
    /// A cousin: a fact whose branch has the same parent in the tree of evaluation.
    Cousin,
    /// A brother: a fact of the same branch, or of the same pattern in another stage.
    Brother,
    /// The fact itself: the same pattern, side and stage.
    Same,
}

/// The relation of a fact to a pattern, computed from pattern and branch alone, without sides and stages.
fn kin(fact: &Fact, pattern: &str, branch: &str) -> Neighbour {
    let parent = |branch: &str| branch.rsplit_once('.').map(|(parent, _)| parent.to_owned());
    if *fact.pattern == *pattern {
        Neighbour::Same
    } else if *fact.path == *branch {
        Neighbour::Brother
    } else if parent(&fact.path).is_some_and(|own| parent(branch) == Some(own)) {
        Neighbour::Cousin
    } else {
        Neighbour::None
    }
}

/// Adjusts a relation for the stages of position and case: one pattern in two stages makes brothers.
fn staged(kin: Neighbour, same_stage: bool) -> Neighbour {
    match same_stage {
        true => kin,
        false => kin.min(Neighbour::Brother),
    }
}

/// For each fact of a question, its closest relation to a case, with the index of the case's fact: of equally close ones the first.
pub fn neighbours(
    question: &Question,
    case: &Case,
    branches: &dyn Branches,
) -> Vec<(Neighbour, Option<usize>)> {
    let same_stage = question.stage == case.stage;
    let of = |fact: &Fact| {
        let mut best = (Neighbour::None, None);
        for (place, other) in case.facts.iter().enumerate() {
            let Some(branch) = branches.branch(&other.pattern) else {
                continue;
            };
            let near = staged(kin(fact, &other.pattern, branch), same_stage);
            if other.side == fact.side && near > best.0 {
                best = (near, Some(place));
            }
        }
        best
    };
    question.facts.iter().map(of).collect()
}

impl CaseBase {
    /// Finds at most `count` cases nearest to a position: the most alike first, of equal ones the oldest.
    ///
    /// Facts of the case with an unknown pattern count neither for nor against it.
    pub fn nearest(
        &self,
        question: &Question,
        branches: &dyn Branches,
        weights: &SimilarityWeights,
        count: usize,
    ) -> Vec<Near> {
        let board = Board::new(&question.position);
        let mut comparison = Comparison::new(self, question, branches);
        let mut found: Vec<(Reverse<i64>, Near)> = Vec::new();
        for (record, rows) in self.records().iter().zip(self.index().by_case()) {
            let same_stage = record.case.stage == question.stage;
            let Some(sums) = comparison.sums(rows, same_stage) else {
                continue;
            };
            let likeness = board.compare(&record.case.position, &sums, weights);
            let near = Near {
                number: record.number,
                likeness,
            };
            found.push((Reverse(likeness.total), near));
        }
        let key = |(total, near): &(Reverse<i64>, Near)| (*total, near.number);
        if count == 0 {
            return Vec::new();
        }
        if count < found.len() {
            found.select_nth_unstable_by_key(count - 1, key);
            found.truncate(count);
        }
        found.sort_unstable_by_key(key);
        found.into_iter().map(|(_, near)| near).collect()
    }
}

/// State of comparing a question's facts with the facts of every case of a base.
struct Comparison<'a> {
    facts: &'a [Fact],
    /// For each pattern of the base, true where [`Branches`] knows it.
    known: Vec<bool>,
    /// The relation of each pattern of the base to each fact of the question, pattern by pattern.
    kins: Vec<Neighbour>,
    /// For each fact of the question, its closest relation to the facts of the present case.
    best: Vec<Neighbour>,
}

impl<'a> Comparison<'a> {
    fn new(base: &CaseBase, question: &'a Question, branches: &dyn Branches) -> Comparison<'a> {
        let mut known = Vec::new();
        let mut kins = Vec::new();
        for pattern in base.patterns() {
            let branch = branches.branch(pattern);
            known.push(branch.is_some());
            for fact in &question.facts {
                kins.push(branch.map_or(Neighbour::None, |branch| kin(fact, pattern, branch)));
            }
        }
        Comparison {
            facts: &question.facts,
            known,
            kins,
            best: vec![Neighbour::None; question.facts.len()],
        }
    }

    /// Sums the worths of a case's facts for its likeness; `None` where it has neither a fact of the question nor a brother of one.
    fn sums(&mut self, rows: &[Row], same_stage: bool) -> Option<FactSums> {
        let mut sums = FactSums::default();
        self.best.fill(Neighbour::None);
        let count = self.facts.len();
        for row in rows {
            let pattern = row.pattern as usize;
            if self.known.get(pattern) != Some(&true) {
                continue;
            }
            let kins = self.kins.get(pattern * count..).unwrap_or_default();
            let mut related = false;
            for ((fact, kin), best) in self.facts.iter().zip(kins).zip(&mut self.best) {
                if fact.side == row.side && *kin != Neighbour::None {
                    related = true;
                    *best = (*best).max(staged(*kin, same_stage));
                }
            }
            if !related {
                sums.extra += i64::from(row.worth);
            }
        }
        for (fact, best) in self.facts.iter().zip(&self.best) {
            let worth = i64::from(fact.worth);
            match best {
                Neighbour::Same => sums.both += worth,
                Neighbour::Brother => sums.near_quarters += 2 * worth,
                Neighbour::Cousin => sums.near_quarters += worth,
                Neighbour::None => sums.lacking += worth,
            }
        }
        let comparable = self.best.iter().any(|best| *best >= Neighbour::Brother);
        comparable.then_some(sums)
    }
}
