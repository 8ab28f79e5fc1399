//! What a checked program can still be too large for.

use std::fmt;

use crate::source::Span;

/// A definition, goal or program that does not fit a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    /// The definition or clause.
    pub span: Span,
    /// What it is too large for.
    pub kind: LowerErrorKind,
    /// The definition's name, or a made-up one such as `squeeze.better`.
    pub name: String,
}

/// The limits that a checked program can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowerErrorKind {
    /// More values are needed at one time than there are registers.
    Registers,
    /// More instructions than one function may have.
    Code,
    /// More loops inside one another than one function may have.
    Loops,
    /// More functions than a module may have.
    Functions,
    /// More constants than a module may have.
    Constants,
}

impl LowerError {
    pub(super) fn new(kind: LowerErrorKind, name: &str, span: Span) -> LowerError {
        LowerError {
            span,
            kind,
            name: name.to_owned(),
        }
    }

    pub(super) fn registers(name: &str, span: Span) -> LowerError {
        LowerError::new(LowerErrorKind::Registers, name, span)
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.kind {
            LowerErrorKind::Registers => {
                write!(
                    f,
                    "`{name}` works with more than 256 values at one time; make definitions of parts of it"
                )
            }
            LowerErrorKind::Code => {
                write!(
                    f,
                    "`{name}` is longer than 65535 instructions; make definitions of parts of it"
                )
            }
            LowerErrorKind::Loops => {
                write!(
                    f,
                    "`{name}` has more than 8 loops inside one another; make a definition of the inner ones"
                )
            }
            LowerErrorKind::Functions => {
                write!(
                    f,
                    "more than 65535 functions are needed, the last one for `{name}`; make several programs of this one"
                )
            }
            LowerErrorKind::Constants => {
                write!(
                    f,
                    "more than 65535 different boards and large numbers, the last one in `{name}`; make several programs of this one"
                )
            }
        }
    }
}

impl std::error::Error for LowerError {}
