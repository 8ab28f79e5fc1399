//! Settling a slice: ply by ply, from the mates and from the moves that leave it.
//!
//! ```text
//! ply n odd    a quiet move to a position lost in n - 1, or a move that leaves the slice and wins in n       Win(n)
//! ply n even   a quiet move to a position won in n - 1, or the best move that leaves the slice loses in n,
//!              and no quiet move to a position that is not won, and none that leaves and holds out longer    Loss(n)
//! ```
//!
//! Both are done for whole rows: the positions with a quiet move into a set are a few words put together. A position is decided at
//! the first ply that says so, so the values need no second look.

use std::sync::atomic::{AtomicBool, Ordering};

use adv_chess::squares::each;
use adv_chess::{Color, Material};
use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;

use super::layout::Layout;
use super::leave::{DRAW, NONE, is_lost};
use super::rows::Positions;
use crate::dtm::{MAX_PLIES, OPEN, pack};
use crate::error::TableError;

/// One side to move of a slice while it is made.
pub(super) struct Side<'s> {
    /// Legal positions without a value.
    pub undecided: Vec<u64>,
    /// Legal positions that are not won.
    pub not_won: Positions,
    /// What was decided at the last ply.
    latest: Positions,
    /// For each row the least byte of a mate among its moves that leave the slice that is still to come, [`DRAW`] for none.
    soon: Vec<u8>,
    /// True where the work is to end.
    stop: &'s AtomicBool,
}

impl<'s> Side<'s> {
    /// A side with these legal positions, whose best moves that leave the slice are known. Setting `stop` ends the work.
    pub fn new(layout: &Layout, legal: Vec<u64>, best: &[u8], stop: &'s AtomicBool) -> Side<'s> {
        let mut not_won = Positions::none(layout);
        not_won.rows.clone_from(&legal);
        not_won.update(layout);
        let rows = best.chunks(layout.width());
        Side {
            undecided: legal,
            not_won,
            latest: Positions::none(layout),
            soon: rows.map(|row| next(row, NONE)).collect(),
            stop,
        }
    }

    /// True when nothing was decided at the last ply and no move that leaves the slice is still to come.
    fn is_settled(&self) -> bool {
        self.latest.is_empty() && self.soon.iter().all(|byte| *byte == DRAW)
    }
}

/// The least byte of a mate in a row that is greater than one, [`DRAW`] where there is none.
fn next(row: &[u8], than: u8) -> u8 {
    let greater = row
        .iter()
        .map(|byte| if *byte > than { *byte } else { DRAW });
    greater.min().unwrap_or(DRAW)
}

/// What one pair of kings has of a side.
struct Block<'s> {
    latest: &'s mut [u64],
    undecided: &'s mut [u64],
    not_won: &'s mut [u64],
    soon: &'s mut [u8],
    /// Values of what is decided; of the rest the best moves that leave the slice.
    values: &'s mut [u8],
}

/// Decides what can be decided. `values` has the values of White to move, then those of Black to move.
pub(super) fn settle(
    material: &Material,
    layout: &Layout,
    sides: &mut [Side<'_>; 2],
    values: &mut [u8],
) -> Result<(), TableError> {
    let (white, black) = values.split_at_mut(layout.len() / 2);
    let mut values = [white, black];
    for plies in 0.. {
        if plies > MAX_PLIES {
            return Err(TableError::TooLong(*material));
        }
        // Both sides read what was decided at the ply before.
        let mut latest = Vec::with_capacity(2);
        for (color, values) in Color::ALL.into_iter().zip(&mut values) {
            let [white, black] = &mut *sides;
            let (side, other) = match color {
                Color::White => (white, &*black),
                Color::Black => (black, &*white),
            };
            let mut found = Positions::none(layout);
            ply(layout, color, plies, side, other, &mut found.rows, values);
            latest.push(found);
        }
        if sides.iter().any(|side| side.stop.load(Ordering::Relaxed)) {
            return Err(TableError::Interrupted(*material));
        }
        for (side, mut found) in sides.iter_mut().zip(latest) {
            found.update(layout);
            side.latest = found;
            if plies % 2 == 1 {
                side.not_won.update(layout);
            }
        }
        if plies > 0 && sides.iter().all(Side::is_settled) {
            break;
        }
    }
    for (side, values) in sides.iter().zip(values) {
        for (row, values) in side.undecided.iter().zip(values.chunks_mut(layout.width())) {
            for square in each(*row) {
                values[usize::from(square)] = OPEN;
            }
        }
    }
    Ok(())
}

/// One ply of one side.
fn ply(
    layout: &Layout,
    color: Color,
    plies: u16,
    side: &mut Side<'_>,
    other: &Side<'_>,
    latest: &mut [u64],
    values: &mut [u8],
) {
    let places = layout.places.len();
    latest
        .par_chunks_mut(places)
        .zip(side.undecided.par_chunks_mut(places))
        .zip(side.not_won.rows.par_chunks_mut(places))
        .zip(side.soon.par_chunks_mut(places))
        .zip(values.par_chunks_mut(places * layout.width()))
        .enumerate()
        .for_each(|(pair, ((((latest, undecided), not_won), soon), values))| {
            if other.stop.load(Ordering::Relaxed) {
                return;
            }
            let block = Block {
                latest,
                undecided,
                not_won,
                soon,
                values,
            };
            block.ply(layout, pair, color, plies, other);
        });
}

impl Block<'_> {
    fn ply(self, layout: &Layout, pair: usize, color: Color, plies: u16, other: &Side<'_>) {
        let byte = pack(plies);
        for (place, values) in self.values.chunks_mut(layout.width()).enumerate() {
            let undecided = self.undecided[place];
            if undecided == 0 {
                self.soon[place] = DRAW;
                continue;
            }
            let row = layout.row(pair, place);
            let mut found = if plies == 0 {
                layout.attacked(&row, !color)
            } else {
                layout.before(&row, pair, place, &other.latest, color)
            };
            if self.soon[place] == byte {
                self.soon[place] = next(values, byte);
                for (square, best) in values.iter().enumerate() {
                    found |= u64::from(*best == byte) << square;
                }
            }
            found &= undecided;
            if found == 0 {
                continue;
            }
            if plies.is_multiple_of(2) {
                found &= !layout.before(&row, pair, place, &other.not_won, color);
                for square in each(found) {
                    if !is_lost(values[usize::from(square)], plies) {
                        found &= !(1 << square);
                    }
                }
            } else {
                self.not_won[place] &= !found;
            }
            for square in each(found) {
                values[usize::from(square)] = byte;
            }
            self.undecided[place] = undecided & !found;
            self.latest[place] = found;
        }
    }
}
