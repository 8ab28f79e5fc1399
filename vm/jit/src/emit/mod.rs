//! From a function's instructions to the code generator's.
//!
//! A register is not a word here but whatever is known of it ([`value::Val`]): one man's square, a comparison that has not been made
//! a number yet, a number between bounds. So a set of squares is built only where a set is needed, and a comparison and the
//! jump after it become one.
//!
//! ```text
//!   r0 := W.R            Val::Square { byte 1 of the word }        nothing
//!   r1 := file r0        Val::Word { 0..7 }                        and
//!   r2 := r1 < 3         Val::Truth { r1 < 3 }                     nothing
//!   jump-if r2 -> 9      on the edge r2 is 1, after it 0          cmp, jl
//! ```
//!
//! Control goes forward, so a block is emitted when all edges into it are known; what its registers are where they meet is decided
//! then, and each edge converts what it brings in a block of its own. A loop's head is the exception: what the loop writes are plain
//! words there.

mod attacks;
mod calls;
mod checks;
mod joins;
mod lines;
mod numbers;
mod ops;
mod prims;
mod row;
mod squares;
mod turns;
mod value;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use adv_chess::{Color, Position, Roster};
use adv_module::{Charges, FnId, Frame, Op, Program, Who};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, Function, InstBuilder, MemFlagsData, Type, Value, types,
};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use crate::bridge::BoardForm;
use crate::code::king_bits;
use crate::flow::{Flow, own};
use crate::tables::PLACES;
use value::{Present, Square, State, Test, Val};

const I64: Type = types::I64;

/// The most that is emitted for one function or row, in the generator's instructions or values: what is longer stays interpreted.
const MOST_EMITTED: usize = 20_000;

/// Tables by square that a function's code reads.
pub(crate) type SquareTables = Vec<Arc<[u8; PLACES]>>;

/// How much of the world a function's code sees, which says what its first parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// Boards only; the first parameter means nothing.
    Boards,
    /// The context: it burns fuel, or looks at what is kept of the root.
    Context,
    /// The host, by a [`bridge::Frame`].
    Host,
}

/// What a function's code needs.
pub(crate) struct Needs {
    pub(crate) reach: Reach,
    /// How many slots of the current root it reads.
    pub(crate) slots: u16,
    pub(crate) tables: SquareTables,
    /// The arguments of helpers that describe boards.
    pub(crate) form: Option<Arc<BoardForm>>,
}

/// What emitting a function or a row came to.
pub(crate) struct Emitted {
    /// What its code needs; `None` where it cannot be compiled.
    pub(crate) needs: Option<Needs>,
    /// What was emitted, attempts that were given up included, in the generator's instructions or values.
    pub(crate) size: usize,
    /// The last attempt came to more than may be emitted.
    pub(crate) is_too_long: bool,
}

impl Emitted {
    /// Nothing yet.
    fn nothing() -> Emitted {
        Emitted {
            needs: None,
            size: 0,
            is_too_long: false,
        }
    }

    /// One more attempt has come to so much.
    fn add(&mut self, size: usize) {
        self.size = self.size.saturating_add(size);
        self.is_too_long = size > MOST_EMITTED;
    }
}

impl Needs {
    /// As long as nothing has been emitted.
    fn none(reach: Reach) -> Needs {
        Needs {
            reach,
            slots: 0,
            tables: Vec::new(),
            form: None,
        }
    }
}

/// A way into a block: an empty block that is filled when the block's own turn comes, and what is known on it.
struct Edge {
    block: Block,
    state: State,
}

struct Emit<'m, 'f> {
    b: FunctionBuilder<'f>,
    module: &'m Program,
    flow: Rc<Flow>,
    charges: Rc<Charges>,
    roster: Option<&'m Roster>,
    us: Color,
    /// The parameters of the code. The first is a frame if the host may be called, else a context.
    shared: Value,
    asks: bool,
    boards: [Value; 3],
    from: Value,
    to: Value,
    /// The bytes of the men of lean boards, by frame.
    men: [Vec<Value>; 3],
    state: State,
    edges: BTreeMap<usize, Vec<Edge>>,
    /// The heads of the loops that are being emitted; for each parameter the register that the loop writes.
    heads: BTreeMap<usize, (Block, Vec<Option<u8>>)>,
    /// Where a function's value goes; without it the code returns it.
    out: Option<Block>,
    /// Whose turn it is, by frame, where that is known.
    turns: [Option<Color>; 3],
    /// What is called is emitted in place, so many calls deep.
    inlines: bool,
    depth: u8,
    needs: Needs,
}

/// Purpose of what is emitted, and its place.
pub(crate) struct Draft<'m, 'o> {
    pub(crate) out: &'o mut Function,
    pub(crate) context: &'o mut FunctionBuilderContext,
    pub(crate) isa: &'o dyn TargetIsa,
    pub(crate) module: &'m Program,
    pub(crate) us: Color,
    pub(crate) roster: Option<&'m Roster>,
}

impl<'m> Draft<'m, '_> {
    /// Emits a function without parameters.
    pub(crate) fn function(&mut self, function: FnId) -> Emitted {
        let source = own(self.module, function).filter(|own| own.params.is_empty());
        let Some(source) = source else {
            return Emitted::nothing();
        };
        // Most functions do not ask the host. Whether one does shows when it is emitted, by what is known of its arguments; so does whether
        // one that it calls does.
        let attempts = [(false, true), (false, false), (true, true), (true, false)];
        self.attempt(&source.code, &attempts, |emit, _| {
            emit.open_boards();
            emit.body(&source.code)
        })
    }

    /// Emits code in one way after the other, whether the host may be asked and calls are emitted in place, until one is done. The six parameters
    /// of the code are those of a function.
    fn attempt(
        &mut self,
        code: &[Op],
        attempts: &[(bool, bool)],
        work: impl Fn(&mut Emit<'m, '_>, [Value; 6]) -> Option<()>,
    ) -> Emitted {
        let mut emitted = Emitted::nothing();
        let Some(flow) = Flow::of(self.module, code).map(Rc::new) else {
            return emitted;
        };
        let charges = Rc::new(Charges::of(code));
        for &(asks, inlines) in attempts {
            self.out.clear();
            self.out.signature.call_conv = self.isa.default_call_conv();
            self.out.signature.params = vec![AbiParam::new(I64); 6];
            self.out.signature.returns = vec![AbiParam::new(I64)];
            let mut b = FunctionBuilder::new(self.out, self.context);
            let entry = b.create_block();
            b.append_block_params_for_function_params(entry);
            b.switch_to_block(entry);
            let &[shared, current, new, root, from, to] = b.block_params(entry) else {
                return emitted;
            };
            let mut emit = Emit {
                b,
                module: self.module,
                flow: Rc::clone(&flow),
                charges: Rc::clone(&charges),
                roster: self.roster,
                us: self.us,
                shared,
                asks,
                boards: [current, new, root],
                from,
                to,
                men: Default::default(),
                state: State::new(),
                edges: BTreeMap::new(),
                heads: BTreeMap::new(),
                out: None,
                turns: [None; 3],
                inlines,
                depth: 0,
                // Code that may ask is given a frame, whether it asks or not.
                needs: Needs::none(if asks { Reach::Host } else { Reach::Boards }),
            };
            let done = work(&mut emit, [shared, current, new, root, from, to]);
            emitted.add(emit.size());
            if done.is_some() {
                let Emit { mut b, needs, .. } = emit;
                b.seal_all_blocks();
                b.finalize(self.isa.frontend_config());
                emitted.needs = Some(needs);
                return emitted;
            }
            // Finishing would clear the builder's buffers, but wants whole blocks.
            *self.context = FunctionBuilderContext::new();
        }
        emitted
    }
}

impl Emit<'_, '_> {
    /// Takes the men's bytes out of lean boards. What is not used is never computed.
    fn open_boards(&mut self) {
        let Some(roster) = self.roster else { return };
        for frame in 0..3 {
            for man in 0..roster.len() {
                let shifted = self.b.ins().ushr_imm_u(self.boards[frame], 8 * man as i64);
                let byte = self.b.ins().ireduce(types::I8, shifted);
                let byte = self.b.ins().uextend(I64, byte);
                self.men[frame].push(byte);
                if king_bits(roster) >> (8 * man) & 0xff != 0 {
                    self.state.present |= 1 << man_number(frame, man);
                }
            }
        }
    }

    /// What has been emitted so far, in the generator's instructions or values, whichever are more.
    fn size(&self) -> usize {
        let all = &self.b.func.dfg;
        all.num_insts().max(all.num_values())
    }

    fn body(&mut self, code: &[Op]) -> Option<()> {
        let mut open = true;
        for (pc, &op) in code.iter().enumerate() {
            if self.size() > MOST_EMITTED {
                return None;
            }
            if *self.flow.leaders.get(pc)? {
                open = self.enter(pc, open)?;
            }
            if open {
                open = self.op(pc, op)?;
            }
        }
        Some(())
    }

    /// Begins the block at an instruction; false where nothing comes there.
    fn enter(&mut self, pc: usize, open: bool) -> Option<bool> {
        let mut edges = self.edges.remove(&pc).unwrap_or_default();
        let head = self.flow.loops.get(&pc).copied();
        if open {
            if edges.is_empty() && head.is_none() {
                return Some(true);
            }
            let edge = self.edge_from_here();
            edges.push(edge);
        }
        match edges.len() {
            0 => return Some(false),
            1 if head.is_none() => {
                let edge = edges.pop()?;
                self.b.switch_to_block(edge.block);
                self.state = edge.state;
            }
            _ => self.join(pc, edges, head),
        }
        Some(true)
    }

    /// Goes on in a fresh block, and makes an edge of what is known here.
    fn edge_from_here(&mut self) -> Edge {
        let block = self.b.create_block();
        self.b.ins().jump(block, &[]);
        Edge {
            block,
            state: self.state.clone(),
        }
    }

    /// An unconditional jump forward.
    fn go(&mut self, to: usize) {
        let edge = self.edge_from_here();
        self.edges.entry(to).or_default().push(edge);
    }

    /// A jump forward to one of two places.
    fn branch(&mut self, test: Test, on: u8, yes: usize, no: usize) {
        if let Test::Known(known) = test {
            return self.go(if known { yes } else { no });
        }
        let (then, other) = (self.b.create_block(), self.b.create_block());
        self.brif(test, then, other);
        for (block, holds, to) in [(then, true, yes), (other, false, no)] {
            let mut state = self.state.clone();
            state.learn(test, holds, on);
            self.edges
                .entry(to)
                .or_default()
                .push(Edge { block, state });
        }
    }

    fn brif(&mut self, test: Test, then: Block, other: Block) {
        let flag = self.flag(test);
        let none: [BlockArg; 0] = [];
        self.b.ins().brif(flag, then, &none, other, &none);
    }

    /// One instruction; false where control does not go on after it.
    fn op(&mut self, pc: usize, op: Op) -> Option<bool> {
        match op {
            Op::Jump { to } => {
                self.go(to as usize);
                return Some(false);
            }
            Op::JumpIf { .. } | Op::JumpIfNot { .. } => {
                let (test, on, yes, no) = self.fork(pc, op)?;
                self.branch(test, on, yes, no);
                return Some(false);
            }
            Op::ForEach { iter, var, to } => {
                let left = self.word(self.state.get(iter));
                let (body, exit) = (self.b.create_block(), self.b.create_block());
                let some = self.nonzero(left);
                self.brif(some, body, exit);
                let state = self.state.clone();
                let edge = Edge { block: exit, state };
                self.edges.entry(to as usize).or_default().push(edge);
                self.b.switch_to_block(body);
                self.burn(self.charges.round(pc));
                let lowest = self.b.ins().ctz(left);
                let minus = self.b.ins().ineg(left);
                let set = self.b.ins().band(left, minus);
                let less = self.b.ins().iadd_imm_s(left, -1);
                let rest = self.b.ins().band(left, less);
                let square = Square::of_set(lowest, Present::Always, set);
                self.state.set(var, Val::Square(square));
                self.state.set(iter, Val::any(rest));
            }
            Op::Loop { to } => {
                self.back(to as usize)?;
                return Some(false);
            }
            Op::Return { src } => {
                let value = self.word(self.state.get(src));
                self.hand_on(value);
                return Some(false);
            }
            _ => self.compute(op)?,
        }
        Some(true)
    }

    /// Hands a function's value on.
    fn hand_on(&mut self, value: Value) {
        match self.out {
            Some(block) => self.b.ins().jump(block, &[BlockArg::Value(value)]),
            None => self.b.ins().return_(&[value]),
        };
    }

    /// What a jump asks, on which register, and where it goes if that holds and if not.
    fn fork(&mut self, pc: usize, op: Op) -> Option<(Test, u8, usize, usize)> {
        match op {
            Op::JumpIf { a, to } => {
                let test = self.test(self.state.get(a));
                Some((test, a.0, to as usize, pc + 1))
            }
            Op::JumpIfNot { a, to } => {
                let test = self.test(self.state.get(a));
                Some((test, a.0, pc + 1, to as usize))
            }
            _ => None,
        }
    }

    /// The colour that a side word means.
    fn color(&self, who: Who) -> Color {
        match who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Us => self.us,
            Who::Them => !self.us,
        }
    }

    /// A constant.
    fn constant(&mut self, word: u64) -> Value {
        self.b.ins().iconst(I64, word.cast_signed())
    }

    /// A word of a whole position.
    fn of_position(&mut self, frame: Frame, offset: usize) -> Value {
        let flags = read_only();
        let at = self.boards[frame as usize];
        self.b.ins().load(I64, flags, at, offset as i32)
    }

    /// The side to move is the colour.
    fn turn(&mut self, frame: Frame, color: Color) -> Test {
        if let Some(turn) = self.turns[frame as usize] {
            return Test::Known(turn == color);
        }
        let bit = if self.roster.is_some() {
            let top = self.b.ins().ushr_imm_u(self.boards[frame as usize], 56);
            self.b.ins().band_imm_u(top, 1)
        } else {
            let word = self.of_position(frame, Position::TURN_AT);
            self.b.ins().band_imm_u(word, 1)
        };
        let zero = self.constant(0);
        let compare = match color {
            Color::White => IntCC::Equal,
            Color::Black => IntCC::NotEqual,
        };
        Test::compare(compare, bit, zero)
    }
}

/// Tables and positions do not change while a function runs, and their addresses are good.
fn read_only() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly().with_can_move()
}

/// The number of a man of a frame, for [`State::present`].
fn man_number(frame: usize, man: usize) -> u8 {
    (8 * frame + man) as u8
}
