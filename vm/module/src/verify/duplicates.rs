//! Duplicates: a name says which record is meant, and a constant has one place in the pool.
//!
//! Tests may share a name, and so may actions and hidden advice, which cannot be chosen by name.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::{Verified, fail};
use crate::error::Property;
use crate::program::Program;

/// Checks the whole module.
pub(super) fn check(module: &Program) -> Verified {
    unique(
        "constant",
        module
            .constants
            .iter()
            .map(|word| (word, format!("{word:#018x}"))),
    )?;
    unique(
        "import",
        module.imports.iter().map(|import| {
            (
                (&import.module, &import.name, import.component),
                format!("{}.{}", import.module, import.name),
            )
        }),
    )?;
    unique(
        "export",
        module
            .exports
            .iter()
            .map(|export| (&export.name, &export.name)),
    )?;
    let shown = module.advice.iter().filter(|advice| advice.is_named());
    unique("advice", shown.map(|advice| (&advice.name, &advice.name)))?;
    unique(
        "table",
        module.tables.iter().map(|table| (&table.name, &table.name)),
    )?;
    unique(
        "strategy",
        module
            .strategies
            .iter()
            .map(|strategy| (&strategy.name, &strategy.name)),
    )?;
    unique(
        "pattern",
        module.patterns.iter().map(|of| (&of.name, &of.name)),
    )?;
    unique(
        "evaluation",
        module.evaluations.iter().map(|of| (&of.name, &of.name)),
    )
}

fn unique<K: Ord>(what: &str, keys: impl Iterator<Item = (K, impl Display)>) -> Verified {
    let mut seen = BTreeSet::new();
    for (key, text) in keys {
        if !seen.insert(key) {
            return fail(
                Property::Duplicates,
                format!("{what} `{text}`"),
                "it stands twice",
            );
        }
    }
    Ok(())
}
