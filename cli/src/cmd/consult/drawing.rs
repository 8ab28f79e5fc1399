//! An answer in one of the forms that show every node of its tree.

use adv::render::{Explained, attempts, dot, html, pgn};
use adv::{Answer, Consultation, Engine, Origin, Rulebook, Step};

use super::{ConsultArgs, DetailArgs, RunAnswer};
use crate::args::Form;
use crate::gains::MovePatterns;
use crate::{Exit, Out, Outcome, answer, exit};

/// Most nodes of a tree whose facts are shown, counted from the first.
const EXPLAINED_NODES: usize = 2_000;

/// Facts of the first nodes of an answer's tree. A node whose facts cost more than the limits allow has `None`.
fn facts(
    engine: &mut Engine,
    asked: &RunAnswer,
    answer: &Consultation,
) -> Vec<Option<adv::NodeFacts>> {
    let whole = asked.game.as_ref().and_then(|game| game.whole.as_ref());
    let of_node = |node| match &whole {
        // The goals may look at the root of the whole tree.
        Some((whole, first)) => engine.facts(whole, first + node).ok(),
        None => engine.facts(answer, node).ok(),
    };
    let nodes = answer.tree.as_ref().map_or(0, |tree| tree.nodes().len());
    let mut facts: Vec<Option<adv::NodeFacts>> =
        (0..nodes.min(EXPLAINED_NODES)).map(of_node).collect();
    let (whole, first) = match whole {
        Some((whole, first)) => (whole.as_ref(), *first),
        None => (answer, 0),
    };
    // A class that speaks of `TAKEN` is known from the search only.
    let classes = engine.tree_classes(whole).unwrap_or_default();
    for ((node, facts), class) in facts
        .iter_mut()
        .enumerate()
        .zip(classes.into_iter().skip(first))
    {
        if let Some(facts) = facts {
            facts.selected = class;
            let zones =
                class.and_then(|class| engine.zones_of_class(whole, first + node, &class).ok());
            facts.along = zones.unwrap_or_default();
        }
    }
    facts
}

/// Text of an answer's tree with the class of each move, for `--why`; empty where the strategy is over.
pub(super) fn with_classes(engine: &mut Engine, asked: &RunAnswer, first: &Answer) -> String {
    let Some(answer) = first.consultation() else {
        return String::new();
    };
    let facts = facts(engine, asked, answer);
    attempts::selected(&Explained {
        facts,
        ..Explained::new(engine.module(), answer)
    })
}

/// Writes an answer in a form that shows every node of its tree; without a tree, the position and the subject.
///
/// # Errors
/// Where the library's patterns cannot be prepared, or the output cannot be written.
pub(super) fn draw(
    (args, form, details): (&ConsultArgs, Form, &DetailArgs),
    program: &Rulebook,
    engine: &mut Engine,
    asked: &RunAnswer,
    first: &Answer,
) -> Outcome {
    let module = engine.module();
    let nothing;
    let (answer, origin, over) = match first {
        Answer::Consulted(answer) => (answer.as_ref(), None, None),
        Answer::Yielded(p) => (&p.consultation, Some(p.origin), None),
        Answer::Over(step) => {
            let (sentence, tried, exit) = answer::over(module, step);
            let origin = match step {
                // The statement has come to nothing: a heading that named it would promise its tree.
                Step::Stuck(stuck) => Some(Origin {
                    statement: None,
                    ..stuck.origin
                }),
                _ => None,
            };
            nothing = Consultation::nothing(&asked.position, tried);
            (&nothing, origin, Some((sentence, exit)))
        }
    };
    let facts = facts(engine, asked, answer);
    let mut patterns = match form {
        Form::Html => MovePatterns::new(engine, details.patterns.as_deref())?,
        _ => None,
    };
    let brought = patterns
        .as_mut()
        .and_then(|patterns| patterns.on_page(answer));
    let brought = brought.map(|(brought, _)| brought);
    let explained = Explained {
        module: engine.module(),
        answer,
        facts,
        origin,
        brought,
    };
    let text = match form {
        Form::Pgn => pgn::consultation(&explained),
        Form::Dot => dot::tree(&explained),
        Form::Translations => match &asked.searched {
            Some(found) => attempts::translations(explained.module, found),
            None => attempts::tree_translations(&explained),
        },
        _ => match &asked.searched {
            Some(found) => {
                let title = match found.runs.last() {
                    Some(_) => explained.title(),
                    None => "nothing was searched".to_owned(),
                };
                attempts::html(explained.module, &title, found)
            }
            None => html::page(&explained),
        },
    };
    let mut out = Out::to(args.scene.output.as_deref())?.about([program]);
    match form {
        Form::Html => out.page(&text)?,
        _ => out.text(&text)?,
    }
    out.finish()?;
    if asked.searched.is_some() {
        // Attempts are there to be seen where there is no tree, too.
        return Ok(match (&over, answer.advice) {
            (Some((_, exit)), _) => *exit,
            (None, Some(_)) => Exit::Done,
            (None, None) => Exit::NoAdvice,
        });
    }
    if let Some((sentence, exit)) = over {
        say!("{sentence}, so there is no tree to show");
        return Ok(exit);
    }
    if answer.advice.is_none() {
        exit::say(
            "no advice applies, so there is no tree to show; `--format text` says what was tried",
        );
        return Ok(Exit::NoAdvice);
    }
    Ok(Exit::Done)
}
