//! The order of layers and of states, which does not depend on how they were found.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use adv_chess::{ClassIndex, Color, Material, PackedPosition};
use adv_vm::Junction;

use super::Map;
use crate::states::{Layer, State};

/// A place in the order of a proof without slices: the layer there, the number in its class, and after all numbers the extra positions.
pub(crate) type Place = (u32, u64, PackedPosition);

/// What layers are ordered by: the class, and the words of the junction.
pub(crate) type LayerOrder = (
    Reverse<u32>,
    [[u8; 6]; 2],
    Color,
    Option<[u64; 2]>,
    Vec<u32>,
);

/// The place of a layer in an order that does not depend on how layers were found.
pub(crate) fn layer_order(layer: &Layer, junctions: &[Arc<Junction>]) -> LayerOrder {
    let junction = junctions.get(usize::from(layer.junction));
    let material: Material = layer.class.material();
    (
        Reverse(material.men()),
        material.counts,
        layer.class.turn(),
        layer.class.pawns(),
        junction.map(|j| j.to_words()).unwrap_or_default(),
    )
}

/// Layers in that order.
pub(crate) fn sorted(mut layers: Vec<Layer>, junctions: &[Arc<Junction>]) -> Vec<Layer> {
    layers.sort_by_cached_key(|layer| layer_order(layer, junctions));
    layers.iter_mut().for_each(Layer::seal_extras);
    layers
}

impl Map {
    /// The place of a state in the order of a proof without slices: there the states of a class are not divided by their pawns.
    fn place(&self, state: State) -> Place {
        let rank = self.ranks.get(state.layer()).copied().unwrap_or_default();
        let layer = self.layer(state);
        let position = self.position(state);
        let numbered = layer.filter(|layer| state.number() < layer.len());
        match (numbered, position) {
            (Some(layer), Some(position)) => {
                let class = ClassIndex::new(layer.class.material(), layer.class.turn());
                let number = class.ok().and_then(|class| class.number_of_own(&position));
                (rank, number.unwrap_or(u64::MAX), PackedPosition::EMPTY)
            }
            (_, position) => {
                let packed = position.and_then(|position| position.packed());
                (rank, u64::MAX, packed.unwrap_or_default())
            }
        }
    }

    /// Puts states that were found slice by slice in the order of a proof without slices; without slices they are in it.
    pub(crate) fn sort(&self, states: &mut [State]) {
        if !self.ranks.is_empty() {
            states.sort_by_cached_key(|state| self.place(*state));
        }
    }

    /// The first of two states, of which the one was found before the other.
    pub(crate) fn first(&self, one: Option<State>, other: Option<State>) -> Option<State> {
        let mut both: Vec<State> = one.into_iter().chain(other).collect();
        self.sort(&mut both);
        both.first().copied()
    }

    /// Lets go of what was read of the states of some layers that are on disk.
    pub(crate) fn put_away(&mut self, layers: Range<usize>) {
        let all = Arc::get_mut(&mut self.layers);
        let of = all.and_then(|all| all.get_mut(layers));
        of.unwrap_or_default().iter_mut().for_each(Layer::put_away);
    }
}
