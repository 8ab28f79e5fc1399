//! Random functions on random boards: compiled code and the plain evaluator answer the same, stop at the same place and leave the
//! same fuel.

use crate::support::{Plain, board, function, men, roster};
use adv_chess::{Color, Move, Position, Role};
use adv_jit::{Halt, Jit, RowFinding, RowGoals, RowMover, Scene};
use adv_module::program::Program;
use adv_module::{AdviceId, ConstId, FnId, Frame, Op, PrimId, Primitive, Reg, SlotId, Ty, Who};
use adv_testkit::Numbers;

const REGISTERS: usize = 9;

fn reg(random: &mut Numbers) -> Reg {
    Reg(random.below(REGISTERS) as u8)
}

fn small(random: &mut Numbers) -> i32 {
    match random.below(12) {
        0 => i32::MAX,
        1 => i32::MIN,
        n => n as i32 - 4,
    }
}

/// One instruction that does not jump. Functions 0, 1 and 2 are there to be called.
fn plain_op(random: &mut Numbers, constants: usize) -> Op {
    let (dst, a, b) = (reg(random), reg(random), reg(random));
    let frame = random.one(Frame::ALL);
    let who = random.one(Who::ALL);
    let value = small(random);
    let k = ConstId(random.below(constants) as u32);
    let role = random.below(7) as u8;
    match random.below(52) {
        0..=1 => Op::Board { dst, k },
        2 => Op::Number { dst, value },
        3 => Op::BigNumber { dst, k },
        4 => Op::Truth {
            dst,
            value: value > 0,
        },
        5 => Op::Move { dst, src: a },
        6..=13 => Op::Piece {
            dst,
            frame,
            who,
            role,
        },
        14 => Op::Squares {
            dst,
            frame,
            piece: a,
        },
        15 => Op::Designate { dst, who, role },
        16 => Op::DesignateOf { dst, side: a, role },
        17 => Op::Side { dst, who },
        18 => Op::ToMove { dst, frame, who },
        19 => Op::From { dst },
        20 => Op::To { dst },
        21 => Op::Union { dst, a, b },
        22 => Op::Intersect { dst, a, b },
        23 => Op::Minus { dst, a, b },
        24 => Op::Complement { dst, a },
        25 => Op::Add { dst, a, b },
        26 => Op::Sub { dst, a, b },
        27 => Op::Mul { dst, a, b },
        28 => Op::AddImm { dst, a, value },
        29 => Op::MulImm { dst, a, value },
        30 => Op::Neg { dst, a },
        31 => Op::Abs { dst, a },
        32 => Op::Min { dst, a, b },
        33 => Op::Max { dst, a, b },
        34 => Op::Count { dst, a },
        35 => Op::File { dst, a },
        36 => Op::Rank { dst, a },
        37 => Op::Dist { dst, a, b },
        38 => Op::Manhattan { dst, a, b },
        39 => Op::Eq { dst, a, b },
        40 => Op::Ne { dst, a, b },
        41 => Op::Lt { dst, a, b },
        42 => Op::Le { dst, a, b },
        43 => Op::EqImm { dst, a, value },
        44 => Op::LtImm { dst, a, value },
        45 => Op::GtImm { dst, a, value },
        46 => Op::Subset { dst, a, b },
        47 => Op::NonEmpty { dst, a },
        48 => Op::IsEmpty { dst, a },
        49 => Op::Not { dst, a },
        _ => match random.below(12) {
            0 => Op::Call {
                dst,
                base: a,
                frame,
                function: FnId(random.below(3) as u32),
            },
            1 => Op::Kept {
                dst,
                slot: SlotId(random.below(2) as u16),
                function: FnId(0),
            },
            2 => Op::Turned {
                dst,
                base: a,
                function: FnId(random.below(3) as u32),
            },
            3 => Op::Satisfiable {
                dst,
                frame,
                advice: AdviceId(random.below(4) as u16),
            },
            _ => {
                let prim = random.one(Primitive::ALL).id;
                Op::Prim {
                    dst,
                    base: a,
                    frame,
                    prim,
                }
            }
        },
    }
}

/// A function with jumps forward and a loop or two.
fn random_code(random: &mut Numbers, constants: usize) -> Vec<Op> {
    let length = 4 + random.below(36);
    let mut code: Vec<Op> = (0..length).map(|_| plain_op(random, constants)).collect();
    let mut loops: Vec<(usize, usize)> = Vec::new();
    if length > 12 && random.below(3) == 0 {
        let head = 2 + random.below(4);
        let end = head + 2 + random.below(length - head - 4);
        loops.push((head, end));
        if end - head > 5 && random.below(2) == 0 {
            loops.push((head + 2, end - 2));
        }
    }
    for (at, op) in code.iter_mut().enumerate() {
        let to = (at + 1 + random.below(length - at)).min(length - 1);
        let to = to.max(at + 1);
        // Not into a loop from outside, and not past the end.
        let enters = |(head, end): &(usize, usize)| {
            (head + 1..=*end).contains(&to) && !(*head..=*end).contains(&at)
        };
        if at + 1 < length && !loops.iter().any(enters) {
            let (a, to) = (reg(random), to as u32);
            match random.below(24) {
                0 => *op = Op::Jump { to },
                1..=2 => *op = Op::JumpIf { a, to },
                3..=4 => *op = Op::JumpIfNot { a, to },
                5 => *op = Op::Return { src: a },
                _ => {}
            }
        }
    }
    for (at, (head, end)) in loops.into_iter().enumerate() {
        // Registers of their own, so that nothing in the loop writes what it goes over.
        let iter = Reg(20 + at as u8);
        let var = reg(random);
        code[head - 1] = Op::Move {
            dst: iter,
            src: reg(random),
        };
        code[head] = Op::ForEach {
            iter,
            var,
            to: end as u32 + 1,
        };
        code[end] = Op::Loop { to: head as u32 };
    }
    *code.last_mut().expect("not empty") = Op::Return { src: reg(random) };
    code
}

fn random_module(random: &mut Numbers) -> Program {
    let mut constants = vec![
        0,
        1,
        !0,
        0xff81_8181_8181_81ff,
        i64::MAX as u64,
        1 << 63,
        1 << 27,
    ];
    constants.extend([random.bits(), random.bits() & random.bits() & random.bits()]);
    let mut module: Program = Program {
        slots: 2,
        ..Program::default()
    };
    let small = vec![
        Op::Piece {
            dst: Reg(0),
            frame: Frame::Current,
            who: Who::Us,
            role: 6,
        },
        Op::Count {
            dst: Reg(0),
            a: Reg(0),
        },
        Op::Return { src: Reg(0) },
    ];
    module
        .functions
        .push(function(Vec::new(), Ty::Number, small));
    let moved = vec![
        Op::From { dst: Reg(5) },
        Op::Union {
            dst: Reg(5),
            a: Reg(0),
            b: Reg(5),
        },
        Op::Prim {
            dst: Reg(4),
            base: Reg(5),
            frame: Frame::New,
            prim: PrimId::Around,
        },
        Op::Piece {
            dst: Reg(5),
            frame: Frame::Current,
            who: Who::Them,
            role: 0,
        },
        Op::Dist {
            dst: Reg(1),
            a: Reg(4),
            b: Reg(5),
        },
        Op::Return { src: Reg(1) },
    ];
    module
        .functions
        .push(function(vec![Ty::Board], Ty::Number, moved));
    let both = vec![
        Op::Lt {
            dst: Reg(3),
            a: Reg(0),
            b: Reg(2),
        },
        Op::Return { src: Reg(3) },
    ];
    let params = vec![Ty::Number; 3];
    module.functions.push(function(params, Ty::Truth, both));
    let code = random_code(random, constants.len());
    module.functions.push(function(Vec::new(), Ty::Board, code));
    module.constants = constants;
    module
}

/// The result of an evaluation: the value or why there is none, the fuel left, and how often the host was called.
type Outcome = (Result<u64, Halt>, u64, u32);

fn plainly(module: &Program, scene: &Scene<'_>, fuel: u64, stop: Option<u32>) -> Outcome {
    let mut plain = Plain::new(module, fuel);
    plain.stop_at = stop;
    let value = plain.exec(FnId(3), scene, &[]);
    let why = |fuel| if fuel { Halt::Fuel } else { Halt::Host };
    (
        value.map_err(|_| why(plain.fuel)),
        plain.context.fuel,
        plain.asked,
    )
}

#[test]
fn random_functions_agree() {
    let mut random = Numbers::new(0x1234_5678_9abc_def1);
    let all = [
        "KRk",
        "KBNk",
        "KQkr",
        "KRRkbb",
        "Kkqn",
        "KPPkp",
        "KQRBNPPkqrbnpp",
    ]
    .map(men);
    let mut compiled = 0;
    for round in 0..3000 {
        let module = random_module(&mut random);
        let jit = Jit::new().expect("a host with a code generator");
        let men = &all[round % all.len()];
        let us = random.one(&Color::ALL);
        for _ in 0..8 {
            let positions: [Position; 3] = std::array::from_fn(|_| board(&mut random, men, true));
            let (from, to) = match random.below(3) {
                0 => (0, 0),
                _ => (1 << random.below(64), 1 << random.below(64)),
            };
            let scene = Scene {
                positions: positions.each_ref(),
                us,
                from,
                to,
            };
            let fuel = match random.below(3) {
                0 => random.below(60) as u64,
                _ => 100_000,
            };
            let stop = (random.below(4) == 0).then(|| random.below(3) as u32);
            let expected = plainly(&module, &scene, fuel, stop);
            let mut host = Plain::new(&module, fuel);
            host.stop_at = stop;
            let whole = jit.whole(&module, FnId(3), us).expect("it compiles");
            let value = whole.call(&mut host, scene.positions, from, to);
            let code = || format!("{} {positions:?} {us:?}", listed(&module.functions[3].code));
            // The host does not say that it was the fuel that stopped it.
            let why = |value: Result<u64, Halt>, host: &Plain<'_>| match value {
                Err(Halt::Host) if host.fuel => Err(Halt::Fuel),
                other => other,
            };
            let got = (why(value, &host), host.context.fuel, host.asked);
            assert_eq!(got, expected, "whole, round {round}: {}", code());
            if round % all.len() < 6 {
                let roster = roster(men);
                let few = jit.few(&module, FnId(3), us, &roster).expect("it compiles");
                let boards = positions.map(|position| roster.pack(&position).expect("its men"));
                let mut host = Plain::new(&module, fuel);
                host.stop_at = stop;
                let value = few.call(&mut host, boards, from, to);
                let got = (why(value, &host), host.context.fuel, host.asked);
                assert_eq!(got, expected, "few, round {round}: {}", code());
                compiled += 1;
            }
        }
    }
    assert!(compiled > 10_000);
}

#[test]
fn random_rows_agree() {
    let mut random = Numbers::new(0x0fed_cba9_8765_4321);
    let all = ["KRk", "KBNk", "KQkr", "KRRkbb", "KPk", "KRPkp"].map(men);
    let (mut rows, mut found) = (0, [0; 4]);
    for round in 0..1500 {
        let mut module = random_module(&mut random);
        let better = random_code(&mut random, module.constants.len());
        module
            .functions
            .push(function(Vec::new(), Ty::Board, better));
        let jit = Jit::new().expect("a host with a code generator");
        let roster = roster(&all[round % all.len()]);
        let us = random.one(&Color::ALL);
        let (action, value) = (random.below(2) == 0, random.below(2) == 0);
        let kind = match random.below(5) {
            0 => RowMover::Theirs,
            1 => RowMover::Replies {
                action,
                better: value,
            },
            _ => RowMover::Ours {
                action,
                better: value,
            },
        };
        let ours = matches!(kind, RowMover::Ours { .. });
        // The side that moves is the one that has turn in these boards.
        let mover = if ours { us } else { !us };
        let own = |man: &usize| roster.man(*man).is_some_and(|(color, _)| color == mover);
        let own: Vec<usize> = (0..roster.len()).filter(own).collect();
        let man = (random.below(2) == 0).then(|| random.one(&own) as u8);
        let some = |random: &mut Numbers, f| (random.below(5) > 0).then_some(FnId(f));
        let goals = RowGoals {
            holding: some(&mut random, 3),
            better: some(&mut random, 4).filter(|_| kind != RowMover::Theirs),
            mover: kind,
            man,
        };
        let Ok(row) = jit.row(&module, &goals, us, &roster) else {
            continue;
        };
        rows += 1;
        for _ in 0..6 {
            let men = &all[round % all.len()];
            let [node, root] = [(); 2].map(|()| board(&mut random, men, true));
            let node = node.with_turn(mover);
            let place = |man: u8| {
                let square = roster.pack(&node).expect("its men").square(man.into());
                (square < 64).then_some(square)
            };
            // Moves of one man or of any of that side, onto what is not its own and no king.
            let from: Vec<u8> = match man {
                Some(man) => place(man).into_iter().collect(),
                None => adv_chess::squares::each(node.side(mover)).collect(),
            };
            let count = if from.is_empty() { 0 } else { random.below(9) };
            let moves: Vec<Move> = (0..count)
                .map(|_| Move::new(Role::King, random.one(&from), random.below(64) as u8))
                .filter(|m| (node.side(mover) | node.by_role[0]) >> m.to & 1 == 0)
                .collect();
            let deeper = random.below(2) == 0;
            let lean = |position| roster.pack(position).expect("its men");
            let mut expected = (RowFinding::Nothing, 0, 0);
            let mut plain = Plain::new(&module, 1 << 40);
            for m in &moves {
                let child = roster.unpack(lean(&node).play(*m));
                let mut holds = |f: Option<FnId>, current, always| match f {
                    None => always,
                    Some(f) => {
                        let scene = Scene {
                            positions: [current, &child, &root],
                            us,
                            from: 0,
                            to: 0,
                        };
                        plain.exec(f, &scene, &[]).expect("fuel enough") != 0
                    }
                };
                expected.1 += 1;
                if !holds(goals.holding, &child, true) {
                    if !ours {
                        expected.0 = RowFinding::Violated;
                        break;
                    }
                    continue;
                }
                expected.2 += 1;
                if kind != RowMover::Theirs {
                    let current = if action { &node } else { &child };
                    if holds(goals.better, current, value) {
                        if !ours {
                            continue;
                        }
                        expected.0 = RowFinding::Better;
                        break;
                    }
                    if deeper || !ours {
                        expected.0 = RowFinding::Deeper;
                        break;
                    }
                }
            }
            let mut host = Plain::new(&module, 1 << 40);
            let outcome = row.run(&mut host, lean(&node), lean(&root), &moves, deeper);
            let outcome = outcome.expect("fuel enough, and all kings");
            let got = (outcome.finding, outcome.tested, outcome.passed);
            assert_eq!(got, expected, "round {round}: {goals:?} {moves:?} {node:?}");
            assert_eq!(host.context.fuel, plain.context.fuel, "round {round}");
            found[expected.0 as usize] += 1;
        }
    }
    println!("{rows} rows, found {found:?}");
    assert!(rows > 300 && found.iter().all(|n| *n > 50));
}

/// One instruction a line.
fn listed(code: &[Op]) -> String {
    let lines = code.iter().enumerate();
    lines.map(|(at, op)| format!("\n{at:3} {op:?}")).collect()
}
