//! The statements of a strategy: actions in their places, loops and branches, consultations, other strategies.
//!
//! Rulings: `consult` takes one table, or a list of pieces-of-advice and plans; `apply` a strategy. All of them play for the
//! strategy's side where both say one. A loop in whose body nothing can make a move or stop the run is an error, reported for the
//! outermost of several such loops; a move is assumed to be possible in every action, `consult` and readable `apply`.

use super::Checker;
use super::frame::Place;
use super::material::{can_become, in_some_colours, text};
use super::names::{Def, Kind};
use super::records::NamedAdvice;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Consulted, Expr, ExprKind, Material, Statement, StatementKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, ListEntry, Ref};
use adv_module::{StrategyId, TableId};

impl Checker<'_> {
    /// A body. One statement in error leaves the others checked all the same.
    pub(super) fn statements(
        &mut self,
        strategy: usize,
        named: &mut NamedAdvice,
        body: &[ast::Statement],
    ) -> Option<Vec<Statement>> {
        let checked: Vec<Option<Statement>> = body
            .iter()
            .map(|statement| self.statement(strategy, named, statement))
            .collect();
        checked.into_iter().collect()
    }

    fn statement(
        &mut self,
        strategy: usize,
        named: &mut NamedAdvice,
        statement: &ast::Statement,
    ) -> Option<Statement> {
        let mut span = statement.span;
        let kind = match &statement.kind {
            ast::StatementKind::Action(def) if self.is_action(&def.name.node) => {
                span = self.without_otherwise(span, def.otherwise.as_deref());
                let key = self.action_of_file(strategy, def);
                let known = key.is_some();
                named.used.extend(key.map(|key| (key, span)));
                let otherwise = self.otherwise(strategy, named, def.otherwise.as_deref());
                let otherwise = otherwise?;
                known.then_some(StatementKind::Action(NamedAdvice::USED, None, otherwise))?
            }
            ast::StatementKind::ActionUse(used) => {
                span = self.without_otherwise(span, used.otherwise.as_deref());
                let key = self.used_action(strategy, &used.reference, &used.clauses);
                let known = key.is_some();
                named.used.extend(key.map(|key| (key, span)));
                let otherwise = self.otherwise(strategy, named, used.otherwise.as_deref());
                let otherwise = otherwise?;
                known.then_some(StatementKind::Action(NamedAdvice::USED, None, otherwise))?
            }
            ast::StatementKind::Action(def) => {
                span = self.without_otherwise(span, def.otherwise.as_deref());
                let in_class = self.condition(strategy, Place::InClass, &def.in_class);
                let action = self.action(strategy, def, span);
                let known = action.is_some();
                named.own.extend(action);
                let otherwise = self.otherwise(strategy, named, def.otherwise.as_deref());
                let written = |class: &Expr| !matches!(class.kind, ExprKind::Truth(true));
                let (in_class, otherwise) = (in_class?, otherwise?);
                let in_class = Some(in_class).filter(written);
                known.then_some(StatementKind::Action(NamedAdvice::OWN, in_class, otherwise))?
            }
            ast::StatementKind::DoWhile(condition, body, head) => {
                span = *head;
                let condition = self.condition(strategy, Place::Condition, condition);
                let body = self.statements(strategy, named, body);
                StatementKind::DoWhile(condition?, body?)
            }
            ast::StatementKind::If(branches, last) => {
                let mut checked = Vec::with_capacity(branches.len());
                for (condition, body) in branches {
                    let test = self.condition(strategy, Place::Condition, condition);
                    let body = self.statements(strategy, named, body);
                    checked.push(
                        test.zip(body)
                            .map(|(test, body)| (test, body, condition.span)),
                    );
                }
                let last = match last {
                    Some(last) => self.statements(strategy, named, last),
                    None => Some(Vec::new()),
                };
                if let Some((first, _)) = branches.first() {
                    span = Span::new(span.start, first.span.end);
                }
                StatementKind::If(checked.into_iter().collect::<Option<_>>()?, last?)
            }
            ast::StatementKind::Consult(entries, otherwise) => {
                span = self.without_otherwise(span, otherwise.as_deref());
                let what = self.consulted(strategy, named, entries);
                let otherwise = self.otherwise(strategy, named, otherwise.as_deref());
                StatementKind::Consult(what?, otherwise?)
            }
            ast::StatementKind::Apply(reference, otherwise) => {
                span = self.without_otherwise(span, otherwise.as_deref());
                let applied = self.applied(strategy, reference);
                let otherwise = self.otherwise(strategy, named, otherwise.as_deref());
                StatementKind::Apply(StrategyId::at(applied?), otherwise?)
            }
            ast::StatementKind::Stop(reason) => {
                StatementKind::Stop(reason.as_ref().map(|reason| reason.node.clone()))
            }
            ast::StatementKind::Error => {
                self.broken = true;
                return None;
            }
        };
        Some(Statement { kind, span })
    }

    /// The outer `None` is an error, the inner one no statement.
    fn otherwise(
        &mut self,
        strategy: usize,
        named: &mut NamedAdvice,
        statement: Option<&ast::Statement>,
    ) -> Option<Option<Box<Statement>>> {
        match statement {
            Some(statement) => {
                let checked = self.statement(strategy, named, statement)?;
                Some(Some(Box::new(checked)))
            }
            None => Some(None),
        }
    }

    /// The place of a statement up to its `otherwise`.
    fn without_otherwise(&self, span: Span, otherwise: Option<&ast::Statement>) -> Span {
        let Some(otherwise) = otherwise else {
            return span;
        };
        let (start, end) = (span.start as usize, otherwise.span.start as usize);
        let before = self.text.get(start..end).unwrap_or("").trim_end();
        let word = ["otherwise", "OTHERWISE"];
        let before = word
            .iter()
            .find_map(|word| before.strip_suffix(word))
            .unwrap_or(before)
            .trim_end();
        let length = u32::try_from(before.len()).unwrap_or(0);
        Span::new(span.start, span.start + length)
    }

    /// A table alone, or a list.
    fn consulted(
        &mut self,
        strategy: usize,
        named: &mut NamedAdvice,
        entries: &[ListEntry],
    ) -> Option<Consulted> {
        if let [ListEntry::Ref(reference)] = entries {
            let name = &reference.name;
            match self.names.own.get(name.node.as_str()) {
                Some(&Def::Table(table)) => {
                    self.no_arguments(reference, "table")?;
                    self.table_fits(strategy, table, name);
                    return Some(Consulted::Table(TableId::at(table)));
                }
                Some(Def::Advice(_) | Def::Plan(_) | Def::Strategy(_)) => {}
                Some(&def) => {
                    let expected = "a table, a piece-of-advice or a plan";
                    self.wrong_kind(&name.node, name.span, def, expected, None);
                    return None;
                }
                None if super::word::is_word(&name.node) => {
                    return self.fail_value(
                        Diagnostic::new(
                            Code::WrongKindOfName,
                            format!("`{}` cannot be consulted", name.node),
                        )
                        .with_label(name.span, "expected a table")
                        .with_help("a table, a piece-of-advice or a plan is consulted"),
                    );
                }
                None => {
                    self.unknown_name(&name.node, name.span, Some(Kind::Table), None);
                    return None;
                }
            }
        }
        let mut fine = true;
        for entry in entries {
            let refs = match entry {
                ListEntry::Ref(reference) => std::slice::from_ref(reference),
                ListEntry::Shortest { entries, .. } => entries.as_slice(),
                ListEntry::Error => &[],
            };
            for name in refs.iter().map(|reference| &reference.name) {
                let help = match self.names.own.get(name.node.as_str()) {
                    Some(Def::Table(_)) => "a table is consulted alone: `consult",
                    Some(Def::Strategy(_)) => "a strategy is run by `apply",
                    _ => continue,
                };
                let Some(&def) = self.names.own.get(name.node.as_str()) else {
                    continue;
                };
                fine = false;
                let help = format!("{help} {}`", name.node);
                let expected = "a piece-of-advice or a plan";
                self.wrong_kind(&name.node, name.span, def, expected, Some(help));
            }
        }
        if !fine {
            return None;
        }
        let list = self.list(entries)?;
        self.listed_twice(&list);
        let def = self.records.strategies[strategy].def;
        self.play_for(
            self.side_of_strategy(strategy),
            ("strategy", &def.name.node),
            def.side.as_ref().map(|side| side.span),
            &list,
        );
        named.lists.push(list);
        Some(Consulted::List(Vec::new()))
    }

    pub(super) fn no_arguments(&mut self, reference: &Ref, noun: &str) -> Option<()> {
        if reference.args.is_empty() {
            return Some(());
        }
        self.fail_value(
            Diagnostic::new(
                Code::ArgumentCount,
                format!("{noun} `{}` takes no arguments", reference.name.node),
            )
            .with_label(reference.span, format!("a {noun} has no parameters")),
        )
    }

    fn table_fits(&mut self, strategy: usize, table: usize, name: &ast::Name) {
        let (def, material) = (
            self.records.tables[table].def,
            self.records.tables[table].material,
        );
        self.same_side(strategy, name, def.side.as_ref());
        self.material_arises(strategy, name, material);
    }

    fn applied(&mut self, strategy: usize, reference: &Ref) -> Option<usize> {
        let name = &reference.name;
        match self.names.own.get(name.node.as_str()) {
            Some(&Def::Strategy(index)) => {
                self.no_arguments(reference, "strategy")?;
                let (def, material) = (
                    self.records.strategies[index].def,
                    self.records.strategies[index].material,
                );
                self.same_side(strategy, name, def.side.as_ref());
                self.material_arises(strategy, name, material);
                Some(index)
            }
            None if self.records.actions.iter().any(|of| of.1 == name.node) => {
                let message = format!("`{}` is an action, not a strategy", name.node);
                self.fail(
                    Diagnostic::new(Code::WrongKindOfName, message)
                        .with_label(name.span, "expected a strategy")
                        .with_help(format!(
                            "write it out here, `action {0} (in-class, out-class)`, or define it before the strategy and name it: `action {0}`",
                            name.node
                        )),
                );
                None
            }
            other => {
                let word = match other {
                    Some(Def::Advice(_)) if self.is_action(&name.node) => Some("action"),
                    Some(Def::Table(_) | Def::Advice(_) | Def::Plan(_)) => Some("consult"),
                    _ => None,
                };
                let help = word.map(|word| format!("write `{word} {}`", name.node));
                self.no_meaning(name, "a strategy", help, Some(Kind::Strategy))
            }
        }
    }

    /// The error for a table or strategy of the other side.
    pub(super) fn same_side(
        &mut self,
        strategy: usize,
        name: &ast::Name,
        other: Option<&Spanned<ast::Side>>,
    ) {
        let def = self.records.strategies[strategy].def;
        let (Some(own), Some(other)) = (&def.side, other) else {
            return;
        };
        if own.node == other.node {
            return;
        }
        let message = format!(
            "`{}` plays for {}, the strategy `{}` for {}",
            name.node,
            other.node.word(),
            def.name.node,
            own.node.word()
        );
        self.report(
            Diagnostic::new(Code::AdviceForOtherSide, message)
                .with_label(name.span, "for the other side")
                .with_secondary(other.span, "plays for this side")
                .with_secondary(own.span, "the strategy's side"),
        );
    }

    /// The warning for a table or strategy whose material captures and promotions cannot bring about here.
    fn material_arises(&mut self, strategy: usize, name: &ast::Name, to: Option<Material>) {
        let (Some(from), Some(to)) = (self.records.strategies[strategy].material, to) else {
            return;
        };
        if in_some_colours(&from, &to, |from, to| {
            from.counts == to.counts || can_become(from, to)
        }) {
            return;
        }
        let own = self.records.strategies[strategy].def.name.node.clone();
        self.report(
            Diagnostic::new(
                Code::MaterialNeverArises,
                format!("the material of `{}` cannot arise in `{own}`", name.node),
            )
            .with_label(name.span, format!("plays `{}`", text(&to)))
            .with_note(format!(
                "`{own}` plays `{}`; captures and promotions lead on from there",
                text(&from)
            )),
        );
    }

    /// Whether a body can make a move or stop the run.
    pub(super) fn may_act(&self, body: &[ast::Statement]) -> bool {
        body.iter().any(|statement| match &statement.kind {
            ast::StatementKind::Action(_)
            | ast::StatementKind::ActionUse(_)
            | ast::StatementKind::Consult(..)
            | ast::StatementKind::Stop(_)
            | ast::StatementKind::Error => true,
            ast::StatementKind::Apply(reference, _) => {
                let acts = match self.names.own.get(reference.name.node.as_str()) {
                    Some(&Def::Strategy(index)) => self.records.strategies[index].acts,
                    // Reported at its place.
                    _ => true,
                };
                acts || statement.bodies().iter().any(|body| self.may_act(body))
            }
            ast::StatementKind::DoWhile(..) | ast::StatementKind::If(..) => {
                statement.bodies().iter().any(|body| self.may_act(body))
            }
        })
    }

    /// The loops that can make no move, the outermost of those inside one another.
    pub(super) fn idle_loops(&mut self, body: &[ast::Statement]) {
        for statement in body {
            if let ast::StatementKind::DoWhile(_, inner, head) = &statement.kind
                && !self.may_act(inner)
            {
                self.fail(
                    Diagnostic::new(
                        Code::LoopWithoutMove,
                        "this loop can make no move, so its condition would never change",
                    )
                    .with_label(*head, "nothing in it moves")
                    .with_help(
                        "put an `action`, a `consult` or an `apply` into it, or a `stop` that ends it",
                    ),
                );
                continue;
            }
            for inner in statement.bodies() {
                self.idle_loops(inner);
            }
        }
    }
}
