//! The goals of pieces-of-advice: each by itself, all that is asked of a leaf, and the holding-goal against the file's default.

use std::collections::{BTreeMap, BTreeSet};

use super::{Case, Lint, part};
use crate::check::walk::{Merge, conjuncts, contains, same};
use crate::check::{Checker, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, AdviceKind, Expr, ExprKind, Frame, Hir, Material, When};
use crate::lint::facts::{Part, Setting};
use crate::lint::sides::{COLOURS, Use, plays_other_side, sides, subjects, uses};
use crate::source::Span;
use crate::syntax::conjunct;

impl<'p> Lint<'_, '_, 'p> {
    /// Goals, moves and costs of the pieces-of-advice.
    pub(super) fn advice(&mut self) {
        let program = self.program;
        let uses = uses(program);
        let asked = asked(self.checker, program);
        let mut instances: BTreeMap<Span, Vec<Option<Diagnostic>>> = BTreeMap::new();
        for (index, advice) in program.advice.iter().enumerate() {
            if advice.kind.is_hidden() {
                continue;
            }
            let is_instance = advice.name.node.contains('(');
            let merge = match advice.kind {
                AdviceKind::Action | AdviceKind::Item => Merge::Nothing,
                AdviceKind::Piece | AdviceKind::Either | AdviceKind::Both => Merge::Goal,
            };
            let mut told = false;
            let used = uses.get(&index).map_or(&[][..], Vec::as_slice);
            let moves = [(&advice.us, true), (&advice.them, false)];
            if !is_instance {
                for goal in [&advice.better, &advice.holding] {
                    told |= !goal.place.is_empty() && self.scan(&goal.test, merge);
                }
            }
            for (spec, is_ours) in moves {
                for class in spec.classes() {
                    self.condition(advice, used, class, is_ours);
                    if !is_instance {
                        self.keys(&class.keys, self.lone_man(class));
                        self.ways(class);
                    }
                }
            }
            if !told {
                let nested = asked.as_ref().is_none_or(|asked| asked.contains(&index));
                let found = self.goals(advice, used, nested);
                instances.entry(advice.name.span).or_default().push(found);
            }
        }
        for found in instances.into_values() {
            if let Some(all) = found.into_iter().collect::<Option<Vec<_>>>()
                && let Some(first) = all.into_iter().next()
            {
                self.checker.report(first);
            }
        }
    }

    /// A better-goal that no leaf can have, by what else is asked of a leaf.
    fn goals(&mut self, advice: &'p Advice, uses: &[Use<'_>], nested: bool) -> Option<Diagnostic> {
        let mut goals = [&advice.better, &advice.holding].into_iter();
        let is_constant = |test| eval(test, &[], self.program.functions.as_slice()).is_some();
        if goals.any(|goal| !goal.place.is_empty() && is_constant(&goal.test)) {
            return None;
        }
        let is_action = advice.kind.is_action();
        let at = |frame, test| Part {
            at: frame,
            test,
            value: true,
        };
        let better: Vec<Part<'p>> = conjuncts(&advice.better.test)
            .iter()
            .map(|test| at(Frame::Current, test))
            .collect();
        let node = if is_action {
            Frame::New
        } else {
            Frame::Current
        };
        let holding: Vec<Part<'p>> = match advice.holding.place.is_empty() {
            true => Vec::new(),
            false => conjuncts(&advice.holding.test)
                .iter()
                .map(|test| at(node, test))
                .collect(),
        };
        let seats = seats(advice, uses);
        let merge = if is_action {
            Merge::Nothing
        } else {
            Merge::Goal
        };
        let setting = self.setting(0, merge);
        let cases = |turns: bool, us: bool| {
            let mut cases = Vec::new();
            let own = seats.iter().copied();
            let both = seats.iter().flat_map(|(_, men)| [(0, *men), (1, *men)]);
            let seats: Vec<_> = if us { own.collect() } else { both.collect() };
            for (us, material) in seats {
                // After our move they are to move; a leaf after theirs is deeper, or the root of a nested tree.
                for (is_ours, skipped) in [(true, When::AfterThem), (false, When::AfterUs)] {
                    let exists = is_ours || nested || advice.depth > 1;
                    if !exists || advice.better.when == skipped || is_action && !is_ours {
                        continue;
                    }
                    let turn = if is_ours { 1 - us } else { us };
                    // What an out-class says of the position before the move is told elsewhere.
                    let turn = Some(turn).filter(|_| turns);
                    let turns = if is_action {
                        [None, turn]
                    } else {
                        [turn, None]
                    };
                    let setting = Setting {
                        us,
                        turns,
                        material,
                        constants: !advice.name.node.contains('('),
                        ..setting
                    };
                    let kept = holding.iter().filter(|_| advice.holding.when != skipped);
                    let parts = better.iter().chain(kept).copied().collect();
                    cases.push(Case { setting, parts });
                }
            }
            cases
        };
        let all: Vec<Part<'p>> = better.iter().chain(&holding).copied().collect();
        let most = cases(true, true);
        let is_last = |of: &Case<'_>| of.setting.turns[0] == Some(of.setting.us);
        let last: Vec<Case<'p>> = cases(true, true).into_iter().filter(is_last).collect();
        let is_even = advice.depth > 2 && advice.depth.is_multiple_of(2) && !nested && !is_action;
        if is_even && !last.is_empty() && self.refuted(&last, None) && !self.refuted(&most, None) {
            let (depth, name) = (advice.depth, &advice.name);
            let message = format!(
                "depth {depth} of `{name}` ends with their move, after which its better-goal is never true"
            );
            return Some(
                Diagnostic::new(Code::NoReplies, message)
                    .with_label(advice.better.place, "true after our move alone")
                    .with_help(format!("write `depth {}`, or one more", depth - 1)),
            );
        }
        if most.is_empty() && advice.better.when == When::AfterThem && advice.depth == 1 {
            let message = format!("the better-goal of `{}` is never asked", advice.name);
            let label = "after their moves only, and the depth has none of them";
            return Some(
                Diagnostic::new(Code::GoalsExclude, message)
                    .with_label(advice.better.place, label)
                    .with_help("write `depth 2` or more, or `after-us`"),
            );
        }
        if most.is_empty() || !self.refuted(&most, None) {
            return None;
        }
        let core = self.core(&most, &all);
        let by_turn = !self.refuted(&cases(false, true), Some(&core));
        let by_side = !self.refuted(&cases(true, false), Some(&core));
        if by_side && plays_other_side(self.program) {
            return None;
        }
        let is_default = core
            .iter()
            .any(|of| !contains_span(advice.place, of.test.span));
        let message = match core[..] {
            [_] => format!("the better-goal of `{}` is never true", advice.name),
            _ => format!("the goals of `{}` are never true together", advice.name),
        };
        let mut diagnostic = self.excluded(&core, message);
        diagnostic.code = Code::GoalsExclude;
        if by_turn || by_side {
            diagnostic.help =
                vec!["no leaf fulfils this: change the goal, the depth or the side".to_owned()];
        }
        if is_default {
            diagnostic = diagnostic.with_note("the holding-goal is that of `default holding`");
        }
        if by_side && let [(side, _), ..] = seats[..] {
            diagnostic = diagnostic.with_note(format!("`us` is {} here", COLOURS[side].word()));
        }
        if by_turn {
            diagnostic = diagnostic.with_note(match advice.better.when {
                When::AfterThem => "the goal is evaluated after their move, where we are to move",
                _ => "the goal is evaluated after our move, where they are to move",
            });
        }
        Some(diagnostic)
    }

    /// A holding-goal that takes the place of the file's default and does not ask for what the default asks.
    pub(super) fn default_dropped(&mut self) {
        let program = self.program;
        self.checker.enter(0);
        let Some(default) = self.checker.default_typed() else {
            return;
        };
        for advice in program.advice.iter().filter(|of| !of.kind.is_hidden()) {
            let own = advice.holding.place;
            if own.is_empty()
                || !contains_span(advice.place, own)
                || self.checker.files.of(own) != 0
            {
                continue;
            }
            let test = &advice.holding.test;
            // `holding true` says that nothing has to be kept.
            if eval(test, &[], program.functions.as_slice()).is_some() {
                continue;
            }
            let dropped = conjuncts(&default).iter().find(|of| {
                let asked = [part(test, true), part(of, false)];
                let implied = (0..2).all(|us| self.setting(us, Merge::Goal).refutes(&asked));
                !implied && !speaks_of(test, of)
            });
            if let Some(dropped) = dropped {
                let words = [test, dropped].map(|of| self.checker.words(of.span));
                let help = match words {
                    [Some(own), Some(lost)] => {
                        let (own, lost) = (conjunct(&own), conjunct(&lost));
                        // What restricts the whole goal would restrict the default too.
                        let own = match advice.holding.when {
                            When::Always => own,
                            When::AfterUs => format!("(us-to-move ∨ {own})"),
                            When::AfterThem => format!("(them-to-move ∨ {own})"),
                        };
                        format!("write `holding {own} ∧ {lost}` to keep it")
                    }
                    _ => "repeat the default in the goal to keep it".to_owned(),
                };
                let message = format!(
                    "the holding-goal of `{}` takes the place of `default holding`",
                    advice.name
                );
                let diagnostic = Diagnostic::new(Code::DefaultDropped, message)
                    .with_label(test.span, "the default does not hold here")
                    .with_secondary(dropped.span, "no longer asked for");
                self.checker.report(diagnostic.with_help(help));
            }
        }
        let own = || {
            program
                .advice
                .iter()
                .filter(|of| !of.kind.is_hidden() && self.checker.files.of(of.place) == 0)
        };
        let repeats = |advice: &Advice| {
            let own = &advice.holding;
            let mut parts = conjuncts(&default).iter();
            own.when == When::Always
                && parts.all(|of| {
                    conjuncts(&own.test)
                        .iter()
                        .any(|own| same(own, of, Merge::Goal))
                })
        };
        // One piece may be followed by others.
        if own().count() > 1 && own().all(repeats) && self.checker.is_default_alone() {
            let message = "every piece-of-advice repeats this `default holding`";
            let help =
                "leave it out of the holding-goals that say no more, or take the default away";
            self.checker.report(
                Diagnostic::new(Code::DefaultDropped, message)
                    .with_label(default.span, "none takes it from here")
                    .with_help(help),
            );
        }
    }
}

/// The sides that may play a piece-of-advice, and the men of each use of it.
pub(super) fn seats(advice: &Advice, uses: &[Use<'_>]) -> Vec<(usize, Option<Material>)> {
    let own = sides(advice.side);
    if uses.is_empty() {
        return own.into_iter().map(|side| (side, None)).collect();
    }
    let all = uses
        .iter()
        .flat_map(|of| of.sides.iter().map(|side| (*side, of.material)));
    all.filter(|(side, _)| own.contains(side)).collect()
}

/// Whether a goal speaks of what another one speaks of: a man, a definition or a word that looks at the position.
fn speaks_of(own: &Expr, other: &Expr) -> bool {
    contains(other, &mut |of| {
        let is_subject = match &of.kind {
            ExprKind::Squares(..) | ExprKind::Call(..) => true,
            ExprKind::Prim(id, ..) => id.entry().reads_position,
            _ => false,
        };
        is_subject && contains(own, &mut |part| same(part, of, Merge::Goal))
    })
}

/// The pieces-of-advice whose trees may begin with a reply: those that `satisfiable`, a test or a claim asks for. `None` where several are
/// asked for at once, which are not told apart.
fn asked(checker: &Checker<'_>, program: &Hir) -> Option<BTreeSet<usize>> {
    let is_joined = |of: &Advice| matches!(of.kind, AdviceKind::Either | AdviceKind::Both);
    let all = || checker.asked.iter().copied().chain(subjects(program));
    (!program.advice.iter().any(is_joined)).then(|| all().collect())
}

pub(super) fn contains_span(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
