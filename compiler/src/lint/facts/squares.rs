//! What a board can be in any legal position: the squares it may have, how many, and the men on them.

use crate::fold;
use crate::hir::{BoardRelation, Role};

/// The bit of an empty square among those of men.
const NO_MAN: u16 = 1 << 12;
/// Any man, and none.
const ALL_MEN: u16 = (1 << 13) - 1;
/// The most men of each role that a side can have.
const MOST_MEN: [i64; 6] = [1, 9, 10, 10, 10, 8];
/// The squares where pawns may be.
const PAWNS: u64 = 0x00ff_ffff_ffff_ff00;

/// The bit of a man.
const fn man(colour: usize, role: Role) -> u16 {
    1 << (colour * 6 + role.index())
}

/// Boards that an expression can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lint) struct Squares {
    /// No square is outside of these.
    pub may: u64,
    /// All of these are in it.
    pub must: u64,
    pub least: i64,
    pub most: i64,
    /// Men of the current position that can be on its squares, a bit for colour and role.
    pub(super) men: u16,
    /// Colours of kings that all of its squares are at most one step from, as bits; and of kings that none is.
    pub(super) near: u8,
    pub(super) far: u8,
}

impl Squares {
    pub const ANY: Squares = Squares {
        may: u64::MAX,
        must: 0,
        least: 0,
        most: 64,
        men: ALL_MEN,
        near: 0,
        far: 0,
    };
    pub const EMPTY: Squares = Squares {
        may: 0,
        most: 0,
        ..Squares::ANY
    };
    pub fn exact(may: u64) -> Squares {
        let must = may;
        Squares {
            must,
            ..Squares::within(may)
        }
        .settled()
    }

    /// One square of these.
    pub fn one(of: u64) -> Squares {
        let must = if of.is_power_of_two() { of } else { 0 };
        Squares {
            must,
            least: 1,
            most: 1,
            ..Squares::within(of)
        }
    }

    /// A board without squares outside of these.
    pub fn within(may: u64) -> Squares {
        Squares {
            may,
            ..Squares::ANY
        }
        .settled()
    }

    /// The men of a colour, of the current position or another one.
    pub fn men(colour: usize, role: Option<Role>, is_current: bool) -> Squares {
        let roles = Role::ALL
            .into_iter()
            .filter(|of| role.is_none_or(|role| role == *of));
        let men = roles.fold(0, |men, role| men | man(colour, role));
        let is_king = role == Some(Role::King);
        let squares = Squares {
            least: i64::from(role.is_none() || is_king),
            men,
            ..Squares::within(if role == Some(Role::Pawn) {
                PAWNS
            } else {
                u64::MAX
            })
        }
        .settled();
        match (is_current, is_king) {
            (false, _) => Squares {
                men: ALL_MEN,
                ..squares
            },
            (true, true) => squares.near(colour).far(1 - colour),
            (true, false) => squares,
        }
    }

    /// Men that the square of a move can have, of the side to move where that is known: none of its own, and no king.
    pub fn taken(turn: Option<usize>) -> u16 {
        let own = turn.map_or(0, |turn| 63 << (turn * 6));
        ALL_MEN & !(own | man(0, Role::King) | man(1, Role::King))
    }

    /// The squares of moves: of no man of the colour that moves.
    pub fn moves(colour: usize) -> Squares {
        Squares {
            men: ALL_MEN & !(63 << (colour * 6)),
            ..Squares::ANY
        }
    }

    pub const fn near(self, colour: usize) -> Squares {
        let near = self.near | 1 << colour;
        Squares { near, ..self }
    }

    pub const fn far(self, colour: usize) -> Squares {
        let far = self.far | 1 << colour;
        Squares { far, ..self }
    }

    /// The colour of the king that is all of it.
    pub fn king(&self) -> Option<usize> {
        (0..2).find(|colour| self.men == man(*colour, Role::King))
    }

    pub const fn is_empty(&self) -> bool {
        self.most == 0
    }

    /// True where all of it is far from a king that is all of the other.
    pub fn is_far_from(&self, other: &Squares) -> bool {
        other.king().is_some_and(|king| self.far & 1 << king != 0)
    }

    fn settled(mut self) -> Squares {
        if self.men & NO_MAN == 0 {
            let bits = (0..12).filter(|bit| self.men >> bit & 1 != 0);
            self.most = self.most.min(bits.map(|bit| MOST_MEN[bit % 6]).sum());
        }
        self.most = self.most.min(i64::from(self.may.count_ones()));
        if self.most == 0 || self.men == 0 || self.near & self.far != 0 {
            return Squares::EMPTY;
        }
        let must = i64::from(self.must.count_ones());
        self.least = self.least.max(must).min(self.most);
        self
    }

    pub fn and(&self, other: &Squares) -> Squares {
        Squares {
            may: self.may & other.may,
            must: self.must & other.must,
            least: 0,
            most: self.most.min(other.most),
            men: self.men & other.men,
            near: self.near | other.near,
            far: self.far | other.far,
        }
        .settled()
    }

    /// The squares of both boards together.
    pub fn with(&self, other: &Squares) -> Squares {
        Squares {
            must: self.must | other.must,
            least: self.least.max(other.least),
            most: self.most + other.most,
            ..self.or(other)
        }
        .settled()
    }

    /// One board or the other.
    pub fn or(&self, other: &Squares) -> Squares {
        let (must, least) = (self.must & other.must, self.least.min(other.least));
        match (self.is_empty(), other.is_empty()) {
            (true, _) => Squares {
                must,
                least,
                ..*other
            },
            (_, true) => Squares {
                must,
                least,
                ..*self
            },
            _ => Squares {
                may: self.may | other.may,
                must,
                least,
                most: self.most.max(other.most),
                men: self.men | other.men,
                near: self.near & other.near,
                far: self.far & other.far,
            },
        }
    }

    pub fn without(&self, other: &Squares) -> Squares {
        Squares {
            may: self.may & !other.must,
            must: self.must & !other.may,
            least: (self.least - other.most).max(0),
            ..*self
        }
        .settled()
    }

    /// The smallest and the largest file or rank of its squares.
    pub fn lines(&self, is_rank: bool) -> (i64, i64) {
        let squares = (0..64_u32).filter(|square| self.may >> square & 1 != 0);
        let lines = squares.map(|square| i64::from(if is_rank { square / 8 } else { square % 8 }));
        let low = lines.clone().min().filter(|_| self.least > 0);
        let high = lines.max().unwrap_or(fold::NOTHING);
        (low.unwrap_or(fold::NOTHING), high)
    }

    /// Names the reason that keeps two boards apart that can both have squares; `None` where nothing does.
    pub fn apart(&self, other: &Squares) -> Option<&'static str> {
        let both = [self, other];
        if both.iter().any(|of| of.is_empty()) || !self.and(other).is_empty() {
            return None;
        }
        Some(if self.men & other.men == 0 {
            "two men are never on one square"
        } else if self.may & other.may != 0 {
            "the kings are never side by side"
        } else if both.iter().any(|of| of.may == PAWNS) {
            "no pawn is on the first or the last rank"
        } else {
            "they have no square in common"
        })
    }

    /// Decides a relation of two boards, where it is the same in every position.
    pub fn related(&self, relation: BoardRelation, other: &Squares) -> Option<bool> {
        let known = |holds: bool, fails: bool| (holds || fails).then_some(holds);
        let is_apart = self.and(other).is_empty();
        let is_within = self.is_empty() || self.may & !other.must == 0;
        let is_out =
            is_apart && self.least > 0 || self.must & !other.may != 0 || self.least > other.most;
        let is_exact = self.may == self.must && other.may == other.must;
        let differs = is_out || is_apart && other.least > 0 || other.must & !self.may != 0;
        let equal = known(
            is_exact && self.may == other.may,
            is_exact && self.may != other.may || differs || self.most < other.least,
        );
        match relation {
            BoardRelation::Eq => equal,
            BoardRelation::Ne => equal.map(|equal| !equal),
            BoardRelation::Subset => known(is_within, is_out),
            BoardRelation::ProperSubset => known(
                is_within && self.most < other.least,
                is_out || self.least >= other.most,
            ),
            BoardRelation::In => known(is_within && self.least > 0, is_out || is_apart),
            BoardRelation::Disjoint => known(is_apart, self.must & other.must != 0),
        }
    }
}
