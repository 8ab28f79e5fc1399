//! What is wrong with a FEN, in words that say what to change.

use std::fmt;

use shakmaty::fen::ParseFenError;
use shakmaty::{PositionErrorKinds, Setup};

use super::quoted;
use crate::geometry::{set_names, square_name};
use crate::piece::{Color, Role};
use crate::position::Position;

/// Which situation makes a FEN useless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenErrorKind {
    /// The text does not have the form of a FEN.
    Syntax,
    /// A side has no king.
    NoKing,
    /// A side has two kings or more.
    TooManyKings,
    /// A pawn stands on the first or the last rank.
    PawnOnLastRank,
    /// A side has more men than a game can give it: nine pawns, say.
    TooManyMen,
    /// The side that has moved is in check, so the other could take the king.
    OtherSideInCheck,
    /// A castling right without king and rook at home.
    Castling,
    /// An en passant square that no pawn can just have passed.
    EnPassant,
}

/// A FEN that was refused, with the reason. Displayed as a sentence in small letters without a full
/// stop; several reasons are separated by `; `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    kind: FenErrorKind,
    message: String,
}

impl FenError {
    pub(super) fn new(kind: FenErrorKind, message: String) -> FenError {
        FenError { kind, message }
    }

    /// The first reason.
    pub const fn kind(&self) -> FenErrorKind {
        self.kind
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FenError {}

fn syntax(message: String) -> FenError {
    FenError::new(FenErrorKind::Syntax, message)
}

/// Looks at each field by itself, since shakmaty's error names the field but not the place in it.
pub(super) fn check_fields(fields: &[&str]) -> Result<(), FenError> {
    let (board, rest) = match fields {
        [] => {
            return Err(syntax(
                "the FEN is empty, expected one like `8/8/8/4k3/8/3R4/8/2K5 w - - 0 1`".into(),
            ));
        }
        [board, rest @ ..] => (board, rest),
    };
    check_board(board)?;
    let [turn, castling, en_passant, clocks @ ..] = rest else {
        return Err(syntax(format!(
            "the FEN has {} of at least 4 fields, expected board, side to move, castling and en \
             passant, such as `{board} w - -`",
            fields.len()
        )));
    };
    if !matches!(*turn, "w" | "b") {
        let found = quoted(turn);
        return Err(syntax(format!(
            "the side to move is {found}, expected `w` or `b`"
        )));
    }
    check_castling(castling)?;
    if *en_passant != "-" && crate::geometry::parse_square(en_passant).is_none() {
        let found = quoted(en_passant);
        return Err(syntax(format!(
            "the en passant field is {found}, expected `-` or a square such as `e3`"
        )));
    }
    for (name, clock) in ["halfmove clock", "move number"].into_iter().zip(clocks) {
        if clock.is_empty() || !clock.bytes().all(|byte| byte.is_ascii_digit()) {
            let found = quoted(clock);
            return Err(syntax(format!(
                "the {name} is {found}, expected a number such as `0`"
            )));
        }
    }
    match clocks.get(2) {
        Some(extra) => {
            let found = quoted(extra);
            Err(syntax(format!(
                "there is {found} after the sixth field, expected nothing there"
            )))
        }
        None => Ok(()),
    }
}

/// A number with its noun: `1 rank`, `7 ranks`.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

fn check_board(board: &str) -> Result<(), FenError> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err(syntax(format!(
            "the board has {}, expected 8 separated by `/`: {}",
            counted(rows.len(), "rank"),
            quoted(board)
        )));
    }
    for (row, rank) in rows.iter().zip((1..=8).rev()) {
        let mut squares = 0;
        for mark in row.chars() {
            squares += match mark {
                '1'..='8' => mark as u32 - '0' as u32,
                _ if Role::from_letter(mark.to_ascii_uppercase()).is_some() => 1,
                _ => {
                    let found = quoted(&mark.to_string());
                    return Err(syntax(format!(
                        "rank {rank} of the board has {found}, expected men `KQRBNP` `kqrbnp` or a \
                         number 1 to 8 of empty squares"
                    )));
                }
            };
        }
        if squares != 8 {
            return Err(syntax(format!(
                "rank {rank} of the board has {}, expected 8: {}",
                counted(squares as usize, "square"),
                quoted(row)
            )));
        }
    }
    Ok(())
}

fn check_castling(castling: &str) -> Result<(), FenError> {
    if castling == "-" {
        return Ok(());
    }
    let letters = castling.as_bytes();
    let known = letters.iter().all(|letter| b"KQkq".contains(letter));
    let once = (1..letters.len()).all(|i| !letters[..i].contains(&letters[i]));
    if known && once {
        return Ok(());
    }
    let found = quoted(castling);
    Err(syntax(format!(
        "the castling field is {found}, expected `-` or each of the letters `KQkq` at most once"
    )))
}

/// What shakmaty cannot read although every field looked right.
pub(super) fn of_syntax(error: &ParseFenError) -> FenError {
    syntax(format!(
        "{error}, expected one like `8/8/8/4k3/8/3R4/8/2K5 w - - 0 1`"
    ))
}

/// How a position was written, which decides what a message says of its repair.
#[derive(Clone, Copy)]
pub(super) enum Notation<'a> {
    /// A FEN, with its fields.
    Fen(&'a [&'a str]),
    /// A list of men.
    Men,
}

/// Why shakmaty does not play on from a position, all reasons that do not follow from another.
pub(super) fn of_position(
    setup: &Setup,
    notation: Notation<'_>,
    kinds: PositionErrorKinds,
) -> FenError {
    let fields = match notation {
        Notation::Fen(fields) => fields,
        Notation::Men => &[],
    };
    let position = Position::from_setup(setup);
    let mut reasons: Vec<(FenErrorKind, String)> = Vec::new();
    for color in Color::ALL {
        kings(&position, color, notation, &mut reasons);
    }
    let last_ranks = crate::rays::RANK_1 | crate::rays::RANK_8;
    let stranded = position.by_role[Role::Pawn.index()] & last_ranks;
    if stranded != 0 {
        let reason = format!(
            "a pawn cannot stand on the first or last rank: {}",
            set_names(stranded)
        );
        reasons.push((FenErrorKind::PawnOnLastRank, reason));
    }
    if kinds.contains(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        for color in Color::ALL {
            men(&position, color, &mut reasons);
        }
    }
    if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) && reasons.is_empty() {
        reasons.push((
            FenErrorKind::OtherSideInCheck,
            opposite_check(&position, notation),
        ));
    }
    if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) && reasons.is_empty() {
        let reason = format!(
            "the castling rights {} need king and rook on their home squares; write `-` or only \
             the rights that are left",
            quoted(fields.get(2).unwrap_or(&"-"))
        );
        reasons.push((FenErrorKind::Castling, reason));
    }
    if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) && reasons.is_empty() {
        let reason = format!(
            "no pawn can just have passed the en passant square {}; write `-`",
            quoted(fields.get(3).unwrap_or(&"-"))
        );
        reasons.push((FenErrorKind::EnPassant, reason));
    }
    let kind = reasons
        .first()
        .map_or(FenErrorKind::Syntax, |reason| reason.0);
    let words: Vec<String> = reasons.into_iter().map(|reason| reason.1).collect();
    let message = if words.is_empty() {
        "the position cannot be played".to_string()
    } else {
        words.join("; ")
    };
    FenError::new(kind, message)
}

fn kings(
    position: &Position,
    color: Color,
    notation: Notation<'_>,
    reasons: &mut Vec<(FenErrorKind, String)>,
) {
    let kings = position.pieces(color, Role::King);
    let letter = match notation {
        Notation::Fen(_) => crate::drawing::fen_letter(color, Role::King),
        Notation::Men => 'K',
    };
    if kings == 0 {
        let reason = match notation {
            Notation::Fen(_) => format!("{color} has no king; put one `{letter}` on the board"),
            Notation::Men => format!("{color} has no king; add it to its men, as in `{letter}e4`"),
        };
        reasons.push((FenErrorKind::NoKing, reason));
    } else if kings.count_ones() > 1 {
        let (count, squares) = (kings.count_ones(), set_names(kings));
        let reason = format!("{color} has {count} kings, expected one: {squares}");
        reasons.push((FenErrorKind::TooManyKings, reason));
    }
}

fn men(position: &Position, color: Color, reasons: &mut Vec<(FenErrorKind, String)>) {
    let pawns = position.pieces(color, Role::Pawn).count_ones();
    let men = position.side(color).count_ones();
    let several_kings = position.pieces(color, Role::King).count_ones() > 1;
    let reason = if pawns > 8 {
        format!("{color} has {pawns} pawns, expected at most 8")
    } else if men > 16 {
        format!("{color} has {men} men, expected at most 16")
    } else if has_impossible_promotions(position, color) && !several_kings {
        format!(
            "{color} has more promoted men than pawns that are gone; take some men or pawns off"
        )
    } else {
        return;
    };
    reasons.push((FenErrorKind::TooManyMen, reason));
}

/// shakmaty's count: what a side has beyond a game's first men must come from pawns.
fn has_impossible_promotions(position: &Position, color: Color) -> bool {
    let beyond = |set: u64, first: u32| set.count_ones().saturating_sub(first);
    let bishops = position.pieces(color, Role::Bishop);
    let promoted = beyond(position.pieces(color, Role::Queen), 1)
        + beyond(position.pieces(color, Role::Rook), 2)
        + beyond(bishops & crate::geometry::LIGHT, 1)
        + beyond(bishops & crate::geometry::DARK, 1)
        + beyond(position.pieces(color, Role::Knight), 2);
    position.pieces(color, Role::Pawn).count_ones() + promoted > 8
}

fn opposite_check(position: &Position, notation: Notation<'_>) -> String {
    let (mover, other) = (position.turn(), !position.turn());
    let Some(king) = position.king(other) else {
        return format!("{other} has no king");
    };
    let attackers = position.attackers_to(king, mover, position.occupied());
    let repair = match notation {
        Notation::Fen(_) if mover == Color::White => "write `b` for the side to move".to_owned(),
        Notation::Fen(_) => "write `w` for the side to move".to_owned(),
        Notation::Men => format!("write `; {other} to move` at the end"),
    };
    let (square, attackers) = (square_name(king), set_names(attackers));
    format!(
        "{mover} is to move and could take the king on {square} (attacked from {attackers}); {repair} \
         or move a man"
    )
}
