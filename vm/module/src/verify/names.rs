//! Names: a record is called by a word, so that a report that names it says no sentence of the file.
//!
//! ```text
//!   squeeze   mate-in(2)   cut(B, {a1, b2})      a word, with the constants of an instance
//!   squeeze or wait                              such words, where two pieces-of-advice are searched in one tree
//!   squeeze, if it is let happen                 a piece where the other side passes
//! ```

use super::Verified;
use super::records::wrong;
use crate::link::LET_HAPPEN;
use crate::program::{Class, Program};
use crate::types::AdviceKind;

/// Checks the names of everything that a report may name.
pub(super) fn check(module: &Program) -> Verified {
    let exports = module.exports.iter();
    let exports = exports.map(|of| ("export", of.name.as_str()));
    let advice = module.advice.iter().flat_map(|of| {
        let joined = match of.kind {
            AdviceKind::Either => Some(" or "),
            AdviceKind::Both => Some(" and "),
            AdviceKind::Piece | AdviceKind::Item | AdviceKind::Action => None,
        };
        // Only where the other side passes at all its turns.
        let passes = of.them.phases.is_empty() && of.them.every == [Class::pass()];
        let name = of.name.as_str();
        let name = match name.strip_suffix(LET_HAPPEN) {
            Some(rest) if passes => rest,
            _ => name,
        };
        let names = joined.map_or_else(|| vec![name], |word| name.split(word).collect());
        names.into_iter().map(|name| ("advice", name))
    });
    let tables = module.tables.iter().map(|of| ("table", of.name.as_str()));
    let strategies = module.strategies.iter();
    let strategies = strategies.map(|of| ("strategy", of.name.as_str()));
    let evaluations = module.evaluations.iter();
    let evaluations = evaluations.map(|of| ("evaluation", of.name.as_str()));
    let patterns = module.patterns.iter();
    let patterns = patterns.flat_map(|of| std::iter::once(&of.name).chain(&of.path));
    let patterns = patterns.map(|name| ("pattern", name.as_str()));
    let records = tables.chain(strategies).chain(evaluations).chain(patterns);
    let mut all = exports.chain(advice).chain(records);
    match all.find(|(_, name)| !is_name(name)) {
        Some((what, name)) => wrong(&format!("{what} `{name}`"), "its name is no word"),
        None => Ok(()),
    }
}

fn is_name(text: &str) -> bool {
    let of = |text: &str, more: &str| {
        let mut letters = text.chars();
        let fine = |letter: char| letter.is_ascii_alphanumeric() || more.contains(letter);
        !text.is_empty() && letters.all(fine)
    };
    match text.split_once('(') {
        None => of(text, "-_."),
        Some((word, rest)) => {
            let constants = rest.strip_suffix(')').unwrap_or_default();
            of(word, "-_.") && constants.split(", ").all(|constant| of(constant, "-.*{}"))
        }
    }
}
