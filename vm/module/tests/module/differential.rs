//! Random programs are evaluated as they were compiled and as they are linked, and give the same.
//!
//! The evaluator knows no chess: a position is a number, and what an instruction reads from it is that number stirred.

use adv_module::program::{Function, Program};
use adv_module::{FnId, Frame, Needs, Op, Reg, Ty, Who, link, verify};
use adv_testkit::Numbers;

use crate::build::*;

/// The current position, the one after the move, the root.
type Positions = [u64; 3];

fn stirred(words: &[u64]) -> u64 {
    let mut random = Numbers::new(words.iter().fold(0x1234_5678_9abc_def1, |sum, word| {
        (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
    }));
    random.bits() & random.bits() & random.bits()
}

/// Evaluates a function in a window of one register file.
fn evaluate(
    module: &Program,
    id: FnId,
    window: usize,
    registers: &mut Vec<u64>,
    at: Positions,
) -> u64 {
    let function = module.function(id).expect("the function exists");
    if registers.len() < window + 300 {
        registers.resize(window + 300, 0xdead);
    }
    let mut pc = 0;
    loop {
        let get = |r: Reg| registers[window + r.index()];
        let number = |r: Reg| registers[window + r.index()] as i64;
        let position = |frame: Frame| at[frame.tag() as usize];
        let truth = u64::from;
        let next = pc + 1;
        let (dst, value) = match function.code[pc] {
            Op::Number { dst, value } => (dst, i64::from(value) as u64),
            Op::Truth { dst, value } => (dst, truth(value)),
            Op::Move { dst, src } => (dst, get(src)),
            Op::Piece {
                dst,
                frame,
                who,
                role,
            } => (
                dst,
                stirred(&[position(frame), u64::from(who.tag()), u64::from(role)]),
            ),
            Op::ToMove { dst, frame, who } => {
                (dst, stirred(&[position(frame), u64::from(who.tag())]) & 1)
            }
            Op::Union { dst, a, b } => (dst, get(a) | get(b)),
            Op::Minus { dst, a, b } => (dst, get(a) & !get(b)),
            Op::Count { dst, a } => (dst, u64::from(get(a).count_ones())),
            Op::Add { dst, a, b } => (dst, number(a).saturating_add(number(b)) as u64),
            Op::Sub { dst, a, b } => (dst, number(a).saturating_sub(number(b)) as u64),
            Op::Mul { dst, a, b } => (dst, number(a).saturating_mul(number(b)) as u64),
            Op::AddImm { dst, a, value } => {
                (dst, number(a).saturating_add(i64::from(value)) as u64)
            }
            Op::MulImm { dst, a, value } => {
                (dst, number(a).saturating_mul(i64::from(value)) as u64)
            }
            Op::Eq { dst, a, b } => (dst, truth(get(a) == get(b))),
            Op::Lt { dst, a, b } => (dst, truth(number(a) < number(b))),
            Op::Le { dst, a, b } => (dst, truth(number(a) <= number(b))),
            Op::EqImm { dst, a, value } => (dst, truth(number(a) == i64::from(value))),
            Op::LtImm { dst, a, value } => (dst, truth(number(a) < i64::from(value))),
            Op::GtImm { dst, a, value } => (dst, truth(number(a) > i64::from(value))),
            Op::NonEmpty { dst, a } => (dst, truth(get(a) != 0)),
            Op::Not { dst, a } => (dst, get(a) ^ 1),
            Op::Jump { to } | Op::Loop { to } => {
                pc = to as usize;
                continue;
            }
            Op::JumpIf { a, to } => {
                pc = if get(a) == 1 { to as usize } else { next };
                continue;
            }
            Op::JumpIfNot { a, to } => {
                pc = if get(a) == 0 { to as usize } else { next };
                continue;
            }
            Op::ForEach { iter, var, to } => {
                let board = get(iter);
                if board == 0 {
                    pc = to as usize;
                    continue;
                }
                registers[window + iter.index()] = board & (board - 1);
                (var, board & board.wrapping_neg())
            }
            Op::Call {
                dst,
                base,
                frame,
                function,
            } => {
                let inner = [position(frame), at[1], at[2]];
                let value = evaluate(module, function, window + base.index(), registers, inner);
                // The values above the base are lost; a value that is sure to be noticed replaces them.
                registers[window + base.index()..].fill(0x0bad_0bad);
                (dst, value)
            }
            Op::Return { src } => return get(src),
            other => panic!("the generator does not make {other:?}"),
        };
        registers[window + dst.index()] = value;
        pc = next;
    }
}

/// Makes functions that the verifier accepts, each calling those before it.
struct Generator {
    random: Numbers,
    functions: Vec<Function>,
}

/// Registers by what they hold: 0..3 numbers, 3..6 boards, 6..8 truths; 8..12 boards of loops, 12..16 their squares; calls from 16 on.
const NUMBERS: usize = 0;
const BOARDS: usize = 3;
const TRUTHS: usize = 6;
const WINDOW: u8 = 16;

impl Generator {
    fn number(&mut self) -> Reg {
        r((NUMBERS + self.random.below(3)) as u8)
    }
    fn board(&mut self) -> Reg {
        r((BOARDS + self.random.below(3)) as u8)
    }
    fn truth(&mut self) -> Reg {
        r((TRUTHS + self.random.below(2)) as u8)
    }
    fn frame(&mut self) -> Frame {
        Frame::ALL[self.random.below(3)]
    }

    fn simple(&mut self) -> Op {
        let value = self.random.below(7) as i32 - 3;
        let (n, a, b) = (self.number(), self.number(), self.number());
        let (s, x, y) = (self.board(), self.board(), self.board());
        let (t, u) = (self.truth(), self.truth());
        let (frame, role) = (self.frame(), self.random.below(7) as u8);
        match self.random.below(20) {
            0..=2 => Op::Number { dst: n, value },
            3 => Op::Truth {
                dst: t,
                value: value > 0,
            },
            4 | 5 => Op::Move { dst: n, src: a },
            6 => Op::Move { dst: s, src: x },
            7 => Op::Piece {
                dst: s,
                frame,
                who: Who::Us,
                role,
            },
            8 => Op::ToMove {
                dst: t,
                frame,
                who: Who::Them,
            },
            9 => Op::Union { dst: s, a: x, b: y },
            10 => Op::Minus { dst: s, a: x, b: y },
            11 => Op::Count { dst: n, a: x },
            12 => Op::Add { dst: n, a, b },
            13 => Op::Sub { dst: n, a, b },
            14 => Op::Mul { dst: n, a, b },
            15 => Op::Eq { dst: t, a, b },
            16 => Op::Lt { dst: t, a, b },
            17 => Op::Le { dst: t, a, b },
            18 => Op::NonEmpty { dst: t, a: x },
            _ => Op::Not { dst: t, a: u },
        }
    }

    fn call(&mut self, code: &mut Vec<Op>) {
        if self.functions.is_empty() {
            return;
        }
        let callee = self.random.below(self.functions.len());
        let (number, board) = (self.number(), self.board());
        code.push(Op::Move {
            dst: r(WINDOW),
            src: number,
        });
        code.push(Op::Move {
            dst: r(WINDOW + 1),
            src: board,
        });
        let dst = match self.functions[callee].result {
            Ty::Board => self.board(),
            Ty::Number => self.number(),
            _ => self.truth(),
        };
        let (frame, function) = (self.frame(), FnId(callee as u32));
        code.push(Op::Call {
            dst,
            base: r(WINDOW),
            frame,
            function,
        });
    }

    /// Some statements, with branches and loops inside one another.
    fn block(&mut self, code: &mut Vec<Op>, result: Ty, depth: u8, breaks: &mut Vec<usize>) {
        for _ in 0..=self.random.below(5) {
            match self.random.below(12) {
                0 | 1 if depth < 3 => {
                    let a = self.truth();
                    let at = code.len();
                    code.push(Op::Jump { to: 0 });
                    self.block(code, result, depth + 1, breaks);
                    let over = code.len();
                    code.push(Op::Jump { to: 0 });
                    self.block(code, result, depth + 1, breaks);
                    let (other, end) = (over as u32 + 1, code.len() as u32);
                    code[over] = Op::Jump { to: end };
                    code[at] = match self.random.below(2) {
                        0 => Op::JumpIf { a, to: other },
                        _ => Op::JumpIfNot { a, to: other },
                    };
                }
                2 if depth < 3 => {
                    let (iter, var) = (r(8 + depth), r(12 + depth));
                    let board = self.board();
                    code.push(Op::Move {
                        dst: iter,
                        src: board,
                    });
                    let head = code.len();
                    code.push(Op::Jump { to: 0 });
                    let use_it = self.board();
                    code.push(Op::Move {
                        dst: use_it,
                        src: var,
                    });
                    let mut inner = Vec::new();
                    self.block(code, result, depth + 1, &mut inner);
                    code.push(Op::Loop { to: head as u32 });
                    let to = code.len() as u32;
                    code[head] = Op::ForEach { iter, var, to };
                    for at in inner {
                        let a = self.truth();
                        code[at] = Op::JumpIf { a, to };
                    }
                }
                3 if depth > 0 => {
                    breaks.push(code.len());
                    code.push(Op::Truth {
                        dst: r(7),
                        value: true,
                    });
                }
                4 => {
                    let src = self.result(result);
                    let a = self.truth();
                    code.push(Op::JumpIfNot {
                        a,
                        to: code.len() as u32 + 2,
                    });
                    code.push(Op::Return { src });
                }
                5..=7 => self.call(code),
                _ => {
                    let op = self.simple();
                    code.push(op);
                }
            }
        }
    }

    fn result(&mut self, result: Ty) -> Reg {
        match result {
            Ty::Board => self.board(),
            Ty::Number => self.number(),
            _ => self.truth(),
        }
    }

    /// Parameters a number and a board.
    fn function(&mut self) {
        let result = [Ty::Board, Ty::Number, Ty::Truth][self.random.below(3)];
        let mut code = vec![
            Op::Move {
                dst: r(3),
                src: r(1),
            },
            Op::Move {
                dst: r(1),
                src: r(0),
            },
            Op::Number {
                dst: r(2),
                value: 2,
            },
            Op::Piece {
                dst: r(4),
                frame: Frame::Current,
                who: Who::White,
                role: 6,
            },
            Op::Move {
                dst: r(5),
                src: r(3),
            },
            Op::Truth {
                dst: r(6),
                value: false,
            },
            Op::ToMove {
                dst: r(7),
                frame: Frame::Current,
                who: Who::Us,
            },
        ];
        self.block(&mut code, result, 0, &mut Vec::new());
        let src = self.result(result);
        code.push(Op::Return { src });
        let params = [Ty::Number, Ty::Board];
        let needs = Needs::NEW.union(Needs::ROOT);
        let name = format!("f{}", self.functions.len());
        self.functions.push(Function {
            registers: 20,
            ..function(&name, &params, result, needs, code)
        });
    }
}

/// A program of one function for each of a library's, which calls it with its own parameters.
fn caller(of: &Program) -> Program {
    let functions = of.functions.iter().enumerate();
    let functions = functions.map(|(index, callee)| {
        let call = Op::Call {
            dst: r(0),
            base: r(0),
            frame: Frame::Current,
            function: FnId(index as u32),
        };
        let code = vec![call, Op::Return { src: r(0) }];
        Function {
            registers: 20,
            ..function(
                &callee.name,
                &callee.params,
                callee.result,
                callee.needs,
                code,
            )
        }
    });
    let mut program = library("p", "", functions.collect());
    let names = of.functions.iter().map(|function| function.name.as_str());
    program.imports = names.map(|name| import(of, name)).collect();
    let imports = program.imports.len() as u32;
    for export in &mut program.exports {
        export.functions[0].0 += imports;
    }
    program
}

#[test]
fn linking_does_not_change_what_a_program_means() {
    let mut random = Numbers::new(0x00c0_ffee_0001);
    let (mut instructions, mut values) = (0, 0);
    for round in 0..800 {
        let mut generator = Generator {
            random: Numbers::new(random.bits() | 1),
            functions: Vec::new(),
        };
        for _ in 0..4 {
            generator.function();
        }
        let module = library("l", "1", generator.functions);
        let Ok(checked) = verify(module.clone()) else {
            // Rarely a program is beyond the budget.
            continue;
        };
        let program = verify(caller(&module)).expect("it only calls");
        let Ok(linked) = link(program, &[&checked]) else {
            // The calls of the program come on top of the budget.
            continue;
        };
        let linked = linked.into_module().into_program();
        let code = linked.functions.iter().map(|function| function.code.len());
        instructions += code.sum::<usize>();
        for (export, new) in module.exports.iter().zip(&linked.exports) {
            for trial in 0..6 {
                let at = [random.bits(), random.bits(), random.bits()];
                let arguments = [trial * 3 % 5, random.bits() & random.bits()];
                let value = |module: &Program, id: FnId| {
                    let mut registers = vec![0xdead; 400];
                    registers[..2].copy_from_slice(&arguments);
                    evaluate(module, id, 0, &mut registers, at)
                };
                let (old, new) = (
                    value(&module, export.functions[0]),
                    value(&linked, new.functions[0]),
                );
                values += 1;
                assert_eq!(old, new, "round {round}, `{}`", export.name);
            }
        }
    }
    assert!(instructions > 50_000, "{instructions} instructions");
    assert!(values > 15_000, "{values} values");
}
