//! The cases that resemble a position most, as the second algorithm of the paper looks for them.
//!
//! A fact's key is its pattern, its side and the stage. A case has a fact *too* where the keys are equal. *Brothers* are facts of one side
//! whose patterns share the branch of the tree of evaluation, or are one pattern in two stages; *cousins* share the parent of the
//! branch, where it has one: branches directly under the root are no relatives. A case is compared where it has a fact of the position
//! too, or a brother of one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use adv_chess::{Color, Position};

use crate::base::CaseBase;
use crate::case::{Case, Name};
use crate::similarity::{Board, FactSums, Likeness, SimilarityWeights};

/// The branch of each pattern in the tree of evaluation, such as `pawn.weak.backward`, by the pattern's name. Facts of other patterns are
/// passed over.
pub type Branches = BTreeMap<String, String>;

/// A fact of the position that cases are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Name of the pattern that occurs.
    pub pattern: Name,
    /// The pattern's branch in the tree of evaluation, such as `pawn.weak.backward`.
    pub path: Name,
    /// Side that the fact is about: White, in `White's king is exposed`.
    pub side: Color,
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
    let [own, other] = [&fact.path, branch].map(|path| path.rsplit_once('.'));
    if *fact.pattern == *pattern {
        Neighbour::Same
    } else if *fact.path == *branch {
        Neighbour::Brother
    } else if own.is_some() && own.map(|path| path.0) == other.map(|path| path.0) {
        Neighbour::Cousin
    } else {
        Neighbour::None
    }
}

/// For each fact of a question, its closest relation to a case, with the index of the case's fact: of equally close ones the first.
pub fn neighbours(
    question: &Question,
    case: &Case,
    branches: &Branches,
) -> Vec<(Neighbour, Option<usize>)> {
    let mut comparison = Comparison::new(question, branches);
    comparison.compare(case);
    comparison.best
}

impl CaseBase {
    /// Finds at most `count` cases nearest to a position: the most alike first, of equal ones the oldest.
    ///
    /// Facts of the case with an unknown pattern count neither for nor against it.
    pub fn nearest(
        &self,
        question: &Question,
        branches: &Branches,
        weights: &SimilarityWeights,
        count: usize,
    ) -> Vec<Near> {
        let board = Board::new(&question.position);
        let mut comparison = Comparison::new(question, branches);
        let likeness = |case| {
            let sums = comparison.compare(case)?;
            let (number, likeness) = (case.number, board.compare(&case.position, &sums, weights));
            Some(Near { number, likeness })
        };
        let mut found: Vec<Near> = self.cases().iter().filter_map(likeness).collect();
        let key = |near: &Near| (Reverse(near.likeness.total), near.number);
        if (1..found.len()).contains(&count) {
            found.select_nth_unstable_by_key(count - 1, key);
        }
        found.truncate(count);
        found.sort_unstable_by_key(key);
        found
    }
}

/// State of comparing a question's facts with the facts of one case after another.
struct Comparison<'a> {
    question: &'a Question,
    branches: &'a Branches,
    /// The relation of each pattern of the cases so far to each fact of the question; `None` for an unknown pattern.
    kins: HashMap<&'a str, Option<Vec<Neighbour>>>,
    /// For each fact of the question, its closest relation to the facts of the present case, with the index of that fact.
    best: Vec<(Neighbour, Option<usize>)>,
}

impl<'a> Comparison<'a> {
    fn new(question: &'a Question, branches: &'a Branches) -> Comparison<'a> {
        Comparison {
            question,
            branches,
            kins: HashMap::new(),
            best: Vec::new(),
        }
    }

    /// Compares a case, and sums the worths of facts for its likeness; `None` where it has neither a fact of the question nor a brother of
    /// one.
    fn compare(&mut self, case: &'a Case) -> Option<FactSums> {
        let facts = &self.question.facts;
        self.best.clear();
        self.best.resize(facts.len(), (Neighbour::None, None));
        // One pattern in two stages makes brothers.
        let closest = match self.question.stage == case.stage {
            true => Neighbour::Same,
            false => Neighbour::Brother,
        };
        let mut sums = FactSums::default();
        for (place, other) in case.facts.iter().enumerate() {
            let kins = self
                .kins
                .entry(&other.pattern)
                .or_insert_with_key(|pattern| {
                    let branch = self.branches.get(*pattern)?;
                    Some(
                        facts
                            .iter()
                            .map(|fact| kin(fact, pattern, branch))
                            .collect(),
                    )
                });
            let Some(kins) = kins else { continue };
            let mut related = false;
            for ((fact, kin), best) in facts.iter().zip(kins).zip(&mut self.best) {
                if fact.side == other.side && *kin != Neighbour::None {
                    related = true;
                    let near = closest.min(*kin);
                    if near > best.0 {
                        *best = (near, Some(place));
                    }
                }
            }
            if !related {
                sums.extra += i64::from(other.worth.unsigned_abs());
            }
        }
        for (fact, (best, _)) in facts.iter().zip(&self.best) {
            let worth = i64::from(fact.worth);
            match best {
                Neighbour::Same => sums.both += worth,
                Neighbour::Brother => sums.near_quarters += 2 * worth,
                Neighbour::Cousin => sums.near_quarters += worth,
                Neighbour::None => sums.lacking += worth,
            }
        }
        let comparable = self.best.iter().any(|best| best.0 >= Neighbour::Brother);
        comparable.then_some(sums)
    }
}
