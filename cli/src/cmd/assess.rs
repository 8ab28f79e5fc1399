//! `adv assess`: a position explained by patterns, or a row for each of many.
//!
//! ```text
//!   POSITION ──a FEN, a list of men──▶ one explanation
//!            └─a file of lines──▶ read whole ──▶ tables of its materials ──▶ shared out to threads ──▶ rows in their order
//! ```

use std::path::Path;

use adv::Rulebook;
use adv::cases::CaseBase;
use adv::chess::Position;
use adv::explain::{Cases, ExplainError, ExplainOptions, USUAL_TRIED};
use adv::program::EvaluationId;
use adv::render::assessed::{self, Shown};
use adv::render::svg::Theme;

use super::{cases, learn};
use crate::Outcome;
use crate::args::{AssessArgs, AssessFormat, MessageArgs, PlansArg};
use crate::exit::{Exit, Trouble, say};
use crate::explained::{self, Failed, Line, Worker};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::play::setup;

/// Number of positions of a file that are explained before the block of their rows is written.
const BLOCK: usize = 2048;

/// `adv assess`: explains a position, or each position of a file.
pub fn assess(args: &AssessArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let rulebook = explained::rulebook(&args.by, &messages)?;
    let evaluation = explained::evaluation(&args.by, &rulebook)?;
    let base = match &args.cases {
        Some(file) if args.learn => Some(cases::load_kept(file)?),
        Some(file) => Some(cases::load(file)?),
        None => None,
    };
    let base = base.as_ref();
    let given = args.position.as_deref();
    if let Some(file) = given.map(Path::new).filter(|file| explained::is_file(file)) {
        if args.learn {
            return Err(Trouble::new("one explanation is learned at a time")
                .help("`adv cases FILE add` adds the explanations of a file of positions"));
        }
        if matches!(args.format, AssessFormat::Html | AssessFormat::Svg) {
            return Err(
                Trouble::new("the forms html and svg are for one position")
                    .help("give its FEN in quotes; `--format csv` or `jsonl` has a row for each position of a file"),
            );
        }
        return many(args, &rulebook, evaluation, file, base);
    }
    if matches!(args.format, AssessFormat::Csv | AssessFormat::Jsonl) {
        return Err(
            Trouble::new("the forms csv and jsonl are for a file of positions")
                .help("ask for `--format json`, or name a file of FEN or EPD lines"),
        );
    }
    let position = match given {
        Some(text) => explained::position(text)?,
        None => setup::position(None, rulebook.program())?,
    };
    let values = explained::values(&args.by, std::slice::from_ref(&position))?;
    let mut worker = explained::worker(&args.by, &rulebook, &values)?;
    let cases = drawn_on(args, base);
    let explanation = worker
        .explain(evaluation, &position, &options(args), cases.as_ref())
        .map_err(explained::failed)?;
    let explainer = worker.explainer;
    let shown = shown(args);
    let mut out = Out::to(args.output.as_deref())?.about([&rulebook]);
    match args.format {
        AssessFormat::Text => {
            out.text(&assessed::text(explainer.program(), &explanation, &shown))?;
        }
        AssessFormat::Html => {
            out.page(&assessed::html(explainer.program(), &explanation, &shown))?;
        }
        AssessFormat::Svg => {
            let program = explainer.program();
            out.text(&assessed::svg(program, &explanation, &shown, Theme::Auto))?;
        }
        _ => out.json(assessed::json(explainer.program(), &explanation, &shown))?,
    }
    out.finish()?;
    match &args.cases {
        Some(file) if args.learn => learn::offer(
            &learn::Offered {
                file,
                program: explainer.program(),
                explanation: &explanation,
                language: &args.by.lang,
                note: args.note.as_deref(),
                approved: args.approve,
            },
            &mut learn::asked_here(),
        ),
        _ => Ok(Exit::Done),
    }
}

/// Cases of earlier explanations that the new ones draw on; `None` without `--cases`.
fn drawn_on<'a>(args: &AssessArgs, base: Option<&'a CaseBase>) -> Option<Cases<'a>> {
    base.map(|base| Cases {
        base,
        several: args.several,
    })
}

const fn options(args: &AssessArgs) -> ExplainOptions {
    ExplainOptions {
        viewer: args.by.side.color(),
        tell: match (args.all, args.by.tell) {
            (true, _) => Some(usize::MAX),
            (false, Some(tell)) => Some(tell as usize),
            (false, None) => None,
        },
        plans: matches!(args.plans, PlansArg::On),
        tried: match args.by.tried {
            Some(tried) => tried,
            None => USUAL_TRIED,
        },
        played: None,
    }
}

fn shown(args: &AssessArgs) -> Shown<'_> {
    Shown {
        language: &args.by.lang,
        limit: args.by.positions_limit,
        all: "--all",
    }
}

/// Writes a row for each position of a file.
fn many(
    args: &AssessArgs,
    rulebook: &Rulebook,
    evaluation: EvaluationId,
    file: &Path,
    base: Option<&CaseBase>,
) -> Outcome {
    let (lines, mut bad) = explained::read(file)?;
    let positions: Vec<Position> = lines.iter().map(|line| line.position).collect();
    let values = explained::values(&args.by, &positions)?;
    let threads = explained::threads(args.threads, lines.len());
    let mut workers = explained::workers(&args.by, rulebook, &values, threads)?;
    let mut out = Out::to(args.output.as_deref())?;
    if args.format == AssessFormat::Csv {
        out.text(assessed::CSV_HEAD)?;
    }
    let mut budget = false;
    for block in lines.chunks(BLOCK) {
        let rows = explained::each(&mut workers, block, |worker, line| {
            row(args, worker, evaluation, line, base)
        });
        for (line, row) in block.iter().zip(rows) {
            match row {
                Ok(row) => match args.format {
                    AssessFormat::Json | AssessFormat::Jsonl => out.json_text(&row)?,
                    _ => out.text(&row)?,
                },
                Err(failed @ Failed::Judging(_)) => return Err(explained::failed(failed)),
                Err(Failed::Explaining(error)) => {
                    budget |= matches!(error, ExplainError::Stopped(_));
                    bad += 1;
                    say(format_args!("{}:{}: {error}", io::shown(file), line.number));
                }
            }
        }
    }
    out.finish()?;
    Ok(match (budget, bad) {
        (true, _) => Exit::Budget,
        (false, 0) => Exit::Done,
        (false, _) => Exit::Wrong,
    })
}

/// Row of one position, with its explanation.
fn row(
    args: &AssessArgs,
    worker: &mut Worker,
    evaluation: EvaluationId,
    line: &Line,
    base: Option<&CaseBase>,
) -> Result<String, Failed> {
    let cases = drawn_on(args, base);
    let explanation = worker.explain(evaluation, &line.position, &options(args), cases.as_ref())?;
    let program = worker.explainer.program();
    let (number, id) = (line.number, line.id.as_deref());
    Ok(match args.format {
        AssessFormat::Csv => assessed::csv(program, &explanation, number, id),
        AssessFormat::Json | AssessFormat::Jsonl => {
            let mut object = assessed::json(program, &explanation, &shown(args));
            object["number"] = number.into();
            object["id"] = id.into();
            format!("{object}\n")
        }
        _ => assessed::row(program, &explanation, number, id, &shown(args)),
    })
}
