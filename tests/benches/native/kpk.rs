//! King and pawn against king by hand: the table `kpk` of `examples/kpk.adv` as a Rust programmer writes it for one board.
//!
//! ```text
//!   8  . . . . . k . .
//!   7  . . . . . . . .       promote, run            looked at without a search
//!   6  . . . . . . . .       advance                 pawn, then king: the book's win is kept at each step
//!   5  . x x x . . . .       approach, walk,         the king fights for the key squares x
//!   4  . . . . . . . .         approach-long
//!   3  . . P . . . . .
//!   2  . . . . . . . .
//!   1  . . . K . . . .
//! ```
//!
//! What the book says of a position is arithmetic on three squares ([`Men`]), Black being to move. The positions that are tested
//! are counted as Advice Language 2 counts them: all replies are tested before the first is gone into.

use adv_chess::Role;

use super::board::Board;
use super::squares::{FILE_A, around, bit, dist, each, file, on_edge, only, rank};
use super::workload::Answer;

/// The square of a pawn that is there no more.
const NONE: u8 = 64;

/// The three men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// White's king.
    pub king: u8,
    /// White's pawn; 64 where it has been captured or promoted.
    pub pawn: u8,
    /// Black's king.
    pub enemy: u8,
}

/// The square where a pawn promotes.
const fn queening(pawn: u8) -> u8 {
    56 + (pawn & 7)
}

const fn is_rook_pawn(pawn: u8) -> bool {
    pawn & 7 == 0 || pawn & 7 == 7
}

/// For each square of a pawn the squares for which the kings fight.
pub static KEYS: [u64; 64] = {
    let mut keys = [0; 64];
    let mut pawn = 0u8;
    while pawn < 64 {
        keys[pawn as usize] = if is_rook_pawn(pawn) || rank(pawn) == 6 {
            around(bit(queening(pawn))) & !(FILE_A << file(pawn))
        } else {
            let row = bit(pawn) >> 1 | bit(pawn) | bit(pawn) << 1;
            row << 16 | if rank(pawn) >= 4 { row << 8 } else { 0 }
        };
        pawn += 1;
    }
    keys
};

/// The squares for which the kings fight; none without a pawn.
fn keys(pawn: u8) -> u64 {
    KEYS.get(usize::from(pawn)).copied().unwrap_or(0)
}

/// King moves to the nearest square of a set.
fn dist_to(square: u8, set: u64) -> i32 {
    each(set).map(|to| dist(square, to)).min().unwrap_or(99)
}

/// The lowest file and the lowest rank of a set; -1 of the empty one.
fn lowest(set: u64) -> (i32, i32) {
    let files = each(set).map(file).min().unwrap_or(-1);
    let ranks = each(set).map(rank).min().unwrap_or(-1);
    (files, ranks)
}

impl Men {
    /// The men of a board.
    pub fn of<B: Board>(board: &B) -> Men {
        Men {
            king: only(board.men(true, Role::King)),
            pawn: only(board.men(true, Role::Pawn)),
            enemy: only(board.men(false, Role::King)),
        }
    }

    /// He cannot take the pawn.
    pub fn pawn_safe(self) -> bool {
        dist(self.enemy, self.pawn) > 1 || dist(self.king, self.pawn) == 1
    }

    /// He stands outside the pawn's square, and our king not in its way.
    pub fn runs(self) -> bool {
        let steps = if rank(self.pawn) == 1 {
            5
        } else {
            7 - rank(self.pawn)
        };
        let in_the_way = file(self.king) == file(self.pawn) && rank(self.king) > rank(self.pawn);
        dist(self.enemy, queening(self.pawn)) > steps + 1 && !in_the_way
    }

    /// He comes too late for a rook's pawn that walks after n moves of our king to a square, up to the squares that it guards
    /// from there.
    fn cuts_off(self, key: u8, n: i32) -> bool {
        let first = rank(self.pawn);
        (0..8 - first).all(|ahead| {
            let square = self.pawn + 8 * ahead as u8;
            dist(square, key) == 1 || dist(self.enemy, square) >= ahead + n + 2
        })
    }

    /// Our king comes to a key square first, and the pawn lives until then.
    pub fn reaches_key_square(self) -> bool {
        let rook_pawn = is_rook_pawn(self.pawn);
        each(keys(self.pawn)).any(|key| {
            let n = dist(self.king, key);
            dist(self.enemy, key) >= n + 2
                && if rook_pawn {
                    self.cuts_off(key, n)
                } else {
                    dist(self.enemy, self.pawn) >= n + 2 || (n == 0 && self.pawn_safe())
                }
        })
    }

    /// Our king is no further from some key square than his.
    pub fn in_the_race(self) -> bool {
        each(keys(self.pawn)).any(|key| dist(self.king, key) <= dist(self.enemy, key))
    }

    /// Our king stands before its pawn and has the opposition.
    pub fn leads_with_opposition(self) -> bool {
        file(self.king) == file(self.enemy)
            && rank(self.king) == rank(self.enemy) - 2
            && rank(self.king) > rank(self.pawn)
            && (file(self.king) - file(self.pawn)).abs() <= 1
            && !is_rook_pawn(self.pawn)
    }

    /// What the book calls won, stalemate left aside.
    pub fn book_win(self) -> bool {
        self.pawn != NONE
            && (self.runs() || self.leads_with_opposition() || self.reaches_key_square())
    }
}

/// The pieces-of-advice, in order.
pub const PIECES: [&str; 6] = [
    "promote",
    "run",
    "advance",
    "approach",
    "walk",
    "approach-long",
];

/// Those that are searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Advance,
    Approach,
    Walk,
}

/// What the table says in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision<P> {
    /// Index of the piece and its first move.
    pub found: Option<(usize, P)>,
    /// The positions that were tested.
    pub positions: u64,
}

/// Consults the table, White being to move.
pub fn decide<B: Board>(board: &B, moves: &mut Vec<B::Ply>) -> Decision<B::Ply> {
    let men = Men::of(board);
    moves.clear();
    let mut search = Search {
        piece: Piece::Advance,
        bound: 1,
        from_rank: rank(men.pawn),
        positions: 0,
        moves,
    };
    let found = search.table(board, men);
    Decision {
        found,
        positions: search.positions,
    }
}

/// Consults the table at a list of positions.
pub fn consult_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let mut moves = Vec::with_capacity(256);
    for root in roots {
        let found = decide(root, &mut moves);
        let number = found.found.map_or(0, |(piece, _)| piece + 1);
        let squares = found.found.map(|(_, ply)| B::squares(ply));
        answer.add(found.positions, number, squares);
    }
    answer
}

struct Search<'a, B: Board> {
    piece: Piece,
    bound: u8,
    /// The pawn's rank at the root.
    from_rank: i32,
    positions: u64,
    /// All moves of all nodes on the way, each node's on top of those above it.
    moves: &'a mut Vec<B::Ply>,
}

impl<B: Board> Search<'_, B> {
    fn table(&mut self, board: &B, men: Men) -> Option<(usize, B::Ply)> {
        if let Some(found) = self.by_pawn(board, men) {
            return Some(found);
        }
        let searched = [
            (2, Piece::Advance, 1, 7),
            (3, Piece::Approach, 1, 5),
            (4, Piece::Walk, 1, 13),
            (5, Piece::Approach, 7, 7),
        ];
        for (number, piece, first, last) in searched {
            self.piece = piece;
            for bound in (first..=last).step_by(2) {
                self.bound = bound;
                if let Some(ply) = self.our_node(board, men, 0) {
                    return Some((number, ply));
                }
            }
        }
        None
    }

    /// The first two pieces: a new queen or rook that is safe and does not stalemate, a pawn that outruns him.
    fn by_pawn(&mut self, board: &B, men: Men) -> Option<(usize, B::Ply)> {
        board.moves(&board.legal(), Role::Pawn, !0, self.moves);
        let found = if self.from_rank == 6 {
            let square = queening(men.pawn);
            let safe = dist(men.enemy, square) > 1 || dist(men.king, square) == 1;
            let mut tried = self.moves.iter().take(2);
            let promotes = tried.position(|&ply| {
                self.positions += 1;
                safe && !board.play(ply).is_stalemated()
            });
            if promotes.is_none() {
                // What has promoted runs no more.
                self.positions += self.moves.len() as u64;
            }
            promotes.map(|at| (0, self.moves[at]))
        } else {
            // None of these promotes.
            self.positions += self.moves.len() as u64;
            let mut tried = self.moves.iter();
            let runs = tried.find(|&&ply| {
                self.positions += 1;
                let (_, pawn) = B::squares(ply);
                Men { pawn, ..men }.runs()
            });
            runs.map(|&ply| (1, ply))
        };
        self.moves.clear();
        found
    }

    /// Our moves at a node in the order of the piece, on top of the stack.
    fn our_moves(&mut self, board: &B, men: Men) {
        let legal = board.legal();
        let begin = self.moves.len();
        if self.piece == Piece::Advance {
            board.moves(&legal, Role::Pawn, !0, self.moves);
            board.moves(&legal, Role::King, !0, self.moves);
            return;
        }
        board.moves(&legal, Role::King, !0, self.moves);
        let keys = keys(men.pawn);
        let to = |ply: &B::Ply| B::squares(*ply).1;
        if self.piece == Piece::Walk {
            let here = dist_to(men.king, keys);
            let mut kept = begin;
            for i in begin..self.moves.len() {
                if dist_to(to(&self.moves[i]), keys) < here {
                    self.moves[kept] = self.moves[i];
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
            let (files, ranks) = lowest(keys);
            sort(&mut self.moves[begin..], |ply| {
                let (files, ranks) = (file(to(ply)) - files, rank(to(ply)) - ranks);
                files * files + ranks * ranks
            });
        } else {
            sort(&mut self.moves[begin..], |ply| dist_to(to(ply), keys));
            board.moves(&legal, Role::Pawn, !0, self.moves);
        }
    }

    /// The first of our moves that leads to what the piece wants.
    fn our_node(&mut self, board: &B, men: Men, ply: u8) -> Option<B::Ply> {
        if ply >= self.bound {
            return None;
        }
        let begin = self.moves.len();
        self.our_moves(board, men);
        let end = self.moves.len();
        let mut found = None;
        for i in begin..end {
            let mv = self.moves[i];
            if self.our_move(board, men, mv, ply + 1) {
                found = Some(mv);
                break;
            }
        }
        self.moves.truncate(begin);
        found
    }

    fn our_move(&mut self, board: &B, men: Men, mv: B::Ply, ply: u8) -> bool {
        self.positions += 1;
        let (from, to) = B::squares(mv);
        let after = match from == men.pawn {
            true if to >= 56 => Men { pawn: NONE, ..men },
            true => Men { pawn: to, ..men },
            false => Men { king: to, ..men },
        };
        if self.piece == Piece::Advance {
            if !after.book_win() {
                return false;
            }
            return no_stalemate(board, mv, after)
                && (rank(after.pawn) > self.from_rank
                    || (ply < self.bound && self.their_node(&board.play(mv), after, ply)));
        }
        if after.pawn == NONE || !after.pawn_safe() {
            return false;
        }
        if self.piece == Piece::Walk && !after.in_the_race() {
            return false;
        }
        (after.book_win() && no_stalemate(board, mv, after))
            || (ply < self.bound && self.their_node(&board.play(mv), after, ply))
    }

    /// Whether there are replies and all of them lead to what the piece wants.
    fn their_node(&mut self, board: &B, men: Men, ply: u8) -> bool {
        let begin = self.moves.len();
        board.moves(&board.legal(), Role::King, !0, self.moves);
        let end = self.moves.len();
        let mut proved = end > begin;
        for i in begin..end {
            self.positions += 1;
            if self.piece != Piece::Advance && B::squares(self.moves[i]).1 == men.pawn {
                proved = false;
                break;
            }
        }
        proved = proved
            && (begin..end).all(|i| {
                let (_, enemy) = B::squares(self.moves[i]);
                let pawn = if enemy == men.pawn { NONE } else { men.pawn };
                let after = Men { enemy, pawn, ..men };
                let child = board.play(self.moves[i]);
                self.our_node(&child, after, ply + 1).is_some()
            });
        self.moves.truncate(begin);
        proved
    }
}

/// The move does not stalemate him. King and pawn can do that on the edge only.
fn no_stalemate<B: Board>(board: &B, mv: B::Ply, after: Men) -> bool {
    !on_edge(after.enemy) || !board.play(mv).is_stalemated()
}

/// Puts moves in order by a key; equals stay as they are.
fn sort<P: Copy>(moves: &mut [P], key: impl Fn(&P) -> i32) {
    let mut keys = [0; 8];
    for i in 0..moves.len() {
        let (ply, own) = (moves[i], key(&moves[i]));
        let mut j = i;
        while j > 0 && keys[j - 1] > own {
            keys[j] = keys[j - 1];
            moves[j] = moves[j - 1];
            j -= 1;
        }
        keys[j] = own;
        moves[j] = ply;
    }
}
