//! What is known of numbers: the stretch that a number lies in, and which of two is larger.

use super::{BranchFacts, MOST_FACTS, PlacedValue, Setting};
use crate::check::Const;
use crate::fold::FAR;
use crate::hir::{BoardRelation, ExprKind, PrimId, Relation, Type};

/// A number between two ends.
#[derive(Clone)]
pub(super) struct NumberFact<'p> {
    pub term: PlacedValue<'p>,
    pub low: i64,
    pub high: i64,
    holes: Vec<i64>,
}

/// Two numbers, and the bits of `<`, `=`, `>` that are left; or two boards, and the bits of [`cases`].
#[derive(Clone)]
pub(super) struct Order<'p> {
    left: PlacedValue<'p>,
    right: PlacedValue<'p>,
    signs: u8,
}

impl NumberFact<'_> {
    pub fn narrow(&mut self, low: i64, high: i64) {
        self.low = self.low.max(low);
        self.high = self.high.min(high);
    }

    pub fn is_impossible(&self) -> bool {
        let mut low = self.low;
        while low <= self.high && self.holes.contains(&low) {
            low = low.saturating_add(1);
        }
        low > self.high
    }
}

/// The bits of the order of two numbers that a relation allows.
const fn signs(relation: Relation) -> u8 {
    match relation {
        Relation::Lt => 1,
        Relation::Eq => 2,
        Relation::Le => 3,
        Relation::Gt => 4,
        Relation::Ne => 5,
        Relation::Ge => 6,
    }
}

/// The same order of numbers seen from the other side.
const fn turned(signs: u8) -> u8 {
    signs & 2 | (signs & 1) << 2 | signs >> 2
}

/// The bits of what two boards can be to each other where a relation holds: both empty, equal, the first alone empty, within the second;
/// the second alone empty, within the first; apart, crossing.
const fn cases(relation: BoardRelation) -> u8 {
    match relation {
        BoardRelation::Eq => 0b11,
        BoardRelation::Ne => !0b11,
        BoardRelation::Subset => 0b1111,
        BoardRelation::ProperSubset => 0b1100,
        BoardRelation::In => 0b1010,
        BoardRelation::Disjoint => 0b0101_0101,
    }
}

impl<'p> Setting<'p> {
    /// Adds a relation of two numbers. False where it excludes what is known.
    pub(super) fn compare(
        &self,
        facts: &mut BranchFacts<'p>,
        relation: Relation,
        left: PlacedValue<'p>,
        right: PlacedValue<'p>,
        value: bool,
    ) -> bool {
        let signs = if value {
            signs(relation)
        } else {
            7 ^ signs(relation)
        };
        match (self.constant(left.expr), self.constant(right.expr)) {
            (None, Some(Const::Number(number))) => self.bound(facts, left, signs, &number),
            (Some(Const::Number(number)), None) => self.bound(facts, right, turned(signs), &number),
            _ => self.order(facts, left, signs, right),
        }
    }

    /// Adds a relation of two boards. False where it excludes what is known.
    pub(super) fn relate(
        &self,
        facts: &mut BranchFacts<'p>,
        relation: BoardRelation,
        left: PlacedValue<'p>,
        right: PlacedValue<'p>,
        value: bool,
    ) -> bool {
        let all = cases(relation);
        self.order(facts, left, if value { all } else { !all }, right)
    }

    fn bound(
        &self,
        facts: &mut BranchFacts<'p>,
        term: PlacedValue<'p>,
        signs: u8,
        number: &[i64],
    ) -> bool {
        let &[number] = number else {
            return true;
        };
        let known = facts
            .numbers
            .iter()
            .position(|fact| self.is_same(fact.term, term));
        let at = known.unwrap_or_else(|| {
            let (low, high) = self.range(term.expr, term.at).ends();
            let holes = Vec::new();
            facts.numbers.push(NumberFact {
                term,
                low,
                high,
                holes,
            });
            facts.numbers.len() - 1
        });
        let fact = &mut facts.numbers[at];
        match signs {
            1 => fact.narrow(i64::MIN, number.saturating_sub(1)),
            2 => fact.narrow(number, number),
            3 => fact.narrow(i64::MIN, number),
            4 => fact.narrow(number.saturating_add(1), i64::MAX),
            5 if fact.holes.len() < MOST_FACTS => fact.holes.push(number),
            6 => fact.narrow(number, i64::MAX),
            _ => {}
        }
        !fact.is_impossible()
    }

    fn order(
        &self,
        facts: &mut BranchFacts<'p>,
        left: PlacedValue<'p>,
        signs: u8,
        right: PlacedValue<'p>,
    ) -> bool {
        for order in &mut facts.orders {
            let signs = if self.is_same(order.left, left) && self.is_same(order.right, right) {
                signs
            } else if self.is_same(order.left, right) && self.is_same(order.right, left) {
                match left.expr.ty {
                    Type::Board => signs & 0xc3 | (signs & 0x0c) << 2 | (signs & 0x30) >> 2,
                    _ => turned(signs),
                }
            } else {
                continue;
            };
            order.signs &= signs;
            return order.signs != 0;
        }
        if facts.orders.len() < MOST_FACTS {
            facts.orders.push(Order { left, right, signs });
        }
        true
    }

    /// What numbers and the boards that they are of say of each other.
    pub(super) fn links(&self, facts: &mut BranchFacts<'p>) {
        for at in 0..facts.numbers.len() {
            let NumberFact {
                term, low, high, ..
            } = facts.numbers[at];
            let ExprKind::Prim(id, _, args) = &term.expr.kind else {
                continue;
            };
            for expr in args.iter().filter(|_| !matches!(id, PrimId::LegalMoves)) {
                let of = self.resolve(PlacedValue { at: term.at, expr });
                let Some(board) = self.board(facts, of) else {
                    continue;
                };
                let board = &mut facts.boards[board];
                match id {
                    PrimId::File | PrimId::Rank => {
                        board.full |= low >= 0;
                        board.empty |= high < 0;
                        if low >= 0 {
                            board.lines(*id == PrimId::Rank, low, high);
                        }
                    }
                    PrimId::Count => {
                        board.full |= low > 0;
                        board.empty |= high <= 0;
                    }
                    PrimId::Dist | PrimId::Manhattan => board.full |= high < FAR,
                    _ => continue,
                }
                let (empty, full) = (board.empty, board.full);
                let most = i64::from(board.may.count_ones());
                let number = &mut facts.numbers[at];
                match id {
                    PrimId::File | PrimId::Rank if empty => number.narrow(-1, -1),
                    PrimId::File | PrimId::Rank if full => number.narrow(0, 7),
                    PrimId::Count if empty => number.narrow(0, 0),
                    PrimId::Count => number.narrow(i64::from(full), most),
                    PrimId::Dist | PrimId::Manhattan if empty => number.narrow(FAR, FAR),
                    _ => {}
                }
            }
        }
    }
}
