//! What a search spent where: positions by class of moves, leaves by the conjunct that was true, cuts by the conjunct that was false.

use std::collections::BTreeMap;

use super::SelectedBy;
use crate::trace::TraceVerdict;
use crate::why::GoalKind;

/// The counts of one piece-of-advice, those of advice nested in it left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTally {
    /// The classes that were reached: the us-moves first, in the order of the program.
    pub classes: Vec<ClassTally>,
    /// The deepest ply that was tested.
    pub deepest: u16,
    /// Leaves: how often the better-goal was true.
    pub leaves: Vec<GoalTally>,
    /// Cuts: how often the holding-goal was false.
    pub cuts: Vec<GoalTally>,
    /// Moves that cost more than was left.
    pub too_dear: u64,
}

/// What one class of moves has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassTally {
    /// The class; its ply is that of the first node where it was reached.
    pub class: SelectedBy,
    /// At how many nodes it was reached.
    pub reached: u64,
    /// How many moves it selected there, those that were not tested included.
    pub selected: u64,
    /// How many positions were tested after its moves.
    pub positions: u64,
    /// Where it speaks of `TAKEN`: how many squares that had, all nodes together.
    pub taken: Option<u64>,
}

/// How often one part of a goal decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalTally {
    /// Which part decided.
    pub part: Option<DecidingPart>,
    /// How often.
    pub count: u64,
}

/// A conjunct of a goal, and where it is a disjunction the part of it that is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DecidingPart {
    /// The index of the conjunct.
    pub conjunct: usize,
    /// The index of the disjunct among its cases.
    pub case: Option<usize>,
}

/// A class in the order of the program: theirs after ours, the list of a phase after that of all other plies.
type ClassKey = (bool, u16, u16);

/// The counts in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct TallyLog {
    classes: BTreeMap<ClassKey, ClassTally>,
    deepest: u16,
    leaves: BTreeMap<Option<DecidingPart>, u64>,
    cuts: BTreeMap<Option<DecidingPart>, u64>,
    too_dear: u64,
}

impl TallyLog {
    /// A class was reached, which belongs to the list of this number.
    pub(crate) fn reached(&mut self, class: SelectedBy, list: u16, selected: usize) {
        let tally = self.class(class, list);
        tally.reached += 1;
        tally.selected += selected as u64;
        if let Some(taken) = class.taken {
            let squares = u64::from(taken.count_ones());
            tally.taken = Some(tally.taken.unwrap_or(0) + squares);
        }
    }

    /// A position was tested after a move of a class.
    pub(crate) fn tested(&mut self, ply: u16, class: Option<(SelectedBy, u16)>) {
        self.deepest = self.deepest.max(ply);
        if let Some((class, list)) = class {
            self.class(class, list).positions += 1;
        }
    }

    fn class(&mut self, class: SelectedBy, list: u16) -> &mut ClassTally {
        let key = (!class.ours, list, class.class);
        self.classes.entry(key).or_insert(ClassTally {
            class,
            reached: 0,
            selected: 0,
            positions: 0,
            taken: None,
        })
    }

    /// A move was too dear.
    pub(crate) fn dear(&mut self) {
        self.too_dear += 1;
    }

    /// A goal was evaluated: a leaf is counted, and a cut.
    pub(crate) fn judged(&mut self, verdict: &TraceVerdict, case: Option<usize>) {
        let tally = match (verdict.goal, verdict.holds) {
            (GoalKind::Better, true) => &mut self.leaves,
            (GoalKind::Holding, false) => &mut self.cuts,
            _ => return,
        };
        let part = verdict.part.as_ref().map(|part| DecidingPart {
            conjunct: part.index,
            case,
        });
        *tally.entry(part).or_default() += 1;
    }

    /// The counts. The log is empty afterwards.
    pub(crate) fn take(&mut self) -> SearchTally {
        let log = std::mem::take(self);
        let goals = |tally: BTreeMap<Option<DecidingPart>, u64>| {
            let all = tally.into_iter();
            all.map(|(part, count)| GoalTally { part, count }).collect()
        };
        SearchTally {
            classes: log.classes.into_values().collect(),
            deepest: log.deepest,
            leaves: goals(log.leaves),
            cuts: goals(log.cuts),
            too_dear: log.too_dear,
        }
    }
}
