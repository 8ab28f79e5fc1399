//! The moves of a class that asks for the men of some roles: of a man who is the only one they are generated in place.

use adv_chess::squares::{bit, is_single};
use adv_chess::{LegalInfo, Move, Position, Role, generate, push_man};

/// As [`generate`]. Of a man that is the only one of the roles, and no pawn, the moves are pushed here: without a call for the role and another
/// for the man, and without those that stand from `earlier` on. True where that is so.
#[inline(always)]
pub(super) fn generate_for(
    node: &Position,
    info: &LegalInfo,
    roles: u8,
    targets: u64,
    earlier: usize,
    moves: &mut Vec<Move>,
) -> bool {
    let role = match roles.is_power_of_two() && node.castling() == 0 {
        true => Role::ALL.get(roles.trailing_zeros() as usize),
        false => None,
    };
    let men = match role {
        Some(role) if *role != Role::Pawn => node.pieces(info.color(), *role),
        _ => 0,
    };
    let Some(&role) = role.filter(|_| is_single(men)) else {
        generate(node, info, roles, targets, moves);
        return false;
    };
    let from = men.trailing_zeros() as u8;
    let mut squares = info.legal_targets(node, role, from) & targets;
    for m in moves.get(earlier..).unwrap_or_default() {
        if m.from == from {
            squares &= !bit(m.to);
        }
    }
    push_man(role, from, squares, moves);
    true
}

#[cfg(test)]
mod tests {
    use adv_chess::notation::parse_fen;

    use super::*;

    #[test]
    fn moves_are_those_that_are_generated_and_not_there_yet() {
        let fens = [
            "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
            "8/8/8/3k4/8/2n5/1RB5/K2r4 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1",
            "8/2P5/8/3k1b2/8/q7/3N1Q2/1K6 w - - 0 1",
        ];
        let (mut alone, mut others) = (0, 0);
        for fen in fens {
            let node = parse_fen(fen).expect("a legal FEN");
            let info = LegalInfo::new(&node);
            for roles in 1..64 {
                let mut all = Vec::new();
                generate(&node, &info, roles, !0, &mut all);
                for targets in [!0, 0xff, 0x0000_00ff_ff00_0000, 0x0101_0101_0101_0101] {
                    let mut expected = Vec::new();
                    generate(&node, &info, roles, targets, &mut expected);
                    // Every third move of the men stands on the stack already, behind one that does not count.
                    let before = Move::new(Role::King, 9, 18);
                    let mut moves = vec![before];
                    moves.extend(all.iter().step_by(3));
                    let known = moves.clone();
                    if generate_for(&node, &info, roles, targets, 1, &mut moves) {
                        expected.retain(|m| !known.get(1..).is_some_and(|k| k.contains(m)));
                        alone += 1;
                    } else {
                        others += 1;
                    }
                    assert_eq!(
                        moves,
                        [known, expected].concat(),
                        "{fen} {roles} {targets:x}"
                    );
                }
            }
        }
        assert!(alone > 20 && others > 200, "{alone} {others}");
    }
}
