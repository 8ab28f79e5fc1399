//! The forecast of a pawn's zone in king and pawn against king: how many positions it covers.

use adv_chess::{Color, Position, Role};
use adv_geometry::gets_through;
use adv_primitives::Men;

#[test]
fn so_many_pawns_get_through() {
    let mut found = [0; 2];
    for at in 0..48 * 64 * 64 {
        let (pawn, king, other) = (8 + at % 48, (at / 48 % 64) as u8, (at / 48 / 64) as u8);
        let pawn = pawn as u8;
        if king == other || king == pawn || other == pawn {
            continue;
        }
        let mut position = Position::EMPTY;
        position.put(Color::White, Role::Pawn, pawn);
        position.put(Color::White, Role::King, king);
        position.put(Color::Black, Role::King, other);
        for turn in Color::ALL {
            let position = position.with_turn(turn);
            // A side that could take the other king, or kings side by side, are no position.
            if position.in_check(!turn) {
                continue;
            }
            let queening = 1u64 << (56 + (pawn & 7));
            found[turn as usize] +=
                u64::from(gets_through(&Men(&position), 1 << pawn, queening, 6));
        }
    }
    // The model in another language counts as many: 171,182 in all.
    assert_eq!(found, [97_660, 73_522]);
}
