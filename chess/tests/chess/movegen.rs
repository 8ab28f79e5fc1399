//! Our moves against shakmaty's, in positions of random games and of random placements.

use crate::common::{random_games, random_placement, reference_moves};
use adv_chess::{ALL_ROLES, Color, LegalInfo, Move, Position, Role, generate, notation};
use adv_testkit::Numbers;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};

/// Every query for the moves of a position, against shakmaty's list of them.
fn check_moves(position: &Position, chess: &Chess) {
    let moves = position.legal_moves();
    let context = || notation::fen(position);
    let mut text: Vec<String> = moves.iter().map(Move::to_string).collect();
    text.sort();
    assert_eq!(text, reference_moves(chess), "{}", context());

    let ordered = moves
        .windows(2)
        .all(|pair| pair[0].order_key() < pair[1].order_key());
    assert!(ordered, "fixed order in {}", context());

    assert_eq!(
        position.count_legal() as usize,
        moves.len(),
        "{}",
        context()
    );
    assert_eq!(
        position.has_legal_move(),
        !moves.is_empty(),
        "{}",
        context()
    );
    assert_eq!(position.is_check(), chess.is_check(), "{}", context());
    assert_eq!(
        position.is_checkmate(),
        chess.is_checkmate(),
        "{}",
        context()
    );
    assert_eq!(
        position.is_stalemate(),
        chess.is_stalemate(),
        "{}",
        context()
    );

    let info = LegalInfo::new(position);
    assert_eq!(info.in_check(), chess.is_check(), "{}", context());
    assert_eq!(info.checkers, chess.checkers().0, "{}", context());
    // Generated for one role or for half of the board, the moves are the same in the same order.
    let mut some = vec![Move::new(Role::King, 0, 0)];
    for role in Role::ALL {
        some.truncate(1);
        generate(position, &info, role.mask(), !0, &mut some);
        let expected: Vec<Move> = moves.iter().copied().filter(|m| m.role == role).collect();
        assert_eq!(some[1..], expected, "{role} in {}", context());
        let squares = expected.iter().fold(0, |set, m| set | 1u64 << m.to);
        assert_eq!(position.legal_destinations(position.turn(), role), squares);
    }
    let light = adv_chess::geometry::LIGHT;
    some.clear();
    generate(position, &info, ALL_ROLES, light, &mut some);
    let expected: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|m| light >> m.to & 1 == 1)
        .collect();
    assert_eq!(some, expected, "{}", context());
}

/// Every move played here and there gives the same FEN.
fn check_play(position: &Position, chess: &Chess) {
    for m in chess.legal_moves() {
        let text = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
        let ours = position
            .legal_moves()
            .into_iter()
            .find(|m| m.to_string() == text);
        let mut after = chess.clone();
        after.play_unchecked(m);
        let expected = Fen::from_position(&after, EnPassantMode::Legal).to_string();
        let played = ours.map(|m| position.play(m));
        assert_eq!(
            played.map(|p| notation::fen(&p)),
            Some(expected.clone()),
            "{text}"
        );
        assert_eq!(played, Some(Position::from(&after)), "{expected}");
    }
}

#[test]
fn moves_of_random_games_are_shakmatys() {
    let mut positions = 0;
    random_games(1, 200, |chess, _| {
        check_moves(&Position::from(chess), chess);
        positions += 1;
    });
    assert!(positions > 20_000, "{positions} positions are too few");
}

#[test]
fn positions_after_random_moves_are_shakmatys() {
    random_games(2, 20, |chess, _| check_play(&Position::from(chess), chess));
}

#[test]
fn moves_of_random_placements_are_shakmatys() {
    let mut random = Numbers::new(3);
    let mut legal = 0;
    for round in 0..60_000 {
        let position = random_placement(&mut random, if round % 4 == 0 { 24 } else { 5 });
        if let Some(chess) = position.to_chess() {
            check_moves(&position, &chess);
            if round % 16 == 0 {
                check_play(&position, &chess);
            }
            legal += 1;
        }
    }
    assert!(legal > 20_000, "{legal} legal positions are too few");
}

/// All the ways to capture en passant with lines open to the king, which random games seldom have.
#[test]
fn en_passant_captures_are_shakmatys() {
    let mut random = Numbers::new(4);
    let (mut with, mut without) = (0, 0);
    for _ in 0..40_000 {
        let mut position = random_placement(&mut random, 6);
        let file = random.below(8) as u8;
        let beside = if file == 0 { 1 } else { file - 1 };
        for square in [8 + file, 16 + file, 24 + file] {
            position.remove(square);
        }
        if random.below(2) == 0 {
            // King and rook on the rank that both pawns leave at once.
            for square in adv_chess::squares::each(position.pieces(Color::Black, Role::King)) {
                position.remove(square);
            }
            position.put(Color::White, Role::Rook, 24 + random.below(8) as u8);
            position.put(Color::Black, Role::King, 24 + random.below(8) as u8);
        }
        position.put(Color::White, Role::Pawn, 8 + file);
        position.put(Color::Black, Role::Pawn, 24 + beside);
        position = position.with_turn(Color::White);
        let Some(chess) = position.to_chess() else {
            continue;
        };
        let double = Move::new(Role::Pawn, 8 + file, 24 + file);
        if !position.legal_moves().contains(&double) {
            continue;
        }
        let after = position.play(double);
        let Some(next) = chess
            .legal_moves()
            .into_iter()
            .find(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string() == double.to_string())
            .and_then(|m| chess.clone().play(m).ok())
        else {
            continue;
        };
        check_moves(&after, &next);
        assert_eq!(after.ep().is_some(), next.legal_ep_square().is_some());
        if after.ep().is_some() {
            with += 1
        } else {
            without += 1
        }
    }
    assert!(
        with > 1000 && without > 100,
        "{with} with, {without} without"
    );
}

#[test]
fn the_usual_suite_of_perft_counts() {
    let suite = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
            197_281,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
            9_467,
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            3,
            89_890,
        ),
    ];
    for (fen, depth, expected) in suite {
        let position = notation::parse_fen(fen).unwrap_or_default();
        assert_eq!(perft(&position, depth, &mut Vec::new()), expected, "{fen}");
        assert_eq!(
            perft(&position.mirror(), depth, &mut Vec::new()),
            expected,
            "mirrored {fen}"
        );
    }
}

fn perft(position: &Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    let info = LegalInfo::new(position);
    if depth == 1 {
        return u64::from(info.count_legal(position));
    }
    let start = moves.len();
    generate(position, &info, ALL_ROLES, !0, moves);
    let end = moves.len();
    let mut count = 0;
    for i in start..end {
        count += perft(&position.play(moves[i]), depth - 1, moves);
    }
    moves.truncate(start);
    count
}

#[test]
fn boards_that_no_game_has_are_answered_all_the_same() {
    let mut random = Numbers::new(5);
    let mut moves = Vec::new();
    for _ in 0..20_000 {
        // Men anywhere, on every rank, any number of kings, any rights.
        let mut position = Position::EMPTY;
        for _ in 0..random.below(12) {
            let number = random.bits();
            let color = Color::ALL[(number & 1) as usize];
            let role = Role::ALL[(number >> 8) as usize % 6];
            position.put(color, role, (number >> 32) as u8 % 64);
        }
        let ep = (random.below(2) == 0).then(|| random.below(64) as u8);
        let rights = random.below(16) as u8;
        let turn = Color::ALL[random.below(2)];
        let position = position.with_turn(turn).with_ep(ep).with_castling(rights);
        for color in Color::ALL {
            let info = LegalInfo::for_side(&position, color);
            moves.clear();
            generate(&position, &info, ALL_ROLES, !0, &mut moves);
            assert_eq!(info.has_legal_move(&position), !moves.is_empty());
            assert_eq!(info.count_legal(&position) as usize, moves.len());
            assert_eq!(position.count_moves(color, u32::MAX) as usize, moves.len());
            assert!(moves.len() <= 5 || position.count_moves(color, 5) > 5);
            let _ = (position.is_mated(color), position.is_stalemated(color));
        }
        for m in position.legal_moves() {
            let after = position.play(m);
            assert_eq!(after.by_color[0] & after.by_color[1], 0);
            assert_eq!(after.by_role.iter().fold(0, |a, b| a | b), after.occupied());
            let _ = (notation::san(&position, m), notation::fen(&after));
        }
        let _ = (position.to_chess(), position.mirror());
    }
}
