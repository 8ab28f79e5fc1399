//! Positions in 32 bytes: what is packed comes back, and two positions are packed alike only where they are one.

use std::collections::HashMap;

use crate::common::{random_games, random_placement};
use adv_chess::squares::bit;
use adv_chess::{Color, PackedPosition, Position, Role, Roster, notation};
use adv_testkit::Numbers;
use shakmaty::{Chess, EnPassantMode, Position as _};

fn of_game(chess: &Chess) -> Position {
    Position::from_setup(&chess.to_setup(EnPassantMode::Legal))
}

fn packed(position: &Position) -> PackedPosition {
    let packed = position.packed();
    packed.unwrap_or_else(|| panic!("{} has no packed form", notation::fen(position)))
}

#[test]
fn positions_of_games_come_back() {
    let mut met: HashMap<PackedPosition, Position> = HashMap::new();
    let (mut rights, mut passed, mut promoted) = (0, 0, 0);
    random_games(32, 400, |chess, _| {
        let position = of_game(chess);
        let key = packed(&position);
        assert_eq!(key.position(), position.without_clocks(), "{position:?}");
        assert_eq!(key, position.packed_again(), "{position:?}");
        let other = met.insert(key, position.without_clocks());
        assert!(other.is_none_or(|other| other == position.without_clocks()));
        rights += u32::from(position.castling() != 0 && position.castling() != 15);
        passed += u32::from(position.ep().is_some());
        let queens = position.by_role[Role::Queen.index()].count_ones();
        promoted += u32::from(queens > 2);
    });
    let seen = [rights, passed, promoted];
    assert!(
        seen.iter().all(|&n| n > 50) && met.len() > 10_000,
        "{seen:?}, {}",
        met.len()
    );
}

#[test]
fn set_up_boards_with_promoted_pieces_come_back() {
    for fen in [
        // Nine queens each, 32 pieces on the board.
        "qqqqkqqq/qq3rrb/nbn5/8/8/NBN5/QQ3RRB/QQQQKQQQ w - - 0 1",
        // All castling rights and an en passant square.
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "8/8/8/8/8/8/8/k1K5 b - - 0 1",
    ] {
        let position = notation::parse_fen(fen).expect(fen);
        assert_eq!(packed(&position).position(), position.without_clocks());
        let other = position.with_turn(!position.turn()).with_ep(None);
        assert_ne!(packed(&other), packed(&position), "{fen}");
    }
}

#[test]
fn clocks_are_not_packed() {
    let start = Position::start();
    assert_eq!(packed(&start.with_clocks(17, 40)), packed(&start));
}

/// A board that need not be one of a game: any number of pieces, any rights, any en passant square.
fn hostile_board(random: &mut Numbers) -> Position {
    let mut position = Position::EMPTY;
    for _ in 0..random.below(130) {
        let color = random.one(&Color::ALL);
        let role = random.one(&Role::ALL);
        position.put(color, role, random.below(64) as u8);
    }
    let rights = random.below(16) as u8;
    if random.percent(50) {
        for (right, color, square) in [
            (1, Color::White, 7),
            (2, Color::White, 0),
            (4, Color::Black, 63),
            (8, Color::Black, 56),
        ] {
            if rights & right != 0 {
                position.put(color, Role::Rook, square);
            }
        }
    }
    let passed = random.percent(40).then(|| random.below(64) as u8);
    position
        .with_castling(rights)
        .with_ep(passed)
        .with_turn(random.one(&Color::ALL))
}

#[test]
fn a_hostile_board_comes_back_or_has_no_packed_form() {
    let mut random = Numbers::new(33);
    let (mut kept, mut refused, mut crowded) = (0, 0, 0);
    for _ in 0..100_000 {
        let position = hostile_board(&mut random);
        match position.packed() {
            Some(key) => {
                assert_eq!(key.position(), position, "{position:?}");
                kept += 1;
                crowded += u32::from(position.occupied().count_ones() > 32);
            }
            None => {
                let homes = [(1, 7), (2, 0), (4, 63), (8, 56)];
                let without_rook = homes.into_iter().any(|(right, square)| {
                    let color = if square < 8 {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let rooks = position.pieces(color, Role::Rook);
                    position.castling() & right != 0 && rooks & bit(square) == 0
                });
                let occupied = position.occupied();
                let stands_there = position.ep().is_some_and(|at| occupied & bit(at) != 0);
                assert!(without_rook || stands_there || occupied.count_zeros() < 3);
                refused += 1;
            }
        }
    }
    assert!(kept > 20_000 && refused > 20_000 && crowded > 5_000);
}

#[test]
fn two_pieces_on_one_square_have_no_packed_form() {
    let mut position = Position::start();
    position.by_role[Role::Queen.index()] |= bit(4);
    assert_eq!(position.packed(), None);
    let mut position = Position::start();
    position.by_color[1] |= bit(4);
    assert_eq!(position.packed(), None);
    let mut position = Position::start();
    position.by_role[Role::Queen.index()] |= bit(30);
    assert_eq!(position.packed(), None);
}

#[test]
fn boards_of_one_word_are_packed_as_whole_ones() {
    let mut random = Numbers::new(34);
    let mut seen = 0;
    while seen < 20_000 {
        let position = random_placement(&mut random, 5);
        let Some(roster) = Roster::of(&position) else {
            continue;
        };
        let mut thinned = position;
        if random.percent(50) {
            thinned.remove(random.below(64) as u8);
        }
        let lean = roster.pack(&thinned).expect("the roster's own pieces");
        assert_eq!(roster.packed(lean), packed(&thinned), "{thinned:?}");
        seen += 1;
    }
}

#[test]
fn places_are_spread() {
    // Neighbours in a game differ in few bits; their places in a small table should not.
    let mut places = vec![0u32; 1 << 12];
    let mut met = Vec::new();
    random_games(35, 60, |chess, _| met.push(packed(&of_game(chess))));
    met.sort_unstable();
    met.dedup();
    let mut spreads: Vec<u64> = met.iter().map(PackedPosition::spread).collect();
    spreads.sort_unstable();
    spreads.dedup();
    assert_eq!(spreads.len(), met.len(), "no two have the same 64 bits");
    for key in &met {
        places[(key.spread() >> 52) as usize] += 1;
    }
    let mean = met.len() as f64 / places.len() as f64;
    let most = f64::from(places.iter().copied().max().unwrap_or(0));
    let empty = places.iter().filter(|&&n| n == 0).count() as f64 / places.len() as f64;
    // A chance distribution leaves e^-mean of them empty.
    assert!(
        (empty - (-mean).exp()).abs() < 0.05 && most < 6.0 * mean + 10.0,
        "{mean} {most} {empty}"
    );
}
