//! What is known of boards: the squares that they may have, those that they have, and whether they are empty.

use super::{BranchFacts, MOST_FACTS, PlacedValue, Setting};
use crate::hir::{BoardRelation, Type};

/// A board.
#[derive(Clone)]
pub(super) struct BoardFact<'p> {
    pub term: PlacedValue<'p>,
    /// No square is outside of these.
    pub may: u64,
    /// All of these are in it.
    must: u64,
    pub empty: bool,
    pub full: bool,
    /// It has one square, as a king has.
    single: bool,
    /// It has a square of each of these.
    hits: Vec<u64>,
}

impl BoardFact<'_> {
    pub fn is_impossible(&self) -> bool {
        let full = self.full || self.must != 0 || !self.hits.is_empty();
        full && (self.empty || self.may == 0)
            || self.single && !self.empty && self.may == 0
            || self.must & !self.may != 0
            || self.single && self.must.count_ones() > 1
            || self.hits.iter().any(|hit| self.may & hit == 0)
    }

    /// Its smallest rank or file lies between two numbers.
    pub fn lines(&mut self, is_rank: bool, low: i64, high: i64) {
        let on = |from: i64, to: i64| {
            let squares = (0..64_u32).filter(|square| {
                let line = i64::from(if is_rank { square / 8 } else { square % 8 });
                from <= line && line <= to
            });
            squares.fold(0_u64, |set, square| set | 1 << square)
        };
        self.may &= on(low, 7);
        if self.hits.len() < MOST_FACTS {
            self.hits.push(on(low, high));
        }
    }

    /// It lacks a square of these.
    fn leaves(&mut self, set: u64) {
        if set.is_power_of_two() {
            self.may &= !set;
        }
    }

    /// It has a square of these.
    fn meets(&mut self, set: u64) {
        if self.single {
            self.may &= set;
        } else if self.hits.len() < MOST_FACTS {
            self.hits.push(set);
        }
    }
}

impl<'p> Setting<'p> {
    /// The place of what is known of a board.
    pub(super) fn board(
        &self,
        facts: &mut BranchFacts<'p>,
        term: PlacedValue<'p>,
    ) -> Option<usize> {
        let known = facts
            .boards
            .iter()
            .position(|fact| self.is_same(fact.term, term));
        if known.is_some() || facts.boards.len() >= MOST_FACTS || term.expr.ty != Type::Board {
            return known;
        }
        let of = self.range(term.expr, term.at).squares();
        facts.boards.push(BoardFact {
            term,
            may: of.may,
            must: of.must,
            empty: of.is_empty(),
            full: false,
            single: of.least == 1 && of.most == 1,
            hits: Vec::new(),
        });
        Some(facts.boards.len() - 1)
    }

    /// Adds a relation of a board to squares.
    pub(super) fn restrict(
        &self,
        facts: &mut BranchFacts<'p>,
        term: PlacedValue<'p>,
        relation: BoardRelation,
        set: u64,
        value: bool,
    ) {
        use BoardRelation::{Disjoint, Eq, In, Ne, ProperSubset, Subset};
        let Some(at) = self.board(facts, term) else {
            return;
        };
        let board = &mut facts.boards[at];
        match (relation, value) {
            (Eq, true) | (Ne, false) => {
                board.may &= set;
                board.must |= set;
                board.empty |= set == 0;
            }
            (Eq, false) | (Ne, true) if set == 0 => board.full = true,
            (Eq, false) | (Ne, true) if board.single => board.leaves(set),
            (Eq, false) | (Ne, true) => {}
            (Subset | ProperSubset, true) => board.may &= set,
            (Subset, false) => board.meets(!set),
            (In, true) => {
                board.may &= set;
                board.full = true;
            }
            (In, false) if board.single => board.meets(!set),
            (Disjoint, true) => board.may &= !set,
            (Disjoint, false) => board.meets(set),
            (In | ProperSubset, false) => {}
        }
    }

    /// Adds a relation of squares to a board.
    pub(super) fn holds(
        &self,
        facts: &mut BranchFacts<'p>,
        set: u64,
        relation: BoardRelation,
        term: PlacedValue<'p>,
        value: bool,
    ) {
        use BoardRelation::{Disjoint, Eq, In, Ne, ProperSubset, Subset};
        if matches!(relation, Eq | Ne | Disjoint) {
            return self.restrict(facts, term, relation, set, value);
        }
        let Some(at) = self.board(facts, term) else {
            return;
        };
        let board = &mut facts.boards[at];
        match (relation, value) {
            (Subset | ProperSubset | In, true) => board.must |= set,
            (Subset, false) => board.leaves(set),
            (In, false) if set != 0 => board.leaves(set),
            _ => {}
        }
    }
}
