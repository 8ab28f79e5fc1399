//! The value of a position and the byte that it is kept in.
//!
//! ```text
//! byte   0        drawn, and while a table is made: not known yet
//!        1..=254  plies to mate plus one; an odd number of plies is won, an even one lost
//!        255      the number stands for no legal position
//! ```

use std::cmp::Ordering;
use std::fmt;

use adv_chess::{Outcome, Worth};

/// The value of a position for the side to move, both sides playing best.
///
/// Better values are greater: the shortest win is the best, the longest defence the best loss.
///
/// ```
/// use adv_tables::Dtm;
///
/// assert!(Dtm::Win(1) > Dtm::Win(3) && Dtm::Win(3) > Dtm::Draw);
/// assert!(Dtm::Draw > Dtm::Loss(4) && Dtm::Loss(4) > Dtm::Loss(2));
/// assert_eq!(Dtm::Win(31).moves(), Some(16));
/// assert_eq!(Dtm::Win(31).to_string(), "won, mate in 16 moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtm {
    /// The side to move mates in this many plies, the mating move counted: 1, 3, 5, …
    Win(u16),
    /// The side to move is mated in this many plies: 0 (it is checkmated now), 2, 4, …
    Loss(u16),
    /// Neither side can force mate.
    Draw,
}

impl Dtm {
    /// Plies to mate, `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Dtm::Win(plies) | Dtm::Loss(plies) => Some(plies),
            Dtm::Draw => None,
        }
    }

    /// Moves of the winning side to mate, `None` for a draw. A side that is checkmated now is mated
    /// in 0 moves.
    pub const fn moves(self) -> Option<u16> {
        match self {
            Dtm::Win(plies) => Some(plies.div_ceil(2)),
            Dtm::Loss(plies) => Some(plies / 2),
            Dtm::Draw => None,
        }
    }

    /// What a move is worth to the side that plays it, `self` being the value of the position after
    /// it for the other side: one ply further from mate.
    #[must_use]
    pub const fn before(self) -> Dtm {
        match self {
            Dtm::Win(plies) => Dtm::Loss(plies.saturating_add(1)),
            Dtm::Loss(plies) => Dtm::Win(plies.saturating_add(1)),
            Dtm::Draw => Dtm::Draw,
        }
    }

    /// A number that grows with the value.
    const fn rank(self) -> i32 {
        match self {
            Dtm::Win(plies) => i32::MAX - plies as i32,
            Dtm::Draw => 0,
            Dtm::Loss(plies) => i32::MIN + plies as i32,
        }
    }
}

impl From<Dtm> for Worth {
    fn from(value: Dtm) -> Worth {
        Worth {
            outcome: match value {
                Dtm::Win(_) => Outcome::Win,
                Dtm::Draw => Outcome::Draw,
                Dtm::Loss(_) => Outcome::Loss,
            },
            plies: value.plies().map(u32::from),
        }
    }
}

impl Ord for Dtm {
    fn cmp(&self, other: &Dtm) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Dtm {
    fn partial_cmp(&self, other: &Dtm) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dtm {
    /// As a sentence about the side to move: `won, mate in 16 moves`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves().unwrap_or(0);
        let noun = if moves == 1 { "move" } else { "moves" };
        match self {
            Dtm::Win(_) => write!(f, "won, mate in {moves} {noun}"),
            Dtm::Loss(0) => f.write_str("lost, checkmated"),
            Dtm::Loss(_) => write!(f, "lost, mated in {moves} {noun}"),
            Dtm::Draw => f.write_str("drawn"),
        }
    }
}

/// Drawn, or not known yet.
pub(crate) const OPEN: u8 = 0;
/// The number stands for no legal position.
pub(crate) const ILLEGAL: u8 = 255;
/// The longest mate that a byte can hold, in plies.
pub(crate) const MAX_PLIES: u16 = 253;

/// The byte of a mate in this many plies, at most [`MAX_PLIES`].
pub(crate) const fn pack(plies: u16) -> u8 {
    plies as u8 + 1
}

/// The value of a byte, `None` for a number of no legal position.
pub(crate) const fn unpack(byte: u8) -> Option<Dtm> {
    match byte {
        OPEN => Some(Dtm::Draw),
        ILLEGAL => None,
        _ => {
            let plies = byte as u16 - 1;
            Some(if plies % 2 == 1 {
                Dtm::Win(plies)
            } else {
                Dtm::Loss(plies)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_values_go_both_ways() {
        assert_eq!(unpack(OPEN), Some(Dtm::Draw));
        assert_eq!(unpack(ILLEGAL), None);
        for plies in 0..=MAX_PLIES {
            let value = unpack(pack(plies));
            assert_eq!(value.and_then(Dtm::plies), Some(plies));
            let lost = plies % 2 == 0;
            assert_eq!(value < Some(Dtm::Draw), lost);
            let before = value.map(Dtm::before);
            assert_eq!(before.and_then(Dtm::plies), Some(plies + 1));
            assert_eq!(before > Some(Dtm::Draw), lost);
        }
    }

    #[test]
    fn values_are_sentences() {
        let values = [
            Dtm::Win(1),
            Dtm::Win(4),
            Dtm::Loss(0),
            Dtm::Loss(2),
            Dtm::Draw,
        ];
        assert_eq!(
            values.map(|value| value.to_string()),
            [
                "won, mate in 1 move",
                "won, mate in 2 moves",
                "lost, checkmated",
                "lost, mated in 1 move",
                "drawn"
            ]
        );
    }
}
