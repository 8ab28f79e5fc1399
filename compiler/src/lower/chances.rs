//! How likely a truth is, as far as that can be said without a position, and the order of conjuncts that follows.
//!
//! Of conjuncts that cost `c` and are false with the chance `f`, the one with the smallest `c / f` is best tested first (Hanani,
//! "An optimal evaluation of Boolean expressions in an online query system", CACM 20(5), 1977); of disjuncts the same with the
//! chance of being true. A condition that nearly always holds comes late however cheap it is:
//!
//! ```text
//!   ¬stalemate ∧ room < root.room ∧ dist(W.K, B.K) = 2
//!     96 / 0.02      20 / 0.5          4 / 0.85              the distance, the room, then the stalemate
//! ```
//!
//! The chances are those of a position with the men anywhere, counted once for each kind of relation; a wrong chance costs
//! time and changes nothing else.

use super::term::{Binary, Loop, Term, TermId, Terms, Unary, WordMap};
use crate::hir::{PrimId, Ty};

/// Certainty. Chances are parts of it.
pub(super) const CERTAIN: u32 = 256;
/// Where nothing is known.
pub(super) const EVEN: u32 = CERTAIN / 2;

/// Of two squares anywhere, how often their distance in king's moves is below 0, 1, 2, … 8.
const NEARER: [u32; 9] = [0, 4, 30, 84, 144, 194, 229, 249, 256];
/// The same for files plus ranks, below 0, 1, … 14.
const WALKED: [u32; 15] = [
    0, 4, 18, 44, 80, 120, 160, 195, 219, 235, 245, 251, 254, 255, 256,
];
/// Rows up to this length are put in the best order that there is.
const SHORT: usize = 6;
/// How many terms of each part are looked at for that.
const LOOK: usize = 60;
/// How many squares a loop is taken to look at before it finds one.
const LOOKED_AT: u32 = 3;

/// Both of two that have nothing to do with each other.
pub(super) const fn both(a: u32, b: u32) -> u32 {
    a * b / CERTAIN
}

impl Terms {
    /// The chance that a truth holds; even for what is no truth.
    pub(super) fn chance(&self, id: TermId) -> u32 {
        u32::from(self.facts(id).chance)
    }

    /// The chance of a term that is being made.
    pub(super) fn chance_of(&self, term: &Term) -> u32 {
        match term {
            Term::Const(Ty::Truth, word) => {
                if *word == 0 {
                    0
                } else {
                    CERTAIN
                }
            }
            Term::Unary(Unary::Not, a) => CERTAIN - self.chance(*a),
            Term::Unary(Unary::NonEmpty, a) => self.some(*a),
            &Term::Binary(Binary::Subset, _, b) => self.within(b),
            &Term::Binary(Binary::Lt, a, b) => self.less_likely(a, b),
            &Term::Binary(Binary::Eq, a, b) => match self.facts(a).ty {
                Ty::Board => self
                    .constant(b)
                    .map_or(16, |word| 4 * word.count_ones().min(4)),
                Ty::Number => 40,
                _ => EVEN,
            },
            Term::And(list) => list
                .iter()
                .fold(CERTAIN, |all, &part| both(all, self.chance(part))),
            Term::Or(list) => {
                let none = list.iter().fold(CERTAIN, |none, &part| {
                    both(none, CERTAIN - self.chance(part))
                });
                CERTAIN - none
            }
            &Term::If(test, a, b) => {
                let test = self.chance(test);
                both(test, self.chance(a)) + both(CERTAIN - test, self.chance(b))
            }
            &Term::Fold(Loop::Exists, _, _, body) => {
                let not = CERTAIN - self.chance(body);
                CERTAIN - (0..LOOKED_AT).fold(CERTAIN, |none, _| both(none, not))
            }
            Term::Prim(PrimId::InCheck, ..) | Term::Turned(..) => 40,
            Term::Prim(PrimId::Mated | PrimId::Stalemated | PrimId::Insufficient, ..) => 5,
            _ => EVEN,
        }
    }

    /// The chance that a board has squares.
    fn some(&self, board: TermId) -> u32 {
        match *self.term(board) {
            // Pieces are captured seldom, and kings never.
            Term::Piece(..) | Term::Squares(..) => 240,
            Term::Prim(..) | Term::Binary(Binary::Union, ..) => 220,
            Term::Binary(Binary::Intersect, _, b) => self.within(b),
            _ => EVEN,
        }
    }

    /// The chance that a square is in a board.
    fn within(&self, board: TermId) -> u32 {
        match self.constant(board) {
            Some(word) => (4 * word.count_ones()).clamp(4, CERTAIN - 4),
            None => 64,
        }
    }

    fn less_likely(&self, a: TermId, b: TermId) -> u32 {
        let below = |measured: TermId, bound: i64| {
            let table: &[u32] = match self.term(measured) {
                Term::Binary(Binary::Dist, ..) => &NEARER,
                Term::Binary(Binary::Manhattan, ..) => &WALKED,
                _ => return None,
            };
            let bound = usize::try_from(bound).unwrap_or(0).min(table.len() - 1);
            table.get(bound).copied()
        };
        match (self.number(a), self.number(b)) {
            (_, Some(bound)) => below(a, bound).unwrap_or(EVEN),
            (Some(bound), None) => {
                below(b, bound.saturating_add(1)).map_or(EVEN, |nearer| CERTAIN - nearer)
            }
            (None, None) => EVEN,
        }
    }

    /// Puts the parts of a row in the best order of evaluation. Parts that can stop a consultation come last, in the author's
    /// order: they are evaluated later than written, never earlier.
    pub(super) fn arrange(&self, any: bool, row: &mut [TermId]) {
        row.sort_by_key(|&id| {
            let facts = self.facts(id);
            if facts.satisfiable {
                return (true, 0);
            }
            let decides = u64::from((CERTAIN - self.goes_on(any, id)).max(1));
            let rank = u64::from(facts.cost) * u64::from(CERTAIN) / decides;
            (false, rank)
        });
        let pure = row
            .iter()
            .take_while(|&&id| !self.facts(id).satisfiable)
            .count();
        if let Some(order) = row.get(..pure).and_then(|row| self.with_shares(any, row)) {
            for (place, id) in row.iter_mut().zip(order) {
                *place = id;
            }
        }
    }

    /// The chance that a row goes on after this part.
    fn goes_on(&self, any: bool, id: TermId) -> u32 {
        if any {
            CERTAIN - self.chance(id)
        } else {
            self.chance(id)
        }
    }

    /// The best order of a short row whose parts have something in common: the part tested first pays for that. The cost of a part
    /// after others depends on which they are and not on their order, so the best orders of all subsets follow from each other
    /// (Held and Karp, 1962).
    fn with_shares(&self, any: bool, row: &[TermId]) -> Option<Vec<TermId>> {
        if !(2..=SHORT).contains(&row.len()) {
            return None;
        }
        // Which parts each term is in.
        let mut within: WordMap<TermId, usize> = WordMap::default();
        let mut met = Vec::new();
        for (part, &id) in row.iter().enumerate() {
            let (mut open, mut seen) = (vec![id], 0);
            while let Some(id) = open.pop() {
                let parts = within.entry(id).or_default();
                if seen == LOOK || *parts >> part & 1 == 1 {
                    continue;
                }
                *parts |= 1 << part;
                met.push(id);
                seen += 1;
                self.each_part(id, &mut |inner| open.push(inner));
            }
        }
        let shared = |id: TermId| within.get(&id).copied().unwrap_or(0);
        let common = |id: &TermId| shared(*id).count_ones() > 1 && self.facts(*id).cost > 1;
        if !met.iter().any(common) {
            return None;
        }
        // The cost of a part after the parts in `before` have been tested.
        let cost = |id: TermId, before: usize| {
            let mut cost = self.facts(id).cost;
            let (mut open, mut seen) = (vec![id], 0);
            while let Some(id) = open.pop() {
                seen += 1;
                if shared(id) & before != 0 {
                    cost = cost.saturating_sub(self.facts(id).cost);
                } else if seen < LOOK {
                    self.each_part(id, &mut |inner| open.push(inner));
                }
            }
            u64::from(cost.max(1))
        };
        let all = (1usize << row.len()) - 1;
        // By the set of those tested so far: their least cost, the last of them, and the chance of going on.
        let mut best: Vec<(u64, usize, u32)> = vec![(u64::MAX, 0, CERTAIN); all + 1];
        *best.first_mut()? = (0, 0, CERTAIN);
        for set in 0..all {
            let (spent, _, goes_on) = *best.get(set)?;
            for (part, &id) in row
                .iter()
                .enumerate()
                .filter(|(part, _)| set >> part & 1 == 0)
            {
                let then = spent.saturating_add(cost(id, set).saturating_mul(u64::from(goes_on)));
                let entry = best.get_mut(set | 1 << part)?;
                if then < entry.0 {
                    *entry = (then, part, both(goes_on, self.goes_on(any, id)));
                }
            }
        }
        let (mut set, mut order) = (all, Vec::with_capacity(row.len()));
        while set != 0 {
            let last = best.get(set)?.1;
            order.push(*row.get(last)?);
            set &= !(1 << last);
        }
        order.reverse();
        Some(order)
    }

    /// The terms that are computed for a term whatever comes out, as far as they can be shared.
    fn each_part(&self, id: TermId, each: &mut dyn FnMut(TermId)) {
        if self.facts(id).kept {
            return;
        }
        match self.term(id) {
            Term::And(list) | Term::Or(list) => list.first().copied().into_iter().for_each(each),
            &Term::If(test, ..) => each(test),
            &Term::Fold(_, _, over, _) => each(over),
            _ => self.operands(id, each),
        }
    }

    /// What a row costs that ends where it is decided.
    pub(super) fn row_cost(&self, any: bool, row: &[TermId]) -> u32 {
        let (mut cost, mut asked) = (0u64, u64::from(CERTAIN));
        for &id in row {
            cost = cost.saturating_add(u64::from(self.facts(id).cost).saturating_mul(asked));
            asked = asked * u64::from(self.goes_on(any, id)) / u64::from(CERTAIN);
        }
        u32::try_from(cost / u64::from(CERTAIN))
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }
}
