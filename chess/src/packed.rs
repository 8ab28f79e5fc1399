//! The packed position: 32 bytes, as a key of tables that hold millions of positions.
//!
//! Four planes of 64 bits hold four bits for each square, its code:
//!
//! ```text
//!                    plane   3 2 1 0
//!   King                     c 0 0 1   ┐
//!   Queen                    c 0 1 0   │
//!   Rook                     c 0 1 1   │  c is the colour of the piece:
//!   Bishop                   c 1 0 0   │  0 White, 1 Black
//!   Knight                   c 1 0 1   │
//!   Pawn                     c 1 1 0   │
//!   rook that may castle     c 1 1 1   ┘
//!   empty square             t 0 0 0      t is the side to move, 0 White, 1 Black;
//!                                         on the en passant square it is the other side
//! ```
//!
//! So the pieces, the side to move, the castling rights and the en passant square have no bytes of their own, packing needs no loop over
//! the pieces, and no number of pieces is too large. Clocks are not packed: positions that differ in nothing else are packed alike.
//!
//! Every position that a game can reach has a packed form, and so has every position that [`crate::notation::parse_fen`] accepts. A board
//! that cannot be told from others in this form has none ([`Position::packed`]); a table does without it.

use crate::lean::{Lean, Roster, TAKEN};
use crate::numbers::mix;
use crate::piece::{Color, Role};
use crate::position::{CASTLINGS, Position};
use crate::squares::{bit, each};

/// Below this number of empty squares the side to move cannot be read back: one of them may be the en passant square.
const LEAST_EMPTY: u32 = 3;

/// The rooks that may castle, by the rights.
static CASTLING_ROOKS: [u64; 16] = {
    let mut table = [0; 16];
    let mut rights = 0;
    while rights < 16 {
        let mut i = 0;
        while i < CASTLINGS.len() {
            let (right, _, _, rook) = CASTLINGS[i];
            if rights & right as usize != 0 {
                table[rights] |= bit(rook);
            }
            i += 1;
        }
        rights += 1;
    }
    table
};

/// The two halves of a product in one word.
#[inline(always)]
const fn folded(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

/// A position without its clocks, in 32 bytes. Two positions that have one are equal but for their clocks exactly where these are equal.
///
/// ```
/// use adv_chess::Position;
///
/// let start = Position::start();
/// let packed = start.packed().ok_or("a position of a game")?;
/// assert_eq!(size_of_val(&packed), 32);
/// assert_eq!(packed.position(), start.without_clocks());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition {
    planes: [u64; 4],
}

impl PackedPosition {
    /// The empty board with White to move.
    pub const EMPTY: PackedPosition = PackedPosition { planes: [0; 4] };

    /// Bits that differ for most positions, the same on every machine: a place in a table.
    #[inline(always)]
    pub const fn spread(&self) -> u64 {
        let [first, second, third, fourth] = self.planes;
        // The two products are computed side by side, and each keeps all its bits.
        let low = folded(
            first ^ 0x9e37_79b9_7f4a_7c15,
            second ^ 0xc2b2_ae3d_27d4_eb4f,
        );
        let high = folded(
            third ^ 0x1656_67b1_9e37_79f9,
            fourth ^ 0xd6e8_feb8_6659_fd93,
        );
        mix(low ^ high.rotate_left(29))
    }

    /// The planes, plane 0 first, as the drawing of this module says.
    pub const fn planes(&self) -> [u64; 4] {
        self.planes
    }

    /// The position, with its clocks at their start.
    pub fn position(&self) -> Position {
        let [first, second, third, fourth] = self.planes;
        let occupied = first | second | third;
        let codes = [
            first & !second & !third,
            second & !first & !third,
            first & second & !third,
            third & !first & !second,
            first & third & !second,
            second & third & !first,
        ];
        let castling = first & second & third;
        let mut position = Position::EMPTY;
        position.by_role = codes;
        position.by_role[Role::Rook.index()] |= castling;
        position.by_color = [occupied & !fourth, occupied & fourth];
        let empty = fourth & !occupied;
        let black_to_move = empty.count_ones() > 1;
        let passed = match black_to_move {
            true => !fourth & !occupied,
            false => empty,
        };
        let rights = CASTLINGS.iter().filter(|(_, color, _, rook)| {
            let black = fourth & bit(*rook) != 0;
            castling & bit(*rook) != 0 && black == (*color == Color::Black)
        });
        let rights = rights.fold(0, |rights, (right, ..)| rights | right);
        let turn = match black_to_move {
            true => Color::Black,
            false => Color::White,
        };
        position
            .with_turn(turn)
            .with_castling(rights)
            .with_ep(each(passed).next())
    }
}

impl Position {
    /// The position in 32 bytes, without its clocks.
    ///
    /// `None` for boards that no game can reach and that would be packed like another one: a castling right without the rook on its
    /// square, an en passant square that is not empty, fewer than three empty squares, two pieces on one square.
    #[inline]
    pub fn packed(&self) -> Option<PackedPosition> {
        let occupied = self.occupied();
        // Each square has one role and one colour, or none of both.
        let [white, black] = self.by_color;
        let (mut seen, mut twice) = (0, white & black);
        for role in self.by_role {
            twice |= seen & role;
            seen |= role;
        }
        if twice != 0 || seen != occupied {
            return None;
        }
        let rights = self.castling();
        let rooks = CASTLING_ROOKS[usize::from(rights & 15)];
        let [.., rook, _, _, _] = self.by_role;
        let [of_white, of_black] = [0xff, 0xff << 56];
        if rooks & !(rook & (white & of_white | black & of_black)) != 0 {
            return None;
        }
        if let Some(square) = self.ep()
            && occupied & bit(square) != 0
        {
            return None;
        }
        if occupied.count_zeros() < LEAST_EMPTY {
            return None;
        }
        Some(self.packed_again())
    }

    /// What [`Position::packed`] returns for a position that has such a form: one that legal moves lead to from another one that has it. It is
    /// not looked again whether it has.
    #[inline]
    pub fn packed_again(&self) -> PackedPosition {
        let [king, queen, rook, bishop, knight, pawn] = self.by_role;
        let castling = CASTLING_ROOKS[usize::from(self.castling() & 15)];
        let passed = self.ep().map_or(0, bit);
        let black_to_move = 0u64.wrapping_sub(self.turn().index() as u64);
        let [_, black] = self.by_color;
        PackedPosition {
            planes: [
                king | rook | knight | castling,
                queen | rook | pawn,
                bishop | knight | pawn | castling,
                black | (black_to_move & !self.occupied()) ^ passed,
            ],
        }
    }
}

impl Roster {
    /// What [`Position::packed`] returns for the whole position of a lean one.
    #[inline]
    pub fn packed(&self, lean: Lean) -> PackedPosition {
        if lean.is_special() {
            return self.packed_specially(lean);
        }
        let mut planes = [0u64; 4];
        let [first, second, third, fourth] = &mut planes;
        let mut occupied = 0;
        for (man, (color, role)) in self.men().enumerate() {
            let square = lean.square(man);
            let set = u64::from(square != TAKEN) << (square & 63);
            let code = role.index() as u64 + 1;
            let planes_of = |plane: u32| set & 0u64.wrapping_sub(code >> plane & 1);
            *first |= planes_of(0);
            *second |= planes_of(1);
            *third |= planes_of(2);
            *fourth |= set & 0u64.wrapping_sub(color.index() as u64);
            occupied |= set;
        }
        let black_to_move = 0u64.wrapping_sub(lean.turn().index() as u64);
        *fourth |= black_to_move & !occupied;
        PackedPosition { planes }
    }

    /// The same where squares do not say all.
    #[cold]
    #[inline(never)]
    fn packed_specially(&self, lean: Lean) -> PackedPosition {
        // Six men at most stand on squares of their own, so there is such a form.
        self.unpack(lean).packed().unwrap_or_default()
    }
}
