//! The textbook table of king and rook against king, by hand and for nothing else: about as quick as the machine allows.
//!
//! There is no board. A position is three squares in bytes; the moves are sets from small tables; a mate is two sets. It is the
//! yardstick of what is possible where positions are tested one by one, as the book's program tests them; so nothing is settled for
//! many positions at once, and nothing is remembered from one root to the next.
//!
//! ```text
//! rook moves   bit 2i: the square of its file on rank i; bit 2i + 1: the square of its rank on file i     16 bits, book order
//! ```

use super::few::{KING, rook};
use super::krk::{Goal, Men, PIECES};
use super::squares::{bit, dist, file, on_edge, rank};
use super::workload::Answer;

/// A move: from-square and to-square.
type Ply = (u8, u8);

/// A king's steps in the book's order, as differences of squares.
const STEPS: [u8; 8] = [9, 249, 7, 247, 1, 255, 8, 248];

/// Spreads eight bits over the even places of sixteen.
static SPREAD: [u16; 256] = spread();

const fn spread() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 8 {
            table[bits] |= ((bits >> i & 1) << (2 * i)) as u16;
            i += 1;
        }
        bits += 1;
    }
    table
}

/// Consults the table at a list of positions.
pub fn survey(roots: &[Men]) -> Answer {
    let mut answer = Answer::default();
    for &root in roots {
        let mut positions = 0;
        let mut found = None;
        let mut piece = 0;
        for (number, &(goal, depth)) in PIECES.iter().enumerate().skip(root.rule()) {
            positions += 1;
            found = match goal {
                Goal::Mate => tried(&Mate, root, depth, &mut positions),
                Goal::Squeeze => tried(&Squeeze(root.room()), root, depth, &mut positions),
                Goal::Approach => tried(&Approach(root.critical()), root, depth, &mut positions),
                Goal::Keep => {
                    let far = dist(root.king, root.rook);
                    tried(&Keep(far), root, depth, &mut positions)
                }
                Goal::Divide => tried(&Divide, root, depth, &mut positions),
            };
            if found.is_some() {
                piece = number + 1;
                break;
            }
        }
        answer.add(positions, piece, found);
    }
    answer
}

/// A piece-of-advice, compiled for itself.
trait Piece {
    /// Whether the king's moves are tried.
    const KING: bool;
    /// Whether the rook's moves are tried, after the king's.
    const ROOK: bool;
    /// Whether the black king must stay on the edge.
    const EDGE: bool = false;
    /// The better-goal, after a move of ours that leaves the rook safe.
    fn better(&self, men: Men) -> bool;
}

struct Mate;
struct Squeeze(i32);
struct Approach(i32);
struct Keep(i32);
struct Divide;

/// The squares that the rook attacks when the black king is to move: it sees through that king.
#[inline(always)]
fn guarded(men: Men) -> u64 {
    rook(men.rook, bit(men.king))
}

/// The squares that the black king, to move, can go to.
#[inline(always)]
fn replies(men: Men) -> u64 {
    KING[usize::from(men.enemy & 63)] & !KING[usize::from(men.king & 63)] & !guarded(men)
}

/// The black king, to move, has no move though nothing attacks it.
#[inline(always)]
fn stalemate(men: Men) -> bool {
    replies(men) == 0 && guarded(men) & bit(men.enemy) == 0
}

impl Piece for Mate {
    const KING: bool = true;
    const ROOK: bool = true;
    const EDGE: bool = true;
    #[inline(always)]
    fn better(&self, men: Men) -> bool {
        guarded(men) & bit(men.enemy) != 0 && replies(men) == 0
    }
}

impl Piece for Squeeze {
    const KING: bool = false;
    const ROOK: bool = true;
    #[inline(always)]
    fn better(&self, men: Men) -> bool {
        men.room() < self.0 && !men.exposed() && men.divides() && !stalemate(men)
    }
}

impl Piece for Approach {
    const KING: bool = true;
    const ROOK: bool = false;
    #[inline(always)]
    fn better(&self, men: Men) -> bool {
        men.critical() < self.0
            && !men.exposed()
            && (men.divides() || men.l_pattern())
            && (men.room() > 2 || !on_edge(men.king))
            && !stalemate(men)
    }
}

impl Piece for Keep {
    const KING: bool = true;
    const ROOK: bool = false;
    #[inline(always)]
    fn better(&self, men: Men) -> bool {
        !men.exposed() && men.divides() && dist(men.king, men.rook) <= self.0
    }
}

impl Piece for Divide {
    const KING: bool = true;
    const ROOK: bool = true;
    #[inline(always)]
    fn better(&self, men: Men) -> bool {
        men.divides() && !men.exposed()
    }
}

/// The rook's moves when White is to move, in the book's order: even bits along its file, odd ones along its rank.
#[inline(always)]
fn rook_moves(men: Men) -> u16 {
    let seen = rook(men.rook, bit(men.king) | bit(men.enemy)) & !bit(men.king);
    let along_file = seen >> file(men.rook) & 0x0101_0101_0101_0101;
    let file_bits = along_file.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let rank_bits = seen >> (8 * rank(men.rook)) & 0xff;
    SPREAD[file_bits as usize] | SPREAD[rank_bits as usize] << 1
}

/// Tries a piece-of-advice.
#[inline(always)]
fn tried<P: Piece>(piece: &P, root: Men, depth: u8, positions: &mut u64) -> Option<Ply> {
    our_node(piece, root, 0, depth, positions)
}

/// The first of our moves that succeeds.
#[inline]
fn our_node<P: Piece>(piece: &P, men: Men, ply: u8, depth: u8, positions: &mut u64) -> Option<Ply> {
    // A mating piece's second move is the rook's, to the black king's lines.
    let checks = P::EDGE && ply == 2;
    if P::KING && !checks {
        let squares =
            KING[usize::from(men.king & 63)] & !KING[usize::from(men.enemy & 63)] & !bit(men.rook);
        for step in STEPS {
            let king = men.king.wrapping_add(step) & 63;
            if squares >> king & 1 != 0
                && succeeds(piece, Men { king, ..men }, ply + 1, depth, positions)
            {
                return Some((men.king, king));
            }
        }
    }
    if !P::ROOK {
        return None;
    }
    let moves = rook_moves(men);
    let lists = if checks {
        let on_file = if file(men.rook) == file(men.enemy) {
            0x5555
        } else {
            2 << (2 * file(men.enemy))
        };
        let on_rank = if rank(men.rook) == rank(men.enemy) {
            0xaaaa
        } else {
            1 << (2 * rank(men.enemy))
        };
        [moves & on_file, moves & on_rank]
    } else {
        [moves, 0]
    };
    for mut list in lists {
        while list != 0 {
            let place = list.trailing_zeros() as u8;
            list &= list - 1;
            let rook = if place & 1 == 0 {
                place << 2 | men.rook & 7
            } else {
                men.rook & 56 | place >> 1
            };
            if succeeds(piece, Men { rook, ..men }, ply + 1, depth, positions) {
                return Some((men.rook, rook));
            }
        }
    }
    None
}

/// Whether the position after one of our moves is a leaf or a node of theirs that succeeds.
#[inline(always)]
fn succeeds<P: Piece>(piece: &P, men: Men, ply: u8, depth: u8, positions: &mut u64) -> bool {
    *positions += 1;
    if men.hangs() || P::EDGE && !on_edge(men.enemy) {
        return false;
    }
    piece.better(men) || ply < depth && their_node(piece, men, ply, depth, positions)
}

/// Whether they have replies and all succeed.
fn their_node<P: Piece>(piece: &P, men: Men, ply: u8, depth: u8, positions: &mut u64) -> bool {
    let squares = replies(men);
    for step in STEPS {
        let enemy = men.enemy.wrapping_add(step) & 63;
        if squares >> enemy & 1 != 0 {
            *positions += 1;
            let lost = enemy == men.rook || P::EDGE && !on_edge(enemy) || ply + 1 >= depth;
            let men = Men { enemy, ..men };
            if lost || our_node(piece, men, ply + 1, depth, positions).is_none() {
                return false;
            }
        }
    }
    squares != 0
}
