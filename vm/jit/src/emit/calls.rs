//! Fuel, what is kept of the root, and calls: of helpers, and of the host through the frame's table.

use std::mem::{offset_of, size_of};
use std::rc::Rc;
use std::sync::Arc;

use adv_chess::Color;
use adv_module::{AdviceId, Charges, FnId, Frame, PrimId, Program, Reg, SlotId, Ty};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, BlockArg, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value,
};

use super::value::{State, Test, Val};
use super::{Emit, I64, Reach};
use crate::bridge::{self, BoardForm, HostCalls, Look};
use crate::context::{OUT_OF_FUEL, WANTS_KEPT};
use crate::flow::{Flow, own, parameters};
use crate::helpers::{Helper, HelperOfThree};
use crate::{Context, Slot};

/// Functions with more instructions are not emitted in place.
const LONGEST_INLINED: usize = 300;
/// How many calls deep functions are emitted in place.
const DEEPEST: u8 = 3;
/// Once so many of the generator's instructions are emitted, calls stay calls: what is emitted in place may grow with the product of
/// the functions' lengths.
const MOST_INLINED: usize = 8_000;

const fn memory() -> MemFlagsData {
    MemFlagsData::trusted()
}

impl Emit<'_, '_> {
    /// A word of the frame.
    fn of_frame(&mut self, offset: usize) -> Value {
        self.b.ins().load(I64, memory(), self.shared, offset as i32)
    }

    /// Where the context is.
    fn context(&mut self) -> Value {
        if self.asks {
            return self.of_frame(offset_of!(bridge::Frame, context));
        }
        self.needs.reach = self.needs.reach.max(Reach::Context);
        self.shared
    }

    /// Burns fuel. Where it does not suffice the host is asked for more, if it can be asked; else the function ends, and none of it
    /// is burnt.
    pub(super) fn burn(&mut self, units: u64) {
        let context = self.context();
        let at = offset_of!(Context, fuel) as i32;
        let fuel = self.b.ins().load(I64, memory(), context, at);
        let units = self.constant(units);
        let (enough, spent) = (self.b.create_block(), self.b.create_block());
        if !self.asks {
            let test = Test::compare(IntCC::UnsignedGreaterThanOrEqual, fuel, units);
            self.brif(test, enough, spent);
            self.b.switch_to_block(spent);
            self.b.set_cold_block(spent);
            let reason = self.constant(OUT_OF_FUEL);
            self.halt(context, reason);
            self.b.switch_to_block(enough);
            let left = self.b.ins().isub(fuel, units);
            self.b.ins().store(memory(), left, context, at);
            return;
        }
        let context_here = self.b.append_block_param(enough, I64);
        let fuel_here = self.b.append_block_param(enough, I64);
        let none: [BlockArg; 0] = [];
        let known = [BlockArg::Value(context), BlockArg::Value(fuel)];
        let suffices = IntCC::UnsignedGreaterThanOrEqual;
        let test = self.b.ins().icmp(suffices, fuel, units);
        self.b.ins().brif(test, enough, &known, spent, &none);
        self.b.switch_to_block(spent);
        self.b.set_cold_block(spent);
        self.ask(offset_of!(HostCalls, refuel), &[units]);
        let context = self.context();
        let fuel = self.b.ins().load(I64, memory(), context, at);
        let known = [BlockArg::Value(context), BlockArg::Value(fuel)];
        let over = self.b.create_block();
        let test = self.b.ins().icmp(suffices, fuel, units);
        self.b.ins().brif(test, enough, &known, over, &none);
        self.b.switch_to_block(over);
        self.b.set_cold_block(over);
        let reason = self.constant(OUT_OF_FUEL);
        self.halt(context, reason);
        self.b.switch_to_block(enough);
        let left = self.b.ins().isub(fuel_here, units);
        self.b.ins().store(memory(), left, context_here, at);
    }

    /// Ends the function without a value.
    fn halt(&mut self, context: Value, reason: Value) {
        let halted = offset_of!(Context, halted) as i32;
        self.b.ins().store(memory(), reason, context, halted);
        let zero = self.constant(0);
        self.b.ins().return_(&[zero]);
    }

    /// Calls a helper.
    pub(super) fn help(&mut self, helper: Helper, a: Value, b: Value) -> Value {
        let address = helper as *const () as usize as u64;
        let address = self.constant(address);
        self.indirect(address, &[a, b])
    }

    /// Calls a helper of three words.
    pub(super) fn help_three(&mut self, helper: HelperOfThree, words: [Value; 3]) -> Value {
        let address = helper as *const () as usize as u64;
        let address = self.constant(address);
        self.indirect(address, &words)
    }

    /// Calls what looks at a board.
    pub(super) fn look(&mut self, look: Look, frame: Frame, color: Color) -> Value {
        let form = BoardForm {
            roster: self.roster.copied(),
            us: self.us,
        };
        let form = self.needs.form.get_or_insert_with(|| Arc::new(form));
        let form = Arc::as_ptr(form).expose_provenance() as u64;
        let form = self.constant(form);
        let color = self.constant(color.index() as u64);
        let address = self.constant(look as *const () as usize as u64);
        self.indirect(address, &[form, self.boards[frame as usize], color])
    }

    fn indirect(&mut self, address: Value, args: &[Value]) -> Value {
        let mut signature = self.b.func.signature.clone();
        signature.params = vec![AbiParam::new(I64); args.len()];
        let signature = self.b.import_signature(signature);
        let call = self.b.ins().call_indirect(signature, address, args);
        self.b.func.dfg.first_result(call)
    }

    /// Calls the host, and ends the function where that has stopped. `None` where the code has no frame to ask it by.
    fn ask(&mut self, entry: usize, args: &[Value]) -> Option<Value> {
        self.needs.reach = Reach::Host;
        if !self.asks {
            return None;
        }
        let calls = self.of_frame(offset_of!(bridge::Frame, calls));
        let address = self.b.ins().load(I64, memory(), calls, entry as i32);
        let mut all = vec![self.shared];
        all.extend(args);
        let value = self.indirect(address, &all);
        let context = self.context();
        let halted = offset_of!(Context, halted) as i32;
        let halted = self.b.ins().load(I64, memory(), context, halted);
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
        Some(value)
    }

    /// A primitive that the host computes.
    pub(super) fn of_host(&mut self, frame: Frame, prim: PrimId, args: [Val; 4]) -> Option<Val> {
        let number = self.constant(prim.tag().into());
        let [a, b, c, d] = args.map(|arg| self.word(arg));
        let board = self.boards[frame as usize];
        let entry = offset_of!(HostCalls, primitive);
        let word = self.ask(entry, &[number, board, a, b, c, d])?;
        Some(typed(word, prim.entry().result))
    }

    /// Writes down what a host needs to see, with the board of a frame as the current one.
    fn write_scene(&mut self, current: Frame) {
        let [_, new, root] = self.boards;
        let current = self.boards[current as usize];
        let (from, to) = (self.from, self.to);
        let scene = offset_of!(bridge::Frame, scene);
        for (at, word) in [current, new, root, from, to].into_iter().enumerate() {
            let offset = (scene + at * size_of::<u64>()) as i32;
            self.b.ins().store(memory(), word, self.shared, offset);
        }
    }

    /// A value of the root: what is in its slot, or what the host finds. Where nothing else is asked of the host, code that
    /// finds the slot empty comes back to say so, and is entered again once it is filled; so it makes no call, and keeps all it
    /// knows in registers.
    pub(super) fn kept(&mut self, slot: SlotId, function: FnId) -> Option<Val> {
        self.needs.slots = self.needs.slots.max(slot.0.checked_add(1)?);
        let context = self.context();
        let here = offset_of!(Context, here) as i32;
        let slots = self.b.ins().load(I64, memory(), context, here);
        let at = slot.index() * size_of::<Slot>();
        let (epoch, value) = (at + offset_of!(Slot, epoch), at + offset_of!(Slot, value));
        let kept = self.b.ins().load(I64, memory(), slots, epoch as i32);
        let now = offset_of!(Context, epoch) as i32;
        let now = self.b.ins().load(I64, memory(), context, now);
        let (known, unknown) = (self.b.create_block(), self.b.create_block());
        let test = Test::compare(IntCC::Equal, kept, now);
        self.brif(test, known, unknown);
        self.b.switch_to_block(unknown);
        self.b.set_cold_block(unknown);
        let mut found = None;
        if let Some(word) = self.inlined(function, [Frame::Root; 3])? {
            // The host may have moved the slots, if it was called.
            let context = self.context();
            let slots = self.b.ins().load(I64, memory(), context, here);
            self.b.ins().store(memory(), now, slots, epoch as i32);
            self.b.ins().store(memory(), word, slots, value as i32);
            // An empty block can be left alone until the other way is emitted.
            let behind = self.b.create_block();
            self.b.ins().jump(behind, &[]);
            self.b.switch_to_block(behind);
            found = Some(word);
        } else if self.asks {
            self.write_scene(Frame::Current);
            let name = self.constant(slot.index() as u64);
            let id = self.constant(function.index() as u64);
            found = Some(self.ask(offset_of!(HostCalls, kept), &[name, id])?);
        } else {
            let wants = WANTS_KEPT | u64::from(slot.0) << 8 | u64::from(function.0) << 32;
            let wants = self.constant(wants);
            self.halt(context, wants);
        }
        let from = self.b.current_block()?;
        self.b.switch_to_block(known);
        let word = self.b.ins().load(I64, memory(), slots, value as i32);
        let ty = result(self.module, function)?;
        let Some(found) = found else {
            return Some(typed(word, ty));
        };
        let on = self.b.create_block();
        self.b.ins().jump(on, &[BlockArg::Value(word)]);
        self.b.switch_to_block(from);
        self.b.ins().jump(on, &[BlockArg::Value(found)]);
        self.b.switch_to_block(on);
        let word = self.b.append_block_param(on, I64);
        Some(typed(word, ty))
    }

    /// A function without parameters, emitted here, on boards of its own; nothing where that is not done.
    fn inlined(&mut self, function: FnId, frames: [Frame; 3]) -> Option<Option<Value>> {
        if !self.may_inline(function)? {
            return Some(None);
        }
        let boards = frames.map(|frame| self.boards[frame as usize]);
        self.emitted_here(function, boards, frames, true).map(Some)
    }

    /// Whether a function without parameters can be emitted here.
    pub(super) fn may_inline(&self, function: FnId) -> Option<bool> {
        let source = own(self.module, function)?;
        let small = source.params.is_empty() && source.code.len() <= LONGEST_INLINED;
        let room = self.size() < MOST_INLINED;
        let free = self.inlines && self.depth < DEEPEST;
        Some(free && small && room)
    }

    /// Emits such a function on some boards, in which the men of those in use stand on the same squares if that is `known`; the turns are
    /// those of the boards in use.
    pub(super) fn emitted_here(
        &mut self,
        function: FnId,
        own_boards: [Value; 3],
        frames: [Frame; 3],
        known: bool,
    ) -> Option<Value> {
        let source = own(self.module, function)?;
        let flow = Rc::new(Flow::of(self.module, &source.code)?);
        let behind = self.b.create_block();
        let value = self.b.append_block_param(behind, I64);
        let charges = Rc::new(Charges::of(&source.code));
        let outer_charges = std::mem::replace(&mut self.charges, Rc::clone(&charges));
        let (caller, edges, heads) = (
            std::mem::replace(&mut self.flow, flow),
            std::mem::take(&mut self.edges),
            std::mem::take(&mut self.heads),
        );
        let (state, men) = (
            std::mem::replace(&mut self.state, State::new()),
            std::mem::take(&mut self.men),
        );
        let (boards, turns, out) = (self.boards, self.turns, self.out.replace(behind));
        self.boards = own_boards;
        self.turns = frames.map(|frame| turns[frame as usize]);
        self.depth += 1;
        self.open_boards();
        // What has been found out of the men is true of them here too.
        for (to, from) in frames.iter().enumerate().filter(|_| known) {
            if let (Some(bytes), Some(known)) = (men.get(*from as usize), self.men.get_mut(to)) {
                known.clone_from(bytes);
            }
        }
        self.burn(charges.call);
        let done = self.body(&source.code);
        self.depth -= 1;
        self.charges = outer_charges;
        (self.flow, self.edges, self.heads) = (caller, edges, heads);
        (self.state, self.men, self.out) = (state, men, out);
        (self.boards, self.turns) = (boards, turns);
        done?;
        self.b.switch_to_block(behind);
        Some(value)
    }

    pub(super) fn call(&mut self, base: Reg, frame: Frame, function: FnId) -> Option<Val> {
        if let Some(word) = self.inlined(function, [frame, Frame::New, Frame::Root])? {
            return Some(typed(word, result(self.module, function)?));
        }
        self.write_scene(frame);
        let word = self.with_arguments(offset_of!(HostCalls, call), base, function)?;
        Some(typed(word, result(self.module, function)?))
    }

    pub(super) fn turned(&mut self, base: Reg, function: FnId) -> Option<Val> {
        if let Some(word) = self.turned_here(function)? {
            return Some(typed(word, Ty::Truth));
        }
        self.write_scene(Frame::Current);
        let word = self.with_arguments(offset_of!(HostCalls, turned), base, function)?;
        Some(typed(word, Ty::Truth))
    }

    pub(super) fn satisfiable(&mut self, frame: Frame, advice: AdviceId) -> Option<Val> {
        let number = self.constant(advice.index() as u64);
        let board = self.boards[frame as usize];
        let word = self.ask(offset_of!(HostCalls, satisfiable), &[number, board])?;
        Some(typed(word, Ty::Truth))
    }

    /// Asks the host about a function with the arguments from a base on.
    fn with_arguments(&mut self, entry: usize, base: Reg, function: FnId) -> Option<Value> {
        let count = parameters(self.module, function)?;
        let id = self.constant(function.index() as u64);
        let length = self.constant(count as u64);
        if count == 0 {
            let none = self.constant(0);
            return self.ask(entry, &[id, none, length]);
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
        self.ask(entry, &[id, at, length])
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
fn result(module: &Program, function: FnId) -> Option<Ty> {
    match module.imports.get(function.index()) {
        Some(import) => Some(import.result),
        None => Some(own(module, function)?.result),
    }
}
