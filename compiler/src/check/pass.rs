//! `pass`: the other side does nothing.
//!
//! Rulings: the word stands for a move of theirs, alone in its list, and nothing narrows it; a definition of moves called `pass` hides it.
//! A definition may be `pass`, and is then as restricted.

use super::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{MoveSpec, Who};
use crate::source::Span;
use crate::syntax::ast::Ref;

impl Checker<'_> {
    /// True for the word, where no definition has its name.
    pub(super) fn is_pass(&self, reference: &Ref) -> bool {
        let name = reference.name.node.as_str();
        matches!(name, "pass" | "PASS")
            && reference.args.is_empty()
            && !self.names.own.contains_key(name)
    }

    /// Whether the passes of a side's moves stand where they may. What does not fit is reported.
    pub(super) fn passes_fit(&mut self, spec: &MoveSpec, mover: Who) -> Option<()> {
        let phases = spec.phases.iter().map(|(_, classes)| classes);
        for list in phases.chain([&spec.every]) {
            let Some(class) = list.iter().find(|class| class.passes()) else {
                continue;
            };
            if mover == Who::Us {
                self.pass_misplaced(
                    class.place,
                    "we always move",
                    "`pass` is for `them`: what we could do if they did nothing",
                );
                return None;
            }
            if list.len() > 1 {
                self.pass_misplaced(
                    class.place,
                    "a side that may pass does nothing else",
                    "let `pass` be the whole list, or name moves",
                );
                return None;
            }
        }
        Some(())
    }

    pub(super) fn pass_misplaced(&mut self, span: Span, label: &str, help: &str) {
        self.fail(
            Diagnostic::new(Code::PassMisplaced, "`pass` cannot stand here")
                .with_label(span, label)
                .with_help(help),
        );
    }
}
