//! Inlining: a call of a small function becomes the function's own instructions.
//!
//! ```text
//!   caller                      callee              afterwards
//!   5  call r1 := f(r4) new.    0  piece r1 := .K   5  piece r5 := new.K       its r1 is the caller's r4 + 1
//!   6  …                        1  union r0 := r0,r1 6  union r4 := r4, r5
//!                               2  return r0        7  move r1 := r4           to where the call would have put it
//!                                                   8  …
//! ```
//!
//! The callee's window begins at the call's `base` in any case, so its registers are moved up by that much and its arguments are in
//! place already. Its current position is the call's: instructions of the frame `Current` get the call's frame, those of `new.` and
//! `root.`, which mean the same in caller and callee, keep theirs. Callees come before callers, so that chains of small functions
//! collapse into one.

use super::LinkOptions;
use super::tidy::tidy;
use crate::format::{MAX_LOOP_DEPTH, MAX_REGISTERS};
use crate::ids::{FnId, Reg};
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::program::{Function, Place, Program};
use crate::types::Frame;
use crate::verify::callees_first;

/// A function up to this length takes the place of its calls.
const SMALL: usize = 24;
/// A function does not grow beyond this length.
const GROWN: usize = 4_096;

/// Inlines in all functions of a module without imports, and tidies each of them up.
/// What is not asked for is left out.
pub(super) fn inline(module: &mut Program, options: LinkOptions) {
    let params: Vec<usize> = module
        .functions
        .iter()
        .map(|function| function.params.len())
        .collect();
    for index in callees_first(module) {
        let grown = module
            .functions
            .get(index)
            .filter(|_| options.inline)
            .and_then(|caller| grow(&module.functions, caller));
        let Some(function) = module.functions.get_mut(index) else {
            continue;
        };
        if let Some(Grown {
            code,
            places,
            registers,
            ..
        }) = grown
        {
            function.code = code;
            function.places = places;
            function.registers = registers;
        }
        tidy(function, &params, options);
    }
}

/// A function under construction.
struct Grown {
    code: Vec<Op>,
    places: Vec<Place>,
    registers: u16,
    /// Where in `code` the caller's own instructions stand, whose targets are still the old ones.
    own: Vec<usize>,
}

/// Builds a function with its small callees put in; `None` where there are none.
fn grow(functions: &[Function], caller: &Function) -> Option<Grown> {
    let fits = |op: &Op, length: usize, depth: usize| match *op {
        Op::Call {
            base,
            frame,
            function,
            ..
        } => functions
            .get(function.index())
            .filter(|callee| suits(callee, base, frame, length, depth)),
        _ => None,
    };
    if !caller
        .code
        .iter()
        .any(|op| fits(op, caller.code.len(), 0).is_some())
    {
        return None;
    }
    let mut grown = Grown {
        code: Vec::new(),
        places: Vec::new(),
        registers: caller.registers,
        own: Vec::new(),
    };
    let mut starts = Vec::with_capacity(caller.code.len());
    let mut depth = 0usize;
    for (index, op) in caller.code.iter().enumerate() {
        starts.push(grown.code.len());
        match op {
            Op::ForEach { .. } => depth += 1,
            Op::Loop { .. } => depth = depth.saturating_sub(1),
            _ => {}
        }
        let place = caller.places.get(index).copied();
        let rest = caller.code.len() - index;
        match (op, fits(op, grown.code.len() + rest, depth)) {
            (
                Op::Call {
                    dst, base, frame, ..
                },
                Some(callee),
            ) => {
                grown.put(
                    callee,
                    *dst,
                    Window {
                        base: *base,
                        frame: *frame,
                    },
                    place,
                );
            }
            _ => {
                grown.own.push(grown.code.len());
                grown.code.push(*op);
                grown.places.extend(place);
            }
        }
    }
    let mut moved = Targets(|target: usize| starts.get(target).copied().unwrap_or(target));
    for &at in &grown.own {
        if let Some(op) = grown.code.get_mut(at) {
            *op = op.rewrite(&mut moved);
        }
    }
    Some(grown)
}

/// Says whether a callee may take the place of a call, in a function that is so long otherwise, within so many loops.
fn suits(callee: &Function, base: Reg, frame: Frame, length: usize, depth: usize) -> bool {
    let loops = || {
        callee
            .code
            .iter()
            .filter(|op| matches!(op, Op::ForEach { .. }))
            .count()
    };
    // A turned call always speaks of the current position; it has no frame that could become another.
    let turned = || callee.code.iter().any(|op| matches!(op, Op::Turned { .. }));
    callee.code.len() <= SMALL
        && length + 2 * callee.code.len() <= GROWN
        && base.index() + usize::from(callee.registers) < MAX_REGISTERS
        && (depth == 0 || depth + loops() <= MAX_LOOP_DEPTH)
        && (frame == Frame::Current || !turned())
}

impl Grown {
    /// Puts a callee's code at the end. A return becomes a move to the call's destination and, where it is not the last, a jump behind
    /// the whole.
    fn put(&mut self, callee: &Function, dst: Reg, mut window: Window, place: Option<Place>) {
        let last = callee.code.len() - 1;
        let mut at = self.code.len();
        let mut starts = Vec::with_capacity(callee.code.len());
        for (index, op) in callee.code.iter().enumerate() {
            starts.push(at);
            at += if matches!(op, Op::Return { .. }) && index != last {
                2
            } else {
                1
            };
        }
        let end = u32::try_from(at).unwrap_or(u32::MAX);
        let mut moved = Targets(|target: usize| starts.get(target).copied().unwrap_or(target));
        for (index, op) in callee.code.iter().enumerate() {
            // A library's instruction stands where its call stands in the program's source.
            let place = place.map(|call| callee.places.get(index).copied().unwrap_or(call));
            let op = op.rewrite(&mut window).rewrite(&mut moved);
            let Op::Return { src } = op else {
                self.code.push(op);
                self.places.extend(place);
                continue;
            };
            self.code.push(Op::Move { dst, src });
            self.places.extend(place);
            if index != last {
                self.code.push(Op::Jump { to: end });
                self.places.extend(place);
            }
        }
        let needed = u16::from(window.base.0) + callee.registers;
        self.registers = self.registers.max(needed);
    }
}

/// Moves a callee's instructions into the window and the position of a call.
struct Window {
    base: Reg,
    frame: Frame,
}

impl Rewrite for Window {
    fn register(&mut self, _access: Access, register: Reg) -> Reg {
        // The sum stays below 256: the callee's window, and one register for a window that begins just behind it, were found to fit.
        Reg(register.0.saturating_add(self.base.0))
    }
    fn frame(&mut self, frame: Frame) -> Frame {
        if frame == Frame::Current {
            self.frame
        } else {
            frame
        }
    }
}

/// Gives targets their new places.
pub(super) struct Targets<F>(pub(super) F);

impl<F: Fn(usize) -> usize> Rewrite for Targets<F> {
    fn target(&mut self, target: u32) -> u32 {
        u32::try_from((self.0)(target as usize)).unwrap_or(u32::MAX)
    }
}

/// Gives functions new ids.
pub(super) struct Functions<F>(pub(super) F);

impl<F: Fn(FnId) -> FnId> Rewrite for Functions<F> {
    fn function(&mut self, function: FnId) -> FnId {
        (self.0)(function)
    }
}
