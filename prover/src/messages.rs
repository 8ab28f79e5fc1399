//! Sets of states as bytes: what shards say to each other, what one slice wants of another. Bits of layers, and positions that have no number.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use adv_chess::{Color, Material, Position};
use adv_vm::Junction;

use crate::bytes::{In, Out, cut};
use crate::error::ProveError;
use crate::explore::Explorer;
use crate::key::SliceKey;
use crate::owner::Owner;
use crate::states::{CHUNK, Layer, WORDS};

/// The bits of a chunk.
type Bits = [u64; WORDS];

/// The name of a layer in messages: its men, its side to move, and the words of its junction.
pub(crate) type LayerName = (Material, Color, Vec<u32>);

/// The name of a layer.
pub(crate) fn name_of(layer: &Layer, junctions: &[Arc<Junction>]) -> LayerName {
    let junction = junctions.get(usize::from(layer.junction));
    let words = junction.map(|junction| junction.to_words());
    let class = &layer.class;
    (class.material(), class.turn(), words.unwrap_or_default())
}

/// The places of layers in a list by their names.
pub(crate) fn names(layers: &[Layer], junctions: &[Arc<Junction>]) -> HashMap<LayerName, usize> {
    let named = |(at, layer)| (name_of(layer, junctions), at);
    layers.iter().enumerate().map(named).collect()
}

/// A set of states of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayerMessage {
    pub(crate) name: LayerName,
    pub(crate) chunks: Vec<(u64, Bits)>,
    /// Each with a number that says more.
    pub(crate) extras: Vec<(Position, u64)>,
    /// Two stretches for each bit and each extra position, where they are counted.
    pub(crate) stretches: Vec<u16>,
}

impl LayerMessage {
    /// No state of a layer yet.
    pub(crate) fn of(layer: &Layer, junctions: &[Arc<Junction>]) -> LayerMessage {
        LayerMessage::named(name_of(layer, junctions))
    }

    const fn named(name: LayerName) -> LayerMessage {
        LayerMessage {
            name,
            chunks: Vec::new(),
            extras: Vec::new(),
            stretches: Vec::new(),
        }
    }

    /// All that is wanted of a layer elsewhere; `None` where all of it is decided here.
    pub(crate) fn wanted(layer: &Layer, junctions: &[Arc<Junction>]) -> Option<LayerMessage> {
        let outside = layer.wanted_outside()?;
        let extras = outside.extras().into_iter();
        Some(LayerMessage {
            chunks: outside.chunks().collect(),
            extras: extras.map(|(at, root)| (at, u64::from(root))).collect(),
            ..LayerMessage::of(layer, junctions)
        })
    }

    /// Adds a state of the layer; states are added in their order.
    pub(crate) fn add(&mut self, layer: &Layer, number: u64) {
        if number >= layer.len() {
            let position = layer.known_position(number);
            self.extras.extend(position.map(|position| (position, 0)));
            return;
        }
        let chunk = number / CHUNK;
        if self.chunks.last().is_none_or(|(last, _)| *last != chunk) {
            self.chunks.push((chunk, [0; WORDS]));
        }
        let place = (number % CHUNK) as usize;
        let bits = self.chunks.last_mut();
        let word = bits.and_then(|(_, bits)| bits.get_mut(place / 64));
        word.into_iter().for_each(|word| *word |= 1 << (place % 64));
    }

    /// The numbers of its states that have one, in their order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.chunks.iter().flat_map(|(chunk, bits)| {
            let first = chunk.saturating_mul(CHUNK);
            let words = (0..).zip(bits.iter());
            words.flat_map(move |(at, word)| {
                let set = (0..64).filter(move |bit| word >> bit & 1 != 0);
                set.map(move |bit| first.saturating_add(at * 64 + bit))
            })
        })
    }

    fn is_empty(&self) -> bool {
        self.chunks.is_empty() && self.extras.is_empty()
    }

    fn write(&self, out: &mut Out) {
        let (material, turn, words) = &self.name;
        out.class(material, *turn);
        out.junction(words);
        out.number(self.chunks.len() as u64);
        for (chunk, bits) in &self.chunks {
            out.number(*chunk);
            // Most words are all zeros or all ones; sixteen of them share their kinds.
            for bits in bits.chunks(16) {
                let kind = |word: &u64| match word {
                    0 => 0_u32,
                    &u64::MAX => 1,
                    _ => 2,
                };
                let kinds = bits
                    .iter()
                    .rev()
                    .fold(0, |kinds, word| kinds << 2 | kind(word));
                out.bytes.extend(kinds.to_le_bytes());
                for word in bits.iter().filter(|word| kind(word) == 2) {
                    out.bytes.extend(word.to_le_bytes());
                }
            }
        }
        out.number(self.extras.len() as u64);
        for (position, more) in &self.extras {
            out.position(position);
            out.number(*more);
        }
        out.words(&self.stretches);
    }

    fn read(input: &mut In<'_>) -> Result<LayerMessage, ProveError> {
        let (material, turn) = input.class()?;
        let mut said = LayerMessage::named((material, turn, input.junction()?));
        for _ in 0..input.count()? {
            let chunk = input.number()?;
            let mut bits = [0; WORDS];
            for bits in bits.chunks_mut(16) {
                let kinds = input.take(4)?.try_into().map_err(|_| cut())?;
                let mut kinds = u32::from_le_bytes(kinds);
                for word in bits {
                    *word = match kinds & 3 {
                        0 => 0,
                        1 => u64::MAX,
                        _ => input.fixed()?,
                    };
                    kinds >>= 2;
                }
            }
            said.chunks.push((chunk, bits));
        }
        for _ in 0..input.count()? {
            let position = input.position(turn)?;
            said.extras.push((position, input.number()?));
        }
        said.stretches = input.words()?;
        Ok(said)
    }
}

/// A message; nothing at all where nothing is said.
pub(crate) fn message(all: &[LayerMessage]) -> Vec<u8> {
    let all: Vec<&LayerMessage> = all.iter().filter(|said| !said.is_empty()).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let mut out = Out::default();
    out.number(all.len() as u64);
    all.iter().for_each(|said| said.write(&mut out));
    out.bytes
}

/// What a message says.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<LayerMessage>, ProveError> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let mut input = In { rest: bytes };
    let count = input.count()?;
    let said: Result<Vec<LayerMessage>, ProveError> =
        (0..count).map(|_| LayerMessage::read(&mut input)).collect();
    match input.rest {
        [] => said,
        _ => Err(cut()),
    }
    .map_err(|_| ProveError::Shards("a message between shards is damaged".to_owned()))
}

/// What is wanted of each shard and was not said before.
pub(crate) fn wishes(layers: &[Layer], junctions: &[Arc<Junction>], of: usize) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<LayerMessage>> = vec![Vec::new(); of];
    for layer in layers {
        let Some(outside) = layer.wanted_outside() else {
            continue;
        };
        let mut chunks: BTreeMap<usize, Vec<(u64, Bits)>> = BTreeMap::new();
        let mut extras: BTreeMap<usize, Vec<(Position, u64)>> = BTreeMap::new();
        outside.sent(
            |chunk, bits| {
                let owner = Owner::of_chunk(chunk, of);
                chunks.entry(owner).or_default().push((chunk, bits));
            },
            |position, root| {
                let owner = Owner::of_extra(position, of);
                extras
                    .entry(owner)
                    .or_default()
                    .push((*position, u64::from(root)));
            },
        );
        for (to, said) in all.iter_mut().enumerate() {
            said.push(LayerMessage {
                chunks: chunks.remove(&to).unwrap_or_default(),
                extras: extras.remove(&to).unwrap_or_default(),
                ..LayerMessage::of(layer, junctions)
            });
        }
    }
    all.iter().map(|said| message(said)).collect()
}

/// Wants what a message says, and counts the states that were not wanted before. The pawns are on these squares where the explorer has
/// layers by slices. `roots`: all are positions of the claim.
pub(crate) fn want(
    bytes: &[u8],
    explorer: &Explorer<'_>,
    pawns: [u64; 2],
    roots: bool,
) -> Result<u64, ProveError> {
    let (mut worker, mut wanted) = (explorer.worker(), 0);
    for said in read(bytes)? {
        let (material, turn, words) = &said.name;
        let junction = Junction::from_words(words, explorer.engine.module());
        let junction = worker.junction_number(junction.ok_or_else(cut)?)?;
        let key = SliceKey {
            material: *material,
            turn: *turn,
            pawns,
        };
        let layer = worker.layer_of(key, junction)?;
        for number in said.numbers() {
            wanted += u64::from(layer.want(number, roots));
        }
        for (position, root) in &said.extras {
            wanted += u64::from(layer.want_extra(position, roots || *root == 1));
        }
    }
    Ok(wanted)
}
