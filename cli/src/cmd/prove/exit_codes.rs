//! Exit codes of verdicts, and of claims that could not be settled.

use adv::proof::Verdict;

use crate::exit::Exit;

/// Exit code for the verdict on a claim.
pub const fn of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Proved | Verdict::Measured => Exit::Done,
        Verdict::Refuted | Verdict::TooLong | Verdict::FiftyMoves | Verdict::Empty => {
            Exit::Unproved
        }
    }
}

/// Worst of several exit codes: [`Exit::Wrong`], then [`Exit::Budget`], then [`Exit::Unproved`]; else [`Exit::Done`].
pub fn worst(exits: &[Exit]) -> Exit {
    let order = [Exit::Wrong, Exit::Budget, Exit::Unproved];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    worst.unwrap_or(Exit::Done)
}
