//! Tests and claims: what they name, their positions, the moves they expect.
//!
//! Rulings: a test's position is legal and has the material of its table or strategy (of the file where it consults advice); an
//! expected move is legal there. `move`, `satisfied` and `tree` need a subject that plays, `advice` a table, `action` a strategy,
//! `mate within` either. An expected action is one of the strategy or of those it applies. An expected descriptor may use the
//! words of the tablebases.

use std::collections::BTreeMap;

use super::frame::{Cx, Place};
use super::material::fits;
use super::names::{Def, Kind};
use super::records::{Key, Listed};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expect, ExpectKind, Material, Subject, Test, Type};
use crate::source::Span;
use crate::syntax::ast::{self, ExpectationKind, ItemKind};
use adv_module::{EvaluationId, StrategyId, TableId};

/// What a test may be about.
const PLAYERS: &str = "a strategy, a table or a piece-of-advice";

impl<'a> Checker<'a> {
    /// All tests and claims in the order of the source.
    pub(super) fn tests_and_claims(&mut self) {
        let mut names: BTreeMap<&str, Span> = BTreeMap::new();
        for item in self.items_of(0) {
            match &item.kind {
                ItemKind::Test(test) => {
                    if let Some(first) = names.insert(&test.name.node, test.name.span) {
                        self.report(
                            Diagnostic::new(
                                Code::DuplicateTestName,
                                format!("test `{}` is defined twice", test.name.node),
                            )
                            .with_label(test.name.span, "the same name again")
                            .with_secondary(first, "used first here"),
                        );
                    }
                    match self.test(test, item.span) {
                        Some(state) => self.records.tests.push(state),
                        None => self.broken = true,
                    }
                }
                ItemKind::Prove(_) | ItemKind::Measure(_) => self.claim(item),
                _ => {}
            }
        }
    }

    fn test(&mut self, test: &'a ast::TestDef, span: Span) -> Option<Test> {
        let subject = match &test.subject {
            None => Some(Subject::None),
            Some(reference) => self.subject(reference),
        };
        let mut position = self.position(&test.position);
        // Of a position with other men, what is expected says nothing more.
        if let (Some(subject), Some(found)) = (&subject, &position)
            && !self.fits_subject(test, subject, found)
        {
            position = None;
        }
        if test.expectations.is_empty() {
            self.fail(
                Diagnostic::new(Code::NothingExpected, format!("test `{}` expects nothing", test.name.node))
                    .with_label(test.name.span, "could not fail")
                    .with_help("say what the test expects: `expect move …`, `expect advice …`, or a descriptor"),
            );
        }
        let mut expect = Vec::new();
        let mut fine = true;
        for expectation in &test.expectations {
            match self.expectation(test, subject.as_ref(), position.as_ref(), expectation) {
                Some(kind) => expect.push(Expect {
                    negated: expectation.negated,
                    kind,
                    place: expectation.span,
                }),
                None => fine = false,
            }
        }
        let (subject, position) = (subject?, position?);
        fine.then(|| Test {
            name: test.name.clone(),
            subject,
            fen: adv_chess::notation::fen(&position),
            expect,
            needs_values: false,
            place: span,
        })
    }

    fn subject(&mut self, reference: &ast::Ref) -> Option<Subject> {
        let name = &reference.name;
        match self.names.own.get(name.node.as_str()) {
            Some(&Def::Table(index)) => {
                self.no_arguments(reference, "table")?;
                Some(Subject::Table(TableId::at(index)))
            }
            Some(&Def::Advice(_)) => {
                let key = self.advice_key(reference)?;
                Some(Subject::Advice(self.records.named(key)))
            }
            Some(&Def::Strategy(index)) => {
                self.no_arguments(reference, "strategy")?;
                Some(Subject::Strategy(StrategyId::at(index)))
            }
            Some(&Def::Evaluation(index)) => {
                self.no_arguments(reference, "evaluation")?;
                Some(Subject::Evaluation(EvaluationId::at(index)))
            }
            Some(&def @ Def::Function(index)) => {
                // It plays nothing, so nothing that the test expects would be asked of it.
                let function = &self.records.functions[index].def;
                let called = match function.params.as_slice() {
                    [] => name.node.clone(),
                    _ => format!("{}(...)", name.node),
                };
                let help = match function.kind {
                    ast::DefineKind::Descriptor => {
                        format!("leave it out, and write `expect {called}` after the position")
                    }
                    _ => format!(
                        "leave it out, and write `expect {called} = ...` after the position"
                    ),
                };
                self.wrong_kind(&name.node, name.span, def, PLAYERS, Some(help));
                None
            }
            Some(&def) => {
                self.wrong_kind(&name.node, name.span, def, PLAYERS, None);
                None
            }
            None => {
                if let Some(index) = self.evaluation_named(&name.node) {
                    self.no_arguments(reference, "evaluation")?;
                    return Some(Subject::Evaluation(EvaluationId::at(index)));
                }
                if super::word::is_word(&name.node)
                    || self.in_library(&name.node, name.span).is_some()
                {
                    return self.fail_value(
                        Diagnostic::new(
                            Code::WrongKindOfName,
                            format!("`{}` is a word of the library, not {PLAYERS}", name.node),
                        )
                        .with_label(name.span, format!("expected {PLAYERS}"))
                        .with_help(format!(
                            "leave it out, and ask for its value after the position, as in `expect {} ...`",
                            name.node
                        )),
                    );
                }
                self.unknown_name(&name.node, name.span, Some(Kind::Table), None);
                None
            }
        }
    }

    fn fits_subject(
        &mut self,
        test: &ast::TestDef,
        subject: &Subject,
        position: &adv_chess::Position,
    ) -> bool {
        let (fitting, wanted) = match self.material_of(subject) {
            Some(material) => (
                material.is_none_or(|material| fits(&material, position)),
                material,
            ),
            // What cannot be read may be the material that fits.
            None if self.wrong_material => return true,
            None => {
                let any = self
                    .declared
                    .iter()
                    .any(|material| fits(material, position));
                (
                    self.declared.is_empty() || any,
                    self.declared.first().copied(),
                )
            }
        };
        let Some(wanted) = wanted.filter(|_| !fitting) else {
            return true;
        };
        let (code, what) = match subject {
            Subject::Table(_) => (Code::OtherMaterial, "the table"),
            Subject::Strategy(_) => (Code::OtherMaterial, "the strategy"),
            Subject::Advice(_) | Subject::Evaluation(_) => (Code::OtherMaterial, "the program"),
            Subject::None => (Code::PositionOutsideMaterial, "the program"),
        };
        self.broken |= code == Code::OtherMaterial;
        self.other_material(code, position, (what, &wanted), test.position.span);
        code != Code::OtherMaterial
    }

    /// The material of a table or strategy, `None` for other subjects.
    fn material_of(&self, subject: &Subject) -> Option<Option<Material>> {
        match subject {
            Subject::Table(id) => Some(self.records.tables[id.index()].material),
            Subject::Strategy(id) => Some(self.records.strategies[id.index()].material),
            Subject::None | Subject::Advice(_) | Subject::Evaluation(_) => None,
        }
    }

    fn expectation(
        &mut self,
        test: &ast::TestDef,
        subject: Option<&Subject>,
        position: Option<&adv_chess::Position>,
        expectation: &ast::Expectation,
    ) -> Option<ExpectKind> {
        if let Some(Subject::Evaluation(_)) = subject
            && let Some(state) = self.expected_explanation(expectation)
        {
            return state;
        }
        match &expectation.kind {
            ExpectationKind::Verdict(word, _) => {
                if subject.is_some() {
                    self.report(
                        Diagnostic::new(
                            Code::ExplanationElsewhere,
                            format!(
                                "`expect {}` needs an evaluation as the subject of the test",
                                word.node
                            ),
                        )
                        .with_label(expectation.span, "expected here")
                        .with_help("name an evaluation after the test's name, or `static`"),
                    );
                }
                None
            }
            ExpectationKind::Move(text) => {
                self.needs_player(test, subject, "move", expectation.span)?;
                self.expected_move(text, position?)?;
                Some(ExpectKind::Move(text.node.clone()))
            }
            ExpectationKind::OnlyMove(text) => {
                self.needs_player(test, subject, "only move", expectation.span)?;
                self.expected_move(text, position?)?;
                Some(ExpectKind::OnlyMove(text.node.clone()))
            }
            ExpectationKind::Advice(reference) => {
                let name = &reference.name;
                let key = match self.names.own.get(name.node.as_str()) {
                    Some(&Def::Advice(_)) => self.advice_key(reference),
                    _ => self.no_meaning(name, "a piece-of-advice", None, Some(Kind::Advice)),
                };
                let Some(Subject::Table(table)) = subject else {
                    if subject.is_some() {
                        self.not_for_subject(test, "advice", "a table", expectation.span);
                    }
                    return None;
                };
                let key = key?;
                self.is_listed(table.index(), &key, name);
                Some(ExpectKind::Advice(self.records.named(key)))
            }
            ExpectationKind::Action(name) => match subject? {
                Subject::Strategy(strategy) => {
                    self.refer_to_action(strategy.index(), name);
                    self.expected_action(strategy.index(), name)
                }
                _ => {
                    self.not_for_subject(test, "action", "a strategy", expectation.span);
                    None
                }
            },
            ExpectationKind::Satisfied => {
                self.needs_player(test, subject, "satisfied", expectation.span)?;
                Some(ExpectKind::Satisfied)
            }
            ExpectationKind::Tree => {
                self.needs_player(test, subject, "tree", expectation.span)?;
                Some(ExpectKind::Tree)
            }
            ExpectationKind::MateWithin(moves) => {
                match subject? {
                    Subject::Table(_) | Subject::Strategy(_) => {}
                    _ => {
                        let needed = "a strategy or a table";
                        self.not_for_subject(test, "mate within", needed, expectation.span);
                        return None;
                    }
                }
                match u32::try_from(moves.node) {
                    Ok(count) if count >= 1 => Some(ExpectKind::MateWithin(count)),
                    _ => self.refuse(
                        Diagnostic::new(
                            Code::ExpectationNotForSubject,
                            "`mate within` needs 1 move or more",
                        )
                        .with_label(moves.span, "no mate in so many moves"),
                    ),
                }
            }
            ExpectationKind::Value(expr) => {
                let material = subject.and_then(|subject| self.material_of(subject));
                let material = material.unwrap_or(self.material);
                let mut cx = Cx::new(Place::Value, material);
                let value = self.infer(&mut cx, expr, Want::Truth)?;
                let value = self.coerce(&mut cx, value, Type::Truth)?;
                Some(ExpectKind::Value {
                    test: value,
                    compare: None,
                })
            }
            ExpectationKind::Error => None,
        }
    }

    fn needs_player(
        &mut self,
        test: &ast::TestDef,
        subject: Option<&Subject>,
        word: &str,
        span: Span,
    ) -> Option<()> {
        if let Subject::None | Subject::Evaluation(_) = subject? {
            self.not_for_subject(test, word, PLAYERS, span);
            return None;
        }
        Some(())
    }

    fn not_for_subject(&mut self, test: &ast::TestDef, word: &str, needed: &str, span: Span) {
        let message = match &test.subject {
            Some(subject) => {
                let name = &subject.name.node;
                let found = match self.names.own.get(name.as_str()) {
                    Some(&def) => self.records.kind_of(def).noun(),
                    None => "a value",
                };
                format!("`expect {word}` needs {needed}; `{name}` is {found}")
            }
            None => format!("`expect {word}` needs {needed} as the subject of the test"),
        };
        self.report(
            Diagnostic::new(Code::ExpectationNotForSubject, message)
                .with_label(span, "expected here")
                .with_help("name the table or strategy after the test's name, or expect a value"),
        );
    }

    fn is_listed(&mut self, table: usize, key: &Key, name: &ast::Name) {
        let listed = self.records.tables[table]
            .rules
            .iter()
            .flat_map(|rule| &rule.list)
            .any(|item| match &item.what {
                Listed::Advice(other) => other == key,
                Listed::Shortest(_, keys) => keys.contains(key),
            });
        if !listed && !self.broken {
            let table = &self.records.tables[table].def.name;
            let message = format!("table `{}` never lists `{}`", table.node, name.node);
            let diagnostic = Diagnostic::new(Code::AdviceNeverListed, message)
                .with_label(name.span, "expected here")
                .with_secondary(table.span, "the table");
            self.report(diagnostic);
        }
    }
}
