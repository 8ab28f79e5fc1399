//! Choice of the facts to tell: the independent ones, in their order.
//!
//! An explanation says nothing twice. So a fact is passed over where it is worth nothing, where a narrower one takes its place, where a
//! fact of its family is among the told ones already, and where it requires a plan that does not work.

use adv_module::program::Pattern;

use crate::fact::Fact;

/// Reason why a fact is passed over and not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The fact is worth nothing.
    Worthless,
    /// A plan that the fact requires is neither done nor forced.
    Fallen,
    /// Index of the narrower fact that takes the place of this one.
    Narrower(usize),
    /// Index of the told fact that is of the same family.
    Family(usize),
    /// As many facts as wanted are told before this one.
    Enough,
}

/// Judge of required plans, which [`choose`] consults; it names each fact by its index.
pub trait Judge {
    /// Error of a search that gave no verdict on a plan.
    type Fault;

    /// Returns true where every plan that a fact requires is done or forced. Called only for facts whose choice depends on it.
    ///
    /// # Errors
    /// Returns the fault of the search that gave no verdict.
    fn stands(&mut self, fact: usize) -> Result<bool, Self::Fault>;
}

/// Chooses the facts to tell, at most `tell`: for each fact `None` to tell it, or the reason to pass it over. `patterns` are those of the
/// program, `facts` in their order.
///
/// # Errors
/// Returns the first fault of the judge.
pub fn choose<J: Judge>(
    facts: &[Fact],
    patterns: &[Pattern],
    tell: usize,
    judge: &mut J,
) -> Result<Vec<Option<Passed>>, J::Fault> {
    let pattern = |fact: &Fact| patterns.get(fact.pattern.index());
    let mut outcomes = Vec::with_capacity(facts.len());
    let mut told: Vec<(usize, &Fact)> = Vec::new();
    for (index, fact) in facts.iter().enumerate() {
        let outcome = if fact.worth == 0 {
            Some(Passed::Worthless)
        } else if told.len() >= tell {
            Some(Passed::Enough)
        } else if !judge.stands(index)? {
            Some(Passed::Fallen)
        } else if let Some(narrower) = narrower(index, facts, patterns, judge)? {
            Some(Passed::Narrower(narrower))
        } else {
            let related = told
                .iter()
                .find(|(_, other)| are_family(fact, other, &pattern));
            related.map(|(other, _)| Passed::Family(*other))
        };
        if outcome.is_none() {
            told.push((index, fact));
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// Returns the index of the first fact that is a narrower case of a given one, is worth something, and whose required plans are done or
/// forced.
pub(crate) fn narrower<J: Judge>(
    index: usize,
    facts: &[Fact],
    patterns: &[Pattern],
    judge: &mut J,
) -> Result<Option<usize>, J::Fault> {
    let Some(fact) = facts.get(index) else {
        return Ok(None);
    };
    for (place, other) in facts.iter().enumerate() {
        let excludes =
            |of: &Pattern| of.excludes.contains(&fact.pattern) && other.pattern != fact.pattern;
        if other.worth != 0
            && other.side == fact.side
            && other.meets(fact)
            && patterns.get(other.pattern.index()).is_some_and(excludes)
            && judge.stands(place)?
        {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Returns true where two facts are of one side, meet as [`Fact::meets`] says, and begin with the same two names of their branches.
fn are_family<'p>(
    fact: &Fact,
    other: &Fact,
    pattern: &impl Fn(&Fact) -> Option<&'p Pattern>,
) -> bool {
    let family = |of: &Fact| pattern(of).map(|of| of.path.iter().take(2).collect::<Vec<_>>());
    fact.side == other.side && fact.meets(other) && family(fact) == family(other)
}
