//! Random legal positions: the men of a material anywhere, or a game played at random.

use adv_chess::Role;
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Rank, Setup, Square,
};

use super::program::Generated;
use adv_testkit::Numbers;

/// The men of both sides, each list with its king, in the letters of the language: `["KR", "K"]`.
pub type Men = [&'static str; 2];

/// The materials that programs are generated for: three to five men.
pub const MATERIALS: &[Men] = &[
    ["KR", "K"],
    ["KQ", "K"],
    ["KP", "K"],
    ["KBN", "K"],
    ["KR", "KN"],
    ["KP", "KP"],
    ["KR", "KP"],
    ["KNN", "K"],
    ["KQ", "KR"],
    ["KB", "KN"],
    ["KR", "KR"],
    ["KRR", "K"],
    ["KBB", "K"],
    ["KPP", "K"],
    ["KRP", "KB"],
];

/// A random legal position with these men. A material that has no legal position does not occur.
pub fn of_material(rng: &mut Numbers, men: Men, turn: Color) -> Chess {
    loop {
        let mut setup = Setup::empty();
        setup.turn = turn;
        for (color, men) in [Color::White, Color::Black].into_iter().zip(men) {
            for letter in men.chars() {
                let Some(role) = Role::from_letter(letter) else {
                    continue;
                };
                loop {
                    let square = Square::new(rng.below(64) as u32);
                    let back = matches!(square.rank(), Rank::First | Rank::Eighth);
                    let free = setup.board.piece_at(square).is_none();
                    if free && !(back && role == Role::Pawn) {
                        setup.board.set_piece_at(
                            square,
                            Piece {
                                color,
                                role: role.to_shakmaty(),
                            },
                        );
                        break;
                    }
                }
            }
        }
        if let Ok(chess) = Chess::from_setup(setup, CastlingMode::Standard) {
            return chess;
        }
    }
}

/// A position that arises from a random game: many men, castling rights, now and then a capture en passant.
pub fn of_random_play(rng: &mut Numbers) -> Chess {
    loop {
        let mut chess = Chess::default();
        for _ in 0..rng.between(1, 90) {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Pawns two squares on and castling are taken where they come, since chance alone brings them rarely.
            let rare = moves
                .iter()
                .position(|m| m.is_castle() || m.is_en_passant());
            let index = match rare {
                Some(rare) if rng.percent(30) => rare,
                _ => rng.below(moves.len()),
            };
            chess.play_unchecked(moves[index]);
        }
        if !chess.legal_moves().is_empty() {
            return chess;
        }
    }
}

/// Positions of a program's men, as FENs, some with colours reversed where it serves those, and some of other men.
pub fn fens(generated: &Generated, count: usize) -> Vec<String> {
    let mut rng = Numbers::new(generated.seed ^ 0x00c0_ffee);
    let positions = (0..count).map(|_| one(generated, &mut rng));
    positions.map(|chess| fen(&chess)).collect()
}

/// As [`fens`]; in a good part of them a move ends the game, if the men have such positions at all.
pub fn beginnings(generated: &Generated, count: usize) -> Vec<String> {
    let mut rng = Numbers::new(generated.seed ^ 0x0001_5eed);
    let mut fens = Vec::new();
    for _ in 0..count {
        let mut chess = one(generated, &mut rng);
        if rng.percent(50) {
            for _ in 0..25 {
                if near_the_end(&chess) {
                    break;
                }
                chess = one(generated, &mut rng);
            }
        }
        fens.push(fen(&chess));
    }
    fens
}

fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// A move mates.
fn near_the_end(chess: &Chess) -> bool {
    chess.legal_moves().into_iter().any(|m| {
        let mut after = chess.clone();
        after.play_unchecked(m);
        after.is_checkmate()
    })
}

fn one(generated: &Generated, rng: &mut Numbers) -> Chess {
    let Some(men) = generated.men else {
        return of_random_play(rng);
    };
    let turn = match generated.plays {
        Some(white) if rng.percent(85) => Color::from_white(white),
        _ => Color::from_white(rng.percent(60)),
    };
    match rng.below(12) {
        0 if generated.mirrored => {
            let [white, black] = men;
            of_material(rng, [black, white], !turn)
        }
        1 => of_material(rng, ["K", "K"], turn),
        _ => of_material(rng, men, turn),
    }
}
