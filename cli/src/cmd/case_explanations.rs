//! `adv cases add` and `adv cases check`: explanations become cases, and cases are compared with the facts that the patterns find today.

use std::fmt::Write as _;
use std::path::Path;

use adv::cases::{Case, fact_text, pawns_text};
use adv::chess::Position;
use adv::explain::{Checked, check as checked};
use adv::render::explanation;

use crate::cmd::assess::AssessedBy;
use crate::cmd::cases::AddArgs;
use crate::messages::counted;
use crate::{Exit, Outcome, Trouble, epd, explainers, io};

use super::{cases, offer};

/// `adv cases add`: explains positions, shows the explanations and adds those that the user approves of.
pub fn add(file: &Path, args: &AddArgs) -> Outcome {
    let by = &args.by;
    let rulebook = explainers::rulebook(by)?;
    let evaluation = explainers::evaluation(by, &rulebook)?;
    let given = Path::new(&args.position);
    let (positions, bad) = match explainers::is_file(given) {
        true => {
            let (lines, bad) = epd::entries(given)?;
            let positions: Vec<Position> = lines.iter().map(|(_, line)| line.position).collect();
            (positions, bad)
        }
        false => (vec![explainers::position(&args.position)?], 0),
    };
    let values = explainers::values(&by.syzygy, &positions)?;
    let mut explainer = explainers::explainer(by, &rulebook, &values)?;
    let options = by.options();
    let shown = explainers::shown(by);
    let mut ask = offer::asked_here();
    let mut new: Vec<Case> = Vec::new();
    let mut done = bad == 0;
    for position in &positions {
        let explanation = explainer.explain(evaluation, position, &options);
        let explanation = explanation.map_err(explainers::failed)?;
        let text = explanation::text(explainer.program(), &explanation, &shown);
        io::print(&text)?;
        let offered = offer::Offered {
            file,
            program: explainer.program(),
            explanation: &explanation,
            language: &by.lang,
            note: args.note.as_deref(),
            approved: args.approve,
        };
        let case = offer::approved(&offered, &mut ask)?;
        new.extend(case);
        // A person's answers are kept one by one; what is approved of beforehand is written at once.
        if !args.approve && !new.is_empty() {
            done &= offer::keep(file, false, std::mem::take(&mut new))? == Exit::Done;
        }
    }
    if !new.is_empty() {
        done &= offer::keep(file, false, new)? == Exit::Done;
    }
    Ok(if done { Exit::Done } else { Exit::Wrong })
}

/// `adv cases check`: reports the cases whose positions are explained by other facts today.
pub fn check(file: &Path, by: &AssessedBy) -> Outcome {
    let base = cases::load(file)?;
    let rulebook = explainers::rulebook(by)?;
    let evaluation = explainers::evaluation(by, &rulebook)?;
    let positions: Vec<Position> = base.cases().iter().map(|case| case.position).collect();
    let values = explainers::values(&by.syzygy, &positions)?;
    let mut explainer = explainers::explainer(by, &rulebook, &values)?;
    let (mut text, mut changed, mut unknown) = (String::new(), 0, Vec::new());
    for case in base.cases() {
        let found = match checked(&mut explainer, evaluation, case) {
            Ok(found) => found,
            Err(error @ adv::explain::ExplainError::Stopped(_)) => {
                return Err(explainers::failed(error));
            }
            Err(error) => {
                let _ = writeln!(text, "case {}: {error}", case.number);
                changed += 1;
                continue;
            }
        };
        let mut wrong = false;
        for of in &found {
            match of {
                Checked::Unknown(fact) if unknown.contains(&&fact.pattern) => {}
                Checked::Unknown(fact) => unknown.push(&fact.pattern),
                _ => {
                    wrong = true;
                    let _ = writeln!(text, "case {}: {}", case.number, sentence(of));
                }
            }
        }
        changed += usize::from(wrong);
    }
    for name in &unknown {
        say!(
            "note[N0103]: {}: the pattern `{name}` is unknown; cases keep its facts, and nothing is taken from them",
            io::shown(file)
        );
    }
    let count = counted(base.cases().len(), "case");
    let _ = writeln!(text, "{count}, {changed} changed");
    io::print(&text)?;
    match changed {
        0 => Ok(Exit::Done),
        _ => Err(Trouble::Said(Exit::Wrong)),
    }
}

/// Sentence on a difference between a case and the facts that the patterns find today.
fn sentence(of: &Checked<'_>) -> String {
    match of {
        Checked::Unknown(fact) => format!("{}: the pattern is unknown", fact_text(fact)),
        Checked::Gone(fact) => format!("{} is found no more", fact_text(fact)),
        Checked::Worth(fact, worth) => format!(
            "{} is worth {} for White, it was {}",
            fact_text(fact),
            pawns_text(*worth),
            pawns_text(i64::from(fact.worth))
        ),
        Checked::NoAdvice(fact, plan) => format!("{}: there is no plan `{plan}`", fact_text(fact)),
        Checked::Text(fact, text, why) => {
            let (fact, slot) = (fact_text(fact), text.slot.word());
            format!("{fact}: its text `{slot}` is not used: {why}")
        }
    }
}
