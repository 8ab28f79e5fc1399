//! What a report rests on besides its own run.

/// Something that a proof read and did not compute again.
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
    /// Tables of perfect play that earlier runs made.
    Tables {
        /// Their classes, in order.
        classes: Vec<String>,
    },
    /// Syzygy tables.
    Syzygy,
}

/// Why a ground is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Its seal was made with the user's key, and a sample of it was computed again.
    Sampled,
    /// Its seal was made with the user's key.
    Sealed,
    /// Nothing but sums against accidents was compared.
    Believed,
}

impl Ground {
    /// Why it is trusted.
    pub const fn trust(&self) -> Trust {
        match self {
            Ground::Checkpoint => Trust::Sampled,
            Ground::Slices { .. } | Ground::Tables { .. } => Trust::Sealed,
            Ground::Shards { .. } | Ground::Syzygy => Trust::Believed,
        }
    }
}
