//! Gains and losses of a move by force: the facts at every leaf of its forcing-tree beside those at its root.

use adv_chess::Position;
use adv_module::EvaluationId;
use adv_module::program::Translated;
use adv_vm::Tree;

use crate::choice::choose;
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::{GameEnd, Saying};
use crate::fact::{Fact, order};
use crate::find::find;
use crate::total::Unsearched;

/// Most leaves of a tree that [`Explainer::brought`] compares: each leaf costs as much as finding the facts of a position.
pub const MOST_LEAVES: usize = 1_000;

/// Fact that a move brings or gives up by force, with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct BroughtFact {
    /// Fact that is brought or given up. One that is brought has the worth that is smallest in size among the leaves.
    pub fact: Fact,
    /// Name of the fact, as a text with its values.
    pub called: Saying,
}

/// Facts that a move brings and gives up by force, as far as its forcing-tree goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Brought {
    /// Facts at every leaf where the game goes on, and not at the root.
    pub brings: Vec<BroughtFact>,
    /// Facts at the root, and at no leaf.
    pub gives_up: Vec<BroughtFact>,
    /// True where the tree leaves legal replies out or lets the other side pass, so that its facts hold under a condition.
    pub conditional: bool,
    /// Number of leaves whose facts were compared: those where the game goes on.
    pub leaves: usize,
}

impl Explainer {
    /// Compares the facts at all leaves of a tree with those at its root: what the first move brings and gives up, as far as the tree goes.
    /// Two facts are the same where pattern, side and squares are equal. A fact that only changes its squares is neither brought nor given
    /// up. Facts that require a plan are left out, and so are facts that repeat a weightier one; of each kind the result has as many as the
    /// evaluation tells. `None` for a tree without moves or with more than [`MOST_LEAVES`] leaves, and where the game is over at each leaf.
    ///
    /// # Errors
    /// [`ExplainError::Stopped`] where finding the facts came to a limit or the caller ended it.
    pub fn brought(
        &mut self,
        evaluation: EvaluationId,
        tree: &Tree,
    ) -> Result<Option<Brought>, ExplainError> {
        let leaves = leaves(tree, MOST_LEAVES);
        if leaves.len() > MOST_LEAVES {
            return Ok(None);
        }
        let root = self.facts_of(evaluation, tree.root())?;
        let (mut first, mut always, mut ever): (Option<Position>, Vec<Fact>, Vec<Fact>) =
            (None, Vec::new(), Vec::new());
        let mut count = 0;
        for leaf in &leaves {
            if GameEnd::of(leaf).is_some() {
                continue;
            }
            count += 1;
            let facts = self.facts_of(evaluation, leaf)?;
            if first.is_none() {
                first = Some(*leaf);
                always.clone_from(&facts);
            }
            always.retain_mut(|fact| {
                let here = facts.iter().find(|other| is_same(other, fact));
                if let Some(here) = here.filter(|of| of.worth.abs() < fact.worth.abs()) {
                    fact.worth = here.worth;
                }
                here.is_some()
            });
            for fact in facts {
                if !ever.iter().any(|other| is_same(other, &fact)) {
                    ever.push(fact);
                }
            }
        }
        let Some(first) = first else {
            return Ok(None);
        };
        always.retain(|fact| !root.iter().any(|other| is_same(other, fact)));
        let mut lost = root;
        lost.retain(|fact| !ever.iter().any(|other| is_same(other, fact)));
        pair_off(&mut always, &mut lost);
        Ok(Some(Brought {
            brings: self.named(evaluation, always, &first)?,
            gives_up: self.named(evaluation, lost, tree.root())?,
            conditional: tree.is_conditional(),
            leaves: count,
        }))
    }

    fn facts_of(
        &mut self,
        evaluation: EvaluationId,
        position: &Position,
    ) -> Result<Vec<Fact>, ExplainError> {
        let found = find(&mut self.engine, evaluation, position);
        Ok(found.map_err(ExplainError::Stopped)?.facts)
    }

    /// Returns the weightiest of some facts that do not repeat one another, each with its name in a position that has it.
    fn named(
        &mut self,
        evaluation: EvaluationId,
        mut facts: Vec<Fact>,
        position: &Position,
    ) -> Result<Vec<BroughtFact>, ExplainError> {
        order(&mut facts, position.turn());
        let program = self.program();
        let usual = program.evaluations.get(evaluation.index());
        let tell = usize::from(usual.map_or(3, |of| of.tell));
        let patterns = program.patterns.clone();
        let mut judge = Unsearched {
            patterns: &patterns,
            facts: &facts,
        };
        let Ok(passed) = choose(&facts, &patterns, tell, &mut judge);
        let mut named = Vec::new();
        for (fact, _) in facts.iter().zip(passed).filter(|(_, of)| of.is_none()) {
            let Some(pattern) = patterns.get(fact.pattern.index()) else {
                continue;
            };
            let mut asking = self.engine.asking(position, fact.side);
            let values = asking.slots(&pattern.called, fact.squares);
            let called = Saying {
                of: Translated::Called(fact.pattern),
                values: values.map_err(ExplainError::Stopped)?,
                edited: Vec::new(),
            };
            named.push(BroughtFact {
                fact: *fact,
                called,
            });
        }
        Ok(named)
    }
}

/// Leaves out facts that only change their squares: a fact given up and a fact brought cancel out where pattern, side and worth are equal.
fn pair_off(brings: &mut Vec<Fact>, gives_up: &mut Vec<Fact>) {
    gives_up.retain(|lost| {
        let key = |fact: &Fact| (fact.pattern, fact.side, fact.worth);
        let twin = brings.iter().position(|of| key(of) == key(lost));
        if let Some(twin) = twin {
            brings.remove(twin);
        }
        twin.is_none()
    });
}

/// Returns true where two facts agree in pattern, side and squares; the worth may differ.
fn is_same(one: &Fact, other: &Fact) -> bool {
    (one.pattern, one.side, one.squares) == (other.pattern, other.side, other.squares)
}

/// Returns the positions at the leaves of a tree, in its order; stops when there is one more than `most`.
pub(crate) fn leaves(tree: &Tree, most: usize) -> Vec<Position> {
    let mut line = vec![*tree.root()];
    let mut leaves = Vec::new();
    for (index, node) in tree.nodes().iter().enumerate() {
        line.truncate(usize::from(node.ply));
        let Some(before) = line.last() else {
            break;
        };
        let after = before.play(node.mv);
        if tree.is_leaf(index) {
            leaves.push(after);
            if leaves.len() > most {
                break;
            }
        }
        line.push(after);
    }
    leaves
}
