//! What the machine says of a descriptor while men are not placed: never that it cannot be true where it is.

use adv_chess::{Color, Position};
use adv_module::{FnId, Op, Ty};
use adv_reference::generate::position::fens;
use adv_reference::generate::program;
use adv_testkit::{Numbers, sized};
use adv_vm::{Limits, Squares};

use crate::common::{engine, position as read};

/// The men of a position by colour and role, some of them anywhere on squares that are theirs among others.
fn unplaced(position: &Position, numbers: &mut Numbers) -> [[Squares; 6]; 2] {
    Color::ALL.map(|color| {
        let mut own = [Squares::exactly(0); 6];
        for (role, squares) in adv_chess::Role::ALL.into_iter().zip(&mut own) {
            let men = position.pieces(color, role);
            *squares = match numbers.below(3) {
                0 => Squares::of_men(men, men, men.count_ones()),
                // Few squares and many.
                1 => {
                    let others = numbers.bits() & numbers.bits() & numbers.bits();
                    Squares::of_men(men & numbers.bits(), men | others, men.count_ones())
                }
                _ => Squares::of_men(0, men | numbers.bits(), men.count_ones()),
            };
        }
        own
    })
}

#[test]
fn what_is_true_is_never_ruled_out() {
    let programs = sized(150, 3_000);
    let (mut refuted, mut held, mut false_when_placed, mut loops) = (0, 0, 0, 0);
    for seed in 0..programs {
        let generated = program(seed);
        let mut engine = engine("unplaced.adv", &generated.source());
        let mut numbers = Numbers::new(seed);
        let positions: Vec<Position> = fens(&generated, 8).iter().map(|fen| read(fen)).collect();
        let imports = engine.module().imports.len();
        let truths: Vec<FnId> = engine
            .module()
            .functions
            .iter()
            .enumerate()
            .filter(|(_, f)| f.params.is_empty() && f.result == Ty::Truth)
            .map(|(at, _)| FnId((imports + at) as u32))
            .collect();
        let ops = engine.module().functions.iter().flat_map(|f| &f.code);
        loops += ops.filter(|op| matches!(op, Op::ForEach { .. })).count();
        for position in &positions {
            let us = position.turn();
            for truth in &truths {
                let Ok(value) = engine.evaluate(*truth, &[], position, us) else {
                    continue;
                };
                for _ in 0..4 {
                    let men = unplaced(position, &mut numbers);
                    let may = engine.may_hold(*truth, &men, us);
                    assert!(
                        may || value == 0,
                        "seed {seed}: {} is true in {position:?} and ruled out by {men:?}\n{}",
                        engine.module().functions[truth.index() - imports].name,
                        generated.source()
                    );
                    refuted += usize::from(!may);
                    held += usize::from(may);
                    false_when_placed += usize::from(value == 0);
                }
            }
        }
    }
    eprintln!(
        "ruled out {refuted} of {false_when_placed} that are false; {held} may hold; {loops} loops"
    );
    // The bounds say something, and programs have what is hard.
    assert!(
        refuted * 20 > false_when_placed,
        "{refuted} of {false_when_placed}"
    );
    assert!(held > 1_000 && loops > 20);
}

#[test]
fn what_costs_more_than_an_evaluation_may_is_not_ruled_out() {
    let text = "material  W: K, R;  B: K\ndescriptor crowd = count(W.*) = 40\n";
    let rules_out = |limits: Limits| {
        let engine = crate::common::rulebook("never.adv", text).engine(limits);
        let men = Color::ALL.map(|_| [Squares::of_men(0, u64::MAX, 1); 6]);
        !engine.may_hold(FnId(0), &men, Color::White)
    };
    assert!(rules_out(Limits::default()));
    assert!(!rules_out(Limits {
        fuel: 1,
        ..Limits::default()
    }));
}
