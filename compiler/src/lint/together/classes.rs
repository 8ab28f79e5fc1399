//! Move classes: their conditions, which are asked before the move, where the side that moves is to move; and the ways of their men.

use super::goals::seats;
use super::{Case, Lint, part};
use crate::check::eval;
use crate::check::walk::{Merge, conjuncts};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, Class, Expr, Role};
use crate::lint::facts::Setting;
use crate::lint::sides::Use;

/// The light squares; a1 is dark.
const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// The first and the eighth rank.
const ENDS: u64 = 0xff00_0000_0000_00ff;

impl<'p> Lint<'_, '_, 'p> {
    /// Reports a class whose men have no way from its squares to its squares.
    pub(super) fn ways(&mut self, class: &'p Class) {
        let squares = |of: &'p Option<Expr>| match of {
            Some(of) => self.range(of, Merge::Nothing).squares().may,
            None => u64::MAX,
        };
        let (from, to) = (squares(&class.from), squares(&class.to));
        let meet = |a: u64, b: u64| from & a != 0 && to & b != 0;
        let stays = meet(LIGHT, LIGHT) || meet(!LIGHT, !LIGHT);
        let changes = meet(LIGHT, !LIGHT) || meet(!LIGHT, LIGHT);
        let is = |role: Role| class.roles == role.mask();
        let (message, label) = if from == 0 || to == 0 {
            return;
        } else if is(Role::Bishop) && !stays {
            (
                "this class holds no move",
                "a bishop stays on squares of one colour",
            )
        } else if is(Role::Knight) && !changes {
            (
                "this class holds no move",
                "a knight's move changes the colour of its square",
            )
        } else if class.promote.is_some() && to & ENDS == 0 {
            (
                "no pawn promotes in this class",
                "its moves end before the last rank",
            )
        } else {
            return;
        };
        self.checker.report(
            Diagnostic::new(Code::EmptyMoveClass, message)
                .with_label(class.place, label)
                .with_help("correct its squares, or leave the class out"),
        );
    }

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
                    constants: !advice.name.node.contains('('),
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
