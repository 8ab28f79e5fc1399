//! Linking: what is found, what is missing, and what is copied.

mod strategies;

use adv_module::program::{Export, Import, Place, SourceText};
use adv_module::{
    AdviceId, AdviceKind, ConstId, FnId, Frame, LinkError, Module, Needs, Op, Program, SlotId, Ty,
    Who, link,
};

use crate::build::*;

pub const RETURN: Op = Op::Return { src: r(0) };

pub fn call(dst: u8, base: u8, frame: Frame, function: u32) -> Op {
    Op::Call {
        dst: r(dst),
        base: r(base),
        frame,
        function: FnId(function),
    }
}

pub fn piece(dst: u8, frame: Frame, role: u8) -> Op {
    Op::Piece {
        dst: r(dst),
        frame,
        who: Who::White,
        role,
    }
}

/// A library with `kings`, `space`, which calls it, and `unused`.
fn geometry() -> Program {
    let kings = vec![
        piece(0, Frame::Current, 0),
        Op::Board {
            dst: r(1),
            k: ConstId(0),
        },
        Op::Intersect {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        RETURN,
    ];
    let space = vec![
        call(0, 1, Frame::Current, 0),
        Op::Count { dst: r(0), a: r(0) },
        RETURN,
    ];
    let unused = vec![
        Op::BigNumber {
            dst: r(0),
            k: ConstId(1),
        },
        RETURN,
    ];
    let mut module = library(
        "std.geometry",
        "1",
        vec![
            function("kings", &[], Ty::Board, Needs::NONE, kings),
            function("space", &[], Ty::Number, Needs::NONE, space),
            function("unused", &[], Ty::Number, Needs::NONE, unused),
        ],
    );
    module.constants = vec![0xff, 1 << 50];
    module
}

/// A program that compares `space` with the root's.
fn program() -> Program {
    let less = vec![
        call(0, 1, Frame::Current, 0),
        call(1, 1, Frame::Root, 0),
        Op::Lt {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        RETURN,
    ];
    let mut module = of_functions(vec![function("less", &[], Ty::Truth, Needs::ROOT, less)]);
    module.imports = vec![import(&geometry(), "space")];
    module.advice = vec![advice("a")];
    module.advice[0].better = goal(Some(1));
    let text = "less = space < root.space";
    module.source = Some(SourceText {
        file: "p.adv".to_owned(),
        text: text.to_owned(),
        used: Vec::new(),
    });
    module.functions[0].places = (0..4)
        .map(|index| Place {
            start: index,
            end: index + 1,
        })
        .collect();
    module
}

fn names(module: &Module) -> Vec<&str> {
    module
        .program()
        .functions
        .iter()
        .map(|function| function.name.as_str())
        .collect()
}

#[test]
fn only_what_is_used_is_copied() {
    let library = verified(geometry());
    let linked = link(verified(program()), &[&library]).expect("it links");
    let module = linked.module();
    assert_eq!(
        names(module),
        ["less", "std.geometry.space", "std.geometry.kings"]
    );
    assert_eq!(module.program().constants, [0xff]);
    assert!(module.program().imports.is_empty());
    assert_eq!(
        module.program().functions[0].code[1],
        call(1, 1, Frame::Root, 1)
    );
    assert_eq!(module.program().advice[0].better.test, Some(FnId(0)));
    // 4 of `kings`, a call and two more for `space`.
    assert_eq!(module.cost(FnId(1)), 7);
}

#[test]
fn linking_twice_gives_the_same() {
    let library = verified(geometry());
    let once = link(verified(program()), &[&library])
        .expect("it links")
        .into_module()
        .into_program();
    let twice = link(verified(program()), &[&library])
        .expect("it links")
        .into_module()
        .into_program();
    assert_eq!(once, twice);
    let again = link(verified(once.clone()), &[])
        .expect("it links")
        .into_module()
        .into_program();
    assert_eq!(once, again);
}

#[test]
fn libraries_use_libraries_and_the_order_does_not_matter() {
    let first = geometry();
    let room = vec![
        call(0, 1, Frame::Current, 0),
        Op::AddImm {
            dst: r(0),
            a: r(0),
            value: 1,
        },
        RETURN,
    ];
    let mut second = library(
        "std.room",
        "2",
        vec![function("room", &[], Ty::Number, Needs::NONE, room)],
    );
    second.exports[0].functions[0] = FnId(1);
    second.imports = vec![import(&first, "space")];
    let mut program = of_functions(vec![function(
        "f",
        &[],
        Ty::Number,
        Needs::NONE,
        vec![call(0, 0, Frame::Current, 0), RETURN],
    )]);
    program.imports = vec![Import {
        component: 0,
        ..import(&second, "room")
    }];
    program.exports = vec![Export {
        name: "f".to_owned(),
        params: Vec::new(),
        result: Ty::Number,
        functions: vec![FnId(1)],
        needs: Needs::NONE,
        doc: String::new(),
    }];
    let (first, second) = (verified(first), verified(second));
    let forward = link(verified(program.clone()), &[&first, &second]).expect("it links");
    let backward = link(verified(program.clone()), &[&second, &first]).expect("it links");
    assert_eq!(forward.module().program(), backward.module().program());
    let copied = [
        "f",
        "std.room.room",
        "std.geometry.space",
        "std.geometry.kings",
    ];
    assert_eq!(names(forward.module()), copied);
    let error = link(verified(program), &[&second]).expect_err("a library is missing");
    assert_eq!(error.code(), "M0007");
    assert_eq!(
        error.to_string(),
        "`std.room` uses the library `std.geometry`, which is not there; add it to those the program is linked with: `std.room`"
    );
}

/// The error of linking a program with a changed library.
fn refused(change: impl FnOnce(&mut Program)) -> LinkError {
    let mut library = geometry();
    change(&mut library);
    link(verified(program()), &[&verified(library)]).expect_err("the library does not fit")
}

#[test]
fn every_misfit_has_its_sentence() {
    let error = link(verified(program()), &[]).expect_err("there is no library");
    assert_eq!(error.code(), "M0007");
    assert!(
        error.to_string().contains("no library was given"),
        "{error}"
    );
    let error = refused(|library| library.version = "2".to_owned());
    assert_eq!(error.code(), "M0008");
    assert_eq!(
        error.to_string(),
        "`program` was compiled against version `1` of the library `std.geometry`, found version `2`; compile `program` again or \
         use the library it was made for"
    );
    let error = refused(|library| library.exports[1].name = "spaces".to_owned());
    assert_eq!(error.code(), "M0009");
    assert!(
        error.to_string().contains("exports no such name"),
        "{error}"
    );
    let error = refused(|library| {
        library.exports[1].functions[0] = FnId(0);
        library.exports[1].result = Ty::Board;
    });
    assert_eq!(
        error.to_string(),
        "`program` was compiled against `space () number` of the library `std.geometry`, found `space () board`; compile \
         `program` again"
    );
    let error = refused(|library| {
        library.functions[1].needs = Needs::NEW;
        library.exports[1].needs = Needs::NEW;
    });
    assert!(
        error
            .to_string()
            .contains("found `space () number of new.`"),
        "{error}"
    );
}

/// A library's advice comes along where a library's function asks for it, and can not be consulted.
#[test]
fn nested_advice_comes_along() {
    let yes = vec![
        Op::Truth {
            dst: r(0),
            value: true,
        },
        RETURN,
    ];
    let can = vec![
        Op::Satisfiable {
            dst: r(0),
            frame: Frame::Current,
            advice: AdviceId(1),
        },
        RETURN,
    ];
    let mut mate = library(
        "std.mate",
        "1",
        vec![
            function("yes", &[], Ty::Truth, Needs::NONE, yes),
            function("can", &[], Ty::Truth, Needs::NONE, can),
        ],
    );
    mate.advice = vec![advice("other"), advice("mate-in(2)")];
    mate.advice[1].better = goal(Some(0));
    let mut program = of_functions(Vec::new());
    program.imports = vec![import(&mate, "can")];
    program.advice = vec![advice("a")];
    program.advice[0].better = goal(Some(0));
    let linked = link(verified(program), &[&verified(mate)]).expect("it links");
    let module = linked.module().program();
    assert_eq!(
        module
            .advice
            .iter()
            .map(|advice| advice.name.as_str())
            .collect::<Vec<_>>(),
        ["a", "std.mate.mate-in(2)"]
    );
    assert_eq!(
        module
            .advice
            .iter()
            .map(|advice| advice.kind)
            .collect::<Vec<_>>(),
        [AdviceKind::Piece, AdviceKind::Either]
    );
    let can = module
        .function(module.advice[0].better.test.expect("it has a goal"))
        .expect("it exists");
    assert_eq!(
        can.code[0],
        Op::Satisfiable {
            dst: r(0),
            frame: Frame::Current,
            advice: AdviceId(1)
        }
    );
}

#[test]
fn slots_and_constants_of_several_modules_are_told_apart() {
    let constant = vec![
        Op::BigNumber {
            dst: r(0),
            k: ConstId(0),
        },
        RETURN,
    ];
    let kept = vec![
        Op::Kept {
            dst: r(0),
            slot: SlotId(0),
            function: FnId(0),
        },
        RETURN,
    ];
    let parts = |name: &str, word| {
        let mut module = library(
            name,
            "1",
            vec![
                function("k", &[], Ty::Number, Needs::NONE, constant.clone()),
                function("kept", &[], Ty::Number, Needs::ROOT, kept.clone()),
            ],
        );
        module.constants = vec![word];
        module.slots = 1;
        module
    };
    let library = parts("l", 1 << 41);
    let mut program = parts("p", 1 << 40);
    program.imports = vec![import(&library, "kept")];
    program.functions[1].code[0] = Op::Kept {
        dst: r(0),
        slot: SlotId(0),
        function: FnId(1),
    };
    let both = vec![
        call(0, 1, Frame::Current, 0),
        call(1, 2, Frame::Current, 2),
        Op::Add {
            dst: r(0),
            a: r(0),
            b: r(1),
        },
        RETURN,
    ];
    program
        .functions
        .push(function("both", &[], Ty::Number, Needs::ROOT, both));
    for export in &mut program.exports {
        export.functions[0].0 += 1;
    }
    program.exports[0] = Export {
        name: "both".to_owned(),
        needs: Needs::ROOT,
        functions: vec![FnId(3)],
        ..program.exports[0].clone()
    };
    let linked = link(verified(program), &[&verified(library)]).expect("it links");
    let module = linked.module().program();
    assert_eq!(
        (module.slots, module.constants.as_slice()),
        (2, &[1 << 40, 1 << 41][..])
    );
    let code = module.functions.iter().flat_map(|function| &function.code);
    let slots: Vec<_> = code
        .filter_map(|op| match op {
            Op::Kept { slot, function, .. } => Some((slot.0, module.function_name(*function))),
            _ => None,
        })
        .collect();
    assert_eq!(slots, [(0, "k"), (1, "l.k")]);
}
