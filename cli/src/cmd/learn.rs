//! `adv learn`: a strategy that is found from numbers, written as a program and settled as any other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use adv::diagnostics::{did_you_mean, suggest};
use adv::learn::{
    LearnError, Learned, Learner, MOST_VALUE, Outcome as Candidate, Progress, Rule, SearchWatch,
    Settings,
};
use adv::proof::{ClaimReport, Keeping, Proved, Watch};
use adv::render::TextForm;
use adv::render::survey::exact_percent;
use adv::render::text::{board, joined, many, thousands};
use adv::{Comparison, Examination, Rulebook, Stop};
use clap::Args;
use indicatif::ProgressBar;
use rayon::ThreadPool;

use crate::args::LimitArgs;
use crate::cmd::new;
use crate::cmd::prove::answers::exit_of;
use crate::cmd::prove::settler::Settler;
use crate::play::interrupt::Interrupt;
use crate::row_file::RowFile;
use crate::{Exit, Out, Outcome, Trouble, inputs, io, program, say, work};

pub const EXIT_CODES: &str = "\
Exit codes:
  0  a strategy is found, written and proved
  1  the program, its men or its numbers are refused, or something cannot be read or written
  3  a limit is reached
  5  no strategy that solves every won position is found; the best one is written, and its claim is not proved
  6  interrupted; the best strategy so far is written";

/// Arguments of `adv learn`.
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// The program with the men and the numbers: a material of three men, and numbers or `use std.vocabulary`
    pub file: PathBuf,
    /// The numbers to learn from, separated by commas
    ///
    /// If not given, all numbers without parameters of the program, of the library modules that it uses, and of those that these use.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub numbers: Vec<String>,
    /// The program to write; its table is named after it
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Seed of the order in which numbers are tried
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The most rules, each a piece-of-advice
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub rules: u8,
    /// The most terms of a number
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub terms: u8,
    /// The most moves of ours in a tree, each with every reply
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=5))]
    pub depth: u16,
    /// The greatest weight of a number
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(i32).range(1..=64))]
    pub weights: i32,
    /// End the search after so many candidates
    #[arg(long, value_name = "N", default_value = "10K", value_parser = work::count)]
    pub candidates: u64,
    /// End the search after so much time, such as 30s or 5m; then the program depends on the machine
    #[arg(long, value_name = "TIME", value_parser = work::duration)]
    pub budget: Option<Duration>,
    /// Keep the candidates in a file, and go on after them
    ///
    /// Where the file has candidates of the same numbers, those are not played again. The program is that of a search in one piece.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Number of threads
    ///
    /// If not given, as many as the machine has. The program does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Limits of each evaluation and consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl LearnArgs {
    fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            rules: usize::from(self.rules),
            terms: usize::from(self.terms),
            moves: self.depth,
            weights: self.weights,
            candidates: self.candidates,
        }
    }
}

/// `adv learn`: searches for a strategy, writes its program and settles the claim of that.
pub fn learn(args: &LearnArgs) -> Outcome {
    let given = program::vocabulary(&args.file)?;
    let pool = Arc::new(work::pool(args.threads)?);
    if let Some(kept) = &args.resume {
        inputs::refuse(kept)?;
        inputs::refuse_twice(("--output", Some(&args.output)), ("--resume", Some(kept)))?;
    }
    let mut out = Out::to(Some(&args.output))?;
    let watch = Watch::new();
    let interrupt = Interrupt::listen_to_ends(watch.stop());
    let begun = Instant::now();
    let names: Vec<String> = args
        .numbers
        .iter()
        .map(|name| name.trim().to_owned())
        .collect();
    let limits = args.limits.limits();
    let made = pool.install(|| Learner::new(&given, None, &names, limits, watch.stop()));
    let learner = match made {
        Err(LearnError::Stopped(_, _, Stop::Interrupted)) => {
            say("interrupted before the first candidate; nothing is written");
            return Ok(Exit::Interrupted);
        }
        made => made.map_err(|error| refused(error, &given))?,
    };
    let learned = search(args, &learner, &pool, &interrupt, begun)?;
    let text = written(args, &learner, &learned)?;
    let Some(text) = text else {
        say("ended before the first candidate; nothing is written");
        return Ok(if interrupt.is_set() {
            Exit::Interrupted
        } else {
            Exit::Budget
        });
    };
    out.text(&text)?;
    out.finish()?;
    let control = pool.install(|| learner.control(&learned)).solved;
    io::print(&told(&args.output, &learned, control))?;
    if interrupt.is_set() {
        let goes_on = match &args.resume {
            Some(path) => format!("`--resume {}` goes on with the search", io::shown(path)),
            None => "with `--resume FILE` a search goes on".to_owned(),
        };
        say!(
            "interrupted; the best so far is written, and `adv prove {}` settles its claim; {goes_on}",
            io::shown(&args.output)
        );
        return Ok(Exit::Interrupted);
    }
    settle(args, &text, pool, &watch)
}

/// Searches until everything is solved, the bounds are reached or the user ends it.
///
/// # Errors
/// Where the file of `--resume` cannot be used.
fn search(
    args: &LearnArgs,
    learner: &Learner,
    pool: &ThreadPool,
    interrupt: &Interrupt,
    begun: Instant,
) -> Result<Learned, Trouble> {
    let numbers = format!(
        "{} numbers {:016x}",
        env!("CARGO_PKG_VERSION"),
        learner.fingerprint()
    );
    let others = "its candidates are of other numbers or other men";
    let kept = args.resume.as_deref();
    let kept = kept
        .map(|path| RowFile::open(path, &numbers, others))
        .transpose()?;
    let (kept, known) = kept.map_or((None, BTreeMap::new()), |(file, known)| (Some(file), known));
    let mut watch = LearnWatch {
        bar: work::tally("candidates"),
        positions: learner.positions(),
        end: args.budget.map(|budget| begun + budget),
        interrupt,
        kept,
        known,
    };
    let learned = pool.install(|| learner.search(&args.settings(), &mut watch));
    watch.bar.finish_and_clear();
    Ok(learned)
}

/// Candidate as the file of `--resume` has it: positions solved, most moves, sum of moves.
type CandidateRow = (u32, u16, u64);

/// Look at a search: its progress bar, its end, and the candidates that are kept.
struct LearnWatch<'a> {
    bar: ProgressBar,
    positions: u32,
    end: Option<Instant>,
    interrupt: &'a Interrupt,
    kept: Option<RowFile>,
    known: BTreeMap<String, CandidateRow>,
}

impl SearchWatch for LearnWatch<'_> {
    fn goes_on(&mut self, progress: &Progress) -> bool {
        self.bar.set_position(progress.candidates);
        let share = exact_percent(progress.best.solved, self.positions);
        self.bar.set_message(format!("{share} solved, candidates"));
        self.end.is_none_or(|end| Instant::now() < end) && !self.interrupt.is_set()
    }

    fn known(&self, rules: &[Rule]) -> Option<Candidate> {
        let row = self.known.get(&joined(rules, "; "));
        row.map(|&(solved, worst, moves)| Candidate {
            solved,
            worst,
            moves,
        })
    }

    /// Keeps a candidate. The first failure is reported, and the search goes on.
    fn keep(&mut self, rules: &[Rule], outcome: &Candidate) {
        let row: CandidateRow = (outcome.solved, outcome.worst, outcome.moves);
        let kept = self.kept.as_mut();
        let kept = kept.map_or(Ok(()), |file| file.keep(&joined(rules, "; "), row));
        if let Err(trouble) = kept {
            self.kept = None;
            say!(
                "warning: the search goes on, and is not kept any more: {}",
                trouble.sentence()
            );
        }
    }
}

/// The text of the program; its table is named after the file where the language takes that name.
fn written(
    args: &LearnArgs,
    learner: &Learner,
    learned: &Learned,
) -> Result<Option<String>, Trouble> {
    let stem = args
        .output
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let own = stem.as_deref().and_then(|stem| new::name(stem).ok());
    for name in own.into_iter().chain(["learned"]) {
        let text = learner.program(name, learned, &args.settings());
        let Some(text) = text.map_err(|error| Trouble::new(error.to_string()))? else {
            return Ok(None);
        };
        if Examination::of_text(name, &text).module.is_some() {
            return Ok(Some(text));
        }
    }
    Err(Trouble::new(
        "the program that was found does not compile with the words of this vocabulary",
    )
    .help("leave out the numbers whose names the library has too, by `--numbers`"))
}

/// What was found, in words, with boards of what is left.
fn told(file: &Path, learned: &Learned, control: u32) -> String {
    let outcome = learned.outcome();
    let mean = f64_of(outcome.moves) / f64_of(u64::from(outcome.solved.max(1)));
    let mut text = format!(
        "{}: {} of {}, {} candidates\n\
         solved: {} of {} won positions ({}), in {} at most, {mean:.3} on average\n\
         control: the regression of the distance to mate on the same terms solves {}\n",
        io::shown(file),
        many(learned.rules() as u64, "rule", "rules"),
        many(learned.terms() as u64, "term", "terms"),
        thousands(learned.candidates()),
        thousands(u64::from(outcome.solved)),
        thousands(u64::from(learned.won)),
        exact_percent(outcome.solved, learned.won),
        many(u64::from(outcome.worst), "move", "moves"),
        exact_percent(control, learned.won),
    );
    if !learned.is_whole() {
        text.push_str(&format!(
            "could: {} ({}), if the best of the same trees were chosen\nnot solved, the lowest number first:\n",
            thousands(u64::from(learned.could)),
            exact_percent(learned.could, learned.won),
        ));
        for position in &learned.stuck {
            text.push_str(&format!("\n{}", board(position)));
        }
        text.push('\n');
    }
    text
}

/// Settles the claim of the written program, and tells its verdict.
fn settle(args: &LearnArgs, text: &str, pool: Arc<ThreadPool>, watch: &Watch) -> Outcome {
    let rulebook = Rulebook::load(&io::shown(&args.output), text)?;
    let memory = work::half_of_memory();
    let search = SEARCH_BYTES.min(memory / 8 / pool.current_num_threads() as u64);
    let mut settler = Settler::new(rulebook, &args.limits, search, pool)?;
    watch.limit_memory(memory);
    settler.prepare(&[0], Comparison::No, &[], watch)?;
    let Some(claim) = settler.module().claims.first() else {
        return Err(program::uncompiled(&io::shown(&args.output)));
    };
    match settler.settle(claim, Comparison::No, Keeping::default(), watch, &[]) {
        Ok((Proved::Interrupted(_), _)) => {
            say("interrupted; the program is written, and its claim is not settled");
            Ok(Exit::Interrupted)
        }
        Ok((proved, _)) => {
            let Some(report) = ClaimReport::of(settler.module(), claim, &proved) else {
                return Ok(Exit::Unproved);
            };
            let text = report.text(TextForm::Terminal);
            let line = text.lines().next().unwrap_or_default();
            io::print(&format!("{line}\n"))?;
            Ok(exit_of(report.verdict()))
        }
        Err(unsettled) => Ok(unsettled.tell()),
    }
}

/// Memory in which the search of each thread of the proof may remember nodes, as `adv prove` has it.
const SEARCH_BYTES: u64 = 64 << 20;

/// Trouble for a program from which nothing can be learned.
fn refused(error: LearnError, given: &Rulebook) -> Trouble {
    let exit = match error {
        LearnError::Stopped(..) => Exit::Budget,
        _ => Exit::Wrong,
    };
    let trouble = Trouble::with_exit(exit, format!("`{}`: {error}", given.name()));
    match error {
        LearnError::NoSource => trouble.help("name its source, or build it without `--strip`"),
        LearnError::Files(_) => trouble.help("write the words that it needs into the program itself"),
        LearnError::NoMaterial => {
            trouble.help("declare it at the head of the program, such as `material  W: K, R;  B: K`")
        }
        LearnError::Class(_) => trouble.help(
            "three men are learned, such as `material  W: K, R;  B: K`; one side has only its king, the other no pawn",
        ),
        LearnError::NoNumbers => {
            trouble.help("write `use std.vocabulary`, or numbers of its own: `number gap = dist(W.K, B.K)`")
        }
        LearnError::Unknown { name, known } => {
            let near = suggest(&name, None, known.iter().map(|known| (known.as_str(), ())));
            let all = || format!("there are: {}", known.join(", "));
            trouble.help(did_you_mean(&near).unwrap_or_else(all))
        }
        LearnError::Word(..) => trouble.help("leave it out by naming the others in `--numbers`"),
        LearnError::Stopped(..) => {
            trouble.help("give more by `--fuel`, or leave the number out by naming the others in `--numbers`")
        }
        LearnError::NotWon(_) => trouble.help("take men that mate, such as a queen or a rook"),
        LearnError::Constant => trouble.help("write numbers that tell positions apart, or `use std.vocabulary`"),
        LearnError::Beyond(_) => trouble.help(format!(
            "divide it, or leave it out by naming the others in `--numbers`; {MOST_VALUE} is more than any board needs"
        )),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a mean is shown with three decimals"
)]
const fn f64_of(number: u64) -> f64 {
    number as f64
}
