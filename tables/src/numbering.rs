//! The numbers of a class in a table: both sides to move, and only one of the boards that are the
//! same when laid over each other.
//!
//! [`adv_chess::ClassIndex`] numbers every position once, for proofs that must examine each. A table
//! has values only, and a board has the value of its mirror image, so the numbers here begin
//! with fewer places for the two kings:
//!
//! ```text
//! 8 . . . . . . . .     without pawns the white king stands in the quarter x after at most two
//! 7 . . . . . . . .     flips, which leaves 903 pairs of kings that do not touch
//! 6 . . . . . . . .
//! 5 p p p p . . . .     with pawns only files may be flipped: x or p, 1,806 pairs
//! 4 x x x x . . . .
//! 3 x x x x . . . .     No board is its own image under a flip, so every board has exactly one
//! 2 x x x x . . . .     image here and a move between boards one image that is a move. Turning
//! 1 x x x x . . . .     about the diagonal, which would halve the numbers again, has neither.
//!   a b c d e f g h
//!
//! number  = side to move * S + (kings * M1 + men 1) * M2 + men 2      S numbers for each side
//! men     the square of one man; of two of a kind the place of their pair; pawns from a2 on
//! ```
//!
//! Where both sides have a pawn, positions in which one can capture en passant follow at the end of
//! each side's numbers: `kings * 16 + file of the capturing pawn * 2 + (1 for capturing towards the h-file)`.

mod neighbours;

use adv_chess::squares::{bit, each, file_of, first, rank_of};
use adv_chess::{Color, Material, Position, Role};

pub(crate) use neighbours::with_moved;

/// Pairs of kings with the white one on certain squares.
struct Kings {
    squares: Vec<(u8, u8)>,
    /// By the white and the black king's square, [`NO_PAIR`] where there is no such pair.
    numbers: Vec<u16>,
}

const NO_PAIR: u16 = u16::MAX;

impl Kings {
    fn new(with_pawns: bool) -> Kings {
        let mut kings = Kings {
            squares: Vec::new(),
            numbers: vec![NO_PAIR; 64 * 64],
        };
        for white in 0..64u8 {
            if file_of(white) > 3 || !with_pawns && rank_of(white) > 3 {
                continue;
            }
            for black in 0..64u8 {
                let files = file_of(white).abs_diff(file_of(black));
                let ranks = rank_of(white).abs_diff(rank_of(black));
                if files.max(ranks) > 1 {
                    kings.numbers[pair_index(white, black)] = kings.squares.len() as u16;
                    kings.squares.push((white, black));
                }
            }
        }
        kings
    }
}

const fn pair_index(white: u8, black: u8) -> usize {
    (white & 63) as usize * 64 + (black & 63) as usize
}

/// The men of one kind, kings left out.
#[derive(Clone, Copy)]
struct Group {
    color: Color,
    role: Role,
    /// Two men and not one.
    pair: bool,
    /// How many places they have.
    places: u32,
    /// How many numbers further the next place is.
    weight: u32,
}

impl Group {
    /// The first square that the men can stand on.
    const fn lowest(self) -> u8 {
        if matches!(self.role, Role::Pawn) {
            8
        } else {
            0
        }
    }

    /// The place of the men's set of squares, each flipped by `flip`.
    #[inline]
    fn place(self, set: u64, flip: u8) -> u32 {
        let lowest = self.lowest();
        let a = u32::from(((set.trailing_zeros() as u8) ^ flip).wrapping_sub(lowest));
        if !self.pair {
            return a;
        }
        let b = u32::from(((63 - set.leading_zeros() as u8) ^ flip).wrapping_sub(lowest));
        let (low, high) = (a.min(b), a.max(b));
        high * high.saturating_sub(1) / 2 + low
    }

    /// The set of squares of a place.
    #[inline]
    fn set(self, place: u32) -> u64 {
        if !self.pair {
            return bit(place as u8 + self.lowest());
        }
        // The largest `high` with high (high - 1) / 2 <= place.
        let mut high = 1;
        while high * (high + 1) / 2 <= place {
            high += 1;
        }
        let low = place - high * (high - 1) / 2;
        bit(low as u8 + self.lowest()) | bit(high as u8 + self.lowest())
    }
}

/// Places of a capture en passant for one pair of kings.
const EN_PASSANTS: u32 = 16;

/// The numbers of one class.
pub(crate) struct Numbering {
    groups: Vec<Group>,
    kings: Kings,
    /// No pawns: ranks may be flipped too.
    flips_ranks: bool,
    /// Numbers for one pair of kings, without those for en passant.
    per_kings: u32,
    /// Numbers for one side without those for en passant.
    plain: u32,
    /// Numbers for one side.
    side: u32,
}

impl Numbering {
    /// For a material of one king for each side and at most two other men.
    pub(crate) fn new(material: &Material) -> Numbering {
        let mut groups = Vec::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let count = material.count(color, role);
                if role == Role::King || count == 0 {
                    continue;
                }
                let squares: u32 = if role == Role::Pawn { 48 } else { 64 };
                let pair = count > 1;
                let places = if pair {
                    squares * (squares - 1) / 2
                } else {
                    squares
                };
                groups.push(Group {
                    color,
                    role,
                    pair,
                    places,
                    weight: 1,
                });
            }
        }
        let mut per_kings = 1;
        for group in groups.iter_mut().rev() {
            group.weight = per_kings;
            per_kings *= group.places;
        }
        let pawns = Color::ALL.map(|color| material.count(color, Role::Pawn));
        let kings = Kings::new(pawns != [0, 0]);
        let pairs = kings.squares.len() as u32;
        let plain = pairs * per_kings;
        let en_passants = if pawns == [1, 1] {
            pairs * EN_PASSANTS
        } else {
            0
        };
        Numbering {
            groups,
            kings,
            flips_ranks: pawns == [0, 0],
            per_kings,
            plain,
            side: plain + en_passants,
        }
    }

    /// How many numbers there are, both sides to move.
    pub(crate) const fn len(&self) -> u32 {
        2 * self.side
    }

    /// True when positions with a capture en passant have numbers.
    pub(crate) const fn has_en_passant(&self) -> bool {
        self.side > self.plain
    }

    /// The number of a position of this material. `None` for touching kings, pawns where none can
    /// stand, castling rights, and a right to capture en passant without a pawn that could use it.
    #[inline]
    pub(crate) fn number(&self, position: &Position) -> Option<u32> {
        if position.castling() != 0 {
            return None;
        }
        let (white, black) = (position.king(Color::White)?, position.king(Color::Black)?);
        let flip = self.flip(white);
        let pair = self.pair(white, black, flip)?;
        let offset = position.turn().index() as u32 * self.side;
        if let Some(target) = position.ep() {
            let place = self.en_passant_place(position, target ^ flip, flip)?;
            return Some(offset + self.plain + pair * EN_PASSANTS + place);
        }
        let mut number = pair;
        for group in &self.groups {
            let place = group.place(position.pieces(group.color, group.role), flip);
            if place >= group.places {
                return None;
            }
            number = number * group.places + place;
        }
        Some(offset + number)
    }

    /// What turns the white king's square into one that pairs have, by exclusive or.
    #[inline]
    fn flip(&self, white: u8) -> u8 {
        let flip = if file_of(white) > 3 { 7 } else { 0 };
        if self.flips_ranks && rank_of(white) > 3 {
            flip | 56
        } else {
            flip
        }
    }

    /// The number of a pair of kings, the board flipped.
    #[inline]
    fn pair(&self, white: u8, black: u8, flip: u8) -> Option<u32> {
        let pair = self.kings.numbers[pair_index(white ^ flip, black ^ flip)];
        (pair != NO_PAIR).then_some(u32::from(pair))
    }

    /// The place of a capture en passant, the board flipped along files.
    fn en_passant_place(&self, position: &Position, target: u8, flip: u8) -> Option<u32> {
        if !self.has_en_passant() {
            return None;
        }
        let turn = position.turn();
        let from = first(position.pieces(turn, Role::Pawn))? ^ flip;
        let victim = first(position.pieces(!turn, Role::Pawn))? ^ flip;
        let (from_rank, target_rank) = en_passant_ranks(turn);
        let ranks = (rank_of(from), rank_of(victim), rank_of(target));
        let aside = file_of(from).abs_diff(file_of(victim)) == 1;
        if ranks != (from_rank, from_rank, target_rank)
            || file_of(victim) != file_of(target)
            || !aside
        {
            return None;
        }
        Some(u32::from(file_of(from)) * 2 + u32::from(file_of(victim) > file_of(from)))
    }

    /// The position of a number, `None` where it stands for no legal position.
    pub(crate) fn position(&self, number: u32) -> Option<Position> {
        let (turn, number) = match number.checked_sub(self.side) {
            None => (Color::White, number),
            Some(number) => (Color::Black, number),
        };
        let mut position = Position::EMPTY.with_turn(turn);
        let mut place = |color: Color, role: Role, set: u64| {
            let free = position.occupied() & set == 0;
            position.by_role[role.index()] |= set;
            position.by_color[color.index()] |= set;
            free.then_some(())
        };
        let pair = match number.checked_sub(self.plain) {
            None => {
                let mut rest = number;
                for group in self.groups.iter().rev() {
                    place(group.color, group.role, group.set(rest % group.places))?;
                    rest /= group.places;
                }
                rest
            }
            Some(number) => {
                let (rank, target_rank) = en_passant_ranks(turn);
                let file = (number % EN_PASSANTS / 2) as u8;
                let towards_h = number % 2 == 1;
                let victim = if towards_h {
                    file + 1
                } else {
                    file.wrapping_sub(1)
                };
                if victim > 7 {
                    return None;
                }
                place(turn, Role::Pawn, bit(rank * 8 + file))?;
                place(!turn, Role::Pawn, bit(rank * 8 + victim))?;
                position = position.with_ep(Some(target_rank * 8 + victim));
                number / EN_PASSANTS
            }
        };
        let (white, black) = *self.kings.squares.get(pair as usize)?;
        let mut place = |color: Color, square: u8| {
            let free = position.occupied() & bit(square) == 0;
            position.put(color, Role::King, square);
            free.then_some(())
        };
        place(Color::White, white)?;
        place(Color::Black, black)?;
        if position.in_check(!turn) {
            return None;
        }
        match position.ep() {
            Some(target) if !can_be_passed(&position, target) => None,
            _ => Some(position),
        }
    }

    /// The position with the right to capture en passant that the last move could have given, `None`
    /// where no pawn stands for it.
    pub(crate) fn with_en_passant(&self, position: &Position) -> Option<Position> {
        if !self.has_en_passant() {
            return None;
        }
        let (rank, target_rank) = en_passant_ranks(position.turn());
        let victim = each(position.pieces(!position.turn(), Role::Pawn)).next()?;
        if rank_of(victim) != rank {
            return None;
        }
        Some(position.with_ep(Some(target_rank * 8 + file_of(victim))))
    }
}

/// The rank of the two pawns and the rank between them and the victim's first square, for the side
/// that captures: 5 and 6 for White, counted from 0.
const fn en_passant_ranks(turn: Color) -> (u8, u8) {
    match turn {
        Color::White => (4, 5),
        Color::Black => (3, 2),
    }
}

/// True when a pawn can just have gone two squares past `target`, and capturing it is legal.
fn can_be_passed(position: &Position, target: u8) -> bool {
    let came_from = match position.turn() {
        Color::White => target + 8,
        Color::Black => target - 8,
    };
    position.occupied() & (bit(target) | bit(came_from)) == 0
        && position.legal_moves().iter().any(|m| m.is_en_passant())
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::{ClassIndex, Symmetry};

    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

    fn numbering(white: &[Role], black: &[Role]) -> (Material, Numbering) {
        let material = Material::new(white, black);
        (material, Numbering::new(&material))
    }

    #[test]
    fn numbers_and_positions_go_both_ways() {
        for (_, numbering) in [
            numbering(&[King, Rook], &[King]),
            numbering(&[King, Pawn], &[King]),
            numbering(&[King], &[King]),
        ] {
            for number in 0..numbering.len() {
                if let Some(position) = numbering.position(number) {
                    assert_eq!(numbering.number(&position), Some(number), "{position:?}");
                }
            }
            assert_eq!(numbering.position(numbering.len()), None);
            assert_eq!(numbering.position(u32::MAX), None);
        }
    }

    #[test]
    fn every_position_has_the_number_of_its_images() {
        let flips = [
            Symmetry::Identity,
            Symmetry::FlipFiles,
            Symmetry::FlipRanks,
            Symmetry::Rotate180,
        ];
        for (white, black) in [
            (&[King, Queen][..], &[King, Rook][..]),
            (&[King, Knight, Knight], &[King]),
            (&[King, Pawn, Pawn], &[King]),
            (&[King, Bishop], &[King, Pawn]),
        ] {
            let (material, numbering) = numbering(white, black);
            let flips = &flips[..if numbering.flips_ranks { 4 } else { 2 }];
            for turn in Color::ALL {
                let Ok(class) = ClassIndex::new(material, turn) else {
                    panic!("{material} is a class")
                };
                for place in (0..class.len()).step_by(997) {
                    let Some(position) = class.position(place) else {
                        continue;
                    };
                    let number = numbering.number(&position);
                    for flip in flips {
                        let image = flip.apply_position(&position);
                        assert_eq!(numbering.number(&image), number, "{position:?}");
                    }
                    let back = number.and_then(|number| numbering.position(number));
                    let images = flips.iter().map(|flip| flip.apply_position(&position));
                    let same = images.filter(|image| Some(*image) == back).count();
                    assert_eq!(same, 1, "{position:?}");
                }
            }
        }
    }

    #[test]
    fn captures_en_passant_have_numbers() {
        let (_, numbering) = numbering(&[King, Pawn], &[King, Pawn]);
        let mut count = 0;
        for side in 0..2 {
            for number in numbering.plain..numbering.side {
                let number = side * numbering.side + number;
                let Some(position) = numbering.position(number) else {
                    continue;
                };
                count += 1;
                assert_eq!(numbering.number(&position), Some(number), "{position:?}");
                let chess = position.to_chess().map(|chess| Position::from(&chess));
                assert_eq!(chess, Some(position));
                let without = position.with_ep(None);
                assert_eq!(numbering.with_en_passant(&without), Some(position));
            }
        }
        assert!(count > 20_000, "{count}");
    }
}
