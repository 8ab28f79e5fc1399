//! Conditions that exclude each other, and rules that nothing reaches, by [`super::facts`].
//!
//! ```text
//!   better  mate ∧ stalemate                      excluded in one goal
//!   better  mate        holding ¬mate             every leaf has to keep the holding-goal
//!   better  us-to-move  depth 1                   the leaf comes after our move
//!   reaches mate        never mate                the position that is reached counts
//!   if room ≥ 5 then …  if room > 6 then …        taken by the rule before
//! ```
//!
//! Rulings: a written `true` or `false` is meant, what it makes of a `∨` or `∧` is not. An instance of a piece-of-advice with parameters is
//! told of where all its instances are alike, for what one list of constants excludes another may allow. A better-goal is
//! taken for evaluated after our moves alone only where `satisfiable`, a test or a claim asks for no tree of its piece, for that tree may
//! begin with a reply.

mod amounts;
mod branches;
mod claims;
mod classes;
mod goals;
mod implied;

use std::ptr;

use branches::Branch;

use super::alike;
use super::facts::{Part, Range, Setting};
use super::sides::sides;
use super::truth::is_with_itself;
use crate::check::records::AdviceForm;
use crate::check::walk::{Merge, conjuncts, contains, each_child};
use crate::check::{Checker, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::parts::class_exprs;
use crate::hir::{
    Advice, Expr, ExprKind, Frame, Hir, Material, MoveSpec, PrimId, TextPart, Type, When, Who,
};
use crate::library::Libraries;
use crate::syntax::ast::AdviceDef;

/// How many questions one program asks.
const MOST_QUESTIONS: u32 = 5_000;
/// The most conditions of one question.
const MOST_PARTS: usize = 60;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    // What the constants of an instance decide is no mistake: it is looked at with its parameters.
    let forms = checker.records.advice.iter();
    let forms = forms.filter_map(|of| Some((of.def, of.form.clone()?)));
    let forms: Vec<(&AdviceDef, AdviceForm)> = forms.collect();
    let materials: Vec<&Material> = checker.materials().collect();
    let is_bare = |side: usize| {
        let is_alone = |of: &&Material| !of.mirrored && of.counts[side].iter().sum::<u8>() == 1;
        !materials.is_empty() && materials.iter().all(is_alone)
    };
    let bare = [0, 1].map(is_bare);
    let mut lint = Lint {
        libraries: checker.libraries,
        checker,
        program,
        questions: MOST_QUESTIONS,
        bare,
        mover: None,
    };
    for function in crate::hir::definitions(program) {
        lint.scan_in(&function.body, Merge::Nothing);
    }
    let written = |of: &&Advice| !of.kind.is_hidden() && !of.name.node.contains('(');
    for advice in program.advice.iter().filter(written) {
        let cost = advice.cost.as_ref().map(|cost| (cost.when, &cost.of_move));
        lint.numbers([&advice.us, &advice.them], &advice.because, cost);
        for of in &advice.prefer {
            lint.scan_in(of, Merge::Nothing);
        }
        lint.keys(&advice.prefer, None);
    }
    for (def, form) in &forms {
        lint.cost(&def.name.node, form);
        if def.params.is_empty() {
            continue;
        }
        let advice = &form.advice;
        for goal in [&advice.better, &advice.holding] {
            let merge = match advice.kind.is_action() {
                true => Merge::Nothing,
                false => Merge::Goal,
            };
            lint.scan(&goal.test, merge);
        }
        let cost = advice.cost.as_ref().map(|cost| (cost.when, &cost.of_move));
        lint.numbers([&advice.us, &advice.them], &advice.because, cost);
    }
    lint.patterns();
    lint.advice();
    lint.default_dropped();
    for table in &program.tables {
        let conditions = table.rules.iter().map(|rule| Branch {
            test: rule.condition.as_ref(),
            span: rule.condition.as_ref().map_or(rule.place, |test| test.span),
        });
        let conditions: Vec<Branch<'_>> = conditions.collect();
        lint.branches(&conditions, Some(&table.name.node), &sides(table.side));
    }
    for strategy in &program.strategies {
        lint.statements(&strategy.body);
    }
    for claim in &program.claims {
        lint.claim(claim);
    }
    lint.contained();
    lint.expectations();
}

struct Lint<'c, 'k, 'p> {
    checker: &'c mut Checker<'k>,
    program: &'p Hir,
    libraries: Libraries<'p>,
    questions: u32,
    /// The sides that have a king alone in every material.
    bare: [bool; 2],
    /// True where what is asked comes before a move of ours, false before one of theirs.
    mover: Option<bool>,
}

/// One way in which a question may come up.
struct Case<'p> {
    setting: Setting<'p>,
    parts: Vec<Part<'p>>,
}

impl<'p> Lint<'_, '_, 'p> {
    fn setting(&self, us: usize, merge: Merge) -> Setting<'p> {
        let mover = self.mover.map(|is_ours| if is_ours { us } else { 1 - us });
        Setting {
            bare: self.bare,
            turns: [mover, mover.map(|mover| 1 - mover)],
            ..Setting::new(self.program, self.libraries, us, merge)
        }
    }

    /// The same conditions for each of these sides as `us`.
    fn cases(&self, sides: &[usize], merge: Merge, parts: &[Part<'p>]) -> Vec<Case<'p>> {
        let case = |&us: &usize| Case {
            setting: self.setting(us, merge),
            parts: parts.to_vec(),
        };
        sides.iter().map(case).collect()
    }

    fn refutes(&mut self, setting: &Setting<'p>, parts: &[Part<'p>]) -> bool {
        if self.questions == 0 || parts.is_empty() || parts.len() > MOST_PARTS {
            return false;
        }
        self.questions -= 1;
        setting.refutes(parts)
    }

    /// Whether a descriptor never has a value, whichever side `us` is.
    fn never(&mut self, test: &'p Expr, value: bool, merge: Merge) -> bool {
        let cases = self.cases(&[0, 1], merge, &[part(test, value)]);
        self.refuted(&cases, None)
    }

    /// Whether a part of a descriptor has a warning that says why it is the same in every position.
    fn is_told(&self, test: &Expr, merge: Merge) -> bool {
        contains(test, &mut |part| {
            let is_absent = matches!(part.kind, ExprKind::Piece(who, Some(role)) if self.checker.is_absent(who, role));
            is_absent || is_with_itself(part, merge)
        })
    }

    /// Reports the outermost parts of a descriptor that are always true or never. True where the whole of it is.
    fn scan(&mut self, test: &'p Expr, merge: Merge) -> bool {
        let is_written = matches!(
            test.kind,
            ExprKind::Truth(_) | ExprKind::Call(..) | ExprKind::Local(_)
        );
        let is_constant = || eval(test, &[], self.program.functions.as_slice()).is_some();
        let is_junction = matches!(test.kind, ExprKind::And(_) | ExprKind::Or(_));
        if test.ty != Type::Truth || is_written || !is_junction && is_constant() {
            return false;
        }
        if self.never(test, true, merge) {
            let parts = conjuncts(test).iter().map(|test| part(test, true));
            let parts: Vec<Part<'p>> = parts.collect();
            let cases = self.cases(&[0, 1], merge, &parts);
            let core = self.core(&cases, &parts);
            let message = match core[..] {
                [one] if self.is_told(one.test, merge) => return true,
                [one] => format!("{} is always false", self.checker.slice(one.test.span)),
                _ => self.exclusion(&core),
            };
            self.report(&core, message);
            return true;
        }
        if self.never(test, false, merge) {
            if self.is_told(test, merge) {
                return true;
            }
            let message = format!("{} is always true", self.checker.slice(test.span));
            let mut diagnostic = Diagnostic::new(Code::ConstantDescriptor, message)
                .with_label(test.span, "always true")
                .with_help("leave it out, or ask for something that a position may lack");
            diagnostic.notes.extend(self.why(test));
            self.checker.report(diagnostic);
            return true;
        }
        match &test.kind {
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let told = parts.iter().map(|of| self.scan(of, merge));
                if !told.fold(false, |any, told| any | told) {
                    self.implied(parts, matches!(test.kind, ExprKind::And(_)), merge);
                }
            }
            ExprKind::Not(inner) => return self.scan(inner, merge),
            ExprKind::If(condition, a, b) => {
                for of in [condition, a, b] {
                    self.scan(of, merge);
                }
            }
            _ => return self.scan_parts(test, merge),
        }
        false
    }

    /// Scans the outermost conditions in the parts of an expression. True where one is told of.
    fn scan_parts(&mut self, of: &'p Expr, merge: Merge) -> bool {
        let mut told = false;
        each_child(of, &mut |child| told |= self.scan_in(child, merge));
        told
    }

    /// Scans the outermost conditions in a number or a board, and boards that are always empty.
    fn scan_in(&mut self, of: &'p Expr, merge: Merge) -> bool {
        alike::look(self.checker, self.program, of);
        match of.ty {
            Type::Truth => self.scan(of, merge),
            Type::Board if self.is_empty(of, merge) => {
                let message = format!("{} is always empty", self.checker.slice(of.span));
                let mut diagnostic = Diagnostic::new(Code::ConstantDescriptor, message)
                    .with_label(of.span, "no square in any position")
                    .with_help("correct it, or write `∅`");
                diagnostic.notes.extend(self.why(of));
                self.checker.report(diagnostic);
                true
            }
            _ => self.scan_parts(of, merge),
        }
    }

    /// Scans what moves, texts and costs say.
    fn numbers(
        &mut self,
        moves: [&'p MoveSpec; 2],
        texts: &'p [TextPart],
        cost: Option<(When, &'p Expr)>,
    ) {
        for text in texts {
            if let TextPart::Value(of) = text
                && matches!(of.kind, ExprKind::Prim(..) | ExprKind::NumberOp(..))
                && let Range::Number(low, high) = self.range(of, Merge::Nothing)
                && low == high
            {
                let message = format!("{} is always {low}", self.checker.slice(of.span));
                self.checker.report(
                    Diagnostic::new(Code::ConstantDescriptor, message)
                        .with_label(of.span, "the same in every position")
                        .with_help("write the number, or name something of the position"),
                );
            }
        }
        let texts = texts.iter().filter_map(TextPart::expr);
        let mut all: Vec<(Option<bool>, &Expr)> = texts.map(|of| (None, of)).collect();
        all.extend(cost.map(|(when, of)| {
            let mover = (when != When::Always).then_some(when == When::AfterUs);
            (mover, of)
        }));
        for (spec, is_ours) in moves.into_iter().zip([true, false]) {
            for class in spec.classes() {
                // What a `where` asks of the side to move is told with it.
                let mover = |of: &Expr| !class.filter.as_ref().is_some_and(|own| ptr::eq(own, of));
                let exprs = class_exprs(class);
                all.extend(exprs.map(|of| (mover(of).then_some(is_ours), of)));
            }
        }
        for (mover, of) in all {
            self.mover = mover;
            self.scan_in(of, Merge::Nothing);
        }
        self.mover = None;
    }

    /// Values that an expression can have, whichever side `us` is.
    fn range(&self, of: &'p Expr, merge: Merge) -> Range {
        let [white, black] = [0, 1].map(|us| self.setting(us, merge).range(of, Frame::Current));
        white.or(black)
    }

    /// True of a board without squares that is made of such as can have some.
    fn is_empty(&self, of: &'p Expr, merge: Merge) -> bool {
        let is_none =
            |of: &'p Expr| matches!(self.range(of, merge), Range::Board(of) if of.is_empty());
        let is_written = eval(of, &[], self.program.functions.as_slice()).is_some();
        let is_made = matches!(of.kind, ExprKind::BoardOp(..) | ExprKind::Prim(..));
        let mut is_first = is_made && !is_written && is_none(of);
        if is_first {
            each_child(of, &mut |child| is_first &= !is_none(child));
        }
        is_first
    }

    /// Reason of chess for a value that is the same in every position.
    fn why(&self, of: &'p Expr) -> Option<String> {
        // What keeps boards apart does so for either side.
        let setting = self.setting(0, Merge::Goal);
        let board = |of: &'p Expr| setting.range(of, Frame::Current).squares();
        match &of.kind {
            ExprKind::Compare(_, a, b) => {
                let number = [a, b]
                    .into_iter()
                    .find_map(|of| match self.range(of, Merge::Goal) {
                        Range::Number(low, high)
                            if low < high && low > i64::MIN && high < i64::MAX =>
                        {
                            Some((of, low, high))
                        }
                        _ => None,
                    });
                let (of, low, high) = number?;
                Some(format!(
                    "{} is {low} to {high}",
                    self.checker.slice(of.span)
                ))
            }
            ExprKind::Boards(_, a, b) | ExprKind::BoardOp(_, a, b) => {
                let apart = board(a).apart(&board(b)).map(str::to_owned);
                apart.or_else(|| self.why(a)).or_else(|| self.why(b))
            }
            ExprKind::Prim(PrimId::FileAt | PrimId::RankAt, ..) => {
                Some("files and ranks are 0 to 7".to_owned())
            }
            ExprKind::Prim(PrimId::Won | PrimId::InCheck | PrimId::Mated, ..) => {
                Some("a bare king neither wins nor gives check".to_owned())
            }
            ExprKind::ToMove(Frame::Current, Who::Us | Who::Them) => self.mover.map(|is_ours| {
                let side = if is_ours { "we are" } else { "they are" };
                format!("a move is looked at where {side} to move")
            }),
            ExprKind::Not(of) | ExprKind::NonEmpty(of) => self.why(of),
            ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().find_map(|of| self.why(of)),
            _ => None,
        }
    }

    /// The fewest conditions that exclude each other in all cases.
    fn core(&mut self, cases: &[Case<'p>], all: &[Part<'p>]) -> Vec<Part<'p>> {
        let mut core = all.to_vec();
        for candidate in all {
            let rest: Vec<Part<'p>> = core
                .iter()
                .filter(|of| !is(of, candidate))
                .copied()
                .collect();
            if rest.len() < core.len() && self.refuted(cases, Some(&rest)) {
                core = rest;
            }
        }
        core
    }

    /// Whether no case can come up, of its conditions those of a list alone.
    fn refuted(&mut self, cases: &[Case<'p>], only: Option<&[Part<'p>]>) -> bool {
        cases.iter().all(|case| {
            let kept = |part: &Part<'p>| only.is_none_or(|only| only.iter().any(|of| is(of, part)));
            let parts: Vec<Part<'p>> = case.parts.iter().copied().filter(kept).collect();
            self.refutes(&case.setting, &parts)
        })
    }

    fn exclusion(&self, core: &[Part<'p>]) -> String {
        let words: Vec<String> = core
            .iter()
            .map(|of| self.checker.slice(of.test.span))
            .collect();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("{} and {last} exclude each other", rest.join(", "))
            }
            _ => "these conditions exclude each other".to_owned(),
        }
    }

    fn report(&mut self, core: &[Part<'p>], message: String) {
        let mut diagnostic = self.excluded(core, message);
        if let [one] = core {
            diagnostic.notes.extend(self.why(one.test));
        }
        self.checker.report(diagnostic);
    }

    fn excluded(&self, core: &[Part<'p>], message: String) -> Diagnostic {
        let code = if core.len() == 1 {
            Code::ConstantDescriptor
        } else {
            Code::GoalsExclude
        };
        let mut spans = core.iter().map(|of| of.test.span);
        let last = spans.next_back().unwrap_or_default();
        let label = match core {
            [one] if !one.value => "always true",
            [_] => "never true",
            _ => "never true with the other",
        };
        let mut diagnostic = Diagnostic::new(code, message).with_label(last, label);
        for span in spans {
            diagnostic = diagnostic.with_secondary(span, "the other");
        }
        diagnostic.with_help(match core {
            [one] if !one.value => "no position is without this: compare with another value",
            [_] => "no position fulfils this: compare with another value",
            _ => "no position fulfils this: change one of them, or join alternatives by `∨`",
        })
    }
}

const fn part(test: &Expr, value: bool) -> Part<'_> {
    Part {
        at: Frame::Current,
        test,
        value,
    }
}

/// Whether two conditions are one place in the program.
fn is(a: &Part<'_>, b: &Part<'_>) -> bool {
    ptr::eq(a.test, b.test) && a.value == b.value
}
