//! A reader for Gaviota tables of three men, whose author (Miguel A. Ballicora) made them by a program of
//! his own: distances to mate that know nothing of ours.
//!
//! ```text
//! offset     content
//!      0     eight words of 32 bits that are not needed here
//!     32     the length of what comes before the first block, and a word that is not needed
//!     40     for each block its offset in the file, and the end of the last one; words of 32 bits
//!      …     blocks: a byte that tells of a filter, a byte 0, then an LZMA stream with its own header of
//!            13 bytes
//!
//! a block    16,384 entries of one byte; first those with the stronger side to move, then the others
//! an entry   bits 0 and 1: 0 drawn, 1 the stronger side mates, 3 no position
//!            bits 2 to 7: moves to mate, one less where the stronger side is to move
//! ```
//!
//! The filter is one for machine code and touches nothing where no byte is E8 or E9, which three men never
//! need.
//!
//! The stronger side is White with one man beside its king. Which entry is whose:
//!
//! ```text
//! a piece    pair of kings * 64 + piece; the pairs are those with the black king in the triangle a1, d1,
//!            d4, and the white one not above the diagonal where the black one stands on it: 462
//! a pawn     (pawn * 64 + white king) * 64 + black king; the pawn on the files a to d, from a7 down
//! ```

use std::fs;
use std::path::Path;

use adv_chess::squares::{file_of, first, rank_of};
use adv_chess::{Color, Position, Role};
use adv_truth::{Outcome, Worth};

const ENTRIES_PER_BLOCK: usize = 16 * 1024;
const KING_PAIRS: usize = 462;
const NO_PAIR: usize = usize::MAX;

/// The entries of one class, by the side to move.
pub struct Gaviota {
    man: Role,
    /// By the black and the white king's square.
    pairs: Vec<usize>,
    entries: [Vec<u8>; 2],
}

impl Gaviota {
    /// Reads the table of king and man against king.
    pub fn read(file: &Path, man: Role) -> Gaviota {
        let bytes = fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let word = |at: usize| -> usize {
            let word = bytes[at..at + 4].try_into().expect("four bytes");
            u32::from_le_bytes(word) as usize
        };
        let offsets: Vec<usize> = (40..word(32)).step_by(4).map(word).collect();
        let blocks: Vec<Vec<u8>> = offsets
            .windows(2)
            .map(|pair| unpack(&bytes[pair[0]..pair[1]]))
            .collect();
        let length = match man {
            Role::Pawn => 24 * 64 * 64,
            _ => KING_PAIRS * 64,
        };
        let (white, black) = blocks.split_at(length.div_ceil(ENTRIES_PER_BLOCK));
        let entries = [white.concat(), black.concat()];
        assert_eq!(entries.each_ref().map(Vec::len), [length; 2]);
        Gaviota {
            man,
            pairs: pairs(),
            entries,
        }
    }

    /// The value of a position of the class.
    pub fn worth(&self, position: &Position) -> Worth {
        let square = |color, role| first(position.pieces(color, role)).expect("the man is there");
        let white = square(Color::White, Role::King);
        let black = square(Color::Black, Role::King);
        let man = square(Color::White, self.man);
        let number = match self.man {
            Role::Pawn => pawn_number(man, white, black),
            _ => self.piece_number(man, white, black),
        };
        let byte = self.entries[position.turn().index()][number];
        let moves = u32::from(byte >> 2);
        match (byte & 3, position.turn()) {
            (0, _) => {
                assert_eq!(moves, 0, "three men are mated in fewer than 64 moves");
                Worth::from(Outcome::Draw)
            }
            (1, Color::White) => Worth {
                outcome: Outcome::Win,
                plies: Some(2 * (moves + 1) - 1),
            },
            (1, Color::Black) => Worth {
                outcome: Outcome::Loss,
                plies: Some(2 * moves),
            },
            (other, _) => panic!("{position:?} has the entry {other}"),
        }
    }

    fn piece_number(&self, man: u8, white: u8, black: u8) -> usize {
        let mut squares = [black, white, man];
        if file_of(squares[0]) > 3 {
            squares = squares.map(|square| square ^ 7);
        }
        if rank_of(squares[0]) > 3 {
            squares = squares.map(|square| square ^ 56);
        }
        if is_above(squares[0]) || is_on(squares[0]) && is_above(squares[1]) {
            squares = squares.map(|square| square % 8 * 8 + square / 8);
        }
        let [black, white, man] = squares.map(usize::from);
        let pair = self.pairs[black * 64 + white];
        assert_ne!(pair, NO_PAIR);
        pair * 64 + man
    }
}

/// The numbers of the pairs of kings.
fn pairs() -> Vec<usize> {
    let mut pairs = vec![NO_PAIR; 64 * 64];
    let mut next = 0;
    for black in (0..32).filter(|square| file_of(*square) < 4 && !is_above(*square)) {
        for white in 0..64 {
            let files = file_of(black).abs_diff(file_of(white));
            let ranks = rank_of(black).abs_diff(rank_of(white));
            if files.max(ranks) > 1 && !(is_on(black) && is_above(white)) {
                pairs[usize::from(black) * 64 + usize::from(white)] = next;
                next += 1;
            }
        }
    }
    assert_eq!(next, KING_PAIRS);
    pairs
}

/// On the side of the diagonal from a1 to h8 where a8 is.
fn is_above(square: u8) -> bool {
    rank_of(square) > file_of(square)
}

fn is_on(square: u8) -> bool {
    rank_of(square) == file_of(square)
}

fn pawn_number(pawn: u8, white: u8, black: u8) -> usize {
    let flip = if file_of(pawn) > 3 { 7 } else { 0 };
    let [pawn, white, black] = [pawn, white, black].map(|square| usize::from(square ^ flip));
    // Four files of six ranks, from the seventh down.
    let place = (6 - pawn / 8) * 4 + pawn % 8;
    (place * 64 + white) * 64 + black
}

fn unpack(block: &[u8]) -> Vec<u8> {
    let Some(([0..=2, 0], mut stream)) = block.split_first_chunk() else {
        panic!("a block begins with two small bytes")
    };
    let mut entries = Vec::new();
    lzma_rs::lzma_decompress(&mut stream, &mut entries).expect("the stream is sound");
    assert!(!entries.iter().any(|byte| matches!(byte, 0xe8 | 0xe9)));
    entries
}
