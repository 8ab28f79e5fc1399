//! A base of cases: each with its number, oldest first, and no position explained twice for one viewer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use adv_chess::{Color, Position};

use crate::case::{Case, InvalidCase, ensure};
use crate::file::MAX_CASES;

/// A base of explained positions, oldest first. Numbers ascend; a removed case leaves a gap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseBase {
    cases: Vec<Case>,
    /// The number of the case that explains each position for each viewer.
    subjects: HashMap<(Position, Color), u32>,
}

impl CaseBase {
    /// An empty base.
    pub fn new() -> CaseBase {
        CaseBase::default()
    }

    /// Builds a base from cases with their numbers.
    ///
    /// # Errors
    /// [`InvalidCase`] where a case is not valid, or cannot follow those before it.
    pub fn from_cases(cases: Vec<Case>) -> Result<CaseBase, InvalidCase> {
        let mut base = CaseBase::new();
        for case in cases {
            case.validate()?;
            base.insert(case)?;
        }
        Ok(base)
    }

    /// All cases of the base, oldest first.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    fn place(&self, number: u32) -> Option<usize> {
        self.cases
            .binary_search_by_key(&number, |case| case.number)
            .ok()
    }

    /// The case with a number; `None` where no case has it.
    pub fn get(&self, number: u32) -> Option<&Case> {
        self.cases.get(self.place(number)?)
    }

    /// The number that the next case gets; `None` where no larger one exists.
    pub fn next_number(&self) -> Option<u32> {
        self.cases
            .last()
            .map_or(Some(1), |case| case.number.checked_add(1))
    }

    /// The number of the case that explains the same position for the same viewer, if there is one.
    pub fn explains(&self, case: &Case) -> Option<u32> {
        self.subjects.get(&case.subject()).copied()
    }

    /// Adds a valid case, which keeps its number, as the youngest.
    pub(crate) fn insert(&mut self, case: Case) -> Result<(), InvalidCase> {
        let last = self.cases.last().map_or(0, |case| case.number);
        ensure(case.number > last, || {
            format!(
                "case {} follows case {last}, expected a larger number",
                case.number
            )
        })?;
        ensure(self.cases.len() < MAX_CASES, || {
            format!("a base has at most {MAX_CASES} cases")
        })?;
        match self.subjects.entry(case.subject()) {
            Entry::Occupied(entry) => {
                let number = entry.get();
                Err(InvalidCase(format!(
                    "case {number} explains this position already"
                )))
            }
            Entry::Vacant(entry) => {
                entry.insert(case.number);
                self.cases.push(case);
                Ok(())
            }
        }
    }

    /// Adds a case as the youngest, and returns the number that it gets.
    ///
    /// # Errors
    /// [`InvalidCase`] where the case is not valid, its position is explained already for this viewer, or the base is full.
    pub fn push(&mut self, case: Case) -> Result<u32, InvalidCase> {
        case.validate()?;
        let number = self.next_number().unwrap_or(u32::MAX);
        self.insert(Case { number, ..case })?;
        Ok(number)
    }

    /// Puts a valid case in the place of the one that explains the same position, whose number it gets.
    pub(crate) fn replace(&mut self, number: u32, case: Case) {
        let place = self.place(number);
        if let Some(old) = place.and_then(|place| self.cases.get_mut(place)) {
            *old = Case { number, ..case };
        }
    }

    /// Removes a case; the others keep their numbers. Returns the case, or `None` where no case has the number.
    pub fn remove(&mut self, number: u32) -> Option<Case> {
        let case = self.cases.remove(self.place(number)?);
        self.subjects.remove(&case.subject());
        Some(case)
    }
}
