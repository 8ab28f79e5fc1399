//! The version of adv, as reports and `adv --version` tell it. The commit and the day of a build are the command's alone, so that no
//! report depends on them.

use crate::Engine;

/// The version, such as `0.2.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was chosen when this was built, such as `native`; empty where nothing was.
pub const FEATURES: &[&str] = match Engine::HAS_NATIVE {
    true => &["native"],
    false => &[],
};
