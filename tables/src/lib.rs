//! Distance to mate for every position of up to five men, made by going back from the mates; and distance to conversion of up to four.
//!
//! A player that knows these distances is the opponent that a strategy is measured against: it
//! resists as long as it can, and tells of each move whether it gave a win away. The way there is
//! Thompson's ("Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986):
//!
//! ```text
//! ply 0   every position in which the side to move is checkmated                   Loss(0)
//! ply 1   every position with a move to one of those                               Win(1)
//! ply 2   every position all of whose moves lead to positions that are won by now  Loss(2)
//! …       until nothing is added: what has no value then is a draw
//! ```
//!
//! Captures and promotions leave the class of positions with the same men. Their values are looked
//! up in the tables of the classes that they lead to, which are therefore made first.
//!
//! What the values mean, and what they leave out:
//!
//! - Both sides play best: the winner shortest, the loser longest. The fifty-move rule and repetition
//!   do not count.
//! - En passant counts. A pawn that can be captured so makes a position of its own, which has a
//!   number and a value like every other.
//! - Castling does not: a position in which a side may still castle has no value.
//! - Colours are exchanged where that makes White the stronger side, so that one table serves KRvK
//!   and KvKR.
//!
//! Distances to conversion, the next capture, promotion or mate, are made from the outcomes in the same way where they are asked for
//! ([`Tables::prepare_conversions`]). They are what the books mean by "the knight falls in 24 moves".
//!
//! Classes of five men with pawns of one side are made in slices ([`make_slice`]), one for each place of the pawns, and are read from where
//! the caller keeps them ([`Tables::attach`]).
//!
//! [`Tables::save`] returns a table as bytes and [`Tables::load`] reads it from bytes, so that the
//! caller can keep it in a file.
//!
//! Architecture invariant: this crate knows chess and nothing of advice, and does no input or output.
//!
//! ```
//! use adv_chess::{Material, Role, notation};
//! use adv_tables::{Dtm, Tables};
//!
//! // 4 . . . . . . . .      One of the hardest positions of king and rook against king:
//! // 3 . . k . . . . .      White mates in 16 moves, the last of 31 plies.
//! // 2 . R . . . . . .
//! // 1 K . . . . . . .
//! let position = notation::parse_fen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")?;
//! let mut tables = Tables::new();
//! tables.prepare(&Material::of(&position), &mut |_done, _total| {})?;
//! assert_eq!(tables.dtm(&position), Some(Dtm::Win(31)));
//! // The same with the colours exchanged needs no other table.
//! assert_eq!(tables.dtm(&position.mirror()), Some(Dtm::Win(31)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dtm;
mod error;

mod family;
mod numbering;

mod back;
mod conversion;
mod make;

mod file;
mod tables;

mod slices;

pub use dtm::Dtm;
pub use error::{LoadError, TableError};
pub use family::{family, oriented};
pub use file::Distance;
pub use slices::{
    LoadSlice, MAX_SLICED_MEN, PAGE, SliceFigures, SliceHead, SlicedClass, figures, make_slice,
    promoted,
};
pub use tables::{Class, MAX_MEN, Ranked, SliceValues, Tables, saved_len, work};
