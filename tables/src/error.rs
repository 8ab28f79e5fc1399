//! Why a table cannot be made, and why the bytes of one are not taken.

use std::fmt;

use adv_chess::class::ClassError;
use adv_chess::{Material, SealFault};

use crate::file::VERSION;
use crate::tables::MAX_MEN;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The material has no positions to be numbered: a side without a king, say.
    Class(ClassError),
    /// More men than [`MAX_MEN`].
    TooManyMen(Material),
    /// Both sides have pawns, and tables of so many men are made for pawns of one side: in slices a capture en passant has no number.
    PawnsOfBothSides(Material),
    /// There was not enough memory for a table.
    Memory {
        /// The class whose table it was to be.
        material: Material,
        /// The size of the table, in bytes.
        bytes: usize,
    },
    /// A mate takes more plies than a table can hold; no class of four men has one.
    TooLong(Material),
    /// A loaded table calls a position illegal that this class can turn into. No table that was made
    /// here does; the file was written by other means.
    Contradiction(Material),
    /// The flag of [`crate::Tables::stop_by`] was set while this table was made or gone through.
    Interrupted(Material),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Class(error) => write!(f, "{error}"),
            TableError::TooManyMen(material) => write!(
                f,
                "`{}` has {} men, expected at most {MAX_MEN}, the kings counted",
                material.name(),
                material.men()
            ),
            TableError::PawnsOfBothSides(material) => write!(
                f,
                "both sides of `{}` have pawns, and tables of five men are made for pawns of one side",
                material.name()
            ),
            TableError::Memory { material, bytes } => write!(
                f,
                "there is no memory for the table of `{}`, which needs {} MiB",
                material.name(),
                bytes.div_ceil(1 << 20)
            ),
            TableError::TooLong(material) => write!(
                f,
                "a mate of `{}` takes more plies than a table can hold",
                material.name()
            ),
            TableError::Contradiction(material) => write!(
                f,
                "a table that was loaded lacks positions that `{}` turns into",
                material.name()
            ),
            TableError::Interrupted(material) => {
                write!(f, "interrupted at the table of `{}`", material.name())
            }
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Class(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ClassError> for TableError {
    fn from(error: ClassError) -> TableError {
        TableError::Class(error)
    }
}

/// Why the bytes of a table are not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// They do not begin as a table does: this is some other file.
    Magic,
    /// Another version of adv has written them: the version that was found.
    Version(u16),
    /// They are more or fewer than they should be, in bytes. A file that was not written to its end
    /// looks so.
    Length {
        /// What the file says of itself, or where it does not say, what the class takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// They were not written with this user's key, or altered since.
    Seal,
    /// It is a sound table of another class.
    OtherClass {
        /// The class that the caller asked for.
        expected: Material,
        /// The name of the class whose table it is.
        found: String,
    },
    /// It is the file of another slice.
    OtherSlice {
        /// The name of the slice that the caller asked for.
        expected: String,
        /// The name that the file has for its own.
        found: String,
    },
    /// The class that the caller asked for can have no table, or there is no memory for it.
    Table(TableError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Magic => f.write_str("it is not a table of the distances asked for"),
            LoadError::Version(found) => write!(
                f,
                "it is of version {found}, and this adv reads version {VERSION}"
            ),
            LoadError::Length { expected, found } => {
                write!(f, "it has {found} bytes, expected {expected}")
            }
            LoadError::Seal => write!(f, "{}", SealFault::Broken),
            LoadError::OtherClass { expected, found } => write!(
                f,
                "it is the table of `{found}`, expected `{}`",
                expected.name()
            ),
            LoadError::OtherSlice { expected, found } => {
                write!(f, "it is the slice `{found}`, expected `{expected}`")
            }
            LoadError::Table(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Table(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TableError> for LoadError {
    fn from(error: TableError) -> LoadError {
        LoadError::Table(error)
    }
}
