//! What shards say to each other: bits of layers, and positions that have no number.

use std::collections::BTreeMap;
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
pub(super) type Bits = [u64; WORDS];

/// What is said of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LayerMessage {
    pub(super) material: Material,
    pub(super) turn: Color,
    /// The words of the junction.
    pub(super) words: Vec<u32>,
    pub(super) chunks: Vec<(u64, Bits)>,
    /// Each with a number that says more.
    pub(super) extras: Vec<(Position, u64)>,
    /// Two stretches for each bit and each extra position, where they are counted.
    pub(super) stretches: Vec<u16>,
}

impl LayerMessage {
    pub(super) fn of(layer: &Layer, junctions: &[Arc<Junction>]) -> LayerMessage {
        let junction = junctions.get(usize::from(layer.junction));
        LayerMessage {
            material: layer.class.material(),
            turn: layer.class.turn(),
            words: junction.map(|j| j.to_words()).unwrap_or_default(),
            chunks: Vec::new(),
            extras: Vec::new(),
            stretches: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.chunks.is_empty() && self.extras.is_empty()
    }

    pub(super) fn write_head(&self, out: &mut Out) {
        out.bytes.extend(self.material.counts.iter().flatten());
        out.bytes.push(self.turn as u8);
        out.number(self.words.len() as u64);
        self.words.iter().for_each(|w| out.number(u64::from(*w)));
    }

    pub(super) fn read_head(input: &mut In<'_>) -> Result<LayerMessage, ProveError> {
        let mut material = Material::default();
        for side in &mut material.counts {
            side.copy_from_slice(input.take(6)?);
        }
        let turn = match input.take(1)? {
            [0] => Color::White,
            [1] => Color::Black,
            _ => return Err(cut()),
        };
        let count = input.count()?;
        let words: Result<Vec<u32>, _> = (0..count).map(|_| input.small()).collect();
        Ok(LayerMessage {
            material,
            turn,
            words: words?,
            chunks: Vec::new(),
            extras: Vec::new(),
            stretches: Vec::new(),
        })
    }

    fn write(&self, out: &mut Out) {
        self.write_head(out);
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
        let mut said = LayerMessage::read_head(input)?;
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
            let position = input.position(said.turn)?;
            said.extras.push((position, input.number()?));
        }
        said.stretches = input.words()?;
        Ok(said)
    }
}

/// A message; nothing at all where nothing is said.
pub(super) fn message(all: &[LayerMessage]) -> Vec<u8> {
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
pub(super) fn read(bytes: &[u8]) -> Result<Vec<LayerMessage>, ProveError> {
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

/// The numbers that bits stand for.
pub(super) fn numbers(chunk: u64, bits: &Bits) -> impl Iterator<Item = u64> + '_ {
    let first = chunk.saturating_mul(CHUNK);
    let words = (0..).zip(bits.iter());
    words.flat_map(move |(at, word)| {
        let set = (0..64).filter(move |bit| word >> bit & 1 != 0);
        set.map(move |bit| first.saturating_add(at * 64 + bit))
    })
}

/// What is wanted of each shard and was not said before.
pub(super) fn wishes(layers: &[Layer], junctions: &[Arc<Junction>], of: usize) -> Vec<Vec<u8>> {
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

/// Wants what another shard wishes.
pub(super) fn want(bytes: &[u8], explorer: &Explorer<'_>) -> Result<(), ProveError> {
    let mut worker = explorer.worker();
    for said in read(bytes)? {
        let junction = Junction::from_words(&said.words, explorer.engine.module());
        let junction = worker.junction_number(junction.ok_or_else(cut)?)?;
        let key = SliceKey {
            material: said.material,
            turn: said.turn,
            pawns: [0; 2],
        };
        let layer = worker.layer_of(key, junction)?;
        let mut known = 0;
        for (chunk, bits) in &said.chunks {
            for number in numbers(*chunk, bits) {
                known += u64::from(layer.want(number, false));
            }
        }
        for (position, root) in &said.extras {
            known += u64::from(layer.want_extra(position, *root == 1));
        }
        explorer.watch.add_known(known);
    }
    Ok(())
}
