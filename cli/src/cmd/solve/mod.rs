//! `adv solve`: problems, a row each, or a row for each entry of a plan.
//!
//! ```text
//!   task.rs     the program, the positions, the questions
//!   threads.rs  positions shared out to threads, one search never; budgets of time; the interrupt
//!   rows.rs     rows in their order, in the requested form
//! ```

mod rows;
mod task;
mod threads;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use adv::{Limits, Solver};
use clap::Args;
use rows::RowWriter;
use task::SolveTask;
use threads::SolveRun;

use crate::args::{Form, JitArg};
use crate::play::interrupt::Interrupt;
use crate::row_file::RowFile;
use crate::{Exit, Outcome, inputs, messages, say, work};

pub const EXIT_CODES: &str = "\
Exit codes:
  0  every row is decided and as the file says; found, where the file says nothing (with --each: every row is decided)
  1  something cannot be read or written, or a line is no position; the other rows are written
  2  a row is not as the file says, or nothing was found
  3  a budget ended
  6  interrupted; the rows that are done are written";

/// Default number of positions that may be tested for a row.
pub const USUAL_NODES: u64 = 10_000_000;

/// Default fuel of a search: so much that the positions end first.
const USUAL_FUEL: u64 = 100_000_000_000;

/// Arguments of `adv solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The positions, or a program
    ///
    /// Positions are a file of EPD or FEN lines, which `std.solve` solves; of a program (.adv, .advc) the `example` is solved.
    ///
    /// `-` is a file of positions on standard input. Of EPD the operations `dm` (mate in so many moves, as `bm #7` in suites of mates),
    /// `bm`, `am` and `id` are read; the others are passed over, and so are lines that are empty or begin with `#`. A line that cannot
    /// be read is reported with its place, the others are done, and the exit code is 1.
    pub file: PathBuf,
    /// The position for a program, as FEN or as a list of men
    ///
    /// A list is written as `W: Ke6, Rg6; B: Kc5`.
    #[arg(long, value_name = "FEN", conflicts_with = "positions")]
    pub fen: Option<String>,
    /// Positions for a program, EPD or FEN lines
    ///
    /// `-` is standard input.
    #[arg(long, value_name = "EPD")]
    pub positions: Option<PathBuf>,
    /// A piece-of-advice to ask instead: `"mate-in(4)"`
    #[arg(long, value_name = "PIECE", conflicts_with_all = ["table", "each"])]
    pub piece: Option<String>,
    /// The table to ask
    ///
    /// If not given, the first of the program.
    #[arg(long, value_name = "NAME", conflicts_with = "each")]
    pub table: Option<String>,
    /// Ask every entry of a plan by itself, a row each
    ///
    /// A row says whether it is found, its bound, the effort of its tree, its depth, the positions tested.
    ///
    /// A list as a table would have it does as well: `--each "mate-in(2), force-mate(12, 3)"`.
    #[arg(long, value_name = "PLAN")]
    pub each: Option<String>,
    /// Prove how short a mate is, with every move allowed
    ///
    /// The rest of the budget is used for it: `in 7, none in 6`, or `in 9 at most`.
    #[arg(long)]
    pub shortest: bool,
    /// Look for all keys, tries, set play and duals
    ///
    /// A try has a single refutation; duals are later choices of ours. This includes --shortest.
    #[arg(long)]
    pub duals: bool,
    /// Count the distinct positions looked at
    ///
    /// Those made only to order or weigh a move are among them; this takes time.
    ///
    /// Up to a million they are exact, and within a few thousandths beyond. Searches for shorter mates and duals are not among them.
    #[arg(long)]
    pub looked_at: bool,
    /// The form of the rows
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json csv pgn"))]
    pub format: Form,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Keep the rows in a file, and go on after them
    ///
    /// Where the file has rows of the same questions, those are not done again.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Leave the times out
    ///
    /// The output is then the same on every machine.
    #[arg(long)]
    pub no_times: bool,
    /// Number of positions solved at a time
    ///
    /// If not given, as many as the machine has processors. The rows do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// End a row as undecided after so many positions, all its searches together: a number, or one with K, M or G, such as 20M
    #[arg(long, value_name = "N", value_parser = work::count, default_value_t = USUAL_NODES, help_heading = "Limits")]
    pub nodes: u64,
    /// End a row as undecided after so much time, such as 5, 0.5 or 2m; then the rows depend on the machine
    #[arg(long, value_name = "SECONDS", value_parser = work::duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// End a search after this many units of fuel, about one for each instruction
    #[arg(long, value_name = "N", default_value_t = USUAL_FUEL, help_heading = "Limits")]
    pub fuel: u64,
    /// End a search whose tree is deeper than this many plies
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, help_heading = "Limits")]
    pub depth_limit: u16,
    /// Let each search remember its nodes, in so many MiB for each thread; 0 remembers nothing, and the same trees cost more positions
    #[arg(long, value_name = "MIB", value_parser = work::search_memory, default_value = "64", help_heading = "Limits")]
    pub memory: u64,
    /// Compilation of hot functions to native code; the answers are the same
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = JitArg::Auto, help_heading = "Limits")]
    pub jit: JitArg,
}

impl SolveArgs {
    /// The limits of each search; the positions are counted for a whole row.
    pub fn limits(&self) -> Limits {
        Limits {
            fuel: self.fuel,
            positions: self.nodes,
            depth: self.depth_limit,
            stack: work::SEARCH_STACK_BYTES,
            memory: self.memory,
        }
    }
}

/// `adv solve`: solves problems and writes a row for each.
pub fn solve(args: &SolveArgs) -> Outcome {
    let asked = SolveTask::of(args)?;
    let mut engine = asked.program.engine(args.limits());
    if args.jit == JitArg::Off {
        engine.set_native(false);
    }
    let options = adv::SolveOptions {
        nodes: args.nodes,
        shortest: args.shortest || args.duals,
        duals: args.duals,
        pgn: args.format == Form::Pgn,
        looked_at: args.looked_at,
    };
    let solver = Solver::new(&asked.program, engine, options);
    let mut kept = None;
    let mut known = BTreeMap::new();
    if let Some(path) = &args.resume {
        inputs::refuse(path)?;
        inputs::refuse_twice(
            ("--output", args.output.as_deref()),
            ("--resume", Some(path)),
        )?;
        let settings = asked.settings(args, &options)?;
        let others =
            "its row was solved by another program, with other questions, or under another budget";
        let (file, mut rows) = RowFile::open(path, &settings, others)?;
        kept = Some(file);
        let row = |index| Some((index, rows.remove(&asked.key(index)?)?));
        known = (0..asked.rows()).filter_map(row).collect();
    }
    let interrupt = Arc::new(AtomicBool::new(false));
    let listener = Interrupt::listen_to_ends(&interrupt);
    let mut written = RowWriter::begin(args, &asked)?;
    let shared = SolveRun {
        asked: &asked,
        solver: &solver,
        threads: args.threads,
        time: args.time,
        times: !args.no_times,
        interrupt,
    };
    let bad = shared.run(known, &mut kept, &mut written)?;
    let interrupted = listener.is_set() && !written.is_whole();
    let (summary, exit) = written.finish(interrupted, asked.bad + bad)?;
    if let Some(summary) = summary.filter(|_| !messages::is_json()) {
        say(summary);
    }
    if interrupted {
        say(match &args.resume {
            Some(path) => format!(
                "interrupted; `--resume {}` goes on after the rows that are done",
                crate::io::shown(path)
            ),
            None => "interrupted; with `--resume FILE` the rows that are done are kept".to_owned(),
        });
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}
