//! Facts: the findings of a pattern in a position for one side, one by one, and their order.

use std::cmp::Reverse;

use adv_chess::{Color, squares};
use adv_module::PatternId;

/// Largest size of a fact's worth, in hundredths of a pawn: larger ones are cut to it, so that sums of facts do not overflow.
pub const MAX_WORTH: i64 = 1_000_000;

/// Finding of a pattern in a position, for one side and on some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Pattern that finds the fact.
    pub pattern: PatternId,
    /// Side that has the fact.
    pub side: Color,
    /// Squares of the fact as a set of bits, which are `HERE` in the pattern's texts and plans; 0 for a fact without squares.
    pub squares: u64,
    /// Worth of the fact for its side, in hundredths of a pawn, from `-MAX_WORTH` to [`MAX_WORTH`].
    pub worth: i64,
}

impl Fact {
    /// Returns the worth of the fact for White, in hundredths of a pawn.
    pub const fn value(&self) -> i64 {
        match self.side {
            Color::White => self.worth,
            Color::Black => -self.worth,
        }
    }

    /// Returns the worth of the fact for a side, its own or the other, in hundredths of a pawn.
    pub const fn value_for(&self, side: Color) -> i64 {
        match side {
            Color::White => self.value(),
            Color::Black => -self.value(),
        }
    }

    /// Returns true where two facts have a square in common, or neither has any squares.
    pub const fn meets(&self, other: &Fact) -> bool {
        self.squares & other.squares != 0 || self.squares | other.squares == 0
    }

    /// Returns the same fact with the colours exchanged and the board turned upside down.
    #[must_use]
    pub const fn exchanged(&self) -> Fact {
        Fact {
            pattern: self.pattern,
            side: match self.side {
                Color::White => Color::Black,
                Color::Black => Color::White,
            },
            squares: self.squares.swap_bytes(),
            worth: self.worth,
        }
    }

    /// Returns the sort key of a fact: larger |worth| first; then the facts good for the side to move; the order of the patterns; the side
    /// to move; squares as the pawns of the side that has the fact see them, in the fixed order.
    fn key(&self, turn: Color) -> (Reverse<u64>, Reverse<bool>, u16, bool, u64) {
        let seen = match self.side {
            Color::White => self.squares,
            Color::Black => self.squares.swap_bytes(),
        };
        (
            Reverse(self.worth.unsigned_abs()),
            Reverse(self.value_for(turn) > 0),
            self.pattern.0,
            self.side != turn,
            // Facts of one pattern have no square in common, so their first squares decide.
            u64::from(squares::transpose(seen).trailing_zeros()),
        )
    }
}

/// Sorts the facts of a position into their order, in which nothing depends on the colours. The patterns that decide between equal worths
/// are in the order of the program: its own, then those of the modules that it uses.
pub fn order(facts: &mut [Fact], turn: Color) {
    facts.sort_by_key(|fact| fact.key(turn));
}

#[cfg(test)]
mod tests {
    use adv_chess::geometry::set_names;

    use super::*;

    fn board(names: &str) -> u64 {
        let squares = names.split(' ').map(adv_chess::geometry::parse_square);
        squares.map(|square| 1 << square.expect("a square")).sum()
    }

    #[test]
    fn the_order_is_exchanged_with_the_colours() {
        let fact = |pattern, side, names: &str, worth| Fact {
            pattern: PatternId(pattern),
            side,
            squares: board(names),
            worth,
        };
        let mut facts = vec![
            fact(2, Color::White, "a4", 40),
            fact(1, Color::Black, "d6", -40),
            fact(1, Color::Black, "a7", -40),
            fact(0, Color::White, "b3", -40),
            fact(3, Color::Black, "e5", 50),
        ];
        let mut exchanged: Vec<Fact> = facts.iter().rev().map(Fact::exchanged).collect();
        order(&mut facts, Color::White);
        order(&mut exchanged, Color::Black);
        let back: Vec<Fact> = exchanged.iter().map(Fact::exchanged).collect();
        assert_eq!(facts, back);
        let texts: Vec<String> = facts.iter().map(|fact| set_names(fact.squares)).collect();
        assert_eq!(texts, ["{e5}", "{a7}", "{d6}", "{a4}", "{b3}"]);
    }
}
