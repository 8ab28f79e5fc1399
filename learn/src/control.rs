//! The control beside which a number that was found is shown: the least-squares fit of the distance to mate by the same columns.
//!
//! Tables give that number without a search. A number that was found is worth something where it solves more.

use crate::class::WholeClass;
use crate::columns::Column;
use crate::levels::{Rule, Term};

/// Greatest weight of the fit, to which the others are scaled.
const MOST_WEIGHT: f64 = 64.0;

/// The rule of the same columns and depth whose number is the fit of the moves to mate, over the positions that have such; `None` where all of
/// its weights are 0.
pub fn regression(
    class: &WholeClass,
    columns: &[Column],
    distances: &[u16],
    rule: &Rule,
) -> Option<Rule> {
    let used: Vec<&[i32]> = rule
        .terms
        .iter()
        .filter_map(|term| columns.get(term.column).map(|column| &*column.ours))
        .collect();
    let count = used.len();
    // The normal equations, with a constant as the last unknown and the distance as the right side.
    let mut rows = vec![vec![0.0f64; count + 2]; count + 1];
    for (at, distance) in (0..class.len()).zip(distances) {
        if *distance == 0 {
            continue;
        }
        let value = |unknown: usize| match used.get(unknown) {
            Some(column) => f64::from(column[class.level(at)]),
            None => 1.0,
        };
        for (unknown, row) in rows.iter_mut().enumerate() {
            let own = value(unknown);
            for (other, sum) in row.iter_mut().enumerate() {
                *sum += own
                    * if other > count {
                        f64::from(*distance)
                    } else {
                        value(other)
                    };
            }
        }
    }
    let weights = solved(rows);
    let weights = weights.get(..count)?;
    let most = weights
        .iter()
        .fold(0.0f64, |most, weight| most.max(weight.abs()));
    let scaled = |weight: &f64| (weight / most * MOST_WEIGHT).round() as i32;
    let terms = rule.terms.iter().zip(weights);
    let terms: Vec<Term> = terms
        .map(|(term, weight)| Term {
            column: term.column,
            weight: scaled(weight),
        })
        .filter(|term| term.weight != 0)
        .collect();
    (!terms.is_empty()).then_some(Rule {
        terms,
        depth: rule.depth,
    })
}

/// The unknowns of linear equations, by Gauss; those that nothing determines are 0.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    let mut unknowns = vec![0.0; count];
    let mut pivots = Vec::new();
    for column in 0..count {
        let from = pivots.len();
        let best =
            (from..count).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        let Some(best) = best.filter(|best| rows[*best][column].abs() > 1e-6) else {
            continue;
        };
        rows.swap(from, best);
        pivots.push(column);
        let pivot = rows[from].clone();
        for row in rows.iter_mut().skip(from + 1) {
            let factor = row[column] / pivot[column];
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(value, own)| *value -= factor * own);
        }
    }
    for (row, column) in pivots.into_iter().enumerate().rev() {
        let known: f64 = (column + 1..count)
            .map(|other| rows[row][other] * unknowns[other])
            .sum();
        unknowns[column] = (rows[row][count] - known) / rows[row][column];
    }
    unknowns
}

#[cfg(test)]
mod tests {
    use super::solved;

    #[test]
    fn equations_are_solved_and_what_is_free_is_nothing() {
        assert_eq!(
            solved(vec![vec![0.0, 2.0, 4.0], vec![1.0, 1.0, 5.0]]),
            [3.0, 2.0]
        );
        let twice = vec![vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0]];
        assert_eq!(solved(twice), [3.0, 0.0]);
    }
}
