//! What compiled code looks up by the number of a square, 64 standing for a man who is off the board.
//!
//! Small tables that stay in the first cache: together they are less than 10 KB, and a function touches a few lines of them.

use adv_chess::geometry;

/// One more than a square's number: the place of what is off the board.
pub(crate) const PLACES: usize = 65;

/// The tables that every compiled function shares.
#[repr(C, align(64))]
pub(crate) struct Tables {
    /// King moves from a man, who may be off the board, to a square: `dist[man][square]`.
    pub(crate) dist: [[u8; 64]; PLACES],
    /// Files plus ranks, likewise.
    pub(crate) manhattan: [[u8; 64]; PLACES],
    /// The squares one king step away; of nothing none.
    pub(crate) around: [u64; PLACES],
}

pub(crate) static TABLES: Tables = Tables {
    dist: distances(false),
    manhattan: distances(true),
    around: {
        let mut table = [0; PLACES];
        let mut square = 0;
        while square < 64 {
            table[square] = geometry::neighbours(1 << square);
            square += 1;
        }
        table
    },
};

const fn distances(sum: bool) -> [[u8; 64]; PLACES] {
    let mut table = [[geometry::FAR as u8; 64]; PLACES];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = (from as u8 & 7).abs_diff(to as u8 & 7);
            let ranks = (from as u8 >> 3).abs_diff(to as u8 >> 3);
            table[from][to] = if sum {
                files + ranks
            } else if files > ranks {
                files
            } else {
                ranks
            };
            to += 1;
        }
        from += 1;
    }
    table
}

/// A table of what a function answers for each single square and for none; its numbers fit into a byte.
pub(crate) fn by_square(answer: impl Fn(u64) -> i32) -> Option<Box<[u8; PLACES]>> {
    let mut table = Box::new([0; PLACES]);
    for (square, place) in table.iter_mut().enumerate() {
        let set = if square < 64 { 1 << square } else { 0 };
        *place = u8::try_from(answer(set)).ok()?;
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::TABLES;
    use adv_chess::geometry;

    #[test]
    fn the_tables_agree_with_the_geometry() {
        let set = |square: usize| if square < 64 { 1u64 << square } else { 0 };
        for man in 0..65 {
            assert_eq!(TABLES.around[man], geometry::neighbours(set(man)));
            for square in 0..64 {
                let (a, b) = (set(man), set(square));
                let dist = i32::from(TABLES.dist[man][square]);
                let manhattan = i32::from(TABLES.manhattan[man][square]);
                assert_eq!(
                    (dist, manhattan),
                    (geometry::dist(a, b), geometry::manhattan(a, b))
                );
            }
        }
    }
}
