//! Squares and sets: where one man's square is known, nothing but its number is looked at.

use std::sync::Arc;

use adv_chess::{Color, Position, Role, geometry};
use adv_module::Frame;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};

use super::value::{Present, Square, Test, Val};
use super::{Emit, I64, man_number, read_only};
use crate::helpers::{self, Helper};
use crate::tables::{TABLES, by_square};

const FILE_A: u64 = 0x0101_0101_0101_0101;

impl Emit<'_, '_> {
    /// The squares of a side's men of a role, or of all its men for 6 and more.
    pub(super) fn piece(&mut self, frame: Frame, color: Color, role: u8) -> Val {
        let Some(roster) = self.roster else {
            let side = std::mem::offset_of!(Position, by_color) + 8 * color.index();
            let side = self.of_position(frame, side);
            if usize::from(role) >= Role::ALL.len() {
                return Val::any(side);
            }
            let men = std::mem::offset_of!(Position, by_role) + 8 * usize::from(role);
            let men = self.of_position(frame, men);
            return Val::any(self.b.ins().band(men, side));
        };
        let role = Role::ALL.get(usize::from(role));
        let mut found = Val::Const(0);
        for (man, (its_color, its_role)) in roster.men().enumerate() {
            if its_color == color && role.is_none_or(|role| *role == its_role) {
                let raw = self.men[frame as usize][man];
                let square = Square::of_man(raw, man_number(frame as usize, man));
                found = self.union(found, Val::Square(square));
            }
        }
        found
    }

    pub(super) fn union(&mut self, a: Val, b: Val) -> Val {
        match (a, b) {
            (Val::Const(a), Val::Const(b)) => Val::Const(a | b),
            (Val::Const(0), other) | (other, Val::Const(0)) => other,
            (a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Val::any(self.b.ins().bor(a, b))
            }
        }
    }

    pub(super) fn intersection(&mut self, a: Val, b: Val) -> Val {
        match (a, b) {
            (Val::Const(a), Val::Const(b)) => Val::Const(a & b),
            (Val::Const(0), _) | (_, Val::Const(0)) => Val::Const(0),
            (Val::Const(u64::MAX), other) | (other, Val::Const(u64::MAX)) => other,
            (Val::Square(square), set) | (set, Val::Square(square)) => {
                let inside = self.is_in(square, set);
                self.only_if(square, inside)
            }
            (a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Val::any(self.b.ins().band(a, b))
            }
        }
    }

    pub(super) fn minus(&mut self, a: Val, b: Val) -> Val {
        match (a, b) {
            (Val::Const(a), Val::Const(b)) => Val::Const(a & !b),
            (Val::Const(0), _) => Val::Const(0),
            (a, Val::Const(0)) => a,
            (Val::Square(square), set) => {
                let inside = self.is_in(square, set);
                let outside = self.not(inside);
                self.only_if(square, outside)
            }
            (a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                Val::any(self.b.ins().band_not(a, b))
            }
        }
    }

    pub(super) fn complement(&mut self, a: Val) -> Val {
        if let Val::Const(a) = a {
            return Val::Const(!a);
        }
        let a = self.word(a);
        Val::any(self.b.ins().bnot(a))
    }

    /// A square that is there where it was and a test holds.
    fn only_if(&mut self, square: Square, test: Test) -> Val {
        let there = self.there(square);
        match self.both(there, test) {
            Test::Known(false) => Val::Const(0),
            Test::Known(true) => Val::Square(square),
            both => Val::Square(Square::of(square.raw, Present::If(self.flag(both)))),
        }
    }

    /// Whether the square is in a set. Means nothing where the square is not there.
    fn is_in(&mut self, square: Square, set: Val) -> Test {
        match set {
            Val::Const(0) => return Test::Known(false),
            Val::Const(u64::MAX) => return Test::Known(true),
            _ => {}
        }
        if let Some(other) = self.square(set) {
            let (a, b) = (square.raw, self.byte(other));
            return Test::compare(IntCC::Equal, a, b);
        }
        let set = self.word(set);
        let down = self.b.ins().ushr(set, square.raw);
        let bit = self.b.ins().band_imm_u(down, 1);
        self.nonzero(bit)
    }

    /// Whether a set is a part of another.
    pub(super) fn subset(&mut self, a: Val, b: Val) -> Test {
        match (a, b) {
            (Val::Const(a), Val::Const(b)) => Test::Known(a & !b == 0),
            (Val::Const(0), _) | (_, Val::Const(u64::MAX)) => Test::Known(true),
            (Val::Square(square), set) => {
                let inside = self.is_in(square, set);
                let there = self.there(square);
                let nowhere = self.not(there);
                self.either(nowhere, inside)
            }
            (a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                let rest = self.b.ins().band_not(a, b);
                let some = self.nonzero(rest);
                self.not(some)
            }
        }
    }

    pub(super) fn count(&mut self, a: Val) -> Val {
        match a {
            Val::Const(set) => Val::Const(set.count_ones().into()),
            Val::Square(square) => Val::truth(self.there(square)),
            a => {
                let set = self.word(a);
                Val::Word {
                    word: self.b.ins().popcnt(set),
                    low: 0,
                    high: 64,
                }
            }
        }
    }

    /// The smallest file, -1 for nothing.
    pub(super) fn file(&mut self, a: Val) -> Val {
        if let Val::Const(set) = a {
            return Val::number(geometry::file(set).into());
        }
        let (word, low) = if let Val::Square(square) = a {
            let file = self.b.ins().band_imm_u(square.raw, 7);
            match self.presence(square) {
                Present::Always => (file, 0),
                Present::Raw => {
                    let nowhere = self.b.ins().ushr_imm_u(square.raw, 6);
                    (self.b.ins().isub(file, nowhere), -1)
                }
                Present::If(flag) => (self.or_none(flag, file), -1),
            }
        } else {
            let set = self.word(a);
            let bits = self.file_bits(set);
            let file = self.b.ins().ctz(bits);
            (self.unless_empty(set, file), -1)
        };
        let high = 7;
        Val::Word { word, low, high }
    }

    /// The smallest rank, -1 for nothing.
    pub(super) fn rank(&mut self, a: Val) -> Val {
        if let Val::Const(set) = a {
            return Val::number(geometry::rank(set).into());
        }
        let (word, low) = if let Val::Square(square) = a {
            let rank = self.b.ins().ushr_imm_u(square.raw, 3);
            match self.presence(square) {
                Present::Always => (rank, 0),
                Present::Raw => {
                    // All bits where the number is 64.
                    let nowhere = self.b.ins().ushr_imm_u(square.raw, 6);
                    let all = self.b.ins().ineg(nowhere);
                    (self.b.ins().bor(rank, all), -1)
                }
                Present::If(flag) => (self.or_none(flag, rank), -1),
            }
        } else {
            let set = self.word(a);
            let lowest = self.b.ins().ctz(set);
            let rank = self.b.ins().ushr_imm_u(lowest, 3);
            (self.unless_empty(set, rank), -1)
        };
        let high = 7;
        Val::Word { word, low, high }
    }

    /// The files that a set touches, in the lowest byte.
    pub(super) fn file_bits(&mut self, set: Value) -> Value {
        let mut bits = set;
        for by in [32, 16, 8] {
            let down = self.b.ins().ushr_imm_u(bits, by);
            bits = self.b.ins().bor(bits, down);
        }
        self.b.ins().band_imm_u(bits, 0xff)
    }

    /// The lowest square of each rank that a set touches, as the a-file's.
    pub(super) fn rank_bits(&mut self, set: Value) -> Value {
        let mut bits = set;
        for (by, mask) in [
            (1, 0x7f7f_7f7f_7f7f_7f7fu64),
            (2, 0x3f3f_3f3f_3f3f_3f3f),
            (4, FILE_A),
        ] {
            let down = self.b.ins().ushr_imm_u(bits, by);
            let mask = self.constant(mask);
            let down = self.b.ins().band(down, mask);
            bits = self.b.ins().bor(bits, down);
        }
        let files = self.constant(FILE_A);
        self.b.ins().band(bits, files)
    }

    fn or_none(&mut self, flag: Value, number: Value) -> Value {
        let none = self.constant(u64::MAX);
        self.choose(Test::Flag(flag), number, none)
    }

    fn unless_empty(&mut self, set: Value, number: Value) -> Value {
        let some = self.nonzero(set);
        let none = self.constant(u64::MAX);
        self.choose(some, number, none)
    }

    /// King moves between two sets, or files plus ranks.
    pub(super) fn distance(&mut self, sum: bool, a: Val, b: Val) -> Val {
        let plainly = if sum {
            geometry::manhattan
        } else {
            geometry::dist
        };
        let helper = if sum {
            helpers::manhattan
        } else {
            helpers::dist
        };
        let word = match (a, b) {
            (Val::Const(a), Val::Const(b)) => return Val::number(plainly(a, b).into()),
            (Val::Const(0), _) | (_, Val::Const(0)) => {
                return Val::number(geometry::FAR.into());
            }
            (Val::Square(square), Val::Const(set)) | (Val::Const(set), Val::Square(square))
                if !set.is_power_of_two() =>
            {
                self.by_square(square, |one| plainly(one, set))
            }
            (a, b) => match (self.square(a), self.square(b)) {
                (Some(a), Some(b)) => self.between_squares(sum, a, b),
                (Some(square), None) => self.distance_to_set(sum, square, b, helper),
                (None, Some(square)) => self.distance_to_set(sum, square, a, helper),
                _ => {
                    let (a, b) = (self.word(a), self.word(b));
                    self.help(helper, a, b)
                }
            },
        };
        Val::Word {
            word,
            low: 0,
            high: geometry::FAR.into(),
        }
    }

    /// The distance of a square to a set, which most often is one square too: then it is looked up.
    fn distance_to_set(&mut self, sum: bool, square: Square, set: Val, helper: Helper) -> Value {
        let set = self.word(set);
        let (one, many, on) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let word = self.b.append_block_param(on, I64);
        let less = self.b.ins().iadd_imm_s(set, -1);
        let others = self.b.ins().band(set, less);
        let test = self.nonzero(others);
        self.brif(test, many, one);
        self.b.switch_to_block(one);
        let raw = self.b.ins().ctz(set);
        let other = Square::of_set(raw, Present::Raw, set);
        let found = self.between_squares(sum, other, square);
        self.b.ins().jump(on, &[BlockArg::Value(found)]);
        self.b.switch_to_block(many);
        let all = self.set_of(square);
        let found = self.help(helper, all, set);
        self.b.ins().jump(on, &[BlockArg::Value(found)]);
        self.b.switch_to_block(on);
        word
    }

    /// Looks the distance of two squares up.
    fn between_squares(&mut self, sum: bool, a: Square, b: Square) -> Value {
        // The row may be nothing, the column must be a square.
        let (row, column) = if self.presence(b) == Present::Always {
            (a, b)
        } else {
            (b, a)
        };
        let there = self.there(column);
        let square = match there {
            Test::Known(_) => column.raw,
            _ => self.b.ins().band_imm_u(column.raw, 63),
        };
        let row = self.byte(row);
        let row = self.b.ins().ishl_imm_u(row, 6);
        let index = self.b.ins().bor(row, square);
        let table = if sum {
            TABLES.manhattan.as_ptr().cast()
        } else {
            TABLES.dist.as_ptr().cast()
        };
        let found = self.byte_at(table, index);
        let far = self.constant(geometry::FAR as u64);
        self.choose(there, found, far)
    }

    /// A number that depends on a square and on nothing else.
    fn by_square(&mut self, square: Square, answer: impl Fn(u64) -> i32) -> Value {
        let byte = self.byte(square);
        match by_square(answer) {
            Some(table) => {
                let at = Arc::as_ptr(&table).cast();
                self.needs.tables.push(table);
                self.byte_at(at, byte)
            }
            // Distances fit.
            None => self.constant(geometry::FAR as u64),
        }
    }

    /// A set of a table, by the number of a square or 64.
    pub(super) fn set_at(&mut self, table: &'static [u64], index: Value) -> Value {
        let index = self.b.ins().ishl_imm_u(index, 3);
        let table = self.constant(table.as_ptr().expose_provenance() as u64);
        let at = self.b.ins().iadd(table, index);
        self.b.ins().load(I64, read_only(), at, 0)
    }

    pub(super) fn byte_at(&mut self, table: *const u8, index: Value) -> Value {
        let table = self.constant(table.expose_provenance() as u64);
        let at = self.b.ins().iadd(table, index);
        self.b.ins().uload8(I64, read_only(), at, 0)
    }

    /// The squares one king step away.
    pub(super) fn around(&mut self, a: Val) -> Val {
        match a {
            Val::Const(set) => Val::Const(geometry::neighbours(set)),
            Val::Square(square) => {
                let byte = self.byte(square);
                Val::any(self.set_at(&TABLES.around, byte))
            }
            a => {
                let set = self.word(a);
                let zero = self.constant(0);
                Val::any(self.help(helpers::around, set, zero))
            }
        }
    }
}
