//! `adv assess`: a position explained by patterns, or a row for each of many.
//!
//! ```text
//!   POSITION ──a FEN, a list of men──▶ one explanation
//!            └─a file of lines──▶ read whole ──▶ tables of its materials ──▶ shared out to threads ──▶ rows in their order
//! ```

use std::path::Path;
use std::sync::Arc;
use std::thread;

use adv::chess::{Material, Position, parse_position};
use adv::explain::{ExplainError, ExplainOptions, Explainer, Explanation};
use adv::program::EvaluationId;
use adv::render::assessed::{self, Shown};
use adv::tables::MAX_MEN;
use adv::{PerfectPlay, Rulebook, Stop};

use crate::Outcome;
use crate::args::{AssessArgs, AssessFormat, JitArg, MessageArgs, PlansArg};
use crate::epd::{self, EpdLine};
use crate::exit::{Exit, Trouble, say};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::play::setup;
use crate::{program, truth};

/// The program that explains where none is named.
const LIBRARY: &str = "\
use std.patterns
use std.texts-de
use std.texts-ru
use std.placement

evaluation static
  stage endgame
end-evaluation
";

/// So many positions of a file are explained before their rows are written.
const BLOCK: usize = 2048;

/// A position of a file.
struct Line {
    number: usize,
    id: Option<String>,
    position: Position,
}

/// Explains.
pub fn assess(args: &AssessArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let rulebook = match &args.with {
        Some(file) => program::load(file, &messages)?,
        None => Rulebook::load("assess.adv", LIBRARY)
            .map_err(|error| program::refused(error, &messages))?,
    };
    let evaluation = evaluation(args, &rulebook)?;
    let given = args.position.as_deref();
    if let Some(file) = given.map(Path::new).filter(|file| is_file(file)) {
        return many(args, &rulebook, evaluation, file);
    }
    if matches!(args.format, AssessFormat::Csv | AssessFormat::Jsonl) {
        return Err(
            Trouble::new("the forms csv and jsonl are for a file of positions")
                .help("ask for `--format json`, or name a file of FEN or EPD lines"),
        );
    }
    let position = match given {
        Some(text) => parse_position(text).map_err(|error| {
            let is_name = !text.contains([' ', ':']) && !text.contains('/');
            Trouble::new(match is_name {
                true => format!("there is no file `{text}`, and it is no position"),
                false => format!("the position cannot be used: {error}"),
            })
            .help(
                "give a FEN in quotes, a list of men such as \"W: Ke6, Rg6; B: Kc5\", or the name of a file of such lines",
            )
        })?,
        None => setup::position(None, rulebook.program())?,
    };
    let values = values(args, std::slice::from_ref(&position))?;
    let mut explainer = explainer(args, &rulebook, &values)?;
    let explanation = explainer
        .explain(evaluation, &position, &options(args))
        .map_err(|error| failed(&error))?;
    let shown = shown(args);
    let mut out = Out::to(args.output.as_deref())?;
    match args.format {
        AssessFormat::Text => {
            out.text(&assessed::text(explainer.program(), &explanation, &shown))?;
        }
        _ => out.json(&assessed::json(explainer.program(), &explanation, &shown))?,
    }
    out.finish()?;
    Ok(Exit::Done)
}

/// True for what is to be read: standard input, or a file that is there.
fn is_file(path: &Path) -> bool {
    io::is_stdin(path) || path.exists()
}

/// The evaluation that is asked for.
fn evaluation(args: &AssessArgs, rulebook: &Rulebook) -> Result<EvaluationId, Trouble> {
    let evaluations = &rulebook.program().evaluations;
    let place = match &args.evaluation {
        None => (!evaluations.is_empty()).then_some(0),
        Some(name) => match evaluations.iter().position(|of| of.name == *name) {
            Some(place) => Some(place),
            None => {
                let names: Vec<&str> = evaluations.iter().map(|of| of.name.as_str()).collect();
                let trouble = Trouble::new(format!("the program has no evaluation `{name}`"));
                return Err(trouble.help(match names.as_slice() {
                    [] => "it has no patterns: write some, or `use std.patterns`".to_owned(),
                    names => format!("it has {}", names.join(", ")),
                }));
            }
        },
    };
    let place = place.and_then(|place| u16::try_from(place).ok());
    place.map(EvaluationId).ok_or_else(|| {
        Trouble::new("the program has no patterns, so it explains nothing").help(
            "write a pattern, or `use std.patterns`; `adv assess` without `--with` uses these",
        )
    })
}

const fn options(args: &AssessArgs) -> ExplainOptions {
    ExplainOptions {
        viewer: args.side.color(),
        tell: match (args.all, args.tell) {
            (true, _) => Some(usize::MAX),
            (false, Some(tell)) => Some(tell as usize),
            (false, None) => None,
        },
        plans: matches!(args.plans, PlansArg::On),
    }
}

fn shown(args: &AssessArgs) -> Shown<'_> {
    Shown {
        language: &args.lang,
        limit: args.positions_limit,
    }
}

/// The tables that know the positions, as far as tables are made or named.
fn values(args: &AssessArgs, positions: &[Position]) -> Result<Arc<PerfectPlay>, Trouble> {
    let mut values = truth::open(&args.syzygy)?;
    let mut known: Vec<Material> = Vec::new();
    for position in positions {
        let material = Material::of(position);
        if position.occupied().count_ones() <= MAX_MEN && !known.contains(&material) {
            truth::prepare(&mut values, &material, false)?;
            known.push(material);
        }
    }
    Ok(Arc::new(values))
}

fn explainer(
    args: &AssessArgs,
    rulebook: &Rulebook,
    values: &Arc<PerfectPlay>,
) -> Result<Explainer, Trouble> {
    let made = Explainer::new(rulebook.linked(), args.limits());
    let mut explainer = made.map_err(|error| Trouble::new(error.to_string()))?;
    explainer.set_oracle(Some(values.clone()));
    if args.jit == JitArg::Off {
        explainer.engine_mut().set_native(false);
    }
    Ok(explainer)
}

/// Why there is no explanation.
fn failed(error: &ExplainError) -> Trouble {
    match error {
        ExplainError::Stopped(Stop::Fuel) => {
            say("finding the facts ran out of fuel [S0002]; `--fuel` gives more");
            Trouble::Said(Exit::Budget)
        }
        ExplainError::Stopped(stop) => {
            say(format_args!("{stop} [{}]", stop.code()));
            Trouble::Said(Exit::Budget)
        }
        ExplainError::Refused(failure) => Trouble::new(failure.to_string()),
    }
}

/// A row for each line of a file.
fn many(args: &AssessArgs, rulebook: &Rulebook, evaluation: EvaluationId, file: &Path) -> Outcome {
    let (lines, mut bad) = read(file)?;
    let positions: Vec<Position> = lines.iter().map(|line| line.position).collect();
    let values = values(args, &positions)?;
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let mut explainers = Vec::with_capacity(threads);
    for _ in 0..threads.min(lines.len()).max(1) {
        explainers.push(explainer(args, rulebook, &values)?);
    }
    let mut out = Out::to(args.output.as_deref())?;
    if args.format == AssessFormat::Csv {
        out.text(assessed::CSV_HEAD)?;
    }
    let mut budget = false;
    for block in lines.chunks(BLOCK) {
        let share = block.len().div_ceil(explainers.len()).max(1);
        let rows: Vec<Vec<Result<String, ExplainError>>> = thread::scope(|scope| {
            let parts = block.chunks(share).zip(&mut explainers);
            let running: Vec<_> = parts
                .map(|(part, explainer)| {
                    scope.spawn(move || {
                        let rows = part
                            .iter()
                            .map(|line| row(args, explainer, evaluation, line));
                        rows.collect::<Vec<_>>()
                    })
                })
                .collect();
            let joined = running.into_iter().map(|thread| thread.join());
            joined.map(|rows| rows.unwrap_or_default()).collect()
        });
        for (line, row) in block.iter().zip(rows.into_iter().flatten()) {
            match row {
                Ok(row) => match args.format {
                    AssessFormat::Json | AssessFormat::Jsonl => out.json_text(&row)?,
                    AssessFormat::Text | AssessFormat::Csv => out.text(&row)?,
                },
                Err(error) => {
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

/// The lines of a file that are positions, and how many are none; these are reported.
fn read(file: &Path) -> Result<(Vec<Line>, usize), Trouble> {
    let mut input = io::lines(file)?;
    let mut buffer = Vec::new();
    let (mut lines, mut bad) = (Vec::new(), 0);
    for number in 1.. {
        let line = epd::next_line(&mut *input, &mut buffer)
            .map_err(|error| io::unreadable(file, &error))?;
        match line {
            EpdLine::End => break,
            EpdLine::Nothing => {}
            EpdLine::Bad(error) => {
                bad += 1;
                let shown = io::shown(file);
                say(format_args!(
                    "{shown}:{number}:{}: {}",
                    error.column, error.sentence
                ));
            }
            EpdLine::Entry(entry) => lines.push(Line {
                number,
                id: entry.id.clone(),
                position: entry.position,
            }),
        }
    }
    Ok((lines, bad))
}

/// The row of a position.
fn row(
    args: &AssessArgs,
    explainer: &mut Explainer,
    evaluation: EvaluationId,
    line: &Line,
) -> Result<String, ExplainError> {
    let explanation: Explanation = explainer.explain(evaluation, &line.position, &options(args))?;
    let program = explainer.program();
    let (number, id) = (line.number, line.id.as_deref());
    Ok(match args.format {
        AssessFormat::Text => assessed::row(program, &explanation, number, id, &shown(args)),
        AssessFormat::Csv => assessed::csv(program, &explanation, number, id),
        AssessFormat::Json | AssessFormat::Jsonl => {
            let mut object = assessed::json(program, &explanation, &shown(args));
            object["number"] = number.into();
            object["id"] = id.into();
            format!("{object}\n")
        }
    })
}
