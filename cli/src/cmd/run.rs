//! `adv run`: one position in full; many positions are in [`super::many`].

use adv::chess::fen;
use adv::program::Program;
use adv::render::assessed::brought_json;
use adv::render::{Explained, json, searched, text};
use adv::{Answer, Consultation, Failure, Step, StuckCause, Tree};

use super::asked::{self, RunAnswer};
use super::drawn;
use adv::version::Value;

use crate::Outcome;
use crate::args::{MessageArgs, RunArgs, RunFormat, remember};
use crate::brought::MoveReasons;
use crate::exit::{Exit, Trouble};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::play::setup;
use crate::work::cpu_time;
use crate::{answer, program, subject};

/// `adv run`: consults a program in one position, or in many.
pub fn run(args: &RunArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    if io::is_stdin(&args.file) && args.positions.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::new(
            "the program and the positions cannot both come from standard input",
        ));
    }
    match (args.format, &args.positions) {
        (RunFormat::Csv | RunFormat::Jsonl, None) => {
            return Err(
                Trouble::new("the forms `csv` and `jsonl` are for many positions")
                    .help("name a file by `--positions`, or write `--format json`"),
            );
        }
        (RunFormat::Json, Some(_)) => {
            return Err(
                Trouble::new("the form `json` is for one position").help("write `--format jsonl`")
            );
        }
        (form, Some(_)) if form.is_drawn() => {
            return Err(
                Trouble::new(format!("the form `{}` is for one position", form.word()))
                    .help("give one by `--fen`, or write `--format text`, `csv` or `jsonl`"),
            );
        }
        _ => {}
    }
    if args.format.is_drawn() && (args.trace.is_some() || args.times) {
        return Err(Trouble::new(format!(
            "the form `{}` shows no trace and no time",
            args.format.word()
        ))
        .help("write `--format text` or `--format json`"));
    }
    if let (Some(_), RunFormat::Pgn | RunFormat::Dot) = (args.searched, args.format) {
        return Err(Trouble::new(format!(
            "the form `{}` shows the tree, not every attempt",
            args.format.word()
        ))
        .help("write `--format text`, `json`, `html` or `translations`"));
    }
    let program = program::load(&args.file, &messages)?;
    let (program, names) = subject::with_advice(program, &args.subject, &messages)?;
    let mut engine = args.limits.engine(&program);
    let memory = args.whole.search_bytes();
    let memory = memory.map_err(|error| Trouble::new(format!("`--memory`: {error}")))?;
    if let Some(memory) = memory {
        remember(&mut engine, memory);
    }
    if let Some(file) = &args.positions {
        return super::many::many(args, &names, file, program.name(), engine, &messages);
    }
    subject::something(engine.module())?;
    if args.whole.whole {
        let position = setup::position(args.fen.as_deref(), engine.module())?;
        let wanted = super::whole::Wanted {
            program: &program,
            engine: &engine,
            subject: subject::choose(engine.module(), &names.names(), &position)?,
            position: &position,
        };
        return super::whole::whole(args, &wanted, &messages);
    }
    let asked = asked::ask(args, &names, program.name(), &mut engine, &messages)?;
    let module = engine.module();
    let tell = |failure: &Failure| {
        subject::tell(
            failure,
            module,
            program.name(),
            asked.subject,
            &asked.position,
            &messages,
        )
    };
    let first = match (&asked.answer, &args.refute) {
        (Ok(first), _) => first,
        (Err(failure), None) => return Err(tell(failure)),
        (Err(failure), Some(_)) => return Err(super::refute::not_known(failure, tell(failure))),
    };
    if let Answer::Over(Step::Stuck(stuck)) = first
        && let StuckCause::Failure(failure) = &stuck.cause
    {
        return Err(match failure {
            Failure::Stopped { .. } => tell(failure),
            // The statement that could not be done names what it applies or consults.
            _ => tell(failure).message(format!(
                "{}; the position is `{}`",
                text::stuck_sentence(module, stuck),
                fen(&stuck.position)
            )),
        });
    }
    if let Some(wanted) = &args.refute {
        let task = super::refute::RefuteWanted {
            name: Some(wanted.as_str()).filter(|name| !name.is_empty()),
            position: &asked.position,
            first,
        };
        return super::refute::refute(args, &task, &program, &mut engine);
    }
    if args.format.is_drawn() {
        return drawn::draw(args, &program, &mut engine, &asked, first, &messages);
    }
    let classes = match (args.why, args.format) {
        (true, RunFormat::Text) => drawn::with_classes(&mut engine, &asked, first),
        _ => String::new(),
    };
    let answer = consultation(&asked, first);
    let reasons = match args.why || args.patterns.is_some() {
        true => MoveReasons::of(&engine, &answer, args.patterns.as_deref(), &messages)?,
        false => None,
    };
    let module = engine.module();
    let mut out = Out::to(args.output.as_deref())?.about([&program]);
    if args.format == RunFormat::Json {
        let (object, exit) = as_json(args, module, &asked, first, reasons.as_ref());
        out.json(object)?;
        out.finish()?;
        return Ok(exit);
    }
    let (mut text, exit) = as_text(args, module, &asked, first);
    if let Some(reasons) = reasons {
        text.push_str(&format!("\n{}", reasons.text(&answer)));
    }
    if !classes.is_empty() {
        text.push_str(&format!("\n{classes}"));
    }
    out.text(&text)?;
    out.finish()?;
    Ok(exit)
}

/// Text of an answer for a person, and the exit code.
fn as_text(args: &RunArgs, module: &Program, asked: &RunAnswer, first: &Answer) -> (String, Exit) {
    let extras = text::Extras {
        stats: args.stats,
        why: args.why,
    };
    let mut shown = String::new();
    if let Some(game) = &asked.game {
        shown.push_str(&format!("after {}\n", game.movetext));
        if let Some((whole, _)) = &game.whole {
            let depth = whole.tree.as_ref().map_or(0, Tree::depth);
            shown.push_str(&format!(
                "{} of the {depth} plies of this p-strategy have been played; this is the rest\n",
                game.played
            ));
        }
        shown.push('\n');
    }
    let (told, exit) = answer::told(module, asked.subject, &asked.position, first, extras);
    shown.push_str(&told);
    if let Some(looked_at) = asked.looked_at {
        shown.push_str(&text::looked_at(looked_at));
    }
    if let Some(trace) = &asked.trace {
        let work = text::work(module, &consultation(asked, first));
        shown.push_str(&format!("\ntrace: {work}\n{}", text::trace(module, trace)));
    }
    if let Some(found) = &asked.searched {
        shown.push_str(&format!("\n{}", searched::text(module, found)));
    }
    if let Some(seconds) = asked.seconds {
        shown.push_str(&format!("\ntime: {}\n", cpu_time(seconds)));
    }
    (shown, exit)
}

/// JSON of an answer for tools, and the exit code.
fn as_json(
    args: &RunArgs,
    module: &Program,
    asked: &RunAnswer,
    first: &Answer,
    reasons: Option<&MoveReasons>,
) -> (Value, Exit) {
    let answer = consultation(asked, first);
    let mut explained = Explained::new(module, &answer);
    let mut ended = None;
    let exit = match first {
        Answer::Consulted(answer) if answer.advice.is_none() => Exit::NoAdvice,
        Answer::Consulted(_) => Exit::Done,
        Answer::Yielded(p_strategy) => {
            explained.origin = Some(p_strategy.origin);
            Exit::Done
        }
        Answer::Over(step) => {
            let (sentence, _, exit) = answer::over(module, step);
            ended = Some(sentence);
            exit
        }
    };
    let mut object = json::explained(&explained, args.why);
    if ended.is_some() {
        object.origin.strategy = Some(asked.subject.name(module).to_owned());
    }
    object.ended = ended;
    object.moves = asked.game.as_ref().map(|game| game.moves.clone());
    object.played = asked.game.as_ref().map(|game| game.played);
    object.trace = asked.trace.as_ref().map(|of| json::trace(module, of));
    object.searched = asked.searched.as_ref().map(|of| searched::json(module, of));
    object.brought = reasons.map(|reasons| {
        let (program, brought, language) = reasons.parts();
        brought_json(program, brought, language)
    });
    object.looked_at = asked.looked_at.map(json::looked_at);
    object.seconds = asked.seconds;
    (json::value(&object), exit)
}

/// Consultation of an answer; for a strategy that is over, one without a tree, with the pieces-of-advice that it tried.
fn consultation(asked: &RunAnswer, first: &Answer) -> Consultation {
    match first {
        Answer::Consulted(answer) => answer.as_ref().clone(),
        Answer::Yielded(p_strategy) => p_strategy.consultation.clone(),
        Answer::Over(Step::Stuck(stuck)) => Consultation::nothing(&asked.position, &stuck.tried),
        Answer::Over(_) => Consultation::nothing(&asked.position, &[]),
    }
}
