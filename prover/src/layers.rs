//! Which layer has the states of a material, a side to move, the pawns' squares where a proof is made in slices, and a junction: play with many men comes to thousands of layers.
//!
//! Most play stays with the same men, and goes from one place of a strategy to another. So the layers of the same men are side by side, by junction, and the
//! way from one to another needs no look at the men.

use std::borrow::Borrow;
use std::collections::HashMap;

use crate::key::SliceKey;
use crate::mix::Mix;
use crate::states::Layer;

/// Where each layer is in a list of layers.
#[derive(Default)]
pub(crate) struct LayerIndex {
    places: HashMap<(SliceKey, u16), usize, Mix>,
    /// The number of each slice of which there is a layer.
    slices: HashMap<SliceKey, usize, Mix>,
    /// By layer the number of its slice, as far as the list is in it.
    slice_of: Vec<usize>,
    /// By the number of a slice and by junction, one more than the place of the layer; 0 where there is none.
    siblings: Vec<Vec<usize>>,
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
        for (at, layer) in layers.iter().enumerate().skip(self.slice_of.len()) {
            let layer: &Layer = layer.borrow();
            let (key, junction) = (layer.key(), usize::from(layer.junction));
            self.places.entry((key, layer.junction)).or_insert(at);
            let next = self.slices.len();
            let slice = *self.slices.entry(key).or_insert(next);
            self.slice_of.push(slice);
            if slice == self.siblings.len() {
                self.siblings.push(Vec::new());
            }
            let Some(own) = self.siblings.get_mut(slice) else {
                continue;
            };
            if own.len() <= junction {
                own.resize(junction + 1, 0);
            }
            if let Some(place) = own.get_mut(junction).filter(|place| **place == 0) {
                *place = at + 1;
            }
        }
    }

    /// The place of the layer at a junction with the men, the side to move and the slice of another one, whose positions have the same numbers in it.
    #[inline(always)]
    pub(crate) fn sibling(&self, of: usize, junction: u16) -> Option<usize> {
        let own = self.siblings.get(*self.slice_of.get(of)?)?;
        own.get(usize::from(junction))?.checked_sub(1)
    }

    /// The place of a layer.
    pub(crate) fn get(&self, key: SliceKey, junction: u16) -> Option<usize> {
        self.places.get(&(key, junction)).copied()
    }
}
