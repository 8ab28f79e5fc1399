//! Advice-lists: plans, tables, rules, and the tables that take over when the material has changed.
//!
//! Rulings: a list holds advice and plans, plans are expanded, `also` is appended to every rule's list. `shortest n (…)` holds
//! advice and plans without such a group, n from 1 to 200 plies. Advice that plays for the other side than the table is an error.
//! Advice twice in one list is a warning at the author's second mention. A rule after `otherwise`, or with a precondition that
//! occurred before or is always false, is never reached.

use std::collections::HashMap;

use super::bound::DEPTH;
use super::frame::{Cx, Place};
use super::names::{Def, Kind};
use super::records::{Key, ListItem, Listed, RuleForm};
use super::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, Type, Who};
use crate::source::Span;
use crate::syntax::ast::{self, ListEntry, Ref};

/// The longest list, plans spelt out.
const LONGEST_LIST: usize = 1_000;

impl<'a> Checker<'a> {
    /// A plan, whose own plans have been spelt out before.
    pub(super) fn plan(&mut self, index: usize) {
        let def: &'a ast::PlanDef = self.records.plans[index].def;
        if def.entries.is_empty() {
            self.broken = true;
            let name = &def.name.node;
            self.report(
                Diagnostic::new(
                    Code::EmptyPlan,
                    format!("plan `{name}` lists no piece-of-advice"),
                )
                .with_label(def.name.span, "empty"),
            );
        }
        let list = self.list(&def.entries);
        if let Some(list) = &list {
            self.listed_twice(list);
        }
        self.broken |= list.is_none();
        self.records.plans[index].list = list;
    }

    pub(super) fn list(&mut self, entries: &[ListEntry]) -> Option<Vec<ListItem>> {
        let mut items: Vec<ListItem> = Vec::new();
        let mut fine = true;
        for entry in entries {
            match entry {
                ListEntry::Ref(reference) => match self.listed(reference) {
                    Some(more) => items.extend(more),
                    None => fine = false,
                },
                ListEntry::Error => fine = false,
                ListEntry::Shortest {
                    plies,
                    entries,
                    span,
                } => {
                    let mut cx = Cx::new(Place::Constant, self.material);
                    let bound = self.expect(&mut cx, plies, Type::Number(1));
                    let bound =
                        bound.and_then(|bound| self.plies(&DEPTH, &bound, &[], "shortest", None));
                    let mut keys = Vec::new();
                    for reference in entries {
                        let Some(more) = self.listed(reference) else {
                            fine = false;
                            continue;
                        };
                        for item in more {
                            match item.what {
                                Listed::Advice(key) => keys.push(key),
                                Listed::Shortest(..) => {
                                    fine = false;
                                    self.nested_group(reference, item.span);
                                }
                            }
                        }
                    }
                    match bound {
                        Some(bound) => items.push(ListItem {
                            what: Listed::Shortest(bound, keys),
                            span: *span,
                            via: *span,
                        }),
                        None => fine = false,
                    }
                }
            }
        }
        if items.len() > LONGEST_LIST {
            let span = items[LONGEST_LIST].via;
            self.report(
                Diagnostic::new(
                    Code::ExpressionTooLarge,
                    format!("a list of more than {LONGEST_LIST} pieces-of-advice"),
                )
                .with_label(span, "too long with its plans spelt out"),
            );
            fine = false;
        }
        fine.then_some(items)
    }

    fn nested_group(&mut self, reference: &Ref, inner: Span) {
        let name = &reference.name.node;
        self.report(
            Diagnostic::new(
                Code::WrongKindOfName,
                format!("plan `{name}` holds a `shortest` group, which cannot be in another"),
            )
            .with_label(reference.name.span, "holds a group")
            .with_secondary(inner, "the group"),
        );
    }

    /// The meaning of a name in a list.
    pub(super) fn listed(&mut self, reference: &Ref) -> Option<Vec<ListItem>> {
        let name = &reference.name;
        match self.names.own.get(name.node.as_str()) {
            Some(&Def::Advice(_)) => {
                let key = self.advice_key(reference)?;
                Some(vec![ListItem {
                    what: Listed::Advice(key),
                    span: reference.span,
                    via: reference.span,
                }])
            }
            Some(&Def::Plan(index)) => {
                if !reference.args.is_empty() {
                    let defined = self.records.plans[index].def.name.span;
                    return self.refuse(
                        Diagnostic::new(
                            Code::ArgumentCount,
                            format!("plan `{}` takes no arguments", name.node),
                        )
                        .with_label(reference.span, "a plan has no parameters")
                        .with_secondary(defined, "defined here"),
                    );
                }
                let list = self.records.plans[index].list.clone()?;
                Some(
                    list.into_iter()
                        .map(|item| ListItem {
                            via: reference.span,
                            ..item
                        })
                        .collect(),
                )
            }
            Some(&def) => {
                // A list answers where it is asked, and remembers no place: what goes on from a place of its own is a statement.
                let help = matches!(def, Def::Strategy(_)).then(|| {
                    format!(
                        "a strategy chooses among others: `if … then apply {} else consult …`",
                        name.node
                    )
                });
                let expected = "a piece-of-advice or a plan";
                self.wrong_kind(&name.node, name.span, def, expected, help);
                None
            }
            None if self.names.library.contains_key(name.node.as_str())
                || super::word::is_word(&name.node) =>
            {
                self.broken = true;
                let mut words = super::word::words();
                let kind = words.find(|(word, _)| word.eq_ignore_ascii_case(&name.node));
                let noun = kind.map_or("a word of the library", |(_, kind)| kind.noun());
                let message = format!("`{}` is {noun}, not a piece-of-advice or a plan", name.node);
                let help = match kind {
                    Some((word, Kind::Descriptor)) => format!(
                        "list a piece-of-advice that has it as its goal: `advice reach-it  better {word}  depth 1  end-advice`"
                    ),
                    _ => "a rule lists pieces-of-advice, which have goals and moves".to_owned(),
                };
                let label = "expected a piece-of-advice or a plan";
                let diagnostic = Diagnostic::new(Code::WrongKindOfName, message);
                self.refuse(diagnostic.with_label(name.span, label).with_help(help))
            }
            None => {
                self.unknown_name(&name.node, name.span, Some(Kind::Advice), None);
                None
            }
        }
    }

    /// A piece-of-advice named with constants. The name is known to be advice.
    pub(super) fn advice_key(&mut self, reference: &Ref) -> Option<Key> {
        let Some(&Def::Advice(index)) = self.names.own.get(reference.name.node.as_str()) else {
            return None;
        };
        let mut cx = Cx::new(Place::Constant, self.material);
        let args = self.advice_arguments(&mut cx, reference, index)?;
        let mut values = Vec::with_capacity(args.len());
        for arg in &args {
            match eval(arg, &[], &self.records.functions) {
                Some(value) => values.push(value),
                None => {
                    self.not_constant(&reference.name.node, arg.span);
                    return None;
                }
            }
        }
        Some((index, values))
    }

    pub(super) fn listed_twice(&mut self, list: &[ListItem]) {
        let mut seen: HashMap<&Key, &ListItem> = HashMap::new();
        let mut twice: Vec<(String, Span, Span)> = Vec::new();
        for item in list {
            let Listed::Advice(key) = &item.what else {
                continue;
            };
            match seen.get(key) {
                None => {
                    seen.insert(key, item);
                }
                Some(first) => {
                    let name = self.records.advice[key.0].def.name.node.clone();
                    // Both in one plan: the plan's own text says it twice.
                    let (at, before) = if first.via == item.via {
                        (item.span, first.span)
                    } else {
                        (item.via, first.via)
                    };
                    twice.push((name, at, before));
                }
            }
        }
        for (name, at, before) in twice {
            self.report(
                Diagnostic::new(Code::AdviceListedTwice, format!("`{name}` is listed twice"))
                    .with_label(at, "never gets a turn here")
                    .with_secondary(before, "tried here already")
                    .with_help("what failed in a position fails there again; keep the first"),
            );
        }
    }

    /// The file's default for the holding-goal.
    pub(crate) fn default_typed(&mut self) -> Option<Expr> {
        let mut cx = Cx::new(Place::Goal, self.material);
        self.expect(&mut cx, self.default_holding?, Type::Truth)
    }

    /// True where no advice takes the file's default for the holding-goal.
    pub(crate) fn is_default_alone(&self) -> bool {
        let file = self.files.current();
        let is_goal =
            |clause: &ast::AdviceClause| matches!(clause.kind, ast::AdviceClauseKind::Holding(..));
        let takes = |def: &ast::AdviceDef| def.action.is_none() && !def.clauses.iter().any(is_goal);
        let mut advice = self.records.advice.iter();
        !advice.any(|of| self.files.of(of.span) == file && takes(of.def))
    }

    /// Such a default is checked all the same.
    pub(super) fn default_alone(&mut self) {
        if self.is_default_alone() {
            self.broken |= self.default_holding.is_some() && self.default_typed().is_none();
        }
    }

    /// A table's rules.
    pub(super) fn table(&mut self, index: usize) {
        let def: &'a ast::TableDef = self.records.tables[index].def;
        let name = &def.name.node;
        let mut also: Vec<ListItem> = Vec::new();
        for list in &def.also {
            match self.list(&list.node) {
                Some(list) => also.extend(list),
                None => self.broken = true,
            }
        }
        if def.rules.is_empty() {
            self.fail(
                Diagnostic::new(Code::EmptyTable, format!("table `{name}` has no rules"))
                    .with_label(def.name.span, "no rules")
                    .with_help("write at least `otherwise` with a list of pieces-of-advice"),
            );
        }
        let side = def.side.as_ref().map(|side| side.node);
        let mut rules: Vec<RuleForm> = Vec::new();
        let mut last_resort: Option<Span> = None;
        let mut unreadable = false;
        for rule in &def.rules {
            if rule.error {
                (self.broken, unreadable) = (true, true);
                continue;
            }
            let condition = match &rule.condition {
                Some(expr) => {
                    let mut cx = Cx::new(Place::Rule, self.records.tables[index].material);
                    let test = self.expect(&mut cx, expr, Type::Truth);
                    self.broken |= test.is_none();
                    Some(test)
                }
                None => None,
            };
            let list = self.list(&rule.list);
            self.broken |= list.is_none();
            if let Some(first) = last_resort {
                self.never_reached(rule.span, "every position is taken before it", Some(first));
            } else if rule.condition.is_none() {
                last_resort = Some(rule.span);
            }
            if let Some(Some(test)) = &condition {
                self.precondition(test);
            }
            let mut list = list.unwrap_or_default();
            list.extend(also.iter().cloned());
            self.listed_twice(&list);
            self.play_for(
                side,
                ("table", name),
                def.side.as_ref().map(|side| side.span),
                &list,
            );
            if let Some(condition) = match condition {
                Some(None) => None,
                Some(Some(found)) => Some(Some(found)),
                None => Some(None),
            } {
                rules.push(RuleForm {
                    condition,
                    list,
                    span: rule.span,
                });
            }
        }
        if last_resort.is_none() && !unreadable && !def.rules.is_empty() {
            self.report(
                Diagnostic::new(
                    Code::NoLastResort,
                    format!("table `{name}` has no `otherwise` rule"),
                )
                .with_label(def.name.span, "says nothing where no rule applies")
                .with_help("add `otherwise` with the advice to try when no rule applies"),
            );
        }
        self.records.tables[index].rules = rules;
    }

    fn never_reached(&mut self, span: Span, why: &str, first: Option<Span>) {
        self.report(
            Diagnostic::new(Code::RuleNeverReached, "this rule is never reached")
                .with_label(span, why)
                .with_secondary_if(first, "by this rule"),
        );
    }

    fn precondition(&mut self, test: &Expr) {
        match eval(test, &[], &self.records.functions) {
            Some(Const::Truth(false)) => self.never_reached(test.span, "always false", None),
            Some(Const::Truth(true)) => {
                let diagnostic =
                    Diagnostic::new(Code::ConstantDescriptor, "the precondition is always true")
                        .with_label(test.span, "always true")
                        .with_help("write `otherwise` for the last rule");
                self.report(diagnostic);
            }
            _ => {}
        }
    }

    /// Every piece-of-advice of a list plays for the side of the table that lists it, if both name one.
    pub(super) fn play_for(
        &mut self,
        side: Option<Who>,
        (noun, name): (&str, &str),
        side_span: Option<Span>,
        list: &[ListItem],
    ) {
        let Some(side) = side else { return };
        for item in list {
            let keys = match &item.what {
                Listed::Advice(key) => std::slice::from_ref(key),
                Listed::Shortest(_, keys) => keys,
            };
            for (index, _) in keys {
                let def = self.records.advice[*index].def;
                let Some(own) = &def.side else { continue };
                let plays = own.node;
                if plays != side {
                    let message = format!(
                        "`{}` plays for {}, the {noun} `{name}` for {}",
                        def.name.node,
                        plays.word(),
                        side.word()
                    );
                    let mut diagnostic = Diagnostic::new(Code::AdviceForOtherSide, message)
                        .with_label(item.via, "listed here")
                        .with_secondary(own.span, "plays for this side");
                    if let Some(span) = side_span {
                        diagnostic = diagnostic.with_secondary(span, format!("the {noun}'s side"));
                    }
                    self.report(diagnostic);
                }
            }
        }
    }
}
