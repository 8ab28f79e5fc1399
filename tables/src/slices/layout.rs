//! The numbers of the positions of one slice.
//!
//! ```text
//! number = (side to move * rows + row) * 64 + square of the row man
//! row    = pair of kings * R + place of the rest
//!
//! men     the kings, the pawns of the slice, which stay where they are, the row man, and at most two others, the rest
//! R       places of the rest: 1 without any, 64 for one man, 64 * 64 for two, 64 * 63 / 2 for two of a kind
//! ```
//!
//! The row man is what makes slices fast: the values of the 64 positions that differ by its square lie side by side, and a set of them
//! is one word. A slice without such a man has one number to a row. The row man may have a twin among the rest; a board then has two
//! numbers with the same value.

use adv_chess::squares::{bit, each};
use adv_chess::{Color, Material, Position, Role, Symmetry};

use super::kings::KingPairs;

/// A kind of man.
pub(super) type Man = (Color, Role);

/// How many men there may be beside the kings, the pawns and the row man.
const MAX_REST: usize = 2;

/// The numbers of one slice.
#[derive(Clone)]
pub(super) struct Layout {
    /// The squares of White's and of Black's pawns.
    pub pawns: [u64; 2],
    pub kings: &'static KingPairs,
    /// The men that are neither kings nor pawns nor the row man.
    pub rest: Vec<Man>,
    pub row_man: Option<Man>,
    /// The squares of the rest by place; where there are fewer than two men, a1 for those that are missing.
    pub places: Vec<[u8; 2]>,
    /// The place of the rest by their two squares.
    numbers: Vec<u16>,
}

/// The men of a row, the row man left out.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The squares of the white and the black king.
    pub kings: [u8; 2],
    pub rest: [u8; 2],
    /// The squares of all these men and of the pawns.
    pub occupied: u64,
    /// The squares where the row man can be, or the one bit of a slice without one. Empty where two men share a square.
    pub free: u64,
}

impl Layout {
    /// The slice of a material with its pawns on these squares; `None` where it has too many men that are neither kings nor pawns.
    pub fn new(material: &Material, pawns: [u64; 2]) -> Option<Layout> {
        let (rest, row_man) = roles(material)?;
        let like = rest.len() == 2 && rest[0] == rest[1];
        let mut places = Vec::new();
        let mut numbers = vec![0; 64 * 64];
        for a in 0..64u8 {
            for b in 0..64u8 {
                let known = match rest.len() {
                    0 => (a, b) > (0, 0),
                    1 => b > 0,
                    _ => like && a >= b,
                };
                let at = |a, b| usize::from(a) * 64 + usize::from(b);
                if !known {
                    numbers[at(a, b)] = places.len() as u16;
                    places.push([a, b]);
                } else if rest.len() == 1 {
                    numbers[at(a, b)] = numbers[at(a, 0)];
                } else if like && a > b {
                    numbers[at(a, b)] = numbers[at(b, a)];
                }
            }
        }
        Some(Layout {
            pawns,
            kings: KingPairs::of(pawns != [0, 0]),
            rest,
            row_man,
            places,
            numbers,
        })
    }

    /// Numbers of one row.
    pub const fn width(&self) -> usize {
        if self.row_man.is_some() { 64 } else { 1 }
    }

    /// Rows of one side to move.
    pub const fn rows(&self) -> usize {
        self.kings.squares.len() * self.places.len()
    }

    /// All numbers, both sides to move.
    pub const fn len(&self) -> usize {
        2 * self.rows() * self.width()
    }

    /// The place of the rest on these squares.
    #[inline]
    pub fn place(&self, rest: [u8; 2]) -> usize {
        let [a, b] = rest.map(|square| usize::from(square & 63));
        usize::from(self.numbers[a * 64 + b])
    }

    /// The men of a row: of the pair of kings and of the place of the rest.
    #[inline]
    pub fn row(&self, pair: usize, place: usize) -> Row {
        let (white, black) = self.kings.squares[pair];
        let rest = self.places[place];
        let mut occupied = self.pawns[0] | self.pawns[1];
        let mut apart = true;
        let squares = [white, black].into_iter().chain(rest);
        for square in squares.take(2 + self.rest.len()) {
            apart &= occupied & bit(square) == 0;
            occupied |= bit(square);
        }
        let free = match (apart, self.row_man) {
            (false, _) => 0,
            (true, Some(_)) => !occupied,
            (true, None) => 1,
        };
        Row {
            kings: [white, black],
            rest,
            occupied,
            free,
        }
    }

    /// The board of a row, without the row man.
    pub fn board(&self, row: &Row) -> Position {
        let mut board = Position::EMPTY;
        for color in Color::ALL {
            board.put(color, Role::King, row.kings[color.index()]);
            for square in each(self.pawns[color.index()]) {
                board.put(color, Role::Pawn, square);
            }
        }
        for ((color, role), square) in self.rest.iter().zip(row.rest) {
            board.put(*color, *role, square);
        }
        board
    }

    /// The number of a position whose pawns, turned by `flip`, are those of the slice. `None` for kings that touch.
    #[inline]
    pub fn number(&self, position: &Position, flip: Symmetry) -> Option<usize> {
        let king = |color| Some(flip.apply_square(position.king(color)?));
        let pair = self.kings.pair(king(Color::White)?, king(Color::Black)?)?;
        let square = |square| pair.image.apply_square(flip.apply_square(square));
        let mut rest = [0; 2];
        for (place, man) in self.rest.iter().enumerate() {
            let mut set = position.pieces(man.0, man.1);
            if place > 0 && self.rest[0] == *man {
                set &= set - 1;
            }
            rest[place] = square(set.trailing_zeros() as u8);
        }
        let row = usize::from(pair.number) * self.places.len() + self.place(rest);
        let row = position.turn().index() * self.rows() + row;
        Some(match self.row_man {
            None => row,
            // The last of its kind, for those of the rest are the first.
            Some((color, role)) => {
                let last = 63 - position.pieces(color, role).leading_zeros() as u8;
                row * 64 + usize::from(square(last))
            }
        })
    }

    /// How many boards a number of this row counts for, in sixths: the boards that are images of one another have that many numbers
    /// among them, more than one where both kings are on the diagonal, the pawns are their own image, or the row man has a twin.
    pub fn sixths(&self, row: &Row) -> u64 {
        let flipped = self.pawns.map(|set| Symmetry::FlipFiles.apply(set));
        let images = match self.pawns {
            [0, 0] if row.kings.iter().all(|square| square % 9 == 0) => 4,
            [0, 0] => 8,
            pawns if pawns == flipped => 1,
            _ => 2,
        };
        let twins = self.rest.iter().filter(|man| Some(**man) == self.row_man);
        6 * images / (1 + twins.count() as u64)
    }
}

/// The rest and the row man of a material: of the men that are neither kings nor pawns, the first without a twin is the row man, and
/// the last of those with twins where there is none without.
fn roles(material: &Material) -> Option<(Vec<Man>, Option<Man>)> {
    let mut men = Vec::new();
    for color in Color::ALL {
        for role in Role::ALL {
            if !matches!(role, Role::King | Role::Pawn) {
                let count = usize::from(material.count(color, role));
                men.extend(std::iter::repeat_n((color, role), count));
            }
        }
    }
    if men.len() > MAX_REST + 1 {
        return None;
    }
    let alone = |man: &Man| men.iter().filter(|other| *other == man).count() == 1;
    let place = men.iter().position(alone);
    let place = place.or_else(|| men.len().checked_sub(1));
    let row_man = place.map(|place| men.remove(place));
    Some((men, row_man))
}
