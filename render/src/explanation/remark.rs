//! Remarks of an annotator of games on positions and moves, as the texts of PGN comments. Pieces have the English letters there, as PGN has
//! them everywhere, and those of the language on a page.

use std::collections::BTreeSet;

use adv_chess::game::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use adv_chess::geometry::square_name;
use adv_chess::notation::san;
use adv_chess::{Game, Move, Position, squares};
use adv_explain::{Explanation, Judged, ToldFact, Verdict, Win};
use adv_module::program::Program;

use super::picture::{steps, verdicts};
use super::program_texts::say;
use super::text::{Shown, said};
use super::words::{Words, words};
use crate::text::line_words;

/// Most plies of a plan that are written as a variation.
const VARIATION: usize = 9;

/// Choice of piece letters for the moves in remarks on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceLetters {
    /// English letters, as PGN has them in every language.
    Pgn,
    /// Letters of the remark's language, for a page.
    Language,
}

/// Texts of a language with this choice of piece letters.
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

/// Move in SAN with the piece letters of the language with this code.
pub(crate) fn said_in(language: &str, before: &Position, mv: Move) -> String {
    said(before, mv, words(language))
}

/// Comment on the facts at these indexes, each with its value and the outcome of its plan, after the marks for their squares (`[%csl]`) and
/// plans (`[%cal]`). Green marks a fact that favours its side and the move of a forced plan, red a fact that does not, yellow a move that
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
        for (verdict, text) in verdicts(program, explanation, told, &words, shown) {
            // What a reply prevents, and what does not work at all, is no news of a game.
            let prevented = matches!(
                verdict,
                Verdict::Idea
                    | Verdict::Refuted
                    | Verdict::Unsettled(_)
                    | Verdict::Possible {
                        prevented: Some(_),
                        ..
                    }
            );
            if prevented {
                continue;
            }
            for arrow in steps(explanation, verdict) {
                let colour = match arrow.style.level {
                    0 => 'G',
                    _ => 'Y',
                };
                let way = [arrow.from, arrow.to].map(square_name).concat();
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

/// Sentence about a better move than the one played; `None` where no move was found to be better.
pub fn missed(
    explanation: &Explanation,
    letters: PieceLetters,
    shown: &Shown<'_>,
) -> Option<String> {
    let words = letters_of(shown.language, letters);
    let vetted = explanation.vetted.as_ref()?;
    let mv = said(&explanation.position, *vetted.line.first()?, &words);
    let [mate, _, better, avoids, _] = words.wins;
    let sentence = match (vetted.wins, vetted.allowed) {
        (Some(Win::Mate(moves)), _) => mate.replace("{n}", &moves.to_string()),
        (_, Some(moves)) => avoids.replace("{n}", &moves.to_string()),
        _ => better
            .replace("{n}", &tenths(i64::from(vetted.played?), &words))
            .replace("{d}", &vetted.depth.to_string()),
    };
    Some(format!("{} {}", words.misses, sentence.replace("{}", &mv)))
}

/// Pawns with one decimal from hundredths of a pawn, for values that are not exact: `+0.4`.
fn tenths(hundredths: i64, words: &Words) -> String {
    let mut text = words.pawns((hundredths + 5 * hundredths.signum()) / 10 * 10);
    text.pop();
    text
}

/// Sentence with the sum of the patterns and the branches of patterns that contribute most: `by patterns +0.4: rooks, king safety`.
pub fn by_patterns(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    sum_of_patterns(program, explanation, words(shown.language))
}

/// Sentence of [`by_patterns`] in the words of a language.
pub(super) fn sum_of_patterns(
    program: &Program,
    explanation: &Explanation,
    words: &Words,
) -> String {
    let mut branches: Vec<(String, i64)> = Vec::new();
    for (place, fact) in explanation.facts.iter().enumerate() {
        if !adv_explain::counts(place, &explanation.facts, &program.patterns) {
            continue;
        }
        let path = program
            .patterns
            .get(fact.pattern.index())
            .map_or(&[][..], |of| &of.path);
        let name = words.branch(path);
        match branches.iter_mut().find(|(of, _)| *of == name) {
            Some((_, sum)) => *sum += fact.value(),
            None => branches.push((name, fact.value())),
        }
    }
    let side = explanation.total.signum();
    branches.retain(|(_, sum)| sum * side > 0);
    branches.sort_by_key(|(_, sum)| -sum.abs());
    branches.truncate(2);
    let names: Vec<String> = branches.into_iter().map(|of| of.0).collect();
    let total = tenths(explanation.total, words);
    match names.is_empty() {
        true => words.by_patterns.replace("{}: {n}", &total),
        false => words
            .by_patterns
            .replace("{}", &total)
            .replace("{n}", &names.join(", ")),
    }
}

/// Sentence about facts that earlier remarks told and that no longer hold; `None` without any.
pub fn gone(
    program: &Program,
    facts: &[&ToldFact],
    letters: PieceLetters,
    shown: &Shown<'_>,
) -> Option<String> {
    let words = letters_of(shown.language, letters);
    let named = facts.iter().map(|told| {
        let side = words.of(&words.sides, told.fact.side);
        format!("{side}: {}", say(program, &told.called, &words))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| format!("{}: {}", words.gone, named.join("; ")))
}

/// Sentence about a draw by repetition or by moves without progress, at the move at which it arises; `None` at any other.
pub fn drawn_by_rule(game: &Game, shown: &Shown<'_>) -> Option<String> {
    let words = words(shown.language);
    let [.., drawn] = words.ends;
    let repeated = game.repetitions();
    if matches!(repeated, 3 | 5) {
        return Some(words.repeated.replace("{n}", &repeated.to_string()));
    }
    match game.position().halfmoves() {
        FIFTY_MOVES => Some(words.clock.to_owned()),
        SEVENTY_FIVE_MOVES => Some(drawn.to_owned()),
        _ => None,
    }
}

/// Sentence about a move that throws away a win (`win`) or else a draw.
pub fn thrown(win: bool, shown: &Shown<'_>) -> &'static str {
    let [a_win, a_draw] = words(shown.language).thrown;
    if win { a_win } else { a_draw }
}

/// Sentence about a forced mate that the move played begins; `None` if it begins none.
pub fn mates(
    explanation: &Explanation,
    played: Move,
    letters: PieceLetters,
    shown: &Shown<'_>,
) -> Option<String> {
    let words = letters_of(shown.language, letters);
    let moves = explanation.mate()?;
    let is_first = explanation.vetted.as_ref()?.line.first() == Some(&played);
    let [mate, ..] = words.wins;
    let sentence = mate.replace("{n}", &moves.to_string());
    is_first.then(|| sentence.replace("{}", &said(&explanation.position, played, &words)))
}

/// Text of a variation with the numbers of its moves, without parentheses. Its last move is by the side that begins, because a reply after
/// it is one of many.
pub fn variation(
    position: &Position,
    line: &[Move],
    judged: Option<&Judged>,
    shown: &Shown<'_>,
) -> String {
    let line = line.get(..line.len().min(VARIATION)).unwrap_or_default();
    let line = line.split(|mv| mv.is_pass()).next().unwrap_or_default();
    let odd = line.len().div_ceil(2) * 2;
    let line = line.get(..odd.saturating_sub(1)).unwrap_or_default();
    let judged = judged.map(|of| {
        let value = words(shown.language).judged(of);
        format!("{{{value}, {}}}", of.by.replace(['{', '}'], ""))
    });
    line_words(position, line.iter().copied(), |before, mv| {
        let name = san(before, mv);
        match judged.as_ref().filter(|_| before == position) {
            Some(judged) => format!("{name} {judged}"),
            None => name,
        }
    })
}
