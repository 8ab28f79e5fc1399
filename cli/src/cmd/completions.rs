//! `adv completions`: a script by which a shell completes commands, options, their values and files. `adv man`, in a build with the
//! feature `man`: the manual pages of all commands.

use clap::Args;
use clap_complete::Shell;

use crate::args::command;
use crate::{Exit, Outcome, io};

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

/// `adv completions`: prints the completion script of a shell.
pub fn completions(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "adv", &mut script);
    io::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

/// `adv man`: writes a manual page for each command into a folder.
#[cfg(feature = "man")]
pub fn man(args: &ManArgs) -> Outcome {
    let written = clap_mangen::generate_to(command(), &args.folder);
    written.map_err(|error| {
        let shown = crate::io::shown(&args.folder);
        trouble!(
            "cannot write manual pages to `{shown}`: {}",
            crate::exit::reason(&error)
        )
        .help("name a folder that is there and may be written to")
    })?;
    Ok(Exit::Done)
}
