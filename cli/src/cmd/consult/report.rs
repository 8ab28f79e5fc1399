//! The answer of one consultation, shown as text, as JSON, or drawn.

use adv::program::Program;
use adv::render::explanation::brought_json;
use adv::render::{Explained, attempts, json, text};
use adv::version::Value;
use adv::{Answer, Consultation, Step, Tree};

use super::{ConsultArgs, DetailArgs, Opened, RunAnswer, Wanted, consultation, drawing};
use crate::args::Form;
use crate::gains::MoveReasons;
use crate::work::cpu_time;
use crate::{Exit, Out, Outcome, answer};

/// Consults a program in one position and shows the answer.
///
/// # Errors
/// Where the program cannot be loaded or consulted there, or the output cannot be written.
pub fn show(args: &ConsultArgs, form: Form, mut wanted: Wanted<'_>) -> Outcome {
    let details = wanted.details;
    let mut opened = args.open()?;
    wanted.refuted |= form == Form::Html;
    let asked = consultation::ask(args, &mut opened, &wanted)?;
    let first = asked.first(&opened, |_, trouble| trouble)?;
    let Opened {
        program, engine, ..
    } = &mut opened;
    if form.is_drawn() {
        return drawing::draw((args, form, details), program, engine, &asked, first);
    }
    let is_text = form == Form::Text;
    let classes = match details.why && is_text {
        true => drawing::with_classes(engine, &asked, first),
        false => String::new(),
    };
    let answer = consultation(&asked, first);
    let reasons = match details.why || details.patterns.is_some() {
        true => MoveReasons::of(engine, &answer, details.patterns.as_deref())?,
        false => None,
    };
    let module = engine.module();
    let mut out = Out::to(args.scene.output.as_deref())?.about([&*program]);
    if !is_text {
        let (object, exit) = as_json(details, module, &asked, first, reasons.as_ref());
        out.json(object)?;
        return out.end(exit);
    }
    let (mut text, exit) = as_text(details, module, &asked, first);
    if let Some(reasons) = reasons {
        text.push_str(&format!("\n{}", reasons.text(&answer)));
    }
    if !classes.is_empty() {
        text.push_str(&format!("\n{classes}"));
    }
    out.text(&text)?;
    out.end(exit)
}

/// Text of an answer for a person, and the exit code.
fn as_text(
    details: &DetailArgs,
    module: &Program,
    asked: &RunAnswer,
    first: &Answer,
) -> (String, Exit) {
    let extras = text::Extras {
        stats: details.stats,
        why: details.why,
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
        shown.push_str(&format!("\n{}", attempts::text(module, found)));
    }
    if let Some(seconds) = asked.seconds {
        shown.push_str(&format!("\ntime: {}\n", cpu_time(seconds)));
    }
    (shown, exit)
}

/// JSON of an answer for tools, and the exit code.
fn as_json(
    details: &DetailArgs,
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
    let mut object = json::explained(&explained, details.why);
    if ended.is_some() {
        object.origin.strategy = Some(asked.subject.name(module).to_owned());
    }
    object.ended = ended;
    object.moves = asked.game.as_ref().map(|game| game.moves.clone());
    object.played = asked.game.as_ref().map(|game| game.played);
    object.trace = asked.trace.as_ref().map(|of| json::trace(module, of));
    object.searched = asked.searched.as_ref().map(|of| attempts::json(module, of));
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
    match (first.consultation(), first) {
        (Some(answer), _) => answer.clone(),
        (None, Answer::Over(Step::Stuck(stuck))) => {
            Consultation::nothing(&asked.position, &stuck.tried)
        }
        _ => Consultation::nothing(&asked.position, &[]),
    }
}
