//! What a run does for compiled code: primitives, functions with arguments, what is kept, nested searches.
//!
//! Compiled code uses no registers, so that whatever is interpreted for it may use the windows from the top on.

use adv_chess::Position;
use adv_jit::{Context, Halted, Host, Scene};
use adv_module::{AdviceId, FnId, PrimId, Reg, SlotId};

use crate::env::Env;
use crate::host;
use crate::limits::Stop;
use crate::machine::window;
use crate::run::{Rare, Run};
use crate::ways;

impl Run<'_> {
    /// Notes why compiled code has to end.
    fn halt<T>(&mut self, answer: Result<T, Stop>) -> Result<T, Halted> {
        answer.map_err(|stop| {
            self.natives.stopped = Some(stop);
            Halted
        })
    }

    /// Puts arguments where a function finds them. Compiled code uses no registers, so the first free window is the one at the top.
    fn hand_over(&mut self, args: &[u64]) {
        let registers = window(&mut self.registers, self.top);
        for (register, arg) in registers.iter_mut().zip(args) {
            *register = *arg;
        }
    }
}

/// What a scene shows, as the interpreter sees it.
fn env<'p>(scene: &Scene<'p>) -> Env<'p> {
    Env {
        positions: scene.positions,
        us: scene.us,
        from: scene.from,
        to: scene.to,
    }
}

impl Host for Run<'_> {
    #[inline(always)]
    fn context(&mut self) -> &mut Context {
        &mut self.meter.context
    }

    fn refuel(&mut self, units: u64) -> Result<(), Halted> {
        let answer = self.meter.refuel(units);
        self.halt(answer)
    }

    fn interpret(&mut self, function: FnId, scene: &Scene<'_>) -> Result<u64, Halted> {
        let answer = self.exec(function, &env(scene), self.top);
        self.halt(answer)
    }

    fn primitive(
        &mut self,
        prim: PrimId,
        position: &Position,
        args: [u64; 4],
    ) -> Result<u64, Halted> {
        let answer = if prim.is_of_ways() {
            ways::call(
                prim,
                position,
                args,
                &mut Rare::of(self.rare).zones,
                &mut self.meter,
            )
        } else {
            let [a, b, c, _] = args;
            host::call(prim, position, a, b, c, self.oracle)
        };
        self.halt(answer)
    }

    fn kept(&mut self, slot: SlotId, function: FnId, scene: &Scene<'_>) -> Result<u64, Halted> {
        let root = env(scene).shifted(adv_module::Frame::Root);
        let answer = self.word(function, &root);
        let value = self.halt(answer)?;
        self.keep(slot, value);
        Ok(value)
    }

    fn call(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        let scene = env(scene);
        let answer = if args.is_empty() {
            self.word(function, &scene)
        } else {
            self.hand_over(args);
            self.exec(function, &scene, self.top)
        };
        self.halt(answer)
    }

    fn turned(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        self.hand_over(args);
        let answer = self.turned(function, &env(scene), self.top, Reg(0));
        self.halt(answer).map(u64::from)
    }

    fn satisfiable(&mut self, advice: AdviceId, position: &Position) -> Result<u64, Halted> {
        // The code that asks was compiled for the side that the run faces.
        let us = self.natives.active.whole.us;
        let answer = self.nested(advice, position, us, self.top);
        self.halt(answer).map(u64::from)
    }
}
