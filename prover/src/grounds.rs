//! Grounds of a report besides the search of its own run.

/// A ground of a proof besides its own search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A checkpoint of an earlier run; a sample of its states was consulted again.
    Checkpoint,
    /// States that earlier runs consulted, in slices on a shelf.
    Slices {
        /// How many states.
        states: u64,
    },
    /// The parts of shards, as other processes wrote them.
    Shards {
        /// How many parts.
        count: u64,
    },
    /// Tables of perfect play that adv has made, in this run or an earlier one, which a kept one's seal tells.
    Tables {
        /// Their classes, in order.
        classes: Vec<String>,
    },
    /// Syzygy tables.
    Syzygy,
}
