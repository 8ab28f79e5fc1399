//! Material: how many men of each kind each side has, which is what a table or a class is for.

use std::fmt;

use crate::piece::{Color, Role};
use crate::position::Position;

/// The men of both sides by number.
///
/// ```
/// use adv_chess::{Color, Material, Role};
///
/// let krk = Material::new(&[Role::King, Role::Rook], &[Role::King]);
/// assert_eq!(krk.to_string(), "W: K, R; B: K");
/// assert_eq!(krk.name(), "KRvK");
/// assert_eq!(krk.mirrored().to_string(), "W: K; B: K, R");
/// assert_eq!(krk.count(Color::White, Role::Rook), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The number of men by colour (White first) and by role in the order K Q R B N P.
    pub counts: [[u8; 6]; 2],
}

/// The number of squares of a set. Most sets have none or one, which is tested before counting: counting takes a dozen steps, since
/// the program may not assume that the processor has an instruction for it.
#[inline]
const fn count(set: u64) -> u8 {
    if set == 0 {
        0
    } else if set & (set - 1) == 0 {
        1
    } else {
        set.count_ones() as u8
    }
}

impl Material {
    /// The material of so many men by colour and role.
    pub const fn of_counts(counts: [[u8; 6]; 2]) -> Material {
        Material { counts }
    }

    /// The material of two lists of men. More than 255 of a kind count as 255.
    pub fn new(white: &[Role], black: &[Role]) -> Material {
        let mut material = Material::default();
        for (color, men) in [(Color::White, white), (Color::Black, black)] {
            for role in men {
                material.add(color, *role);
            }
        }
        material
    }

    /// The material on a board.
    #[inline]
    pub fn of(position: &Position) -> Material {
        let mut material = Material::default();
        for color in Color::ALL {
            for role in Role::ALL {
                material.counts[color.index()][role.index()] = count(position.pieces(color, role));
            }
        }
        material
    }

    /// One man more.
    pub fn add(&mut self, color: Color, role: Role) {
        let count = &mut self.counts[color.index()][role.index()];
        *count = count.saturating_add(1);
    }

    /// The number of men of a role of a side.
    #[inline]
    pub const fn count(&self, color: Color, role: Role) -> u8 {
        self.counts[color.index()][role.index()]
    }

    /// The number of all men.
    pub fn men(&self) -> u32 {
        self.counts
            .iter()
            .flatten()
            .map(|&count| u32::from(count))
            .sum()
    }

    /// True when exactly this material is on the board.
    #[inline]
    pub fn fits(&self, position: &Position) -> bool {
        Color::ALL.into_iter().all(|color| {
            Role::ALL
                .into_iter()
                .all(|role| count(position.pieces(color, role)) == self.count(color, role))
        })
    }

    /// The same material with the colours exchanged.
    pub const fn mirrored(&self) -> Material {
        Material {
            counts: [self.counts[1], self.counts[0]],
        }
    }

    /// The short name that tables are known by: `KRvK`.
    pub fn name(&self) -> String {
        format!(
            "{}v{}",
            self.letters(Color::White, ""),
            self.letters(Color::Black, "")
        )
    }

    /// The men of a short name, in capitals and in any order; `None` for another text. A side may have no man, or several kings.
    ///
    /// ```
    /// use adv_chess::Material;
    ///
    /// let material = Material::named("KRvK").expect("a name");
    /// assert_eq!(material.name(), "KRvK");
    /// assert_eq!(Material::named("king and rook"), None);
    /// ```
    pub fn named(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut material = Material::default();
        for (color, letters) in Color::ALL.into_iter().zip([white, black]) {
            for letter in letters.chars() {
                let role = Role::from_letter(letter)?;
                // More men than squares are no material.
                if material.men() >= 64 {
                    return None;
                }
                material.add(color, role);
            }
        }
        Some(material)
    }

    fn letters(&self, color: Color, separator: &str) -> String {
        let mut text = String::new();
        for role in Role::ALL {
            for _ in 0..self.count(color, role) {
                if !text.is_empty() {
                    text.push_str(separator);
                }
                text.push(role.letter());
            }
        }
        text
    }
}

impl fmt::Display for Material {
    /// As the head of a strategy declares it: `W: K, R; B: K`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (white, black) = (
            self.letters(Color::White, ", "),
            self.letters(Color::Black, ", "),
        );
        write!(f, "W: {white}; B: {black}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_fits_its_own_boards_only() {
        let start = Position::start();
        let material = Material::of(&start);
        assert_eq!(material.men(), 32);
        assert_eq!(material.name(), "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP");
        assert!(material.fits(&start) && material.fits(&start.mirror()));
        let mut without = start;
        without.remove(0);
        assert!(!material.fits(&without));
        assert!(Material::of(&without).mirrored().fits(&without.mirror()));
        assert!(Material::default().fits(&Position::EMPTY));
    }
}
