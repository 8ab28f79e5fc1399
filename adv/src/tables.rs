//! Tables of perfect play: distances to mate for up to four men, kept in a folder or in memory, and Syzygy tables.

#[doc(inline)]
pub use adv_tables::{Distance, Dtm, MAX_MEN, TableError, Tables, saved_len};
#[doc(inline)]
pub use adv_truth::{CacheFault, Truth, TruthError, TruthOptions, Warning, Worth, default_cache};
