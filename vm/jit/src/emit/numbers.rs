//! Arithmetic, saturating as the machine's: plain where the bounds say that nothing can overflow.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

use super::Emit;
use super::value::{Test, Val};

/// The bounds of an operation that is monotonous between the bounds of its arguments, unless it overflows.
fn bounds(
    (a_low, a_high): (i64, i64),
    (b_low, b_high): (i64, i64),
    operation: fn(i64, i64) -> Option<i64>,
) -> Option<(i64, i64)> {
    let corners = [
        operation(a_low, b_low)?,
        operation(a_low, b_high)?,
        operation(a_high, b_low)?,
        operation(a_high, b_high)?,
    ];
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

impl Emit<'_, '_> {
    pub(super) fn add(&mut self, a: Val, b: Val) -> Val {
        if let (Val::Const(a), Val::Const(b)) = (a, b) {
            return Val::number(a.cast_signed().saturating_add(b.cast_signed()));
        }
        let known = bounds(a.bounds(), b.bounds(), i64::checked_add);
        let (a, b) = (self.word(a), self.word(b));
        let sum = self.b.ins().iadd(a, b);
        if let Some((low, high)) = known {
            let word = sum;
            return Val::Word { word, low, high };
        }
        // Two of one sign have a sum of the other.
        let (x, y) = (self.b.ins().bxor(sum, a), self.b.ins().bxor(sum, b));
        let over = self.b.ins().band(x, y);
        Val::any(self.saturated(over, sum, a))
    }

    pub(super) fn sub(&mut self, a: Val, b: Val) -> Val {
        if let (Val::Const(a), Val::Const(b)) = (a, b) {
            return Val::number(a.cast_signed().saturating_sub(b.cast_signed()));
        }
        let known = bounds(a.bounds(), b.bounds(), i64::checked_sub);
        let (a, b) = (self.word(a), self.word(b));
        let difference = self.b.ins().isub(a, b);
        if let Some((low, high)) = known {
            let word = difference;
            return Val::Word { word, low, high };
        }
        let (x, y) = (self.b.ins().bxor(a, b), self.b.ins().bxor(a, difference));
        let over = self.b.ins().band(x, y);
        Val::any(self.saturated(over, difference, a))
    }

    pub(super) fn mul(&mut self, a: Val, b: Val) -> Val {
        if let (Val::Const(a), Val::Const(b)) = (a, b) {
            return Val::number(a.cast_signed().saturating_mul(b.cast_signed()));
        }
        let known = bounds(a.bounds(), b.bounds(), i64::checked_mul);
        let (a, b) = (self.word(a), self.word(b));
        let product = self.b.ins().imul(a, b);
        if let Some((low, high)) = known {
            let word = product;
            return Val::Word { word, low, high };
        }
        // The upper half of a product that fits holds copies of its sign.
        let upper = self.b.ins().smulhi(a, b);
        let signs = self.b.ins().sshr_imm_u(product, 63);
        let fits = Test::compare(IntCC::Equal, upper, signs);
        let sign = self.b.ins().bxor(a, b);
        let end = self.end(sign);
        Val::any(self.choose(fits, product, end))
    }

    /// A result, or where the highest bit says that it has overflowed the end of the numbers on the side of a sign.
    fn saturated(&mut self, over: Value, result: Value, sign: Value) -> Value {
        let zero = self.constant(0);
        let over = Test::compare(IntCC::SignedLessThan, over, zero);
        let end = self.end(sign);
        self.choose(over, end, result)
    }

    /// The largest number, or the smallest for a negative sign.
    fn end(&mut self, sign: Value) -> Value {
        let signs = self.b.ins().sshr_imm_u(sign, 63);
        let largest = self.constant(i64::MAX.cast_unsigned());
        self.b.ins().bxor(signs, largest)
    }

    pub(super) fn abs(&mut self, a: Val) -> Val {
        if let Val::Const(word) = a {
            return Val::number(word.cast_signed().saturating_abs());
        }
        let (low, high) = a.bounds();
        let word = self.word(a);
        if low >= 0 {
            return a;
        }
        if let Some(far) = low.checked_abs() {
            return Val::Word {
                word: self.b.ins().iabs(word),
                low: 0,
                high: far.max(high),
            };
        }
        let minus = self.sub(Val::Const(0), a);
        self.extreme(false, a, minus)
    }

    /// The smaller or the larger.
    pub(super) fn extreme(&mut self, smaller: bool, a: Val, b: Val) -> Val {
        let ((a_low, a_high), (b_low, b_high)) = (a.bounds(), b.bounds());
        if let (Val::Const(x), Val::Const(y)) = (a, b) {
            let (x, y) = (x.cast_signed(), y.cast_signed());
            return Val::number(if smaller { x.min(y) } else { x.max(y) });
        }
        let (a, b) = (self.word(a), self.word(b));
        if smaller {
            Val::Word {
                word: self.b.ins().smin(a, b),
                low: a_low.min(b_low),
                high: a_high.min(b_high),
            }
        } else {
            Val::Word {
                word: self.b.ins().smax(a, b),
                low: a_low.max(b_low),
                high: a_high.max(b_high),
            }
        }
    }

    /// -1, 0 or 1.
    pub(super) fn sign(&mut self, a: Val) -> Val {
        if let Val::Const(word) = a {
            return Val::number(word.cast_signed().signum());
        }
        let word = self.word(a);
        let negative = self.b.ins().sshr_imm_u(word, 63);
        let some = self.nonzero(word);
        let one = self.word(Val::truth(some));
        Val::Word {
            word: self.b.ins().bor(negative, one),
            low: -1,
            high: 1,
        }
    }
}
