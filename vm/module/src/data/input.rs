//! The bytes of a file, taken one after the other; every way in which they can be wrong is an error with its place.

use super::Field;
use crate::error::{ReadError, ReadFault};
use crate::op::Op;

/// What reading gives.
pub(crate) type Result<T> = std::result::Result<T, ReadError>;

/// The offset of the reader in a part of a file.
pub(crate) struct Input<'b> {
    bytes: &'b [u8],
    at: usize,
    end: usize,
}

impl<'b> Input<'b> {
    /// The bytes `from..to` of a file.
    pub(crate) fn new(bytes: &'b [u8], from: usize, to: usize) -> Self {
        Input {
            bytes,
            at: from,
            end: to.min(bytes.len()),
        }
    }

    /// How many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// The next byte's place in the file.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// An error of the kind that only a damaged or made-up file shows.
    pub(crate) fn corrupt<T>(&self, offset: usize, what: impl Into<String>) -> Result<T> {
        fail(offset, ReadFault::Corrupt, what)
    }

    /// The error of a byte, the last one, that encodes nothing that the field can hold.
    pub(crate) fn unknown<T>(&self, of: Field, tag: u8) -> Result<T> {
        let what = format!("the byte {tag} says nothing in the field `{}`", of.name);
        self.corrupt(self.at.saturating_sub(1), what)
    }

    /// Refuses bytes that are left over.
    pub(crate) fn finish(&self) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            left => self.corrupt(self.at, format!("{left} bytes are left over")),
        }
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8]> {
        let taken = self.at.checked_add(count).filter(|&end| end <= self.end);
        match taken.and_then(|end| Some((end, self.bytes.get(self.at..end)?))) {
            Some((end, bytes)) => {
                self.at = end;
                Ok(bytes)
            }
            None => self.corrupt(
                self.at,
                format!(
                    "the records end too early, expected {count} bytes more, found {}",
                    self.left()
                ),
            ),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// One byte.
    pub(crate) fn byte(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// A byte, 0 or 1.
    pub(crate) fn flag(&mut self, of: Field) -> Result<bool> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            byte => self.unknown(of, byte),
        }
    }

    /// The eight bytes of an instruction.
    pub(crate) fn op(&mut self) -> Result<Op> {
        let word = self.array()?;
        match Op::decode(word) {
            Some(op) => Ok(op),
            None => {
                let word = u64::from_le_bytes(word);
                self.corrupt(
                    self.at.saturating_sub(Op::BYTES),
                    format!("`{word:#018x}` is not an instruction"),
                )
            }
        }
    }

    /// LEB128 in its shortest form.
    fn number(&mut self) -> Result<u64> {
        let at = self.at;
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                return self.corrupt(at, "a number is longer than 64 bits");
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return self.corrupt(at, "a number is written longer than needed");
                }
                return Ok(number);
            }
        }
        self.corrupt(at, "a number is longer than 64 bits")
    }

    /// A number that its type has to hold.
    pub(crate) fn narrow<T: TryFrom<u64>>(&mut self, of: Field) -> Result<T> {
        let at = self.at;
        let number = self.number()?;
        match T::try_from(number) {
            Ok(value) => Ok(value),
            Err(_) => self.corrupt(at, format!("`{}` {number} is too large", of.name)),
        }
    }

    /// Zigzag LEB128.
    pub(crate) fn signed(&mut self) -> Result<i64> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    /// A count of members or bytes, of which each takes a byte at least, so that no count can make the reader reserve more than the file
    /// could fill.
    pub(crate) fn count(&mut self, of: Field, most: usize) -> Result<usize> {
        let at = self.at;
        let number = self.number()?;
        let count = usize::try_from(number).unwrap_or(usize::MAX);
        let name = of.name;
        if count > most {
            let what = format!("{number} in `{name}`, at most {most} are allowed");
            return fail(at, ReadFault::Cap, what);
        }
        if count > self.left() {
            let left = self.left();
            let what = format!("{number} in `{name}` do not fit in the {left} bytes that are left");
            return self.corrupt(at, what);
        }
        Ok(count)
    }

    /// A text.
    pub(crate) fn text(&mut self, of: Field) -> Result<String> {
        let count = self.count(of, of.bytes())?;
        let at = self.at;
        let bytes = self.take(count)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => self.corrupt(at + error.valid_up_to(), "a text is not UTF-8"),
        }
    }
}

/// An error at a byte of the file.
pub(crate) fn fail<T>(offset: usize, fault: ReadFault, sentence: impl Into<String>) -> Result<T> {
    Err(ReadError {
        offset,
        fault,
        sentence: sentence.into(),
    })
}
