//! `adv check`: the compiler's messages on programs, which are the answer of this command, so they go to standard output.

use std::collections::BTreeSet;
use std::path::PathBuf;

use adv::diagnostics::{Diagnostic, Source};
use adv::{Effort, Examination, MaterialLook};
use clap::Args;

use crate::messages::{Count, counted};
use crate::{Exit, Out, Outcome, Trouble, folders, io, messages, program, say, work};

/// Arguments of `adv check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Programs, or folders in which every .adv file is checked
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Look at more positions of the material: a sample of each large class, moves that stalemate with four men and more
    #[arg(long)]
    pub survey: bool,
}

/// Messages on a program, and the warnings that legal positions of its material give; the latter only where there is no error.
fn surveyed(examined: Examination, effort: Effort) -> Result<(Vec<Diagnostic>, Source), Trouble> {
    let mut diagnostics = examined.diagnostics.clone();
    let source = examined.source.clone();
    let rulebook = match examined.into_rulebook() {
        Ok(rulebook) => rulebook,
        Err(refusal) => return Ok((refusal.diagnostics, refusal.source)),
    };
    let Some(look) = MaterialLook::new(rulebook.program()) else {
        return Ok((diagnostics, source));
    };
    let bar = work::tally(&format!("positions of {}", rulebook.name()));
    let pool = work::pool(None)?;
    let looked = pool.install(|| {
        look.run(&rulebook, effort, (&diagnostics, &source), |seen| {
            bar.inc(seen)
        })
    });
    bar.finish_and_clear();
    diagnostics.extend(looked.map_err(|stop| Trouble::new(stop.to_string()))?);
    Ok((diagnostics, source))
}

/// `adv check`: checks every file and sums up. A file that cannot be read is reported, and the others are checked.
pub fn check(args: &CheckArgs) -> Outcome {
    let terminal = io::stdout_is_terminal();
    let mut out = Out::standard();
    let mut sum = Count::default();
    let mut unreadable = 0;
    let mut shown = BTreeSet::new();
    let files = folders::files(&args.files)?;
    for file in &files {
        let examined = match program::examine(file) {
            Ok(examined) => examined,
            Err(trouble) => {
                trouble.tell();
                unreadable += 1;
                continue;
            }
        };
        let effort = if args.survey {
            Effort::LONG
        } else {
            Effort::BRIEF
        };
        let (mut diagnostics, source) = if examined.module.is_some() {
            surveyed(examined, effort)?
        } else {
            examined.complete()
        };
        // What is told of a file that several programs use is told once.
        diagnostics.retain(|told| {
            let place = told.primary_span().map(|span| {
                let file = source.file_at(span.start);
                let within = span.start - source.file_start(file);
                (source.file_name(file), within)
            });
            place.is_none_or(|place| shown.insert((told.code, place, told.message.clone())))
        });
        let count = Count::of(&diagnostics);
        sum.errors += count.errors;
        sum.warnings += count.warnings;
        out.drawing(&messages::text(&diagnostics, &source, terminal))?;
    }
    let mut summary = format!(
        "{} checked: {}, {}",
        counted(files.len(), "file"),
        sum.errors_text(),
        sum.warnings_text()
    );
    if unreadable > 0 {
        summary.push_str(&format!(", {unreadable} could not be read"));
    }
    if messages::is_json() {
        // Standard output holds nothing but objects, each on its line.
        out.finish()?;
        say(summary);
    } else {
        // A drawing ends without the empty line that separates two of them.
        let gap = if messages::is_drawn(terminal) && sum != Count::default() {
            "\n"
        } else {
            ""
        };
        out.text(&format!("{gap}{summary}\n"))?;
        out.finish()?;
    }
    let denied = messages::denies_warnings() && sum.warnings > 0;
    Ok(if sum.errors > 0 || unreadable > 0 || denied {
        Exit::Wrong
    } else {
        Exit::Done
    })
}
