//! The states of a piece, visited one after the other.

use super::{Map, Piece};
use crate::error::ProveError;
use crate::record::Record;
use crate::states::State;

impl Map {
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
