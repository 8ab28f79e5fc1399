//! What code is made of a definition, and that it means the same.

mod author;
mod listings;
mod make;
mod passes;
mod random;
mod run;

use crate::hir::Checked;
use crate::library::Libraries;
use crate::lower::LowerError;
use crate::passes::Passes;
use adv_module::Program;

/// Lowers a program with libraries, all passes running.
fn lower_with(
    checked: &Checked,
    name: &str,
    version: &str,
    source: Option<(&str, &str)>,
    libraries: Libraries<'_>,
) -> Result<Program, LowerError> {
    super::lower(checked, name, version, source, libraries, Passes::ALL)
}

/// Lowers a program that uses no library.
fn lower(
    checked: &Checked,
    name: &str,
    version: &str,
    source: Option<(&str, &str)>,
) -> Result<Program, LowerError> {
    lower_with(checked, name, version, source, Libraries::NONE)
}
