//! The table of one class as bytes, for callers that keep tables from one run to the next.
//!
//! ```text
//! offset  size  content
//!      0     4  magic: "ADVT" for distances to mate, "ADVC" for distances to conversion
//!      4     2  version, u16
//!      6     4  length of the whole file in bytes, u32
//!     10     1  length of the name, n
//!     11     n  name of the class, the stronger side as White: "KRvK"
//! 11 + n     …  a byte for each number of the class (`dtm.rs` says what a byte means, `numbering.rs`
//!               what a number)
//!    end     8  the sum with the user's key over everything before it, u64
//! ```
//!
//! Words are little-endian. Without the key no one can make the sum ([`SealKey`]), so what it fits is believed.
//!
//! What is refused, in this order: another magic, another version, a length that is not the file's,
//! another sum, another class. Nothing is allocated before all of that has been looked at, and then as
//! much as the class needs. A change to the meaning of the bytes or of the numbers must raise [`VERSION`].

use adv_chess::{Material, SealKey};

use crate::dtm::OPEN;
use crate::error::{LoadError, TableError};

/// What the values of a table count, both sides playing best for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Plies to mate.
    Mate,
    /// Plies to the next capture, promotion or mate.
    Conversion,
}

impl Distance {
    /// The first bytes of a file of such distances.
    const fn magic(self) -> [u8; 4] {
        match self {
            Distance::Mate => *b"ADVT",
            Distance::Conversion => *b"ADVC",
        }
    }

    /// The extension of a file of such distances: `dtm` or `dtc`.
    pub const fn extension(self) -> &'static str {
        match self {
            Distance::Mate => "dtm",
            Distance::Conversion => "dtc",
        }
    }
}

/// The version of the file and of what its bytes mean.
pub(crate) const VERSION: u16 = 2;

/// The word for what the sum is of.
const TABLE: &str = "table";
/// Bytes before the name.
const HEAD: usize = 11;
/// Bytes of the sum.
const SUM: usize = 8;

/// The length of the file of a class with so many numbers.
pub(crate) fn length(material: &Material, numbers: u32) -> usize {
    HEAD + material.name().len() + numbers as usize + SUM
}

/// The file of a class. A class of up to four men has a name of a few letters and some million values,
/// so both lengths fit their fields.
pub(crate) fn write(
    material: &Material,
    distance: Distance,
    values: &[u8],
    key: &SealKey,
) -> Vec<u8> {
    let name = material.name();
    let length = HEAD + name.len() + values.len() + SUM;
    let mut file = Vec::with_capacity(length);
    file.extend(distance.magic());
    file.extend(VERSION.to_le_bytes());
    file.extend((length as u32).to_le_bytes());
    file.push(name.len() as u8);
    file.extend(name.as_bytes());
    file.extend(values);
    let sum = key.sum(TABLE, &file);
    file.extend(sum.to_le_bytes());
    file
}

/// The values of a file that must be the one of this class, which has so many numbers.
pub(crate) fn read(
    material: &Material,
    distance: Distance,
    numbers: u32,
    file: &[u8],
    key: &SealKey,
) -> Result<Vec<u8>, LoadError> {
    let magic = distance.magic();
    let start = file.get(..magic.len()).unwrap_or(file);
    if start.is_empty() || !magic.starts_with(start) {
        return Err(LoadError::Magic);
    }
    let too_short = LoadError::Length {
        expected: length(material, numbers),
        found: file.len(),
    };
    let Some((head, rest)) = file.split_first_chunk::<HEAD>() else {
        return Err(too_short);
    };
    let [_, _, _, _, v0, v1, l0, l1, l2, l3, name_length] = *head;
    let version = u16::from_le_bytes([v0, v1]);
    if version != VERSION {
        return Err(LoadError::Version(version));
    }
    let expected = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
    if expected != file.len() {
        return Err(LoadError::Length {
            expected,
            found: file.len(),
        });
    }
    let (Some((body, sum)), Some((rest, _))) = (
        file.split_last_chunk::<SUM>(),
        rest.split_last_chunk::<SUM>(),
    ) else {
        return Err(too_short);
    };
    if key.sum(TABLE, body) != u64::from_le_bytes(*sum) {
        return Err(LoadError::Seal);
    }
    let Some((name, values)) = rest.split_at_checked(usize::from(name_length)) else {
        return Err(too_short);
    };
    if name != material.name().as_bytes() {
        return Err(LoadError::OtherClass {
            expected: *material,
            found: String::from_utf8_lossy(name).into_owned(),
        });
    }
    if values.len() != numbers as usize {
        return Err(too_short);
    }
    let mut copy = bytes(material, values.len())?;
    copy.copy_from_slice(values);
    Ok(copy)
}

/// So many bytes, as far as there is memory for them.
pub(crate) fn bytes(material: &Material, len: usize) -> Result<Vec<u8>, TableError> {
    let mut bytes = Vec::new();
    match bytes.try_reserve_exact(len) {
        Ok(()) => {
            bytes.resize(len, OPEN);
            Ok(bytes)
        }
        Err(_) => Err(TableError::Memory {
            material: *material,
            bytes: len,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::Role::{King, Rook};

    #[test]
    fn files_whose_parts_contradict_each_other_are_refused() {
        let material = Material::new(&[King, Rook], &[King]);
        let (key, values) = (SealKey::new([7; 32]), [1, 2, 3]);
        let whole = write(&material, Distance::Mate, &values, &key);
        assert_eq!(
            read(&material, Distance::Mate, 3, &whole, &key),
            Ok(values.to_vec())
        );
        // One kind of distances is not taken for the other.
        let other = read(&material, Distance::Conversion, 3, &whole, &key);
        assert_eq!(other, Err(LoadError::Magic));
        // A sound file with fewer values than the class has numbers.
        let short = LoadError::Length {
            expected: whole.len() + 1,
            found: whole.len(),
        };
        assert_eq!(read(&material, Distance::Mate, 4, &whole, &key), Err(short));
        // A name that is longer than the file, under a sum that is right.
        let mut odd = whole;
        odd.truncate(odd.len() - SUM);
        odd[10] = 255;
        let sum = key.sum(TABLE, &odd);
        odd.extend(sum.to_le_bytes());
        assert!(matches!(
            read(&material, Distance::Mate, 3, &odd, &key),
            Err(LoadError::Length { .. })
        ));
    }
}
