//! An explanation as a drawing: the squares of each fact, and the moves of its plans as arrows.

use adv_chess::Color;
use adv_explain::{Explanation, ToldFact, Verdict};
use adv_module::program::Program;

use super::cases;
use super::text::{Shown, Telling};
use crate::svg::{Arrow, ArrowStyle, BoardOptions, KeySign, Overlay, Theme, board};

/// Level, which decides the style, of an arrow: full; dependent on the other side's moves; of the reply that prevents a plan.
const FULL: usize = 0;
const DEPENDS: usize = 2;
const PREVENTS: usize = 3;

/// Arrows for the viewer's moves along the first line of a plan, numbered from 1, and for the reply that prevents it. The first move of a
/// forced plan is a full arrow; a later one follows a reply and so depends on it.
pub(super) fn steps(explanation: &Explanation, verdict: &Verdict) -> Vec<Arrow> {
    let viewer = explanation.viewer;
    let is_forced =
        |tree: &adv_vm::Tree| tree.root().turn() == viewer && matches!(verdict, Verdict::Forced(_));
    let is_forced = verdict.tree().is_some_and(is_forced);
    let mut arrows: Vec<Arrow> = Vec::new();
    for mv in verdict.moves(viewer) {
        let forced = is_forced && arrows.is_empty();
        let level = if forced { FULL } else { DEPENDS };
        let number = arrows.len() as u32 + 1;
        arrows.push(arrow(viewer, level, (mv.from, mv.to), number));
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

impl Telling<'_> {
    /// Outcomes of a told fact's plan, each with its sentence: for each piece of the plan alone, then for all at once.
    pub(super) fn verdicts<'e>(&self, told: &'e ToldFact) -> Vec<(&'e Verdict, String)> {
        let pieces = told.plan.iter().map(|plan| {
            let sentence = self.planned(plan);
            let sentence = match cases::of_piece(plan, &self.words) {
                Some(case) => format!("{sentence} ({case})"),
                None => sentence,
            };
            (&plan.verdict, sentence)
        });
        let together = told.together.as_ref().zip(self.together(told));
        pieces.chain(together).collect()
    }
}

/// Drawing of an explained position: the squares of each told fact, the moves of the plans as arrows, and the sentences under the board.
pub fn svg(
    program: &Program,
    explanation: &Explanation,
    shown: &Shown<'_>,
    theme: Theme,
) -> String {
    let telling = Telling::new(program, explanation, shown);
    let words = &telling.words;
    let turn = words.of(&words.to_move, explanation.position.turn());
    let title = words.page_title;
    let mut options = BoardOptions {
        flipped: explanation.viewer == Color::Black,
        theme,
        caption: Some(telling.headline()),
        title: Some(format!("{title}: {turn}")),
        to_move: Some(turn.to_owned()),
        is_uncounted: true,
        ..BoardOptions::default()
    };
    for (number, told) in (1..).zip(&explanation.told) {
        let named = telling.named(told);
        let mut text = format!("{number}  {named}  {}", words.worth(told));
        for (verdict, sentence) in telling.verdicts(told) {
            let steps = steps(explanation, verdict);
            let Some(first) = steps.first() else {
                text.push_str(&format!("; {sentence}"));
                continue;
            };
            let sign = KeySign::Arrow(first.style);
            options
                .ways
                .key
                .push((sign, format!("{number}  {sentence}")));
            options.ways.arrows.extend(steps);
        }
        options.overlays.push(Overlay {
            text,
            squares: told.fact.squares,
        });
    }
    // What is full hides what is dashed over the same step.
    let arrows = &mut options.ways.arrows;
    arrows.sort_by_key(|arrow| (arrow.from, arrow.to, arrow.style));
    arrows.dedup_by_key(|arrow| (arrow.from, arrow.to, arrow.style.color));
    board(&explanation.position, &options)
}
