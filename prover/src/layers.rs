//! Which layer has the states of a material, a side to move, the pawns' squares where a proof is made in slices, and a junction: play with many men comes to thousands of layers.

use std::borrow::Borrow;
use std::collections::HashMap;

use crate::key::SliceKey;
use crate::mix::Mix;
use crate::states::Layer;

/// Where each layer is in a list of layers.
#[derive(Default)]
pub(crate) struct LayerIndex {
    places: HashMap<(SliceKey, u16), usize, Mix>,
    /// How many layers of the list are in it.
    known: usize,
}

impl LayerIndex {
    /// Of a list.
    pub(crate) fn of<L: Borrow<Layer>>(layers: &[L]) -> LayerIndex {
        let mut index = LayerIndex::default();
        index.extend(layers);
        index
    }

    /// Adds the layers by which the list has grown at its end.
    pub(crate) fn extend<L: Borrow<Layer>>(&mut self, layers: &[L]) {
        for (at, layer) in layers.iter().enumerate().skip(self.known) {
            let layer: &Layer = layer.borrow();
            let key = (layer.key(), layer.junction);
            self.places.entry(key).or_insert(at);
        }
        self.known = self.known.max(layers.len());
    }

    /// The place of a layer.
    pub(crate) fn get(&self, key: SliceKey, junction: u16) -> Option<usize> {
        self.places.get(&(key, junction)).copied()
    }
}
