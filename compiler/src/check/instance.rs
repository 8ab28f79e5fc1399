//! Instances: advice with constants in the place of its parameters, and the hidden advice of `satisfiable(a or b)`.
//!
//! Everything that the program names is followed from its definitions, tables, strategies, tests and claims; each list of constants makes one
//! instance. Hidden ones come last, so their numbers are known only when all instances are; until then they are counted down
//! from the largest number.
//!
//! Rulings: of `satisfiable(a or b)` both play for one side and ask their goals at the same time; us-moves are a's, then b's,
//! them-moves a reply that either considers, the depth is the larger.

use indexmap::IndexMap;

use super::advice::AdviceForm;
use super::claim::asks_values;
use super::constant::Bodies;
use super::every::each_expr;
use super::played::number_actions;
use super::recursion;
use super::scope::FunctionState;
use super::table::Key;
use super::test::{ExpectState, SubjectState};
use super::walk::{each_child_mut, substitute, substitute_class, substitute_text};
use super::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Advice, AdviceKind, Class, Expect, ExpectKind, Expr, ExprKind, Function, Goal, Hir, MoveSpec,
    Rule, Subject, Table, Test, TextPart,
};
use crate::source::{Span, Spanned};

/// More instances than this are refused.
const MOST_INSTANCES: usize = 10_000;

impl Bodies for Vec<FunctionState<'_>> {
    fn body(&self, index: usize) -> Option<&Expr> {
        self.get(index).and_then(|function| function.body.as_ref())
    }
}

/// The instances and hidden advice found so far.
#[derive(Default)]
pub(super) struct Found {
    /// The place where each was first used.
    keys: IndexMap<Key, Span>,
    /// The instance that first used each.
    asked_by: Vec<Option<usize>>,
    /// The instance that is being made.
    current: Option<usize>,
    /// Lists of instances that are represented by hidden advice, with the place of the first use.
    hidden: IndexMap<Vec<usize>, Span>,
    full: bool,
}

impl Found {
    pub(super) fn number(&mut self, key: Key, span: Span) -> usize {
        let entry = self.keys.entry(key);
        let index = entry.index();
        entry.or_insert(span);
        if index == self.asked_by.len() {
            self.asked_by.push(self.current);
        }
        index
    }

    /// An instance with those that use it, the first of them first.
    pub(super) fn way_to(&self, index: usize) -> Vec<usize> {
        let mut way = vec![index];
        let mut at = index;
        while let Some(by) = self.asked_by.get(at).copied().flatten() {
            way.push(by);
            at = by;
        }
        way.reverse();
        way
    }

    /// The instances that are represented by hidden advice, by the number that a use of several carries until all are known.
    pub(super) fn together(&self, number: usize) -> impl Iterator<Item = usize> {
        let refs = self.hidden.get_index(usize::MAX - number);
        refs.into_iter().flat_map(|(refs, _)| refs.iter().copied())
    }

    /// What an instance is of, and its constants.
    pub(super) fn key(&self, index: usize) -> Option<&Key> {
        self.keys.get_index(index).map(|(key, _)| key)
    }
}

impl Checker<'_> {
    /// The whole program, free of errors so far.
    pub(super) fn build(&mut self) -> Hir {
        let mut found = Found::default();
        for (index, advice) in self.advice.iter().enumerate() {
            if advice.def.params.is_empty() {
                found.number((index, Vec::new()), advice.def.name.span);
            }
        }
        for index in 0..self.functions.len() {
            self.resolve_function(index, &mut found);
        }
        let mut advice = Vec::new();
        self.build_advice(&mut advice, &mut found);
        let tables: Vec<Table> = (0..self.tables.len())
            .map(|index| self.build_table(index, &mut found))
            .collect();
        let (mut strategies, actions) = self.build_strategies(&mut found);
        let tests: Vec<Test> = (0..self.tests.len())
            .map(|index| self.build_test(index, &mut found))
            .collect();
        let claims = self.build_claims(&mut found);
        // Tables, strategies, tests and claims may have named new instances.
        self.build_advice(&mut advice, &mut found);
        if found.full {
            let span = self
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
        for (refs, span) in &found.hidden {
            if let Some(hidden) = self.hidden(&advice, refs, *span) {
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
            functions: (0..self.functions.len())
                .filter_map(|index| self.build_function(index))
                .collect(),
            imports: self.imports.values().cloned().collect(),
            advice,
            tables,
            strategies,
            tests,
            claims,
        };
        each_expr(&mut program, &mut |expr| number_hidden(expr, instances));
        program
    }

    /// The questions in a definition's body and text. The body goes back, for constants may call it.
    fn resolve_function(&mut self, index: usize, found: &mut Found) {
        let function = &mut self.functions[index];
        let (body, because) = (function.body.take(), function.because.take());
        let body = body.map(|mut body| {
            self.resolve(&mut body, &[], found);
            body
        });
        let because = because.map(|mut because| {
            for part in &mut because {
                self.resolve_part(part, &[], found);
            }
            because
        });
        let function = &mut self.functions[index];
        (function.body, function.because) = (body, because);
    }

    fn build_function(&mut self, index: usize) -> Option<Function> {
        let function = &mut self.functions[index];
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
            locals: function.locals,
            doc: std::mem::take(&mut function.doc),
            because: function.because.take(),
        })
    }

    /// Makes the advice of every key that has none yet; these may name further ones.
    fn build_advice(&mut self, advice: &mut Vec<Advice>, found: &mut Found) {
        while let Some((key, &span)) = found.keys.get_index(advice.len()) {
            if advice.len() >= MOST_INSTANCES.max(self.advice.len()) {
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

    fn instance(&mut self, (index, consts): &Key, used: Span, found: &mut Found) -> Option<Advice> {
        let state = &self.advice[*index];
        let (def, doc, span) = (state.def, state.doc.clone(), state.span);
        let form: AdviceForm = state.form.clone()?;
        let name = instance_name(&def.name.node, consts);
        let at = if consts.is_empty() { None } else { Some(used) };
        let depth = self.depth_value(&form.depth, consts, &name, at)?;
        let values: Vec<Expr> = consts
            .iter()
            .map(|value| value.expr(def.name.span))
            .collect();
        let better = self.filled_goal(&form.better, &values, consts, found);
        let holding = self.filled_goal(&form.holding, &values, consts, found);
        let us = self.filled_moves(&form.us.spec, &values, consts, found);
        let them = self.filled_moves(&form.them.spec, &values, consts, found);
        let mut because = substitute_text(&form.because, &values);
        for part in &mut because {
            self.resolve_part(part, consts, found);
        }
        Some(Advice {
            name,
            name_span: def.name.span,
            side: form.side,
            better,
            holding,
            us,
            them,
            depth,
            mode: form.mode,
            because,
            doc,
            span,
            kind: AdviceKind::Piece,
            prefer: Vec::new(),
            prefer_locals: 0,
        })
    }

    /// A goal with constants in the place of its parameters.
    pub(super) fn filled_goal(
        &mut self,
        goal: &Goal,
        values: &[Expr],
        consts: &[Const],
        found: &mut Found,
    ) -> Goal {
        let mut locals = 0;
        let mut test = substitute(&goal.test, values, &mut locals);
        self.resolve(&mut test, consts, found);
        Goal {
            when: goal.when,
            test,
            locals,
            span: goal.span,
        }
    }

    /// Moves with constants in the place of their parameters.
    pub(super) fn filled_moves(
        &mut self,
        spec: &MoveSpec,
        values: &[Expr],
        consts: &[Const],
        found: &mut Found,
    ) -> MoveSpec {
        let mut classes = |classes: &[Class]| {
            let fill = |class: &Class| {
                let mut class = substitute_class(class, values, &mut 0);
                let exprs = class
                    .from
                    .iter_mut()
                    .chain(&mut class.to)
                    .chain(&mut class.filter)
                    .chain(&mut class.keys);
                exprs.for_each(|expr| self.resolve(expr, consts, found));
                class
            };
            classes.iter().map(fill).collect::<Vec<Class>>()
        };
        let mut phases: Vec<(Vec<u16>, Vec<Class>)> = spec
            .phases
            .iter()
            .map(|(plies, list)| (plies.clone(), classes(list)))
            .collect();
        // A phase whose plies were all out of reach, or in error, is none.
        phases.retain(|(plies, _)| !plies.is_empty());
        MoveSpec {
            every: classes(&spec.every),
            phases,
        }
    }

    pub(super) fn resolve_part(
        &mut self,
        part: &mut TextPart,
        consts: &[Const],
        found: &mut Found,
    ) {
        if let TextPart::Value(expr) = part {
            self.resolve(expr, consts, found);
        }
    }

    /// Replaces the number of every `satisfiable` question by that of the advice it asks. What constants settle beside a question is
    /// settled first, so that a piece that asks for itself comes to an end.
    pub(super) fn resolve(&mut self, expr: &mut Expr, consts: &[Const], found: &mut Found) {
        if self.recursive {
            recursion::settle(expr, &self.functions);
        }
        if let ExprKind::Satisfiable(_, question) = &mut expr.kind {
            if let Some(number) = self.question(*question, consts, found) {
                *question = number;
            }
            return;
        }
        each_child_mut(expr, &mut |child| self.resolve(child, consts, found));
    }

    fn question(&mut self, question: usize, consts: &[Const], found: &mut Found) -> Option<usize> {
        let nested = self.nested.get(question)?.clone();
        let mut numbers = Vec::with_capacity(nested.refs.len());
        for (index, args) in nested.refs {
            let mut values = Vec::with_capacity(args.len());
            for arg in &args {
                let Some(value) = eval(arg, consts, &self.functions) else {
                    let name = self.advice[index].def.name.node.clone();
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
        let entry = found.hidden.entry(numbers);
        let index = entry.index();
        entry.or_insert(nested.span);
        Some(usize::MAX - index)
    }

    fn build_table(&mut self, index: usize, found: &mut Found) -> Table {
        let table = &self.tables[index];
        let mut rules = Vec::new();
        for rule in &table.rules {
            let list = rule.list.iter().map(|item| found.entry(item)).collect();
            rules.push(Rule {
                condition: rule.condition.clone(),
                list,
                span: rule.span,
            });
        }
        let built = Table {
            name: Spanned::new(table.def.name.node.clone(), table.def.name.span),
            side: table
                .def
                .side
                .as_ref()
                .map(|side| super::expr::who(side.node)),
            material: table.material,
            rules: Vec::new(),
            beyond: table.beyond.clone(),
            leaves: table.leaves,
            doc: table.doc.clone(),
            span: table.span,
        };
        for (condition, _) in rules.iter_mut().filter_map(|rule| rule.condition.as_mut()) {
            self.resolve(condition, &[], found);
        }
        Table { rules, ..built }
    }

    fn build_test(&mut self, index: usize, found: &mut Found) -> Test {
        let test = &self.tests[index];
        let at = test.span;
        let subject = match &test.subject {
            SubjectState::None => Subject::None,
            SubjectState::Table(table) => Subject::Table(*table),
            SubjectState::Advice(key) => Subject::Advice(found.number(key.clone(), at)),
            SubjectState::Strategy(strategy) => Subject::Strategy(*strategy),
        };
        let mut expect = Vec::new();
        for (negated, state, span) in &test.expect {
            let kind = match state {
                ExpectState::Move(text) => ExpectKind::Move(text.clone()),
                ExpectState::Advice(key) => ExpectKind::Advice(found.number(key.clone(), *span)),
                ExpectState::Action(name) => ExpectKind::Action(name.clone()),
                ExpectState::Satisfied => ExpectKind::Satisfied,
                ExpectState::Tree => ExpectKind::Tree,
                ExpectState::MateWithin(moves) => ExpectKind::MateWithin(*moves),
                ExpectState::Value(value, locals) => ExpectKind::Value(value.clone(), *locals),
            };
            expect.push(Expect {
                negated: *negated,
                kind,
                span: *span,
            });
        }
        let built = Test {
            name: test.def.name.clone(),
            subject,
            fen: test.fen.clone(),
            expect: Vec::new(),
            needs_values: false,
            span: at,
        };
        for expectation in &mut expect {
            if let ExpectKind::Value(value, _) = &mut expectation.kind {
                self.resolve(value, &[], found);
            }
        }
        let needs_values = expect.iter().any(|expectation| {
            matches!(&expectation.kind, ExpectKind::Value(value, _) if asks_values(value))
        });
        Test {
            expect,
            needs_values,
            ..built
        }
    }
}

/// The name of advice with constants in the place of its parameters: `mate-in(2)`.
pub(super) fn instance_name(name: &str, consts: &[Const]) -> String {
    if consts.is_empty() {
        return name.to_owned();
    }
    let consts: Vec<String> = consts.iter().map(Const::text).collect();
    format!("{name}({})", consts.join(", "))
}

/// The number of hidden advice, once the number of instances is known.
fn number_hidden(expr: &mut Expr, instances: usize) {
    if let ExprKind::Satisfiable(_, index) = &mut expr.kind {
        if *index > usize::MAX / 2 {
            *index = instances + (usize::MAX - *index);
        }
        return;
    }
    each_child_mut(expr, &mut |child| number_hidden(child, instances));
}
