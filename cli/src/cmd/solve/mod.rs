//! `adv solve`: problems, a row each, or a row for each entry of a plan.
//!
//! ```text
//!   asked.rs    the program, the positions, the questions        kept.rs    --resume: rows kept as they are done
//!   shared.rs   positions shared out to threads, one search never; budgets of time; the interrupt
//!   written.rs  rows in their order, in the requested form
//! ```

mod asked;
mod kept;
mod shared;
mod written;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::Solver;

use crate::Outcome;
use crate::args::{JitArg, MessageArgs, SolveArgs, SolveFormat};
use crate::exit::{Exit, say};
use crate::inputs;
use crate::messages::Messages;
use crate::play::interrupt::Interrupt;

use asked::SolveTask;
use kept::RowFile;
use shared::SolveRun;
use written::RowWriter;

/// `adv solve`: solves problems and writes a row for each.
pub fn solve(args: &SolveArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let asked = SolveTask::of(args, &messages)?;
    let mut engine = asked.program.engine(args.limits());
    if args.jit == JitArg::Off {
        engine.set_native(false);
    }
    let options = adv::SolveOptions {
        nodes: args.nodes,
        shortest: args.shortest || args.duals,
        duals: args.duals,
        pgn: args.format == SolveFormat::Pgn,
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
        let (file, rows) = RowFile::open(path, &asked.settings(args, &options)?, &asked)?;
        kept = Some(file);
        known = rows;
    }
    let interrupt = Arc::new(AtomicBool::new(false));
    let listener = Interrupt::listen_by(interrupt.clone());
    Interrupt::listen_to_ends(&interrupt);
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
    if let Some(summary) = summary.filter(|_| !messages.is_json()) {
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
