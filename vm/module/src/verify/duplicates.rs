//! Duplicates: a name says which record is meant, and a constant has one place in the pool.
//!
//! Tests may share a name, and so may actions and hidden advice, which cannot be chosen by name.

use std::collections::BTreeSet;

use super::{Verified, fail};
use crate::error::Property;
use crate::program::Program;

/// Checks the whole module.
pub(super) fn check(module: &Program) -> Verified {
    let constants = module.constants.iter();
    unique("constant", constants.map(|word| format!("{word:#018x}")))?;
    let mut seen = BTreeSet::new();
    for import in &module.imports {
        if !seen.insert((&import.module, &import.name, import.component)) {
            return twice("import", &format!("{}.{}", import.module, import.name));
        }
    }
    unique("export", module.exports.iter().map(|of| &of.name))?;
    let shown = module.advice.iter().filter(|of| of.is_named());
    unique("advice", shown.map(|of| &of.name))?;
    unique("table", module.tables.iter().map(|of| &of.name))?;
    unique("strategy", module.strategies.iter().map(|of| &of.name))?;
    unique("pattern", module.patterns.iter().map(|of| &of.name))?;
    unique("evaluation", module.evaluations.iter().map(|of| &of.name))
}

fn unique<K: Ord + AsRef<str>>(what: &str, keys: impl Iterator<Item = K>) -> Verified {
    let mut seen = BTreeSet::new();
    for key in keys {
        if let Some(key) = seen.replace(key) {
            return twice(what, key.as_ref());
        }
    }
    Ok(())
}

fn twice(what: &str, name: &str) -> Verified {
    let at = format!("{what} `{name}`");
    fail(Property::Duplicates, at, "it stands twice")
}
