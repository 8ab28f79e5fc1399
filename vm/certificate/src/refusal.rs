//! Why a certificate proves nothing, and where.

use std::fmt;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move};

use crate::VERSION;

/// Each reason with its meaning, what it carries, and its words.
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $(($($field:ident: $type:ty),*))? => $words:literal)*) => {
        /// What is wrong.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Reason { $($(#[$doc])* $name $(($($type),*))?),* }

        impl fmt::Display for Reason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Reason::$name $(($($field),*))? => write!(f, $words)),* }
            }
        }
    };
}

reasons! {
    /// The bytes do not begin as a certificate does.
    NotACertificate => "this is not a certificate"
    /// Another version of the format.
    Version(found: u64) => "version {found} of the format, expected {VERSION}"
    /// Something was altered behind the checksum.
    Checksum => "the checksum does not fit: the certificate was altered"
    /// The bytes end before the certificate does, or a page's before its trees do.
    Truncated => "the certificate ends too early"
    /// The bytes say something that no certificate says.
    Malformed(what: &'static str) => "the certificate is malformed: {what}"
    /// More of something than can be checked.
    TooMany(what: &'static str) => "the certificate has too many {what}"
    /// An entry whose key belongs to no legal position.
    NoPosition => "an entry belongs to no legal position"
    /// The place of a move, and the number of legal moves, which is not larger.
    NoSuchMove(place: u64, all: usize) => "move number {place}, counted from 0, of {all}"
    /// Behind a reply there is no entry at this control point.
    NotCovered(control: u64) => "no entry at control point {control}"
    /// The rank of the entry, and the least that it must be for what stands behind the moves.
    RankDoesNotFall(rank: u32, least: u32) => "rank {rank}, expected {least} or more"
    /// A move leaves no reply and gives no check.
    Stalemate => "stalemate, expected mate or a reply"
    /// A position of the claim has no entry.
    Missing => "a position of the claim has no entry"
    /// The plies that mate takes from a position of the claim, and the bound that was claimed.
    BoundExceeded(plies: u64, bound: u64) => "{plies} plies to mate, claimed are {bound}"
    /// A text of the claim's list that is no legal position with us to move and without castling.
    BadFen(fen: String) => "`{fen}` is no position with the claim's side to move"
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
    pub(crate) fn at(mut self, position: &Chess) -> Refusal {
        self.fen = Some(Fen::from_position(position, EnPassantMode::Legal).to_string());
        self
    }

    pub(crate) fn behind(mut self, mv: Move) -> Refusal {
        let mv = mv.to_uci(CastlingMode::Standard);
        self.moves.insert(0, mv.to_string());
        self
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        let (fen, moves) = (None, Vec::new());
        Refusal { reason, fen, moves }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)?;
        if let Some(fen) = &self.fen {
            write!(f, ", in `{fen}`")?;
        }
        if !self.moves.is_empty() {
            write!(f, " behind `{}`", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
