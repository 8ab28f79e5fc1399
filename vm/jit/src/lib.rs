//! Verified bytecode as native code: goals, filters and keys are compiled while a program runs.
//!
//! The machine of `adv-vm` interprets a function until it has been called often, and then gets its native code from this crate.
//! Functions that cannot be compiled stay interpreted, and so do all functions on a host that the code generator does not know. The
//! interpreter is the reference: both give the same values, stop at the same place and burn the same fuel.
//!
//! ```text
//!   adv-vm                                     here
//!   goal ──▶ interpreted … interpreted ──▶ Jit::compile ──▶ Code<Few> | Code<Whole>
//!   goal ──▶ Code::call(host, boards) ──▶ native code ──┐
//!              ▲ a primitive, a nested search, …        │
//!   Host ◀─────┴────────────────────────────────────────┘
//! ```
//!
//! Compiled code sees positions in one of two ways ([`Sight`]): as whole boards by reference, or as one word each, if the men
//! are few and known at compile time. It is compiled for one side that is `us`.
//!
//! The code generator is the feature `native`, which is in everything that is shipped. Without it [`Jit::new`] finds none, and everything stays
//! interpreted; what the machine shares with code ([`Context`], [`Host`]) is here all the same.
//!
//! Architecture invariant: this crate knows instructions, positions and the goals of one row of moves ([`RowGoals`]). It knows no
//! advice records and no trees, and generates no moves; the search is in `adv-vm`. Compiled code is sound whatever a [`Host`] does: the trait is safe to implement.

#[cfg(not(feature = "native"))]
mod absent;
#[cfg(feature = "native")]
mod bridge;
#[cfg(feature = "native")]
mod code;
mod context;
#[cfg(feature = "native")]
mod emit;
#[cfg(feature = "native")]
mod flow;
mod goals;
#[cfg(feature = "native")]
mod helpers;
#[cfg(feature = "native")]
mod pool;
#[cfg(feature = "native")]
mod row;
#[cfg(feature = "native")]
mod tables;

use std::fmt;
use std::ptr;

use adv_chess::{Color, Lean, Position};
use adv_module::{AdviceId, FnId, PrimId, SlotId};

#[cfg(not(feature = "native"))]
pub use absent::{Code, Jit, Row};
#[cfg(feature = "native")]
pub use code::{Code, Jit};
pub use context::{Context, Outer, Slot};
pub use goals::{RowFinding, RowGoals, RowMover, RowOutcome};
#[cfg(feature = "native")]
pub use row::Row;

/// How compiled code is given positions.
pub trait Sight: sealed::Word + Copy + 'static {
    /// One position.
    type Board<'p>: Copy;
}

/// Whole positions, by reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {}

/// Lean positions of one roster, a word each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Few {}

impl Sight for Whole {
    type Board<'p> = &'p Position;
}

impl Sight for Few {
    type Board<'p> = Lean;
}

impl sealed::Word for Whole {
    const GUARDED: bool = false;
    #[inline(always)]
    fn word(board: &Position) -> u64 {
        ptr::from_ref(board).expose_provenance() as u64
    }
}

impl sealed::Word for Few {
    const GUARDED: bool = true;
    #[inline(always)]
    fn word(board: Lean) -> u64 {
        board.word()
    }
}

mod sealed {
    use super::Sight;

    /// How a board goes into compiled code.
    pub trait Word {
        /// Words say which men are off the board.
        const GUARDED: bool;
        /// The board as compiled code takes it.
        fn word(board: Self::Board<'_>) -> u64
        where
            Self: Sight;
    }
}

/// What an evaluation can see: the positions by [`adv_module::Frame`] (current, new, root), the consulting side, and in a move clause
/// the move's squares as sets.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'p> {
    /// Current, new, root.
    pub positions: [&'p Position; 3],
    /// The side that is `us`.
    pub us: Color,
    /// The move's from-square as a set; empty outside move clauses.
    pub from: u64,
    /// The move's to-square as a set; empty outside move clauses.
    pub to: u64,
}

/// The evaluation has stopped, and the host knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Why an evaluation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The fuel is used up.
    Fuel,
    /// The host stopped it, and knows why.
    Host,
}

/// Why a function or a row has no native code, and stays interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCode {
    /// The module has no such function of its own, or no roster was given.
    Missing,
    /// It has parameters; its callers hand it to the interpreter.
    Parameters,
    /// It has more instructions than are compiled.
    TooLong,
    /// So much has been compiled that no more is.
    Spent,
    /// Its control flow or one of its instructions cannot be written as native code; of a row, a goal has to call the host.
    Shape,
    /// The code generator failed.
    Generator,
}

impl fmt::Display for NoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoCode::Missing => "the program has no such function",
            NoCode::Parameters => "it has parameters",
            NoCode::TooLong => "it is too long",
            NoCode::Spent => "the budget of native code is used up",
            NoCode::Shape => "it does what native code cannot do",
            NoCode::Generator => "the code generator failed",
        })
    }
}

/// Callbacks from compiled code: what is not compiled is done here.
pub trait Host {
    /// What is shared with compiled code, the same one for the length of a call. Code ends with [`Halt::Host`] where it is another
    /// one with fewer slots than the code reads.
    fn context(&mut self) -> &mut Context;

    /// Puts more fuel into the context, where the host holds some back: so much that it has `units` if there is as much, and at least
    /// the usual share. What is beyond that goes back to the host. A host that holds nothing back need not do anything.
    ///
    /// # Errors
    /// [`Halted`] where the evaluation is to end though there may be fuel.
    fn refuel(&mut self, units: u64) -> Result<(), Halted> {
        let _ = units;
        Ok(())
    }

    /// Evaluates a function without parameters, and not by its native code: that needs more fuel at once than the host gives.
    fn interpret(&mut self, function: FnId, scene: &Scene<'_>) -> Result<u64, Halted> {
        self.call(function, scene, &[])
    }

    /// Calls a primitive on a position. Its fuel has been burnt, but for what it may cost besides ([`adv_module::Primitive::more`]). Arguments
    /// that it does not take mean nothing.
    fn primitive(
        &mut self,
        prim: PrimId,
        position: &Position,
        args: [u64; 4],
    ) -> Result<u64, Halted>;

    /// Evaluates a function that speaks of the root only, and keeps its value in a slot of the current root
    /// ([`Context::keep`]). The scene is the caller's.
    fn kept(&mut self, slot: SlotId, function: FnId, scene: &Scene<'_>) -> Result<u64, Halted>;

    /// Calls a function; its current position is the scene's.
    fn call(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted>;

    /// Looks a descriptor function up in the eight symmetries of the scene and of the boards among its arguments.
    fn turned(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted>;

    /// Asks whether a piece-of-advice is satisfiable in a position.
    fn satisfiable(&mut self, advice: AdviceId, position: &Position) -> Result<u64, Halted>;
}
