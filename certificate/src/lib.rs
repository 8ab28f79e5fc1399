//! Checks the certificate of a proof with nothing but the rules of chess.
//!
//! A certificate says: one side, moving as written, mates from each position of a set against every legal reply. [`verify`] plays
//! all of it with `shakmaty`, and shares no code with the prover: what it accepts is true of chess, wherever the bytes come from.
//! Fifty moves and repetition do not count, and whether a program moves so is not seen here.
//!
//! An *entry* is a position with us to move, a control point, a rank, which is the most moves that we may still need, and a tree of our
//! moves against all replies, whose leaves are mates, or entries of a rank lower by the moves played: play cannot go round in circles.
//!
//! There are two forms, which differ in how they write entries. Version 2 numbers positions of few men without castling rights
//! (`entries/numbered.rs`); version 3 writes any position whole (`entries/boards.rs`).
//!
//! ```text
//! file    "ADVP" · version u16 · FNV-1a of all that follows (version 3: of the version and all that follows) u64
//!         claim · program · fingerprint, 32 bytes
//!         flags u8 (1: we are Black, 2: any-choice, 4: marked) · bound in plies or 0 u64
//!         entries, with bytes for the program · bytes of moves u64 · moves · replies
//! text    number of bytes (version 2: u16, version 3: u32) · UTF-8 without control characters
//!         (all numbers are little endian)
//! moves   of each tree, in the order of the entries, the nodes depth first:
//!         [with any-choice: how many u8] · u8 for each: its place by from, to and promotion (-NBRQ); the king that castles goes two
//!         files
//! replies after a mate nothing; else u16 for all, or 0 and u16 for each in the order of places:
//!         1 where the tree goes on, 2 + c for an entry at control point c
//! ```

mod entries;
mod refusal;
pub mod tree;
use entries::{boards, numbered};
use refusal::ensure;
pub use refusal::{Reason, Refusal};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, MoveList, Position, Square, fen::Fen,
};

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
    ensure(matches!(version, 2 | 3), Reason::Version(version))?;
    // FNV-1a: each step is one-to-one in sum and byte, so one byte that was altered alters the sum.
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    // That of version 3 begins with the version, so that the one is not taken for the other.
    let begin = if version == 2 { &[][..] } else { &[3, 0] };
    let begin = begin.iter().fold(0xcbf2_9ce4_8422_2325, step);
    let fits = reader.number(8)? == reader.0.iter().fold(begin, step);
    ensure(fits, Reason::Checksum)?;
    let length = if version == 2 { 2 } else { 4 };
    let mut verdict = Verdict {
        claim: reader.text(length)?,
        program: reader.text(length)?,
        fingerprint: reader.take(32)?.try_into().unwrap_or_default(),
        ..Verdict::default()
    };
    let (flags, bound) = (reader.number(1)?, reader.number(8)?);
    ensure(flags < 8, Reason::Malformed("an unknown flag"))?;
    let (us, marked) = (Color::from_white(flags & 1 == 0), flags & 4 > 0);
    (verdict.white, verdict.any_choice) = (us.is_white(), flags & 2 > 0);
    verdict.bound = Some(bound).filter(|&bound| bound > 0);
    match version {
        2 => numbered::verify(reader, us, marked, verdict),
        _ => boards::verify(reader, us, marked, verdict),
    }
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

    /// A text after its length, a number of so many bytes.
    fn text(&mut self, bytes: u64) -> Result<String, Reason> {
        let count = self.number(bytes)?;
        let text = String::from_utf8(self.take(count)?.to_vec()).ok();
        let plain = text.filter(|text| !text.contains(char::is_control));
        plain.ok_or(Reason::Malformed("a text is not plain"))
    }
}

/// The entries of a certificate, found by a position and a control point.
trait Entries {
    /// The rank of an entry.
    fn rank(&self, at: &Chess, control: u64) -> Option<u64>;
}

/// Plays the tree of every entry against every reply.
struct Walk<'a, E> {
    moves: Reader<'a>,
    replies: Reader<'a>,
    entries: &'a E,
    /// The claim, and then the counts of what was checked.
    verdict: Verdict,
    /// The entry whose tree is played, its rank, and the moves played since.
    entry: Option<Chess>,
    rank: u64,
    line: Vec<Move>,
}

impl<'a, E: Entries> Walk<'a, E> {
    /// The trees are what is left to be read.
    fn new(
        mut reader: Reader<'a>,
        entries: &'a E,
        verdict: Verdict,
    ) -> Result<Walk<'a, E>, Reason> {
        Ok(Walk {
            moves: Reader(reader.number(8).and_then(|bytes| reader.take(bytes))?),
            replies: reader,
            entries,
            verdict,
            rank: 0,
            entry: None,
            line: Vec::new(),
        })
    }

    /// Plays the trees of all entries, given in their order: the position, the rank, and whether the position is one of the claim.
    fn all(
        mut self,
        mut entries: impl Iterator<Item = (Option<Chess>, u64, bool)>,
    ) -> Result<Verdict, Refusal> {
        let played = entries.try_for_each(|(at, rank, claimed)| self.play(at, rank, claimed));
        let played = played.and_then(|()| {
            self.entry = None;
            let end = self.moves.0.is_empty() && self.replies.0.is_empty();
            ensure(end, Reason::Malformed("something follows the trees"))?;
            ensure(self.verdict.positions > 0, Reason::NothingClaimed)
        });
        let uci = |mv: Move| mv.to_uci(CastlingMode::Standard).to_string();
        let moves = self.line.into_iter().map(uci);
        let line = self.entry.map(fen).into_iter().chain(moves).collect();
        played.map_err(|reason| Refusal(reason, line))?;
        Ok(self.verdict)
    }

    /// Plays the tree of the next entry.
    fn play(&mut self, at: Option<Chess>, rank: u64, claimed: bool) -> Result<(), Reason> {
        self.entry.clone_from(&at);
        let at = at.ok_or(Reason::NoPosition)?;
        self.rank = rank;
        self.verdict.states += 1;
        if claimed {
            let plies = (2 * rank).saturating_sub(1);
            let bound = self.verdict.bound.unwrap_or(u64::MAX);
            ensure(plies <= bound, Reason::BoundExceeded(plies, bound))?;
            self.verdict.positions += 1;
            self.verdict.worst_plies = self.verdict.worst_plies.max(plies);
        }
        self.ours(&at)
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
        let rank = self.entries.rank(at, control);
        self.falls(rank.ok_or(Reason::NotCovered(control))?)
    }

    /// The rank of the entry here must be lower by the number of our moves that were played.
    fn falls(&self, rank: u64) -> Result<(), Reason> {
        let least = rank + self.line.len().div_ceil(2) as u64;
        let reason = Reason::RankDoesNotFall(self.rank, least);
        ensure(self.rank >= least, reason)
    }
}

/// A position as people read it.
fn fen(at: Chess) -> String {
    Fen::from_position(&at, EnPassantMode::Legal).to_string()
}

/// Puts moves in the order of from, to and the man that a pawn becomes.
fn sort(moves: &mut MoveList) {
    let squares = |mv: &Move| mv.from().map_or(0, u32::from) << 6 | u32::from(to(mv));
    moves.sort_unstable_by_key(|mv| squares(mv) << 3 | mv.promotion().map_or(0, u32::from));
}

/// Where a move goes: a king that castles, two files.
fn to(mv: &Move) -> Square {
    match (mv.castling_side(), mv.from()) {
        (Some(side), Some(king)) => Square::from_coords(side.king_to_file(), king.rank()),
        _ => mv.to(),
    }
}
