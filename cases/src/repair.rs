//! The whole records of a damaged file: read one by one, each checked by its own sum.

use std::ops::Range;

use crate::base::{CaseBase, Record, Subjects};
use crate::fault::{CaseFault, FaultKind};
use crate::lines::Lines;
use crate::read::{MAX_BYTES, MAX_CASES, check_header};
use crate::record::{Names, read_record};

/// Consecutive lines of a damaged file that a repair leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of the first line left out, from 1.
    pub first: usize,
    /// Number of the last line left out, from 1.
    pub last: usize,
    /// The reason why the lines are left out: a sentence, lower-case, without a full stop.
    pub why: String,
}

/// A case that a repair copies under another number, because its own does not follow that of the case before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renumbered {
    /// Number of the line at which the case begins, from 1.
    pub line: usize,
    /// The case's number in the damaged file.
    pub old: u32,
    /// The case's number in the new base.
    pub new: u32,
}

/// The result of repairing a damaged file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// The undamaged cases, in the order of the file.
    pub base: CaseBase,
    /// The lines that were left out, in the order of the file.
    pub left_out: Vec<LeftOut>,
    /// The cases that got a new number.
    pub renumbered: Vec<Renumbered>,
}

/// Copies the undamaged records of a file, and lists the lines left out and the cases renumbered.
///
/// # Errors
/// [`CaseFault`] for a file of another version, one too large, and one with neither the first line of a case file nor a whole record.
pub fn repair(bytes: &[u8]) -> Result<Repaired, CaseFault> {
    let header = check_header(bytes);
    if let Err(fault) = &header
        && fault.kind == FaultKind::Version
    {
        return Err(fault.clone());
    }
    if bytes.len() > MAX_BYTES {
        let what = format!(
            "the file has {} bytes, expected at most {MAX_BYTES}",
            bytes.len()
        );
        let help = "split the file between two cases";
        return Err(CaseFault::new(FaultKind::Damaged, 1, what, help));
    }
    let mut mending = Mending::default();
    let mut sections = sections(bytes);
    // The first line, or what is in its place; a file that begins with a case has lost it.
    if let Some(first) = sections.first_mut().filter(|first| !first.bytes.is_empty()) {
        if let Err(fault) = &header {
            mending.leave(1..2, fault.what.clone());
        }
        first.lines.start += 1;
        first.bytes = after_line(first.bytes);
    }
    for section in &sections {
        mending.section(section);
    }
    match (mending.records.is_empty(), header) {
        (true, Err(fault)) => Err(fault),
        _ => Ok(Repaired {
            base: CaseBase::unchecked(mending.records),
            left_out: mending.left_out,
            renumbered: mending.renumbered,
        }),
    }
}

/// Consecutive lines of a file, from a `case` line up to the next; the first section has the lines before all cases.
struct Section<'a> {
    bytes: &'a [u8],
    /// The numbers of the section's lines in the file.
    lines: Range<usize>,
}

fn sections(bytes: &[u8]) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let (mut start, mut at, mut first, mut number) = (0, 0, 1, 1);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"case ") {
            sections.push(Section {
                bytes: bytes.get(start..at).unwrap_or_default(),
                lines: first..number,
            });
            (start, first) = (at, number);
        }
        at += line.len();
        number += 1;
    }
    sections.push(Section {
        bytes: bytes.get(start..).unwrap_or_default(),
        lines: first..number,
    });
    sections
}

/// The bytes of a file after its first line.
fn after_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    end.and_then(|end| bytes.get(end + 1..)).unwrap_or_default()
}

/// State of a repair: the records kept and the lines left out so far.
#[derive(Default)]
struct Mending {
    records: Vec<Record>,
    left_out: Vec<LeftOut>,
    renumbered: Vec<Renumbered>,
    names: Names,
    subjects: Subjects,
}

impl Mending {
    fn leave(&mut self, lines: Range<usize>, why: impl Into<String>) {
        if !lines.is_empty() {
            self.left_out.push(LeftOut {
                first: lines.start,
                last: lines.end - 1,
                why: why.into(),
            });
        }
    }

    fn section(&mut self, section: &Section<'_>) {
        let lines = section.lines.clone();
        if !section.bytes.starts_with(b"case ") {
            let whole = section.bytes.is_empty() || is_end(section.bytes);
            if !whole {
                self.leave(lines, "these lines belong to no case");
            }
            return;
        }
        // What follows the record need not be text for the record to be whole.
        let text = match std::str::from_utf8(section.bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = section.bytes.get(..error.valid_up_to()).unwrap_or_default();
                std::str::from_utf8(valid).unwrap_or_default()
            }
        };
        let mut read = Lines::new(text);
        let record = match read_record(&mut read, &mut self.names) {
            Ok((record, _)) => record,
            Err(fault) => {
                let at = lines.start + fault.line - 1;
                let why = match text.len() == section.bytes.len() {
                    true => fault.what,
                    false => "a line is no UTF-8 text".to_owned(),
                };
                return self.leave(lines, format!("line {at}: {why}"));
            }
        };
        let after = lines.start + read.number() - 1;
        self.add(lines.start..after, record);
        let rest = section.bytes.get(read.at()..).unwrap_or_default();
        if !rest.is_empty() && !is_end(rest) {
            self.leave(after..lines.end, "these lines belong to no case");
        }
    }

    fn add(&mut self, lines: Range<usize>, record: Record) {
        let Record { number: old, case } = record;
        if self.records.len() == MAX_CASES {
            return self.leave(lines, format!("a base has at most {MAX_CASES} cases"));
        }
        if let Some(first) = self.subjects.get(&case) {
            return self.leave(
                lines,
                format!("case {first} explains this position already"),
            );
        }
        let last = self.records.last().map_or(0, |record| record.number);
        let number = match (old > last, last.checked_add(1)) {
            (true, _) => old,
            (false, Some(next)) => next,
            (false, None) => return self.leave(lines, "no number is left for this case"),
        };
        if number != old {
            self.renumbered.push(Renumbered {
                line: lines.start,
                old,
                new: number,
            });
        }
        self.subjects.add(&case, number);
        self.records.push(Record { number, case });
    }
}

/// True for an `end` line and nothing after it. Its count and sum are those of the damaged file, so they are not compared.
fn is_end(bytes: &[u8]) -> bool {
    bytes.starts_with(b"end ") && bytes.iter().filter(|byte| **byte == b'\n').count() == 1
}
