//! What a proof that resumes finds out again, before it believes its checkpoint.
//!
//! ```text
//!   positions of the claim    found again, all of them: they must be the roots of the checkpoint
//!   play                      the program is asked again in a sample of the decided states
//!   lines                     settled again, all of them, when everything is decided; a missing state is an error then
//! ```
//!
//! A sample finds a checkpoint that is wrong in many states, as that of another program is. It does not find one wrong state among
//! millions: the caller keeps checkpoints where no other user can write them, or seals them.

use std::sync::Arc;

use adv_module::program::ClaimFrom;

use crate::error::{CheckpointFault, ProveError};
use crate::explore::Explorer;
use crate::palette::Palette;
use crate::random::want_roots;
use crate::record::Record;
use crate::roots::Sides;
use crate::states::{CHUNK, Layer};

/// The states of a layer in which the program is asked again.
const SAMPLE: u64 = 256;

/// Checks what an explorer took from a checkpoint; false where it was ended before that.
///
/// # Errors
/// [`ProveError::Checkpoint`] where something else is found than the checkpoint says.
pub(crate) fn recheck(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
) -> Result<bool, ProveError> {
    if !same_roots(explorer, from, sides)? {
        return Ok(false);
    }
    let mut engine = explorer.engine.clone();
    let play = explorer.play;
    let mut branches = engine.branches(play.subject, play.mode, play.wanted);
    let mut worker = explorer.worker();
    for layer in explorer.layers() {
        // A layer for what is found again; it is dropped with what it wants.
        let class = &layer.class;
        let found = Layer::new(class.material(), class.turn(), layer.junction, explorer.all)?;
        let found = Arc::new(found);
        for number in sample(&layer) {
            if explorer.watch.stopped() {
                return Ok(false);
            }
            let Some(position) = layer.position(number) else {
                return Err(ProveError::Checkpoint(CheckpointFault::Malformed));
            };
            // An extra position has a place of its own in each layer.
            if number >= layer.len() {
                found.want_extra(&position, false);
            }
            let again = found.number(&position).unwrap_or(number);
            let record = match worker.decide(&found, again, &position, &mut branches) {
                Err(_) if explorer.watch.stopped() => return Ok(false),
                record => record?,
            };
            if !same(
                (&layer, number, layer.record(number)),
                (&found, again, record),
            ) {
                return Err(ProveError::Checkpoint(CheckpointFault::OtherPlay));
            }
        }
    }
    Ok(true)
}

/// Decided states of a layer, spread over the chunks in which something was met.
fn sample(layer: &Layer) -> Vec<u64> {
    let met = (0..layer.chunk_count()).filter(|chunk| layer.has_records(*chunk));
    let met: Vec<u64> = met.collect();
    let count = met.len() as u64;
    let stride = (count / SAMPLE).max(1);
    let each = SAMPLE.div_ceil(count.max(1));
    let of = |chunk: &u64| {
        let decided = layer.decided(layer.chunk(*chunk));
        decided.step_by((CHUNK / each).max(1) as usize)
    };
    let numbered = met.iter().step_by(stride as usize).flat_map(of);
    // And as many of the extra positions.
    let extras = layer.len()..layer.len() + layer.extra_count();
    let stride = ((extras.end - extras.start) / SAMPLE).max(1);
    let extras = layer.decided(extras).step_by(stride as usize);
    numbered.chain(extras).collect()
}

/// True where two records of a state say the same: the outcome, and the move or tree.
fn same(
    (layer, number, record): (&Layer, u64, Record),
    (other, again_number, again): (&Layer, u64, Record),
) -> bool {
    if record.outcome() != again.outcome() || record.has_tree() != again.has_tree() {
        return false;
    }
    if !record.has_tree() {
        return record.payload() == again.payload();
    }
    layer.with_tree(number, record.payload(), |words| {
        other.with_tree(again_number, again.payload(), |found| words == found)
    })
}

/// Finds the positions of the claim again, and compares them with the roots of the checkpoint.
fn same_roots(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
) -> Result<bool, ProveError> {
    let other = || ProveError::Checkpoint(CheckpointFault::OtherPositions);
    let fresh = Explorer::new(
        explorer.engine,
        explorer.goals,
        explorer.play,
        explorer.watch,
        explorer.all,
        (Palette::default(), Vec::new()),
    );
    if !want_roots(&fresh, from, sides)? {
        return Ok(false);
    }
    let junctions = explorer.palette.junctions();
    let (layers, palette) = fresh.into_layers();
    let found = palette.junctions();
    let kept = explorer.layers();
    let mut counts = (0_u64, 0_u64);
    for layer in &layers {
        let junction = found.get(usize::from(layer.junction));
        let is_it = |kept: &&Arc<Layer>| {
            let class = &layer.class;
            kept.class.material() == class.material()
                && kept.class.turn() == class.turn()
                && junctions.get(usize::from(kept.junction)) == junction
        };
        let kept = kept.iter().find(is_it);
        for number in layer.roots() {
            let Some(position) = layer.position(number) else {
                continue;
            };
            let own = kept.and_then(|kept| Some(kept.record(kept.number(&position)?)));
            if !own.is_some_and(Record::is_root) {
                return Err(other());
            }
            counts.0 += 1;
        }
    }
    for layer in &kept {
        let legal = |number: &u64| layer.position(*number).is_some();
        counts.1 += layer.roots().filter(legal).count() as u64;
    }
    if counts.0 != counts.1 {
        return Err(other());
    }
    Ok(true)
}
