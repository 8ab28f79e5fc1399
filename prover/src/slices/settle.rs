//! Settles slice after slice, backwards: when a slice is begun, all that it leads to is settled.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::Sliced;
use super::kept::{KeptSlice, VALUES};
use crate::error::ProveError;
use crate::key::SliceKey;
use crate::longest::{Settlement, is_zeroing};
use crate::map::{Map, layer_order};
use crate::palette::Palette;
use crate::proved::{QUIET_BYTES, settle_faults};
use crate::settle::settle_work;
use crate::states::{Layer, whole_class};
use crate::values::{UNKNOWN, Values};

/// All slices, settled.
pub(super) struct SettledSlices {
    pub(super) map: Map,
    pub(super) settlement: Settlement,
    /// The layers of each slice, in the order in which they were explored.
    pub(super) slices: Vec<Range<usize>>,
    /// The most bytes that a slice took.
    pub(super) memory: u64,
}

impl Sliced<'_> {
    /// Settles all slices, but for those whose values were found before. `None` where it was ended.
    pub(super) fn settle(
        &self,
        kept: &[KeptSlice],
        palette: &Palette,
    ) -> Result<Option<SettledSlices>, ProveError> {
        let watch = self.task.watch;
        let mut map = self.map(kept, palette)?;
        let ranges = ranges(&map);
        let range = |key: &SliceKey| ranges.get(key).cloned().unwrap_or_default();
        let reaches = map.goals.reaches_something();
        let quiet = reaches && is_zeroing(&map);
        let mut settlement = Settlement::with(quiet, |_| Values::none(&map));
        let columns = if quiet { 3 } else { 1 };
        let mut memory = 0;
        for slice in kept.iter().rev() {
            if watch.stopped() {
                return Ok(None);
            }
            let own = range(&slice.key);
            map.work = own.clone();
            let shelf = (self.shelf, &self.faults);
            let found = KeptSlice::find(shelf, VALUES, slice.key)?.filter(|values| {
                let mut layers = values.layers.iter();
                (values.stamp, values.layers.len()) == (slice.stamp, own.len())
                    && layers.all(|layer| layer.columns.len() == columns)
            });
            let values = match found {
                Some(values) => {
                    settlement.replies += values.count;
                    watch.add_done(slice.count);
                    values
                }
                None => {
                    let before = settlement.replies;
                    let value = if reaches { UNKNOWN } else { 0 };
                    self.room(&map, quiet)?;
                    for (column, value) in settlement.columns_mut().zip([value, 0, 0]) {
                        column.begin(&map, own.clone(), value);
                    }
                    if reaches {
                        settlement = settle_work(&map, self.engine, watch, settlement)?;
                    } else {
                        settle_faults(&map, self.engine, watch, &mut settlement, true)?;
                    }
                    self.faults.check()?;
                    if watch.stopped() {
                        return Ok(None);
                    }
                    let layers = map.layers.get(own.clone()).unwrap_or_default();
                    let states: u64 = layers.iter().map(Layer::bytes).sum();
                    memory = memory.max(states + settlement.values.bytes());
                    let replies = settlement.replies - before;
                    let of = (slice.key, slice.stamp);
                    KeptSlice::save_values(shelf, of, &map, &settlement, replies)?
                }
            };
            for (at, layer) in own.clone().zip(&values.layers) {
                for (number, column) in settlement.columns_mut().enumerate() {
                    column.keep_in(at, values.part(layer, number));
                }
            }
            let targets = slice.targets.iter().map(|(target, _)| range(target));
            for layers in targets.chain([own]) {
                map.put_away(layers.clone());
                settlement.put_away(layers);
            }
        }
        Ok(Some(SettledSlices {
            slices: kept.iter().map(|slice| range(&slice.key)).collect(),
            map,
            settlement,
            memory,
        }))
    }

    /// All layers of all slices, none of them in memory.
    fn map(&self, kept: &[KeptSlice], palette: &Palette) -> Result<Map, ProveError> {
        let junctions = palette.junctions();
        let mut layers = Vec::new();
        for slice in kept {
            let key = &slice.key;
            let class = whole_class(key.material, key.turn, self.all)?;
            let class = class.with_pawns(key.pawns);
            let class = class.ok_or(ProveError::TooManyChoices)?;
            for layer in &slice.layers {
                let states = slice.part(layer, 0);
                layers.push(Layer::away(class.clone(), layer.junction, states)?);
            }
        }
        layers.sort_by_cached_key(|layer| layer_order(layer, &junctions));
        // Without slices the layers of all pawns are one.
        let mut whole: Vec<_> = layers
            .iter()
            .map(|layer| {
                let (men, counts, turn, _, words) = layer_order(layer, &junctions);
                (men, counts, turn, words)
            })
            .collect();
        let orders = whole.clone();
        whole.sort();
        whole.dedup();
        let ranks = orders.iter().map(|order| {
            let place = whole.binary_search(order).unwrap_or_else(|place| place);
            place as u32
        });
        Ok(Map {
            ranks: ranks.collect(),
            ..Map::new(Arc::new(layers), palette, self.goals.clone())
        })
    }

    /// Whether there is room to settle the layers in work.
    fn room(&self, map: &Map, quiet: bool) -> Result<(), ProveError> {
        let layers = map.layers.get(map.work.clone()).unwrap_or_default();
        let slots: u64 = layers.iter().map(Layer::slots).sum();
        let each = crate::states::STATE_BYTES + if quiet { QUIET_BYTES } else { 0 };
        let watch = self.task.watch;
        if watch.hold(slots.saturating_mul(each)) {
            return Ok(());
        }
        let ((_, limit), known) = (watch.memory(), watch.progress().2);
        Err(ProveError::no_room(known, limit))
    }
}

/// The layers of each slice, which are beside each other.
fn ranges(map: &Map) -> HashMap<SliceKey, Range<usize>> {
    let mut ranges: HashMap<SliceKey, Range<usize>> = HashMap::new();
    for (at, layer) in map.layers.iter().enumerate() {
        let range = ranges.entry(layer.key()).or_insert(at..at);
        range.end = at + 1;
    }
    ranges
}
