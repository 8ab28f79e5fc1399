//! Gains of captures on one square.

use adv_chess::squares::{bit, file_of};
use adv_chess::{Move, Position, Role};

use super::weigh::WORTH;

/// Worth of a king that takes part in an exchange, in hundredths of a pawn: more than all else.
const KING: i32 = 10_000;

/// Returns the worth of the piece that a move captures, in hundredths of a pawn; 0 for no capture.
pub(super) fn captured(position: &Position, mv: Move) -> i32 {
    if mv.is_en_passant() {
        return WORTH[Role::Pawn.index()];
    }
    let set = bit(mv.to);
    let roles = position.by_role.iter().zip(WORTH);
    roles.filter(|(of, _)| *of & set != 0).map(|of| of.1).sum()
}

/// Returns the gain of a capture, in hundredths of a pawn, where both sides take on its square as long as it pays, the cheapest piece
/// first.
pub(super) fn exchange(position: &Position, mv: Move) -> i32 {
    let mut gains = [0_i32; 32];
    let mut depth = 0;
    let mut occupied = position.occupied() & !bit(mv.from);
    if mv.is_en_passant() {
        occupied &= !bit((mv.from & 56) | file_of(mv.to));
    }
    let mut side = !position.turn();
    let mut on = WORTH[mv.role.index()];
    gains[0] = captured(position, mv);
    if let Some(role) = mv.promotion() {
        on = WORTH[role.index()];
        gains[0] += on - 100;
    }
    if mv.role == Role::King {
        on = KING;
    }
    while depth < 30 {
        let attackers = position.attackers_to(mv.to, side, occupied) & occupied;
        // The cheapest first: roles are in the order of their worth.
        let cheapest = Role::ALL
            .into_iter()
            .rev()
            .map(|role| (role, attackers & position.by_role[role.index()]));
        let Some((role, set)) = cheapest.into_iter().find(|(_, set)| *set != 0) else {
            break;
        };
        if role == Role::King && position.attackers_to(mv.to, !side, occupied) & occupied != 0 {
            break;
        }
        depth += 1;
        gains[depth] = on - gains[depth - 1];
        on = if role == Role::King {
            KING
        } else {
            WORTH[role.index()]
        };
        occupied &= !(set & set.wrapping_neg());
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
        depth -= 1;
    }
    gains[0]
}
