//! Which functions run as native code, and when one becomes so.
//!
//! A function is interpreted until it has been asked [`HOT`] times, so that a single question never waits for the code generator;
//! then it is compiled, for the side that is `us` and, on lean boards, for the men of the roster. What is compiled belongs to one
//! engine; the code itself is shared by all that were cloned from one.

use adv_chess::{Color, Lean, Position, Roster};
use adv_jit::{Code, Context, Few, Halt, Halted, Host, Scene, Whole};
use adv_module::{AdviceId, FnId, PrimId, Reg, SlotId, UnverifiedModule};

use crate::boards::{Boards, OnWholeBoards};
use crate::env::Env;
use crate::host;
use crate::limits::Stop;
use crate::machine::window;
use crate::run::Run;
use crate::search::Task;

/// How often a function is interpreted before it is compiled.
const HOT: u32 = 500;

/// Sets of men beyond these are searched on whole boards: each has code of its own.
const ROSTERS: usize = 16;

/// A function's native code and what a call of it burns.
pub(crate) struct Native<S> {
    code: Code<S>,
    cost: u64,
}

impl<S> Native<S> {
    pub(crate) fn new(code: Code<S>, module: &UnverifiedModule, function: FnId) -> Native<S> {
        let cost = module.functions[function.index()].code.len() as u64;
        Native { code, cost }
    }
}

/// What is known of a function's native code.
enum State<S> {
    /// It has been asked this often without.
    Cold(u32),
    Compiled(Native<S>),
    /// It has none.
    Refused,
}

/// Native code for one side that is `us` and, on lean boards, one roster.
pub(crate) struct Natives<S> {
    us: Color,
    roster: Option<Roster>,
    states: Vec<State<S>>,
}

impl<S> Natives<S> {
    fn new(us: Color, roster: Option<Roster>, functions: usize) -> Natives<S> {
        let mut states = Vec::new();
        states.resize_with(functions, || State::Cold(0));
        Natives { us, roster, states }
    }

    /// The side that is `us` in this code.
    pub(crate) fn us(&self) -> Color {
        self.us
    }
}

/// The native code that an engine has, one table for each side and roster; those in use stand in front.
pub(crate) struct AllNatives {
    pub(crate) whole: Natives<Whole>,
    pub(crate) few: Natives<Few>,
    other_whole: Vec<Natives<Whole>>,
    other_few: Vec<Natives<Few>>,
    functions: usize,
}

impl Default for AllNatives {
    fn default() -> AllNatives {
        AllNatives::new(0)
    }
}

impl AllNatives {
    /// Nothing yet, for a module with so many functions.
    pub(crate) fn new(functions: usize) -> AllNatives {
        AllNatives {
            whole: Natives::new(Color::White, None, functions),
            few: Natives::new(Color::White, None, functions),
            other_whole: Vec::new(),
            other_few: Vec::new(),
            functions,
        }
    }

    /// Makes it fit a module with so many functions.
    #[inline(always)]
    pub(crate) fn fit(&mut self, functions: usize) {
        if self.functions != functions {
            *self = AllNatives::new(functions);
        }
    }

    /// Turns to the side that is `us`, on whole boards.
    #[inline(always)]
    pub(crate) fn face(&mut self, us: Color) {
        if self.whole.us != us {
            self.face_other(us);
        }
    }

    #[cold]
    fn face_other(&mut self, us: Color) {
        let mut others = self.other_whole.iter_mut();
        match others.find(|table| table.us == us) {
            Some(table) => std::mem::swap(table, &mut self.whole),
            None => {
                let fresh = Natives::new(us, None, self.functions);
                self.other_whole
                    .push(std::mem::replace(&mut self.whole, fresh));
            }
        }
    }

    /// Which tables are in use, for [`AllNatives::turn_back`].
    pub(crate) fn faced(&self) -> (Color, Color, Option<Roster>) {
        (self.whole.us, self.few.us, self.few.roster)
    }

    /// Turns back to the tables that were in use.
    #[inline(always)]
    pub(crate) fn turn_back(&mut self, faced: (Color, Color, Option<Roster>)) {
        if self.faced() == faced {
            return;
        }
        let (whole, us, roster) = faced;
        self.face(whole);
        let mut others = self.other_few.iter_mut();
        if let Some(table) = others.find(|t| t.us == us && t.roster == roster) {
            std::mem::swap(table, &mut self.few);
        }
    }

    /// Turns to a side and the men of a position, on lean boards, where they can hold it.
    #[inline(always)]
    fn face_few(&mut self, us: Color, position: &Position) -> Option<(Roster, Lean)> {
        if self.few.us == us
            && let Some(roster) = &self.few.roster
            && let Some(lean) = roster.pack(position)
        {
            return Some((*roster, lean));
        }
        self.face_other_few(us, position)
    }

    #[cold]
    fn face_other_few(&mut self, us: Color, position: &Position) -> Option<(Roster, Lean)> {
        let fits = |table: &Natives<Few>| {
            let roster = table.roster.filter(|_| table.us == us)?;
            Some((roster, roster.pack(position)?))
        };
        for table in &mut self.other_few {
            if let Some(found) = fits(table) {
                std::mem::swap(table, &mut self.few);
                return Some(found);
            }
        }
        let roster = Roster::of(position)?;
        let lean = roster.pack(position)?;
        if self.other_few.len() >= ROSTERS {
            return None;
        }
        let fresh = Natives::new(us, Some(roster), self.functions);
        self.other_few.push(std::mem::replace(&mut self.few, fresh));
        Some((roster, lean))
    }
}

impl<'m> Run<'m> {
    /// Lean boards for a search from this position, where they can hold it and native code is wanted.
    #[inline(always)]
    pub(crate) fn lean(&mut self, us: Color, position: &Position) -> Option<(Roster, Lean)> {
        // To explain what failed is the interpreter's, which keeps the positions.
        if self.jit.is_none() || self.why.is_some() {
            return None;
        }
        self.natives.face_few(us, position)
    }

    /// Evaluates a function in a search, where `current` has no prefix and `new` is the node or the position behind the move.
    #[inline(always)]
    pub(crate) fn ask<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        function: FnId,
        current: &B::Board,
        new: &B::Board,
        squares: (u64, u64),
    ) -> Result<u64, Stop> {
        if let State::Compiled(native) = &B::natives(self).states[function.index()] {
            let (code, cost) = (native.code.clone(), native.cost);
            self.meter.burn(cost)?;
            let boards = [B::given(current), B::given(new), B::given(&task.board)];
            return code
                .call(self, boards, squares.0, squares.1)
                .map_err(|halt| self.stop_of(halt));
        }
        self.ask_cold(task, function, current, new, squares)
    }

    /// The same by the interpreter.
    #[inline(never)]
    fn ask_cold<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        function: FnId,
        current: &B::Board,
        new: &B::Board,
        squares: (u64, u64),
    ) -> Result<u64, Stop> {
        self.warm(&task.boards, function);
        let (current, new) = (task.boards.whole(current), task.boards.whole(new));
        let env = Env {
            positions: [&*current, &*new, task.root],
            us: task.us,
            from: squares.0,
            to: squares.1,
        };
        self.exec(function, &env, self.top)
    }

    /// Counts one more call of a function that is not compiled, and has it compiled when it is time.
    #[inline(always)]
    fn warm<B: Boards>(&mut self, boards: &B, function: FnId) {
        if self.jit.is_none() {
            return;
        }
        if let State::Cold(asked) = &mut B::natives(self).states[function.index()] {
            *asked += 1;
            if *asked == HOT {
                self.compile(boards, function);
            }
        }
    }

    #[cold]
    fn compile<B: Boards>(&mut self, boards: &B, function: FnId) {
        let state = match boards.compile(self, function) {
            Some(native) => State::Compiled(native),
            None => State::Refused,
        };
        B::natives(self).states[function.index()] = state;
    }

    /// Evaluates a function without parameters to a truth.
    #[inline(always)]
    pub(crate) fn truth(&mut self, function: FnId, env: &Env<'_>) -> Result<bool, Stop> {
        Ok(self.word(function, env)? != 0)
    }

    /// Evaluates a function without parameters to a word.
    #[inline(always)]
    pub(crate) fn word(&mut self, function: FnId, env: &Env<'_>) -> Result<u64, Stop> {
        if self.jit.is_some() {
            self.natives.face(env.us);
            if let State::Compiled(native) = &self.natives.whole.states[function.index()] {
                let (code, cost) = (native.code.clone(), native.cost);
                self.meter.burn(cost)?;
                return code
                    .call(self, env.positions, env.from, env.to)
                    .map_err(|halt| self.stop_of(halt));
            }
            self.warm(&OnWholeBoards, function);
        }
        self.exec(function, env, self.top)
    }

    #[cold]
    fn stop_of(&mut self, halt: Halt) -> Stop {
        match halt {
            Halt::Fuel => Stop::Fuel,
            Halt::Host => self.stopped.take().unwrap_or(Stop::Fuel),
        }
    }

    /// Notes why compiled code has to end.
    fn halt<T>(&mut self, answer: Result<T, Stop>) -> Result<T, Halted> {
        answer.map_err(|stop| {
            self.stopped = Some(stop);
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

    fn primitive(
        &mut self,
        prim: PrimId,
        position: &Position,
        args: [u64; 3],
    ) -> Result<u64, Halted> {
        let answer = host::call(prim, position, args, self.oracle);
        self.halt(answer)
    }

    fn kept(&mut self, slot: SlotId, function: FnId, scene: &Scene<'_>) -> Result<u64, Halted> {
        let root = env(scene).shifted(adv_module::Frame::Root);
        let answer = self.exec(function, &root, self.top);
        let value = self.halt(answer)?;
        self.keep(slot, value);
        Ok(value)
    }

    fn call(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        self.hand_over(args);
        let answer = self.exec(function, &env(scene), self.top);
        self.halt(answer)
    }

    fn turned(&mut self, function: FnId, scene: &Scene<'_>, args: &[u64]) -> Result<u64, Halted> {
        self.hand_over(args);
        let answer = self.turned(function, &env(scene), self.top, Reg(0));
        self.halt(answer).map(u64::from)
    }

    fn satisfiable(&mut self, advice: AdviceId, position: &Position) -> Result<u64, Halted> {
        // The code that asks was compiled for the side that the run faces.
        let us = self.natives.whole.us();
        let answer = self.nested(advice, position, us, self.top);
        self.halt(answer).map(u64::from)
    }
}
