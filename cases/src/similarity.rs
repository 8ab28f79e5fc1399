//! Likeness of a position and a case, in integers.
//!
//! ```text
//! likeness = facts · F + position · P
//! F = both · Σ worths of facts that the case has too
//!   + near · Σ worths of facts of which the case has only a neighbour, times 1/2 for a brother and 1/4 for a cousin
//!   − lacking · Σ worths of facts that the case has not
//!   − extra · Σ worths of facts of the case that the position has not                 worths in pawns
//! P = men · pieces that are on the same square in both / pieces of the position
//!   + white · (1 − |difference of White's pieces in value| / their value in the position), 0 at the least
//!   + black · the same for Black                                                      Q 9, R 5, B 3, N 3, P 1
//! ```
//!
//! All weights are hundredths. Sums are exact fractions, rounded towards zero once, when they become ten-thousandths.

use adv_chess::{Color, Position, Role};

/// Weights in the likeness of a position and a case, in hundredths, as `evaluation … similarity (facts: 60, …)` sets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimilarityWeights {
    /// Weight of the facts together (F).
    pub facts: u16,
    /// Weight of the position (P).
    pub position: u16,
    /// Weight of facts that both the position and the case have.
    pub both: u16,
    /// Weight of facts of which the case has only a neighbour.
    pub near: u16,
    /// Weight against facts of the position that the case has not.
    pub lacking: u16,
    /// Weight against facts that only the case has.
    pub extra: u16,
    /// Weight of pieces on the same squares.
    pub men: u16,
    /// Weight of the value of White's pieces.
    pub white: u16,
    /// Weight of the value of Black's pieces.
    pub black: u16,
}

impl Default for SimilarityWeights {
    fn default() -> SimilarityWeights {
        SimilarityWeights {
            facts: 60,
            position: 40,
            both: 100,
            near: 100,
            lacking: 50,
            extra: 50,
            men: 50,
            white: 25,
            black: 25,
        }
    }
}

/// Likeness of a position and a case, in ten-thousandths, each number rounded towards zero by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Likeness {
    /// Likeness of the facts alone (F), before their weight.
    pub facts: i64,
    /// Likeness of the pieces on the board alone (P), before its weight.
    pub position: i64,
    /// Likeness of facts and position together, weighed.
    pub total: i64,
}

/// Sums of the worths of facts when a case is compared with a position, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FactSums {
    /// Sum over facts that both have.
    pub both: i64,
    /// Sum over facts of which the case has only a neighbour, in quarters: a brother's worth counts twice, a cousin's once.
    pub near_quarters: i64,
    /// Sum over facts of the position that the case has not.
    pub lacking: i64,
    /// Sum over facts that only the case has.
    pub extra: i64,
}

/// The position that cases are compared with, its pieces counted once for all comparisons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    position: Position,
    men: u32,
}

/// Roles and the values of their pieces, in pawns; a king has none.
const VALUES: [(Role, u32); 5] = [
    (Role::Queen, 9),
    (Role::Rook, 5),
    (Role::Bishop, 3),
    (Role::Knight, 3),
    (Role::Pawn, 1),
];

fn value(position: &Position, side: Color) -> u32 {
    let worth = |(role, value): (Role, u32)| position.pieces(side, role).count_ones() * value;
    VALUES.into_iter().map(worth).sum()
}

/// A fraction, numerator and denominator, so that sums stay exact until they are rounded.
type Fraction = (i128, i128);

/// Rounds a fraction towards zero, to units of 1/10,000 of what its numerator counts in `scale`.
fn rounded((over, under): Fraction, scale: i128) -> i64 {
    // Division of integers rounds towards zero.
    let value = over
        .saturating_mul(10_000)
        .checked_div(under.saturating_mul(scale));
    let value = value.unwrap_or(0).clamp(i64::MIN.into(), i64::MAX.into());
    value as i64
}

impl Board {
    pub fn new(position: &Position) -> Board {
        Board {
            position: *position,
            men: position.occupied().count_ones(),
        }
    }

    /// Number of pieces that are on the same square in both positions.
    fn identical(&self, other: &Position) -> u32 {
        let of =
            |side, role| (self.position.pieces(side, role) & other.pieces(side, role)).count_ones();
        let sides = Color::ALL.into_iter();
        sides
            .flat_map(|side| Role::ALL.map(|role| of(side, role)))
            .sum()
    }

    /// Likeness of two positions' pieces (P), times 100.
    fn likeness(&self, other: &Position, weights: &SimilarityWeights) -> Fraction {
        let [white, black] = [Color::White, Color::Black].map(|side| {
            let [mine, theirs] = [&self.position, other].map(|position| value(position, side));
            match (mine, theirs) {
                // Nothing is like nothing, and unlike everything else.
                (0, 0) => (1, 1),
                (0, _) => (0, 1),
                _ => (mine.saturating_sub(mine.abs_diff(theirs)), mine),
            }
        });
        let men = (self.identical(other), self.men.max(1));
        let parts = [
            (weights.men, men),
            (weights.white, white),
            (weights.black, black),
        ];
        let under: i128 = parts.iter().map(|(_, part)| i128::from(part.1)).product();
        let over = parts.iter().map(|(weight, part)| {
            i128::from(*weight) * i128::from(part.0) * (under / i128::from(part.1))
        });
        (over.sum(), under)
    }

    /// The likeness of a case with this position and these sums of worths.
    pub fn compare(
        &self,
        other: &Position,
        sums: &FactSums,
        weights: &SimilarityWeights,
    ) -> Likeness {
        let weighed = |weight: u16, sum: i64| i128::from(weight) * i128::from(sum);
        // In 1/400 of a hundredth of a pawn: hundredths of the weights, quarters of the neighbours.
        let facts = 4 * weighed(weights.both, sums.both)
            + weighed(weights.near, sums.near_quarters)
            - 4 * weighed(weights.lacking, sums.lacking)
            - 4 * weighed(weights.extra, sums.extra);
        let (over, under) = self.likeness(other, weights);
        let total =
            i128::from(weights.facts) * facts * under + i128::from(weights.position) * over * 400;
        Likeness {
            facts: rounded((facts, 400), 100),
            position: rounded((over, under), 100),
            total: rounded((total, 400 * under), 10_000),
        }
    }
}
