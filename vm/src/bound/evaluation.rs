//! Evaluates a function over words that are known in part, on the one way through its instructions.

use adv_chess::{Color, geometry};
use adv_module::program::Function;
use adv_module::{FnId, Op, PrimId, Program, Reg, Ty, Who};
use adv_primitives::{designation, pure, shift_steps};

use super::{Squares, UNDECIDED, WordBound, truth};
use crate::engine::Engine;

impl Engine {
    /// False where a descriptor without parameters cannot be true in any position with these men and this side to move, for whom it is asked, and
    /// its evaluation cannot stop. The men are by colour and role, W = 0 and K Q R B N P = 0..5.
    pub fn may_hold(&self, descriptor: FnId, men: &[[Squares; 6]; 2], turn: Color) -> bool {
        let mut evaluation = Evaluation {
            program: self.module(),
            men,
            turn,
            may_stop: self.cost(descriptor) > self.limits().fuel,
        };
        if evaluation.may_stop {
            return true;
        }
        let (_, may_be_true) = evaluation.call(descriptor, &[], turn).truths();
        may_be_true || evaluation.may_stop
    }
}

/// An evaluation in which men are not placed.
struct Evaluation<'p> {
    program: &'p Program,
    men: &'p [[Squares; 6]; 2],
    turn: Color,
    /// An instruction that may stop an evaluation could be reached.
    may_stop: bool,
}

/// The registers of a function.
type RegisterBounds = Vec<WordBound>;

/// The registers with which ways come to instructions further on.
#[derive(Default)]
struct Joints(Vec<(usize, RegisterBounds)>);

impl Joints {
    /// One more way that goes on at a place.
    fn add(&mut self, place: usize, registers: RegisterBounds) {
        self.0.push((place, registers));
    }

    /// The registers at a place: those of a way that comes there in order, and of all that jump there.
    fn at(&mut self, place: usize, mut here: Option<RegisterBounds>) -> Option<RegisterBounds> {
        while let Some(found) = self.0.iter().position(|(to, _)| *to == place) {
            let (_, other) = self.0.swap_remove(found);
            here = Some(match here {
                None => other,
                Some(own) => own.into_iter().zip(other).map(|(a, b)| a.or(b)).collect(),
            });
        }
        here
    }
}

impl Evaluation<'_> {
    /// The value of a function for a side.
    fn call(&mut self, function: FnId, arguments: &[WordBound], us: Color) -> WordBound {
        let own = function.index().checked_sub(self.program.imports.len());
        let Some(function) = own.and_then(|own| self.program.functions.get(own)) else {
            self.may_stop = true;
            return WordBound::Any;
        };
        let mut registers = vec![WordBound::Any; usize::from(function.registers)];
        for (register, argument) in registers.iter_mut().zip(arguments) {
            *register = *argument;
        }
        self.run(function, registers, us)
    }

    fn run(&mut self, function: &Function, registers: RegisterBounds, us: Color) -> WordBound {
        let mut value = None;
        let mut joints = Joints::default();
        let (mut here, mut place) = (Some(registers), 0);
        while let Some(op) = function.code.get(place) {
            let Some(mut registers) = joints.at(place, here.take()) else {
                place += 1;
                continue;
            };
            let at = |reg: Reg| registers.get(usize::from(reg.0)).copied();
            let at = |reg: Reg| at(reg).unwrap_or(WordBound::Any);
            place += 1;
            match *op {
                Op::Return { src } => {
                    let own = at(src);
                    value = Some(value.map_or(own, |value: WordBound| value.or(own)));
                }
                Op::Jump { to } => joints.add(to as usize, registers),
                Op::JumpIf { a, to } | Op::JumpIfNot { a, to } => {
                    let (may_be_false, may_be_true) = at(a).truths();
                    let jumps = matches!(op, Op::JumpIf { .. });
                    for (truth, may_be) in [(false, may_be_false), (true, may_be_true)] {
                        if !may_be {
                            continue;
                        }
                        let mut registers = registers.clone();
                        set(&mut registers, a, WordBound::number(i64::from(truth)));
                        match truth == jumps {
                            true => joints.add(to as usize, registers),
                            false => here = Some(registers),
                        }
                    }
                }
                Op::ForEach { iter, var, to } => {
                    let left = at(iter).squares();
                    let next = match left.exact() {
                        Some(0) => None,
                        // Round by round.
                        Some(all) => {
                            set(&mut registers, iter, WordBound::set(all & (all - 1)));
                            Some(WordBound::set(all & all.wrapping_neg()))
                        }
                        // Any round: what the loop writes is unknown.
                        None => {
                            let body = function.code.get(place..to as usize).unwrap_or_default();
                            for written in body.iter().filter_map(|op| op.destination()) {
                                set(&mut registers, written, WordBound::Any);
                            }
                            let rest = Squares::new(0, left.may, 0, left.most);
                            set(&mut registers, iter, WordBound::Board(rest));
                            Some(WordBound::Board(Squares::of_men(0, left.may, 1)))
                        }
                    };
                    let inexact = left.exact().is_none();
                    if inexact || next.is_none() {
                        let mut after = registers.clone();
                        set(&mut after, iter, WordBound::set(0));
                        joints.add(to as usize, after);
                    }
                    if let Some(square) = next {
                        set(&mut registers, var, square);
                        here = Some(registers);
                    }
                }
                Op::Loop { to } => {
                    let head = function.code.get(to as usize);
                    if let Some(Op::ForEach { iter, .. }) = head
                        && at(*iter).exact().is_some()
                    {
                        place = to as usize;
                        here = Some(registers);
                    }
                }
                _ => {
                    let result = self.step(op, &registers, us);
                    if let Some(dst) = op.destination() {
                        set(&mut registers, dst, result);
                    }
                    here = Some(registers);
                }
            }
        }
        value.unwrap_or(WordBound::Any)
    }

    /// What an instruction puts into its register.
    fn step(&mut self, op: &Op, registers: &[WordBound], us: Color) -> WordBound {
        let at = |reg: Reg| registers.get(usize::from(reg.0)).copied();
        let at = |reg: Reg| at(reg).unwrap_or(WordBound::Any);
        let squares = |reg: Reg| at(reg).squares();
        let color = |who: Who| match who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Us => us,
            Who::Them => !us,
        };
        let constant = |k: adv_module::ConstId| self.program.constants.get(k.index()).copied();
        match *op {
            Op::Board { k, .. } => constant(k).map_or(WordBound::Any, WordBound::set),
            Op::BigNumber { k, .. } => {
                constant(k).map_or(WordBound::Any, |n| WordBound::number(n.cast_signed()))
            }
            Op::Number { value, .. } => WordBound::number(value.into()),
            Op::Truth { value, .. } => WordBound::number(value.into()),
            Op::Move { src, .. } => at(src),
            Op::Piece { who, role, .. } => WordBound::Board(self.men(color(who), role)),
            Op::Squares { piece, .. } => match at(piece).exact() {
                Some(word) => {
                    let (color, role) = designation(word);
                    WordBound::Board(self.men(color, role))
                }
                None => WordBound::Any,
            },
            Op::Designate { who, role, .. } => {
                WordBound::Word(u64::from(role) + 8 * color(who).index() as u64)
            }
            Op::DesignateOf { side, role, .. } => match at(side).exact() {
                Some(side) => WordBound::Word(u64::from(role) + 8 * (side & 1)),
                None => WordBound::Any,
            },
            Op::Side { who, .. } => WordBound::Word(color(who).index() as u64),
            Op::ToMove { who, .. } => WordBound::number(i64::from(self.turn == color(who))),
            Op::From { .. } | Op::To { .. } | Op::Taken { .. } | Op::Here { .. } => WordBound::Any,
            Op::Union { a, b, .. } => WordBound::Board(squares(a).union(squares(b), false)),
            Op::Intersect { a, b, .. } => WordBound::Board(squares(a).intersection(squares(b))),
            Op::Minus { a, b, .. } => {
                WordBound::Board(squares(a).intersection(squares(b).complement()))
            }
            Op::Complement { a, .. } => WordBound::Board(squares(a).complement()),
            Op::Add { a, b, .. } => at(a).of_ends(at(b), i64::saturating_add),
            Op::Sub { a, b, .. } => at(a).of_ends(at(b), i64::saturating_sub),
            Op::Mul { a, b, .. } => at(a).of_ends(at(b), i64::saturating_mul),
            Op::AddImm { a, value, .. } => {
                at(a).of_ends(WordBound::number(value.into()), i64::saturating_add)
            }
            Op::MulImm { a, value, .. } => {
                at(a).of_ends(WordBound::number(value.into()), i64::saturating_mul)
            }
            Op::Neg { a, .. } => at(a).of_ends(WordBound::number(0), |n, _| n.saturating_neg()),
            Op::Abs { a, .. } => at(a).abs(),
            Op::Min { a, b, .. } => at(a).of_ends(at(b), i64::min),
            Op::Max { a, b, .. } => at(a).of_ends(at(b), i64::max),
            Op::Count { a, .. } => squares(a).count(),
            Op::File { a, .. } => squares(a).first(geometry::file),
            Op::Rank { a, .. } => squares(a).first(geometry::rank),
            Op::Dist { a, b, .. } => at(a).dist(at(b)),
            Op::Manhattan { a, b, .. } => at(a).manhattan(at(b)),
            Op::Eq { a, b, .. } => at(a).equals(at(b)),
            Op::Ne { a, b, .. } => at(a).equals(at(b)).not(),
            Op::Lt { a, b, .. } => at(a).below(at(b)),
            Op::Le { a, b, .. } => at(b).below(at(a)).not(),
            Op::EqImm { a, value, .. } => at(a).equals(WordBound::number(value.into())),
            Op::LtImm { a, value, .. } => at(a).below(WordBound::number(value.into())),
            Op::GtImm { a, value, .. } => WordBound::number(value.into()).below(at(a)),
            Op::Subset { a, b, .. } => squares(a).lies_in(squares(b)),
            Op::NonEmpty { a, .. } => squares(a).lies_in(Squares::exactly(0)).not(),
            Op::IsEmpty { a, .. } => squares(a).lies_in(Squares::exactly(0)),
            Op::Not { a, .. } => at(a).not(),
            Op::Prim { base, prim, .. } => {
                let operand = |n: u8| at(Reg(base.0.wrapping_add(n)));
                self.primitive(prim, [operand(0), operand(1), operand(2)])
            }
            Op::Call { base, function, .. } => {
                let window = registers.get(usize::from(base.0)..).unwrap_or_default();
                self.call(function, window, us)
            }
            Op::CallFor { base, function, .. } => match at(base).exact() {
                Some(side) => self.call(function, &[], adv_primitives::color(side)),
                None => {
                    let white = self.call(function, &[], Color::White);
                    white.or(self.call(function, &[], Color::Black))
                }
            },
            // The position is the root.
            Op::Kept { function, .. } => self.call(function, &[], us),
            Op::Turned { .. } => UNDECIDED,
            _ => {
                self.may_stop = true;
                WordBound::Any
            }
        }
    }

    /// The squares of a side's men of a role; 6 for all of them.
    fn men(&self, color: Color, role: u8) -> Squares {
        let [white, black] = self.men;
        let own = match color {
            Color::White => white,
            Color::Black => black,
        };
        match own.get(usize::from(role)) {
            Some(men) => *men,
            // No square has two men.
            None => own
                .iter()
                .fold(Squares::exactly(0), |all, men| all.union(*men, true)),
        }
    }

    /// The value of a primitive.
    fn primitive(&mut self, prim: PrimId, operands: [WordBound; 3]) -> WordBound {
        let entry = prim.entry();
        let [a, b, c] = operands;
        let of_board = |grow: fn(u64) -> u64| WordBound::Board(a.squares().grown(grow));
        let of_boards = |grow: &dyn Fn(u64, u64) -> u64| {
            let (a, b) = (a.squares(), b.squares());
            WordBound::Board(Squares::new(
                grow(a.must, b.must),
                grow(a.may, b.may),
                0,
                64,
            ))
        };
        let exact = || {
            let mut words = [0; 3];
            for (word, operand) in words.iter_mut().zip(operands).take(entry.params.len()) {
                *word = operand.exact()?;
            }
            let word = pure(prim, words)?;
            Some(match entry.result {
                Ty::Board => WordBound::set(word),
                Ty::Number | Ty::Truth => WordBound::number(word.cast_signed()),
                Ty::Piece | Ty::Side => WordBound::Word(word),
            })
        };
        if let Some(value) = exact() {
            return value;
        }
        match prim {
            PrimId::FilesOf | PrimId::LinesOf => of_board(geometry::files),
            PrimId::RanksOf | PrimId::RowsOf => of_board(geometry::ranks),
            PrimId::Diagonals => of_board(geometry::diagonals),
            PrimId::Antidiagonals => of_board(geometry::antidiagonals),
            PrimId::Around => of_board(geometry::neighbours),
            PrimId::Reach => of_boards(&|from, through| geometry::reach(from, through, None)),
            PrimId::Shift => match (b.exact(), c.exact()) {
                (Some(files), Some(ranks)) => {
                    let (files, ranks) = (shift_steps(files), shift_steps(ranks));
                    let shift = |set| geometry::shift(set, files, ranks);
                    let squares = a.squares();
                    let (must, may) = (shift(squares.must), shift(squares.may));
                    WordBound::Board(Squares::new(must, may, 0, squares.most))
                }
                _ => WordBound::Any,
            },
            PrimId::FileAt => WordBound::Board(a.lines(file_at)),
            PrimId::RankAt => WordBound::Board(a.lines(rank_at)),
            PrimId::SquareAt => WordBound::Board(a.lines(file_at).crossing(b.lines(rank_at))),
            _ => {
                self.may_stop |= prim.asks_oracle();
                match entry.result {
                    Ty::Truth => truth(true, true),
                    _ => WordBound::Any,
                }
            }
        }
    }
}

fn set(registers: &mut [WordBound], reg: Reg, value: WordBound) {
    if let Some(register) = registers.get_mut(usize::from(reg.0)) {
        *register = value;
    }
}

fn file_at(n: i64) -> u64 {
    pure(PrimId::FileAt, [n.cast_unsigned(), 0, 0]).unwrap_or(0)
}

fn rank_at(n: i64) -> u64 {
    pure(PrimId::RankAt, [n.cast_unsigned(), 0, 0]).unwrap_or(0)
}
