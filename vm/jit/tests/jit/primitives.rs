//! Every primitive on arguments as programs give them: men, their files and ranks, sides, constants; on boards where men are missing,
//! where kings are mated, and where they are not there at all.

use crate::support::{Plain, board, function, men, roster};
use adv_chess::{Color, Position, Role};
use adv_jit::{Jit, Scene};
use adv_module::program::Program;
use adv_module::{ConstId, FnId, Frame, Op, PrimId, Primitive, Reg, Ty, Who};
use adv_testkit::Numbers;

/// An argument of a type into a register.
fn argument(random: &mut Numbers, ty: Ty, dst: Reg) -> Vec<Op> {
    let role = random.below(7) as u8;
    let who = random.one(Who::ALL);
    let frame = random.one(Frame::ALL);
    let piece = Op::Piece {
        dst,
        frame,
        who,
        role,
    };
    match ty {
        Ty::Board => match random.below(6) {
            0 => vec![Op::Board {
                dst,
                k: ConstId(random.below(4) as u32),
            }],
            1 => vec![Op::To { dst }],
            2 => vec![
                piece,
                Op::Prim {
                    dst,
                    base: dst,
                    frame,
                    prim: PrimId::Around,
                },
            ],
            3 => vec![
                piece,
                Op::Board {
                    dst: Reg(9),
                    k: ConstId(0),
                },
                Op::Intersect {
                    dst,
                    a: dst,
                    b: Reg(9),
                },
            ],
            _ => vec![piece],
        },
        Ty::Number => match random.below(5) {
            4 => vec![Op::Number {
                dst,
                value: random.below(1001) as i32,
            }],
            0 => vec![Op::Number {
                dst,
                value: random.below(20) as i32 - 8,
            }],
            1 => vec![
                piece,
                Op::Rank { dst, a: dst },
                Op::AddImm {
                    dst,
                    a: dst,
                    value: 2,
                },
            ],
            _ => vec![piece, Op::File { dst, a: dst }],
        },
        Ty::Truth => vec![Op::ToMove { dst, frame, who }],
        Ty::Piece => vec![Op::Designate { dst, who, role }],
        Ty::Side => vec![Op::Side { dst, who }],
    }
}

fn module(random: &mut Numbers, entry: &Primitive) -> Program {
    let mut code = Vec::new();
    for (at, ty) in entry.params.iter().enumerate() {
        code.extend(argument(random, *ty, Reg(at as u8)));
    }
    let dst = Reg(4);
    let frame = random.one(Frame::ALL);
    code.push(Op::Prim {
        dst,
        base: Reg(0),
        frame,
        prim: entry.id,
    });
    code.push(Op::Return { src: dst });
    Program {
        functions: vec![function(Vec::new(), entry.result, code)],
        constants: vec![0xff81_8181_8181_81ff, 0, 1 << 35, !0],
        ..Program::default()
    }
}

/// A board, sometimes with the kings in corners and near each other, where mates are. The kings do not touch: no position of the machine
/// has that, and whether a king is in check by a king is answered in more than one way.
fn position(random: &mut Numbers, men: &[(Color, Role)]) -> Position {
    loop {
        let position = any_position(random, men);
        let kings = Color::ALL.map(|color| position.king(color));
        let [Some(white), Some(black)] = kings else {
            return position;
        };
        let files = (white % 8).abs_diff(black % 8);
        if files.max((white / 8).abs_diff(black / 8)) > 1 {
            return position;
        }
    }
}

/// The same with the kings anywhere.
fn any_position(random: &mut Numbers, men: &[(Color, Role)]) -> Position {
    let mut position = board(random, men, true);
    if random.below(2) == 0 {
        let (corner, near) =
            random.one(&[(0u8, 17u8), (0, 2), (7, 21), (63, 46), (56, 42), (4, 20)]);
        let (weak, strong) =
            random.one(&[(Color::White, Color::Black), (Color::Black, Color::White)]);
        for (color, square) in [(weak, corner), (strong, near)] {
            if let Some(king) = position.king(color) {
                position.remove(king);
            }
            position.put(color, Role::King, square);
        }
    }
    // Kings never touch in chess, and what a check by a king would be is not defined.
    let touch = |white: u8, black: u8| {
        let lines = |square: u8| (i16::from(square % 8), i16::from(square / 8));
        let ((a, b), (c, d)) = (lines(white), lines(black));
        (a - c).abs() <= 1 && (b - d).abs() <= 1
    };
    let kings = [Color::White, Color::Black].map(|color| position.king(color));
    if let [Some(white), Some(black)] = kings
        && (touch(white, black) || random.below(20) == 0)
    {
        position.remove(white);
    }
    position
}

#[test]
fn every_primitive_agrees_on_arguments_of_its_types() {
    let mut random = Numbers::new(0x0fed_cba9_8765_4321);
    let all = [
        "KRk",
        "KQk",
        "KBNk",
        "KQkr",
        "KRRkb",
        "KQRBNkn",
        "KPk",
        "KRPkpp",
        "KQRBNPPkqrbnpp",
    ]
    .map(men);
    let mut seen = std::collections::BTreeMap::<(PrimId, bool), u32>::new();
    for round in 0..60 {
        for entry in Primitive::ALL {
            let module = module(&mut random, entry);
            let men = &all[round % all.len()];
            let us = random.one(&Color::ALL);
            let jit = Jit::new().expect("a host with a code generator");
            // Mates are rare.
            let boards = match entry.id {
                PrimId::InCheck | PrimId::Mated | PrimId::Stalemated => 200,
                _ => 10,
            };
            for _ in 0..boards {
                let positions: [Position; 3] = std::array::from_fn(|_| position(&mut random, men));
                let scene = Scene {
                    positions: positions.each_ref(),
                    us,
                    from: 0,
                    to: 1 << random.below(64),
                };
                let fuel = 50_000;
                let mut plain = Plain::new(&module, fuel);
                let expected = plain.exec(FnId(0), &scene, &[]).map_err(|_| ());
                let told = || {
                    format!(
                        "{} {positions:?} {us:?} {:?}",
                        entry.name, module.functions[0].code
                    )
                };
                *seen.entry((entry.id, expected == Ok(0))).or_default() += 1;
                let mut host = Plain::new(&module, fuel);
                let whole = jit.whole(&module, FnId(0), us).expect("it compiles");
                let value = whole.call(&mut host, scene.positions, scene.from, scene.to);
                assert_eq!(value.map_err(|_| ()), expected, "whole: {}", told());
                assert_eq!(host.context.fuel, plain.context.fuel, "whole: {}", told());
                if round % all.len() < 8 {
                    let roster = roster(men);
                    let few = jit.few(&module, FnId(0), us, &roster).expect("it compiles");
                    // A king that a corner has taken the place of is one more or less than the roster's.
                    let Some(boards) = positions
                        .iter()
                        .map(|p| roster.pack(p))
                        .collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    let boards = [boards[0], boards[1], boards[2]];
                    let mut host = Plain::new(&module, fuel);
                    let value = few.call(&mut host, boards, scene.from, scene.to);
                    assert_eq!(value.map_err(|_| ()), expected, "few: {}", told());
                    assert_eq!(host.context.fuel, plain.context.fuel, "few: {}", told());
                }
            }
        }
    }
    // The boards are such that each of the questions has both answers.
    for prim in [
        PrimId::InCheck,
        PrimId::Mated,
        PrimId::Stalemated,
        PrimId::SquareAt,
        PrimId::Around,
    ] {
        for zero in [true, false] {
            let count = seen.get(&(prim, zero)).copied().unwrap_or(0);
            assert!(count > 15, "{prim:?} {zero}: {count} times");
        }
    }
}
