//! Two small evaluators, of trees and of instructions, over made-up positions: their answers have to be the same.
//!
//! A position is a number, and what it answers is drawn from a hash; the lowering must not rely on what is really on the board.
//! The symmetries of `turned` are left out on both sides.

use crate::fold;
use crate::hir::{
    BoardOp, BoardRelation, Callee, Expr, ExprKind, Fold, Frame, Hir, NumberOp, PrimId, Relation,
    Who,
};
use crate::lower::context::width;
use adv_module::program::Program;
use adv_module::{FnId, Op};

/// A draw from anything.
fn draw(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |sum: u64, word| {
        let mixed = (sum ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 29)).rotate_left(17)
    })
}

/// The positions of one evaluation.
#[derive(Clone, Copy, Default)]
pub(super) struct World {
    pub(super) current: u64,
    pub(super) new: u64,
    pub(super) root: u64,
    /// The colour that is `us`.
    pub(super) us: u64,
    pub(super) here: u64,
}

impl World {
    fn at(self, frame: Frame) -> u64 {
        match frame {
            Frame::Current => self.current,
            Frame::New => self.new,
            Frame::Root => self.root,
        }
    }

    pub(super) fn within(self, frame: Frame) -> World {
        World {
            current: self.at(frame),
            ..self
        }
    }

    fn squares(self, frame: Frame, piece: u64) -> u64 {
        // None, one or a few squares.
        match draw(&[1, self.at(frame), piece]) {
            word if word % 5 == 0 => 0,
            word if word % 5 == 1 => {
                1 << (word >> 8 & 63) | 1 << (word >> 16 & 63) | 1 << (word >> 24 & 63)
            }
            word => 1 << (word >> 8 & 63),
        }
    }

    fn to_move(self, frame: Frame, who: Who) -> u64 {
        (draw(&[2, self.at(frame)]) ^ self.color(who)) & 1
    }

    /// The colour of a side.
    fn color(self, who: Who) -> u64 {
        match who {
            Who::White => 0,
            Who::Black => 1,
            Who::Us => self.us,
            Who::Them => 1 - self.us,
        }
    }

    fn of_move(self, to: bool) -> u64 {
        1 << (draw(&[3, self.new, u64::from(to)]) & 63)
    }

    fn taken(self) -> u64 {
        draw(&[4, self.new])
    }

    fn prim(self, prim: PrimId, frame: Frame, args: &[u64]) -> u64 {
        let entry = prim.entry();
        let known = if entry.reads_position {
            None
        } else {
            fold::primitive(prim, args)
        };
        let place = if entry.reads_position {
            self.at(frame)
        } else {
            0
        };
        let words: Vec<u64> = [4, prim as u64, place]
            .into_iter()
            .chain(args.iter().copied())
            .collect();
        known.unwrap_or_else(|| match entry.result {
            crate::hir::Ty::Truth => draw(&words) & 1,
            crate::hir::Ty::Number => draw(&words) % 100,
            _ => draw(&words) & draw(&[5, words[1]]),
        })
    }

    fn satisfiable(self, frame: Frame, advice: u64) -> u64 {
        draw(&[6, self.at(frame), advice]) & 1
    }
}

/// Words for the locals of a function.
pub(super) const LOCALS: usize = 3 * 64;

/// Where a part of a local is: a zone has three.
pub(super) fn place(local: usize, part: usize) -> usize {
    local + 64 * part
}

/// The locals of a function with these arguments, side by side as registers are.
pub(super) fn locals(function: &crate::hir::Function, args: &[u64]) -> Vec<u64> {
    let mut locals = vec![0; LOCALS];
    let mut args = args.iter();
    for (local, (_, ty)) in function.params.iter().enumerate() {
        for (part, word) in args.by_ref().take(width(*ty)).enumerate() {
            locals[place(local, part)] = *word;
        }
    }
    locals
}

fn designation(who: u64, role: u8) -> u64 {
    u64::from(role) + 8 * who
}

/// The value of a tree, by its definition.
pub(super) fn tree(program: &Hir, expr: &Expr, world: World, locals: &mut Vec<u64>) -> Vec<u64> {
    let mut all = |expr: &Expr| tree(program, expr, world, locals);
    macro_rules! one {
        ($e:expr) => {
            all($e)[0]
        };
    }
    let role = |role: Option<crate::hir::Role>| role.map_or(6, |role| role as u8);
    let value = match &expr.kind {
        ExprKind::Number(value) => *value as u64,
        ExprKind::Board(word) => *word,
        ExprKind::Truth(value) => u64::from(*value),
        ExprKind::Side(who) => world.color(*who),
        ExprKind::Local(local) => {
            let words = width(expr.ty);
            return (0..words)
                .map(|part| locals[place(local.0 as usize, part)])
                .collect();
        }
        ExprKind::Zone(parts) => return parts.iter().map(|part| one!(part)).collect(),
        ExprKind::Piece(who, of) => designation(world.color(*who), role(*of)),
        ExprKind::PieceOf(side, of) => designation(one!(side), role(*of)),
        ExprKind::Squares(frame, piece) => world.squares(*frame, one!(piece)),
        ExprKind::ToMove(frame, who) => world.to_move(*frame, *who),
        ExprKind::From => world.of_move(false),
        ExprKind::To => world.of_move(true),
        ExprKind::Taken => world.taken(),
        ExprKind::Here => world.here,
        ExprKind::Given(given, frame, function) => {
            let [side, here] = &**given;
            let given = World {
                us: one!(side),
                here: one!(here),
                ..world.within(*frame)
            };
            let body = &program.functions[*function].body;
            tree(program, body, given, &mut vec![0; LOCALS])[0]
        }
        ExprKind::Call(callee, frame, args) => {
            let Callee::Own(index) = callee else {
                panic!("no libraries here")
            };
            let function = &program.functions[*index];
            let mut inner = vec![0; LOCALS];
            for (local, arg) in args.iter().enumerate() {
                for (part, word) in all(arg).into_iter().enumerate() {
                    inner[place(local, part)] = word;
                }
            }
            return tree(program, &function.body, world.within(*frame), &mut inner);
        }
        ExprKind::Prim(prim, frame, args) => {
            let args: Vec<u64> = args.iter().flat_map(&mut all).collect();
            // Names for one thing.
            let prim = match prim {
                PrimId::LinesOf => PrimId::FilesOf,
                PrimId::RowsOf => PrimId::RanksOf,
                other => *other,
            };
            world.prim(prim, *frame, &args)
        }
        ExprKind::Satisfiable(frame, advice) => world.satisfiable(*frame, *advice as u64),
        ExprKind::Turned(body) => one!(body),
        ExprKind::Not(a) => 1 - one!(a),
        ExprKind::And(list) => u64::from(list.iter().all(|part| one!(part) == 1)),
        ExprKind::Or(list) => u64::from(list.iter().any(|part| one!(part) == 1)),
        ExprKind::TruthEq(different, a, b) => u64::from((one!(a) == one!(b)) != *different),
        ExprKind::Compare(relation, a, b) => {
            let signed = |words: Vec<u64>| {
                words
                    .into_iter()
                    .map(|word| word as i64)
                    .collect::<Vec<_>>()
            };
            let (a, b) = (signed(all(a)), signed(all(b)));
            u64::from(match relation {
                Relation::Eq => a == b,
                Relation::Ne => a != b,
                Relation::Lt => a < b,
                Relation::Le => a <= b,
                Relation::Gt => a > b,
                Relation::Ge => a >= b,
            })
        }
        ExprKind::Boards(relation, a, b) => {
            let (a, b) = (one!(a), one!(b));
            u64::from(match relation {
                BoardRelation::Eq => a == b,
                BoardRelation::Ne => a != b,
                BoardRelation::Subset => a & !b == 0,
                BoardRelation::ProperSubset => a & !b == 0 && a != b,
                BoardRelation::In => a != 0 && a & !b == 0,
                BoardRelation::Disjoint => a & b == 0,
            })
        }
        ExprKind::Same(a, b) => u64::from(one!(a) == one!(b)),
        ExprKind::NonEmpty(a) => u64::from(one!(a) != 0),
        ExprKind::BoardOp(op, a, b) => {
            let (a, b) = (one!(a), one!(b));
            match op {
                BoardOp::Union => a | b,
                BoardOp::Intersect => a & b,
                BoardOp::Minus => a & !b,
            }
        }
        ExprKind::Complement(a) => !one!(a),
        ExprKind::NumberOp(op, a, b) => {
            let (a, b) = (one!(a) as i64, one!(b) as i64);
            (match op {
                NumberOp::Add => a.saturating_add(b),
                NumberOp::Sub => a.saturating_sub(b),
                NumberOp::Mul => a.saturating_mul(b),
                NumberOp::Min => a.min(b),
                NumberOp::Max => a.max(b),
            }) as u64
        }
        ExprKind::Negate(a) => (one!(a) as i64).saturating_neg() as u64,
        ExprKind::If(test, a, b) => {
            let branch = if one!(test) == 1 { a } else { b };
            return all(branch);
        }
        ExprKind::Tuple(parts) => return parts.iter().map(|part| one!(part)).collect(),
        ExprKind::Fold(fold, local, over, body) => {
            let over = one!(over);
            let squares = (0..64)
                .map(|at| 1 << at)
                .filter(|square| over & square != 0);
            let bodies: Vec<(u64, u64)> = squares
                .map(|square| {
                    locals[local.0 as usize] = square;
                    (square, tree(program, body, world, locals)[0])
                })
                .collect();
            let numbers = bodies.iter().map(|&(_, value)| value as i64);
            match fold {
                Fold::Min => numbers.min().unwrap_or(99) as u64,
                Fold::Max => numbers.max().unwrap_or(-1) as u64,
                Fold::Sum => numbers.fold(0, i64::saturating_add) as u64,
                Fold::Exists => u64::from(bodies.iter().any(|&(_, value)| value == 1)),
                Fold::All => u64::from(bodies.iter().all(|&(_, value)| value == 1)),
                Fold::Filter => bodies
                    .iter()
                    .filter(|(_, value)| *value == 1)
                    .fold(0, |sum, (square, _)| sum | square),
            }
        }
    };
    vec![value]
}

/// The value of a function, instruction by instruction. Registers after a call's window are spoilt, as the machine may do.
pub(super) fn code(module: &Program, function: FnId, world: World, args: &[u64]) -> u64 {
    let function = module.function(function).expect("no libraries here");
    let mut regs = [0xdead_beef_dead_beef_u64; 256];
    regs[..args.len()].copy_from_slice(args);
    let mut at = 0;
    loop {
        let op = function.code[at];
        at += 1;
        macro_rules! r {
            ($r:expr) => {
                regs[$r.index()]
            };
        }
        let sub = |base: adv_module::Reg, id: FnId, regs: &[u64; 256]| {
            let count = module.function(id).expect("no libraries here").params.len();
            regs[base.index()..base.index() + count].to_vec()
        };
        match op {
            Op::Board { dst, k } | Op::BigNumber { dst, k } => {
                r!(dst) = module.constants[k.index()]
            }
            Op::Number { dst, value } => r!(dst) = i64::from(value) as u64,
            Op::Truth { dst, value } => r!(dst) = u64::from(value),
            Op::Move { dst, src } => r!(dst) = r!(src),
            Op::Piece {
                dst,
                frame,
                who,
                role,
            } => r!(dst) = world.squares(frame, designation(world.color(who), role)),
            Op::Squares { dst, frame, piece } => r!(dst) = world.squares(frame, r!(piece)),
            Op::Designate { dst, who, role } => r!(dst) = designation(world.color(who), role),
            Op::DesignateOf { dst, side, role } => r!(dst) = designation(r!(side), role),
            Op::Side { dst, who } => r!(dst) = world.color(who),
            Op::ToMove { dst, frame, who } => r!(dst) = world.to_move(frame, who),
            Op::From { dst } => r!(dst) = world.of_move(false),
            Op::To { dst } => r!(dst) = world.of_move(true),
            Op::Taken { dst } => r!(dst) = world.taken(),
            Op::Here { dst } => r!(dst) = world.here,
            Op::Union { dst, a, b } => r!(dst) = r!(a) | r!(b),
            Op::Intersect { dst, a, b } => r!(dst) = r!(a) & r!(b),
            Op::Minus { dst, a, b } => r!(dst) = r!(a) & !r!(b),
            Op::Complement { dst, a } => r!(dst) = !r!(a),
            Op::Add { dst, a, b } => r!(dst) = (r!(a) as i64).saturating_add(r!(b) as i64) as u64,
            Op::Sub { dst, a, b } => r!(dst) = (r!(a) as i64).saturating_sub(r!(b) as i64) as u64,
            Op::Mul { dst, a, b } => r!(dst) = (r!(a) as i64).saturating_mul(r!(b) as i64) as u64,
            Op::AddImm { dst, a, value } => {
                r!(dst) = (r!(a) as i64).saturating_add(value.into()) as u64
            }
            Op::MulImm { dst, a, value } => {
                r!(dst) = (r!(a) as i64).saturating_mul(value.into()) as u64
            }
            Op::Neg { dst, a } => r!(dst) = (r!(a) as i64).saturating_neg() as u64,
            Op::Abs { dst, a } => r!(dst) = (r!(a) as i64).saturating_abs() as u64,
            Op::Min { dst, a, b } => r!(dst) = (r!(a) as i64).min(r!(b) as i64) as u64,
            Op::Max { dst, a, b } => r!(dst) = (r!(a) as i64).max(r!(b) as i64) as u64,
            Op::Count { dst, a } => r!(dst) = world.prim(PrimId::Count, Frame::Current, &[r!(a)]),
            Op::File { dst, a } => r!(dst) = world.prim(PrimId::File, Frame::Current, &[r!(a)]),
            Op::Rank { dst, a } => r!(dst) = world.prim(PrimId::Rank, Frame::Current, &[r!(a)]),
            Op::Dist { dst, a, b } => {
                r!(dst) = world.prim(PrimId::Dist, Frame::Current, &[r!(a), r!(b)])
            }
            Op::Manhattan { dst, a, b } => {
                r!(dst) = world.prim(PrimId::Manhattan, Frame::Current, &[r!(a), r!(b)])
            }
            Op::Eq { dst, a, b } => r!(dst) = u64::from(r!(a) == r!(b)),
            Op::Ne { dst, a, b } => r!(dst) = u64::from(r!(a) != r!(b)),
            Op::Lt { dst, a, b } => r!(dst) = u64::from((r!(a) as i64) < r!(b) as i64),
            Op::Le { dst, a, b } => r!(dst) = u64::from(r!(a) as i64 <= r!(b) as i64),
            Op::EqImm { dst, a, value } => r!(dst) = u64::from(r!(a) as i64 == i64::from(value)),
            Op::LtImm { dst, a, value } => r!(dst) = u64::from((r!(a) as i64) < i64::from(value)),
            Op::GtImm { dst, a, value } => r!(dst) = u64::from(r!(a) as i64 > i64::from(value)),
            Op::Subset { dst, a, b } => r!(dst) = u64::from(r!(a) & !r!(b) == 0),
            Op::NonEmpty { dst, a } => r!(dst) = u64::from(r!(a) != 0),
            Op::IsEmpty { dst, a } => r!(dst) = u64::from(r!(a) == 0),
            Op::Not { dst, a } => r!(dst) = 1 - r!(a),
            Op::Jump { to } | Op::Loop { to } => at = to as usize,
            Op::JumpIf { a, to } => {
                if r!(a) == 1 {
                    at = to as usize;
                }
            }
            Op::JumpIfNot { a, to } => {
                if r!(a) == 0 {
                    at = to as usize;
                }
            }
            Op::ForEach { iter, var, to } => {
                let rest = r!(iter);
                r!(var) = rest & rest.wrapping_neg();
                r!(iter) = rest & rest.wrapping_sub(1);
                if rest == 0 {
                    at = to as usize;
                }
            }
            Op::Prim {
                dst,
                base,
                frame,
                prim,
            } => {
                let count = prim.entry().params.len();
                r!(dst) = world.prim(prim, frame, &regs[base.index()..base.index() + count]);
            }
            Op::Call {
                dst,
                base,
                frame,
                function,
            } => {
                let args = sub(base, function, &regs);
                let value = code(module, function, world.within(frame), &args);
                regs[base.index()..].fill(0xbad);
                r!(dst) = value;
            }
            Op::CallFor {
                dst,
                base,
                frame,
                function,
            } => {
                let given = World {
                    us: r!(base),
                    here: regs[base.index() + 1],
                    ..world.within(frame)
                };
                let value = code(module, function, given, &[]);
                regs[base.index()..].fill(0xbad);
                r!(dst) = value;
            }
            Op::Kept { dst, function, .. } => {
                r!(dst) = code(module, function, world.within(Frame::Root), &[])
            }
            Op::Turned {
                dst,
                base,
                function,
            } => {
                let args = sub(base, function, &regs);
                let value = code(module, function, world, &args);
                regs[base.index()..].fill(0xbad);
                r!(dst) = value;
            }
            Op::Satisfiable { dst, frame, advice } => {
                r!(dst) = world.satisfiable(frame, advice.0.into())
            }
            Op::Return { src } => return r!(src),
        }
    }
}
