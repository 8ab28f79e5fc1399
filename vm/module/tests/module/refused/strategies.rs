//! Strategies: ids and jumps, loops, what their statements may have, rings.

use adv_module::format::MAX_APPLIED;
use adv_module::program::{
    Consulted, Entry, ExpectKind, GoalBoard, Place, StatementKind, Strategy, Subject, TextPart,
};
use adv_module::{
    AdviceId, AdviceKind, FnId, Frame, Needs, Op, Program, Property, StrategyId, TableId, Ty, When,
};

use super::{changed, refused};
use crate::build::*;

/// The rich module with another kind at one statement.
fn with(index: usize, kind: StatementKind) -> Program {
    changed(|module| module.strategies[0].body[index].kind = kind)
}

/// The rich module with one strategy more.
fn body(body: Vec<StatementKind>) -> Program {
    changed(|module| module.strategies.push(strategy("more", body)))
}

fn action(then: u32, failed: Option<u32>) -> StatementKind {
    StatementKind::Action {
        advice: AdviceId(3),
        in_class: None,
        then,
        failed,
    }
}

fn repeat(end: u32) -> StatementKind {
    StatementKind::While {
        condition: FnId(8),
        end,
    }
}

fn when(otherwise: u32) -> StatementKind {
    StatementKind::If {
        condition: FnId(8),
        otherwise,
    }
}

const STOP: StatementKind = StatementKind::Stop(None);

#[test]
fn bounds_of_strategies() {
    use Property::Bounds;
    refused(
        with(0, action(11, None)),
        Bounds,
        "strategy `K-R-VS-K`, property bounds: statement 11 does not exist, there are 11",
    );
    refused(with(5, action(9, Some(99))), Bounds, "statement 99");
    refused(
        with(
            7,
            StatementKind::Apply {
                strategy: StrategyId(2),
                then: None,
            },
        ),
        Bounds,
        "strategy 2 does not exist, there are 2",
    );
    let consult = |what| StatementKind::Consult {
        what,
        then: 4,
        failed: None,
    };
    refused(
        with(3, consult(Consulted::Table(TableId(1)))),
        Bounds,
        "table 1 does not exist",
    );
    refused(
        with(
            3,
            consult(Consulted::List(vec![Entry::Advice(AdviceId(9))])),
        ),
        Bounds,
        "piece-of-advice 9",
    );
    refused(
        changed(|module| module.strategies[0].in_class = Some(FnId(99))),
        Bounds,
        "function 99",
    );
    refused(
        changed(|module| {
            module.strategies[0].body[2].kind = StatementKind::If {
                condition: FnId(99),
                otherwise: 5,
            };
        }),
        Bounds,
        "function 99",
    );
    refused(
        changed(|module| module.tests[1].subject = Subject::Strategy(StrategyId(2))),
        Bounds,
        "test `cuts`, property bounds: strategy 2 does not exist",
    );
    refused(
        changed(|module| module.advice[3].prefer.push(FnId(99))),
        Bounds,
        "advice `cut`, property bounds: function 99",
    );
    refused(
        changed(|module| module.advice[0].better.parts[0].boards[0].board = FnId(99)),
        Bounds,
        "advice `squeeze(2)`, property bounds: function 99",
    );
    let far = Place {
        start: 0,
        end: 9_999,
    };
    refused(
        changed(|module| module.strategies[0].body[3].place = far),
        Bounds,
        "9999 is not one of the source text",
    );
    refused(
        changed(|module| module.advice[0].better.parts[0].boards[0].place = far),
        Bounds,
        "9999 is not one of the source text",
    );
    refused(
        changed(|module| {
            module.strategies[0].body[8].kind = StatementKind::Stop(Some("a".repeat((1 << 20) + 1)))
        }),
        Bounds,
        "bytes in a text",
    );
    refused(
        body(vec![STOP; 65_536]),
        Bounds,
        "65536 in `body`, at most 65535 are allowed",
    );
}

#[test]
fn statements_go_forward() {
    use Property::Statements;
    refused(
        with(0, action(0, None)),
        Statements,
        "strategy `K-R-VS-K`, property statements: statement 0: it goes back to 0",
    );
    refused(with(5, action(9, Some(2))), Statements, "it goes back to 2");
    refused(
        body(vec![STOP, StatementKind::Jump(0)]),
        Statements,
        "statement 1: it goes back to 0",
    );
    refused(body(vec![when(0)]), Statements, "statement 0");
    verified(body(vec![when(1)]));
    verified(body(vec![StatementKind::Jump(1)]));
    verified(body(Vec::new()));
}

#[test]
fn loops_of_strategies_are_nested() {
    use Property::Statements;
    use StatementKind::{Again, Jump};
    verified(body(vec![repeat(2), Again(0)]));
    verified(body(vec![
        repeat(6),
        repeat(4),
        when(3),
        Again(1),
        Jump(5),
        Again(0),
    ]));
    refused(body(vec![Again(0)]), Statements, "ends no loop");
    refused(
        body(vec![repeat(1), STOP]),
        Statements,
        "the loop's end 1 is not just after",
    );
    refused(body(vec![repeat(2), STOP]), Statements, "end 2");
    refused(body(vec![repeat(0), Again(0)]), Statements, "end 0");
    refused(body(vec![repeat(1), Again(0)]), Statements, "end 1");
    refused(
        body(vec![repeat(2), Again(0), Again(0)]),
        Statements,
        "statement 2: it ends no loop",
    );
    refused(body(vec![STOP, Again(0)]), Statements, "statement 1");
    // Two heads with one end, and loops that overlap.
    refused(
        body(vec![repeat(4), repeat(4), Again(0), Again(1)]),
        Statements,
        "",
    );
    refused(
        body(vec![repeat(4), repeat(5), STOP, Again(0), Again(1)]),
        Statements,
        "the loop ends outside of the loop around it",
    );
    // Into a loop, out of one, and past its end.
    let into = |kind| body(vec![kind, repeat(4), STOP, Again(1), STOP]);
    refused(into(Jump(2)), Statements, "it goes to 2, into a loop");
    refused(into(when(3)), Statements, "it goes to 3");
    refused(into(action(3, None)), Statements, "it goes to 3");
    verified(into(action(1, Some(4))));
    let out = |kind| body(vec![repeat(4), kind, STOP, Again(0), STOP]);
    refused(out(Jump(4)), Statements, "or out of one");
    refused(out(action(5, None)), Statements, "it goes to 5");
    refused(out(action(2, Some(5))), Statements, "it goes to 5");
    verified(out(action(3, Some(2))));
    // From one loop into the next.
    refused(
        body(vec![
            repeat(3),
            Jump(4),
            Again(0),
            repeat(6),
            STOP,
            Again(3),
        ]),
        Statements,
        "statement 1: it goes to 4",
    );
}

#[test]
fn strategies_have_functions_of_the_right_kind() {
    use Property::Records;
    let class = |function: u32| {
        let mut module = changed(|_| ());
        module.strategies[0].in_class = Some(FnId(function));
        module
    };
    refused(
        class(1),
        Records,
        "`room` is a strategy's condition and gives a number",
    );
    refused(
        class(6),
        Records,
        "`edge` is a strategy's condition and has 1",
    );
    refused(
        class(3),
        Records,
        "`less` is a strategy's condition and speaks of",
    );
    refused(
        changed(|module| {
            module.strategies[0].body[5].kind = StatementKind::Action {
                advice: AdviceId(3),
                in_class: Some(FnId(3)),
                then: 9,
                failed: Some(6),
            };
        }),
        Records,
        "`less` is a strategy's condition",
    );
    refused(
        changed(|module| {
            let counts = [[65; 6]; 2];
            let mut material = module.strategies[0].material.unwrap_or_default();
            material.counts = counts;
            module.strategies[0].material = Some(material);
        }),
        Records,
        "65 men of a kind",
    );
}

#[test]
fn actions_are_actions() {
    use Property::Records;
    refused(
        changed(|module| {
            module.advice[3].kind = AdviceKind::Piece;
            module.advice[3].prefer.clear();
        }),
        Records,
        "statement 0: the advice `cut` is not an action's",
    );
    refused(
        changed(|module| module.advice[3].better.when = When::Always),
        Records,
        "advice `cut`, property records: an action whose out-class",
    );
    refused(
        changed(|module| module.advice[0].prefer.push(FnId(1))),
        Records,
        "it prefers moves, which only an action does",
    );
    refused(
        changed(|module| module.advice[3].prefer.push(FnId(8))),
        Records,
        "`yes` is a key of `prefer` and gives a descriptor",
    );
    refused(
        changed(|module| module.advice[3].better.test = Some(FnId(4))),
        Records,
        "`near` is a goal and speaks of",
    );
    refused(
        changed(|module| module.tables[0].rules[0].list[0] = Entry::Advice(AdviceId(3))),
        Records,
        "the advice `cut` is an action's and cannot be consulted",
    );
    let list = Consulted::List(vec![Entry::Shortest(3, vec![AdviceId(3)])]);
    refused(
        with(
            6,
            StatementKind::Consult {
                what: list,
                then: 9,
                failed: Some(7),
            },
        ),
        Records,
        "the advice `cut` is an action's",
    );
    refused(
        changed(|module| module.tests[1].subject = Subject::Advice(AdviceId(3))),
        Records,
        "the advice `cut` is an action's",
    );
    refused(
        changed(|module| module.tests[1].subject = Subject::Table(TableId(0))),
        Records,
        "it expects an action, and consults no strategy",
    );
    refused(
        changed(|module| module.tests[0].expect[0].kind = ExpectKind::Action("cut".to_owned())),
        Records,
        "it expects an action",
    );
    let satisfiable = Op::Satisfiable {
        dst: r(0),
        frame: Frame::Current,
        advice: AdviceId(3),
    };
    refused(
        changed(|module| module.functions[7].code[0] = satisfiable),
        Records,
        "function `nested`, instruction 0, property records: `satisfiable` of the action `cut`",
    );
    // A record that no strategy has, and one that two statements have, are right.
    verified(changed(|module| {
        let mut spare = module.advice[3].clone();
        spare.because = vec![TextPart::Text("spare".to_owned())];
        module.advice.push(spare);
    }));
}

#[test]
fn boards_of_conjuncts_are_boards() {
    use Property::Records;
    let board = |function: u32| {
        changed(|module| {
            module.advice[0].better.parts[0].boards.push(GoalBoard {
                place: Place::default(),
                board: FnId(function),
            });
        })
    };
    verified(board(0));
    refused(
        board(1),
        Records,
        "`room` is a board of a conjunct and gives a number",
    );
    refused(
        changed(|module| {
            // A board that looks at the move itself.
            let code = vec![Op::From { dst: r(0) }, Op::Return { src: r(0) }];
            let from = function("from", &[], Ty::Board, Needs::MOVE, code);
            module.functions.push(from);
            module.advice[0].better.parts[0].boards[0].board = FnId(10);
        }),
        Records,
        "`from` is a board of a conjunct and speaks of a position or move that there is not",
    );
}

#[test]
fn strategies_have_names_of_their_own() {
    refused(
        changed(|module| module.strategies[1].name = "K-R-VS-K".to_owned()),
        Property::Duplicates,
        "strategy `K-R-VS-K`, property duplicates: it stands twice",
    );
    // An action shares its name with whatever it likes.
    verified(changed(|module| {
        let mut twin = module.advice[3].clone();
        twin.name = "wait".to_owned();
        module.advice.push(twin.clone());
        module.advice.push(twin);
    }));
}

#[test]
fn strategies_apply_each_other_in_no_ring() {
    use Property::Acyclic;
    let apply = |index: u16| StatementKind::Apply {
        strategy: StrategyId(index),
        then: None,
    };
    refused(
        changed(|module| module.strategies[1].body[0].kind = apply(1)),
        Acyclic,
        "strategy `wait`, property acyclic: it applies itself: strategy `wait` -> strategy `wait`",
    );
    refused(
        changed(|module| module.strategies[1].body[0].kind = apply(0)),
        Acyclic,
        "it applies itself: strategy `K-R-VS-K` -> strategy `wait` -> strategy `K-R-VS-K`",
    );
    let chain = |length: u32| -> Program {
        let link = |index: u32| -> Strategy {
            let next = u16::try_from(index + 1).expect("a short chain");
            let last = index + 1 == length;
            let body = if last {
                vec![STOP]
            } else {
                vec![apply(next), apply(next)]
            };
            strategy(&format!("s{index}"), body)
        };
        let mut module = of_functions(Vec::new());
        module.strategies = (0..length).map(link).collect();
        module
    };
    verified(chain(MAX_APPLIED));
    refused(
        chain(MAX_APPLIED + 1),
        Acyclic,
        "strategies apply each other 201 deep, at most 200 are allowed",
    );
    // Looked at in time, though there are more ways through it than can be counted.
    refused(chain(4_096), Acyclic, "at most 200");
}
