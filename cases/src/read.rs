//! A case file, read whole or refused.

use crate::base::CaseBase;
use crate::fault::{CaseFault, FaultKind, quoted};
use crate::lines::Lines;
use crate::record::{Names, count, read_record};
use crate::sum::{RunningSum, digits};

/// Version of the case file format that this crate reads and writes.
pub const VERSION: u32 = 1;
/// Maximum size of a case file, in bytes.
pub const MAX_BYTES: usize = 256 << 20;
/// Maximum number of cases in one base.
pub const MAX_CASES: usize = 1_000_000;

/// The words that begin the first line of a case file, before the version of the format.
const NAME: &str = "adv cases ";
/// The first line of a case file of the present version.
pub(crate) const HEADER: &str = "adv cases 1";

/// The format version in the first line of a file; `None` for any other kind of file.
pub fn version(bytes: &[u8]) -> Option<u32> {
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let version = line.strip_prefix(NAME.as_bytes())?;
    count(std::str::from_utf8(version).ok()?)
}

/// Reads a case file. Only text as [`crate::write()`] writes it is accepted, so that `write(&read(bytes)?)` is the bytes again.
///
/// # Errors
/// [`CaseFault`] for anything else, with the first line that is wrong.
pub fn read(bytes: &[u8]) -> Result<CaseBase, CaseFault> {
    check_header(bytes)?;
    if bytes.len() > MAX_BYTES {
        let what = format!(
            "the file has {} bytes, expected at most {MAX_BYTES}",
            bytes.len()
        );
        let help = "split the base: a case base is read whole";
        return Err(CaseFault::new(FaultKind::Damaged, 1, what, help));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        CaseFault::damaged(line_of(before), "the line is no UTF-8 text")
    })?;
    if !text.ends_with('\n') {
        let line = line_of(bytes);
        return Err(CaseFault::cut_off(line, "the last line has no end"));
    }
    let mut lines = Lines::new(text);
    lines.take();
    // About three hundred bytes a case; a file that lies about its count costs nothing.
    let mut records = Vec::with_capacity(bytes.len() / 256);
    // The line of each case, for what can be known only of all together.
    let mut starts = Vec::with_capacity(records.capacity());
    let mut names = Names::default();
    let mut sums = RunningSum::new();
    let end = loop {
        if let Some(end) = lines.after("end") {
            break end;
        }
        if lines.peek().is_none() {
            let what = "the file ends without its last line, `end …`";
            return Err(CaseFault::cut_off(lines.number(), what));
        }
        if records.len() == MAX_CASES {
            let what = format!("a base has at most {MAX_CASES} cases");
            return Err(CaseFault::damaged(lines.number(), what));
        }
        starts.push(lines.number());
        let (record, sum) = read_record(&mut lines, &mut names)?;
        sums.add(sum.as_bytes());
        records.push(record);
    };
    let expected = format!("{} {}", records.len(), digits(sums.get()));
    if end != expected {
        let what = format!(
            "the last line is {}, expected `end {expected}`",
            quoted(&format!("end {end}"))
        );
        return Err(CaseFault::damaged(lines.number() - 1, what));
    }
    if lines.at() != text.len() {
        let what = "the file goes on after its last line, `end …`";
        return Err(CaseFault::damaged(lines.number(), what));
    }
    CaseBase::of_valid(records).map_err(|(place, fault)| {
        let line = starts.get(place).copied().unwrap_or(1);
        CaseFault::damaged(line, fault.0)
    })
}

/// The number, from 1, of the line that follows some bytes.
fn line_of(before: &[u8]) -> usize {
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// Refuses a file that is no case file or has another version.
pub(crate) fn check_header(bytes: &[u8]) -> Result<(), CaseFault> {
    let line = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    if line == HEADER.as_bytes() {
        return Ok(());
    }
    if line == b"adv cases 1\r" {
        let help =
            "store the file with line feeds alone; in git, `*.cases text eol=lf` in .gitattributes";
        let what = "the lines end with a carriage return and a line feed";
        return Err(CaseFault::new(FaultKind::Damaged, 1, what, help));
    }
    if !line.is_empty() && line.len() == bytes.len() && HEADER.as_bytes().starts_with(line) {
        return Err(CaseFault::cut_off(1, "the file ends within its first line"));
    }
    if let Some(version) = version(bytes) {
        let what = format!("the case file has version {version}, this adv reads version {VERSION}");
        let help = "use an adv that is as new as the one that wrote it";
        return Err(CaseFault::new(FaultKind::Version, 1, what, help));
    }
    let what = match bytes.is_empty() {
        true => format!("the file is empty, expected `{HEADER}`"),
        false => format!(
            "no case file: the first line is {}, expected `{HEADER}`",
            quoted(&String::from_utf8_lossy(line.get(..200).unwrap_or(line)))
        ),
    };
    let help =
        "name a file that `adv cases` has written; `adv cases FILE import` reads exported cases";
    Err(CaseFault::new(FaultKind::Foreign, 1, what, help))
}
