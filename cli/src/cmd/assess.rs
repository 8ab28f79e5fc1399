//! `adv assess`: a position explained by patterns, or a row for each of many.
//!
//! ```text
//!   POSITION ──a FEN, a list of men──▶ one explanation
//!            └─a file of lines──▶ read whole ──▶ tables of its materials ──▶ shared out to threads ──▶ rows in their order
//! ```

use std::path::{Path, PathBuf};

use adv::cases::CaseBase;
use adv::chess::Position;
use adv::explain::{Cases, ExplainError, ExplainOptions, USUAL_POSITIONS, USUAL_TRIED};
use adv::program::EvaluationId;
use adv::render::explanation;
use adv::render::svg::Theme;
use adv::{Limits, Rulebook};
use clap::{Args, ValueEnum};

use crate::args::{Form, JitArg, SideArg};
use crate::epd::EpdEntry;
use crate::explainers::{Failed, Worker};
use crate::opponent::Spec;
use crate::play::setup;
use crate::{Exit, Out, Outcome, Trouble, epd, explainers, io};

use super::{cases, offer};

/// The exit codes in the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  explained; that a plan was not settled within its positions is an answer
  1  the program or a position is refused, or something cannot be read or written
  3  finding the facts of a position ran out of fuel";

/// Options of explanations: the program, the side that it explains for, the engine and the limits.
#[derive(Args, Debug)]
pub struct AssessedBy {
    /// The program whose patterns explain
    ///
    /// If not given, those of the library, `use std.patterns`.
    #[arg(long, value_name = "FILE")]
    pub with: Option<PathBuf>,
    /// The evaluation that chooses what is told
    ///
    /// It chooses the patterns and the number of facts to tell. If not given, the program's first.
    #[arg(long, value_name = "NAME")]
    pub evaluation: Option<String>,
    /// The side whose plans are told
    ///
    /// If not given, the side to move.
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// The language of the texts: en, de or ru
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language)]
    pub lang: String,
    /// Tell so many facts
    ///
    /// If not given, as many as the evaluation says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    pub tell: Option<u8>,
    /// A folder with Syzygy tables
    ///
    /// The files (.rtbw, .rtbz) serve positions of more than four men. It may be given several times.
    #[arg(long, value_name = "DIR")]
    pub syzygy: Vec<PathBuf>,
    /// An engine that judges positions and advised moves, `uci:COMMAND ARGS`; if not given, no engine judges
    #[arg(long, value_name = "ENGINE", value_parser = Spec::parse, help_heading = "Engine")]
    pub engine: Option<Spec>,
    /// Number of nodes that the engine may search for each position
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Engine")]
    pub engine_nodes: u64,
    /// Leave a plan unsettled after so many positions
    #[arg(long, value_name = "N", default_value_t = USUAL_POSITIONS, help_heading = "Limits")]
    pub positions_limit: u64,
    /// Try moves in so many positions before one is advised, and as many for mates; 0 advises them untried. If not given, 60,000, and 4,000
    /// for each move of a game
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub tried: Option<u64>,
    /// End finding the facts of a side, or a search, after so many units of fuel, about one for each instruction
    #[arg(long, value_name = "N", default_value_t = Limits::default().fuel, help_heading = "Limits")]
    pub fuel: u64,
    /// Compilation of hot functions to native code; the answers are the same
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = JitArg::Auto, help_heading = "Limits")]
    pub jit: JitArg,
}

/// Arguments of `adv assess`.
#[derive(Args, Debug)]
pub struct AssessArgs {
    /// The position, or a file of FEN or EPD lines
    ///
    /// A position is a FEN or a list of men, `W: Ke6, Rg6; B: Kc5`; `-` is a file on standard input.
    ///
    /// If not given, the `example` of the program of --with. Of a file each line gets a row; one that cannot be read is reported with its
    /// place, the others are done, and the exit code is 1.
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
    /// The program, the side that it explains for, and the limits
    #[command(flatten)]
    pub by: AssessedBy,
    /// Tell every fact that does not repeat another
    #[arg(long, conflicts_with = "tell")]
    pub all: bool,
    /// Search of plans
    ///
    /// Without it the explanation gives no advice, and leaves out facts that require a plan.
    #[arg(long, value_name = "WHEN", default_value = "on")]
    pub plans: PlansArg,
    /// The form of the explanation
    ///
    /// The forms csv and jsonl are for a file of positions, html and svg for one position.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text json jsonl csv html svg"))]
    pub format: Form,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of positions explained at a time
    ///
    /// If not given, as many as the machine has processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A file of cases, of which the most like is used
    ///
    /// Plans and texts come from the case that is most like the position, and every plan is searched anew.
    #[arg(long, value_name = "FILE")]
    pub cases: Option<PathBuf>,
    /// Look in the next cases for what is left open
    #[arg(long, requires = "cases")]
    pub several: bool,
    /// Add the explanation to the cases, if you approve
    ///
    /// That is done where a plan was adapted from a case.
    #[arg(long, requires = "cases")]
    pub learn: bool,
    /// Approve of learned cases without a question
    #[arg(long, requires = "learn")]
    pub approve: bool,
    /// A remark to keep with the case
    #[arg(long, value_name = "TEXT", requires = "learn")]
    pub note: Option<String>,
}

/// The search of plans.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlansArg {
    /// each plan of a told fact
    On,
    /// none
    Off,
}

impl AssessedBy {
    /// Options of an explanation, for the viewer and the number of facts that are asked for.
    pub fn options(&self) -> ExplainOptions {
        ExplainOptions {
            viewer: self.side.color(),
            tell: self.tell.map(usize::from),
            ..ExplainOptions::default()
        }
    }

    /// The limits of each search and of finding facts.
    pub fn limits(&self) -> Limits {
        Limits {
            fuel: self.fuel,
            positions: self.positions_limit,
            ..Limits::default()
        }
    }
}

/// A language that texts may be in.
pub fn language(text: &str) -> Result<String, String> {
    match adv::render::explanation::is_language(text) {
        true => Ok(text.to_owned()),
        false => Err("expected en, de or ru".to_owned()),
    }
}

/// Number of positions of a file that are explained before the block of their rows is written.
const BLOCK: usize = 2048;

/// `adv assess`: explains a position, or each position of a file.
pub fn assess(args: &AssessArgs) -> Outcome {
    let rulebook = explainers::rulebook(&args.by)?;
    let evaluation = explainers::evaluation(&args.by, &rulebook)?;
    let base = match &args.cases {
        Some(file) if args.learn => Some(cases::load_kept(file)?),
        Some(file) => Some(cases::load(file)?),
        None => None,
    };
    let base = base.as_ref();
    let given = args.position.as_deref();
    if let Some(file) = given
        .map(Path::new)
        .filter(|file| explainers::is_file(file))
    {
        if args.learn {
            return Err(Trouble::new("one explanation is learned at a time")
                .help("`adv cases FILE add` adds the explanations of a file of positions"));
        }
        if matches!(args.format, Form::Html | Form::Svg) {
            return Err(
                Trouble::new("the forms html and svg are for one position")
                    .help("give its FEN in quotes; `--format csv` or `jsonl` has a row for each position of a file"),
            );
        }
        return many(args, &rulebook, evaluation, file, base);
    }
    if matches!(args.format, Form::Csv | Form::Jsonl) {
        return Err(
            Trouble::new("the forms csv and jsonl are for a file of positions")
                .help("ask for `--format json`, or name a file of FEN or EPD lines"),
        );
    }
    let position = match given {
        Some(text) => explainers::position(text)?,
        None => setup::position(None, rulebook.program())?,
    };
    let values = explainers::values(&args.by.syzygy, std::slice::from_ref(&position))?;
    let mut worker = explainers::worker(&args.by, &rulebook, &values)?;
    let cases = drawn_on(args, base);
    let explanation = worker
        .explain(evaluation, &position, &options(args), cases.as_ref())
        .map_err(explainers::failed)?;
    let program = worker.explainer.program();
    let shown = explainers::shown(&args.by);
    let mut out = Out::to(args.output.as_deref())?.about([&rulebook]);
    match args.format {
        Form::Text => out.text(&explanation::text(program, &explanation, &shown))?,
        Form::Html => out.page(&explanation::html(program, &explanation, &shown))?,
        Form::Svg => {
            let drawing = explanation::svg(program, &explanation, &shown, Theme::Auto);
            out.text(&drawing)?;
        }
        _ => out.json(explanation::json(program, &explanation, &shown))?,
    }
    out.finish()?;
    match &args.cases {
        Some(file) if args.learn => offer::offer(
            &offer::Offered {
                file,
                program,
                explanation: &explanation,
                language: &args.by.lang,
                note: args.note.as_deref(),
                approved: args.approve,
            },
            &mut offer::asked_here(),
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

fn options(args: &AssessArgs) -> ExplainOptions {
    let of_all = args.by.options();
    ExplainOptions {
        tell: of_all.tell.or(args.all.then_some(usize::MAX)),
        plans: matches!(args.plans, PlansArg::On),
        tried: args.by.tried.unwrap_or(USUAL_TRIED),
        ..of_all
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
    let (lines, mut bad) = epd::entries(file)?;
    let positions: Vec<Position> = lines.iter().map(|(_, line)| line.position).collect();
    let values = explainers::values(&args.by.syzygy, &positions)?;
    let threads = explainers::threads(args.threads, lines.len());
    let mut workers = explainers::workers(&args.by, rulebook, &values, threads)?;
    let mut out = Out::to(args.output.as_deref())?;
    if args.format == Form::Csv {
        out.text(explanation::CSV_HEAD)?;
    }
    let mut budget = false;
    for block in lines.chunks(BLOCK) {
        let rows = explainers::each(&mut workers, block, |worker, line| {
            row(args, worker, evaluation, line, base)
        });
        for (line, row) in block.iter().zip(rows) {
            match row {
                Ok(row) => match args.format {
                    Form::Json | Form::Jsonl => out.json_text(&row)?,
                    _ => out.text(&row)?,
                },
                Err(failed @ Failed::Judging(_)) => return Err(explainers::failed(failed)),
                Err(Failed::Explaining(error)) => {
                    budget |= matches!(error, ExplainError::Stopped(_));
                    bad += 1;
                    say!("{}:{}: {error}", io::shown(file), line.0);
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
    (number, line): &(u64, EpdEntry),
    base: Option<&CaseBase>,
) -> Result<String, Failed> {
    let cases = drawn_on(args, base);
    let explanation = worker.explain(evaluation, &line.position, &options(args), cases.as_ref())?;
    let program = worker.explainer.program();
    let (number, id) = (*number, line.id.as_deref());
    let shown = explainers::shown(&args.by);
    Ok(match args.format {
        Form::Csv => explanation::csv(program, &explanation, number, id),
        Form::Json | Form::Jsonl => {
            let mut object = explanation::json(program, &explanation, &shown);
            object["number"] = number.into();
            object["id"] = id.into();
            format!("{object}\n")
        }
        _ => explanation::row(program, &explanation, number, id, &shown),
    })
}
