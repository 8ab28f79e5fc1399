//! The ceiling of a program: what it would come to if the best of all moves that it accepts were chosen each time.
//!
//! ```text
//!   every choice   the claim holds, whatever accepted move is played      a proof with `any choice`
//!   first choice   as the program plays                                   a proof
//!   some choice    the least set of states from which an accepted move leads to the goal, or to states of the set, after every reply
//! ```
//!
//! What lies between the last two a better order of moves could win; beyond it another goal, number or depth is needed.

use adv_chess::Position;

use crate::error::ProveError;
use crate::map::{Follower, Leads};
use crate::report::EXAMPLES;
use crate::settled::Settled;
use crate::values::{UNKNOWN, Values};

/// Value of a state from which some choice of accepted moves comes to what is claimed.
const COULD: u16 = 0;

/// Counts of a claim under the best choice of the moves that the program accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ceiling {
    /// The roots of the claim.
    pub roots: u64,
    /// Those from which the claim holds with every choice.
    pub every: u64,
    /// Those from which it holds with the first choice.
    pub first: u64,
    /// Those from which it holds with some choice.
    pub some: u64,
    /// The first roots from which no choice comes to what is claimed, at most [`EXAMPLES`].
    pub beyond: Vec<Position>,
    /// The first roots from which some choice comes to it and the first one does not, at most [`EXAMPLES`].
    pub open: Vec<Position>,
}

impl Settled {
    /// The ceiling of a claim that something is reached, settled with every choice followed; `None` where `stopped` ends it. `first` has for
    /// each root in order whether the claim holds with the first choice.
    ///
    /// # Errors
    /// As [`crate::prove`].
    pub fn ceiling(
        &self,
        first: &[bool],
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Ceiling>, ProveError> {
        let map = &self.map;
        let could = Values::new(map, UNKNOWN);
        // What is found in a round serves in the same one: the least set is the same in any order.
        loop {
            let found = map.in_pieces(
                |_| Follower::new(map, &self.engine),
                |follower, states| {
                    let mut found = false;
                    for (state, _) in states {
                        if could.get(state) != UNKNOWN || stopped() {
                            continue;
                        }
                        // The first move of the choice that is followed, whether it still does, and whether an earlier one did.
                        let (mut of, mut holds, mut some) = (None, false, false);
                        let reached = follower.expand(state, &mut |leads, _, path| {
                            let first = path.first().copied();
                            if of != Some(first) {
                                some |= holds;
                                (of, holds) = (Some(first), true);
                            }
                            holds &= match leads {
                                Leads::Goal => true,
                                Leads::To(next) => could.get(next) == COULD,
                                Leads::Fault(_) => false,
                            };
                        })?;
                        if reached && (some || holds) {
                            could.settle(state, COULD);
                            found = true;
                        }
                    }
                    Ok(found)
                },
            )?;
            if stopped() {
                return Ok(None);
            }
            if !found.contains(&true) {
                break;
            }
        }
        let mut ceiling = Ceiling::default();
        for (state, first) in map.roots().zip(first) {
            ceiling.roots += 1;
            ceiling.first += u64::from(*first);
            let every = self.fate_of(state).plies.is_some();
            let some = could.get(state) == COULD;
            ceiling.every += u64::from(every);
            ceiling.some += u64::from(some);
            let list = match (some, *first) {
                (false, _) => &mut ceiling.beyond,
                (true, false) => &mut ceiling.open,
                (true, true) => continue,
            };
            if list.len() < EXAMPLES {
                list.extend(map.position(state));
            }
        }
        Ok(Some(ceiling))
    }
}
