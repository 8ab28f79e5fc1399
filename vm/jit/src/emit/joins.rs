//! Where edges meet: what a register is there, and how each edge makes it that.

use adv_module::Reg;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};

use super::value::{NOWHERE, Present, Square, Test, Val};
use super::{Edge, Emit, I64};
use crate::flow::Registers;

/// In which form a register goes over an edge.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// As the number of a square, 64 for none unless it is always there.
    Byte {
        always: bool,
    },
    Flag,
    Word {
        low: i64,
        high: i64,
    },
}

/// The form that holds all of some values.
pub(super) fn form(values: &[Val]) -> Form {
    let square = |val: &Val| match val {
        Val::Square(_) => true,
        Val::Const(set) => set.count_ones() <= 1,
        _ => false,
    };
    let truth = |val: &Val| matches!(val, Val::Truth(_) | Val::Const(0 | 1));
    let constant = |val: &Val| matches!(val, Val::Const(_));
    if !values.iter().all(constant) {
        if values.iter().all(square) {
            let always = values.iter().all(|val| match val {
                Val::Square(square) => square.present == Present::Always,
                other => *other != Val::Const(0),
            });
            return Form::Byte { always };
        }
        if values.iter().all(truth) {
            return Form::Flag;
        }
    }
    let bounds = values.iter().map(|val| val.bounds());
    let (low, high) = bounds.fold((i64::MAX, i64::MIN), |(low, high), (l, h)| {
        (low.min(l), high.max(h))
    });
    Form::Word { low, high }
}

impl Emit<'_, '_> {
    /// Begins a block where several edges meet, or a loop's head, where a later one comes back: what the loop writes is a word.
    pub(super) fn join(&mut self, pc: usize, edges: Vec<Edge>, head: Option<Registers>) {
        let live = self.flow.live.get(pc).copied().unwrap_or_default();
        let block = self.b.create_block();
        let mut forms = Vec::new();
        let mut same = Vec::new();
        let mut written = Vec::new();
        for register in (0..=u8::MAX).filter(|register| live.has(*register)) {
            let mut values: Vec<Val> = Vec::new();
            for edge in &edges {
                let val = edge.state.get(Reg(register));
                if !values.contains(&val) {
                    values.push(val);
                }
            }
            if head.is_some_and(|written| written.has(register)) {
                let (low, high) = (i64::MIN, i64::MAX);
                forms.push((register, Form::Word { low, high }));
                written.push(Some(register));
            } else if let [only] = values[..] {
                same.push((register, only));
            } else {
                let values: Vec<Val> = edges.iter().map(|edge| edge.state.sure(register)).collect();
                forms.push((register, form(&values)));
                written.push(None);
            }
        }
        let mut present = u32::MAX;
        for Edge { block: from, state } in edges {
            present &= state.present;
            self.state = state;
            self.b.switch_to_block(from);
            let args: Vec<BlockArg> = forms
                .iter()
                .map(|&(register, form)| {
                    let val = self.state.get(Reg(register));
                    BlockArg::Value(self.shaped(val, form))
                })
                .collect();
            self.b.ins().jump(block, &args);
        }
        self.b.switch_to_block(block);
        self.state.clear();
        self.state.present = present;
        for (register, val) in same {
            self.state.set(Reg(register), val);
        }
        for (register, form) in forms {
            let val = self.parameter(block, form);
            self.state.set(Reg(register), val);
        }
        if head.is_some() {
            self.heads.insert(pc, (block, written));
        }
    }

    /// Comes back to a loop's head.
    pub(super) fn back(&mut self, to: usize) -> Option<()> {
        let (block, written) = self.heads.get(&to)?.clone();
        let mut args = Vec::new();
        for (at, written) in written.into_iter().enumerate() {
            let arg = match written {
                Some(register) => self.word(self.state.get(Reg(register))),
                // What the loop does not write is what it was at the head.
                None => *self.b.block_params(block).get(at)?,
            };
            args.push(BlockArg::Value(arg));
        }
        self.b.ins().jump(block, &args);
        Some(())
    }

    /// A value in a form that holds it.
    pub(super) fn shaped(&mut self, val: Val, form: Form) -> Value {
        match (form, val) {
            (Form::Byte { .. }, Val::Square(square)) => self.byte(square),
            (Form::Byte { .. }, Val::Const(0)) => self.constant(NOWHERE),
            (Form::Byte { .. }, Val::Const(set)) => self.constant(u64::from(set.trailing_zeros())),
            (Form::Flag, val) => {
                let test = self.test(val);
                self.flag(test)
            }
            (_, val) => self.word(val),
        }
    }

    /// A block's parameter in a form.
    fn parameter(&mut self, block: Block, form: Form) -> Val {
        let ty = match form {
            Form::Flag => types::I8,
            _ => I64,
        };
        form.of(self.b.append_block_param(block, ty))
    }
}

impl Form {
    /// What a value in this form is known to be.
    pub(super) fn of(self, value: Value) -> Val {
        match self {
            Form::Byte { always: true } => Val::Square(Square::of(value, Present::Always)),
            Form::Byte { always: false } => Val::Square(Square::of(value, Present::Raw)),
            Form::Flag => Val::Truth(Test::Flag(value)),
            Form::Word { low, high } => Val::Word {
                word: value,
                low,
                high,
            },
        }
    }
}
