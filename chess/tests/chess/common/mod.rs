//! What the tests of this crate share: random positions, and our moves in
//! shakmaty's terms.

#![allow(dead_code, reason = "each test file uses its own part of this module")]

use adv_chess::{Color, Position, Role};
use adv_testkit::Numbers;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

/// Plays random games and hands every position with its move to `check`.
pub fn random_games(seed: u64, games: usize, mut check: impl FnMut(&Chess, Move)) {
    let mut random = Numbers::new(seed);
    for _ in 0..games {
        let mut chess = Chess::default();
        for _ in 0..160 {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len())];
            check(&chess, m);
            chess.play_unchecked(m);
        }
    }
}

/// A random placement of two kings and up to `most` other men, which may be illegal.
pub fn random_placement(random: &mut Numbers, most: usize) -> Position {
    let mut position = Position::EMPTY;
    let mut place = |position: &mut Position, color, role| {
        for _ in 0..100 {
            let square = match role {
                Role::Pawn => 8 + random.below(48) as u8,
                _ => random.below(64) as u8,
            };
            if position.piece_at(square).is_none() {
                position.put(color, role, square);
                break;
            }
        }
        random.bits()
    };
    place(&mut position, Color::White, Role::King);
    let number = place(&mut position, Color::Black, Role::King) as usize % (most + 1);
    let mut bits = 0x1357_9bdf_u64;
    for _ in 0..number {
        let color = Color::ALL[(bits >> 20 & 1) as usize];
        let role = Role::ALL[1 + (bits >> 30) as usize % 5];
        bits = place(&mut position, color, role);
    }
    if bits >> 40 & 1 == 1 {
        position = position.with_turn(Color::Black);
    }
    position
}

/// The moves of shakmaty, written as the Universal Chess Interface does, in alphabetical order.
pub fn reference_moves(chess: &Chess) -> Vec<String> {
    let moves = chess.legal_moves();
    let mut text: Vec<String> = moves
        .iter()
        .map(|m| m.to_uci(CastlingMode::Standard).to_string())
        .collect();
    text.sort();
    text
}
