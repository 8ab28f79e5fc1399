//! Statements: a strategy goes forward, but for its loops, and loops are nested.
//!
//! ```text
//!   1  While a    else 8      ┐ the head belongs to the statements around the loop
//!   2    If b     else 5      │ ┐
//!   3    Action   then 4      │ │ the body; nothing enters it but from the head, nothing leaves it but by the head
//!   …                         │ │
//!   7  Again 1                ┘ ┘
//!   8  …                        where the head goes when the descriptor is false
//! ```
//!
//! So each statement has one innermost loop whose body it is in, and what it names is a later statement of the same body; the last
//! statement of a body being its `Again`, a statement that goes on with the next one stays in the body too. A run that makes no move comes to the
//! end, or back to a head.

use super::{Verified, each_record, fail};
use crate::error::Property;
use crate::program::{Program, StatementKind, Strategy};

/// Checks every strategy.
pub(super) fn check(module: &Program) -> Verified {
    each_record(&module.strategies, of_strategy)
}

fn wrong<T>(strategy: &Strategy, index: usize, sentence: &str) -> Verified<T> {
    let at = format!("strategy `{}`", strategy.name);
    fail(
        Property::Statements,
        at,
        format!("statement {index}: {sentence}"),
    )
}

fn of_strategy(strategy: &Strategy) -> Verified {
    let inside = loops(strategy)?;
    // The end is in no loop.
    let around = |index: usize| inside.get(index).copied().flatten();
    for (index, statement) in strategy.body.iter().enumerate() {
        if matches!(statement.kind, StatementKind::Again(_)) {
            continue;
        }
        let (mut backward, mut across) = (None, None);
        statement.kind.targets(&mut |target| {
            let to = target as usize;
            if to <= index {
                backward = Some(to);
            } else if around(to) != around(index) {
                across = Some(to);
            }
        });
        if let Some(to) = backward {
            return wrong(strategy, index, &format!("it goes back to {to}"));
        }
        if let Some(to) = across {
            let sentence = format!("it goes to {to}, into a loop or out of one");
            return wrong(strategy, index, &sentence);
        }
    }
    Ok(())
}

/// Pairs heads with ends, and gives for every statement the head of the innermost loop whose body it is in.
fn loops(strategy: &Strategy) -> Verified<Vec<Option<usize>>> {
    // Heads and ends of the loops around.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut inside = Vec::with_capacity(strategy.body.len());
    for (index, statement) in strategy.body.iter().enumerate() {
        inside.push(open.last().map(|(head, _)| *head));
        match statement.kind {
            StatementKind::While { end, .. } => {
                let end = end as usize;
                let last = end
                    .checked_sub(1)
                    .and_then(|last| strategy.body.get(last))
                    .map(|last| &last.kind);
                if end <= index + 1
                    || !matches!(last, Some(StatementKind::Again(head)) if *head as usize == index)
                {
                    let sentence = format!(
                        "the loop's end {end} is not just after a statement that goes back to it"
                    );
                    return wrong(strategy, index, &sentence);
                }
                if open.last().is_some_and(|&(_, around)| end >= around) {
                    let sentence = "the loop ends outside of the loop around it";
                    return wrong(strategy, index, sentence);
                }
                open.push((index, end));
            }
            StatementKind::Again(head) => match open.pop() {
                Some((open, end)) if open == head as usize && end == index + 1 => {}
                _ => return wrong(strategy, index, "it ends no loop that is open here"),
            },
            _ => {}
        }
    }
    Ok(inside)
}
