//! The layout of an instruction in eight bytes, and one way to read or change its operands.
//!
//! ```text
//!   byte   0     1     2     3     4  5  6  7
//!         tag    X     Y     Z     W           registers, frames, sides, roles in X Y Z; numbers, ids, targets in W
//!                      └ YZ ┘                  a slot
//! ```
//!
//! Bytes without an operand are zero. The one table below makes [`Op::encode`], [`Op::decode`], [`Op::mnemonic`],
//! [`Op::rewrite`] and the types of registers, so that none of them can forget an instruction or an operand. Tags are append-only.

use crate::ids::{AdviceId, ConstId, FnId, Reg, SlotId};
use crate::op::Op;
use crate::primitive::PrimId;
use crate::program::Place;
use crate::types::{Frame, Needs, Ty, Who};

/// What an instruction does with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads the register.
    Read,
    /// It writes the register and nothing else depends on what stood there.
    Write,
    /// It reads and writes it: the board that a loop takes its squares out of.
    Iterate,
    /// It is the first of the registers that hold arguments.
    Base,
}

/// Looks at the operands of an instruction one after the other and says what they become. Every default leaves them as they are.
pub trait Rewrite {
    /// A register.
    fn register(&mut self, _access: Access, register: Reg) -> Reg {
        register
    }
    /// A position.
    fn frame(&mut self, frame: Frame) -> Frame {
        frame
    }
    /// The target of a jump or a loop.
    fn target(&mut self, target: u32) -> u32 {
        target
    }
    /// A function.
    fn function(&mut self, function: FnId) -> FnId {
        function
    }
    /// A constant.
    fn constant(&mut self, constant: ConstId) -> ConstId {
        constant
    }
    /// A slot.
    fn slot(&mut self, slot: SlotId) -> SlotId {
        slot
    }
    /// A place; no instruction has one, but records have.
    fn place(&mut self, place: Place) -> Place {
        place
    }
    /// A piece-of-advice.
    fn advice(&mut self, advice: AdviceId) -> AdviceId {
        advice
    }
    /// The role of a piece, 0..=6.
    fn role(&mut self, role: u8) -> u8 {
        role
    }
}

/// A kind of operand: its bits, and the method of [`Rewrite`] for it.
trait Operand: Sized + Copy {
    fn bits(self) -> u32;
    fn from_bits(bits: u32) -> Option<Self>;
    fn rewritten(self, access: Access, rewrite: &mut (impl Rewrite + ?Sized)) -> Self;
}

macro_rules! operands {
    ($($ty:ty, $this:ident => $bits:expr, $raw:ident => $from:expr, ($access:ident, $rewrite:ident) => $rewritten:expr;)*) => {$(
        impl Operand for $ty {
            fn bits(self) -> u32 { let $this = self; $bits }
            fn from_bits($raw: u32) -> Option<Self> { $from }
            fn rewritten(self, $access: Access, $rewrite: &mut (impl Rewrite + ?Sized)) -> Self { let $this = self; $rewritten }
        }
    )*};
}

operands! {
    Reg,      v => u32::from(v.0),     raw => u8::try_from(raw).ok().map(Reg),                   (access, rewrite) => rewrite.register(access, v);
    Frame,    v => u32::from(v.tag()), raw => u8::try_from(raw).ok().and_then(Frame::from_tag),  (_access, rewrite) => rewrite.frame(v);
    Who,      v => u32::from(v.tag()), raw => u8::try_from(raw).ok().and_then(Who::from_tag),    (_access, _rewrite) => v;
    PrimId,   v => u32::from(v.tag()), raw => u8::try_from(raw).ok().and_then(PrimId::from_tag), (_access, _rewrite) => v;
    u8,       v => u32::from(v),       raw => u8::try_from(raw).ok(),                            (_access, rewrite) => rewrite.role(v);
    bool,     v => u32::from(v),       raw => match raw { 0 => Some(false), 1 => Some(true), _ => None }, (_access, _rewrite) => v;
    i32,      v => v.cast_unsigned(),  raw => Some(raw.cast_signed()),                           (_access, _rewrite) => v;
    u32,      v => v,                  raw => Some(raw),                                         (_access, rewrite) => rewrite.target(v);
    ConstId,  v => v.0,                raw => Some(ConstId(raw)),                                (_access, rewrite) => rewrite.constant(v);
    FnId,     v => v.0,                raw => Some(FnId(raw)),                                   (_access, rewrite) => rewrite.function(v);
    SlotId,   v => u32::from(v.0),     raw => u16::try_from(raw).ok().map(SlotId),               (_access, rewrite) => rewrite.slot(v);
    AdviceId, v => u32::from(v.0),     raw => u16::try_from(raw).ok().map(AdviceId),             (_access, rewrite) => rewrite.advice(v);
}

/// A part of the eight bytes: by how much it is shifted, and its mask.
type BitField = (u32, u64);
const X: BitField = (8, 0xff);
const Y: BitField = (16, 0xff);
const Z: BitField = (24, 0xff);
const YZ: BitField = (16, 0xffff);
const W: BitField = (32, 0xffff_ffff);

/// What an instruction does with an operand of this name; it matters for registers only.
macro_rules! access {
    (dst) => {
        Access::Write
    };
    (var) => {
        Access::Write
    };
    (iter) => {
        Access::Iterate
    };
    (base) => {
        Access::Base
    };
    ($other:ident) => {
        Access::Read
    };
}

/// Shows a register whose values have one type.
macro_rules! typed {
    ($each:ident $field:ident) => {
        let _ = $field;
    };
    ($each:ident $field:ident $ty:ident) => {
        $each(access!($field), $field, Ty::$ty)
    };
}

macro_rules! layout {
    ($($tag:literal $variant:ident $mnemonic:literal $($field:ident $part:ident $(: $ty:ident)?)*;)*) => {
        impl Op {
            /// The eight bytes of the instruction.
            pub fn encode(self) -> [u8; Op::BYTES] {
                let word: u64 = match self {
                    $(Op::$variant { $($field),* } => { $tag $(| (u64::from($field.bits()) << $part.0))* })*
                };
                word.to_le_bytes()
            }

            /// The instruction of eight bytes; `None` for an unknown tag or operand, and where a byte without an operand is not zero.
            pub fn decode(bytes: [u8; Op::BYTES]) -> Option<Op> {
                let word = u64::from_le_bytes(bytes);
                let op = match bytes[0] {
                    $($tag => Op::$variant { $($field: Operand::from_bits(((word >> $part.0) & $part.1) as u32)?),* },)*
                    _ => return None,
                };
                (op.encode() == bytes).then_some(op)
            }

            /// The word in listings.
            pub const fn mnemonic(self) -> &'static str {
                match self { $(Op::$variant { .. } => $mnemonic,)* }
            }

            /// Calls a function with each register that always has a value of one type, and that type.
            pub(crate) fn each_typed(self, each: &mut dyn FnMut(Access, Reg, Ty)) {
                match self {
                    $(Op::$variant { $($field),* } => { $(typed!(each $field $($ty)?);)* })*
                }
            }

            /// The same instruction with other operands.
            #[must_use]
            pub fn rewrite(self, rewrite: &mut (impl Rewrite + ?Sized)) -> Op {
                match self {
                    $(Op::$variant { $($field),* } => Op::$variant { $($field: $field.rewritten(access!($field), rewrite)),* },)*
                }
            }
        }
    };
}

layout! {
    // tag variant      word            operands, and the type of a register that has one
    0x00 Board         "board"         dst X: Board k W;
    0x01 Number        "number"        dst X: Number value W;
    0x02 BigNumber     "big-number"    dst X: Number k W;
    0x03 Truth         "truth"         dst X: Truth value Y;
    0x04 Move          "move"          dst X src Y;

    0x10 Piece         "piece"         dst X: Board frame Y who Z role W;
    0x11 Squares       "squares"       dst X: Board frame Y piece Z: Piece;
    0x12 Designate     "designate"     dst X: Piece who Y role Z;
    0x13 DesignateOf   "designate-of"  dst X: Piece side Y: Side role Z;
    0x14 Side          "side"          dst X: Side who Y;
    0x15 ToMove        "to-move"       dst X: Truth frame Y who Z;
    0x16 From          "from"          dst X: Board;
    0x17 To            "to"            dst X: Board;
    0x18 Taken         "taken"         dst X: Board;
    0x19 Here          "here"          dst X: Board;

    0x20 Union         "union"         dst X: Board a Y: Board b Z: Board;
    0x21 Intersect     "intersect"     dst X: Board a Y: Board b Z: Board;
    0x22 Minus         "minus"         dst X: Board a Y: Board b Z: Board;
    0x23 Complement    "complement"    dst X: Board a Y: Board;
    0x24 Add           "add"           dst X: Number a Y: Number b Z: Number;
    0x25 Sub           "sub"           dst X: Number a Y: Number b Z: Number;
    0x26 Mul           "mul"           dst X: Number a Y: Number b Z: Number;
    0x27 AddImm        "add"           dst X: Number a Y: Number value W;
    0x28 MulImm        "mul"           dst X: Number a Y: Number value W;
    0x29 Neg           "neg"           dst X: Number a Y: Number;
    0x2a Abs           "abs"           dst X: Number a Y: Number;
    0x2b Min           "min"           dst X: Number a Y: Number b Z: Number;
    0x2c Max           "max"           dst X: Number a Y: Number b Z: Number;

    0x30 Count         "count"         dst X: Number a Y: Board;
    0x31 File          "file"          dst X: Number a Y: Board;
    0x32 Rank          "rank"          dst X: Number a Y: Board;
    0x33 Dist          "dist"          dst X: Number a Y: Board b Z: Board;
    0x34 Manhattan     "manhattan"     dst X: Number a Y: Board b Z: Board;

    0x40 Eq            "eq"            dst X: Truth a Y b Z;
    0x41 Ne            "ne"            dst X: Truth a Y b Z;
    0x42 Lt            "lt"            dst X: Truth a Y: Number b Z: Number;
    0x43 Le            "le"            dst X: Truth a Y: Number b Z: Number;
    0x44 EqImm         "eq"            dst X: Truth a Y: Number value W;
    0x45 LtImm         "lt"            dst X: Truth a Y: Number value W;
    0x46 GtImm         "gt"            dst X: Truth a Y: Number value W;
    0x47 Subset        "subset"        dst X: Truth a Y: Board b Z: Board;
    0x48 NonEmpty      "non-empty"     dst X: Truth a Y: Board;
    0x49 IsEmpty       "is-empty"      dst X: Truth a Y: Board;
    0x4a Not           "not"           dst X: Truth a Y: Truth;

    0x50 Jump          "jump"          to W;
    0x51 JumpIf        "jump-if"       a X: Truth to W;
    0x52 JumpIfNot     "jump-if-not"   a X: Truth to W;
    0x53 ForEach       "for-each"      iter X var Y to W;
    0x54 Loop          "loop"          to W;

    0x60 Prim          "prim"          dst X base Y frame Z prim W;
    0x61 Call          "call"          dst X base Y frame Z function W;
    0x62 Kept          "kept"          dst X slot YZ function W;
    0x63 Turned        "turned"        dst X base Y function W;
    0x64 Satisfiable   "satisfiable"   dst X: Truth frame Y advice W;
    0x65 CallFor       "call-for"      dst X base Y frame Z function W;

    0x70 Return        "return"        src X;
}

/// Writes down what a walk over the operands finds.
#[derive(Default)]
struct Seen {
    written: Option<Reg>,
    target: Option<u32>,
    frame: Option<Frame>,
}

impl Rewrite for Seen {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        if access == Access::Write {
            self.written = Some(register);
        }
        register
    }
    fn target(&mut self, target: u32) -> u32 {
        self.target = Some(target);
        target
    }
    fn frame(&mut self, frame: Frame) -> Frame {
        self.frame = Some(frame);
        frame
    }
}

/// Hands on each register that a walk over the operands comes to.
struct EachRegister<F>(F);

impl<F: FnMut(Access, Reg)> Rewrite for EachRegister<F> {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        (self.0)(access, register);
        register
    }
}

impl Op {
    /// Calls a function with each register that the instruction names, and with what it does with it.
    pub fn each_register(self, each: impl FnMut(Access, Reg)) {
        let _ = self.rewrite(&mut EachRegister(each));
    }

    /// True where it neither loops nor calls, and has nothing evaluated or searched: it computes, looks at a position, jumps forward or returns.
    pub const fn is_straight(self) -> bool {
        !matches!(
            self,
            Op::ForEach { .. }
                | Op::Loop { .. }
                | Op::Call { .. }
                | Op::CallFor { .. }
                | Op::Kept { .. }
                | Op::Turned { .. }
                | Op::Satisfiable { .. }
        )
    }

    /// The register that holds the result: `dst`, and `var` of a loop.
    pub fn destination(self) -> Option<Reg> {
        let mut seen = Seen::default();
        let _ = self.rewrite(&mut seen);
        seen.written
    }

    /// Where a jump or a loop goes.
    pub fn target(self) -> Option<u32> {
        let mut seen = Seen::default();
        let _ = self.rewrite(&mut seen);
        seen.target
    }

    /// The position that the instruction names.
    pub fn frame(self) -> Option<Frame> {
        let mut seen = Seen::default();
        let _ = self.rewrite(&mut seen);
        seen.frame
    }

    /// What it needs beyond the current position; `of` says it of a callee.
    pub fn needs(self, of: impl FnOnce(FnId) -> Needs) -> Needs {
        let own = match self {
            Op::From { .. } | Op::To { .. } => Needs::MOVE,
            Op::Taken { .. } => Needs::TAKEN,
            Op::Here { .. } => Needs::HERE,
            Op::Kept { .. } => Needs::ROOT,
            _ => Needs::of(self.frame().unwrap_or(Frame::Current)),
        };
        // What a function that is called for a side speaks of is given.
        let callee = self
            .callee()
            .filter(|_| !matches!(self, Op::CallFor { .. }));
        callee.map_or(own, |callee| own.union(of(callee)))
    }

    /// The function that it calls or lets be evaluated.
    pub const fn callee(self) -> Option<FnId> {
        match self {
            Op::Call { function, .. }
            | Op::CallFor { function, .. }
            | Op::Kept { function, .. }
            | Op::Turned { function, .. } => Some(function),
            _ => None,
        }
    }
}
