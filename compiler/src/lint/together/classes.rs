//! Move classes: their conditions, which are asked before the move, where the side that moves is to move; and the ways of their men.

use adv_chess::geometry::{neighbours, spread};

use super::goals::seats;
use super::{Case, Lint, part};
use crate::check::eval;
use crate::check::walk::{Merge, conjuncts};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, Class, Expr, Frame, Role};
use crate::lint::facts::{Range, Setting};
use crate::lint::sides::Use;

/// The first and the eighth rank.
const ENDS: u64 = 0xff00_0000_0000_00ff;

/// The squares of a board, each by itself.
fn squares(of: u64) -> impl Iterator<Item = u64> {
    (0..64)
        .map(|at| 1 << at)
        .filter(move |square| of & square != 0)
}

/// Squares that a man of either side goes to from a square of an empty board, or captures on.
fn steps(role: Role, from: u64) -> u64 {
    match role {
        // A king may castle.
        Role::King if from & (1 << 4 | 1 << 60) != 0 => neighbours(from) | ENDS,
        Role::Pawn if from & ENDS != 0 => 0,
        Role::Pawn => {
            let beside = from << 1 | from >> 1;
            neighbours(from) & !beside | from << 16 | from >> 16
        }
        _ => spread(role, from, u64::MAX),
    }
}

impl<'p> Lint<'_, '_, 'p> {
    /// Reports a class none of whose moves from square to square, on an empty board, is one that it asks for.
    pub(super) fn ways(&mut self, class: &'p Class) {
        let lone = self.lone_man(class).filter(|of| *of != Role::King);
        let is_way = |role: Role, from: u64, to: u64| {
            let setting = Setting {
                step: [from, to],
                lone,
                ..self.setting(0, Merge::Nothing)
            };
            let range = |of: &'p Expr| setting.range(of, Frame::Current);
            let on = |of: &'p Option<Expr>, square: u64| {
                of.as_ref()
                    .is_none_or(|of| range(of).squares().may & square != 0)
            };
            let fits = |of: &'p Expr| range(of).truth() != Some(false);
            let promotes = class.promote.is_none() || role != Role::Pawn || to & ENDS != 0;
            promotes
                && on(&class.from, from)
                && on(&class.to, to)
                && class.filter.as_ref().is_none_or(fits)
        };
        let is_any = |role: Role| {
            squares(u64::MAX)
                .any(|from| squares(steps(role, from)).any(|to| is_way(role, from, to)))
        };
        let roles = Role::ALL
            .into_iter()
            .filter(|role| class.roles & role.mask() != 0);
        let exprs = [&class.from, &class.to, &class.filter];
        let is_empty = |of: &'p Expr| {
            let range = self.range(of, Merge::Nothing);
            range.truth() == Some(false) || matches!(range, Range::Board(of) if of.is_empty())
        };
        if exprs.into_iter().flatten().any(is_empty) || roles.clone().any(is_any) {
            return;
        }
        let (message, label) = match (class.promote, roles.map(Role::letter).collect::<String>()) {
            (Some(_), _) => (
                "no pawn promotes in this class",
                "its moves end before the last rank".to_owned(),
            ),
            (None, men) => (
                "this class holds no move",
                format!("on an empty board no `{men}` goes so"),
            ),
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
