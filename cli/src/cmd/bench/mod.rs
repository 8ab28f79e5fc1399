//! `adv bench`: how fast a program is, and where its time goes.
//!
//! ```text
//!   --from, --fen ──sample.rs──▶ Asked, one by one ──counting engine──▶ counts      the same on every machine
//!                                  └──clock.rs──▶ rounds of CPU time     not the same twice
//! ```
//!
//! Everything runs in one thread, for it is timed.

mod clock;
mod games;
mod sample;

use std::path::PathBuf;

use adv::program::Program;
use adv::render::bench::{self as render, Bench};
use adv::{Failure, Node, Position, Subject};
use clap::Args;
use sample::{Asked, Asker, Source};

use crate::args::{Form, LimitArgs, PositionsArg, SearchMemoryArgs, SubjectArgs};
use crate::play::setup;
use crate::{Exit, Out, Outcome, Trouble, program, subject};

/// Arguments of `adv bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// The program
    pub file: PathBuf,
    /// The part of the program to consult
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The positions: a file, or `random:SEED`
    ///
    /// A file has FEN or EPD lines; `random:SEED` draws legal positions of the program's material.
    ///
    /// They are drawn as `adv match` draws them, and none comes twice; White is to move where the program plays either side. A strategy
    /// plays a game from each position against replies drawn with the same seed, and the time is that of its choices.
    #[arg(long, value_name = "EPD|random[:SEED]", default_value = "random", value_parser = PositionsArg::parser())]
    pub from: PositionsArg,
    /// A single position instead, as FEN or as a list of men
    #[arg(long, value_name = "FEN", conflicts_with_all = ["from", "sample"])]
    pub fen: Option<String>,
    /// Number of consultations in a round at most
    ///
    /// If not given, 10,000, and fewer where these test more than 2 million positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub sample: Option<u32>,
    /// Number of timed rounds; the report shows the median
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
    /// Show so many lines and definitions at most
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub lines: usize,
    /// The memory of searches while they are timed; the profile counts every position
    #[command(flatten)]
    pub memory: SearchMemoryArgs,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json"))]
    pub format: Form,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Default number of consultations that are timed.
const SAMPLE: u32 = 10_000;
/// Number of tested positions after which no further consultations are added by default.
const ENOUGH: u64 = 2_000_000;

/// `adv bench`: times the consultations of a program and profiles them.
pub fn bench(args: &BenchArgs) -> Outcome {
    args.from.apart_from(&args.file)?;
    let program = program::load(&args.file)?;
    let (program, names) = subject::with_advice(program, &args.subject)?;
    let mut engine = args.limits.engine(&program);
    args.memory.apply(&mut engine);
    let module = engine.module();
    let given = Source::given(args, module)?;
    let id = choose(&names, module, given.as_ref().and_then(Source::first))?;
    let source = match given {
        Some(given) => given,
        None => Source::drawn(&engine, id, args)?,
    };

    let mut asker = Asker::new(&engine, id);
    let mut counting = engine.counting();
    let tell = |failure: &Failure, position: &Position| {
        subject::tell(failure, module, program.name(), id, position)
    };
    let count = |asked: &Asked, tree: &mut Vec<Node>| asker.count(&mut counting, asked, tree);
    let sample = source.take(&engine, id, args.sample, count, tell)?;
    if sample.asked.is_empty() {
        return Err(nowhere(module, id));
    }
    let counts = counting.counted();
    let timing = clock::time(&engine, &asker, &sample.asked, args.rounds)?;
    let report = Bench {
        module,
        subject: id,
        from: &sample.from,
        games: sample.games,
        asked: sample.asked.len() as u64,
        answered: asker.answered,
        rules: &asker.rules,
        counts: &counts,
        definitions: &adv::definitions(module),
        limit: args.lines,
        timing,
    };
    let mut out = Out::to(args.output.as_deref())?.about([&program]);
    match args.format.text() {
        Some(form) => out.text(&render::text(&report, form))?,
        None => out.json(render::json(&report))?,
    }
    out.finish()?;
    Ok(match sample.bad {
        0 => Exit::Done,
        _ => Exit::Wrong,
    })
}

/// Subject to time: the one named, the one that fits the first position, or the main one of the program.
fn choose(
    names: &SubjectArgs,
    module: &Program,
    first: Option<Position>,
) -> Result<Subject, Trouble> {
    let names = names.names();
    let position = match first {
        Some(first) => first,
        None => match setup::position(None, module) {
            Ok(example) => example,
            Err(_) => {
                let named = names.strategy.is_some() || names.table.is_some();
                let whole = (!named && names.advice.is_none()).then(|| Subject::foremost(module));
                if let Some(Some(id @ (Subject::Strategy(_) | Subject::Table(_)))) = whole {
                    return Ok(id);
                }
                Position::EMPTY
            }
        },
    };
    subject::choose(module, &names, &position)
}

fn nowhere(module: &Program, id: Subject) -> Trouble {
    let (kind, name) = (id.kind(), id.name(module));
    trouble!("there is no position in which the {kind} `{name}` can be consulted")
        .help("give some by `--from FILE`, or one by `--fen`")
}
