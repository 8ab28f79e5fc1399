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

mod digits;
mod kings;
mod sets;

use std::fmt;
use std::ops::Range;

use crate::board_sets::BoardSets;
use crate::material::Material;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::squares::bit;
pub use digits::{Kind, KingSteps};
use kings::{KING_PAIRS, KINGS, NO_PAIR, king_pair};
use sets::{choose, nth_set, place_of_set};

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
    /// The squares of each side's pawns where they are the same in all positions; then no digit is theirs.
    pawns: Option<[u64; 2]>,
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
            pawns: None,
        })
    }

    /// The positions of the class whose pawns stand on these squares, White's and Black's, numbered by the squares of the other men
    /// alone. They are in the order that they have in the class. `None` for another number of pawns, and for squares where none can stand.
    ///
    /// ```
    /// use adv_chess::{ClassIndex, Color, Material, Role};
    ///
    /// let kpk = Material::new(&[Role::King, Role::Pawn], &[Role::King]);
    /// let class = ClassIndex::new(kpk, Color::White)?;
    /// let on_e4 = class.with_pawns([1 << 28, 0]).ok_or(adv_chess::class::ClassError::TooLarge)?;
    /// assert_eq!((class.len(), on_e4.len()), (48 * 3612, 3612));
    /// # Ok::<(), adv_chess::class::ClassError>(())
    /// ```
    pub fn with_pawns(&self, pawns: [u64; 2]) -> Option<ClassIndex> {
        let ranks = crate::rays::RANK_1 | crate::rays::RANK_8;
        let fits = |color: Color| {
            let own = pawns[color.index()];
            own & ranks == 0
                && own.count_ones() == u32::from(self.material.count(color, Role::Pawn))
        };
        if !Color::ALL.into_iter().all(fits) || pawns[0] & pawns[1] != 0 {
            return None;
        }
        let mut class = self.clone();
        class.pawns = Some(pawns);
        class.groups.retain(|group| group.role != Role::Pawn);
        if !self.is_empty() {
            let sets = class.groups.iter().map(|group| group.sets);
            class.len = KING_PAIRS as u64 * sets.product::<u64>();
        }
        Some(class)
    }

    /// The squares of each side's pawns where they are the same in all positions.
    pub const fn pawns(&self) -> Option<[u64; 2]> {
        self.pawns
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
        let mut sets = BoardSets::default();
        if let Some([white, black]) = self.pawns {
            sets.add(Color::White, Role::Pawn, white);
            sets.add(Color::Black, Role::Pawn, black);
        }
        for group in self.groups.iter().rev() {
            let (others, place) = group.split(rest);
            let mut squares = nth_set(place, group.count);
            rest = others;
            if group.role == Role::Pawn {
                squares <<= 8;
            }
            if sets.occupied() & squares != 0 {
                return None;
            }
            sets.add(group.color, group.role, squares);
        }
        let (white, black) = *KINGS.squares.get(usize::try_from(rest).ok()?)?;
        let (white, black) = (bit(white), bit(black));
        if sets.occupied() & (white | black) != 0 {
            return None;
        }
        sets.add(Color::White, Role::King, white);
        sets.add(Color::Black, Role::King, black);
        Some(sets.position(self.turn))
    }

    /// The number of a position of the class: clocks, castling rights and en passant do not count.
    /// `None` for another material, another side to move, touching kings, or pawns where none can
    /// stand. A position that is illegal by check only has a number, from which it does not return.
    pub fn number(&self, position: &Position) -> Option<u64> {
        if position.turn() != self.turn || !self.material.fits(position) {
            return None;
        }
        let pawns = || Color::ALL.map(|color| position.pieces(color, Role::Pawn));
        if self.pawns.is_some_and(|own| own != pawns()) {
            return None;
        }
        self.number_of_own(position)
    }

    /// The same for a position that is known to have the class's men and side to move, and its pawns where they stand still, as after
    /// moves that neither capture nor are a pawn's; for any other the number means nothing.
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
        self.digits(u64::from(pair), position)
    }

    /// A number with the digits of all men but the kings behind it.
    #[inline(always)]
    fn digits(&self, kings: u64, position: &Position) -> Option<u64> {
        let mut number = kings;
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

    /// The same from the squares of the other men alone, of a position as [`ClassIndex::number_of_own`] takes it: where its kings stand does
    /// not matter. `None` where it has a pawn that can stand nowhere.
    #[inline]
    pub fn king_steps_of(&self, position: &Position) -> Option<KingSteps> {
        if self.is_empty() {
            return None;
        }
        Some(KingSteps {
            weight: self.len / KING_PAIRS as u64,
            others: self.digits(0, position)?,
        })
    }

    /// The squares of the white and the black king in the position of a number, if it stands for one; `None` beyond [`ClassIndex::len`].
    #[inline]
    pub fn kings(&self, number: u64) -> Option<(u8, u8)> {
        let pair = number.checked_div(self.len / KING_PAIRS as u64)?;
        KINGS.squares.get(usize::try_from(pair).ok()?).copied()
    }

    /// The numbers of two kings' squares, all other digits being 0.
    #[inline]
    pub const fn kings_first(&self) -> KingSteps {
        KingSteps {
            weight: self.len / KING_PAIRS as u64,
            others: 0,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

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
                    let alone = class.king_steps_of(&position);
                    assert_eq!(alone, steps);
                    assert_eq!(class.kings(place), Some(before));
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn fixed_pawns_leave_their_positions_in_order() {
        use Role::{King, Pawn, Rook};
        let material = Material::new(&[King, Pawn], &[King, Pawn, Rook]);
        let class = ClassIndex::new(material, Color::Black).expect("a class");
        let fixed = class.with_pawns([1 << 12, 1 << 36]).expect("two pawns");
        let mut before = None;
        let mut found = 0;
        for number in (0..fixed.len()).step_by(37) {
            let Some(position) = fixed.position(number) else {
                continue;
            };
            assert_eq!(fixed.number(&position), Some(number));
            let in_class = class.number(&position);
            assert!(in_class > before, "in the order of the class");
            before = in_class;
            found += 1;
        }
        assert!(found > 1000, "{found}");
        // Other pawns are not of it.
        let other = class.with_pawns([1 << 13, 1 << 36]).expect("two pawns");
        let position = other.iter().next().map(|(_, position)| position);
        assert_eq!(position.and_then(|p| fixed.number(&p)), None);
        for wrong in [[0, 1 << 36], [1 << 36, 1 << 36], [1 << 60, 1 << 36]] {
            assert_eq!(class.with_pawns(wrong), None);
        }
        let large = ClassIndex::unnumbered(material, Color::White).expect("a class");
        let fixed = large.with_pawns([1 << 12, 1 << 36]).expect("two pawns");
        assert!(fixed.is_empty());
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
