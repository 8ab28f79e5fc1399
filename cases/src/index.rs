//! The index of facts: the cases that tell a fact of each pattern, and the facts of all cases as plain rows for comparing.

use std::sync::Arc;

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
    /// The end of each case's rows in `rows`.
    ends: Vec<u32>,
    /// The index of the pattern whose name was last at each place that an address gives: equal names of one base mostly are one text.
    recent: Vec<Option<(Name, u32)>>,
}

/// The places of [`FactIndex::recent`].
const RECENT: usize = 128;

impl FactIndex {
    /// The index of some records.
    pub fn new(records: &[Record]) -> FactIndex {
        let mut index = FactIndex {
            places: IndexMap::new(),
            rows: Vec::with_capacity(3 * records.len()),
            ends: Vec::with_capacity(records.len()),
            recent: Vec::new(),
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
            let pattern = self.pattern(&fact.pattern);
            if let Some((_, places)) = self.places.get_index_mut(pattern as usize)
                && places.last() != Some(&place)
            {
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

    /// The index of a pattern, which is new or not.
    fn pattern(&mut self, name: &Name) -> u32 {
        self.recent.resize(RECENT, None);
        let place = (name.as_ptr() as usize >> 4) % RECENT;
        if let Some(Some((known, index))) = self.recent.get(place)
            && Arc::ptr_eq(known, name)
        {
            return *index;
        }
        let entry = self.places.entry(name.clone());
        let index = entry.index() as u32;
        entry.or_default();
        if let Some(recent) = self.recent.get_mut(place) {
            *recent = Some((name.clone(), index));
        }
        index
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
