//! Arguments of `adv completions`, and of `adv man` where a package is made.

use clap::Args;
use clap_complete::Shell;

/// Arguments of `adv completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell that the script is for
    pub shell: Shell,
}

/// Arguments of `adv man`.
#[cfg(feature = "man")]
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder to write, which is there already
    #[arg(value_name = "FOLDER")]
    pub folder: std::path::PathBuf,
}
