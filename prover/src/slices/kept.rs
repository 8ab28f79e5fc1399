//! The two files of a slice: its states, with what it wants of later slices, and their values.
//!
//! ```text
//!   KPvK-w-e4.states   records and trees, chunk by chunk │ extra positions │ wishes by slice │ index
//!   KPvK-w-e4.values   the plies, and where fifty moves are counted two stretches │ index
//! ```

use std::io;
use std::sync::Arc;

use super::file::{Faults, Section, SectionWriter, SliceFile};
use super::part::{KeptColumn, KeptPart};
use crate::bytes::{In, Out, cut};
use crate::error::ProveError;
use crate::key::SliceKey;
use crate::longest::Settlement;
use crate::map::Map;
use crate::shelf::Shelf;
use crate::states::Layer;
use crate::values::Values;

/// The endings of the names of files of states and of values.
pub(super) const STATES: &str = "states";
pub(super) const VALUES: &str = "values";

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

/// The part of a file that is of one layer: its states, or their plies, and the two stretches where they are counted.
pub(super) struct KeptLayer {
    pub(super) junction: u16,
    pub(super) columns: Vec<Arc<KeptColumn>>,
}

/// The wishes of one slice for others, and where they are in its file.
type Targets = Vec<(SliceKey, Section)>;

/// The contents of a file.
type SliceStates = (Vec<KeptLayer>, Targets);

/// A slice whose states or values are on disk.
pub(super) struct KeptSlice {
    pub(super) key: SliceKey,
    pub(super) file: SliceFile,
    pub(super) stamp: Stamp,
    /// How many states were decided, or how many replies were followed to find their values.
    pub(super) count: u64,
    pub(super) layers: Vec<KeptLayer>,
    /// What it wants of later slices.
    pub(super) targets: Targets,
}

fn name(key: &SliceKey, ending: &str) -> String {
    format!("{}.{ending}", key.name())
}

fn write_key(out: &mut Out, key: &SliceKey) {
    out.class(&key.material, key.turn);
    key.pawns
        .iter()
        .for_each(|set| out.bytes.extend(set.to_le_bytes()));
}

fn read_key(input: &mut In<'_>) -> Result<SliceKey, ProveError> {
    let (material, turn) = input.class()?;
    Ok(SliceKey {
        material,
        turn,
        pawns: [input.fixed()?, input.fixed()?],
    })
}

impl KeptSlice {
    /// Writes a slice that is explored: its own layers, which are sorted, and what it wants of other slices.
    pub(super) fn save_states(
        shelf: (&Arc<dyn Shelf>, &Faults),
        of: (SliceKey, Stamp),
        own: &[Layer],
        others: &[(SliceKey, Vec<u8>)],
    ) -> Result<KeptSlice, ProveError> {
        let states = own.iter();
        let states = states.map(|layer| layer.decided(layer.all()).count() as u64);
        KeptSlice::save(shelf, STATES, of, states.sum(), &mut |writer| {
            let (mut layers, mut targets) = (Vec::new(), Vec::new());
            for layer in own {
                let column = KeptColumn::write_states(writer, layer)?;
                layers.push(KeptLayer {
                    junction: layer.junction,
                    columns: vec![Arc::new(column)],
                });
            }
            for (key, wishes) in others {
                targets.push((*key, writer.section(wishes)?));
            }
            Ok((layers, targets))
        })
    }

    /// Writes the values of the layers in work.
    pub(super) fn save_values(
        shelf: (&Arc<dyn Shelf>, &Faults),
        of: (SliceKey, Stamp),
        map: &Map,
        settlement: &Settlement,
        replies: u64,
    ) -> Result<KeptSlice, ProveError> {
        let columns: Vec<&Values> = settlement.columns().collect();
        KeptSlice::save(shelf, VALUES, of, replies, &mut |writer| {
            let mut layers = Vec::new();
            for at in map.work.clone() {
                let Some(layer) = map.layers.get(at) else {
                    continue;
                };
                let columns = columns.iter().map(|values| {
                    let column = KeptColumn::write_values(writer, (layer, at), values)?;
                    Ok(Arc::new(column))
                });
                layers.push(KeptLayer {
                    junction: layer.junction,
                    columns: columns.collect::<io::Result<_>>()?,
                });
            }
            Ok((layers, Vec::new()))
        })
    }

    fn save(
        (shelf, faults): (&Arc<dyn Shelf>, &Faults),
        ending: &str,
        (key, stamp): (SliceKey, Stamp),
        count: u64,
        write: &mut dyn FnMut(&mut SectionWriter<'_>) -> io::Result<SliceStates>,
    ) -> Result<KeptSlice, ProveError> {
        let name = name(&key, ending);
        let mut kept = KeptSlice {
            key,
            file: SliceFile::new(shelf, &name, faults),
            stamp,
            count,
            layers: Vec::new(),
            targets: Vec::new(),
        };
        let written = shelf.write(&name, &mut |out| {
            let mut writer = SectionWriter::new(out, shelf.key());
            (kept.layers, kept.targets) = write(&mut writer)?;
            writer.index(&kept.index())
        });
        written.map_err(ProveError::Slices)?;
        Ok(kept)
    }

    fn index(&self) -> Vec<u8> {
        let mut out = Out::default();
        self.stamp.write(&mut out);
        write_key(&mut out, &self.key);
        out.number(self.count);
        out.number(self.layers.len() as u64);
        for layer in &self.layers {
            out.number(u64::from(layer.junction));
            out.number(layer.columns.len() as u64);
            layer.columns.iter().for_each(|of| of.write(&mut out));
        }
        out.number(self.targets.len() as u64);
        for (key, section) in &self.targets {
            write_key(&mut out, key);
            section.write(&mut out);
        }
        out.bytes
    }

    /// A slice whose file of this ending was written before; `None` where it was not, or the file is damaged.
    pub(super) fn find(
        (shelf, faults): (&Arc<dyn Shelf>, &Faults),
        ending: &str,
        key: SliceKey,
    ) -> Result<Option<KeptSlice>, ProveError> {
        let file = SliceFile::new(shelf, &name(&key, ending), faults);
        let Some(index) = file.index()? else {
            return Ok(None);
        };
        let kept = KeptSlice::of_index(&index, file).ok();
        Ok(kept.filter(|kept| kept.key == key && kept.is_whole()))
    }

    fn of_index(index: &[u8], file: SliceFile) -> Result<KeptSlice, ProveError> {
        let mut input = In { rest: index };
        let mut kept = KeptSlice {
            file,
            stamp: Stamp::read(&mut input)?,
            key: read_key(&mut input)?,
            count: input.number()?,
            layers: Vec::new(),
            targets: Vec::new(),
        };
        for _ in 0..input.count()? {
            let junction = input.small()?;
            let count = input.count()?;
            let columns = (0..count).map(|_| KeptColumn::read(&mut input).map(Arc::new));
            kept.layers.push(KeptLayer {
                columns: columns.collect::<Result<_, _>>()?,
                junction,
            });
        }
        for _ in 0..input.count()? {
            let target = (read_key(&mut input)?, Section::read(&mut input)?);
            kept.targets.push(target);
        }
        match input.rest {
            [] => Ok(kept),
            _ => Err(cut()),
        }
    }

    /// A column of one of its layers, to be read.
    pub(super) fn part(&self, layer: &KeptLayer, column: usize) -> Arc<KeptPart> {
        Arc::new(KeptPart {
            file: self.file.clone(),
            part: layer.columns.get(column).cloned().unwrap_or_default(),
        })
    }

    /// True where all its sections are whole.
    fn is_whole(&self) -> bool {
        let mut columns = self.layers.iter().flat_map(|layer| &layer.columns);
        let mut targets = self.targets.iter();
        columns.all(|column| column.is_whole(&self.file))
            && targets.all(|(_, section)| self.file.is_whole(section))
    }
}
