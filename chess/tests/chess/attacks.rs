//! Attacked and guarded squares, and moves generated as if the other side were to move.

use crate::common::{random_games, random_placement};
use adv_chess::{Color, LegalInfo, Position, Role, Symmetry, notation};
use adv_testkit::Numbers;
use shakmaty::Position as _;

#[test]
fn attacked_squares_are_those_with_an_attacker() {
    let mut random = Numbers::new(11);
    for _ in 0..3_000 {
        let position = random_placement(&mut random, 10);
        let setup = position.to_setup();
        for color in Color::ALL {
            let attacked = position.attacked_by(color);
            let mut by_role = 0;
            for role in Role::ALL {
                by_role |= position.attacks_from_piece(color, role);
            }
            assert_eq!(attacked, by_role);
            let without_king = position.occupied() & !position.pieces(!color, Role::King);
            for square in 0..64u8 {
                let s = shakmaty::Square::new(square.into());
                let attackers = position.attackers_to(square, color, position.occupied());
                let expected =
                    setup
                        .board
                        .attacks_to(s, color.to_shakmaty(), setup.board.occupied());
                assert_eq!(attackers, expected.0);
                assert_eq!(attackers != 0, attacked >> square & 1 == 1);
                let guards = position.attackers_to(square, color, without_king);
                assert_eq!(guards != 0, position.guard(color) >> square & 1 == 1);
            }
        }
    }
}

#[test]
fn the_other_sides_moves_are_those_after_passing() {
    random_games(12, 40, |chess, _| {
        let position = Position::from(chess);
        let Ok(passed) = chess.clone().swap_turn() else {
            return;
        };
        let other = Position::from(&passed);
        for role in Role::ALL {
            let asked = position.legal_destinations(other.turn(), role);
            let played = other.legal_destinations(other.turn(), role);
            assert_eq!(asked, played, "{role} in {}", notation::fen(&position));
        }
    });
}

#[test]
fn a_guarded_line_runs_on_through_the_king() {
    let position = parse("8/8/3k4/8/3R4/8/1K6/8 b - -");
    let guard = position.guard(Color::White);
    let att = position.attacked_by(Color::White);
    let (d7, d8) = (1 << 51, 1 << 59);
    assert_eq!((guard & (d7 | d8), att & (d7 | d8)), (d7 | d8, 0));
    let mv = position.legal_destinations(Color::Black, Role::King);
    assert_eq!(mv, position.king_steps(Color::Black) & !guard);
    assert_eq!(
        position.steps_of(Color::White, Role::Rook).count_ones(),
        9 + 3
    );
}

#[test]
fn own_men_are_guarded_but_not_stepped_on() {
    let position = parse("3k4/8/8/8/8/2P5/1P6/1K2R3 w - -");
    let c3 = 1 << 18;
    assert_ne!(
        position.attacks_from_piece(Color::White, Role::Pawn) & c3,
        0
    );
    assert_eq!(position.steps_of(Color::White, Role::Pawn) & c3, 0);
    assert_ne!(
        position.king_steps(Color::White) & position.side(Color::White),
        0
    );
    assert_eq!(position.king_steps(Color::White).count_ones(), 5);
}

/// "As if" questions never take a king, and a king in check answers for its own side only.
#[test]
fn moves_as_if_never_take_a_king() {
    let position = parse("3k4/8/8/8/8/8/8/K2R4 b - -");
    let rook = position.legal_destinations(Color::White, Role::Rook);
    assert_eq!(rook & position.by_role[Role::King.index()], 0);
    assert!(position.is_check() && !position.in_check(Color::White));
}

#[test]
fn mate_and_stalemate_are_named_for_a_side() {
    let mate = parse("3R2k1/5ppp/8/8/8/8/8/K7 b - -");
    assert!(mate.is_checkmate() && mate.is_mated(Color::Black) && !mate.is_mated(Color::White));
    let stale = parse("7k/5K2/6Q1/8/8/8/8/8 b - -");
    assert!(stale.is_stalemate() && stale.is_stalemated(Color::Black));
    assert!(!stale.is_stalemated(Color::White) && !stale.is_checkmate());
    let info = LegalInfo::new(&stale);
    assert!(!info.has_legal_move(&stale) && !info.in_check());
}

#[test]
fn positions_laid_over_the_board_keep_their_moves() {
    let mut random = Numbers::new(13);
    for _ in 0..2_000 {
        let mut position = random_placement(&mut random, 4);
        // Pawns know up from down, so only boards without them are the same in every direction.
        for square in adv_chess::squares::each(position.by_role[Role::Pawn.index()]) {
            position.remove(square);
        }
        for symmetry in Symmetry::ALL {
            let laid = symmetry.apply_position(&position);
            assert_eq!(symmetry.inverse().apply_position(&laid), position);
            for color in Color::ALL {
                let guard = symmetry.apply(position.guard(color));
                assert_eq!(laid.guard(color), guard, "{symmetry:?}");
                for role in Role::ALL {
                    let moves = symmetry.apply(position.legal_destinations(color, role));
                    assert_eq!(laid.legal_destinations(color, role), moves, "{symmetry:?}");
                }
            }
        }
        assert_eq!(position.mirror().mirror(), position);
        assert_eq!(position.mirror().count_legal(), position.count_legal());
    }
}

fn parse(fen: &str) -> Position {
    notation::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
