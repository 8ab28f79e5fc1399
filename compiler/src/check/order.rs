//! Which definition uses which: the order of the check, rings, and chains that are too long.
//!
//! One graph holds boards, numbers, descriptors, moves, advice, plans, tables and strategies. A depth-first walk on a stack of its own (a
//! hostile file can chain ten thousand definitions) gives callees before callers; an edge back to a definition on the stack
//! closes a ring.
//!
//! ```text
//! table krk ──▶ plan rest ──▶ advice squeeze ──▶ moves rook
//!                                     └─────▶ number room ──▶ number side
//! ```
//!
//! Rulings: rings are errors, one for each, with every use on the ring as a label; texts of `because` may use anything and make
//! no ring, since nothing depends on their values. Advice with parameters may ask for itself, as `n > 1 ∧ satisfiable(squeeze(n - 1))`
//! does: whether that ends is seen where it is made an instance for each list of constants (`recursion`).

use super::Checker;
use super::names::Def;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

/// The longest chain of definitions that use one another.
const DEEPEST_CHAIN: u32 = 150;
/// How deep advice may be nested.
pub(super) const DEEPEST_NESTING: u32 = 16;

/// The uses of every definition, by [`Checker::node`].
#[derive(Default)]
pub(crate) struct Graph {
    /// For each definition whom it uses and where.
    pub(crate) edges: Vec<Vec<(Def, Span)>>,
    /// What tests and claims use.
    pub(crate) roots: Vec<Def>,
    /// For each definition what it names in any way: also in a text, after `apply` and after `beyond`.
    pub(crate) reach: Vec<Vec<Def>>,
    /// What tests and claims name in any way.
    pub(crate) reach_roots: Vec<Def>,
}

/// What is on the way in the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// A chain of names; of a long one both ends.
pub(super) fn shortened(mut names: Vec<String>) -> String {
    if names.len() > 8 {
        let left_out = names.len() - 6;
        names.splice(3..names.len() - 3, [format!("… {left_out} more …")]);
    }
    names.join(" → ")
}

impl Checker<'_> {
    /// All definitions, by kind.
    pub(super) fn definitions(&self) -> Vec<Def> {
        let mut defs: Vec<Def> = Vec::new();
        defs.extend((0..self.records.functions.len()).map(Def::Function));
        defs.extend((0..self.records.moves.len()).map(Def::Moves));
        defs.extend((0..self.records.advice.len()).map(Def::Advice));
        defs.extend((0..self.records.plans.len()).map(Def::Plan));
        defs.extend((0..self.records.tables.len()).map(Def::Table));
        defs.extend((0..self.records.strategies.len()).map(Def::Strategy));
        defs.extend((0..self.records.patterns.len()).map(Def::Pattern));
        defs.extend((0..self.records.evaluations.len()).map(Def::Evaluation));
        defs
    }

    /// Fills the graph and gives all definitions, callees first. Numbers on a ring lose their type, so that their uses are
    /// silent; all other definitions are checked as usual.
    pub(super) fn order(&mut self) -> Vec<Def> {
        let defs = self.definitions();
        self.resolve_names(&defs);

        let mut marks = vec![Mark::New; defs.len()];
        let mut on_ring = vec![false; defs.len()];
        let mut order = Vec::with_capacity(defs.len());
        // The definitions on the way with the number of the next use to follow.
        let mut stack: Vec<(Def, usize)> = Vec::new();
        for &start in &defs {
            if marks[self.records.node(start)] != Mark::New {
                continue;
            }
            marks[self.records.node(start)] = Mark::Open;
            stack.push((start, 0));
            while let Some((def, next)) = stack.last_mut() {
                let from = self.records.node(*def);
                let Some(&(target, _)) = self.graph.edges[from].get(*next) else {
                    marks[from] = Mark::Done;
                    order.push(*def);
                    stack.pop();
                    continue;
                };
                *next += 1;
                let to = self.records.node(target);
                match marks[to] {
                    Mark::New => {
                        marks[to] = Mark::Open;
                        stack.push((target, 0));
                    }
                    Mark::Open => {
                        let begin = stack
                            .iter()
                            .position(|(def, _)| *def == target)
                            .unwrap_or(0);
                        let ring: Vec<(Def, Span)> = stack[begin..]
                            .iter()
                            .map(|(def, next)| {
                                (*def, self.graph.edges[self.records.node(*def)][next - 1].1)
                            })
                            .collect();
                        self.ring(&ring, &mut on_ring);
                    }
                    Mark::Done => {}
                }
            }
        }
        // A number on a ring has no known width: its uses are silent.
        for &def in &defs {
            if let Def::Function(index) = def
                && on_ring[self.records.node(def)]
            {
                self.records.functions[index].result = None;
                self.broken = true;
            }
        }
        self.depths(&order);
        order
    }

    /// One error for a ring, unless it shares a definition with one reported before.
    fn ring(&mut self, ring: &[(Def, Span)], on_ring: &mut [bool]) {
        let has_parameters = |def: Def| match def {
            Def::Advice(index) => !self.records.advice[index].def.params.is_empty(),
            _ => false,
        };
        if ring.iter().all(|(def, _)| has_parameters(*def)) {
            self.recursive = true;
            return;
        }
        self.broken = true;
        let known = ring.iter().any(|(def, _)| on_ring[self.records.node(*def)]);
        for (def, _) in ring {
            on_ring[self.records.node(*def)] = true;
        }
        let Some(&(first, first_use)) = ring.first() else {
            return;
        };
        // A table in its own rules is no ring: it is named where a piece-of-advice or a value is expected, which is reported there.
        if known || ring.iter().any(|(def, _)| matches!(def, Def::Table(_))) {
            return;
        }
        let name = self.records.name_of(first);
        let mut names: Vec<String> = ring
            .iter()
            .map(|(def, _)| format!("`{}`", self.records.name_of(*def)))
            .collect();
        names.push(format!("`{name}`"));
        let chain = shortened(names);
        let advice = ring.iter().any(|(def, _)| matches!(def, Def::Advice(_)));
        let plan = ring.iter().any(|(def, _)| matches!(def, Def::Plan(_)));
        // Nothing but a strategy uses strategies, so all of such a ring are.
        let strategy = matches!(first, Def::Strategy(_));
        let (code, verb, help) = match (advice, plan) {
            _ if strategy => (
                Code::StrategyRing,
                "applies",
                "a loop is written `do-while … end-do`, inside one strategy",
            ),
            (true, _) => (
                Code::AdviceRing,
                "needs",
                "let one of them have a goal of its own",
            ),
            (_, true) => (
                Code::PlanRing,
                "contains",
                "take one of the plans out of the ring",
            ),
            _ => (
                Code::DefinitionRing,
                "needs",
                "a fixpoint over squares is `REACH(from, through)` or `steps(from, to, through)`",
            ),
        };
        let target = |index: usize| self.records.name_of(ring[(index + 1) % ring.len()].0);
        let uses = if strategy { "applies" } else { "uses" };
        let mut diagnostic = Diagnostic::new(code, format!("`{name}` {verb} itself: {chain}"))
            .with_label(first_use, format!("`{name}` {uses} `{}`", target(0)));
        for (index, (def, span)) in ring.iter().enumerate().skip(1) {
            diagnostic = diagnostic.with_secondary(
                *span,
                format!(
                    "`{}` {uses} `{}`",
                    self.records.name_of(*def),
                    target(index)
                ),
            );
        }
        self.report(diagnostic.with_help(help));
    }

    /// Chains of calls and of nested advice, in the order of [`Checker::order`].
    fn depths(&mut self, order: &[Def]) {
        let mut calls = vec![0u32; order.len()];
        let mut nesting = vec![0u32; order.len()];
        let mut applied = vec![0u32; order.len()];
        let mut too_deep: Vec<(Code, Def)> = Vec::new();
        for &def in order {
            let at = self.records.node(def);
            let (mut call, mut nest, mut apply) = (0, 0, 0);
            for (target, _) in &self.graph.edges[at] {
                let to = self.records.node(*target);
                if matches!(target, Def::Function(_) | Def::Moves(_)) {
                    call = call.max(calls[to] + 1);
                }
                if matches!(target, Def::Strategy(_)) {
                    apply = apply.max(applied[to] + 1);
                }
                nest = nest.max(nesting[to]);
            }
            if matches!(def, Def::Advice(_)) {
                nest += 1;
            }
            if call == DEEPEST_CHAIN + 1 || apply == DEEPEST_CHAIN + 1 {
                too_deep.push((Code::ChainTooDeep, def));
            }
            applied[at] = apply.min(DEEPEST_CHAIN + 1);
            // One more than the limit is reported; what builds on it is not.
            calls[at] = call.min(DEEPEST_CHAIN + 1);
            if nest > DEEPEST_NESTING + 1 && matches!(def, Def::Advice(_)) {
                too_deep.push((Code::NestedAdviceTooDeep, def));
                nest = DEEPEST_NESTING + 1;
            }
            nesting[at] = nest;
        }
        self.too_deep = !too_deep.is_empty();
        // Everything above the first definition that is too deep has the same cause.
        too_deep.dedup_by_key(|(code, _)| *code);
        for (code, def) in too_deep.iter().take(2) {
            let (name, span) = (self.records.name_of(*def), self.records.name_span(*def));
            let diagnostic = match code {
                Code::ChainTooDeep => Diagnostic::new(
                    *code,
                    format!("`{name}` depends on a chain of more than {DEEPEST_CHAIN} definitions"),
                )
                .with_help("write some of the definitions out where they are used"),
                _ => Diagnostic::new(
                    *code,
                    format!("`{name}` nests searches more than {DEEPEST_NESTING} deep"),
                )
                .with_help(
                    "let one of the pieces-of-advice search deeper itself, by a larger `depth`",
                ),
            };
            self.report(diagnostic.with_label(span, "too deep"));
        }
    }
}
