//! What is known of a register, and what it becomes where a word, a flag or a square is needed.

use adv_module::Reg;
use cranelift_codegen::ir::condcodes::{CondCode, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value, types};

use super::{Emit, I64};

/// The byte of no square.
pub(super) const NOWHERE: u64 = 64;

/// What is known of a register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Val {
    /// Its word.
    Const(u64),
    /// It is a set of one square or of none.
    Square(Square),
    /// It is 1 where the test holds, else 0. The test is not known.
    Truth(Test),
    /// A word that is within these bounds as a number.
    Word { word: Value, low: i64, high: i64 },
}

/// A set of one square or of none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Square {
    /// The square 0..63 where there is one; else 64, or anything to 63 where a flag says that there is none.
    pub(super) raw: Value,
    pub(super) present: Present,
    /// Which man of which frame it is, that is on the board unless taken.
    pub(super) man: Option<u8>,
    /// The set, where it is at hand anyway.
    pub(super) set: Option<Value>,
}

impl Square {
    /// A square that is no man's.
    pub(super) fn of(raw: Value, present: Present) -> Square {
        Square {
            raw,
            present,
            man: None,
            set: None,
        }
    }

    /// The square of a man, who may have been taken.
    pub(super) fn of_man(raw: Value, man: u8) -> Square {
        Square {
            man: Some(man),
            ..Square::of(raw, Present::Raw)
        }
    }

    /// A set of one square or of none that is at hand.
    pub(super) fn of_set(raw: Value, present: Present, set: Value) -> Square {
        Square {
            set: Some(set),
            ..Square::of(raw, present)
        }
    }
}

/// Whether a [`Square`] is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Present {
    Always,
    /// Its number says so, which is 64 else.
    Raw,
    /// A flag says so.
    If(Value),
}

/// A test that has not been made yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Test {
    Known(bool),
    Compare {
        how: IntCC,
        a: Value,
        b: Value,
        /// The man of which it says that he is on the board, or that he is not.
        says: Option<(u8, bool)>,
    },
    /// An eight-bit 0 or 1.
    Flag(Value),
}

impl Test {
    pub(super) fn compare(how: IntCC, a: Value, b: Value) -> Test {
        let says = None;
        Test::Compare { how, a, b, says }
    }
}

impl Val {
    /// A word of which nothing is known.
    pub(super) fn any(word: Value) -> Val {
        Val::Word {
            word,
            low: i64::MIN,
            high: i64::MAX,
        }
    }

    pub(super) fn number(n: i64) -> Val {
        Val::Const(n.cast_unsigned())
    }

    pub(super) fn truth(test: Test) -> Val {
        match test {
            Test::Known(known) => Val::Const(u64::from(known)),
            _ => Val::Truth(test),
        }
    }

    /// The bounds of its word as a number.
    pub(super) fn bounds(self) -> (i64, i64) {
        match self {
            Val::Const(word) => (word.cast_signed(), word.cast_signed()),
            Val::Truth(_) => (0, 1),
            Val::Word { low, high, .. } => (low, high),
            Val::Square(_) => (i64::MIN, i64::MAX),
        }
    }
}

/// What is known at a place.
#[derive(Clone, Debug)]
pub(super) struct State {
    registers: Vec<Val>,
    /// The men that are on the board, by [`super::man_number`].
    pub(super) present: u32,
}

impl State {
    pub(super) fn new() -> State {
        State {
            registers: Vec::new(),
            present: 0,
        }
    }

    /// A register; 0 where nothing has been written.
    pub(super) fn get(&self, register: Reg) -> Val {
        let known = self.registers.get(register.index());
        known.copied().unwrap_or(Val::Const(0))
    }

    pub(super) fn set(&mut self, register: Reg, val: Val) {
        if self.registers.len() <= register.index() {
            self.registers.resize(register.index() + 1, Val::Const(0));
        }
        if let Some(place) = self.registers.get_mut(register.index()) {
            *place = val;
        }
    }

    /// A register, where a man that is known to be on the board is always there.
    pub(super) fn sure(&self, register: u8) -> Val {
        match self.get(Reg(register)) {
            Val::Square(square) => Val::Square(Square {
                present: self.presence(square),
                ..square
            }),
            other => other,
        }
    }

    /// How one knows whether a square is there, with what is known at this place.
    fn presence(&self, square: Square) -> Present {
        match square.man {
            Some(man) if self.present >> man & 1 == 1 => Present::Always,
            _ => square.present,
        }
    }

    /// Forgets all registers.
    pub(super) fn clear(&mut self) {
        self.registers.clear();
    }

    /// What follows where a test of a register holds or does not.
    pub(super) fn learn(&mut self, test: Test, holds: bool, register: u8) {
        if !holds {
            self.set(Reg(register), Val::Const(0));
        } else if self.get(Reg(register)).bounds() == (0, 1) {
            self.set(Reg(register), Val::Const(1));
        }
        if let Test::Compare {
            says: Some((man, on_board)),
            ..
        } = test
            && on_board == holds
        {
            self.present |= 1 << man;
        }
    }
}

impl Emit<'_, '_> {
    /// The word of a register.
    pub(super) fn word(&mut self, val: Val) -> Value {
        match val {
            Val::Const(word) => self.constant(word),
            Val::Word { word, .. } => word,
            Val::Square(square) => self.set_of(square),
            Val::Truth(test) => {
                let flag = self.flag(test);
                self.b.ins().uextend(I64, flag)
            }
        }
    }

    /// The set of a square or of none.
    pub(super) fn set_of(&mut self, square: Square) -> Value {
        if let Some(set) = square.set {
            return set;
        }
        let there = self.there(square);
        let one = match there {
            Test::Known(known) => self.constant(u64::from(known)),
            test => {
                let flag = self.flag(test);
                self.b.ins().uextend(I64, flag)
            }
        };
        self.b.ins().ishl(one, square.raw)
    }

    /// Whether a square is there.
    pub(super) fn there(&mut self, square: Square) -> Test {
        match self.presence(square) {
            Present::Always => Test::Known(true),
            Present::If(flag) => Test::Flag(flag),
            Present::Raw => {
                let nowhere = self.constant(NOWHERE);
                Test::Compare {
                    how: IntCC::NotEqual,
                    a: square.raw,
                    b: nowhere,
                    says: square.man.map(|man| (man, true)),
                }
            }
        }
    }

    /// How one knows whether a square is there, with what is known at this place.
    pub(super) fn presence(&self, square: Square) -> Present {
        self.state.presence(square)
    }

    /// The square's number, 64 where it is not there.
    pub(super) fn byte(&mut self, square: Square) -> Value {
        match self.presence(square) {
            Present::Always | Present::Raw => square.raw,
            Present::If(flag) => {
                let nowhere = self.constant(NOWHERE);
                self.b.ins().select(flag, square.raw, nowhere)
            }
        }
    }

    /// A word as a square or none, where it is known to be one.
    pub(super) fn square(&mut self, val: Val) -> Option<Square> {
        match val {
            Val::Square(square) => Some(square),
            Val::Const(set) if set.is_power_of_two() => {
                let raw = self.constant(u64::from(set.trailing_zeros()));
                Some(Square::of(raw, Present::Always))
            }
            _ => None,
        }
    }

    /// Whether a register is not zero.
    pub(super) fn test(&mut self, val: Val) -> Test {
        match val {
            Val::Const(word) => Test::Known(word != 0),
            Val::Truth(test) => test,
            Val::Square(square) => self.there(square),
            Val::Word { word, .. } => self.nonzero(word),
        }
    }

    pub(super) fn nonzero(&mut self, word: Value) -> Test {
        let zero = self.constant(0);
        Test::compare(IntCC::NotEqual, word, zero)
    }

    /// The opposite.
    pub(super) fn not(&mut self, test: Test) -> Test {
        match test {
            Test::Known(known) => Test::Known(!known),
            Test::Flag(flag) => Test::Flag(self.b.ins().bxor_imm_u(flag, 1)),
            Test::Compare { how, a, b, says } => Test::Compare {
                how: how.complement(),
                a,
                b,
                says: says.map(|(man, on_board)| (man, !on_board)),
            },
        }
    }

    /// Both.
    pub(super) fn both(&mut self, a: Test, b: Test) -> Test {
        match (a, b) {
            (Test::Known(true), other) | (other, Test::Known(true)) => other,
            (Test::Known(false), _) | (_, Test::Known(false)) => Test::Known(false),
            _ => {
                let (a, b) = (self.flag(a), self.flag(b));
                Test::Flag(self.b.ins().band(a, b))
            }
        }
    }

    /// Either.
    pub(super) fn either(&mut self, a: Test, b: Test) -> Test {
        match (a, b) {
            (Test::Known(false), other) | (other, Test::Known(false)) => other,
            (Test::Known(true), _) | (_, Test::Known(true)) => Test::Known(true),
            _ => {
                let (a, b) = (self.flag(a), self.flag(b));
                Test::Flag(self.b.ins().bor(a, b))
            }
        }
    }

    /// An eight-bit 0 or 1.
    pub(super) fn flag(&mut self, test: Test) -> Value {
        match test {
            Test::Known(known) => self.b.ins().iconst(types::I8, i64::from(known)),
            Test::Flag(flag) => flag,
            Test::Compare { how, a, b, .. } => self.b.ins().icmp(how, a, b),
        }
    }

    /// One of two words.
    pub(super) fn choose(&mut self, test: Test, yes: Value, no: Value) -> Value {
        match test {
            Test::Known(true) => yes,
            Test::Known(false) => no,
            test => {
                let flag = self.flag(test);
                self.b.ins().select(flag, yes, no)
            }
        }
    }
}
