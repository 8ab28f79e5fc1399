//! A board for few men without pawns and for nothing else, as a programmer writes it without a library.
//!
//! Which men there are is known when the program is compiled ([`Roster`]), so that every loop over them is unrolled and every
//! question after a kind of man that is not there disappears. A position is the men's squares and the side to move:
//!
//! ```text
//! KNKR   byte 0  byte 1  byte 2  byte 3          64 is the square of a man that has been taken
//!        W king  B king  W knight  B rook
//! ```
//!
//! Rooks, bishops and queens look along at most four lines; the men in the way are found by subtraction (the *obstruction
//! difference* of chess programming), so that the tables are seven kilobytes and stay in the first cache.

use std::marker::PhantomData;

use adv_chess::squares::{bit, each, file_major};
use adv_chess::{Color, Position, Role};

use super::board::Board;

/// The square of a man that has been taken.
pub const TAKEN: u8 = 64;

/// The most men that a board of few men has.
const MOST: usize = 4;

/// Which men there are: the two kings first, and no two alike.
pub trait Roster: Copy + PartialEq + std::fmt::Debug {
    /// The kind's name in the tables of figures.
    const NAME: &'static str;
    /// Whether it is White's, and its role; the white king, the black king, then the others.
    const MEN: &'static [(bool, Role)];
}

/// A position of few men.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Few<R> {
    at: [u8; MOST],
    white: bool,
    roster: PhantomData<R>,
}

/// A move of a board of few men.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FewPly {
    man: u8,
    from: u8,
    to: u8,
}

/// What keeps moves from being legal.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Squares that the enemy attacks, lines running on through our king.
    guarded: u64,
    /// Where a man other than the king must go: everywhere, or against the one check, or nowhere against two.
    answers: u64,
    /// The pinned man; with four men on the board there is one at most.
    pinned: u64,
    /// Where it may go.
    pin: u64,
}

/// The squares of one line through a square: before it and behind it, in the order of the squares' numbers.
type Line = [u64; 2];

/// For each square its rank, its file, its diagonal and its antidiagonal.
static LINES: [[Line; 4]; 64] = lines();

/// The squares a king's step away.
pub static KING: [u64; 64] = leaps(&[
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
]);

/// The squares a knight's leap away.
pub static KNIGHT: [u64; 64] = leaps(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);

/// The square so many files and ranks from another, as a set.
const fn stepped(from: u8, files: i8, ranks: i8) -> u64 {
    let (file, rank) = ((from & 7) as i8 + files, (from >> 3) as i8 + ranks);
    if (file | rank) & !7 == 0 {
        1 << (rank * 8 + file)
    } else {
        0
    }
}

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            table[from] |= stepped(from as u8, steps[i].0, steps[i].1);
            i += 1;
        }
        from += 1;
    }
    table
}

const fn lines() -> [[Line; 4]; 64] {
    // Towards larger numbers; the other way is the same with the signs turned.
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut table = [[[0; 2]; 4]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 4 {
            let mut far = 1;
            while far < 8 {
                let (files, ranks) = (steps[line].0 * far, steps[line].1 * far);
                table[from][line][0] |= stepped(from as u8, -files, -ranks);
                table[from][line][1] |= stepped(from as u8, files, ranks);
                far += 1;
            }
            line += 1;
        }
        from += 1;
    }
    table
}

/// What is seen along a line: up to the first man on either side, and that man.
#[inline(always)]
fn seen([before, behind]: Line, occupied: u64) -> u64 {
    let (low, high) = (before & occupied, behind & occupied);
    // All squares from the nearest man below up to the nearest above: with none below from the first square, with none above to
    // the last, for then the sum wraps.
    let below = (1 << 63) >> (low | 1).leading_zeros();
    let above = high & high.wrapping_neg();
    let difference = (above << 1).wrapping_sub(below);
    (before | behind) & difference
}

/// The squares that a rook attacks.
#[inline(always)]
pub fn rook(from: u8, occupied: u64) -> u64 {
    let [rank, file, ..] = LINES[usize::from(from & 63)];
    seen(rank, occupied) | seen(file, occupied)
}

/// The squares that a bishop attacks.
#[inline(always)]
pub fn bishop(from: u8, occupied: u64) -> u64 {
    let [.., diagonal, antidiagonal] = LINES[usize::from(from & 63)];
    seen(diagonal, occupied) | seen(antidiagonal, occupied)
}

/// The squares that a man of a role attacks; pawns are not among few men.
#[inline(always)]
pub fn attacks(role: Role, from: u8, occupied: u64) -> u64 {
    match role {
        Role::King => KING[usize::from(from & 63)],
        Role::Knight => KNIGHT[usize::from(from & 63)],
        Role::Rook => rook(from, occupied),
        Role::Bishop => bishop(from, occupied),
        Role::Queen => rook(from, occupied) | bishop(from, occupied),
        Role::Pawn => 0,
    }
}

/// The set of a square; empty for a man that has been taken.
#[inline(always)]
pub const fn set(square: u8) -> u64 {
    (1 << (square & 63)) & ((square >> 6) as u64).wrapping_sub(1)
}

/// The squares strictly between two that see each other along a line of a role, and the second.
#[inline(always)]
fn between_and(role: Role, king: u8, slider: u8) -> u64 {
    let [rank, file, diagonal, antidiagonal] = LINES[usize::from(king & 63)];
    let target = set(slider);
    let along = |line: Line| {
        if (line[0] | line[1]) & target != 0 {
            let side = if line[0] & target != 0 {
                line[0]
            } else {
                line[1]
            };
            seen(line, target) & side
        } else {
            0
        }
    };
    let straight = along(rank) | along(file);
    let oblique = along(diagonal) | along(antidiagonal);
    match role {
        Role::Rook => straight,
        Role::Bishop => oblique,
        Role::Queen => straight | oblique,
        _ => 0,
    }
}

impl<R: Roster> Few<R> {
    /// The square of the man with this number in the roster; [`TAKEN`] where it is not there any more.
    #[inline(always)]
    pub fn at(&self, man: usize) -> u8 {
        self.at[man]
    }

    /// The square of a side's king.
    #[inline(always)]
    fn king(&self, white: bool) -> u8 {
        self.at[usize::from(!white)]
    }

    /// The squares that a side's men attack if these are occupied.
    #[inline(always)]
    fn attacked_by(&self, side: bool, occupied: u64) -> u64 {
        let mut found = 0;
        for (man, &(white, role)) in R::MEN.iter().enumerate() {
            if white == side {
                let square = self.at[man];
                let alive = ((square >> 6) as u64).wrapping_sub(1);
                found |= attacks(role, square, occupied) & alive;
            }
        }
        found
    }

    /// The squares to which a man can legally go.
    #[inline(always)]
    fn targets(&self, bounds: &Bounds, man: usize, role: Role) -> u64 {
        let square = self.at[man];
        if square == TAKEN {
            return 0;
        }
        let free = !self.side(self.white);
        match role {
            Role::King => KING[usize::from(square & 63)] & free & !bounds.guarded,
            _ => {
                let pin = if set(square) & bounds.pinned == 0 {
                    !0
                } else {
                    bounds.pin
                };
                attacks(role, square, self.occupied()) & free & bounds.answers & pin
            }
        }
    }
}

impl<R: Roster> Board for Few<R> {
    type Ply = FewPly;
    type Legal = Bounds;
    const NAME: &'static str = R::NAME;

    fn of(position: &Position) -> Option<Self> {
        let mut at = [TAKEN; MOST];
        let mut placed = 0;
        for (square, &(white, role)) in at.iter_mut().zip(R::MEN) {
            let color = if white { Color::White } else { Color::Black };
            let men = position.pieces(color, role);
            if men.count_ones() > 1 || men == 0 && role == Role::King {
                return None;
            }
            *square = men.trailing_zeros() as u8;
            placed |= men;
        }
        (placed == position.occupied() && position.castling() == 0).then_some(Few {
            at,
            white: position.turn() == Color::White,
            roster: PhantomData,
        })
    }

    #[inline(always)]
    fn white_to_move(&self) -> bool {
        self.white
    }

    #[inline(always)]
    fn men(&self, white: bool, role: Role) -> u64 {
        let mut found = 0;
        for (man, &kind) in R::MEN.iter().enumerate() {
            if kind == (white, role) {
                found |= set(self.at[man]);
            }
        }
        found
    }

    #[inline(always)]
    fn side(&self, white: bool) -> u64 {
        let mut found = 0;
        for (man, kind) in R::MEN.iter().enumerate() {
            if kind.0 == white {
                found |= set(self.at[man]);
            }
        }
        found
    }

    #[inline(always)]
    fn role_at(&self, square: u8) -> Role {
        let man = self.at.iter().position(|&at| at == square);
        man.and_then(|man| R::MEN.get(man))
            .map_or(Role::Pawn, |kind| kind.1)
    }

    #[inline(always)]
    fn legal(&self) -> Bounds {
        let king = self.king(self.white);
        let occupied = self.occupied();
        let own = self.side(self.white) & !bit(king);
        let mut bounds = Bounds {
            guarded: self.attacked_by(!self.white, occupied & !bit(king)),
            answers: !0,
            pinned: 0,
            pin: 0,
        };
        if own == 0 {
            return bounds;
        }
        for (man, &(white, role)) in R::MEN.iter().enumerate() {
            let square = self.at[man];
            if white == self.white || role == Role::King || square == TAKEN {
                continue;
            }
            if role == Role::Knight {
                if KNIGHT[usize::from(king & 63)] & bit(square) != 0 {
                    bounds.answers &= bit(square);
                }
                continue;
            }
            let line = between_and(role, king, square);
            if line == 0 {
                continue;
            }
            let inside = line & occupied & !bit(square);
            if inside == 0 {
                bounds.answers &= line;
            } else if inside & own == inside && inside.is_power_of_two() {
                bounds.pinned = inside;
                bounds.pin = line;
            }
        }
        bounds
    }

    #[inline(always)]
    fn each(&self, legal: &Bounds, role: Role, to: u64, mut take: impl FnMut(FewPly)) {
        for (man, &(white, kind)) in R::MEN.iter().enumerate() {
            if white == self.white && kind == role {
                let from = self.at[man];
                let squares = self.targets(legal, man, kind) & to;
                let man = man as u8;
                each(squares).for_each(|to| take(FewPly { man, from, to }));
            }
        }
    }

    #[inline(always)]
    fn moves(&self, legal: &Bounds, role: Role, to: u64, out: &mut Vec<FewPly>) {
        for (man, &(white, kind)) in R::MEN.iter().enumerate() {
            if white == self.white && kind == role {
                let from = self.at[man];
                let squares = self.targets(legal, man, kind) & to;
                let man = man as u8;
                out.extend(file_major(squares).map(|to| FewPly { man, from, to }));
            }
        }
    }

    #[inline(always)]
    fn squares(ply: FewPly) -> (u8, u8) {
        (ply.from, ply.to)
    }

    #[inline(always)]
    fn play(&self, ply: FewPly) -> Self {
        let mut child = *self;
        for man in 2..R::MEN.len() {
            if child.at[man] == ply.to {
                child.at[man] = TAKEN;
            }
        }
        child.at[usize::from(ply.man)] = ply.to;
        child.white = !self.white;
        child
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        let king = self.king(self.white);
        self.attacked_by(!self.white, self.occupied()) & bit(king) != 0
    }

    #[inline(always)]
    fn has_move(&self) -> bool {
        let bounds = self.legal();
        let mut men = R::MEN.iter().enumerate();
        men.any(|(man, &(white, role))| {
            white == self.white && self.targets(&bounds, man, role) != 0
        })
    }
}
