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

/// Parses a FEN, which must be spelt as [`notation::fen`] spells it.
///
/// # Errors
/// A sentence that names the fault.
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

/// Parses a FEN without en passant the fast way; `None` where [`any_position`] has to decide.
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

/// Kind of a FEN digit, to which the digit is added: 13 to 20 are gaps of one to eight squares. Kinds 0 to 5 are White's pieces in the
/// order of roles, 6 to 11 Black's, `END_OF_RANK` is that of `/`, `NO_LETTER` that of every other byte.
const GAP: u8 = 12;
const END_OF_RANK: u8 = 21;
const NO_LETTER: u8 = 22;

/// The kind of each byte of a FEN's board.
const KINDS: [u8; 256] = {
    let mut kinds = [NO_LETTER; 256];
    let men = *b"KQRBNPkqrbnp";
    let mut kind = 0;
    while kind < men.len() {
        kinds[men[kind] as usize] = kind as u8;
        kind += 1;
    }
    let mut gap = 1;
    while gap <= 8 {
        kinds[(b'0' + gap) as usize] = GAP + gap;
        gap += 1;
    }
    kinds[b'/' as usize] = END_OF_RANK;
    kinds
};

/// Parses the board of a FEN, with White to move; `None` for another spelling. Letters come in an unpredictable order, so the loop has no
/// branch that depends on it: each kind has a board of its own, and the loop collects faults in a flag that is read at the end.
fn men(board: &str) -> Option<Position> {
    let mut boards = [0_u64; 32];
    let (mut at, mut ranks, mut after_gap, mut is_wrong) = (0_u32, 8_u32, false, false);
    for letter in board.bytes() {
        let kind = KINDS.get(usize::from(letter)).copied()?;
        let is_end = kind == END_OF_RANK;
        let is_gap = kind > GAP && kind < END_OF_RANK;
        let step = match (is_gap, is_end) {
            (true, _) => u32::from(kind - GAP),
            (_, end) => u32::from(!end),
        };
        // `ranks` is the number of squares up to the end of this rank.
        is_wrong |= is_end & (at != ranks) | is_gap & after_gap | (at + step > ranks);
        ranks += 8 * u32::from(is_end);
        if let Some(board) = boards.get_mut(usize::from(kind)) {
            *board |= 1 << (at & 63);
        }
        at += step;
        after_gap = is_gap;
    }
    if is_wrong || at != 64 || ranks != 64 || boards.get(usize::from(NO_LETTER)) != Some(&0) {
        return None;
    }
    let mut position = Position::EMPTY;
    for (kind, board) in boards.iter().take(usize::from(GAP)).enumerate() {
        // A FEN begins with the last rank.
        let board = board.swap_bytes();
        *position.by_role.get_mut(kind % 6)? |= board;
        *position.by_color.get_mut(kind / 6)? |= board;
    }
    Some(position)
}

/// Parses the castling rights of a FEN in their one order; `None` where a king or a rook has left its square, or for another spelling.
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

/// True for positions that a game can go on from: one king each, no pawn on a last rank, no more men than a game begins with, and
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
