//! A strategy at work, for people: the action of each p-strategy, a whole game with its reasons, the end of a run.
//!
//! ```text
//! K-R-VS-K for White, 8/8/3K2R1/8/2k5/8/8/8 w - - 0 1
//!
//!  1. Ke5   Kc4    line 12, action LINE: the rook cuts the king off
//!  2. Rd6   Kc3    … goes on
//!  3. Rc6+  Kb4    line 14, action NEWLINE
//! …
//! checkmate: goal reached
//! ```

use std::fmt::Write as _;

use adv_chess::Color;
use adv_chess::notation::fen;
use adv_module::program::StatementKind;
use adv_module::{AdviceId, FnId, Program};
use adv_vm::{Done, Ending, Origin, PStrategy, Stuck, StuckCause};

use super::{advice_name, joined, widest};
use crate::TextForm;
use crate::block::{Block, Column, Row};
use crate::drawing::{Explained, statement, statement_words, strategy_name};
use crate::game::Played;
use crate::place;

/// Text of a p-strategy's statement: the strategy, its line, the action with in-class and out-class; empty if there is no strategy. Lines
/// end with a line feed.
fn origin(module: &Program, origin: &Origin) -> String {
    let Some(name) = strategy_name(module, origin) else {
        return String::new();
    };
    let mut text = format!("strategy {name}");
    if let Some(line) = place::line_words(module, origin.place) {
        let _ = write!(text, ", {line}");
    }
    let Some(found) = statement(module, origin) else {
        text.push('\n');
        return text;
    };
    let _ = writeln!(text, ": {}", statement_words(module, found));
    if let StatementKind::Action { advice, .. } = found.kind {
        let (in_class, out_class) = classes(module, origin);
        let bound = module.advice.get(advice.index()).map_or(0, |a| a.depth);
        let _ = writeln!(text, "in-class  {}", in_class.as_deref().unwrap_or("any"));
        if let Some(out_class) = out_class {
            let _ = writeln!(text, "out-class {out_class}");
        }
        let _ = writeln!(text, "within    {}", plies(bound));
    }
    text
}

/// Source texts of an action's in-class and out-class; `None` for an in-class that is any position, and if the source is missing.
pub(crate) fn classes(module: &Program, origin: &Origin) -> (Option<String>, Option<String>) {
    let Some(StatementKind::Action {
        advice, in_class, ..
    }) = statement(module, origin).map(|s| &s.kind)
    else {
        return (None, None);
    };
    action_classes(module, *advice, *in_class)
}

/// Source texts of the in-class and the out-class of an action with this advice; `in_class` is the one of the statement, if it has one.
pub(crate) fn action_classes(
    module: &Program,
    advice: AdviceId,
    in_class: Option<FnId>,
) -> (Option<String>, Option<String>) {
    let record = module.advice.get(advice.index());
    let in_class = in_class.or_else(|| record?.in_class);
    (
        in_class.and_then(|id| place::function_text(module, id)),
        record.and_then(|record| place::text_of(module, record.better.place)),
    )
}

/// Text of a p-strategy in full: its statement, then its tree as a consultation shows it.
pub fn p_strategy(module: &Program, p: &PStrategy, extras: super::Extras) -> String {
    let head = origin(module, &p.origin);
    let body = super::consultation(module, &p.consultation, extras);
    if head.is_empty() {
        body
    } else {
        format!("{head}\n{body}")
    }
}

/// Text of a game: its moves two by two with the reasons for ours, then how it ended.
pub fn game(played: &Played<'_>) -> String {
    let (player, us, start) = (&played.player, played.us, fen(played.game.start()));
    let rows = rows(played);
    let number = widest(rows.iter().map(|[number, ..]| number.as_str()));
    let row = |[turn, first, second, reason]: &[String; 4]| {
        Row::of([&format!("{turn:>number$} {first}"), second, reason])
    };
    let columns = [
        Column::words("", number + 4, usize::MAX),
        Column::words("", 3, usize::MAX),
        Column::free(""),
    ];
    let mut blocks = vec![Block::plain(format!("{player} for {us}, {start}"))];
    blocks.extend((!rows.is_empty()).then(|| Block::table(columns, rows.iter().map(row))));
    let over = played.is_over();
    let result = over.then(|| Block::plain(format!("result {}", played.result())));
    let end = Block::plain(played.end_sentence());
    blocks.push(Block::Group([end].into_iter().chain(result).collect()));
    TextForm::Terminal.text(&blocks)
}

/// Rows of a game's text: the number, a move of White, one of Black, and the reason for ours.
fn rows(played: &Played<'_>) -> Vec<[String; 4]> {
    let mut rows: Vec<[String; 4]> = Vec::new();
    for (ply, line) in played.lines().iter().enumerate() {
        if line.mover() == Color::White || rows.is_empty() {
            let number = format!("{}.", line.before.fullmoves());
            let white = if line.mover() == Color::Black {
                "..."
            } else {
                ""
            };
            rows.push([number, white.to_owned(), String::new(), String::new()]);
        }
        let Some(row) = rows.last_mut() else { continue };
        line.san.clone_into(&mut row[1 + line.mover().index()]);
        if let Some(plan) = played.plan_at(ply) {
            row[3] = if plan.from == ply {
                reason(&played.explained(plan))
            } else {
                "goes on".to_owned()
            };
        }
    }
    rows
}

/// Reason for a move of ours in one line: `line 14, action NEWLINE: the rook takes the next file`.
pub(crate) fn reason(explained: &Explained<'_>) -> String {
    let source = explained.source_in_strategy();
    joined(
        [source].into_iter().chain(explained.answer.because.clone()),
        ": ",
    )
}

/// Sentence on how the run of a strategy ended: `checkmate: goal reached`.
pub fn done(module: &Program, done: &Done) -> String {
    let ending = match &done.ending {
        Ending::EndOfStrategy => "the strategy has ended".to_owned(),
        Ending::Stop(None) => "the strategy stops".to_owned(),
        Ending::Stop(Some(reason)) => format!("the strategy stops, {reason}"),
        Ending::Checkmate { loser } => format!("checkmate, {loser} is mated"),
        Ending::Stalemate => "stalemate".to_owned(),
    };
    match done.goal {
        None => ending,
        Some(true) => format!("{ending}: goal reached"),
        Some(false) => match place::text_of(module, done.goal_place) {
            Some(goal) => format!("{ending}: goal not reached, `{goal}` is false"),
            None => format!("{ending}: goal not reached"),
        },
    }
}

/// Sentence on why a run is stuck: ``stuck at line 12: action `TOKING` has no p-strategy within 1 ply``.
pub fn stuck_sentence(module: &Program, stuck: &Stuck) -> String {
    let found = statement(module, &stuck.origin);
    let mut text = "stuck".to_owned();
    if let Some(line) = place::line_words(module, stuck.origin.place) {
        let _ = write!(text, " at {line}");
    }
    let action = match found.map(|found| &found.kind) {
        Some(StatementKind::Action { advice, .. }) => Some(*advice),
        _ => None,
    };
    let words = match (action, found) {
        (Some(advice), _) => format!("action `{}`", advice_name(module, advice)),
        (None, Some(other)) => format!("`{}`", statement_words(module, other)),
        (None, None) => "the statement".to_owned(),
    };
    let cause = match &stuck.cause {
        StuckCause::InClass => {
            let (in_class, _) = classes(module, &stuck.origin);
            let text = in_class.map_or_else(String::new, |text| format!(" `{text}`"));
            format!("the in-class{text} of {words} is false here")
        }
        StuckCause::NoPStrategy => {
            let advice = action.and_then(|id| module.advice.get(id.index()));
            let bound = advice.map(|advice| format!(" within {}", plies(advice.depth)));
            format!("{words} has no p-strategy{}", bound.unwrap_or_default())
        }
        StuckCause::NoAdvice => format!("{words} finds no advice"),
        StuckCause::LoopWithoutMove => {
            "the loop completed a round without a move, and would do so for ever".to_owned()
        }
        StuckCause::Failure(failure) => format!("{words}: {failure}"),
    };
    let _ = write!(text, ": {cause}");
    text
}

/// Bounds of a search: `within 3 plies and an effort of 2.0`, without an effort where moves have no cost.
pub(crate) fn bounds(depth: u16, effort: Option<u32>) -> String {
    let effort = effort.map(|effort| format!(" and an effort of {}", super::wholes(effort)));
    format!("within {}{}", plies(depth), effort.unwrap_or_default())
}

/// Number of plies with its noun: `1 ply`, `3 plies`.
pub(crate) fn plies(count: u16) -> String {
    match count {
        1 => "1 ply".to_owned(),
        more => format!("{more} plies"),
    }
}
