//! Fusing: frequent rows of instructions become one, when an engine is made.
//!
//! The cost of an evaluation is mostly finding the next instruction. A comparison and the jump after it, three files in a row, a
//! piece and its distance are therefore executed in one step. The module's instructions stay what they are; every row of them
//! gets its fused form *at its first place*, and the others stay where they are, so that no jump has to be moved and one
//! into the middle of a row finds the plain instructions there.
//!
//! ```text
//!   place   verified code             executed code
//!     3     r4 := r3 < r2             less-or-jump r4, r3, r2 -> 7      steps over 4
//!     4     jump-if-not r4 -> 7       jump-if-not r4 -> 7               for jumps that come here
//! ```

use adv_module::{Frame, Op, Reg, Who};

/// Packs which piece in which position is meant.
const fn pack(frame: Frame, who: Who, role: u8) -> u8 {
    (frame as u8) << 5 | (who as u8) << 3 | role
}

/// The frame of a packed piece.
pub(crate) const fn frame_of(packed: u8) -> Frame {
    match packed >> 5 {
        0 => Frame::Current,
        1 => Frame::New,
        _ => Frame::Root,
    }
}

/// The side of a packed piece.
pub(crate) const fn who_of(packed: u8) -> Who {
    match packed >> 3 & 3 {
        0 => Who::White,
        1 => Who::Black,
        2 => Who::Us,
        _ => Who::Them,
    }
}

/// Four bytes of a number, so that no field of a step asks for an alignment and a step stays as wide as an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word([u8; 4]);

impl Word {
    /// As a place in the code.
    #[inline(always)]
    pub(crate) const fn place(self) -> usize {
        u32::from_le_bytes(self.0) as usize
    }
}

const fn word(place: u32) -> Word {
    Word(place.to_le_bytes())
}

/// One step of the machine: an instruction as it is, or a fused row. The comparisons write their result in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub(crate) enum FusedStep {
    /// An instruction by itself.
    One(Op),
    /// `a < b`, then jump if it holds.
    LtJump { dst: Reg, a: Reg, b: Reg, to: Word },
    /// `a < b`, then jump unless it holds.
    LtElse { dst: Reg, a: Reg, b: Reg, to: Word },
    /// `a ≤ b`, then jump unless it holds.
    LeElse { dst: Reg, a: Reg, b: Reg, to: Word },
    /// `a = b`, then jump if it holds.
    EqJump { dst: Reg, a: Reg, b: Reg, to: Word },
    /// `a = b`, then jump unless it holds.
    EqElse { dst: Reg, a: Reg, b: Reg, to: Word },
    /// `a = value`, then jump unless it holds.
    EqImmElse { dst: Reg, a: Reg, value: i8, to: Word },
    /// A piece's squares and whether there are some, then jump unless so.
    PieceThereElse { piece: Reg, packed: u8, dst: Reg, to: Word },
    /// To move, then jump if so.
    ToMoveJump { dst: Reg, packed: u8, to: Word },
    /// To move, then jump unless so.
    ToMoveElse { dst: Reg, packed: u8, to: Word },
    /// Two pieces' squares.
    Pieces2 { d1: Reg, p1: u8, d2: Reg, p2: u8 },
    /// Two files.
    Files2 { d1: Reg, a1: Reg, d2: Reg, a2: Reg },
    /// Two ranks.
    Ranks2 { d1: Reg, a1: Reg, d2: Reg, a2: Reg },
    /// A piece's squares, then a distance.
    PieceDist { piece: Reg, packed: u8, dst: Reg, a: Reg, b: Reg },
    /// A distance, then a piece's squares, then a distance from them.
    DistPiece { dst: Reg, a: Reg, b: Reg, piece: Reg, packed: u8 },
    /// A piece's squares, then a file.
    PieceFile { piece: Reg, packed: u8, dst: Reg, a: Reg },
    /// A small number, then a difference.
    NumberSub { number: Reg, value: i8, dst: Reg, a: Reg, b: Reg },
    /// A truth as the function's value.
    TruthReturn { value: bool },
}

const _: () = assert!(size_of::<FusedStep>() == Op::BYTES);

/// The steps of a function, one for each place of its code.
pub(crate) fn fuse(code: &[Op]) -> Box<[FusedStep]> {
    (0..code.len()).map(|i| at(&code[i..])).collect()
}

fn byte(value: i32) -> Option<i8> {
    i8::try_from(value).ok()
}

/// The longest row that begins a piece of code.
fn at(code: &[Op]) -> FusedStep {
    let one = code.first().copied().unwrap_or(Op::Jump { to: 0 });
    row(code).unwrap_or(FusedStep::One(one))
}

/// A test and the jump that it decides.
fn decided(test: Op, jump: Op) -> Option<FusedStep> {
    let (tested, to, holds) = match jump {
        Op::JumpIf { a, to } => (a, word(to), true),
        Op::JumpIfNot { a, to } => (a, word(to), false),
        _ => return None,
    };
    let (dst, step) = match (test, holds) {
        (Op::Lt { dst, a, b }, true) => (dst, FusedStep::LtJump { dst, a, b, to }),
        (Op::Lt { dst, a, b }, false) => (dst, FusedStep::LtElse { dst, a, b, to }),
        (Op::Le { dst, a, b }, false) => (dst, FusedStep::LeElse { dst, a, b, to }),
        (Op::Eq { dst, a, b }, true) => (dst, FusedStep::EqJump { dst, a, b, to }),
        (Op::Eq { dst, a, b }, false) => (dst, FusedStep::EqElse { dst, a, b, to }),
        (Op::EqImm { dst, a, value }, false) => {
            let value = byte(value)?;
            (dst, FusedStep::EqImmElse { dst, a, value, to })
        }
        (Op::ToMove { dst, frame, who }, true) => {
            let packed = pack(frame, who, 0);
            (dst, FusedStep::ToMoveJump { dst, packed, to })
        }
        (Op::ToMove { dst, frame, who }, false) => {
            let packed = pack(frame, who, 0);
            (dst, FusedStep::ToMoveElse { dst, packed, to })
        }
        _ => return None,
    };
    (dst == tested).then_some(step)
}

fn row(code: &[Op]) -> Option<FusedStep> {
    if let [test, jump, ..] = *code
        && let Some(step) = decided(test, jump)
    {
        return Some(step);
    }
    Some(match *code {
        [
            Op::Piece {
                dst: piece,
                frame,
                who,
                role,
            },
            Op::NonEmpty { dst, a },
            Op::JumpIfNot { a: tested, to },
            ..,
        ] if a == piece && tested == dst => FusedStep::PieceThereElse {
            piece,
            packed: pack(frame, who, role),
            dst,
            to: word(to),
        },
        [
            Op::Piece {
                dst: d1,
                frame: f1,
                who: w1,
                role: r1,
            },
            Op::Piece {
                dst: d2,
                frame: f2,
                who: w2,
                role: r2,
            },
            ..,
        ] => FusedStep::Pieces2 {
            d1,
            p1: pack(f1, w1, r1),
            d2,
            p2: pack(f2, w2, r2),
        },
        [Op::File { dst: d1, a: a1 }, Op::File { dst: d2, a: a2 }, ..] => {
            FusedStep::Files2 { d1, a1, d2, a2 }
        }
        [Op::Rank { dst: d1, a: a1 }, Op::Rank { dst: d2, a: a2 }, ..] => {
            FusedStep::Ranks2 { d1, a1, d2, a2 }
        }
        [
            Op::Piece {
                dst: piece,
                frame,
                who,
                role,
            },
            Op::Dist { dst, a, b },
            ..,
        ] => FusedStep::PieceDist {
            piece,
            packed: pack(frame, who, role),
            dst,
            a,
            b,
        },
        [
            Op::Dist { dst, a, b },
            Op::Piece {
                dst: piece,
                frame,
                who,
                role,
            },
            ..,
        ] => FusedStep::DistPiece {
            dst,
            a,
            b,
            piece,
            packed: pack(frame, who, role),
        },
        [
            Op::Piece {
                dst: piece,
                frame,
                who,
                role,
            },
            Op::File { dst, a },
            ..,
        ] => FusedStep::PieceFile {
            piece,
            packed: pack(frame, who, role),
            dst,
            a,
        },
        [Op::Number { dst: number, value }, Op::Sub { dst, a, b }, ..] => FusedStep::NumberSub {
            number,
            value: byte(value)?,
            dst,
            a,
            b,
        },
        [Op::Truth { dst, value }, Op::Return { src }, ..] if src == dst => {
            FusedStep::TruthReturn { value }
        }
        _ => return None,
    })
}
