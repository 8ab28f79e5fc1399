//! The ten steps against the bare king by hand: `examples/endgames/krk-strategy.adv` as a Rust programmer writes it for one board.
//!
//! ```text
//!   8  . . . | . . . .      R   the rook divides the kings
//!   7  . k . | . . . .      |-  the room, here 3 + 3
//!   6  . . c | . . . .      c   the critical square
//!   5  - - - R . . . .
//!   4  . . . . K . . .
//! ```
//!
//! The goals are arithmetic on three squares ([`Men`]); the board makes the legal moves, and is played on only to test
//! for mate or stalemate. `strategy_proof.rs` plays it against every reply.

use adv_chess::Role;

use super::board::Board;
use super::squares::{around, between, bit, dist, file, manhattan, on_edge, only, rank};
use super::workload::Answer;

/// The three men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// White's king.
    pub king: u8,
    /// White's rook.
    pub rook: u8,
    /// Black's king.
    pub enemy: u8,
}

/// Lines left to a coordinate on its side of a wall.
const fn side(wall: i32, x: i32) -> i32 {
    if x < wall { wall } else { 7 - wall }
}

/// Files plus ranks that a rook leaves to the enemy king; 15 where they stand in line.
fn room_of(rook: u8, enemy: u8) -> i32 {
    if file(rook) == file(enemy) || rank(rook) == rank(enemy) {
        15
    } else {
        side(file(rook), file(enemy)) + side(rank(rook), rank(enemy))
    }
}

impl Men {
    /// The men of a board.
    pub fn of<B: Board>(board: &B) -> Men {
        Men {
            king: only(board.men(true, Role::King)),
            rook: only(board.men(true, Role::Rook)),
            enemy: only(board.men(false, Role::King)),
        }
    }

    /// The present room.
    pub fn room(self) -> i32 {
        room_of(self.rook, self.enemy)
    }

    /// The enemy king, to move, is nearer to the rook.
    pub fn exposed(self) -> bool {
        dist(self.king, self.rook) > dist(self.enemy, self.rook)
    }

    /// A square lies on a line strictly between the kings.
    fn is_border(self, square: u8) -> bool {
        between(file(self.king), file(square), file(self.enemy))
            || between(rank(self.king), rank(square), rank(self.enemy))
    }

    /// The rook stands between the kings.
    pub fn divides(self) -> bool {
        self.is_border(self.rook)
    }

    /// Our king's walk to the critical square, the rook's neighbour towards the enemy king.
    pub fn walk(self) -> i32 {
        let files = file(self.rook) + (file(self.enemy) - file(self.rook)).signum();
        let ranks = rank(self.rook) + (rank(self.enemy) - rank(self.rook)).signum();
        (file(self.king) - files).abs() + (rank(self.king) - ranks).abs()
    }

    /// The kings two apart in line, the rook beside ours and a knight's move from the other.
    pub fn l_pattern(self) -> bool {
        manhattan(self.king, self.enemy) == 2
            && manhattan(self.king, self.rook) == 1
            && dist(self.rook, self.enemy) == 2
    }

    /// Both kings stand on one edge line.
    pub fn same_edge(self) -> bool {
        let one = |a: i32, b: i32| a == b && (a == 0 || a == 7);
        one(file(self.king), file(self.enemy)) || one(rank(self.king), rank(self.enemy))
    }

    /// Our king has gone back towards the edge line on which the rook holds the other.
    fn steps_back(self, before: Men) -> bool {
        let back = |enemy: i32, rook: i32, was: i32, is: i32| {
            (enemy == 0 && rook == 1 && is < was) || (enemy == 7 && rook == 6 && is > was)
        };
        let [is, was] = [self.king, before.king];
        back(file(self.enemy), file(self.rook), file(was), file(is))
            || back(rank(self.enemy), rank(self.rook), rank(was), rank(is))
    }

    /// In the smallest rooms our king does not spoil what is nearly done.
    pub fn careful(self, before: Men) -> bool {
        self.room() > 3
            || (!self.same_edge()
                && (dist(before.king, before.rook) != 1 || !self.steps_back(before)))
    }

    /// He cannot take the rook.
    pub fn rook_lives(self) -> bool {
        dist(self.enemy, self.rook) > 1 || dist(self.king, self.rook) <= 1
    }

    /// A square on the line next to our king on the enemy king's side; beside the rook where all stand in line.
    pub fn is_home(self, square: u8) -> bool {
        let home = |at: i32, king: i32, rook: i32, enemy: i32| {
            if king == enemy {
                king == rook && (at - rook).abs() == 1
            } else {
                at == king + (enemy - king).signum() && at != rook
            }
        };
        home(
            file(square),
            file(self.king),
            file(self.rook),
            file(self.enemy),
        ) || home(
            rank(square),
            rank(self.king),
            rank(self.rook),
            rank(self.enemy),
        )
    }

    /// A square of an edge line on which the rook does not stand yet.
    pub fn is_new_edge(self, square: u8) -> bool {
        let new = |at: i32, rook: i32| (at == 0 || at == 7) && at != rook;
        new(file(square), file(self.rook)) || new(rank(square), rank(self.rook))
    }

    /// Whatever he replies, the rook mates.
    pub fn mate_waits(self) -> bool {
        if manhattan(self.king, self.enemy) == 3 && dist(self.rook, self.enemy) > 1 {
            let beyond = |x: i32, king_x: i32, y: i32, king_y: i32, rook_y: i32| {
                (x == 0 || x == 7) && (king_x - x).abs() == 2 && rook_y == 2 * y - king_y
            };
            let [king, rook, enemy] =
                [self.king, self.rook, self.enemy].map(|s| [file(s), rank(s)]);
            if beyond(enemy[0], king[0], enemy[1], king[1], rook[1])
                || beyond(enemy[1], king[1], enemy[0], king[0], rook[0])
            {
                return true;
            }
        }
        self.corner_pattern()
    }

    /// One of two patterns by a corner, turned so that he stands by a1 and tried on files and on ranks.
    fn corner_pattern(self) -> bool {
        let files = if file(self.enemy) > 3 { 7 } else { 0 };
        let ranks = if rank(self.enemy) > 3 { 56 } else { 0 };
        let turned = |square: u8| {
            let square = square ^ files ^ ranks;
            [file(square), rank(square)]
        };
        let [king, rook, enemy] = [self.king, self.rook, self.enemy].map(turned);
        [(0, 1), (1, 0)]
            .iter()
            .any(|&(x, y)| match ([enemy[x], enemy[y]], [king[x], king[y]]) {
                ([0, 0], [1, 2]) => rook[x] > 2 && rook[y] > 0,
                ([0, 1], [2, 1]) => rook[x] >= 1 && rook[y] == 2,
                _ => false,
            })
    }
}

/// The names of the steps, in order.
pub const STEPS: [&str; 10] = [
    "immediate-mate",
    "ready-to-mate",
    "squeeze",
    "approach-diagonal",
    "approach-straight",
    "keep-room-diagonal",
    "keep-room-straight",
    "rook-home",
    "rook-safe",
    "rook-safe-small-boards",
];

/// What is played in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision<P> {
    /// 0 where he is on the edge and our king near, else 1.
    pub rule: usize,
    /// Index of the step.
    pub step: usize,
    /// The move.
    pub ply: P,
}

/// The place of each step of a king in the order E, NE, N, NW, W, SW, S, SE, by the difference of squares plus 9.
const PLACES: [usize; 19] = {
    let mut places = [0; 19];
    let steps: [i32; 8] = [1, 9, 8, 7, -1, -9, -8, -7];
    let mut i = 0;
    while i < 8 {
        places[(steps[i] + 9) as usize] = i;
        i += 1;
    }
    places
};

/// The king's steps that a piece-of-advice tries: the first of that order, and how many further each.
const EVERY: (usize, usize) = (0, 1);
const DIAGONAL: (usize, usize) = (1, 2);
const STRAIGHT: (usize, usize) = (0, 2);

/// Chooses moves.
pub struct Chooser<P> {
    /// The king's, each in its place of that order.
    king: [Option<P>; 8],
    /// The rook's, along its rank by the files of their squares and then along its file by the ranks.
    rook: [Option<P>; 16],
    /// The positions that were tested, all in all.
    pub positions: u64,
}

impl<P> Default for Chooser<P> {
    fn default() -> Self {
        Chooser {
            king: [const { None }; 8],
            rook: [const { None }; 16],
            positions: 0,
        }
    }
}

/// The move does not stalemate him, who stands on a square. King and rook can do that on the edge only.
fn no_stalemate<B: Board>(board: &B, ply: B::Ply, enemy: u8) -> bool {
    !on_edge(enemy) || !board.play(ply).is_stalemated()
}

impl<P: Copy> Chooser<P> {
    /// What the strategy plays, White being to move; `None` where no step applies.
    pub fn decide<B: Board<Ply = P>>(&mut self, board: &B) -> Option<Decision<P>> {
        let men = Men::of(board);
        let legal = board.legal();
        self.king = [None; 8];
        board.each(&legal, Role::King, !0, |ply| {
            let (from, to) = B::squares(ply);
            self.king[PLACES[usize::from(to + 9 - from)]] = Some(ply);
        });
        self.rook = [None; 16];
        board.each(&legal, Role::Rook, !0, |ply| {
            let (from, to) = B::squares(ply);
            let along_rank = from >> 3 == to >> 3;
            let place = if along_rank { to & 7 } else { 8 | to >> 3 };
            self.rook[usize::from(place)] = Some(ply);
        });
        if on_edge(men.enemy) && dist(men.king, men.enemy) <= 3 {
            let rule = 0;
            if let Some(ply) = self.mate(board, men) {
                return Some(Decision { rule, step: 0, ply });
            }
            if let Some(ply) = self.ready_to_mate(board, men) {
                return Some(Decision { rule, step: 1, ply });
            }
            return self.build(board, men, rule);
        }
        self.build(board, men, 1)
    }

    /// The first of some of the king's steps that does.
    fn by_king<B: Board<Ply = P>>(
        &mut self,
        men: Men,
        (first, by): (usize, usize),
        does: impl Fn(P, Men) -> bool,
    ) -> Option<P> {
        for ply in self.king[first..].iter().step_by(by).flatten().copied() {
            self.positions += 1;
            let king = B::squares(ply).1;
            if does(ply, Men { king, ..men }) {
                return Some(ply);
            }
        }
        None
    }

    /// The first of the rook's moves to some squares that does, along its rank and then along its file.
    fn by_rook<B: Board<Ply = P>>(
        &mut self,
        men: Men,
        selects: impl Fn(u8) -> bool,
        does: impl Fn(P, Men) -> bool,
    ) -> Option<P> {
        for ply in self.rook.iter().flatten().copied() {
            let rook = B::squares(ply).1;
            if selects(rook) {
                self.positions += 1;
                if does(ply, Men { rook, ..men }) {
                    return Some(ply);
                }
            }
        }
        None
    }

    /// The rook mates. Here the order is that of the squares by files: to the left, on its file, to the right.
    fn mate<B: Board<Ply = P>>(&mut self, board: &B, men: Men) -> Option<P> {
        let own = usize::from(men.rook & 7);
        for place in (0..own).chain(8..16).chain(own..8) {
            let Some(ply) = self.rook[place] else {
                continue;
            };
            let (_, to) = B::squares(ply);
            if file(to) == file(men.enemy) || rank(to) == rank(men.enemy) {
                self.positions += 1;
                if board.play(ply).is_mated() {
                    return Some(ply);
                }
            }
        }
        None
    }

    /// Every reply will be mated.
    fn ready_to_mate<B: Board<Ply = P>>(&mut self, board: &B, men: Men) -> Option<P> {
        let waits = |ply, after: Men| {
            dist(after.king, after.enemy) == 2
                && after.mate_waits()
                && no_stalemate(board, ply, men.enemy)
        };
        self.by_king::<B>(men, EVERY, waits)
            .or_else(|| self.by_rook::<B>(men, |_| true, waits))
    }

    /// The rook takes as much room as it can, dividing and not exposed.
    fn squeeze<B: Board<Ply = P>>(&mut self, board: &B, men: Men) -> Option<P> {
        let corner = matches!(men.enemy, 0 | 7 | 56 | 63);
        let beside = if corner { around(bit(men.enemy)) } else { 0 };
        let is_fence = |to: u8| {
            men.is_border(to) && beside & bit(to) == 0 && dist(men.king, to) <= dist(men.enemy, to)
        };
        let squares = self.rook.iter().flatten().map(|&ply| B::squares(ply).1);
        let fences = squares.filter(|&to| is_fence(to));
        let least = fences.map(|to| room_of(to, men.enemy)).min()?;
        let room = men.room();
        self.by_rook::<B>(men, is_fence, |ply, after| {
            least < room && after.room() == least && no_stalemate(board, ply, men.enemy)
        })
    }

    /// The steps after those that mate.
    fn build<B: Board<Ply = P>>(
        &mut self,
        board: &B,
        men: Men,
        rule: usize,
    ) -> Option<Decision<P>> {
        let decision = |step, ply| Decision { rule, step, ply };
        if let Some(ply) = self.squeeze(board, men) {
            return Some(decision(2, ply));
        }
        let walk = men.walk();
        let approaches = |ply, after: Men| {
            after.walk() < walk
                && !after.exposed()
                && (after.divides() || after.l_pattern())
                && after.careful(men)
                && no_stalemate(board, ply, men.enemy)
        };
        let to_rook = dist(men.king, men.rook);
        let keeps = |ply, after: Men| {
            !after.exposed()
                && after.divides()
                && dist(after.king, after.rook) <= to_rook
                && after.careful(men)
                && no_stalemate(board, ply, men.enemy)
        };
        for (step, steps) in [(3, DIAGONAL), (4, STRAIGHT)] {
            if let Some(ply) = self.by_king::<B>(men, steps, approaches) {
                return Some(decision(step, ply));
            }
        }
        for (step, steps) in [(5, DIAGONAL), (6, STRAIGHT)] {
            if let Some(ply) = self.by_king::<B>(men, steps, keeps) {
                return Some(decision(step, ply));
            }
        }
        let home = |to| men.is_home(to);
        let lives = |ply, after: Men| after.rook_lives() && no_stalemate(board, ply, men.enemy);
        if let Some(ply) = self.by_rook::<B>(men, home, lives) {
            return Some(decision(7, ply));
        }
        let new_edge = |to| men.is_new_edge(to);
        let far = |ply, after: Men| {
            after.rook_lives()
                && dist(after.enemy, after.rook) > 2
                && no_stalemate(board, ply, men.enemy)
        };
        if let Some(ply) = self.by_rook::<B>(men, new_edge, far) {
            return Some(decision(8, ply));
        }
        let beside = |ply, after: Men| {
            let aligned = file(men.king) == file(after.rook) || rank(men.king) == rank(after.rook);
            aligned && dist(after.enemy, after.rook) == 2 && no_stalemate(board, ply, men.enemy)
        };
        let ply = self.by_rook::<B>(men, new_edge, beside)?;
        Some(decision(9, ply))
    }
}

/// Decides every position.
pub fn decide_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let mut chooser = Chooser::default();
    for root in roots {
        chooser.positions = 0;
        let found = chooser.decide(root);
        let number = found.map_or(0, |found| found.step + 1);
        let squares = found.map(|found| B::squares(found.ply));
        answer.add(chooser.positions, number, squares);
    }
    answer
}
