//! `adv cases add` and `adv cases check`: explanations become cases, and cases are compared with the facts that the patterns find today.

use std::fmt::Write as _;
use std::path::Path;

use adv::cases::Case;
use adv::chess::Position;
use adv::explain::{Checked, ExplainOptions, check as checked};
use adv::render::explanation;
use adv::render::explanation::Shown;

use crate::args::{AddArgs, MessageArgs};
use crate::cmd::assess::AssessedBy;
use crate::exit::{Exit, Trouble, say};
use crate::io::Out;
use crate::messages::{Messages, counted};
use crate::{Outcome, explained, io};

use super::{cases, learn};

/// `adv cases add`: explains positions, shows the explanations and adds those that the user approves of.
pub fn add(file: &Path, args: &AddArgs, messages: &MessageArgs) -> Outcome {
    let by = &args.by;
    let messages = Messages::new(messages);
    let rulebook = explained::rulebook(by, &messages)?;
    let evaluation = explained::evaluation(by, &rulebook)?;
    let given = Path::new(&args.position);
    let (positions, bad) = match explained::is_file(given) {
        true => {
            let (lines, bad) = explained::read(given)?;
            (lines.iter().map(|line| line.position).collect(), bad)
        }
        false => (vec![explained::position(&args.position)?], 0),
    };
    let positions: Vec<Position> = positions;
    let values = explained::values(by, &positions)?;
    let mut explainer = explained::explainer(by, &rulebook, &values)?;
    let options = ExplainOptions {
        viewer: by.side.color(),
        tell: by.tell.map(usize::from),
        ..ExplainOptions::default()
    };
    let shown = Shown {
        language: &by.lang,
        limit: by.positions_limit,
        all: "--all",
    };
    let mut ask = learn::asked_here();
    let mut new: Vec<Case> = Vec::new();
    let mut worst = if bad == 0 { Exit::Done } else { Exit::Wrong };
    for position in &positions {
        let explanation = explainer.explain(evaluation, position, &options);
        let explanation = explanation.map_err(explained::failed)?;
        let text = explanation::text(explainer.program(), &explanation, &shown);
        let mut out = Out::standard();
        out.text(&text)?;
        out.finish()?;
        let offered = learn::Offered {
            file,
            program: explainer.program(),
            explanation: &explanation,
            language: &by.lang,
            note: args.note.as_deref(),
            approved: args.approve,
        };
        let case = learn::approved(&offered, &mut ask)?;
        new.extend(case);
        // A person's answers are kept one by one; what is approved of beforehand is written at once.
        if !args.approve && !new.is_empty() {
            worst = worse(worst, learn::keep(file, false, std::mem::take(&mut new))?);
        }
    }
    if !new.is_empty() {
        worst = worse(worst, learn::keep(file, false, new)?);
    }
    Ok(worst)
}

/// Exit code of two results: the second where the first is success, else the first.
fn worse(one: Exit, other: Exit) -> Exit {
    if one == Exit::Done { other } else { one }
}

/// `adv cases check`: reports the cases whose positions are explained by other facts today.
pub fn check(file: &Path, by: &AssessedBy, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let base = cases::load(file)?;
    let rulebook = explained::rulebook(by, &messages)?;
    let evaluation = explained::evaluation(by, &rulebook)?;
    let records = base.records().iter();
    let positions: Vec<Position> = records.map(|record| record.case.position).collect();
    let values = explained::values(by, &positions)?;
    let mut explainer = explained::explainer(by, &rulebook, &values)?;
    let (mut text, mut changed, mut unknown) = (String::new(), 0, Vec::new());
    for record in base.records() {
        let found = match checked(&mut explainer, evaluation, &record.case) {
            Ok(found) => found,
            Err(error @ adv::explain::ExplainError::Stopped(_)) => {
                return Err(explained::failed(error));
            }
            Err(error) => {
                let _ = writeln!(text, "case {}: {error}", record.number);
                changed += 1;
                continue;
            }
        };
        let mut wrong = false;
        for of in &found {
            if let Checked::Unknown(place) = of {
                let name = record.case.facts.get(*place).map(|fact| &fact.pattern);
                unknown.extend(name.filter(|name| !unknown.contains(name)));
            } else {
                wrong = true;
                let _ = writeln!(
                    text,
                    "case {}: {}",
                    record.number,
                    sentence(&record.case, of)
                );
            }
        }
        changed += usize::from(wrong);
    }
    for name in &unknown {
        say(format_args!(
            "note[N0103]: {}: the pattern `{name}` is unknown; cases keep its facts, and nothing is taken from them",
            io::shown(file)
        ));
    }
    let count = counted(base.records().len(), "case");
    let _ = writeln!(text, "{count}, {changed} changed");
    let mut out = Out::standard();
    out.text(&text)?;
    out.finish()?;
    match changed {
        0 => Ok(Exit::Done),
        _ => Err(Trouble::Said(Exit::Wrong)),
    }
}

/// Sentence on a difference between a case and the facts that the patterns find today.
fn sentence(case: &Case, of: &Checked) -> String {
    let fact = |place: usize| {
        case.facts.get(place).map_or_else(String::new, |fact| {
            let squares = match fact.squares {
                0 => String::new(),
                squares => format!(" {}", adv::cases::squares_text(squares)),
            };
            format!("{} {}{squares}", fact.pattern, fact.side.letter())
        })
    };
    let pawns = adv::cases::pawns_text;
    match of {
        Checked::Unknown(place) => format!("{}: the pattern is unknown", fact(*place)),
        Checked::Gone(place) => format!("{} is found no more", fact(*place)),
        Checked::Worth(place, worth) => {
            let old = case
                .facts
                .get(*place)
                .map_or(0, |fact| i64::from(fact.worth));
            format!(
                "{} is worth {} for White, it was {}",
                fact(*place),
                pawns(*worth),
                pawns(old)
            )
        }
        Checked::NoAdvice(place, at) => {
            let plan = case.facts.get(*place).and_then(|fact| fact.plan.get(*at));
            let plan = plan.map_or("", |plan| plan);
            format!("{}: there is no plan `{plan}`", fact(*place))
        }
        Checked::Text(place, at, why) => {
            let text = case.facts.get(*place).and_then(|fact| fact.texts.get(*at));
            let text = text.map_or("", |text| text.slot.word());
            format!("{}: its text `{text}` is not used: {why}", fact(*place))
        }
    }
}
