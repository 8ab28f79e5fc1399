//! Syzygy tables of some folders: what they have, and what they say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs, io};

use adv_chess::{Material, Outcome, Position};
use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Tablebase, Wdl};

use crate::error::{SyzygyFault, TruthError};
use crate::storage::{Storage, WrongSum};

/// The tables of all folders that were given.
pub(crate) struct Syzygy {
    tablebase: Tablebase<Chess>,
    /// The files by their names without the extension: win or loss (WDL), and the distance to zero (DTZ).
    wdl: BTreeMap<String, PathBuf>,
    dtz: BTreeMap<String, PathBuf>,
}

impl Syzygy {
    pub(crate) fn new() -> Syzygy {
        Syzygy {
            tablebase: Tablebase::with_filesystem(Arc::new(Storage::default())),
            wdl: BTreeMap::new(),
            dtz: BTreeMap::new(),
        }
    }

    /// Adds the tables of a folder. Of two files for the same table the first counts.
    pub(crate) fn add(&mut self, folder: &Path) -> Result<(), TruthError> {
        let unreadable = |cause| TruthError::SyzygyFolder {
            folder: folder.to_path_buf(),
            cause,
        };
        let mut files = fs::read_dir(folder)
            .and_then(|entries| {
                let paths = entries.map(|entry| entry.map(|entry| entry.path()));
                paths.collect::<io::Result<Vec<PathBuf>>>()
            })
            .map_err(unreadable)?;
        files.sort();
        let mut found = 0;
        for file in files {
            let ending = file.extension().and_then(|ending| ending.to_str());
            let is_wdl = match ending {
                Some("rtbw") => true,
                Some("rtbz") => false,
                _ => continue,
            };
            let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) else {
                continue;
            };
            let names = if is_wdl { &mut self.wdl } else { &mut self.dtz };
            found += usize::from(is_wdl);
            if names.contains_key(name) {
                continue;
            }
            match self.tablebase.add_file(&file) {
                Ok(()) => {
                    names.insert(name.to_owned(), file);
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                    // The ending of a table and the name of none.
                    found -= usize::from(is_wdl);
                }
                Err(error) => {
                    let fault = match error.kind() {
                        io::ErrorKind::InvalidData => SyzygyFault::Size,
                        _ => SyzygyFault::Unreadable(error),
                    };
                    return Err(TruthError::SyzygyFile { file, fault });
                }
            }
        }
        if found == 0 {
            return Err(TruthError::SyzygyEmpty {
                folder: folder.to_path_buf(),
            });
        }
        Ok(())
    }

    /// True when there is a WDL table for this class.
    pub(crate) fn has(&self, material: &Material) -> bool {
        // Two kings need none.
        material.men() == 2 || find(&self.wdl, material).is_some()
    }

    /// The most men of a table.
    pub(crate) fn max_men(&self) -> u32 {
        u32::try_from(self.tablebase.max_pieces()).unwrap_or(u32::MAX)
    }

    /// The side that wins; `None` where there is no table for the class, for a position in which a side may still
    /// castle, and for one that is not legal.
    pub(crate) fn outcome(&self, position: &Position) -> Result<Option<Outcome>, TruthError> {
        let Some(chess) = self.chess(position) else {
            return Ok(None);
        };
        match self.tablebase.probe_wdl_after_zeroing(&chess) {
            Ok(verdict) => Ok(Some(without_fifty_moves(verdict))),
            Err(error) => self.explain(error).map_or(Ok(None), Err),
        }
    }

    /// The distance to zero in plies; `None` as [`Syzygy::outcome`], and where there is no table of
    /// distances for the class.
    pub(crate) fn dtz(&self, position: &Position) -> Result<Option<i32>, TruthError> {
        let material = Material::of(position);
        if material.men() > 2 && find(&self.dtz, &material).is_none() {
            return Ok(None);
        }
        let Some(chess) = self.chess(position) else {
            return Ok(None);
        };
        match self.tablebase.probe_dtz(&chess) {
            Ok(distance) => Ok(Some(i32::from(distance.ignore_rounding()))),
            Err(error) => self.explain(error).map_or(Ok(None), Err),
        }
    }

    /// The position as the tables take it, if they take it.
    fn chess(&self, position: &Position) -> Option<Chess> {
        if position.castling() != 0 || !self.has(&Material::of(position)) {
            return None;
        }
        position.to_chess()
    }

    /// What an error means, `None` where it says that the tables do not go so far.
    fn explain(&self, error: SyzygyError) -> Option<TruthError> {
        match error {
            SyzygyError::Castling | SyzygyError::TooManyPieces => None,
            SyzygyError::MissingTable { metric, material } => {
                let (_, ending) = self.of_metric(metric);
                let file = format!("{material}.{ending}");
                Some(TruthError::SyzygyMissing { file })
            }
            SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            } => {
                let (files, ending) = self.of_metric(metric);
                let name = material.to_string();
                let turned = name.split_once('v').map(|(a, b)| format!("{b}v{a}"));
                let file = files
                    .get(&name)
                    .or_else(|| files.get(&turned?))
                    .cloned()
                    .unwrap_or_else(|| PathBuf::from(format!("{name}.{ending}")));
                let fault = match *error {
                    ProbeError::Read { error } if is_wrong_sum(&error) => SyzygyFault::Checksum,
                    ProbeError::Read { error } => SyzygyFault::Unreadable(error),
                    ProbeError::Magic { .. } => SyzygyFault::Magic,
                    ProbeError::CorruptedTable { .. } => SyzygyFault::Contents,
                };
                Some(TruthError::SyzygyFile { file, fault })
            }
        }
    }

    /// The files of one kind and their ending.
    fn of_metric(&self, metric: Metric) -> (&BTreeMap<String, PathBuf>, &'static str) {
        match metric {
            Metric::Wdl => (&self.wdl, "rtbw"),
            Metric::Dtz => (&self.dtz, "rtbz"),
        }
    }
}

impl fmt::Debug for Syzygy {
    /// Writes the names of the tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Syzygy").field(&self.wdl.keys()).finish()
    }
}

/// The outcome without the fifty-move rule: a win that the rule spoils is a win.
const fn without_fifty_moves(verdict: Wdl) -> Outcome {
    match verdict {
        Wdl::Win | Wdl::CursedWin => Outcome::Win,
        Wdl::Draw => Outcome::Draw,
        Wdl::Loss | Wdl::BlessedLoss => Outcome::Loss,
    }
}

/// The file of a class, which may be named for either side first.
fn find<'a>(files: &'a BTreeMap<String, PathBuf>, material: &Material) -> Option<&'a PathBuf> {
    let found = files.get(&material.name());
    found.or_else(|| files.get(&material.mirrored().name()))
}

fn is_wrong_sum(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<WrongSum>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_moves_are_not_counted() {
        let verdicts = [
            Wdl::Loss,
            Wdl::BlessedLoss,
            Wdl::Draw,
            Wdl::CursedWin,
            Wdl::Win,
        ];
        let outcomes = verdicts.map(without_fifty_moves);
        use Outcome::{Draw, Loss, Win};
        assert_eq!(outcomes, [Loss, Loss, Draw, Win, Win]);
    }
}
