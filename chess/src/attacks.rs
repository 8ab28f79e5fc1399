//! What a side attacks: the questions `ATT`, `GUARD` and `STEP` of the language, and check.
//!
//! ```text
//! 8 . . . X . . . .       White king b2, white rook d4, black king d6: the rook attacks the x.
//! 7 . . . X . . . .       GUARD asks where the black king may not step; the line runs on through
//! 6 . . . k . . . .       him, so d7 and d8 (X) are guarded although they are not attacked.
//! 5 . . . x . . . .
//! 4 x x x R x x x x
//! 3 x x x x . . . .
//! 2 x K x x . . . .
//! 1 x x x x . . . .
//!   a b c d e f g h
//! ```

use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rays;
use crate::squares::{bit, each};

impl Position {
    /// The men of `color` that attack a square when `occupied` squares stop the lines. Squares of
    /// men that are not in `occupied` are still counted as attackers.
    #[inline]
    pub fn attackers_to(&self, square: u8, color: Color, occupied: u64) -> u64 {
        let [kings, queens, rooks, bishops, knights, pawns] = self.by_role;
        let mut set = rays::king_attacks(square) & kings;
        set |= rays::knight_attacks(square) & knights;
        set |= rays::pawn_attacks(!color, square) & pawns;
        // Most squares of an endgame are on no line of a slider, and asking that is cheaper than
        // following the lines.
        let lines = rays::lines(square);
        if (lines.file | lines.rank) & (rooks | queens) != 0 {
            set |= rays::rook_attacks(square, occupied) & (rooks | queens);
        }
        if (lines.diagonal | lines.antidiagonal) & (bishops | queens) != 0 {
            set |= rays::bishop_attacks(square, occupied) & (bishops | queens);
        }
        set & self.side(color)
    }

    /// Every square that a side attacks, own men included, because they are guarded.
    #[inline]
    pub fn attacked_by(&self, color: Color) -> u64 {
        self.attacked_through(color, self.occupied())
    }

    /// The squares where the enemy king of `color` may not step because `color` attacks them; the
    /// sliders' lines run on through that king.
    #[inline]
    pub fn guard(&self, color: Color) -> u64 {
        let king = self.pieces(!color, Role::King);
        self.attacked_through(color, self.occupied() & !king)
    }

    fn attacked_through(&self, color: Color, occupied: u64) -> u64 {
        let own = self.side(color);
        let [kings, queens, rooks, bishops, knights, pawns] = self.by_role;
        let mut set = rays::pawns_attack(color, pawns & own);
        for square in each(kings & own) {
            set |= rays::king_attacks(square);
        }
        for square in each((rooks | queens) & own) {
            set |= rays::rook_attacks(square, occupied);
        }
        for square in each((bishops | queens) & own) {
            set |= rays::bishop_attacks(square, occupied);
        }
        for square in each(knights & own) {
            set |= rays::knight_attacks(square);
        }
        set
    }

    /// The squares that the men of one role of a side attack, own men included.
    #[inline]
    pub fn attacks_from_piece(&self, color: Color, role: Role) -> u64 {
        self.attacks_from(color, role, self.pieces(color, role))
    }

    /// The squares that men of `role` and `color` on the given squares would attack among the men
    /// of this position.
    pub fn attacks_from(&self, color: Color, role: Role, from: u64) -> u64 {
        if role == Role::Pawn {
            return rays::pawns_attack(color, from);
        }
        let occupied = self.occupied();
        each(from).fold(0, |set, square| {
            set | rays::attacks(color, role, square, occupied)
        })
    }

    /// The geometric steps of the men of one role, whatever is legal: where they could go by their
    /// way of moving among the men of this position, own men's squares left out. A pawn steps to
    /// free squares straight on and captures aside.
    pub fn steps_of(&self, color: Color, role: Role) -> u64 {
        let men = self.pieces(color, role);
        if role == Role::Pawn {
            return each(men).fold(0, |set, square| set | self.pawn_steps(color, square));
        }
        self.attacks_from(color, role, men) & !self.side(color)
    }

    /// Where a pawn could go, en passant left out.
    #[inline]
    pub(crate) fn pawn_steps(&self, color: Color, square: u8) -> u64 {
        let pawn = bit(square);
        let free = !self.occupied();
        let (one, two) = match color {
            Color::White => {
                let one = (pawn << 8) & free;
                (one, ((one & (0xff << 16)) << 8) & free)
            }
            Color::Black => {
                let one = (pawn >> 8) & free;
                (one, ((one & (0xff << 40)) >> 8) & free)
            }
        };
        one | two | (rays::pawns_attack(color, pawn) & self.side(!color))
    }

    /// Where a king of a side on `from` may step: beside him, not on an own man, not where an enemy man attacks. Lines run on
    /// through him. Only men whose lines meet his steps are looked at, which is cheaper than all that many men attack.
    pub(crate) fn safe_king_steps(&self, color: Color, from: u8) -> u64 {
        let mut steps = self.king_steps_beside_lines(color, from);
        let occupied = self.occupied() & !self.pieces(color, Role::King);
        let [_, queens, rooks, bishops, ..] = self.by_role;
        let enemies = self.side(!color);
        for slider in each((rooks | queens) & enemies) {
            let lines = rays::lines(slider);
            if (lines.file | lines.rank) & steps != 0 {
                steps &= !rays::rook_attacks(slider, occupied);
            }
        }
        for slider in each((bishops | queens) & enemies) {
            let lines = rays::lines(slider);
            if (lines.diagonal | lines.antidiagonal) & steps != 0 {
                steps &= !rays::bishop_attacks(slider, occupied);
            }
        }
        steps
    }

    /// Whether there is such a step.
    pub(crate) fn has_king_step(&self, color: Color, from: u8) -> bool {
        let steps = self.king_steps_beside_lines(color, from);
        let occupied = self.occupied() & !self.pieces(color, Role::King);
        each(steps).any(|to| !self.is_in_line(to, !color, occupied))
    }

    /// The same before the enemy's lines are looked at.
    #[inline]
    fn king_steps_beside_lines(&self, color: Color, from: u8) -> u64 {
        let enemies = self.side(!color);
        let [kings, _, _, _, knights, pawns] = self.by_role;
        let mut steps = rays::king_attacks(from) & !self.side(color);
        steps &= !rays::pawns_attack(!color, pawns & enemies);
        for square in each(kings & enemies) {
            steps &= !rays::king_attacks(square);
        }
        for square in each(knights & enemies) {
            steps &= !rays::knight_attacks(square);
        }
        steps
    }

    /// True where a queen, rook or bishop of a side attacks a square when `occupied` squares stop the lines.
    #[inline]
    fn is_in_line(&self, square: u8, color: Color, occupied: u64) -> bool {
        let men = self.side(color);
        let [_, queens, rooks, bishops, ..] = self.by_role;
        let (straight, oblique) = ((rooks | queens) & men, (bishops | queens) & men);
        let lines = rays::lines(square);
        (lines.file | lines.rank) & straight != 0
            && rays::rook_attacks(square, occupied) & straight != 0
            || (lines.diagonal | lines.antidiagonal) & oblique != 0
                && rays::bishop_attacks(square, occupied) & oblique != 0
    }

    /// True when the king of a side is attacked; false for a side without a king.
    #[inline]
    pub fn in_check(&self, color: Color) -> bool {
        match self.king(color) {
            Some(king) => self.attackers_to(king, !color, self.occupied()) != 0,
            None => false,
        }
    }

    /// True when the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.in_check(self.turn())
    }
}
