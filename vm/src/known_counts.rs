//! How many legal moves positions have, as far as they have been counted.
//!
//! ```text
//!   us    any by new.replies          counts the replies to each move, to order them
//!   cost  after-us bits(new.replies)  asks for the same numbers again, move by move
//!   effort 3 cheapest                 and under each effort once more
//! ```
//!
//! A number depends on the position alone, so that neither answers nor budgets depend on what is known. Positions are compared whole; of
//! two that share a place the later one stays.

use adv_chess::{Color, LegalInfo, Position};

use crate::run::Rare;

/// The places of the table: 360 kB, of which most stay in the second cache.
pub(crate) const PLACES: usize = 1 << 12;

/// On boards of fewer men moves are counted as quickly as they are looked up.
const MANY: u32 = 8;

/// An odd number whose bits are mixed: 2^64 over the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Copy)]
struct KnownCount {
    position: Position,
    side: Color,
    count: u16,
}

/// The table; it has no memory before it is used.
#[derive(Default)]
pub(crate) struct KnownCounts {
    entries: Vec<Option<KnownCount>>,
}

impl KnownCounts {
    /// The number of a side's legal moves; `again` where the same is likely to be asked again.
    pub(crate) fn ask(
        rare: &mut Option<Box<Rare>>,
        again: bool,
        position: &Position,
        side: Color,
    ) -> u64 {
        if !again || position.occupied().count_ones() < MANY {
            return u64::from(LegalInfo::for_side(position, side).count_legal(position));
        }
        Rare::of(rare).known.count(position, side)
    }

    fn count(&mut self, position: &Position, side: Color) -> u64 {
        let counted = || LegalInfo::for_side(position, side).count_legal(position);
        if self.entries.is_empty() {
            self.entries.resize(PLACES, None);
        }
        let Some(place) = self.entries.get_mut(place(position)) else {
            return u64::from(counted());
        };
        if let Some(known) = place
            && known.position == *position
            && known.side == side
        {
            return u64::from(known.count);
        }
        let count = counted();
        if let Ok(count) = u16::try_from(count) {
            *place = Some(KnownCount {
                position: *position,
                side,
                count,
            });
        }
        u64::from(count)
    }
}

/// The place of a position in a table of [`PLACES`] places.
pub(crate) fn place(position: &Position) -> usize {
    let words = position.by_role.iter().chain(&position.by_color);
    let mixed = words.fold(position.turn().index() as u64, |sum, word| {
        (sum ^ word).wrapping_mul(ODD).rotate_left(29)
    });
    (mixed.wrapping_mul(ODD) >> 32) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_what_is_counted() {
        let mut known = KnownCounts::default();
        let mut position = Position::start();
        let mut seen = Vec::new();
        for step in 0..400usize {
            let moves = position.legal_moves();
            let Some(m) = moves.get((5 * step + 1) % moves.len().max(1)) else {
                break;
            };
            position = position.play(*m);
            seen.push(position);
        }
        assert!(seen.len() > 20);
        for _ in 0..2 {
            for position in &seen {
                for side in Color::ALL {
                    let counted = LegalInfo::for_side(position, side).count_legal(position);
                    assert_eq!(known.count(position, side), u64::from(counted));
                }
            }
        }
        assert!(known.entries.iter().flatten().count() > 10);
    }
}
