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

use adv_chess::ClassIndex;
use adv_module::program::ClaimFrom;

use crate::error::{CheckpointFault, ProveError};
use crate::explore::{Explorer, want_roots};
use crate::messages::{LayerMessage, name_of};
use crate::record::Record;
use crate::roots::Sides;
use crate::states::{CHUNK, Layer};

/// The states of a layer in which the program is asked again.
const SAMPLE: u64 = 256;

/// The positions of a claim as they are found again. They are found before the states of the checkpoint are read: both at once would take
/// the memory twice.
pub(crate) struct FoundRoots(Vec<(ClassIndex, LayerMessage)>);

impl FoundRoots {
    /// Finds those of a claim; `None` where it was ended.
    ///
    /// # Errors
    /// As [`want_roots`].
    pub(crate) fn find(
        fresh: Explorer<'_>,
        from: &ClaimFrom,
        sides: &Sides,
    ) -> Result<Option<FoundRoots>, ProveError> {
        if !want_roots(&fresh, from, sides)? {
            return Ok(None);
        }
        let (layers, palette) = fresh.into_layers();
        let junctions = palette.junctions();
        let of = |layer: Layer| {
            let mut found = LayerMessage::of(&layer, &junctions);
            layer.roots().for_each(|number| found.add(&layer, number));
            (layer.class, found)
        };
        Ok(Some(FoundRoots(layers.into_iter().map(of).collect())))
    }

    /// True where these are the roots of the checkpoint, all of them and no others; false too where the proof is ended meanwhile.
    fn are_those_of(&self, explorer: &Explorer<'_>) -> bool {
        let junctions = explorer.palette.junctions();
        let kept = explorer.layers();
        let mut counts = (0_u64, 0_u64);
        for (class, found) in &self.0 {
            let mut kept = kept.iter();
            let kept = kept.find(|kept| name_of(kept, &junctions) == found.name);
            let numbered = found.numbers().filter_map(|number| class.position(number));
            let extras = found.extras.iter().map(|(position, _)| *position);
            for position in numbered.chain(extras) {
                let own = kept.and_then(|kept| Some(kept.record(kept.number(&position)?)));
                if explorer.watch.stopped() || !own.is_some_and(Record::is_root) {
                    return false;
                }
                counts.0 += 1;
            }
        }
        for layer in &kept {
            let legal = |number: &u64| layer.position(*number).is_some();
            counts.1 += layer.roots().filter(legal).count() as u64;
        }
        counts.0 == counts.1
    }
}

/// Checks what an explorer took from a checkpoint; false where it was ended before that.
///
/// # Errors
/// [`ProveError::Checkpoint`] where something else is found than the checkpoint says.
pub(crate) fn recheck(explorer: &Explorer<'_>, roots: &FoundRoots) -> Result<bool, ProveError> {
    let are_those = roots.are_those_of(explorer);
    if explorer.watch.stopped() {
        return Ok(false);
    }
    if !are_those {
        return Err(ProveError::Checkpoint(CheckpointFault::OtherPositions));
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
