//! Version 3: any positions, each written whole, castling rights and all.
//!
//! ```text
//! entries bytes u64 for the program · number of entries u64 · entries, rising by their first 28 bytes as they are written
//! entry   occupied squares u64, a1 the lowest bit · for each of them in the order a1, b1, … h8 four bits, the lower half of a byte
//!         first, 16 bytes in all: 1 to 6 for king, queen, rook, bishop, knight, pawn, and 8 more for Black; then zeros
//!         castling rights u8 (1: White on the king's side, 2: on the queen's, 4, 8: Black)
//!         the square where we may legally take a pawn in passing, or 0 u8 · control point u16
//!         1 where the claim speaks of it, else 0 u8 · rank u16
//! set     the positions that the claim speaks of, one or more; the flag "marked" is set
//! ```

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, Piece, Position, PositionError, Role, Setup, Square,
};

use crate::refusal::{Reason, Refusal, ensure};
use crate::{Entries, Reader, Verdict, Walk, fen};

/// The bytes of a position, of a position with its control point, and of an entry.
const BOARD: usize = 26;
const KEY: usize = BOARD + 2;
const ENTRY: usize = KEY + 3;

/// What four bits stand for, from 1 on.
const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The squares of the rooks of castling rights, by bit.
const ROOKS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

/// The entries as they are written.
struct Boards<'a>(&'a [[u8; ENTRY]]);

impl Entries for Boards<'_> {
    fn rank(&self, at: &Chess, control: u64) -> Option<u64> {
        let mut key = [0; KEY];
        key.split_first_chunk_mut::<BOARD>()?
            .0
            .copy_from_slice(&board_of(at));
        key.split_last_chunk_mut::<2>()?
            .1
            .copy_from_slice(&u16::try_from(control).ok()?.to_le_bytes());
        let found = self.0.binary_search_by(|entry| key_of(entry).cmp(&key[..]));
        found.ok().and_then(|at| self.0.get(at)).map(rank_of)
    }
}

/// Checks what follows the bound.
pub(crate) fn verify(
    mut reader: Reader<'_>,
    us: Color,
    marked: bool,
    mut verdict: Verdict,
) -> Result<Verdict, Refusal> {
    ensure(
        marked,
        Reason::Malformed("whole positions that are not marked"),
    )?;
    reader.number(8).and_then(|bytes| reader.take(bytes))?;
    let bytes = reader.number(8)?.saturating_mul(ENTRY as u64);
    let (entries, _) = reader.take(bytes)?.as_chunks::<ENTRY>();
    let rising = entries.is_sorted_by(|a, b| key_of(a) < key_of(b));
    ensure(rising, Reason::Malformed("not in order"))?;
    let strange = |entry: &[u8; ENTRY]| entry.get(KEY).is_none_or(|byte| *byte > 1);
    ensure(
        !entries.iter().any(strange),
        Reason::Malformed("an unknown mark"),
    )?;
    verdict.set = format!("every marked position with {us} to move");
    let boards = Boards(entries);
    let walk = Walk::new(reader, &boards, verdict)?;
    let all = entries.iter();
    let all = all.map(|entry| (position_of(us, entry), rank_of(entry), is_claimed(entry)));
    let mut verdict = walk.all(all)?;
    if verdict.positions == 1 {
        let only = entries.iter().find(|entry| is_claimed(entry));
        let only = only.and_then(|entry| position_of(us, entry));
        verdict.set = format!("`{}`", only.map_or(String::new(), fen));
    }
    Ok(verdict)
}

/// The position and control point of an entry, by which they are in order.
fn key_of(entry: &[u8; ENTRY]) -> &[u8] {
    entry.split_at(KEY).0
}

fn is_claimed(entry: &[u8; ENTRY]) -> bool {
    entry.get(KEY) == Some(&1)
}

fn rank_of(entry: &[u8; ENTRY]) -> u64 {
    let [.., low, high] = *entry;
    u64::from(u16::from_le_bytes([low, high]))
}

/// A position as it is written.
fn board_of(at: &Chess) -> [u8; BOARD] {
    let mut bytes = [0; BOARD];
    let occupied = at.board().occupied();
    let men = occupied
        .into_iter()
        .filter_map(|square| at.board().piece_at(square));
    for (nth, man) in men.enumerate() {
        let kind = ROLES.iter().position(|role| *role == man.role).unwrap_or(0) as u8;
        let bits = kind + 1 + if man.color.is_black() { 8 } else { 0 };
        if let Some(byte) = bytes.get_mut(8 + nth / 2) {
            *byte |= bits << (4 * (nth % 2));
        }
    }
    let rights = at.castles().castling_rights();
    let rights = ROOKS
        .iter()
        .zip(0..)
        .filter(|(rook, _)| rights.contains(**rook));
    let [squares @ .., castling, passing] = &mut bytes;
    squares
        .iter_mut()
        .zip(u64::from(occupied).to_le_bytes())
        .for_each(|(to, byte)| *to = byte);
    *castling = rights.map(|(_, bit)| 1 << bit).sum();
    *passing = at.legal_ep_square().map_or(0, u8::from);
    bytes
}

/// The legal position of an entry, if it is written as [`board_of`] does. Checks that cannot have come about are let pass.
fn position_of(us: Color, entry: &[u8; ENTRY]) -> Option<Chess> {
    let (occupied, rest) = entry.split_first_chunk::<8>()?;
    let (men, rest) = rest.split_first_chunk::<16>()?;
    let [castling, passing, ..] = *rest else {
        return None;
    };
    let mut setup = Setup::empty();
    let occupied = Bitboard(u64::from_le_bytes(*occupied));
    for (nth, square) in occupied.into_iter().enumerate() {
        let bits = men.get(nth / 2)? >> (4 * (nth % 2)) & 15;
        let role = *ROLES.get(usize::from(bits & 7).checked_sub(1)?)?;
        let color = Color::from_white(bits < 8);
        setup.board.set_piece_at(square, Piece { color, role });
    }
    setup.turn = us;
    let rights = ROOKS
        .iter()
        .zip(0..)
        .filter(|(_, bit)| castling >> bit & 1 != 0);
    setup.castling_rights = rights.map(|(rook, _)| *rook).collect();
    setup.ep_square = Square::try_from(u32::from(passing))
        .ok()
        .filter(|square| *square != Square::A1);
    let built = setup.position::<Chess>(CastlingMode::Standard);
    let built = built.or_else(PositionError::ignore_impossible_check).ok();
    built.filter(|position| entry.starts_with(&board_of(position)))
}
