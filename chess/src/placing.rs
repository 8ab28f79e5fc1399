//! Positions of any material drawn at random, men by men: nothing has to be numbered, so that all 32 men can be placed.
//!
//! ```text
//!   pawns ──▶ kings, which do not touch ──▶ other men, each on a free square ──▶ a position, if the side that has moved is not in check
//! ```
//!
//! A man is placed on each square that is free for him with the same chance, and the number of free squares does not depend on the men
//! before him, so every position of the material is drawn with the same chance.

use crate::class::{ClassError, ClassIndex};
use crate::material::Material;
use crate::numbers::SplitMix64;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rays::{RANK_1, RANK_8, king_distance};

/// Positions of one material with one side to move, drawn at random; the same ones for the same seed.
///
/// ```
/// use adv_chess::placing::Placements;
/// use adv_chess::{Color, Material, Role};
///
/// let men = Material::new(&[Role::King, Role::Rook], &[Role::King]);
/// let mut drawn = Placements::new(men, Color::White, 7)?;
/// let position = (0..100).find_map(|_| drawn.draw()).ok_or("most tries give a position")?;
/// assert!(men.fits(&position) && position.turn() == Color::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placements {
    material: Material,
    turn: Color,
    numbers: SplitMix64,
}

impl Placements {
    /// The positions of a seed.
    ///
    /// # Errors
    /// Where a side has not exactly one king, or more men than a game has.
    pub fn new(material: Material, turn: Color, seed: u64) -> Result<Placements, ClassError> {
        ClassIndex::unnumbered(material, turn)?;
        Ok(Placements {
            material,
            turn,
            numbers: SplitMix64::new(seed),
        })
    }

    /// One try: a legal position without castling rights, or `None` where the men that were placed make none.
    pub fn draw(&mut self) -> Option<Position> {
        let mut position = Position::EMPTY.with_turn(self.turn);
        let kings = Color::ALL.map(|color| (color, Role::King));
        let others = Color::ALL.into_iter().flat_map(|color| {
            let roles = Role::ALL.into_iter();
            roles.map(move |role| (color, role))
        });
        let (pawns, others): (Vec<_>, Vec<_>) = others
            .filter(|(_, role)| *role != Role::King)
            .partition(|(_, role)| *role == Role::Pawn);
        for (color, role) in pawns.into_iter().chain(kings).chain(others) {
            for _ in 0..self.material.count(color, role) {
                let free = match role {
                    Role::Pawn => !position.occupied() & !(RANK_1 | RANK_8),
                    _ => !position.occupied(),
                };
                let square = self.one_of(free)?;
                position.put(color, role, square);
            }
        }
        let (white, black) = (position.king(Color::White)?, position.king(Color::Black)?);
        let legal = king_distance(white, black) > 1 && !position.in_check(!self.turn);
        legal.then_some(position)
    }

    /// A square of a set; `None` where it is empty.
    fn one_of(&mut self, set: u64) -> Option<u8> {
        let count = u128::from(set.count_ones());
        // The remainder of 2^64 by so few squares is not noticed.
        let place = (u128::from(self.numbers.bits()) * count) >> 64;
        let mut rest = set;
        for _ in 0..place {
            rest &= rest.wrapping_sub(1);
        }
        (rest != 0).then(|| rest.trailing_zeros() as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_of_a_class_come_equally_often() {
        let men = Material::new(&[Role::King], &[Role::King]);
        let Ok(mut drawn) = Placements::new(men, Color::Black, 3) else {
            panic!("two kings are a material")
        };
        let Ok(class) = ClassIndex::new(men, Color::Black) else {
            panic!("two kings are a class")
        };
        let mut counts = vec![0u32; class.len() as usize];
        for _ in 0..400_000 {
            if let Some(position) = drawn.draw()
                && let Some(number) = class.number(&position)
            {
                counts[number as usize] += 1;
            }
        }
        // About 98 each; all within six standard deviations.
        assert!(counts.iter().all(|count| (38..160).contains(count)));
    }

    #[test]
    fn all_men_can_be_placed() {
        let mut side = vec![Role::Pawn; 8];
        side.extend([Role::King, Role::Queen]);
        for role in [Role::Rook, Role::Bishop, Role::Knight] {
            side.extend([role; 2]);
        }
        let men = Material::new(&side, &side);
        let Ok(mut drawn) = Placements::new(men, Color::White, 1) else {
            panic!("the men of a game")
        };
        let found: Vec<Position> = (0..1000).filter_map(|_| drawn.draw()).collect();
        assert!(found.len() > 20, "{}", found.len());
        assert!(found.iter().all(|position| men.fits(position)
            && position.occupied().count_ones() == 32
            && !position.in_check(Color::Black)));
    }

    #[test]
    fn a_material_without_kings_has_no_positions() {
        let men = Material::new(&[Role::King], &[]);
        assert_eq!(
            Placements::new(men, Color::White, 1).err(),
            Some(ClassError::Kings(Color::Black, 0))
        );
    }
}
