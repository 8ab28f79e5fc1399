//! Conditions of move classes, which are asked before the move: the side that moves is to move there.

use super::goals::seats;
use super::{Case, Lint, part};
use crate::check::eval;
use crate::check::walk::{Merge, conjuncts};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, Class, Expr};
use crate::lint::facts::Setting;
use crate::lint::sides::Use;

impl<'p> Lint<'_, '_, 'p> {
    /// Reports the parts of a `where` that have one value because of the side to move: `R where check` means `new.check`.
    pub(super) fn condition(
        &mut self,
        advice: &Advice,
        uses: &[Use<'_>],
        class: &'p Class,
        is_ours: bool,
    ) {
        let seats: Vec<Setting<'p>> = seats(advice, uses)
            .into_iter()
            .map(|(us, material)| {
                let mover = if is_ours { us } else { 1 - us };
                Setting {
                    turns: [Some(mover), Some(1 - mover)],
                    material,
                    constants: !advice.name.contains('('),
                    ..self.setting(us, Merge::Nothing)
                }
            })
            .collect();
        let constant = |test: &Expr| eval(test, &[], self.program.functions.as_slice()).is_some();
        let tests = class.filter.iter().flat_map(conjuncts);
        let tests: Vec<&Expr> = tests.filter(|test| !constant(test)).collect();
        for test in tests {
            let mut known = [true, false].into_iter();
            let Some(value) = known.find(|value| self.is_known(&seats, test, *value)) else {
                continue;
            };
            let text = self.checker.slice(test.span);
            let word = if value { "always true" } else { "never true" };
            let label = match is_ours {
                true => "asked before our move, where we are to move",
                false => "asked before their move, where they are to move",
            };
            let help = match self.checker.of_new(test.span) {
                Some(text) => format!("write `{text}` to ask after the move"),
                None => "write `new.` before what is meant after the move".to_owned(),
            };
            let message = format!("{text} in this `where` is {word}");
            let diagnostic = Diagnostic::new(Code::ThemNotToMove, message);
            self.checker
                .report(diagnostic.with_label(test.span, label).with_help(help));
        }
    }

    /// True where a condition has a value before each move of these seats, and not of either side to move.
    fn is_known(&mut self, seats: &[Setting<'p>], test: &'p Expr, value: bool) -> bool {
        let cases = seats.iter().map(|setting| Case {
            setting: *setting,
            parts: vec![part(test, !value)],
        });
        let cases: Vec<Case<'p>> = cases.collect();
        !cases.is_empty() && self.refuted(&cases, None) && !self.never(test, !value, Merge::Nothing)
    }
}
