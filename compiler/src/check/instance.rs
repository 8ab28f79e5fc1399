//! Instances: advice with constants in the place of its parameters, and the hidden advice of `satisfiable(a or b)` and `satisfiable(a and b)`.
//!
//! Everything that the program names is followed from its definitions, tables, strategies, tests and claims; each list of constants makes one
//! instance. Hidden ones come last, so their numbers are known only when all instances are; until then they are counted down
//! from the largest number.
//!
//! Rulings: of `satisfiable(a or b)` both play for one side and ask their goals at the same time; us-moves are a's, then b's,
//! them-moves a reply that either considers, the depth is the larger.

use std::collections::BTreeSet;

use super::bound::{DEPTH, WITHIN};
use super::constant::Bodies;
use super::every::{each_advice_expr, each_expr};
use super::explained::number_patterns;
use super::instances::{Instances, instance_name};
use super::played::number_actions;
use super::records::{AdviceForm, FunctionState, Key};
use super::recursion;
use super::walk::{asks_values, each_child_mut, substitute};
use super::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Advice, ExpectKind, Expr, ExprKind, Function, Hir, Rule, Subject, Table, Test, TextPart,
};
use crate::source::Span;
use adv_module::AdviceId;

/// More instances than this are refused.
const MOST_INSTANCES: usize = 10_000;

impl Bodies for Vec<FunctionState<'_>> {
    fn body(&self, index: usize) -> Option<&Expr> {
        self.get(index).and_then(|function| function.body.as_ref())
    }
}

impl Checker<'_> {
    /// The whole program, free of errors so far.
    pub(super) fn build(&mut self) -> Hir {
        let mut found = Instances::default();
        for (index, advice) in self.records.advice.iter().enumerate() {
            if advice.def.params.is_empty() {
                found.number((index, Vec::new()), advice.def.name.span);
            }
        }
        for index in 0..self.records.functions.len() {
            self.resolve_function(index, &mut found);
        }
        let mut advice = Vec::new();
        self.build_advice(&mut advice, &mut found);
        let tables: Vec<Table> = (0..self.records.tables.len())
            .map(|index| self.build_table(index, &mut found))
            .collect();
        let (mut strategies, actions) = self.build_strategies(&mut found);
        let mut tests = std::mem::take(&mut self.records.tests);
        for test in &mut tests {
            self.resolve_test(test, &mut found);
        }
        let claims = self.build_claims(&mut found);
        let (patterns, of_patterns) = self.build_patterns(&mut found);
        let evaluations = self.build_evaluations(&mut found);
        // Tables, strategies, tests and claims may have named new instances.
        self.build_advice(&mut advice, &mut found);
        if found.full {
            let span = self
                .records
                .advice
                .first()
                .map_or(Span::default(), |advice| advice.def.name.span);
            self.report(
                Diagnostic::new(
                    Code::TooManyDefinitions,
                    format!("more than {MOST_INSTANCES} instances of advice with parameters"),
                )
                .with_label(span, "too many in this file"),
            );
        }
        if self.broken || self.sink.has_errors() {
            return Hir::default();
        }
        let instances = advice.len();
        for ((both, refs), span) in &found.hidden {
            if let Some(hidden) = self.hidden(&advice, *both, refs, *span) {
                advice.push(hidden);
            }
        }
        if self.recursive && !self.questions_end(&advice, &found) {
            return Hir::default();
        }
        number_actions(&mut strategies, advice.len());
        advice.extend(actions);
        let mut program = Hir {
            doc: self.file.doc.join("\n"),
            material: self.material,
            example: self.example.clone(),
            functions: (0..self.records.functions.len())
                .filter_map(|index| self.build_function(index))
                .chain(of_patterns)
                .collect(),
            imports: self.records.imports.values().cloned().collect(),
            advice,
            tables,
            strategies,
            texts: self.build_texts(&found),
            patterns,
            evaluations,
            tests,
            claims,
            ..Hir::default()
        };
        let holds: Vec<usize> = program.patterns.iter().map(|of| of.holds).collect();
        each_expr(&mut program, &mut |expr| number_patterns(expr, &holds));
        each_expr(&mut program, &mut |expr| {
            number_hidden(expr, instances, &mut self.asked);
        });
        self.choices_fit(&program);
        self.here_in_plans_only(&mut program);
        program
    }

    /// The questions in a definition's body and text. The body goes back, for constants may call it.
    fn resolve_function(&mut self, index: usize, found: &mut Instances) {
        let function = &mut self.records.functions[index];
        let (body, because) = (function.body.take(), function.because.take());
        let body = body.map(|mut body| {
            self.resolve(&mut body, &[], found);
            body
        });
        let because = because.map(|mut because| {
            let values = because.iter_mut().filter_map(TextPart::expr_mut);
            values.for_each(|expr| self.resolve(expr, &[], found));
            because
        });
        let function = &mut self.records.functions[index];
        (function.body, function.because) = (body, because);
    }

    fn build_function(&mut self, index: usize) -> Option<Function> {
        let function = &mut self.records.functions[index];
        let params = function.def.params.iter().zip(&function.params);
        let params = params
            .map(|(param, ty)| Some((param.name.node.clone(), (*ty)?)))
            .collect::<Option<Vec<_>>>()?;
        Some(Function {
            name: function.def.name.clone(),
            params,
            result: function.result?,
            needs: function.needs,
            body: function.body.take()?,
            doc: std::mem::take(&mut function.doc),
            because: function.because.take(),
        })
    }

    /// Makes the advice of every key that has none yet; these may name further ones.
    fn build_advice(&mut self, advice: &mut Vec<Advice>, found: &mut Instances) {
        while let Some((key, &span)) = found.keys.get_index(advice.len()) {
            if advice.len() >= MOST_INSTANCES.max(self.records.advice.len()) {
                found.full = true;
                return;
            }
            let key = key.clone();
            if self.recursive && self.never_ends(found, advice.len()) {
                return;
            }
            found.current = Some(advice.len());
            let built = self.instance(&key, span, found);
            found.current = None;
            match built {
                Some(built) => advice.push(built),
                // An error was reported; the numbers no longer matter.
                None => {
                    self.broken = true;
                    return;
                }
            }
        }
    }

    fn instance(
        &mut self,
        (index, consts): &Key,
        used: Span,
        found: &mut Instances,
    ) -> Option<Advice> {
        let state = &self.records.advice[*index];
        let mut form = state.form.clone()?;
        form.advice.name.node = instance_name(&state.def.name.node, consts);
        (form.advice.doc, form.advice.place) = (state.doc.clone(), state.span);
        let used = if consts.is_empty() { None } else { Some(used) };
        self.filled_advice(form, consts, used, found)
    }

    /// The record of a piece-of-advice or action, with constants in the place of its parameters; `used` is where these are from.
    pub(super) fn filled_advice(
        &mut self,
        form: AdviceForm,
        consts: &[Const],
        used: Option<Span>,
        found: &mut Instances,
    ) -> Option<Advice> {
        let mut advice = form.advice;
        let is_action = advice.kind.is_action();
        let words = if is_action { &WITHIN } else { &DEPTH };
        advice.depth = self.plies(words, &form.depth, consts, &advice.name.node, used)?;
        let place = advice.name.span;
        let values: Vec<Expr> = consts.iter().map(|value| value.expr(place)).collect();
        let mut next = 0;
        each_advice_expr(&mut advice, &mut |expr, goes_on| {
            if !goes_on {
                next = 0;
            }
            *expr = substitute(expr, &values, &mut next);
            self.resolve(expr, consts, found);
        });
        // A phase whose plies were all out of reach, or in error, is none.
        for spec in [&mut advice.us, &mut advice.them] {
            spec.phases.retain(|(plies, _)| !plies.is_empty());
        }
        if let (Some(cost), Some(effort)) = (&mut advice.cost, &form.effort) {
            cost.effort = self.effort(effort, consts, &advice.name.node, used)?;
        }
        Some(advice)
    }

    /// Replaces the number of every `satisfiable` question by that of the advice it asks. What constants settle beside a question is
    /// settled first, so that a piece that asks for itself comes to an end.
    pub(super) fn resolve(&mut self, expr: &mut Expr, consts: &[Const], found: &mut Instances) {
        if self.recursive {
            recursion::settle(expr, &self.records.functions);
        }
        if let ExprKind::Satisfiable(_, question) = &mut expr.kind {
            if let Some(number) = self.question(*question, consts, found) {
                *question = number;
            }
            return;
        }
        each_child_mut(expr, &mut |child| self.resolve(child, consts, found));
    }

    fn question(
        &mut self,
        question: usize,
        consts: &[Const],
        found: &mut Instances,
    ) -> Option<usize> {
        let nested = self.records.nested.get(question)?.clone();
        let mut numbers = Vec::with_capacity(nested.refs.len());
        for (index, args) in nested.refs {
            let mut values = Vec::with_capacity(args.len());
            for arg in &args {
                let Some(value) = eval(arg, consts, &self.records.functions) else {
                    let name = self.records.advice[index].def.name.node.clone();
                    self.not_constant(&name, arg.span);
                    return None;
                };
                values.push(value);
            }
            let number = found.number((index, values), nested.span);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        if let [one] = numbers.as_slice() {
            return Some(*one);
        }
        let entry = found.hidden.entry((nested.both, numbers));
        let index = entry.index();
        entry.or_insert(nested.span);
        Some(usize::MAX - index)
    }

    fn build_table(&mut self, index: usize, found: &mut Instances) -> Table {
        let state = &self.records.tables[index];
        let rules = state.rules.iter().map(|rule| Rule {
            condition: rule.condition.clone(),
            list: rule.list.iter().map(|item| found.entry(item)).collect(),
            place: rule.span,
        });
        let mut table = Table {
            name: state.def.name.clone(),
            side: state.def.side.as_ref().map(|side| side.node),
            material: state.material,
            rules: rules.collect(),
            beyond: state.beyond.clone(),
            leaves: state.leaves,
            doc: state.doc.clone(),
            place: state.span,
        };
        let conditions = table.rules.iter_mut();
        for condition in conditions.filter_map(|rule| rule.condition.as_mut()) {
            self.resolve(condition, &[], found);
        }
        table
    }

    fn resolve_test(&mut self, test: &mut Test, found: &mut Instances) {
        if let Subject::Advice(id) = &mut test.subject {
            self.number_named(id, test.place, found);
        }
        for expect in &mut test.expect {
            match &mut expect.kind {
                ExpectKind::Advice(id)
                | ExpectKind::Forced(id)
                | ExpectKind::Possible(id)
                | ExpectKind::Refuted(id) => self.number_named(id, expect.place, found),
                _ => {}
            }
        }
        for expect in &mut test.expect {
            if let ExpectKind::Value { test: value, .. } = &mut expect.kind {
                self.resolve(value, &[], found);
                test.needs_values |= asks_values(value);
            }
        }
    }

    /// Gives a piece-of-advice that a test or claim names its number among the instances.
    pub(super) fn number_named(&self, id: &mut AdviceId, used: Span, found: &mut Instances) {
        if let Some(key) = self.records.named.get_index(id.index()) {
            *id = found.id(key, used);
        }
    }
}

/// Gives hidden advice its number, once the number of instances is known, and notes which advice is asked for.
fn number_hidden(expr: &mut Expr, instances: usize, asked: &mut BTreeSet<usize>) {
    if let ExprKind::Satisfiable(_, index) = &mut expr.kind {
        if *index > usize::MAX / 2 {
            *index = instances + (usize::MAX - *index);
        }
        asked.insert(*index);
        return;
    }
    each_child_mut(expr, &mut |child| number_hidden(child, instances, asked));
}
