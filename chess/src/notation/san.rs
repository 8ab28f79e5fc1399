//! Moves in and out of text.

use std::fmt;

use shakmaty::CastlingSide;
use shakmaty::san::{San, SanPlus};

use super::{LONGEST_TEXT, quoted};
use crate::geometry::{set_names, square_name};
use crate::movegen::LegalInfo;
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::squares::{bit, each, file_of, rank_of, to_shakmaty};

/// The move in standard algebraic notation with `+` or `#`. A move that is not legal in the
/// position, or one on a board that shakmaty does not play, is written as the Universal Chess
/// Interface does. A pass is `--`.
///
/// ```
/// use adv_chess::notation::{parse_fen, parse_move, san};
/// let position = parse_fen("7k/8/6K1/8/8/8/8/3R4 w - -")?;
/// let mate = parse_move(&position, "d1d8")?;
/// assert_eq!(san(&position, mate), "Rd8#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn san(position: &Position, m: Move) -> String {
    if m.is_pass() {
        return "--".to_owned();
    }
    if !position.legal_moves().contains(&m) {
        return m.to_string();
    }
    match position.to_chess() {
        Some(chess) => SanPlus::from_move(chess, to_shakmaty_move(position, m)).to_string(),
        None => m.to_string(),
    }
}

/// The move in shakmaty's terms.
fn to_shakmaty_move(position: &Position, m: Move) -> shakmaty::Move {
    let (from, to) = (to_shakmaty(m.from), to_shakmaty(m.to));
    if m.is_en_passant() {
        return shakmaty::Move::EnPassant { from, to };
    }
    if m.is_castle() {
        let rook = (m.from & 56) | if file_of(m.to) == 6 { 7 } else { 0 };
        return shakmaty::Move::Castle {
            king: from,
            rook: to_shakmaty(rook),
        };
    }
    shakmaty::Move::Normal {
        role: m.role.to_shakmaty(),
        from,
        to,
        capture: position.piece_at(m.to).map(|(_, role)| role.to_shakmaty()),
        promotion: m.promotion().map(Role::to_shakmaty),
    }
}

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text has neither the form of SAN nor of a move of the Universal Chess Interface.
    NotAMove {
        /// The text, shortened for a message.
        text: String,
        /// The same move in the letters and the form that are read, where it has another form of printed moves.
        meant: Option<String>,
    },
    /// Nothing of that kind can be played; the reason is a sentence.
    Illegal {
        /// The text, shortened for a message.
        text: String,
        /// Why not.
        reason: String,
    },
    /// More than one legal move is meant.
    Ambiguous {
        /// The text, shortened for a message.
        text: String,
        /// The moves that could be meant, in full.
        candidates: Vec<String>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotAMove {
                text,
                meant: Some(meant),
            } => {
                write!(
                    f,
                    "{text} is no move in the letters of this language; write `{meant}`"
                )
            }
            MoveError::NotAMove { text, meant: None } => {
                write!(
                    f,
                    "{text} is no move, expected one such as `Rd8`, `exd5`, `O-O` or `d1d8`"
                )
            }
            MoveError::Illegal { text, reason } => write!(f, "{text} is not legal: {reason}"),
            MoveError::Ambiguous { text, candidates } => {
                write!(
                    f,
                    "{text} is ambiguous, expected one of `{}`",
                    candidates.join("`, `")
                )
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// What a text says of a move; `None` where it says nothing.
struct Wanted {
    role: Option<Role>,
    file: Option<u8>,
    rank: Option<u8>,
    to: u8,
    promotion: Option<Role>,
    capture: bool,
    castle: bool,
}

impl Wanted {
    fn matches(&self, m: Move) -> bool {
        self.role.is_none_or(|role| role == m.role)
            && self.file.is_none_or(|file| file == file_of(m.from))
            && self.rank.is_none_or(|rank| rank == rank_of(m.from))
            && self.to == m.to
            && self.promotion == m.promotion()
            && (!self.castle || m.is_castle())
    }
}

/// Finds the legal move that a text means: SAN, also without `+`, `#` or `x` and with `0-0` for
/// castling, or the form of the Universal Chess Interface.
///
/// # Errors
///
/// When the text is no move, when no legal move fits it, and when several do.
///
/// ```
/// use adv_chess::notation::{parse_fen, parse_move};
/// let position = parse_fen("7k/8/6K1/8/8/8/8/3R4 w - -")?;
/// assert_eq!(parse_move(&position, "Rd8"), parse_move(&position, "d1d8"));
/// let error = parse_move(&position, "Kh7").map_err(|error| error.to_string());
/// assert_eq!(error, Err("`Kh7` is not legal: the king may not step to h7".to_string()));
/// # Ok::<(), adv_chess::notation::FenError>(())
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let Some(wanted) = read(position, text.trim()) else {
        let meant = german(text).filter(|meant| read(position, meant).is_some());
        let text = quoted(text);
        return Err(MoveError::NotAMove { text, meant });
    };
    let moves = position.legal_moves();
    let fitting: Vec<Move> = moves.into_iter().filter(|m| wanted.matches(*m)).collect();
    match fitting.as_slice() {
        [] => Err(MoveError::Illegal {
            text: quoted(text),
            reason: why_not(position, &wanted),
        }),
        [m] if wanted.capture && !position.is_capture(*m) => Err(MoveError::Illegal {
            text: quoted(text),
            reason: format!("there is nothing to capture on {}", square_name(m.to)),
        }),
        [m] => Ok(*m),
        several => Err(MoveError::Ambiguous {
            text: quoted(text),
            candidates: several.iter().map(|m| san(position, *m)).collect(),
        }),
    }
}

/// Takes a text apart; `None` when it has no form of a move.
fn read(position: &Position, text: &str) -> Option<Wanted> {
    if text.len() > LONGEST_TEXT || !text.is_ascii() {
        return None;
    }
    if let Some(wanted) = read_uci(text) {
        return Some(wanted);
    }
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castle = matches!(bare, "0-0" | "0-0-0").then(|| bare.replace('0', "O"));
    let san = San::from_ascii(castle.as_deref().unwrap_or(bare).as_bytes()).ok()?;
    match san {
        San::Normal {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } => {
            let role = Role::from_shakmaty(role);
            // A pawn's move without its file is a move straight on.
            let straight = role == Role::Pawn && !capture;
            let file = file.map(|file| file as u8);
            Some(Wanted {
                role: Some(role),
                file: if straight {
                    file.or(Some(to.file() as u8))
                } else {
                    file
                },
                rank: rank.map(|rank| rank as u8),
                to: to as u8,
                promotion: promotion.map(Role::from_shakmaty),
                capture,
                castle: false,
            })
        }
        San::Castle(side) => {
            let king = if position.turn() == crate::Color::White {
                4
            } else {
                60
            };
            Some(Wanted {
                role: Some(Role::King),
                file: None,
                rank: None,
                to: if side == CastlingSide::KingSide {
                    king + 2
                } else {
                    king - 2
                },
                promotion: None,
                capture: false,
                castle: true,
            })
        }
        San::Put { .. } | San::Null => None,
    }
}

/// A move in German letters or in the long form, as `Ta8`, `b2-b8`, `e7:d8D`, in the form that is read.
fn german(text: &str) -> Option<String> {
    if text.len() > LONGEST_TEXT || !text.is_ascii() {
        return None;
    }
    let letter = |c: char| match c {
        'T' => 'R',
        'D' => 'Q',
        'S' => 'N',
        'L' => 'B',
        c => c,
    };
    let plain: String = text.chars().filter(|c| *c != '-').map(letter).collect();
    let plain = plain.replace(':', "x");
    let bare = plain.trim_end_matches(['+', '#', '!', '?']);
    // A promotion without its sign, and a long move of a pawn with the sign of a capture.
    let is_long = bare.as_bytes().first().is_some_and(u8::is_ascii_lowercase) && bare.len() > 4;
    Some(match bare.char_indices().next_back() {
        Some((at, 'Q' | 'R' | 'B' | 'N')) if at > 1 && !bare[..at].ends_with('=') => {
            format!("{}={}", &bare[..at], &bare[at..])
        }
        _ if is_long => bare.replace('x', ""),
        _ => bare.to_owned(),
    })
}

fn read_uci(text: &str) -> Option<Wanted> {
    let from = crate::geometry::parse_square(text.get(0..2)?)?;
    let to = crate::geometry::parse_square(text.get(2..4)?)?;
    let promotion = match text.get(4..)? {
        "" => None,
        "q" | "Q" => Some(Role::Queen),
        "r" | "R" => Some(Role::Rook),
        "b" | "B" => Some(Role::Bishop),
        "n" | "N" => Some(Role::Knight),
        _ => return None,
    };
    Some(Wanted {
        role: None,
        file: Some(file_of(from)),
        rank: Some(rank_of(from)),
        to,
        promotion,
        capture: false,
        castle: false,
    })
}

/// The reason why no legal move fits, found by asking less and less.
fn why_not(position: &Position, wanted: &Wanted) -> String {
    let us = position.turn();
    let target = square_name(wanted.to);
    if wanted.castle {
        return "the king or the rook has moved, a square on the way is taken or attacked, or the \
                king is in check"
            .to_string();
    }
    let men: Vec<(Role, u8)> = Role::ALL
        .into_iter()
        .flat_map(|role| each(position.pieces(us, role)).map(move |from| (role, from)))
        .filter(|(role, from)| {
            wanted.role.is_none_or(|wanted| wanted == *role)
                && wanted.file.is_none_or(|file| file == file_of(*from))
                && wanted.rank.is_none_or(|rank| rank == rank_of(*from))
        })
        .collect();
    if men.is_empty() {
        return nobody_there(position, wanted);
    }
    if position.side(us) & bit(wanted.to) != 0 {
        return format!("{us} has a man on {target} already");
    }
    let reaching: Vec<(Role, u8)> = men
        .into_iter()
        .filter(|(role, from)| {
            let steps = match role {
                Role::Pawn => position.pawn_steps(us, *from),
                _ => position.attacks_from(us, *role, bit(*from)),
            };
            steps & bit(wanted.to) != 0
        })
        .collect();
    match reaching.as_slice() {
        [] => {
            let who = wanted.role.map_or("man", Role::name);
            format!("there is no way for the {who} to {target}")
        }
        [(Role::King, _)] => format!("the king may not step to {target}"),
        [(role, from), ..] => {
            let info = LegalInfo::new(position);
            if info.legal_targets(position, *role, *from) & bit(wanted.to) != 0 {
                return promotion_reason(wanted);
            }
            let checkers = set_names(info.checkers);
            if info.pinned & bit(*from) != 0 {
                format!("the {role} on {} is pinned to its king", square_name(*from))
            } else {
                format!("{us} is in check from {checkers}, and the move does not meet it")
            }
        }
    }
}

fn promotion_reason(wanted: &Wanted) -> String {
    let target = square_name(wanted.to);
    match wanted.promotion {
        None => format!("the pawn is promoted on {target}; say to what, such as `{target}=Q`"),
        Some(_) => format!("there is no promotion on {target}"),
    }
}

fn nobody_there(position: &Position, wanted: &Wanted) -> String {
    let us = position.turn();
    let who = wanted.role.map_or("man", Role::name);
    let place = match (wanted.file, wanted.rank) {
        (Some(file), Some(rank)) => format!(" on {}", square_name(rank * 8 + file)),
        (Some(file), None) => format!(" on the {}-file", char::from(b'a' + file)),
        (None, Some(rank)) => format!(" on rank {}", rank + 1),
        (None, None) => String::new(),
    };
    format!("{us} is to move and has no {who}{place}")
}
