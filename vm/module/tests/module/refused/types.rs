//! Types.

use adv_module::{FnId, Frame, Needs, Op, Property, SlotId, Ty, Who};

use super::{EMPTY, RETURN, ZERO, changed, number, refused};
use crate::build::*;

#[test]
fn types() {
    use Property::Types;
    refused(
        number(vec![RETURN]),
        Types,
        "r0 is read and holds nothing here",
    );
    refused(
        number(vec![
            Op::Truth {
                dst: r(0),
                value: true,
            },
            RETURN,
        ]),
        Types,
        "it returns a descriptor, expected a number",
    );
    refused(
        number(vec![ZERO, Op::Count { dst: r(0), a: r(0) }, RETURN]),
        Types,
        "expected a board in r0, found a number",
    );
    refused(
        number(vec![
            ZERO,
            EMPTY,
            Op::Eq {
                dst: r(2),
                a: r(0),
                b: r(1),
            },
            RETURN,
        ]),
        Types,
        "expected a number in r1",
    );
    refused(
        number(vec![ZERO, Op::JumpIf { a: r(0), to: 2 }, RETURN]),
        Types,
        "expected a descriptor in r0",
    );
    // Where ways meet, both must have written the register, with one type.
    let meet = |then: Op, other: Op| {
        number(vec![
            Op::ToMove {
                dst: r(1),
                frame: Frame::Current,
                who: Who::Us,
            },
            Op::JumpIf { a: r(1), to: 4 },
            then,
            Op::Jump { to: 5 },
            other,
            RETURN,
        ])
    };
    verified(meet(ZERO, ZERO));
    refused(
        meet(
            ZERO,
            Op::Number {
                dst: r(2),
                value: 1,
            },
        ),
        Types,
        "r0 is read and holds nothing",
    );
    refused(
        meet(
            ZERO,
            Op::Truth {
                dst: r(0),
                value: true,
            },
        ),
        Types,
        "r0 is read and holds nothing",
    );
}

#[test]
fn calls_leave_nothing_above_their_base() {
    let leaf = function("leaf", &[Ty::Number], Ty::Number, Needs::NONE, vec![RETURN]);
    let calls = |base: u8, dst: u8, read: u8| {
        let call = Op::Call {
            dst: r(dst),
            base: r(base),
            frame: Frame::Current,
            function: FnId(0),
        };
        let numbers = (0..6).map(|index| Op::Number {
            dst: r(index),
            value: 1,
        });
        let code = numbers.chain([call, Op::Return { src: r(read) }]).collect();
        of_functions(vec![
            leaf.clone(),
            function("f", &[], Ty::Number, Needs::NONE, code),
        ])
    };
    verified(calls(3, 5, 5));
    verified(calls(3, 5, 2));
    refused(
        calls(3, 5, 3),
        Property::Types,
        "r3 is read and holds nothing",
    );
    refused(
        calls(6, 0, 0),
        Property::Types,
        "r6 is read and holds nothing",
    );
}

#[test]
fn loops_keep_types_or_forget_them() {
    let looped = |body: Op, behind: Op| {
        let head = Op::ForEach {
            iter: r(1),
            var: r(2),
            to: 6,
        };
        let three = Op::Number {
            dst: r(3),
            value: 3,
        };
        number(vec![
            EMPTY,
            ZERO,
            three,
            head,
            body,
            Op::Loop { to: 3 },
            behind,
            RETURN,
        ])
    };
    let add = |b| Op::Add {
        dst: r(0),
        a: r(0),
        b: r(b),
    };
    verified(looped(add(3), add(3)));
    // The body turns r3 into a board: after the loop nothing is known of it.
    refused(
        looped(
            Op::Move {
                dst: r(3),
                src: r(2),
            },
            add(3),
        ),
        Property::Types,
        "instruction 6",
    );
    // The loop's square exists in the loop only.
    refused(
        looped(add(3), Op::Count { dst: r(0), a: r(2) }),
        Property::Types,
        "r2 is read",
    );
    // In the second round r3 would be a board.
    let head = Op::ForEach {
        iter: r(1),
        var: r(2),
        to: 7,
    };
    let three = Op::Number {
        dst: r(3),
        value: 3,
    };
    let spoil = Op::Move {
        dst: r(3),
        src: r(2),
    };
    let code = vec![
        EMPTY,
        ZERO,
        three,
        head,
        add(3),
        spoil,
        Op::Loop { to: 3 },
        RETURN,
    ];
    refused(
        number(code),
        Property::Types,
        "instruction 4, property types: r3 is read and holds nothing",
    );
}

#[test]
fn a_slot_has_one_function() {
    let kept = |slot, function| Op::Kept {
        dst: r(0),
        slot: SlotId(slot),
        function: FnId(function),
    };
    let module = |second| {
        let leaf = |name| function(name, &[], Ty::Number, Needs::NONE, vec![ZERO, RETURN]);
        let f = function(
            "f",
            &[],
            Ty::Number,
            Needs::ROOT,
            vec![kept(0, 0), kept(second, 1), RETURN],
        );
        let mut module = of_functions(vec![leaf("a"), leaf("b"), f]);
        module.slots = 2;
        module
    };
    verified(module(1));
    refused(
        module(0),
        Property::Types,
        "the slot 0 keeps two functions' values",
    );
}

#[test]
fn turned_and_kept_functions() {
    refused(
        changed(|module| module.functions[6].params.push(Ty::Side)),
        Property::Types,
        "r2 is read and holds nothing",
    );
    let kept = Op::Kept {
        dst: r(1),
        slot: SlotId(0),
        function: FnId(6),
    };
    refused(
        changed(|module| module.functions[3].code[1] = kept),
        Property::Types,
        "is kept and has parameters",
    );
    let turned = Op::Turned {
        dst: r(0),
        base: r(2),
        function: FnId(5),
    };
    refused(
        changed(|module| module.functions[7].code[3] = turned),
        Property::Types,
        "is turned and gives a number",
    );
}
