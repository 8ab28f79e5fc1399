//! The primitives: functions written in Rust, in one append-only table.
//!
//! The compiler takes names and types from here, the verifier arity and types, the machine dispatches on [`PrimId`], and the
//! reference's chapter on primitives is made from the last column. What each of them answers is in the crate `adv-primitives`. An
//! entry is never changed or taken out; new ones go to the end. Every primitive is total but the tablebase words
//! ([`PrimId::asks_oracle`]). Overloads by argument type are separate entries with one name.

use crate::types::Ty;

/// What a value of a primitive is computed from, beside its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Nothing: it is a function of words, and can be folded.
    Words,
    /// The board of a position.
    Board,
    /// The moves of a position, which have to be made; it is asked late.
    Moves,
    /// What a position is worth with best play, which an oracle has to tell.
    Worth,
}

/// One entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// The entry's number, which is its place in [`Primitive::ALL`].
    pub id: PrimId,
    /// The spelling in programs. Boards are in capitals, numbers and descriptors in small letters.
    pub name: &'static str,
    /// The registers' types. A zone is three of them: the squares of its men, its targets and its horizon in moves.
    pub params: &'static [Ty],
    /// The place in [`Primitive::params`] where a zone begins; `None` where it takes no zone.
    pub zone: Option<usize>,
    /// The result's type.
    pub result: Ty,
    /// What its value is computed from, beside its operands.
    pub basis: Basis,
    /// True where it looks at the position, so that a prefix makes a difference.
    pub reads_position: bool,
    /// Its cost in units of fuel, about one a simple instruction.
    pub cost: u32,
    /// What it may cost besides, at most, by how much there is to look at. It is charged after the answer is known.
    pub more: u32,
    /// What it answers, also on the empty board.
    pub doc: &'static str,
}

/// Units of fuel for each pair of a man and a square that a word of trajectories or zones looks at.
pub const PER_PAIR: u32 = 16;
/// Units of fuel for each attack of a zone.
pub const PER_ATTACK: u32 = 256;
/// The most that the pairs of a word cost: 32 men and 64 squares.
const PAIRS: u32 = 32 * 64 * PER_PAIR;
/// The most that a word of zones costs: every pair is an attack.
const ATTACKS: u32 = PAIRS + 32 * 64 * PER_ATTACK;

macro_rules! primitives {
    (@zone) => { None };
    (@zone $at:literal) => { Some($at) };
    ($($variant:ident $name:literal ($($p:ident)*) $r:ident $basis:ident $cost:literal
       $(+ $more:ident)? $(zone $zone:literal)? $doc:literal;)*) => {
        /// The number of a primitive.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum PrimId { $(#[doc = $doc] $variant,)* }

        impl Primitive {
            /// The table, in the order of the numbers.
            pub const ALL: &'static [Primitive] = &[$(Primitive {
                id: PrimId::$variant, name: $name, params: &[$(Ty::$p),*], result: Ty::$r,
                zone: primitives!(@zone $($zone)?),
                basis: Basis::$basis,
                reads_position: !matches!(Basis::$basis, Basis::Words), cost: $cost,
                more: 0 $(+ $more)?, doc: $doc,
            },)*];
        }
    };
}

primitives! {
    // variant     name          parameters            result  basis  cost  what it answers
    Count          "count"       (Board)               Number  Words  1     "the number of squares in a board";
    File           "file"        (Board)               Number  Words  1     "the file, a = 0 to h = 7; of several squares the smallest; -1 for the empty board";
    Rank           "rank"        (Board)               Number  Words  1     "the rank, first = 0 to eighth = 7; of several squares the smallest; -1 for the empty board";
    Dist           "dist"        (Board Board)         Number  Words  2     "king moves between the nearest squares of two boards; 99 where one is empty";
    Manhattan      "manhattan"   (Board Board)         Number  Words  2     "files plus ranks between the nearest squares of two boards; 99 where one is empty";
    Abs            "abs"         (Number)              Number  Words  1     "the size of a number without its sign";
    Sign           "sign"        (Number)              Number  Words  1     "-1, 0 or 1";
    FilesOf        "FILE"        (Board)               Board   Words  2     "all squares of the files of a board's squares";
    RanksOf        "RANK"        (Board)               Board   Words  2     "all squares of the ranks of a board's squares";
    LinesOf        "L"           (Board)               Board   Words  2     "SDL's line: all squares of the files of a board's squares, as `FILE`";
    RowsOf         "R"           (Board)               Board   Words  2     "SDL's rank: all squares of the ranks of a board's squares, as `RANK`";
    Diagonals      "DIAGONAL"    (Board)               Board   Words  4     "all squares of the diagonals in the direction a1-h8 through a board's squares";
    Antidiagonals  "ANTIDIAGONAL" (Board)              Board   Words  4     "all squares of the diagonals in the direction a8-h1 through a board's squares";
    FileAt         "FILE-AT"     (Number)              Board   Words  1     "the squares of the file with this number, 0 to 7; empty for other numbers";
    RankAt         "RANK-AT"     (Number)              Board   Words  1     "the squares of the rank with this number, 0 to 7; empty for other numbers";
    SquareAt       "SQUARE-AT"   (Number Number)       Board   Words  1     "the square on a file and a rank, each 0 to 7; empty off the board";
    Between        "BETWEEN"     (Board Board)         Board   Words  6     "the squares strictly between two squares on one rank, file or diagonal; empty where they are not in line";
    Rectangle      "RECTANGLE"   (Board Board)         Board   Words  4     "the smallest rectangle that holds both boards, edges included; empty where one is empty";
    FilesBetween   "FILES-BETWEEN" (Board Board)       Board   Words  4     "all squares of the files strictly between the files of two squares";
    RanksBetween   "RANKS-BETWEEN" (Board Board)       Board   Words  4     "all squares of the ranks strictly between the ranks of two squares";
    Around         "AROUND"      (Board)               Board   Words  2     "the squares one king step from a board's squares";
    Shift          "SHIFT"       (Board Number Number) Board   Words  3     "a board moved by files and ranks; what leaves the board is lost";
    Reach          "REACH"       (Board Board)         Board   Words  24    "the squares that king steps reach from a board, walking on the squares of another; the start included";
    ReachWithin    "REACH"       (Board Board Number)  Board   Words  24    "as `REACH` in at most so many steps";
    Steps          "steps"       (Board Board Board)   Number  Words  24    "king steps from a board to another on the squares of a third; 99 where there is no way";
    Map            "map"         (Piece Board Board)   Number  Words  24    "moves that a piece needs from a board to another on the empty board; 99 where it cannot";
    Moves          "MV"          (Piece)               Board   Moves  40    "the squares of a piece's legal moves, as if its side were to move";
    Step           "STEP"        (Piece)               Board   Board  4     "the squares of a piece's geometric steps, whatever is legal; lines end at the first man, and squares of own men are left out";
    AttacksPiece   "ATT"         (Piece)               Board   Board  6     "the squares that a piece attacks, own men included";
    AttacksSide    "ATT"         (Side)                Board   Board  16    "the squares that a side attacks, own men included";
    Guard          "GUARD"       (Side)                Board   Board  16    "the squares where the enemy king may not step because this side attacks them; lines run on through that king";
    InCheck        "in-check"    (Side)                Truth   Board  8     "the side's king is attacked";
    Mated          "mated"       (Side)                Truth   Moves  24    "the side is to move, in check and without a legal move";
    Stalemated     "stalemated"  (Side)                Truth   Moves  24    "the side is to move, not in check and without a legal move";
    LegalMoves     "legal-moves" (Side)                Number  Moves  40    "how many legal moves a side has, as if it were to move";
    Insufficient   "insufficient" ()                   Truth   Board  4     "neither side has the men to mate";
    Won            "won"         (Side)                Truth   Worth  1000  "the side wins with best play, whichever side is to move; the fifty-move rule does not count; in claims and tests only";
    Lost           "lost"        (Side)                Truth   Worth  1000  "the side loses with best play, whichever side is to move; in claims and tests only";
    Drawn          "drawn"       ()                    Truth   Worth  1000  "neither side wins with best play; in claims and tests only";
    Dtm            "dtm"         ()                    Number  Worth  1000  "plies to mate with best play: 0 where the side to move is mated, 1000 where neither side wins; in claims and tests only";
    Dtc            "dtc"         ()                    Number  Worth  1000  "plies to the next capture, promotion or mate, the winner playing for the soonest that keeps the win, the loser for the latest: 0 where the side to move is mated, 1000 where neither side wins; in claims and tests only";
    Bits           "bits"        (Number)              Number  Words  8     "1000 times the logarithm to base 2, rounded to the nearest; 0 for 1 and less";
    Div            "div"         (Number Number)       Number  Words  4     "the quotient, rounded down; 0 where the second is 0; stays at the ends of the range";
    MapMen         "map"         (Board Board)         Number  Board  16 + PAIRS "moves that a man on the first board needs to the second, past the men in its way; 99 where it cannot";
    BundleMen      "BUNDLE"      (Board Board)         Board   Board  16 + PAIRS "the squares of all shortest trajectories of the men on a board to another, both ends included";
    FirstMen       "FIRST"       (Board Board)         Board   Board  16 + PAIRS "the squares where the shortest trajectories of the men on a board to another may begin";
    TrajectoriesMen "trajectories" (Board Board)       Number  Board  16 + PAIRS "how many shortest trajectories the men on a board have to another";
    BundleExact    "BUNDLE"      (Board Board Number)  Board   Board  16 + PAIRS "as `BUNDLE` for trajectories of exactly so many moves, admissible of degree 2 at most";
    FirstExact     "FIRST"       (Board Board Number)  Board   Board  16 + PAIRS "as `FIRST` for trajectories of exactly so many moves, admissible of degree 2 at most";
    TrajectoriesExact "trajectories" (Board Board Number) Number Board 16 + PAIRS "as `trajectories` for trajectories of exactly so many moves, admissible of degree 2 at most";
    Negation       "NEGATION"    (Board Board Number Number) Board Board 16 + ATTACKS zone 0 "the men that have a trajectory of a level in a zone: 0 the attackers, 1 the men that stop or support them, 2 those that stop or support these";
    ZoneBundle     "BUNDLE"      (Board Board Number Number) Board Board 16 + ATTACKS zone 0 "the squares of the trajectories of a level in a zone";
    ZoneFirst      "FIRST"       (Board Board Board Number) Board Board 16 + ATTACKS zone 1 "the first steps of the men on a board in a zone";
    ZoneTime       "time"        (Board Board Number Board) Number Board 16 + ATTACKS zone 0 "how many moves a man may take to be in time on a square of a zone, of several squares the most; 0 where no man is looked for";
    Vulnerable     "vulnerable"  (Board Board Number)  Truth   Board  16 + ATTACKS zone 0 "no attack of a zone gets through, as far as its geometry says; true of a zone without attacks";
    AttacksFrom    "ATT"         (Piece Board)         Board   Board  16    "the squares that such pieces would attack from the squares of a board, among the men as they stand, own men included";
    MayCastle      "may-castle"  (Side)                Truth   Board  2     "the side has a castling right left, whether or not it can castle now";
}

impl Primitive {
    /// The most that one call costs, in units of fuel.
    pub const fn most(&self) -> u64 {
        self.cost as u64 + self.more as u64
    }
}

impl PrimId {
    /// The entry of this number.
    #[expect(
        clippy::indexing_slicing,
        reason = "one macro writes the numbers and the table, so every number has its entry"
    )]
    pub fn entry(self) -> &'static Primitive {
        &Primitive::ALL[self as usize]
    }
    /// True of the tablebase words: their values come from an oracle, and without one they have none. All other primitives are
    /// total.
    pub fn asks_oracle(self) -> bool {
        self.entry().basis == Basis::Worth
    }
    /// True of the words of trajectories and zones, whose answers come from `adv_primitives::ways`.
    #[inline]
    pub const fn is_of_ways(self) -> bool {
        self as u8 >= PrimId::MapMen as u8 && self as u8 <= PrimId::Vulnerable as u8
    }
    /// The number in a module file.
    pub const fn tag(self) -> u8 {
        self as u8
    }
    /// The primitive of a number in a module file; `None` where this version has no such entry.
    pub fn from_tag(tag: u8) -> Option<PrimId> {
        Primitive::ALL.get(tag as usize).map(|p| p.id)
    }
}
