//! Positions: the board, its legal moves, and whether the game is over.

use adv::chess::{End, Game, fen, parse_move};
use adv::render::json::move_object;
use adv::{Color, Move, Position, Role};
use serde_json::{Map, Value, json};

use crate::question::{Asked, Fault};

/// The most moves of a game.
const MOST_MOVES: usize = 600;

/// A position that was set up, or the one after the moves of a game.
pub fn position(asked: &Asked) -> Result<Value, Fault> {
    let position = asked.position()?;
    let position =
        position.ok_or_else(|| Fault::unreadable("the question has no position `fen`"))?;
    let (game, _, told) = followed(asked, position)?;
    let mut object = shown(&game);
    object["game"] = told.into();
    Ok(object)
}

/// The game of the field `moves`: its end, its moves, and each of these with the position after it.
pub fn followed(asked: &Asked, begin: Position) -> Result<(Game, Vec<Move>, Vec<Value>), Fault> {
    let mut game = Game::new(begin);
    let mut moves = Vec::new();
    let mut told = Vec::new();
    for text in asked.texts("moves", MOST_MOVES)? {
        let position = *game.position();
        let m = parse_move(&position, text)
            .map_err(|error| Fault::refused(format!("`{text}` cannot be played: {error}")))?;
        game.play(m)
            .map_err(|error| Fault::refused(error.to_string()))?;
        told.push(moved(&position, m));
        moves.push(m);
    }
    Ok((game, moves, told))
}

/// The end of a game as a page shows it.
pub fn shown(game: &Game) -> Value {
    let position = game.position();
    let mut pieces = Map::new();
    for square in 0..64u8 {
        if let Some((color, role)) = position.piece_at(square) {
            let side = if color == Color::White { 'w' } else { 'b' };
            let piece = format!("{side}{}", letter(role));
            pieces.insert(square_name(square), Value::String(piece));
        }
    }
    let end = game.end();
    let over = end.map(|end| match end {
        End::Checkmate { .. } => "checkmate",
        End::Stalemate => "stalemate",
        End::DeadPosition => "insufficient",
        End::Fivefold => "fivefold",
        End::SeventyFive => "seventy-five",
    });
    let moves: Vec<Value> = match over {
        Some(_) => Vec::new(),
        None => {
            let legal = position.legal_moves();
            legal.into_iter().map(|m| moved(position, m)).collect()
        }
    };
    json!({
        "fen": fen(position),
        "turn": position.turn().name(),
        "pieces": pieces,
        "moves": moves,
        "check": position.in_check(position.turn()),
        "over": over,
        "said": end.map(|end| end.to_string()),
    })
}

/// A move with the position after it.
pub fn moved(position: &Position, m: Move) -> Value {
    let mut object = move_object(position, m);
    object["fen"] = fen(&position.play(m)).into();
    object
}

/// `e4`.
fn square_name(square: u8) -> String {
    let file = char::from(b'a' + square % 8);
    format!("{file}{}", square / 8 + 1)
}

const fn letter(role: Role) -> char {
    match role {
        Role::King => 'K',
        Role::Queen => 'Q',
        Role::Rook => 'R',
        Role::Bishop => 'B',
        Role::Knight => 'N',
        Role::Pawn => 'P',
    }
}
