//! The chain of definitions by which a word is spoken of, in a diagnostic.

use super::Checker;
use crate::diagnostics::Diagnostic;

impl Checker<'_> {
    /// Labels the chain of definitions down to the word itself; needs grow along calls, so the chain ends.
    pub(super) fn chain(
        &self,
        mut diagnostic: Diagnostic,
        callee: Option<usize>,
        slot: usize,
        what: &str,
    ) -> Diagnostic {
        let mut at = callee;
        while let Some(index) = at {
            let function = &self.records.functions[index];
            let Some(reason) = function.reasons[slot] else {
                break;
            };
            let text = match reason.callee {
                Some(next) => {
                    format!(
                        "`{}` uses `{}`",
                        function.def.name.node, self.records.functions[next].def.name.node
                    )
                }
                None => format!("`{}` speaks of {what} here", function.def.name.node),
            };
            diagnostic = diagnostic.with_secondary(reason.span, text);
            at = reason.callee;
        }
        diagnostic
    }
}
