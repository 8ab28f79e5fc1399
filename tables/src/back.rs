//! Moves taken back: from which positions of the same class a position can have come.

use adv_chess::squares::{bit, each, rank_of};
use adv_chess::{Color, Move, Position, Role};

use crate::numbering::{Numbering, with_moved};

/// Hands over the number of every position of the class with a move to this one that captures nothing
/// and promotes nothing, once for each such move. A number may stand for no legal position: the table
/// knows that.
pub(crate) fn before(numbering: &Numbering, after: &Position, mut found: impl FnMut(u32)) {
    let mover = !after.turn();
    let occupied = after.occupied();
    let board = after.with_turn(mover).with_ep(None);
    let Some(neighbours) = numbering.neighbours(&board) else {
        return;
    };
    let mut hand_over = |role: Role, from: u8, to: u8| {
        // Men go back from where they went to.
        if let Some(number) = neighbours.moved(mover, role, to, from) {
            found(number);
        }
        if numbering.has_en_passant() {
            // The same board with a right that was not used.
            let before = with_moved(&board, mover, role, to, from);
            let with_right = numbering.with_en_passant(&before);
            if let Some(number) = with_right.and_then(|before| numbering.number(&before)) {
                found(number);
            }
        }
    };
    if let Some(passed) = after.ep() {
        // Only the pawn's two steps can have given the right.
        let (from, to) = match mover {
            Color::White => (passed - 8, passed + 8),
            Color::Black => (passed + 8, passed - 8),
        };
        hand_over(Role::Pawn, from, to);
        return;
    }
    for role in Role::ALL {
        for to in each(after.pieces(mover, role)) {
            if role != Role::Pawn {
                let origins = after.attacks_from(mover, role, bit(to)) & !occupied;
                each(origins).for_each(|from| hand_over(role, from, to));
                continue;
            }
            let (one, two, fourth, first) = match mover {
                Color::White => (to.wrapping_sub(8), to.wrapping_sub(16), 3, 0),
                Color::Black => (to + 8, to.wrapping_add(16), 4, 7),
            };
            if rank_of(one) == first || occupied & bit(one) != 0 {
                continue;
            }
            hand_over(Role::Pawn, one, to);
            if rank_of(to) == fourth && occupied & bit(two) == 0 {
                // Two steps past an enemy pawn lead to the position with the right to capture.
                let before = with_moved(&board, mover, Role::Pawn, to, two);
                if before.play(Move::new(Role::Pawn, two, to)).ep().is_none() {
                    hand_over(Role::Pawn, two, to);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::Material;

    /// Every quiet move forwards must be found backwards as often, and no other.
    fn check(white: &[Role], black: &[Role], step: usize) {
        let numbering = Numbering::new(&Material::new(white, black));
        let mut compared = 0;
        for number in (0..numbering.len()).step_by(step) {
            let Some(position) = numbering.position(number) else {
                continue;
            };
            // Forwards from here: this position must be among those after each one that is reached.
            for mv in position.legal_moves() {
                if position.occupied() & bit(mv.to) != 0
                    || mv.is_en_passant()
                    || mv.promotion().is_some()
                {
                    continue;
                }
                let reached = position.play(mv);
                let target = numbering.number(&reached);
                let forwards = position
                    .legal_moves()
                    .into_iter()
                    .filter(|m| m.promotion().is_none() && !m.is_en_passant())
                    .filter(|m| position.occupied() & bit(m.to) == 0)
                    .filter(|m| numbering.number(&position.play(*m)) == target)
                    .count();
                let mut backwards = 0;
                before(&numbering, &reached, |n| {
                    backwards += usize::from(n == number)
                });
                assert_eq!(backwards, forwards, "{position:?} {mv:?}");
                compared += 1;
            }
            // Backwards from here: whatever is legal there has a move to here.
            let mut origins = Vec::new();
            before(&numbering, &position, |n| origins.push(n));
            for origin in origins {
                let Some(origin) = numbering.position(origin) else {
                    continue;
                };
                let mut moves = origin.legal_moves().into_iter();
                let leads = moves.any(|m| numbering.number(&origin.play(m)) == Some(number));
                assert!(leads, "{origin:?} {position:?}");
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn moves_back_are_moves_forward() {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        check(&[King, Rook], &[King], 41);
        check(&[King, Pawn], &[King], 41);
        check(&[King, Queen], &[King, Knight], 9973);
        check(&[King, Bishop, Bishop], &[King], 9973);
        check(&[King, Pawn, Pawn], &[King], 9973);
        check(&[King, Pawn], &[King, Pawn], 3989);
    }
}
