//! Patterns: their facts, worths, texts and plans.
//!
//! Rulings: a fact is a board or a descriptor; `each` is of boards. `where`, `worth` and the texts may speak of `HERE`, the squares of the fact,
//! which are none where the fact is a descriptor. A fact has no `HERE`. Nothing in a pattern is `satisfiable`: patterns ask no search. A plan
//! is a list of pieces-of-advice that have no side of their own. The name of a pattern with a side is a descriptor: the side has such a fact.

use std::collections::BTreeSet;

use super::frame::{Cx, Place};
use super::names::{Def, Kind};
use super::records::{Key, Listed, PatternForm};
use super::walk::node;
use super::{Checker, Want};
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Each, Expr, ExprKind, Pattern, Type, View};
use crate::source::Span;
use crate::syntax::ast::{self, PatternClauseKind, ViewPart};
use adv_module::settle;

impl<'a> Checker<'a> {
    /// A pattern, whose definitions have been checked before. Its plans come later.
    pub(super) fn pattern(&mut self, index: usize) {
        let def: &'a ast::PatternDef = self.records.patterns[index].def;
        let form = self.pattern_form(def);
        self.broken |= form.is_none();
        self.records.patterns[index].form = form;
    }

    fn pattern_form(&mut self, def: &'a ast::PatternDef) -> Option<PatternForm> {
        let (mut fact, mut condition, mut worth) = (None, None, None);
        let (mut called, mut belief) = (Vec::new(), Vec::new());
        let (mut us, mut them) = (None, None);
        let mut fine = true;
        let mut seen: Vec<(&str, Span)> = Vec::new();
        if def.path.node.len() > adv_module::format::MAX_PATH {
            fine = false;
            self.branch_error(
                def.path.span,
                "a branch of more than 8 names".to_owned(),
                "too deep in the tree",
            );
        }
        for clause in &def.clauses {
            let word = match &clause.kind {
                PatternClauseKind::Fact { .. } => "fact",
                PatternClauseKind::Worth(_) => "worth",
                PatternClauseKind::Excludes(_) => "excludes",
                PatternClauseKind::Called(_) => "called",
                PatternClauseKind::Belief(_) => "belief",
                PatternClauseKind::For(false, _) => "for us",
                PatternClauseKind::For(true, _) => "for them",
                PatternClauseKind::Error => {
                    fine = false;
                    continue;
                }
            };
            if let Some((_, first)) = seen.iter().find(|(seen, _)| *seen == word) {
                fine = false;
                self.given_twice(word, [clause.keyword, *first], Some(&def.name.node));
                continue;
            }
            seen.push((word, clause.keyword));
            match &clause.kind {
                PatternClauseKind::Fact {
                    fact: of,
                    each,
                    condition: of_each,
                } => {
                    fact = self.fact(of, each.as_ref());
                    fine &= fact.is_some();
                    if let Some(of_each) = of_each {
                        condition = self.of_pattern(of_each, Type::Truth);
                        fine &= condition.is_some();
                    }
                }
                PatternClauseKind::Worth(of) => {
                    worth = self.of_pattern(of, Type::Number(1));
                    fine &= worth.is_some();
                }
                PatternClauseKind::Called(text) => called = self.pattern_text(text),
                PatternClauseKind::Belief(text) => belief = self.pattern_text(text),
                PatternClauseKind::For(false, parts) => us = Some(self.view(parts)),
                PatternClauseKind::For(true, parts) => them = Some(self.view(parts)),
                PatternClauseKind::Excludes(_) | PatternClauseKind::Error => {}
            }
        }
        let unread = def
            .clauses
            .iter()
            .any(|clause| clause.kind == PatternClauseKind::Error);
        let mut lacking: Vec<&str> = ["fact", "worth", "called"]
            .into_iter()
            .filter(|word| !seen.iter().any(|(seen, _)| seen == word))
            .collect();
        if let Some(last) = lacking.pop().filter(|_| !unread) {
            let mut list: String = lacking.iter().map(|word| format!("`{word}`, ")).collect();
            if !list.is_empty() {
                list.truncate(list.len() - 2);
                list.push_str(" and ");
            }
            list = format!("no {list}`{last}`");
            self.report(
                Diagnostic::new(
                    Code::PatternLacks,
                    format!("pattern `{}` has {list}", def.name.node),
                )
                .with_label(def.name.span, list)
                .with_help("a pattern says its `fact`, its `worth` and what it is `called`"),
            );
            fine = false;
        }
        let ((each, fact), worth) = (fact?, worth?);
        let pattern = Pattern {
            name: def.name.clone(),
            path: def.path.node.iter().map(|part| part.node.clone()).collect(),
            each,
            fact: 0,
            condition: None,
            holds: 0,
            worth,
            excludes: Vec::new(),
            called,
            belief,
            us,
            them,
            doc: String::new(),
            place: Span::default(),
        };
        fine.then(|| PatternForm {
            pattern,
            fact,
            condition,
            plans: Default::default(),
        })
    }

    /// The fact, and how facts come of it.
    fn fact(&mut self, fact: &ast::Expr, each: Option<&ast::Name>) -> Option<(Each, Expr)> {
        let mut cx = Cx::new(Place::Fact, self.material);
        let value = self.infer(&mut cx, fact, Want::Board)?;
        let value = match value.ty {
            Type::Piece => self.coerce(&mut cx, value, Type::Board)?,
            _ => value,
        };
        let word = each.map(|each| each.node.as_str());
        let each_of = match (value.ty, word) {
            (Type::Board, None) => Each::Whole,
            (Type::Board, Some("square")) => Each::Square,
            (Type::Board, Some("file")) => Each::File,
            (Type::Board, Some("group")) => Each::Group,
            (Type::Board, Some(word)) => {
                let span = each.map_or(fact.span, |each| each.span);
                return self.refuse(
                    Diagnostic::new(
                        Code::UnexpectedToken,
                        format!("expected `square`, `file` or `group`, found `{word}`"),
                    )
                    .with_label(span, "not expected here"),
                );
            }
            (Type::Truth, None) => Each::Truth,
            (Type::Truth, Some(_)) => {
                let span = each.map_or(fact.span, |each| each.span);
                return self.refuse(
                    Diagnostic::new(
                        Code::TypeMismatch,
                        "expected a board before `each`, found a descriptor",
                    )
                    .with_label(fact.span, "a descriptor")
                    .with_secondary(span, "a fact for each of its squares"),
                );
            }
            (found, _) => {
                let found = super::expr::noun(found);
                return self.refuse(
                    Diagnostic::new(
                        Code::TypeMismatch,
                        format!("a fact is a board or a descriptor, found {found}"),
                    )
                    .with_label(fact.span, found),
                );
            }
        };
        Some((each_of, value))
    }

    /// A value that may speak of `HERE`.
    pub(super) fn of_pattern(&mut self, expr: &ast::Expr, ty: Type) -> Option<Expr> {
        let mut cx = Cx::new(Place::Pattern, self.material);
        self.expect(&mut cx, expr, ty)
    }

    fn pattern_text(&mut self, text: &ast::Template) -> Vec<crate::hir::TextPart> {
        let mut cx = Cx::new(Place::Told, self.material);
        self.template(&mut cx, text)
    }

    fn view(&mut self, parts: &'a [ViewPart]) -> View {
        let mut view = View::default();
        let (mut purposes, mut plans) = (0, 0);
        for part in parts {
            let (count, word, span) = match part {
                ViewPart::Purpose(text) => {
                    view.purpose = self.pattern_text(text);
                    purposes += 1;
                    (purposes, "purpose", text.span)
                }
                ViewPart::Plan(_, span) => {
                    plans += 1;
                    (plans, "plan", *span)
                }
            };
            if count > 1 {
                self.report(
                    Diagnostic::new(Code::ClauseTwice, format!("`{word}` is given twice"))
                        .with_label(span, "again here"),
                );
            }
        }
        view
    }

    /// The plans of all patterns, once everything that their constants may call has been checked.
    pub(super) fn plans_of_patterns(&mut self) {
        for index in 0..self.records.patterns.len() {
            let def: &'a ast::PatternDef = self.records.patterns[index].def;
            self.enter_at(def.name.span);
            for clause in &def.clauses {
                let PatternClauseKind::For(them, parts) = &clause.kind else {
                    continue;
                };
                let mut plan = Vec::new();
                for part in parts {
                    let ViewPart::Plan(refs, _) = part else {
                        continue;
                    };
                    for (reference, required) in refs {
                        plan.extend(self.planned(reference, required.is_some()));
                    }
                }
                if let Some(form) = &mut self.records.patterns[index].form {
                    form.plans[usize::from(*them)] = plan;
                }
            }
        }
        self.enter(0);
    }

    fn planned(&mut self, reference: &ast::Ref, required: bool) -> Vec<(Key, bool, Span)> {
        let mut made = Vec::new();
        for item in self.listed(reference).unwrap_or_default() {
            match item.what {
                Listed::Advice(key) => {
                    let advice = &self.records.advice[key.0];
                    let (name, span) = (&advice.def.name.node, advice.def.name.span);
                    if advice.def.action.is_some() || advice.def.side.is_some() {
                        let what = match advice.def.action {
                            Some(_) => format!(
                                "`{name}` is an action, and a plan is a list of pieces-of-advice"
                            ),
                            None => format!("the plan `{name}` has a side of its own"),
                        };
                        self.fail(
                            Diagnostic::new(Code::PlanWithSide, what)
                                .with_label(item.via, "planned here")
                                .with_secondary(span, "defined here")
                                .with_help("who plays it is the side that the plan is for: leave `for` out"),
                        );
                    }
                    made.push((key, required, item.via));
                }
                Listed::Shortest(..) => {
                    self.fail(
                        Diagnostic::new(Code::WrongKindOfName, "`shortest` in a plan of a pattern")
                            .with_label(item.via, "each entry is searched by itself"),
                    );
                }
            }
        }
        made
    }

    /// `backward-closed(B)`: the side has such a fact.
    pub(super) fn call_pattern(
        &mut self,
        cx: &mut Cx,
        index: usize,
        name_span: Span,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let def = self.records.patterns[index].def;
        let name = def.name.node.clone();
        let args = self.arguments(
            cx,
            &name,
            name_span,
            &[Some(Type::Side)],
            args,
            Some(def.name.span),
        )?;
        cx.reads = true;
        let side = args.into_iter().next()?;
        let nothing = node(ExprKind::Board(0), Type::Board, span);
        Some(node(
            ExprKind::Given(Box::new([side, nothing]), cx.frame, usize::MAX - index),
            Type::Truth,
            span,
        ))
    }

    pub(super) fn branch_error(&mut self, span: Span, message: String, label: &str) {
        self.fail(Diagnostic::new(Code::UnknownBranch, message).with_label(span, label));
    }

    /// The patterns that a name of a branch, of a module or of a pattern means, by number. None where it means none.
    pub(super) fn patterns_of(&self, path: &ast::Path) -> Vec<usize> {
        let words: Vec<&str> = path.node.iter().map(|part| part.node.as_str()).collect();
        if let [name] = words.as_slice()
            && let Some(&Def::Pattern(index)) = self.names.own.get(name)
        {
            return vec![index];
        }
        let text = words.join(".");
        let of_module = |state: &super::records::PatternState<'_>| {
            let file = self.files.of(state.def.name.span);
            file > 0 && self.source.file_path(file) == text
        };
        let in_branch = |state: &super::records::PatternState<'_>| {
            let path = &state.def.path.node;
            path.len() >= words.len()
                && path
                    .iter()
                    .zip(&words)
                    .all(|(part, word)| part.node == *word)
        };
        let all = self.records.patterns.iter().enumerate();
        let found = all.filter(|(_, state)| of_module(state) || in_branch(state));
        found.map(|(index, _)| index).collect()
    }

    /// What the patterns exclude, by number. A ring is an error.
    pub(super) fn exclusions(&mut self) {
        let count = self.records.patterns.len();
        let mut all = Vec::with_capacity(count);
        for index in 0..count {
            let def: &'a ast::PatternDef = self.records.patterns[index].def;
            self.enter_at(def.name.span);
            let paths = def.clauses.iter().flat_map(|clause| match &clause.kind {
                PatternClauseKind::Excludes(paths) => paths.as_slice(),
                _ => &[],
            });
            let mut excluded = Vec::new();
            for path in paths {
                let mut found = self.patterns_of(path);
                found.retain(|&found| {
                    found != index || path.node.len() == 1 && path.node[0].node == def.name.node
                });
                if found.is_empty() {
                    self.unknown_branch(path);
                }
                excluded.extend(found);
            }
            excluded.sort_unstable();
            excluded.dedup();
            all.push(excluded);
        }
        self.enter(0);
        let (open, _) = settle(all.len(), |index| {
            all.get(index).cloned().unwrap_or_default()
        });
        if let Some(index) = open.iter().position(|&left| left > 0) {
            let name = &self.records.patterns[index].def.name;
            let message = format!("the exclusions of `{}` lead back to it", name.node);
            let diagnostic = Diagnostic::new(Code::ExclusionRing, message)
                .with_label(name.span, "excludes what excludes it")
                .with_help(
                    "of two patterns the narrower excludes the wider, and not the other way round",
                );
            self.fail(diagnostic);
        }
        for (state, excludes) in self.records.patterns.iter_mut().zip(all) {
            state.excludes = excludes;
        }
    }

    /// The error for a branch that no pattern is in. A module that is used in part may lack what its patterns exclude.
    pub(super) fn unknown_branch(&mut self, path: &ast::Path) {
        // A pattern that could not be read may be what is in it.
        let is_unread = !self.records.unread.is_empty();
        if self.files.current() > 0 || self.names.missing_module || is_unread {
            self.broken = true;
            return;
        }
        let words: Vec<&str> = path.node.iter().map(|part| part.node.as_str()).collect();
        let message = format!(
            "no pattern is called `{0}` or is in a branch `{0}`",
            words.join(".")
        );
        if let [name] = path.node.as_slice()
            && let Some(&def) = self.names.own.get(name.node.as_str())
            && !matches!(def, Def::Pattern(_) | Def::Unread(_))
        {
            self.wrong_kind(&name.node, name.span, def, Kind::Pattern.noun(), None);
            return;
        }
        let mut known: BTreeSet<String> = BTreeSet::new();
        for state in &self.records.patterns {
            known.insert(state.def.name.node.clone());
            let mut branch = String::new();
            for part in &state.def.path.node {
                let point = if branch.is_empty() { "" } else { "." };
                branch = format!("{branch}{point}{}", part.node);
                known.insert(branch.clone());
            }
        }
        let known = known.iter().map(|name| (name.as_str(), ()));
        let near = suggest(&words.join("."), None, known);
        self.fail(
            Diagnostic::new(Code::UnknownBranch, message)
                .with_label(path.span, "no such branch")
                .with_help_if(did_you_mean(&near)),
        );
    }
}
