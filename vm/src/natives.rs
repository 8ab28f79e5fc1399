//! Which functions run as native code, and when one becomes so.
//!
//! A function is interpreted until it has been called [`HOT`] times, so that a single question never waits for the code generator;
//! then it is compiled, for the side that is `us` and, on lean boards, for the men of the roster.
//!
//! ```text
//!   Natives ─┬─ whole boards: us = White, us = Black             one NativeTable each
//!            └─ lean boards:  (us, roster), (us, roster), …      as they come up
//!   NativeTable ──── by function: its calls, then its code or that it has none
//! ```
//!
//! The tables belong to an engine and all its clones. A slot is written once, so that threads share what one of them has compiled,
//! and a run can look at code while it is lent to that very code as its host.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use adv_chess::{Color, Lean, Position, Roster};
use adv_jit::{Code, Few, Halt, Jit, NoCode, Sight, Whole};
use adv_module::{FnId, Program, TableId};

use crate::env::Env;
use crate::lean_root::{LeanRoot, NO_ROOT};
use crate::limits::Stop;
use crate::native_rows::{RowPlaces, liveliest, men_of, no_rows, roles, single_men, singles};
use crate::run::Run;
use crate::search::boards::{Boards, OnWholeBoards};
use crate::search::request::Task;

/// How often a function is interpreted before it is compiled, unless a caller sets another number.
pub(crate) const HOT: u32 = 500;

/// How many calls later it is tried again where the compiler is busy.
const LATER: u32 = 50;

/// Pairs of a side and a set of men beyond these are searched on whole boards: each has code of its own.
const ROSTERS: usize = 32;

/// How often a function has been called, and its native code.
pub(crate) struct HotSlot<S> {
    /// It has been called this often without code.
    asked: AtomicU32,
    /// Of a goal: in rows that may get code of their own, which are not among those.
    in_rows: AtomicU32,
    /// Its code, or why it has none.
    pub(crate) native: OnceLock<Result<Code<S>, NoCode>>,
}

/// Native code for one side that is `us` and, on lean boards, one roster.
pub(crate) struct NativeTable<S> {
    pub(crate) us: Color,
    pub(crate) roster: Option<Roster>,
    /// Which of the tables for lean boards it is.
    at: usize,
    pub(crate) places: Vec<HotSlot<S>>,
    /// By piece-of-advice.
    pub(crate) rows: Vec<RowPlaces>,
    /// By colour and role, the man of the roster where there is one only.
    pub(crate) singles: [[Option<u8>; 6]; 2],
    /// The roles of each colour's men.
    pub(crate) roles: [u8; 2],
    /// The same, where each is one man's and none is a pawn's.
    pub(crate) single_men: [u8; 2],
    /// Where the byte of our liveliest man begins in a board's word.
    pub(crate) liveliest: u32,
    /// Bits for our men, by their places in the roster.
    pub(crate) ours: u8,
}

impl<S> HotSlot<S> {
    /// True where it is time for code of the rows that ask it.
    pub(crate) fn is_hot_in_rows(&self, hot: u32) -> bool {
        self.native.get().is_some() || self.in_rows.load(Ordering::Relaxed) >= hot
    }
}

impl<S> NativeTable<S> {
    fn new(us: Color, roster: Option<Roster>, at: usize, size: Size) -> NativeTable<S> {
        let mut places = Vec::new();
        places.resize_with(size.functions, || HotSlot {
            asked: AtomicU32::new(0),
            in_rows: AtomicU32::new(0),
            native: OnceLock::new(),
        });
        let rows = if roster.is_some() { size.advice } else { 0 };
        NativeTable {
            us,
            roster,
            at,
            places,
            rows: (0..rows).map(|_| no_rows()).collect(),
            singles: roster.map_or([[None; 6]; 2], |roster| singles(&roster)),
            roles: roster.map_or([0; 2], |roster| roles(&roster)),
            single_men: roster.map_or([0; 2], |roster| single_men(&roster)),
            liveliest: roster.map_or(0, |roster| liveliest(us, &roster)),
            ours: roster.map_or(0, |roster| men_of(us, &roster)),
        }
    }

    /// The code of a function, where it has been compiled.
    #[inline(always)]
    pub(crate) fn native(&self, function: FnId) -> Option<&Code<S>> {
        self.places
            .get(function.index())?
            .native
            .get()?
            .as_ref()
            .ok()
    }

    /// Counts one more call without code. True where it is time to compile the function.
    #[inline]
    fn warms(&self, function: FnId, hot: u32) -> bool {
        let Some(place) = self.places.get(function.index()) else {
            return false;
        };
        place.native.get().is_none() && place.asked.fetch_add(1, Ordering::Relaxed) + 1 == hot
    }

    /// Lets a function wait some calls more, since another thread is compiling: to interpret it meanwhile costs less than to wait.
    #[cold]
    fn puts_off(&self, function: FnId, hot: u32) {
        if let Some(place) = self.places.get(function.index()) {
            place.asked.fetch_sub(LATER.min(hot), Ordering::Relaxed);
        }
    }

    /// The functions that were to be compiled and have no code.
    fn without_code(&self) -> impl Iterator<Item = (FnId, NoCode)> {
        self.places.iter().enumerate().filter_map(|(at, slot)| {
            let reason = slot.native.get()?.as_ref().err()?;
            Some((FnId(at as u32), *reason))
        })
    }

    fn note(&self, function: FnId, code: Result<Code<S>, NoCode>) {
        // Another thread may have been quicker; its code is the same.
        let _was_first = self.places[function.index()].native.set(code).is_ok();
    }
}

/// The native code that an engine and its clones have.
pub(crate) struct Natives {
    whole: [NativeTable<Whole>; 2],
    few: [OnceLock<NativeTable<Few>>; ROSTERS],
    /// Used where no lean boards are in use.
    no_few: NativeTable<Few>,
    size: Size,
    pub(crate) hot: u32,
    /// Some piece-of-advice asks the oracle, which may stop the run, so evaluation order is observable.
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
    pub(crate) fn new(module: &Program, hot: u32) -> Natives {
        let size = Size {
            functions: module.functions.len(),
            advice: module.advice.len(),
        };
        let none = Size {
            functions: 0,
            advice: 0,
        };
        Natives {
            whole: Color::ALL.map(|us| NativeTable::new(us, None, 0, size)),
            few: [const { OnceLock::new() }; ROSTERS],
            no_few: NativeTable::new(Color::White, None, ROSTERS, none),
            size,
            hot: hot.max(1),
            asks_oracle: module.searches_ask_oracle(),
        }
    }

    /// The tables that a run begins with: most often those that the last one ended with.
    #[inline(always)]
    fn active(&self, few: usize) -> ActiveTables<'_> {
        ActiveTables {
            whole: &self.whole[0],
            few: self
                .few
                .get(few)
                .and_then(OnceLock::get)
                .unwrap_or(&self.no_few),
        }
    }

    /// The functions that have been called often and have no code, with the reason, in the order of the module.
    pub(crate) fn without_code(&self) -> Vec<(FnId, NoCode)> {
        let whole = self.whole.iter().flat_map(NativeTable::without_code);
        let few = self.few.iter().filter_map(OnceLock::get);
        let few = few.flat_map(NativeTable::without_code);
        let mut found: Vec<(FnId, NoCode)> = whole.chain(few).collect();
        found.sort_by_key(|(function, _)| *function);
        found.dedup_by_key(|(function, _)| *function);
        found
    }

    /// The table of a side and the men of a position, and the position on a lean board, where one can hold it.
    #[cold]
    #[inline(never)]
    pub(crate) fn few(&self, us: Color, position: &Position) -> Option<(&NativeTable<Few>, Lean)> {
        let own = Roster::of(position)?;
        for (at, place) in self.few.iter().enumerate() {
            let table = place.get_or_init(|| NativeTable::new(us, Some(own), at, self.size));
            if table.us == us
                && let Some(lean) = table.roster.and_then(|roster| roster.pack(position))
            {
                return Some((table, lean));
            }
        }
        None
    }
}

impl ActiveTables<'_> {
    /// For [`Natives::active`].
    pub(crate) fn few_at(&self) -> usize {
        self.few.at
    }
}

/// The tables in use.
#[derive(Clone, Copy)]
pub(crate) struct ActiveTables<'m> {
    pub(crate) whole: &'m NativeTable<Whole>,
    pub(crate) few: &'m NativeTable<Few>,
}

/// How a run uses native code.
pub(crate) struct NativeUse<'m> {
    /// The code of the engine and its clones.
    pub(crate) shared: &'m Natives,
    /// The tables in use.
    pub(crate) active: ActiveTables<'m>,
    /// Nothing is compiled without a compiler.
    pub(crate) jit: Option<&'m Jit>,
    /// The root that was packed last.
    pub(crate) packed: LeanRoot,
    /// The table that has seen a root plainly, and its men and side by the number of their native code.
    pub(crate) plain: Option<(TableId, usize)>,
    /// Why compiled code had to end.
    pub(crate) stopped: Option<Stop>,
}

impl<'m> NativeUse<'m> {
    /// Without a compiler, and with the tables of lean boards that the last run ended with.
    #[inline(always)]
    pub(crate) fn new(shared: &'m Natives, few: usize) -> NativeUse<'m> {
        NativeUse {
            shared,
            active: shared.active(few),
            jit: None,
            packed: LeanRoot::default(),
            plain: None,
            stopped: None,
        }
    }

    /// The root with this number is the same position under another number now.
    #[inline(always)]
    pub(crate) fn rename_root(&mut self, before: u64, now: u64) {
        if self.packed.root == before {
            self.packed.root = now;
        }
    }

    /// Forgets what belongs to the root of the consultation before.
    #[inline(always)]
    pub(crate) fn forget_root(&mut self) {
        self.packed.root = NO_ROOT;
        self.stopped = None;
    }
}

impl<'m> Run<'m> {
    /// Turns to the side that is `us`, on whole boards.
    #[inline(always)]
    pub(crate) fn activate(&mut self, us: Color) {
        self.natives.active.whole = &self.natives.shared.whole[us.index()];
    }

    /// Evaluates a function in a search, where `current` has no prefix and `new` is the node or the position after the move.
    #[inline(always)]
    pub(crate) fn ask<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        function: FnId,
        current: &B::Board,
        new: &B::Board,
        squares: (u64, u64),
    ) -> Result<u64, Stop> {
        let table: &'m NativeTable<B::Sight> = B::table(self.natives.active);
        if let Some(native) = table.native(function) {
            let boards = [B::given(current), B::given(new), B::given(&task.board)];
            return self.native(native, boards, squares);
        }
        self.ask_cold(task, function, current, new, squares)
    }

    /// The same for a goal at a position of a row that has no code yet: it is the row that gets some, and not the goal.
    #[inline(never)]
    pub(crate) fn ask_in_row<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        function: FnId,
        current: &B::Board,
        new: &B::Board,
    ) -> Result<u64, Stop> {
        if let Some(place) = B::table(self.natives.active).places.get(function.index()) {
            place.in_rows.fetch_add(1, Ordering::Relaxed);
        }
        self.interpreted(task, function, current, new, (0, 0))
    }

    /// Calls native code.
    #[inline(always)]
    pub(crate) fn native<S: Sight>(
        &mut self,
        native: &'m Code<S>,
        boards: [S::Board<'_>; 3],
        (from, to): (u64, u64),
    ) -> Result<u64, Stop> {
        let value = native.call(self, boards, from, to);
        value.map_err(|halt| self.stop_of(halt))
    }

    /// The same by the interpreter.
    #[inline(never)]
    fn ask_cold<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        function: FnId,
        current: &B::Board,
        new: &B::Board,
        squares: (u64, u64),
    ) -> Result<u64, Stop> {
        self.warm::<B>(function);
        self.interpreted(task, function, current, new, squares)
    }

    #[inline]
    fn interpreted<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        function: FnId,
        current: &B::Board,
        new: &B::Board,
        squares: (u64, u64),
    ) -> Result<u64, Stop> {
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
        if let Some(jit) = self.natives.jit
            && B::table(self.natives.active).warms(function, self.natives.shared.hot)
        {
            let table = B::table(self.natives.active);
            if jit.is_busy() {
                table.puts_off(function, self.natives.shared.hot);
                return;
            }
            let code = B::compile(jit, self.module, function, table);
            table.note(function, code);
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
        if self.natives.jit.is_some() && self.notes.why.is_none() {
            self.activate(env.us);
            let table: &'m NativeTable<Whole> = self.natives.active.whole;
            if let Some(native) = table.native(function) {
                let top = std::mem::replace(&mut self.top, base);
                let value = native.call(self, env.positions, env.from, env.to);
                self.top = top;
                return value.map_err(|halt| self.stop_of(halt));
            }
            self.warm::<OnWholeBoards<true>>(function);
        }
        self.exec(function, env, base)
    }

    #[cold]
    fn stop_of(&mut self, halt: Halt) -> Stop {
        match halt {
            Halt::Fuel => Stop::Fuel,
            Halt::Host => self.natives.stopped.take().unwrap_or(Stop::Fuel),
        }
    }
}
