//! What is seen without making moves, against the moves made: which of them give check, how many there are, mate and stalemate.

use crate::common::{random_games, random_placement};
use adv_chess::checks::count_before;
use adv_chess::{
    ALL_ROLES, CheckSquares, Color, LegalInfo, Move, Position, Role, generate, generate_checks,
    notation,
};
use adv_testkit::Numbers;
use shakmaty::{EnPassantMode, Position as _};

fn all_moves(position: &Position, info: &LegalInfo, roles: u8, targets: u64) -> Vec<Move> {
    let mut moves = Vec::new();
    generate(position, info, roles, targets, &mut moves);
    moves
}

/// Every question about checks of a position in which they are not in check; how many of its moves give check.
fn compare_checks(position: &Position) -> usize {
    let context = notation::fen(position);
    let us = position.turn();
    let info = LegalInfo::new(position);
    let Some(checks) = CheckSquares::of(position, us) else {
        assert!(position.in_check(!us), "{context}");
        return 0;
    };
    assert!(!position.in_check(!us), "{context}");
    let gives = |m: &Move| position.play(*m).is_check();
    let moves = all_moves(position, &info, ALL_ROLES, !0);
    for m in &moves {
        assert_eq!(
            checks.gives_check(position, *m),
            gives(m),
            "{m} in {context}"
        );
    }
    for (roles, targets) in [
        (ALL_ROLES, !0),
        (ALL_ROLES, adv_chess::geometry::LIGHT),
        (Role::Queen.mask() | Role::Pawn.mask(), !0),
        (Role::King.mask(), !0),
    ] {
        let mut some = vec![Move::new(Role::King, 0, 0)];
        generate_checks(position, &info, &checks, roles, targets, &mut some);
        let mut expected = all_moves(position, &info, roles, targets);
        expected.retain(gives);
        assert_eq!(some[1..], expected, "{roles} in {context}");
    }
    for roles in [
        ALL_ROLES,
        ALL_ROLES - Role::Knight.mask(),
        Role::Pawn.mask(),
    ] {
        let some = all_moves(position, &info, roles, !0);
        let count = |until| count_before(position, &info, roles, until) as usize;
        assert_eq!(count(None), some.len(), "{context}");
        for (before, m) in some.iter().enumerate() {
            assert_eq!(count(Some(*m)), before, "{m} in {context}");
        }
    }
    moves.iter().filter(|m| gives(m)).count()
}

/// Mate, stalemate and the number of moves, for both sides, from the list of moves; whether either is mated or stalemated.
fn compare_ends(position: &Position) -> [bool; 2] {
    let mut any = [false; 2];
    for color in Color::ALL {
        let info = LegalInfo::for_side(position, color);
        let moves = all_moves(position, &info, ALL_ROLES, !0);
        let checked = position.in_check(color);
        let context = || format!("{color:?} in {}", notation::fen(position));
        let is_mated = checked && moves.is_empty();
        let is_stalemated = !info.in_check() && moves.is_empty();
        assert_eq!(position.is_mated(color), is_mated, "{}", context());
        assert_eq!(
            position.is_stalemated(color),
            is_stalemated,
            "{}",
            context()
        );
        assert_eq!(
            info.has_legal_move(position),
            !moves.is_empty(),
            "{}",
            context()
        );
        assert_eq!(
            info.count_legal(position) as usize,
            moves.len(),
            "{}",
            context()
        );
        for most in [0, 1, 3, 9, 27, u32::MAX] {
            let count = position.count_moves(color, most);
            let exact = moves.len() as u32;
            let stands = if exact <= most {
                count == exact
            } else {
                count > most
            };
            assert!(stands, "{count} up to {most}, {}", context());
        }
        any = [any[0] | is_mated, any[1] | is_stalemated];
    }
    any
}

#[test]
fn checks_are_seen_in_games() {
    let mut checks = 0;
    random_games(17, 60, |chess, _| {
        let position = Position::from_setup(&chess.to_setup(EnPassantMode::Legal));
        checks += compare_checks(&position);
        compare_ends(&position);
    });
    assert!(checks > 2_000, "{checks} checks");
}

#[test]
fn checks_and_ends_are_seen_on_random_boards() {
    let mut random = Numbers::new(29);
    let (mut checks, mut ends) = (0, [0; 2]);
    for round in 0..30_000 {
        let position = random_placement(&mut random, 4 + round % 14);
        for (count, any) in ends.iter_mut().zip(compare_ends(&position)) {
            *count += usize::from(any);
        }
        if position.to_chess().is_some() {
            checks += compare_checks(&position);
        }
    }
    assert!(
        checks > 10_000 && ends[0] > 1_000 && ends[1] > 50,
        "{checks} checks, {ends:?} ends"
    );
}

#[test]
fn ends_are_seen_on_boards_that_no_game_reaches() {
    let mut random = Numbers::new(31);
    for round in 0..5_000 {
        let mut position = random_placement(&mut random, 6 + round % 8);
        match round % 3 {
            // One king more, or one less.
            0 => position.put(Color::White, Role::King, random.below(64) as u8),
            1 => {
                let king = position.king(Color::Black);
                position.remove(king.unwrap_or(0));
            }
            _ => position = position.with_turn(!position.turn()),
        }
        compare_ends(&position);
    }
}

#[test]
fn special_moves_are_made_to_see() {
    for (fen, checks) in [
        // Castling, with the rook and by the line that it leaves.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 3),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 3),
        // A capture en passant that opens the rank, and one that opens nothing.
        ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", 1),
        ("8/1k6/8/3pP3/8/8/8/4K3 w - d6 0 1", 0),
        // The pawn becomes what checks; a queen sees through the square that it left.
        ("8/4P3/8/8/8/8/4k3/K7 w - - 0 1", 2),
        ("3k4/P7/8/8/8/8/8/K7 w - - 0 1", 2),
    ] {
        let position = notation::parse_fen(fen).expect("a position");
        assert_eq!(compare_checks(&position), checks, "{fen}");
    }
}
