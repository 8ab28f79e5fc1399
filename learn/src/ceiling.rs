//! The positions from which some choice of trees ends in mate, and those from which mate can be forced at all.
//!
//! The difference between what rules solve and their ceiling is what a better order of moves could add; what is beyond the ceiling needs
//! another number or more depth.

use crate::class::WholeClass;
use crate::levels::Levels;
use crate::play::Played;

/// Counts the positions from which mate is reached if the best of all trees is played each time, of the rule and under the bound that are
/// played.
pub fn ceiling(played: &Played<'_>) -> u32 {
    let class = played.class();
    let mut could: Vec<bool> = (0..class.len())
        .map(|at| played.length(at).is_some())
        .collect();
    loop {
        let mut changed = false;
        for at in 0..class.len() {
            if could[at] {
                continue;
            }
            if let Some((levels, bound)) = played.levels(at)
                && expand(class, levels, &could, at as u32, bound, levels.ours[at])
            {
                could[at] = true;
                changed = true;
            }
        }
        if !changed {
            return could.iter().filter(|could| **could).count() as u32;
        }
    }
}

/// True where some tree has leaves from which mate is reached.
fn expand(
    class: &WholeClass,
    levels: &Levels,
    could: &[bool],
    at: u32,
    left: usize,
    below: i32,
) -> bool {
    class.moves.row(at as usize).iter().any(|&to| {
        if class.mated[to as usize] {
            return true;
        }
        let goes_on = |&reply: &u32| match levels.ours[reply as usize] < below {
            true => could[reply as usize],
            false => expand(class, levels, could, reply, left - 2, below),
        };
        levels.after(left, to) < below && class.replies.row(to as usize).iter().all(goes_on)
    })
}

/// The moves to mate from each position with us to move, both sides playing best; 0 where mate cannot be forced without the loss of a man.
pub fn distances(class: &WholeClass) -> Vec<u16> {
    let mut ours = vec![0u16; class.len()];
    for moves in 1..u16::MAX {
        let lost = |(row, mated): (&[u32], &bool)| match row {
            [] => *mated,
            row => row.iter().all(|reply| {
                let known = ours.get(*reply as usize).copied();
                known.is_some_and(|known| known > 0)
            }),
        };
        let lost: Vec<bool> = class.replies.iter().zip(&class.mated).map(lost).collect();
        let mut changed = false;
        for (known, row) in ours.iter_mut().zip(class.moves.iter()) {
            if *known == 0 && row.iter().any(|to| lost[*to as usize]) {
                *known = moves;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    ours
}
