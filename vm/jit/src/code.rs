//! The compiler from functions to native code, and the code itself.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::{Color, Role, Roster};
use adv_module::{Charges, FnId, Op, Program, SlotId};

use crate::bridge::{BoardForm, Frame};
use crate::context::{BY_HOST, GOES_ON, OUT_OF_FUEL, WANTS_KEPT};
use crate::emit::{self, Draft, Reach};
use crate::flow::own;
use crate::goals::{RowGoals, RowMover};
use crate::pool::Pool;
use crate::row::{self, Row, RowKey};
use crate::{Context, Few, Halt, Host, NoCode, Scene, Sight, Whole};

/// Native code: a frame, a context or nothing, as its [`Reach`] says, the boards current, new and root, and the move's squares as
/// sets.
pub(crate) type Entry = unsafe extern "C" fn(*mut (), u64, u64, u64, u64, u64) -> u64;

/// Functions with more instructions stay interpreted.
const LONGEST: usize = 2000;

/// The fuel that is asked for where the usual share does not suffice for one evaluation. Native code burns it in some hundredths of
/// a second; what needs more is interpreted, which can be interrupted on the way.
pub(crate) const LARGE_SHARE: u64 = 1 << 23;

/// Functions that have been compiled, and those that cannot be, by function, side and men.
type CodeCache = HashMap<(FnId, Color, Option<Roster>), Result<Arc<Native>, NoCode>>;

/// Compiles functions of one linked module, each once for a sight and a side, and keeps what it has compiled.
///
/// Code keeps the memory alive in which it is; the memory is given back when the compiler and all its code are gone.
pub struct Jit {
    pool: Arc<Pool>,
    functions: Mutex<CodeCache>,
    rows: Mutex<HashMap<RowKey, Result<Arc<Row>, NoCode>>>,
}

/// One function's code, and what has to live as long.
pub(crate) struct Native {
    entry: Entry,
    reach: Reach,
    /// How many slots of a root it looks at.
    slots: u16,
    form: BoardForm,
    function: FnId,
    charge: u64,
    /// What the code reads and hands on.
    _tables: emit::SquareTables,
    _form: Option<Arc<BoardForm>>,
    _pool: Arc<Pool>,
}

/// The native code of one function.
pub struct Code<S> {
    entry: Entry,
    /// One where a board says that a king is off the board. Compiled code counts on kings.
    guard: u64,
    reach: Reach,
    slots: u16,
    /// What a call burns at once.
    charge: u64,
    native: Arc<Native>,
    sight: PhantomData<S>,
}

impl Jit {
    /// Whether this build has a compiler, which its host need not support.
    pub const EXISTS: bool = true;

    /// A compiler for this host; `None` where there is none.
    pub fn new() -> Option<Jit> {
        Some(Jit {
            pool: Arc::new(Pool::new()?),
            functions: Mutex::default(),
            rows: Mutex::default(),
        })
    }

    /// True while another thread compiles; retry later instead of blocking.
    pub fn is_busy(&self) -> bool {
        self.pool.is_busy()
    }

    /// How much has been emitted, in the code generator's instructions or values.
    pub fn size(&self) -> usize {
        self.pool.size()
    }

    /// The code of a function for whole positions.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn whole(
        &self,
        module: &Program,
        function: FnId,
        us: Color,
    ) -> Result<Code<Whole>, NoCode> {
        Ok(Code::of(self.native(module, function, us, None)?, 0))
    }

    /// The code of a function for lean positions of a roster.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn few(
        &self,
        module: &Program,
        function: FnId,
        us: Color,
        roster: &Roster,
    ) -> Result<Code<Few>, NoCode> {
        let native = self.native(module, function, us, Some(*roster))?;
        Ok(Code::of(native, row::guard(roster)))
    }

    /// The code of a row of lean positions of a roster.
    ///
    /// # Errors
    /// Why it cannot be compiled.
    pub fn row(
        &self,
        module: &Program,
        goals: &RowGoals,
        us: Color,
        roster: &Roster,
    ) -> Result<Arc<Row>, NoCode> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (*goals, us, *roster);
        rows.entry(key)
            .or_insert_with(|| self.compile_row(module, &key).map(Arc::new))
            .clone()
    }

    fn compile_row(&self, module: &Program, key: &RowKey) -> Result<Row, NoCode> {
        let (goals, us, roster) = key;
        let charge = |function: Option<FnId>| match function {
            Some(function) => Ok(Charges::of(compilable(module, function)?).call),
            None => Ok(0),
        };
        let (holding, better) = (charge(goals.holding)?, charge(goals.better)?);
        let emit = |draft: &mut Draft<'_, '_>| draft.row(goals);
        let (entry, needs) = self.pool.compile(module, *us, Some(roster), emit)?;
        Ok(Row {
            entry,
            holding,
            better,
            slots: needs.slots,
            form: BoardForm {
                roster: Some(*roster),
                us: *us,
            },
            guard: row::guard(roster),
            mover: match goals.mover {
                RowMover::Ours { .. } => *us,
                RowMover::Theirs | RowMover::Replies { .. } => !*us,
            },
            _tables: needs.tables,
            _form: needs.form,
            _pool: Arc::clone(&self.pool),
        })
    }

    /// Compiles a function unless it has been tried before.
    fn native(
        &self,
        module: &Program,
        function: FnId,
        us: Color,
        roster: Option<Roster>,
    ) -> Result<Arc<Native>, NoCode> {
        let mut known = self
            .functions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        known
            .entry((function, us, roster))
            .or_insert_with(|| self.compile(module, function, us, roster).map(Arc::new))
            .clone()
    }

    fn compile(
        &self,
        module: &Program,
        function: FnId,
        us: Color,
        roster: Option<Roster>,
    ) -> Result<Native, NoCode> {
        let code = compilable(module, function)?;
        let emit = |draft: &mut Draft<'_, '_>| draft.function(function);
        let (entry, needs) = self.pool.compile(module, us, roster.as_ref(), emit)?;
        Ok(Native {
            entry,
            reach: needs.reach,
            slots: needs.slots,
            form: BoardForm { roster, us },
            function,
            charge: Charges::of(code).call,
            _tables: needs.tables,
            _form: needs.form,
            _pool: Arc::clone(&self.pool),
        })
    }
}

/// The code of a function that may be compiled.
fn compilable(module: &Program, function: FnId) -> Result<&[Op], NoCode> {
    let function = own(module, function).ok_or(NoCode::Missing)?;
    if !function.params.is_empty() {
        return Err(NoCode::Parameters);
    }
    if function.code.len() > LONGEST {
        return Err(NoCode::TooLong);
    }
    Ok(&function.code)
}

/// The bit of each single king that says that he is off the board.
pub(crate) fn king_bits(roster: &Roster) -> u64 {
    let mut bits = 0;
    for (man, (_, role)) in roster.men().enumerate() {
        if role == Role::King {
            bits |= u64::from(adv_chess::lean::TAKEN) << (8 * man);
        }
    }
    bits
}

impl fmt::Debug for Jit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jit").finish_non_exhaustive()
    }
}

impl<S> Clone for Code<S> {
    fn clone(&self) -> Code<S> {
        Code {
            native: Arc::clone(&self.native),
            ..*self
        }
    }
}

impl<S> fmt::Debug for Code<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("function", &self.native.function)
            .field("us", &self.native.form.us)
            .finish_non_exhaustive()
    }
}

impl<S: Sight> Code<S> {
    fn of(native: Arc<Native>, guard: u64) -> Code<S> {
        Code {
            entry: native.entry,
            guard,
            reach: native.reach,
            slots: native.slots,
            charge: native.charge,
            native,
            sight: PhantomData,
        }
    }

    /// Evaluates the function on the current, the new and the root position. All fuel is burnt here.
    ///
    /// Lean positions must be of the roster for which the code was compiled; positions of another give values without meaning.
    /// Where a king of the roster is off the board, or a position is special ([`adv_chess::Lean::is_special`]), the host evaluates the
    /// function ([`Host::call`]).
    ///
    /// # Errors
    /// [`Halt`] where the fuel does not suffice, or the host stops it.
    #[inline(always)]
    pub fn call<H: Host>(
        &self,
        host: &mut H,
        boards: [S::Board<'_>; 3],
        from: u64,
        to: u64,
    ) -> Result<u64, Halt> {
        let [current, new, root] = boards.map(S::word);
        if S::GUARDED && (current | new | root) & self.guard != 0 {
            return self.outside(host, [current, new, root], from, to);
        }
        let context = host.context();
        let context = match context.fuel.checked_sub(self.charge) {
            Some(left) => {
                context.fuel = left;
                context
            }
            None => self.charged(host)?,
        };
        match self.reach {
            Reach::Boards => {
                // SAFETY: the code lives as long as `native`, and looks at boards only. They are addresses of positions that are lent
                // to us, or words that only `Lean` makes, whose bytes do not exceed 64; so no table is read beyond its end.
                #[allow(unsafe_code, reason = "this is where compiled code is entered")]
                let value = unsafe { (self.entry)(ptr::null_mut(), current, new, root, from, to) };
                Ok(value)
            }
            Reach::Context => {
                let fuel = context.fuel;
                let value = self.enter(context, [current, new, root], from, to);
                if context.halted == GOES_ON {
                    return Ok(value);
                }
                self.halted(host, [current, new, root], from, to, fuel)
            }
            Reach::Host => self.framed(host, [current, new, root], from, to),
        }
    }

    /// Burns what a call costs where the host has to be asked for more fuel.
    #[cold]
    #[inline(never)]
    fn charged<'h, H: Host>(&self, host: &'h mut H) -> Result<&'h mut Context, Halt> {
        host.refuel(self.charge).map_err(|_| Halt::Host)?;
        let context = host.context();
        let left = context.fuel.checked_sub(self.charge);
        context.fuel = left.ok_or(Halt::Fuel)?;
        Ok(context)
    }

    /// Enters code that needs a context.
    #[inline(always)]
    fn enter(
        &self,
        context: &mut Context,
        [current, new, root]: [u64; 3],
        from: u64,
        to: u64,
    ) -> u64 {
        if !context.holds(self.slots) {
            // A context for another module: it has not even the slots that the code looks at.
            context.halted = BY_HOST;
            return 0;
        }
        let context = ptr::from_mut(context).cast();
        // SAFETY: as in `call`; the context is lent to us, and has the slots of the current root that the code looks at.
        #[allow(unsafe_code, reason = "this is where compiled code is entered")]
        unsafe {
            (self.entry)(context, current, new, root, from, to)
        }
    }

    /// What to do about code that has halted. Where a value of the root is missing, the host computes it and the call begins again, with
    /// the fuel that has been burnt on the way given back. Where the fuel does not suffice, the call begins again with a large share, and
    /// where that does not suffice either, the host evaluates the function; it ends where there is no more. It began with this
    /// much fuel.
    #[cold]
    #[inline(never)]
    fn halted<H: Host>(
        &self,
        host: &mut H,
        boards: [u64; 3],
        from: u64,
        to: u64,
        mut fuel: u64,
    ) -> Result<u64, Halt> {
        let mut large = false;
        // Each time one more of the slots is filled, or for once there is more fuel.
        for _ in 0..=self.slots.saturating_add(1) {
            let context = host.context();
            let why = std::mem::replace(&mut context.halted, GOES_ON);
            match why & 0xff {
                WANTS_KEPT => {
                    let burnt = fuel.saturating_sub(context.fuel);
                    let (slot, function) = (SlotId((why >> 8) as u16), FnId((why >> 32) as u32));
                    let kept =
                        self.show(boards, from, to, |scene| host.kept(slot, function, scene));
                    kept.map_err(|_| Halt::Host)?;
                    let context = host.context();
                    context.fuel = context.fuel.saturating_add(burnt);
                }
                OUT_OF_FUEL if large => {
                    context.fuel = fuel.saturating_add(self.charge);
                    let function = self.native.function;
                    let value =
                        self.show(boards, from, to, |scene| host.interpret(function, scene));
                    return value.map_err(|_| Halt::Host);
                }
                OUT_OF_FUEL => {
                    let left = std::mem::replace(&mut context.fuel, fuel);
                    host.refuel(LARGE_SHARE).map_err(|_| Halt::Host)?;
                    let context = host.context();
                    if context.fuel <= fuel {
                        context.fuel = left;
                        return Err(Halt::Fuel);
                    }
                    large = true;
                }
                _ => return Err(Halt::Host),
            }
            let context = host.context();
            fuel = context.fuel;
            let value = self.enter(context, boards, from, to);
            if context.halted == GOES_ON {
                if large {
                    host.refuel(0).map_err(|_| Halt::Host)?;
                }
                return Ok(value);
            }
        }
        // The host does not keep the value that it was to keep.
        host.context().halted = GOES_ON;
        Err(Halt::Host)
    }

    /// As [`Code::call`], with a frame.
    #[inline]
    fn framed<H: Host>(
        &self,
        host: &mut H,
        [current, new, root]: [u64; 3],
        from: u64,
        to: u64,
    ) -> Result<u64, Halt> {
        let Some(mut frame) = Frame::new(host, &self.native.form, self.slots) else {
            return Err(Halt::Host);
        };
        let place = (&raw mut frame).cast();
        // SAFETY: as in `call`; the frame is for this host, which is lent to us and not used before the code is back, and for the
        // boards of this code. Its context has the slots that the code looks at, and after each way back it has them or says that
        // the code has to end.
        #[allow(unsafe_code, reason = "this is where compiled code is entered")]
        let value = unsafe { (self.entry)(place, current, new, root, from, to) };
        match frame.halted() {
            GOES_ON => Ok(value),
            OUT_OF_FUEL => Err(Halt::Fuel),
            _ => Err(Halt::Host),
        }
    }

    /// Lets the host evaluate the function, and burn its fuel.
    #[cold]
    #[inline(never)]
    fn outside<H: Host>(
        &self,
        host: &mut H,
        boards: [u64; 3],
        from: u64,
        to: u64,
    ) -> Result<u64, Halt> {
        let function = self.native.function;
        let value = self.show(boards, from, to, |scene| host.call(function, scene, &[]));
        value.map_err(|_| Halt::Host)
    }

    /// Calls a function with what the code sees.
    fn show<T>(
        &self,
        boards: [u64; 3],
        from: u64,
        to: u64,
        show: impl FnOnce(&Scene<'_>) -> T,
    ) -> T {
        // SAFETY: the boards are those of a call, which are lent to us.
        #[allow(unsafe_code, reason = "boards are words here")]
        let positions = boards.map(|board| unsafe { self.native.form.position(board) });
        show(&Scene {
            positions: positions.each_ref(),
            us: self.native.form.us,
            from,
            to,
        })
    }
}
