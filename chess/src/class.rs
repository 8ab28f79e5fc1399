//! All legal positions of one material with a given side to move, numbered.
//!
//! A proof asks about every position of a class, in threads that each take a stretch of the
//! numbers, and keeps what it learns of each in an array by the same numbers. So the numbering is
//! dense and goes both ways:
//!
//! ```text
//! number = ((kings * Q + queens) * R + rooks) * …
//!
//! kings    one of the 3,612 pairs of squares on which two kings do not touch
//! others   for each kind of man the place of its set of squares among all sets of that size:
//!          of 64 squares, for pawns of the 48 between the first and the last rank
//! ```
//!
//! Men of one kind are a set, so exchanging two of them gives the same position. What is left out
//! (`None`): two men on one square, and the side that has moved standing in check. Neither castling
//! nor en passant belongs to a class.

use std::fmt;
use std::ops::Range;

use crate::material::Material;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rays::king_distance;
use crate::squares::{bit, each, is_single};

/// Pairs of squares on which two kings stand without touching.
const KING_PAIRS: usize = 3612;
const NO_PAIR: u16 = u16::MAX;

/// The squares of the white and the black king by number, and the number by their squares.
struct Kings {
    squares: [(u8, u8); KING_PAIRS],
    number: [[u16; 64]; 64],
}

static KINGS: Kings = {
    let mut kings = Kings {
        squares: [(0, 0); KING_PAIRS],
        number: [[NO_PAIR; 64]; 64],
    };
    let mut next = 0;
    let mut white = 0;
    while white < 64 {
        let mut black = 0;
        while black < 64 {
            if king_distance(white, black) > 1 {
                kings.squares[next] = (white, black);
                kings.number[white as usize][black as usize] = next as u16;
                next += 1;
            }
            black += 1;
        }
        white += 1;
    }
    kings
};

/// Why a material has no class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassError {
    /// A side has not exactly one king.
    Kings(Color, u8),
    /// A side has more than eight pawns or more than sixteen men.
    TooManyMen(Color),
    /// The class has more numbers than can be counted with 64 bits.
    TooLarge,
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassError::Kings(color, count) => {
                write!(
                    f,
                    "{color} has {count} kings; a class of positions needs one for each side"
                )
            }
            ClassError::TooManyMen(color) => {
                write!(
                    f,
                    "{color} has more than eight pawns or more than sixteen men"
                )
            }
            ClassError::TooLarge => {
                write!(
                    f,
                    "the material has too many positions to be counted; take fewer men"
                )
            }
        }
    }
}

impl std::error::Error for ClassError {}

/// The men of one kind, the kings left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    color: Color,
    role: Role,
    count: u8,
    /// The number of sets of squares for them.
    sets: u64,
    /// The number of bits of their digit, if it is a power of two, so that no division is needed: one man that is no pawn.
    bits: Option<u32>,
}

impl Group {
    /// Takes its digit, the lowest, off a number.
    #[inline]
    const fn split(&self, number: u64) -> (u64, u64) {
        match self.bits {
            Some(bits) => (number >> bits, number & (self.sets - 1)),
            None => (number / self.sets, number % self.sets),
        }
    }
}

/// The numbering of the positions of one material with one side to move.
///
/// ```
/// use adv_chess::{ClassIndex, Color, Material, Role};
///
/// let krk = Material::new(&[Role::King, Role::Rook], &[Role::King]);
/// let class = ClassIndex::new(krk, Color::White)?;
/// assert_eq!(class.len(), 231_168); // numbers, of which 175,168 are legal positions
/// let (number, position) = class.iter().next().unwrap_or_default();
/// assert_eq!(class.number(&position), Some(number));
/// # Ok::<(), adv_chess::class::ClassError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassIndex {
    material: Material,
    turn: Color,
    groups: Vec<Group>,
    len: u64,
}

impl ClassIndex {
    /// The numbering for a material and a side to move.
    ///
    /// # Errors
    ///
    /// When a side has not exactly one king or more men than a game has, and when the numbers would
    /// not fit 64 bits.
    pub fn new(material: Material, turn: Color) -> Result<ClassIndex, ClassError> {
        let mut class = ClassIndex::unnumbered(material, turn)?;
        let mut groups = Vec::new();
        let mut len = KING_PAIRS as u64;
        for color in Color::ALL {
            for role in Role::ALL {
                let count = material.count(color, role);
                if role == Role::King || count == 0 {
                    continue;
                }
                let sets = choose(if role == Role::Pawn { 48 } else { 64 }, count);
                groups.push(Group {
                    color,
                    role,
                    count,
                    sets,
                    bits: sets.is_power_of_two().then(|| sets.trailing_zeros()),
                });
                len = len.checked_mul(sets).ok_or(ClassError::TooLarge)?;
            }
        }
        class.groups = groups;
        class.len = len;
        Ok(class)
    }

    /// The same class without numbers, for a material that has too many: it has none, and no position of it is found.
    ///
    /// # Errors
    ///
    /// When a side has not exactly one king or more men than a game has.
    pub fn unnumbered(material: Material, turn: Color) -> Result<ClassIndex, ClassError> {
        for color in Color::ALL {
            let counts = material.counts[color.index()];
            let kings = material.count(color, Role::King);
            if kings != 1 {
                return Err(ClassError::Kings(color, kings));
            }
            let men: u32 = counts.iter().map(|&count| u32::from(count)).sum();
            if material.count(color, Role::Pawn) > 8 || men > 16 {
                return Err(ClassError::TooManyMen(color));
            }
        }
        Ok(ClassIndex {
            material,
            turn,
            groups: Vec::new(),
            len: 0,
        })
    }

    /// The material of the class.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// How many numbers there are; the legal positions are fewer.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// True for a class without numbers ([`ClassIndex::unnumbered`]): any other has its kings to be placed.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The position of a number, `None` where it stands for no legal position or is beyond
    /// [`ClassIndex::len`].
    pub fn position(&self, number: u64) -> Option<Position> {
        let position = self.board(number)?;
        (!position.in_check(!self.turn)).then_some(position)
    }

    /// The board of a number with the class's side to move, whether or not the side that has moved is in check: the position
    /// of a number that is known to have one. `None` for two men on one square and beyond [`ClassIndex::len`].
    #[inline]
    pub fn board(&self, number: u64) -> Option<Position> {
        if number >= self.len {
            return None;
        }
        let mut rest = number;
        let mut position = Position::EMPTY.with_turn(self.turn);
        let mut occupied = 0;
        for group in self.groups.iter().rev() {
            let (others, place) = group.split(rest);
            let mut set = nth_set(place, group.count);
            rest = others;
            if group.role == Role::Pawn {
                set <<= 8;
            }
            if occupied & set != 0 {
                return None;
            }
            occupied |= set;
            position.by_role[group.role.index()] |= set;
            position.by_color[group.color.index()] |= set;
        }
        let (white, black) = *KINGS.squares.get(usize::try_from(rest).ok()?)?;
        let kings = [bit(white), bit(black)];
        if occupied & (kings[0] | kings[1]) != 0 {
            return None;
        }
        position.by_role[Role::King.index()] = kings[0] | kings[1];
        position.by_color[0] |= kings[0];
        position.by_color[1] |= kings[1];
        Some(position)
    }

    /// The number of a position of the class: clocks, castling rights and en passant do not count.
    /// `None` for another material, another side to move, touching kings, or pawns where none can
    /// stand. A position that is illegal by check only has a number, from which it does not return.
    pub fn number(&self, position: &Position) -> Option<u64> {
        if position.turn() != self.turn || !self.material.fits(position) {
            return None;
        }
        self.number_of_own(position)
    }

    /// The same for a position that is known to have the class's men and side to move, as after moves that neither capture nor
    /// promote; for any other the number means nothing.
    #[inline]
    pub fn number_of_own(&self, position: &Position) -> Option<u64> {
        if self.is_empty() {
            return None;
        }
        let (white, black) = (position.king(Color::White)?, position.king(Color::Black)?);
        let pair = KINGS.number[usize::from(white)][usize::from(black)];
        if pair == NO_PAIR {
            return None;
        }
        let mut number = u64::from(pair);
        for group in &self.groups {
            let mut set = position.pieces(group.color, group.role);
            if group.role == Role::Pawn {
                if set & (crate::rays::RANK_1 | crate::rays::RANK_8) != 0 {
                    return None;
                }
                set >>= 8;
            }
            number = number * group.sets + place_of_set(set);
        }
        Some(number)
    }

    /// The numbers that a position takes where kings step onto empty squares, from its own number and the squares of the white and
    /// the black king. `None` where those touch.
    #[inline]
    pub fn king_steps(&self, number: u64, white: u8, black: u8) -> Option<KingSteps> {
        // The kings are the highest digit.
        let weight = self.len / KING_PAIRS as u64;
        let others = number.checked_sub(king_pair(white, black)? * weight)?;
        Some(KingSteps { weight, others })
    }

    /// The legal positions of a stretch of the numbers, in rising order, each with its number.
    pub fn range(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, Position)> + '_ {
        let numbers = numbers.start..numbers.end.min(self.len);
        numbers.filter_map(|number| Some((number, self.position(number)?)))
    }

    /// All legal positions of the class in rising order, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Position)> + '_ {
        self.range(0..self.len)
    }

    /// All numbers cut into stretches of nearly the same length, one for each thread.
    pub fn chunks(&self, count: u64) -> Vec<Range<u64>> {
        let count = count.clamp(1, self.len.max(1));
        let (length, longer) = (self.len / count, self.len % count);
        let start = |i: u64| i * length + i.min(longer);
        (0..count).map(|i| start(i)..start(i + 1)).collect()
    }
}

/// The place of a pair of kings, `None` where they touch.
#[inline]
fn king_pair(white: u8, black: u8) -> Option<u64> {
    let pair = KINGS.number[usize::from(white & 63)][usize::from(black & 63)];
    (pair != NO_PAIR).then_some(u64::from(pair))
}

/// The numbers of positions that differ in the squares of the kings only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingSteps {
    weight: u64,
    others: u64,
}

impl KingSteps {
    /// The number with the kings on these squares, which are empty or their own; `None` where they touch.
    #[inline]
    pub fn number(&self, white: u8, black: u8) -> Option<u64> {
        Some(king_pair(white, black)? * self.weight + self.others)
    }
}

/// Sets of at most 15 squares of 64, the men of one kind that a side can have.
const MAX_SET: usize = 15;

/// `CHOOSE[n][k]`: how many sets of k squares n squares have.
static CHOOSE: [[u64; MAX_SET + 1]; 65] = {
    let mut table = [[0; MAX_SET + 1]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_SET && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u8, k: u8) -> u64 {
    CHOOSE[usize::from(n.min(64))][usize::from(k).min(MAX_SET)]
}

/// The set of `count` squares with this place among all such sets (the combinatorial number
/// system: place = sum of choose(square, 1 + its index)).
#[inline]
fn nth_set(place: u64, count: u8) -> u64 {
    if count == 1 {
        return bit(place as u8);
    }
    let mut place = place;
    let mut set = 0;
    let mut square = 64;
    for k in (1..=count).rev() {
        while square > 0 {
            square -= 1;
            if choose(square, k) <= place {
                break;
            }
        }
        place -= choose(square, k).min(place);
        set |= bit(square);
    }
    set
}

/// The place of a set among all sets of its size; the opposite of [`nth_set`].
#[inline]
fn place_of_set(set: u64) -> u64 {
    if is_single(set) {
        return u64::from(set.trailing_zeros());
    }
    each(set)
        .zip(1..)
        .map(|(square, k)| choose(square, k))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_places_without_gaps() {
        for (squares, count) in [(64, 1), (48, 2), (64, 2), (48, 3)] {
            for place in 0..choose(squares, count) {
                let set = nth_set(place, count);
                assert_eq!(set.count_ones(), u32::from(count));
                assert!(set.leading_zeros() >= 64 - u32::from(squares));
                assert_eq!(place_of_set(set), place);
            }
        }
    }

    #[test]
    fn a_class_needs_two_kings_and_a_countable_size() {
        use Role::{King, Pawn, Queen};
        let class = |white: &[Role], black: &[Role]| {
            ClassIndex::new(Material::new(white, black), Color::White).map(|class| class.len())
        };
        assert_eq!(class(&[King], &[King]), Ok(3612));
        assert_eq!(
            class(&[King, King], &[King]),
            Err(ClassError::Kings(Color::White, 2))
        );
        assert_eq!(class(&[King], &[]), Err(ClassError::Kings(Color::Black, 0)));
        let pawns = [King, Pawn, Pawn, Pawn, Pawn, Pawn, Pawn, Pawn, Pawn, Pawn];
        assert_eq!(
            class(&pawns, &[King]),
            Err(ClassError::TooManyMen(Color::White))
        );
        let queens = [
            King, Queen, Queen, Queen, Queen, Queen, Queen, Queen, Queen, Queen,
        ];
        assert_eq!(class(&queens, &queens), Err(ClassError::TooLarge));
    }

    #[test]
    fn kings_steps_change_the_highest_digit() {
        use Role::{King, Knight, Pawn, Rook};
        let mut compared = 0;
        for (white, black) in [
            (&[King, Rook][..], &[King][..]),
            (&[King, Knight, Knight], &[King, Pawn]),
        ] {
            let Ok(class) = ClassIndex::new(Material::new(white, black), Color::White) else {
                panic!("a class")
            };
            for place in (0..class.len()).step_by(977) {
                let Some(position) = class.position(place) else {
                    continue;
                };
                let kings = |p: &Position| p.king(Color::White).zip(p.king(Color::Black));
                for mv in position.legal_moves() {
                    if mv.role != King || position.occupied() & bit(mv.to) != 0 {
                        continue;
                    }
                    let behind = position.play(mv);
                    let (Some(before), Some(after)) = (kings(&position), kings(&behind)) else {
                        panic!("both have kings")
                    };
                    let steps = class.king_steps(place, before.0, before.1);
                    let number = steps.and_then(|steps| steps.number(after.0, after.1));
                    assert_eq!(number, class.number_of_own(&behind));
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn chunks_cover_every_number_once() {
        let kk = Material::new(&[Role::King], &[Role::King]);
        let Ok(class) = ClassIndex::new(kk, Color::Black) else {
            panic!("two kings are a class")
        };
        for count in [0, 1, 7, 3612, 5000] {
            let chunks = class.chunks(count);
            assert_eq!(chunks.first().map(|c| c.start), Some(0));
            assert_eq!(chunks.last().map(|c| c.end), Some(3612));
            assert!(chunks.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
        assert_eq!(class.iter().count(), 3612);
        assert_eq!(class.position(3612), None);
        assert_eq!(class.range(3600..9999).count(), 12);
    }
}
