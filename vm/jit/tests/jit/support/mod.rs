//! A straightforward evaluator of instructions, which is the host of compiled code too: what it says is what the code has to say.

#![allow(dead_code, reason = "each test binary uses some of it")]

use adv_chess::geometry;
use adv_chess::{Color, Position, Role, Roster, Symmetry};
use adv_jit::{Context, Halted, Host, Scene};
use adv_module::program::{Function, Place, Program};
use adv_module::{AdviceId, Charges, FnId, Frame, Needs, Op, PrimId, Reg, SlotId, Ty, Who};
use adv_primitives::{designation, on_board};
use adv_testkit::Numbers;

/// The evaluator. Arguments of calls go into the first registers of a fresh window.
pub struct Plain<'m> {
    pub module: &'m Program,
    pub context: Context,
    /// Stops at the primitive or call with this number, counted from 0.
    pub stop_at: Option<u32>,
    pub asked: u32,
    /// Why it stopped: true for fuel.
    pub fuel: bool,
}

fn squares(position: &Position, color: Color, role: u8) -> u64 {
    let side = position.side(color);
    match Role::ALL.get(usize::from(role)) {
        Some(role) => position.pieces(color, *role),
        None => side,
    }
}

fn number(n: i32) -> u64 {
    i64::from(n) as u64
}

/// A primitive, as the machine computes it. What asks an oracle may be any function of the board here.
pub fn primitive(prim: PrimId, position: &Position, [a, b, c, d]: [u64; 4]) -> u64 {
    if prim.is_of_ways() {
        return adv_primitives::ways::answer(prim, position, [a, b, c, d]).word;
    }
    let args = [a, b, c];
    on_board(prim, position, args).unwrap_or(match prim {
        PrimId::Dtm => position.occupied(),
        PrimId::Dtc => position.occupied() >> 3,
        _ => position.occupied() >> 9 & 1,
    })
}

impl<'m> Plain<'m> {
    pub fn new(module: &'m Program, fuel: u64) -> Plain<'m> {
        Plain {
            module,
            context: Context::again(Context::default(), fuel, module.slots),
            stop_at: None,
            asked: 0,
            fuel: false,
        }
    }

    fn burn(&mut self, units: u64) -> Result<(), Halted> {
        match self.context.fuel.checked_sub(units) {
            Some(left) => {
                self.context.fuel = left;
                Ok(())
            }
            None => {
                self.fuel = true;
                Err(Halted)
            }
        }
    }

    fn ask(&mut self) -> Result<(), Halted> {
        self.asked += 1;
        if self.stop_at == Some(self.asked - 1) {
            return Err(Halted);
        }
        Ok(())
    }

    /// Evaluates a function with its own fuel.
    pub fn exec(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        let module = self.module;
        let function = &module.functions[function.index()];
        let charges = Charges::of(&function.code);
        self.burn(charges.call)?;
        let mut regs = [0u64; 256];
        regs[..args.len()].copy_from_slice(args);
        let r = |regs: &[u64; 256], reg: Reg| regs[reg.index()];
        let at = |frame: Frame| scene.positions[frame as usize];
        let whose = |who: Who| match who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Us => scene.us,
            Who::Them => !scene.us,
        };
        let mut pc = 0;
        loop {
            let op = function.code[pc];
            pc += 1;
            let value = match op {
                Op::Board { k, .. } | Op::BigNumber { k, .. } => self.module.constants[k.index()],
                Op::Number { value, .. } => i64::from(value) as u64,
                Op::Truth { value, .. } => value.into(),
                Op::Move { src, .. } => r(&regs, src),
                Op::Piece {
                    frame, who, role, ..
                } => squares(at(frame), whose(who), role),
                Op::Squares { frame, piece, .. } => {
                    let (color, role) = designation(r(&regs, piece));
                    squares(at(frame), color, role)
                }
                Op::Designate { who, role, .. } => u64::from(role) + 8 * whose(who).index() as u64,
                Op::DesignateOf { side, role, .. } => u64::from(role) + 8 * (r(&regs, side) & 1),
                Op::Side { who, .. } => whose(who).index() as u64,
                Op::ToMove { frame, who, .. } => (at(frame).turn() == whose(who)).into(),
                Op::From { .. } => scene.from,
                Op::To { .. } => scene.to,
                // Compiled code never holds them.
                Op::Taken { .. } | Op::Here { .. } | Op::CallFor { .. } => 0,
                Op::Union { a, b, .. } => r(&regs, a) | r(&regs, b),
                Op::Intersect { a, b, .. } => r(&regs, a) & r(&regs, b),
                Op::Minus { a, b, .. } => r(&regs, a) & !r(&regs, b),
                Op::Complement { a, .. } => !r(&regs, a),
                Op::Add { a, b, .. } => {
                    (r(&regs, a) as i64).saturating_add(r(&regs, b) as i64) as u64
                }
                Op::Sub { a, b, .. } => {
                    (r(&regs, a) as i64).saturating_sub(r(&regs, b) as i64) as u64
                }
                Op::Mul { a, b, .. } => {
                    (r(&regs, a) as i64).saturating_mul(r(&regs, b) as i64) as u64
                }
                Op::AddImm { a, value, .. } => {
                    (r(&regs, a) as i64).saturating_add(value.into()) as u64
                }
                Op::MulImm { a, value, .. } => {
                    (r(&regs, a) as i64).saturating_mul(value.into()) as u64
                }
                Op::Neg { a, .. } => (r(&regs, a) as i64).saturating_neg() as u64,
                Op::Abs { a, .. } => (r(&regs, a) as i64).saturating_abs() as u64,
                Op::Min { a, b, .. } => (r(&regs, a) as i64).min(r(&regs, b) as i64) as u64,
                Op::Max { a, b, .. } => (r(&regs, a) as i64).max(r(&regs, b) as i64) as u64,
                Op::Count { a, .. } => r(&regs, a).count_ones().into(),
                Op::File { a, .. } => number(geometry::file(r(&regs, a))),
                Op::Rank { a, .. } => number(geometry::rank(r(&regs, a))),
                Op::Dist { a, b, .. } => number(geometry::dist(r(&regs, a), r(&regs, b))),
                Op::Manhattan { a, b, .. } => number(geometry::manhattan(r(&regs, a), r(&regs, b))),
                Op::Eq { a, b, .. } => (r(&regs, a) == r(&regs, b)).into(),
                Op::Ne { a, b, .. } => (r(&regs, a) != r(&regs, b)).into(),
                Op::Lt { a, b, .. } => ((r(&regs, a) as i64) < (r(&regs, b) as i64)).into(),
                Op::Le { a, b, .. } => (r(&regs, a) as i64 <= r(&regs, b) as i64).into(),
                Op::EqImm { a, value, .. } => (r(&regs, a) as i64 == i64::from(value)).into(),
                Op::LtImm { a, value, .. } => ((r(&regs, a) as i64) < i64::from(value)).into(),
                Op::GtImm { a, value, .. } => (r(&regs, a) as i64 > i64::from(value)).into(),
                Op::Subset { a, b, .. } => (r(&regs, a) & !r(&regs, b) == 0).into(),
                Op::NonEmpty { a, .. } => (r(&regs, a) != 0).into(),
                Op::IsEmpty { a, .. } => (r(&regs, a) == 0).into(),
                Op::Not { a, .. } => r(&regs, a) ^ 1,
                Op::Jump { to } => {
                    pc = to as usize;
                    continue;
                }
                Op::JumpIf { a, to } => {
                    pc = if r(&regs, a) != 0 { to as usize } else { pc };
                    continue;
                }
                Op::JumpIfNot { a, to } => {
                    pc = if r(&regs, a) == 0 { to as usize } else { pc };
                    continue;
                }
                Op::ForEach { iter, var, to } => {
                    let left = r(&regs, iter);
                    if left == 0 {
                        pc = to as usize;
                    } else {
                        self.burn(charges.round(pc - 1))?;
                        regs[var.index()] = left & left.wrapping_neg();
                        regs[iter.index()] = left & (left - 1);
                    }
                    continue;
                }
                Op::Loop { to } => {
                    pc = to as usize;
                    continue;
                }
                Op::Prim {
                    base, frame, prim, ..
                } => {
                    let arg = |n: u8| regs[usize::from(base.0.wrapping_add(n))];
                    self.primitive(prim, at(frame), [arg(0), arg(1), arg(2), arg(3)])?
                }
                Op::Call {
                    base,
                    frame,
                    function,
                    ..
                } => {
                    let mut scene = *scene;
                    scene.positions[0] = at(frame);
                    let args = self.args(&regs, base, function);
                    self.call(function, &scene, &args)?
                }
                Op::Kept { slot, function, .. } => match self.context.kept(slot.index()) {
                    Some(value) => value,
                    None => self.kept(slot, function, scene)?,
                },
                Op::Turned { base, function, .. } => {
                    let args = self.args(&regs, base, function);
                    self.turned(function, scene, &args)?
                }
                Op::Satisfiable { frame, advice, .. } => self.satisfiable(advice, at(frame))?,
                Op::Return { src } => return Ok(r(&regs, src)),
            };
            if let Some(dst) = op.destination() {
                regs[dst.index()] = value;
            }
        }
    }

    fn args(&self, regs: &[u64; 256], base: Reg, function: FnId) -> Vec<u64> {
        let count = self.module.functions[function.index()].params.len();
        regs[base.index()..][..count].to_vec()
    }
}

impl Host for Plain<'_> {
    fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    fn primitive(
        &mut self,
        prim: PrimId,
        position: &Position,
        args: [u64; 4],
    ) -> Result<u64, Halted> {
        if prim.is_of_ways() {
            let units = adv_primitives::ways::answer(prim, position, args).units;
            self.burn(units.min(prim.entry().more.into()))?;
        }
        Ok(primitive(prim, position, args))
    }

    // A function without parameters may be inlined, so that there is no call; it does not count.
    fn kept(&mut self, slot: SlotId, function: FnId, scene: &Scene<'_>) -> Result<u64, Halted> {
        let mut scene = *scene;
        scene.positions[0] = scene.positions[Frame::Root as usize];
        let value = self.exec(function, &scene, &[])?;
        self.context.keep(slot.index(), value);
        Ok(value)
    }

    fn call(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        if !args.is_empty() {
            self.ask()?;
        }
        self.exec(function, scene, args)
    }

    // A function without parameters may be inlined here too.
    fn turned(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        if !args.is_empty() {
            self.ask()?;
        }
        let params = &self.module.functions[function.index()].params;
        for symmetry in Symmetry::ALL {
            let turned = scene
                .positions
                .map(|position| symmetry.apply_position(position));
            let scene = Scene {
                positions: turned.each_ref(),
                from: symmetry.apply(scene.from),
                to: symmetry.apply(scene.to),
                ..*scene
            };
            let turn = |(arg, ty): (&u64, &Ty)| match ty {
                Ty::Board => symmetry.apply(*arg),
                _ => *arg,
            };
            let args: Vec<u64> = args.iter().zip(params).map(turn).collect();
            let outer = self.context.enter_root();
            let value = self.exec(function, &scene, &args);
            self.context.leave_root(outer);
            if value? != 0 {
                return Ok(1);
            }
        }
        Ok(0)
    }

    /// Whether the number of men is divided by the advice's.
    fn satisfiable(&mut self, advice: AdviceId, position: &Position) -> Result<u64, Halted> {
        self.ask()?;
        self.burn(3)?;
        Ok(position
            .occupied()
            .count_ones()
            .is_multiple_of(u32::from(advice.0) + 1)
            .into())
    }
}

/// A function for a module made by hand.
pub fn function(params: Vec<Ty>, result: Ty, code: Vec<Op>) -> Function {
    Function {
        name: String::from("f"),
        params,
        result,
        needs: Needs::ALL,
        registers: 256,
        code,
        places: Vec::new(),
        place: Place::default(),
    }
}

/// The men of a roster such as `KRk`, capitals for White.
pub fn men(letters: &str) -> Vec<(Color, Role)> {
    let roles = [
        ('k', Role::King),
        ('q', Role::Queen),
        ('r', Role::Rook),
        ('b', Role::Bishop),
        ('n', Role::Knight),
        ('p', Role::Pawn),
    ];
    let letter = |c: char| {
        let side = if c.is_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let found = roles
            .iter()
            .find(|(letter, _)| c.to_ascii_lowercase() == *letter);
        (side, found.expect("a man's letter").1)
    };
    letters.chars().map(letter).collect()
}

/// A board with these men on random squares; with `taken`, some men but kings are off the board.
pub fn board(random: &mut Numbers, men: &[(Color, Role)], taken: bool) -> Position {
    let mut position = Position::EMPTY.with_turn(random.one(&Color::ALL));
    for &(color, role) in men {
        if taken && role != Role::King && random.below(6) == 0 {
            continue;
        }
        loop {
            let square = random.below(64) as u8;
            if position.occupied() >> square & 1 == 0 {
                position.put(color, role, square);
                break;
            }
        }
    }
    position
}

/// The roster of all these men.
pub fn roster(men: &[(Color, Role)]) -> Roster {
    let mut random = Numbers::new(1);
    Roster::of(&board(&mut random, men, false)).expect("few men")
}
