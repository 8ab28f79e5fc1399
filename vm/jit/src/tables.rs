//! What compiled code looks up by the number of a square, where 64 means that the man is off the board.
//!
//! Small tables that stay in the first cache: together they are less than 23 KB, and a function touches a few lines of them.

use std::sync::Arc;

use adv_chess::geometry;

/// One more than a square's number: the place of what is off the board.
pub(crate) const PLACES: usize = 65;

/// The tables that every compiled function shares.
#[repr(C, align(64))]
pub(crate) struct Tables {
    /// King moves from a man, who may be off the board, to a square: `dist[man][square]`. The code may also look
    /// up 64 for a square whose value it does not use, so there is a row more.
    pub(crate) dist: [[u8; 64]; PLACES + 1],
    /// Files plus ranks, likewise.
    pub(crate) manhattan: [[u8; 64]; PLACES + 1],
    /// How a man, who may be off the board, is related to a square: [`STRAIGHT`] and so on, 0 in no way.
    pub(crate) stands: [[u8; 64]; PLACES + 1],
    /// The squares one king step away; of nothing none.
    pub(crate) around: [u64; PLACES],
    /// The squares that a pawn of White or Black attacks; of nothing none.
    pub(crate) pawn: [[u64; PLACES]; 2],
    /// The squares where a lone king cannot be sure to be safe from a man by role K Q R B N, whatever is between: the man's own
    /// square and all that it attacks on the empty board.
    pub(crate) unsafe_from: [[u64; PLACES]; 5],
    /// The file, the diagonal towards h8 and the one towards h1 through a square, the square left out.
    pub(crate) lines: [[u64; PLACES]; 3],
    /// The squares of a rank that a slider on a file attacks, by the men on the six inner squares: `along_rank[men][file]`.
    pub(crate) along_rank: [[u8; 8]; 64],
    /// All squares of the files strictly between two files, by eight times the one plus the other.
    pub(crate) files_between: [u64; 64],
    /// All squares of the ranks strictly between two ranks.
    pub(crate) ranks_between: [u64; 64],
    /// All squares of the files from one to another.
    pub(crate) files_spanned: [u64; 64],
    /// All squares of the ranks from one to another.
    pub(crate) ranks_spanned: [u64; 64],
}

/// On one file or rank.
pub(crate) const STRAIGHT: u8 = 1;
/// On one diagonal.
pub(crate) const DIAGONAL: u8 = 2;
/// A knight's move apart.
pub(crate) const LEAP: u8 = 4;
/// A king's move apart.
pub(crate) const STEP: u8 = 8;

/// How a man by role K Q R B N is related to what it attacks on the empty board.
pub(crate) const ATTACKS: [u8; 5] = [STEP, STRAIGHT | DIAGONAL, STRAIGHT, DIAGONAL, LEAP];

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
    stands: STANDS,
    pawn: {
        let mut table = [[0; PLACES]; 2];
        let mut square = 0;
        while square < 64 {
            let (east, west) = (
                geometry::shift(1 << square, 1, 0),
                geometry::shift(1 << square, -1, 0),
            );
            table[0][square] = geometry::shift(east | west, 0, 1);
            table[1][square] = geometry::shift(east | west, 0, -1);
            square += 1;
        }
        table
    },
    unsafe_from: {
        let mut table = [[0; PLACES]; 5];
        let mut role = 0;
        while role < 5 {
            let mut man = 0;
            while man < 64 {
                let mut set = 1 << man;
                let mut square = 0;
                while square < 64 {
                    if STANDS[man][square] & ATTACKS[role] != 0 {
                        set |= 1 << square;
                    }
                    square += 1;
                }
                table[role][man] = set;
                man += 1;
            }
            role += 1;
        }
        table
    },
    lines: [line(0, 1), line(1, 1), line(1, -1)],
    along_rank: {
        let mut table = [[0; 8]; 64];
        let mut men = 0;
        while men < 64 {
            let mut file = 0;
            while file < 8 {
                table[men][file] = run(men << 1, file as i32, 1) | run(men << 1, file as i32, -1);
                file += 1;
            }
            men += 1;
        }
        table
    },
    files_between: spans(FILE_A, 1, false),
    ranks_between: spans(RANK_1, 8, false),
    files_spanned: spans(FILE_A, 1, true),
    ranks_spanned: spans(RANK_1, 8, true),
};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;

/// The squares from a file on in one direction, to the first of the men of a rank.
const fn run(men: usize, file: i32, step: i32) -> u8 {
    let mut set = 0;
    let mut at = file + step;
    while at >= 0 && at < 8 {
        set |= 1 << at;
        if men >> at & 1 == 1 {
            break;
        }
        at += step;
    }
    set
}

/// The line in a direction through each square, the square left out.
const fn line(dx: i32, dy: i32) -> [u64; PLACES] {
    let mut table = [0; PLACES];
    let mut square = 0;
    while square < 64 {
        let mut steps = -7;
        while steps <= 7 {
            if steps != 0 {
                table[square] |= geometry::shift(1 << square, dx * steps, dy * steps);
            }
            steps += 1;
        }
        square += 1;
    }
    table
}

/// The lines from one to another, with both or without, by eight times the one's number plus the other's.
const fn spans(first: u64, apart: usize, with: bool) -> [u64; 64] {
    let mut table = [0; 64];
    let mut pair = 0;
    while pair < 64 {
        let (a, b) = (pair / 8, pair % 8);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let mut at = low;
        while at <= high {
            if with || (at > low && at < high) {
                table[pair] |= first << (apart * at);
            }
            at += 1;
        }
        pair += 1;
    }
    table
}

const STANDS: [[u8; 64]; PLACES + 1] = {
    let mut table = [[0; 64]; PLACES + 1];
    let mut man = 0;
    while man < 64 {
        let mut square = 0;
        while square < 64 {
            let files = (man as u8 & 7).abs_diff(square as u8 & 7);
            let ranks = (man as u8 >> 3).abs_diff(square as u8 >> 3);
            let mut how = 0;
            if man != square {
                if files == 0 || ranks == 0 {
                    how |= STRAIGHT;
                }
                if files == ranks {
                    how |= DIAGONAL;
                }
                if files * ranks == 2 {
                    how |= LEAP;
                }
                if files <= 1 && ranks <= 1 {
                    how |= STEP;
                }
            }
            table[man][square] = how;
            square += 1;
        }
        man += 1;
    }
    table
};

const fn distances(sum: bool) -> [[u8; 64]; PLACES + 1] {
    let mut table = [[geometry::FAR as u8; 64]; PLACES + 1];
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
pub(crate) fn by_square(answer: impl Fn(u64) -> i32) -> Option<Arc<[u8; PLACES]>> {
    let mut table = [0; PLACES];
    for (square, place) in table.iter_mut().enumerate() {
        let set = if square < 64 { 1 << square } else { 0 };
        *place = u8::try_from(answer(set)).ok()?;
    }
    Some(Arc::new(table))
}

#[cfg(test)]
mod tests {
    use super::{ATTACKS, TABLES};
    use adv_chess::{Color, Position, Role, geometry};

    #[test]
    fn what_stands_in_line_is_attacked_on_the_empty_board() {
        for (index, role) in Role::ALL.into_iter().take(5).enumerate() {
            for man in 0..64u8 {
                let attacks = Position::EMPTY.attacks_from(Color::White, role, 1 << man);
                let man = usize::from(man);
                for square in 0..64 {
                    let stands = TABLES.stands[man][square] & ATTACKS[index] != 0;
                    assert_eq!(stands, attacks >> square & 1 == 1, "{role} {man} {square}");
                }
                assert_eq!(TABLES.unsafe_from[index][man], attacks | 1 << man);
            }
            assert_eq!(TABLES.unsafe_from[index][64], 0);
        }
        assert_eq!(TABLES.stands[64], [0; 64]);
        for color in Color::ALL {
            let pawn = TABLES.pawn[color.index()];
            for square in 0..64u8 {
                let attacks = Position::EMPTY.attacks_from(color, Role::Pawn, 1 << square);
                assert_eq!(pawn[usize::from(square)], attacks, "{color:?} {square}");
            }
            assert_eq!(pawn[64], 0);
        }
    }

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
