//! Pairs of kings, one for each set of boards that are the same when laid over each other.
//!
//! ```text
//! 4 . . . x . . . .      Without pawns one of the eight symmetries brings the white king to an x, and with it on the
//! 3 . . x x . . . .      diagonal the black king to the diagonal or below: 462 pairs of kings that do not touch.
//! 2 . x x x . . . .      Where both are on the diagonal, a board and its image about the diagonal have a number
//! 1 x x x x . . . .      each, and the same value.
//!   a b c d e f g h      With pawns it is the pawns that are brought to one side, and all 3,612 pairs count.
//! ```

use std::sync::LazyLock;

use adv_chess::squares::{file_of, rank_of};
use adv_chess::{Symmetry, geometry};

/// Pairs of squares of the white and the black king.
pub(super) struct KingPairs {
    pub squares: Vec<(u8, u8)>,
    /// By the white and the black king's square.
    pairs: Vec<Option<Pair>>,
}

/// The number of a pair, and what brings the board to it.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub number: u16,
    pub image: Symmetry,
}

static WITH_PAWNS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(&[Symmetry::Identity]));
static WITHOUT_PAWNS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(&Symmetry::ALL));

impl KingPairs {
    /// The pairs of a slice that has pawns, or has none.
    pub fn of(pawns: bool) -> &'static KingPairs {
        if pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS }
    }

    fn new(symmetries: &[Symmetry]) -> KingPairs {
        let mut kings = KingPairs {
            squares: Vec::new(),
            pairs: vec![None; 64 * 64],
        };
        let turned = symmetries.len() > 1;
        for (white, black) in all() {
            if is_apart(white, black) && (!turned || is_first(white, black)) {
                let pair = Pair {
                    number: kings.squares.len() as u16,
                    image: Symmetry::Identity,
                };
                kings.pairs[index(white, black)] = Some(pair);
                kings.squares.push((white, black));
            }
        }
        for (white, black) in all() {
            let mut images = symmetries.iter().filter_map(|image| {
                let place = index(image.apply_square(white), image.apply_square(black));
                let pair = kings.pairs[place].filter(|pair| pair.image == Symmetry::Identity)?;
                Some(Pair {
                    image: *image,
                    ..pair
                })
            });
            kings.pairs[index(white, black)] = images.next();
        }
        kings
    }

    /// The pair of two squares, `None` for kings that touch.
    #[inline]
    pub fn pair(&self, white: u8, black: u8) -> Option<Pair> {
        self.pairs[index(white, black)]
    }
}

fn all() -> impl Iterator<Item = (u8, u8)> {
    (0..64).flat_map(|white| (0..64).map(move |black| (white, black)))
}

const fn index(white: u8, black: u8) -> usize {
    (white & 63) as usize * 64 + (black & 63) as usize
}

fn is_apart(white: u8, black: u8) -> bool {
    geometry::dist(1 << white, 1 << black) > 1
}

/// True for the one image of a pair that has a number.
const fn is_first(white: u8, black: u8) -> bool {
    let on_diagonal = file_of(white) == rank_of(white);
    file_of(white) < 4
        && rank_of(white) <= file_of(white)
        && (!on_diagonal || rank_of(black) <= file_of(black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_kings_has_one_number() {
        assert_eq!(KingPairs::of(false).squares.len(), 462);
        assert_eq!(KingPairs::of(true).squares.len(), 3612);
        for pawns in [false, true] {
            let kings = KingPairs::of(pawns);
            for (white, black) in all() {
                let pair = kings.pair(white, black);
                assert_eq!(pair.is_some(), is_apart(white, black));
                let Some(pair) = pair else { continue };
                let there = [white, black].map(|square| pair.image.apply_square(square));
                let squares = kings.squares[usize::from(pair.number)];
                assert_eq!(there, <[u8; 2]>::from(squares));
            }
        }
    }
}
