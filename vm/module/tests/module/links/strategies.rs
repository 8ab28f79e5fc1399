//! Linking of strategies, of actions, and of the boards that conjuncts speak of.

use adv_module::program::{GoalBoard, GoalPart, Place, StatementKind};
use adv_module::{AdviceId, AdviceKind, FnId, Frame, Needs, Op, Ty, When, link};

use super::{RETURN, call, geometry, piece};
use crate::build::*;
use crate::rich::rich;

/// The names of the functions that are left.
fn names(module: &adv_module::Program) -> Vec<&str> {
    let functions = module.functions.iter();
    functions.map(|function| function.name.as_str()).collect()
}

#[test]
fn what_strategies_use_is_copied_and_kept() {
    // Nothing but a strategy uses `far`, nothing at all uses `lost`.
    let far = vec![
        call(0, 0, Frame::Current, 0),
        Op::GtImm {
            dst: r(0),
            a: r(0),
            value: 3,
        },
        RETURN,
    ];
    let lost = vec![
        Op::Truth {
            dst: r(0),
            value: false,
        },
        RETURN,
    ];
    let mut program = of_functions(vec![
        function("lost", &[], Ty::Truth, Needs::NONE, lost),
        function("far", &[], Ty::Truth, Needs::NONE, far),
    ]);
    program.imports = vec![import(&geometry(), "space")];
    let mut action = advice("cut");
    action.kind = AdviceKind::Action;
    action.better.when = When::AfterUs;
    action.prefer = vec![FnId(0)];
    program.advice = vec![action];
    let condition = FnId(2);
    program.strategies = vec![strategy(
        "s",
        vec![
            StatementKind::While { condition, end: 3 },
            StatementKind::Action {
                advice: AdviceId(0),
                in_class: Some(condition),
                then: 2,
                failed: None,
            },
            StatementKind::Again(0),
        ],
    )];
    program.strategies[0].out_class = Some(condition);
    let linked = link(verified(program), &[&verified(geometry())]).expect("it links");
    let module = linked.module().program();
    let left = ["far", "std.geometry.space", "std.geometry.kings"];
    assert_eq!(names(module), left);
    let (far, space) = (FnId(0), FnId(1));
    assert_eq!(module.advice[0].prefer, [space]);
    assert_eq!(module.advice[0].kind, AdviceKind::Action);
    let strategy = &module.strategies[0];
    assert_eq!(strategy.out_class, Some(far));
    assert_eq!(
        strategy.body[0].kind,
        StatementKind::While {
            condition: far,
            end: 3
        }
    );
    assert!(
        matches!(strategy.body[1].kind, StatementKind::Action { in_class, .. } if in_class == Some(far))
    );
}

#[test]
fn the_programs_boards_stay_and_a_librarys_go() {
    let drawn = |name: &str| {
        let yes = vec![
            Op::Truth {
                dst: r(0),
                value: true,
            },
            RETURN,
        ];
        let kings = vec![piece(0, Frame::Current, 0), RETURN];
        let can = vec![
            Op::Satisfiable {
                dst: r(0),
                frame: Frame::Current,
                advice: AdviceId(0),
            },
            RETURN,
        ];
        let mut module = library(
            name,
            "1",
            vec![
                function("yes", &[], Ty::Truth, Needs::NONE, yes),
                function("kings", &[], Ty::Board, Needs::NONE, kings),
                function("can", &[], Ty::Truth, Needs::NONE, can),
            ],
        );
        module.exports.drain(..2);
        let mut advice = advice("a");
        advice.better = goal(Some(0));
        advice.better.parts = vec![GoalPart {
            place: Place::default(),
            test: FnId(0),
            compare: None,
            boards: vec![GoalBoard {
                place: Place::default(),
                board: FnId(1),
            }],
            zones: Vec::new(),
            cases: Vec::new(),
        }];
        module.advice = vec![advice];
        module
    };
    let library = drawn("l");
    let mut program = drawn("p");
    program.imports = vec![import(&library, "can")];
    let own = |id: &mut FnId| id.0 += 1;
    let goal = &mut program.advice[0].better;
    goal.test.iter_mut().for_each(own);
    own(&mut goal.parts[0].test);
    own(&mut goal.parts[0].boards[0].board);
    program.exports[0].functions[0] = FnId(3);
    program.functions[2].code[0] = call(0, 0, Frame::Current, 0);
    let linked = link(verified(program), &[&verified(library)]).expect("it links");
    let module = linked.module().program();
    let boards: Vec<_> = module
        .advice
        .iter()
        .map(|advice| (advice.name.as_str(), advice.better.parts[0].boards.len()))
        .collect();
    assert_eq!(boards, [("a", 1), ("l.a", 0)]);
    assert_eq!(
        names(module)
            .iter()
            .filter(|name| name.ends_with("kings"))
            .count(),
        1
    );
}

#[test]
fn linking_alone_changes_no_strategy() {
    let linked = link(verified(rich()), &[]).expect("it links");
    let module = linked.module().program();
    assert_eq!(module.strategies.len(), 2);
    for (linked, own) in module.strategies.iter().zip(&rich().strategies) {
        let kinds = |strategy: &adv_module::program::Strategy| -> Vec<_> {
            let body = strategy.body.iter();
            body.map(|statement| std::mem::discriminant(&statement.kind))
                .collect()
        };
        assert_eq!(kinds(linked), kinds(own));
        assert_eq!(linked.in_class_place, own.in_class_place);
        assert_eq!((&linked.name, &linked.doc), (&own.name, &own.doc));
    }
    assert_eq!(module.advice[3].kind, AdviceKind::Action);
}
