//! What the values of a slice add up to.

use adv_chess::squares::bit;
use adv_chess::{Color, Position};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::class::SlicedClass;
use super::layout::Layout;
use crate::dtm::{Dtm, unpack};

/// The positions of some slices with one side to move, counted as [`adv_chess::ClassIndex`] counts them: all legal ones, images too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliceFigures {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Drawn ones.
    pub drawn: u64,
    /// Positions that it loses.
    pub lost: u64,
    /// The longest mate that the side to move gives, in plies, with the first position of that length.
    pub longest_win: Option<(u16, Position)>,
    /// The same of mates that it suffers.
    pub longest_loss: Option<(u16, Position)>,
}

impl SliceFigures {
    /// Counts a position by its value, so many times.
    pub fn count(&mut self, value: Dtm, times: u64, position: impl FnOnce() -> Position) {
        let longest = match value {
            Dtm::Draw => {
                self.drawn += times;
                return;
            }
            Dtm::Win(_) => {
                self.won += times;
                &mut self.longest_win
            }
            Dtm::Loss(_) => {
                self.lost += times;
                &mut self.longest_loss
            }
        };
        if value.plies() > longest.map(|(plies, _)| plies) {
            *longest = value.plies().map(|plies| (plies, position()));
        }
    }

    /// Adds the figures of another slice, which comes later.
    pub fn add(&mut self, other: &SliceFigures) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        longer(&mut self.longest_win, other.longest_win);
        longer(&mut self.longest_loss, other.longest_loss);
    }
}

fn longer(longest: &mut Option<(u16, Position)>, other: Option<(u16, Position)>) {
    if other.map(|(plies, _)| plies) > longest.map(|(plies, _)| plies) {
        *longest = other;
    }
}

/// The figures of a slice with these values, for each side to move. The threads of the current rayon pool share the work.
pub fn figures(class: &SlicedClass, slice: usize, values: &[u8]) -> [SliceFigures; 2] {
    let layout = class.layout(slice);
    Color::ALL.map(|turn| {
        let pairs = (0..layout.kings.squares.len()).into_par_iter();
        let parts: Vec<SliceFigures> = pairs
            .map(|pair| of_pair(layout, turn, pair, values))
            .collect();
        let mut all = SliceFigures::default();
        for part in &parts {
            all.add(part);
        }
        // They are counted in sixths.
        for count in [&mut all.won, &mut all.drawn, &mut all.lost] {
            *count /= 6;
        }
        all
    })
}

fn of_pair(layout: &Layout, turn: Color, pair: usize, values: &[u8]) -> SliceFigures {
    let mut figures = SliceFigures::default();
    let width = layout.width();
    for place in 0..layout.places.len() {
        let number = turn.index() * layout.rows() + pair * layout.places.len() + place;
        let row = layout.row(pair, place);
        let sixths = layout.sixths(&row);
        let Some(values) = values.get(number * width..(number + 1) * width) else {
            continue;
        };
        for (square, byte) in (0u8..).zip(values) {
            let Some(value) = unpack(*byte) else {
                continue;
            };
            figures.count(value, sixths, || {
                let mut board = layout.board(&row).with_turn(turn);
                if let Some((color, role)) = layout.row_man
                    && row.free & bit(square) != 0
                {
                    board.put(color, role, square);
                }
                board
            });
        }
    }
    figures
}
