//! The truth about positions: the order of the sources, and how their tables are prepared.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, fs};

use adv_chess::{Material, Position, Worth};
use adv_tables::{Distance, MAX_MEN, TableError, Tables, family, work};

use crate::cache::{self, Cache, KeySource};
use crate::error::{TruthError, Warning};
use crate::pages::Pages;
use crate::slices;
use crate::syzygy::Syzygy;

/// Where tables are.
#[derive(Clone, Debug, Default)]
pub struct TruthOptions {
    /// The folder in which distances to mate are kept, and the key that seals them; [`crate::default_cache`] knows the usual
    /// folder. It is made where it is not there. `None`: they are made in every process.
    pub cache: Option<(PathBuf, KeySource)>,
    /// Folders of Syzygy tables. Of two files for the same table that of the first folder counts.
    pub syzygy: Vec<PathBuf>,
    /// Set by another thread to end the making of tables soon, with [`TruthError::Interrupted`].
    pub stop: Option<Arc<AtomicBool>>,
}

/// What perfect play is worth. Several threads may ask at a time.
pub struct Truth {
    tables: Tables,
    cache: Option<Arc<Cache>>,
    syzygy: Syzygy,
    /// Some folder of Syzygy tables was given.
    folder_given: bool,
    /// Pages of slices.
    pages: Arc<Pages>,
    /// How many classes in slices have been opened.
    opened: u64,
}

impl fmt::Debug for Truth {
    /// Writes the classes and not their values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Truth");
        debug
            .field("tables", &self.tables)
            .field("cache", &self.cache);
        debug.field("syzygy", &self.syzygy).finish_non_exhaustive()
    }
}

impl Default for Truth {
    /// No cache and no Syzygy tables: distances are made in memory.
    fn default() -> Truth {
        Truth {
            tables: Tables::new(),
            cache: None,
            syzygy: Syzygy::new(),
            folder_given: false,
            pages: Arc::default(),
            opened: 0,
        }
    }
}

impl Truth {
    /// Looks through the folders of Syzygy tables; nothing is prepared yet.
    ///
    /// # Errors
    ///
    /// When a folder of Syzygy tables cannot be read or has none, and when a file in it has a length that
    /// no table has. Their contents are read with the first look-up.
    pub fn new(options: TruthOptions) -> Result<Truth, TruthError> {
        let mut truth = Truth {
            cache: options.cache.map(Cache::new).map(Arc::new),
            ..Truth::default()
        };
        if let Some(stop) = options.stop {
            truth.tables.stop_by(stop);
        }
        for folder in &options.syzygy {
            truth.add_syzygy(folder)?;
        }
        Ok(truth)
    }

    /// Adds one more folder of Syzygy tables.
    ///
    /// # Errors
    ///
    /// As [`Truth::new`].
    pub fn add_syzygy(&mut self, folder: &Path) -> Result<(), TruthError> {
        self.syzygy.add(folder)?;
        self.folder_given = true;
        Ok(())
    }

    /// Sees to it that positions of a class, and of every class that it can turn into, have a value.
    ///
    /// Up to [`MAX_MEN`] men the distances to mate are loaded from the cache, or made and kept there. For
    /// more men they are read from the cache where [`Truth::make_slices`] has made them, and else it is
    /// looked whether there is a Syzygy table for each class of the family. The colours do not matter.
    ///
    /// `progress` is called while tables are made, with the work that is done and all there is; the first
    /// does not fall and reaches the second. Where nothing is to be made it is not called. The work is
    /// shared by the threads of the rayon pool that this is called in.
    ///
    /// Faults of the cache are warnings in the result, never errors: a file that is not as it was
    /// written is made again, and if nothing can be written the tables are in memory for this process.
    ///
    /// # Errors
    ///
    /// When the class can have no table of distances (a side without a king; no memory), when a file of
    /// its slices is not as it was written, and when it has more than [`MAX_MEN`] men, no slices, and the
    /// Syzygy folders do not have its whole family. Damage in a Syzygy file, and in the values of a slice,
    /// is found with the first look-up.
    pub fn prepare(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        if material.men() > MAX_MEN {
            if slices::is_kept(self.cache_folder(), material) {
                return self.use_slices(material, progress);
            }
            return self.look_for(material).map(|()| Vec::new());
        }
        // Whether the class can have a table is said before any file is looked at.
        work(material)?;
        self.fill(&family(material), Distance::Mate, progress)
    }

    /// As [`Truth::prepare`], and the distances to conversion of these classes too. They are known for up to [`MAX_MEN`] men: a Syzygy
    /// table counts the plies to the next capture or move of a pawn, and such a move need not convert anything.
    ///
    /// `progress` is called for the one kind of distances after the other.
    ///
    /// # Errors
    ///
    /// As [`Truth::prepare`].
    pub fn prepare_conversions(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let mut warnings = self.prepare(material, progress)?;
        if material.men() <= MAX_MEN {
            let classes = family(material);
            warnings.extend(self.fill(&classes, Distance::Conversion, progress)?);
        }
        Ok(warnings)
    }

    /// Loads the distances of some classes, or makes and keeps them; each class comes after those that it turns into.
    pub(crate) fn fill(
        &mut self,
        classes: &[Material],
        distance: Distance,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let mut warnings = Vec::new();
        let mut missing = Vec::new();
        let mut total = 0;
        for class in classes {
            let known = self.tables.has(class, distance);
            if !known && !self.load(class, distance, &mut warnings) {
                total += work(class)?;
                missing.push(class);
            }
        }
        let (mut told, mut kept) = (false, 0);
        let mut done = 0;
        for class in missing {
            let mut latest = 0;
            let mut forward = |part, _| {
                latest = part;
                progress(done + part, total);
            };
            let made = match distance {
                Distance::Mate => self.tables.prepare(class, &mut forward),
                Distance::Conversion => self.tables.prepare_conversions(class, &mut forward),
            };
            made.map_err(|error| match error {
                TableError::Interrupted(class) => TruthError::Interrupted {
                    table: class.name(),
                    done: done + latest,
                    total,
                    kept,
                },
                error => error.into(),
            })?;
            done += work(class)?;
            // One sentence about a folder is enough.
            if !told {
                let warning = self.write(class, distance);
                told = warning.is_some();
                kept += usize::from(self.cache.is_some() && !told);
                warnings.extend(warning);
            }
        }
        Ok(warnings)
    }

    /// True when every legal position of a class without castling rights has a value. This says
    /// nothing of the classes that it turns into.
    pub fn covers(&self, material: &Material) -> bool {
        self.tables.is_prepared(material) || self.syzygy.has(material)
    }

    /// True when the distances to mate of a class and of all that it can turn into are prepared, or kept in the cache, so that
    /// [`Truth::prepare`] makes nothing. Whether the files are sound shows when they are loaded.
    pub fn is_kept(&self, material: &Material) -> bool {
        let kept = |class: &Material| {
            let file = self
                .cache_folder()
                .map(|folder| cache::file_of(folder, class, Distance::Mate));
            self.tables.is_prepared(class) || file.is_some_and(|file| file.is_file())
        };
        if material.men() > MAX_MEN {
            return slices::is_kept(self.cache_folder(), material);
        }
        work(material).is_ok() && family(material).iter().all(kept)
    }

    /// The classes of a family whose distances are there, made or read from the cache, the largest class first.
    pub fn classes_of(&self, material: &Material) -> Vec<String> {
        let classes = family(material).into_iter().rev();
        let prepared = classes.filter(|class| self.tables.is_prepared(class));
        prepared.map(|class| class.name()).collect()
    }

    /// True where the values of a class are those of Syzygy tables.
    pub fn is_syzygy(&self, material: &Material) -> bool {
        !self.tables.is_prepared(material) && self.syzygy.has(material)
    }

    /// What a position is worth to the side to move: by its distance to mate, where the class is
    /// prepared, and else by the Syzygy tables. `None` where neither has the class, for a position in
    /// which a side may still castle, and for one that is not legal.
    ///
    /// # Errors
    ///
    /// When a Syzygy table is damaged or cannot be read, or when one that the position turns into is
    /// missing, and when the file of a slice is damaged or cannot be read.
    pub fn value(&self, position: &Position) -> Result<Option<Worth>, TruthError> {
        match self.tables.dtm(position) {
            Some(value) => Ok(Some(Worth::from(value))),
            None => match self.pages.fault() {
                Some(fault) => Err(fault),
                None => Ok(self.syzygy.outcome(position)?.map(Worth::from)),
            },
        }
    }

    /// The distance to zero of the Syzygy tables: plies to the next capture or move of a pawn on the way
    /// to a win, positive where the side to move wins, negative where it loses, 0 for a draw. Beyond 100
    /// the fifty-move rule spoils it. The tables round, so that the true number may be one further from
    /// zero; and a position that is checkmated has -1.
    ///
    /// `None` where there is no table (`.rtbz`) for the class, and as [`Truth::value`].
    ///
    /// # Errors
    ///
    /// As [`Truth::value`].
    pub fn dtz(&self, position: &Position) -> Result<Option<i32>, TruthError> {
        self.syzygy.dtz(position)
    }

    /// Plies to the next capture, promotion or mate in a position that a side wins, as [`Tables::dtc`]; `None` where
    /// [`Truth::prepare_conversions`] has not prepared its class.
    pub fn conversion(&self, position: &Position) -> Option<u32> {
        self.tables.dtc(position).map(u32::from)
    }

    /// The distances to mate that are prepared, for callers that rank moves by them.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    pub(crate) const fn tables_mut(&mut self) -> &mut Tables {
        &mut self.tables
    }

    pub(crate) const fn pages(&self) -> &Arc<Pages> {
        &self.pages
    }

    pub(crate) const fn cache(&self) -> Option<&Arc<Cache>> {
        self.cache.as_ref()
    }

    /// The folder of tables.
    fn cache_folder(&self) -> Option<&Path> {
        self.cache.as_ref().map(|cache| cache.folder.as_path())
    }

    /// A number for a class in slices that no other has.
    pub(crate) const fn next_sliced(&mut self) -> u64 {
        self.opened += 1;
        self.opened
    }

    /// Takes a class from the cache, and says whether that succeeded.
    fn load(&mut self, class: &Material, distance: Distance, warnings: &mut Vec<Warning>) -> bool {
        // Where there is no key, it is said when the table cannot be kept.
        let Some((cache, Ok(key))) = self.cache.as_ref().map(|cache| (cache, cache.key())) else {
            return false;
        };
        let file = cache::file_of(&cache.folder, class, distance);
        cache::load(&mut self.tables, class, distance, &file, key).unwrap_or_else(|cause| {
            warnings.push(Warning::Rebuilt { file, cause });
            false
        })
    }

    /// Keeps a class in the cache, and says what hinders that.
    fn write(&self, class: &Material, distance: Distance) -> Option<Warning> {
        let cache = self.cache.as_ref()?;
        let warning = |path: &Path, cause| Warning::NotWritten {
            path: path.to_path_buf(),
            cause,
        };
        let made = fs::create_dir_all(&cache.folder);
        let key = match made.and_then(|()| cache.key()) {
            Ok(key) => key,
            Err(cause) => return Some(warning(&cache.folder, cause)),
        };
        let file = cache::file_of(&cache.folder, class, distance);
        let written = cache::write(&file, &[&self.tables.save(class, distance, key)?]);
        written.err().map(|cause| warning(&file, cause))
    }

    /// Looks for the Syzygy tables of a class and all that it turns into.
    fn look_for(&self, material: &Material) -> Result<(), TruthError> {
        let not_covered = |missing| TruthError::NotCovered {
            material: *material,
            missing,
            folder_given: self.folder_given,
        };
        // A family of many men is not worth counting where no table is large enough.
        if material.men() > self.syzygy.max_men() {
            return Err(not_covered(vec![material.name()]));
        }
        // A side without a king is as wrong here as with few men.
        adv_chess::ClassIndex::new(*material, adv_chess::Color::White).map_err(TableError::from)?;
        let mut missing: Vec<String> = Vec::new();
        for class in family(material).iter().rev() {
            if !self.syzygy.has(class) {
                missing.push(class.name());
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        Err(not_covered(missing))
    }
}
