//! What states come to, each thing once: records hold its number.
//!
//! Threads find the same outcomes in different orders, so numbers mean nothing outside of one proof, and reports are
//! sorted by something else first.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use adv_vm::Junction;
use indexmap::IndexSet;

use crate::error::ProveError;
use crate::mix::Mix;
use crate::record::MAX_OUTCOMES;
use crate::report::{Cause, Choice};

/// Where play goes on after a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TreeExits<J> {
    /// After its leaves, and after the replies that it does not hold.
    pub(crate) next: J,
    /// After the replies that it ends with: in the weak mode the same statement is asked again there. `None` where a reply is a leaf.
    pub(crate) again: Option<J>,
}

impl<J: Copy> TreeExits<J> {
    /// After a reply that the tree does not go on after, which it holds or not.
    #[inline]
    pub(crate) fn after(&self, held: bool) -> J {
        match self.again {
            Some(again) if held => again,
            _ => self.next,
        }
    }
}

/// What a state comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// A tree is played.
    Tree {
        /// What chose it.
        choice: Choice,
        /// The junctions after it.
        exits: TreeExits<u16>,
    },
    /// What is claimed is reached here, or nothing can break it any more.
    Goal,
    /// The claim is broken here.
    Fails {
        /// How.
        cause: Cause,
        /// What could not be done.
        choice: Option<Choice>,
    },
}

/// All outcomes and junctions of a proof.
#[derive(Default)]
pub(crate) struct Palette {
    outcomes: RwLock<IndexSet<Outcome>>,
    junctions: RwLock<IndexSet<Arc<Junction>>>,
}

/// How many outcomes a thread has at hand.
const LAST: usize = 32;

/// The part of the palette that one thread has seen.
#[derive(Default)]
pub(crate) struct Seen {
    outcomes: HashMap<Outcome, u16, Mix>,
    /// The last ones looked up, by what chose them: one of them is nearly always the next one too.
    last: [Option<(Outcome, u16)>; LAST],
    junctions: Vec<Arc<Junction>>,
    numbers: HashMap<Junction, u16, Mix>,
}

fn add<T: std::hash::Hash + Eq>(
    set: &RwLock<IndexSet<T>>,
    value: T,
    most: usize,
) -> Result<u16, ProveError> {
    let mut set = set.write().unwrap_or_else(PoisonError::into_inner);
    let (at, _) = set.insert_full(value);
    match u16::try_from(at) {
        Ok(number) if at < most => Ok(number),
        _ => Err(ProveError::TooManyChoices),
    }
}

impl Palette {
    /// The number of an outcome.
    pub(crate) fn outcome(&self, seen: &mut Seen, outcome: Outcome) -> Result<u16, ProveError> {
        let place = match &outcome {
            Outcome::Tree { choice, .. } => {
                let rule = usize::from(choice.rule.unwrap_or_default());
                (usize::from(choice.advice) + LAST / 2 * rule) % LAST
            }
            Outcome::Goal | Outcome::Fails { .. } => 0,
        };
        if let Some(Some((last, number))) = seen.last.get(place)
            && *last == outcome
        {
            return Ok(*number);
        }
        let number = match seen.outcomes.get(&outcome) {
            Some(number) => *number,
            None => {
                let number = add(&self.outcomes, outcome, MAX_OUTCOMES)?;
                seen.outcomes.insert(outcome, number);
                number
            }
        };
        if let Some(last) = seen.last.get_mut(place) {
            *last = Some((outcome, number));
        }
        Ok(number)
    }

    /// The number of a junction.
    pub(crate) fn number(&self, seen: &mut Seen, junction: Junction) -> Result<u16, ProveError> {
        if let Some(number) = seen.numbers.get(&junction) {
            return Ok(*number);
        }
        let number = add(&self.junctions, Arc::new(junction.clone()), MAX_OUTCOMES)?;
        seen.numbers.insert(junction, number);
        Ok(number)
    }

    /// The junction of a number. It is lent: what counts its owners would go from one thread's cache to another's at each position.
    pub(crate) fn junction<'s>(&self, seen: &'s mut Seen, number: u16) -> Option<&'s Junction> {
        if usize::from(number) >= seen.junctions.len() {
            seen.junctions = self.junctions();
        }
        seen.junctions.get(usize::from(number)).map(AsRef::as_ref)
    }

    /// All outcomes by their numbers.
    pub(crate) fn outcomes(&self) -> Vec<Outcome> {
        let all = self.outcomes.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().copied().collect()
    }

    /// All junctions by their numbers.
    pub(crate) fn junctions(&self) -> Vec<Arc<Junction>> {
        let all = self
            .junctions
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        all.iter().cloned().collect()
    }

    /// A palette as a checkpoint has it.
    pub(crate) fn restore(outcomes: Vec<Outcome>, junctions: Vec<Junction>) -> Palette {
        Palette {
            outcomes: RwLock::new(outcomes.into_iter().collect()),
            junctions: RwLock::new(junctions.into_iter().map(Arc::new).collect()),
        }
    }
}
