//! Warnings that look at the whole program, given only where it has no error.
//!
//! | file | what it finds |
//! | --- | --- |
//! | `unused` | definitions, parameters and `use` lines of no use, advice that no table lists |
//! | `truth` | what is always true or false, what is compared with itself, goals true at the root |
//! | `alike` | one thing in two places, a pawn with the other side |
//! | `strategy` | out-classes that the move cannot change, loops without end, statements that no run comes to |
//! | `still` | parts of goals and of `where` that no move can change |
//! | `gone` | goals that are true of a captured piece |
//! | `phases` | plies that never come, clauses without a first move |
//! | `lists` | pieces-of-advice and actions that repeat what is tried before them |
//! | `together` | goals that exclude each other, rules that nothing reaches, by the facts of `facts` |
//! | `narrowed` | claims that ask for a tree which leaves replies out |
//! | `sides` | tables that do not say which side plays them, and men that this side does not have |
//!
//! Warnings are about what the author wrote: what he did not write (defaults, hidden advice) is not looked at, and the instances
//! of one piece-of-advice give one warning, since a code is kept once at one place.

mod alike;
mod facts;
mod gone;
mod lists;
mod narrowed;
mod phases;
mod sides;
mod still;
mod strategy;
mod together;
mod truth;
mod unused;

use crate::check::Checker;
use crate::hir::Hir;

/// All warnings on a program that is free of errors.
pub(crate) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    unused::lint(checker, program);
    truth::lint(checker, program);
    strategy::lint(checker, program);
    still::lint(checker, program);
    together::lint(checker, program);
    gone::lint(checker, program);
    phases::lint(checker, program);
    lists::lint(checker, program);
    sides::lint(checker, program);
    narrowed::lint(checker, program);
}
