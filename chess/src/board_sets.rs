//! The eight sets of a board while men are put on it one after the other.
//!
//! They stay in registers: a man belongs to two sets, and adding him to two words in memory would wait for the stores of the man before, as
//! would the copy of the position that follows.

use crate::piece::{Color, Role};
use crate::position::Position;

/// A colour and role in four bits: the role, and 8 for Black.
#[inline(always)]
pub(crate) const fn man_code(color: Color, role: Role) -> u8 {
    (color as u8) << 3 | role as u8
}

/// The colour and role of such a code.
#[inline(always)]
pub(crate) const fn man_of(code: u8) -> (Color, Role) {
    let color = if code & 8 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let role = match code & 7 {
        0 => Role::King,
        1 => Role::Queen,
        2 => Role::Rook,
        3 => Role::Bishop,
        4 => Role::Knight,
        _ => Role::Pawn,
    };
    (color, role)
}

/// Which of the eight sets (six roles, two colours) a man belongs to, by his code: all bits, or none.
static MEMBER: [[u64; 8]; 16] = {
    let mut sets = [[0; 8]; 16];
    let mut code = 0;
    while code < 16 {
        let (color, role) = man_of(code as u8);
        sets[code][role as usize] = !0;
        sets[code][6 + color as usize] = !0;
        code += 1;
    }
    sets
};

/// The sets of the roles, K Q R B N P, and of White and Black.
#[derive(Default)]
pub(crate) struct BoardSets([u64; 8]);

impl BoardSets {
    /// Puts men of a colour and role on some squares.
    #[inline(always)]
    pub(crate) fn add(&mut self, color: Color, role: Role, squares: u64) {
        self.add_man(man_code(color, role), squares);
    }

    /// The same of men by their code.
    #[inline(always)]
    pub(crate) fn add_man(&mut self, code: u8, squares: u64) {
        for (all, member) in self.0.iter_mut().zip(&MEMBER[usize::from(code & 15)]) {
            *all |= squares & member;
        }
    }

    /// The squares of all men.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        let [.., white, black] = self.0;
        white | black
    }

    /// The position of these men with a side to move, without rights and with its clocks at their start.
    #[inline(always)]
    pub(crate) fn position(&self, turn: Color) -> Position {
        let [k, q, r, b, n, p, white, black] = self.0;
        let mut position = Position::EMPTY.with_turn(turn);
        position.by_role = [k, q, r, b, n, p];
        position.by_color = [white, black];
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    #[test]
    fn a_board_is_what_its_men_make_it() {
        let fens = [
            "8/8/8/3k4/8/8/1R6/K7 b - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ];
        for fen in fens {
            let position = parse_fen(fen).expect("a legal FEN");
            let mut sets = BoardSets::default();
            for color in Color::ALL {
                for role in Role::ALL {
                    sets.add(color, role, position.pieces(color, role));
                }
            }
            assert_eq!(sets.occupied(), position.occupied());
            assert_eq!(sets.position(position.turn()), position, "{fen}");
        }
    }
}
