//! Checks the certificate of a proof with nothing but the rules of chess.
//!
//! A certificate says: one side, moving as written, mates from each position of a set against every legal reply. [`verify`] plays
//! all of it with `shakmaty`, and shares no code with the prover: what it accepts is true of chess, wherever the bytes come from.
//! Fifty moves and repetition do not count, and whether a program moves so is not seen here.
//!
//! An *entry* is a position with us to move, a control point, a rank, which is the most moves that we may still need, and a tree of our
//! moves against all replies, whose leaves are mates, or entries of a rank lower by the moves played: play cannot go round in circles.
//!
//! ```text
//! file    "ADVP" · version u16 · FNV-1a of all that follows u64 · claim · program · fingerprint, 32 bytes
//!         flags u8 (1: we are Black, 2: any-choice, 4: marked) · bound in plies or 0 u64 · men
//!         bytes u64 for the program · number of layers u64 · layers · bytes of moves u64 · moves · replies
//! text    number of bytes u16 · UTF-8 without control characters      (all numbers are little endian)
//! men     six bytes, four bits for how many: our king, queens, rooks, bishops, knights, pawns, theirs
//! number  base-64 digits: the squares (a1 = 0, b1 = 1, … h8 = 63) of the men, those alike rising, and
//!         where both sides have pawns the one where we may legally take a pawn in passing, or 0
//! set     every legal position of the men with us to move, without castling rights and without a
//!         pawn that may be taken in passing; marked: those that have entries in the layer (men, 0)
//! layer   men · control point u16 · number of entries u64 · for each: how much its number is higher
//!         than the one before, six bytes · rank u16
//! moves   of each tree, in the order of men, control point and number, the nodes depth first:
//!         [with any-choice: how many u8] · u8 for each: its place by from, to and promotion (-NBRQ)
//! replies after a mate nothing; else u16 for all, or 0 and u16 for each in the order of places:
//!         1 where the tree goes on, 2 + c for an entry at control point c
//! ```

mod refusal;
pub mod tree;
use refusal::ensure;
pub use refusal::{Reason, Refusal};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, MoveList, Piece, Position,
    PositionError, Role, Setup, Square, fen::Fen,
};
use std::collections::BTreeMap;

/// What has been proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The text of the claim, as the certificate has it. It is not checked.
    pub claim: String,
    /// The program's name, as little checked.
    pub program: String,
    /// The fingerprint of the program, as little checked.
    pub fingerprint: [u8; 32],
    /// True if White mates.
    pub white: bool,
    /// Whether the strategy may choose among several moves.
    pub any_choice: bool,
    /// The bound in plies that was claimed, and holds.
    pub bound: Option<u64>,
    /// The set of positions, in words that were checked: a FEN where it is a single marked one.
    pub set: String,
    /// How many they are.
    pub positions: u64,
    /// The most plies to mate from any of them.
    pub worst_plies: u64,
    /// Entries.
    pub states: u64,
    /// Moves of ours that were played.
    pub moves_checked: u64,
    /// Replies that were played.
    pub replies_checked: u64,
}

/// Checks a certificate.
///
/// # Errors
/// When the bytes are no certificate, were altered, or do not prove what they claim. No bytes make
/// this panic, recurse deeply, or take time or memory out of proportion to their number.
pub fn verify(bytes: &[u8]) -> Result<Verdict, Refusal> {
    let mut reader = Reader(bytes);
    ensure(bytes.starts_with(b"ADVP"), Reason::NotACertificate)?;
    let version = reader.number(6)? >> 32;
    ensure(version == 2, Reason::Version(version))?;
    // FNV-1a: each step is one-to-one in sum and byte, so one byte that was altered alters the sum.
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let fits = reader.number(8)? == reader.0.iter().fold(0xcbf2_9ce4_8422_2325, step);
    ensure(fits, Reason::Checksum)?;
    let mut verdict = Verdict {
        claim: reader.text()?,
        program: reader.text()?,
        fingerprint: reader.take(32)?.try_into().unwrap_or_default(),
        ..Verdict::default()
    };
    let (flags, bound, set) = (reader.number(1)?, reader.number(8)?, reader.number(6)?);
    ensure(flags < 8, Reason::Malformed("an unknown flag"))?;
    let (us, marked) = (Color::from_white(flags & 1 == 0), flags & 4 > 0);
    (verdict.white, verdict.any_choice) = (us.is_white(), flags & 2 > 0);
    verdict.bound = Some(bound).filter(|&bound| bound > 0);
    reader.number(8).and_then(|bytes| reader.take(bytes))?;
    let mut layers = BTreeMap::new();
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
        let once = layers.insert((men, control), (digits, entries)).is_none();
        ensure(rising && once, Reason::Malformed("not in order"))?;
    }
    let (digits, entries) = layers.get(&(set, 0)).ok_or(Reason::NothingClaimed)?;
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
    let fen = |at| Fen::from_position(&at, EnPassantMode::Legal).to_string();
    // Of 256 numbers one or more is a legal position, so the bytes of the entries bound this loop.
    ensure(end / step / 256 <= entries.len() as u64, Reason::Missing)?;
    let open = |number: &u64| rank_of(entries, *number).is_none();
    let mut open = (0..end).step_by(step as usize).filter(open);
    if let Some(at) = open.find_map(|number| position_of(digits, number)) {
        return Err(Refusal(Reason::Missing, vec![fen(at)]));
    }
    let mut walk = Walk {
        moves: Reader(reader.number(8).and_then(|bytes| reader.take(bytes))?),
        replies: reader,
        layers: &layers,
        verdict,
        rank: 0,
        entry: None,
        line: Vec::new(),
    };
    let walked = walk.all(set, step);
    let uci = |mv: Move| mv.to_uci(CastlingMode::Standard).to_string();
    let moves = walk.line.into_iter().map(uci);
    let line = walk.entry.map(fen).into_iter().chain(moves).collect();
    walked.map_err(|reason| Refusal(reason, line))?;
    if let (true, [(number, _)]) = (marked, &entries[..]) {
        let fen = position_of(digits, *number).map_or(String::new(), fen);
        walk.verdict.set = format!("`{fen}`");
    }
    Ok(walk.verdict)
}

/// Bytes that are still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], Reason> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Reason::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    /// A number of this many bytes, the lowest first.
    fn number(&mut self, bytes: u64) -> Result<u64, Reason> {
        let bytes = self.take(bytes)?.iter();
        Ok(bytes.rfold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn text(&mut self) -> Result<String, Reason> {
        let count = self.number(2)?;
        let text = String::from_utf8(self.take(count)?.to_vec()).ok();
        let plain = text.filter(|text| !text.contains(char::is_control));
        plain.ok_or(Reason::Malformed("a text is not plain"))
    }
}

/// The men that digits stand for, and last `None` where both sides have pawns; entries and their ranks.
type Layer = (Vec<Option<Piece>>, Vec<(u64, u64)>);

/// Plays the tree of every entry against every reply.
struct Walk<'a> {
    moves: Reader<'a>,
    replies: Reader<'a>,
    /// By men and control point.
    layers: &'a BTreeMap<(u64, u64), Layer>,
    /// The claim, and then the counts of what was checked.
    verdict: Verdict,
    /// The entry whose tree is played, its rank, and the moves played since.
    entry: Option<Chess>,
    rank: u64,
    line: Vec<Move>,
}

impl Walk<'_> {
    /// Of these men's entries those belong to the set whose numbers are a multiple of the step.
    fn all(&mut self, set: u64, step: u64) -> Result<(), Reason> {
        for (&name, (digits, entries)) in self.layers {
            for &(number, rank) in entries {
                self.entry = position_of(digits, number);
                let at = self.entry.clone().ok_or(Reason::NoPosition)?;
                self.rank = rank;
                self.verdict.states += 1;
                if name == (set, 0) && number % step == 0 {
                    let plies = (2 * rank).saturating_sub(1);
                    let bound = self.verdict.bound.unwrap_or(u64::MAX);
                    ensure(plies <= bound, Reason::BoundExceeded(plies, bound))?;
                    self.verdict.positions += 1;
                    self.verdict.worst_plies = self.verdict.worst_plies.max(plies);
                }
                self.ours(&at)?;
            }
        }
        self.entry = None;
        let end = self.moves.0.is_empty() && self.replies.0.is_empty();
        ensure(end, Reason::Malformed("something follows the trees"))?;
        ensure(self.verdict.positions > 0, Reason::NothingClaimed)
    }

    /// We are to move.
    fn ours(&mut self, at: &Chess) -> Result<(), Reason> {
        ensure(self.line.len() < 128, Reason::TooMany("moves in a tree"))?;
        let several = self.verdict.any_choice;
        let choices = if several { self.moves.number(1)? } else { 1 };
        ensure(choices > 0, Reason::Malformed("a node without a move"))?;
        let mut legal = at.legal_moves();
        sort(&mut legal);
        for _ in 0..choices {
            let place = self.moves.number(1)?;
            let mv = legal.get(place as usize).copied();
            let mv = mv.ok_or(Reason::NoSuchMove(place, legal.len()))?;
            let mut there = at.clone();
            there.play_unchecked(mv);
            self.line.push(mv);
            self.theirs(&there)?;
            self.line.pop();
        }
        Ok(())
    }

    fn theirs(&mut self, at: &Chess) -> Result<(), Reason> {
        self.verdict.moves_checked += 1;
        let mut replies = at.legal_moves();
        sort(&mut replies);
        if replies.is_empty() {
            ensure(at.is_check(), Reason::Stalemate)?;
            return self.falls(0);
        }
        let all = Some(self.replies.number(2)?).filter(|&all| all > 0);
        for &reply in &replies {
            let mut there = at.clone();
            there.play_unchecked(reply);
            self.line.push(reply);
            self.verdict.replies_checked += 1;
            match all.map_or_else(|| self.replies.number(2), Ok)? {
                0..2 => self.ours(&there)?,
                symbol => self.arrive(&there, symbol - 2)?,
            }
            self.line.pop();
        }
        Ok(())
    }

    /// A leaf: the position here must be an entry.
    fn arrive(&self, at: &Chess, control: u64) -> Result<(), Reason> {
        let layer = self.layers.get(&(men_of(at), control));
        let rank = layer.and_then(|(digits, entries)| rank_of(entries, number_of(digits, at)));
        self.falls(rank.ok_or(Reason::NotCovered(control))?)
    }

    /// The rank of the entry here must be lower by the number of our moves that were played.
    fn falls(&self, rank: u64) -> Result<(), Reason> {
        let least = rank + self.line.len().div_ceil(2) as u64;
        let reason = Reason::RankDoesNotFall(self.rank, least);
        ensure(self.rank >= least, reason)
    }
}

fn rank_of(entries: &[(u64, u64)], number: u64) -> Option<u64> {
    let found = entries.binary_search_by_key(&number, |entry| entry.0);
    found.ok().and_then(|at| entries.get(at)).map(|e| e.1)
}

/// Puts moves in the order of from, to and the man that a pawn becomes.
fn sort(moves: &mut MoveList) {
    let squares = |mv: &Move| mv.from().map_or(0, u32::from) << 6 | u32::from(mv.to());
    moves.sort_unstable_by_key(|mv| squares(mv) << 3 | mv.promotion().map_or(0, u32::from));
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
