//! Lines and regions of the board: of one square they are a shift or a place in a table.

use adv_chess::geometry;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

use super::Emit;
use super::value::{Present, Square, Test, Val};
use crate::helpers;
use crate::tables::TABLES;

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const RANK_1: u64 = 0xff;

impl Emit<'_, '_> {
    pub(super) fn files_of(&mut self, a: Val) -> Val {
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

    pub(super) fn ranks_of(&mut self, a: Val) -> Val {
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
    pub(super) fn line_at(&mut self, number: Val, first: u64, power: i64) -> Val {
        let test = self.on_board(number);
        let number = self.word(number);
        let by = self.b.ins().ishl_imm_u(number, power);
        let first = self.constant(first);
        let none = self.constant(0);
        let first = self.choose(test, first, none);
        Val::any(self.b.ins().ishl(first, by))
    }

    pub(super) fn square_at(&mut self, file: Val, rank: Val) -> Val {
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
        // Off the board, and in a region where control does not come, the number must still be one that tables have a place for.
        let raw = self.b.ins().band_imm_u(sum, 63);
        Val::Square(Square::of(raw, present))
    }

    /// The diagonals of a set in one direction, by the number of [`crate::tables::Tables::lines`].
    pub(super) fn diagonal_of(&mut self, direction: usize, a: Val) -> Val {
        let helper = if direction == 1 {
            helpers::diagonals
        } else {
            helpers::antidiagonals
        };
        match (self.square(a), TABLES.lines.get(direction)) {
            (Some(square), Some(table)) => {
                let byte = self.byte(square);
                let line = self.set_at(table, byte);
                let own = self.set_of(square);
                Val::any(self.b.ins().bor(line, own))
            }
            _ => self.helped(helper, a, Val::Const(0)),
        }
    }

    /// Two squares, and whether both are there; `None` where one is not known to be a square.
    fn pair(&mut self, a: Val, b: Val) -> Option<(Square, Square, Test)> {
        if let (Val::Const(_), Val::Const(_)) = (a, b) {
            return None;
        }
        let (a, b) = (self.square(a)?, self.square(b)?);
        let (here, there) = (self.there(a), self.there(b));
        let both = self.both(here, there);
        Some((a, b, both))
    }

    /// A place in a table of sets by two files.
    fn by_files(&mut self, table: &'static [u64; 64], a: Square, b: Square) -> Value {
        let a = self.b.ins().band_imm_u(a.raw, 7);
        let b = self.b.ins().band_imm_u(b.raw, 7);
        let row = self.b.ins().ishl_imm_u(a, 3);
        let index = self.b.ins().bor(row, b);
        self.set_at(table, index)
    }

    /// A place in a table of sets by two ranks.
    fn by_ranks(&mut self, table: &'static [u64; 64], a: Square, b: Square) -> Value {
        let row = self.b.ins().band_imm_u(a.raw, 56);
        let b = self.b.ins().band_imm_u(b.raw, 56);
        let b = self.b.ins().ushr_imm_u(b, 3);
        let index = self.b.ins().bor(row, b);
        self.set_at(table, index)
    }

    /// The files or ranks strictly between two sets.
    pub(super) fn strip(&mut self, ranks: bool, a: Val, b: Val) -> Val {
        let Some((a, b, both)) = self.pair(a, b) else {
            let helper = if ranks {
                helpers::ranks_between
            } else {
                helpers::files_between
            };
            return self.helped(helper, a, b);
        };
        let set = if ranks {
            self.by_ranks(&TABLES.ranks_between, a, b)
        } else {
            self.by_files(&TABLES.files_between, a, b)
        };
        let none = self.constant(0);
        Val::any(self.choose(both, set, none))
    }

    /// The smallest rectangle that holds both sets; nothing where one is nothing.
    pub(super) fn rectangle(&mut self, a: Val, b: Val) -> Val {
        let Some((a, b, both)) = self.pair(a, b) else {
            return self.helped(helpers::rectangle, a, b);
        };
        let files = self.by_files(&TABLES.files_spanned, a, b);
        let ranks = self.by_ranks(&TABLES.ranks_spanned, a, b);
        let set = self.b.ins().band(files, ranks);
        let none = self.constant(0);
        Val::any(self.choose(both, set, none))
    }

    /// A set moved by so many files and ranks; what leaves the board is lost.
    pub(super) fn shifted(&mut self, a: Val, dx: i32, dy: i32) -> Val {
        if let Val::Const(set) = a {
            return Val::Const(geometry::shift(set, dx, dy));
        }
        let stays = geometry::shift(u64::MAX, -dx, 0);
        if stays == 0 || dy.abs() > 7 {
            return Val::Const(0);
        }
        let set = self.word(a);
        let stays = self.constant(stays);
        let set = self.b.ins().band(set, stays);
        let by = i64::from(dx + 8 * dy);
        Val::any(if by >= 0 {
            self.b.ins().ishl_imm_u(set, by)
        } else {
            self.b.ins().ushr_imm_u(set, -by)
        })
    }
}
