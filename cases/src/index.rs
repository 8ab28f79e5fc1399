//! The index of facts: which cases tell a fact of a pattern, and the facts of all cases as plain rows for comparing.

use adv_chess::Color;
use indexmap::IndexMap;

use crate::base::Record;
use crate::case::Name;

/// A fact of a case, as comparisons need it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The index of the pattern in [`FactIndex::patterns`].
    pub pattern: u32,
    /// The side that has it.
    pub side: Color,
    /// |worth|, in hundredths of a pawn.
    pub worth: u32,
}

/// Facts by pattern and by case.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactIndex {
    /// The indices of the cases that tell a fact of the pattern, each once, in order.
    places: IndexMap<Name, Vec<u32>>,
    rows: Vec<Row>,
    /// Where the rows of each case end.
    ends: Vec<u32>,
}

impl FactIndex {
    /// The index of some records.
    pub fn new(records: &[Record]) -> FactIndex {
        let mut index = FactIndex {
            places: IndexMap::new(),
            rows: Vec::with_capacity(3 * records.len()),
            ends: Vec::with_capacity(records.len()),
        };
        for record in records {
            index.push(record);
        }
        index
    }

    /// Adds the record after those that the index has.
    pub fn push(&mut self, record: &Record) {
        let place = self.ends.len() as u32;
        for fact in &record.case.facts {
            let entry = self.places.entry(fact.pattern.clone());
            let pattern = entry.index() as u32;
            let places = entry.or_default();
            if places.last() != Some(&place) {
                places.push(place);
            }
            self.rows.push(Row {
                pattern,
                side: fact.side,
                worth: fact.worth.unsigned_abs(),
            });
        }
        self.ends.push(self.rows.len() as u32);
    }

    /// The indices of the cases that tell a fact of a pattern.
    pub fn places(&self, pattern: &str) -> &[u32] {
        self.places.get(pattern).map_or(&[], Vec::as_slice)
    }

    /// All patterns, in the order of their indices.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.places.keys().map(|name| &**name)
    }

    /// The rows of each case, in the order of the cases.
    pub fn by_case(&self) -> impl Iterator<Item = &[Row]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let end = *end as usize;
            let rows = self.rows.get(start..end).unwrap_or_default();
            start = end;
            rows
        })
    }
}
