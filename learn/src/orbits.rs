//! Boards that are the same when turned about or mirrored, taken together where every number of the vocabulary is the same on them.
//!
//! How low a number can be brought is then the same too, so levels are computed for one board of each eight. Which move is played is not: of
//! two moves with the same number the first is, and the order of moves is not the same on a board turned about.

use adv_chess::Symmetry;

use crate::class::{Graph, NOWHERE, Rows, WholeClass};
use crate::columns::Column;

/// The boards of a class, taken together.
#[derive(Debug)]
pub(crate) struct Orbits {
    /// Moves and replies of the boards that stand for the others.
    pub(crate) graph: Graph,
    /// Of every position with us to move: the board that stands for it.
    pub(crate) ours: Vec<u32>,
    /// The moves of every position, as the boards that stand for the positions after them.
    pub(crate) choices: Rows,
}

impl WholeClass {
    /// Takes boards together if all columns are the same on them, and returns the columns of what is left; else changes nothing.
    pub fn fold(&mut self, columns: Vec<Column>) -> Vec<Column> {
        let images = [0, 1].map(|side| self.images(side));
        let same = |values: &[i32], images: &[u32]| {
            let mut all = values.iter().zip(images);
            all.all(|(value, image)| values.get(*image as usize) == Some(value))
        };
        let symmetric =
            |column: &Column| same(&column.ours, &images[0]) && same(&column.theirs, &images[1]);
        if !columns.iter().all(symmetric) {
            return columns;
        }
        let [(ours, our_firsts), (theirs, their_firsts)] = images.map(|images| numbered(&images));
        let of = |rows: &Rows, at: u32, places: &[u32]| -> Vec<u32> {
            let place = |to: &u32| places.get(*to as usize).copied().unwrap_or(NOWHERE);
            rows.row(at as usize).iter().map(place).collect()
        };
        let full = &self.graph;
        let mut folded = Graph::default();
        for at in &our_firsts {
            folded.moves.push(of(&full.moves, *at, &theirs));
            folded.mates.push(full.mates[*at as usize]);
        }
        for at in &their_firsts {
            folded.replies.push(of(&full.replies, *at, &ours));
            folded.mated.push(full.mated[*at as usize]);
        }
        let mut choices = Rows::default();
        for at in 0..self.len() as u32 {
            choices.push(of(&full.moves, at, &theirs));
        }
        self.orbits = Some(Orbits {
            graph: folded,
            ours,
            choices,
        });
        let kept = |values: &[i32], firsts: &[u32]| -> Vec<i32> {
            firsts.iter().map(|at| values[*at as usize]).collect()
        };
        let column = |column: Column| Column {
            ours: kept(&column.ours, &our_firsts),
            theirs: kept(&column.theirs, &their_firsts),
        };
        columns.into_iter().map(column).collect()
    }

    /// Of every position of a side: the first of its images.
    fn images(&self, side: usize) -> Vec<u32> {
        let places = self.places(side);
        let turn = if side == 0 { self.us() } else { !self.us() };
        let first = |position| {
            let images = Symmetry::ALL.iter().map(|by| by.apply_position(&position));
            images.map(|image| self.place(side, &places, &image)).min()
        };
        self.positions(turn)
            .map(|position| first(position).unwrap_or(NOWHERE))
            .collect()
    }
}

/// New numbers for positions by their first images, and the first images.
fn numbered(images: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut places, mut firsts) = (Vec::with_capacity(images.len()), Vec::new());
    for (at, image) in (0..).zip(images) {
        // A first image has its number before any other position of it.
        let place = match *image == at {
            true => {
                firsts.push(at);
                firsts.len() as u32 - 1
            }
            false => places[*image as usize],
        };
        places.push(place);
    }
    (places, firsts)
}
