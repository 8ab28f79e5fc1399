//! The budget of a run: fuel, positions and depth, metered together.
//!
//! A verified module cannot loop for ever within one evaluation, but a forcing-tree search grows with its depth. So every
//! consultation runs under [`Limits`]; reaching one of them is a [`Stop`], which is an answer of its own and not a failure of
//! the program.
//!
//! ```text
//!   fuel   [ reserve ……………………………………………… ][ slice ]◀── burnt by the interpreter and by native code
//!                                        │
//!                                        └─ a slice is used up: the interrupt flag is looked at, and the next slice is taken
//! ```

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use adv_jit::Context;

/// What one consultation may spend.
///
/// # The stack
/// A search keeps its nodes on the heap, so that the depth of a tree needs none of the thread's stack. Only a goal that asks
/// `satisfiable` begins a search inside another one, and only a function that calls another one goes deeper; how far both can go is
/// known when a program is loaded. A piece-of-advice that may need more than [`Limits::stack`] bytes is refused with [`Stop::Stack`]
/// before its search begins, so that the stack never overflows. The bytes are those of the machine alone: a thread needs about
/// 128 KiB more for what calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units of fuel, about one for each instruction. A function is charged when it is called and for each round of its loops.
    pub fuel: u64,
    /// Positions generated and tested.
    pub positions: u64,
    /// Plies from the root of any tree.
    pub depth: u16,
    /// Bytes of the thread's stack that the machine may use.
    pub stack: u32,
    /// Bytes that a search may remember nodes in, for each thread: 64 for an entry, 72 in a program that speaks of `TAKEN`, their number a
    /// power of two. They are taken as they are needed. With less than two entries positions are counted as Advice Language 2 counts them.
    pub memory: u64,
}

/// The fuel of a consultation where nothing else is said. Native code burns it in one to twenty seconds, by what a program does; the
/// interpreter takes some times as long.
const USUAL_FUEL: u64 = 3_000_000_000;

/// The positions of a consultation where nothing else is said: ten to thirty seconds of a search whose goals cost little.
const USUAL_POSITIONS: u64 = 100_000_000;

impl Limits {
    /// The bytes that a search may remember nodes in where nothing else is said: a million nodes.
    pub const USUAL_MEMORY: u64 = 64 << 20;
}

impl Default for Limits {
    /// Some seconds of one core, and several times what any consultation of the examples takes. The stack is what a thread of 1 MiB can
    /// give: enough for trees of 200 plies with advice nested 16 deep.
    fn default() -> Self {
        Limits {
            fuel: USUAL_FUEL,
            positions: USUAL_POSITIONS,
            depth: 200,
            stack: 768 << 10,
            memory: Limits::USUAL_MEMORY,
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The fuel is used up.
    Fuel,
    /// The positions are used up.
    Positions,
    /// A tree grew to the depth limit.
    Depth,
    /// The caller set the interrupt flag ([`crate::Engine::set_interrupt`]).
    Interrupted,
    /// The search could need more of the thread's stack than [`Limits::stack`]. Nothing was searched.
    Stack,
    /// A tablebase word was asked of a position whose value no oracle knows ([`crate::Engine::set_oracle`]).
    NoValue,
    /// All trees were asked for of a piece-of-advice that speaks of `TAKEN`: which moves it tries depends on those that have failed before,
    /// so it has one tree.
    OneTree,
}

impl Stop {
    /// The code that `adv explain` knows.
    pub const fn code(self) -> &'static str {
        match self {
            Stop::Fuel => "S0002",
            Stop::Positions => "S0003",
            Stop::Depth => "S0004",
            Stop::Interrupted => "S0005",
            Stop::NoValue => "S0006",
            Stop::Stack => "S0007",
            Stop::OneTree => "S0008",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Fuel => "the budget of fuel is used up",
            Stop::Positions => "the budget of positions is used up",
            Stop::Depth => "the depth limit is reached",
            Stop::Stack => "nested searches and calls could need more stack than they may use",
            Stop::Interrupted => "the search was interrupted",
            Stop::NoValue => "no tablebase knows the value of this position",
            Stop::OneTree => {
                "all trees are asked for, and a piece-of-advice that speaks of `TAKEN` has one only"
            }
        })
    }
}

impl std::error::Error for Stop {}

/// The fuel that is burnt between two looks at the interrupt flag: the interpreter takes at most some hundredths of a second for it.
const SLICE: u64 = 1 << 20;

/// What is left of the limits. A slice of the fuel is in the context, where compiled code burns it too.
#[derive(Debug)]
pub(crate) struct Meter<'m> {
    pub(crate) context: Context,
    /// The fuel that is not in the context.
    reserve: u64,
    /// The caller's flag, which ends the run.
    pub(crate) interrupt: Option<&'m AtomicBool>,
    positions: u64,
    depth: u16,
    stack: u32,
}

impl<'m> Meter<'m> {
    /// A full meter for a module with this many slots; the context of a run before lends its buffers.
    pub(crate) fn new(limits: &Limits, before: Context, slots: u16) -> Meter<'m> {
        let slice = limits.fuel.min(SLICE);
        Meter {
            context: Context::again(before, slice, slots),
            reserve: limits.fuel - slice,
            interrupt: None,
            positions: limits.positions,
            depth: limits.depth,
            stack: limits.stack,
        }
    }

    /// Bytes of the thread's stack that may be used.
    pub(crate) fn stack(&self) -> u32 {
        self.stack
    }

    /// A full meter at a first root, as a new one has it.
    pub(crate) fn begin(&mut self, limits: &Limits) {
        self.context.begin(0);
        self.refill(limits);
    }

    /// Fills it up again.
    pub(crate) fn refill(&mut self, limits: &Limits) {
        self.context.fuel = limits.fuel.min(SLICE);
        self.reserve = limits.fuel - self.context.fuel;
        self.positions = limits.positions;
        self.depth = limits.depth;
    }

    /// Burns fuel.
    #[inline(always)]
    pub(crate) fn burn(&mut self, units: u64) -> Result<(), Stop> {
        match self.context.fuel.checked_sub(units) {
            Some(left) => {
                self.context.fuel = left;
                Ok(())
            }
            None => self.burn_of_reserve(units),
        }
    }

    /// The same where the slice does not suffice.
    #[cold]
    #[inline(never)]
    fn burn_of_reserve(&mut self, units: u64) -> Result<(), Stop> {
        self.refuel(units)?;
        let left = self.context.fuel.checked_sub(units);
        self.context.fuel = left.ok_or(Stop::Fuel)?;
        Ok(())
    }

    /// Makes the slice as long as usual, or so many units if that is more, as far as there is fuel. What it has too much goes back.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] where the caller has set the flag.
    #[cold]
    pub(crate) fn refuel(&mut self, units: u64) -> Result<(), Stop> {
        self.look_up()?;
        let all = self.context.fuel.saturating_add(self.reserve);
        let slice = all.min(units.max(SLICE));
        self.context.fuel = slice;
        self.reserve = all - slice;
        Ok(())
    }

    /// Looks at the caller's flag.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] where it is set.
    pub(crate) fn look_up(&self) -> Result<(), Stop> {
        match self.interrupt {
            Some(flag) if flag.load(Ordering::Relaxed) => Err(Stop::Interrupted),
            _ => Ok(()),
        }
    }

    /// True once in 1,024 positions: the time to look at the interrupt flag.
    #[inline(always)]
    pub(crate) fn at_mark(&self) -> bool {
        self.positions & 1023 == 0
    }

    /// True where a row of positions at a ply can be paid for afterwards.
    #[inline(always)]
    pub(crate) fn affords(&self, row: usize, ply: u16) -> bool {
        self.positions > row as u64 && ply <= self.depth
    }

    /// All the fuel that is left.
    #[inline(always)]
    pub(crate) fn fuel(&self) -> u64 {
        self.context.fuel + self.reserve
    }

    /// True where no limit could end the search of a node that tests so many positions, the last at this ply, and burns so much fuel.
    #[inline(always)]
    pub(crate) fn affords_node(&self, positions: u64, fuel: u64, ply: u16) -> bool {
        self.positions > positions && self.fuel() > fuel && ply <= self.depth
    }

    /// Pays for a row. True where a mark was passed.
    #[inline(always)]
    pub(crate) fn pay(&mut self, row: usize) -> bool {
        let before = self.positions;
        self.positions = before.saturating_sub(row as u64);
        before >> 10 != self.positions >> 10
    }

    /// Pays for one position at a ply.
    #[inline(always)]
    pub(crate) fn position(&mut self, ply: u16) -> Result<(), Stop> {
        if ply > self.depth {
            return Err(Stop::Depth);
        }
        match self.positions.checked_sub(1) {
            Some(left) => {
                self.positions = left;
                Ok(())
            }
            None => Err(Stop::Positions),
        }
    }
}
