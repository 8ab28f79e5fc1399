//! Dead positions (article 5.2.2): no sequence of legal moves leads to mate, so the game is drawn at once.

use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rays::{king_attacks, pawns_attack};
use crate::squares::each;

impl Position {
    /// True where neither side can mate with any help: too few men, or kings and pawns alone, all pawns barred by pawns of the other side, and none
    /// that anything can take. What else is dead, with bishops behind such a wall, is not seen.
    pub fn is_dead(&self) -> bool {
        let [_, queens, rooks, bishops, knights, pawns] = self.by_role;
        if queens | rooks != 0 {
            return false;
        }
        if pawns == 0 {
            let chess = self.to_chess();
            return chess.is_some_and(|chess| shakmaty::Position::is_insufficient_material(&chess));
        }
        bishops | knights == 0 && Color::ALL.into_iter().all(|side| self.is_walled_in(side))
    }

    /// Whether a side of kings and pawns can take nothing and push nothing, whatever both sides do.
    fn is_walled_in(&self, side: Color) -> bool {
        let (own, other) = (
            self.pieces(side, Role::Pawn),
            self.pieces(!side, Role::Pawn),
        );
        let steps = match side {
            Color::White => own << 8,
            Color::Black => own >> 8,
        };
        if steps & !other != 0 || pawns_attack(side, own) & other != 0 || self.ep().is_some() {
            return false;
        }
        // Where the king comes to, the other king apart: a pawn that it meets unguarded falls.
        let closed = own | pawns_attack(!side, other);
        let mut reached = self.pieces(side, Role::King);
        loop {
            let next =
                each(reached).fold(reached, |set, square| set | king_attacks(square) & !closed);
            if next & other != 0 {
                return false;
            }
            if next == reached {
                return true;
            }
            reached = next;
        }
    }
}
