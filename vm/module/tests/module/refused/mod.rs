//! What the verifier refuses, property by property, and that it accepts what is right.

mod bounds;
mod flow;
mod records;
mod strategies;
mod types;
mod uses;
mod whole;
mod zones;

use adv_module::{FnId, Frame, Needs, Op, Program, Property, Ty, Who, verify};

use crate::build::*;
use crate::rich::rich;

/// The property that a module lacks, and the whole message.
#[track_caller]
pub fn refused(module: Program, property: Property, part: &str) {
    match verify(module) {
        Ok(_) => panic!("accepted, expected: {part}"),
        Err(error) => {
            assert_eq!(error.property, property, "{error}");
            assert_eq!(error.code(), "M0006");
            assert!(
                error.to_string().contains(part),
                "{error}\nexpected: {part}"
            );
        }
    }
}

/// A module with one function that gives a number.
pub fn number(code: Vec<Op>) -> Program {
    of_code(Ty::Number, Needs::NONE, code)
}

pub const ZERO: Op = Op::Number {
    dst: r(0),
    value: 0,
};
pub const RETURN: Op = Op::Return { src: r(0) };
pub const EMPTY: Op = Op::Piece {
    dst: r(1),
    frame: Frame::Current,
    who: Who::Us,
    role: 6,
};

/// The rich module with a change.
pub fn changed(change: impl FnOnce(&mut Program)) -> Program {
    let mut module = rich();
    change(&mut module);
    module
}

#[test]
fn what_is_right_is_accepted() {
    let module = verified(rich());
    assert_eq!(module.program(), &rich());
    // Four instructions; a call of them and two more.
    assert_eq!(module.cost(FnId(0)), 4);
    assert_eq!(module.cost(FnId(1)), 7);
    // The loop: 65 times its head, 64 times three instructions.
    assert_eq!(module.cost(FnId(5)), 1 + 5 + 65 + 3 * 64 + 3);
    assert_eq!(module.cost(FnId(99)), u64::MAX);
    verified(number(vec![ZERO, RETURN]));
}
