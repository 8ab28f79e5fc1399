//! `adv diff`: two programs held to one claim over the same positions, and what each does better.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::program::{Claim, Program, StrategyId, TableId};
use adv::proof::{Fate, Keeping, Proved, Settled, Watch};
use adv::render::proof::diff::{self as report, Contender as Side, Diff, DiffTally};
use adv::render::proof::{claim_text, rate_line};
use adv::render::text::{positions, thousands};
use adv::{Color, Comparison, Position, Subject, is_claim, material_of_claim, usual_claim};
use clap::Args;
use rayon::ThreadPool;

use crate::args::{Form, LimitArgs, MemoryArgs};
use crate::cmd::prove::arguments::ValueArgs;
use crate::{Exit, Out, Outcome, Trouble, io, program, work};

use super::prove::settler::{Settler, Unsettled};

/// Arguments of `adv diff`.
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// The program before
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The program after
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// The claim to compare them on, about a table, strategy or piece-of-advice that both have
    ///
    /// If not given it is `prove NAME from all positions reaches mate`, NAME being the only strategy, or else the only table or
    /// piece-of-advice, of each.
    #[arg(long, value_name = "TEXT")]
    pub claim: Option<String>,
    /// The form of the comparison
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json html"))]
    pub format: Form,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of threads; if not given, as many as the machine has. The output does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The tables of values
    #[command(flatten)]
    pub values: ValueArgs,
    /// The memory of each proof
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv diff`: compares two programs by one claim over the same positions.
pub fn diff(args: &DiffArgs) -> Outcome {
    if io::is_stdin(&args.before) && io::is_stdin(&args.after) {
        return Err(Trouble::two_inputs("the two programs"));
    }
    let pool = Arc::new(work::pool(args.threads)?);
    let a = Held::load(&args.before, args, &pool)?;
    let b = Held::load(&args.after, args, &pool)?;
    same_class(&a, &b)?;
    let out = Out::to(args.output.as_deref())?;
    let mut out = out.about([a.settler.rulebook(), b.settler.rulebook()]);
    let (one, other) = (a.settle(args)?, b.settle(args)?);
    let tally = tally(&a, &one, &b, &other)?;
    let text = claim_text(a.claim()?);
    let shown = Diff {
        a: a.side(),
        b: b.side(),
        claim: &text,
        tally: &tally,
    };
    match args.format.text() {
        Some(form) => out.text(&report::text(&shown, form))?,
        None if args.format == Form::Json => out.json(report::json(&shown))?,
        None => out.page(&report::html(&shown))?,
    }
    out.end(Exit::Done)
}

/// One of the two programs, held to the claim.
struct Held {
    file: String,
    settler: Settler,
    /// Index of the claim in the program.
    index: usize,
}

impl Held {
    fn load(path: &Path, args: &DiffArgs, pool: &Arc<ThreadPool>) -> Result<Held, Trouble> {
        let file = io::shown(path);
        let program = program::load(path)?;
        let text = match &args.claim {
            Some(text) if is_claim(text) => text.clone(),
            Some(text) => {
                return Err(trouble!("`{text}` is no claim").help(
                    "expected a text that both programs are held to, such as `prove krk from all positions reaches mate`",
                ));
            }
            None => usual_claim(program.program(), only(program.program(), &file)?),
        };
        let program = program::with_claims(program, &[text])?;
        let index = program.own_claims();
        let settler = Settler::new(
            program,
            &args.limits,
            args.memory.of_search(pool),
            pool.clone(),
        )?;
        let mut held = Held {
            file,
            settler,
            index,
        };
        if Subject::of_claim(held.claim()?).is_none() {
            return Err(Trouble::new(
                "a claim about descriptors plays nothing, so that there is nothing to compare",
            )
            .help("claim something about a strategy, a table or a piece-of-advice"));
        }
        held.settler
            .prepare(&[index], Comparison::No, &args.values.syzygy, &Watch::new())?;
        Ok(held)
    }

    fn claim(&self) -> Result<&Claim, Trouble> {
        let claims = &self.settler.module().claims;
        // The compiler gives one claim for each that it is given.
        claims
            .get(self.index)
            .ok_or_else(|| trouble!("`{}` has no such claim", self.file))
    }

    fn subject(&self) -> Option<Subject> {
        self.claim().ok().and_then(Subject::of_claim)
    }

    fn settle(&self, args: &DiffArgs) -> Result<Box<Settled>, Trouble> {
        let claim = self.claim()?;
        let watch = Watch::new();
        watch.limit_memory(args.memory.bytes());
        let (proved, time) = self
            .settler
            .settle(claim, Comparison::No, Keeping::default(), &watch, &[])
            .map_err(|unsettled| match unsettled {
                Unsettled::Told(trouble) => trouble,
                Unsettled::Checkpoint(reason) => Trouble::new(reason),
            })?;
        let Proved::Settled(settled) = proved else {
            return Err(trouble!("the claim about `{}` was not settled", self.file));
        };
        let report = settled.report();
        let rate = rate_line(report.states, time.as_secs_f64(), report.memory);
        say!("{}: {rate}", self.file);
        if args.format.text().is_some() && settled.report().roots == 0 {
            say!("note: the claim covers no position of `{}`", self.file);
        }
        Ok(settled)
    }

    fn side(&self) -> Side<'_> {
        let module = self.settler.module();
        Side {
            name: &self.file,
            subject: self.subject().map_or("", |of| of.name(module)),
            module,
        }
    }
}

/// Fails where the claims of the two programs are about different men.
fn same_class(a: &Held, b: &Held) -> Result<(), Trouble> {
    let men = |held: &Held| -> Result<_, Trouble> {
        Ok(material_of_claim(held.settler.module(), held.claim()?))
    };
    let (one, other) = (men(a)?, men(b)?);
    if one == other {
        return Ok(());
    }
    let name = |material: Option<adv::chess::Material>| match material {
        Some(material) => format!("{material}"),
        None => "no material".to_owned(),
    };
    Err(trouble!(
        "the programs are about different men: `{}` about {}, `{}` about {}",
        a.file,
        name(one),
        b.file,
        name(other)
    )
    .help("programs are compared position by position; compare two that are about the same men"))
}

/// Compares how each position ends under both programs. Positions that only one program covers are left out, and a note counts them.
fn tally(a: &Held, one: &Settled, b: &Held, other: &Settled) -> Result<DiffTally, Trouble> {
    let mut tally = DiffTally::default();
    let of_one = one.roots().map(|(position, _)| position);
    if of_one.eq(other.roots().map(|(position, _)| position)) {
        for ((position, first), (_, second)) in one.roots().zip(other.roots()) {
            tally.add(&position, &first, &second);
        }
        return Ok(tally);
    }
    let mut of_other: BTreeMap<_, Fate> = other
        .roots()
        .map(|(position, fate)| (key(&position), fate))
        .collect();
    let mut only_first = 0;
    for (position, first) in one.roots() {
        match of_other.remove(&key(&position)) {
            Some(second) => tally.add(&position, &first, &second),
            None => only_first += 1,
        }
    }
    let only_second = of_other.len() as u64;
    if tally.positions == 0 && only_first + only_second > 0 {
        return Err(trouble!(
            "the claim covers no position in both programs: {} in `{}`, {} in `{}`",
            positions(only_first),
            a.file,
            positions(only_second),
            b.file
        )
        .help("a strategy plays the positions of its in-class; give a claim by `--claim` that covers positions of both"));
    }
    say!(
        "note: compared are the {} that the claim covers in both programs; {} more in `{}`, {} more in `{}`",
        positions(tally.positions),
        thousands(only_first),
        a.file,
        thousands(only_second),
        b.file
    );
    Ok(tally)
}

/// Sort key of a position, which differs for any two positions of one material.
fn key(position: &Position) -> impl Ord + use<> {
    let white = position.turn() == Color::White;
    (position.by_color, position.by_role, white, position.ep())
}

/// Subject of a program without choice: its only strategy, else its only table, else its only piece-of-advice.
fn only(module: &Program, file: &str) -> Result<Subject, Trouble> {
    let several = |what: &str, count: usize| {
        trouble!("`{file}` has {count} {what}")
            .help("say what is compared: `--claim \"prove NAME from all positions reaches mate\"`")
    };
    match (module.strategies.len(), module.tables.len()) {
        (1, _) => return Ok(Subject::Strategy(StrategyId(0))),
        (0, 1) => return Ok(Subject::Table(TableId(0))),
        (0, 0) => {}
        (0, tables) => return Err(several("tables", tables)),
        (strategies, _) => return Err(several("strategies", strategies)),
    }
    match module.advice.iter().filter(|a| a.is_named()).count() {
        0 | 1 => Subject::foremost(module).ok_or_else(|| {
            trouble!(
                "`{file}` has no strategy, no table and no piece-of-advice, so there is nothing to compare"
            )
        }),
        pieces => Err(several("pieces-of-advice", pieces)),
    }
}
