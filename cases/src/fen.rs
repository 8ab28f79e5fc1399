//! The positions of a file, which are FENs in one spelling.
//!
//! Most need no more than one look at each letter: no en passant, and men that a game could have. All others are left to
//! [`notation::parse_fen`], which decides what a position is; [`plain_position`] only finds the same sooner.

use adv_chess::position::{
    CASTLE_BLACK_KING, CASTLE_BLACK_QUEEN, CASTLE_WHITE_KING, CASTLE_WHITE_QUEEN,
};
use adv_chess::squares::bit;
use adv_chess::{Color, Position, Role, notation};

use crate::fault::quoted;
use crate::record::count;

/// The position of a FEN that is spelt as [`notation::fen`] spells it.
///
/// # Errors
/// A sentence on what is wrong with it.
pub(crate) fn any_position(fen: &str) -> Result<Position, String> {
    let position = notation::parse_fen(fen).map_err(|error| format!("no position: {error}"))?;
    let plain = notation::fen(&position);
    match plain == fen {
        true => Ok(position),
        false => Err(format!(
            "the position is {}, expected `{plain}`",
            quoted(fen)
        )),
    }
}

/// The same of a FEN without en passant; `None` where it is anything else, or needs a closer look.
pub(crate) fn plain_position(fen: &str) -> Option<Position> {
    let mut fields = fen.split(' ');
    let mut next = || fields.next();
    let (board, turn, castling, ep) = (next()?, next()?, next()?, next()?);
    let (halfmoves, fullmoves) = (next()?, next()?);
    if ep != "-" || next().is_some() {
        return None;
    }
    let turn = match turn {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return None,
    };
    let clock = |text: &str| {
        count(text)
            .filter(|clock| *clock < 10_000)
            .map(|clock| clock as u16)
    };
    let fullmoves = clock(fullmoves).filter(|clock| *clock > 0)?;
    let position = men(board)?;
    let position = position
        .with_castling(rights(castling, &position)?)
        .with_turn(turn)
        .with_clocks(clock(halfmoves)?, fullmoves);
    playable(&position).then_some(position)
}

/// The men of a board, with White to move; `None` for another spelling.
fn men(board: &str) -> Option<Position> {
    let mut position = Position::EMPTY;
    let (mut rank, mut file) = (7_u8, 0_u8);
    let mut after_gap = false;
    for letter in board.bytes() {
        match letter {
            b'/' if file == 8 && rank > 0 => {
                rank -= 1;
                file = 0;
            }
            b'1'..=b'8' if !after_gap && file + (letter - b'0') <= 8 => file += letter - b'0',
            _ if file < 8 => {
                let color = usize::from(letter.is_ascii_lowercase());
                let role = match letter | 0x20 {
                    b'k' => Role::King,
                    b'q' => Role::Queen,
                    b'r' => Role::Rook,
                    b'b' => Role::Bishop,
                    b'n' => Role::Knight,
                    b'p' => Role::Pawn,
                    _ => return None,
                };
                // Each square comes once, so that nothing has to be taken away from it.
                let square = bit(8 * rank + file);
                *position.by_role.get_mut(role.index())? |= square;
                *position.by_color.get_mut(color)? |= square;
                file += 1;
            }
            _ => return None,
        }
        after_gap = letter.is_ascii_digit();
    }
    (rank == 0 && file == 8).then_some(position)
}

/// The castling rights in the one order of their letters; `None` where a king or a rook has left its square, or for another spelling.
fn rights(letters: &str, position: &Position) -> Option<u8> {
    const RIGHTS: [(u8, u8, Color, u8, u8); 4] = [
        (b'K', CASTLE_WHITE_KING, Color::White, 4, 7),
        (b'Q', CASTLE_WHITE_QUEEN, Color::White, 4, 0),
        (b'k', CASTLE_BLACK_KING, Color::Black, 60, 63),
        (b'q', CASTLE_BLACK_QUEEN, Color::Black, 60, 56),
    ];
    if letters == "-" {
        return Some(0);
    }
    let mut left = letters.as_bytes();
    let mut rights = 0;
    for (letter, right, side, king, rook) in RIGHTS {
        if left.first() == Some(&letter) {
            let at_home = position.king(side) == Some(king)
                && position.pieces(side, Role::Rook) & bit(rook) != 0;
            rights |= at_home.then_some(right)?;
            left = left.get(1..)?;
        }
    }
    (left.is_empty() && rights != 0).then_some(rights)
}

/// True only for positions that a game can go on from: one king each, no pawn on a last rank, no more men than a game begins with, and
/// the side that is not to move not in check.
fn playable(position: &Position) -> bool {
    const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
    let pawns = |side| position.pieces(side, Role::Pawn);
    let sound = |side| {
        let officers = |role, first: u32| {
            position
                .pieces(side, role)
                .count_ones()
                .saturating_sub(first)
        };
        let promoted = officers(Role::Queen, 1)
            + officers(Role::Rook, 2)
            + officers(Role::Bishop, 2)
            + officers(Role::Knight, 2);
        position.pieces(side, Role::King).count_ones() == 1
            && pawns(side).count_ones() + promoted <= 8
    };
    Color::ALL.into_iter().all(sound)
        && (pawns(Color::White) | pawns(Color::Black)) & LAST_RANKS == 0
        && !position.in_check(!position.turn())
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_testkit::Numbers;

    #[test]
    fn what_is_found_sooner_is_what_the_notation_says() {
        let mut numbers = Numbers::new(5);
        let mut position = Position::start();
        let (mut plain, mut legal) = (0, 0);
        for ply in 0..6_000 {
            let moves = position.legal_moves();
            position = match moves.is_empty() || ply % 90 == 0 {
                true => Position::start(),
                false => position.play(numbers.one(&moves)),
            };
            let mut bytes = notation::fen(&position).into_bytes();
            legal += 1;
            plain += usize::from(plain_position(&notation::fen(&position)).is_some());
            for _ in 0..numbers.below(3) {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.one(b"/12345678kKqQrRbBnNpPwb- 0");
            }
            let text = String::from_utf8(bytes).expect("plain letters");
            if let Some(found) = plain_position(&text) {
                assert_eq!(any_position(&text), Ok(found), "{text}");
            }
        }
        assert!(plain * 2 > legal, "{plain} of {legal}");
    }

    #[test]
    fn odd_spellings_are_left_to_the_notation() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 00 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ",
            "4k3/8/8/8/8/8/8/4K3  w - - 0 1",
            "4k3/8/8/8/8/8/8/4K21 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
            "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3P w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w QK - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w KK - 0 1",
            "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w  - 0 1",
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        ] {
            assert_eq!(plain_position(fen), None, "{fen}");
        }
        assert!(plain_position("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1").is_some());
        assert!(plain_position("4k3/3P4/8/8/8/8/8/4K3 b - - 3 40").is_some());
    }
}
