//! Do all kinds of boards make the same moves? Games of random moves, every position compared with the language's own.

use std::fmt::Debug;

use adv_chess::{Color, LegalInfo, Position, Role, generate};

use super::board::Board;

/// Plays games of random moves from a position and compares this kind of board with the language's positions at every node:
/// men, legal moves in their order, check, mate. Returns how many positions were compared.
///
/// # Panics
/// Where they differ.
pub fn agree<B: Board + Debug>(start: &Position, games: u64) -> u64 {
    let mut numbers = adv_testkit::Numbers::new(1);
    let mut compared = 0;
    for _ in 0..games {
        let mut lean = *start;
        let Some(mut board) = B::of(start) else {
            panic!("{} cannot hold {start:?}", B::NAME);
        };
        for _ in 0..60 {
            compare(&lean, &board);
            compared += 1;
            let moves = lean.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[numbers.below(moves.len())];
            let mut plies = Vec::new();
            board.moves(&board.legal(), m.role, 1 << m.to, &mut plies);
            let same_squares = moves
                .iter()
                .filter(|other| (other.from, other.to) == (m.from, m.to));
            let place = same_squares.clone().position(|other| *other == m);
            let ply = plies
                .iter()
                .filter(|ply| B::squares(**ply) == (m.from, m.to))
                .nth(place.unwrap_or_default());
            lean = lean.play(m);
            board = board.play(*ply.expect("the move is there, as has been compared"));
        }
    }
    compared
}

fn compare<B: Board + Debug>(lean: &Position, board: &B) {
    let white = lean.turn() == Color::White;
    assert_eq!(white, board.white_to_move(), "{}: {lean:?}", B::NAME);
    let info = LegalInfo::new(lean);
    let legal = board.legal();
    for role in Role::ALL {
        for color in Color::ALL {
            let men = board.men(color == Color::White, role);
            assert_eq!(
                lean.pieces(color, role),
                men,
                "{}: {role:?} in {lean:?}",
                B::NAME
            );
        }
        for targets in [!0, 0x00ff_f0f0_1234_5678] {
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            generate(lean, &info, role.mask(), targets, &mut expected);
            board.moves(&legal, role, targets, &mut found);
            let mut unordered = 0;
            board.each(&legal, role, targets, |ply| {
                assert!(found.contains(&ply), "{}: {ply:?} in {lean:?}", B::NAME);
                unordered += 1;
            });
            assert_eq!(found.len(), unordered, "{}: {role:?} in {lean:?}", B::NAME);
            let expected: Vec<(u8, u8)> = expected.iter().map(|m| (m.from, m.to)).collect();
            let found: Vec<(u8, u8)> = found.into_iter().map(B::squares).collect();
            assert_eq!(expected, found, "{}: {role:?} in {lean:?}", B::NAME);
        }
    }
    let mut all = Vec::new();
    board.all(&legal, &mut all);
    let all: Vec<(u8, u8)> = all.into_iter().map(B::squares).collect();
    let expected: Vec<(u8, u8)> = lean.legal_moves().iter().map(|m| (m.from, m.to)).collect();
    assert_eq!(expected, all, "{}: {lean:?}", B::NAME);
    assert_eq!(lean.is_check(), board.in_check(), "{}: {lean:?}", B::NAME);
    assert_eq!(
        lean.has_legal_move(),
        board.has_move(),
        "{}: {lean:?}",
        B::NAME
    );
    assert_eq!(
        lean.is_checkmate(),
        board.is_mated(),
        "{}: {lean:?}",
        B::NAME
    );
    assert_eq!(
        lean.is_stalemate(),
        board.is_stalemated(),
        "{}: {lean:?}",
        B::NAME
    );
}
