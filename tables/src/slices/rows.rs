//! Moves and checks of whole rows: of 64 positions that differ by the square of the row man, as sets of its squares.
//!
//! ```text
//! white king to c2     the set of the row with the king on c2
//! rook of the rest     the sets of the rows with the rook on each square of its lines, less the squares of the row man
//! from a1 to a5        between: a2, a3, a4
//! the row man          the squares from which it reaches the set of its own row
//! ```
//!
//! A set is read where the move leads to, so that nothing is ever written there: rows are independent, and threads share them.

use adv_chess::geometry::{between, spread};
use adv_chess::squares::{bit, each};
use adv_chess::{Color, Role};

use super::layout::{Layout, Row};

/// A set of positions of one side to move: a word for each row.
pub(super) struct Positions {
    pub rows: Vec<u64>,
    /// For each pair of kings the squares of the first two men of the rest in rows that are not empty, those of a slice without a rest being a1.
    live: Vec<u64>,
}

impl Positions {
    /// No position.
    pub fn none(layout: &Layout) -> Positions {
        Positions {
            rows: vec![0; layout.rows()],
            live: vec![0; layout.kings.squares.len()],
        }
    }

    /// Looks again which rows are empty.
    pub fn update(&mut self, layout: &Layout) {
        let like = layout.has_like_rest();
        let rows = self.rows.chunks(layout.places.len());
        for (live, rows) in self.live.iter_mut().zip(rows) {
            let mut squares = 0;
            for (row, [a, b]) in rows.iter().zip(&layout.places) {
                if *row != 0 {
                    squares |= bit(*a) | if like { bit(*b) } else { 0 };
                }
            }
            *live = squares;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.live.iter().all(|squares| *squares == 0)
    }
}

/// The directions of the sliders, as steps of files and ranks: four straight ones, then four oblique ones.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// The squares from one square on in one direction.
#[derive(Clone, Copy)]
struct Ray {
    squares: [u8; 7],
    len: u8,
}

static RAYS: [[Ray; 64]; 8] = {
    let mut rays = [[Ray {
        squares: [0; 7],
        len: 0,
    }; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = DIRECTIONS[direction];
        let mut square = 0;
        while square < 64 {
            let ray = &mut rays[direction][square];
            let (mut x, mut y) = (square as i8 % 8 + dx, square as i8 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                ray.squares[ray.len as usize] = (y * 8 + x) as u8;
                ray.len += 1;
                (x, y) = (x + dx, y + dy);
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

/// The rays of a man that goes along lines.
fn rays(role: Role) -> &'static [[Ray; 64]] {
    match role {
        Role::Queen => &RAYS,
        Role::Rook => &RAYS[..4],
        Role::Bishop => &RAYS[4..],
        Role::King | Role::Knight | Role::Pawn => &[],
    }
}

impl Layout {
    /// True for two men of one kind in the rest.
    pub fn has_like_rest(&self) -> bool {
        self.rest.len() == 2 && self.rest[0] == self.rest[1]
    }

    /// The squares of the row man with which `by` attacks the other side's king.
    pub fn attacked(&self, row: &Row, by: Color) -> u64 {
        let king = bit(row.kings[(!by).index()]);
        if super::pawn_attacks(by, self.pawns[by.index()]) & king != 0 {
            return row.free;
        }
        let mut attacked = 0;
        for ((color, role), square) in self.rest.iter().zip(row.rest) {
            if *color == by && spread(*role, king, !row.occupied) & bit(square) != 0 {
                attacked |= !between(king, bit(square));
            }
        }
        if let Some((color, role)) = self.row_man
            && color == by
        {
            attacked |= spread(role, king, !row.occupied);
        }
        attacked & row.free
    }

    /// The squares of the row man from which `mover` has a move of a man that is no pawn, and no capture, to one of the positions `to`,
    /// in which the other side is to move. Squares that the row man cannot have may be among them.
    pub fn before(
        &self,
        row: &Row,
        pair: usize,
        place: usize,
        to: &Positions,
        mover: Color,
    ) -> u64 {
        let mut found = self.before_king(row, to, mover);
        let live = to.live[pair];
        if live == 0 {
            return found;
        }
        let rows = &to.rows[pair * self.places.len()..][..self.places.len()];
        if let Some((color, role)) = self.row_man
            && color == mover
            && rows[place] != 0
        {
            found |= spread(role, rows[place], !row.occupied);
        }
        let like = self.has_like_rest();
        for (index, (color, role)) in self.rest.iter().enumerate() {
            if *color != mover || index == 1 && !like && live & bit(row.rest[0]) == 0 {
                continue;
            }
            let watched = index == 0 || like;
            let set = |square: u8| {
                if watched && live & bit(square) == 0 {
                    return 0;
                }
                let mut rest = row.rest;
                rest[index] = square;
                rows[self.place(rest)]
            };
            let from = row.rest[index];
            if *role == Role::Knight {
                let squares = spread(Role::Knight, bit(from), !0) & !row.occupied;
                found |= each(squares).fold(0, |found, square| found | set(square));
            }
            for ray in rays(*role) {
                let ray = &ray[usize::from(from & 63)];
                let mut way = 0;
                for &square in &ray.squares[..usize::from(ray.len)] {
                    if row.occupied & bit(square) != 0 {
                        break;
                    }
                    found |= set(square) & !way;
                    way |= bit(square);
                }
            }
        }
        found
    }

    /// As [`Layout::before`], moves of the king alone.
    fn before_king(&self, row: &Row, to: &Positions, mover: Color) -> u64 {
        let mut found = 0;
        let from = row.kings[mover.index()];
        for square in each(spread(Role::King, bit(from), !0) & !row.occupied) {
            let mut kings = row.kings;
            kings[mover.index()] = square;
            let Some(pair) = self.kings.pair(kings[0], kings[1]) else {
                continue;
            };
            let number = usize::from(pair.number);
            if to.live[number] == 0 {
                continue;
            }
            let place = self.place(row.rest.map(|square| pair.image.apply_square(square)));
            let set = to.rows[number * self.places.len() + place];
            found |= match self.row_man {
                Some(_) => pair.image.inverse().apply(set),
                None => set,
            };
        }
        found
    }
}
