//! Checks the certificate of a proof with nothing but the rules of chess.
//!
//! A certificate says: one side, moving as written, mates from each position of a set against every
//! legal reply. [`verify`] believes none of it: it plays every written move and every reply with
//! `shakmaty`, and shares no code with the prover. What it accepts is true, whoever wrote the bytes.
//! The fifty-move rule and repetition do not count; falling ranks exclude going round in circles.
//!
//! A state of a proof is a position with us to move, and a control point of the strategy. Each state
//! that is reached has an *entry*: a rank, which is the most moves that we may still need, and a tree
//! of our moves against their replies, whose leaves are mates or entries of lower rank:
//!
//! ```text
//!      entry (control point 3, position), rank 5
//!        │ Rb1-b2                  one move of ours; with any-choice each of several
//!    ┌───┴────┐                    every legal reply
//!  Ka8-a7   Ka8-b8
//!  entry      │ Rb2-b1             an entry of rank 4 or less; or the tree goes on
//!           ┌─┴─┐
//!         entry  …                 rank 3 or less, for two moves have been played
//!
//! file     "ADVP" · version u16 · FNV-1a of all that follows u64         (fixed: little endian)
//!          claim · program · fingerprint u64 · flags u8 (1: we are Black, 2: any-choice)
//!          goal u8 (1: mate) · bound in plies or 0 · set · layers, rising by (men, control point)
//! text     number of bytes · UTF-8 without control characters           (all numbers not fixed and
//! several  number · so many                                             all lengths are LEB128)
//! set u8   0 men      every legal position of these men with us to move, without castling rights
//!                     and without a pawn that may be taken in passing
//!          1 men      the positions that have entries in the layer (men, 0)
//!          2 FENs     the positions of several texts; each has its entry at control point 0
//! men      five bytes, four bits a kind: our queens (lowest), rooks, bishops, knights, pawns; theirs
//! layer    men · control point · several pages, rising
//! page     number · a bit for each of 8,192 keys, the lowest first · the ranks of those that are set
//!          bytes of moves · bytes of replies · moves · replies of the trees one after another
//! node     moves    [with any-choice: number of moves] · for each 2 * place + each
//!          replies  behind a mate nothing; else one symbol for all (each = 0) or every reply (1):
//!                   0 for a node that follows, 1 + c for an entry at control point c
//! place    among the legal moves by from, to (a1 = 0, b1 = 1, … h8 = 63) and promotion (-NBRQ)
//! ```
//!
//! Pages cut the keys of positions, which `class.rs` draws. Nodes stand depth first.

mod class;
mod read;
mod refusal;
mod walk;

use std::collections::BTreeSet;

use shakmaty::{Chess, Color, Position, fen::Fen};

pub use refusal::{Reason, Refusal};

use read::{Certificate, Layer, Reader, Set};

/// The version of the format.
pub const VERSION: u64 = 1;

/// What has been proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The claim in the words of whoever made the certificate. Nothing in them was checked.
    pub claim: String,
    /// The program's name, as little checked.
    pub program: String,
    /// The fingerprint of the program's source, for the caller to compare.
    pub fingerprint: u64,
    /// Whether it is White who mates.
    pub white: bool,
    /// Whether the strategy may choose among several moves.
    pub any_choice: bool,
    /// The bound in plies that was claimed, and holds.
    pub bound: Option<u64>,
    /// The set of positions, in words that were checked.
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
///
/// When the bytes are no certificate, were altered, or do not prove what they claim. No bytes make
/// this panic, recurse deeply, or take memory out of proportion to their number.
pub fn verify(bytes: &[u8]) -> Result<Verdict, Refusal> {
    let mut reader = Reader(bytes);
    if !bytes.starts_with(b"ADVP") {
        return Err(Reason::NotACertificate.into());
    }
    let version = reader.fixed(6)? >> 32;
    if version != VERSION {
        return Err(Reason::Version(version).into());
    }
    if reader.fixed(8)? != fnv_1a(bytes.get(14..).unwrap_or_default()) {
        return Err(Reason::Checksum.into());
    }
    let certificate = Certificate::read(reader)?;
    let [states, moves, replies] = walk::walk(&certificate)?;
    let (positions, worst_plies) = claimed(&certificate)?;
    let mut verdict = certificate.verdict;
    (verdict.positions, verdict.worst_plies) = (positions, worst_plies);
    (verdict.states, verdict.moves_checked) = (states, moves);
    verdict.replies_checked = replies;
    Ok(verdict)
}

/// How many positions are claimed, all of which must have entries, and the most plies that one takes.
fn claimed(certificate: &Certificate<'_>) -> Result<(u64, u64), Refusal> {
    // The rank, the key and the layer of a position that takes longest.
    let (mut positions, mut worst) = (0, (0, 0, None));
    match certificate.set {
        Set::All(men) | Set::Marked(men) => {
            let layer = certificate.layer(men, 0).ok_or(Reason::Missing)?;
            let all = matches!(certificate.set, Set::All(_));
            if all && !layer.is_whole() {
                return Err(Reason::Missing.into());
            }
            let end = if all { layer.class.len } else { u64::MAX };
            let keys = layer.pages().flat_map(|page| page.keys());
            for (key, rank) in keys.filter(|&(key, rank)| rank > 0 && key < end) {
                positions += 1;
                if rank > worst.0 {
                    worst = (rank, key, Some(layer));
                }
            }
        }
        Set::Listed(ref fens) => {
            let mut seen = BTreeSet::new();
            for fen in fens {
                let position = listed(fen, certificate.us())?;
                let men = class::men(position.board(), position.turn());
                let layer = certificate.layer(men, 0);
                let rank = layer.and_then(|layer| layer.rank(&position));
                let (Some(layer), Some(rank)) = (layer, rank) else {
                    return Err(Refusal::from(Reason::Missing).at(&position));
                };
                let key = layer.class.key(&position);
                positions += u64::from(seen.insert((men, key)));
                if rank > worst.0 {
                    worst = (rank, key, Some(layer));
                }
            }
        }
    }
    if positions == 0 {
        return Err(Reason::Malformed("it claims nothing").into());
    }
    let plies = 2 * u64::from(worst.0) - 1;
    if let Some(bound) = certificate.verdict.bound.filter(|&bound| plies > bound) {
        let refusal = Refusal::from(Reason::BoundExceeded(plies, bound));
        let position = worst
            .2
            .and_then(|layer: &Layer<'_>| layer.class.at(worst.1));
        return Err(position.iter().fold(refusal, Refusal::at));
    }
    Ok((positions, plies))
}

/// The position of a FEN of the claim's list.
fn listed(text: &str, us: Color) -> Result<Chess, Reason> {
    let fen = text.parse::<Fen>().ok();
    let position = fen.and_then(|fen| class::position(fen.into_setup()));
    let position = position.filter(|position| position.turn() == us);
    position.ok_or_else(|| Reason::BadFen(text.to_owned()))
}

/// FNV-1a. Each step is one-to-one both in the sum and in the byte, so one byte that was altered
/// alters the sum.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
