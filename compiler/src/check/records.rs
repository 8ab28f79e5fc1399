//! What the check knows of each definition, test and claim, before advice with parameters is made instances of.
//!
//! This is a leaf: the files above it fill the records in the order in which a program passes through them.
//!
//! ```text
//!   scope      a record for every definition           FunctionState, MovesState, … without a form
//!   bodies     the form of each, or none in error      MovesForm, AdviceForm, StrategyForm
//!   lists      plans, tables, tests, claims            ListItem, RuleForm; tests and claims as the program has them
//!   instance   the program of the forms                crate::hir
//! ```

use adv_module::AdviceId;
use indexmap::{IndexMap, IndexSet};

use super::constant::Const;
use super::expr::type_of_kind;
use super::names::{Def, Kind};
pub(crate) use super::pattern_records::{
    EvaluationState, PatternForm, PatternState, TextsForm, TranslatedKey,
};
use crate::hir::{
    Advice, Claim, Class, Expr, Import, Material, MoveSpec, Needs, Strategy, Successor, Test,
    TextPart, Type, Who,
};
use crate::index::DefinitionId;
use crate::source::Span;
use crate::syntax::ast;

/// The records of a file, by kind in the order of the source.
#[derive(Default)]
pub(crate) struct Records<'a> {
    pub(crate) functions: Vec<FunctionState<'a>>,
    pub(crate) moves: Vec<MovesState<'a>>,
    pub(crate) advice: Vec<AdviceState<'a>>,
    pub(crate) plans: Vec<PlanState<'a>>,
    pub(crate) tables: Vec<TableState<'a>>,
    pub(crate) strategies: Vec<StrategyState<'a>>,
    pub(crate) patterns: Vec<PatternState<'a>>,
    pub(crate) evaluations: Vec<EvaluationState<'a>>,
    pub(crate) texts: Vec<TextsForm>,
    pub(crate) tests: Vec<Test>,
    pub(crate) claims: Vec<Claim>,
    /// The pieces-of-advice that tests and claims name: until instances have their numbers, theirs are places in this.
    pub(crate) named: IndexSet<Key>,
    /// The names of the definitions that could not be read.
    pub(crate) unread: Vec<&'a ast::Name>,
    /// Library functions in use by module and export.
    pub(crate) imports: IndexMap<(usize, usize), Import>,
    /// The `satisfiable` questions, to which the expressions refer until the instances are known.
    pub(crate) nested: Vec<Nested>,
    /// The us-moves of the actions in the order of their records, for the lints.
    pub(crate) action_moves: Vec<ActionMoves>,
    /// The actions: the strategy's number, the name, the definition.
    pub(crate) actions: Vec<(usize, &'a str, DefinitionId)>,
}

impl<'a> Records<'a> {
    /// The number of a definition among all.
    pub(crate) fn node(&self, def: Def) -> usize {
        let (kind, index) = match def {
            Def::Function(index) => (0, index),
            Def::Moves(index) => (1, index),
            Def::Advice(index) => (2, index),
            Def::Plan(index) => (3, index),
            Def::Table(index) => (4, index),
            Def::Strategy(index) => (5, index),
            Def::Pattern(index) => (6, index),
            Def::Evaluation(index) => (7, index),
            // No edge leads to one.
            Def::Unread(index) => (8, index),
        };
        let counts = [
            self.functions.len(),
            self.moves.len(),
            self.advice.len(),
            self.plans.len(),
            self.tables.len(),
            self.strategies.len(),
            self.patterns.len(),
            self.evaluations.len(),
        ];
        index + counts.iter().take(kind).sum::<usize>()
    }

    /// The parameters of a definition, and their types.
    pub(crate) fn params_of(&self, def: Def) -> (&'a [ast::Param], &[Option<Type>]) {
        match def {
            Def::Function(index) => {
                let state = &self.functions[index];
                (&state.def.params, &state.params)
            }
            Def::Moves(index) => (&self.moves[index].def.params, &self.moves[index].params),
            Def::Advice(index) => (&self.advice[index].def.params, &self.advice[index].params),
            _ => (&[], &[]),
        }
    }

    /// A piece-of-advice with its constants as tests and claims have it.
    pub(crate) fn named(&mut self, key: Key) -> AdviceId {
        AdviceId::at(self.named.insert_full(key).0)
    }

    /// The name of a definition with its place.
    pub(crate) fn name_node(&self, def: Def) -> &'a ast::Name {
        match def {
            Def::Function(index) => &self.functions[index].def.name,
            Def::Moves(index) => &self.moves[index].def.name,
            Def::Advice(index) => &self.advice[index].def.name,
            Def::Plan(index) => &self.plans[index].def.name,
            Def::Table(index) => &self.tables[index].def.name,
            Def::Strategy(index) => &self.strategies[index].def.name,
            Def::Pattern(index) => &self.patterns[index].def.name,
            Def::Evaluation(index) => self.evaluations[index].name(),
            Def::Unread(index) => self.unread[index],
        }
    }

    /// The place of a definition's name.
    pub(crate) fn name_span(&self, def: Def) -> Span {
        self.name_node(def).span
    }

    /// The name of a definition.
    pub(crate) fn name_of(&self, def: Def) -> &'a str {
        &self.name_node(def).node
    }

    /// The kind of a definition.
    pub(crate) fn kind_of(&self, def: Def) -> Kind {
        match def {
            Def::Function(index) => Kind::of_type(type_of_kind(self.functions[index].def.kind)),
            Def::Moves(_) => Kind::Moves,
            Def::Advice(index) if self.advice[index].def.action.is_some() => Kind::Action,
            Def::Advice(_) => Kind::Advice,
            Def::Plan(_) => Kind::Plan,
            Def::Table(_) => Kind::Table,
            Def::Strategy(_) => Kind::Strategy,
            Def::Pattern(_) => Kind::Pattern,
            Def::Evaluation(_) => Kind::Evaluation,
            Def::Unread(_) => Kind::Unread,
        }
    }
}

/// Why a definition has a need: the place in its body, and the definition called there where it is a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reason {
    /// The prefix, the square word or the call.
    pub(crate) span: Span,
    /// The definition called, by its index.
    pub(crate) callee: Option<usize>,
}

/// A board, number, descriptor or zone.
pub(crate) struct FunctionState<'a> {
    pub(crate) def: &'a ast::Define,
    pub(crate) doc: String,
    pub(crate) params: Vec<Option<Type>>,
    /// Known from the keyword, a tuple's width once the body is checked. `None` in error.
    pub(crate) result: Option<Type>,
    pub(crate) needs: Needs,
    pub(crate) reasons: [Option<Reason>; 5],
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

/// Whose moves a clause selects; `None` in a definition, which does not know.
pub(crate) type Mover = Option<Who>;

/// A checked move clause with the places of its plies.
#[derive(Clone, Debug)]
pub(crate) struct MovesForm {
    pub(crate) spec: MoveSpec,
    /// Every ply that a phase names.
    pub(crate) plies: Vec<(i64, Span)>,
}

impl MovesForm {
    /// The same classes at every ply.
    pub(crate) const fn every(classes: Vec<Class>) -> MovesForm {
        MovesForm {
            spec: MoveSpec::of(classes),
            plies: Vec::new(),
        }
    }
}

/// A piece-of-advice as written, parameters not filled in.
pub(crate) struct AdviceState<'a> {
    pub(crate) def: &'a ast::AdviceDef,
    pub(crate) doc: String,
    pub(crate) span: Span,
    pub(crate) params: Vec<Option<Type>>,
    pub(crate) form: Option<AdviceForm>,
    pub(crate) unused_params: Vec<usize>,
}

/// A piece-of-advice whose parameters are locals 0, 1, ….
#[derive(Clone, Debug)]
pub(crate) struct AdviceForm {
    /// Its record; bound and effort come with the constants of an instance.
    pub(crate) advice: Advice,
    /// Every ply that a phase of us-moves and of them-moves names.
    pub(crate) plies: [Vec<(i64, Span)>; 2],
    /// The whole `us` clause, or the name where there is none.
    pub(crate) us_span: Span,
    /// The bound in plies.
    pub(crate) depth: Expr,
    /// Where moves have a cost.
    pub(crate) effort: Option<Expr>,
}

/// A use of `satisfiable`; the expression holds the index of this until the instances are known.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    /// The pieces-of-advice with their arguments, which may contain parameters of the surrounding advice.
    pub(crate) refs: Vec<(usize, Vec<Expr>)>,
    /// Joined by `and`: the leaves of one tree meet all of them.
    pub(crate) both: bool,
    pub(crate) span: Span,
}

/// A plan.
pub(crate) struct PlanState<'a> {
    pub(crate) def: &'a ast::PlanDef,
    pub(crate) list: Option<Vec<ListItem>>,
}

/// A table.
pub(crate) struct TableState<'a> {
    pub(crate) def: &'a ast::TableDef,
    pub(crate) doc: String,
    pub(crate) span: Span,
    pub(crate) material: Option<Material>,
    pub(crate) rules: Vec<RuleForm>,
    pub(crate) beyond: Vec<Successor>,
    pub(crate) leaves: bool,
}

/// A piece-of-advice with its constants.
pub(crate) type Key = (usize, Vec<Const>);

/// An entry of a list, plans spelt out.
#[derive(Clone, Debug)]
pub(crate) struct ListItem {
    pub(crate) what: Listed,
    /// Where the advice itself is named.
    pub(crate) span: Span,
    /// Where the list at hand names it, perhaps by a plan.
    pub(crate) via: Span,
}

/// One or several pieces-of-advice.
#[derive(Clone, Debug)]
pub(crate) enum Listed {
    Advice(Key),
    Shortest(u16, Vec<Key>),
}

/// A checked rule.
pub(crate) struct RuleForm {
    pub(crate) condition: Option<Expr>,
    pub(crate) list: Vec<ListItem>,
    pub(crate) span: Span,
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
    pub(crate) form: Option<StrategyForm>,
}

/// A checked strategy, advice not yet numbered.
pub(crate) struct StrategyForm {
    /// Its record. Statements have no numbers of advice yet, and no lists.
    pub(crate) strategy: Strategy,
    pub(crate) named: NamedAdvice,
}

/// What the statements of a strategy name, each in the order of the source.
#[derive(Default)]
pub(crate) struct NamedAdvice {
    /// The actions inside the strategy, whose statements have the number [`NamedAdvice::OWN`].
    pub(crate) own: Vec<AdviceForm>,
    /// The actions of the file.
    pub(crate) used: Vec<(Key, Span)>,
    /// The lists that are consulted.
    pub(crate) lists: Vec<Vec<ListItem>>,
}

impl NamedAdvice {
    /// The number of an action inside the strategy until all have one.
    pub(crate) const OWN: usize = usize::MAX;
    /// The number of an action of the file until all have one.
    pub(crate) const USED: usize = 0;
}

/// Where the us-moves of an action name their plies.
pub(crate) struct ActionMoves {
    pub(crate) plies: Vec<(i64, Span)>,
    /// The whole `us` clause, or the action's name.
    pub(crate) span: Span,
}
