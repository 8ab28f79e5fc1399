//! An explanation as a drawing: the squares of each fact, and the moves of its plans as arrows.

use adv_chess::{Color, Position};
use adv_explain::{Explanation, Verdict};
use adv_module::program::Program;

use super::cases;
use super::page_words::page_words;
use super::program_texts::say;
use super::text::{Shown, headline, line_of, planned, together};
use super::words::{Words, words};
use crate::svg::{Arrow, ArrowStyle, BoardOptions, KeySign, Overlay, Theme, board};

/// Level, which decides the style, of an arrow: full; dependent on the other side's moves; of the reply that prevents a plan.
const FULL: usize = 0;
const DEPENDS: usize = 2;
const PREVENTS: usize = 3;

/// Move of a plan as an arrow on the board.
pub(crate) struct Step {
    /// Arrow that shows the move.
    pub arrow: Arrow,
    /// Number of the move among the viewer's own, from 1; `None` for the reply that prevents the plan.
    pub number: Option<usize>,
}

/// Arrows for the viewer's moves along the first line of a plan, and for the reply that prevents it. The first move of a forced plan is a
/// full arrow; a later one follows a reply and so depends on it.
pub(crate) fn steps(explanation: &Explanation, verdict: &Verdict) -> Vec<Step> {
    let viewer = explanation.viewer;
    let Some(tree) = verdict.tree() else {
        return Vec::new();
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut position = *tree.root();
    for (ply, mv) in line_of(verdict).into_iter().enumerate() {
        if position.turn() == viewer {
            let forced = ply == 0 && matches!(verdict, Verdict::Forced(_));
            let level = if forced { FULL } else { DEPENDS };
            steps.push(Step {
                arrow: arrow(viewer, level, (mv.from, mv.to), steps.len() as u32 + 1),
                number: Some(steps.len() + 1),
            });
        }
        position = position.play(mv);
    }
    if let Verdict::Possible {
        prevented: Some(reply),
        ..
    } = verdict
    {
        steps.push(Step {
            arrow: arrow(!viewer, PREVENTS, (reply.from, reply.to), 0),
            number: None,
        });
    }
    steps
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

/// Outcomes of a told fact's plan, each with its sentence: for each piece of the plan alone, then for all at once.
pub(crate) fn verdicts<'e>(
    program: &Program,
    explanation: &Explanation,
    told: &'e adv_explain::ToldFact,
    shown: &Shown<'_>,
) -> Vec<(&'e Verdict, String)> {
    verdicts_in(program, explanation, told, words(shown.language), shown)
}

/// Outcomes of a told fact's plan as in [`verdicts`], with the sentences in these words.
pub(crate) fn verdicts_in<'e>(
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
        for (verdict, sentence) in verdicts(program, explanation, told, shown) {
            let steps = steps(explanation, verdict);
            let Some(first) = steps.first() else {
                text.push_str(&format!("; {sentence}"));
                continue;
            };
            let sign = KeySign::Arrow(first.arrow.style);
            options.key.push((sign, format!("{number}  {sentence}")));
            options.arrows.extend(steps.iter().map(|step| step.arrow));
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
