//! Zones and `TAKEN`: operands of their words, where `TAKEN` may be, zones of reasons and exports.

use adv_module::program::{Cost, Export, Function, Place, TextPart, ZoneFunctions};
use adv_module::{
    FnId, Frame, Needs, Op, PrimId, Program, Property, SearchMode, Ty, When, read, verify, write,
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

/// The rich module with a function that speaks of `TAKEN`, and a change.
fn with_taken(result: Ty, change: impl FnOnce(&mut Program, FnId)) -> Program {
    changed(|module| {
        module.functions.push(taken(result));
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
