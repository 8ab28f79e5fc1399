//! What every name of the file means: the references of the index, and the edges of the graph in [`super::order`].
//!
//! Parameters and bound variables hide definitions of the same name, as they do in the check. A name in the text of a `because` is a
//! reference and no edge: nothing depends on the value of a text.

mod walk;

use std::collections::HashMap;

use super::Checker;
use super::names::{Def, Names};
use super::word;
use crate::hir::Type;
use crate::index::{Definition, DefinitionId, DefinitionKind, Index, Origin};
use crate::library::Libraries;
use crate::source::Span;
use crate::syntax::ast::{self, HeadPartKind, ItemKind};

impl<'a> Checker<'a> {
    /// Looks up the names of all files. Fills the index's references and variables, and the graph.
    pub(super) fn resolve_names(&mut self, defs: &[Def]) {
        let mut of_files: Vec<Vec<(usize, Def)>> = vec![Vec::new(); self.files.count()];
        for (at, &def) in defs.iter().enumerate() {
            let file = self.files.of(self.records.name_span(def));
            if let Some(of_file) = of_files.get_mut(file) {
                of_file.push((at, def));
            }
        }
        self.graph.edges = vec![Vec::new(); defs.len()];
        self.graph.reach = vec![Vec::new(); defs.len()];
        let mut outside = HashMap::new();
        for (file, defs) in of_files.into_iter().enumerate() {
            self.enter(file);
            outside = self.resolve_file(file, &defs, outside);
        }
        self.enter(0);
    }

    /// Looks up the names of the current file, which has these definitions. `outside` is what other files have named from outside.
    fn resolve_file(
        &mut self,
        file: usize,
        defs: &[(usize, Def)],
        outside: HashMap<Outside<'a>, DefinitionId>,
    ) -> HashMap<Outside<'a>, DefinitionId> {
        let mut index = std::mem::take(&mut self.index);
        let advice = self.records.advice.iter();
        let of_file: Vec<bool> = advice.map(|of| of.def.action.is_some()).collect();
        let mut resolver = Resolver {
            names: &self.names,
            libraries: self.libraries,
            index: &mut index,
            outside,
            uses: Vec::new(),
            all: Vec::new(),
            vias: Vec::new(),
            ambiguous: Vec::new(),
            bound: Vec::new(),
            around: None,
            actions: Vec::new(),
            of_file: &of_file,
            in_text: false,
        };
        // What the default asks, each piece-of-advice without a holding-goal asks.
        let (default, in_default) = match self.default_holding {
            Some(expr) => resolver.collected(None, |resolver| resolver.expr(expr)),
            None => (Vec::new(), Vec::new()),
        };
        for &(at, def) in defs {
            let mut takes_default = false;
            let id = self.names.ids.get(&def).copied();
            let (params, _) = self.records.params_of(def);
            let (mut uses, mut all) = resolver.collected(id, |resolver| {
                resolver.bind(params, id);
                takes_default = match def {
                    Def::Function(index) => resolver.function(self.records.functions[index].def),
                    Def::Moves(index) => resolver.moves(&self.records.moves[index].def.spec),
                    Def::Advice(index) => resolver.advice(self.records.advice[index].def),
                    Def::Plan(index) => resolver.list(&self.records.plans[index].def.entries),
                    Def::Table(index) => resolver.table(self.records.tables[index].def),
                    Def::Strategy(index) => {
                        resolver.strategy(index, self.records.strategies[index].def)
                    }
                    Def::Pattern(index) => resolver.pattern(self.records.patterns[index].def),
                    Def::Evaluation(index) => match self.records.evaluations[index].def {
                        Some(def) => resolver.evaluation(def),
                        None => false,
                    },
                    Def::Unread(_) => false,
                };
            });
            if takes_default {
                uses.extend_from_slice(&default);
                all.extend_from_slice(&in_default);
            }
            self.graph.edges[at] = uses;
            self.graph.reach[at] = all;
        }
        if file == 0 {
            let items = self.items_of(0);
            let (roots, all) = resolver.collected(None, |resolver| {
                items.iter().for_each(|item| resolver.claim(item));
            });
            self.graph.roots = roots.into_iter().map(|(def, _)| def).collect();
            self.graph.reach_roots = all;
        }
        let Resolver {
            outside,
            actions,
            vias,
            ambiguous,
            ..
        } = resolver;
        self.records.actions.extend(actions);
        self.index = index;
        for via in vias {
            self.names.uses[via].used = true;
        }
        for (name, span) in ambiguous {
            self.ambiguous(name, span);
        }
        outside
    }
}

/// A name from outside the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Outside<'n> {
    Export(usize, usize),
    Word(&'n str),
}

/// Looks names up while it walks over the tree.
struct Resolver<'r, 'a> {
    names: &'r Names<'a>,
    libraries: Libraries<'a>,
    index: &'r mut Index,
    /// What the file names of the library and of the language.
    outside: HashMap<Outside<'a>, DefinitionId>,
    /// The definitions that were named, for the graph.
    uses: Vec<(Def, Span)>,
    /// Those that were named in any way.
    all: Vec<Def>,
    /// The `use` lines that brought some of them.
    vias: Vec<usize>,
    /// Uses of names that two lines bring.
    ambiguous: Vec<(&'a str, Span)>,
    /// Parameters and bound variables, the innermost last.
    bound: Vec<(&'a str, Option<DefinitionId>)>,
    /// The definition that is walked over.
    around: Option<DefinitionId>,
    /// The actions by their strategies.
    actions: Vec<(usize, &'a str, DefinitionId)>,
    /// Of each piece-of-advice whether it is an action.
    of_file: &'r [bool],
    /// Inside a `because`.
    in_text: bool,
}

impl<'a> Resolver<'_, 'a> {
    /// What a walk inside a definition uses, and what it names in any way.
    fn collected(
        &mut self,
        around: Option<DefinitionId>,
        walk: impl FnOnce(&mut Self),
    ) -> (Vec<(Def, Span)>, Vec<Def>) {
        self.around = around;
        walk(self);
        self.bound.clear();
        (
            std::mem::take(&mut self.uses),
            std::mem::take(&mut self.all),
        )
    }

    /// Binds the parameters of a definition, which come directly after it in the index.
    fn bind(&mut self, params: &'a [ast::Param], id: Option<DefinitionId>) {
        let ids = id.map_or(0, |id| id.0 + 1)..;
        for (param, own) in params.iter().zip(ids) {
            self.bound
                .push((&param.name.node, id.map(|_| DefinitionId(own))));
        }
    }

    fn function(&mut self, def: &'a ast::Define) -> bool {
        self.expr(&def.body);
        if let Some(because) = &def.because {
            self.template(because);
        }
        false
    }

    /// True where it takes the default for its holding-goal.
    fn advice(&mut self, def: &'a ast::AdviceDef) -> bool {
        if let Some(action) = &def.action {
            let default = self.action(&action.in_class, &action.out_class, &action.clauses);
            self.end_name(def.end_name.as_ref());
            return default;
        }
        let default = self.clauses(&def.clauses);
        self.end_name(def.end_name.as_ref());
        default
    }

    fn table(&mut self, def: &'a ast::TableDef) -> bool {
        for rule in &def.rules {
            if let Some(condition) = &rule.condition {
                self.expr(condition);
            }
            self.list(&rule.list);
        }
        for also in &def.also {
            self.list(&also.node);
        }
        // A table that takes over is no part of this one.
        let uses = std::mem::take(&mut self.uses);
        for name in def.beyond.iter().flat_map(|names| &names.node) {
            self.name(&name.node, name.span);
        }
        self.uses = uses;
        self.end_name(def.end_name.as_ref());
        false
    }

    /// True where an action takes the default for its holding-goal.
    fn strategy(&mut self, number: usize, def: &'a ast::StrategyDef) -> bool {
        for part in &def.parts {
            match &part.kind {
                HeadPartKind::Descr(expr) | HeadPartKind::OutClass(expr) => self.expr(expr),
                HeadPartKind::Figures(_) | HeadPartKind::Error => {}
            }
        }
        let first = self.actions.len();
        let default = self.statements(&def.body);
        for action in self.actions.iter_mut().skip(first) {
            action.0 = number;
        }
        self.end_name(def.end_name.as_ref());
        default
    }

    /// The name after an end word.
    pub(super) fn end_name(&mut self, name: Option<&'a ast::Name>) {
        if let (Some(name), Some(around)) = (name, self.around)
            && self
                .index
                .definition(around)
                .is_some_and(|own| own.name == name.node)
        {
            self.index.refer(name.span, around);
        }
    }

    /// A test or a claim.
    fn claim(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Test(test) => {
                if let Some(subject) = &test.subject {
                    self.reference(subject);
                }
                for expectation in &test.expectations {
                    match &expectation.kind {
                        ast::ExpectationKind::Advice(reference)
                        | ast::ExpectationKind::Verdict(_, reference) => self.reference(reference),
                        ast::ExpectationKind::Value(expr) => self.expr(expr),
                        _ => {}
                    }
                }
            }
            ItemKind::Prove(prove) => {
                let condition = prove.from.as_ref().and_then(|from| from.condition.as_ref());
                let goals = prove.goals.iter().map(|(_, goal)| goal);
                let exprs = [Some(&prove.subject), prove.implies.as_ref(), condition];
                exprs
                    .into_iter()
                    .flatten()
                    .chain(goals)
                    .for_each(|expr| self.expr(expr));
            }
            ItemKind::Measure(measure) => {
                self.expr(&measure.subject);
                let exprs = measure.from.condition.iter().chain(&measure.share);
                exprs.for_each(|expr| self.expr(expr));
                for (_, goal) in &measure.goals {
                    self.expr(goal);
                }
            }
            _ => {}
        }
    }

    pub(super) fn name(&mut self, name: &'a str, span: Span) {
        let bound = self.bound.iter().rev().find(|(bound, _)| *bound == name);
        if let Some((_, id)) = bound {
            if let Some(id) = *id {
                self.index.refer(span, id);
            }
            return;
        }
        if let Some(&def) = self.names.own.get(name) {
            if let Some(&via) = self.names.brought.get(name) {
                self.vias.push(via);
                if self.names.clashes.contains_key(name) {
                    self.ambiguous.push((name, span));
                }
            }
            if !matches!(def, Def::Unread(_)) {
                self.all.push(def);
            }
            // Only `apply` uses a strategy; elsewhere its name is another mistake.
            let is_use = !matches!(def, Def::Strategy(_) | Def::Unread(_));
            if is_use && !self.in_text {
                self.uses.push((def, span));
            }
            if let Some(&id) = self.names.ids.get(&def) {
                self.index.refer(span, id);
            }
            return;
        }
        let used = self.names.library.get(name).and_then(|found| found.first());
        let outside = match used {
            Some(export) => Outside::Export(export.module, export.export),
            None if word::is_word(name) => Outside::Word(name),
            None => match self.names.prelude().get(name) {
                Some(export) => Outside::Export(export.module, export.export),
                None => return,
            },
        };
        let id = match self.outside.get(&outside) {
            Some(&id) => id,
            None => {
                let definition = match outside {
                    Outside::Export(module, export) => self.export(module, export),
                    Outside::Word(name) => word::definition(name),
                };
                let Some(definition) = definition else { return };
                let id = self.index.define(definition);
                self.outside.insert(outside, id);
                id
            }
        };
        self.index.refer(span, id);
    }

    /// A definition of the library.
    fn export(&self, module: usize, export: usize) -> Option<Definition> {
        let library = self.libraries.get(module).ok()?;
        let defined = library.hir().functions.get(export)?;
        let export = library.exports().get(export)?;
        let kind = DefinitionKind::of_type(defined.result);
        let ty = defined.result;
        let params = defined.params.iter();
        Some(Definition {
            doc: export.doc.clone(),
            params: params.map(|(name, ty)| (name.clone(), Some(*ty))).collect(),
            ty: Some(ty),
            origin: Origin::Library(library.name().to_owned()),
            ..Definition::of(kind, &export.name, Span::default(), Span::default())
        })
    }

    /// A name that is bound by an expression or an action, inside the definition around.
    fn inner(&mut self, kind: DefinitionKind, name: &ast::Name, span: Span) -> DefinitionId {
        self.index.define(Definition {
            ty: (kind == DefinitionKind::Variable).then_some(Type::Board),
            parent: self.around,
            ..Definition::of(kind, &name.node, name.span, span)
        })
    }
}
