//! The line around a set of squares, drawn a little inside of it, so that the lines of several sets run side by side.
//!
//! ```text
//!   ┌───────┐ . .
//!   │ ╭───╮ │ .      squares with their sides; the line turns at convex corners before the edge, and at concave ones after it
//!   │ │   ╰─┼──────┐
//!   │ ╰─────┼────╮ │
//! ```

use std::fmt::Write as _;

use adv_chess::squares::{each, file_of, rank_of};

/// SVG path of the line around a set. Squares are `cell` wide, a8 or (flipped) h1 at the top left; the line runs `inset` inside.
pub(crate) fn contour(squares: u64, cell: f64, inset: f64, flipped: bool) -> String {
    let seen = |column: i8, row: i8| {
        if !(0..8).contains(&column) || !(0..8).contains(&row) {
            return false;
        }
        let (file, rank) = if flipped {
            (7 - column, row)
        } else {
            (column, 7 - row)
        };
        squares >> (rank * 8 + file) & 1 == 1
    };
    let mut path = String::new();
    for square in each(squares) {
        let (column, row) = cell_of(square, flipped);
        let (left, top) = (f64::from(column) * cell, f64::from(row) * cell);
        // The four sides: from where to where, and the step across the side.
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            if seen(column + dx, row + dy) {
                continue;
            }
            // Along the side, in the direction that has the square on its right.
            let (ax, ay) = (-dy, dx);
            let end = |sign: i8| {
                let (sx, sy) = (ax * sign, ay * sign);
                let beside = seen(column + sx, row + sy);
                let across = seen(column + sx + dx, row + sy + dy);
                let reach = match (beside, across) {
                    (false, _) => cell / 2.0 - inset,
                    (true, false) => cell / 2.0,
                    (true, true) => cell / 2.0 + inset,
                };
                let depth = cell / 2.0 - inset;
                (
                    left + cell / 2.0 + f64::from(sx) * reach + f64::from(dx) * depth,
                    top + cell / 2.0 + f64::from(sy) * reach + f64::from(dy) * depth,
                )
            };
            let ((x1, y1), (x2, y2)) = (end(-1), end(1));
            let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
        }
    }
    path
}

/// Column and row of a square as drawn, both from the top left.
pub(crate) fn cell_of(square: u8, flipped: bool) -> (i8, i8) {
    let (file, rank) = (file_of(square) as i8, rank_of(square) as i8);
    if flipped {
        (7 - file, rank)
    } else {
        (file, 7 - rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_square_has_four_sides_and_two_squares_six() {
        let sides = |squares: u64| contour(squares, 10.0, 1.0, false).matches('M').count();
        assert_eq!(sides(1), 4);
        assert_eq!(sides(0b11), 6);
        assert_eq!(sides(!0), 32);
        assert_eq!(
            contour(1 << 56, 10.0, 1.0, false),
            "M1 1L9 1M9 1L9 9M9 9L1 9M1 9L1 1"
        );
    }

    #[test]
    fn a_flipped_board_begins_with_h1() {
        assert_eq!(cell_of(7, true), (0, 0));
        assert_eq!(cell_of(56, false), (0, 0));
    }
}
