//! Primitives: written out in place where that is short, else a call.

use adv_chess::Color;
use adv_module::{Frame, PrimId, Reg};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use super::Emit;
use super::value::{Present, Square, Test, Val};
use crate::helpers::{self, Helper};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;

impl Emit<'_, '_> {
    /// Burns a primitive's fuel and computes it.
    pub(super) fn primitive(&mut self, base: Reg, frame: Frame, prim: PrimId) -> Val {
        let entry = prim.entry();
        self.burn(entry.cost.into());
        let args = self.window(base, entry.params.len());
        let arg = |at: usize| args.get(at).copied().unwrap_or(Val::Const(0));
        let (a, b) = (arg(0), arg(1));
        match prim {
            PrimId::Count => self.count(a),
            PrimId::File => self.file(a),
            PrimId::Rank => self.rank(a),
            PrimId::Dist => self.distance(false, a, b),
            PrimId::Manhattan => self.distance(true, a, b),
            PrimId::Abs => self.abs(a),
            PrimId::Sign => self.sign(a),
            PrimId::FilesOf | PrimId::LinesOf => self.files_of(a),
            PrimId::RanksOf | PrimId::RowsOf => self.ranks_of(a),
            PrimId::FileAt => self.line_at(a, FILE_A, 0),
            PrimId::RankAt => self.line_at(a, RANK_1, 3),
            PrimId::SquareAt => self.square_at(a, b),
            PrimId::Around => self.around(a),
            PrimId::Diagonals => self.helped(helpers::diagonals, a, b),
            PrimId::Antidiagonals => self.helped(helpers::antidiagonals, a, b),
            PrimId::Between => self.helped(helpers::between, a, b),
            PrimId::Rectangle => self.helped(helpers::rectangle, a, b),
            PrimId::FilesBetween => self.helped(helpers::files_between, a, b),
            PrimId::RanksBetween => self.helped(helpers::ranks_between, a, b),
            _ => self.of_host(frame, prim, [a, b, arg(2)]),
        }
    }

    fn helped(&mut self, helper: Helper, a: Val, b: Val) -> Val {
        if let (Val::Const(a), Val::Const(b)) = (a, b) {
            return Val::Const(helper(a, b));
        }
        let (a, b) = (self.word(a), self.word(b));
        Val::any(self.help(helper, a, b))
    }

    fn files_of(&mut self, a: Val) -> Val {
        let bits = match a {
            Val::Const(set) => return Val::Const(adv_chess::geometry::files(set)),
            Val::Square(square) => {
                let there = self.there(square);
                let one = self.word(Val::truth(there));
                let file = self.b.ins().band_imm_u(square.raw, 7);
                self.b.ins().ishl(one, file)
            }
            a => {
                let set = self.word(a);
                self.file_bits(set)
            }
        };
        let files = self.constant(FILE_A);
        Val::any(self.b.ins().imul(bits, files))
    }

    fn ranks_of(&mut self, a: Val) -> Val {
        match a {
            Val::Const(set) => Val::Const(adv_chess::geometry::ranks(set)),
            Val::Square(square) => {
                let there = self.there(square);
                let rank = self.constant(RANK_1);
                let none = self.constant(0);
                let rank = self.choose(there, rank, none);
                let by = self.b.ins().band_imm_u(square.raw, 56);
                Val::any(self.b.ins().ishl(rank, by))
            }
            a => {
                let set = self.word(a);
                let bits = self.rank_bits(set);
                Val::any(self.b.ins().imul_imm_s(bits, RANK_1 as i64))
            }
        }
    }

    /// Whether a number is 0 to 7.
    fn on_board(&mut self, number: Val) -> Test {
        let (low, high) = number.bounds();
        if low >= 0 && high < 8 {
            return Test::Known(true);
        }
        let number = self.word(number);
        let eight = self.constant(8);
        Test::compare(IntCC::UnsignedLessThan, number, eight)
    }

    /// The line with a number, which is the first moved by the number times a power of two.
    fn line_at(&mut self, number: Val, first: u64, power: i64) -> Val {
        let test = self.on_board(number);
        let number = self.word(number);
        let by = self.b.ins().ishl_imm_u(number, power);
        let first = self.constant(first);
        let none = self.constant(0);
        let first = self.choose(test, first, none);
        Val::any(self.b.ins().ishl(first, by))
    }

    fn square_at(&mut self, file: Val, rank: Val) -> Val {
        if let (Val::Const(file), Val::Const(rank)) = (file, rank) {
            let inside = file < 8 && rank < 8;
            return Val::Const(if inside { 1 << (8 * rank + file) } else { 0 });
        }
        let (right, up) = (self.on_board(file), self.on_board(rank));
        let both = self.both(right, up);
        let (file, rank) = (self.word(file), self.word(rank));
        let row = self.b.ins().ishl_imm_u(rank, 3);
        let sum = self.b.ins().iadd(row, file);
        let present = match both {
            Test::Known(true) => Present::Always,
            Test::Known(false) => return Val::Const(0),
            both => Present::If(self.flag(both)),
        };
        // Off the board the number must still be one that tables have a place for.
        let raw = match present {
            Present::Always => sum,
            _ => self.b.ins().band_imm_u(sum, 63),
        };
        Val::Square(Square {
            raw,
            present,
            man: None,
            set: None,
        })
    }

    /// The colour of a side that is known.
    #[allow(dead_code, reason = "soon")]
    pub(super) fn known_side(&self, side: Val) -> Option<Color> {
        match side {
            Val::Const(word) if word & 1 == 0 => Some(Color::White),
            Val::Const(_) => Some(Color::Black),
            _ => None,
        }
    }
}
