//! FEN in and out.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, Setup};

use super::LONGEST_TEXT;
use super::fen_error::{self, FenError, FenErrorKind, Notation};
use crate::position::Position;

/// Reads a FEN: six fields, or the first four (EPD), with the clocks then 0 and 1.
///
/// A position must be one that a game can go on from. Checks that no game could bring about (three
/// checkers, say) are accepted, because they decide nothing for the moves that follow. An en
/// passant square is kept only where such a capture is legal.
///
/// # Errors
///
/// For text that is no FEN, naming the field, and for positions that cannot be played, saying why
/// and what to change.
///
/// ```
/// use adv_chess::notation::{fen, parse_fen};
/// let position = parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - -")?;
/// assert_eq!(fen(&position), "8/8/8/4k3/8/3R4/8/2K5 w - - 0 1");
/// let error = parse_fen("8/8/8/8/8/3R4/8/2K5 w - -").map_err(|error| error.to_string());
/// assert_eq!(error, Err("Black has no king; put one `k` on the board".to_string()));
/// # Ok::<(), adv_chess::notation::FenError>(())
/// ```
pub fn parse_fen(text: &str) -> Result<Position, FenError> {
    if text.len() > LONGEST_TEXT {
        return Err(FenError::new(
            FenErrorKind::Syntax,
            format!(
                "the text is {} bytes long, expected a FEN of at most 100",
                text.len()
            ),
        ));
    }
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    fen_error::check_fields(&fields)?;
    // shakmaty reads variants' extensions as well, which the check of the fields has refused.
    let setup: Setup = match Fen::from_ascii(fields.join(" ").as_bytes()) {
        Ok(fen) => fen.into_setup(),
        Err(error) => return Err(fen_error::of_syntax(&error)),
    };
    let chess: Result<Chess, PositionError<Chess>> =
        Chess::from_setup(setup.clone(), CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check);
    match chess {
        Ok(chess) => Ok(Position::from(&chess)),
        Err(error) => Err(fen_error::of_position(
            &setup,
            Notation::Fen(&fields),
            error.kinds(),
        )),
    }
}

/// The FEN of a position, six fields; also of a board that could not be played.
pub fn fen(position: &Position) -> String {
    match Fen::try_from_setup(position.to_setup()) {
        Ok(fen) => fen.to_string(),
        Err(error) => error.ignore().to_string(),
    }
}
