//! Sets of squares as 64 truths, and geometry by plain loops over files and ranks.
//!
//! The machine holds a board in 64 bits and computes with shifts and tables. Here a set is an array that is looked at square by
//! square, so that a slip in a mask cannot be made twice. Slow, and meant to be.
//!
//! ```text
//!   rank 7  . . . . . . . .      a square is (file, rank), each 0..7: a1 = (0, 0), h1 = (7, 0), a8 = (0, 7)
//!        …                       its number is 8 * rank + file, as in the 64 bits of a board value
//!   rank 0  . . . . . . . .
//!     file  0 1 2 3 4 5 6 7
//! ```

use std::fmt;

use adv_chess::Role;

/// A square: file and rank, each 0..7.
pub type At = (i32, i32);

/// The distance to nothing.
pub const FAR: i64 = 99;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Squares([bool; 64]);

/// All 64 squares, a1, b1, … h8.
const ALL: [At; 64] = {
    let mut squares = [(0, 0); 64];
    let mut number = 0;
    while number < 64 {
        squares[number as usize] = (number % 8, number / 8);
        number += 1;
    }
    squares
};

/// All 64 squares, a1, b1, … h8.
pub fn all() -> impl Iterator<Item = At> {
    ALL.into_iter()
}

/// True for a pair that is a square of the board.
pub fn on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares([false; 64]);

    /// The squares for which a condition holds.
    pub fn that(condition: impl Fn(At) -> bool) -> Squares {
        Squares(ALL.map(condition))
    }

    /// From a board value, a1 = bit 0.
    pub fn from_bits(bits: u64) -> Squares {
        Squares::that(|(file, rank)| bits >> (8 * rank + file) & 1 == 1)
    }

    /// The board value.
    pub fn bits(&self) -> u64 {
        self.iter()
            .map(|(file, rank)| 1u64 << (8 * rank + file))
            .sum()
    }

    /// One square; nothing off the board.
    pub fn one(at: At) -> Squares {
        let mut set = Squares::EMPTY;
        set.put(at);
        set
    }

    /// Adds a square; one off the board is ignored.
    pub fn put(&mut self, at: At) {
        if on_board(at) {
            self.0[(8 * at.1 + at.0) as usize] = true;
        }
    }

    /// True for a member.
    pub fn has(&self, at: At) -> bool {
        on_board(at) && self.0[(8 * at.1 + at.0) as usize]
    }

    /// The members, a1, b1, … h8.
    pub fn iter(&self) -> impl Iterator<Item = At> + '_ {
        (0..64)
            .filter(|number| self.0[*number])
            .map(|number| ALL[number])
    }

    /// How many there are.
    pub fn count(&self) -> i64 {
        self.0.iter().filter(|member| **member).count() as i64
    }

    /// True where there is none.
    pub fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    /// The squares in either.
    pub fn union(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|number| {
            self.0[number] || other.0[number]
        }))
    }

    /// The squares in both.
    pub fn intersect(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|number| {
            self.0[number] && other.0[number]
        }))
    }

    /// The squares in the first only.
    pub fn minus(&self, other: &Squares) -> Squares {
        Squares(std::array::from_fn(|number| {
            self.0[number] && !other.0[number]
        }))
    }

    /// All other squares.
    pub fn complement(&self) -> Squares {
        Squares(self.0.map(|member| !member))
    }

    /// Every member is in the other.
    pub fn is_subset(&self, other: &Squares) -> bool {
        self.iter().all(|at| other.has(at))
    }

    /// The squares in a relation to a member.
    fn related(&self, relation: impl Fn(At, At) -> bool) -> Squares {
        let members: Vec<At> = self.iter().collect();
        Squares::that(|at| members.iter().any(|member| relation(*member, at)))
    }

    /// The squares in a relation to a member of each of two sets.
    fn related_to_both(&self, other: &Squares, relation: impl Fn(At, At, At) -> bool) -> Squares {
        Squares::that(|at| {
            self.iter()
                .any(|a| other.iter().any(|b| relation(a, b, at)))
        })
    }

    /// The smallest of a number over all pairs; [`FAR`] where there is no pair.
    fn nearest(&self, other: &Squares, measure: impl Fn(At, At) -> i64) -> i64 {
        let pairs = self.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| measure(a, b)).min().unwrap_or(FAR)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, at) in self.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " " }, name(at))?;
        }
        f.write_str("}")
    }
}

/// `a1` to `h8`.
pub fn name((file, rank): At) -> String {
    let letter = ["a", "b", "c", "d", "e", "f", "g", "h"][file as usize];
    format!("{letter}{}", rank + 1)
}

/// The smallest file, -1 for the empty set.
pub fn file(set: &Squares) -> i64 {
    set.iter()
        .map(|(file, _)| i64::from(file))
        .min()
        .unwrap_or(-1)
}

/// The smallest rank, -1 for the empty set.
pub fn rank(set: &Squares) -> i64 {
    set.iter()
        .map(|(_, rank)| i64::from(rank))
        .min()
        .unwrap_or(-1)
}

/// King moves on the empty board.
fn king_moves(a: At, b: At) -> i64 {
    i64::from((a.0 - b.0).abs().max((a.1 - b.1).abs()))
}

/// King moves between the nearest squares.
pub fn dist(a: &Squares, b: &Squares) -> i64 {
    a.nearest(b, king_moves)
}

/// Files plus ranks between the nearest squares.
pub fn manhattan(a: &Squares, b: &Squares) -> i64 {
    a.nearest(b, |a, b| i64::from((a.0 - b.0).abs() + (a.1 - b.1).abs()))
}

/// Whole files.
pub fn files_of(set: &Squares) -> Squares {
    set.related(|member, at| member.0 == at.0)
}

/// Whole ranks.
pub fn ranks_of(set: &Squares) -> Squares {
    set.related(|member, at| member.1 == at.1)
}

/// Whole diagonals in the direction a1-h8.
pub fn diagonals(set: &Squares) -> Squares {
    set.related(|member, at| member.0 - member.1 == at.0 - at.1)
}

/// Whole diagonals in the direction a8-h1.
pub fn antidiagonals(set: &Squares) -> Squares {
    set.related(|member, at| member.0 + member.1 == at.0 + at.1)
}

/// A file by its number.
pub fn file_at(n: i64) -> Squares {
    Squares::that(|at| i64::from(at.0) == n)
}

/// A rank by its number.
pub fn rank_at(n: i64) -> Squares {
    Squares::that(|at| i64::from(at.1) == n)
}

/// A square by its numbers.
pub fn square_at(file: i64, rank: i64) -> Squares {
    Squares::that(|at| i64::from(at.0) == file && i64::from(at.1) == rank)
}

/// Whether two squares share a rank, file or diagonal.
fn in_line(a: At, b: At) -> bool {
    a.0 == b.0 || a.1 == b.1 || a.0 - a.1 == b.0 - b.1 || a.0 + a.1 == b.0 + b.1
}

/// Strictly between two squares of one line: on the straight line through both, and on the way from one to the other.
fn lies_between(a: At, b: At, at: At) -> bool {
    let straight = (at.0 - a.0) * (b.1 - a.1) == (at.1 - a.1) * (b.0 - a.0);
    let on_the_way = king_moves(a, at) + king_moves(at, b) == king_moves(a, b);
    in_line(a, b) && straight && on_the_way && at != a && at != b
}

/// The squares strictly between, over all pairs.
pub fn between(a: &Squares, b: &Squares) -> Squares {
    a.related_to_both(b, lies_between)
}

/// The smallest rectangle that holds both; empty where one is empty.
pub fn rectangle(a: &Squares, b: &Squares) -> Squares {
    if a.is_empty() || b.is_empty() {
        return Squares::EMPTY;
    }
    let both = a.union(b);
    Squares::that(|at| {
        both.iter().any(|m| m.0 <= at.0)
            && both.iter().any(|m| m.0 >= at.0)
            && both.iter().any(|m| m.1 <= at.1)
            && both.iter().any(|m| m.1 >= at.1)
    })
}

/// The files strictly between the files of two squares, over all pairs.
pub fn files_between(a: &Squares, b: &Squares) -> Squares {
    a.related_to_both(b, |a, b, at| a.0.min(b.0) < at.0 && at.0 < a.0.max(b.0))
}

/// The ranks strictly between the ranks of two squares, over all pairs.
pub fn ranks_between(a: &Squares, b: &Squares) -> Squares {
    a.related_to_both(b, |a, b, at| a.1.min(b.1) < at.1 && at.1 < a.1.max(b.1))
}

/// The squares one king step from a member.
pub fn around(set: &Squares) -> Squares {
    set.related(|member, at| king_moves(member, at) == 1)
}

/// Moved by files and ranks.
pub fn shift(set: &Squares, files: i64, ranks: i64) -> Squares {
    set.related(|member, at| {
        i64::from(at.0 - member.0) == files && i64::from(at.1 - member.1) == ranks
    })
}

/// Grows a set by rounds until nothing new comes or the rounds are over.
fn grow(from: &Squares, rounds: i64, next: impl Fn(&Squares) -> Squares) -> Squares {
    let mut set = *from;
    for _ in 0..rounds.min(64) {
        set = set.union(&next(&set));
    }
    set
}

/// King steps on the squares of `through`, at most so many; the start is included. Fewer than no steps reach nothing.
pub fn reach(from: &Squares, through: &Squares, within: i64) -> Squares {
    if within < 0 {
        return Squares::EMPTY;
    }
    // A king crosses any region of the board in fewer steps than it has squares; stop early where nothing changes.
    let mut set = *from;
    for _ in 0..within.min(64) {
        let grown = grow(&set, 1, |set| around(set).intersect(through));
        if grown == set {
            break;
        }
        set = grown;
    }
    set
}

/// Rounds of `next` until the set meets the goal; [`FAR`] where it never does.
fn rounds(from: &Squares, to: &Squares, next: impl Fn(&Squares) -> Squares) -> i64 {
    let mut set = *from;
    for round in 0..64 {
        if !set.intersect(to).is_empty() {
            return round;
        }
        let grown = grow(&set, 1, &next);
        if grown == set {
            break;
        }
        set = grown;
    }
    FAR
}

/// King steps from a set to another, each onto a square of `through`.
pub fn steps(from: &Squares, to: &Squares, through: &Squares) -> i64 {
    rounds(from, to, |set| around(set).intersect(through))
}

/// Whether a man goes from one square to the other in one move on the empty board; pawns go straight on.
fn one_move(role: Role, white: bool, a: At, b: At) -> bool {
    let (files, ranks) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
    let straight = (files == 0) != (ranks == 0);
    let diagonal = files == ranks && files > 0;
    match role {
        Role::King => king_moves(a, b) == 1,
        Role::Queen => straight || diagonal,
        Role::Rook => straight,
        Role::Bishop => diagonal,
        Role::Knight => files * ranks == 2,
        Role::Pawn => {
            let (forward, home) = if white {
                (b.1 - a.1, 1)
            } else {
                (a.1 - b.1, 6)
            };
            files == 0 && (forward == 1 || (forward == 2 && a.1 == home))
        }
    }
}

/// Moves that a man needs on the empty board from a set to another.
pub fn map(role: Role, white: bool, from: &Squares, to: &Squares) -> i64 {
    rounds(from, to, |set| {
        set.related(|member, at| one_move(role, white, member, at))
    })
}
