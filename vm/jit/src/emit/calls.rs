//! Fuel, what is kept of the root, and calls: of helpers, and of the host through the frame's table.

use std::mem::{offset_of, size_of};

use adv_module::{AdviceId, FnId, Frame, PrimId, Reg, SlotId, Ty, UnverifiedModule};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, BlockArg, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value,
};

use super::value::{Test, Val};
use super::{Emit, I64};
use crate::bridge::{self, OUT_OF_FUEL, Table};
use crate::flow::{own, parameters};
use crate::helpers::Helper;
use crate::{Context, Slot};

const fn memory() -> MemFlagsData {
    MemFlagsData::trusted()
}

impl Emit<'_, '_> {
    /// A word of the frame.
    fn of_frame(&mut self, offset: usize) -> Value {
        self.needs.framed = true;
        self.b.ins().load(I64, memory(), self.frame, offset as i32)
    }

    /// Burns fuel as the machine does: where it does not suffice, none is burnt and the function ends.
    pub(super) fn burn(&mut self, units: u64) {
        let context = self.of_frame(offset_of!(bridge::Frame, context));
        let at = offset_of!(Context, fuel) as i32;
        let fuel = self.b.ins().load(I64, memory(), context, at);
        let units = self.constant(units);
        let (enough, spent) = (self.b.create_block(), self.b.create_block());
        let test = Test::compare(IntCC::UnsignedGreaterThanOrEqual, fuel, units);
        self.brif(test, enough, spent);
        self.b.switch_to_block(spent);
        self.b.set_cold_block(spent);
        let reason = self.constant(OUT_OF_FUEL);
        let halted = offset_of!(bridge::Frame, halted) as i32;
        self.b.ins().store(memory(), reason, self.frame, halted);
        let zero = self.constant(0);
        self.b.ins().return_(&[zero]);
        self.b.switch_to_block(enough);
        let left = self.b.ins().isub(fuel, units);
        self.b.ins().store(memory(), left, context, at);
    }

    /// Calls a helper.
    pub(super) fn help(&mut self, helper: Helper, a: Value, b: Value) -> Value {
        let address = helper as *const () as usize as u64;
        let address = self.constant(address);
        self.indirect(address, &[a, b])
    }

    fn indirect(&mut self, address: Value, args: &[Value]) -> Value {
        let mut signature = self.b.func.signature.clone();
        signature.params = vec![AbiParam::new(I64); args.len()];
        let signature = self.b.import_signature(signature);
        let call = self.b.ins().call_indirect(signature, address, args);
        self.b.func.dfg.first_result(call)
    }

    /// Calls the host, and ends the function where that has stopped.
    fn ask(&mut self, entry: usize, args: &[Value]) -> Value {
        let table = self.of_frame(offset_of!(bridge::Frame, table));
        let address = self.b.ins().load(I64, memory(), table, entry as i32);
        let mut all = vec![self.frame];
        all.extend(args);
        let value = self.indirect(address, &all);
        let halted = self.of_frame(offset_of!(bridge::Frame, halted));
        let (on, stopped) = (self.b.create_block(), self.b.create_block());
        if let Some(block) = self.b.current_block()
            && self.b.func.layout.is_cold(block)
        {
            self.b.set_cold_block(on);
        }
        let test = self.nonzero(halted);
        self.brif(test, stopped, on);
        self.b.switch_to_block(stopped);
        self.b.set_cold_block(stopped);
        let zero = self.constant(0);
        self.b.ins().return_(&[zero]);
        self.b.switch_to_block(on);
        value
    }

    /// A primitive that the host computes.
    pub(super) fn of_host(&mut self, frame: Frame, prim: PrimId, args: [Val; 3]) -> Val {
        let number = self.constant(prim.tag().into());
        let [a, b, c] = args.map(|arg| self.word(arg));
        let board = self.boards[frame as usize];
        let entry = offset_of!(Table, primitive);
        let word = self.ask(entry, &[number, board, a, b, c]);
        typed(word, prim.entry().result)
    }

    /// Writes down what a host needs to see, with the board of a frame as the current one.
    fn write_scene(&mut self, current: Frame) {
        let [_, new, root] = self.boards;
        let current = self.boards[current as usize];
        let (from, to) = (self.from, self.to);
        let scene = offset_of!(bridge::Frame, scene);
        for (at, word) in [current, new, root, from, to].into_iter().enumerate() {
            let offset = (scene + at * size_of::<u64>()) as i32;
            self.b.ins().store(memory(), word, self.frame, offset);
        }
    }

    /// A value of the root: what stands in its slot, or what the host finds.
    pub(super) fn kept(&mut self, slot: SlotId, function: FnId) -> Option<Val> {
        self.needs.slots = self.needs.slots.max(slot.index() + 1);
        let slots = self.of_frame(offset_of!(bridge::Frame, slots));
        let at = slot.index() * size_of::<Slot>();
        let (epoch, value) = (offset_of!(Slot, epoch), offset_of!(Slot, value));
        let kept = self.b.ins().load(I64, memory(), slots, (at + epoch) as i32);
        let context = self.of_frame(offset_of!(bridge::Frame, context));
        let now = offset_of!(Context, epoch) as i32;
        let now = self.b.ins().load(I64, memory(), context, now);
        let (known, unknown, on) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let test = Test::compare(IntCC::Equal, kept, now);
        self.brif(test, known, unknown);
        self.b.switch_to_block(unknown);
        self.b.set_cold_block(unknown);
        self.write_scene(Frame::Current);
        let name = self.constant(slot.index() as u64);
        let id = self.constant(function.index() as u64);
        let found = self.ask(offset_of!(Table, kept), &[name, id]);
        self.b.ins().jump(on, &[BlockArg::Value(found)]);
        self.b.switch_to_block(known);
        let word = self.b.ins().load(I64, memory(), slots, (at + value) as i32);
        self.b.ins().jump(on, &[BlockArg::Value(word)]);
        self.b.switch_to_block(on);
        let word = self.b.append_block_param(on, I64);
        Some(typed(word, result(self.module, function)?))
    }

    pub(super) fn call(&mut self, base: Reg, frame: Frame, function: FnId) -> Option<Val> {
        self.write_scene(frame);
        let word = self.with_arguments(offset_of!(Table, call), base, function)?;
        Some(typed(word, result(self.module, function)?))
    }

    pub(super) fn turned(&mut self, base: Reg, function: FnId) -> Option<Val> {
        self.write_scene(Frame::Current);
        let word = self.with_arguments(offset_of!(Table, turned), base, function)?;
        Some(typed(word, Ty::Truth))
    }

    pub(super) fn satisfiable(&mut self, frame: Frame, advice: AdviceId) -> Val {
        let number = self.constant(advice.index() as u64);
        let board = self.boards[frame as usize];
        let word = self.ask(offset_of!(Table, satisfiable), &[number, board]);
        typed(word, Ty::Truth)
    }

    /// Asks the host about a function with the arguments from a base on.
    fn with_arguments(&mut self, entry: usize, base: Reg, function: FnId) -> Option<Value> {
        let count = parameters(self.module, function)?;
        let id = self.constant(function.index() as u64);
        let length = self.constant(count as u64);
        if count == 0 {
            let none = self.constant(0);
            return Some(self.ask(entry, &[id, none, length]));
        }
        let bytes = u32::try_from(count * size_of::<u64>()).ok()?;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let place = self.b.create_sized_stack_slot(data);
        let at = self.b.ins().stack_addr(I64, place, 0);
        for (index, arg) in self.window(base, count).into_iter().enumerate() {
            let word = self.word(arg);
            let offset = (index * size_of::<u64>()) as i32;
            self.b.ins().store(memory(), word, at, offset);
        }
        Some(self.ask(entry, &[id, at, length]))
    }
}

/// What a word of a type is known to be.
fn typed(word: Value, ty: Ty) -> Val {
    match ty {
        Ty::Truth => Val::Word {
            word,
            low: 0,
            high: 1,
        },
        _ => Val::any(word),
    }
}

/// The type of what a function answers.
fn result(module: &UnverifiedModule, function: FnId) -> Option<Ty> {
    match module.imports.get(function.index()) {
        Some(import) => Some(import.result),
        None => Some(own(module, function)?.result),
    }
}
