//! `adv run --positions`: many positions as a stream, one row each.

use std::path::Path;

use adv::render::rows::{CSV_HEAD, PositionOutcome, PositionRow, Verdict};
use adv::render::text::positions;
use adv::{Engine, Failure};

use crate::args::{Form, SubjectArgs};
use crate::epd::{self, EpdEntry};
use crate::{Exit, Out, Outcome, Trouble, io, messages, subject};

use super::{ConsultArgs, Opened};

/// Sums over all rows, for the summary.
#[derive(Default)]
struct Counts {
    rows: u64,
    satisfied: u64,
    stopped: u64,
    positions: u64,
    right: u64,
    judged: u64,
    bad: u64,
}

/// `adv run --positions`: consults the program in each position of a file, and writes each row before it reads the next line.
pub fn many(args: &ConsultArgs, form: Form, file: &Path) -> Outcome {
    let Opened {
        program,
        names,
        mut engine,
    } = args.open()?;
    // A name that does not exist is said once and not in every line.
    subject::choose(
        engine.module(),
        &names.names(),
        &adv::chess::Position::EMPTY,
    )?;
    // Opened before the output, which is not written over it.
    let mut input = io::lines(file)?;
    let mut out = Out::to(args.scene.output.as_deref())?;
    // If positions come one by one, or the output is a terminal, a row does not wait for the next.
    let eager = io::is_stdin(file) || io::stdout_is_terminal();
    if form == Form::Csv {
        out.text(CSV_HEAD)?;
    }
    let mut counts = Counts::default();
    epd::each_line((&mut *input, file), u64::MAX, |number, line| {
        let entry = match line {
            Ok(entry) => entry,
            Err(error) => {
                counts.bad += 1;
                epd::tell(file, number, &error);
                return Ok(());
            }
        };
        match row((args, &names), &mut engine, number, &entry, &mut counts)? {
            Ok(row) => match form {
                Form::Csv => out.bytes(&row.csv(engine.module()))?,
                Form::Json | Form::Jsonl => out.json_text(&row.json(engine.module()))?,
                // The forms for one position have been refused.
                _ => out.text(&row.text(engine.module()))?,
            },
            Err(failure) => {
                counts.bad += 1;
                say!("{}:{number}: error: {failure}", io::shown(file));
            }
        }
        if eager { out.flush() } else { Ok(()) }
    })?;
    let summary = counts.summary();
    if form == Form::Text {
        out.text(&format!("\n{summary}\n"))?;
        out.finish()?;
    } else {
        out.finish()?;
        if messages_wanted(&counts) {
            say!("{}: {summary}", program.name());
        }
    }
    Ok(match (counts.bad, counts.stopped) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Budget,
        _ => Exit::Wrong,
    })
}

/// Row of one position; the inner error is for a position that the program is not for.
fn row<'e>(
    (args, names): (&ConsultArgs, &SubjectArgs),
    engine: &mut Engine,
    line: u64,
    entry: &'e EpdEntry,
    counts: &mut Counts,
) -> Result<Result<PositionRow<'e>, Failure>, Trouble> {
    let position = &entry.position;
    let chosen = subject::choose(engine.module(), &names.names(), position)?;
    let outcome = match engine.ask_briefly(chosen, position, args.replies.value()) {
        Ok(decision) => PositionOutcome::Decided(decision),
        Err(Failure::Stopped {
            stop, positions, ..
        }) => PositionOutcome::Stopped(stop.to_string(), positions),
        Err(other) => return Ok(Err(other)),
    };
    let mut verdict = None;
    match &outcome {
        PositionOutcome::Decided(decision) => {
            verdict = entry.judge(decision.mv);
            counts.satisfied += u64::from(decision.advice.is_some());
            counts.positions += decision.positions;
        }
        PositionOutcome::Stopped(_, positions) => {
            counts.stopped += 1;
            counts.positions += positions;
        }
    }
    let asked = chosen.name(engine.module()).to_owned();
    counts.rows += 1;
    counts.judged += u64::from(verdict.is_some());
    counts.right += u64::from(verdict == Some(Verdict::Right));
    Ok(Ok(PositionRow {
        line,
        id: entry.id.as_deref(),
        position,
        asked,
        outcome,
        verdict,
    }))
}

/// True where the summary goes to standard error: for people only, and where positions were judged, broken or stopped.
fn messages_wanted(counts: &Counts) -> bool {
    !messages::is_json() && (counts.judged > 0 || counts.bad > 0 || counts.stopped > 0)
}

impl Counts {
    fn summary(&self) -> String {
        let without = self.rows - self.satisfied - self.stopped;
        let mut text = format!(
            "{}: {} with advice, {without} without, {} stopped; {} tested",
            positions(self.rows),
            self.satisfied,
            self.stopped,
            positions(self.positions),
        );
        if self.judged > 0 {
            text.push_str(&format!(
                "; {} of {} judged moves right",
                self.right, self.judged
            ));
        }
        match self.bad {
            0 => {}
            1 => text.push_str("; 1 bad line"),
            more => text.push_str(&format!("; {more} bad lines")),
        }
        text
    }
}
