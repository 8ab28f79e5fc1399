//! Values of slices, read from their files page by page. A page is believed once its sum, made with the user's key, is right, and the pages
//! read last are kept.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use adv_chess::numbers::mix;
use adv_tables::{LoadError, PAGE, SliceHead, SliceValues, SlicedClass};
use shakmaty_syzygy::filesystem::{Filesystem as _, RandomAccessFile, ReadHint};

use crate::cache::Cache;
use crate::error::{CacheFault, TruthError};
use crate::slices::file_of;
use crate::storage::FilesHere;

/// How many pages are kept, over all classes: 256 MiB.
const KEPT: usize = 1 << 16;

/// The pages that were read last, each in the one place that its number has, and the first fault of a file.
#[derive(Default)]
pub(crate) struct Pages {
    /// Empty until the first page is read.
    kept: OnceLock<Vec<Mutex<Option<KeptPage>>>>,
    fault: Mutex<Option<(PathBuf, CacheFault)>>,
}

struct KeptPage {
    key: u64,
    values: Box<[u8]>,
}

impl Pages {
    /// The first fault of a file while a value was looked up.
    pub fn fault(&self) -> Option<TruthError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, cause) = fault.as_ref()?;
        let cause = match cause {
            CacheFault::Refused(error) => CacheFault::Refused(error.clone()),
            // An error of the system cannot be copied.
            CacheFault::Unreadable(error) => {
                CacheFault::Unreadable(io::Error::new(error.kind(), error.to_string()))
            }
        };
        let file = file.clone();
        Some(TruthError::SliceFile { file, cause })
    }

    /// The place of the page with this key.
    fn kept(&self, key: u64) -> &Mutex<Option<KeptPage>> {
        let none = || (0..KEPT).map(|_| Mutex::new(None)).collect();
        &self.kept.get_or_init(none)[mix(key) as usize % KEPT]
    }
}

/// The files of one class.
pub(crate) struct SliceFiles {
    files: Vec<SliceFile>,
    pages: Arc<Pages>,
    /// What tells the pages of this class from those of others.
    class: u64,
}

struct SliceFile {
    path: PathBuf,
    file: Box<dyn RandomAccessFile>,
    head: SliceHead,
    /// Where the values begin.
    start: u64,
    numbers: usize,
}

impl SliceFiles {
    /// Opens the files of a class and reads their heads; `number` tells this class from others with the same `pages`.
    pub fn open(
        cache: &Cache,
        class: &SlicedClass,
        number: u64,
        pages: &Arc<Pages>,
    ) -> Result<SliceFiles, TruthError> {
        let files = class.slices().map(|slice| {
            let path = file_of(&cache.folder, class, slice);
            SliceFile::open(cache, &path, class, slice)
                .map_err(|cause| TruthError::SliceFile { file: path, cause })
        });
        Ok(SliceFiles {
            files: files.collect::<Result<_, _>>()?,
            pages: Arc::clone(pages),
            class: number,
        })
    }
}

impl SliceFile {
    fn open(
        cache: &Cache,
        path: &Path,
        class: &SlicedClass,
        slice: usize,
    ) -> Result<SliceFile, CacheFault> {
        let key = cache.key().map_err(CacheFault::Unreadable)?;
        let system = FilesHere::default();
        let length = std::fs::metadata(path)
            .map_err(CacheFault::Unreadable)?
            .len();
        let file = system.open(path).map_err(CacheFault::Unreadable)?;
        let start = SliceHead::len(class, slice) as u64;
        let mut head = vec![0; usize::try_from(start.min(length)).unwrap_or(0)];
        file.read_exact_at(&mut head, 0, ReadHint::Header)
            .map_err(CacheFault::Unreadable)?;
        Ok(SliceFile {
            path: path.to_path_buf(),
            file,
            head: SliceHead::read(class, slice, &head, length, key).map_err(CacheFault::Refused)?,
            start,
            numbers: class.numbers(slice),
        })
    }

    /// Reads a page from the file.
    fn read(&self, page: usize) -> Result<Box<[u8]>, CacheFault> {
        let first = page * PAGE;
        let length = self.numbers.saturating_sub(first).min(PAGE);
        let mut values = vec![0; length].into_boxed_slice();
        self.file
            .read_exact_at(&mut values, self.start + first as u64, ReadHint::Data)
            .map_err(CacheFault::Unreadable)?;
        match self.head.page_matches(page, &values) {
            true => Ok(values),
            false => Err(CacheFault::Refused(LoadError::Seal)),
        }
    }
}

impl SliceValues for SliceFiles {
    fn byte(&self, slice: usize, number: usize) -> Option<u8> {
        let file = self.files.get(slice)?;
        let (page, place) = (number / PAGE, number % PAGE);
        let key = self.class << 48 | (slice as u64) << 32 | page as u64;
        let mut kept = self
            .pages
            .kept(key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.key == key) {
            return kept.values.get(place).copied();
        }
        match file.read(page) {
            Ok(values) => {
                let byte = values.get(place).copied();
                *kept = Some(KeptPage { key, values });
                byte
            }
            Err(cause) => {
                let fault = self.pages.fault.lock();
                let mut fault = fault.unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| (file.path.clone(), cause));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::{Truth, TruthOptions};
    use adv_chess::{Material, SealKey};

    #[test]
    fn bytes_are_those_of_the_file_until_it_is_damaged() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let options = TruthOptions {
            cache: Some((folder.path().to_path_buf(), || Ok(SealKey::new([7; 32])))),
            ..TruthOptions::default()
        };
        let mut truth = Truth::new(options).expect("no folder of syzygy tables");
        let material = Material::named("KRvK").expect("a name");
        let mut all = Vec::new();
        let made = truth.make_slices(&material, &mut |_| {}, &mut |_, _, values| {
            all = values.to_vec();
        });
        assert!(made.is_ok_and(|warnings| warnings.is_empty()));
        let class = SlicedClass::new(&material).expect("a class");
        let pages = Arc::new(Pages::default());
        let cache = truth.cache().expect("it has one");
        let open = || SliceFiles::open(cache, &class, 1, &pages);
        let files = open().expect("the file is there");
        for (number, byte) in all.iter().enumerate() {
            assert_eq!(files.byte(0, number), Some(*byte));
        }
        assert_eq!(files.byte(0, all.len()), None);
        assert_eq!(files.byte(1, 0), None);
        // The last page is changed, and read by a reader that has not kept it.
        let path = file_of(folder.path(), &class, 0);
        let mut bytes = std::fs::read(&path).expect("it was written");
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(&path, &bytes).expect("the folder can be written to");
        let fresh = Arc::new(Pages::default());
        let files = SliceFiles::open(cache, &class, 1, &fresh).expect("its head is sound");
        assert_eq!(files.byte(0, 0), all.first().copied());
        assert!(fresh.fault().is_none());
        assert_eq!(files.byte(0, all.len() - 1), None);
        let told = fresh
            .fault()
            .map(|fault| fault.to_string())
            .unwrap_or_default();
        assert!(
            told.contains("KRvK.slice") && told.contains("its seal does not fit"),
            "{told}"
        );
        bytes.truncate(100);
        std::fs::write(&path, &bytes).expect("the folder can be written to");
        assert!(matches!(open(), Err(TruthError::SliceFile { .. })));
    }
}
