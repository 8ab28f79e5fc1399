//! Two bases as one: a union in order, in which no position is explained twice for one viewer.

use crate::base::CaseBase;
use crate::case::{Case, InvalidCase};

/// The base whose explanation is kept where two bases explain one position differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefer {
    /// The first base: its case stays.
    First,
    /// The second base: its case takes the place and the number of the first one's.
    Second,
}

/// Two different explanations of one position for one viewer, one in each of the merged bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The number of the case in the first base.
    pub first: u32,
    /// The number of the case in the second base.
    pub second: u32,
}

/// Outcome of a merge, counted over the cases of the second base.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeReport {
    /// Number of cases that only the second base has, and that were added.
    pub added: usize,
    /// Number of cases of the second base that equal a case of the first.
    pub same: usize,
    /// Cases of the second base that explain a position of the first differently, in the order of the second base.
    pub conflicts: Vec<Conflict>,
}

/// Adds the cases of the second base to those of the first: first the cases of the first base in their order, then the new ones in the
/// order of the second. New cases get the numbers that follow, or keep theirs where the first base has no cases.
///
/// # Errors
/// [`InvalidCase`] where the union has too many cases.
pub fn merge(
    first: &CaseBase,
    second: &CaseBase,
    prefer: Prefer,
) -> Result<(CaseBase, MergeReport), InvalidCase> {
    let mut report = MergeReport::default();
    if first.cases().is_empty() {
        report.added = second.cases().len();
        return Ok((second.clone(), report));
    }
    let mut union = first.clone();
    for case in second.cases() {
        let mine = union.explains(case).and_then(|number| union.get(number));
        match mine {
            None => {
                let number = union.next_number().unwrap_or(u32::MAX);
                union.insert(Case {
                    number,
                    ..case.clone()
                })?;
                report.added += 1;
            }
            Some(mine) if mine.same_explanation(case) => report.same += 1,
            Some(mine) => {
                let (first, second) = (mine.number, case.number);
                report.conflicts.push(Conflict { first, second });
                if prefer == Prefer::Second {
                    union.replace(first, case.clone());
                }
            }
        }
    }
    Ok((union, report))
}
