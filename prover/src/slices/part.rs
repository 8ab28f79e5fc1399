//! What a file has of one layer: sections by chunks, and one for the extra positions.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

use super::file::{Section, SectionWriter, SliceFile};
use crate::bytes::{In, Out};
use crate::error::ProveError;
use crate::record::Record;
use crate::states::{CHUNK, Extra, Layer, Records, States, Trees};
use crate::values::{ChunkOf, ColumnSource, Values};

/// The sections of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeptColumn {
    /// By the chunks of which there is something, in their order.
    chunks: Vec<(u64, Section)>,
    extra_count: u64,
    extras: Section,
}

impl KeptColumn {
    pub(super) fn write(&self, out: &mut Out) {
        out.number(self.chunks.len() as u64);
        for (chunk, section) in &self.chunks {
            out.number(*chunk);
            section.write(out);
        }
        out.number(self.extra_count);
        self.extras.write(out);
    }

    pub(super) fn read(input: &mut In<'_>) -> Result<KeptColumn, ProveError> {
        let count = input.count()?;
        let chunk = |input: &mut In<'_>| Ok((input.number()?, Section::read(input)?));
        let chunks: Result<Vec<_>, ProveError> = (0..count).map(|_| chunk(input)).collect();
        Ok(KeptColumn {
            chunks: chunks?,
            extra_count: input.number()?,
            extras: Section::read(input)?,
        })
    }

    /// The section of a chunk.
    fn section(&self, chunk: u64) -> Option<&Section> {
        let found = self.chunks.binary_search_by_key(&chunk, |(at, _)| *at);
        let (_, section) = self.chunks.get(found.ok()?)?;
        Some(section)
    }

    /// True where all its sections are whole.
    pub(super) fn is_whole(&self, file: &SliceFile) -> bool {
        let chunks = self.chunks.iter().map(|(_, section)| section);
        chunks
            .chain([&self.extras])
            .all(|section| file.is_whole(section))
    }

    /// Writes the states of a layer.
    pub(super) fn write_states(
        writer: &mut SectionWriter<'_>,
        layer: &Layer,
    ) -> io::Result<KeptColumn> {
        let mut part = KeptColumn::default();
        for chunk in 0..layer.chunk_count() {
            let Some(records) = layer.chunk_records(chunk) else {
                continue;
            };
            let mut out = Out::default();
            for record in records.iter() {
                let record = record.load(Ordering::Relaxed);
                out.bytes.extend(record.to_le_bytes());
            }
            if let Some(trees) = layer.trees_of(chunk) {
                out.number(trees.starts.len() as u64);
                trees.starts.iter().for_each(|s| out.number(u64::from(*s)));
                out.words(&trees.words);
            }
            part.chunks.push((chunk, writer.section(&out.bytes)?));
        }
        let mut out = Out::default();
        layer.with_extras(|extra| {
            part.extra_count = extra.len() as u64;
            for (position, record, tree) in extra.iter() {
                out.position(&position);
                out.number(u64::from(record.0));
                out.words(tree);
            }
        });
        part.extras = writer.section(&out.bytes)?;
        Ok(part)
    }

    /// Writes the values of a layer.
    pub(super) fn write_values(
        writer: &mut SectionWriter<'_>,
        (layer, at): (&Layer, usize),
        values: &Values,
    ) -> io::Result<KeptColumn> {
        let bytes = |values: &[AtomicU16]| -> Vec<u8> {
            let values = values.iter().map(|value| value.load(Ordering::Relaxed));
            values.flat_map(u16::to_le_bytes).collect()
        };
        let mut part = KeptColumn::default();
        for chunk in 0..layer.chunk_count() {
            if let Some(of) = values.chunk(at, chunk) {
                let section = writer.section(&bytes(of.as_slice()))?;
                part.chunks.push((chunk, section));
            }
        }
        let extras = values.extras(at);
        part.extra_count = extras.len() as u64;
        part.extras = writer.section(&bytes(extras))?;
        Ok(part)
    }
}

/// A part of a file that is read when it is asked for.
pub(crate) struct KeptPart {
    pub(super) file: SliceFile,
    pub(super) part: Arc<KeptColumn>,
}

impl KeptPart {
    /// What a section holds; what cannot be read is noted.
    fn read<T>(&self, section: &Section, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let bytes = self.file.section(section)?;
        let found = read(&bytes);
        if found.is_none() {
            self.file.damaged();
        }
        found
    }
}

impl States for KeptPart {
    fn holds(&self, chunk: u64) -> bool {
        self.part.section(chunk).is_some()
    }

    fn chunk(&self, chunk: u64) -> Option<(Records, Trees)> {
        self.read(self.part.section(chunk)?, |bytes| {
            let (records, rest) = bytes.split_at_checked(4 * CHUNK as usize)?;
            let (records, _) = records.as_chunks::<4>();
            let records = records
                .iter()
                .map(|bytes| AtomicU32::new(u32::from_le_bytes(*bytes)));
            let records: Box<[AtomicU32]> = records.collect();
            let mut input = In { rest };
            let count = input.count().ok()?;
            let starts = (0..count).map(|_| input.small().ok());
            let starts = starts.collect::<Option<Vec<u32>>>()?;
            let words = input.words().ok()?;
            Some((records.try_into().ok()?, Trees { words, starts }))
        })
    }

    fn extra_count(&self) -> u64 {
        self.part.extra_count
    }

    fn extras(&self, layer: &Layer) -> Extra {
        let extras = self.read(&self.part.extras, |bytes| {
            let mut input = In { rest: bytes };
            let mut extra = Extra::default();
            for _ in 0..self.part.extra_count {
                let position = input.position(layer.class.turn()).ok()?;
                let record = Record(input.small().ok()?);
                let tree = input.words().ok()?;
                if !extra.add(&position, record, &tree) {
                    return None;
                }
            }
            Some(extra)
        });
        extras.unwrap_or_default()
    }
}

/// Values that are read.
fn numbers(bytes: &[u8]) -> Box<[AtomicU16]> {
    let (values, _) = bytes.as_chunks::<2>();
    let values = values
        .iter()
        .map(|bytes| AtomicU16::new(u16::from_le_bytes(*bytes)));
    values.collect()
}

impl ColumnSource<AtomicU16> for KeptPart {
    fn chunk(&self, chunk: u64) -> Option<ChunkOf<AtomicU16>> {
        self.read(self.part.section(chunk)?, |bytes| {
            numbers(bytes).try_into().ok()
        })
    }

    fn extras(&self) -> Box<[AtomicU16]> {
        let all = self.read(&self.part.extras, |bytes| Some(numbers(bytes)));
        all.unwrap_or_default()
    }
}
