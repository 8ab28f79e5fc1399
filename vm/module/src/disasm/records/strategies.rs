//! Strategies: statements with their numbers, loops and branches indented as far as they reach.
//!
//! ```text
//! s0  strategy K-R-VS-K
//!   in-class   f12 K-R-VS-K.in-class
//!      0  action a7 LINE   then 1   failed: stops
//!      1  while f14 K-R-VS-K.while.1   else 8
//!      2    if f15 K-R-VS-K.if.1   else 5
//!      3      action a8 CHECK   then 4   failed: stops
//!      4      jump 7
//!      5    action a9 TOKING   then 7   failed 6
//!      6    stop "no way on"
//!      7  again 1
//! ```

use super::super::{line, material};
use super::{Names, doc, playing};
use crate::program::{Consulted, StatementKind, Strategy};

/// Lines move to the right for so many loops and branches inside one another.
const DEEPEST: usize = 20;

/// Lists a strategy.
pub(super) fn strategy(out: &mut String, names: &Names<'_>, index: usize, strategy: &Strategy) {
    line!(
        out,
        "s{index}  strategy {}{}",
        strategy.name,
        playing(strategy.side)
    );
    doc(out, &strategy.doc);
    if let Some(text) = &strategy.material {
        line!(out, "  material   {}", material(text));
    }
    let classes = [
        ("in-class", strategy.in_class),
        ("out-class", strategy.out_class),
    ];
    for (word, class) in classes {
        if let Some(class) = class {
            let compares = match word == "out-class" && strategy.compares {
                true => "   compares the end with the beginning",
                false => "",
            };
            line!(out, "  {word:<9}  {}{compares}", names.function(class));
        }
    }
    // Ends of the loops and branches around, by which lines move to the right.
    let mut open: Vec<usize> = Vec::new();
    for (number, statement) in strategy.body.iter().enumerate() {
        open.retain(|&end| end > number);
        let again = matches!(statement.kind, StatementKind::Again(_));
        let indent = 2 * open.len().saturating_sub(usize::from(again));
        line!(
            out,
            "  {number:>4}  {:indent$}{}",
            "",
            text(names, &statement.kind)
        );
        match statement.kind {
            StatementKind::While { end: to, .. } | StatementKind::If { otherwise: to, .. }
                if open.len() < DEEPEST =>
            {
                open.push(to as usize);
            }
            _ => {}
        }
    }
}

/// The text after a statement that plays.
fn ways(what: String, then: u32, failed: Option<u32>) -> String {
    let failed = failed.map_or_else(
        || "failed: stops".to_owned(),
        |failed| format!("failed {failed}"),
    );
    format!("{what}   then {then}   {failed}")
}

fn text(names: &Names<'_>, kind: &StatementKind) -> String {
    match kind {
        StatementKind::Action {
            advice,
            in_class,
            then,
            failed,
        } => {
            let mut what = format!("action {}", names.advice(*advice));
            if let Some(in_class) = in_class {
                what.push_str(&format!(" where {}", names.function(*in_class)));
            }
            ways(what, *then, *failed)
        }
        StatementKind::Consult { what, then, failed } => {
            let what = match what {
                Consulted::Table(table) => names.table(*table),
                Consulted::List(list) => names.list(list),
            };
            ways(format!("consult {what}"), *then, *failed)
        }
        StatementKind::Apply { strategy, then } => {
            let what = format!("apply {}", names.strategy(*strategy));
            match then {
                Some(then) => format!("{what}   then {then}   failed: the next"),
                None => what,
            }
        }
        StatementKind::While { condition, end } => {
            format!("while {}   else {end}", names.function(*condition))
        }
        StatementKind::Again(head) => format!("again {head}"),
        StatementKind::If {
            condition,
            otherwise,
        } => format!("if {}   else {otherwise}", names.function(*condition)),
        StatementKind::Jump(to) => format!("jump {to}"),
        StatementKind::Stop(None) => "stop".to_owned(),
        StatementKind::Stop(Some(reason)) => format!("stop \"{reason}\""),
    }
}
