//! The file of a slice: its values in pages, each with a sum of its own with the user's key, so that a look-up reads and checks one page.
//!
//! ```text
//! offset  size  content
//!      0     4  magic: "ADVS"
//!      4     2  version, u16
//!      6     8  length of the whole file in bytes, u64
//!     14     1  length of the name, n
//!     15     n  name of the slice: "KRPvKR.a2"
//! 15 + n   8 p  sum of each of the p pages, u64
//!      …     8  sum over everything before it, u64: here the head ends
//!      …     …  the values, a byte each (`dtm.rs`), in pages of 4,096; the last may be shorter
//! ```
//!
//! Words are little-endian. A change to the meaning of the bytes or of the numbers must raise the version.

use adv_chess::SealKey;
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _,
};
use rayon::slice::ParallelSlice as _;

use super::class::SlicedClass;
use crate::error::LoadError;
use crate::file::VERSION;

/// Values of a page of a slice's file, a byte each.
pub const PAGE: usize = 4096;

const MAGIC: [u8; 4] = *b"ADVS";
/// Bytes before the name.
const FIXED: usize = 15;
const SUM: usize = 8;
/// The words for what sums are of.
const HEAD_SUM: &str = "slice";
const PAGE_SUM: &str = "page";

/// The head of a slice's file: the sums of its pages.
///
/// ```
/// use adv_chess::{Material, SealKey};
/// use adv_tables::{SliceHead, SlicedClass, Tables, TableError, make_slice};
///
/// let material = Material::named("KRvK").ok_or("a name")?;
/// let (class, mut tables) = (SlicedClass::new(&material)?, Tables::new());
/// tables.prepare(&material, &mut |_, _| {})?;
/// let mut load = |_: &SlicedClass, _| Err(TableError::Contradiction(material));
/// let mut values = make_slice(&class, 0, &tables, &mut load, &mut |_| {})?;
/// let key = SealKey::new([7; 32]);
/// let head = SliceHead::write(&class, 0, &values, &key);
/// let length = (head.len() + values.len()) as u64;
/// let read = SliceHead::read(&class, 0, &head, length, &key)?;
/// assert!(read.matches(&values) && read.page_matches(3, &values[3 * 4096..4 * 4096]));
/// values[5000] ^= 1;
/// assert!(!read.matches(&values));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SliceHead {
    sums: Vec<u64>,
    key: SealKey,
}

impl SliceHead {
    /// The bytes before the values in the file of a slice with these values.
    pub fn write(class: &SlicedClass, slice: usize, values: &[u8], key: &SealKey) -> Vec<u8> {
        let name = class.name(slice);
        let sums: Vec<u64> = values
            .par_chunks(PAGE)
            .map(|page| key.sum(PAGE_SUM, page))
            .collect();
        let mut head = Vec::with_capacity(SliceHead::len(class, slice));
        head.extend(MAGIC);
        head.extend(VERSION.to_le_bytes());
        let length = SliceHead::len(class, slice) + values.len();
        head.extend((length as u64).to_le_bytes());
        head.push(name.len() as u8);
        head.extend(name.as_bytes());
        head.extend(sums.into_iter().flat_map(u64::to_le_bytes));
        let sum = key.sum(HEAD_SUM, &head);
        head.extend(sum.to_le_bytes());
        head
    }

    /// How many bytes there are before the values in the file of a slice.
    pub fn len(class: &SlicedClass, slice: usize) -> usize {
        let pages = class.numbers(slice).div_ceil(PAGE);
        FIXED + class.name(slice).len() + (pages + 1) * SUM
    }

    /// Reads the head of a file, of which `head` are the first [`SliceHead::len`] bytes, or all where there are fewer, and `length` the length.
    ///
    /// # Errors
    ///
    /// When the bytes are anything else than the head of this slice in this version, and when the file is longer or shorter.
    pub fn read(
        class: &SlicedClass,
        slice: usize,
        head: &[u8],
        length: u64,
        key: &SealKey,
    ) -> Result<SliceHead, LoadError> {
        let start = head.get(..MAGIC.len()).unwrap_or(head);
        if start.is_empty() || !MAGIC.starts_with(start) {
            return Err(LoadError::Magic);
        }
        let found = usize::try_from(length).unwrap_or(usize::MAX);
        let expected = SliceHead::len(class, slice) + class.numbers(slice);
        let other_length = LoadError::Length { expected, found };
        let Some((fixed, rest)) = head.split_first_chunk::<FIXED>() else {
            return Err(other_length);
        };
        let [_, _, _, _, v0, v1, said @ .., name_length] = *fixed;
        let version = u16::from_le_bytes([v0, v1]);
        if version != VERSION {
            return Err(LoadError::Version(version));
        }
        let name = rest.get(..usize::from(name_length)).unwrap_or(rest);
        if name != class.name(slice).as_bytes() {
            return Err(LoadError::OtherSlice {
                expected: class.name(slice),
                found: String::from_utf8_lossy(name).into_owned(),
            });
        }
        if u64::from_le_bytes(said) != length || found != expected {
            return Err(other_length);
        }
        let Some((body, last)) = head.split_last_chunk::<SUM>() else {
            return Err(other_length);
        };
        if head.len() != SliceHead::len(class, slice)
            || key.sum(HEAD_SUM, body) != u64::from_le_bytes(*last)
        {
            return Err(LoadError::Seal);
        }
        let (sums, _) = body[FIXED + name.len()..].as_chunks::<SUM>();
        let sums = sums.iter().map(|sum| u64::from_le_bytes(*sum)).collect();
        Ok(SliceHead {
            sums,
            key: key.clone(),
        })
    }

    /// True when a page is as it was written; pages count from 0.
    pub fn page_matches(&self, page: usize, values: &[u8]) -> bool {
        self.sums.get(page) == Some(&self.key.sum(PAGE_SUM, values))
    }

    /// True when all values are as they were written.
    pub fn matches(&self, values: &[u8]) -> bool {
        let pages = values.par_chunks(PAGE);
        pages.len() == self.sums.len()
            && pages
                .zip(self.sums.par_iter())
                .all(|(page, expected)| self.key.sum(PAGE_SUM, page) == *expected)
    }
}
