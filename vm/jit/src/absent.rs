//! The crate without its feature `native`: there is no code generator, so that no code can exist.
//!
//! The types have no values. What callers do with code they can write all the same; everything stays interpreted.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::sync::Arc;

use adv_chess::{Color, Lean, Move, Roster};
use adv_module::{FnId, Program};

use crate::{Few, Halt, Host, NoCode, RowGoals, RowOutcome, Sight, Whole};

/// The compiler that this build lacks.
#[derive(Debug)]
pub struct Jit(Infallible);

/// Code that this build cannot make.
#[derive(Clone, Debug)]
pub struct Code<S>(Infallible, PhantomData<S>);

/// A row that this build cannot make.
#[derive(Debug)]
pub struct Row(Infallible);

impl Jit {
    /// Whether this build has a compiler: it has none, and what only compiled code needs can be left out of it.
    pub const EXISTS: bool = false;

    /// `None`: this build has no compiler.
    pub fn new() -> Option<Jit> {
        None
    }

    /// Never called, since there is no compiler.
    pub fn is_busy(&self) -> bool {
        match self.0 {}
    }

    /// Never called, since there is no compiler.
    pub fn size(&self) -> usize {
        match self.0 {}
    }

    /// Never called, since there is no compiler.
    ///
    /// # Errors
    /// None.
    pub fn whole(&self, _: &Program, _: FnId, _: Color) -> Result<Code<Whole>, NoCode> {
        match self.0 {}
    }

    /// Never called, since there is no compiler.
    ///
    /// # Errors
    /// None.
    pub fn few(&self, _: &Program, _: FnId, _: Color, _: &Roster) -> Result<Code<Few>, NoCode> {
        match self.0 {}
    }

    /// Never called, since there is no compiler.
    ///
    /// # Errors
    /// None.
    pub fn row(&self, _: &Program, _: &RowGoals, _: Color, _: &Roster) -> Result<Arc<Row>, NoCode> {
        match self.0 {}
    }
}

impl<S: Sight> Code<S> {
    /// Never called, since there is no code.
    ///
    /// # Errors
    /// None.
    pub fn call<H: Host>(
        &self,
        _: &mut H,
        _: [S::Board<'_>; 3],
        _: u64,
        _: u64,
    ) -> Result<u64, Halt> {
        match self.0 {}
    }
}

impl Row {
    /// Never called, since there is no row.
    pub fn run<H: Host>(
        &self,
        _: &mut H,
        _: Lean,
        _: Lean,
        _: &[Move],
        _: bool,
    ) -> Option<RowOutcome> {
        match self.0 {}
    }
}
