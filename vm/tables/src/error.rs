//! Why a table cannot be made.

use std::fmt;

use adv_chess::Material;
use adv_chess::class::ClassError;

use crate::tables::MAX_MEN;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The material has no positions to be numbered: a side without a king, say.
    Class(ClassError),
    /// More men than [`MAX_MEN`].
    TooManyMen(Material),
    /// The memory for a table was not to be had.
    Memory {
        /// The class whose table it was to be.
        material: Material,
        /// How much was asked for, in bytes.
        bytes: usize,
    },
    /// A mate takes more plies than a table can hold; no class of four men has one.
    TooLong(Material),
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
