//! Two bases as one: a union in order, in which no position is explained twice for one viewer.

use std::collections::HashMap;

use crate::base::{CaseBase, Record, Subjects};
use crate::fault::{CaseFault, FaultKind};
use crate::read::MAX_CASES;

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
/// order of the second. New cases get the numbers that follow.
///
/// # Errors
/// A fault, K0005, where two explanations of one position differ and nothing is preferred, and a report that lists them. Where the
/// union has too many cases the report has no conflicts.
pub fn merge(
    first: &CaseBase,
    second: &CaseBase,
    prefer: Option<Prefer>,
) -> Result<(CaseBase, MergeReport), (CaseFault, MergeReport)> {
    let mut records: Vec<Record> = first.records().to_vec();
    let mut subjects = Subjects::with_capacity(records.len());
    let mut places: HashMap<u32, usize> = HashMap::with_capacity(records.len());
    for (place, record) in records.iter().enumerate() {
        subjects.add(&record.case, record.number);
        places.insert(record.number, place);
    }
    let mut report = MergeReport::default();
    let mut next = first.next_number();
    for record in second.records() {
        let known = subjects.get(&record.case);
        let known = known.and_then(|number| places.get(&number).copied());
        match known.and_then(|place| records.get_mut(place)) {
            None => {
                let number = next.filter(|_| records.len() < MAX_CASES);
                let Some(number) = number else {
                    let what = format!("together the bases have more than {MAX_CASES} cases");
                    let fault = CaseFault::new(FaultKind::Conflict, 1, what, "keep them apart");
                    return Err((fault, MergeReport::default()));
                };
                next = number.checked_add(1);
                report.added += 1;
                records.push(Record {
                    number,
                    case: record.case.clone(),
                });
            }
            Some(mine) if mine.case.same_explanation(&record.case) => report.same += 1,
            Some(mine) => {
                report.conflicts.push(Conflict {
                    first: mine.number,
                    second: record.number,
                });
                if prefer == Some(Prefer::Second) {
                    mine.case = record.case.clone();
                }
            }
        }
    }
    if prefer.is_none() && !report.conflicts.is_empty() {
        let what = match report.conflicts.len() {
            1 => "one position is explained differently in the two bases".to_owned(),
            count => format!("{count} positions are explained differently in the two bases"),
        };
        let help = "say which explanations stay: `--prefer first` or `--prefer second`";
        return Err((CaseFault::new(FaultKind::Conflict, 1, what, help), report));
    }
    Ok((CaseBase::unchecked(records), report))
}
