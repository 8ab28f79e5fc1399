//! `adv run`: a program is consulted in a position, or in many.

use std::path::PathBuf;

use clap::Args;

use super::consult::{self, ConsultArgs, DetailArgs, Wanted, rows};
use crate::args::Form;
use crate::{Outcome, Trouble, io};

/// Arguments of `adv run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The consultation
    #[command(flatten)]
    pub consult: ConsultArgs,
    /// A file of FEN or EPD lines instead, a row each
    ///
    /// `-` is standard input. Lines that are empty or begin with `#` are skipped. The row says whether the move meets the operations `bm` (best move) and
    /// `am` (avoid move), and repeats `id`. A line that cannot be read is reported, the others are done, and the exit code is 1.
    /// A row without advice is not an error.
    #[arg(long, value_name = "EPD", conflicts_with_all = ["fen", "moves", "action", "stats", "looked_at", "why", "patterns", "times"])]
    pub positions: Option<PathBuf>,
    /// The form of the answer
    ///
    /// For one position it is text, json, pgn, dot, html or translations; for many it is text, csv or jsonl.
    #[arg(long, value_name = "FORMAT", default_value = "text",
          value_parser = Form::some("text json pgn dot html translations jsonl csv"))]
    pub format: Form,
    /// Details of the answer
    #[command(flatten)]
    pub details: DetailArgs,
}

/// `adv run`: consults the program in one position, or in many.
pub fn run(args: &RunArgs) -> Outcome {
    let form = args.format;
    if io::is_stdin(&args.consult.scene.file) && args.positions.as_deref().is_some_and(io::is_stdin)
    {
        return Err(Trouble::two_inputs("the program and the positions"));
    }
    let is_of_many = matches!(form, Form::Csv | Form::Jsonl);
    match &args.positions {
        None if is_of_many => {
            return Err(
                Trouble::new("the forms `csv` and `jsonl` are for many positions")
                    .help("name a file by `--positions`, or write `--format json`"),
            );
        }
        Some(_) if form == Form::Json || form.is_drawn() => {
            let help = match form {
                Form::Json => "write `--format jsonl`",
                _ => "give one by `--fen`, or write `--format text`, `csv` or `jsonl`",
            };
            let sentence = format!("the form `{}` is for one position", form.word());
            return Err(Trouble::new(sentence).help(help));
        }
        _ => {}
    }
    if form.is_drawn() && args.details.times {
        return Err(trouble!("the form `{}` shows no time", form.word())
            .help("write `--format text` or `--format json`"));
    }
    let details = &args.details;
    match &args.positions {
        Some(file) => rows::many(&args.consult, form, file),
        None => consult::show(&args.consult, form, Wanted::new(details)),
    }
}
