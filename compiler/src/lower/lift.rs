//! Small library functions in place of their calls: a library is there as instructions, which are read back into terms.
//!
//! ```text
//!   0  r2 := file r0                     file(a) = file(b) ∨ rank(a) = rank(b)
//!   1  r3 := file r1
//!   2  r2 := r2 = r3           ──▶       with the caller's terms for a and b
//!   3  jump-if r2 -> 6
//!   …
//! ```
//!
//! The library is linked in the very version that was read, so nothing is lost but the call. What has loops, or more ways through
//! it than a few, stays a call.

use super::atoms::CalleeFacts;
use super::term::{Args, Binary, TermId, Terms, Unary};
use crate::fold::truth;
use crate::hir::{Frame, Ty};
use crate::source::Span;
use adv_module::program::Import;
use adv_module::{FnId, Op, Program, Reg};

/// How many instructions are read for one call, all ways together.
const STEPS: usize = 64;

/// A function of a library.
#[derive(Clone, Copy)]
pub(super) struct Foreign<'a> {
    library: &'a Program,
    function: FnId,
}

impl<'a> Foreign<'a> {
    /// Finds what is imported, in the version that the program was checked against.
    pub(super) fn find(libraries: &[&'a Program], import: &Import) -> Option<Foreign<'a>> {
        let wanted = |library: &&&Program| {
            library.name == import.module && library.version == import.version
        };
        let library = *libraries.iter().find(wanted)?;
        let export = library
            .exports
            .iter()
            .find(|export| export.name == import.name)?;
        let function = *export.functions.get(usize::from(import.component))?;
        Some(Foreign { library, function })
    }

    /// What its instructions cost, roughly, and whether it may start a nested search.
    pub(super) fn facts(self, import: &Import) -> Option<CalleeFacts> {
        let cost = |op: &Op| match op {
            Op::Prim { prim, .. } => prim.entry().cost,
            Op::Call { .. } => 10,
            Op::ForEach { .. } => 40,
            _ => 1,
        };
        let code = &self.library.function(self.function)?.code;
        let satisfiable = !self.library.advice.is_empty();
        Some(CalleeFacts {
            ty: import.result,
            cost: code.iter().map(cost).sum(),
            needs: import.needs,
            satisfiable,
        })
    }
}

/// Where a call stands.
#[derive(Clone, Copy)]
pub(super) struct Site<'l, 'a> {
    pub(super) libraries: &'l [&'a Program],
    /// The position that is current in the callee.
    pub(super) current: Frame,
    /// What `new.` means.
    pub(super) new: Frame,
    pub(super) span: Span,
}

/// The term of a library function's value; `None` where it has to stay a call.
pub(super) fn lift(
    terms: &mut Terms,
    foreign: Foreign<'_>,
    args: &[TermId],
    site: Site<'_, '_>,
) -> Option<TermId> {
    let mut steps = STEPS;
    enter(terms, foreign, args, site, &mut steps)
}

fn enter(
    terms: &mut Terms,
    foreign: Foreign<'_>,
    args: &[TermId],
    site: Site<'_, '_>,
    steps: &mut usize,
) -> Option<TermId> {
    let function = foreign.library.function(foreign.function)?;
    let mut regs = vec![None; usize::from(function.registers)];
    for (reg, &arg) in regs.iter_mut().zip(args) {
        *reg = Some(arg);
    }
    Reading {
        foreign,
        code: &function.code,
        site,
    }
    .run(terms, regs, 0, steps)
}

/// The reading of one function.
struct Reading<'r, 'l, 'a> {
    foreign: Foreign<'r>,
    code: &'r [Op],
    site: Site<'l, 'a>,
}

type Registers = Vec<Option<TermId>>;

impl Reading<'_, '_, '_> {
    fn frame(&self, frame: Frame) -> Frame {
        match frame {
            Frame::Current => self.site.current,
            Frame::New => self.site.new,
            Frame::Root => Frame::Root,
        }
    }

    /// Reads from an instruction on to the returns; where the way forks, both ways.
    fn run(
        &self,
        terms: &mut Terms,
        mut regs: Registers,
        mut at: usize,
        steps: &mut usize,
    ) -> Option<TermId> {
        let span = self.site.span;
        loop {
            *steps = steps.checked_sub(1)?;
            let op = *self.code.get(at)?;
            at += 1;
            match op {
                Op::Return { src } => return *regs.get(src.index())?,
                Op::Jump { to } => at = to as usize,
                Op::JumpIf { a, to } | Op::JumpIfNot { a, to } => {
                    let jumps = matches!(op, Op::JumpIf { .. });
                    let test = (*regs.get(a.index())?)?;
                    if let Some(word) = terms.constant(test) {
                        if (word != 0) == jumps {
                            at = to as usize;
                        }
                        continue;
                    }
                    // On either way it is known what the test was.
                    let mut way = |value: bool, at: usize| {
                        let mut regs = regs.clone();
                        let known = terms.word(Ty::Truth, truth(value), span);
                        for reg in regs.iter_mut().filter(|reg| **reg == Some(test)) {
                            *reg = Some(known);
                        }
                        self.run(terms, regs, at, steps)
                    };
                    let there = way(jumps, to as usize)?;
                    let here = way(!jumps, at)?;
                    let (yes, no) = if jumps { (there, here) } else { (here, there) };
                    return Some(terms.choose(test, yes, no, span));
                }
                _ => {
                    let (dst, value) = self.value(terms, &regs, op, steps)?;
                    *regs.get_mut(dst.index())? = Some(value);
                }
            }
        }
    }

    /// The value that an instruction writes, and where.
    fn value(
        &self,
        terms: &mut Terms,
        regs: &Registers,
        op: Op,
        steps: &mut usize,
    ) -> Option<(Reg, TermId)> {
        let span = self.site.span;
        let reg = |reg: Reg| regs.get(reg.index()).copied().flatten();
        let pool = |k: adv_module::ConstId| self.foreign.library.constants.get(k.index()).copied();
        let list = |base: Reg, count: usize| -> Option<Vec<TermId>> {
            regs.get(base.index()..base.index() + count)?
                .iter()
                .copied()
                .collect()
        };
        let number =
            |terms: &mut Terms, value: i32| terms.word(Ty::Number, i64::from(value) as u64, span);
        if let Some((op, dst, a)) = unary(op) {
            return Some((dst, terms.unary(op, reg(a)?, span)));
        }
        if let Some((op, dst, a, b)) = binary(op) {
            return Some((dst, terms.binary(op, reg(a)?, reg(b)?, span)));
        }
        Some(match op {
            Op::Board { dst, k } => (dst, terms.word(Ty::Board, pool(k)?, span)),
            Op::BigNumber { dst, k } => (dst, terms.word(Ty::Number, pool(k)?, span)),
            Op::Number { dst, value } => (dst, number(terms, value)),
            Op::Truth { dst, value } => (dst, terms.word(Ty::Truth, truth(value), span)),
            Op::Move { dst, src } => (dst, reg(src)?),
            Op::Designate { dst, who, role } => (dst, terms.designation(who, role, span)),
            Op::DesignateOf { dst, side, role } => {
                (dst, terms.designation_of(reg(side)?, role, span))
            }
            Op::Side { dst, who } => (dst, terms.side(who, span)),
            Op::Piece {
                dst,
                frame,
                who,
                role,
            } => {
                let piece = terms.designation(who, role, span);
                (dst, terms.squares(self.frame(frame), piece, span))
            }
            Op::Squares { dst, frame, piece } => {
                (dst, terms.squares(self.frame(frame), reg(piece)?, span))
            }
            Op::ToMove { dst, frame, who } => (dst, terms.turn(self.frame(frame), who, span)),
            Op::From { dst } => (dst, terms.of_move(false, span)),
            Op::To { dst } => (dst, terms.of_move(true, span)),
            Op::AddImm { dst, a, value } => {
                let value = number(terms, value);
                (dst, terms.binary(Binary::Add, reg(a)?, value, span))
            }
            Op::MulImm { dst, a, value } => {
                let value = number(terms, value);
                (dst, terms.binary(Binary::Mul, reg(a)?, value, span))
            }
            Op::EqImm { dst, a, value } => {
                let value = number(terms, value);
                (dst, terms.binary(Binary::Eq, reg(a)?, value, span))
            }
            Op::LtImm { dst, a, value } => {
                let value = number(terms, value);
                (dst, terms.binary(Binary::Lt, reg(a)?, value, span))
            }
            Op::GtImm { dst, a, value } => {
                let value = number(terms, value);
                (dst, terms.binary(Binary::Lt, value, reg(a)?, span))
            }
            Op::Ne { dst, a, b } => {
                let equal = terms.binary(Binary::Eq, reg(a)?, reg(b)?, span);
                (dst, terms.not(equal, span))
            }
            Op::Le { dst, a, b } => {
                let more = terms.binary(Binary::Lt, reg(b)?, reg(a)?, span);
                (dst, terms.not(more, span))
            }
            Op::IsEmpty { dst, a } => {
                let some = terms.unary(Unary::NonEmpty, reg(a)?, span);
                (dst, terms.not(some, span))
            }
            Op::Prim {
                dst,
                base,
                frame,
                prim,
            } => {
                let args = list(base, prim.entry().params.len())?;
                (dst, terms.prim(prim, self.frame(frame), args, span))
            }
            Op::Call {
                dst,
                base,
                frame,
                function,
            } => {
                let (foreign, count) = self.callee(function)?;
                let args: Args = list(base, count)?.into();
                let site = Site {
                    current: self.frame(frame),
                    ..self.site
                };
                (dst, enter(terms, foreign, &args, site, steps)?)
            }
            _ => return None,
        })
    }

    /// A function that the library calls, its own or that of another library, and how many parameters it has.
    fn callee(&self, function: FnId) -> Option<(Foreign<'_>, usize)> {
        if let Some(own) = self.foreign.library.function(function) {
            return Some((
                Foreign {
                    function,
                    ..self.foreign
                },
                own.params.len(),
            ));
        }
        let import = self.foreign.library.imports.get(function.index())?;
        Some((
            Foreign::find(self.site.libraries, import)?,
            import.params.len(),
        ))
    }
}

/// Instructions that are a term's operation on one register.
fn unary(op: Op) -> Option<(Unary, Reg, Reg)> {
    Some(match op {
        Op::Complement { dst, a } => (Unary::Complement, dst, a),
        Op::Neg { dst, a } => (Unary::Neg, dst, a),
        Op::Abs { dst, a } => (Unary::Abs, dst, a),
        Op::Count { dst, a } => (Unary::Count, dst, a),
        Op::File { dst, a } => (Unary::File, dst, a),
        Op::Rank { dst, a } => (Unary::Rank, dst, a),
        Op::NonEmpty { dst, a } => (Unary::NonEmpty, dst, a),
        Op::Not { dst, a } => (Unary::Not, dst, a),
        _ => return None,
    })
}

/// Instructions that are a term's operation on two registers.
fn binary(op: Op) -> Option<(Binary, Reg, Reg, Reg)> {
    Some(match op {
        Op::Union { dst, a, b } => (Binary::Union, dst, a, b),
        Op::Intersect { dst, a, b } => (Binary::Intersect, dst, a, b),
        Op::Minus { dst, a, b } => (Binary::Minus, dst, a, b),
        Op::Add { dst, a, b } => (Binary::Add, dst, a, b),
        Op::Sub { dst, a, b } => (Binary::Sub, dst, a, b),
        Op::Mul { dst, a, b } => (Binary::Mul, dst, a, b),
        Op::Min { dst, a, b } => (Binary::Min, dst, a, b),
        Op::Max { dst, a, b } => (Binary::Max, dst, a, b),
        Op::Dist { dst, a, b } => (Binary::Dist, dst, a, b),
        Op::Manhattan { dst, a, b } => (Binary::Manhattan, dst, a, b),
        Op::Eq { dst, a, b } => (Binary::Eq, dst, a, b),
        Op::Lt { dst, a, b } => (Binary::Lt, dst, a, b),
        Op::Subset { dst, a, b } => (Binary::Subset, dst, a, b),
        _ => return None,
    })
}
