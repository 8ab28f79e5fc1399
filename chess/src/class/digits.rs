//! The digits of a class's numbers: the kings' and that of each kind of other men.

use std::ops::Range;

use super::kings::king_pair;
use super::sets::choose;
use super::{ClassIndex, Group};
use crate::piece::{Color, Role};

impl ClassIndex {
    /// The digits behind that of the kings, in the order of their weight.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut weight = 1;
        let kind = |group: &Group| {
            let kind = Kind {
                color: group.color,
                role: group.role,
                count: group.count,
                weight,
            };
            weight *= group.sets;
            kind
        };
        let mut kinds: Vec<Kind> = self.groups.iter().rev().map(kind).collect();
        kinds.reverse();
        kinds
    }
}

/// The men of one kind, whose squares are a digit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Whose they are.
    pub color: Color,
    /// What they are.
    pub role: Role,
    /// How many.
    pub count: u8,
    pub(super) weight: u64,
}

impl Kind {
    /// The squares where such a man can stand.
    pub const fn squares(&self) -> u64 {
        match self.role {
            Role::Pawn => !(crate::rays::RANK_1 | crate::rays::RANK_8),
            _ => u64::MAX,
        }
    }

    /// The stretch of numbers of all sets that have a man on this square and so many others below it, from the number that the men above it
    /// have come to. The squares of a set that are named from the highest down narrow the stretch to one number.
    pub fn stretch(&self, above: u64, square: u8, others: u8) -> Range<u64> {
        let square = match self.role {
            Role::Pawn => square.saturating_sub(8),
            _ => square,
        };
        let begin = above + choose(square, others + 1) * self.weight;
        begin..begin + choose(square, others) * self.weight
    }
}

/// The numbers of positions that differ in the squares of the kings only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingSteps {
    pub(super) weight: u64,
    pub(super) others: u64,
}

impl KingSteps {
    /// All numbers with the kings on these squares, where this is of no other men: [`ClassIndex::kings_first`]. `None` where they touch.
    pub fn stretch(&self, white: u8, black: u8) -> Option<Range<u64>> {
        let begin = self.number(white, black)?;
        Some(begin..begin + self.weight)
    }

    /// The number with the kings on these squares, which are empty or their own; `None` where they touch.
    #[inline]
    pub fn number(&self, white: u8, black: u8) -> Option<u64> {
        Some(king_pair(white, black)? * self.weight + self.others)
    }
}
