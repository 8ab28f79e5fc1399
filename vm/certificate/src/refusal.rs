//! Why a certificate proves nothing, and where.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move};

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The bytes do not begin as a certificate does.
    NotACertificate,
    /// Another version of the format.
    Version(u64),
    /// Something was altered behind the checksum.
    Checksum,
    /// The bytes end before the certificate does, or a page's before its trees do.
    Truncated,
    /// The bytes say something that no certificate says.
    Malformed(&'static str),
    /// More of something than can be checked.
    TooMany(&'static str),
    /// An entry whose key belongs to no legal position.
    NoPosition,
    /// The place of a move, and the number of legal moves, which is not larger.
    NoSuchMove(u64, usize),
    /// Behind a reply there is no entry at this control point.
    NotCovered(u64),
    /// The rank of the entry, and the least that it must be for what stands behind the moves.
    RankDoesNotFall(u32, u32),
    /// A move leaves no reply and gives no check.
    Stalemate,
    /// A position of the claim has no entry.
    Missing,
    /// Plies that mate may take from a position of the claim, and the bound that was claimed.
    BoundExceeded(u64, u64),
    /// A text of the claim's list that is no legal position with us to move and without castling.
    BadFen(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Reason::*;
        match self {
            NotACertificate => write!(f, "this is not a certificate"),
            Version(v) => write!(f, "version {v} of the format, expected {}", crate::VERSION),
            Checksum => write!(f, "the checksum does not fit: the certificate was altered"),
            Truncated => write!(f, "the certificate ends too early"),
            Malformed(what) => write!(f, "the certificate is malformed: {what}"),
            TooMany(what) => write!(f, "the certificate has too many {what}"),
            NoPosition => write!(f, "an entry belongs to no legal position"),
            NoSuchMove(place, all) => write!(f, "move number {place}, counted from 0, of {all}"),
            NotCovered(control) => write!(f, "no entry at control point {control}"),
            RankDoesNotFall(rank, least) => write!(f, "rank {rank}, expected {least} or more"),
            Stalemate => write!(f, "stalemate, expected mate or a reply"),
            Missing => write!(f, "a position of the claim has no entry"),
            BoundExceeded(plies, bound) => write!(f, "{plies} plies to mate, claimed are {bound}"),
            BadFen(fen) => write!(f, "`{fen}` is no position with the claim's side to move"),
        }
    }
}

/// Why a certificate is refused, and the place: an entry's position, and moves from there in UCI
/// notation, ours and theirs in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub reason: Reason,
    /// The FEN of the entry's position, where the refusal belongs to one.
    pub fen: Option<String>,
    /// The moves that lead from it to the place.
    pub moves: Vec<String>,
}

impl Refusal {
    pub(crate) fn at(self, position: &Chess) -> Refusal {
        let fen = Fen::from_position(position, EnPassantMode::Legal);
        Refusal {
            fen: Some(fen.to_string()),
            ..self
        }
    }

    pub(crate) fn behind(mut self, mv: Move) -> Refusal {
        self.moves
            .insert(0, mv.to_uci(CastlingMode::Standard).to_string());
        self
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal {
            reason,
            fen: None,
            moves: Vec::new(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.fen.iter().map(|fen| format!(", in `{fen}`"));
        let moves = (!self.moves.is_empty()).then(|| format!(" behind `{}`", self.moves.join(" ")));
        write!(f, "{}{}", self.reason, fen.chain(moves).collect::<String>())
    }
}

impl std::error::Error for Refusal {}
