//! What inlining makes of calls in several frames.

use adv_module::{FnId, Frame, Needs, Op, PrimId, Ty, link};

use super::{RETURN, call, piece};
use crate::build::*;

/// `outer` calls `middle` in a frame, which calls `inner` in another, which reads a position in each frame.
fn frames(outer: Frame, middle: Frame) -> Vec<Op> {
    use Frame::{Current, New, Root};
    let inner = vec![
        piece(0, Current, 1),
        piece(1, New, 2),
        Op::Union {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        piece(1, Root, 3),
        Op::Union {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        RETURN,
    ];
    let needs = Needs::NEW.union(Needs::ROOT);
    let mut module = of_functions(vec![
        function("inner", &[], Ty::Board, needs, inner),
        function(
            "middle",
            &[],
            Ty::Board,
            needs,
            vec![call(0, 0, middle, 0), RETURN],
        ),
        function(
            "outer",
            &[],
            Ty::Board,
            needs,
            vec![call(0, 2, outer, 1), RETURN],
        ),
    ]);
    module.exports = library("p", "", vec![module.functions[2].clone()]).exports;
    module.exports[0].functions[0] = FnId(2);
    let linked = link(verified(module), &[]).expect("it links");
    assert_eq!(linked.module().program().functions.len(), 1);
    linked.module().program().functions[0].code.clone()
}

#[test]
fn an_inlined_position_is_the_one_the_call_meant() {
    use Frame::{Current, New, Root};
    for (outer, middle, expected) in [
        (Current, Current, Current),
        (New, Current, New),
        (Root, Current, Root),
        (Current, New, New),
        (Root, New, New),
        (New, Root, Root),
    ] {
        let code = frames(outer, middle);
        let pieces: Vec<_> = code
            .iter()
            .filter_map(|op| match op {
                Op::Piece { frame, role, .. } => Some((*role, *frame)),
                _ => None,
            })
            .collect();
        assert_eq!(
            pieces,
            [(1, expected), (2, New), (3, Root)],
            "{outer:?} {middle:?}"
        );
    }
}

#[test]
fn a_turned_call_is_not_moved_to_another_position() {
    let edge = vec![
        piece(0, Frame::Current, 0),
        Op::NonEmpty { dst: r(0), a: r(0) },
        RETURN,
    ];
    let turned = vec![
        Op::Turned {
            dst: r(0),
            base: r(0),
            function: FnId(0),
        },
        RETURN,
    ];
    let caller = |frame| vec![call(0, 0, frame, 1), RETURN];
    let mut module = of_functions(vec![
        function("edge", &[], Ty::Truth, Needs::NONE, edge),
        function("turned", &[], Ty::Truth, Needs::NONE, turned),
        function("here", &[], Ty::Truth, Needs::NONE, caller(Frame::Current)),
        function("there", &[], Ty::Truth, Needs::ROOT, caller(Frame::Root)),
    ]);
    module.exports = library("p", "", module.functions[2..].to_vec()).exports;
    module.exports[0].functions[0] = FnId(2);
    module.exports[1].functions[0] = FnId(3);
    let linked = link(verified(module), &[]).expect("it links");
    let functions = &linked.module().program().functions;
    assert_eq!(
        functions[2].code[0],
        Op::Turned {
            dst: r(0),
            base: r(0),
            function: FnId(0)
        }
    );
    assert_eq!(functions[3].code[0], call(0, 0, Frame::Root, 1));
}

/// `larger` returns in two places; in the caller that is a move and a jump, which here go on to a return.
#[test]
fn returns_become_moves_and_jumps() {
    let larger = vec![
        Op::Lt {
            dst: r(2),
            a: r(0),
            b: r(1),
        },
        Op::JumpIfNot { a: r(2), to: 3 },
        Op::Return { src: r(1) },
        RETURN,
    ];
    let caller = vec![
        Op::Prim {
            dst: r(3),
            base: r(1),
            frame: Frame::Current,
            prim: PrimId::Dist,
        },
        Op::Number {
            dst: r(4),
            value: 7,
        },
        call(0, 3, Frame::Current, 0),
        RETURN,
    ];
    let mut module = of_functions(vec![
        function(
            "larger",
            &[Ty::Number, Ty::Number],
            Ty::Number,
            Needs::NONE,
            larger,
        ),
        function(
            "f",
            &[Ty::Number, Ty::Board, Ty::Board],
            Ty::Number,
            Needs::NONE,
            caller,
        ),
    ]);
    module.exports = library("p", "", module.functions[1..].to_vec()).exports;
    module.exports[0].functions[0] = FnId(1);
    let linked = link(verified(module), &[]).expect("it links");
    assert_eq!(
        linked.module().program().functions[0].code,
        [
            Op::Prim {
                dst: r(3),
                base: r(1),
                frame: Frame::Current,
                prim: PrimId::Dist
            },
            Op::LtImm {
                dst: r(5),
                a: r(3),
                value: 7
            },
            Op::JumpIfNot { a: r(5), to: 5 },
            Op::Number {
                dst: r(0),
                value: 7
            },
            RETURN,
            Op::Return { src: r(3) },
        ]
    );
}
