//! What belongs to a root: the values kept of it, and positions that are turned with it.
//!
//! A consultation, a nested search and each symmetry of `turned` have a root of their own; the values are in the context that is
//! shared with compiled code ([`adv_jit::Context`]).

use adv_chess::{Color, Lean, Position, Symmetry};
use adv_jit::{Code, Few, Outer};
use adv_module::format::MAX_PARAMS;
use adv_module::{FnId, Reg, SlotId, Ty};

use crate::env::Env;
use crate::limits::Stop;
use crate::machine::{WINDOW, window};
use crate::natives::NativeTable;
use crate::run::Run;
use crate::search::boards::OnLeanBoards;

impl<'m> Run<'m> {
    /// Looks a descriptor up in the eight symmetries: of the positions and of every board among the arguments.
    pub(crate) fn turned(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
        at: Reg,
    ) -> Result<bool, Stop> {
        let record = self.module.functions.get(function.index());
        let params = record.map_or(&[][..], |function| &function.params);
        if params.is_empty()
            && let Some(answer) = self.turned_lean(function, env, base + WINDOW)
        {
            return answer;
        }
        let mut given = [0u64; MAX_PARAMS];
        let given = given.get_mut(..params.len()).unwrap_or_default();
        let registers = window(&mut self.registers, base)
            .iter()
            .skip(usize::from(at.0));
        for (value, register) in given.iter_mut().zip(registers) {
            *value = *register;
        }
        for symmetry in Symmetry::ALL {
            // Most often the three are one or two.
            let [current, new, root] = env.positions;
            let first = symmetry.apply_position(current);
            let (second, third);
            let positions = [
                &first,
                if std::ptr::eq(new, current) {
                    &first
                } else {
                    second = symmetry.apply_position(new);
                    &second
                },
                if std::ptr::eq(root, current) {
                    &first
                } else {
                    third = symmetry.apply_position(root);
                    &third
                },
            ];
            let turned = Env {
                positions,
                us: env.us,
                from: symmetry.apply(env.from),
                to: symmetry.apply(env.to),
            };
            let inner = base + WINDOW;
            let registers = window(&mut self.registers, inner).iter_mut();
            for ((value, ty), register) in given.iter().zip(params).zip(registers) {
                *register = match ty {
                    Ty::Board => symmetry.apply(*value),
                    _ => *value,
                };
            }
            // The root is turned too, so what was kept of it does not hold here.
            let saved = self.enter_root();
            let (taken, here) = (self.taken, self.here);
            self.taken = symmetry.apply(taken);
            self.here = symmetry.apply(here);
            let value = if given.is_empty() {
                self.word_at(function, &turned, inner)
            } else {
                self.exec(function, &turned, inner)
            };
            self.taken = taken;
            self.here = here;
            self.leave_root(saved);
            if value? != 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same on lean boards by native code, where there is such.
    fn turned_lean(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
    ) -> Option<Result<bool, Stop>> {
        if env.from | env.to != 0 || self.natives.active.few.us != env.us {
            return None;
        }
        let table = self.natives.active.few;
        let native = table.native(function);
        let Some(native) = native else {
            self.warm::<OnLeanBoards<true>>(function);
            return None;
        };
        let roster = table.roster?;
        let [current, new, root] = env.positions;
        let first = roster.pack(current)?;
        let same = |other| std::ptr::eq(other, current);
        let second = if same(new) { first } else { roster.pack(new)? };
        let third = if same(root) {
            first
        } else {
            roster.pack(root)?
        };
        // Where the code asks whether a piece is satisfiable, it is so for the side that it was compiled for; an evaluation by itself has
        // not said which that is.
        let faced = self.natives.active.whole;
        self.activate(env.us);
        let answer = self.turned_each(native, [first, second, third], base);
        self.natives.active.whole = faced;
        Some(answer)
    }

    /// Asks native code in the eight symmetries.
    fn turned_each(
        &mut self,
        native: &'m Code<Few>,
        boards: [Lean; 3],
        base: usize,
    ) -> Result<bool, Stop> {
        for symmetry in Symmetry::ALL {
            let boards = boards.map(|lean| lean.turned(symmetry));
            // The root is turned too, so what was kept of it does not hold here.
            let saved = self.enter_root();
            let top = std::mem::replace(&mut self.top, base);
            let value = self.native(native, boards, (0, 0));
            self.top = top;
            self.leave_root(saved);
            match value {
                Ok(0) => {}
                Ok(_) => return Ok(true),
                Err(stop) => return Err(stop),
            }
        }
        Ok(false)
    }

    /// Evaluates a descriptor without parameters at the current root: on a lean board where one can hold it, which native code reads
    /// faster than a whole one.
    #[inline]
    pub(crate) fn truth_at_root(
        &mut self,
        function: FnId,
        root: &Position,
        us: Color,
    ) -> Result<bool, Stop> {
        let env = Env::single(root, us);
        if !self.lean_root(us, root) {
            return self.truth(function, &env);
        }
        let table: &'m NativeTable<Few> = self.natives.active.few;
        let place = table.places.get(function.index());
        let value = match place.and_then(|place| place.native.get()) {
            Some(Ok(native)) => {
                self.activate(us);
                let board = self.natives.packed.board;
                self.native(native, [board; 3], (0, 0))
            }
            Some(Err(_)) => self.word(function, &env),
            None => {
                self.warm::<OnLeanBoards<true>>(function);
                self.exec(function, &env, self.top)
            }
        };
        Ok(value? != 0)
    }

    #[inline(always)]
    pub(crate) fn kept(&self, slot: SlotId) -> Option<u64> {
        self.meter.context.kept(slot.index())
    }

    pub(crate) fn keep(&mut self, slot: SlotId, value: u64) {
        self.meter.context.keep(slot.index(), value);
    }

    /// Begins a consultation at a new root: nothing is kept yet. Returns what [`Run::leave_root`] needs.
    pub(crate) fn enter_root(&mut self) -> Outer {
        self.meter.context.enter_root()
    }

    /// Goes back to the root before, whose kept values hold again.
    pub(crate) fn leave_root(&mut self, outer: Outer) {
        self.meter.context.leave_root(outer);
    }
}
