//! `adv refute`: why a piece-of-advice is not satisfied, move by move.

use clap::Args;

use adv::chess::{Position, san};
use adv::program::{AdviceId, Program};
use adv::render::refutation;
use adv::render::text::{advice_name, board, joined};
use adv::{Answer, Failure, Refutation, RefutationBound, RefutationTask, Step, Stop, Tried};

use crate::args::Form;
use crate::cmd::consult::{self, ConsultArgs, DetailArgs, Opened, Wanted};
use crate::{Exit, Out, Outcome, Trouble, answer};

/// Default number of plies of a refutation in text: our move, the reply, our moves after it.
const TEXT_PLIES: u32 = 3;

/// Arguments of `adv refute`.
#[derive(Args, Debug)]
pub struct RefuteArgs {
    /// The consultation
    #[command(flatten)]
    pub consult: ConsultArgs,
    /// The piece-of-advice to refute; all that failed if not given
    #[arg(value_name = "PIECE")]
    pub piece: Option<String>,
    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text",
          value_parser = Form::some("text json html dot"))]
    pub format: Form,
    /// Follow play for so many plies
    ///
    /// If not given, 3 in `text` and as many as there are in the other forms.
    #[arg(long, value_name = "N")]
    pub plies: Option<u32>,
    /// Leave the rest open after so many nodes
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub nodes: u64,
}

/// Adds a note to the trouble where a limit stopped the search: there may be a tree, so there is no refutation.
fn not_known(failure: &Failure, trouble: Trouble) -> Trouble {
    const NOTE: &str = "it is not known whether there is a tree, so there is no refutation";
    match (failure.is_stop(), &trouble) {
        (false, _) | (true, Trouble::ClosedPipe) => trouble,
        (true, Trouble::Said(_)) => {
            say!("  = note: {NOTE}");
            trouble
        }
        (true, Trouble::Error { message, .. }) => {
            let said = format!("{message}; {NOTE}");
            trouble.message(said)
        }
    }
}

/// `adv refute`: writes refutations of the pieces-of-advice that were tried in vain.
pub fn refute(args: &RefuteArgs) -> Outcome {
    let mut opened = args.consult.open()?;
    let asked = consult::ask(
        &args.consult,
        &mut opened,
        &Wanted::new(&DetailArgs::default()),
    )?;
    let first = asked.first(&opened, not_known)?;
    let Opened {
        program, engine, ..
    } = &mut opened;
    let tasks = tasks(args, &asked.position, first, engine.module())?;
    let mut found = Vec::new();
    for task in &tasks {
        let name = || advice_name(engine.module(), task.advice).to_owned();
        let name = name();
        match engine.refute(task) {
            Ok(Some(refutation)) => found.push(refutation),
            Ok(None) => {
                return Err(Trouble::with_exit(
                    Exit::NoAdvice,
                    format!("`{name}` is satisfied here within its own depth and effort"),
                ));
            }
            Err(failure) => {
                let trouble = Trouble::with_exit(Exit::Budget, format!("`{name}`: {failure}"));
                return Err(not_known(&failure, trouble));
            }
        }
    }
    let module = engine.module();
    let mut out = Out::to(args.consult.scene.output.as_deref())?.about([&*program]);
    match (args.format, found.as_slice()) {
        (Form::Json, _) => {
            out.json(refutation::json(module, &found))?;
        }
        (Form::Html, [one]) => out.page(&refutation::html(module, one))?,
        (Form::Dot, [one]) => out.text(&refutation::dot(module, one))?,
        _ => out.text(&as_text(args, &asked.position, module, &found))?,
    }
    out.end(exit_of(args, &found))
}

/// Pieces-of-advice to refute, each once.
fn tasks(
    args: &RefuteArgs,
    position: &Position,
    first: &Answer,
    program: &Program,
) -> Result<Vec<RefutationTask>, Trouble> {
    let tried: &[Tried] = match (first.consultation(), first) {
        (Some(answer), _) => &answer.tried,
        (None, Answer::Over(Step::Stuck(stuck))) => &stuck.tried,
        _ => &[],
    };
    let mut vain: Vec<AdviceId> = Vec::new();
    for tried in tried.iter().filter(|tried| !tried.satisfied) {
        if !vain.contains(&tried.advice) {
            vain.push(tried.advice);
        }
    }
    // A piece that is satisfied under a later bound of its list was not tried in vain.
    vain.retain(|id| !tried.iter().any(|one| one.advice == *id && one.satisfied));
    let names = vain
        .iter()
        .map(|id| format!("`{}`", advice_name(program, *id)));
    let names = joined(names, ", ");
    if let Some(name) = args.piece.as_deref() {
        let named = |id: &AdviceId| advice_name(program, *id) == name;
        vain.retain(named);
    }
    if vain.is_empty() {
        let trouble = match args.piece.as_deref() {
            Some(name) => Trouble::with_exit(
                Exit::NoAdvice,
                format!("`{name}` was not tried in vain in this position"),
            ),
            None => Trouble::with_exit(
                Exit::NoAdvice,
                format!(
                    "nothing was tried in vain in this position{}",
                    answered(program, first)
                ),
            ),
        };
        return Err(match (names.is_empty(), args.piece.as_deref()) {
            (false, _) => trouble.help(format!("tried in vain: {}", names)),
            (true, Some(name)) => trouble.help(format!("`--advice \"{name}\"` tries it by itself")),
            (true, None) if args.consult.scene.subject.advice.is_some() => {
                trouble.help("`adv run` shows its tree")
            }
            (true, None) => trouble.help("`--advice NAME` tries one piece by itself"),
        });
    }
    if vain.len() > 1 && matches!(args.format, Form::Html | Form::Dot) {
        return Err(trouble!(
            "{} pieces were tried in vain, and the form `{}` shows one",
            vain.len(),
            args.format.word()
        )
        .help(format!("name one after the file: {}", names)));
    }
    let plies = match args.format {
        Form::Text => Some(args.plies.unwrap_or(TEXT_PLIES)),
        _ => args.plies,
    };
    let nodes = args.nodes;
    let task = |id: AdviceId| {
        let task = match first {
            Answer::Consulted(answer) => RefutationTask::of_answer(program, answer, None, id),
            Answer::Yielded(found) => {
                let origin = Some(&found.origin);
                RefutationTask::of_answer(program, &found.consultation, origin, id)
            }
            Answer::Over(Step::Stuck(stuck)) => RefutationTask::of_stuck(program, stuck, id),
            Answer::Over(_) => RefutationTask::new(id, position),
        };
        RefutationTask {
            plies: plies.map(|plies| u16::try_from(plies).unwrap_or(u16::MAX)),
            nodes: u32::try_from(nodes).unwrap_or(u32::MAX),
            ..task
        }
    };
    Ok(vain.into_iter().map(task).collect())
}

/// Clause on the piece-of-advice satisfied instead of the refuted ones, or on the strategy's end: ``: `squeeze` is satisfied by Kd5``.
fn answered(program: &Program, first: &Answer) -> String {
    if let Answer::Over(step) = first {
        let (sentence, ..) = answer::over(program, step);
        return format!(": {sentence}");
    }
    let Some(answer) = first.consultation() else {
        return String::new();
    };
    match (answer.advice, answer.first_move()) {
        (Some(id), Some(m)) => format!(
            ": `{}` is satisfied by {}",
            advice_name(program, id),
            san(&answer.position, m)
        ),
        _ => String::new(),
    }
}

/// Text of the position, with a block for each refutation.
fn as_text(
    args: &RefuteArgs,
    position: &Position,
    module: &Program,
    found: &[Refutation],
) -> String {
    let mut shown = board(position);
    for one in found {
        shown.push('\n');
        shown.push_str(&refutation::text(module, one));
        if args.plies.is_none() && one.is_open_at(RefutationBound::Plies) {
            shown.push_str(&format!(
                "`--plies {}` follows them further, `--format html` is a page of all\n",
                TEXT_PLIES + 2
            ));
        }
    }
    shown
}

/// Exit code of refutations that a limit left open: options and limits of the search count, the default plies of the text do not.
fn exit_of(args: &RefuteArgs, found: &[Refutation]) -> Exit {
    let usual = args.format == Form::Text && args.plies.is_none();
    let cut = |one: &Refutation| {
        one.stop().is_some()
            || one.is_open_at(RefutationBound::Nodes)
            || !usual && one.is_open_at(RefutationBound::Plies)
    };
    let interrupted = |one: &Refutation| one.stop() == Some(Stop::Interrupted);
    match (found.iter().any(interrupted), found.iter().any(cut)) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Budget,
        (false, false) => Exit::Done,
    }
}
