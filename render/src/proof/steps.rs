//! A line of play: each ply with its notation, and the choices that its stretches belong to.
//!
//! ```text
//!   rule 2: squeeze      1. Ra3 Kc4  2. Rb3 Kd4
//!   rule 2: approach     3. Kc2 Ke4
//! ```

use std::fmt::Write as _;

use adv_chess::notation::san;
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_prover::{Choice, Line};

use super::choice::Chosen;
use crate::explained::Line as Step;

/// The width of a report's text.
pub(crate) const WIDTH: usize = 96;

/// A ply with its notation, and its choice if a tree begins with it.
pub(crate) type Told = (Step, Option<Choice>);

/// Some plies of a line that belong to one choice.
pub(crate) type Stretch<'s> = (Option<Choice>, &'s [Told]);

/// The plies of a line, each with its choice where one begins.
pub(crate) fn steps(line: &Line) -> Vec<Told> {
    let mut position = line.start;
    let plies = line.plies.iter().enumerate();
    plies
        .map(|(index, ply)| {
            let before = position;
            position = before.play(ply.mv);
            let step = Step {
                parent: index.checked_sub(1),
                before,
                after: position,
                mv: ply.mv,
                san: san(&before, ply.mv),
            };
            (step, ply.choice)
        })
        .collect()
}

/// The moves as books print them, each with its number where it has one: `1. Ra3`, `Kc4`, `2. Rb3`; from Black's move on `1... Kc4`.
pub(crate) fn movetext<'s>(steps: impl IntoIterator<Item = &'s Step>) -> Vec<String> {
    let word = |(index, step): (usize, &Step)| match (step.mover(), index) {
        (Color::White, _) | (Color::Black, 0) => step.numbered(),
        (Color::Black, _) => step.san.clone(),
    };
    steps.into_iter().enumerate().map(word).collect()
}

/// Words in rows of at most this many characters; a longer word has its own.
pub(crate) fn folded(words: &[String], width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        let length = |text: &str| text.chars().count();
        match rows.last_mut() {
            Some(row) if length(row) + 1 + length(word) <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.clone()),
        }
    }
    rows
}

/// The stretches of a line: each of one choice, as long as it is made again and again, with the steps that it covers.
pub(crate) fn stretches(steps: &[Told]) -> Vec<Stretch<'_>> {
    let mut found: Vec<(Option<Choice>, usize)> = Vec::new();
    for (index, (_, choice)) in steps.iter().enumerate() {
        match (choice, found.last()) {
            (None, Some(_)) => {}
            (Some(choice), Some((Some(last), _))) if choice == last => {}
            (choice, _) => found.push((*choice, index)),
        }
    }
    let ends = found.iter().skip(1).map(|(_, at)| *at);
    let ends = ends.chain([steps.len()]);
    found
        .iter()
        .zip(ends)
        .filter_map(|((choice, from), to)| Some((*choice, steps.get(*from..to)?)))
        .collect()
}

/// The line for people, a row or more for each stretch, indented by this many blanks; empty for a line without moves.
pub(crate) fn text(module: &Program, line: &Line, indent: usize) -> String {
    let steps = steps(line);
    let stretches = stretches(&steps);
    let label = |choice: &Option<Choice>| {
        choice.map_or_else(String::new, |choice| Chosen::new(module, choice).short())
    };
    let labels: Vec<String> = stretches.iter().map(|(choice, _)| label(choice)).collect();
    let width = crate::text::widest(labels.iter().map(String::as_str)).min(40);
    let mut text = String::new();
    for (label, (_, steps)) in labels.iter().zip(&stretches) {
        let moves = movetext(steps.iter().map(|(step, _)| step));
        let room = WIDTH.saturating_sub(indent + width + 2).max(24);
        for (row, moves) in folded(&moves, room).iter().enumerate() {
            let label = if row == 0 { label.as_str() } else { "" };
            let row = format!("{:indent$}{label:width$}  {moves}", "");
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

/// Our moves of a line that begins with one.
pub(crate) fn our_moves(line: &Line) -> u64 {
    line.plies.len().div_ceil(2) as u64
}

/// The drawn board, indented by this many blanks, with the side to move and the FEN below it.
pub(crate) fn board(position: &Position, indent: usize) -> String {
    let board = crate::text::board(position);
    let lines = board.lines().map(|line| format!("{:indent$}{line}\n", ""));
    lines.collect()
}
