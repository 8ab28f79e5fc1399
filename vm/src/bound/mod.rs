//! Bounds of a function's value while men are still to be placed.
//!
//! A proof looks for the positions that fit a condition. Of most of them a few men's squares say already that the condition is false, wherever the
//! others stand; [`crate::Engine::may_hold`] says so from the function's own instructions, over words that are known in part:
//!
//! ```text
//!   a board    must ⊆ set ⊆ may, with `least` to `most` squares: a man that is not placed is one square of those where he may stand
//!   a number   low ≤ n ≤ high; a truth is a number, 0 or 1
//!   a word     a side or a designation, known or not
//! ```
//!
//! Soundness: each operation's result holds whatever its operands hold within their bounds, and where ways meet again bounds only widen. So a condition
//! that cannot be true is false in every position whose men stand within the bounds. Words that look at a position (attacks, legal moves, zones) are
//! unknown here, and where an instruction may stop the evaluation nothing is said.

mod evaluation;

use adv_chess::geometry;

/// All squares.
const ALL: u64 = u64::MAX;
/// The distance where one board is empty.
const FAR: i64 = 99;

/// A word that is known in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordBound {
    /// A word of which nothing is known.
    Any,
    /// A side or a designation.
    Word(u64),
    /// A number or a truth, from the first to the second.
    Number(i64, i64),
    /// A set of squares (a1 = bit 0).
    Board(Squares),
}

/// A set of squares that is known in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The squares that are in it.
    must: u64,
    /// The squares that may be in it; these are among them.
    may: u64,
    /// How many squares it has at least.
    least: u32,
    /// How many it has at most.
    most: u32,
}

impl Squares {
    /// Nothing is known.
    const ANY: Squares = Squares {
        must: 0,
        may: ALL,
        least: 0,
        most: 64,
    };

    /// A set of `least` to `most` squares with those of `must`, all of them in `may`.
    pub fn new(must: u64, may: u64, least: u32, most: u32) -> Squares {
        let may = may | must;
        let least = least.max(must.count_ones());
        let most = most.min(may.count_ones());
        let (must, may) = match () {
            () if least == may.count_ones() => (may, may),
            () if most == must.count_ones() => (must, must),
            () => (must, may),
        };
        Squares {
            must,
            may,
            least,
            most,
        }
    }

    /// A set that is known.
    pub fn exactly(set: u64) -> Squares {
        Squares::new(set, set, 0, 64)
    }

    /// As many squares as there are men of a kind: those of `must` and others of `may`.
    pub fn of_men(must: u64, may: u64, count: u32) -> Squares {
        Squares::new(must, may, count, count)
    }

    fn exact(self) -> Option<u64> {
        (self.must == self.may).then_some(self.must)
    }

    /// Both sets together; `apart` where they have no square in common.
    fn union(self, other: Squares, apart: bool) -> Squares {
        let least = match apart {
            true => self.least + other.least,
            false => self.least.max(other.least),
        };
        Squares::new(
            self.must | other.must,
            self.may | other.may,
            least,
            self.most + other.most,
        )
    }

    fn intersection(self, other: Squares) -> Squares {
        let most = self.most.min(other.most);
        // As many as must be in both, whichever they are.
        let both = (self.may | other.may).count_ones();
        let least = (self.least + other.least).saturating_sub(both);
        Squares::new(self.must & other.must, self.may & other.may, least, most)
    }

    fn complement(self) -> Squares {
        Squares::new(
            !self.may,
            !self.must,
            64 - self.most,
            64u32.saturating_sub(self.least),
        )
    }

    /// The image under an operation that loses no square where its operand gains one, and makes something of every square.
    fn grown(self, grow: impl Fn(u64) -> u64) -> Squares {
        let least = u32::from(self.least > 0);
        Squares::new(grow(self.must), grow(self.may), least, 64)
    }

    /// The first file or rank of its squares, -1 where it has none.
    fn first(self, line: impl Fn(u64) -> i32) -> WordBound {
        let last = |set: u64| {
            let each = adv_chess::squares::each(set).map(|square| line(1 << square));
            i64::from(each.max().unwrap_or(-1))
        };
        let low = match self.least {
            0 => -1,
            _ => i64::from(line(self.may)),
        };
        let high = match self.must {
            0 => last(self.may),
            must => i64::from(line(must)),
        };
        WordBound::Number(low, high)
    }

    /// How far the nearest squares of both are apart, in steps of which `most` are the most between two squares.
    fn distance(self, other: Squares, most: i64, steps: impl Fn(u64, u64) -> i64) -> WordBound {
        let low = steps(self.may, other.may);
        let high = match () {
            () if self.must != 0 && other.must != 0 => steps(self.must, other.must),
            () if self.least == 0 || other.least == 0 => FAR,
            () => most,
        };
        WordBound::Number(low, high.max(low))
    }

    fn count(self) -> WordBound {
        WordBound::Number(self.least.into(), self.most.into())
    }

    /// The one square of a file and a rank, of which each may be one of some or none.
    fn crossing(self, ranks: Squares) -> Squares {
        let least = u32::from(self.least > 0 && ranks.least > 0);
        Squares::new(0, self.may & ranks.may, least, 1)
    }

    /// True where it may be the same set as another.
    fn may_be(self, other: Squares) -> bool {
        let common = (self.may & other.may).count_ones();
        self.must & !other.may == 0
            && other.must & !self.may == 0
            && self.least.max(other.least) <= self.most.min(other.most).min(common)
    }

    /// The truth that it is a subset of another.
    fn lies_in(self, other: Squares) -> WordBound {
        let common = (self.may & other.may).count_ones().min(other.most);
        let may = self.must & !other.may == 0 && self.least <= common;
        truth(self.may & !other.must != 0 && self.most > 0, may)
    }
}

/// A truth that may be both, or one of them.
fn truth(may_be_false: bool, may_be_true: bool) -> WordBound {
    WordBound::Number(i64::from(!may_be_false), i64::from(may_be_true))
}

/// A truth of which nothing is known.
const UNDECIDED: WordBound = WordBound::Number(0, 1);

impl WordBound {
    /// A set that is known.
    fn set(set: u64) -> WordBound {
        WordBound::Board(Squares::exactly(set))
    }

    /// A number that is known.
    const fn number(n: i64) -> WordBound {
        WordBound::Number(n, n)
    }

    /// The word, where it is known.
    fn exact(self) -> Option<u64> {
        match self {
            WordBound::Any => None,
            WordBound::Word(word) => Some(word),
            WordBound::Number(low, high) => (low == high).then_some(low.cast_unsigned()),
            WordBound::Board(squares) => squares.exact(),
        }
    }

    fn squares(self) -> Squares {
        match self {
            WordBound::Board(squares) => squares,
            _ => Squares::ANY,
        }
    }

    const fn range(self) -> (i64, i64) {
        match self {
            WordBound::Number(low, high) => (low, high),
            _ => (i64::MIN, i64::MAX),
        }
    }

    /// False and true, each if it may be that.
    fn truths(self) -> (bool, bool) {
        let (low, high) = self.range();
        (low <= 0, high > 0)
    }

    /// What may be either of two.
    fn or(self, other: WordBound) -> WordBound {
        match (self, other) {
            _ if self == other => self,
            (WordBound::Number(a, b), WordBound::Number(c, d)) => {
                WordBound::Number(a.min(c), b.max(d))
            }
            (WordBound::Board(a), WordBound::Board(b)) => WordBound::Board(Squares::new(
                a.must & b.must,
                a.may | b.may,
                a.least.min(b.least),
                a.most.max(b.most),
            )),
            _ => WordBound::Any,
        }
    }

    /// Equality of two words of one type.
    fn equals(self, other: WordBound) -> WordBound {
        if let (Some(a), Some(b)) = (self.exact(), other.exact()) {
            return WordBound::number(i64::from(a == b));
        }
        match (self, other) {
            (WordBound::Board(a), WordBound::Board(b)) => truth(true, a.may_be(b)),
            (WordBound::Number(a, b), WordBound::Number(c, d)) => truth(true, a <= d && c <= b),
            _ => UNDECIDED,
        }
    }

    /// The negation of a truth.
    fn not(self) -> WordBound {
        let (may_be_false, may_be_true) = self.truths();
        truth(may_be_true, may_be_false)
    }

    /// The truth that a number is less than another.
    fn below(self, other: WordBound) -> WordBound {
        let ((a, b), (c, d)) = (self.range(), other.range());
        truth(b >= c, a < d)
    }

    /// A number of two, computed by a function that is monotone in each, rising or falling.
    fn of_ends(self, other: WordBound, compute: impl Fn(i64, i64) -> i64) -> WordBound {
        let ((a, b), (c, d)) = (self.range(), other.range());
        let ends = [compute(a, c), compute(a, d), compute(b, c), compute(b, d)];
        let (low, high) = ends.iter().fold((i64::MAX, i64::MIN), |(low, high), &end| {
            (low.min(end), high.max(end))
        });
        WordBound::Number(low, high)
    }

    fn abs(self) -> WordBound {
        let (low, high) = self.range();
        let (a, b) = (low.saturating_abs(), high.saturating_abs());
        let least = if low <= 0 && high >= 0 { 0 } else { a.min(b) };
        WordBound::Number(least, a.max(b))
    }

    /// The squares of the lines, of eight, whose numbers it may be.
    fn lines(self, line: impl Fn(i64) -> u64) -> Squares {
        let (low, high) = self.range();
        let may = (low.max(0)..=high.min(7)).fold(0, |set, n| set | line(n));
        match self.exact() {
            Some(_) => Squares::exactly(may),
            None => Squares::new(0, may, if low >= 0 && high <= 7 { 8 } else { 0 }, 8),
        }
    }

    fn dist(self, other: WordBound) -> WordBound {
        let steps = |a, b| i64::from(geometry::dist(a, b));
        self.squares().distance(other.squares(), 7, steps)
    }

    fn manhattan(self, other: WordBound) -> WordBound {
        let steps = |a, b| i64::from(geometry::manhattan(a, b));
        self.squares().distance(other.squares(), 14, steps)
    }
}
