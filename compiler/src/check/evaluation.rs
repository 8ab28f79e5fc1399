//! Evaluations.
//!
//! Rulings: without `of` all patterns in sight count, without `stage` the descriptor `endgame` is the stage where there is one. A program that
//! has patterns and writes no evaluation has one called `static`. Of a module that is used in part, what is not there is not
//! translated.

use super::frame::{Cx, Place};
use super::names::Def;
use super::records::EvaluationState;
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Evaluation, Expr, Similarity, Type};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, EvaluationClauseKind, ItemKind};
use adv_module::PatternId;
use adv_module::format::{MAX_TOLD, MAX_WEIGHT};

/// How many facts are told where nothing else is said.
const TOLD: u8 = 3;

/// An evaluation that says nothing.
fn usual(name: ast::Name) -> Evaluation {
    Evaluation {
        name,
        of: Vec::new(),
        stage: None,
        tell: TOLD,
        worths: Vec::new(),
        similarity: Similarity::default(),
        doc: String::new(),
        place: Span::default(),
    }
}

impl<'a> Checker<'a> {
    /// All evaluations; and `static`, where there are patterns and none is written.
    pub(super) fn evaluations(&mut self) {
        for index in 0..self.records.evaluations.len() {
            let Some(def) = self.records.evaluations[index].def else {
                continue;
            };
            self.enter_at(def.name.span);
            let form = self.evaluation(def);
            self.broken |= form.is_none();
            self.records.evaluations[index].form = form;
        }
        self.enter(0);
        if self.records.evaluations.is_empty() && !self.records.patterns.is_empty() {
            let mut state = EvaluationState {
                def: None,
                doc: String::new(),
                span: Span::default(),
                form: None,
            };
            state.form = Some(Evaluation {
                of: self.all_patterns(),
                stage: self.stage_of_library(),
                ..usual(state.name().clone())
            });
            self.records.evaluations.push(state);
        }
        self.never_told();
    }

    /// `endgame`, where it is a descriptor without parameters.
    fn stage_of_library(&mut self) -> Option<Expr> {
        let is_known = match self.names.own.get("endgame") {
            Some(&Def::Function(index)) => {
                let function = &self.records.functions[index];
                function.result == Some(Type::Truth)
                    && function.params.is_empty()
                    && function.needs == crate::hir::Needs::NONE
            }
            Some(_) => false,
            None => self.names.library.get("endgame").is_some_and(|found| {
                let found = found.first();
                let library = found.and_then(|of| self.libraries.get(of.module).ok());
                let export = library.zip(found);
                export
                    .and_then(|(library, of)| library.exports().get(of.export))
                    .is_some_and(|export| {
                        export.params.is_empty() && export.result == adv_module::Ty::Truth
                    })
            }),
        };
        if !is_known {
            return None;
        }
        let mut cx = Cx::new(Place::Stage, self.material);
        self.name(&mut cx, "endgame", Span::default(), Want::Truth)
    }

    fn evaluation(&mut self, def: &'a ast::EvaluationDef) -> Option<Evaluation> {
        let mut form = usual(def.name.clone());
        let (mut fine, mut of_some) = (true, false);
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for clause in &def.clauses {
            let word = match &clause.kind {
                EvaluationClauseKind::Of(_) => "of",
                EvaluationClauseKind::Stage(_) => "stage",
                EvaluationClauseKind::Tell(_) => "tell",
                EvaluationClauseKind::Similarity(_) => "similarity",
                EvaluationClauseKind::Worth(name, _) => name.node.as_str(),
                EvaluationClauseKind::Error => "",
            };
            let is_worth = matches!(clause.kind, EvaluationClauseKind::Worth(..));
            if let Some((_, first)) = seen
                .iter()
                .find(|(seen, _)| *seen == word && !word.is_empty())
            {
                fine = false;
                let word = if is_worth { "worth" } else { word };
                self.given_twice(word, [clause.keyword, *first], Some(&def.name.node));
                continue;
            }
            seen.push((word, clause.keyword));
            match &clause.kind {
                EvaluationClauseKind::Of(paths) => {
                    of_some = true;
                    for path in paths {
                        let found = self.patterns_of(path);
                        if found.is_empty() {
                            self.unknown_branch(path);
                        }
                        form.of.extend(found.into_iter().map(PatternId::at));
                    }
                }
                EvaluationClauseKind::Stage(expr) => {
                    let mut cx = Cx::new(Place::Stage, self.material);
                    form.stage = self.expect(&mut cx, expr, Type::Truth);
                    fine &= form.stage.is_some();
                }
                EvaluationClauseKind::Tell(count) => {
                    match u8::try_from(count.node) {
                        Ok(tell) if (1..=MAX_TOLD).contains(&tell) => form.tell = tell,
                        _ => {
                            fine = false;
                            let message =
                                format!("`tell {}`, 1 to {MAX_TOLD} facts can be told", count.node);
                            self.out_of_range(count.span, message);
                        }
                    };
                }
                EvaluationClauseKind::Worth(name, expr) => {
                    let worth = self.of_pattern(expr, Type::Number(1));
                    let index = match self.names.own.get(name.node.as_str()) {
                        Some(&Def::Pattern(index)) => Some(PatternId::at(index)),
                        _ => self.no_meaning(name, "a pattern", None, None),
                    };
                    fine &= index.is_some() && worth.is_some();
                    form.worths.extend(index.zip(worth));
                }
                EvaluationClauseKind::Similarity(weights) => {
                    let mut all = Similarity::default().weights();
                    for (word, weight) in weights {
                        fine &= self.weight(word, weight, &mut all);
                    }
                    form.similarity = Similarity::of(all);
                }
                EvaluationClauseKind::Error => fine = false,
            }
        }
        if !of_some {
            form.of = self.all_patterns();
        }
        if form.stage.is_none() {
            form.stage = self.stage_of_library();
        }
        form.of.sort_unstable();
        form.of.dedup();
        form.worths.sort_by_key(|(index, _)| *index);
        form.worths.dedup_by_key(|(index, _)| *index);
        fine.then_some(form)
    }

    fn all_patterns(&self) -> Vec<PatternId> {
        (0..self.records.patterns.len())
            .map(PatternId::at)
            .collect()
    }

    fn weight(&mut self, word: &ast::Name, weight: &Spanned<i64>, all: &mut [u16; 9]) -> bool {
        let place = Similarity::WORDS.iter().position(|of| *of == word.node);
        let Some(entry) = place.and_then(|place| all.get_mut(place)) else {
            let message = format!("`{}` is no weight of a similarity", word.node);
            self.report(
                Diagnostic::new(Code::UnexpectedToken, message)
                    .with_label(word.span, "not a weight")
                    .with_help(format!("the weights are {}", Similarity::WORDS.join(", "))),
            );
            return false;
        };
        match u16::try_from(weight.node) {
            Ok(value) if value <= MAX_WEIGHT => {
                *entry = value;
                true
            }
            _ => {
                let message = format!("the weight {}, expected 0 to {MAX_WEIGHT}", weight.node);
                self.out_of_range(weight.span, message);
                false
            }
        }
    }

    fn out_of_range(&mut self, span: Span, message: String) {
        self.report(
            Diagnostic::new(Code::UnexpectedToken, message).with_label(span, "out of range"),
        );
    }

    /// Patterns of the program's own file that no evaluation tells.
    fn never_told(&mut self) {
        // A branch that is not there may be the one that tells them.
        if self.broken {
            return;
        }
        let told = |index: usize, checker: &Self| {
            checker.records.evaluations.iter().any(|of| match &of.form {
                Some(form) => form.of.contains(&PatternId::at(index)),
                None => true,
            })
        };
        for index in 0..self.records.patterns.len() {
            let name = &self.records.patterns[index].def.name;
            if self.files.of(name.span) > 0 || told(index, self) {
                continue;
            }
            self.report(
                Diagnostic::new(
                    Code::NeverTold,
                    format!("no evaluation tells the pattern `{}`", name.node),
                )
                .with_label(name.span, "never told")
                .with_help("name it or its branch after `of`"),
            );
        }
    }

    /// Marks the `use` lines that bring patterns or translations as used: what is in sight counts.
    pub(super) fn in_sight(&mut self) {
        self.enter(0);
        let brought: Vec<usize> = self
            .names
            .brought
            .iter()
            .filter(|(name, _)| matches!(self.names.own.get(**name), Some(Def::Pattern(_))))
            .map(|(_, via)| *via)
            .collect();
        let texts = self.texts_used();
        for via in brought.into_iter().chain(texts) {
            if let Some(line) = self.names.uses.get_mut(via) {
                line.used = true;
            }
        }
    }

    /// The `use` lines of the current file that bring translations.
    fn texts_used(&self) -> Vec<usize> {
        let has_texts = |file: usize| {
            let mut items = self.items_of(file).iter();
            items.any(|item| matches!(item.kind, ItemKind::Texts(_)))
        };
        let edges = self.files.edges_of(self.files.current()).iter();
        edges
            .filter(|(file, _)| has_texts(*file))
            .map(|(_, via)| *via)
            .collect()
    }
}
