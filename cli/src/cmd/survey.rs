//! `adv survey`: a table consulted once in every legal position of its material.

use std::time::Instant;

use adv::program::{Program, TableId};
use adv::render::survey::{self as render, Survey, Totals};
use adv::render::text::many;
use adv::{ClassSurvey, Subject, SurveyError, SurveyStop};

use crate::Outcome;
use crate::args::{MessageArgs, SurveyArgs, SurveyFormat};
use crate::exit::{Exit, Trouble, say};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::{program, subject, work};

/// `adv survey`: consults a table in every legal position of its material, and reports the counts.
pub fn survey(args: &SurveyArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let program = program::load(&args.file, &messages)?;
    let mut engine = args.limits.engine(&program);
    args.memory.apply(&mut engine);
    let module = engine.module();
    let id = table(args, module)?;
    let rows = args.format == SurveyFormat::Csv;
    let task = ClassSurvey::new(module, id, args.replies.replies(), rows)?;
    let pool = work::pool(args.threads)?;
    let mut out = Out::to(args.output.as_deref())?.about([&program]);
    let name = Subject::Table(id).name(module);
    let bar = work::bar(task.numbers(), &format!("survey of {name}"));
    let started = Instant::now();
    if rows {
        out.text(render::CSV_HEAD)?;
    }
    let done =
        pool.install(|| task.run(&engine, |rows| out.bytes(rows), |numbers| bar.inc(numbers)));
    bar.finish_and_clear();
    let tell = |(failure, position): (_, _)| {
        let of = Subject::Table(id);
        subject::tell(&failure, module, program.name(), of, &position, &messages)
    };
    let result = done.map_err(|stop| match stop {
        SurveyStop::Caller(trouble) => trouble,
        SurveyStop::Refused(refused) => tell(*refused),
    })?;
    let survey = Survey {
        module,
        table: name,
        material: task.material().to_string(),
        sides: task.sides().to_vec(),
        replies: args.replies.replies(),
        totals: result.totals,
    };
    match args.format {
        SurveyFormat::Csv => {}
        SurveyFormat::Text => out.text(&render::text(&survey))?,
        SurveyFormat::Json => out.json(render::json(&survey))?,
    }
    out.finish()?;
    if io::stderr_is_terminal() {
        say(pace(&survey.totals, started));
    }
    let Some(first_stop) = result.first_stop else {
        return Ok(Exit::Done);
    };
    let trouble = tell(first_stop);
    say(format_args!(
        "a limit was reached in {}, the first of them above",
        many(survey.totals.stopped, "position", "positions")
    ));
    Err(trouble)
}

/// Table that is named, or the program's first.
fn table(args: &SurveyArgs, module: &Program) -> Result<TableId, Trouble> {
    match &args.table {
        Some(name) => subject::table_named(module, name),
        None if module.tables.is_empty() => Err(Trouble::new("the program has no table to survey")
            .help("a survey consults a table; put the pieces-of-advice into one")),
        None => Ok(TableId(0)),
    }
}

impl From<SurveyError> for Trouble {
    fn from(error: SurveyError) -> Trouble {
        let sentence = Trouble::new(error.to_string());
        match error {
            SurveyError::NoMaterial { .. } => sentence
                .help("declare it at the head of the program, such as `material  W: K, R;  B: K`"),
            SurveyError::Class { .. } => sentence,
        }
    }
}

/// Text of the time and the pace, for a person only: it differs from run to run.
#[expect(
    clippy::cast_precision_loss,
    reason = "a pace is shown with one decimal"
)]
fn pace(totals: &Totals, started: Instant) -> String {
    let seconds = started.elapsed().as_secs_f64();
    let millions = totals.all.positions as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.1} s, {millions:.1} million positions tested a second")
}
