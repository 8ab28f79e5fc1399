//! A base of cases: each with its number, oldest first, and no position explained twice for one viewer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use adv_chess::numbers::mix;
use adv_chess::{Color, Position, Role};

use crate::case::{Case, InvalidCase};
use crate::index::FactIndex;
use crate::read::MAX_CASES;

/// A case with its number. Numbers ascend from the oldest case to the youngest; a removed case leaves a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The case's number in its base, from 1.
    pub number: u32,
    /// The case itself: its position with the facts told about it.
    pub case: Case,
}

/// A base of explained positions, oldest first, with an index of their facts.
#[derive(Clone, Debug, Default)]
pub struct CaseBase {
    records: Vec<Record>,
    index: FactIndex,
}

impl PartialEq for CaseBase {
    fn eq(&self, other: &CaseBase) -> bool {
        // The index follows from the records.
        self.records == other.records
    }
}

impl Eq for CaseBase {}

impl CaseBase {
    /// An empty base.
    pub fn new() -> CaseBase {
        CaseBase::default()
    }

    /// Builds a base from records.
    ///
    /// # Errors
    /// The index of the first record that cannot follow those before it, and the reason.
    pub fn from_records(records: Vec<Record>) -> Result<CaseBase, (usize, InvalidCase)> {
        for (place, record) in records.iter().enumerate() {
            record.case.validate().map_err(|fault| (place, fault))?;
        }
        CaseBase::of_valid(records)
    }

    /// Builds a base from records whose cases are valid each by itself; checks number of cases, order of numbers and duplicates.
    pub(crate) fn of_valid(records: Vec<Record>) -> Result<CaseBase, (usize, InvalidCase)> {
        let mut last = 0;
        for (place, record) in records.iter().enumerate() {
            if record.number <= last {
                return Err((
                    place,
                    InvalidCase(format!(
                        "case {} follows case {last}, expected a larger number",
                        record.number
                    )),
                ));
            }
            last = record.number;
        }
        // Numbers that differ are cheaper to sort than positions are to keep in a table, and need no exact look but where two agree.
        let mut prints: Vec<u64> = records.iter().map(print).collect();
        prints.sort_unstable();
        let twice = |pair: &[u64]| pair.first() == pair.last();
        if prints.windows(2).any(twice) {
            let mut subjects = Subjects::with_capacity(records.len());
            for (place, record) in records.iter().enumerate() {
                if let Some(first) = subjects.add(&record.case, record.number) {
                    return Err((
                        place,
                        InvalidCase(format!(
                            "case {} explains the position of case {first} again",
                            record.number
                        )),
                    ));
                }
            }
        }
        if records.len() > MAX_CASES {
            return Err((MAX_CASES, too_many()));
        }
        Ok(CaseBase::unchecked(records))
    }

    /// Builds a base from records that are known to keep all its rules, without a check.
    pub(crate) fn unchecked(records: Vec<Record>) -> CaseBase {
        let index = FactIndex::new(&records);
        CaseBase { records, index }
    }

    /// All cases of the base, oldest first.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Turns the base into its cases, oldest first.
    pub fn into_records(self) -> Vec<Record> {
        self.records
    }

    /// The case with a number; `None` where no case has it.
    pub fn get(&self, number: u32) -> Option<&Record> {
        let place = self.place(number)?;
        self.records.get(place)
    }

    fn place(&self, number: u32) -> Option<usize> {
        self.records
            .binary_search_by_key(&number, |record| record.number)
            .ok()
    }

    /// The number that the next case gets; `None` where no larger one exists.
    pub fn next_number(&self) -> Option<u32> {
        self.records
            .last()
            .map_or(Some(1), |record| record.number.checked_add(1))
    }

    /// The case of the base that explains the same position for the same viewer, if there is one.
    pub fn explains(&self, case: &Case) -> Option<&Record> {
        self.records
            .iter()
            .find(|record| record.case.same_subject(case))
    }

    /// The cases that tell a fact of a pattern, oldest first.
    pub fn with_pattern<'a>(&'a self, pattern: &str) -> impl Iterator<Item = &'a Record> + use<'a> {
        let places = self.index.places(pattern);
        places
            .iter()
            .filter_map(|place| self.records.get(*place as usize))
    }

    /// The names of all patterns that cases tell facts of, in the order of their first use.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.index.patterns()
    }

    pub(crate) const fn index(&self) -> &FactIndex {
        &self.index
    }

    /// Adds a case as the youngest, and returns its number.
    ///
    /// # Errors
    /// [`InvalidCase`] where the case is not valid, its position is explained already for this viewer, or no number is left.
    pub fn push(&mut self, case: Case) -> Result<u32, InvalidCase> {
        case.validate()?;
        if let Some(record) = self.explains(&case) {
            return Err(InvalidCase(format!(
                "case {} explains this position already",
                record.number
            )));
        }
        self.append(case)
    }

    /// Adds cases as the youngest, in their order. Returns the numbers of the cases that explain the position of a new one already, whose
    /// own is left out, in the order of the new ones.
    ///
    /// # Errors
    /// [`InvalidCase`] where a case is not valid, or no number is left. Cases before it may have been added.
    pub fn push_all(&mut self, cases: Vec<Case>) -> Result<Vec<u32>, InvalidCase> {
        let mut subjects = Subjects::with_capacity(self.records.len() + cases.len());
        for record in &self.records {
            subjects.add(&record.case, record.number);
        }
        let mut known = Vec::new();
        for case in cases {
            case.validate()?;
            let number = self.next_number().ok_or_else(too_many)?;
            match subjects.add(&case, number) {
                Some(number) => known.push(number),
                None => {
                    self.append(case)?;
                }
            }
        }
        Ok(known)
    }

    /// Adds a valid case whose position no other explains.
    fn append(&mut self, case: Case) -> Result<u32, InvalidCase> {
        let number = self
            .next_number()
            .filter(|_| self.records.len() < MAX_CASES);
        let number = number.ok_or_else(too_many)?;
        let record = Record { number, case };
        self.index.push(&record);
        self.records.push(record);
        Ok(number)
    }

    /// Removes a case; the others keep their numbers. Returns the case, or `None` where no case has the number.
    pub fn remove(&mut self, number: u32) -> Option<Record> {
        let place = self.place(number)?;
        let record = self.records.remove(place);
        self.index = FactIndex::new(&self.records);
        Some(record)
    }
}

/// A hash of a case's position, without clocks, and viewer: equal for equal ones, and seldom equal for others.
fn print(record: &Record) -> u64 {
    let case = &record.case;
    let position = case.position.without_clocks();
    let men = Role::ALL.map(|role| {
        let [white, black] = Color::ALL.map(|side| position.pieces(side, role));
        mix(white) ^ black
    });
    let rest = u64::from(position.castling()) << 16
        | u64::from(position.ep().unwrap_or(0)) << 8
        | (position.turn() as u64) << 1
        | case.viewer as u64;
    men.into_iter().fold(mix(rest), |sum, men| mix(sum ^ men))
}

fn too_many() -> InvalidCase {
    InvalidCase(format!("a base has at most {MAX_CASES} cases"))
}

/// Map from positions with their viewers to the number, or the index, of the case that explains each.
#[derive(Debug, Default)]
pub(crate) struct Subjects(HashMap<(Position, Color), u32>);

impl Subjects {
    pub fn with_capacity(count: usize) -> Subjects {
        Subjects(HashMap::with_capacity(count))
    }

    /// Adds a case under a number. Where one explains the same position for the same viewer, keeps that one and returns its number.
    pub fn add(&mut self, case: &Case, number: u32) -> Option<u32> {
        match self.0.entry(subject(case)) {
            Entry::Occupied(entry) => Some(*entry.get()),
            Entry::Vacant(entry) => {
                entry.insert(number);
                None
            }
        }
    }

    /// The number of the case that explains the same position for the same viewer as another; `None` where there is none.
    pub fn get(&self, case: &Case) -> Option<u32> {
        self.0.get(&subject(case)).copied()
    }
}

fn subject(case: &Case) -> (Position, Color) {
    (case.position.without_clocks(), case.viewer)
}
