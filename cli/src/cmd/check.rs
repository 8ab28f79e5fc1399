//! `adv check`: the compiler's messages on programs, which are the answer of this command, so they go to standard output.

use std::collections::BTreeSet;
use std::path::PathBuf;

use adv::diagnostics::{Diagnostic, Source};
use adv::{Examination, Limits, LoadError, MaterialLook};
use clap::Args;

use crate::exit::{Exit, Trouble, say};
use crate::io::Out;
use crate::messages::{Count, counted};
use crate::{Outcome, folders, io, messages, program, work};

/// Arguments of `adv check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Programs, or folders in which every .adv file is checked
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Look at the positions of the material too: rules that take none, goals that never decide, moves that stalemate
    #[arg(long)]
    pub survey: bool,
}

/// Fuel of the check for all questions about one position.
const SURVEY_FUEL: u64 = 100_000;

/// Messages on a program, and the warnings that legal positions of its material give; the latter only where there is no error.
fn surveyed(examined: Examination) -> Result<(Vec<Diagnostic>, Source), Trouble> {
    let mut diagnostics = examined.diagnostics.clone();
    let source = examined.source.clone();
    let rulebook = match examined.into_rulebook() {
        Ok(rulebook) => rulebook,
        Err(LoadError::Refused {
            source,
            diagnostics,
        }) => return Ok((diagnostics, source)),
        Err(other) => return Err(Trouble::new(other.to_string())),
    };
    let Some(look) = MaterialLook::new(rulebook.program()) else {
        return Ok((diagnostics, source));
    };
    // A condition may search; one that searches for long tells nothing here.
    let engine = rulebook.engine(Limits {
        fuel: SURVEY_FUEL,
        ..Limits::default()
    });
    let bar = work::bar(look.numbers(), &format!("positions of {}", rulebook.name()));
    let allows = adv::analysis::looked_for(&source);
    let allowed = |warning: &Diagnostic| {
        let at = warning.primary_span().unwrap_or_default();
        let mut allows = allows.iter();
        allows.any(|(code, over)| {
            *code == warning.code && over.start <= at.start && at.start < over.end
        })
    };
    // What the text alone shows is told once.
    let shows = |warning: &Diagnostic| {
        let over = warning.primary_span().unwrap_or_default();
        let text = diagnostics.iter().filter(|of| {
            use adv::diagnostics::Code::{
                ConstantDescriptor, GoalsExclude, RuleNeverReached, RuleTakesNothing,
            };
            matches!(
                of.code,
                ConstantDescriptor | GoalsExclude | RuleNeverReached | RuleTakesNothing
            )
        });
        let mut places = text.filter_map(Diagnostic::primary_span);
        places.any(|at| over.start <= at.start && at.end <= over.end)
    };
    let passed = |warning: &Diagnostic| allowed(warning) || shows(warning);
    let pool = work::pool(None)?;
    let looked = pool.install(|| look.run(&engine, |numbers| bar.inc(numbers), passed));
    bar.finish_and_clear();
    let looked = looked.map_err(|stop| Trouble::new(stop.to_string()))?;
    diagnostics.extend(looked);
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
        let (mut diagnostics, source) = if args.survey && examined.module.is_some() {
            surveyed(examined)?
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
