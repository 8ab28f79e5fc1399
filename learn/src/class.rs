//! Every position of a class once, with its moves and replies as compressed rows.
//!
//! ```text
//!   ours    positions with us to move, in the order of their class       0 1 2 3 …
//!   moves   of ours, in the fixed order: numbers of theirs               [7 9 12] [3 9] …
//!   theirs  positions with them to move                                  0 1 2 3 …
//!   replies of theirs: numbers of ours, or `NOWHERE`                     [4 NOWHERE] [] …
//! ```
//!
//! No board stands for its mirror images here: which of two moves with the same number is played depends on the order of moves,
//! and that order is not the same on a board turned about.

use std::fmt;

use adv_chess::{ClassIndex, Color, Material, Position, Role};

/// Most memory that a class with its columns may take, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// Stands for a position that is none of the class: one of our men was taken.
const NOWHERE: u32 = u32::MAX;

/// Lists of numbers one after the other.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Rows {
    fn new() -> Rows {
        Rows {
            starts: vec![0],
            numbers: Vec::new(),
        }
    }

    fn end_row(&mut self) {
        self.starts.push(self.numbers.len() as u32);
    }

    /// The row at a place; empty beyond the last one.
    #[inline(always)]
    pub(crate) fn row(&self, at: usize) -> &[u32] {
        let (Some(start), Some(end)) = (self.starts.get(at), self.starts.get(at + 1)) else {
            return &[];
        };
        let row = self.numbers.get(*start as usize..*end as usize);
        row.unwrap_or_default()
    }

    /// All rows in order.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.starts.len() - 1).map(|at| self.row(at))
    }
}

/// The reason why a class cannot be looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassFault {
    /// Our side has nothing but its king, or a pawn.
    Men(Color),
    /// The other side has more than its king.
    Theirs(Color),
    /// The class takes more memory than [`MOST_BYTES`].
    TooLarge {
        /// Upper estimate of the bytes; `None` where they cannot be counted.
        bytes: Option<u64>,
    },
}

impl fmt::Display for ClassFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassFault::Men(us) => write!(
                f,
                "{us} needs a queen, rook, bishop or knight beside its king, and no pawn"
            ),
            ClassFault::Theirs(them) => write!(f, "{them} may have only its king"),
            ClassFault::TooLarge { bytes: Some(bytes) } => write!(
                f,
                "the class takes some {} MB, and a class may take {} MB",
                bytes / 1_000_000,
                MOST_BYTES / 1_000_000
            ),
            ClassFault::TooLarge { bytes: None } => f.write_str("the class has too many positions"),
        }
    }
}

impl std::error::Error for ClassFault {}

/// Every position of a class, our moves and their replies.
#[derive(Debug)]
pub struct WholeClass {
    us: Color,
    classes: [ClassIndex; 2],
    /// The numbers in [`ClassIndex`] of the positions with us to move, and with them to move.
    numbers: [Vec<u32>; 2],
    pub(crate) moves: Rows,
    pub(crate) replies: Rows,
    /// Of theirs: they are mated.
    pub(crate) mated: Vec<bool>,
    /// Of ours: a move mates.
    pub(crate) mates: Vec<bool>,
}

impl WholeClass {
    /// Makes the class of a material in which `us` plays for mate; `columns` numbers will be kept of every position.
    ///
    /// # Errors
    /// [`ClassFault`] where the men do not fit, or memory does not suffice.
    pub fn new(material: Material, us: Color, columns: usize) -> Result<WholeClass, ClassFault> {
        let men = |color: Color| {
            let count = move |role| u32::from(material.count(color, role));
            Role::ALL.into_iter().map(count).sum::<u32>()
        };
        if men(us) < 2 || material.count(us, Role::Pawn) > 0 {
            return Err(ClassFault::Men(us));
        }
        if men(!us) > 1 {
            return Err(ClassFault::Theirs(!us));
        }
        let class = |turn| {
            ClassIndex::new(material, turn).map_err(|_| ClassFault::TooLarge { bytes: None })
        };
        let classes = [class(us)?, class(!us)?];
        let bytes = estimate(&material, us, classes[0].len(), columns as u64);
        if bytes.is_none_or(|bytes| bytes > MOST_BYTES) {
            return Err(ClassFault::TooLarge { bytes });
        }
        let numbers = classes.each_ref().map(|class| {
            let numbers = class.iter().map(|(number, _)| number as u32);
            numbers.collect::<Vec<u32>>()
        });
        let mut whole = WholeClass {
            us,
            classes,
            numbers,
            moves: Rows::new(),
            replies: Rows::new(),
            mated: Vec::new(),
            mates: Vec::new(),
        };
        whole.link();
        Ok(whole)
    }

    /// Follows every move and reply.
    fn link(&mut self) {
        let places = |side: usize| {
            let mut places = vec![NOWHERE; self.classes[side].len() as usize];
            for (place, number) in (0u32..).zip(&self.numbers[side]) {
                if let Some(at) = places.get_mut(*number as usize) {
                    *at = place;
                }
            }
            places
        };
        let place_of = |side: usize, places: &[u32], position: &Position| {
            let number = self.classes[side].number(position);
            let place = number.and_then(|number| places.get(number as usize));
            place.copied().unwrap_or(NOWHERE)
        };
        let mut legal = Vec::new();
        let ours = places(0);
        let (mut replies, mut mated) = (Rows::new(), Vec::new());
        for position in self.positions(!self.us) {
            legal.clear();
            position.push_legal_moves(&mut legal);
            mated.push(legal.is_empty() && position.in_check(!self.us));
            let after = legal.iter().map(|m| position.play(*m));
            let to = after.map(|position| place_of(0, &ours, &position));
            replies.numbers.extend(to);
            replies.end_row();
        }
        drop(ours);
        let theirs = places(1);
        let (mut moves, mut mates) = (Rows::new(), Vec::new());
        for position in self.positions(self.us) {
            legal.clear();
            position.push_legal_moves(&mut legal);
            let begin = moves.numbers.len();
            let after = legal.iter().map(|m| position.play(*m));
            let to = after.map(|position| place_of(1, &theirs, &position));
            moves.numbers.extend(to);
            moves.end_row();
            let row = moves.numbers.get(begin..).unwrap_or_default();
            let is_mate = |to: &u32| mated.get(*to as usize) == Some(&true);
            mates.push(row.iter().any(is_mate));
        }
        (self.moves, self.replies) = (moves, replies);
        (self.mates, self.mated) = (mates, mated);
    }

    /// The side that plays for mate.
    pub const fn us(&self) -> Color {
        self.us
    }

    /// The men of the class.
    pub const fn material(&self) -> Material {
        self.classes[0].material()
    }

    /// How many positions there are with us to move.
    pub const fn len(&self) -> usize {
        self.numbers[0].len()
    }

    /// True where there is no position with us to move.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions with a side to move, in the order of their class.
    pub fn positions(&self, turn: Color) -> impl Iterator<Item = Position> + '_ {
        let side = usize::from(turn != self.us);
        let numbers = self.numbers[side].iter();
        numbers.filter_map(move |number| self.classes[side].position(u64::from(*number)))
    }

    /// The position with us to move at a place.
    pub fn position(&self, at: usize) -> Option<Position> {
        let number = self.numbers[0].get(at)?;
        self.classes[0].position(u64::from(*number))
    }
}

/// Bytes that a class takes at most, counted from the moves of its men on an empty board.
fn estimate(material: &Material, us: Color, numbers: u64, columns: u64) -> Option<u64> {
    // Moves from a square on an empty board, in quarters, all squares taken together.
    let quarters = |role: Role| match role {
        Role::Queen => 91u64,
        Role::Rook => 56,
        Role::Bishop => 35,
        Role::King => 27,
        Role::Knight => 21,
        Role::Pawn => 0,
    };
    let count = |role| u64::from(material.count(us, role)) * quarters(role);
    let moves: u64 = Role::ALL.into_iter().map(count).sum();
    // A move is four bytes; so is each column of either side, and what is kept while a candidate is tried.
    let edges = moves + quarters(Role::King);
    numbers.checked_mul(edges + 8 * columns + 80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

    #[test]
    fn every_position_and_move_is_there() {
        let class = WholeClass::new(Material::new(&[King, Rook], &[King]), Color::White, 8);
        let class = class.expect("a small class");
        assert_eq!(class.len(), 175_168);
        for at in (0..class.len()).step_by(977) {
            let position = class.position(at).expect("a position");
            let moves = position.legal_moves();
            let row = class.moves.row(at);
            assert_eq!(row.len(), moves.len());
            for (to, m) in row.iter().zip(&moves) {
                let after = position.play(*m);
                let replies = after.legal_moves();
                let row = class.replies.row(*to as usize);
                let taken = row.iter().filter(|to| **to == NOWHERE).count();
                let takes = replies.iter().filter(|m| after.is_capture(**m)).count();
                assert_eq!((row.len(), taken), (replies.len(), takes));
            }
        }
        let theirs = class.positions(Color::Black).count();
        assert_eq!(
            (class.mated.len(), class.replies.iter().count()),
            (theirs, theirs)
        );
        // 216 positions of king and rook against king are mate.
        assert_eq!(class.mated.iter().filter(|mated| **mated).count(), 216);
    }

    #[test]
    fn men_that_do_not_fit_are_refused() {
        let fault = |white: &[Role], black: &[Role], us, columns| {
            WholeClass::new(Material::new(white, black), us, columns).err()
        };
        let white = Color::White;
        assert_eq!(fault(&[King], &[King, Queen], Color::Black, 8), None);
        assert_eq!(
            fault(&[King, Queen], &[King, Rook], white, 8),
            Some(ClassFault::Theirs(Color::Black))
        );
        for men in [&[King][..], &[King, Pawn]] {
            assert_eq!(fault(men, &[King], white, 8), Some(ClassFault::Men(white)));
        }
        let four = fault(&[King, Bishop, Knight], &[King], white, 20);
        assert!(matches!(
            four,
            Some(ClassFault::TooLarge { bytes: Some(_) })
        ));
    }
}
