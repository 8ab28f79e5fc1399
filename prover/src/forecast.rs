//! What a proof may come to, said before it begins: the classes that play can lead to, and the memory for all their positions.
//!
//! ```text
//!   KRPvKR ──▶ a man is taken ──▶ KRvKR, KPvKR, KRPvK …      a pawn is promoted ──▶ KRQvKR, KRRvKR …
//! ```

use std::collections::BTreeSet;

use adv_chess::{ClassIndex, Color, Material, Position, Role, notation};
use adv_module::Program;
use adv_module::program::{Claim, FromSet, GoalWord};
use adv_vm::Subject;

use crate::proved::QUIET_BYTES;
use crate::roots::Sides;
use crate::states::STATE_BYTES;

/// The most classes that are gone through.
const MOST_CLASSES: usize = 20_000;

/// The range of what the proof of a claim comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The positions that play begins from, as far as the claim says how many.
    pub least: u64,
    /// The most positions: those that are numbered, of all classes that play can lead to. Most of the numbers are legal positions.
    pub positions: u64,
    /// How many classes that are, one for each material and side to move.
    pub classes: u64,
    /// The bytes for the state of one.
    pub each: u64,
    /// A strategy is claimed: each place of its text at which it waits for a reply has states of its own, so that it may be so many
    /// times as much.
    pub by_place: bool,
}

impl Forecast {
    /// The bytes for the states of so many positions.
    pub const fn bytes(&self, positions: u64) -> u64 {
        positions.saturating_mul(self.each)
    }

    /// What a claim comes to; `None` where it is about descriptors, which keep nothing, or no material is declared.
    pub fn of(program: &Program, claim: &Claim) -> Option<Forecast> {
        let subject = Subject::of_claim(claim)?;
        let sides = Sides::of(program, subject);
        let listed = match &claim.from.set {
            FromSet::One(fen) => Some(std::slice::from_ref(fen)),
            FromSet::List(fens) => Some(fens.as_slice()),
            FromSet::All | FromSet::Random(_) => None,
        };
        let (mut open, turns) = match listed {
            Some(fens) => {
                let positions = fens.iter().map(|fen| notation::parse_fen(fen).ok());
                let positions: Vec<_> = positions.collect::<Option<_>>()?;
                let turns: BTreeSet<Color> = positions.iter().map(Position::turn).collect();
                let materials: BTreeSet<Material> = positions.iter().map(Material::of).collect();
                (materials.into_iter().collect(), turns.len() as u64)
            }
            None => (vec![sides.material?], sides.us.len() as u64),
        };
        let mut known: BTreeSet<_> = open.iter().map(|material| material.counts).collect();
        let (mut positions, mut zeroing) = (0u64, false);
        while let Some(material) = open.pop() {
            let numbers = ClassIndex::new(material, Color::White).map_or(u64::MAX, |c| c.len());
            positions = positions.saturating_add(numbers);
            for next in after_one_move(&material) {
                zeroing = true;
                if known.len() < MOST_CLASSES && known.insert(next.counts) {
                    open.push(next);
                }
            }
        }
        let positions = positions.saturating_mul(turns);
        let reaches = claim
            .goals
            .iter()
            .any(|goal| goal.word == GoalWord::Reaches);
        let mut each = STATE_BYTES;
        if zeroing && reaches {
            each += QUIET_BYTES;
        }
        let least = match (&claim.from.set, listed, claim.from.condition) {
            (FromSet::Random(count), ..) => *count,
            (_, Some(fens), None) => fens.len() as u64,
            _ => 0,
        };
        Some(Forecast {
            least,
            positions,
            classes: known.len() as u64 * turns,
            each,
            by_place: matches!(subject, Subject::Strategy(_)),
        })
    }
}

/// The materials that a capture or a promotion leads to.
fn after_one_move(material: &Material) -> Vec<Material> {
    let mut all = Vec::new();
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
            let mut taken = *material;
            let Some(men) = taken
                .counts
                .get_mut(color.index())
                .and_then(|counts| counts.get_mut(role.index()))
                .filter(|men| **men > 0)
            else {
                continue;
            };
            *men -= 1;
            all.push(taken);
            if role != Role::Pawn {
                continue;
            }
            for to in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let mut promoted = taken;
                let counts = promoted.counts.get_mut(color.index());
                if let Some(men) = counts.and_then(|counts| counts.get_mut(to.index())) {
                    *men += 1;
                }
                all.push(promoted);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::after_one_move;
    use adv_chess::{Material, Role};

    #[test]
    fn captures_and_promotions_change_the_material() {
        let material = Material::new(&[Role::King, Role::Pawn], &[Role::King, Role::Rook]);
        let names: Vec<String> = after_one_move(&material)
            .iter()
            .map(Material::name)
            .collect();
        assert_eq!(names, ["KvKR", "KQvKR", "KRvKR", "KBvKR", "KNvKR", "KPvK"]);
    }
}
