//! The words of trajectories and zones as the machine calls them: the answer, and the fuel for what there was to look at.
//!
//! ```text
//!   us  any along race by …     reads the zone once for each man and move
//!   better  ¬vulnerable(race)   reads it again after the move, and so does the next node
//! ```
//!
//! A zone is generated when a word first reads it in a position, and is kept in a table of a fixed number of places. Positions are compared
//! whole, the side to move included; of two zones that share a place the later one stays. Answers and fuel do not depend on what the table
//! holds.

use adv_chess::Position;
use adv_module::PrimId;
use adv_primitives::ways::{
    Answer, KnownZone, ZoneOperands, answer, answer_of_men, answer_of_zone,
};

use crate::limits::{Meter, Stop};

/// The places of the table: 256 kB.
const PLACES: usize = 1 << 8;

/// An odd number whose bits are mixed: 2^64 over the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A zone in a position.
#[derive(Clone)]
struct ZoneEntry {
    position: Position,
    operands: ZoneOperands,
    known: KnownZone,
}

/// The zones that have been read; the table has no memory before a zone is read.
#[derive(Default)]
pub(crate) struct KnownZones {
    entries: Vec<ZoneEntry>,
}

impl KnownZones {
    /// What is known of a zone.
    #[inline(always)]
    fn of(&mut self, position: &Position, operands: ZoneOperands) -> Option<&mut KnownZone> {
        if self.entries.is_empty() {
            let none = ZoneEntry {
                position: Position::EMPTY,
                operands: ZoneOperands {
                    men: 0,
                    targets: 0,
                    horizon: 0,
                },
                known: KnownZone::default(),
            };
            self.entries.resize(PLACES, none);
        }
        let entry = self.entries.get_mut(place(position, operands))?;
        if entry.operands != operands || entry.position != *position {
            entry.position = *position;
            entry.operands = operands;
            entry.known.clear();
        }
        Some(&mut entry.known)
    }
}

#[inline(always)]
fn place(position: &Position, operands: ZoneOperands) -> usize {
    let words = position.by_role.iter().chain(&position.by_color);
    let start =
        position.turn().index() as u64 ^ operands.men << 1 ^ operands.targets.rotate_left(7);
    let mixed = words.fold(start, |sum, word| {
        (sum ^ word).wrapping_mul(ODD).rotate_left(29)
    });
    (mixed.wrapping_mul(ODD) >> 32) as usize % PLACES
}

/// Calls a word of trajectories or zones. Arguments that it does not take are ignored.
///
/// # Errors
/// [`Stop::Fuel`] where what it has looked at costs more than there is.
#[inline(never)]
pub(crate) fn call(
    prim: PrimId,
    position: &Position,
    args: [u64; 4],
    zones: &mut KnownZones,
    meter: &mut Meter<'_>,
) -> Result<u64, Stop> {
    let answer: Answer = match ZoneOperands::of(prim, args) {
        Some(operands) => match zones.of(position, operands) {
            Some(known) => answer_of_zone(prim, position, args, operands, known),
            None => answer(prim, position, args),
        },
        None => answer_of_men(prim, position, args),
    };
    // The verifier's bound counts no more than this.
    let most = u64::from(prim.entry().more);
    meter.burn(answer.units.min(most))?;
    Ok(answer.word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_the_same_with_the_table_and_without() {
        let mut zones = KnownZones::default();
        let mut position = Position::start();
        let mut asked = Vec::new();
        for step in 0..300usize {
            let moves = position.legal_moves();
            let Some(m) = moves.get((7 * step + 1) % moves.len().max(1)) else {
                break;
            };
            position = position.play(*m);
            let [white, black] = position.by_color;
            for operands in [
                (white, black),
                (black, white & 0xff00),
                (white & 0xff, !0 << 48),
            ] {
                asked.push((position, operands));
            }
        }
        assert!(asked.len() > 100);
        let words = [
            (PrimId::Vulnerable, false),
            (PrimId::Negation, false),
            (PrimId::ZoneBundle, false),
            (PrimId::ZoneTime, false),
            (PrimId::ZoneFirst, true),
        ];
        for _ in 0..2 {
            for (at, (position, (men, targets))) in asked.iter().enumerate() {
                let horizon = 1 + at as u64 % 4;
                for (prim, is_third) in words {
                    let args = match is_third {
                        true => [position.occupied(), *men, *targets, horizon],
                        false => [*men, *targets, horizon, 1 + at as u64 % 3],
                    };
                    let plain = adv_primitives::ways::answer(prim, position, args);
                    let operands = ZoneOperands::of(prim, args);
                    let operands = operands.expect("a word of zones");
                    let known = zones.of(position, operands).expect("a place");
                    assert_eq!(answer_of_zone(prim, position, args, operands, known), plain);
                }
            }
        }
    }
}
