//! A line of play: each ply with its notation, and its choice where a tree begins with it.

use adv_prover::{Choice, Line};

use crate::drawing::Line as Step;

/// Ply of a line with its notation, and the choice if a tree begins with this ply.
pub(crate) type Told = (Step, Option<Choice>);

/// Plies of a line with their notation, each with its choice if a tree begins with it.
pub(crate) fn steps(line: &Line) -> Vec<Told> {
    let mut position = line.start;
    let plies = line.plies.iter().enumerate();
    plies
        .map(|(index, ply)| {
            let step = Step::new(index.checked_sub(1), position, ply.mv);
            position = step.after;
            (step, ply.choice)
        })
        .collect()
}
