//! Bytes that are unpacked while they are read, as `packed.rs` has written them.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use crate::bytes::{In, cut};
use crate::error::ProveError;

/// How many bytes are unpacked at once, at least.
const PIECE: usize = 1 << 16;
/// The most bytes that one part may take.
const MOST: usize = 1 << 30;

/// Unpacks bytes part by part.
pub(crate) struct Unpacker<'b> {
    packed: &'b [u8],
    state: Box<InflateState>,
    bytes: Vec<u8>,
    /// How many of them are read.
    read: usize,
    is_whole: bool,
}

impl<'b> Unpacker<'b> {
    pub(crate) fn new(packed: &'b [u8]) -> Unpacker<'b> {
        Unpacker {
            packed,
            state: InflateState::new_boxed(DataFormat::Zlib),
            bytes: Vec::new(),
            read: 0,
            is_whole: false,
        }
    }

    /// Reads a part. `part` is asked again with more bytes where those that are unpacked do not hold it.
    pub(crate) fn part<T>(
        &mut self,
        part: impl Fn(&mut In<'_>) -> Result<T, ProveError>,
    ) -> Result<T, ProveError> {
        loop {
            let mut input = In {
                rest: self.bytes.get(self.read..).unwrap_or_default(),
            };
            match part(&mut input) {
                Ok(value) => {
                    self.read = self.bytes.len() - input.rest.len();
                    return Ok(value);
                }
                Err(error) if self.is_whole => return Err(error),
                Err(_) => self.unpack()?,
            }
        }
    }

    /// All that is left.
    pub(crate) fn rest(&mut self) -> Result<Vec<u8>, ProveError> {
        while !self.is_whole {
            self.unpack()?;
        }
        Ok(self.bytes.split_off(self.read))
    }

    /// Twice as many bytes as are not read.
    fn unpack(&mut self) -> Result<(), ProveError> {
        self.bytes.drain(..self.read);
        self.read = 0;
        let mut end = self.bytes.len();
        let wanted = (2 * end).max(PIECE);
        if wanted > MOST {
            return Err(cut());
        }
        self.bytes.resize(wanted, 0);
        while end < wanted && !self.is_whole {
            let room = self.bytes.get_mut(end..).unwrap_or_default();
            let done = inflate(&mut self.state, self.packed, room, MZFlush::None);
            self.packed = self.packed.get(done.bytes_consumed..).unwrap_or_default();
            end += done.bytes_written;
            self.is_whole = done.status == Ok(MZStatus::StreamEnd);
            if done.status.is_err() {
                return Err(cut());
            }
        }
        self.bytes.truncate(end);
        match self.is_whole && !self.packed.is_empty() {
            true => Err(cut()),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::Packer;

    #[test]
    fn parts_come_back_and_what_is_cut_off_is_refused() {
        let mut packer = Packer::after(b"head".to_vec());
        let numbers: Vec<u8> = (0..300_000_u32).map(|n| (n / 100 % 120) as u8).collect();
        numbers.chunks(70_000).for_each(|some| packer.add(some));
        let packed = packer.finish();
        assert!(packed.starts_with(b"head") && packed.len() < numbers.len() / 20);
        let packed = &packed[4..];
        let read = |packed: &[u8]| {
            let mut unpacker = Unpacker::new(packed);
            let few: Result<Vec<u64>, ProveError> = (0..1_000)
                .map(|_| unpacker.part(|input| input.number()))
                .collect();
            let many = unpacker.part(|input| Ok(input.take(200_000)?.to_vec()))?;
            let few: Vec<u8> = few?.into_iter().map(|number| number as u8).collect();
            Ok::<_, ProveError>([few, many, unpacker.rest()?].concat())
        };
        assert_eq!(read(packed).expect("whole"), numbers);
        for length in (0..packed.len()).step_by(packed.len() / 30) {
            assert!(read(&packed[..length]).is_err(), "{length}");
        }
        assert!(read(&[packed, b"!"].concat()).is_err());
    }
}
