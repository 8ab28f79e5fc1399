//! The two files of a slice: its states, with what it wants of later slices, and their values.
//!
//! ```text
//!   KPvK-w-e4.states   records and trees, chunk by chunk │ extra positions │ wishes by slice │ index
//!   KPvK-w-e4.values   the plies, and where fifty moves are counted two stretches │ index
//! ```

use std::sync::Arc;

use super::file::{Faults, Section, SectionWriter, SliceFile};
use super::part::KeptColumn;
use crate::bytes::{In, Out, cut};
use crate::error::ProveError;
use crate::key::SliceKey;
use crate::map::Map;
use crate::settle::Settlement;
use crate::shelf::Shelf;
use crate::states::Layer;
use crate::values::Values;

/// What a file is of: the program, the claim, and the palette that its numbers are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Of the program's text and the claim's.
    pub(super) claim: u64,
    /// How many junctions and outcomes the palette had.
    pub(super) junctions: u64,
    pub(super) outcomes: u64,
    /// The sum of these.
    pub(super) palette: u64,
}

impl Stamp {
    fn write(&self, out: &mut Out) {
        for number in [self.claim, self.junctions, self.outcomes, self.palette] {
            out.bytes.extend(number.to_le_bytes());
        }
    }

    fn read(input: &mut In<'_>) -> Result<Stamp, ProveError> {
        Ok(Stamp {
            claim: input.fixed()?,
            junctions: input.fixed()?,
            outcomes: input.fixed()?,
            palette: input.fixed()?,
        })
    }
}

/// A layer of a slice whose states are on disk.
pub(super) struct KeptLayer {
    pub(super) junction: u16,
    pub(super) part: Arc<KeptColumn>,
}

/// A slice whose states are on disk.
pub(super) struct KeptSlice {
    pub(super) key: SliceKey,
    pub(super) file: SliceFile,
    pub(super) stamp: Stamp,
    /// How many states were decided.
    pub(super) states: u64,
    pub(super) layers: Vec<KeptLayer>,
    /// What it wants of later slices.
    pub(super) targets: Vec<(SliceKey, Section)>,
}

fn states_name(key: &SliceKey) -> String {
    format!("{}.states", key.name())
}

fn values_name(key: &SliceKey) -> String {
    format!("{}.values", key.name())
}

fn write_key(out: &mut Out, key: &SliceKey) {
    out.class(&key.material, key.turn);
    key.pawns
        .iter()
        .for_each(|set| out.bytes.extend(set.to_le_bytes()));
}

fn read_key(input: &mut In<'_>) -> Result<SliceKey, ProveError> {
    let (material, turn) = input.class()?;
    let pawns = [input.fixed()?, input.fixed()?];
    Ok(SliceKey {
        material,
        turn,
        pawns,
    })
}

impl KeptSlice {
    /// Writes a slice that is explored: its own layers, which are sorted, and what it wants of other slices.
    pub(super) fn save(
        shelf: &Arc<dyn Shelf>,
        faults: &Faults,
        key: SliceKey,
        stamp: Stamp,
        own: &[Layer],
        others: &[(SliceKey, Vec<u8>)],
    ) -> Result<KeptSlice, ProveError> {
        let name = states_name(&key);
        let states = own
            .iter()
            .map(|layer| layer.decided(layer.all()).count() as u64)
            .sum();
        let (mut layers, mut targets) = (Vec::new(), Vec::new());
        let written = shelf.write(&name, &mut |out| {
            (layers, targets) = (Vec::new(), Vec::new());
            let mut writer = SectionWriter::new(out, shelf.key());
            for layer in own {
                let part = KeptColumn::write_states(&mut writer, layer)?;
                layers.push(KeptLayer {
                    junction: layer.junction,
                    part: Arc::new(part),
                });
            }
            for (key, wishes) in others {
                let section = writer.section(wishes)?;
                targets.push((*key, section));
            }
            let mut index = Out::default();
            stamp.write(&mut index);
            write_key(&mut index, &key);
            index.number(states);
            index.number(layers.len() as u64);
            for layer in &layers {
                index.number(u64::from(layer.junction));
                layer.part.write(&mut index);
            }
            index.number(targets.len() as u64);
            for (key, section) in &targets {
                write_key(&mut index, key);
                section.write(&mut index);
            }
            writer.index(&index.bytes)
        });
        written.map_err(ProveError::Slices)?;
        Ok(KeptSlice {
            key,
            file: SliceFile::new(shelf, &name, faults),
            stamp,
            states,
            layers,
            targets,
        })
    }

    /// A slice that was explored before; `None` where it was not, or its file is damaged.
    pub(super) fn find(
        shelf: &Arc<dyn Shelf>,
        faults: &Faults,
        key: SliceKey,
    ) -> Result<Option<KeptSlice>, ProveError> {
        let file = SliceFile::new(shelf, &states_name(&key), faults);
        let Some(index) = file.index()? else {
            return Ok(None);
        };
        let kept = KeptSlice::of_index(&index, file).ok();
        Ok(kept.filter(|kept| kept.key == key && kept.is_whole()))
    }

    fn of_index(index: &[u8], file: SliceFile) -> Result<KeptSlice, ProveError> {
        let mut input = In { rest: index };
        let stamp = Stamp::read(&mut input)?;
        let key = read_key(&mut input)?;
        let states = input.number()?;
        let mut layers = Vec::new();
        for _ in 0..input.count()? {
            layers.push(KeptLayer {
                junction: input.small()?,
                part: Arc::new(KeptColumn::read(&mut input)?),
            });
        }
        let mut targets = Vec::new();
        for _ in 0..input.count()? {
            targets.push((read_key(&mut input)?, Section::read(&mut input)?));
        }
        match input.rest {
            [] => Ok(KeptSlice {
                key,
                file,
                stamp,
                states,
                layers,
                targets,
            }),
            _ => Err(cut()),
        }
    }

    /// True where all its sections are whole.
    fn is_whole(&self) -> bool {
        let layers = self.layers.iter();
        let targets = self.targets.iter();
        layers.clone().all(|layer| layer.part.is_whole(&self.file))
            && targets
                .clone()
                .all(|(_, section)| self.file.is_whole(section))
    }
}

/// The values of a slice, on disk.
pub(super) struct KeptValues {
    pub(super) file: SliceFile,
    /// Replies that were followed to find them.
    pub(super) replies: u64,
    /// By layer: the plies, and the two stretches where they are counted.
    pub(super) layers: Vec<Vec<Arc<KeptColumn>>>,
}

impl KeptValues {
    /// Writes the values of the layers in work.
    pub(super) fn save(
        (shelf, faults): (&Arc<dyn Shelf>, &Faults),
        (key, stamp): (SliceKey, Stamp),
        map: &Map,
        settlement: &Settlement,
        replies: u64,
    ) -> Result<KeptValues, ProveError> {
        let name = values_name(&key);
        let quiet = settlement.quiet.iter().flat_map(|(runs, all)| [runs, all]);
        let columns: Vec<&Values> = std::iter::once(&settlement.values).chain(quiet).collect();
        let mut layers = Vec::new();
        let written = shelf.write(&name, &mut |out| {
            layers = Vec::new();
            let mut writer = SectionWriter::new(out, shelf.key());
            for at in map.work.clone() {
                let mut parts = Vec::new();
                if let Some(layer) = map.layers.get(at) {
                    for values in &columns {
                        let part = KeptColumn::write_values(&mut writer, (layer, at), values)?;
                        parts.push(Arc::new(part));
                    }
                }
                layers.push(parts);
            }
            let mut index = Out::default();
            stamp.write(&mut index);
            write_key(&mut index, &key);
            index.number(replies);
            index.number(layers.len() as u64);
            for parts in &layers {
                index.number(parts.len() as u64);
                parts.iter().for_each(|part| part.write(&mut index));
            }
            writer.index(&index.bytes)
        });
        written.map_err(ProveError::Slices)?;
        Ok(KeptValues {
            file: SliceFile::new(shelf, &name, faults),
            replies,
            layers,
        })
    }

    /// Values that were found before, of a slice with so many layers and so many values a state; `None` where they were not, or their
    /// file is damaged or of another palette.
    pub(super) fn find(
        (shelf, faults): (&Arc<dyn Shelf>, &Faults),
        (key, stamp): (SliceKey, Stamp),
        layers: usize,
        columns: usize,
    ) -> Result<Option<KeptValues>, ProveError> {
        let file = SliceFile::new(shelf, &values_name(&key), faults);
        let Some(index) = file.index()? else {
            return Ok(None);
        };
        let read = || -> Result<Option<KeptValues>, ProveError> {
            let mut input = In { rest: &index };
            if Stamp::read(&mut input)? != stamp || read_key(&mut input)? != key {
                return Ok(None);
            }
            let replies = input.number()?;
            let mut found = Vec::new();
            for _ in 0..input.count()? {
                let count = input.count()?;
                let parts = (0..count).map(|_| KeptColumn::read(&mut input).map(Arc::new));
                found.push(parts.collect::<Result<Vec<_>, _>>()?);
            }
            let fits = found.len() == layers && found.iter().all(|parts| parts.len() == columns);
            Ok(fits.then_some(KeptValues {
                file,
                replies,
                layers: found,
            }))
        };
        let kept = read().ok().flatten();
        Ok(kept.filter(|kept| {
            let mut parts = kept.layers.iter().flatten();
            parts.all(|part| part.is_whole(&kept.file))
        }))
    }
}
