//! Faults of a case file, each with its line, its code and its remedy.

use std::fmt;

/// Kind of fault of a case file. Each has a code, whose page `adv explain CODE` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// The file is no case file: its first line is another one.
    Foreign,
    /// The case file has another version of the format than this crate reads.
    Version,
    /// The case file, or an exported text, is not as it was written.
    Damaged,
    /// The case file ends before its last line, `end`.
    CutOff,
    /// Two bases that are merged explain one position differently.
    Conflict,
    /// The case file is being written by another program.
    InUse,
}

impl FaultKind {
    /// All kinds of faults, in the order of their codes.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Foreign,
        FaultKind::Version,
        FaultKind::Damaged,
        FaultKind::CutOff,
        FaultKind::Conflict,
        FaultKind::InUse,
    ];

    /// The code of this kind of fault, such as `K0003`.
    pub const fn code(self) -> &'static str {
        match self {
            FaultKind::Foreign => "K0001",
            FaultKind::Version => "K0002",
            FaultKind::Damaged => "K0003",
            FaultKind::CutOff => "K0004",
            FaultKind::Conflict => "K0005",
            FaultKind::InUse => "K0006",
        }
    }
}

/// The reason why a case file or an exported text is refused, with the place of the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFault {
    /// The kind of fault, which has the code.
    pub kind: FaultKind,
    /// Number of the faulty line, from 1.
    pub line: usize,
    /// Message that describes the fault: lower-case, without a full stop.
    pub what: String,
    /// Remedy for the fault: lower-case, without a full stop.
    pub help: String,
}

impl CaseFault {
    /// A fault of a kind in a line.
    pub(crate) fn new(
        kind: FaultKind,
        line: usize,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> CaseFault {
        CaseFault {
            kind,
            line,
            what: what.into(),
            help: help.into(),
        }
    }

    /// The fault of a line that is not as this crate writes it.
    pub(crate) fn damaged(line: usize, what: impl Into<String>) -> CaseFault {
        CaseFault::new(
            FaultKind::Damaged,
            line,
            what,
            "fetch the file again from where it came; `adv cases FILE repair -o NEW` copies the cases that are whole",
        )
    }

    /// The fault of a text that ends too early.
    pub(crate) fn cut_off(line: usize, what: impl Into<String>) -> CaseFault {
        CaseFault::new(
            FaultKind::CutOff,
            line,
            what,
            "fetch the file again from where it came; `adv cases FILE repair -o NEW` copies the cases that are whole",
        )
    }

    /// The fault of an exported text that cannot be read back.
    pub(crate) fn import(line: usize, what: impl Into<String>) -> CaseFault {
        CaseFault::new(
            FaultKind::Damaged,
            line,
            what,
            "import a text as `adv cases FILE export` writes it",
        )
    }
}

impl fmt::Display for CaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for CaseFault {}

/// Quotes a user's text for a message: in backticks, cut after 40 characters, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().take(40).map(plain).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
