//! Version 2: positions of at most eight men without castling rights, by numbers, in layers of one material and control point.
//!
//! ```text
//! entries men · bytes u64 for the program · number of layers u64 · layers
//! men     six bytes, four bits for how many: our king, queens, rooks, bishops, knights, pawns, theirs
//! number  base-64 digits: the squares (a1 = 0, b1 = 1, … h8 = 63) of the men, those alike rising, and
//!         where both sides have pawns the one where we may legally take a pawn in passing, or 0
//! set     every legal position of the men with us to move, without castling rights and without a
//!         pawn that may be taken in passing; marked: those that have entries in the layer (men, 0)
//! layer   men · control point u16 · number of entries u64 · for each: how much its number is higher
//!         than the one before, six bytes · rank u16                  (the order of trees: men, control point, number)
//! ```

use std::collections::BTreeMap;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, Piece, Position, PositionError, Role, Setup, Square,
};

use crate::refusal::{Reason, Refusal, ensure};
use crate::{Entries, Reader, Verdict, Walk, fen};

/// The men that digits stand for, and last `None` where both sides have pawns; entries and their ranks.
type Layer = (Vec<Option<Piece>>, Vec<(u64, u64)>);

/// Layers by men and control point.
struct Layers(BTreeMap<(u64, u64), Layer>);

impl Entries for Layers {
    fn rank(&self, at: &Chess, control: u64) -> Option<u64> {
        let (digits, entries) = self.0.get(&(men_of(at), control))?;
        rank_of(entries, number_of(digits, at))
    }
}

/// Checks what follows the bound.
pub(crate) fn verify(
    mut reader: Reader<'_>,
    us: Color,
    marked: bool,
    mut verdict: Verdict,
) -> Result<Verdict, Refusal> {
    let set = reader.number(6)?;
    reader.number(8).and_then(|bytes| reader.take(bytes))?;
    let mut layers = Layers(BTreeMap::new());
    for _ in 0..reader.number(8)? {
        let (men, control) = (reader.number(6)?, reader.number(2)?);
        let digits = digits_of(us, men);
        ensure(digits.len() <= 8, Reason::TooMany("men"))?;
        ensure(men & 0x0f00_000f == 0x0100_0001, Reason::NoKings)?;
        let (mut number, mut entries) = (0_u64, Vec::new());
        for _ in 0..reader.number(8)? {
            number = number.wrapping_add(reader.number(6)?);
            entries.push((number, reader.number(2)?));
        }
        let rising = entries.is_sorted_by(|a, b| a.0 < b.0);
        let once = layers.0.insert((men, control), (digits, entries)).is_none();
        ensure(rising && once, Reason::Malformed("not in order"))?;
    }
    let (digits, entries) = layers.0.get(&(set, 0)).ok_or(Reason::NothingClaimed)?;
    let all = 64_u64.pow(digits.len() as u32);
    let (kind, step, end) = match (marked, digits.last()) {
        (true, _) => ("marked", 1, 0),
        (false, Some(None)) => ("legal", 64, all),
        (false, _) => ("legal", 1, all),
    };
    let men = |side| digits.iter().flatten().filter(move |man| man.color == side);
    let [white, black] =
        Color::ALL.map(|side| String::from_iter(men(side).map(|man| man.role.upper_char())));
    verdict.set = format!("every {kind} position of {white}v{black} with {us} to move");
    // Of 256 numbers one or more is a legal position, so the bytes of the entries bound this loop.
    ensure(end / step / 256 <= entries.len() as u64, Reason::Missing)?;
    let open = |number: &u64| rank_of(entries, *number).is_none();
    let mut open = (0..end).step_by(step as usize).filter(open);
    if let Some(at) = open.find_map(|number| position_of(digits, number)) {
        return Err(Refusal(Reason::Missing, vec![fen(at)]));
    }
    let walk = Walk::new(reader, &layers, verdict)?;
    // Of these men's entries those belong to the set whose numbers are a multiple of the step.
    let all = layers.0.iter().flat_map(|(name, (digits, entries))| {
        entries.iter().map(move |&(number, rank)| {
            let claimed = *name == (set, 0) && number % step == 0;
            (position_of(digits, number), rank, claimed)
        })
    });
    let mut verdict = walk.all(all)?;
    if let (true, [(number, _)]) = (marked, &entries[..]) {
        let fen = position_of(digits, *number).map_or(String::new(), fen);
        verdict.set = format!("`{fen}`");
    }
    Ok(verdict)
}

fn rank_of(entries: &[(u64, u64)], number: u64) -> Option<u64> {
    let found = entries.binary_search_by_key(&number, |entry| entry.0);
    found.ok().and_then(|at| entries.get(at)).map(|e| e.1)
}

/// The kinds of men in the order of their digits.
fn kinds(us: Color) -> impl DoubleEndedIterator<Item = Piece> {
    let of = |side: Color| Role::ALL.into_iter().rev().map(move |role| role.of(side));
    of(us).chain(of(!us))
}

/// The men of a position in which we are to move: four bits a kind, the first kind's lowest.
fn men_of(position: &Chess) -> u64 {
    let counts = kinds(position.turn()).map(|man| position.board().by_piece(man).count());
    counts.rev().fold(0, |men, count| men << 4 | count as u64)
}

fn digits_of(us: Color, men: u64) -> Vec<Option<Piece>> {
    let alike = |(man, kind)| std::iter::repeat_n(Some(man), (men >> (4 * kind)) as usize & 15);
    let mut digits: Vec<_> = kinds(us).zip(0..).flat_map(alike).collect();
    let pawns = |side: Color| digits.contains(&Some(side.pawn()));
    let passing = pawns(us) && pawns(!us);
    digits.extend(passing.then_some(None));
    digits
}

/// The number of a position of these men with us to move.
fn number_of(digits: &[Option<Piece>], position: &Chess) -> u64 {
    let (mut number, mut left) = (0, position.board().occupied());
    for digit in digits {
        let of = |man| (left & position.board().by_piece(man)).first();
        let square = digit.map_or_else(|| position.legal_ep_square(), of);
        number = number << 6 | square.map_or(0, u64::from);
        left &= !Bitboard::from_iter(square);
    }
    number
}

/// The legal position with this number. Checks that cannot have come about are let pass: more positions.
fn position_of(digits: &[Option<Piece>], number: u64) -> Option<Chess> {
    let (mut setup, mut left) = (Setup::empty(), number);
    for &digit in digits.iter().rev() {
        let square = Square::new(left as u32 & 63);
        left >>= 6;
        if let Some(man) = digit {
            let mut alike = setup.board.by_piece(man).into_iter();
            if setup.board.occupied().contains(square) || alike.any(|other| other < square) {
                return None;
            }
            setup.board.set_piece_at(square, man);
            // The first digit, which comes last, is of our king.
            setup.turn = man.color;
        } else {
            setup.ep_square = Some(square).filter(|&square| square != Square::A1);
        }
    }
    let built = setup.position::<Chess>(CastlingMode::Standard);
    let built = built.or_else(PositionError::ignore_impossible_check).ok();
    built.filter(|position| number_of(digits, position) == number)
}
