//! `adv run --beside`: each piece that was tried, searched once more with other moves.

use adv::program::Program;
use adv::render::beside::{BesideRow, BesideSearch};
use adv::{Answer, BesideMoves, BesideTask, Engine, Options, Subject, SubjectKind};

use crate::args::{RunArgs, remember};
use crate::exit::Trouble;
use crate::work;

/// The moves that `--beside` names.
///
/// # Errors
/// Where the program has no such piece-of-advice.
pub fn moves(program: &Program, name: &str) -> Result<BesideMoves, Trouble> {
    match (name, Subject::advice_named(program, name)) {
        (_, Some(Subject::Advice(id))) => Ok(BesideMoves::Of(id)),
        ("any", _) => Ok(BesideMoves::Any),
        _ => {
            let unknown = Subject::unknown(program, Some(SubjectKind::Advice), name);
            let trouble = Trouble::from(unknown);
            Err(trouble.message(format!(
                "`--beside` wants `any` or a piece-of-advice, and the program has no `{name}`"
            )))
        }
    }
}

/// A row for each piece that an answer has tried, each once.
///
/// # Errors
/// Where the CPU time cannot be read, or the changed program is refused.
pub fn rows(
    args: &RunArgs,
    engine: &Engine,
    answer: &Answer,
    moves: BesideMoves,
) -> Result<Vec<BesideRow>, Trouble> {
    let tasks = BesideTask::of_answer(engine.module(), answer);
    let mut rows = Vec::with_capacity(tasks.len());
    for task in &tasks {
        rows.push(BesideRow {
            advice: task.advice,
            own: search(args, engine, task, BesideMoves::Own)?,
            other: search(args, engine, task, moves)?,
        });
    }
    Ok(rows)
}

fn search(
    args: &RunArgs,
    engine: &Engine,
    task: &BesideTask,
    moves: BesideMoves,
) -> Result<BesideSearch, Trouble> {
    let refused = |error: adv::program::LinkError| {
        let name = adv::render::text::advice_name(engine.module(), task.advice);
        Trouble::new(format!(
            "`{name}` cannot be searched with other moves: {error}"
        ))
    };
    let mut own = task.engine(engine, moves).map_err(refused)?;
    let memory = args.whole.search_bytes();
    if let Some(memory) = memory.map_err(|error| Trouble::new(format!("`--memory`: {error}")))? {
        remember(&mut own, memory);
    }
    let options = Options {
        replies: args.replies.replies(),
        ..Options::default()
    };
    let clock = args.times.then(work::CpuClock::start).transpose()?;
    let count = task.search(&mut own, &options);
    Ok(BesideSearch {
        satisfied: count.satisfied,
        positions: count.positions,
        first: count.first,
        stop: count.stop,
        seconds: clock.map(|clock| clock.seconds()).transpose()?,
    })
}
