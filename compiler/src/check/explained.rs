//! What a test expects of an explanation, and the parts of a program that explain: patterns, evaluations and translations with advice numbered.

use super::Checker;
use super::constant::eval;
use super::every::{StrategyPart, each_advice_expr, each_part, each_pattern_expr};
use super::frame::{Cx, Place};
use super::instances::Instances;
use super::names::Def;
use super::records::TranslatedKey;
use super::walk::{contains, each_child_mut, node};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Planned;
use crate::hir::{
    AdviceKind, BoardOp, Callee, ClaimSubject, Consulted, Each, Entry, Evaluation, ExpectKind,
    Expr, ExprKind, Fold, Frame, Function, Hir, LocalId, Needs, Pattern, PrimId, StatementKind,
    Subject, Texts, Translated, Translation, Type, Who,
};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ExpectationKind, TextWord};
use adv_module::{AdviceId, PatternId};

impl Checker<'_> {
    /// The evaluation of a name: `static` is one where none is written.
    pub(super) fn evaluation_named(&self, name: &str) -> Option<usize> {
        match self.names.own.get(name) {
            Some(&Def::Evaluation(index)) => Some(index),
            Some(_) => None,
            None => {
                let mut all = self.records.evaluations.iter();
                let unnamed = all.position(|of| of.def.is_none());
                unnamed.filter(|_| name == "static")
            }
        }
    }

    /// What is expected of an explanation; the outer `None`: it is something else.
    pub(super) fn expected_explanation(
        &mut self,
        expectation: &ast::Expectation,
    ) -> Option<Option<ExpectKind>> {
        match &expectation.kind {
            ExpectationKind::Verdict(word, reference) => Some(self.verdict(word, reference)),
            ExpectationKind::Value(expr) => {
                let (expr, negated) = match &expr.kind {
                    ast::ExprKind::Unary(op, inner) if op.node == ast::UnaryOp::Not => {
                        (&**inner, true)
                    }
                    _ => (expr, false),
                };
                if let ast::ExprKind::Name(name) = &expr.kind
                    && !negated
                    && name == "explanation"
                    && !self.names.own.contains_key("explanation")
                {
                    return Some(Some(ExpectKind::Explanation));
                }
                let ast::ExprKind::Binary(op, left, right) = &expr.kind else {
                    return None;
                };
                let is_total = matches!(&left.kind, ast::ExprKind::Name(name) if name == "total")
                    && op.node == BinaryOp::Eq
                    && !negated
                    && !self.names.own.contains_key("total");
                is_total.then(|| {
                    let mut cx = Cx::new(Place::Constant, self.material);
                    let value = self.expect(&mut cx, right, Type::Number(1))?;
                    match eval(&value, &[], &self.records.functions) {
                        Some(super::Const::Number(total)) => {
                            Some(ExpectKind::Total(total.first().copied().unwrap_or(0)))
                        }
                        _ => self.fail_value(
                            Diagnostic::new(
                                Code::ArgumentNotConstant,
                                "the total that is expected is a number",
                            )
                            .with_label(right.span, "not a constant"),
                        ),
                    }
                })
            }
            _ => None,
        }
    }

    fn verdict(&mut self, word: &ast::Name, reference: &ast::Ref) -> Option<ExpectKind> {
        let name = &reference.name;
        let def = self.names.own.get(name.node.as_str()).copied();
        let word = word.node.to_ascii_lowercase();
        match (word.as_str(), def) {
            ("explains", Some(Def::Pattern(index))) => {
                let side = match reference.args.as_slice() {
                    [one] => match &one.kind {
                        ast::ExprKind::Side(ast::Side::White) => Some(Who::White),
                        ast::ExprKind::Letter(ast::Role::Bishop)
                        | ast::ExprKind::Side(ast::Side::Black) => Some(Who::Black),
                        _ => None,
                    },
                    _ => None,
                };
                if side.is_none() {
                    self.fail(
                        Diagnostic::new(
                            Code::ArgumentType,
                            format!("`{}` is told of White or of Black", name.node),
                        )
                        .with_label(reference.span, "no side")
                        .with_help(format!(
                            "write `explains {0}(W)` or `explains {0}(B)`",
                            name.node
                        )),
                    );
                }
                side.map(|side| ExpectKind::Explains(PatternId::at(index), side))
            }
            ("forced" | "possible" | "refuted", Some(Def::Advice(_))) => {
                let key = self.advice_key(reference)?;
                let key = self.records.named(key);
                Some(match word.as_str() {
                    "forced" => ExpectKind::Forced(key),
                    "possible" => ExpectKind::Possible(key),
                    _ => ExpectKind::Refuted(key),
                })
            }
            _ => {
                let wanted = match word.as_str() {
                    "explains" => "a pattern",
                    _ => "a piece-of-advice",
                };
                self.no_meaning(name, wanted, None, None)
            }
        }
    }

    /// The patterns, and the functions that they ask, which come behind the definitions.
    pub(super) fn build_patterns(
        &mut self,
        found: &mut Instances,
    ) -> (Vec<Pattern>, Vec<Function>) {
        let (mut patterns, mut functions) = (Vec::new(), Vec::new());
        let first = self.records.functions.len();
        for index in 0..self.records.patterns.len() {
            let state = &self.records.patterns[index];
            let Some(form) = state.form.clone() else {
                continue;
            };
            let (mut pattern, mut fact, mut condition) = (form.pattern, form.fact, form.condition);
            (pattern.doc, pattern.place) = (state.doc.clone(), state.span);
            pattern.excludes = state.excludes.iter().copied().map(PatternId::at).collect();
            self.resolve(&mut fact, &[], found);
            let of_each = condition.iter_mut();
            of_each.for_each(|condition| self.resolve(condition, &[], found));
            each_pattern_expr(&mut pattern, &mut |expr| self.resolve(expr, &[], found));
            let name = pattern.name.clone();
            let mut add = |suffix: &str, body: Expr, ty: Type, needs: Needs| {
                let id = first + functions.len();
                functions.push(Function {
                    name: name.clone().map(|name| format!("{name}{suffix}")),
                    params: Vec::new(),
                    result: ty,
                    needs,
                    body,
                    doc: String::new(),
                    because: None,
                });
                id
            };
            let (ty, at) = (fact.ty, fact.span);
            pattern.fact = add(".fact", fact, ty, Needs::NONE);
            pattern.condition =
                condition.map(|condition| add(".where", condition, Type::Truth, Needs::HERE));
            let there_is = there_is(pattern.each, pattern.fact, pattern.condition, at);
            pattern.holds = add("", there_is, Type::Truth, Needs::NONE);
            let views = [&mut pattern.us, &mut pattern.them].into_iter();
            for (view, plan) in views.zip(form.plans) {
                let Some(view) = view else { continue };
                let plan = plan.iter().map(|(key, required, span)| Planned {
                    advice: found.id(key, *span),
                    required: *required,
                });
                view.plan = plan.collect();
            }
            patterns.push(pattern);
        }
        (patterns, functions)
    }

    pub(super) fn build_evaluations(&mut self, found: &mut Instances) -> Vec<Evaluation> {
        let mut built = Vec::new();
        for index in 0..self.records.evaluations.len() {
            let state = &self.records.evaluations[index];
            let Some(form) = state.form.clone() else {
                continue;
            };
            let (doc, span) = (state.doc.clone(), state.span);
            let mut evaluation = Evaluation {
                doc,
                place: span,
                ..form
            };
            let worths = evaluation.worths.iter_mut().map(|(_, worth)| worth);
            for expr in evaluation.stage.iter_mut().chain(worths) {
                self.resolve(expr, &[], found);
            }
            built.push(evaluation);
        }
        built
    }

    /// The translations; the reason of a piece-of-advice with parameters is translated in all its instances.
    pub(super) fn build_texts(&self, found: &Instances) -> Vec<Texts> {
        let mut seen = std::collections::BTreeSet::new();
        let mut built = Vec::new();
        for form in &self.records.texts {
            let mut entries = Vec::new();
            for (key, parts) in &form.entries {
                let all: Vec<Translated> = match key {
                    TranslatedKey::Pattern(index, word) => {
                        let id = PatternId::at(*index);
                        match word {
                            TextWord::Called => vec![Translated::Called(id)],
                            TextWord::Belief => vec![Translated::Belief(id)],
                            TextWord::Us => vec![Translated::Us(id)],
                            TextWord::Them => vec![Translated::Them(id)],
                            TextWord::Because => Vec::new(),
                        }
                    }
                    TranslatedKey::Advice(index) => found
                        .of_advice(*index)
                        .map(|of| Translated::Because(AdviceId::at(of)))
                        .collect(),
                };
                for of in all {
                    // What is said first counts: the program's own before that of a module.
                    if seen.insert((form.language.clone(), of)) {
                        let parts = parts.clone();
                        entries.push(Translation { of, parts });
                    }
                }
            }
            built.push(Texts {
                language: form.language.clone(),
                entries,
                place: form.span,
            });
        }
        built
    }

    /// Advice that speaks of `HERE` is a plan of a pattern and nothing else.
    pub(super) fn here_in_plans_only(&mut self, program: &mut Hir) {
        let mut here = vec![false; program.advice.len()];
        for (entry, advice) in here.iter_mut().zip(&mut program.advice) {
            each_advice_expr(advice, &mut |expr, _| {
                *entry |= self.needs_of(expr).has(Needs::HERE);
            });
        }
        if !here.contains(&true) {
            return;
        }
        let mut uses: Vec<(usize, Option<Span>)> = Vec::new();
        let listed = |list: &[Entry], span: Span, uses: &mut Vec<(usize, Option<Span>)>| {
            let advice = list.iter().flat_map(Entry::advice);
            uses.extend(advice.map(|id| (id.index(), Some(span))));
        };
        for rule in program.tables.iter().flat_map(|table| &table.rules) {
            listed(&rule.list, rule.place, &mut uses);
        }
        for strategy in &mut program.strategies {
            each_part(&mut strategy.body, &mut |part| {
                if let StrategyPart::Statement(statement) = part
                    && let StatementKind::Consult(Consulted::List(list), _) = &statement.kind
                {
                    listed(list, statement.span, &mut uses);
                }
            });
        }
        for test in &program.tests {
            if let Subject::Advice(index) = test.subject {
                uses.push((index.index(), Some(test.place)));
            }
        }
        for claim in &program.claims {
            if let ClaimSubject::Advice(index) = claim.subject {
                uses.push((index.index(), Some(claim.place)));
            }
        }
        super::every::each_expr(program, &mut |expr| {
            let span = expr.span;
            contains(expr, &mut |part| {
                if let ExprKind::Satisfiable(_, index) = part.kind {
                    uses.push((index, Some(span)));
                }
                false
            });
        });
        let actions = program.advice.iter().enumerate();
        let actions = actions.filter(|(_, advice)| advice.kind != AdviceKind::Piece);
        uses.extend(actions.map(|(index, _)| (index, None)));
        let mut told = vec![false; here.len()];
        for (index, at) in uses {
            let Some(advice) = program.advice.get(index) else {
                continue;
            };
            if here.get(index) != Some(&true) || std::mem::replace(&mut told[index], true) {
                continue;
            }
            self.report(Diagnostic::new(
                Code::HereNotPlanned,
                format!("`{}` speaks of `HERE`, and is more than a plan of a pattern", advice.name),
            )
            .with_label(advice.name.span, "speaks of `HERE`")
            .with_help("where no fact is explained there is no `HERE`: give it a parameter, or a piece-of-advice of its own").with_secondary_if(at, "used here"));
        }
    }
}

/// The descriptor that a pattern's name is.
fn there_is(each: Each, fact: usize, condition: Option<usize>, at: Span) -> Expr {
    let ty = match each {
        Each::Truth => Type::Truth,
        _ => Type::Board,
    };
    let call = || {
        node(
            ExprKind::Call(Callee::Own(fact), Frame::Current, Vec::new()),
            ty,
            at,
        )
    };
    let board = |kind| node(kind, Type::Board, at);
    let truth = |kind| node(kind, Type::Truth, at);
    let asked = |here: Expr, condition: usize| {
        let us = node(ExprKind::Side(Who::Us), Type::Side, at);
        truth(ExprKind::Given(
            Box::new([us, here]),
            Frame::Current,
            condition,
        ))
    };
    let some = match each {
        Each::Truth => call(),
        _ => truth(ExprKind::NonEmpty(Box::new(call()))),
    };
    let Some(condition) = condition else {
        return some;
    };
    let x = || board(ExprKind::Local(LocalId(0)));
    let here = match each {
        Each::Truth => board(ExprKind::Board(0)),
        Each::Whole => call(),
        Each::Square => x(),
        Each::File => board(ExprKind::BoardOp(
            BoardOp::Intersect,
            Box::new(call()),
            Box::new(board(ExprKind::Prim(
                PrimId::FilesOf,
                Frame::Current,
                vec![x()],
            ))),
        )),
        Each::Group => board(ExprKind::Prim(
            PrimId::Reach,
            Frame::Current,
            vec![x(), call()],
        )),
    };
    let asked = asked(here, condition);
    match each {
        Each::Truth | Each::Whole => truth(ExprKind::And(vec![some, asked])),
        Each::Square | Each::File | Each::Group => truth(ExprKind::Fold(
            Fold::Exists,
            LocalId(0),
            Box::new(call()),
            Box::new(asked),
        )),
    }
}

/// The number of the function that a pattern's name is, once it is known.
pub(super) fn number_patterns(expr: &mut Expr, holds: &[usize]) {
    if let ExprKind::Given(_, _, function) = &mut expr.kind
        && let Some(&number) = holds.get(usize::MAX - *function)
    {
        *function = number;
    }
    each_child_mut(expr, &mut |child| number_patterns(child, holds));
}
