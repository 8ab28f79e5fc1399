//! The bytes of a section, taken one after the other; every way in which they can be wrong is an error with its place.

use crate::error::{ReadError, ReadFault};
use crate::format::{self, Section};
use crate::ids::{AdviceId, FnId};
use crate::types::{Needs, Ty, Who};

/// What reading gives.
pub(super) type Result<T> = std::result::Result<T, ReadError>;

/// The offset of the reader in a section.
pub(super) struct Input<'b> {
    bytes: &'b [u8],
    at: usize,
    end: usize,
    section: Section,
}

impl<'b> Input<'b> {
    /// The bytes `from..to` of a file, which is a section of it.
    pub(super) fn new(bytes: &'b [u8], from: usize, to: usize, section: Section) -> Self {
        Input {
            bytes,
            at: from,
            end: to.min(bytes.len()),
            section,
        }
    }

    /// How many bytes are left in the section.
    pub(super) fn left(&self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// The next byte's place in the file.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// An error at a byte of the file.
    pub(super) fn error<T>(
        &self,
        offset: usize,
        fault: ReadFault,
        what: impl Into<String>,
    ) -> Result<T> {
        let sentence = format!("section `{}`: {}", self.section.word(), what.into());
        Err(ReadError {
            offset,
            fault,
            sentence,
        })
    }

    /// An error of the kind that only a damaged or made-up file shows.
    pub(super) fn corrupt<T>(&self, offset: usize, what: impl Into<String>) -> Result<T> {
        self.error(offset, ReadFault::Corrupt, what)
    }

    /// Refuses bytes after the last item of the section.
    pub(super) fn finish(&self) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            left => self.corrupt(self.at, format!("{left} bytes are left over at its end")),
        }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'b [u8]> {
        let taken = self.at.checked_add(count).filter(|&end| end <= self.end);
        match taken.and_then(|end| Some((end, self.bytes.get(self.at..end)?))) {
            Some((end, bytes)) => {
                self.at = end;
                Ok(bytes)
            }
            None => self.corrupt(
                self.at,
                format!(
                    "ends too early, expected {count} bytes more, found {}",
                    self.left()
                ),
            ),
        }
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// A byte that encodes one of several choices.
    pub(super) fn tag<T>(&mut self, of: &str, from: impl FnOnce(u8) -> Option<T>) -> Result<T> {
        let at = self.at;
        let byte = self.byte()?;
        match from(byte) {
            Some(value) => Ok(value),
            None => self.corrupt(at, format!("expected {of}, found the byte {byte}")),
        }
    }

    pub(super) fn flag(&mut self) -> Result<bool> {
        self.tag("a flag, 0 or 1", |byte| match byte {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        })
    }

    /// LEB128 in its shortest form.
    pub(super) fn number(&mut self) -> Result<u64> {
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

    /// A number that a narrower type has to hold.
    pub(super) fn narrow<T: TryFrom<u64>>(&mut self, what: &str) -> Result<T> {
        let at = self.at;
        let number = self.number()?;
        match T::try_from(number) {
            Ok(value) => Ok(value),
            Err(_) => self.corrupt(at, format!("{what} {number} is too large")),
        }
    }

    /// Zigzag LEB128.
    pub(super) fn signed(&mut self) -> Result<i64> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    /// A count of things of which each takes at least `least` bytes of this section, so that no count can make the reader reserve more
    /// than the file could fill.
    pub(super) fn count(&mut self, of: &str, cap: usize, least: usize) -> Result<usize> {
        let at = self.at;
        let number = self.number()?;
        let count = usize::try_from(number).unwrap_or(usize::MAX);
        if count > cap {
            return self.error(
                at,
                ReadFault::Cap,
                format!("{number} {of}, at most {cap} are allowed"),
            );
        }
        if count.saturating_mul(least) > self.left() {
            return self.corrupt(
                at,
                format!(
                    "{number} {of} do not fit in the {} bytes that are left",
                    self.left()
                ),
            );
        }
        Ok(count)
    }

    pub(super) fn text(&mut self, cap: usize) -> Result<String> {
        let count = self.count("bytes of a text", cap, 1)?;
        let at = self.at;
        let bytes = self.take(count)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => self.corrupt(at + error.valid_up_to(), "a text is not UTF-8"),
        }
    }

    pub(super) fn name(&mut self) -> Result<String> {
        self.text(format::MAX_STRING)
    }

    pub(super) fn list<T>(
        &mut self,
        of: &str,
        cap: usize,
        least: usize,
        mut member: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.count(of, cap, least)?;
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(member(self)?);
        }
        Ok(list)
    }

    pub(super) fn option<T>(
        &mut self,
        some: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<Option<T>> {
        if self.flag()? {
            some(self).map(Some)
        } else {
            Ok(None)
        }
    }

    pub(super) fn ty(&mut self) -> Result<Ty> {
        self.tag("a type", Ty::from_tag)
    }

    pub(super) fn types(&mut self) -> Result<Vec<Ty>> {
        self.list("parameters", format::MAX_PARAMS, 1, Input::ty)
    }

    pub(super) fn needs(&mut self) -> Result<Needs> {
        self.tag("needs", |bits| {
            Some(Needs(bits)).filter(|needs| needs.within(Needs::ALL))
        })
    }

    pub(super) fn who(&mut self) -> Result<Who> {
        self.tag("a side", Who::from_tag)
    }

    pub(super) fn function(&mut self) -> Result<FnId> {
        self.narrow("function").map(FnId)
    }

    pub(super) fn functions(&mut self, of: &str) -> Result<Vec<FnId>> {
        self.list(of, format::MAX_ITEMS, 1, Input::function)
    }

    pub(super) fn advice(&mut self) -> Result<AdviceId> {
        self.narrow("piece-of-advice").map(AdviceId)
    }
}
