//! The compiler from functions to native code, and the code itself.

use std::marker::PhantomData;

use adv_chess::{Color, Roster};
use adv_module::{FnId, UnverifiedModule};

use crate::{Few, Halt, Host, Sight, Whole};

/// Compiles functions of one linked module, each once for a sight and a side, and keeps what it has compiled.
#[derive(Debug)]
pub struct Jit {}

/// The native code of one function.
#[derive(Clone, Debug)]
pub struct Code<S> {
    sight: PhantomData<S>,
}

impl Jit {
    /// A compiler for this host; `None` where there is none.
    pub fn new() -> Option<Jit> {
        None
    }

    /// The code of a function for whole positions; `None` where it cannot be compiled.
    pub fn whole(
        &self,
        _module: &UnverifiedModule,
        _function: FnId,
        _us: Color,
    ) -> Option<Code<Whole>> {
        None
    }

    /// The code of a function for lean positions of a roster; `None` where it cannot be compiled.
    pub fn few(
        &self,
        _module: &UnverifiedModule,
        _function: FnId,
        _us: Color,
        _roster: &Roster,
    ) -> Option<Code<Few>> {
        None
    }
}

impl<S: Sight> Code<S> {
    /// Evaluates the function on the current, the new and the root position. The caller has burnt the fuel of the function itself,
    /// one unit for each of its instructions; loops and primitives burn theirs here.
    ///
    /// # Errors
    /// [`Halt`] where the fuel does not suffice, or the host stops it.
    #[inline(always)]
    pub fn call<H: Host>(
        &self,
        _host: &mut H,
        _boards: [S::Board<'_>; 3],
        _from: u64,
        _to: u64,
    ) -> Result<u64, Halt> {
        Err(Halt::Host)
    }
}
