//! What of a proof is explored at once: all of it, or one slice after the other.

use adv_chess::{Material, Position};

use crate::error::ProveError;
use crate::key::SliceKey;
use crate::owner::Owner;
use crate::states::{Layer, whole_class};

/// What of a proof is explored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExploredPart {
    /// All of it.
    Whole,
    /// A slice; what it wants of others is kept for them.
    Slice(SliceKey),
    /// The states of a shard; what it wants of others is kept for them.
    Shard(Owner),
    /// Nothing: the positions of the claim are found, and kept for their slices.
    Roots,
}

impl ExploredPart {
    /// Where the states of a position are kept.
    #[inline]
    pub(crate) fn key(&self, position: &Position) -> SliceKey {
        match self {
            ExploredPart::Whole | ExploredPart::Shard(_) => SliceKey {
                material: Material::of(position),
                turn: position.turn(),
                pawns: [0; 2],
            },
            ExploredPart::Slice(_) | ExploredPart::Roots => SliceKey::of(position),
        }
    }

    /// A new layer.
    pub(super) fn layer(
        &self,
        key: SliceKey,
        junction: u16,
        all: bool,
    ) -> Result<Layer, ProveError> {
        let class = whole_class(key.material, key.turn, all)?;
        let in_slice = || {
            class
                .with_pawns(key.pawns)
                .ok_or(ProveError::TooManyChoices)
        };
        match self {
            ExploredPart::Whole => Layer::of(class, junction),
            ExploredPart::Shard(owner) => Layer::shard(class, junction, *owner),
            ExploredPart::Slice(own) if *own == key => Layer::of(in_slice()?, junction),
            ExploredPart::Slice(_) | ExploredPart::Roots => {
                Ok(Layer::outside(in_slice()?, junction))
            }
        }
    }
}
