//! What needs the whole module: acyclic, needs, budget.

use adv_module::format::{MAX_CALL_DEPTH, MAX_NESTED_ADVICE};
use adv_module::{AdviceId, FnId, Frame, Needs, Op, Property, SlotId, Ty, Who};

use super::{EMPTY, RETURN, ZERO, changed, refused};
use crate::build::*;

#[test]
fn acyclic() {
    use Property::Acyclic;
    let call = |function| Op::Call {
        dst: r(0),
        base: r(0),
        frame: Frame::Current,
        function: FnId(function),
    };
    let f = |name: &str, code| function(name, &[], Ty::Number, Needs::NONE, code);
    let ring = of_functions(vec![
        f("a", vec![call(1), RETURN]),
        f("b", vec![call(0), RETURN]),
    ]);
    refused(
        ring,
        Acyclic,
        "it reaches itself: function `a` -> function `b` -> function `a`",
    );
    let satisfiable = Op::Satisfiable {
        dst: r(0),
        frame: Frame::Current,
        advice: AdviceId(1),
    };
    let through = changed(|module| module.functions[8].code[0] = satisfiable);
    refused(
        through,
        Acyclic,
        "advice `squeeze or wait` -> function `yes` -> advice `squeeze or wait`",
    );
    let chain = |length: u32| {
        let functions = (0..length).map(|index| {
            let first = if index == 0 { ZERO } else { call(index - 1) };
            f(&format!("f{index}"), vec![first, RETURN])
        });
        of_functions(functions.collect())
    };
    verified(chain(MAX_CALL_DEPTH));
    refused(
        chain(MAX_CALL_DEPTH + 1),
        Acyclic,
        "calls go 201 deep, at most 200",
    );
    let nested = |depth: u32| {
        let functions = (0..depth).map(|index| {
            let first = match index.checked_sub(1) {
                None => Op::Truth {
                    dst: r(0),
                    value: true,
                },
                Some(inner) => Op::Satisfiable {
                    dst: r(0),
                    frame: Frame::Current,
                    advice: AdviceId(inner as u16),
                },
            };
            function(
                &format!("f{index}"),
                &[],
                Ty::Truth,
                Needs::NONE,
                vec![first, RETURN],
            )
        });
        let mut module = of_functions(functions.collect());
        module.advice = (0..depth)
            .map(|index| advice(&format!("a{index}")))
            .collect();
        for (index, advice) in module.advice.iter_mut().enumerate() {
            advice.better = goal(Some(index as u32));
        }
        module
    };
    verified(nested(MAX_NESTED_ADVICE));
    refused(
        nested(MAX_NESTED_ADVICE + 1),
        Acyclic,
        "pieces-of-advice are nested 17 deep",
    );
}

/// A chain as long as a module may have functions: found in time, and without a deep stack of our own.
#[test]
fn long_chains_of_calls() {
    let call = |function| Op::Call {
        dst: r(0),
        base: r(0),
        frame: Frame::Current,
        function: FnId(function),
    };
    let functions = (0..65_000).map(|index| {
        let code = vec![if index == 0 { ZERO } else { call(index - 1) }, RETURN];
        function("f", &[], Ty::Number, Needs::NONE, code)
    });
    refused(
        of_functions(functions.rev().collect()),
        Property::Acyclic,
        "",
    );
}

#[test]
fn needs() {
    use Property::Needs as Property;
    let board = |code| of_code(Ty::Board, Needs::NONE, code);
    let piece = |frame| Op::Piece {
        dst: r(0),
        frame,
        who: Who::Us,
        role: 0,
    };
    refused(
        board(vec![piece(Frame::New), RETURN]),
        Property,
        "it speaks of `new.`, which the function does not declare",
    );
    refused(board(vec![piece(Frame::Root), RETURN]), Property, "`root.`");
    refused(
        board(vec![Op::From { dst: r(0) }, RETURN]),
        Property,
        "`FROM` or `TO`",
    );
    refused(
        changed(|module| module.functions[3].needs = Needs::NEW),
        Property,
        "function `less`, instruction 1",
    );
    // A callee's needs are the caller's, and so is the frame of a call.
    refused(
        changed(|module| module.functions[1].needs = Needs::NONE.union(Needs::MOVE)),
        Property,
        "function `root.room`",
    );
    refused(
        changed(|module| module.functions[2].needs = Needs::NEW),
        Property,
        "function `root.room`, instruction 0",
    );
}

#[test]
fn kept_functions_speak_of_the_root_alone() {
    use Property::Needs as Property;
    let kept = |function| Op::Kept {
        dst: r(1),
        slot: SlotId(0),
        function: FnId(function),
    };
    refused(
        changed(|module| module.functions[3].code[1] = kept(1)),
        Property,
        "`room` is kept and looks at the current position",
    );
    let current = Op::Call {
        dst: r(0),
        base: r(0),
        frame: Frame::Current,
        function: FnId(1),
    };
    refused(
        changed(|module| module.functions[2].code[0] = current),
        Property,
        "`root.room` is kept and looks",
    );
}

#[test]
fn budget() {
    let mut functions = vec![function(
        "f0",
        &[],
        Ty::Number,
        Needs::NONE,
        vec![ZERO, RETURN],
    )];
    for index in 1..8u32 {
        let call = Op::Call {
            dst: r(3),
            base: r(3),
            frame: Frame::Current,
            function: FnId(index - 1),
        };
        let code = vec![
            EMPTY,
            ZERO,
            Op::ForEach {
                iter: r(1),
                var: r(2),
                to: 5,
            },
            call,
            Op::Loop { to: 2 },
            RETURN,
        ];
        functions.push(function(
            &format!("f{index}"),
            &[],
            Ty::Number,
            Needs::NONE,
            code,
        ));
    }
    refused(
        of_functions(functions.clone()),
        Property::Budget,
        "function `f7`",
    );
    functions.pop();
    verified(of_functions(functions));
}
