//! The outcomes that are choices of one table, by rule and piece: a table that is consulted at nearly every state chooses one of a few.

use adv_vm::Chosen;

use super::Explorer;
use crate::error::ProveError;
use crate::palette::{Outcome, Seen, TreeExits};
use crate::report::Choice;

/// The most rules and pieces that are looked up here.
const RULES: usize = 8;
const PIECES: usize = 64;

/// The number of the outcome that a tree is.
pub(super) fn outcome_of(
    shared: &Explorer<'_>,
    seen: &mut Seen,
    chosen: &Chosen,
    exits: TreeExits<u16>,
) -> Result<u16, ProveError> {
    let choice = Choice::from(chosen);
    let outcome = Outcome::Tree { choice, exits };
    shared.palette.outcome(seen, outcome)
}

/// The numbers of the outcomes of the table that [`adv_vm::Branches::consult`] speaks of, at one junction.
#[derive(Default)]
pub(super) struct OutcomeNumbers {
    /// The junction.
    at: Option<u16>,
    /// By rule and piece, one more than the number; 0 where it is not known yet.
    numbers: Vec<u32>,
}

impl OutcomeNumbers {
    /// The number of the outcome of a choice.
    #[inline]
    pub(super) fn number(
        &mut self,
        shared: &Explorer<'_>,
        seen: &mut Seen,
        chosen: &Chosen,
        exits: TreeExits<u16>,
    ) -> Result<u16, ProveError> {
        let (rule, piece) = (chosen.rule.unwrap_or(RULES), usize::from(chosen.advice.0));
        if rule >= RULES || piece >= PIECES {
            return outcome_of(shared, seen, chosen, exits);
        }
        if self.at != Some(exits.next) {
            self.at = Some(exits.next);
            self.numbers.clear();
            self.numbers.resize(RULES * PIECES, 0);
        }
        let known = self.numbers.get(rule * PIECES + piece).copied();
        if let Some(number) = known.unwrap_or_default().checked_sub(1) {
            return Ok(number as u16);
        }
        let number = outcome_of(shared, seen, chosen, exits)?;
        if let Some(place) = self.numbers.get_mut(rule * PIECES + piece) {
            *place = u32::from(number) + 1;
        }
        Ok(number)
    }
}
