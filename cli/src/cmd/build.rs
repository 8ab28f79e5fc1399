//! `adv build`: source to a module file.

use std::path::PathBuf;

use clap::Args;

use crate::{Exit, Out, Outcome, Trouble, io, program};

/// Arguments of `adv build`.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// The program
    pub file: PathBuf,
    /// The file to write; if not given, beside the program with the extension .advc
    #[arg(short, long, value_name = "MODULE")]
    pub output: Option<PathBuf>,
    /// Leave out the source text and all source locations
    #[arg(long)]
    pub strip: bool,
}

/// `adv build`: compiles and verifies a program, and writes its module; libraries are linked when it runs.
pub fn build(args: &BuildArgs) -> Outcome {
    let target = target(args)?;
    // A module that cannot be linked is refused here: it is not worth keeping.
    let program = match args.strip {
        true => program::load_code(&args.file)?,
        false => program::load(&args.file)?,
    };
    let bytes = program.module_file(args.strip);
    if io::is_stdin(&target) && io::stdout_is_terminal() {
        return Err(Trouble::new("a module is no text for a terminal")
            .help("name a file by `-o`, or send the output on"));
    }
    let mut out = Out::to(Some(&target))?;
    out.bytes(&bytes)?;
    out.end(Exit::Done)
}

fn target(args: &BuildArgs) -> Result<PathBuf, Trouble> {
    match &args.output {
        Some(path) => Ok(path.clone()),
        None if io::is_stdin(&args.file) => Err(Trouble::new(
            "a program from standard input has no name to take for its module",
        )
        .help("name a file by `-o`")),
        None => Ok(args.file.with_extension("advc")),
    }
}
