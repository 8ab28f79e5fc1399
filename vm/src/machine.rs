//! Evaluation: a safe `match` loop over eight-byte instructions on windows of 256 registers.
//!
//! A window is borrowed as `&mut [u64; 256]`, and a register number is a byte, so no register access can be out of bounds and
//! none is checked. Truths are 0 and 1, numbers two's complement, boards bit sets with a1 = bit 0.

use adv_chess::geometry;
use adv_module::{FnId, Frame, Op};
use adv_primitives::{color, designation};

use crate::codes::Code;
use crate::env::{Env, squares};
use crate::fuse::FusedStep;
use crate::given::Given;
use crate::host;
use crate::limits::Stop;
use crate::profile::{Probe, Unseen};
use crate::run::{Rare, Run};
use crate::ways;

/// How many registers a window has.
pub(crate) const WINDOW: usize = 256;

type Window = [u64; WINDOW];

/// The window at `base`; the stack grows when it has to.
#[inline(always)]
pub(crate) fn window(registers: &mut Vec<u64>, base: usize) -> &mut Window {
    if registers.len() < base + WINDOW {
        registers.resize((base + WINDOW) * 2, 0);
    }
    match registers[base..].first_chunk_mut::<WINDOW>() {
        Some(window) => window,
        None => unreachable!("the stack has just been made long enough"),
    }
}

impl Run<'_> {
    /// Evaluates a function whose arguments are at `base`.
    #[inline(always)]
    pub(crate) fn exec(&mut self, function: FnId, env: &Env<'_>, base: usize) -> Result<u64, Stop> {
        if self.notes.watch.is_some() {
            return self.watched(function, env, base);
        }
        self.interpret::<Unseen>(function, env, base)
    }

    /// Evaluates a function step by step under the eyes of a probe.
    #[inline(always)]
    pub(crate) fn interpret<P: Probe>(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
    ) -> Result<u64, Stop> {
        self.interpret_from::<P>(function, env, base, 0)
    }

    /// The same from a place of its code on.
    pub(crate) fn interpret_from<P: Probe>(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
        from: usize,
    ) -> Result<u64, Stop> {
        let Code { steps, charges, .. } = self.code(function);
        let code = &steps[..];
        self.meter.burn(charges.call)?;
        let mut regs = window(&mut self.registers, base);
        let mut pc = from;
        macro_rules! r {
            ($reg:expr) => {
                regs[$reg.0 as usize]
            };
        }
        macro_rules! n {
            ($reg:expr) => {
                (regs[$reg.0 as usize] as i64)
            };
        }
        macro_rules! file {
            ($reg:expr) => {
                geometry::file(r!($reg)) as i64 as u64
            };
        }
        macro_rules! rank {
            ($reg:expr) => {
                geometry::rank(r!($reg)) as i64 as u64
            };
        }
        macro_rules! dist {
            ($a:expr, $b:expr) => {
                geometry::dist(r!($a), r!($b)) as i64 as u64
            };
        }
        // A comparison and the jump after it: the result is written, and the jump skipped if it is not taken.
        macro_rules! jump {
            ($dst:expr, $holds:expr, $when:literal, $to:expr) => {{
                let holds = $holds;
                r!($dst) = u64::from(holds);
                pc = if holds == $when { $to.place() } else { pc + 1 };
            }};
        }
        loop {
            let op = code[pc];
            P::step(&mut self.notes.watch, function, pc);
            pc += 1;
            match op {
                FusedStep::LtJump { dst, a, b, to } => jump!(dst, n!(a) < n!(b), true, to),
                FusedStep::LtElse { dst, a, b, to } => jump!(dst, n!(a) < n!(b), false, to),
                FusedStep::LeElse { dst, a, b, to } => jump!(dst, n!(a) <= n!(b), false, to),
                FusedStep::EqJump { dst, a, b, to } => jump!(dst, r!(a) == r!(b), true, to),
                FusedStep::EqElse { dst, a, b, to } => jump!(dst, r!(a) == r!(b), false, to),
                FusedStep::EqImmElse { dst, a, value, to } => {
                    jump!(dst, n!(a) == i64::from(value), false, to)
                }
                FusedStep::PieceThereElse {
                    piece,
                    packed,
                    dst,
                    to,
                } => {
                    let squares = env.packed(packed);
                    r!(piece) = squares;
                    r!(dst) = u64::from(squares != 0);
                    pc = if squares == 0 { to.place() } else { pc + 2 };
                }
                FusedStep::ToMoveJump { dst, packed, to } => {
                    jump!(dst, env.moves_now(packed), true, to)
                }
                FusedStep::ToMoveElse { dst, packed, to } => {
                    jump!(dst, env.moves_now(packed), false, to)
                }
                FusedStep::Pieces2 { d1, p1, d2, p2 } => {
                    r!(d1) = env.packed(p1);
                    r!(d2) = env.packed(p2);
                    pc += 1;
                }
                FusedStep::Files2 { d1, a1, d2, a2 } => {
                    r!(d1) = file!(a1);
                    r!(d2) = file!(a2);
                    pc += 1;
                }
                FusedStep::Ranks2 { d1, a1, d2, a2 } => {
                    r!(d1) = rank!(a1);
                    r!(d2) = rank!(a2);
                    pc += 1;
                }
                FusedStep::PieceDist {
                    piece,
                    packed,
                    dst,
                    a,
                    b,
                } => {
                    r!(piece) = env.packed(packed);
                    r!(dst) = dist!(a, b);
                    pc += 1;
                }
                FusedStep::DistPiece {
                    dst,
                    a,
                    b,
                    piece,
                    packed,
                } => {
                    r!(dst) = dist!(a, b);
                    r!(piece) = env.packed(packed);
                    pc += 1;
                }
                FusedStep::PieceFile {
                    piece,
                    packed,
                    dst,
                    a,
                } => {
                    r!(piece) = env.packed(packed);
                    r!(dst) = file!(a);
                    pc += 1;
                }
                FusedStep::NumberSub {
                    number,
                    value,
                    dst,
                    a,
                    b,
                } => {
                    r!(number) = i64::from(value) as u64;
                    r!(dst) = n!(a).saturating_sub(n!(b)) as u64;
                    pc += 1;
                }
                FusedStep::TruthReturn { value } => return Ok(u64::from(value)),

                FusedStep::One(Op::Piece {
                    dst,
                    frame,
                    who,
                    role,
                }) => {
                    r!(dst) = squares(env.at(frame), env.color(who), role);
                }
                FusedStep::One(Op::File { dst, a }) => {
                    r!(dst) = geometry::file(r!(a)) as i64 as u64
                }
                FusedStep::One(Op::Rank { dst, a }) => {
                    r!(dst) = geometry::rank(r!(a)) as i64 as u64
                }
                FusedStep::One(Op::Dist { dst, a, b }) => {
                    r!(dst) = geometry::dist(r!(a), r!(b)) as i64 as u64
                }
                FusedStep::One(Op::Manhattan { dst, a, b }) => {
                    r!(dst) = geometry::manhattan(r!(a), r!(b)) as i64 as u64;
                }
                FusedStep::One(Op::Count { dst, a }) => r!(dst) = u64::from(r!(a).count_ones()),

                FusedStep::One(Op::JumpIf { a, to }) => {
                    if r!(a) != 0 {
                        pc = to as usize;
                    }
                }
                FusedStep::One(Op::JumpIfNot { a, to }) => {
                    if r!(a) == 0 {
                        pc = to as usize;
                    }
                }
                FusedStep::One(Op::Jump { to }) => pc = to as usize,
                FusedStep::One(Op::Return { src }) => return Ok(r!(src)),

                FusedStep::One(Op::Lt { dst, a, b }) => r!(dst) = u64::from(n!(a) < n!(b)),
                FusedStep::One(Op::Le { dst, a, b }) => r!(dst) = u64::from(n!(a) <= n!(b)),
                FusedStep::One(Op::Eq { dst, a, b }) => r!(dst) = u64::from(r!(a) == r!(b)),
                FusedStep::One(Op::Ne { dst, a, b }) => r!(dst) = u64::from(r!(a) != r!(b)),
                FusedStep::One(Op::EqImm { dst, a, value }) => {
                    r!(dst) = u64::from(n!(a) == i64::from(value))
                }
                FusedStep::One(Op::LtImm { dst, a, value }) => {
                    r!(dst) = u64::from(n!(a) < i64::from(value))
                }
                FusedStep::One(Op::GtImm { dst, a, value }) => {
                    r!(dst) = u64::from(n!(a) > i64::from(value))
                }
                FusedStep::One(Op::Subset { dst, a, b }) => {
                    r!(dst) = u64::from(r!(a) & !r!(b) == 0)
                }
                FusedStep::One(Op::NonEmpty { dst, a }) => r!(dst) = u64::from(r!(a) != 0),
                FusedStep::One(Op::IsEmpty { dst, a }) => r!(dst) = u64::from(r!(a) == 0),
                FusedStep::One(Op::Not { dst, a }) => r!(dst) = r!(a) ^ 1,

                FusedStep::One(Op::Number { dst, value }) => r!(dst) = i64::from(value) as u64,
                FusedStep::One(Op::Truth { dst, value }) => r!(dst) = u64::from(value),
                FusedStep::One(Op::Board { dst, k }) | FusedStep::One(Op::BigNumber { dst, k }) => {
                    r!(dst) = self.module.constants[k.index()];
                }
                FusedStep::One(Op::Move { dst, src }) => r!(dst) = r!(src),

                FusedStep::One(Op::Union { dst, a, b }) => r!(dst) = r!(a) | r!(b),
                FusedStep::One(Op::Intersect { dst, a, b }) => r!(dst) = r!(a) & r!(b),
                FusedStep::One(Op::Minus { dst, a, b }) => r!(dst) = r!(a) & !r!(b),
                FusedStep::One(Op::Complement { dst, a }) => r!(dst) = !r!(a),
                FusedStep::One(Op::Add { dst, a, b }) => {
                    r!(dst) = n!(a).saturating_add(n!(b)) as u64
                }
                FusedStep::One(Op::Sub { dst, a, b }) => {
                    r!(dst) = n!(a).saturating_sub(n!(b)) as u64
                }
                FusedStep::One(Op::Mul { dst, a, b }) => {
                    r!(dst) = n!(a).saturating_mul(n!(b)) as u64
                }
                FusedStep::One(Op::AddImm { dst, a, value }) => {
                    r!(dst) = n!(a).saturating_add(i64::from(value)) as u64;
                }
                FusedStep::One(Op::MulImm { dst, a, value }) => {
                    r!(dst) = n!(a).saturating_mul(i64::from(value)) as u64;
                }
                FusedStep::One(Op::Neg { dst, a }) => r!(dst) = n!(a).saturating_neg() as u64,
                FusedStep::One(Op::Abs { dst, a }) => r!(dst) = n!(a).saturating_abs() as u64,
                FusedStep::One(Op::Min { dst, a, b }) => r!(dst) = n!(a).min(n!(b)) as u64,
                FusedStep::One(Op::Max { dst, a, b }) => r!(dst) = n!(a).max(n!(b)) as u64,

                FusedStep::One(Op::ToMove { dst, frame, who }) => {
                    r!(dst) = u64::from(env.at(frame).turn() == env.color(who));
                }
                FusedStep::One(Op::From { dst }) => r!(dst) = env.from,
                FusedStep::One(Op::To { dst }) => r!(dst) = env.to,
                FusedStep::One(Op::Taken { dst }) => r!(dst) = self.taken,
                FusedStep::One(Op::Here { dst }) => r!(dst) = self.here,
                FusedStep::One(Op::Squares { dst, frame, piece }) => {
                    let (color, role) = designation(r!(piece));
                    r!(dst) = squares(env.at(frame), color, role);
                }
                FusedStep::One(Op::Designate { dst, who, role }) => {
                    r!(dst) = u64::from(role) + 8 * env.color(who).index() as u64;
                }
                FusedStep::One(Op::DesignateOf { dst, side, role }) => {
                    r!(dst) = u64::from(role) + 8 * (r!(side) & 1)
                }
                FusedStep::One(Op::Side { dst, who }) => r!(dst) = env.color(who).index() as u64,

                FusedStep::One(Op::ForEach { iter, var, to }) => {
                    let left = r!(iter);
                    if left == 0 {
                        pc = to as usize;
                    } else {
                        self.meter.burn(charges.round(pc - 1))?;
                        r!(var) = left & left.wrapping_neg();
                        r!(iter) = left & (left - 1);
                    }
                }
                FusedStep::One(Op::Loop { to }) => pc = to as usize,

                FusedStep::One(Op::Prim {
                    dst,
                    base: at,
                    frame,
                    prim,
                }) => {
                    let args = [
                        r!(at),
                        regs[at.0.wrapping_add(1) as usize],
                        regs[at.0.wrapping_add(2) as usize],
                    ];
                    r!(dst) = match prim {
                        _ if prim.is_of_ways() => {
                            let [a, b, c] = args;
                            let last = regs[at.0.wrapping_add(3) as usize];
                            ways::call(
                                prim,
                                env.at(frame),
                                [a, b, c, last],
                                &mut Rare::of(self.rare).zones,
                                &mut self.meter,
                            )?
                        }
                        _ => {
                            let [a, b, c] = args;
                            host::call(prim, env.at(frame), a, b, c, self.oracle)?
                        }
                    };
                }
                FusedStep::One(Op::Call {
                    dst,
                    base: at,
                    frame,
                    function,
                }) => {
                    let at = base + at.0 as usize;
                    let value = if frame == Frame::Current {
                        self.interpret::<P>(function, env, at)?
                    } else {
                        self.interpret::<P>(function, &env.shifted(frame), at)?
                    };
                    regs = window(&mut self.registers, base);
                    r!(dst) = value;
                }
                FusedStep::One(Op::CallFor {
                    dst,
                    base: at,
                    frame,
                    function,
                }) => {
                    let given = Given {
                        us: color(r!(at)),
                        here: regs[at.0.wrapping_add(1) as usize],
                    };
                    let env = env.shifted(frame);
                    let value = self.call_for::<P>(function, &env, given, base + at.0 as usize)?;
                    regs = window(&mut self.registers, base);
                    r!(dst) = value;
                }
                FusedStep::One(Op::Kept {
                    dst,
                    slot,
                    function,
                }) => {
                    let value = match self.kept(slot) {
                        Some(value) => value,
                        None => {
                            let env = env.shifted(Frame::Root);
                            let value = self.interpret::<P>(function, &env, base + WINDOW)?;
                            self.keep(slot, value);
                            value
                        }
                    };
                    regs = window(&mut self.registers, base);
                    r!(dst) = value;
                }
                FusedStep::One(Op::Turned {
                    dst,
                    base: at,
                    function,
                }) => {
                    let value = self.turned(function, env, base, at)?;
                    regs = window(&mut self.registers, base);
                    r!(dst) = u64::from(value);
                }
                FusedStep::One(Op::Satisfiable { dst, frame, advice }) => {
                    let value = self.nested(advice, env.at(frame), env.us, base + WINDOW)?;
                    regs = window(&mut self.registers, base);
                    r!(dst) = u64::from(value);
                }
            }
        }
    }
}
