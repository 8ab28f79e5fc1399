//! Arithmetic on squares for the programs by hand: what their goals are made of.
//!
//! A square is a number, a1 = 0, b1 = 1, h8 = 63, as both chess libraries have it; a set of squares is a word with a bit for each.
//! Nothing of our own crates is used, so that a mistake there would show as a difference.

/// The files a and h, the first and the last rank.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// File of a square, 0..7.
#[inline(always)]
pub const fn file(square: u8) -> i32 {
    (square & 7) as i32
}

/// Rank of a square, 0..7.
#[inline(always)]
pub const fn rank(square: u8) -> i32 {
    (square >> 3) as i32
}

/// The set of one square.
#[inline(always)]
pub const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// King moves from one square to another.
#[inline(always)]
pub const fn dist(a: u8, b: u8) -> i32 {
    let files = (file(a) - file(b)).abs();
    let ranks = (rank(a) - rank(b)).abs();
    if files > ranks { files } else { ranks }
}

/// Files plus ranks from one square to another.
#[inline(always)]
pub const fn manhattan(a: u8, b: u8) -> i32 {
    (file(a) - file(b)).abs() + (rank(a) - rank(b)).abs()
}

/// A number lies strictly between two others.
#[inline(always)]
pub const fn between(a: i32, x: i32, b: i32) -> bool {
    (a < x && x < b) || (b < x && x < a)
}

/// On the rim.
#[inline(always)]
pub const fn on_edge(square: u8) -> bool {
    0xff81_8181_8181_81ff_u64 >> square & 1 != 0
}

/// All squares of a file.
#[inline(always)]
pub const fn whole_file(file: i32) -> u64 {
    FILE_A << file
}

/// All squares of a rank.
#[inline(always)]
pub const fn whole_rank(rank: i32) -> u64 {
    0xff << (8 * rank)
}

/// The squares one king step from those of a set.
#[inline(always)]
pub const fn around(set: u64) -> u64 {
    let aside = ((set & !FILE_A) >> 1) | ((set & !FILE_H) << 1);
    let row = set | aside;
    aside | row << 8 | row >> 8
}

/// The squares of a set.
#[inline(always)]
pub fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The only square of a set; 64 for the empty one.
#[inline(always)]
pub const fn only(set: u64) -> u8 {
    set.trailing_zeros() as u8
}
