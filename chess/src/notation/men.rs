//! Positions as lists of men, as the papers and books print them: `W: Ke6, Rg6; B: Kc5`.
//!
//! ```text
//!   W: Ke6, Rg6;  B: Kc5                    White is to move
//!   W: Kd1, c3;  B: Kf8;  Black to move     a pawn may be written by its square alone, or `Pc3`
//! ```
//!
//! There is no castling and no capture en passant in such a position, and its clocks are those of a new game. A FEN has all of these.

use shakmaty::{CastlingMode, Chess, FromSetup, PositionError};

use super::fen_error::{self, FenError, FenErrorKind, Notation};
use super::{LONGEST_TEXT, parse_fen, quoted};
use crate::geometry::{parse_square, square_name};
use crate::piece::{Color, Role};
use crate::position::Position;

/// Reads a position in either notation: a FEN, or a list of men, which is known by its `:`.
///
/// # Errors
/// As [`parse_fen`] and [`parse_men`].
///
/// ```
/// use adv_chess::notation::{fen, parse_position};
/// let position = parse_position("W: Ke6, Rg6; B: Kc5")?;
/// assert_eq!(fen(&position), "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1");
/// assert_eq!(parse_position(&fen(&position))?, position);
/// # Ok::<(), adv_chess::notation::FenError>(())
/// ```
pub fn parse_position(text: &str) -> Result<Position, FenError> {
    if text.contains(':') {
        parse_men(text)
    } else {
        parse_fen(text)
    }
}

/// Reads a list of men: the men of both sides, each side once, and the side to move where it is not White.
///
/// # Errors
/// For a man that is none, with its place in the list, for a square that is taken, and for positions that cannot be played,
/// as [`parse_fen`] does.
///
/// ```
/// use adv_chess::notation::parse_men;
/// let error = parse_men("W: Ke6, Ri6; B: Kc5").map_err(|error| error.to_string());
/// assert_eq!(error, Err("man 2 of White, `Ri6`, has no square of the board, expected one like `Re4`".to_string()));
/// ```
pub fn parse_men(text: &str) -> Result<Position, FenError> {
    if text.len() > LONGEST_TEXT {
        return Err(syntax(format!(
            "the list of men is {} bytes long, expected at most {LONGEST_TEXT}",
            text.len()
        )));
    }
    let mut position = Position::EMPTY.with_turn(Color::White);
    let mut seen = [false; 2];
    let mut parts = text.split(';').map(str::trim).peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let Some((head, men)) = part.split_once(':') else {
            match side_to_move(part) {
                Some(turn) if is_last => position = position.with_turn(turn),
                // A `;` at the end.
                None if part.is_empty() && is_last => {}
                _ => {
                    return Err(syntax(format!(
                        "{} is neither the men of a side, such as `B: Kc5`, nor `Black to move` at the end",
                        quoted(part)
                    )));
                }
            }
            continue;
        };
        let color = side(head.trim())?;
        let Some(seen) = seen.get_mut(color.index()) else {
            continue;
        };
        if std::mem::replace(seen, true) {
            return Err(syntax(format!(
                "the men of {color} are listed twice; write all of them after one `{}:`",
                letter_of(color)
            )));
        }
        for (at, man) in men.split(',').map(str::trim).enumerate() {
            put(&mut position, color, at + 1, man)?;
        }
    }
    playable(position)
}

fn syntax(message: String) -> FenError {
    FenError::new(FenErrorKind::Syntax, message)
}

const fn letter_of(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

/// The side of a head: `W` or `B`, also in words.
fn side(head: &str) -> Result<Color, FenError> {
    match head.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(syntax(format!(
            "{} names no side, expected `W:` or `B:` before its men, as in `W: Ke6, Rg6; B: Kc5`",
            quoted(head)
        ))),
    }
}

/// The side of `Black to move`.
fn side_to_move(part: &str) -> Option<Color> {
    let words: Vec<String> = part
        .split_ascii_whitespace()
        .map(str::to_ascii_lowercase)
        .collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["white" | "w", "to", "move"] => Some(Color::White),
        ["black" | "b", "to", "move"] => Some(Color::Black),
        _ => None,
    }
}

/// Puts the man of a word on its square.
fn put(position: &mut Position, color: Color, number: usize, man: &str) -> Result<(), FenError> {
    let whose = || format!("man {number} of {color}, {},", quoted(man));
    if man.is_empty() {
        return Err(syntax(format!(
            "man {number} of {color} is missing, expected one like `Ke4`"
        )));
    }
    if man.contains(char::is_whitespace) {
        return Err(syntax(format!(
            "{} is not one man; men are parted by `,`, sides by `;`",
            whose()
        )));
    }
    let first = man.chars().next().unwrap_or(' ');
    let (role, square) = match parse_square(man) {
        Some(square) => (Role::Pawn, Some(square)),
        None => {
            let Some(role) = Role::from_letter(first) else {
                let small = Role::from_letter(first.to_ascii_uppercase());
                let help = match small {
                    Some(_) => format!("; write `{}` for both sides", first.to_ascii_uppercase()),
                    None => String::new(),
                };
                return Err(syntax(format!(
                    "{} does not begin with `K`, `Q`, `R`, `B`, `N` or `P`{help}",
                    whose()
                )));
            };
            (role, man.get(first.len_utf8()..).and_then(parse_square))
        }
    };
    let Some(square) = square else {
        return Err(syntax(format!(
            "{} has no square of the board, expected one like `{first}e4`",
            whose()
        )));
    };
    if position.occupied() & (1 << square) != 0 {
        return Err(syntax(format!(
            "{} stands on {}, where another man stands already",
            whose(),
            square_name(square)
        )));
    }
    position.put(color, role, square);
    Ok(())
}

/// The position, if a game can go on from it.
fn playable(position: Position) -> Result<Position, FenError> {
    let setup = position.to_setup();
    let chess: Result<Chess, PositionError<Chess>> =
        Chess::from_setup(setup.clone(), CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check);
    match chess {
        Ok(chess) => Ok(Position::from(&chess)),
        Err(error) => Err(fen_error::of_position(&setup, Notation::Men, error.kinds())),
    }
}
