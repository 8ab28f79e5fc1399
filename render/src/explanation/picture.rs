//! An explanation as a drawing: the squares of each fact, and the moves of its plans as arrows.

use adv_chess::{Color, Position};
use adv_explain::{Explanation, Verdict};
use adv_module::program::Program;

use super::cases;
use super::page_words::page_words;
use super::program_texts::say;
use super::text::{Shown, headline, planned, together};
use super::words::{Words, words};
use crate::svg::{Arrow, ArrowStyle, BoardOptions, KeySign, Overlay, Theme, board};

/// Level, which decides the style, of an arrow: full; dependent on the other side's moves; of the reply that prevents a plan.
const FULL: usize = 0;
const DEPENDS: usize = 2;
const PREVENTS: usize = 3;

/// Arrows for the viewer's moves along the first line of a plan, numbered from 1, and for the reply that prevents it. The first move of a
/// forced plan is a full arrow; a later one follows a reply and so depends on it.
pub(crate) fn steps(explanation: &Explanation, verdict: &Verdict) -> Vec<Arrow> {
    let viewer = explanation.viewer;
    let is_forced =
        |tree: &adv_vm::Tree| tree.root().turn() == viewer && matches!(verdict, Verdict::Forced(_));
    let is_forced = verdict.tree().is_some_and(is_forced);
    let mut arrows: Vec<Arrow> = Vec::new();
    for mv in verdict.moves(viewer) {
        let forced = is_forced && arrows.is_empty();
        let level = if forced { FULL } else { DEPENDS };
        arrows.push(arrow(
            viewer,
            level,
            (mv.from, mv.to),
            arrows.len() as u32 + 1,
        ));
    }
    if let Verdict::Possible {
        prevented: Some(reply),
        ..
    } = verdict
    {
        arrows.push(arrow(!viewer, PREVENTS, (reply.from, reply.to), 0));
    }
    arrows
}

const fn arrow(color: Color, level: usize, (from, to): (u8, u8), number: u32) -> Arrow {
    Arrow {
        style: ArrowStyle { color, level },
        from,
        to,
        is_stopped: false,
        number,
    }
}

/// Outcomes of a told fact's plan, each with its sentence in these words: for each piece of the plan alone, then for all at once.
pub(crate) fn verdicts<'e>(
    program: &Program,
    explanation: &Explanation,
    told: &'e adv_explain::ToldFact,
    words: &Words,
    shown: &Shown<'_>,
) -> Vec<(&'e Verdict, String)> {
    let pieces = told.plan.iter().map(|plan| {
        let sentence = planned(program, explanation, plan, words, shown);
        let sentence = match cases::of_piece(plan, words) {
            Some(case) => format!("{sentence} ({case})"),
            None => sentence,
        };
        (&plan.verdict, sentence)
    });
    let mut all: Vec<(&Verdict, String)> = pieces.collect();
    if let (Some(verdict), Some(sentence)) = (&told.together, together(explanation, told, words)) {
        all.push((verdict, sentence));
    }
    all
}

/// Drawing of an explained position: the squares of each told fact, the moves of the plans as arrows, and the sentences under the board.
pub fn svg(
    program: &Program,
    explanation: &Explanation,
    shown: &Shown<'_>,
    theme: Theme,
) -> String {
    let words = words(shown.language);
    let position: &Position = &explanation.position;
    let mut options = BoardOptions {
        flipped: explanation.viewer == Color::Black,
        theme,
        caption: Some(headline(program, explanation, words)),
        title: Some(format!(
            "{}: {}",
            page_words(shown.language).title,
            words.of(&words.to_move, position.turn())
        )),
        to_move: Some(words.of(&words.to_move, position.turn()).to_owned()),
        is_uncounted: true,
        ..BoardOptions::default()
    };
    for (number, told) in (1..).zip(&explanation.told) {
        let side = words.of(&words.sides, told.fact.side);
        let called = say(program, &told.called, words);
        let value = words.worth(told);
        let mut text = format!("{number}  {side}: {called}  {value}");
        for (verdict, sentence) in verdicts(program, explanation, told, words, shown) {
            let steps = steps(explanation, verdict);
            let Some(first) = steps.first() else {
                text.push_str(&format!("; {sentence}"));
                continue;
            };
            let sign = KeySign::Arrow(first.style);
            options.key.push((sign, format!("{number}  {sentence}")));
            options.arrows.extend(steps);
        }
        options.overlays.push(Overlay {
            text,
            squares: told.fact.squares,
        });
    }
    // What is full hides what is dashed over the same step.
    options
        .arrows
        .sort_by_key(|arrow| (arrow.from, arrow.to, arrow.style));
    options
        .arrows
        .dedup_by_key(|arrow| (arrow.from, arrow.to, arrow.style.color));
    board(position, &options)
}
