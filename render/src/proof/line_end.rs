//! The end of a line for want of something to play: the rule or statement, the pieces that were tried and how each failed, and the
//! command that shows more.
//!
//! ```text
//!   asked  rule 2 of table krk, krk.adv:93: `otherwise squeeze, approach`
//!   tried  squeeze, krk.adv:48: the better-goal `room < root.room` failed in 12 positions, nearest room 14, root.room 14
//!   tried  approach, krk.adv:60: its us-moves select no legal move
//!   see    adv run krk.adv --table krk --fen '8/8/…' --why
//! ```

use adv_chess::notation::fen;
use adv_module::program::Place;
use adv_module::{AdviceId, AdviceKind, Program, TableId};
use adv_prover::{Cause, Failing, LineEnd};
use adv_record::failure::{self, FailedPiece};
use adv_vm::{PartFailure, Subject, Tried};

use super::Proof;
use crate::place;
use crate::text::{
    self, advice_name, compared, goal_name, goal_of, one_line, positions, table_name,
};
use crate::zone_words;

/// Record of how a failing line ends: the rule asked, the pieces-of-advice tried; `None` for a failure without a recorded end.
pub(crate) fn record(proof: &Proof<'_>, failing: &Failing) -> Option<failure::LineEnd> {
    let ended = failing.ended.as_ref()?;
    let module = proof.module;
    let (table, rule) = match ended {
        LineEnd::Consulted { table, rule, .. } => (*table, *rule),
        LineEnd::Stuck(_) | LineEnd::Done(_) => (None, None),
    };
    let piece = |piece: &&Tried| FailedPiece {
        advice: advice_name(module, piece.advice).to_owned(),
        line: place::line(module, advice_place(module, piece.advice)),
        sentence: how(module, piece),
        at: place::file_line(module, advice_place(module, piece.advice)),
        // The zones of the conjunct that stopped it, in the first position that it failed in.
        zones: (piece.why.iter().find_map(|failure| failure.zones.as_ref()))
            .map(|miss| zone_words::told(&miss.position, &miss.zones))
            .unwrap_or_default(),
    };
    Some(failure::LineEnd {
        sentence: sentence(module, failing),
        table: table.map(|table| table_name(module, table).to_owned()),
        rule: rule.map(|rule| rule + 1),
        line: place::line(module, asked_place(module, ended)),
        tried: tried(failing).iter().map(piece).collect(),
        command: command(proof, failing),
    })
}

/// Sentence about the last consultation: its rule, its table if no rule applies, its statement, or how a strategy ended.
fn sentence(module: &Program, failing: &Failing) -> Option<String> {
    let ended = failing.ended.as_ref()?;
    match ended {
        LineEnd::Consulted { table: None, .. } => None,
        LineEnd::Consulted {
            table: Some(table),
            rule,
            ..
        } => {
            let name = table_name(module, *table);
            let place = asked_place(module, ended);
            let at = located(module, place);
            Some(match rule {
                Some(rule) => {
                    let words = quoted_line(module, place);
                    format!("rule {} of table {name}{at}{words}", rule + 1)
                }
                None => format!("table {name}{at}: the condition of no rule holds"),
            })
        }
        LineEnd::Stuck(stuck) => {
            let file = place::file_of(module, stuck.origin.place);
            let words = text::stuck_sentence(module, stuck);
            Some(match file {
                Some(file) => format!("{file}: {words}"),
                None => words,
            })
        }
        LineEnd::Done(done) => Some(text::done(module, done)),
    }
}

/// Place in the source of the rule, table or statement that the line ends at.
fn asked_place(module: &Program, ended: &LineEnd) -> Place {
    match ended {
        LineEnd::Consulted {
            table: Some(table),
            rule,
            ..
        } => rule_place(module, *table, *rule),
        LineEnd::Stuck(stuck) => stuck.origin.place,
        LineEnd::Consulted { table: None, .. } | LineEnd::Done(_) => Place::default(),
    }
}

fn rule_place(module: &Program, table: TableId, rule: Option<usize>) -> Place {
    let Some(table) = module.tables.get(table.index()) else {
        return Place::default();
    };
    let rule = rule.and_then(|rule| table.rules.get(rule));
    rule.map_or(table.place, |rule| rule.place)
}

fn advice_place(module: &Program, id: AdviceId) -> Place {
    let advice = module.advice.get(id.index());
    advice.map(|advice| advice.place).unwrap_or_default()
}

fn tried(failing: &Failing) -> Vec<&Tried> {
    let tried = match &failing.ended {
        Some(LineEnd::Consulted { tried, .. }) => tried.as_slice(),
        Some(LineEnd::Stuck(stuck)) => stuck.tried.as_slice(),
        Some(LineEnd::Done(_)) | None => &[],
    };
    tried.iter().filter(|piece| !piece.satisfied).collect()
}

/// Reason why a piece-of-advice failed: each goal with its nearest miss, or that its us-moves select no legal move.
fn how(module: &Program, piece: &Tried) -> String {
    let Some(advice) = module.advice.get(piece.advice.index()) else {
        return "not satisfied".to_owned();
    };
    let failed = |failure: &PartFailure| {
        let part = goal_of(advice, failure.goal).parts.get(failure.part)?;
        let goal = goal_name(failure.goal, advice.kind);
        let words = match place::text_of(module, part.place) {
            Some(words) => format!("`{words}`"),
            None => format!("condition {}", failure.part + 1),
        };
        let nearest = match (&failure.nearest, &part.compare) {
            (Some(near), Some(compare)) => {
                let sides = compared(module, compare, &near.left, &near.right);
                format!(", nearest {sides}")
            }
            _ => String::new(),
        };
        let count = positions(failure.failed);
        Some(format!("the {goal} {words} failed in {count}{nearest}"))
    };
    let failed: Vec<String> = piece.why.iter().filter_map(failed).collect();
    if !failed.is_empty() {
        return failed.join("; ");
    }
    let nothing = match (piece.by_depth.is_empty(), advice.kind) {
        (true, AdviceKind::Item) if advice.in_class.is_some() => {
            "its in-class is false, or no legal move is one of its moves"
        }
        (true, AdviceKind::Action | AdviceKind::Item) => "no legal move is one of its moves",
        (true, _) => "its us-moves select no legal move",
        (false, _) => "no position failed a goal, but no move was left to continue with",
    };
    nothing.to_owned()
}

/// Hint for the author if a line fails because no table covers the pieces left on the board; else `None`.
pub(super) fn help(proof: &Proof<'_>, failing: &Failing) -> Option<String> {
    let module = proof.module;
    let Subject::Table(own) = proof.report.played.subject else {
        return None;
    };
    if failing.cause != Cause::Material {
        return None;
    }
    let choice = failing.choice.and_then(|choice| choice.table);
    let table = choice.map_or(own, TableId);
    let record = module.tables.get(table.index())?;
    let at = located(module, record.place);
    Some(match record.leaves {
        false => format!(
            "`beyond NAME` at the end of table {}{at} hands over to a table for them; `leaves` says that play may end there",
            record.name
        ),
        true => format!(
            "table {}{at} says `leaves`, and the claim wants something to be reached: `beyond NAME` hands over to a table for them",
            record.name
        ),
    })
}

/// Command that shows every piece-of-advice tried, in full; `None` for a line of a strategy that does not end where it begins, since a
/// strategy starts from its beginning.
fn command(proof: &Proof<'_>, failing: &Failing) -> Option<String> {
    failing.ended.as_ref()?;
    let module = proof.module;
    let file = module.source.as_ref()?.file.as_str();
    let subject = proof.report.played.subject;
    let option = match subject {
        Subject::Table(_) => "--table",
        Subject::Advice(_) => "--advice",
        Subject::Strategy(_) if failing.line.plies.is_empty() => "--strategy",
        Subject::Strategy(_) => return None,
    };
    Some(format!(
        "adv run {} {option} {} --fen '{}' --why",
        shell_word(file),
        shell_word(subject.name(module)),
        fen(&failing.line.end())
    ))
}

/// Argument for a shell: quoted unless it is plain.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "./_-+".contains(c);
    if !matches!(text, "" | "-") && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Suffix with a place in the source: `, krk.adv:93`; empty if the source is missing.
fn located(module: &Program, place: Place) -> String {
    place::file_line(module, place).map_or_else(String::new, |at| format!(", {at}"))
}

/// Suffix with the text of a source line, after a colon; empty if the source is missing.
fn quoted_line(module: &Program, place: Place) -> String {
    let line = place::line_text(module, place);
    line.map_or_else(String::new, |line| format!(": `{}`", one_line(line)))
}
