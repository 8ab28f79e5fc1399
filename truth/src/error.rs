//! What can go wrong with tables in files: errors, without which there is no truth, and warnings, which
//! cost time only.

use std::path::PathBuf;
use std::{fmt, io};

use adv_chess::Material;
use adv_tables::{LoadError, MAX_MEN, SlicedClass, TableError};

/// Why a value cannot be known.
#[derive(Debug)]
pub enum TruthError {
    /// A table of distances to mate cannot be made.
    Tables(TableError),
    /// The material has more men than tables are made for, and no Syzygy table has it.
    NotCovered {
        /// The material that the caller asked for.
        material: Material,
        /// The classes of its family, itself among them, that no given folder has a `.rtbw` for.
        missing: Vec<String>,
        /// Some folder of Syzygy tables was given.
        folder_given: bool,
    },
    /// It was interrupted while a table was made.
    Interrupted {
        /// The name of the class, or of the slice.
        table: String,
        /// The work that was done, in numbers of positions.
        done: u64,
        /// All the work there was.
        total: u64,
        /// The tables that were finished and are in the folder of tables.
        kept: usize,
    },
    /// There is no folder in which slices of this class could be kept; without one they cannot be used.
    NoFolder(Material),
    /// The file of a slice cannot be used or written.
    SliceFile {
        /// The file, or the folder where it is that which cannot be made.
        file: PathBuf,
        /// What is wrong with it.
        cause: CacheFault,
    },
    /// A folder that was given for Syzygy tables cannot be read.
    SyzygyFolder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A folder that was given for Syzygy tables has none.
    SyzygyEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// A Syzygy table cannot be believed.
    SyzygyFile {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: SyzygyFault,
    },
    /// A position needs a table that no given folder has, though there is one for its own class: most
    /// often that of a class which it turns into.
    SyzygyMissing {
        /// The name of the file, such as `KRvK.rtbw`.
        file: String,
    },
}

/// What is wrong with the file of a Syzygy table.
#[derive(Debug)]
pub enum SyzygyFault {
    /// The system does not let us read it.
    Unreadable(io::Error),
    /// It is not so long as a table can be: it has been cut off, most likely.
    Size,
    /// It does not begin as a table does.
    Magic,
    /// Its bytes do not have the checksum at its end.
    Checksum,
    /// It says things about itself that cannot be.
    Contents,
}

/// What made things slower than they need be.
#[derive(Debug)]
pub enum Warning {
    /// A file of the cache was rejected; its table was made again, and written in its place.
    Rebuilt {
        /// The file.
        file: PathBuf,
        /// Why it was not taken.
        cause: CacheFault,
    },
    /// A table could not be written, nor were those that were made after it.
    NotWritten {
        /// The file, or the folder where it is that which cannot be made.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
}

/// Why a file of the cache was not taken.
#[derive(Debug)]
pub enum CacheFault {
    /// The system does not let us read it.
    Unreadable(io::Error),
    /// It is not the table that it should be.
    Refused(LoadError),
}

impl fmt::Display for TruthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TruthError::Tables(error) => write!(f, "{error}"),
            TruthError::NotCovered {
                material,
                missing,
                folder_given,
            } => {
                let (name, men) = (material.name(), material.men());
                write!(
                    f,
                    "`{name}` has {men} men, and tables are made for up to {MAX_MEN}"
                )?;
                if SlicedClass::new(material).is_ok() {
                    write!(
                        f,
                        " without being asked for (`adv tables {name}` makes these); "
                    )?;
                } else {
                    f.write_str("; ")?;
                }
                let Some(first) = missing.first().filter(|_| *folder_given) else {
                    return write!(f, "give a folder of syzygy tables that has `{name}.rtbw`");
                };
                write!(f, "the folders of syzygy tables have no `{first}.rtbw`")?;
                match missing.len() - 1 {
                    0 => Ok(()),
                    others => write!(f, ", and {others} other tables that it needs are missing"),
                }
            }
            TruthError::Interrupted {
                table,
                done,
                total,
                kept,
            } => {
                let percent = 100 * done / (*total).max(1);
                write!(
                    f,
                    "interrupted at the table `{table}`, with {percent} % of the tables made; "
                )?;
                match kept {
                    0 => f.write_str("nothing new is kept"),
                    1 => f.write_str("1 that is finished is kept"),
                    kept => write!(f, "{kept} that are finished are kept"),
                }
            }
            TruthError::NoFolder(material) => write!(
                f,
                "there is no folder for the tables of `{}`, which are too large to be in memory only; name one by `ADV_CACHE`",
                material.name()
            ),
            TruthError::SliceFile { file, cause } => write!(
                f,
                "the table `{}` cannot be used: {cause}; `adv tables` with the name of the class makes it again",
                file.display()
            ),
            TruthError::SyzygyFolder { folder, cause } => write!(
                f,
                "the folder of syzygy tables `{}` cannot be read: {cause}; give one that has files such as `KQvKR.rtbw`",
                folder.display()
            ),
            TruthError::SyzygyEmpty { folder } => write!(
                f,
                "`{}` has no syzygy tables, expected files such as `KQvKR.rtbw`",
                folder.display()
            ),
            TruthError::SyzygyFile { file, fault } => write!(
                f,
                "the syzygy table `{}` {fault}; fetch it again or remove it",
                file.display()
            ),
            TruthError::SyzygyMissing { file } => write!(
                f,
                "the folders of syzygy tables have no `{file}`, which this position needs"
            ),
        }
    }
}

impl std::error::Error for TruthError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TruthError::Tables(error) => Some(error),
            TruthError::SyzygyFolder { cause, .. } => Some(cause),
            TruthError::SyzygyFile {
                fault: SyzygyFault::Unreadable(cause),
                ..
            }
            | TruthError::SliceFile {
                cause: CacheFault::Unreadable(cause),
                ..
            } => Some(cause),
            _ => None,
        }
    }
}

impl From<TableError> for TruthError {
    fn from(error: TableError) -> TruthError {
        TruthError::Tables(error)
    }
}

impl fmt::Display for SyzygyFault {
    /// As the end of a sentence about the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyzygyFault::Unreadable(cause) => write!(f, "cannot be read: {cause}"),
            SyzygyFault::Size => f.write_str("is damaged: it has not the length of a table"),
            SyzygyFault::Magic => f.write_str("is damaged: it does not begin as a table does"),
            SyzygyFault::Checksum => f.write_str("is damaged: its checksum does not match"),
            SyzygyFault::Contents => f.write_str("is damaged: its contents are impossible"),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Rebuilt { file, cause } => {
                write!(f, "the table `{}` was made again: {cause}", file.display())
            }
            Warning::NotWritten { path, cause } => write!(
                f,
                "`{}` cannot be written: {cause}; the next run makes the tables again",
                path.display()
            ),
        }
    }
}

impl fmt::Display for CacheFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheFault::Unreadable(cause) => write!(f, "it cannot be read: {cause}"),
            CacheFault::Refused(error) => write!(f, "{error}"),
        }
    }
}
