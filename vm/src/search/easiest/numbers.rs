//! Proof and disproof numbers: how many answers a node still owes, at the least.
//!
//! ```text
//!                ours   proof     the least of its moves     theirs   proof     the sum over their replies
//!                       disproof  the sum over its moves              disproof  the least of their replies
//!
//!   ours  2 / 3
//!   ├─ theirs  3 / 1    three replies have to be answered, or one refutes the move
//!   └─ theirs  2 / 2
//! ```

/// A number that no work reaches: the node cannot be proved, or not be refuted, any more.
const NEVER: u32 = u32::MAX;

/// The largest number of a node that is not settled.
const MOST: u32 = u32::MAX - 1;

/// How much a node still owes, in nodes; at a node that many lines lead to, such a node is counted once for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// How many nodes have to be proved at the least to prove this one.
    pub proof: u32,
    /// How many have to be refuted at the least to refute it.
    pub disproof: u32,
}

/// A sum that does not become [`NEVER`] by its size.
fn sum(a: u32, b: u32) -> u32 {
    match (a, b) {
        (NEVER, _) | (_, NEVER) => NEVER,
        (a, b) => a.saturating_add(b).min(MOST),
    }
}

impl ProofNumbers {
    /// A node with a tree.
    pub(crate) const PROVED: ProofNumbers = ProofNumbers::new(0, NEVER);
    /// A node without one.
    pub(crate) const REFUTED: ProofNumbers = ProofNumbers::new(NEVER, 0);
    /// A node of which nothing is known.
    pub(crate) const FRESH: ProofNumbers = ProofNumbers::new(1, 1);
    /// Limits that no node reaches unless it is settled.
    pub(crate) const UNLIMITED: ProofNumbers = ProofNumbers::new(NEVER, NEVER);

    const fn new(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof }
    }

    /// A node of theirs of which only the number of their replies is known.
    pub(crate) fn of_replies(replies: usize) -> ProofNumbers {
        ProofNumbers::new(u32::try_from(replies).unwrap_or(MOST).min(MOST), 1)
    }

    /// True where the node is proved or refuted.
    pub(crate) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// True where the node has a tree.
    pub(crate) const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// True where the node has none.
    pub(crate) const fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// True where the work at a node ends under these limits.
    pub(crate) const fn reaches(self, limits: ProofNumbers) -> bool {
        self.is_settled() || self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    /// The number that a node has as the least of its children, and the one that it has as their sum.
    const fn by_mover(self, ours: bool) -> (u32, u32) {
        match ours {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        }
    }

    const fn from_mover(ours: bool, (least, sum): (u32, u32)) -> ProofNumbers {
        match ours {
            true => ProofNumbers::new(least, sum),
            false => ProofNumbers::new(sum, least),
        }
    }
}

/// The child that is searched next.
pub(super) struct ProofChoice {
    /// Its place among the children.
    pub(super) place: usize,
    /// The numbers at which the work below it ends.
    pub(super) limits: ProofNumbers,
}

/// The numbers of a node from those of its children. A node of ours without any is refuted, and one of theirs proved.
pub(super) fn of_children(
    ours: bool,
    children: impl Iterator<Item = ProofNumbers>,
) -> ProofNumbers {
    let both = children.fold((NEVER, 0), |(least, total), child| {
        let (one, other) = child.by_mover(ours);
        (least.min(one), sum(total, other))
    });
    ProofNumbers::from_mover(ours, both)
}

/// The child that owes least, the first of several, where a node with these numbers has not reached its limits. Work below it ends
/// once it owes a quarter more than the next best one, or once the node has reached its own limits.
pub(super) fn choose(
    ours: bool,
    children: impl Iterator<Item = ProofNumbers>,
    numbers: ProofNumbers,
    limits: ProofNumbers,
) -> Option<ProofChoice> {
    let mut best: Option<(usize, u32, u32)> = None;
    let mut second = NEVER;
    for (place, child) in children.enumerate() {
        let (least, other) = child.by_mover(ours);
        match best {
            Some((.., known)) if known <= least => second = second.min(least),
            _ => {
                second = best.map_or(NEVER, |(.., known)| known);
                best = Some((place, other, least));
            }
        }
    }
    let (place, other, _) = best?;
    let (least_limit, sum_limit) = limits.by_mover(ours);
    let (_, total) = numbers.by_mover(ours);
    let of_sum = match sum_limit {
        NEVER => NEVER,
        limit => limit.saturating_sub(total.saturating_sub(other)),
    };
    let of_least = least_limit.min(a_quarter_more(second));
    Some(ProofChoice {
        place,
        limits: ProofNumbers::from_mover(ours, (of_least, of_sum)),
    })
}

/// A limit beyond a number.
fn a_quarter_more(number: u32) -> u32 {
    match number.saturating_add(number / 4).saturating_add(1) {
        more if more < MOST => more,
        _ => NEVER,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, NEVER, ProofNumbers, choose, of_children};

    fn numbers(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof }
    }

    #[test]
    fn a_node_owes_the_least_or_the_sum() {
        let children = [numbers(3, 1), numbers(2, 2)];
        assert_eq!(of_children(true, children.into_iter()), numbers(2, 3));
        assert_eq!(of_children(false, children.into_iter()), numbers(5, 1));
        let none = [].into_iter();
        assert_eq!(of_children(true, none.clone()), ProofNumbers::REFUTED);
        assert_eq!(of_children(false, none), ProofNumbers::PROVED);
        let proved = [numbers(3, 1), ProofNumbers::PROVED];
        assert_eq!(of_children(true, proved.into_iter()), ProofNumbers::PROVED);
        assert_eq!(of_children(false, proved.into_iter()), numbers(3, 1));
        let refuted = [numbers(3, 1), ProofNumbers::REFUTED];
        assert_eq!(of_children(true, refuted.into_iter()), numbers(3, 1));
        assert_eq!(
            of_children(false, refuted.into_iter()),
            ProofNumbers::REFUTED
        );
    }

    #[test]
    fn large_numbers_settle_nothing() {
        let children = [numbers(MOST, MOST), numbers(MOST, MOST)];
        for ours in [true, false] {
            let all = of_children(ours, children.into_iter());
            assert!(!all.is_settled() && all == numbers(MOST, MOST));
            let choice = choose(ours, children.into_iter(), all, ProofNumbers::UNLIMITED);
            let limits = choice.expect("a child").limits;
            // The limit is beyond what the child has already, so the work goes on.
            assert!(!all.reaches(limits));
        }
    }

    #[test]
    fn the_first_that_owes_least_is_chosen() {
        let children = [numbers(4, 1), numbers(2, 5), numbers(2, 1), numbers(9, 1)];
        let all = of_children(true, children.into_iter());
        let choice = choose(true, children.into_iter(), all, numbers(100, 50)).expect("one");
        // Two and a quarter more, and one; 50 less what the others owe to be refuted.
        assert_eq!((choice.place, choice.limits), (1, numbers(3, 50 - 3)));
        let choice = choose(true, children.into_iter(), all, numbers(3, NEVER)).expect("one");
        assert_eq!(choice.limits, numbers(3, NEVER));
        let theirs = of_children(false, children.into_iter());
        let choice = choose(false, children.into_iter(), theirs, numbers(30, 9)).expect("one");
        assert_eq!((choice.place, choice.limits), (0, numbers(30 - 13, 2)));
    }
}
