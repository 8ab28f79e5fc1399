//! Every position of a class once, with its moves and replies as compressed rows.
//!
//! ```text
//!   ours    positions with us to move, in the order of their class       0 1 2 3 …
//!   moves   of ours, in the fixed order: numbers of theirs               [7 9 12] [3 9] …
//!   theirs  positions with them to move                                  0 1 2 3 …
//!   replies of theirs: numbers of ours, or `NOWHERE`                     [4 NOWHERE] [] …
//! ```
//!
//! No board stands for its mirror images here; `orbits.rs` takes them together where that changes nothing.

use std::fmt;

use adv_chess::{ClassIndex, Color, Material, Position, Role};

use crate::orbits::Orbits;

/// Most memory that a class with its columns may take, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// Stands for a position that is none of the class: one of our men was taken.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Lists of numbers one after the other.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// Where each row ends.
    ends: Vec<u32>,
    numbers: Vec<u32>,
}

impl Rows {
    /// Adds a row.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = u32>) {
        self.numbers.extend(row);
        self.ends.push(self.numbers.len() as u32);
    }

    /// The row at a place; empty beyond the last one.
    #[inline(always)]
    pub(crate) fn row(&self, at: usize) -> &[u32] {
        let start = match at {
            0 => 0,
            at => self.ends.get(at - 1).copied().unwrap_or(0),
        };
        let end = self.ends.get(at).copied().unwrap_or(0);
        let row = self.numbers.get(start as usize..end as usize);
        row.unwrap_or_default()
    }

    /// All rows in order.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|at| self.row(at))
    }
}

/// Moves and replies, and where they end.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) moves: Rows,
    pub(crate) replies: Rows,
    /// Of theirs: they are mated.
    pub(crate) mated: Vec<bool>,
    /// Of ours: a move mates.
    pub(crate) mates: Vec<bool>,
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
    pub(crate) graph: Graph,
    pub(crate) orbits: Option<Orbits>,
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
            graph: Graph::default(),
            orbits: None,
        };
        whole.link();
        Ok(whole)
    }

    /// Follows every move and reply.
    fn link(&mut self) {
        let mut legal = Vec::new();
        let mut graph = Graph::default();
        let places = self.places(0);
        for position in self.positions(!self.us) {
            legal.clear();
            position.push_legal_moves(&mut legal);
            let mated = legal.is_empty() && position.in_check(!self.us);
            graph.mated.push(mated);
            let after = legal.iter().map(|m| position.play(*m));
            let row = after.map(|position| self.place(0, &places, &position));
            graph.replies.push(row);
        }
        let places = self.places(1);
        for (at, position) in self.positions(self.us).enumerate() {
            legal.clear();
            position.push_legal_moves(&mut legal);
            let after = legal.iter().map(|m| position.play(*m));
            let row = after.map(|position| self.place(1, &places, &position));
            graph.moves.push(row);
            let mut row = graph.moves.row(at).iter();
            let mates = row.any(|to| graph.mated.get(*to as usize) == Some(&true));
            graph.mates.push(mates);
        }
        self.graph = graph;
    }

    /// The places of the positions of a side, ours for 0, by their numbers in the class.
    pub(crate) fn places(&self, side: usize) -> Vec<u32> {
        let mut places = vec![NOWHERE; self.classes[side].len() as usize];
        for (place, number) in (0u32..).zip(&self.numbers[side]) {
            if let Some(at) = places.get_mut(*number as usize) {
                *at = place;
            }
        }
        places
    }

    /// The place of a position of a side.
    pub(crate) fn place(&self, side: usize, places: &[u32], position: &Position) -> u32 {
        let number = self.classes[side].number(position);
        let place = number.and_then(|number| places.get(number as usize));
        place.copied().unwrap_or(NOWHERE)
    }

    /// The moves and replies over which levels are computed.
    #[inline(always)]
    pub(crate) fn folded(&self) -> &Graph {
        match &self.orbits {
            Some(orbits) => &orbits.graph,
            None => &self.graph,
        }
    }

    /// The place in levels of a position with us to move.
    #[inline(always)]
    pub(crate) fn level(&self, at: usize) -> usize {
        match &self.orbits {
            Some(orbits) => orbits.ours.get(at).map_or(at, |level| *level as usize),
            None => at,
        }
    }

    /// The moves of a position as places in levels of theirs.
    #[inline(always)]
    pub(crate) fn choices(&self, at: usize) -> &[u32] {
        match &self.orbits {
            Some(orbits) => orbits.choices.row(at),
            None => self.graph.moves.row(at),
        }
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
    // A move is four bytes, and is kept twice; so is each column of either side, and what is kept while a candidate is tried.
    let edges = 2 * moves + quarters(Role::King);
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
            let row = class.graph.moves.row(at);
            assert_eq!(row.len(), moves.len());
            for (to, m) in row.iter().zip(&moves) {
                let after = position.play(*m);
                let replies = after.legal_moves();
                let row = class.graph.replies.row(*to as usize);
                let taken = row.iter().filter(|to| **to == NOWHERE).count();
                let takes = replies.iter().filter(|m| after.is_capture(**m)).count();
                assert_eq!((row.len(), taken), (replies.len(), takes));
            }
        }
        let theirs = class.positions(Color::Black).count();
        assert_eq!(
            (class.graph.mated.len(), class.graph.replies.iter().count()),
            (theirs, theirs)
        );
        // 216 positions of king and rook against king are mate.
        assert_eq!(
            class.graph.mated.iter().filter(|mated| **mated).count(),
            216
        );
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
