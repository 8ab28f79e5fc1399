//! The linker: a program and its libraries become one module without imports, and small functions take the place of their calls.
//!
//! ```text
//!   program, libraries ──merge──▶ one module ──inline, tidy──▶ faster code ──sweep──▶ no unused functions ──verify──▶ Linked
//! ```
//!
//! Everything is decided by the order of the program and its libraries, so the same input gives the same module. The result is
//! verified as a whole again: a bug in here is an error, not a wrong run.

mod inline;
mod liveness;
mod merge;
mod sweep;
mod tidy;
mod values;

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

/// What the linker does beyond putting modules together. Where it does anything, functions that nothing uses then are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkOptions {
    /// Put small functions in place of their calls.
    pub inline: bool,
    /// Tidy the code up: known values, unread results, jumps to jumps.
    pub tidy: bool,
    /// While tidying, do not ask again what is known on the way, behind a jump or where it leads to.
    pub paths: bool,
}

impl LinkOptions {
    /// Merge the modules and do nothing else.
    pub const MERGE: LinkOptions = LinkOptions {
        inline: false,
        tidy: false,
        paths: false,
    };
}

impl Default for LinkOptions {
    fn default() -> Self {
        LinkOptions {
            inline: true,
            tidy: true,
            paths: true,
        }
    }
}

/// Links a program with its libraries, those of its libraries included. Libraries that nothing uses do no harm.
///
/// The program's own functions keep their order, and so do its advice, tables, strategies, tests and claims, with their ids. What a
/// library brings gets the library's name before its own; its advice is hidden.
///
/// # Errors
/// A library is missing or has another version, a name is missing or has another signature, or the whole is too large.
pub fn link(program: Module, libraries: &[&Module]) -> Result<Linked, LinkError> {
    link_with(program, libraries, LinkOptions::default())
}

/// As [`link()`], with a choice.
///
/// # Errors
/// As [`link()`].
pub fn link_with(
    program: Module,
    libraries: &[&Module],
    options: LinkOptions,
) -> Result<Linked, LinkError> {
    let mut merged = merge::merge(program.into_program(), libraries)?;
    if options != LinkOptions::MERGE {
        inline::inline(&mut merged, options);
        sweep::sweep(&mut merged);
    }
    verify(merged).map(Linked).map_err(LinkError::Verify)
}
