//! `adv survey`: a table consulted once in every legal position of its material.

use std::path::PathBuf;
use std::time::Instant;

use adv::program::{Program, TableId};
use adv::render::survey::{self as render, Survey, Totals};
use adv::render::text::many;
use adv::{ClassSurvey, Subject, SurveyError, SurveyStop};
use clap::Args;

use crate::args::{Form, LimitArgs, RepliesArg, SearchMemoryArgs};
use crate::{Exit, Out, Outcome, Trouble, io, program, say, subject, work};

/// Arguments of `adv survey`.
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// The program
    pub file: PathBuf,
    /// The table; the first of the program if not given
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// The form: sums as text, markdown or json, or csv with a row `fen,rule,advice,move,positions` for each position
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json csv"))]
    pub format: Form,
    /// The order in which replies are tested, and positions counted
    #[arg(long, value_name = "WAY", default_value = "tested-first")]
    pub replies: RepliesArg,
    /// The memory of searches
    #[command(flatten)]
    pub memory: SearchMemoryArgs,
    /// Number of threads
    ///
    /// If not given, as many as the machine has. The output does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv survey`: consults a table in every legal position of its material, and reports the counts.
pub fn survey(args: &SurveyArgs) -> Outcome {
    let program = program::load(&args.file)?;
    let mut engine = args.limits.engine(&program);
    args.memory.apply(&mut engine);
    let module = engine.module();
    let id = table(args, module)?;
    let rows = args.format == Form::Csv;
    let task = ClassSurvey::new(module, id, args.replies.value(), rows)?;
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
        subject::tell(&failure, module, program.name(), of, &position)
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
        replies: args.replies.value(),
        totals: result.totals,
    };
    match (args.format.text(), args.format) {
        (Some(form), _) => out.text(&render::text(&survey, form))?,
        (None, Form::Json) => out.json(render::json(&survey))?,
        (None, _) => {}
    }
    out.finish()?;
    if io::stderr_is_terminal() {
        say(pace(&survey.totals, started));
    }
    let Some(first_stop) = result.first_stop else {
        return Ok(Exit::Done);
    };
    let trouble = tell(first_stop);
    say!(
        "a limit was reached in {}, the first of them above",
        many(survey.totals.stopped, "position", "positions")
    );
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
