//! The form of a slice's files: sections, each with its sum, and an index of them at the end.
//!
//! ```text
//!   section │ section │ … │ index │ length of the index, its sum, "ADVSLIC" and the version
//! ```
//!
//! A file is written front to back, so that no more of it is in memory than a section. Sums are made with the user's
//! key, so that no other can write a file that is believed. When it is found in a folder all of it is read once and compared with its sums: a
//! damaged or altered one counts as none, and its slice is made again.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::SealKey;

use crate::bytes::{In, Out};
use crate::error::ProveError;
use crate::shelf::Shelf;

const MAGIC: [u8; 8] = *b"ADVSLIC\x01";
/// The words for what sums are of.
const SECTION: &str = "section";
const INDEX: &str = "index";
/// The bytes behind the index.
const FOOTER: u64 = 24;

/// A part of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    at: u64,
    length: u64,
    sum: u64,
}

impl Section {
    pub(super) fn write(&self, out: &mut Out) {
        out.number(self.at);
        out.number(self.length);
        out.bytes.extend(self.sum.to_le_bytes());
    }

    pub(super) fn read(input: &mut In<'_>) -> Result<Section, ProveError> {
        Ok(Section {
            at: input.number()?,
            length: input.number()?,
            sum: input.fixed()?,
        })
    }
}

/// Writes the sections of a file.
pub(crate) struct SectionWriter<'w> {
    out: &'w mut dyn Write,
    key: &'w SealKey,
    at: u64,
}

impl<'w> SectionWriter<'w> {
    pub(crate) fn new(out: &'w mut dyn Write, key: &'w SealKey) -> SectionWriter<'w> {
        SectionWriter { out, key, at: 0 }
    }

    pub(crate) fn section(&mut self, bytes: &[u8]) -> io::Result<Section> {
        self.out.write_all(bytes)?;
        let section = Section {
            at: self.at,
            length: bytes.len() as u64,
            sum: self.key.sum(SECTION, bytes),
        };
        self.at += section.length;
        Ok(section)
    }

    /// Writes the index, which ends the file.
    pub(crate) fn index(self, index: &[u8]) -> io::Result<()> {
        self.out.write_all(index)?;
        self.out.write_all(&(index.len() as u64).to_le_bytes())?;
        let sum = self.key.sum(INDEX, index);
        self.out.write_all(&sum.to_le_bytes())?;
        self.out.write_all(&MAGIC)
    }
}

/// The first thing that went wrong with a file while it was read.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Option<String>>>);

impl Faults {
    fn note(&self, fault: String) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(fault);
    }

    /// Ends with the fault where there is one.
    pub(crate) fn check(&self) -> Result<(), ProveError> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(fault) => Err(ProveError::Slices(fault.clone())),
            None => Ok(()),
        }
    }
}

/// A file that is read section by section.
#[derive(Clone)]
pub(crate) struct SliceFile {
    shelf: Arc<dyn Shelf>,
    name: Arc<str>,
    faults: Faults,
}

impl SliceFile {
    pub(crate) fn new(shelf: &Arc<dyn Shelf>, name: &str, faults: &Faults) -> SliceFile {
        SliceFile {
            shelf: shelf.clone(),
            name: name.into(),
            faults: faults.clone(),
        }
    }

    /// Its index; `None` where there is no such file, or it is damaged.
    ///
    /// # Errors
    /// Where it is there and cannot be read.
    pub(crate) fn index(&self) -> Result<Option<Vec<u8>>, ProveError> {
        let failed = ProveError::Slices;
        let length = self.shelf.length(&self.name).map_err(failed)?;
        let Some(rest) = length.and_then(|length| length.checked_sub(FOOTER)) else {
            return Ok(None);
        };
        let footer = self.shelf.read(&self.name, rest, FOOTER as usize);
        let footer = footer.map_err(failed)?;
        let mut input = In { rest: &footer };
        let (length, sum) = (input.fixed()?, input.fixed()?);
        let Some(at) = rest.checked_sub(length).filter(|_| input.rest == MAGIC) else {
            return Ok(None);
        };
        let index = self.shelf.read(&self.name, at, length as usize);
        let index = index.map_err(failed)?;
        Ok(Some(index).filter(|index| self.shelf.key().sum(INDEX, index) == sum))
    }

    /// The bytes of a section; `None` where they cannot be read or are damaged, which is noted.
    pub(crate) fn section(&self, section: &Section) -> Option<Vec<u8>> {
        match self.read(section) {
            Ok(bytes) if self.fits(section, &bytes) => Some(bytes),
            Ok(_) => {
                self.damaged();
                None
            }
            Err(fault) => {
                self.faults.note(fault);
                None
            }
        }
    }

    /// True where a section can be read and is whole.
    pub(crate) fn is_whole(&self, section: &Section) -> bool {
        self.read(section)
            .is_ok_and(|bytes| self.fits(section, &bytes))
    }

    fn read(&self, section: &Section) -> Result<Vec<u8>, String> {
        let length = section.length as usize;
        self.shelf.read(&self.name, section.at, length)
    }

    fn fits(&self, section: &Section, bytes: &[u8]) -> bool {
        self.shelf.key().sum(SECTION, bytes) == section.sum
    }

    /// Notes that the file has changed since it was checked.
    pub(crate) fn damaged(&self) {
        self.faults.note(format!(
            "`{}` was damaged while the proof went on; begin again, and its slice is made again",
            self.name
        ));
    }
}
