//! What verdicts and claims that could not be settled come to as exit codes.

use adv::proof::Verdict;

use crate::exit::Exit;

/// The exit code of a verdict.
pub const fn of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Proved | Verdict::Measured => Exit::Done,
        Verdict::Refuted | Verdict::TooLong | Verdict::FiftyMoves | Verdict::Empty => {
            Exit::Unproved
        }
    }
}

/// The worst of several: what is wrong weighs most, then what is not known, then what is refuted.
pub fn worst(exits: &[Exit]) -> Exit {
    let order = [Exit::Wrong, Exit::Budget, Exit::Unproved];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    worst.unwrap_or(Exit::Done)
}
