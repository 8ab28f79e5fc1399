//! The instruction set: a register machine with fixed eight-byte instructions.
//!
//! A function runs in a *window* of up to 256 registers. Its parameters are the first registers of the window. A call names a
//! `base` register of the caller: the callee's window begins there, so that arguments are written where the callee reads them,
//! and nothing is copied:
//!
//! ```text
//!   caller   r0 r1 r2 r3 r4 r5 r6 …
//!                     └ base = r3: two arguments are in r3, r4
//!   callee            r0 r1 r2 r3 …
//! ```
//!
//! After a call the caller's registers from `base` on are undefined, except the destination.
//! Jumps go forward; the one backward jump is [`Op::Loop`] to the [`Op::ForEach`] that began the loop over at most 64 squares.
//! So every evaluation ends, and its cost has a bound that the verifier computes.

use crate::ids::{AdviceId, ConstId, FnId, Reg, SlotId};
use crate::primitive::PrimId;
use crate::types::{Frame, Who};

/// One instruction. Jump targets are indices into the function's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "each instruction's own line says what its operands do; the names are the same throughout")]
pub enum Op {
    /// `dst := pool[k]`, a board.
    Board { dst: Reg, k: ConstId },
    /// `dst := value`, a number.
    Number { dst: Reg, value: i32 },
    /// `dst := pool[k]` as a signed number too large for the immediate form.
    BigNumber { dst: Reg, k: ConstId },
    /// `dst := value`, a truth.
    Truth { dst: Reg, value: bool },
    /// `dst := src`, any type.
    Move { dst: Reg, src: Reg },

    /// `dst :=` squares of a piece in a position; role 0..5 = K Q R B N P, 6 = all of the side.
    Piece { dst: Reg, frame: Frame, who: Who, role: u8 },
    /// `dst :=` squares of the piece that a designation names.
    Squares { dst: Reg, frame: Frame, piece: Reg },
    /// `dst :=` the designation of a piece; its side becomes a colour.
    Designate { dst: Reg, who: Who, role: u8 },
    /// `dst :=` the designation of a side parameter's piece.
    DesignateOf { dst: Reg, side: Reg, role: u8 },
    /// `dst :=` a side; `us` and `them` become colours.
    Side { dst: Reg, who: Who },
    /// `dst :=` truth: the side is to move in the position.
    ToMove { dst: Reg, frame: Frame, who: Who },
    /// `dst :=` the square the move comes from.
    From { dst: Reg },
    /// `dst :=` the square the move goes to.
    To { dst: Reg },
    /// `dst :=` the squares on which a man was taken in what has settled the moves before this class.
    Taken { dst: Reg },
    /// `dst :=` the squares of the fact that is explained.
    Here { dst: Reg },

    /// Boards: `dst := a ∪ b`.
    Union { dst: Reg, a: Reg, b: Reg },
    /// Boards: `dst := a ∩ b`.
    Intersect { dst: Reg, a: Reg, b: Reg },
    /// Boards: `dst := a \ b`.
    Minus { dst: Reg, a: Reg, b: Reg },
    /// Boards: `dst := ~a`.
    Complement { dst: Reg, a: Reg },
    /// Numbers, saturating: `dst := a + b`.
    Add { dst: Reg, a: Reg, b: Reg },
    /// Numbers, saturating: `dst := a - b`.
    Sub { dst: Reg, a: Reg, b: Reg },
    /// Numbers, saturating: `dst := a * b`.
    Mul { dst: Reg, a: Reg, b: Reg },
    /// Numbers, saturating: `dst := a + value`.
    AddImm { dst: Reg, a: Reg, value: i32 },
    /// Numbers, saturating: `dst := a * value`.
    MulImm { dst: Reg, a: Reg, value: i32 },
    /// Numbers, saturating: `dst := -a`.
    Neg { dst: Reg, a: Reg },
    /// Numbers, saturating: `dst := |a|`.
    Abs { dst: Reg, a: Reg },
    /// Numbers: the smaller.
    Min { dst: Reg, a: Reg, b: Reg },
    /// Numbers: the larger.
    Max { dst: Reg, a: Reg, b: Reg },

    /// Board to number: how many squares.
    Count { dst: Reg, a: Reg },
    /// Board to number: the smallest file 0..7, -1 for the empty board.
    File { dst: Reg, a: Reg },
    /// Board to number: the smallest rank 0..7, -1 for the empty board.
    Rank { dst: Reg, a: Reg },
    /// Boards to number: king moves between the nearest squares of the two, 99 where one is empty.
    Dist { dst: Reg, a: Reg, b: Reg },
    /// Boards to number: files plus ranks between the nearest squares of the two, 99 where one is empty.
    Manhattan { dst: Reg, a: Reg, b: Reg },

    /// Truth: equal words. Both of one type, any type.
    Eq { dst: Reg, a: Reg, b: Reg },
    /// Truth: different words. Both of one type, any type.
    Ne { dst: Reg, a: Reg, b: Reg },
    /// Numbers: `a < b`.
    Lt { dst: Reg, a: Reg, b: Reg },
    /// Numbers: `a <= b`.
    Le { dst: Reg, a: Reg, b: Reg },
    /// Numbers: `a = value`.
    EqImm { dst: Reg, a: Reg, value: i32 },
    /// Numbers: `a < value`.
    LtImm { dst: Reg, a: Reg, value: i32 },
    /// Numbers: `a > value`.
    GtImm { dst: Reg, a: Reg, value: i32 },
    /// Boards: `a ⊆ b`.
    Subset { dst: Reg, a: Reg, b: Reg },
    /// Board: `a ≠ ∅`.
    NonEmpty { dst: Reg, a: Reg },
    /// Board: `a = ∅`.
    IsEmpty { dst: Reg, a: Reg },
    /// Truth: `¬a`.
    Not { dst: Reg, a: Reg },

    /// Go on at `to`, which lies ahead.
    Jump { to: u32 },
    /// Go on at `to`, ahead, where `a` is true.
    JumpIf { a: Reg, to: u32 },
    /// Go on at `to`, ahead, where `a` is false.
    JumpIfNot { a: Reg, to: u32 },
    /// Take the lowest square out of the board in `iter` and put it into `var` as a board of one square; go on at `to`, just
    /// after the loop's [`Op::Loop`], where `iter` is empty. Nothing in the loop writes `iter`.
    ForEach { iter: Reg, var: Reg, to: u32 },
    /// Go back to the [`Op::ForEach`] at `to`.
    Loop { to: u32 },

    /// `dst := primitive(base, base + 1, …)` in a position.
    Prim { dst: Reg, base: Reg, frame: Frame, prim: PrimId },
    /// `dst := function(base, base + 1, …)`, whose current position is the given one.
    Call { dst: Reg, base: Reg, frame: Frame, function: FnId },
    /// `dst := function()` in a position, where `us` is the side in `base` and `HERE` the board in the register after it. The callee has no
    /// parameters and speaks of nothing but its position and `HERE`; its window begins at `base`.
    CallFor { dst: Reg, base: Reg, frame: Frame, function: FnId },
    /// `dst :=` a function without parameters that speaks of the root only, evaluated once in a consultation and kept in a slot.
    Kept { dst: Reg, slot: SlotId, function: FnId },
    /// Truth: a descriptor function with its arguments is true in one of the board's eight symmetries of all positions;
    /// boards among the arguments are turned too.
    Turned { dst: Reg, base: Reg, function: FnId },
    /// Truth: a piece-of-advice is satisfiable at the node in the given frame, whichever side is to move there.
    Satisfiable { dst: Reg, frame: Frame, advice: AdviceId },

    /// The function's value.
    Return { src: Reg },
}

impl Op {
    /// The width in a module file and in memory.
    pub const BYTES: usize = 8;
}

const _: () = assert!(std::mem::size_of::<Op>() == Op::BYTES);
