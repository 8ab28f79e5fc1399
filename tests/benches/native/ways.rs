//! Distances and first steps past the men in the way, as one writes them by hand: a flood over sets of squares.
//!
//! The words `map` and `FIRST` of `benches/programs/ways.adv` for men that go as they take. A flood goes on from all squares of a ring at once;
//! lines are filled by doubling.

use super::workload::Answer;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
/// The rectangle c1, f8.
const CENTRE_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;

/// The kinds of men, in the order in which the program adds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    King,
    Knight,
    Bishop,
    Rook,
    Queen,
}

/// A position: who stands on which square, and White's men that are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// All men.
    pub occupied: u64,
    /// White's, by kind.
    pub men: [(Kind, u64); 5],
}

macro_rules! fill {
    ($from:expr, $empty:expr, $shift:tt $by:literal, $on:expr) => {{
        let (mut reached, mut open) = ($from, $empty & $on);
        reached |= open & (reached $shift $by);
        open &= open $shift $by;
        reached |= open & (reached $shift (2 * $by));
        open &= open $shift (2 * $by);
        reached |= open & (reached $shift (4 * $by));
        (reached $shift $by) & $on
    }};
}

#[inline(always)]
fn straight(from: u64, empty: u64) -> u64 {
    fill!(from, empty, << 8, !0)
        | fill!(from, empty, >> 8, !0)
        | fill!(from, empty, << 1, NOT_A)
        | fill!(from, empty, >> 1, NOT_H)
}

#[inline(always)]
fn oblique(from: u64, empty: u64) -> u64 {
    fill!(from, empty, << 9, NOT_A)
        | fill!(from, empty, >> 9, NOT_H)
        | fill!(from, empty, << 7, NOT_H)
        | fill!(from, empty, >> 7, NOT_A)
}

#[inline(always)]
fn knight(from: u64) -> u64 {
    const NOT_AB: u64 = NOT_A & (NOT_A << 1);
    const NOT_GH: u64 = NOT_H & (NOT_H >> 1);
    (from << 17 | from >> 15) & NOT_A
        | (from << 15 | from >> 17) & NOT_H
        | (from << 10 | from >> 6) & NOT_AB
        | (from << 6 | from >> 10) & NOT_GH
}

#[inline(always)]
fn king(from: u64) -> u64 {
    let beside = (from << 1) & NOT_A | (from >> 1) & NOT_H;
    let row = from | beside;
    beside | row << 8 | row >> 8
}

/// One move from all squares of a set.
#[inline(always)]
fn steps(kind: Kind, from: u64, empty: u64) -> u64 {
    match kind {
        Kind::King => king(from),
        Kind::Knight => knight(from),
        Kind::Bishop => oblique(from, empty),
        Kind::Rook => straight(from, empty),
        Kind::Queen => straight(from, empty) | oblique(from, empty),
    }
}

/// The moves that a man needs to a square; 99 where it cannot come there.
fn map(kind: Kind, man: u64, to: u64, occupied: u64) -> u64 {
    if man == to {
        return 0;
    }
    let empty = !occupied | man;
    let (mut reached, mut ring) = (man, man);
    for moves in 1.. {
        let next = steps(kind, ring, empty);
        if next & to != 0 {
            return moves;
        }
        ring = next & empty & !reached;
        if ring == 0 {
            break;
        }
        reached |= ring;
    }
    99
}

/// Where the shortest ways of a man to a square begin: a flood back from the square.
fn first(kind: Kind, man: u64, to: u64, occupied: u64) -> u64 {
    if man == to {
        return 0;
    }
    let empty = !occupied | man;
    let own = steps(kind, man, empty);
    if own & to != 0 {
        return to;
    }
    let own = own & empty;
    let (mut reached, mut ring) = (to, to);
    while ring != 0 {
        ring = steps(kind, ring, empty) & empty & !reached;
        if ring & own != 0 {
            return ring & own;
        }
        reached |= ring;
    }
    0
}

/// Each man of a set by itself.
#[inline(always)]
fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let one = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (one != 0).then_some(one)
    })
}

/// How many words a position is asked: one for each kind and square.
pub const WORDS: u64 = 5 * 64;

/// Asks a word of each kind and square of each position; `counts` says whether what the men of a kind have for it counts.
fn ask(positions: &[Ways], counts: impl Fn(Kind, u64, u64, u64) -> bool) -> Answer {
    let mut answer = Answer::default();
    for position in positions {
        let mut count = 0;
        for (kind, men) in position.men {
            for to in 0..64 {
                count += u64::from(counts(kind, men, 1 << to, position.occupied));
            }
        }
        answer.count(WORDS, count);
    }
    answer
}

/// `by-map` of the program.
pub fn by_map(positions: &[Ways]) -> Answer {
    ask(positions, |kind, men, to, occupied| {
        let moves = each(men).map(|man| map(kind, man, to, occupied));
        moves.min().unwrap_or(99) <= 3
    })
}

/// `by-first` of the program.
pub fn by_first(positions: &[Ways]) -> Answer {
    ask(positions, |kind, men, to, occupied| {
        let steps = each(men).fold(0, |set, man| set | first(kind, man, to, occupied));
        steps & CENTRE_FILES != 0
    })
}
