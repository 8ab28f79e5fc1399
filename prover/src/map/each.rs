//! The states of a piece, visited one after the other.

use super::{Map, Piece};
use crate::error::ProveError;
use crate::record::Record;
use crate::share::share;
use crate::states::State;

impl Map {
    /// What is found of the decided states of each piece of the layers in work; the threads share the pieces.
    pub(crate) fn in_pieces<T: Send>(
        &self,
        find: impl Fn(&mut dyn Iterator<Item = State>) -> T + Sync,
    ) -> Result<Vec<T>, ProveError> {
        let pieces = self.pieces();
        share(
            pieces.len(),
            |_| (),
            |(), at| {
                let piece = pieces.get(at).into_iter();
                let mut states = piece.flat_map(|piece| self.states_of(piece.clone()));
                Ok(find(&mut states))
            },
        )
    }

    /// Visits the decided states of a piece in order, each with its record, up to the first visit that fails.
    #[inline]
    pub(crate) fn each_state(
        &self,
        piece: &Piece,
        mut visit: impl FnMut(State, Record) -> Result<(), ProveError>,
    ) -> Result<(), ProveError> {
        let Some(layer) = self.layers.get(piece.layer) else {
            return Ok(());
        };
        layer.each_decided(piece.numbers.clone(), |number, record| {
            visit(State::new(piece.layer, number), record)
        })
    }
}
