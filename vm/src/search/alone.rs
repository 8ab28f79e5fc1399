//! Which pieces-of-advice find the same at a node whatever came before it.
//!
//! ```text
//!   better  mate ∧ SQ(R) ⊄ ATT(B)     of the node alone       better  room < root.room     of the root too
//! ```

use adv_module::program::{Advice, Class, MoveSpec};
use adv_module::{AdviceId, FnId, Needs, Op, Program, SearchMode};

use crate::search::child_values::is_of_child;
use crate::search::moves::selects_all;

/// The functions of a program, by what they look at.
pub(crate) struct Lookers<'p> {
    module: &'p Program,
    /// By function: it looks beyond the position of a node or the moves from it, itself or by what it calls.
    beyond: Vec<bool>,
}

impl<'p> Lookers<'p> {
    pub(crate) fn of(module: &'p Program) -> Lookers<'p> {
        let mut beyond = vec![false; module.functions.len()];
        // What a function calls may stand before it or after it.
        loop {
            let mut found = false;
            for (at, function) in module.functions.iter().enumerate() {
                let looks = function.needs.has(Needs::ROOT)
                    || function.needs.has(Needs::TAKEN)
                    || function.needs.has(Needs::HERE)
                    || function.code.iter().any(|op| looks_beyond(op, &beyond));
                if let Some(known) = beyond.get_mut(at)
                    && looks != *known
                {
                    *known = looks;
                    found = true;
                }
            }
            if !found {
                return Lookers { module, beyond };
            }
        }
    }

    /// Whether what a piece comes to at a node depends on nothing but its position: a search for it counts and burns the same under every
    /// root. Its reason is given at the root, and may speak of it.
    pub(super) fn is_alone(&self, id: AdviceId) -> bool {
        let Some(advice) = self.module.advice.get(id.index()) else {
            return false;
        };
        advice.mode != SearchMode::Easiest
            && advice.cost.is_none()
            && asked_of_nodes(advice).all(|function| {
                let beyond = self.beyond.get(function.index());
                beyond.is_some_and(|beyond| !beyond)
            })
    }
}

impl Lookers<'_> {
    /// Whether a function looks at nothing but the position after a move, and may take long, where it burns at most so much.
    pub(crate) fn is_of_child(&self, function: FnId, most: u64) -> bool {
        is_of_child(self.module, function, &self.beyond, most)
    }

    /// Whether what is done with all replies before any of them is searched depends on nothing but the node: they are all legal moves, in the fixed
    /// order, and the holding-goal looks at the position alone.
    pub(super) fn has_plain_replies(&self, advice: &Advice) -> bool {
        let all = |class: &Class| {
            selects_all(std::slice::from_ref(class)) && class.is_plain() && class.keys.is_empty()
        };
        let alone = |function: FnId| {
            let beyond = self.beyond.get(function.index());
            beyond.is_some_and(|beyond| !beyond)
        };
        advice.cost.is_none()
            && advice.them.phases.is_empty()
            && matches!(advice.them.every.as_slice(), [only] if all(only))
            && advice.holding.test.is_none_or(alone)
    }
}

/// Whether an instruction looks beyond the node, where it is known of these functions.
fn looks_beyond(op: &Op, beyond: &[bool]) -> bool {
    let called = |function: FnId| beyond.get(function.index()).is_none_or(|beyond| *beyond);
    match *op {
        // Other pieces, perfect play, what is kept of the root.
        Op::Satisfiable { .. } | Op::Kept { .. } => true,
        Op::Prim { prim, .. } => prim.asks_oracle(),
        _ => op.callee().is_some_and(called),
    }
}

/// The functions that are asked at nodes and of moves.
fn asked_of_nodes(advice: &Advice) -> impl Iterator<Item = FnId> {
    let goals = [advice.better.test, advice.holding.test];
    let classes = |spec: &MoveSpec| {
        let phases = spec.phases.iter().flat_map(|(_, classes)| classes);
        let all: Vec<FnId> = phases.chain(&spec.every).flat_map(asked_of_moves).collect();
        all
    };
    let moves = [classes(&advice.us), classes(&advice.them)];
    goals
        .into_iter()
        .flatten()
        .chain(moves.into_iter().flatten())
        .chain(advice.prefer.iter().copied())
}

fn asked_of_moves(class: &Class) -> impl Iterator<Item = FnId> {
    let single = [class.from, class.to, class.filter];
    single
        .into_iter()
        .flatten()
        .chain(class.keys.iter().copied())
}
