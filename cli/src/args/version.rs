//! The texts of `adv -V` and `adv --version` after the name.

use adv::version::FEATURES;

/// The two texts of a build with the engine `$engine` and the features `$features`.
macro_rules! told {
    ($engine:literal, $features:literal) => {
        (
            concat!(env!("CARGO_PKG_VERSION"), " (", $engine, ")"),
            concat!(
                env!("CARGO_PKG_VERSION"),
                " (",
                $engine,
                ")\ncommit: ",
                env!("ADV_COMMIT"),
                "\ndate: ",
                env!("ADV_DATE"),
                "\ntarget: ",
                env!("ADV_TARGET"),
                "\nfeatures: ",
                $features
            ),
        )
    };
}

const TOLD: (&str, &str) = match FEATURES {
    [] => told!("interpreted", "none"),
    _ => told!("native code", "native"),
};

/// The version and the engine of this build.
pub const SHORT: &str = TOLD.0;

/// The same with the commit, its day, the target and the features.
pub const LONG: &str = TOLD.1;
