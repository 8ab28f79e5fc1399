//! From the syntax tree to the checked program: names, types, positions, and the structure of advice, tables and tests.
//!
//! ```text
//! collect    every definition gets a number, every name one meaning          scope
//! order      which uses which; rings and too long chains                        order
//! bodies     definitions, moves and advice, callees first                    expr relation call piece zone frame moves advice
//!            strategies last, applied ones first                 strategy statement action
//! lists      plans, tables, tests, claims                                    table test material
//! instances  advice with constants in the place of its parameters            instance
//! lints      warnings that look at the whole program                         crate::lint
//! ```
//!
//! An expression in error has no checked form (`None`), and whatever contains it is silent: one mistake makes one diagnostic.
//! Everything is looked up by hash and every body is checked once, so the time grows with the length of the text.

// In the order in which a program passes through them.
pub(crate) mod files;
pub(crate) mod names;
mod needed;
pub(crate) mod records;

mod lookup;
mod scope;
mod signature;

mod order;
mod resolve;

mod material;

mod call;
mod chain;
mod compound;
mod expr;
mod frame;
mod leaf;
mod piece;
mod primitive;
mod relation;
mod repair;
mod word;
mod zone;

mod function;
mod params;
mod pass;
mod pattern_records;
mod template;

mod evaluation;
mod pattern;

mod class;
mod moves;

mod advice;
mod bound;
mod clauses;
mod cost;

mod beyond;
mod table;

mod action;
mod statement;
pub(crate) mod strategy;

mod choices;
mod claim;
mod expected;
mod test;
mod translation;

mod constant;
mod every;
mod explained;
mod hidden;
mod instance;
mod instances;
mod played;
mod recursion;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod walk;

pub(crate) use constant::{Const, eval};

use std::collections::BTreeSet;

use adv_chess::Color;

use crate::diagnostics::{Diagnostic, Sink};
use crate::hir::{Hir, Material, Role};
use crate::index::{DefinitionId, Index};
use crate::library::Libraries;
use crate::source::{Source, Span};
use crate::syntax::ast;

/// Checks the files of a program against the library modules that they may use. Items of used files that begin at one of `skipped` are left
/// out.
///
/// Errors and warnings go to the sink. The program is there only where the sink holds no error, the parser's included, and the tree
/// has no part that the parser could not read; the index always is.
pub(crate) fn check<'a>(
    file: &'a ast::File,
    source: &'a Source,
    libraries: Libraries<'a>,
    skipped: &'a BTreeSet<u32>,
    sink: &'a mut Sink,
) -> (Checker<'a>, Option<Hir>) {
    let mut checker = Checker::new(file, source, libraries, skipped, sink);
    let program = checker.check();
    (checker, program)
}

/// What kind of value a place asks for: a preference for words of two meanings and for suggestions, never a demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Anything.
    Any,
    Board,
    Number,
    Truth,
    Piece,
    Side,
    Zone,
}

/// A piece of a declared material: its colour, its role, and the definition that its letter in the header is.
pub(crate) type PieceDefinition = (Color, Role, DefinitionId);

/// Everything known about the files while they are checked. Names, materials and defaults are those of the current file.
pub(crate) struct Checker<'a> {
    /// The items of all files.
    pub(crate) file: &'a ast::File,
    pub(crate) source: &'a Source,
    pub(crate) files: files::Files<'a>,
    /// Items of used files that are left out, by where they begin.
    pub(crate) skipped: &'a BTreeSet<u32>,
    pub(crate) text: &'a str,
    pub(crate) libraries: Libraries<'a>,
    pub(crate) sink: &'a mut Sink,
    pub(crate) names: names::Names<'a>,
    /// What is known of each definition, test and claim.
    pub(crate) records: records::Records<'a>,
    /// The file's material, or without one the figures that all its strategies share.
    pub(crate) material: Option<Material>,
    /// A material is in error, so that a bare letter without one may be its consequence.
    pub(crate) wrong_material: bool,
    /// An example could not be read.
    pub(crate) wrong_example: bool,
    /// The file's material and those of tables and strategies.
    pub(crate) declared: Vec<Material>,
    pub(crate) example: Option<String>,
    pub(crate) default_holding: Option<&'a ast::Expr>,
    pub(crate) graph: order::Graph,
    /// What the file defines and names, and the types of its expressions.
    pub(crate) index: Index,
    /// The pieces of each material that is declared.
    pub(crate) pieces: Vec<(Material, Vec<PieceDefinition>)>,
    /// Some part could not be checked, with or without an error of this stage.
    pub(crate) broken: bool,
    /// The pieces-of-advice that `satisfiable` asks for anywhere in the program, by index.
    pub(crate) asked: BTreeSet<usize>,
    /// A chain of definitions is too long to be followed.
    pub(crate) too_deep: bool,
    /// Advice with parameters asks for itself.
    pub(crate) recursive: bool,
}

impl<'a> Checker<'a> {
    fn new(
        file: &'a ast::File,
        source: &'a Source,
        libraries: Libraries<'a>,
        skipped: &'a BTreeSet<u32>,
        sink: &'a mut Sink,
    ) -> Checker<'a> {
        let starts = 0..source.file_count();
        let starts = starts.map(|file| source.file_start(file)).collect();
        Checker {
            file,
            source,
            files: files::Files::new(starts),
            skipped,
            text: source.text(),
            libraries,
            sink,
            names: names::Names::new(libraries),
            records: records::Records::default(),
            material: None,
            wrong_material: false,
            wrong_example: false,
            declared: Vec::new(),
            example: None,
            default_holding: None,
            asked: BTreeSet::new(),
            graph: order::Graph::default(),
            index: Index::default(),
            pieces: Vec::new(),
            broken: false,
            too_deep: false,
            recursive: false,
        }
    }

    /// All stages of the check. The program, where nothing is in error.
    fn check(&mut self) -> Option<Hir> {
        for file in 0..self.files.count() {
            self.enter(file);
            self.collect();
        }
        self.enter(0);
        self.bring();
        self.declare();
        let order = self.order();
        if self.too_deep {
            // A walk along so long a chain would need as deep a stack.
            return None;
        }
        for definition in order {
            self.definition(definition);
        }
        self.enter(0);
        self.texts();
        self.lists();
        for file in (0..self.files.count()).rev() {
            self.enter(file);
            self.report_unknown();
        }
        if self.broken || self.sink.has_errors() {
            return None;
        }
        let mut program = self.build();
        self.qualify(&mut program);
        (!self.broken && !self.sink.has_errors()).then_some(program)
    }

    /// What was found out about definitions, references and types.
    pub(crate) fn into_index(mut self) -> Index {
        let mut index = std::mem::take(&mut self.index);
        for (number, function) in self.records.functions.iter().enumerate() {
            let id = self.names.ids.get(&names::Def::Function(number));
            if let Some(definition) = id.and_then(|id| index.definition_mut(*id)) {
                definition.ty = function.result;
            }
        }
        index.sort();
        index
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.report(diagnostic);
    }

    /// Reports an error that leaves no program.
    pub(crate) fn fail(&mut self, diagnostic: Diagnostic) {
        self.broken = true;
        self.report(diagnostic);
    }

    /// Reports an error in the place of a value; whatever needs the value leaves no program.
    pub(crate) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Reports an error in the place of a value that leaves no program.
    pub(crate) fn fail_value<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.fail(diagnostic);
        None
    }

    /// The author's text of a span in backticks, shortened to one short line.
    pub(crate) fn slice(&self, span: Span) -> String {
        format!("`{}`", self.words(span).unwrap_or_else(|| "…".to_owned()))
    }

    /// The author's text of a span where it is short enough to be repeated in a message.
    pub(crate) fn words(&self, span: Span) -> Option<String> {
        let text = self
            .text
            .get(span.start as usize..span.end as usize)?
            .trim();
        let short = !text.is_empty() && text.chars().count() <= 60 && !text.contains(['`', '\n']);
        short.then(|| text.to_owned())
    }

    /// One definition, whose own definitions have been checked before.
    fn definition(&mut self, definition: names::Def) {
        self.enter_at(self.records.name_span(definition));
        match definition {
            names::Def::Function(index) => self.function(index),
            names::Def::Moves(index) => self.moves_definition(index),
            names::Def::Advice(index) => self.advice_definition(index),
            names::Def::Plan(index) => self.plan(index),
            names::Def::Table(_) | names::Def::Unread(_) => {}
            names::Def::Strategy(index) => self.strategy(index),
            names::Def::Pattern(index) => self.pattern(index),
            names::Def::Evaluation(_) => {}
        }
    }

    /// Tables, tests and claims, in the order of the source within each kind.
    fn lists(&mut self) {
        for file in (0..self.files.count()).rev() {
            self.enter(file);
            self.default_alone();
        }
        for index in 0..self.records.tables.len() {
            self.enter_at(self.records.tables[index].def.name.span);
            self.table(index);
        }
        for index in 0..self.records.tables.len() {
            self.enter_at(self.records.tables[index].def.name.span);
            self.beyond(index);
        }
        self.handed_in_rings();
        self.plans_of_patterns();
        self.exclusions();
        self.in_sight();
        self.evaluations();
        self.translations();
        self.enter(0);
        self.tests_and_claims();
    }
}
