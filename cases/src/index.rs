//! The index of facts: the cases that tell a fact of each pattern, and the facts of all cases as plain rows for comparing.

use std::sync::Arc;

use adv_chess::Color;
use indexmap::IndexMap;

use crate::base::Record;
use crate::case::Name;

/// A fact of a case reduced to the three values that likeness is computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The index of the fact's pattern in [`FactIndex::patterns`].
    pub pattern: u32,
    /// The side that has the fact.
    pub side: Color,
    /// Absolute worth of the fact, in hundredths of a pawn.
    pub worth: u32,
}

/// Index from patterns to cases, with the facts of all cases as rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactIndex {
    /// For each pattern, the indices of the cases that tell a fact of it, ascending and each once.
    places: IndexMap<Name, Vec<u32>>,
    rows: Vec<Row>,
    /// For each case, the index in `rows` one past its last row.
    ends: Vec<u32>,
    /// Cache from addresses of names to pattern indices, because equal names of one base mostly share their text.
    recent: Vec<Option<(Name, u32)>>,
}

/// Number of slots of the cache [`FactIndex::recent`].
const RECENT: usize = 128;

impl FactIndex {
    /// Builds the index of some records.
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

    /// Adds a record to the index as its last case.
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

    /// The index of the pattern with a name, which is added if it is new.
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

    /// The indices of the cases that tell a fact of a pattern, ascending; empty for an unknown pattern.
    pub fn places(&self, pattern: &str) -> &[u32] {
        self.places.get(pattern).map_or(&[], Vec::as_slice)
    }

    /// The names of all patterns, in the order of their indices.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.places.keys().map(|name| &**name)
    }

    /// The facts of each case as rows, in the order of the cases.
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
