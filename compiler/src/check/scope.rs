//! Names: what the file defines, what it uses of the library, what the language brings along.
//!
//! Rulings: there is one namespace for boards, numbers, descriptors, moves, advice, actions, plans, tables and strategies; the actions
//! inside strategies are in none and need not differ in name, but from the actions of the file; capitals differ. A name
//! means, in this order: a parameter or bound variable, a definition of the file, an export of a module after `use`, a word of
//! the language, an export of the prelude. A definition of the file that hides one of the others, but for the prelude's, is a
//! warning. Two used modules may export one name; only a use of that name is an error. Definitions may come in any order.

use super::Checker;
use super::names::{Def, Kind};
use super::records::{
    AdviceState, EvaluationState, FunctionState, MovesState, PatternState, PlanState,
    StrategyState, TableState,
};
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Needs, Type};
use crate::index::{Definition, DefinitionKind};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::token::Token;

/// More definitions than this are refused.
const MOST_DEFINITIONS: usize = 60_000;

impl<'a> Checker<'a> {
    /// Gives every definition its number and every name its meaning.
    pub(super) fn collect(&mut self) {
        let items = self.items_of(self.files.current());
        if let Some(module) = self.library_file() {
            self.library_words(module);
        }
        for item in items {
            match &item.kind {
                ItemKind::Use(path) => self.use_line(path),
                ItemKind::UseFile(path) => self.use_file(path),
                _ => {}
            }
        }
        let mut count = 0;
        for item in items {
            if !self.is_item(item) {
                continue;
            }
            let doc = || item.doc.join("\n");
            let def = match &item.kind {
                ItemKind::Define(def) => {
                    let params = self.parameters(&def.params);
                    self.records.functions.push(FunctionState {
                        def,
                        doc: doc(),
                        params,
                        result: Some(super::expr::type_of_kind(def.kind)),
                        needs: Needs::NONE,
                        reasons: [None; 5],
                        reads: false,
                        searches: false,
                        body: None,
                        locals: 0,
                        because: None,
                        unused_params: Vec::new(),
                    });
                    Def::Function(self.records.functions.len() - 1)
                }
                ItemKind::Moves(def) => {
                    let params = self.parameters(&def.params);
                    self.records.moves.push(MovesState {
                        def,
                        params,
                        form: None,
                        unused_params: Vec::new(),
                    });
                    Def::Moves(self.records.moves.len() - 1)
                }
                ItemKind::Advice(def) => {
                    let params = self.parameters(&def.params);
                    let span = item.span;
                    self.records.advice.push(AdviceState {
                        def,
                        doc: doc(),
                        span,
                        params,
                        form: None,
                        unused_params: Vec::new(),
                    });
                    let word = match def.action {
                        Some(_) => "end-action",
                        None => "end-advice",
                    };
                    self.end_name(&def.name, def.end_name.as_ref(), word);
                    Def::Advice(self.records.advice.len() - 1)
                }
                ItemKind::Plan(def) => {
                    self.records.plans.push(PlanState { def, list: None });
                    Def::Plan(self.records.plans.len() - 1)
                }
                ItemKind::Table(def) => {
                    self.records.tables.push(TableState {
                        def,
                        doc: doc(),
                        span: item.span,
                        material: None,
                        rules: Vec::new(),
                        beyond: Vec::new(),
                        leaves: false,
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-table");
                    Def::Table(self.records.tables.len() - 1)
                }
                ItemKind::Strategy(def) => {
                    self.records.strategies.push(StrategyState {
                        def,
                        doc: doc(),
                        span: item.span,
                        material: None,
                        acts: true,
                        form: None,
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-strat");
                    Def::Strategy(self.records.strategies.len() - 1)
                }
                ItemKind::Pattern(def) => {
                    self.records.patterns.push(PatternState {
                        def,
                        doc: doc(),
                        span: item.span,
                        excludes: Vec::new(),
                        form: None,
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-pattern");
                    Def::Pattern(self.records.patterns.len() - 1)
                }
                ItemKind::Evaluation(def) => {
                    self.records.evaluations.push(EvaluationState {
                        def: Some(def),
                        doc: doc(),
                        span: item.span,
                        form: None,
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-evaluation");
                    Def::Evaluation(self.records.evaluations.len() - 1)
                }
                ItemKind::Texts(def) => {
                    self.end_name(&def.language, def.end_name.as_ref(), "end-texts");
                    continue;
                }
                ItemKind::Test(test) => {
                    let (kind, name) = (DefinitionKind::Test, &test.name);
                    self.index.define(Definition {
                        doc: doc(),
                        origin: self.origin(),
                        ..Definition::of(kind, &name.node, name.span, item.span)
                    });
                    continue;
                }
                ItemKind::Error(unread) => {
                    self.broken = true;
                    self.unread(unread, item.span);
                    continue;
                }
                _ => continue,
            };
            let (name, kind) = (self.records.name_node(def), self.records.kind_of(def));
            self.indexed(def, name, kind, item);
            count += 1;
            if count == MOST_DEFINITIONS + 1 {
                let diagnostic = Diagnostic::new(
                    Code::TooManyDefinitions,
                    format!("too many definitions; {MOST_DEFINITIONS} are the most"),
                );
                self.report(
                    diagnostic
                        .with_label(name.span, "one too many")
                        .with_help("split the program into several files"),
                );
            }
            self.define(name, def, kind, item.span);
        }
    }

    /// Puts a definition and its parameters into the index.
    fn indexed(&mut self, def: Def, name: &ast::Name, kind: Kind, item: &ast::Item) {
        let (params, types) = self.records.params_of(def);
        let ty = match kind {
            Kind::Board => Some(Type::Board),
            Kind::Number => Some(Type::Number(1)),
            Kind::Descriptor => Some(Type::Truth),
            Kind::Zone => Some(Type::Zone),
            _ => None,
        };
        let typed = || params.iter().zip(types);
        let id = self.index.define(Definition {
            doc: item.doc.join("\n"),
            params: typed()
                .map(|(param, ty)| (param.name.node.clone(), *ty))
                .collect(),
            ty,
            origin: self.origin(),
            ..Definition::of(kind, &name.node, name.span, item.span)
        });
        self.names.ids.insert(def, id);
        for (param, ty) in typed() {
            let (kind, name) = (DefinitionKind::Parameter, &param.name);
            let whole = name.span.join(param.ty.span);
            self.index.define(Definition {
                ty: *ty,
                parent: Some(id),
                origin: self.origin(),
                ..Definition::of(kind, &name.node, name.span, whole)
            });
        }
    }

    /// Names that are defined where the text could not be read: what they mean is not known, and uses of them are no mistakes.
    fn unread(&mut self, unread: &'a [ast::Unread], span: Span) {
        for definition in unread {
            match definition.keyword {
                // Whatever it brings or declares may be what another item lacks.
                Token::Table if definition.name.is_none() => self.names.missing_module = true,
                Token::Use => self.names.missing_module = true,
                Token::Material => self.wrong_material = true,
                Token::Example => self.wrong_example = true,
                _ => {}
            }
            let Some(name) = &definition.name else {
                continue;
            };
            // Behind a word that is none of the language's, a name that means something else keeps that meaning.
            let word = name.node.as_str();
            let is_known = definition.keyword == Token::Name && self.is_outside(word);
            if is_known || self.names.own.contains_key(word) {
                continue;
            }
            let def = self.unread_meaning(&name.node, name);
            let id = self.index.define(Definition {
                origin: self.origin(),
                ..Definition::of(DefinitionKind::Unread, &name.node, name.span, span)
            });
            self.names.ids.insert(def, id);
        }
    }

    /// From now on it is not known what a name means, and its uses are silent.
    pub(super) fn unread_meaning(&mut self, name: &'a str, defined: &'a ast::Name) -> Def {
        let def = Def::Unread(self.records.unread.len());
        self.records.unread.push(defined);
        self.names.own.insert(name, def);
        def
    }

    /// The name after an end word is the name of what it ends.
    fn end_name(&mut self, name: &ast::Name, end: Option<&ast::Name>, word: &str) {
        let Some(end) = end else { return };
        if end.node != name.node {
            self.report(
                Diagnostic::new(
                    Code::WrongEndName,
                    format!("`{word}` names `{}`, but this is `{}`", end.node, name.node),
                )
                .with_label(end.span, "another name")
                .with_secondary(name.span, "begins here")
                .with_help(format!("write `{word} {}`, or `{word}` alone", name.node)),
            );
        }
    }

    /// Whether the library or the language has a meaning for a name.
    fn is_outside(&self, name: &str) -> bool {
        self.names.library.contains_key(name)
            || self.names.prelude().contains_key(name)
            || super::word::is_word(name)
    }

    fn define(&mut self, name: &'a ast::Name, def: Def, kind: Kind, span: Span) {
        if let Some(&first) = self.names.own.get(name.node.as_str()) {
            if matches!(first, Def::Unread(_)) {
                // Which of the two is meant to stay is not known.
                return;
            }
            let first = self.records.name_span(first);
            self.report(
                Diagnostic::new(
                    Code::DefinedTwice,
                    format!("`{}` is defined twice", name.node),
                )
                .with_label(name.span, "defined again here")
                .with_secondary(first, "defined first here")
                .with_help("rename or remove one of the two"),
            );
            return;
        }
        if self.sink.is_unread_inside(span) && self.is_outside(&name.node) {
            // The name may not be complete: whether its uses mean this item or the other thing is not known.
            self.unread_meaning(&name.node, name);
            return;
        }
        self.names.own.insert(&name.node, def);
        self.names.listed.push((&name.node, kind));
        let hidden = match self
            .names
            .library
            .get(name.node.as_str())
            .and_then(|found| found.first())
        {
            Some(found) => Some(format!("of `{}`", self.libraries.name(found.module))),
            None => super::word::is_word(&name.node).then(|| "of the language".to_owned()),
        };
        if let Some(hidden) = hidden {
            self.report(
                Diagnostic::new(
                    Code::ShadowsLibrary,
                    format!("`{}` hides the definition {hidden}", name.node),
                )
                .with_label(name.span, "counts in this file")
                .with_help("give it another name if both are needed"),
            );
        }
    }

    /// The types of a parameter list, each name once.
    fn parameters(&mut self, params: &[ast::Param]) -> Vec<Option<Type>> {
        let mut types = Vec::with_capacity(params.len());
        for (index, param) in params.iter().enumerate() {
            if let Some(first) = params[..index]
                .iter()
                .find(|first| first.name.node == param.name.node)
            {
                self.report(
                    Diagnostic::new(
                        Code::ParameterTwice,
                        format!("parameter `{}` is named twice", param.name.node),
                    )
                    .with_label(param.name.span, "named again here")
                    .with_secondary(first.name.span, "named first here"),
                );
            }
            let ty = match param.ty.node.to_ascii_lowercase().as_str() {
                "board" => Some(Type::Board),
                "number" => Some(Type::Number(1)),
                "descriptor" => Some(Type::Truth),
                "piece" => Some(Type::Piece),
                "side" => Some(Type::Side),
                "zone" => Some(Type::Zone),
                // A type that is missing has been reported.
                "" => None,
                _ => {
                    let types = ["board", "number", "descriptor", "piece", "side", "zone"];
                    let near = suggest(&param.ty.node, None, types.iter().map(|name| (*name, ())));
                    self.refuse(
                        Diagnostic::new(
                            Code::UnknownType,
                            format!("unknown type `{}`", param.ty.node),
                        )
                        .with_label(param.ty.span, "not a type")
                        .with_help_if(did_you_mean(&near))
                        .with_help(
                            "the types are `board`, `number`, `descriptor`, `piece`, `side` and `zone`",
                        ),
                    )
                }
            };
            types.push(ty);
        }
        types
    }
}
