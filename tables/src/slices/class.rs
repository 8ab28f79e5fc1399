//! The slices of a class: which there are, in which order they are made, and in which of them a position is.

use std::collections::BTreeMap;

use adv_chess::geometry::square_name;
use adv_chess::squares::{each, rank_of};
use adv_chess::{ClassIndex, Color, Material, Position, Role, Symmetry};

use super::layout::Layout;
use crate::error::TableError;
use crate::family::oriented;

/// The most men of a class that is made in slices, the kings counted.
pub const MAX_SLICED_MEN: u32 = 5;

/// A class in slices: one for each place of its pawns, and one in all where it has none.
///
/// ```
/// use adv_chess::Material;
/// use adv_tables::SlicedClass;
///
/// let material = Material::named("KRPvKR").ok_or("a name")?;
/// let class = SlicedClass::new(&material)?;
/// assert_eq!(class.slices().len(), 24);
/// // The pawn goes on to slices that are there already.
/// assert_eq!(class.name(0), "KRPvKR.a7");
/// assert_eq!(class.name(23), "KRPvKR.d2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SlicedClass {
    /// The stronger side is White.
    material: Material,
    layouts: Vec<Layout>,
    /// The slice by the squares of the pawns, and what turns the board to it.
    by_pawns: BTreeMap<[u64; 2], (usize, Symmetry)>,
}

impl SlicedClass {
    /// The slices of a class, the stronger side as White.
    ///
    /// # Errors
    ///
    /// When a side has not exactly one king, when there are more than [`MAX_SLICED_MEN`] men, and when both sides have pawns.
    pub fn new(material: &Material) -> Result<SlicedClass, TableError> {
        let (material, _) = oriented(material);
        ClassIndex::new(material, Color::White)?;
        if material.men() > MAX_SLICED_MEN {
            return Err(TableError::TooManyMen(material));
        }
        let counts = Color::ALL.map(|color| material.count(color, Role::Pawn));
        if counts.iter().all(|count| *count > 0) {
            return Err(TableError::PawnsOfBothSides(material));
        }
        let mut sets = Vec::new();
        for white in pawn_sets(counts[0]) {
            for black in pawn_sets(counts[1]) {
                sets.push([white, black]);
            }
        }
        sets.retain(|set| *set <= flipped(*set));
        sets.sort_by_key(|set| (std::cmp::Reverse(advance(*set)), *set));
        let mut class = SlicedClass {
            material,
            layouts: Vec::new(),
            by_pawns: BTreeMap::new(),
        };
        for (slice, set) in sets.into_iter().enumerate() {
            let layout = Layout::new(&material, set);
            class
                .layouts
                .push(layout.ok_or(TableError::TooManyMen(material))?);
            class
                .by_pawns
                .insert(flipped(set), (slice, Symmetry::FlipFiles));
            class.by_pawns.insert(set, (slice, Symmetry::Identity));
        }
        Ok(class)
    }

    /// The material, the stronger side as White.
    pub const fn material(&self) -> &Material {
        &self.material
    }

    /// The numbers of the slices, in an order in which each comes after those that its pawns' moves lead to.
    pub fn slices(&self) -> std::ops::Range<usize> {
        0..self.layouts.len()
    }

    /// The name of a slice: `KRPvKR.a2` with the squares of its pawns, `KQRvKR` without any.
    pub fn name(&self, slice: usize) -> String {
        let [white, black] = self.layouts[slice].pawns;
        let mut name = self.material.name();
        if white | black != 0 {
            name.push('.');
            name.extend(each(white).chain(each(black)).map(square_name));
        }
        name
    }

    /// How many values a slice has, a byte each.
    pub fn numbers(&self, slice: usize) -> usize {
        self.layouts[slice].len()
    }

    /// The slice of a position of this class and its number there, whichever side is the stronger one. `None` for touching kings, castling
    /// rights, and pawns that the class does not have.
    #[inline]
    pub fn locate(&self, position: &Position) -> Option<(usize, usize)> {
        if position.castling() != 0 {
            return None;
        }
        if self.material.fits(position) {
            return self.locate_oriented(position);
        }
        let mirrored = position.mirror();
        let fits = self.material.fits(&mirrored);
        fits.then(|| self.locate_oriented(&mirrored))?
    }

    fn locate_oriented(&self, position: &Position) -> Option<(usize, usize)> {
        let pawns = Color::ALL.map(|color| position.pieces(color, Role::Pawn));
        let (slice, flip) = self.by_pawns.get(&pawns)?;
        let number = self.layouts[*slice].number(position, *flip)?;
        Some((*slice, number))
    }

    /// The slice with these pawns on the board, or their image.
    pub(super) fn slice_of(&self, pawns: [u64; 2]) -> Option<usize> {
        self.by_pawns.get(&pawns).map(|(slice, _)| *slice)
    }

    pub(super) fn layout(&self, slice: usize) -> &Layout {
        &self.layouts[slice]
    }
}

/// All sets of so many squares where pawns can be.
fn pawn_sets(count: u8) -> Vec<u64> {
    let mut sets = vec![0u64];
    for _ in 0..count {
        let larger = sets.iter().flat_map(|set| {
            // Each set once: a square above the highest.
            let above = (64 - set.leading_zeros() as u8).max(8);
            (above..56).map(move |square| set | 1 << square)
        });
        sets = larger.collect();
    }
    sets
}

fn flipped(set: [u64; 2]) -> [u64; 2] {
    set.map(|set| Symmetry::FlipFiles.apply(set))
}

/// How far the pawns have gone, added up; every move of a pawn makes it more.
fn advance([white, black]: [u64; 2]) -> u32 {
    let ranks = |set: u64| each(set).map(|square| u32::from(rank_of(square)));
    ranks(white).sum::<u32>() + ranks(black.swap_bytes()).sum::<u32>()
}
