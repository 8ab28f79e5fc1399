//! Number of uses of each choice, the choices never made, and the moves that choices lose against perfect play.
//!
//! ```text
//! used                       line     positions     share        states   moves lost
//! krk, rule 1                  92
//!   mate-in-2                  41         8,120     4.6 %         9,004        0.120
//!   squeeze                    48        36,004    20.6 %        41,300        1.004
//!   …
//! never used: rook-safe-small-boards (krk.adv:120)
//! ```

use adv_record::perfect::{JudgedPositions, LostMoves, PerfectPlay};
use adv_record::play::Choice;
use adv_record::proof::{Lengths, Proof, Use};

use super::line;
use crate::block::{Block, Board, Column, Row, Text, Tone};
use crate::proof::numbers::{mean, percent};
use crate::text::thousands;

/// Section with the table of choices and the rules never used; `None` where nothing is consulted.
pub(super) fn uses(proof: &Proof) -> Option<Block> {
    if proof.uses.is_empty() {
        return None;
    }
    let mut columns = vec![
        Column::words("used", 24, 48),
        Column::number("line", 5),
        Column::number("positions", 13),
        Column::share("share"),
        Column::number("states", 13),
    ];
    if proof.uses.iter().any(|one| one.lost.is_some()) {
        columns.push(Column::number("moves lost", 10));
    }
    let mut rows = Vec::new();
    let mut before = &None;
    for one in &proof.uses {
        let choice = &one.choice;
        if let (Some(group), true) = (&choice.group, choice.group != *before) {
            rows.push(Row {
                cells: vec![Text::plain(group), line(&proof.listings, choice.rule_line)],
                is_group: true,
                ..Row::default()
            });
        }
        before = &choice.group;
        let lost = one.lost.as_ref().map(lost_mean);
        rows.push(Row {
            cells: vec![
                Text::plain(&choice.name),
                line(&proof.listings, choice.line),
                Text::plain(thousands(one.positions)),
                Text::plain(percent(one.positions, proof.positions)),
                Text::plain(thousands(one.states)),
                Text::plain(lost.unwrap_or_default()),
            ],
            depth: usize::from(choice.group.is_some()),
            tone: if one.states == 0 {
                Tone::Bad
            } else {
                Tone::Plain
            },
            ..Row::default()
        });
    }
    let mut blocks = vec![Block::table(columns, rows)];
    let mut never: Vec<String> = Vec::new();
    for choice in &proof.never_used {
        let name = never_words(proof, choice);
        if !never.contains(&name) {
            never.push(name);
        }
    }
    if !never.is_empty() {
        blocks.push(Block::List("never used:", never));
    }
    Some(Block::section("rules", "What was chosen", blocks))
}

/// Mean of the moves that a choice loses against perfect play, over the positions that stay won.
fn lost_mean(lost: &LostMoves) -> String {
    let kept = lost.positions.saturating_sub(lost.wins);
    mean(lost.plies.div_ceil(2), kept)
}

/// Words for a choice never used: `rook-safe-small-boards (krk.adv:120)`, with its rule if another rule uses the same piece-of-advice.
fn never_words(proof: &Proof, choice: &Choice) -> String {
    let mut uses = proof.uses.iter().filter(|one| one.states > 0);
    let name = match uses.any(|one| one.choice.advice == choice.advice) {
        true => &choice.title,
        false => &choice.name,
    };
    let at = choice.at.as_ref().map(|at| format!(" ({at})"));
    format!("{name}{}", at.unwrap_or_default())
}

/// Section on perfect play: positions won and missed, and the moves lost, in total and by choice.
pub(super) fn perfect(proof: &Proof, perfect: &PerfectPlay) -> Block {
    let here =
        |of: &dyn Fn(&Lengths) -> String| proof.lengths.as_ref().map_or_else(String::new, of);
    let rows = [
        [
            "positions won".to_owned(),
            thousands(perfect.won),
            thousands(perfect.won.saturating_sub(perfect.missed)),
        ],
        [
            "moves, worst".to_owned(),
            thousands(perfect.worst.into()),
            here(&|lengths| thousands(lengths.worst.into())),
        ],
        [
            "moves, mean".to_owned(),
            mean(perfect.sum, perfect.won),
            here(&|lengths| mean(lengths.sum, proof.reached)),
        ],
    ];
    let columns = vec![
        Column::words("against perfect play", 20, 20),
        Column::number("perfect", 13),
        Column::number("here", 13),
    ];
    let lost = &perfect.lost;
    let mut first = vec![
        Block::table(columns, rows.map(Row::of)),
        Block::sentence(format!(
            "first moves lose {} moves on average, at most {}, are optimal in {} of the positions,\nand give the win away in {} of {} positions",
            lost_mean(lost),
            lost.worst_plies.div_ceil(2),
            percent(lost.optimal, perfect.won),
            thousands(lost.wins),
            thousands(perfect.won)
        )),
    ];
    if let Some(slowest) = &perfect.slowest {
        let (here, best) = (slowest.plies.div_ceil(2), slowest.perfect_plies.div_ceil(2));
        let told = format!("{here} moves where {best} are enough");
        let sentence = Text::plain(format!("slowest against perfect play: {told}, "));
        first.push(Block::Paragraph(sentence.then(&slowest.fen), Tone::Plain));
        first.push(Block::Boards(vec![Board {
            fen: slowest.fen.clone(),
            caption: Text::plain(format!("slowest: {told}")),
            at: ("/perfect/slowest".to_owned(), 0),
            title: "slowest against perfect play".to_owned(),
            said: told,
            is_on_page: true,
            ..Board::default()
        }]));
    }
    let mut blocks = vec![Block::Group(first)];
    blocks.extend(losses(proof));
    Block::section("perfect", "Against perfect play", blocks)
}

/// Table of the choices that lose moves, those that lose most first, ties by the order of the source; `None` where none loses.
fn losses(proof: &Proof) -> Option<Block> {
    let losing = proof
        .uses
        .iter()
        .filter_map(|one| Some((one, one.lost.as_ref()?)));
    let losing = losing.filter(|(_, lost)| lost.plies > 0 || lost.wins > 0);
    let mut losing: Vec<(&Use, &LostMoves)> = losing.collect();
    losing.sort_by_key(|(_, lost)| std::cmp::Reverse(lost.plies));
    let row = |(one, lost): &(&Use, &LostMoves)| {
        Row::of([
            one.choice.title.clone(),
            thousands(lost.plies.div_ceil(2)),
            lost_mean(lost),
            lost.worst_plies.div_ceil(2).to_string(),
            percent(lost.optimal, lost.positions),
            thousands(lost.wins),
        ])
    };
    let columns = vec![
        Column::words("moves lost by", 24, usize::MAX),
        Column::number("all", 13),
        Column::number("mean", 9),
        Column::number("most", 6),
        Column::number("optimal", 8),
        Column::number("wins given", 10),
    ];
    (!losing.is_empty()).then(|| Block::table(columns, losing.iter().map(row)))
}

/// Section on how many first moves keep a win or a draw; `None` where that is not known.
pub(super) fn kept(proof: &Proof) -> Option<Block> {
    let accuracy = proof.accuracy.as_ref()?;
    let mut rows = judged(&accuracy.positions, "positions of the claim");
    if accuracy.states != accuracy.positions {
        rows.extend(judged(&accuracy.states, "states consulted"));
    }
    if rows.is_empty() {
        return None;
    }
    let columns = vec![
        Column::free("moves that keep a win or a draw"),
        Column::number("of", 13),
        Column::number("kept", 13),
        Column::share("share"),
    ];
    let of = &accuracy.positions;
    let silent = of.won.without_move + of.drawn.without_move;
    let mut parts = Vec::new();
    if silent > 0 {
        parts.push(format!("no move is chosen in {}", thousands(silent)));
    }
    if of.lost > 0 {
        parts.push(format!("{} are lost anyhow", thousands(of.lost)));
    }
    if of.unknown > 0 {
        parts.push(format!(
            "the value of {} is not known",
            thousands(of.unknown)
        ));
    }
    let mut blocks = vec![Block::table(columns, rows)];
    if !parts.is_empty() {
        let remark = format!("of the positions of the claim {}", parts.join(", "));
        blocks.push(Block::Paragraph(Text::plain(remark), Tone::Remark));
    }
    let blocks = vec![Block::Group(blocks)];
    Some(Block::section(
        "moves",
        "Moves that keep a win or a draw",
        blocks,
    ))
}

fn judged(of: &JudgedPositions, whose: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for (kept, worth) in [(&of.won, "won"), (&of.drawn, "drawn")] {
        if kept.positions == 0 {
            continue;
        }
        let what = format!("{worth} {whose}");
        let parts = [
            (0, what.as_str(), kept.positions, kept.kept),
            (
                1,
                "some move gives it away",
                kept.at_risk,
                kept.at_risk_kept,
            ),
            (1, "only one move keeps it", kept.only, kept.only_kept),
        ];
        rows.extend(parts.map(|(depth, what, of, kept)| {
            Row::of([what, &thousands(of), &thousands(kept), &percent(kept, of)]).below(depth)
        }));
    }
    rows
}
