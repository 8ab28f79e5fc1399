//! Which functions run as native code, and when one becomes so.
//!
//! A function is interpreted until it has been asked [`HOT`] times, so that a single question never waits for the code generator;
//! then it is compiled, for the side that is `us` and, on lean boards, for the men of the roster.
//!
//! ```text
//!   Natives ─┬─ whole boards: us = White, us = Black             one Table each
//!            └─ lean boards:  (us, roster), (us, roster), …      as they come up
//!   Table ──── by function: how often asked, then its code or that it has none
//! ```
//!
//! The tables belong to an engine and all its clones. A place is written once, so that threads share what one of them has compiled,
//! and a run can look at code while it is lent to that very code as its host.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use adv_chess::lean::MOST;
use adv_chess::{Color, Lean, Position, Role, Roster};
use adv_jit::{
    Code, Context, Few, Halt, Halted, Host, Kind, Outcome, Row, RowGoals, Scene, Sight, Whole,
};
use adv_module::program::{Advice, Goal};
use adv_module::{AdviceId, AdviceKind, FnId, Op, PrimId, Reg, SlotId, UnverifiedModule, When};

use crate::boards::{Boards, OnWholeBoards};
use crate::env::Env;
use crate::host;
use crate::limits::Stop;
use crate::machine::window;
use crate::run::Run;
use crate::search::Task;

/// How often a function is interpreted before it is compiled, unless somebody wants it otherwise.
pub(crate) const HOT: u32 = 500;

/// Pairs of a side and a set of men beyond these are searched on whole boards: each has code of its own.
const ROSTERS: usize = 32;

/// A function's native code and what a call of it burns.
pub(crate) struct Native<S> {
    code: Code<S>,
    cost: u64,
}

/// What is known of a function's native code.
struct Place<S> {
    /// It has been asked this often without.
    asked: AtomicU32,
    /// Its code, or that it has none.
    native: OnceLock<Option<Native<S>>>,
}

/// Native code for one side that is `us` and, on lean boards, one roster.
pub(crate) struct Table<S> {
    pub(crate) us: Color,
    pub(crate) roster: Option<Roster>,
    /// Which of the tables for lean boards it is.
    at: usize,
    places: Vec<Place<S>>,
    /// By piece-of-advice: the positions behind moves of each man by himself, and of any of ours or theirs.
    rows: Vec<[OnceLock<Option<NativeRow>>; MOST + 2]>,
    /// By colour and role, the man of the roster where there is one only.
    singles: [[Option<u8>; 6]; 2],
}

/// Moves that stand one behind the other, all of men of these roles.
#[derive(Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) from: usize,
    pub(crate) end: usize,
    pub(crate) roles: u8,
}

/// The code of a row, and what each test of its goals burns.
pub(crate) struct NativeRow {
    row: Arc<Row>,
    holding: u64,
    better: u64,
}

impl<S> Table<S> {
    fn new(us: Color, roster: Option<Roster>, at: usize, size: Size) -> Table<S> {
        let mut places = Vec::new();
        places.resize_with(size.functions, || Place {
            asked: AtomicU32::new(0),
            native: OnceLock::new(),
        });
        let rows = if roster.is_some() { size.advice } else { 0 };
        Table {
            us,
            roster,
            at,
            places,
            rows: (0..rows).map(|_| Default::default()).collect(),
            singles: roster.map_or([[None; 6]; 2], |roster| singles(&roster)),
        }
    }

    /// The code of a function, where it has been compiled.
    #[inline(always)]
    pub(crate) fn native(&self, function: FnId) -> Option<&Native<S>> {
        self.places.get(function.index())?.native.get()?.as_ref()
    }

    /// Counts one more call without code. True where it is time to compile the function.
    #[inline]
    fn warms(&self, function: FnId, hot: u32) -> bool {
        let Some(place) = self.places.get(function.index()) else {
            return false;
        };
        place.native.get().is_none() && place.asked.fetch_add(1, Ordering::Relaxed) + 1 == hot
    }

    fn note(&self, function: FnId, code: Option<Code<S>>, cost: u64) {
        // Another thread may have been quicker; its code is the same.
        let native = code.map(|code| Native { code, cost });
        let _was_first = self.places[function.index()].native.set(native).is_ok();
    }
}

/// The native code that an engine and its clones have.
pub(crate) struct Natives {
    whole: [Table<Whole>; 2],
    few: [OnceLock<Table<Few>>; ROSTERS],
    /// Stands where no lean boards are in use.
    no_few: Table<Few>,
    size: Size,
    hot: u32,
    /// Some function asks what a position is worth, which nobody may know: what is asked then can be seen.
    pub(crate) asks_oracle: bool,
}

/// How much there is in a module.
#[derive(Clone, Copy)]
struct Size {
    functions: usize,
    advice: usize,
}

impl Natives {
    /// Nothing yet, for a module.
    pub(crate) fn new(module: &UnverifiedModule, hot: u32) -> Natives {
        let size = Size {
            functions: module.functions.len(),
            advice: module.advice.len(),
        };
        let none = Size {
            functions: 0,
            advice: 0,
        };
        Natives {
            whole: Color::ALL.map(|us| Table::new(us, None, 0, size)),
            few: [const { OnceLock::new() }; ROSTERS],
            no_few: Table::new(Color::White, None, ROSTERS, none),
            size,
            hot: hot.max(1),
            asks_oracle: module
                .functions
                .iter()
                .flat_map(|f| &f.code)
                .any(|op| matches!(op, Op::Prim { prim, .. } if prim.asks_oracle())),
        }
    }

    /// The tables that a run begins with: most often those that the last one ended with.
    #[inline(always)]
    pub(crate) fn faced(&self, few: usize) -> Faced<'_> {
        Faced {
            whole: &self.whole[0],
            few: self
                .few
                .get(few)
                .and_then(OnceLock::get)
                .unwrap_or(&self.no_few),
        }
    }

    /// The table of a side and the men of a position, and the position on a lean board, where one can hold it.
    #[cold]
    #[inline(never)]
    fn few(&self, us: Color, position: &Position) -> Option<(&Table<Few>, Lean)> {
        let own = Roster::of(position)?;
        for (at, place) in self.few.iter().enumerate() {
            let table = place.get_or_init(|| Table::new(us, Some(own), at, self.size));
            if table.us == us
                && let Some(lean) = table.roster.and_then(|roster| roster.pack(position))
            {
                return Some((table, lean));
            }
        }
        None
    }
}

impl Faced<'_> {
    /// For [`Natives::faced`].
    pub(crate) fn few_at(&self) -> usize {
        self.few.at
    }
}

/// The tables in use.
#[derive(Clone, Copy)]
pub(crate) struct Faced<'m> {
    pub(crate) whole: &'m Table<Whole>,
    pub(crate) few: &'m Table<Few>,
}

/// By colour and role, the man of a roster where there is one only.
fn singles(roster: &Roster) -> [[Option<u8>; 6]; 2] {
    let of = |wanted: (Color, Role)| {
        let men = roster.men();
        let mut all = (0..men.len()).filter(|man| men[*man] == wanted);
        let first = all.next()?;
        all.next().is_none().then_some(first as u8)
    };
    Color::ALL.map(|color| Role::ALL.map(|role| of((color, role))))
}

/// The goals that a piece asks behind moves of ours or theirs, as a row asks them.
fn goals(advice: &Advice, ours: bool, man: Option<u8>) -> RowGoals {
    let asked = |goal: &Goal| match goal.when {
        When::Always => true,
        When::AfterUs => ours,
        When::AfterThem => !ours,
    };
    let (holding, better) = (&advice.holding, &advice.better);
    RowGoals {
        holding: holding.test.filter(|_| asked(holding)),
        better: better.test.filter(|_| ours && asked(better)),
        kind: if ours {
            Kind::Ours {
                action: advice.kind == AdviceKind::Action,
                better: asked(better),
            }
        } else {
            Kind::Theirs
        },
        man,
    }
}

impl<'m> Run<'m> {
    /// The code of a row on lean boards, once both its goals are compiled.
    #[inline(always)]
    fn row_of(&self, id: AdviceId, ours: bool, roles: u8) -> Option<&'m NativeRow> {
        let table: &'m Table<Few> = self.faced.few;
        let color = if ours { table.us } else { !table.us };
        let man = if roles.is_power_of_two() {
            let singles = &table.singles[color.index()];
            singles.get(roles.trailing_zeros() as usize)?.as_ref()
        } else {
            None
        };
        let at = man.map_or(MOST + usize::from(ours), |man| usize::from(*man));
        let place = &table.rows.get(id.index())?[at];
        match place.get() {
            Some(known) => known.as_ref(),
            None => self.make_row(table, place, id, ours, man.copied()),
        }
    }

    #[cold]
    fn make_row(
        &self,
        table: &'m Table<Few>,
        place: &'m OnceLock<Option<NativeRow>>,
        id: AdviceId,
        ours: bool,
        man: Option<u8>,
    ) -> Option<&'m NativeRow> {
        let goals = goals(&self.module.advice[id.index()], ours, man);
        let cost = |function: Option<FnId>| match function {
            Some(function) => {
                let known = table.places[function.index()].native.get()?;
                Some(known.as_ref().map(|native| native.cost))
            }
            None => Some(Some(0)),
        };
        // Not yet, or never.
        let (holding, better) = (cost(goals.holding)?, cost(goals.better)?);
        let made = || {
            let (holding, better) = (holding?, better?);
            let roster = table.roster.as_ref()?;
            let row = self.jit?.row(self.module, &goals, table.us, roster)?;
            Some(NativeRow {
                row,
                holding,
                better,
            })
        };
        place.get_or_init(made).as_ref()
    }

    /// Tests the positions behind the moves `from..end` of a node on a lean board by one piece of code. `None` where there is none, or
    /// the fuel may not suffice; nothing has happened then.
    #[inline(always)]
    pub(crate) fn native_row(
        &mut self,
        id: AdviceId,
        (node, root): (Lean, Lean),
        Stretch { from, end, roles }: Stretch,
        ours: bool,
        deeper: bool,
    ) -> Option<Outcome> {
        let native = self.row_of(id, ours, roles)?;
        let fuel = self.meter.context.fuel;
        // The code may ask for what is kept of the root, which may need moves of its own.
        let moves = std::mem::take(&mut self.moves);
        let outcome = native.row.run(self, node, root, &moves[from..end], deeper);
        self.moves = moves;
        let outcome = outcome?;
        let cost = outcome.tested as u64 * native.holding + outcome.passed as u64 * native.better;
        match self.meter.context.fuel.checked_sub(cost) {
            Some(left) => {
                self.meter.context.fuel = left;
                Some(outcome)
            }
            None => {
                self.meter.context.fuel = fuel;
                None
            }
        }
    }

    /// Turns to the side that is `us`, on whole boards.
    #[inline(always)]
    pub(crate) fn face(&mut self, us: Color) {
        self.faced.whole = &self.natives.whole[us.index()];
    }

    /// Lean boards for a search from this position, where they can hold it and native code is wanted.
    #[inline(always)]
    pub(crate) fn lean(&mut self, us: Color, position: &Position) -> Option<(Roster, Lean)> {
        // To explain what failed is the interpreter's, which keeps the positions.
        if self.jit.is_none() || self.why.is_some() {
            return None;
        }
        let table = self.faced.few;
        if table.us == us
            && let Some(roster) = &table.roster
            && let Some(lean) = roster.pack(position)
        {
            return Some((*roster, lean));
        }
        let (table, lean) = self.natives.few(us, position)?;
        self.faced.few = table;
        Some((table.roster?, lean))
    }

    /// The same for the current root, which is packed once for all pieces that are tried there.
    #[inline(always)]
    pub(crate) fn lean_root(&mut self, us: Color, position: &Position) -> Option<(Roster, Lean)> {
        let root = self.meter.context.root();
        if let Some((known, found)) = self.packed
            && known == root
            && self.faced.few.us == us
            && self.why.is_none()
        {
            return Some(found);
        }
        let found = self.lean(us, position)?;
        self.packed = Some((root, found));
        Some(found)
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
        let table: &'m Table<B::Sight> = B::table(self.faced);
        if let Some(native) = table.native(function) {
            let boards = [B::given(current), B::given(new), B::given(&task.board)];
            return self.native(native, boards, squares);
        }
        self.ask_cold(task, function, current, new, squares)
    }

    /// Calls native code.
    #[inline(always)]
    pub(crate) fn native<S: Sight>(
        &mut self,
        native: &'m Native<S>,
        boards: [S::Board<'_>; 3],
        (from, to): (u64, u64),
    ) -> Result<u64, Stop> {
        self.meter.burn(native.cost)?;
        let value = native.code.call(self, boards, from, to);
        value.map_err(|halt| self.stop_of(halt))
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
        self.warm::<B>(function);
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
    #[inline]
    pub(crate) fn warm<B: Boards>(&mut self, function: FnId) {
        if let Some(jit) = self.jit
            && B::table(self.faced).warms(function, self.natives.hot)
        {
            let table = B::table(self.faced);
            let code = B::compile(jit, self.module, function, table);
            let cost = self.module.functions[function.index()].code.len();
            table.note(function, code, cost as u64);
        }
    }

    /// Evaluates a function without parameters to a truth.
    #[inline(always)]
    pub(crate) fn truth(&mut self, function: FnId, env: &Env<'_>) -> Result<bool, Stop> {
        Ok(self.word(function, env)? != 0)
    }

    /// Evaluates a function without parameters to a word.
    #[inline(always)]
    pub(crate) fn word(&mut self, function: FnId, env: &Env<'_>) -> Result<u64, Stop> {
        self.word_at(function, env, self.top)
    }

    /// The same where the windows below `base` are in use.
    #[inline(always)]
    pub(crate) fn word_at(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
    ) -> Result<u64, Stop> {
        if self.jit.is_some() && self.why.is_none() {
            self.face(env.us);
            let table: &'m Table<Whole> = self.faced.whole;
            if let Some(native) = table.native(function) {
                self.meter.burn(native.cost)?;
                let top = std::mem::replace(&mut self.top, base);
                let value = native.code.call(self, env.positions, env.from, env.to);
                self.top = top;
                return value.map_err(|halt| self.stop_of(halt));
            }
            self.warm::<OnWholeBoards>(function);
        }
        self.exec(function, env, base)
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
        let us = self.faced.whole.us;
        let answer = self.nested(advice, position, us, self.top);
        self.halt(answer).map(u64::from)
    }
}
