//! The linker: a program and its libraries become one module without imports.
//!
//! ```text
//!   program, libraries ──merge──▶ one module ──sweep──▶ no unused functions ──verify──▶ Linked
//! ```
//!
//! Everything is decided by the order of the program and its libraries, so the same input gives the same module. The result is
//! verified as a whole again: a bug in here is an error, not a wrong run. Code is copied as it is: what can be put in place of a
//! call the compiler has put there.

mod derive;
mod merge;
mod sweep;

pub(crate) use derive::LET_HAPPEN;
pub use derive::{Derived, NotJoined};

use crate::error::LinkError;
use crate::verify::{Module, verify};

/// A verified module without imports.
#[derive(Clone, Debug)]
pub struct Linked(Module);

impl Linked {
    /// The module.
    pub const fn module(&self) -> &Module {
        &self.0
    }

    /// The module, to be taken apart.
    pub fn into_module(self) -> Module {
        self.0
    }
}

/// Links a program with its libraries, those of its libraries included. Libraries that nothing uses do no harm.
///
/// The program's own functions keep their order, but for those that nothing uses, which are dropped. Its advice, tables,
/// strategies, tests and claims keep their order and their ids. What a library brings gets the library's name before its own; its
/// advice is hidden.
///
/// # Errors
/// A library is missing or has another version, a name is missing or has another signature, or the whole is too large.
pub fn link(program: Module, libraries: &[&Module]) -> Result<Linked, LinkError> {
    let mut merged = merge::merge(program.into_program(), libraries)?;
    sweep::sweep(&mut merged);
    verify(merged).map(Linked).map_err(LinkError::Verify)
}
