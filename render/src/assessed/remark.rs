//! What the annotator of a game says of a position and of a move, as the texts of PGN comments. Pieces have the English letters there, as PGN
//! has them everywhere, and those of the language on a page.

use std::collections::BTreeSet;

use adv_chess::geometry::square_name;
use adv_chess::notation::san;
use adv_chess::{Color, Move, Position, squares};
use adv_explain::{Explanation, PlanTold, ToldFact, Verdict};
use adv_module::program::Program;

use super::picture::{steps, verdicts_in};
use super::say::say;
use super::text::{Shown, line_of, said};
use super::words::{Words, words};
use crate::text::advice_name;

/// So many moves of a plan are written as a variation.
const VARIATION: usize = 9;

/// With which letters pieces are told in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLetters {
    /// The English ones, as PGN has them in every language.
    Pgn,
    /// Those of the language, for a page.
    Language,
}

/// The words of a language with these letters.
fn letters_of(language: &str, letters: PieceLetters) -> Words {
    let own = *words(language);
    match letters {
        PieceLetters::Language => own,
        PieceLetters::Pgn => Words {
            letters: words("en").letters,
            ..own
        },
    }
}

/// A move with the letters of a language.
pub(crate) fn said_in(language: &str, before: &Position, mv: Move) -> String {
    said(before, mv, words(language))
}

/// The told facts of these places, each with its value and what becomes of its plan, behind the marks for their squares (`[%csl]`) and
/// plans (`[%cal]`). Green is what favours the side that has it and the move of a forced plan, red what does not, yellow a move that
/// depends on the other side.
pub fn remark(
    program: &Program,
    explanation: &Explanation,
    told: &[usize],
    letters: PieceLetters,
    shown: &Shown<'_>,
) -> String {
    let words = letters_of(shown.language, letters);
    let facts: Vec<&ToldFact> = told
        .iter()
        .filter_map(|place| explanation.told.get(*place))
        .collect();
    let (mut marked, mut arrows) = (BTreeSet::new(), BTreeSet::new());
    let mut sentences = Vec::new();
    for told in facts {
        let colour = if told.fact.worth < 0 { 'R' } else { 'G' };
        for square in squares::file_major(told.fact.squares) {
            marked.insert((square_name(square), colour));
        }
        let side = words.of(&words.sides, told.fact.side);
        let called = say(program, &told.called, &words);
        let mut sentence = format!("{side}: {called} ({})", words.pawns(told.fact.value()));
        for (verdict, text) in verdicts_in(program, explanation, told, &words, shown) {
            // What a reply prevents, and what does not work at all, is no news of a game.
            let prevented = matches!(
                verdict,
                Verdict::Refuted
                    | Verdict::Unsettled(_)
                    | Verdict::Possible {
                        prevented: Some(_),
                        ..
                    }
            );
            if prevented {
                continue;
            }
            for step in steps(explanation, verdict) {
                let colour = match step.arrow.style.level {
                    0 => 'G',
                    _ => 'Y',
                };
                let way = [step.arrow.from, step.arrow.to].map(square_name).concat();
                arrows.insert((way, colour));
            }
            sentence.push_str("; ");
            sentence.push_str(&text);
        }
        sentences.push(sentence);
    }
    let list = |name: &str, of: &BTreeSet<(String, char)>| -> String {
        let mut known = BTreeSet::new();
        let of = of.iter().filter(|(text, _)| known.insert(text.clone()));
        let all: Vec<String> = of.map(|(text, colour)| format!("{colour}{text}")).collect();
        match all.is_empty() {
            true => String::new(),
            false => format!("[%{name} {}] ", all.join(",")),
        }
    };
    let text = sentences.join(". ");
    let end = if text.is_empty() { "" } else { "." };
    format!(
        "{}{}{text}{end}",
        list("csl", &marked),
        list("cal", &arrows)
    )
}

/// The sentence about a plan that was forced and was not played; `None` where it has no first move.
pub fn missed(
    program: &Program,
    explanation: &Explanation,
    plan: &PlanTold,
    letters: PieceLetters,
    shown: &Shown<'_>,
) -> Option<String> {
    let words = letters_of(shown.language, letters);
    let first = plan.verdict.first_move(explanation.viewer)?;
    let name = match &plan.because {
        Some(because) => say(program, because, &words),
        None => advice_name(program, plan.advice).to_owned(),
    };
    let mv = said(&explanation.position, first, &words);
    let begun = match words.code {
        "de" => "verpasst",
        "ru" => "упущено",
        _ => "misses",
    };
    Some(format!("{begun} {mv}: {name}"))
}

/// The sentence about facts that were told and are there no more; `None` without any.
pub fn gone(
    program: &Program,
    facts: &[&ToldFact],
    letters: PieceLetters,
    shown: &Shown<'_>,
) -> Option<String> {
    let words = letters_of(shown.language, letters);
    let begun = match words.code {
        "de" => "nicht mehr",
        "ru" => "больше нет",
        _ => "no more",
    };
    let named = facts.iter().map(|told| {
        let side = words.of(&words.sides, told.fact.side);
        format!("{side}: {}", say(program, &told.called, &words))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| format!("{begun}: {}", named.join("; ")))
}

/// The sentence about a move that throws a win away, or a draw.
pub fn thrown(win: bool, shown: &Shown<'_>) -> &'static str {
    match (words(shown.language).code, win) {
        ("de", true) => "gibt den Gewinn aus der Hand",
        ("de", false) => "gibt das Remis aus der Hand",
        ("ru", true) => "упускает выигрыш",
        ("ru", false) => "упускает ничью",
        (_, true) => "throws the win away",
        (_, false) => "throws the draw away",
    }
}

/// The first line of a forced plan with the numbers of its moves, as a variation has them, without parentheses; `None` for a plan that is
/// not forced or begins with the other side.
pub fn variation(explanation: &Explanation, verdict: &Verdict) -> Option<String> {
    let Verdict::Forced(tree) = verdict else {
        return None;
    };
    verdict.first_move(explanation.viewer)?;
    let mut position = *tree.root();
    let mut words = Vec::new();
    let mut line = line_of(verdict);
    line.truncate(VARIATION);
    // The last word is the viewer's: a reply behind it is one of many.
    if line.len().is_multiple_of(2) {
        line.pop();
    }
    for (ply, mv) in line.into_iter().enumerate() {
        if mv.is_pass() {
            break;
        }
        match (position.turn(), ply) {
            (Color::White, _) => words.push(format!("{}.", position.fullmoves())),
            (Color::Black, 0) => words.push(format!("{}...", position.fullmoves())),
            (Color::Black, _) => {}
        }
        words.push(san(&position, mv));
        position = position.play(mv);
    }
    Some(words.join(" "))
}
