//! The states of the layers in work, gone through by all threads piece by piece.

use super::{Map, Piece};
use crate::error::ProveError;
use crate::record::Record;
use crate::share::share;
use crate::states::State;

impl Map {
    /// The decided states of a piece in order, each with its record.
    pub(crate) fn records_of(&self, piece: Piece) -> impl Iterator<Item = (State, Record)> + '_ {
        let Piece { layer, numbers } = piece;
        let of = self.layers.get(layer).into_iter();
        let decided = of.flat_map(move |of| of.decided_records(numbers.clone()));
        decided.map(move |(number, record)| (State::new(layer, number), record))
    }

    /// Asks something of the decided states of each piece; the answers are in the order of the pieces, which the threads share.
    pub(crate) fn in_pieces<W, T: Send>(
        &self,
        worker: impl Fn(usize) -> W + Sync,
        find: impl Fn(&mut W, &mut dyn Iterator<Item = (State, Record)>) -> Result<T, ProveError> + Sync,
    ) -> Result<Vec<T>, ProveError> {
        let pieces = self.pieces();
        share(pieces.len(), worker, |worker, at| {
            let piece = pieces.get(at).into_iter();
            let mut states = piece.flat_map(|piece| self.records_of(piece.clone()));
            find(worker, &mut states)
        })
    }
}
