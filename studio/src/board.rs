//! Positions: the board, its legal moves, and whether the game is over.

use adv::chess::{End, Game, fen, parse_move, square_name};
use adv::render::json::{move_of, side, value};
use adv::render::studio::{self, MoveTo, StudioGameEnd};
use adv::{Color, Move, Position};
use serde_json::Value;

use crate::question::{Asked, Fault};

/// The most moves of a game.
const MOST_MOVES: usize = 600;

/// A position that was set up, or the one after the moves of a game.
pub fn position(asked: &Asked) -> Result<Value, Fault> {
    let position = asked.needed_position()?;
    let (game, _, told) = followed(asked, position)?;
    Ok(value(&shown(&game, told)))
}

/// The game of the field `moves`: its end, its moves, and each of these with the position after it.
pub fn followed(asked: &Asked, begin: Position) -> Result<(Game, Vec<Move>, Vec<MoveTo>), Fault> {
    let mut game = Game::new(begin);
    let mut moves = Vec::new();
    let mut told = Vec::new();
    for text in asked.texts("moves", MOST_MOVES)? {
        let position = *game.position();
        let m = parse_move(&position, text)
            .map_err(|error| Fault::refused(format!("`{text}` cannot be played: {error}")))?;
        game.play(m).map_err(Fault::refused)?;
        told.push(moved(&position, m));
        moves.push(m);
    }
    Ok((game, moves, told))
}

/// The end of a game as a page shows it, and the moves that led there.
pub fn shown(game: &Game, told: Vec<MoveTo>) -> studio::Position {
    let position = game.position();
    let men = (0..64u8).filter_map(|square| {
        let (color, role) = position.piece_at(square)?;
        let side = if color == Color::White { 'w' } else { 'b' };
        Some((square_name(square), format!("{side}{}", role.letter())))
    });
    let end = game.end();
    let moves = match end {
        Some(_) => Vec::new(),
        None => position.legal_moves(),
    };
    studio::Position {
        fen: fen(position),
        turn: side(position.turn()),
        pieces: men.collect(),
        moves: moves.into_iter().map(|m| moved(position, m)).collect(),
        check: position.in_check(position.turn()),
        over: end.map(|end| match end {
            End::Checkmate { .. } => StudioGameEnd::Checkmate,
            End::Stalemate => StudioGameEnd::Stalemate,
            End::DeadPosition => StudioGameEnd::Insufficient,
            End::Fivefold => StudioGameEnd::Fivefold,
            End::SeventyFive => StudioGameEnd::SeventyFive,
        }),
        said: end.map(|end| end.to_string()),
        game: told,
    }
}

/// A move with the position after it.
pub fn moved(position: &Position, m: Move) -> MoveTo {
    MoveTo {
        own: move_of(position, m),
        fen: fen(&position.play(m)),
    }
}
