//! A second reading of the library's words for patterns (`std.structure`, `std.attack`, `std.placement`, and `PINS`), for tests only.
//!
//! Each word is read once more from its definition, with loops over 64 squares and no sets, shifts or masks. A side always looks up its own board: rank
//! 0 is its own first rank, so that a slip about colours in the library shows.
//!
//! ```text
//!   the word's text, "BACKWARD(s)" ── the language ── the machine ─┐
//!                                                                   compare, for both sides, over thousands of positions
//!   the same word here ── loops over a `ReadSeen` ─────────────────────┘
//! ```

mod attacks;
mod pawns;
mod pieces;

use adv_chess::Role;
use shakmaty::{Chess, Color, Position, Square};

/// What a word answers: a set of squares with a1 as bit 0, a number, or a truth value as 0 or 1.
pub type ReadAnswer = u64;

/// A word of the library, as the language writes it and as it is read here.
pub struct Word {
    /// The expression, with `s` for the side that is meant and `t` for the other one.
    pub text: &'static str,
    /// `board`, `number` or `descriptor`.
    pub kind: &'static str,
    /// The same with loops.
    pub answer: fn(&ReadSeen) -> ReadAnswer,
}

/// A word about one square, which is called `x` in its expression.
pub struct SquareWord {
    /// The expression, a board.
    pub text: &'static str,
    /// The same with loops, for the square of a file and a rank.
    pub answer: fn(&ReadSeen, i32, i32) -> ReadAnswer,
}

/// A man on the board of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadMan {
    /// It belongs to the side that looks.
    pub own: bool,
    /// What it is.
    pub role: Role,
}

/// A position as one side looks at it: files 0 to 7 from the a-file, ranks 0 to 7 from its own first rank.
#[derive(Clone, Debug)]
pub struct ReadSeen {
    men: [[Option<ReadMan>; 8]; 8],
    black: bool,
    to_move: bool,
    can_castle: bool,
}

impl ReadSeen {
    /// The position of a game, from one side.
    pub fn of(chess: &Chess, side: Color) -> ReadSeen {
        let mut men = [[None; 8]; 8];
        let black = side.is_black();
        for square in Square::ALL {
            if let Some(piece) = chess.board().piece_at(square) {
                let rank = square.rank() as usize;
                let rank = if black { 7 - rank } else { rank };
                men[square.file() as usize][rank] = Some(ReadMan {
                    own: piece.color == side,
                    role: Role::from_shakmaty(piece.role),
                });
            }
        }
        ReadSeen {
            men,
            black,
            to_move: chess.turn() == side,
            can_castle: chess.castles().has_color(side),
        }
    }

    /// The same position from the other side. Its castling rights are not known, and count as none.
    pub fn other(&self) -> ReadSeen {
        let mut men = [[None; 8]; 8];
        for (f, r) in squares() {
            men[f as usize][7 - r as usize] = self.at(f, r).map(|man| ReadMan {
                own: !man.own,
                role: man.role,
            });
        }
        ReadSeen {
            men,
            black: !self.black,
            to_move: !self.to_move,
            can_castle: false,
        }
    }

    /// The man on a square; none off the board.
    pub fn at(&self, f: i32, r: i32) -> Option<ReadMan> {
        if (0..8).contains(&f) && (0..8).contains(&r) {
            self.men[f as usize][r as usize]
        } else {
            None
        }
    }

    /// A man of the side that looks, of this kind.
    pub fn own(&self, f: i32, r: i32, role: Role) -> bool {
        self.at(f, r) == Some(ReadMan { own: true, role })
    }

    /// A man of the other side, of this kind.
    pub fn foe(&self, f: i32, r: i32, role: Role) -> bool {
        self.at(f, r) == Some(ReadMan { own: false, role })
    }

    /// Any man of the side that looks.
    pub fn mine(&self, f: i32, r: i32) -> bool {
        self.at(f, r).is_some_and(|man| man.own)
    }

    /// Any man of the other side.
    pub fn theirs(&self, f: i32, r: i32) -> bool {
        self.at(f, r).is_some_and(|man| !man.own)
    }

    /// The side that looks is to move.
    pub fn to_move(&self) -> bool {
        self.to_move
    }

    /// The side that looks may still castle, now or later.
    pub fn can_castle(&self) -> bool {
        self.can_castle
    }

    /// Where the king of the side that looks is.
    pub fn king(&self) -> Option<(i32, i32)> {
        squares().find(|&(f, r)| self.own(f, r, Role::King))
    }

    /// How many men of these kinds the side that looks has.
    pub fn count(&self, roles: &[Role]) -> u64 {
        self.count_where(|f, r| {
            self.at(f, r)
                .is_some_and(|man| man.own && roles.contains(&man.role))
        })
    }

    /// On how many squares a condition holds.
    pub fn count_where(&self, condition: impl Fn(i32, i32) -> bool) -> u64 {
        squares().filter(|&(f, r)| condition(f, r)).count() as u64
    }

    /// The squares on which a condition holds, as the machine writes a board.
    pub fn that(&self, condition: impl Fn(i32, i32) -> bool) -> ReadAnswer {
        let mut bits = 0;
        for (f, r) in squares() {
            if condition(f, r) {
                bits |= 1 << self.square(f, r);
            }
        }
        bits
    }

    /// The number of a square, a1 = 0, h8 = 63.
    pub fn square(&self, f: i32, r: i32) -> u32 {
        let rank = if self.black { 7 - r } else { r };
        (8 * rank + f) as u32
    }

    /// A square of the machine, as this side sees it.
    pub fn place(&self, square: u32) -> (i32, i32) {
        let rank = (square / 8) as i32;
        let rank = if self.black { 7 - rank } else { rank };
        ((square % 8) as i32, rank)
    }

    /// The other side has a queen or a rook.
    fn foe_has_major(&self) -> bool {
        squares().any(|(f, r)| self.foe(f, r, Role::Queen) || self.foe(f, r, Role::Rook))
    }
}

/// All squares as files and ranks.
pub fn squares() -> impl Iterator<Item = (i32, i32)> + Clone {
    (0..8).flat_map(|f| (0..8).map(move |r| (f, r)))
}

/// All words that are read here, but those about one square.
pub fn words() -> Vec<Word> {
    let mut all = pawns::words();
    all.extend(attacks::words());
    all.extend(pieces::words());
    all
}

/// All words about one square.
pub fn square_words() -> Vec<SquareWord> {
    attacks::square_words()
}

/// A board word.
fn board(text: &'static str, answer: fn(&ReadSeen) -> ReadAnswer) -> Word {
    let kind = "board";
    Word { text, kind, answer }
}

/// A number word.
fn number(text: &'static str, answer: fn(&ReadSeen) -> ReadAnswer) -> Word {
    let kind = "number";
    Word { text, kind, answer }
}

/// A descriptor word.
fn descriptor(text: &'static str, answer: fn(&ReadSeen) -> ReadAnswer) -> Word {
    let kind = "descriptor";
    Word { text, kind, answer }
}
