//! Tables of perfect play: distances to mate, for up to four men kept in a folder or in memory, of five men in a folder, and Syzygy tables.

#[doc(inline)]
pub use adv_tables::{
    Distance, Dtm, MAX_MEN, MAX_SLICED_MEN, SliceFigures, SlicedClass, TableError, Tables, figures,
    saved_len,
};
#[doc(inline)]
pub use adv_truth::{
    CacheFault, Checked, KeySource, SlicePlan, SliceProgress, Truth, TruthError, TruthOptions,
    Warning, Worth, default_cache,
};
