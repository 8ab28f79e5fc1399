//! The numbers of the positions of one material in which we are to move.
//!
//! ```text
//! number = ((our king * 64 + their king) * sets(our queens) + place(our queens)) * …
//!
//! order    our queens, rooks, bishops, knights, pawns, then theirs
//! sets     C(64, k) for k men of a kind
//! place    C(s1, 1) + C(s2, 2) + … for men on the squares s1 < s2 < … (a1 = 0, b1 = 1, … h8 = 63)
//! key      number + numbers * (0, or 1..8: the file of a pawn that we may legally take in passing)
//! ```
//!
//! Numbers with two men on one square, and those that no legal position has, stay unused.

use shakmaty::{
    Board, CastlingMode, Chess, Color, File, Move, Position, PositionError, Rank, Role,
};
use shakmaty::{Setup, Square};

const ROLES: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The men beside the kings: four bits for each kind, our queens lowest.
pub(crate) type Men = u64;

fn shift(ours: bool, role: Role) -> u32 {
    4 * (if ours { 5 } else { 10 } - role as u32)
}

/// The men of a board.
pub(crate) fn men(board: &Board, us: Color) -> Men {
    let kinds = board.iter().filter(|(_, man)| man.role != Role::King);
    kinds
        .map(|(_, man)| 1 << shift(man.color == us, man.role))
        .sum()
}

/// The men behind a move.
pub(crate) fn men_behind(mut men: Men, mv: Move, ours: bool) -> Men {
    if let Some(taken) = mv.capture() {
        men = men.wrapping_sub(1 << shift(!ours, taken));
    }
    if let Some(new) = mv.promotion() {
        men = men
            .wrapping_sub(1 << shift(ours, Role::Pawn))
            .wrapping_add(1 << shift(ours, new));
    }
    men
}

/// The men as they are written, White's first: `KRvK`.
pub(crate) fn name(men: Men, us: Color) -> String {
    let side = |ours| {
        let count = |role| (men >> shift(ours, role) & 15) as usize;
        ROLES
            .map(|role| role.upper_char().to_string().repeat(count(role)))
            .concat()
    };
    format!("K{}vK{}", side(us.is_white()), side(us.is_black()))
}

/// The legal position without castling rights. A check that cannot have come about is let pass: that
/// makes the set larger, not the claim weaker.
pub(crate) fn position(setup: Setup) -> Option<Chess> {
    let position = setup.position::<Chess>(CastlingMode::Standard);
    let position = position
        .or_else(PositionError::ignore_impossible_check)
        .ok()?;
    position.castles().is_empty().then_some(position)
}

/// In how many ways k of n squares can be chosen.
fn choose(n: u64, k: u64) -> u64 {
    if k == 1 {
        n
    } else {
        (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1))
    }
}

/// The numbering of one material.
pub(crate) struct Class {
    us: Color,
    pub men: Men,
    /// The number of numbers.
    pub len: u64,
    /// Color, role, number of men, number of their sets of squares.
    groups: Vec<(Color, Role, u64, u64)>,
}

impl Class {
    /// The numbering, or `None` where keys would not fit 64 bits.
    pub fn new(us: Color, men: Men) -> Option<Class> {
        let (mut len, mut groups) = (64 * 64_u64, Vec::new());
        for (color, role) in [us, !us]
            .into_iter()
            .flat_map(|c| ROLES.map(|role| (c, role)))
        {
            let count = men >> shift(color == us, role) & 15;
            if count > 0 {
                len = len.checked_mul(choose(64, count))?;
                groups.push((color, role, count, choose(64, count)));
            }
        }
        len.checked_mul(9).map(|_| Class {
            us,
            men,
            len,
            groups,
        })
    }

    /// The key of a position of this material with us to move.
    pub fn key(&self, position: &Chess) -> u64 {
        let board = position.board();
        let king = |color| board.king_of(color).map_or(0, u64::from);
        let mut number = king(self.us) * 64 + king(!self.us);
        for &(color, role, _, sets) in &self.groups {
            let squares = board.by_color(color) & board.by_role(role);
            let places = squares
                .into_iter()
                .zip(1..)
                .map(|(square, k)| choose(square.into(), k));
            number = number * sets + places.sum::<u64>();
        }
        let passing = position
            .maybe_ep_square()
            .and_then(|_| position.legal_ep_square());
        passing.map_or(number, |square| {
            number + self.len * (square.file() as u64 + 1)
        })
    }

    /// The legal position with this key.
    pub fn at(&self, key: u64) -> Option<Chess> {
        let (mut number, passing) = (key % self.len, key / self.len);
        let mut board = Board::empty();
        let mut put = |square: u64, color: Color, role: Role| {
            let square = Square::try_from(square).ok()?;
            let free = !board.occupied().contains(square);
            free.then(|| board.set_piece_at(square, role.of(color)))
        };
        for &(color, role, count, sets) in self.groups.iter().rev() {
            let (mut place, mut next) = (number % sets, 64);
            number /= sets;
            for k in (1..=count).rev() {
                next = if k == 1 {
                    place
                } else {
                    (0..next).rfind(|&s| choose(s, k) <= place)?
                };
                place -= choose(next, k);
                put(next, color, role)?;
            }
        }
        put(number % 64, !self.us, Role::King)?;
        put(number / 64, self.us, Role::King)?;
        let file = passing
            .checked_sub(1)
            .map(File::try_from)
            .transpose()
            .ok()?;
        let ep_square = file.map(|f| Square::from_coords(f, self.us.relative_rank(Rank::Sixth)));
        let legal = position(Setup {
            board,
            turn: self.us,
            ep_square,
            ..Setup::empty()
        })?;
        (legal.legal_ep_square() == ep_square).then_some(legal)
    }
}
