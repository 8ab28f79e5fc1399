//! The eight sets of a board while men are put on it one after the other.
//!
//! They stay in registers: a man belongs to two sets, and adding him to two words in memory would wait for the stores of the man before, as
//! would the copy of the position that follows.

use crate::piece::{Color, Role};
use crate::position::Position;

/// Which of the eight sets (six roles, two colours) a man of a colour and role belongs to: all bits, or none.
static MEMBER: [[[u64; 8]; 6]; 2] = {
    let mut sets = [[[0; 8]; 6]; 2];
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < 6 {
            sets[color][role][role] = !0;
            sets[color][role][6 + color] = !0;
            role += 1;
        }
        color += 1;
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
        for (all, member) in self.0.iter_mut().zip(&MEMBER[color.index()][role.index()]) {
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
