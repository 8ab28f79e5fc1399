//! The instructions that compute something, one arm each.

use adv_module::{Frame, Op, Reg};
use adv_primitives::designation;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use super::Emit;
use super::value::{Present, Square, Test, Val};

impl Emit<'_, '_> {
    /// Computes an instruction that does not jump.
    pub(super) fn compute(&mut self, op: Op) -> Option<()> {
        let get = |emit: &Self, register: Reg| emit.state.get(register);
        let (dst, val) = match op {
            Op::Board { dst, k } | Op::BigNumber { dst, k } => {
                (dst, Val::Const(*self.module.constants.get(k.index())?))
            }
            Op::Number { dst, value } => (dst, Val::number(value.into())),
            Op::Truth { dst, value } => (dst, Val::Const(value.into())),
            Op::Move { dst, src } => (dst, get(self, src)),

            Op::Piece {
                dst,
                frame,
                who,
                role,
            } => (dst, self.piece(frame, self.color(who), role)),
            Op::Squares { dst, frame, piece } => {
                let piece = get(self, piece);
                (dst, self.designated(frame, piece))
            }
            Op::Designate { dst, who, role } => {
                let side = self.color(who).index() as u64;
                (dst, Val::Const(u64::from(role) + 8 * side))
            }
            Op::DesignateOf { dst, side, role } => {
                let side = get(self, side);
                (dst, self.designation(side, role))
            }
            Op::Side { dst, who } => (dst, Val::Const(self.color(who).index() as u64)),
            Op::ToMove { dst, frame, who } => {
                let color = self.color(who);
                (dst, Val::truth(self.turn(frame, color)))
            }
            Op::From { dst } => (dst, self.end_of_move(self.from)),
            Op::To { dst } => (dst, self.end_of_move(self.to)),
            // The scene of a call does not say it, so functions that speak of it are interpreted.
            Op::Taken { .. } | Op::Here { .. } | Op::CallFor { .. } => return None,

            Op::Union { dst, a, b } => (dst, self.union(get(self, a), get(self, b))),
            Op::Intersect { dst, a, b } => (dst, self.intersection(get(self, a), get(self, b))),
            Op::Minus { dst, a, b } => (dst, self.minus(get(self, a), get(self, b))),
            Op::Complement { dst, a } => (dst, self.complement(get(self, a))),
            Op::Add { dst, a, b } => (dst, self.add(get(self, a), get(self, b))),
            Op::Sub { dst, a, b } => (dst, self.sub(get(self, a), get(self, b))),
            Op::Mul { dst, a, b } => (dst, self.mul(get(self, a), get(self, b))),
            Op::AddImm { dst, a, value } => {
                (dst, self.add(get(self, a), Val::number(value.into())))
            }
            Op::MulImm { dst, a, value } => {
                (dst, self.mul(get(self, a), Val::number(value.into())))
            }
            Op::Neg { dst, a } => (dst, self.sub(Val::Const(0), get(self, a))),
            Op::Abs { dst, a } => (dst, self.abs(get(self, a))),
            Op::Min { dst, a, b } => (dst, self.extreme(true, get(self, a), get(self, b))),
            Op::Max { dst, a, b } => (dst, self.extreme(false, get(self, a), get(self, b))),

            Op::Count { dst, a } => (dst, self.count(get(self, a))),
            Op::File { dst, a } => (dst, self.file(get(self, a))),
            Op::Rank { dst, a } => (dst, self.rank(get(self, a))),
            Op::Dist { dst, a, b } => (dst, self.distance(false, get(self, a), get(self, b))),
            Op::Manhattan { dst, a, b } => (dst, self.distance(true, get(self, a), get(self, b))),

            Op::Eq { dst, a, b } => {
                let test = self.equal(get(self, a), get(self, b));
                (dst, Val::truth(test))
            }
            Op::Ne { dst, a, b } => {
                let test = self.equal(get(self, a), get(self, b));
                (dst, Val::truth(self.not(test)))
            }
            Op::Lt { dst, a, b } => {
                let test = self.compare(IntCC::SignedLessThan, get(self, a), get(self, b));
                (dst, Val::truth(test))
            }
            Op::Le { dst, a, b } => {
                let how = IntCC::SignedLessThanOrEqual;
                let test = self.compare(how, get(self, a), get(self, b));
                (dst, Val::truth(test))
            }
            Op::EqImm { dst, a, value } => {
                let test = self.compare(IntCC::Equal, get(self, a), Val::number(value.into()));
                (dst, Val::truth(test))
            }
            Op::LtImm { dst, a, value } => {
                let how = IntCC::SignedLessThan;
                let test = self.compare(how, get(self, a), Val::number(value.into()));
                (dst, Val::truth(test))
            }
            Op::GtImm { dst, a, value } => {
                let how = IntCC::SignedGreaterThan;
                let test = self.compare(how, get(self, a), Val::number(value.into()));
                (dst, Val::truth(test))
            }
            Op::Subset { dst, a, b } => {
                let test = self.subset(get(self, a), get(self, b));
                (dst, Val::truth(test))
            }
            Op::NonEmpty { dst, a } => {
                let test = self.test(get(self, a));
                (dst, Val::truth(test))
            }
            Op::IsEmpty { dst, a } => {
                let test = self.test(get(self, a));
                (dst, Val::truth(self.not(test)))
            }
            Op::Not { dst, a } => (dst, self.negation(get(self, a))),

            Op::Prim {
                dst,
                base,
                frame,
                prim,
            } => (dst, self.primitive(base, frame, prim)?),
            Op::Call {
                dst,
                base,
                frame,
                function,
            } => (dst, self.call(base, frame, function)?),
            Op::Kept {
                dst,
                slot,
                function,
            } => (dst, self.kept(slot, function)?),
            Op::Turned {
                dst,
                base,
                function,
            } => (dst, self.turned(base, function)?),
            Op::Satisfiable { dst, frame, advice } => (dst, self.satisfiable(frame, advice)?),

            Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::ForEach { .. }
            | Op::Loop { .. }
            | Op::Return { .. } => return None,
        };
        self.state.set(dst, val);
        Some(())
    }

    /// The registers from a base on.
    pub(super) fn window(&self, base: Reg, count: usize) -> Vec<Val> {
        (0..count)
            .map(|at| self.state.get(Reg(base.0.wrapping_add(at as u8))))
            .collect()
    }

    /// `¬a`: 1 for 0 and 0 for 1.
    fn negation(&mut self, a: Val) -> Val {
        match a {
            Val::Const(word) => Val::Const(word ^ 1),
            Val::Truth(test) => Val::truth(self.not(test)),
            other if other.bounds() == (0, 1) => {
                let test = self.test(other);
                Val::truth(self.not(test))
            }
            other => {
                let word = self.word(other);
                Val::any(self.b.ins().bxor_imm_u(word, 1))
            }
        }
    }

    /// A designation made of a side.
    fn designation(&mut self, side: Val, role: u8) -> Val {
        if let Val::Const(side) = side {
            return Val::Const(u64::from(role) + 8 * (side & 1));
        }
        let side = self.word(side);
        let side = self.b.ins().band_imm_u(side, 1);
        let eight = self.b.ins().ishl_imm_u(side, 3);
        Val::any(self.b.ins().iadd_imm_s(eight, i64::from(role)))
    }

    /// Equal words of one type.
    fn equal(&mut self, a: Val, b: Val) -> Test {
        if a == b {
            return Test::Known(true);
        }
        match (a, b) {
            (Val::Const(a), Val::Const(b)) => Test::Known(a == b),
            (Val::Truth(test), Val::Const(1)) | (Val::Const(1), Val::Truth(test)) => test,
            (Val::Truth(test), Val::Const(0)) | (Val::Const(0), Val::Truth(test)) => self.not(test),
            (Val::Square(square), Val::Const(0)) | (Val::Const(0), Val::Square(square)) => {
                let there = self.there(square);
                self.not(there)
            }
            (Val::Square(square), other) | (other, Val::Square(square)) => {
                match self.square(other) {
                    Some(other) => {
                        let (a, b) = (self.byte(square), self.byte(other));
                        Test::compare(IntCC::Equal, a, b)
                    }
                    None => {
                        let (a, b) = (self.set_of(square), self.word(other));
                        Test::compare(IntCC::Equal, a, b)
                    }
                }
            }
            (a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Test::compare(IntCC::Equal, a, b)
            }
        }
    }

    /// A comparison of numbers.
    fn compare(&mut self, how: IntCC, a: Val, b: Val) -> Test {
        let ((a_low, a_high), (b_low, b_high)) = (a.bounds(), b.bounds());
        let known = match how {
            IntCC::SignedLessThan => decided(a_high < b_low, a_low >= b_high),
            IntCC::SignedLessThanOrEqual => decided(a_high <= b_low, a_low > b_high),
            IntCC::SignedGreaterThan => decided(a_low > b_high, a_high <= b_low),
            IntCC::Equal => decided(
                a_low == a_high && b_low == b_high && a_low == b_low,
                a_high < b_low || a_low > b_high,
            ),
            _ => None,
        };
        if let Some(known) = known {
            return Test::Known(known);
        }
        let (a, b) = (self.word(a), self.word(b));
        Test::compare(how, a, b)
    }

    /// A set of the move's: one square, or none outside move clauses.
    fn end_of_move(&mut self, set: cranelift_codegen::ir::Value) -> Val {
        let raw = self.b.ins().ctz(set);
        Val::Square(Square::of_set(raw, Present::Raw, set))
    }

    /// The squares of the piece that a designation names.
    fn designated(&mut self, frame: Frame, piece: Val) -> Val {
        if let Val::Const(word) = piece {
            let (color, role) = designation(word);
            return self.piece(frame, color, role);
        }
        let piece = self.word(piece);
        let piece = self.b.ins().band_imm_u(piece, 15);
        let mut set = self.constant(0);
        // A program that passes pieces about is seldom run often; unused ones are left out by the roster.
        for word in 0..16u64 {
            let (color, role) = designation(word);
            let squares = self.piece(frame, color, role);
            if squares == Val::Const(0) {
                continue;
            }
            let squares = self.word(squares);
            let word = self.constant(word);
            let named = Test::compare(IntCC::Equal, piece, word);
            set = self.choose(named, squares, set);
        }
        Val::any(set)
    }
}

fn decided(yes: bool, no: bool) -> Option<bool> {
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
