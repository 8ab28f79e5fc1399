//! Zones and `TAKEN`: operands of their words, where `TAKEN` may be, zones of reasons and exports.

use adv_module::program::{
    ClaimSubject, Class, Cost, Export, Function, Place, SpokenZone, StatementKind, Successor,
    TextPart, ZoneFunctions,
};
use adv_module::{
    AdviceId, FnId, Frame, Needs, Op, PrimId, Program, Property, SearchMode, StrategyId, TableId,
    Ty, When, read, verify, write,
};

use super::{changed, refused};
use crate::build::*;

/// The functions of the rich module end before this one.
const NEXT: u32 = 10;

/// `TAKEN`, or a truth about it.
fn taken(result: Ty) -> Function {
    let mut code = vec![Op::Taken { dst: r(0) }];
    match result {
        Ty::Number => code.push(Op::Count { dst: r(0), a: r(0) }),
        Ty::Truth => code.push(Op::NonEmpty { dst: r(0), a: r(0) }),
        _ => {}
    }
    code.push(Op::Return { src: r(0) });
    function("taken", &[], result, Needs::TAKEN, code)
}

/// The rich module with a function that speaks of `TAKEN`, no claim about every choice, and a change.
fn with_taken(result: Ty, change: impl FnOnce(&mut Program, FnId)) -> Program {
    changed(|module| {
        module.functions.push(taken(result));
        module.claims[0].any_choice = false;
        change(module, FnId(NEXT));
    })
}

#[test]
fn taken_is_for_classes_of_moves() {
    use Property::{Needs as OfNeeds, Records};
    verified(with_taken(Ty::Board, |module, id| {
        module.advice[0].us.every[0].to = Some(id);
    }));
    verified(with_taken(Ty::Truth, |module, id| {
        module.advice[0].them.every.push(class());
        module.advice[0].them.every[0].filter = Some(id);
    }));
    verified(with_taken(Ty::Number, |module, id| {
        module.advice[0].us.every[0].keys.push(id);
    }));
    let of_what = "speaks of a position or move that there is not";
    let places: [fn(&mut Program, FnId); 4] = [
        |module, id| module.advice[0].better.test = Some(id),
        |module, id| module.advice[0].holding.test = Some(id),
        |module, id| module.tables[0].rules[0].condition = Some(id),
        |module, id| module.strategies[0].in_class = Some(id),
    ];
    for place in places {
        refused(with_taken(Ty::Truth, place), Records, of_what);
    }
    refused(
        with_taken(Ty::Number, |module, id| module.advice[3].prefer.push(id)),
        Records,
        of_what,
    );
    refused(
        with_taken(Ty::Number, |module, of_move| {
            module.advice[0].cost = Some(Cost {
                when: When::Always,
                of_move,
                effort: 1,
                place: Place::default(),
            });
        }),
        Records,
        of_what,
    );
    refused(
        with_taken(Ty::Board, |module, id| {
            module.functions[id.index()].needs = Needs::NONE;
        }),
        OfNeeds,
        "it speaks of `TAKEN`, which the function does not declare",
    );
}

#[test]
fn taken_wants_classes_in_their_order() {
    refused(
        with_taken(Ty::Board, |module, id| {
            module.advice[3].us.every = vec![class()];
            module.advice[3].us.every[0].to = Some(id);
        }),
        Property::Records,
        "advice `cut`, property records: it prefers moves, and a class of it speaks of `TAKEN`",
    );
    refused(
        with_taken(Ty::Board, |module, id| {
            module.advice[0].mode = SearchMode::Easiest;
            module.advice[0].us.every[0].to = Some(id);
        }),
        Property::Records,
        "it looks for the easiest tree, and a class of it speaks of `TAKEN`",
    );
}

/// Every choice is asked for only where no piece-of-advice that may play depends on failures: `squeeze` is in the list of the table, which
/// the strategy consults; `cut` is an action of the strategy; `wait` is the subject itself.
#[test]
fn every_choice_is_asked_for_where_none_depends_on_failures() {
    let with = |piece: usize, phase: bool, subject: ClaimSubject| {
        with_taken(Ty::Board, |module, id| {
            let of_failures = Class {
                to: Some(id),
                ..class()
            };
            let advice = &mut module.advice[piece];
            advice.prefer.clear();
            match phase {
                true => advice.them.phases = vec![(vec![1], vec![class(), of_failures])],
                false => advice.us.every = vec![class(), of_failures],
            }
            module.claims[0].subject = subject;
        })
    };
    let asked = |mut module: Program| {
        module.claims[0].any_choice = true;
        module
    };
    let (table, strategy) = (TableId(0), StrategyId(0));
    for (piece, subject, plays) in [
        (0, ClaimSubject::Table(table), true),
        (0, ClaimSubject::Strategy(strategy), true),
        (2, ClaimSubject::Table(table), true),
        (2, ClaimSubject::Advice(AdviceId(2)), true),
        (3, ClaimSubject::Strategy(strategy), true),
        (3, ClaimSubject::Table(table), false),
        (0, ClaimSubject::Advice(AdviceId(2)), false),
        (0, ClaimSubject::Strategy(StrategyId(1)), false),
    ] {
        for phase in [false, true] {
            verified(with(piece, phase, subject));
            let every = asked(with(piece, phase, subject));
            match plays {
                true => refused(
                    every,
                    Property::Records,
                    "claim 1, property records: every choice is asked for, and a class of `",
                ),
                false => drop(verified(every)),
            }
        }
    }
    // What takes over from a table plays too.
    let beyond = |any_choice| {
        let mut module = with(3, false, ClaimSubject::Table(table));
        let successor = Successor::Strategy(StrategyId(1));
        module.tables[0].beyond.push(successor);
        module.strategies[1].body[0].kind = StatementKind::Action {
            advice: AdviceId(3),
            in_class: None,
            then: 1,
            failed: None,
        };
        module.claims[0].any_choice = any_choice;
        module
    };
    verified(beyond(false));
    refused(
        beyond(true),
        Property::Records,
        "a class of `cut` speaks of `TAKEN`",
    );
}

/// A module with one call of a word whose operands have these types.
fn call(prim: PrimId, params: &[Ty]) -> Program {
    let result = prim.entry().result;
    let dst = r(u8::try_from(params.len()).unwrap());
    let code = vec![
        Op::Prim {
            dst,
            base: r(0),
            frame: Frame::Current,
            prim,
        },
        Op::Return { src: dst },
    ];
    of_functions(vec![function("of", params, result, Needs::NONE, code)])
}

#[test]
fn the_operands_of_a_zone_are_two_boards_and_a_number() {
    use Ty::{Board, Number};
    for (prim, params) in [
        (PrimId::Negation, vec![Board, Board, Number, Number]),
        (PrimId::ZoneBundle, vec![Board, Board, Number, Number]),
        (PrimId::ZoneFirst, vec![Board, Board, Board, Number]),
        (PrimId::ZoneTime, vec![Board, Board, Number, Board]),
        (PrimId::Vulnerable, vec![Board, Board, Number]),
    ] {
        assert_eq!(prim.entry().params, params);
        let right = verified(call(prim, &params));
        assert_eq!(right.cost(FnId(0)), prim.entry().most() + 1);
        for at in 0..params.len() {
            let mut wrong = params.clone();
            wrong[at] = match wrong[at] {
                Board => Number,
                _ => Board,
            };
            refused(call(prim, &wrong), Property::Types, "expected a ");
        }
        // Without its first operand a number stands where a board is wanted.
        refused(
            call(prim, &params[1..]),
            Property::Types,
            "expected a board",
        );
    }
}

#[test]
fn a_zone_of_a_reason_is_two_boards_and_a_number() {
    let zone = |men: u32, targets: u32, moves: u32| {
        changed(|module| {
            module.advice[0].because.push(TextPart::Zone(ZoneFunctions {
                men: FnId(men),
                targets: FnId(targets),
                moves: FnId(moves),
            }));
        })
    };
    let right = zone(0, 0, 1);
    verified(right.clone());
    let bytes = write(&right);
    let again = verify(read(&bytes).unwrap()).unwrap();
    assert_eq!(again.program(), &right);
    refused(
        zone(1, 0, 1),
        Property::Records,
        "`room` is a board of a zone",
    );
    refused(
        zone(0, 0, 0),
        Property::Records,
        "`pen` is the horizon of a zone",
    );
    refused(
        zone(0, 99, 1),
        Property::Bounds,
        "function 99 does not exist",
    );
}

/// Functions of the zone of a conjunct, of a class or of a claim.
fn spoken(functions: [u32; 3], place: fn(&mut Program) -> &mut SpokenZone) -> Program {
    changed(|module| {
        let [men, targets, moves] = functions.map(FnId);
        place(module).zone = ZoneFunctions {
            men,
            targets,
            moves,
        };
    })
}

#[test]
fn a_zone_that_a_conjunct_a_class_or_a_claim_speaks_of_is_two_boards_and_a_number() {
    let of_goal: fn(&mut Program) -> &mut SpokenZone =
        |module| &mut module.advice[0].better.parts[0].zones[0];
    let of_class: fn(&mut Program) -> &mut SpokenZone =
        |module| &mut module.advice[0].us.every[0].zones[0];
    let of_claim: fn(&mut Program) -> &mut SpokenZone = |module| {
        let mut zones = module.claims.iter_mut().flat_map(|claim| &mut claim.zones);
        zones.next().expect("a claim speaks of a zone")
    };
    for place in [of_goal, of_class, of_claim] {
        let right = spoken([0, 0, 1], place);
        verified(right.clone());
        let again = verify(read(&write(&right)).unwrap()).unwrap();
        assert_eq!(again.program(), &right);
        refused(
            spoken([1, 0, 1], place),
            Property::Records,
            "`room` is a board of a zone",
        );
        refused(
            spoken([0, 0, 0], place),
            Property::Records,
            "`pen` is the horizon of a zone",
        );
        refused(
            spoken([0, 99, 1], place),
            Property::Bounds,
            "function 99 does not exist",
        );
        // Nothing has failed and no move is made where a zone is drawn.
        refused(
            with_taken(Ty::Board, |module, id| place(module).zone.men = id),
            Property::Records,
            "speaks of a position or move that there is not",
        );
    }
}

#[test]
fn a_case_of_a_goal_is_a_descriptor() {
    let of =
        |test: u32| changed(|module| module.advice[0].better.parts[0].cases[0].test = FnId(test));
    verified(of(8));
    refused(of(1), Property::Records, "`room` is a goal");
    refused(of(99), Property::Bounds, "function 99 does not exist");
}

#[test]
fn an_exported_zone_has_three_functions() {
    let export = |functions: [u32; 3]| {
        changed(|module| {
            module.exports.push(Export {
                name: "race".to_owned(),
                params: Vec::new(),
                result: Ty::Board,
                functions: functions.map(FnId).to_vec(),
                needs: Needs::NONE,
                doc: String::new(),
            });
        })
    };
    verified(export([0, 0, 1]));
    refused(
        export([0, 0, 0]),
        Property::Records,
        "its signature is not that of its function `pen`",
    );
    refused(
        export([0, 1, 1]),
        Property::Records,
        "its signature is not that of its function `room`",
    );
}
