//! The way from compiled code back to the host.
//!
//! Compiled code is one for all hosts, so it calls through a table of functions in the caller's [`Frame`], together
//! with the host itself. Whatever the host does may move the context or put another one in its place, so each way back writes its
//! address anew. A context that has fewer slots than the code looks at ends the code before it looks: safety does not depend on
//! what a host does.
//!
//! ```text
//!   Code::call ──▶ Frame { context, calls, host, … } ──▶ compiled code
//!                                                     │ calls.primitive(frame, …)
//!                                                     ▼
//!                                    primitive::<H> ──▶ H::primitive(…)
//! ```

use std::mem::MaybeUninit;
use std::ptr;

use adv_chess::{Color, Position, Roster};
use adv_module::{AdviceId, FnId, PrimId, SlotId};

use crate::context::{BY_HOST, GOES_ON};
use crate::{Context, Halted, Host, Scene};

/// What a call of compiled code needs from its caller, where it needs anything but boards.
#[repr(C)]
pub(crate) struct Frame {
    pub(crate) context: *mut Context,
    pub(crate) calls: *const HostCalls,
    host: *mut (),
    form: *const BoardForm,
    /// How many slots of the current root the code looks at.
    slots: u16,
    /// Written by compiled code before it calls what needs a scene: current, new, root, from, to.
    pub(crate) scene: [MaybeUninit<u64>; 5],
}

/// What the boards of a function are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardForm {
    /// Of lean boards; without one, boards are addresses of positions.
    pub(crate) roster: Option<Roster>,
    pub(crate) us: Color,
}

impl BoardForm {
    /// A board, made whole where it is lean.
    ///
    /// # Safety
    /// Without a roster the board is the address of a position that outlives this call.
    #[allow(unsafe_code, reason = "boards come back from compiled code as words")]
    pub(crate) unsafe fn position(&self, board: u64) -> Position {
        match &self.roster {
            Some(roster) => roster.unpack_word(board),
            None => {
                // SAFETY: the caller's promise; `Code::call` has exposed the address.
                unsafe { *ptr::with_exposed_provenance::<Position>(board as usize) }
            }
        }
    }

    /// Asks something of a board, which is lent where it is whole.
    ///
    /// # Safety
    /// As for [`BoardForm::position`].
    #[allow(unsafe_code, reason = "boards come back from compiled code as words")]
    #[inline(always)]
    unsafe fn lend<T>(&self, board: u64, ask: impl FnOnce(&Position) -> T) -> T {
        match &self.roster {
            Some(roster) => ask(&roster.unpack_word(board)),
            None => {
                // SAFETY: the caller's promise; nothing writes to a board while code that was given it runs.
                ask(unsafe { &*ptr::with_exposed_provenance::<Position>(board as usize) })
            }
        }
    }
}

/// The ways back, in the order in which compiled code knows them.
#[repr(C)]
pub(crate) struct HostCalls {
    /// Frame, primitive, board, four arguments.
    pub(crate) primitive: unsafe extern "C" fn(*mut Frame, u64, u64, u64, u64, u64, u64) -> u64,
    /// Frame, slot, function.
    pub(crate) kept: unsafe extern "C" fn(*mut Frame, u64, u64) -> u64,
    /// Frame, function, arguments and their number.
    pub(crate) call: unsafe extern "C" fn(*mut Frame, u64, *const u64, u64) -> u64,
    /// Frame, function, arguments and their number.
    pub(crate) turned: unsafe extern "C" fn(*mut Frame, u64, *const u64, u64) -> u64,
    /// Frame, piece-of-advice, board.
    pub(crate) satisfiable: unsafe extern "C" fn(*mut Frame, u64, u64) -> u64,
    /// Frame, units of fuel that are wanted.
    pub(crate) refuel: unsafe extern "C" fn(*mut Frame, u64) -> u64,
}

impl Frame {
    /// A frame for one call of code that looks at so many slots of a root; `None` where the host's context has fewer.
    #[inline(always)]
    pub(crate) fn new<H: Host>(host: &mut H, form: &BoardForm, slots: u16) -> Option<Frame> {
        let host: *mut H = host;
        // SAFETY: the host has just been lent to us.
        #[allow(unsafe_code, reason = "the host is lent on as a pointer")]
        let context = unsafe { (*host).context() };
        if !context.holds(slots) {
            return None;
        }
        Some(Frame {
            context,
            calls: const {
                &HostCalls {
                    primitive: primitive::<H>,
                    kept: kept::<H>,
                    call: call::<H>,
                    turned: turned::<H>,
                    satisfiable: satisfiable::<H>,
                    refuel: refuel::<H>,
                }
            },
            host: host.cast(),
            form,
            slots,
            scene: [MaybeUninit::uninit(); 5],
        })
    }

    /// Why the code has come back, after which its context goes on.
    pub(crate) fn halted(self) -> u64 {
        // SAFETY: the host has not been used since it lent this context, to `new` or to the last `ask`, and a frame is made and used
        // within one loan of its host.
        #[allow(unsafe_code, reason = "the context is lent as a pointer")]
        let context = unsafe { &mut *self.context };
        std::mem::replace(&mut context.halted, GOES_ON)
    }

    /// Lets the host do something, and writes down how that went.
    ///
    /// # Safety
    /// The frame's host is an `H`, and nothing else uses it now.
    #[allow(unsafe_code, reason = "the host is lent on as a pointer")]
    unsafe fn ask<H: Host>(&mut self, ask: impl FnOnce(&mut H) -> Result<u64, Halted>) -> u64 {
        // SAFETY: the caller's promise.
        let host = unsafe { &mut *self.host.cast::<H>() };
        let answer = ask(host);
        let context = host.context();
        // The code leaves a context that says so at once, and looks at no slot of it.
        if answer.is_err() || !context.holds(self.slots) {
            context.halted = BY_HOST;
        }
        self.context = context;
        answer.unwrap_or(0)
    }

    /// Shows the host the scene that compiled code has written down.
    ///
    /// # Safety
    /// As for [`Frame::ask`]; the scene is written, and its boards are the function's.
    #[allow(unsafe_code, reason = "the scene was written by compiled code")]
    unsafe fn show<H: Host>(
        &mut self,
        ask: impl FnOnce(&mut H, &Scene<'_>) -> Result<u64, Halted>,
    ) -> u64 {
        // SAFETY: the caller's promise, for all of it.
        unsafe {
            let form = &*self.form;
            let [current, new, root, from, to] = self.scene.map(|word| word.assume_init());
            let positions = [current, new, root].map(|board| form.position(board));
            let scene = Scene {
                positions: positions.each_ref(),
                us: form.us,
                from,
                to,
            };
            self.ask(|host: &mut H| ask(host, &scene))
        }
    }
}

/// Makes one way back: what compiled code calls, with the frame as a reference.
macro_rules! way_back {
    ($(#[$doc:meta])* $name:ident($frame:ident $(, $arg:ident: $ty:ty)*) $body:expr) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// Called by compiled code only, with the frame that [`crate::Code::call`] has made for a host `H` and boards of its own.
        #[allow(unsafe_code, reason = "compiled code calls it")]
        unsafe extern "C" fn $name<H: Host>(frame: *mut Frame $(, $arg: $ty)*) -> u64 {
            // SAFETY: compiled code hands on the pointer to the frame of its call, and waits.
            let $frame = unsafe { &mut *frame };
            // SAFETY: what the function's own words say.
            unsafe { $body }
        }
    };
}

way_back! {
    /// A primitive. One that does not look at the board is shown none.
    primitive(frame, prim: u64, board: u64, a: u64, b: u64, c: u64, d: u64) {
        let Some(prim) = u8::try_from(prim).ok().and_then(PrimId::from_tag) else {
            (*frame.context).halted = BY_HOST;
            return 0;
        };
        let position = if prim.entry().reads_position {
            (*frame.form).position(board)
        } else {
            Position::EMPTY
        };
        frame.ask(|host: &mut H| host.primitive(prim, &position, [a, b, c, d]))
    }
}

way_back! {
    /// A value of the root that is not kept yet.
    kept(frame, slot: u64, function: u64) {
        let (slot, function) = (SlotId(slot as u16), FnId(function as u32));
        frame.show(|host: &mut H, scene| host.kept(slot, function, scene))
    }
}

way_back! {
    /// A function; the current position of the scene is its own.
    call(frame, function: u64, args: *const u64, count: u64) {
        let args = arguments(args, count);
        frame.show(|host: &mut H, scene| host.call(FnId(function as u32), scene, args))
    }
}

way_back! {
    /// A descriptor function in the eight symmetries.
    turned(frame, function: u64, args: *const u64, count: u64) {
        let args = arguments(args, count);
        frame.show(|host: &mut H, scene| host.turned(FnId(function as u32), scene, args))
    }
}

way_back! {
    /// A nested search.
    satisfiable(frame, advice: u64, board: u64) {
        let position = (*frame.form).position(board);
        frame.ask(|host: &mut H| host.satisfiable(AdviceId(advice as u16), &position))
    }
}

way_back! {
    /// More fuel, where there is some.
    refuel(frame, units: u64) {
        frame.ask(|host: &mut H| host.refuel(units).map(|()| 0))
    }
}

/// The arguments of a call.
///
/// # Safety
/// There are at least this many words at the address, or the count is 0.
#[allow(unsafe_code, reason = "arguments come from compiled code's own stack")]
unsafe fn arguments<'a>(args: *const u64, count: u64) -> &'a [u64] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(args, count as usize) }
}

/// A question about a board and a side that needs no host: the board's form, the board, the side's number.
pub(crate) type Look = unsafe extern "C" fn(*const BoardForm, u64, u64) -> u64;

/// Makes one question that compiled code asks without a host.
macro_rules! look {
    ($(#[$doc:meta])* $name:ident($position:ident, $color:ident) $body:expr) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// Called by compiled code only, which keeps the form alive, with a board of its own.
        #[allow(unsafe_code, reason = "compiled code calls it")]
        pub(crate) unsafe extern "C" fn $name(form: *const BoardForm, board: u64, color: u64) -> u64 {
            // SAFETY: what the function's own words say.
            let form = unsafe { &*form };
            let $color = if color == 0 { Color::White } else { Color::Black };
            // SAFETY: the board is one of the function's.
            unsafe { form.lend(board, |$position| u64::from($body)) }
        }
    };
}

look! {
    /// The side's king is attacked.
    in_check(position, color) position.in_check(color)
}

look! {
    /// The side is in check and has no legal move, whichever side is to move.
    mated(position, color) position.is_mated(color)
}

look! {
    /// The side is not in check and has no legal move, whichever side is to move.
    stalemated(position, color) position.is_stalemated(color)
}
