//! Alpha-beta for kings, queens and pawns with rules of the square, written by hand: what a search by zones is held against.
//!
//! It is a measuring instrument for `docs/geometry.md`. It searches every legal move of shakmaty, fail-hard, to a fixed depth, one depth after
//! the other; a leaf is material, queen 9 and pawn 1, or what a rule of the square says:
//!
//! ```text
//! S1  no pawn and no queen                  a draw
//! S2  a queen each, none can be taken now   a draw
//! S3  one queen, which cannot be taken      won for it, unless the other side's pawn is one step from its last rank
//! S4  one pawn, not caught or supported     won for it; caught, it is a draw where it stands on the edge, falls, or is left alone
//! S5  a pawn each, both get through         a draw where they queen a ply apart
//! ```
//!
//! The rules are asked below the root only. [`Rules::Plain`] asks them where kings, queens and pawns are all that is there, as the module
//! `std.square` does; [`Rules::AsWritten`] whatever else is there, as the specification's list has them: then an underpromotion is a draw.

use std::collections::HashMap;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Rank, Role, Square,
    fen::Fen,
};

/// What a rule of the square that wins is worth.
pub const WIN: i32 = 200;
/// Mate, less the plies to it.
const MATE: i32 = 10_000;
/// More than any value.
const MOST: i32 = 1_000_000;

/// How a search is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The best move of the last search of the position first, then captures, promotions, pawn moves; otherwise the library's order.
    pub ordered: bool,
    /// Positions are remembered with their values, so that they are not searched again.
    pub table: bool,
    /// Leaves by the rules of the square.
    pub rules: Rules,
    /// Cut by alpha and beta; otherwise plain minimax.
    pub cuts: bool,
}

/// Where the rules of the square are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Nowhere: leaves are material.
    None,
    /// Where kings, queens and pawns are all that is there.
    Plain,
    /// Everywhere.
    AsWritten,
}

/// A position from its FEN; `None` where it is illegal.
pub fn position(fen: &str) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

/// A search with its counts.
pub struct Search {
    manner: Manner,
    /// The positions after moves.
    pub nodes: u64,
    /// It gives up once there are so many.
    pub most: u64,
    table: HashMap<u64, Entry>,
}

/// What the table knows of a position.
#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    value: i32,
    bound: Bound,
    best: Option<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Least,
    Most,
}

impl Search {
    /// Nothing has been searched.
    pub fn new(manner: Manner) -> Search {
        Search {
            manner,
            nodes: 0,
            most: u64::MAX,
            table: HashMap::new(),
        }
    }

    /// The value of the root for the side to move at a depth of 1 or more, and the first move that has it.
    pub fn root(&mut self, root: &Chess, depth: u32, first: Option<Move>) -> (i32, Option<Move>) {
        let (mut alpha, mut best) = (-MOST, None);
        for mv in self.moves(root, first) {
            let child = after(root, mv);
            let value = -self.value(&child, depth - 1, 1, -MOST, -alpha);
            if value > alpha {
                (alpha, best) = (value, Some(mv));
            }
        }
        (alpha, best)
    }

    /// The value after a root move by itself, for the side that makes it, with a full window.
    pub fn after_move(&mut self, root: &Chess, mv: Move, depth: u32) -> i32 {
        -self.value(&after(root, mv), depth - 1, 1, -MOST, MOST)
    }

    /// True where it has given up: its last value says nothing.
    pub fn ended(&self) -> bool {
        self.nodes > self.most
    }

    fn value(&mut self, node: &Chess, depth: u32, ply: i32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.ended() {
            return 0;
        }
        let legal = node.legal_moves();
        if legal.is_empty() {
            return if node.is_check() { ply - MATE } else { 0 };
        }
        if let Some(value) = by_rule(node, self.manner.rules) {
            return value;
        }
        if depth == 0 {
            return material(node);
        }
        let key = (self.manner.table || self.manner.ordered).then(|| {
            let key: Zobrist64 = node.zobrist_hash(EnPassantMode::Legal);
            key.0
        });
        let (mut low, mut high) = (alpha, beta);
        let mut first = None;
        if let Some(known) = key.and_then(|key| self.table.get(&key)) {
            if known.depth == depth && self.manner.table {
                match known.bound {
                    Bound::Exact => return known.value,
                    Bound::Least => low = low.max(known.value),
                    Bound::Most => high = high.min(known.value),
                }
                if low >= high {
                    return known.value;
                }
            }
            first = known.best;
        }
        let (mut best, mut best_move) = (-MOST, None);
        let begun = low;
        for mv in self.moves(node, first) {
            let child = after(node, mv);
            let (down, up) = match self.manner.cuts {
                true => (-high, -low),
                false => (-MOST, MOST),
            };
            let value = -self.value(&child, depth - 1, ply + 1, down, up);
            if value > best {
                (best, best_move) = (value, Some(mv));
            }
            low = low.max(value);
            if self.manner.cuts && low >= high {
                break;
            }
        }
        if let Some(key) = key {
            let bound = if best >= high {
                Bound::Least
            } else if best <= begun {
                Bound::Most
            } else {
                Bound::Exact
            };
            self.table.insert(
                key,
                Entry {
                    depth,
                    value: best,
                    bound,
                    best: best_move,
                },
            );
        }
        best
    }

    /// The legal moves in their order.
    fn moves(&self, node: &Chess, first: Option<Move>) -> Vec<Move> {
        let mut moves: Vec<Move> = node.legal_moves().into_iter().collect();
        if self.manner.ordered {
            // Stable: ties keep the library's order.
            moves.sort_by_key(|mv| match mv {
                _ if Some(*mv) == first => 0,
                _ if mv.is_capture() => 1,
                _ if mv.is_promotion() => 2,
                _ if mv.role() == Role::Pawn => 3,
                _ => 4,
            });
        }
        moves
    }
}

/// The position after a move.
pub fn after(node: &Chess, mv: Move) -> Chess {
    let mut child = node.clone();
    child.play_unchecked(mv);
    child
}

/// Queens at 9, rooks at 5, bishops and knights at 3, pawns at 1: the balance for the side to move.
fn material(node: &Chess) -> i32 {
    let worth = [1, 3, 3, 5, 9];
    let side = |color: Color| -> i32 {
        let men = node.board().by_color(color);
        let roles = Role::ALL.iter().zip(worth);
        let sums = roles.map(|(&role, worth)| {
            let count = (node.board().by_role(role) & men).count();
            i32::try_from(count).unwrap_or(0) * worth
        });
        sums.sum()
    };
    side(node.turn()) - side(!node.turn())
}

/// The steps of a king between two squares.
fn steps(a: Square, b: Square) -> u32 {
    a.distance(b)
}

/// One side of a position.
struct Side {
    color: Color,
    king: Square,
    queens: Bitboard,
    pawns: Bitboard,
    to_move: bool,
}

impl Side {
    fn new(node: &Chess, color: Color) -> Option<Side> {
        let men = node.board().by_color(color);
        Some(Side {
            color,
            king: node.board().king_of(color)?,
            queens: node.board().queens() & men,
            pawns: node.board().pawns() & men,
            to_move: node.turn() == color,
        })
    }
}

/// A pawn on its way.
struct Run {
    pawn: Square,
    end: Square,
    left: u32,
}

impl Run {
    fn of(side: &Side) -> Option<Run> {
        let pawn = side.pawns.single_square()?;
        let last = side.color.fold_wb(Rank::Eighth, Rank::First);
        let ranks = (pawn.rank() as u32).abs_diff(last as u32);
        Some(Run {
            pawn,
            end: Square::from_coords(pawn.file(), last),
            // From its own rank a pawn goes two squares at once.
            left: ranks.min(5),
        })
    }

    /// The squares ahead of the pawn, its end included.
    fn ahead(&self) -> impl Iterator<Item = Square> {
        shakmaty::attacks::ray(self.pawn, self.end)
            .into_iter()
            .filter(|square| {
                let own = steps(*square, self.end);
                own < steps(self.pawn, self.end)
            })
    }

    /// It queens whatever the other king does, or its own king leads it.
    fn gets_through(&self, node: &Chess, own: &Side, other: &Side) -> bool {
        let caught = steps(other.king, self.end) <= self.left + u32::from(other.to_move);
        !caught || self.is_supported(node, own, other)
    }

    fn is_supported(&self, node: &Chess, own: &Side, other: &Side) -> bool {
        let led = |square: Square| {
            steps(own.king, square) <= 1 && square != own.king && square != other.king
        };
        self.ahead().all(led) && !self.falls(node, other)
    }

    /// The other side takes it now.
    fn falls(&self, node: &Chess, other: &Side) -> bool {
        other.to_move && takes(node, self.pawn)
    }

    /// The plies until it queens.
    fn plies(&self, own: &Side) -> u32 {
        2 * self.left - u32::from(own.to_move)
    }
}

/// True where the side to move can take on a square.
fn takes(node: &Chess, square: Square) -> bool {
    let moves = node.legal_moves();
    moves.iter().any(|mv| mv.to() == square && mv.is_capture())
}

/// What a rule of the square says of a position, for the side to move.
pub fn by_rule(node: &Chess, rules: Rules) -> Option<i32> {
    let board = node.board();
    let others = board.rooks() | board.bishops() | board.knights();
    match rules {
        Rules::None => return None,
        Rules::Plain if others.any() => return None,
        Rules::Plain | Rules::AsWritten => {}
    }
    let sides = [
        Side::new(node, node.turn())?,
        Side::new(node, !node.turn())?,
    ];
    let [own, other] = &sides;
    let (queens, pawns) = (board.queens().count(), board.pawns().count());
    match (queens, pawns) {
        (0, 0) => Some(0),
        (2, _) if own.queens.count() == 1 => {
            let taken = other
                .queens
                .single_square()
                .is_some_and(|at| takes(node, at));
            (!taken && !node.is_check()).then_some(0)
        }
        (1, _) => {
            let (mine, his, sign) = match own.queens.any() {
                true => (own, other, WIN),
                false => (other, own, -WIN),
            };
            let queen = mine.queens.single_square()?;
            let seventh = his.color.fold_wb(Rank::Seventh, Rank::Second);
            let close = (his.pawns & Bitboard::from(seventh)).any();
            let falls = his.to_move && takes(node, queen);
            (!close && !falls).then_some(sign)
        }
        (0, 1) => {
            let (mine, his, sign) = match own.pawns.any() {
                true => (own, other, WIN),
                false => (other, own, -WIN),
            };
            let run = Run::of(mine)?;
            if run.gets_through(node, mine, his) {
                return Some(sign);
            }
            let edge = matches!(run.pawn.file(), shakmaty::File::A | shakmaty::File::H);
            let alone = steps(mine.king, run.end) > steps(his.king, run.end) + 1;
            (edge || alone || run.falls(node, his)).then_some(0)
        }
        (0, 2) => {
            let (mine, his) = (Run::of(own)?, Run::of(other)?);
            let through = mine.gets_through(node, own, other) && his.gets_through(node, other, own);
            let apart = mine.plies(own).abs_diff(his.plies(other));
            (through && apart == 1).then_some(0)
        }
        _ => None,
    }
}
