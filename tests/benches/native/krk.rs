//! The textbook table of king and rook against king, by hand on any kind of board.
//!
//! It is the program of `examples/krk-advice.adv` as a programmer would write it for one library: the goals are relations of three
//! squares, judged before anything is played; a move is played only where the search goes on or mate and stalemate are tested; moves
//! are put into the book's order by the place that each has in it, in arrays on the stack.
//!
//! ```text
//! node ── legal moves ─▶ place in the book's order ─▶ squares after the move ─▶ holding? better?
//!                                                                                   └─ neither decides ─▶ play, next node
//! ```

use adv_chess::Role;

use super::board::Board;
use super::squares::{between, dist, file, manhattan, on_edge, only, rank};
use super::workload::Answer;

/// The pieces-of-advice, by their numbers in an [`Answer`], from 1.
pub const NAMES: [&str; 6] = [
    "mate-in-2",
    "squeeze",
    "approach",
    "keep-room",
    "divide-in-2",
    "divide-in-3",
];

/// What a better-goal asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Mate on the edge.
    Mate,
    /// Less room.
    Squeeze,
    /// Nearer to the critical square.
    Approach,
    /// No room given away.
    Keep,
    /// The rook between the kings.
    Divide,
}

/// Each piece's goal and depth in plies.
pub const PIECES: [(Goal, u8); 6] = [
    (Goal::Mate, 3),
    (Goal::Squeeze, 1),
    (Goal::Approach, 1),
    (Goal::Keep, 1),
    (Goal::Divide, 3),
    (Goal::Divide, 5),
];

/// The men's squares: all that the goals speak of, mate and stalemate excepted.
#[derive(Clone, Copy)]
pub struct Men {
    /// The white king.
    pub king: u8,
    /// The rook.
    pub rook: u8,
    /// The black king.
    pub enemy: u8,
}

impl Men {
    /// The squares of the men on a board.
    pub fn of<B: Board>(board: &B) -> Men {
        Men {
            king: only(board.men(true, Role::King)),
            rook: only(board.men(true, Role::Rook)),
            enemy: only(board.men(false, Role::King)),
        }
    }

    /// Black, to move, can take the rook.
    #[inline(always)]
    pub fn hangs(self) -> bool {
        dist(self.enemy, self.rook) == 1 && dist(self.king, self.rook) > 1
    }

    /// Black, to move, reaches the rook before the white king does.
    #[inline(always)]
    pub fn exposed(self) -> bool {
        dist(self.king, self.rook) > dist(self.enemy, self.rook)
    }

    /// The rook stands between the kings, on files or on ranks.
    #[inline(always)]
    pub fn divides(self) -> bool {
        between(file(self.king), file(self.rook), file(self.enemy))
            || between(rank(self.king), rank(self.rook), rank(self.enemy))
    }

    /// Area of the rectangle that the rook leaves to the black king; 64 where they stand in line.
    #[inline(always)]
    pub fn room(self) -> i32 {
        let side = |wall: i32, king: i32| if king < wall { wall } else { 7 - wall };
        let (files, ranks) = (
            (file(self.rook), file(self.enemy)),
            (rank(self.rook), rank(self.enemy)),
        );
        if files.0 == files.1 || ranks.0 == ranks.1 {
            64
        } else {
            side(files.0, files.1) * side(ranks.0, ranks.1)
        }
    }

    /// The kings two single steps apart, the rook three from the black king.
    #[inline(always)]
    pub fn l_pattern(self) -> bool {
        manhattan(self.king, self.enemy) == 2 && manhattan(self.rook, self.enemy) == 3
    }

    /// Single steps from the white king to the rook's diagonal neighbour towards the black king.
    #[inline(always)]
    pub fn critical(self) -> i32 {
        let toward = |wall: i32, king: i32| if king < wall { wall - 1 } else { wall + 1 };
        (file(self.king) - toward(file(self.rook), file(self.enemy))).abs()
            + (rank(self.king) - toward(rank(self.rook), rank(self.enemy))).abs()
    }

    /// The rule that applies: 0 where the black king is on the edge and ours within three moves, else 1.
    #[inline(always)]
    pub fn rule(self) -> usize {
        usize::from(!(on_edge(self.enemy) && dist(self.king, self.enemy) < 4))
    }
}

/// Consults the table at a list of positions.
pub fn survey<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    for root in roots {
        let (positions, piece, ply) = consult(root);
        answer.add(positions, piece, ply.map(B::squares));
    }
    answer
}

/// Consults the table: positions tested, the number of the piece that succeeded, its move.
fn consult<B: Board>(root: &B) -> (u64, usize, Option<B::Ply>) {
    let men = Men::of(root);
    let legal = root.legal();
    let mut positions = 0;
    for (number, &(goal, depth)) in PIECES.iter().enumerate().skip(men.rule()) {
        let mut search = Search {
            goal,
            depth,
            root: men,
            // No holding-goal fails at a root of its rule, so that counting it is all there is to do there.
            positions: 1,
        };
        let found = search.our_node(root, &legal, men, 0);
        positions += search.positions;
        if found.is_some() {
            return (positions, number + 1, found);
        }
    }
    (positions, 0, None)
}

/// A king's steps in the book's order.
const STEPS: [(i32, i32); 8] = [
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
];

/// The place of a king's step in the book's order, by file and by rank, each from -1 to 1.
static PLACES: [[u8; 3]; 3] = places();

const fn places() -> [[u8; 3]; 3] {
    let mut table = [[0; 3]; 3];
    let mut place = 0;
    while place < STEPS.len() {
        let (files, ranks) = STEPS[place];
        table[(files + 1) as usize][(ranks + 1) as usize] = place as u8;
        place += 1;
    }
    table
}

/// A list with a place for each move that there can be; moves come out in the order of their places.
type Places<P, const N: usize> = [Option<P>; N];

/// The mover's king moves, each in its place.
#[inline]
fn king_moves<B: Board>(board: &B, legal: &B::Legal) -> Places<B::Ply, 8> {
    let mut list = [None; 8];
    board.each(legal, Role::King, !0, |ply| {
        let (from, to) = B::squares(ply);
        let [files, ranks] = [file(to) - file(from) + 1, rank(to) - rank(from) + 1];
        list[usize::from(PLACES[files as usize][ranks as usize])] = Some(ply);
    });
    list
}

/// The rook moves to squares of a set, each in its place: to the first rank of its file, the first file of its rank, and so on.
#[inline]
fn rook_moves<B: Board>(board: &B, legal: &B::Legal, to: u64) -> Places<B::Ply, 16> {
    let mut list = [None; 16];
    board.each(legal, Role::Rook, to, |ply| {
        let (from, to) = B::squares(ply);
        let place = if file(from) == file(to) {
            2 * rank(to)
        } else {
            2 * file(to) + 1
        };
        list[place as usize] = Some(ply);
    });
    list
}

/// The search for the forcing-tree of one piece-of-advice.
struct Search {
    goal: Goal,
    depth: u8,
    root: Men,
    positions: u64,
}

impl Search {
    /// Whether the piece is about mate, where the black king must stay on the edge.
    #[inline(always)]
    fn mates(&self) -> bool {
        self.goal == Goal::Mate
    }

    /// The first of our moves that leads to a leaf or a node of theirs that succeeds.
    fn our_node<B: Board>(
        &mut self,
        board: &B,
        legal: &B::Legal,
        men: Men,
        ply: u8,
    ) -> Option<B::Ply> {
        let with_king = matches!(self.goal, Goal::Approach | Goal::Keep | Goal::Divide)
            || self.mates() && ply == 0;
        if with_king {
            let moves = king_moves(board, legal);
            if let Some(found) = self.first_of(board, &moves, men, ply) {
                return Some(found);
            }
        }
        match self.goal {
            Goal::Approach | Goal::Keep => None,
            Goal::Mate if ply == 2 => {
                // To the king's lines, even where the white king stands between and it is no check.
                let on_file = 0x0101_0101_0101_0101 << file(men.enemy);
                let on_rank = 0xff << (8 * rank(men.enemy));
                let moves = rook_moves(board, legal, on_file);
                self.first_of(board, &moves, men, ply).or_else(|| {
                    let moves = rook_moves(board, legal, on_rank);
                    self.first_of(board, &moves, men, ply)
                })
            }
            Goal::Squeeze | Goal::Mate | Goal::Divide => {
                let moves = rook_moves(board, legal, !0);
                self.first_of(board, &moves, men, ply)
            }
        }
    }

    /// The first of these moves that succeeds.
    #[inline]
    fn first_of<B: Board, const N: usize>(
        &mut self,
        board: &B,
        moves: &Places<B::Ply, N>,
        men: Men,
        ply: u8,
    ) -> Option<B::Ply> {
        let mut moves = moves.iter().flatten().copied();
        moves.find(|&m| self.succeeds(board, m, men, ply))
    }

    /// Whether one of our moves leads to a leaf or a node of theirs that succeeds.
    #[inline]
    fn succeeds<B: Board>(&mut self, board: &B, m: B::Ply, mut men: Men, ply: u8) -> bool {
        let (from, to) = B::squares(m);
        if from == men.king {
            men.king = to;
        } else {
            men.rook = to;
        }
        self.positions += 1;
        if men.hangs() || self.mates() && !on_edge(men.enemy) {
            return false;
        }
        let last = ply + 1 >= self.depth;
        let better = match self.goal {
            Goal::Mate => {
                let child = board.play(m);
                return child.is_mated() || !last && self.their_node(&child, men, ply + 1);
            }
            Goal::Squeeze => {
                men.room() < self.root.room()
                    && !men.exposed()
                    && men.divides()
                    && !board.play(m).is_stalemated()
            }
            Goal::Approach => {
                men.critical() < self.root.critical()
                    && !men.exposed()
                    && (men.divides() || men.l_pattern())
                    && (men.room() > 2 || !on_edge(men.king))
                    && !board.play(m).is_stalemated()
            }
            Goal::Keep => {
                !men.exposed()
                    && men.divides()
                    && dist(men.king, men.rook) <= dist(self.root.king, self.root.rook)
            }
            Goal::Divide => men.divides() && !men.exposed(),
        };
        better || !last && self.their_node(&board.play(m), men, ply + 1)
    }

    /// Whether they have replies and all succeed. The better-goals are reached after our moves only.
    fn their_node<B: Board>(&mut self, board: &B, men: Men, ply: u8) -> bool {
        let moves = king_moves(board, &board.legal());
        let mut any = false;
        for &m in moves.iter().flatten() {
            any = true;
            self.positions += 1;
            let to = B::squares(m).1;
            if to == men.rook || self.mates() && !on_edge(to) || ply + 1 >= self.depth {
                return false;
            }
            let child = board.play(m);
            let men = Men { enemy: to, ..men };
            if self
                .our_node(&child, &child.legal(), men, ply + 1)
                .is_none()
            {
                return false;
            }
        }
        any
    }
}
