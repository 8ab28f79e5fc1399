//! The case file: JSON lines, of which the first names the format, and each other one is a case.

use std::fmt;

use serde::Deserialize;

use crate::base::CaseBase;
use crate::case::{Case, InvalidCase, plain, quoted};
use crate::old;

/// Version of the case file format that this crate reads and writes.
pub const VERSION: u32 = 2;
/// Maximum size of a case file, in bytes.
pub const MAX_BYTES: usize = 256 << 20;
/// Maximum number of cases in one base.
pub const MAX_CASES: usize = 1_000_000;
/// Maximum length of a line in bytes, which the limits of a case's parts leave ample: a line that is longer would be no case.
const MAX_LINE: usize = 4 << 20;

/// The first line of a case file of the present version.
const HEADER: &str = r#"{"format":"adv cases","version":2}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
}

/// The reason why a case file is refused, with the place of the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFault {
    /// The code of the fault, whose page `adv explain CODE` prints.
    pub code: &'static str,
    /// Number of the faulty line, from 1.
    pub line: usize,
    /// Message that describes the fault: lower-case, without a full stop.
    pub what: String,
    /// Remedy for the fault: lower-case, without a full stop.
    pub help: &'static str,
}

impl fmt::Display for CaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for CaseFault {}

impl CaseFault {
    /// The fault of a line that is no case.
    pub(crate) fn damaged(line: usize, what: impl Into<String>) -> CaseFault {
        CaseFault {
            code: "K0003",
            line,
            what: what.into(),
            help: "correct the line, or fetch the file again; `adv cases FILE repair -o NEW` copies the good lines",
        }
    }

    /// The fault of a file that ends within a line.
    pub(crate) fn cut_off(line: usize, what: impl Into<String>) -> CaseFault {
        CaseFault {
            code: "K0004",
            help: "fetch the file again from where it came; `adv cases FILE repair -o NEW` copies the good lines",
            ..CaseFault::damaged(line, what)
        }
    }

    /// The fault of a first line.
    fn first(code: &'static str, what: String, help: &'static str) -> CaseFault {
        CaseFault {
            code,
            line: 1,
            what,
            help,
        }
    }
}

/// Writes a base as a case file, from which [`read`] returns the base again.
pub fn write(base: &CaseBase) -> String {
    format!("{HEADER}\n{}", write_lines(base))
}

/// Writes the cases of a base as JSON lines without the first line of a case file.
pub fn write_lines(base: &CaseBase) -> String {
    // Objects of strings and numbers can always be written.
    let line = |case| serde_json::to_string(case).unwrap_or_default() + "\n";
    base.cases().iter().map(line).collect()
}

/// Reads a case file. White space, the order of keys, and the spelling of strings are free, so that a file can be edited by hand.
///
/// # Errors
/// [`CaseFault`] with the first line that is wrong.
pub fn read(bytes: &[u8]) -> Result<CaseBase, CaseFault> {
    check_header(bytes)?;
    gather(bytes, |fault, _| Err(fault))
}

/// Reads a case file of this version or of version 1, or its lines without the first one, as [`write_lines`] writes them.
///
/// # Errors
/// [`CaseFault`] with the first line that is wrong.
pub fn import(bytes: &[u8]) -> Result<CaseBase, CaseFault> {
    match version(bytes) {
        Some(1) => check_size(bytes).and_then(|()| old::read(bytes)),
        None if matches!(bytes.trim_ascii_start().first(), None | Some(b'{')) => {
            gather(bytes, |fault, _| Err(fault))
        }
        _ => read(bytes),
    }
}

/// The result of repairing a damaged file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// The cases of the good lines, in the order of the file.
    pub base: CaseBase,
    /// The faulty lines, in the order of the file, each with the number under which its case is copied; `None` for a line left out.
    pub faults: Vec<(CaseFault, Option<u32>)>,
}

/// Copies the good lines of a file, and lists the others. A case whose number does not follow gets a new one.
///
/// # Errors
/// [`CaseFault`] for a file of another version, one too large, and one with neither the first line of a case file nor a case.
pub fn repair(bytes: &[u8]) -> Result<Repaired, CaseFault> {
    let header = check_header(bytes);
    let other_version = |fault: &&CaseFault| fault.code == "K0002";
    if let Some(fault) = header.as_ref().err().filter(other_version) {
        return Err(fault.clone());
    }
    let mut faults = Vec::new();
    let base = gather(bytes, |fault, copied_as| {
        if faults.len() == MAX_CASES {
            return Err(fault);
        }
        faults.push((fault, copied_as));
        Ok(())
    })?;
    match (base.cases().is_empty(), header) {
        (true, Err(fault)) => Err(fault),
        _ => Ok(Repaired { base, faults }),
    }
}

/// Reads the cases of a file line by line. Calls `report` with each fault, and with the new number of a case that is copied all the same;
/// ends where it returns an error.
fn gather(
    bytes: &[u8],
    mut report: impl FnMut(CaseFault, Option<u32>) -> Result<(), CaseFault>,
) -> Result<CaseBase, CaseFault> {
    check_size(bytes)?;
    let mut base = CaseBase::new();
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').zip(1..);
    if version(bytes).is_some() {
        lines.next();
    }
    for (line, number) in lines {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut case = match read_case(line) {
            Ok(case) => case,
            Err(InvalidCase(what)) => {
                let fault = match line.ends_with(b"\n") {
                    true => CaseFault::damaged(number, what),
                    false => CaseFault::cut_off(number, what),
                };
                report(fault, None)?;
                continue;
            }
        };
        let next = base.next_number().filter(|next| case.number < *next);
        if let Some(next) = next.filter(|_| base.explains(&case).is_none()) {
            let what = format!(
                "case {} follows case {}, expected a larger number",
                case.number,
                next - 1
            );
            report(CaseFault::damaged(number, what), Some(next))?;
            case.number = next;
        }
        if let Err(InvalidCase(what)) = base.insert(case) {
            report(CaseFault::damaged(number, what), None)?;
        }
    }
    Ok(base)
}

fn read_case(line: &[u8]) -> Result<Case, InvalidCase> {
    if line.len() > MAX_LINE {
        return Err(InvalidCase(format!(
            "the line has more than {MAX_LINE} bytes"
        )));
    }
    let mut case: Case = serde_json::from_slice(line.trim_ascii_end()).map_err(|error| {
        let what = error.to_string().replace(" at line 1 column", " at column");
        InvalidCase(format!("no case: {}", plain(&what, 200)))
    })?;
    for fact in &mut case.facts {
        fact.texts.sort();
    }
    case.validate_words()?;
    Ok(case)
}

fn check_size(bytes: &[u8]) -> Result<(), CaseFault> {
    match bytes.len() > MAX_BYTES {
        true => Err(CaseFault::damaged(
            1,
            format!("the file has more than {MAX_BYTES} bytes"),
        )),
        false => Ok(()),
    }
}

fn first_line(bytes: &[u8]) -> &[u8] {
    let line = bytes
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    line.get(..200).unwrap_or(line)
}

/// The format version in the first line of a file; `None` for any other kind of file.
fn version(bytes: &[u8]) -> Option<u32> {
    let line = first_line(bytes).trim_ascii();
    if let Some(version) = line.strip_prefix(b"adv cases ") {
        return std::str::from_utf8(version).ok()?.parse().ok();
    }
    let header: Header = serde_json::from_slice(line).ok()?;
    (header.format == "adv cases").then_some(header.version)
}

/// Refuses a file that is no case file or has another version.
fn check_header(bytes: &[u8]) -> Result<(), CaseFault> {
    let what = match version(bytes) {
        Some(VERSION) => return Ok(()),
        Some(1) => {
            let what = "this is a case file of version 1".to_owned();
            return Err(CaseFault::first(
                "K0002",
                what,
                "`adv cases NEW import OLD` makes it anew",
            ));
        }
        Some(version) => {
            let what =
                format!("the case file has version {version}, this adv reads version {VERSION}");
            let help = "use an adv that is as new as the one that wrote it";
            return Err(CaseFault::first("K0002", what, help));
        }
        None if bytes.is_empty() => format!("the file is empty, expected `{HEADER}`"),
        None if HEADER.as_bytes().starts_with(bytes) => {
            return Err(CaseFault::cut_off(1, "the file ends within its first line"));
        }
        None => {
            let line = String::from_utf8_lossy(first_line(bytes));
            format!(
                "no case file: the first line is {}, expected `{HEADER}`",
                quoted(&line)
            )
        }
    };
    let help = "name a file that `adv cases` has written; `adv cases FILE import` reads lines without a first line";
    Err(CaseFault::first("K0001", what, help))
}
