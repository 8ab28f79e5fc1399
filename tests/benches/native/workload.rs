//! What is measured: a task that the virtual machine and native programs do in turn, and answer alike.
//!
//! A contender runs once a round and returns what it counted and decided. The answers are compared in every round: two
//! programs that differ in a single move, or count a single position more, are not compared at all.

/// How much of a task is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A part that takes a moment, to see that all contenders answer alike.
    Small,
    /// All of it, to be measured.
    Full,
}

/// What a contender counted and decided in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Positions tested.
    pub positions: u64,
    /// How many questions were answered.
    pub roots: u64,
    /// A sum of all decisions in their order.
    pub decisions: u64,
}

impl Answer {
    /// Adds what was answered to one question: positions tested, the piece that succeeded (0 for none, else its number in the
    /// program, from 1) and the move.
    #[inline]
    pub fn add(&mut self, positions: u64, piece: usize, mv: Option<(u8, u8)>) {
        let (from, to) = mv.unwrap_or((64, 64));
        let decision = (piece as u64) << 16 | u64::from(from) << 8 | u64::from(to);
        self.positions += positions;
        self.roots += 1;
        self.decisions = (self.decisions ^ decision ^ positions << 32)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23);
    }

    /// Adds a number that was found for one question, and of how many words it is made.
    #[inline]
    pub fn count(&mut self, words: u64, number: u64) {
        self.positions += words;
        self.roots += 1;
        self.decisions = (self.decisions ^ number)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23);
    }
}

/// One of those that do a task.
pub struct Contender {
    /// Its name in the tables of figures.
    pub name: &'static str,
    /// Does the task once.
    pub run: Box<dyn FnMut() -> Answer>,
}

impl Contender {
    /// A contender that runs a closure.
    pub fn new(name: &'static str, run: impl FnMut() -> Answer + 'static) -> Contender {
        Contender {
            name,
            run: Box::new(run),
        }
    }
}

/// A task and those that do it.
pub struct Workload {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Makes the virtual machine, which is the first, and the native programs, in the order of the table.
    pub contenders: fn(Size) -> Vec<Contender>,
}
