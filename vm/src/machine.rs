//! Evaluation: a safe `match` loop over eight-byte instructions on windows of 256 registers.
//!
//! A window is borrowed as `&mut [u64; 256]`, and a register number is a byte, so no register access can be out of bounds and
//! none is checked. Truths are 0 and 1, numbers two's complement, boards bit sets with a1 = bit 0.

use adv_chess::geometry;
use adv_chess::{Color, Position, Symmetry};
use adv_module::{FnId, Frame, Op, Reg, SlotId, Ty, Who};

use crate::fuse::{Step, frame_of, who_of};
use crate::host;
use crate::limits::Stop;
use crate::run::Run;

/// What an evaluation can see: the positions by [`Frame`], the consulting side, and in a move clause the move.
#[derive(Clone, Copy)]
pub(crate) struct Env<'p> {
    /// Current, new, root.
    pub(crate) positions: [&'p Position; 3],
    /// The side that is `us`.
    pub(crate) us: Color,
    /// The move's from-square as a set; empty outside move clauses.
    pub(crate) from: u64,
    /// The move's to-square as a set.
    pub(crate) to: u64,
}

impl<'p> Env<'p> {
    /// Everything is one position.
    pub(crate) fn single(position: &'p Position, us: Color) -> Env<'p> {
        Env {
            positions: [position; 3],
            us,
            from: 0,
            to: 0,
        }
    }

    /// A node of a tree: none and `new.` are the node.
    #[inline(always)]
    pub(crate) fn node(node: &'p Position, root: &'p Position, us: Color) -> Env<'p> {
        Env {
            positions: [node, node, root],
            us,
            from: 0,
            to: 0,
        }
    }

    #[inline(always)]
    fn at(&self, frame: Frame) -> &'p Position {
        self.positions[frame as usize]
    }

    /// The colour that a side word means here.
    #[inline(always)]
    pub(crate) fn color(&self, who: Who) -> Color {
        match who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Us => self.us,
            Who::Them => !self.us,
        }
    }

    /// The squares of a packed piece.
    #[inline(always)]
    fn packed(&self, packed: u8) -> u64 {
        squares(
            self.at(frame_of(packed)),
            self.color(who_of(packed)),
            packed & 7,
        )
    }

    /// True where a packed side is to move.
    #[inline(always)]
    fn to_move(&self, packed: u8) -> bool {
        self.at(frame_of(packed)).turn() == self.color(who_of(packed))
    }

    #[inline(always)]
    fn shifted(&self, frame: Frame) -> Env<'p> {
        let mut env = *self;
        env.positions[0] = self.at(frame);
        env
    }
}

/// A value kept for the length of one consultation.
#[derive(Clone, Copy, Default)]
pub(crate) struct Slot {
    epoch: u64,
    value: u64,
}

const WINDOW: usize = 256;

type Window = [u64; WINDOW];

/// The window at `base`; the stack grows when it has to.
#[inline(always)]
fn window(registers: &mut Vec<u64>, base: usize) -> &mut Window {
    if registers.len() < base + WINDOW {
        registers.resize((base + WINDOW) * 2, 0);
    }
    match registers[base..].first_chunk_mut::<WINDOW>() {
        Some(window) => window,
        None => unreachable!("the stack has just been made long enough"),
    }
}

/// The squares of a side's men of a role 0..5, or of all its men.
#[inline(always)]
pub(crate) fn squares(position: &Position, color: Color, role: u8) -> u64 {
    let side = position.side(color);
    match position.by_role.get(role as usize) {
        Some(men) => men & side,
        None => side,
    }
}

impl Run<'_> {
    /// Evaluates a function without parameters to a truth.
    #[inline(always)]
    pub(crate) fn truth(&mut self, function: FnId, env: &Env<'_>) -> Result<bool, Stop> {
        Ok(self.exec(function, env, self.top)? != 0)
    }

    /// Evaluates a function without parameters to a word.
    #[inline(always)]
    pub(crate) fn word(&mut self, function: FnId, env: &Env<'_>) -> Result<u64, Stop> {
        self.exec(function, env, self.top)
    }

    /// Evaluates a function whose arguments stand at `base`.
    pub(crate) fn exec(&mut self, function: FnId, env: &Env<'_>, base: usize) -> Result<u64, Stop> {
        let code = &self.codes[function.index()].steps[..];
        self.meter.burn(code.len() as u64)?;
        let mut regs = window(&mut self.registers, base);
        let mut pc = 0usize;
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
        // A comparison and the jump behind it: the result is written, and the jump stepped over where it is not taken.
        macro_rules! jump {
            ($dst:expr, $holds:expr, $when:literal, $to:expr) => {{
                let holds = $holds;
                r!($dst) = u64::from(holds);
                pc = if holds == $when { $to.place() } else { pc + 1 };
            }};
        }
        loop {
            let op = code[pc];
            pc += 1;
            match op {
                Step::LtJump { dst, a, b, to } => jump!(dst, n!(a) < n!(b), true, to),
                Step::LtElse { dst, a, b, to } => jump!(dst, n!(a) < n!(b), false, to),
                Step::LeJump { dst, a, b, to } => jump!(dst, n!(a) <= n!(b), true, to),
                Step::LeElse { dst, a, b, to } => jump!(dst, n!(a) <= n!(b), false, to),
                Step::EqJump { dst, a, b, to } => jump!(dst, r!(a) == r!(b), true, to),
                Step::EqElse { dst, a, b, to } => jump!(dst, r!(a) == r!(b), false, to),
                Step::EqImmJump { dst, a, value, to } => {
                    jump!(dst, n!(a) == i64::from(value), true, to)
                }
                Step::EqImmElse { dst, a, value, to } => {
                    jump!(dst, n!(a) == i64::from(value), false, to)
                }
                Step::GtImmElse { dst, a, value, to } => {
                    jump!(dst, n!(a) > i64::from(value), false, to)
                }
                Step::LtImmElse { dst, a, value, to } => {
                    jump!(dst, n!(a) < i64::from(value), false, to)
                }
                Step::EmptyJump { dst, a, to } => jump!(dst, r!(a) == 0, true, to),
                Step::EmptyElse { dst, a, to } => jump!(dst, r!(a) == 0, false, to),
                Step::PieceEmptyJump {
                    piece,
                    packed,
                    dst,
                    to,
                } => {
                    let squares = env.packed(packed);
                    r!(piece) = squares;
                    r!(dst) = u64::from(squares == 0);
                    pc = if squares == 0 { to.place() } else { pc + 2 };
                }
                Step::ToMoveJump { dst, packed, to } => jump!(dst, env.to_move(packed), true, to),
                Step::ToMoveElse { dst, packed, to } => jump!(dst, env.to_move(packed), false, to),
                Step::Pieces2 { d1, p1, d2, p2 } => {
                    r!(d1) = env.packed(p1);
                    r!(d2) = env.packed(p2);
                    pc += 1;
                }
                Step::Pieces3 {
                    d1,
                    p1,
                    d2,
                    p2,
                    d3,
                    p3,
                } => {
                    r!(d1) = env.packed(p1);
                    r!(d2) = env.packed(p2);
                    r!(d3) = env.packed(p3);
                    pc += 2;
                }
                Step::Files2 { d1, a1, d2, a2 } => {
                    r!(d1) = file!(a1);
                    r!(d2) = file!(a2);
                    pc += 1;
                }
                Step::Files3 {
                    d1,
                    a1,
                    d2,
                    a2,
                    d3,
                    a3,
                } => {
                    r!(d1) = file!(a1);
                    r!(d2) = file!(a2);
                    r!(d3) = file!(a3);
                    pc += 2;
                }
                Step::Ranks2 { d1, a1, d2, a2 } => {
                    r!(d1) = rank!(a1);
                    r!(d2) = rank!(a2);
                    pc += 1;
                }
                Step::Ranks3 {
                    d1,
                    a1,
                    d2,
                    a2,
                    d3,
                    a3,
                } => {
                    r!(d1) = rank!(a1);
                    r!(d2) = rank!(a2);
                    r!(d3) = rank!(a3);
                    pc += 2;
                }
                Step::PieceDist {
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
                Step::DistPiece {
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
                Step::PieceFile {
                    piece,
                    packed,
                    dst,
                    a,
                } => {
                    r!(piece) = env.packed(packed);
                    r!(dst) = file!(a);
                    pc += 1;
                }
                Step::ToFile { to, dst, a } => {
                    r!(to) = env.to;
                    r!(dst) = file!(a);
                    pc += 1;
                }
                Step::NumberSub {
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
                Step::MoveJump { dst, src, to } => {
                    r!(dst) = r!(src);
                    pc = to.place();
                }
                Step::Moves2 { d1, s1, d2, s2 } => {
                    r!(d1) = r!(s1);
                    r!(d2) = r!(s2);
                    pc += 1;
                }
                Step::MulReturn { a, value } => {
                    return Ok(n!(a).saturating_mul(value.number()) as u64);
                }
                Step::MulAddReturn { a, factor, sum } => {
                    let product = n!(a).saturating_mul(i64::from(factor));
                    return Ok(product.saturating_add(sum.number()) as u64);
                }
                Step::LtReturn { a, b } => return Ok(u64::from(n!(a) < n!(b))),
                Step::LeReturn { a, b } => return Ok(u64::from(n!(a) <= n!(b))),
                Step::TruthReturn { value } => return Ok(u64::from(value)),
                Step::NotReturn { a } => return Ok(r!(a) ^ 1),

                Step::One(Op::Piece {
                    dst,
                    frame,
                    who,
                    role,
                }) => {
                    r!(dst) = squares(env.at(frame), env.color(who), role);
                }
                Step::One(Op::File { dst, a }) => r!(dst) = geometry::file(r!(a)) as i64 as u64,
                Step::One(Op::Rank { dst, a }) => r!(dst) = geometry::rank(r!(a)) as i64 as u64,
                Step::One(Op::Dist { dst, a, b }) => {
                    r!(dst) = geometry::dist(r!(a), r!(b)) as i64 as u64
                }
                Step::One(Op::Manhattan { dst, a, b }) => {
                    r!(dst) = geometry::manhattan(r!(a), r!(b)) as i64 as u64;
                }
                Step::One(Op::Count { dst, a }) => r!(dst) = u64::from(r!(a).count_ones()),

                Step::One(Op::JumpIf { a, to }) => {
                    if r!(a) != 0 {
                        pc = to as usize;
                    }
                }
                Step::One(Op::JumpIfNot { a, to }) => {
                    if r!(a) == 0 {
                        pc = to as usize;
                    }
                }
                Step::One(Op::Jump { to }) => pc = to as usize,
                Step::One(Op::Return { src }) => return Ok(r!(src)),

                Step::One(Op::Lt { dst, a, b }) => r!(dst) = u64::from(n!(a) < n!(b)),
                Step::One(Op::Le { dst, a, b }) => r!(dst) = u64::from(n!(a) <= n!(b)),
                Step::One(Op::Eq { dst, a, b }) => r!(dst) = u64::from(r!(a) == r!(b)),
                Step::One(Op::Ne { dst, a, b }) => r!(dst) = u64::from(r!(a) != r!(b)),
                Step::One(Op::EqImm { dst, a, value }) => {
                    r!(dst) = u64::from(n!(a) == i64::from(value))
                }
                Step::One(Op::LtImm { dst, a, value }) => {
                    r!(dst) = u64::from(n!(a) < i64::from(value))
                }
                Step::One(Op::GtImm { dst, a, value }) => {
                    r!(dst) = u64::from(n!(a) > i64::from(value))
                }
                Step::One(Op::Subset { dst, a, b }) => r!(dst) = u64::from(r!(a) & !r!(b) == 0),
                Step::One(Op::NonEmpty { dst, a }) => r!(dst) = u64::from(r!(a) != 0),
                Step::One(Op::IsEmpty { dst, a }) => r!(dst) = u64::from(r!(a) == 0),
                Step::One(Op::Not { dst, a }) => r!(dst) = r!(a) ^ 1,

                Step::One(Op::Number { dst, value }) => r!(dst) = i64::from(value) as u64,
                Step::One(Op::Truth { dst, value }) => r!(dst) = u64::from(value),
                Step::One(Op::Board { dst, k }) | Step::One(Op::BigNumber { dst, k }) => {
                    r!(dst) = self.module.constants[k.index()];
                }
                Step::One(Op::Move { dst, src }) => r!(dst) = r!(src),

                Step::One(Op::Union { dst, a, b }) => r!(dst) = r!(a) | r!(b),
                Step::One(Op::Intersect { dst, a, b }) => r!(dst) = r!(a) & r!(b),
                Step::One(Op::Minus { dst, a, b }) => r!(dst) = r!(a) & !r!(b),
                Step::One(Op::Complement { dst, a }) => r!(dst) = !r!(a),
                Step::One(Op::Add { dst, a, b }) => r!(dst) = n!(a).saturating_add(n!(b)) as u64,
                Step::One(Op::Sub { dst, a, b }) => r!(dst) = n!(a).saturating_sub(n!(b)) as u64,
                Step::One(Op::Mul { dst, a, b }) => r!(dst) = n!(a).saturating_mul(n!(b)) as u64,
                Step::One(Op::AddImm { dst, a, value }) => {
                    r!(dst) = n!(a).saturating_add(i64::from(value)) as u64;
                }
                Step::One(Op::MulImm { dst, a, value }) => {
                    r!(dst) = n!(a).saturating_mul(i64::from(value)) as u64;
                }
                Step::One(Op::Neg { dst, a }) => r!(dst) = n!(a).saturating_neg() as u64,
                Step::One(Op::Abs { dst, a }) => r!(dst) = n!(a).saturating_abs() as u64,
                Step::One(Op::Min { dst, a, b }) => r!(dst) = n!(a).min(n!(b)) as u64,
                Step::One(Op::Max { dst, a, b }) => r!(dst) = n!(a).max(n!(b)) as u64,

                Step::One(Op::ToMove { dst, frame, who }) => {
                    r!(dst) = u64::from(env.at(frame).turn() == env.color(who));
                }
                Step::One(Op::From { dst }) => r!(dst) = env.from,
                Step::One(Op::To { dst }) => r!(dst) = env.to,
                Step::One(Op::Squares { dst, frame, piece }) => {
                    let (color, role) = host::designation(r!(piece));
                    r!(dst) = squares(env.at(frame), color, role);
                }
                Step::One(Op::Designate { dst, who, role }) => {
                    r!(dst) = u64::from(role) + 8 * env.color(who).index() as u64;
                }
                Step::One(Op::DesignateOf { dst, side, role }) => {
                    r!(dst) = u64::from(role) + 8 * (r!(side) & 1)
                }
                Step::One(Op::Side { dst, who }) => r!(dst) = env.color(who).index() as u64,

                Step::One(Op::ForEach { iter, var, to }) => {
                    let left = r!(iter);
                    if left == 0 {
                        pc = to as usize;
                    } else {
                        r!(var) = left & left.wrapping_neg();
                        r!(iter) = left & (left - 1);
                    }
                }
                Step::One(Op::Loop { to }) => {
                    self.meter.burn((pc - to as usize) as u64)?;
                    pc = to as usize;
                }

                Step::One(Op::Prim {
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
                    self.meter.burn(u64::from(prim.entry().cost))?;
                    r!(dst) = host::call(prim, env.at(frame), args);
                }
                Step::One(Op::Call {
                    dst,
                    base: at,
                    frame,
                    function,
                }) => {
                    let at = base + at.0 as usize;
                    let value = if frame == Frame::Current {
                        self.exec(function, env, at)?
                    } else {
                        self.exec(function, &env.shifted(frame), at)?
                    };
                    regs = window(&mut self.registers, base);
                    r!(dst) = value;
                }
                Step::One(Op::Kept {
                    dst,
                    slot,
                    function,
                }) => {
                    let value = match self.kept(slot) {
                        Some(value) => value,
                        None => {
                            let value =
                                self.exec(function, &env.shifted(Frame::Root), base + WINDOW)?;
                            self.keep(slot, value);
                            value
                        }
                    };
                    regs = window(&mut self.registers, base);
                    r!(dst) = value;
                }
                Step::One(Op::Turned {
                    dst,
                    base: at,
                    function,
                }) => {
                    let value = self.turned(function, env, base, at)?;
                    regs = window(&mut self.registers, base);
                    r!(dst) = u64::from(value);
                }
                Step::One(Op::Satisfiable { dst, frame, advice }) => {
                    let value = self.nested(advice, env.at(frame), env.us, base + WINDOW)?;
                    regs = window(&mut self.registers, base);
                    r!(dst) = u64::from(value);
                }
            }
        }
    }

    /// Looks a descriptor up in the eight symmetries: of the positions and of every board among the arguments.
    fn turned(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
        at: Reg,
    ) -> Result<bool, Stop> {
        let params = &self.module.functions[function.index()].params;
        let mut given = [0u64; WINDOW];
        let given = &mut given[..params.len()];
        for (i, value) in given.iter_mut().enumerate() {
            *value = window(&mut self.registers, base)[at.0.wrapping_add(i as u8) as usize];
        }
        for symmetry in Symmetry::ALL {
            let positions = env.positions.map(|p| symmetry.apply_position(p));
            let turned = Env {
                positions: [&positions[0], &positions[1], &positions[2]],
                us: env.us,
                from: symmetry.apply(env.from),
                to: symmetry.apply(env.to),
            };
            let inner = base + WINDOW;
            for (i, (value, ty)) in given.iter().zip(params).enumerate() {
                let value = if *ty == Ty::Board {
                    symmetry.apply(*value)
                } else {
                    *value
                };
                window(&mut self.registers, inner)[i] = value;
            }
            // The root is turned too, so what was kept of it does not hold here.
            let saved = self.enter_root();
            let value = self.exec(function, &turned, inner);
            self.leave_root(saved);
            if value? != 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline(always)]
    fn kept(&self, slot: SlotId) -> Option<u64> {
        let kept = self.slots.get(self.slot_base + slot.index())?;
        (kept.epoch == self.epoch).then_some(kept.value)
    }

    fn keep(&mut self, slot: SlotId, value: u64) {
        let index = self.slot_base + slot.index();
        if self.slots.len() <= index {
            self.slots.resize(index + 1, Slot::default());
        }
        self.slots[index] = Slot {
            epoch: self.epoch,
            value,
        };
    }

    /// Begins a consultation at a new root: nothing is kept yet. Returns what [`Run::leave_root`] needs.
    pub(crate) fn enter_root(&mut self) -> (usize, u64) {
        let saved = (self.slot_base, self.epoch);
        self.slot_base += usize::from(self.module.slots);
        self.last_epoch += 1;
        self.epoch = self.last_epoch;
        saved
    }

    /// Goes back to the root before, whose kept values hold again.
    pub(crate) fn leave_root(&mut self, saved: (usize, u64)) {
        (self.slot_base, self.epoch) = saved;
    }
}
