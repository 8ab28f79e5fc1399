//! What the targets share: the library, and a run of a verified module under a small budget.
#![allow(dead_code, reason = "each target uses a part of it")]

use adv_chess::notation::parse_fen;
use adv_chess::{Position, notation};
use adv_module::{AdviceId, Module, Program, StrategyId, TableId};
use adv_vm::{Engine, Failure, Limits, Mode, Options, Strategy, Subject};

/// A run ends after so much.
fn limits() -> Limits {
    Limits {
        fuel: 300_000,
        positions: 2_000,
        depth: 30,
        ..Limits::default()
    }
}

/// Positions that programs are asked in besides their own example.
const POSITIONS: [&str; 3] = [
    "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
    "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// Links a module and asks all that it has, in a few positions: every answer or stop is typed, a first move is legal, and the
/// interpreter answers as native code does.
pub fn run(module: Module) {
    let Ok(linked) = adv_stdlib::libraries().link(module) else {
        return;
    };
    let mut native = Engine::new(linked.clone(), limits());
    native.set_native_after(1);
    let mut plain = Engine::new(linked, limits());
    plain.set_native(false);
    let example = native.module().example.clone();
    let positions: Vec<Position> = POSITIONS
        .into_iter()
        .chain(example.as_deref())
        .filter_map(|fen| parse_fen(fen).ok())
        .collect();
    for position in positions {
        for subject in subjects(native.module()) {
            let answers = (
                ask(&mut native, subject, &position),
                ask(&mut plain, subject, &position),
            );
            if let (Some(a), Some(b)) = answers {
                assert_eq!(a, b, "{subject:?} in {}", notation::fen(&position));
            }
        }
    }
}

/// Everything that can be asked, not too much of it.
fn subjects(program: &Program) -> Vec<Subject> {
    let tables = (0..program.tables.len()).map(|at| Subject::Table(TableId(at as u16)));
    let advice = (0..program.advice.len()).map(|at| Subject::Advice(AdviceId(at as u16)));
    let strategies =
        (0..program.strategies.len()).map(|at| Subject::Strategy(StrategyId(at as u16)));
    tables
        .take(3)
        .chain(advice.take(3))
        .chain(strategies.take(2))
        .collect()
}

/// The answer as a text; `None` where the budget was used up, of which native code may use more.
fn ask(engine: &mut Engine, subject: Subject, position: &Position) -> Option<String> {
    let options = Options {
        why: true,
        ..Options::default()
    };
    let answer = match subject {
        Subject::Table(table) => engine.consult(table, position, &options),
        Subject::Advice(advice) => engine.try_advice(advice, position, &options),
        Subject::Strategy(_) => {
            return match Strategy::begin(engine, subject, position, Mode::Strong) {
                Ok((_, step)) => {
                    let ours = step.our_move();
                    assert!(ours.is_none_or(|m| position.legal_moves().contains(&m)));
                    Some(format!("{ours:?}"))
                }
                Err(failure) => told(&failure),
            };
        }
    };
    match answer {
        Ok(answer) => {
            let ours = answer.first_move();
            assert!(ours.is_none_or(|m| position.legal_moves().contains(&m)));
            Some(format!(
                "{:?} {:?} {ours:?} {}",
                answer.rule,
                answer.advice,
                answer.positions()
            ))
        }
        Err(failure) => told(&failure),
    }
}

fn told(failure: &Failure) -> Option<String> {
    match failure {
        Failure::Stopped { .. } => None,
        other => Some(other.to_string()),
    }
}
