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
                && expand(
                    class,
                    levels,
                    &could,
                    at as u32,
                    bound,
                    levels.ours[class.level(at)],
                )
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
    let after = levels.after(left);
    let moves = class.graph.moves.row(at as usize).iter();
    let mut moves = moves.zip(class.choices(at as usize));
    moves.any(|(&to, &choice)| {
        if class.graph.mated[to as usize] {
            return true;
        }
        let goes_on = |&reply: &u32| match levels.ours[class.level(reply as usize)] < below {
            true => could[reply as usize],
            false => expand(class, levels, could, reply, left - 2, below),
        };
        let reached = after.get(choice as usize);
        reached.is_some_and(|reached| *reached < below)
            && class.graph.replies.row(to as usize).iter().all(goes_on)
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
        let lost: Vec<bool> = class
            .graph
            .replies
            .iter()
            .zip(&class.graph.mated)
            .map(lost)
            .collect();
        let mut changed = false;
        for (known, row) in ours.iter_mut().zip(class.graph.moves.iter()) {
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

#[cfg(test)]
mod tests {
    use adv_chess::{Color, Material, Role};

    use super::*;
    use crate::columns::Column;
    use crate::levels::{Rule, Term};

    use Role::{King, Queen, Rook};

    #[test]
    fn mates_are_as_long_as_published() {
        for (man, longest, positions) in [(Rook, 16, 175_168), (Queen, 10, 144_508)] {
            let men = Material::new(&[King, man], &[King]);
            let class = WholeClass::new(men, Color::White, 1).expect("a small class");
            let distances = distances(&class);
            let won = distances.iter().filter(|moves| **moves > 0).count();
            assert_eq!((distances.iter().max(), won), (Some(&longest), positions));
        }
    }

    #[test]
    fn the_best_choice_solves_no_less_than_the_first() {
        let men = Material::new(&[King, Queen], &[King]);
        let class = WholeClass::new(men, Color::White, 1).expect("a small class");
        // The steps between the kings: enough to lose the way, and to find it again with more luck.
        let value = |position: &adv_chess::Position| {
            let kings = Color::ALL.map(|color| position.king(color).unwrap_or(0));
            let files = (kings[0] & 7).abs_diff(kings[1] & 7);
            let ranks = (kings[0] >> 3).abs_diff(kings[1] >> 3);
            Ok::<i64, ()>(i64::from(files.max(ranks)))
        };
        let column = Column::fill(&class, value).ok().flatten().expect("small");
        let terms = vec![Term {
            column: 0,
            weight: 1,
        }];
        let levels = Levels::of(&class, &[column], &Rule { terms, depth: 4 });
        let played = Played::new(&class, vec![&levels]);
        let (solved, could) = (played.outcome().solved, ceiling(&played));
        assert!(solved < could && could < 144_508, "{solved} of {could}");
    }
}
