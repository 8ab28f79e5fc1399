//! What numbers come to: costs that bound nothing or too much, keys that order nothing, patterns that count for nothing.

use super::Lint;
use crate::check::records::AdviceForm;
use crate::check::walk::{Merge, both_same, contains, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Class, Each, Expr, ExprKind, Needs, Pattern, Role, Type, When};
use crate::lint::facts::Range;
use adv_module::PatternId;

impl<'p> Lint<'_, '_, 'p> {
    /// The cost of moves against the effort that pays for them. What an argument decides is no mistake.
    pub(super) fn cost(&mut self, name: &str, form: &'p AdviceForm) {
        let (Some(cost), Some(effort)) = (&form.advice.cost, &form.effort) else {
            return;
        };
        let [value, effort, depth] =
            [&cost.of_move, effort, &form.depth].map(|of| self.range(of, Merge::Nothing).ends());
        // Below 0 counts as 0.
        let (low, high) = (value.0.max(0), value.1.max(0));
        let moves = match cost.when {
            When::Always => depth.1,
            When::AfterUs => depth.1.saturating_add(1) / 2,
            When::AfterThem => depth.1 / 2,
        };
        let wholes = |of: i64| format!("{}.{}", of / 1000, of % 1000 / 100);
        let mut code = Code::CostWithoutMove;
        let mut help =
            "write a smaller effort, or leave `cost` and `effort` out: `depth` bounds the plies";
        let message = if high == 0 {
            help = "a move that asks for more costs more, as in `bits(new.replies)`";
            "this cost is never above 0, so the effort bounds nothing".to_owned()
        } else if low > effort.1.saturating_mul(1000) && cost.when != When::AfterThem {
            (code, help) = (
                Code::NoFirstMove,
                "write a larger effort, or a smaller cost",
            );
            let (least, effort) = (wholes(low), effort.1);
            format!(
                "`{name}` allows no move at ply 0: each costs {least} at least, and the effort is {effort}"
            )
        } else if high.saturating_mul(moves) < effort.0.saturating_mul(1000) {
            let (most, effort) = (wholes(high * moves), effort.0);
            format!(
                "an effort of {effort} is never spent: a line of this depth costs {most} at most"
            )
        } else {
            return;
        };
        self.checker.report(
            Diagnostic::new(code, message)
                .with_label(cost.of_move.span, format!("{low} to {high} thousandths"))
                .with_help(help),
        );
    }

    /// Parts of the keys of a class that are the same for all of its moves, or are there twice.
    pub(super) fn keys(&mut self, keys: &'p [Expr], lone: Option<Role>) {
        let parts = keys.iter().flat_map(|key| match &key.kind {
            ExprKind::Tuple(parts) => parts.as_slice(),
            _ => std::slice::from_ref(key),
        });
        let parts: Vec<&'p Expr> = parts.collect();
        for (at, part) in parts.iter().enumerate() {
            // What does not mention the move is told by the check.
            if !self.checker.mentions_the_move(part) {
                continue;
            }
            let what = if parts.len() == 1 {
                "the key"
            } else {
                "this part of the key"
            };
            let before = parts
                .iter()
                .take(at)
                .find(|of| same(of, part, Merge::Nothing));
            let diagnostic = |message: String| Diagnostic::new(Code::KeyWithoutMove, message);
            let told = if let Range::Number(low, high) = self.range(part, Merge::Nothing)
                && low == high
            {
                diagnostic(format!("{what} is the same for all moves"))
                    .with_label(part.span, format!("always {low}"))
                    .with_help("leave it out, or say what is to differ")
            } else if let Some(before) = before {
                diagnostic(format!("{what} is there twice"))
                    .with_label(part.span, "orders what is equal already")
                    .with_secondary(before.span, "first here")
                    .with_help("leave one of the two out")
            } else if let Some(role) = lone.filter(|_| self.is_of_from(part)) {
                diagnostic(format!("{what} is the same for all moves of the class"))
                    .with_label(
                        part.span,
                        format!(
                            "all of them come from the square of one `{}`",
                            role.letter()
                        ),
                    )
                    .with_help("did you mean `TO`, the square it goes to?")
            } else {
                continue;
            };
            self.checker.report(told);
        }
    }

    /// The role of the men of a class, where the program's material has one of them and no second can arise.
    pub(super) fn lone_man(&self, class: &Class) -> Option<Role> {
        let of_class = |role: &Role| class.roles == role.mask();
        let role = Role::ALL.into_iter().find(of_class)?;
        let men = self.program.material?.counts;
        let count = |role: Role| men[0][role.index()] + men[1][role.index()];
        let is_lone = count(role) == 1 && (role == Role::Pawn || count(Role::Pawn) == 0);
        (role == Role::King || is_lone).then_some(role)
    }

    /// True of a number that mentions the move by `FROM` alone.
    fn is_of_from(&self, part: &Expr) -> bool {
        let other = |of: &Expr| match of.kind {
            ExprKind::To | ExprKind::Taken => true,
            ExprKind::Call(..) => self.checker.needs_of(of).has(Needs::MOVE),
            _ => false,
        };
        !self.checker.needs_of(part).has(Needs::NEW)
            && contains(part, &mut |of| matches!(of.kind, ExprKind::From))
            && !contains(part, &mut |of| other(of))
    }

    /// The patterns of the program's own file.
    pub(super) fn patterns(&mut self) {
        let program = self.program;
        let files = &self.checker.files;
        let own = program.patterns.iter();
        let own: Vec<&'p Pattern> = own.filter(|of| files.of(of.name.span) == 0).collect();
        for (number, pattern) in own.iter().enumerate() {
            let body = |index: usize| program.functions.get(index).map(|of| &of.body);
            let mut told = false;
            let parts = [Some(pattern.fact), pattern.condition]
                .into_iter()
                .flatten();
            for of in parts.filter_map(body).chain([&pattern.worth]) {
                told |= self.scan_in(of, Merge::Nothing);
            }
            let Some(fact) = body(pattern.fact).filter(|_| !told) else {
                continue;
            };
            let name = &pattern.name.node;
            let asks_more = |of: &Pattern| {
                let views = [&of.us, &of.them].into_iter().flatten();
                of.condition.is_some() || views.into_iter().any(|view| !view.plan.is_empty())
            };
            let is_same = |of: &&&Pattern| {
                let [a, b] = [of.condition, pattern.condition].map(|of| of.and_then(body));
                let other = body(of.fact);
                both_same(a, b)
                    && of.each == pattern.each
                    && other.is_some_and(|other| same(other, fact, Merge::Nothing))
            };
            let earlier = own.iter().take(number).find(is_same);
            let of_board = |of: &'p Expr| self.range(of, Merge::Nothing).squares();
            let meets = |of: &PatternId| {
                let other = program
                    .patterns
                    .get(of.index())
                    .and_then(|of| body(of.fact));
                other.is_none_or(|other| {
                    other.ty != Type::Board || !of_board(fact).and(&of_board(other)).is_empty()
                })
            };
            let is_asked = pattern.each == Each::Square && !pattern.excludes.is_empty();
            let excludes = !is_asked || pattern.excludes.iter().any(meets);
            let worth = self.range(&pattern.worth, Merge::Nothing);
            let (message, place, help) = if let Some(earlier) = earlier {
                let other = &earlier.name.node;
                (
                    format!("`{name}` has the facts of `{other}`, and both count"),
                    fact.span,
                    "take one of them away, or let their facts differ",
                )
            } else if !excludes {
                (
                    format!("`{name}` excludes a pattern that never has a square of its own"),
                    fact.span,
                    "leave `excludes` out, or correct one of the facts",
                )
            } else if worth == Range::Number(0, 0) {
                (
                    format!("pattern `{name}` is worth nothing"),
                    pattern.worth.span,
                    "a fact without worth is passed over; a board with a name does the same",
                )
            } else if let (Range::Number(low, high), Range::Board(board)) =
                (&worth, self.range(fact, Merge::Nothing))
                && low == high
                && board.least == board.most
                && board.least > 0
                && !asks_more(pattern)
            {
                (
                    format!("every position has `{name}` for both sides, so it comes to nothing"),
                    fact.span,
                    "let `fact` or `where` ask for what one side has and the other lacks",
                )
            } else {
                continue;
            };
            let label = match (&earlier, place == fact.span) {
                (Some(_), _) => "told twice",
                (None, true) => "in every position",
                (None, false) => "never told",
            };
            self.checker.report(
                Diagnostic::new(Code::WorthlessPattern, message)
                    .with_label(place, label)
                    .with_secondary_if(earlier.map(|of| of.name.span), "first here")
                    .with_help(help),
            );
        }
    }
}
