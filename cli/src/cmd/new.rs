//! `adv new`: a program to begin with, written for some men.
//!
//! The library writes the text; here the arguments are read and the file is written.

use std::io::IsTerminal as _;
use std::path::Path;

use adv::chess::{Color, Material};
use adv::{FirstProgramError, Starter, first_program_of, material_named, stronger_side};
use clap::{Args, ValueEnum};

use crate::args::LimitArgs;
use crate::cmd::interview;
use crate::{Exit, Outcome, Trouble, io};

/// Arguments of `adv new`.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The name of the program and of its table; the file is NAME.adv
    ///
    /// On a terminal a command without NAME or without --material asks for the missing ones, and for the aim of the program
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The men of both sides, White's before the `v`: KQvKR, KPvK
    #[arg(long, value_name = "MEN")]
    pub material: Option<String>,
    /// The side that the program plays; if not given, the stronger one, and White where both have the same men
    #[arg(long, value_name = "SIDE")]
    pub side: Option<PlaysArg>,
    /// Ask what the program is to do; without a terminal the answers are the lines of standard input
    #[arg(long)]
    pub ask: bool,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Limits of the search in the example
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The side that a new program plays.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaysArg {
    /// White
    #[value(name = "W", aliases = ["w", "white"])]
    White,
    /// Black
    #[value(name = "B", aliases = ["b", "black"])]
    Black,
}

/// `adv new`: writes a program to begin with.
pub fn new(args: &NewArgs) -> Outcome {
    let complete = args.name.is_some() && args.material.is_some();
    if args.ask || !complete && std::io::stdin().is_terminal() {
        let (name, starter) = interview::ask(args)?;
        return write(args, &name, &starter);
    }
    let (Some(given), Some(men)) = (&args.name, &args.material) else {
        return Err(Trouble::new("a new program needs a name and its men")
            .help("`adv new kqkr --material KQvKR`; `adv new --ask` asks for them"));
    };
    let name = name(given)?;
    let material = material(men)?;
    let us = side(args).unwrap_or_else(|| stronger_side(&material));
    write(args, name, &Starter::new(name, material, us))
}

/// Side that `--side` names; `None` where it is not given.
pub(super) const fn side(args: &NewArgs) -> Option<Color> {
    match args.side {
        Some(PlaysArg::White) => Some(Color::White),
        Some(PlaysArg::Black) => Some(Color::Black),
        None => None,
    }
}

/// File name for a program's name; an error where the file exists, unless `--force` is given.
pub(super) fn free(name: &str, args: &NewArgs) -> Result<String, Trouble> {
    let file = format!("{name}.adv");
    if Path::new(&file).exists() && !args.force {
        return Err(trouble!("`{file}` is there already")
            .help("take another name, or write over it by `--force`"));
    }
    Ok(file)
}

fn write(args: &NewArgs, name: &str, starter: &Starter) -> Outcome {
    let file = free(name, args)?;
    let first = first_program_of(starter, &file, args.limits.limits())
        .map_err(|error| unfit(error, name))?;
    io::write_whole(Path::new(&file), first.text.as_bytes())?;
    let us = starter.side();
    io::print(&format!(
        "\
{file}: {}, {us} plays

adv run {file}      its move in the example, and why
adv test {file}     its test
adv prove {file}    what becomes of its claim
adv play {file}     a game against it
",
        first.men
    ))?;
    Ok(Exit::Done)
}

/// Trouble where no program can be written for some men.
fn unfit(error: FirstProgramError, name: &str) -> Trouble {
    match error {
        FirstProgramError::NoPosition => {
            Trouble::new("no legal position of these men was found").help("take fewer men")
        }
        FirstProgramError::Name(reason) => {
            trouble!("`{name}` cannot be the name of a table: {reason}")
                .help(format!("take another name, such as `my-{name}`"))
        }
    }
}

/// Checks a name that a file and a table are to have; returns it without `.adv`.
pub fn name(given: &str) -> Result<&str, Trouble> {
    let name = given.strip_suffix(".adv").unwrap_or(given);
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let hyphens = name.ends_with('-') || name.contains("--");
    if begins && !hyphens && name.chars().all(inside) {
        return Ok(name);
    }
    Err(trouble!("`{given}` is no name of a program").help(
        "expected letters, digits and single hyphens, a letter first, such as `kqkr` or `rook-end`; the file is written to the folder \
         that you are in",
    ))
}

/// Parses the men of a name such as `KQvKR`.
pub(super) fn material(name: &str) -> Result<Material, Trouble> {
    material_named(name).map_err(|wrong| Trouble::new(wrong.what).help(wrong.help))
}
