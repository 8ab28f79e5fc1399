//! Flow.

use adv_module::{FnId, Frame, Needs, Op, PrimId, Property, Ty, Who};

use super::{EMPTY, RETURN, ZERO, number, refused};
use crate::build::*;

#[test]
fn flow() {
    use Property::Flow;
    refused(number(vec![]), Flow, "it has no instructions");
    refused(number(vec![ZERO]), Flow, "not a return");
    refused(
        number(vec![ZERO, Op::Jump { to: 0 }, RETURN]),
        Flow,
        "a jump backward, to 0",
    );
    refused(
        number(vec![ZERO, Op::Jump { to: 1 }, RETURN]),
        Flow,
        "a jump backward, to 1",
    );
    refused(
        number(vec![ZERO, Op::Loop { to: 0 }, RETURN]),
        Flow,
        "ends no loop",
    );
    let head = |to| Op::ForEach {
        iter: r(1),
        var: r(2),
        to,
    };
    let back = Op::Loop { to: 2 };
    verified(number(vec![EMPTY, ZERO, head(4), back, RETURN]));
    refused(
        number(vec![EMPTY, ZERO, head(3), back, RETURN]),
        Flow,
        "the loop's end 3",
    );
    refused(
        number(vec![EMPTY, ZERO, head(4), Op::Loop { to: 1 }, RETURN]),
        Flow,
        "the loop's end 4",
    );
    refused(
        number(vec![
            EMPTY,
            ZERO,
            Op::ForEach {
                iter: r(1),
                var: r(1),
                to: 4,
            },
            back,
            RETURN,
        ]),
        Flow,
        "share a register",
    );
    refused(
        number(vec![
            EMPTY,
            Op::Jump { to: 3 },
            head(5),
            ZERO,
            back,
            ZERO,
            RETURN,
        ]),
        Flow,
        "a jump to 3, into the loop that begins at 2",
    );
    // Out of a loop, and to its end, is allowed.
    let out = Op::JumpIf { a: r(3), to: 7 };
    let on = Op::JumpIfNot { a: r(3), to: 6 };
    let yes = Op::Truth {
        dst: r(3),
        value: true,
    };
    verified(number(vec![
        EMPTY,
        ZERO,
        Op::ForEach {
            iter: r(1),
            var: r(2),
            to: 7,
        },
        yes,
        out,
        on,
        back,
        RETURN,
    ]));
}

#[test]
fn a_loops_board_is_left_alone() {
    use Property::Flow;
    let looped = |body: Op| {
        let head = Op::ForEach {
            iter: r(1),
            var: r(2),
            to: 5,
        };
        let f = function(
            "f",
            &[],
            Ty::Number,
            Needs::NONE,
            vec![EMPTY, ZERO, head, body, Op::Loop { to: 2 }, RETURN],
        );
        let leaf = function("leaf", &[], Ty::Number, Needs::NONE, vec![ZERO, RETURN]);
        of_functions(vec![f, leaf])
    };
    let call = |base| Op::Call {
        dst: r(0),
        base: r(base),
        frame: Frame::Current,
        function: FnId(1),
    };
    verified(looped(call(2)));
    refused(
        looped(call(1)),
        Flow,
        "its window begins at r1, not above r1",
    );
    refused(looped(call(0)), Flow, "its window begins at r0");
    refused(
        looped(Op::Move {
            dst: r(1),
            src: r(2),
        }),
        Flow,
        "it writes r1",
    );
    // A primitive takes its arguments and leaves them.
    verified(looped(Op::Prim {
        dst: r(3),
        base: r(1),
        frame: Frame::Current,
        prim: PrimId::Count,
    }));
    refused(
        looped(Op::Prim {
            dst: r(1),
            base: r(1),
            frame: Frame::Current,
            prim: PrimId::FilesOf,
        }),
        Flow,
        "it writes r1",
    );
}

#[test]
fn loops_are_nested_and_not_too_deep() {
    let heads = |depth: usize| {
        let mut code = vec![ZERO];
        let first = code.len() + depth;
        for index in 0..depth {
            code.push(Op::Piece {
                dst: r(1 + index as u8),
                frame: Frame::Current,
                who: Who::Us,
                role: 6,
            });
        }
        for index in 0..depth {
            let to = (first + 2 * depth - index) as u32;
            code.push(Op::ForEach {
                iter: r(1 + index as u8),
                var: r(20),
                to,
            });
        }
        for index in (0..depth).rev() {
            code.push(Op::Loop {
                to: (first + index) as u32,
            });
        }
        code.push(RETURN);
        let mut module = number(code);
        module.functions[0].registers = 24;
        module
    };
    verified(heads(6));
    refused(heads(8), Property::Budget, "one evaluation may cost");
    refused(heads(9), Property::Flow, "more than 8 loops");
    let crossed = vec![
        EMPTY,
        Op::ForEach {
            iter: r(1),
            var: r(2),
            to: 4,
        },
        Op::ForEach {
            iter: r(2),
            var: r(3),
            to: 5,
        },
        Op::Loop { to: 1 },
        Op::Loop { to: 2 },
        RETURN,
    ];
    refused(
        number(crossed),
        Property::Flow,
        "the loop ends outside of the loop around it",
    );
}
