//! Native code and the interpreter are one machine: the same values, and fuel that ends at the same place.

use crate::support::Builder;
use adv_chess::notation::parse_fen;
use adv_chess::{Color, Position};
use adv_module::{AdviceId, FnId, Frame, Needs, Op, PrimId, Reg, Ty, Who, verify};
use adv_vm::{Engine, Limits, NoCode, Options, Stop};

/// A program with a goal that counts, over all squares, those beside a man of ours: a loop of 64 rounds with a primitive in it.
fn looping(fuel: u64) -> Engine {
    let mut b = Builder::default();
    let all = b.constant(u64::MAX);
    let (left, square, sum, around, ours) = (Reg(0), Reg(1), Reg(2), Reg(3), Reg(4));
    let code = vec![
        Op::Board { dst: left, k: all },
        Op::Number { dst: sum, value: 0 },
        Op::ForEach {
            iter: left,
            var: square,
            to: 9,
        },
        Op::Prim {
            dst: around,
            base: square,
            frame: Frame::Current,
            prim: PrimId::Around,
        },
        Op::Piece {
            dst: ours,
            frame: Frame::Current,
            who: Who::Us,
            role: 6,
        },
        Op::Intersect {
            dst: around,
            a: around,
            b: ours,
        },
        Op::Count {
            dst: around,
            a: around,
        },
        Op::Add {
            dst: sum,
            a: sum,
            b: around,
        },
        Op::Loop { to: 2 },
        Op::GtImm {
            dst: sum,
            a: sum,
            value: 70,
        },
        Op::Return { src: sum },
    ];
    goal(b, code, fuel)
}

/// An engine for a piece-of-advice with this better-goal.
fn goal(mut b: Builder, code: Vec<Op>, fuel: u64) -> Engine {
    let test = b.function(Ty::Truth, Needs::NONE, code);
    b.module.functions[test.index()].registers = 5;
    b.advice("piece", test, 1, 1);
    b.engine_under(Limits {
        fuel,
        ..Limits::default()
    })
}

/// The longest function, which is the goal.
fn longest(engine: &Engine) -> FnId {
    let functions = engine.module().functions.iter().enumerate();
    let found = functions.max_by_key(|(_, function)| function.code.len());
    FnId(found.expect("there are functions").0 as u32)
}

fn position() -> Position {
    parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1").expect("a position")
}

/// What comes of trying the piece: the move and what was searched, or the limit that was reached.
fn tried(engine: &mut Engine) -> String {
    let found = engine.try_advice(AdviceId(0), &position(), &Options::default());
    match found {
        Ok(found) => format!("{:?} {:?}", found.first_move(), found.tried),
        Err(failure) => format!("{failure:?}"),
    }
}

#[test]
fn a_loop_over_all_squares_costs_what_the_verifier_says_that_it_may() {
    let engine = looping(1 << 30);
    let function = longest(&engine);
    let module = verify(engine.module().clone()).expect("it was linked");
    let bound = module.cost(function);
    for (fuel, expected) in [(bound - 1, Err(Stop::Fuel)), (bound, Ok(0))] {
        let value = looping(fuel).evaluate(function, &[], &position(), Color::White);
        assert_eq!(value, expected, "with {fuel} units");
    }
}

#[test]
fn fuel_ends_both_at_the_same_place() {
    // Five moves of the king, of which none brings so many squares beside men of ours.
    let (mut stopped, mut done) = (0, 0);
    for fuel in (0..4000).step_by(13) {
        let mut interpreted = looping(fuel);
        interpreted.set_native(false);
        let expected = tried(&mut interpreted);
        let mut native = looping(fuel);
        native.set_native_after(1);
        for round in 0..4 {
            assert_eq!(tried(&mut native), expected, "{fuel} units, round {round}");
        }
        if expected.contains("Fuel") {
            stopped += 1;
        } else {
            done += 1;
        }
    }
    assert!(stopped > 50 && done > 50, "{stopped} stopped, {done} done");
}

#[test]
fn what_has_no_code_is_told_with_the_reason() {
    // More instructions than are compiled, which no pass makes fewer of.
    let flip = Op::Not {
        dst: Reg(0),
        a: Reg(0),
    };
    let mut code = vec![Op::ToMove {
        dst: Reg(0),
        frame: Frame::Current,
        who: Who::Us,
    }];
    code.extend([flip; 2001]);
    code.push(Op::Return { src: Reg(0) });
    let mut engine = goal(Builder::default(), code, 1 << 30);
    engine.set_native_after(2);
    let function = longest(&engine);
    assert!(engine.module().functions[function.index()].code.len() > 2000);
    assert_eq!(engine.without_code(), []);
    for _ in 0..6 {
        tried(&mut engine);
    }
    // Without a code generator nothing is ever to be compiled.
    let expected = match engine.is_native() {
        true => vec![(function, NoCode::TooLong)],
        false => Vec::new(),
    };
    assert_eq!(engine.without_code(), expected);
}
