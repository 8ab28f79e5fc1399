//! Tables of five men in the folder of tables: made slice by slice, kept as soon as they are made, and used from their files.
//!
//! ```text
//! KQRvKR.slice, …, KRPvKR.a7.slice, …, KRPvKR.d2.slice       a file for each slice, beside KRvK.dtm and the others
//! ```
//!
//! A run that was killed left whole files, since a file is written under another name and then renamed; the next run goes on after them.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv_chess::Material;
use adv_tables::{
    Distance, LoadError, MAX_MEN, SliceHead, SlicedClass, TableError, Tables, family, make_slice,
    promoted,
};

use crate::cache::{self, Cache};
use crate::error::{CacheFault, TruthError, Warning};
use crate::pages::SliceFiles;
use crate::truth::Truth;

/// The file of a slice.
pub(crate) fn file_of(folder: &Path, class: &SlicedClass, slice: usize) -> PathBuf {
    folder.join(format!("{}.slice", class.name(slice)))
}

/// What it takes to make the tables of a class of five men that are not there yet, and to keep them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlicePlan {
    /// The slices of the class and of those that it turns into by promotions.
    pub slices: usize,
    /// Of these, the slices that have no file yet. Whether the others are sound shows when they are read.
    pub missing: usize,
    /// Values of all slices, a byte each: about the bytes of the files.
    pub values: u64,
    /// Values of the missing slices.
    pub missing_values: u64,
    /// About the memory that is needed while they are made, in bytes.
    pub memory: u64,
}

/// How far the making of slices is.
#[derive(Clone, Debug)]
pub struct SliceProgress {
    /// The slice that is made or read.
    pub slice: String,
    /// Values that are done.
    pub done: u64,
    /// All values.
    pub total: u64,
}

/// The values of a slice, from its file. `Ok(None)` where there is no file.
fn read(cache: &Cache, class: &SlicedClass, slice: usize) -> Result<Option<Vec<u8>>, CacheFault> {
    let path = file_of(&cache.folder, class, slice);
    let length = match fs::metadata(&path) {
        Ok(about) if about.is_file() => about.len(),
        Ok(_) => return Err(CacheFault::Unreadable(io::Error::other("it is not a file"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CacheFault::Unreadable(error)),
    };
    let start = SliceHead::len(class, slice);
    let mut head = Vec::new();
    let mut file = File::open(&path).map_err(CacheFault::Unreadable)?;
    let bytes = file.by_ref().take(start as u64).read_to_end(&mut head);
    bytes.map_err(CacheFault::Unreadable)?;
    let key = cache.key().map_err(CacheFault::Unreadable)?;
    let head = SliceHead::read(class, slice, &head, length, key).map_err(CacheFault::Refused)?;
    let mut values = Vec::with_capacity(class.numbers(slice));
    let bytes = file
        .take(class.numbers(slice) as u64)
        .read_to_end(&mut values);
    bytes.map_err(CacheFault::Unreadable)?;
    match head.matches(&values) {
        true => Ok(Some(values)),
        false => Err(CacheFault::Refused(LoadError::Seal)),
    }
}

/// All slices of a class and of those that it turns into by promotions, in the order in which they are made.
fn classes(material: &Material) -> Result<Vec<SlicedClass>, TruthError> {
    // Whether the class can have slices is said before others are looked at.
    SlicedClass::new(material)?;
    let classes = promoted(material);
    let classes = classes.iter().map(SlicedClass::new);
    Ok(classes.collect::<Result<_, _>>()?)
}

/// True where a class of five men has slices, and all of them have files in the folder.
pub(crate) fn is_kept(folder: Option<&Path>, material: &Material) -> bool {
    let (Some(folder), true) = (folder, material.men() > MAX_MEN) else {
        return false;
    };
    // Looking for one file is cheaper than naming all of them.
    classes(material).is_ok_and(|classes| {
        classes.iter().rev().all(|class| {
            let mut slices = class.slices();
            slices.all(|slice| file_of(folder, class, slice).is_file())
        })
    })
}

impl Truth {
    /// What [`Truth::make_slices`] would do.
    ///
    /// # Errors
    ///
    /// When the class can have no slices, and when there is no folder.
    pub fn plan_slices(&self, material: &Material) -> Result<SlicePlan, TruthError> {
        let folder = &self.slice_cache(material)?.folder;
        let mut plan = SlicePlan::default();
        let classes = classes(material)?;
        let all = classes
            .iter()
            .flat_map(|class| class.slices().map(|slice| class.numbers(slice)));
        let largest = all.max().unwrap_or(0) as u64;
        for class in &classes {
            for slice in class.slices() {
                let values = class.numbers(slice) as u64;
                plan.slices += 1;
                plan.values += values;
                if !file_of(folder, class, slice).is_file() {
                    plan.missing += 1;
                    plan.missing_values += values;
                    // Its values, five sets of its positions and some bytes for a row; and a slice that a pawn's move leads to.
                    let led_to = if class.slices().len() > 1 { largest } else { 0 };
                    plan.memory = plan.memory.max(values * 17 / 10 + led_to);
                }
            }
        }
        let others = family(material)
            .into_iter()
            .filter(|class| class.men() <= MAX_MEN);
        let others = others.map(|class| adv_tables::saved_len(&class).unwrap_or(0) as u64);
        plan.memory = plan.memory.max(largest) + others.sum::<u64>();
        Ok(plan)
    }

    /// Makes the tables of a class of five men in slices, each in a file of its own as soon as it is made, and uses them from then on.
    /// Slices that have a sound file are not made again, so that a call goes on where another one was interrupted.
    ///
    /// `each` is called with every slice and its values, the slices in the order in which they are made. The work is shared by the threads of
    /// the rayon pool that this is called in, and the bytes do not depend on them.
    ///
    /// Warnings name files that were not as they were written, and have been made again.
    ///
    /// # Errors
    ///
    /// When the class can have no slices, when there is no folder, when a file cannot be written (without its slices a class of five men
    /// cannot be used), and when it is interrupted: the slices before are kept then.
    pub fn make_slices(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(&SliceProgress) + Send),
        each: &mut (dyn FnMut(&SlicedClass, usize, &[u8]) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let cache = Arc::clone(self.slice_cache(material)?);
        let folder = &cache.folder;
        let classes = classes(material)?;
        let mut warnings = self.prepare_smaller(material, &mut |_, _| {})?;
        let made = fs::create_dir_all(folder).and_then(|()| cache.key());
        let key = made.map_err(|cause| TruthError::SliceFile {
            file: folder.clone(),
            cause: CacheFault::Unreadable(cause),
        })?;
        let numbers =
            |class: &SlicedClass| class.slices().map(|s| class.numbers(s) as u64).sum::<u64>();
        let mut report = SliceProgress {
            slice: String::new(),
            done: 0,
            total: classes.iter().map(numbers).sum(),
        };
        let is_written = |warning: &Warning| !matches!(warning, Warning::NotWritten { .. });
        let mut kept_files = match warnings.iter().all(is_written) {
            true => self.tables().classes().count(),
            false => 0,
        };
        for class in &classes {
            for slice in class.slices() {
                report.slice = class.name(slice);
                progress(&report);
                let path = file_of(folder, class, slice);
                let kept = read(&cache, class, slice).unwrap_or_else(|cause| {
                    let file = path.clone();
                    warnings.push(Warning::Rebuilt { file, cause });
                    None
                });
                let start = report.done;
                let values = match kept {
                    Some(values) => values,
                    None => {
                        let mut part = |done| {
                            report.done = start + done / 2;
                            progress(&report);
                        };
                        let made = make(&cache, class, slice, self.tables(), &mut part);
                        let values = made.map_err(|error| match error {
                            TruthError::Tables(TableError::Interrupted(_)) => {
                                TruthError::Interrupted {
                                    table: class.name(slice),
                                    done: report.done,
                                    total: report.total,
                                    kept: kept_files,
                                }
                            }
                            error => error,
                        })?;
                        let head = SliceHead::write(class, slice, &values, key);
                        cache::write(&path, &[&head, &values]).map_err(|cause| {
                            let (file, cause) = (path, CacheFault::Unreadable(cause));
                            TruthError::SliceFile { file, cause }
                        })?;
                        values
                    }
                };
                kept_files += 1;
                each(class, slice, &values);
                report.done = start + values.len() as u64;
                progress(&report);
            }
        }
        self.attach_slices(&cache, classes)?;
        Ok(warnings)
    }

    /// Uses the slices of a class of five men, all of which have files.
    pub(crate) fn use_slices(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let cache = Arc::clone(self.slice_cache(material)?);
        let classes = classes(material)?;
        let warnings = self.prepare_smaller(material, progress)?;
        self.attach_slices(&cache, classes)?;
        Ok(warnings)
    }

    /// Prepares the classes of up to [`MAX_MEN`] men that a class turns into.
    fn prepare_smaller(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let mut smaller = family(material);
        smaller.retain(|class| class.men() <= MAX_MEN);
        self.fill(&smaller, Distance::Mate, progress)
    }

    fn attach_slices(
        &mut self,
        cache: &Cache,
        classes: Vec<SlicedClass>,
    ) -> Result<(), TruthError> {
        for class in classes {
            if self.tables().is_prepared(class.material()) {
                continue;
            }
            let number = self.next_sliced();
            let files = SliceFiles::open(cache, &class, number, &Arc::clone(self.pages()))?;
            self.tables_mut().attach(class, Box::new(files));
        }
        Ok(())
    }

    fn slice_cache(&self, material: &Material) -> Result<&Arc<Cache>, TruthError> {
        self.cache().ok_or(TruthError::NoFolder(*material))
    }
}

/// Makes the values of a slice from the files of those that it leads to.
fn make(
    cache: &Cache,
    class: &SlicedClass,
    slice: usize,
    tables: &Tables,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, TruthError> {
    let mut load = |class: &SlicedClass, slice: usize| {
        let values = match read(cache, class, slice) {
            Ok(Some(values)) => return Ok(values),
            Ok(None) => CacheFault::Unreadable(io::ErrorKind::NotFound.into()),
            Err(cause) => cause,
        };
        Err(TruthError::SliceFile {
            file: file_of(&cache.folder, class, slice),
            cause: values,
        })
    };
    make_slice(class, slice, tables, &mut load, progress)
}
