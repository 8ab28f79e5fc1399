//! Messages for a subject that cannot answer, and their exit codes.

use adv::chess::Position;
use adv::chess::fen;
use adv::diagnostics::{Diagnostic, Source, Span, diagnostic};
use adv::program::Place;
use adv::program::{Program, StrategyId};
use adv::render::place::{line_words, text_of};
use adv::{Failure, Stop, Subject};

use crate::{Exit, Trouble, messages};

/// Trouble for a failed consultation, with the repair and the exit code; the message on a limit is shown here.
pub fn tell(
    failure: &Failure,
    module: &Program,
    name: &str,
    subject: Subject,
    position: &Position,
) -> Trouble {
    let text = failure.to_string();
    match failure {
        Failure::OtherMaterial { wanted, found, .. } if wanted.mirrored() == *found => {
            Trouble::new(text).help(
                "the position has these men with the colours exchanged: write `mirrored` after the material of the program, which then plays it as well, or exchange the colours in the position",
            )
        }
        Failure::OtherMaterial { left: true, .. } => Trouble::new(text).help(
            "give a position of its own material; the table says `leaves`, so that no table takes over: `beyond NAME` names one that does",
        ),
        Failure::OtherMaterial { .. } => Trouble::new(text).help(match subject {
            Subject::Table(_) => {
                "give a position of that material, or name a table for the other material after `beyond`; `leaves` in its place says that there need be none"
            }
            Subject::Strategy(_) | Subject::Advice(_) => "give a position of that material",
        }),
        Failure::OtherSide { plays } => Trouble::new(text).help(format!(
            "write `{}` for the side to move in the position",
            plays.letter().to_ascii_lowercase()
        )),
        Failure::InClass { strategy } => in_class(module, *strategy, text, position),
        Failure::Stopped { stop, .. } => {
            let source = source_of(module, name);
            let message = stopped(failure, module, *stop, text, subject, position);
            messages::show(&[message], &source);
            Trouble::Said(Exit::Budget)
        }
    }
}

/// Trouble for a strategy that is not for the position, with its in-class and the place of that in the source.
fn in_class(module: &Program, strategy: StrategyId, text: String, position: &Position) -> Trouble {
    let trouble = trouble!("{text} `{}`", fen(position));
    let place = module
        .strategies
        .get(strategy.index())
        .map(|strategy| strategy.in_class_place)
        .unwrap_or_default();
    let (Some(words), Some(line)) = (text_of(module, place), line_words(module, place)) else {
        return trouble;
    };
    let name = Subject::Strategy(strategy).name(module);
    trouble.help(format!(
        "the in-class of `{name}` is `{words}`, {line}; give a position that it allows"
    ))
}

/// Message on a limit that was reached, at the piece-of-advice or the rule that was being worked on.
fn stopped(
    failure: &Failure,
    module: &Program,
    stop: Stop,
    text: String,
    subject: Subject,
    position: &Position,
) -> Diagnostic {
    let mut message = diagnostic(stop.code(), text);
    let Failure::Stopped {
        advice, rule, owed, ..
    } = failure
    else {
        return message;
    };
    if let Some(owed) = owed {
        let nodes = |count: u32| match count {
            1 => "1 node".to_owned(),
            count => format!("{count} nodes"),
        };
        message = message.with_note(format!(
            "its tree is neither proved nor refuted: a proof needs {} more at the least, a refutation {}",
            nodes(owed.proof),
            owed.disproof
        ));
    }
    // Where another table has taken over, its rule is not known here.
    let table = match subject {
        Subject::Table(id) => module
            .tables
            .get(id.index())
            .filter(|_| subject.serves(module, position)),
        Subject::Strategy(_) | Subject::Advice(_) => None,
    };
    let rule = rule.and_then(|index| Some((index, table?, table?.rules.get(index)?)));
    match (advice.and_then(|id| module.advice.get(id.index())), rule) {
        (Some(advice), _) if !is_nowhere(advice.place) && module.source.is_some() => {
            let when = "while this piece-of-advice was searched";
            message = at(message, module, advice.place, when);
        }
        (Some(advice), _) => {
            message = message.with_note(format!(
                "the piece-of-advice `{}` was being searched",
                advice.name
            ));
        }
        (None, Some((_, _, rule))) => {
            let when = "while this rule's precondition was evaluated";
            message = at(message, module, rule.place, when);
        }
        (None, None) => {}
    }
    if let Some((index, table, _)) = rule {
        message = message.with_note(format!(
            "it was rule {} of the table `{}`",
            index + 1,
            table.name
        ));
    }
    message = message.with_note(format!("the position is `{}`", fen(position)));
    let option = match stop {
        Stop::Fuel => "--fuel",
        Stop::Positions => "--positions-limit",
        Stop::Depth => "--depth-limit",
        Stop::Stack => {
            return message.with_help(
                "nest fewer pieces-of-advice in one another, or let fewer definitions use each other",
            );
        }
        // An interruption needs no explanation.
        Stop::Interrupted | Stop::NoValue => return message,
        Stop::OneTree => {
            return message.with_help(
                "ask for the first tree only: leave `any-choice` out, or say the moves without `TAKEN`",
            );
        }
    };
    message.with_help(format!(
        "give it more by `{option}`, or let the program look at fewer moves"
    ))
}

/// True for an empty source range, which items without a text in the source have.
const fn is_nowhere(place: Place) -> bool {
    place.start >= place.end
}

/// Adds a label at the first line of a source range to a message, if the module still has its source.
fn at(message: Diagnostic, module: &Program, place: Place, text: &str) -> Diagnostic {
    let Some(source) = &module.source else {
        return message;
    };
    if is_nowhere(place) {
        return message;
    }
    let rest = source
        .text
        .get(place.start as usize..place.end as usize)
        .unwrap_or("");
    let length = rest
        .find('\n')
        .map_or(rest.len(), |end| rest[..end].trim_end().len());
    let end = place
        .start
        .saturating_add(u32::try_from(length).unwrap_or(u32::MAX));
    message.with_label(Span::new(place.start, end), text)
}

/// Source text that the module keeps, for messages about a run; empty where it keeps none.
pub fn source_of(module: &Program, name: &str) -> Source {
    match &module.source {
        Some(source) => Source::kept(name, source),
        None => Source::new(name, ""),
    }
}
