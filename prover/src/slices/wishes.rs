//! What one slice wants of another: the numbers, a bit each, and the positions that have none.

use crate::bytes::{In, Out, cut};
use crate::error::ProveError;
use crate::explore::Explorer;
use crate::key::SliceKey;
use crate::states::{CHUNK, Layer};

/// Writes what is wanted of some layers, which are of one slice.
pub(super) fn write<'l>(layers: impl Iterator<Item = &'l Layer>) -> Vec<u8> {
    let mut out = Out::default();
    let layers: Vec<&Layer> = layers.collect();
    out.number(layers.len() as u64);
    for layer in layers {
        out.number(u64::from(layer.junction));
        let chunks = layer.wanted_outside().into_iter();
        let chunks: Vec<_> = chunks.flat_map(|outside| outside.chunks()).collect();
        out.number(chunks.len() as u64);
        for (chunk, words) in chunks {
            out.number(chunk);
            // Most words are all zeros or all ones.
            for word in words {
                match word {
                    0 => out.bytes.push(0),
                    u64::MAX => out.bytes.push(1),
                    word => {
                        out.bytes.push(2);
                        out.bytes.extend(word.to_le_bytes());
                    }
                }
            }
        }
        let extras = layer.wanted_outside().map(|outside| outside.extras());
        let mut all = extras.unwrap_or_default();
        all.sort_unstable_by_key(|(position, _)| position.packed());
        out.number(all.len() as u64);
        for (position, root) in all {
            out.position(&position);
            out.number(u64::from(root));
        }
    }
    out.bytes
}

/// Wants what was written; `roots`: these are positions of the claim. Tells how many were not wanted before.
pub(super) fn read(
    bytes: &[u8],
    explorer: &Explorer<'_>,
    key: SliceKey,
    roots: bool,
) -> Result<u64, ProveError> {
    let mut input = In { rest: bytes };
    let mut worker = explorer.worker();
    let mut wanted = 0;
    for _ in 0..input.count()? {
        let junction = input.small()?;
        let layer = worker.layer_of(key, junction)?;
        for _ in 0..input.count()? {
            let chunk = input.number()?;
            for at in 0..CHUNK / 64 {
                let mut word = match input.take(1)? {
                    [0] => 0,
                    [1] => u64::MAX,
                    _ => input.fixed()?,
                };
                let first = chunk.checked_mul(CHUNK).ok_or_else(cut)? + at * 64;
                while word != 0 {
                    let number = first + u64::from(word.trailing_zeros());
                    wanted += u64::from(layer.want(number, roots));
                    word &= word - 1;
                }
            }
        }
        for _ in 0..input.count()? {
            let position = input.position(key.turn)?;
            let root = input.number()? == 1;
            wanted += u64::from(layer.want_extra(&position, root || roots));
        }
    }
    Ok(wanted)
}
