//! Names: what the file defines, what it uses of the library, what the language brings along.
//!
//! Rulings: there is one namespace for boards, numbers, descriptors, moves, advice, plans, tables and strategies; the actions of
//! strategies are in none and need not differ in name; capitals differ. A name
//! means, in this order: a parameter or bound variable, a definition of the file, an export of a module after `use`, a word of
//! the language, an export of the prelude. A definition of the file that hides one of the others, but for the prelude's, is a
//! warning. Two used modules may export one name; only a use of that name is an error. Definitions may stand in any order.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::Checker;
use super::frame::Reason;
use super::lookup::PRELUDE;
use super::moves::MovesForm;
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, Material, Needs, TextPart, Type};
use crate::index::{Definition, DefinitionId, DefinitionKind, Origin};
use crate::source::Span;
use crate::syntax::ast::{self, DefineKind, ItemKind};
use crate::syntax::token::Token;
use adv_module::Program;

/// A definition by kind and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Def {
    Function(usize),
    Moves(usize),
    Advice(usize),
    Plan(usize),
    Table(usize),
    Strategy(usize),
    /// One that could not be read: nothing but its name is known, and uses of it are silent.
    Unread(usize),
}

/// The kinds of named things, for messages and suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Board,
    Number,
    Truth,
    Moves,
    Advice,
    Plan,
    Table,
    Strategy,
    /// Not known, for the definition could not be read.
    Unread,
}

impl Kind {
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Kind::Board => "a board",
            Kind::Number => "a number",
            Kind::Truth => "a descriptor",
            Kind::Moves => "a move clause",
            Kind::Advice => "a piece-of-advice",
            Kind::Plan => "a plan",
            Kind::Table => "a table",
            Kind::Strategy => "a strategy",
            Kind::Unread => "not readable",
        }
    }

    pub(super) fn of_type(ty: adv_module::Ty) -> Kind {
        match ty {
            adv_module::Ty::Number => Kind::Number,
            adv_module::Ty::Truth => Kind::Truth,
            _ => Kind::Board,
        }
    }
}

/// A board, number or descriptor.
pub(crate) struct FunctionState<'a> {
    pub(crate) def: &'a ast::Define,
    pub(crate) doc: String,
    pub(crate) params: Vec<Option<Type>>,
    /// Known from the keyword, a tuple's width once the body is checked. `None` in error.
    pub(crate) result: Option<Type>,
    pub(crate) needs: Needs,
    pub(crate) reasons: [Option<Reason>; 3],
    pub(crate) reads: bool,
    pub(crate) searches: bool,
    pub(crate) body: Option<Expr>,
    pub(crate) locals: u32,
    pub(crate) because: Option<Vec<TextPart>>,
    pub(crate) unused_params: Vec<usize>,
}

/// A moves definition.
pub(crate) struct MovesState<'a> {
    pub(crate) def: &'a ast::MovesDef,
    pub(crate) params: Vec<Option<Type>>,
    pub(crate) form: Option<MovesForm>,
    pub(crate) unused_params: Vec<usize>,
}

/// A piece-of-advice as written, parameters not filled in.
pub(crate) struct AdviceState<'a> {
    pub(crate) def: &'a ast::AdviceDef,
    pub(crate) doc: String,
    pub(crate) span: Span,
    pub(crate) params: Vec<Option<Type>>,
    pub(crate) form: Option<super::advice::AdviceForm>,
    pub(crate) unused_params: Vec<usize>,
}

/// A plan.
pub(crate) struct PlanState<'a> {
    pub(crate) def: &'a ast::PlanDef,
    pub(crate) list: Option<Vec<super::table::ListItem>>,
}

/// A table.
pub(crate) struct TableState<'a> {
    pub(crate) def: &'a ast::TableDef,
    pub(crate) doc: String,
    pub(crate) span: Span,
    pub(crate) material: Option<Material>,
    pub(crate) rules: Vec<super::table::RuleForm>,
    pub(crate) beyond: Vec<usize>,
    pub(crate) leaves: bool,
}

/// A strategy.
pub(crate) struct StrategyState<'a> {
    pub(crate) def: &'a ast::StrategyDef,
    pub(crate) doc: String,
    pub(crate) span: Span,
    /// The figures of its in-class, or the file's material.
    pub(crate) material: Option<Material>,
    /// A statement of it may make a move or stop; true until it has been checked.
    pub(crate) acts: bool,
    pub(crate) form: Option<super::strategy::StrategyForm>,
}

/// Where a used export comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LibraryName {
    /// Index into [`Names::uses`]; `None` for a name of the prelude, which no line brings.
    pub(crate) via: Option<usize>,
    /// Index into the libraries.
    pub(crate) module: usize,
    /// Index into its exports.
    pub(crate) export: usize,
}

/// A `use` line.
#[derive(Clone, Debug)]
pub(crate) struct UseLine {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) used: bool,
}

/// The namespace of the file.
#[derive(Default)]
pub(crate) struct Names<'a> {
    pub(crate) own: HashMap<&'a str, Def>,
    /// The definitions' numbers in the index; those of its parameters follow each.
    pub(crate) ids: HashMap<Def, DefinitionId>,
    /// The names of the definitions that could not be read.
    pub(crate) unread: Vec<&'a ast::Name>,
    /// What the prelude brings.
    pub(crate) prelude: HashMap<&'a str, LibraryName>,
    /// The own names in the order of the source, for suggestions.
    pub(crate) listed: Vec<(&'a str, Kind)>,
    pub(crate) library: HashMap<&'a str, Vec<LibraryName>>,
    pub(crate) uses: Vec<UseLine>,
    /// A module after `use` does not exist, so any unknown name may be one of its.
    pub(crate) missing_module: bool,
    /// The names that mean nothing, with what will be reported of each: nothing where that was said elsewhere.
    pub(crate) unknown: IndexMap<String, Option<Diagnostic>>,
}

impl<'a> Names<'a> {
    /// No names but those of the prelude, where it is among the libraries.
    pub(crate) fn with_prelude(libraries: &'a [&'a Program]) -> Names<'a> {
        let mut names = Names::default();
        let prelude = libraries.iter().position(|module| module.name == PRELUDE);
        if let Some((index, module)) = prelude.and_then(|at| Some((at, libraries.get(at)?))) {
            for (export, definition) in module.exports.iter().enumerate() {
                names.prelude.insert(
                    &definition.name,
                    LibraryName {
                        via: None,
                        module: index,
                        export,
                    },
                );
            }
        }
        names
    }
}

/// More definitions than this are refused.
const MOST_DEFINITIONS: usize = 60_000;

impl<'a> Checker<'a> {
    /// Gives every definition its number and every name its meaning.
    pub(super) fn collect(&mut self) {
        let file = self.file;
        for item in &file.items {
            if let ItemKind::Use(path) = &item.kind {
                self.use_line(path);
            }
        }
        let mut count = 0;
        for item in &file.items {
            let doc = || item.doc.join("\n");
            let (name, def, kind) = match &item.kind {
                ItemKind::Define(def) => {
                    let params = self.parameters(&def.params);
                    let (result, kind) = match def.kind {
                        DefineKind::Board => (Type::Board, Kind::Board),
                        DefineKind::Number => (Type::Number(1), Kind::Number),
                        DefineKind::Descriptor => (Type::Truth, Kind::Truth),
                    };
                    self.functions.push(FunctionState {
                        def,
                        doc: doc(),
                        params,
                        result: Some(result),
                        needs: Needs::NONE,
                        reasons: [None; 3],
                        reads: false,
                        searches: false,
                        body: None,
                        locals: 0,
                        because: None,
                        unused_params: Vec::new(),
                    });
                    (&def.name, Def::Function(self.functions.len() - 1), kind)
                }
                ItemKind::Moves(def) => {
                    let params = self.parameters(&def.params);
                    self.moves.push(MovesState {
                        def,
                        params,
                        form: None,
                        unused_params: Vec::new(),
                    });
                    (&def.name, Def::Moves(self.moves.len() - 1), Kind::Moves)
                }
                ItemKind::Advice(def) => {
                    let params = self.parameters(&def.params);
                    let span = item.span;
                    self.advice.push(AdviceState {
                        def,
                        doc: doc(),
                        span,
                        params,
                        form: None,
                        unused_params: Vec::new(),
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-advice");
                    (&def.name, Def::Advice(self.advice.len() - 1), Kind::Advice)
                }
                ItemKind::Plan(def) => {
                    self.plans.push(PlanState { def, list: None });
                    (&def.name, Def::Plan(self.plans.len() - 1), Kind::Plan)
                }
                ItemKind::Table(def) => {
                    self.tables.push(TableState {
                        def,
                        doc: doc(),
                        span: item.span,
                        material: None,
                        rules: Vec::new(),
                        beyond: Vec::new(),
                        leaves: false,
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-table");
                    (&def.name, Def::Table(self.tables.len() - 1), Kind::Table)
                }
                ItemKind::Strategy(def) => {
                    self.strategies.push(StrategyState {
                        def,
                        doc: doc(),
                        span: item.span,
                        material: None,
                        acts: true,
                        form: None,
                    });
                    self.end_name(&def.name, def.end_name.as_ref(), "end-strat");
                    let index = self.strategies.len() - 1;
                    (&def.name, Def::Strategy(index), Kind::Strategy)
                }
                ItemKind::Test(test) => {
                    let of_test = Definition {
                        kind: DefinitionKind::Test,
                        name: test.name.node.clone(),
                        name_span: test.name.span,
                        span: item.span,
                        doc: doc(),
                        params: Vec::new(),
                        ty: None,
                        parent: None,
                        origin: Origin::File,
                    };
                    self.index.define(of_test);
                    continue;
                }
                ItemKind::Error(unread) => {
                    self.broken = true;
                    self.unread(unread, item.span);
                    continue;
                }
                _ => continue,
            };
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
            self.define(name, def, kind);
        }
    }

    /// Puts a definition and its parameters into the index.
    fn indexed(&mut self, def: Def, name: &ast::Name, kind: Kind, item: &ast::Item) {
        let no_types: &[Option<Type>] = &[];
        let (params, types): (&[ast::Param], _) = match def {
            Def::Function(index) => {
                let state = &self.functions[index];
                (&state.def.params, state.params.as_slice())
            }
            Def::Moves(index) => (&self.moves[index].def.params, &self.moves[index].params),
            Def::Advice(index) => (&self.advice[index].def.params, &self.advice[index].params),
            _ => (&[], no_types),
        };
        let (kind, ty) = match kind {
            Kind::Board => (DefinitionKind::Board, Some(Type::Board)),
            Kind::Number => (DefinitionKind::Number, Some(Type::Number(1))),
            Kind::Truth => (DefinitionKind::Descriptor, Some(Type::Truth)),
            Kind::Moves => (DefinitionKind::Moves, None),
            Kind::Advice => (DefinitionKind::Advice, None),
            Kind::Plan => (DefinitionKind::Plan, None),
            Kind::Table => (DefinitionKind::Table, None),
            Kind::Strategy => (DefinitionKind::Strategy, None),
            Kind::Unread => (DefinitionKind::Unread, None),
        };
        let typed = || params.iter().zip(types);
        let id = self.index.define(Definition {
            kind,
            name: name.node.clone(),
            name_span: name.span,
            span: item.span,
            doc: item.doc.join("\n"),
            params: typed()
                .map(|(param, ty)| (param.name.node.clone(), *ty))
                .collect(),
            ty,
            parent: None,
            origin: Origin::File,
        });
        self.names.ids.insert(def, id);
        for (param, ty) in typed() {
            self.index.define(Definition {
                kind: DefinitionKind::Parameter,
                name: param.name.node.clone(),
                name_span: param.name.span,
                span: param.name.span.join(param.ty.span),
                doc: String::new(),
                params: Vec::new(),
                ty: *ty,
                parent: Some(id),
                origin: Origin::File,
            });
        }
    }

    /// Names that are defined where the text could not be read: what they mean is not known, and uses of them are no mistakes.
    fn unread(&mut self, unread: &'a [ast::Unread], span: Span) {
        for definition in unread {
            match definition.keyword {
                // Whatever it brings or declares may be what another item lacks.
                Token::Use => self.names.missing_module = true,
                Token::Material => self.wrong_material = true,
                Token::Example => self.wrong_example = true,
                _ => {}
            }
            let Some(name) = &definition.name else {
                continue;
            };
            // A name that means something else keeps that meaning, so that its uses are looked at.
            let word = name.node.as_str();
            if self.names.own.contains_key(word)
                || self.names.library.contains_key(word)
                || self.names.prelude.contains_key(word)
                || super::word::is_word(word)
            {
                continue;
            }
            let def = Def::Unread(self.names.unread.len());
            self.names.unread.push(name);
            self.names.own.insert(&name.node, def);
            let id = self.index.define(Definition {
                kind: DefinitionKind::Unread,
                name: name.node.clone(),
                name_span: name.span,
                span,
                doc: String::new(),
                params: Vec::new(),
                ty: None,
                parent: None,
                origin: Origin::File,
            });
            self.names.ids.insert(def, id);
        }
    }

    /// The name behind an end word is the name of what it ends.
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

    fn define(&mut self, name: &'a ast::Name, def: Def, kind: Kind) {
        if let Some(&first) = self.names.own.get(name.node.as_str()) {
            if matches!(first, Def::Unread(_)) {
                // Which of the two is meant to stay is not known.
                return;
            }
            let first = self.name_span(first);
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
        self.names.own.insert(&name.node, def);
        self.names.listed.push((&name.node, kind));
        let hidden = match self
            .names
            .library
            .get(name.node.as_str())
            .and_then(|found| found.first())
        {
            Some(found) => Some(format!("of `{}`", self.libraries[found.module].name)),
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

    /// The place of a definition's name.
    pub(crate) fn name_span(&self, def: Def) -> Span {
        match def {
            Def::Function(index) => self.functions[index].def.name.span,
            Def::Moves(index) => self.moves[index].def.name.span,
            Def::Advice(index) => self.advice[index].def.name.span,
            Def::Plan(index) => self.plans[index].def.name.span,
            Def::Table(index) => self.tables[index].def.name.span,
            Def::Strategy(index) => self.strategies[index].def.name.span,
            Def::Unread(index) => self.names.unread[index].span,
        }
    }

    /// The name of a definition.
    pub(crate) fn name_of(&self, def: Def) -> &'a str {
        match def {
            Def::Function(index) => &self.functions[index].def.name.node,
            Def::Moves(index) => &self.moves[index].def.name.node,
            Def::Advice(index) => &self.advice[index].def.name.node,
            Def::Plan(index) => &self.plans[index].def.name.node,
            Def::Table(index) => &self.tables[index].def.name.node,
            Def::Strategy(index) => &self.strategies[index].def.name.node,
            Def::Unread(index) => &self.names.unread[index].node,
        }
    }

    /// The kind of a definition.
    pub(crate) fn kind_of(&self, def: Def) -> Kind {
        match def {
            Def::Function(index) => match self.functions[index].def.kind {
                DefineKind::Board => Kind::Board,
                DefineKind::Number => Kind::Number,
                DefineKind::Descriptor => Kind::Truth,
            },
            Def::Moves(_) => Kind::Moves,
            Def::Advice(_) => Kind::Advice,
            Def::Plan(_) => Kind::Plan,
            Def::Table(_) => Kind::Table,
            Def::Strategy(_) => Kind::Strategy,
            Def::Unread(_) => Kind::Unread,
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
                // A type that is missing has been reported.
                "" => None,
                _ => {
                    let types = ["board", "number", "descriptor", "piece", "side"];
                    let near = suggest(&param.ty.node, None, types.iter().map(|name| (*name, ())));
                    self.report(
                        Diagnostic::new(
                            Code::UnknownType,
                            format!("unknown type `{}`", param.ty.node),
                        )
                        .with_label(param.ty.span, "not a type")
                        .with_help_if(did_you_mean(&near))
                        .with_help(
                            "the types are `board`, `number`, `descriptor`, `piece` and `side`",
                        ),
                    );
                    None
                }
            };
            types.push(ty);
        }
        types
    }
}
