//! The extension module `adv._adv`: programs as Python objects, with texts in JSON where the package makes objects of them.
//!
//! ```text
//!   adv/__init__.py, program.py, …   what a person uses: boards, answers, trees, tables, pictures
//!         │
//!   _adv  rules.rs      a program: check, consult, reply, test, value
//!         consulted.rs  what it answered, and how that is drawn
//!         settle.rs     claims and surveys: long work, with progress and Ctrl-C
//!         arrow.rs      the rows of a survey, for whatever reads tables of Arrow; columns.rs as they grow
//!         shards.rs     shards of a proof, between which Python carries bytes
//!         assess.rs     positions explained, problems solved
//!         work.rs       how long work runs beside the interpreter
//!         fault.rs      errors as exceptions of the package
//! ```
//!
//! Everything is computed without the interpreter's lock.

mod arrow;
mod assess;
mod columns;
mod consulted;
mod fault;
mod files;
mod rules;
mod settle;
mod shards;
mod work;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
mod _adv {
    #[pymodule_export]
    use super::arrow::Rows;

    #[pymodule_export]
    use super::consulted::{Consultation, board_svg};

    #[pymodule_export]
    use super::rules::Rules;

    #[pymodule_export]
    use super::rules::{check, explain, format, position};

    #[pymodule_export]
    use super::assess::{assess, solve};

    #[pymodule_export]
    use super::settle::{prove, survey, test};

    #[pymodule_export]
    use super::shards::{Shard, check_shards, join};

    /// True in a build with native code.
    #[pymodule_export]
    const NATIVE: bool = adv::Engine::HAS_NATIVE;
}
