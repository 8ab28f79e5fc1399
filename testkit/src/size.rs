//! The three sizes of the tests: short at every change, long before anything lands, all by hand (docs/testing.md).

/// The environment variable that names the size: `ADV_TESTS=long cargo test`.
pub const SIZE: &str = "ADV_TESTS";

/// A size of the tests. Each has what the one before it has, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// Every kind of test, with few seeds: what `cargo test` runs.
    Short,
    /// More seeds, long proofs: what `.ci/run` runs.
    Long,
    /// Everything, tables of four men and the proofs of all endgames too: for an optimized build, by hand.
    All,
}

/// Returns the size that was asked for.
///
/// # Panics
/// Where the variable says another word than `short`, `long` or `all`.
pub fn size() -> Size {
    match std::env::var(SIZE).as_deref() {
        Ok("short" | "") | Err(_) => Size::Short,
        Ok("long") => Size::Long,
        Ok("all") => Size::All,
        Ok(other) => panic!("{SIZE} is `short`, `long` or `all`, not `{other}`"),
    }
}

/// Chooses between the value of the short size and that of the others: numbers of seeds, programs, positions.
pub fn sized<T>(short: T, long: T) -> T {
    match size() {
        Size::Short => short,
        Size::Long | Size::All => long,
    }
}

/// Returns true where a test of this size is to run; says on standard output where it is not.
pub fn runs_in(wanted: Size, test: &str) -> bool {
    let runs = size() >= wanted;
    if !runs {
        println!(
            "{test}: NOT RUN, it belongs to a larger size of the tests ({wanted:?}): docs/testing.md"
        );
    }
    runs
}
