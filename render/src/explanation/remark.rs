//! Remarks of an annotator of games on positions and moves, as the texts of PGN comments. Pieces have the English letters there, as PGN has
//! them everywhere, and those of the language on a page.

use std::collections::BTreeSet;

use adv_chess::game::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use adv_chess::geometry::square_name;
use adv_chess::notation::san;
use adv_chess::{Game, Move, Position, squares};
use adv_explain::{Judged, ToldFact, Verdict, Win};

use super::picture::steps;
use super::text::{Shown, Telling, said};
use super::words::{Words, words};
use crate::text::{joined, line_words};

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

/// Move in SAN with the piece letters of the language with this code.
pub(crate) fn said_in(language: &str, before: &Position, mv: Move) -> String {
    said(before, mv, words(language))
}

impl Telling<'_> {
    /// Tells moves by the piece letters of this choice.
    #[must_use]
    pub fn with_letters(mut self, letters: PieceLetters) -> Self {
        if letters == PieceLetters::Pgn {
            self.words.letters = words("en").letters;
        }
        self
    }

    /// Comment on the facts at these indexes, each with its value and the outcome of its plan, after the marks for their squares (`[%csl]`)
    /// and plans (`[%cal]`). Green marks a fact that favours its side and the move of a forced plan, red a fact that does not, yellow a move
    /// that depends on the other side.
    pub fn remark(&self, told: &[usize]) -> String {
        let (mut marked, mut arrows) = (BTreeSet::new(), BTreeSet::new());
        let mut sentences = Vec::new();
        for told in told
            .iter()
            .filter_map(|place| self.explanation.told.get(*place))
        {
            let colour = if told.fact.worth < 0 { 'R' } else { 'G' };
            let squares = squares::file_major(told.fact.squares);
            marked.extend(squares.map(|square| (square_name(square), colour)));
            let value = self.words.pawns(told.fact.value());
            let mut sentence = format!("{} ({value})", self.named(told));
            for (verdict, text) in self.verdicts(told) {
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
                arrows.extend(steps(self.explanation, verdict).iter().map(|arrow| {
                    let colour = if arrow.style.level == 0 { 'G' } else { 'Y' };
                    ([arrow.from, arrow.to].map(square_name).concat(), colour)
                }));
                sentence.push_str("; ");
                sentence.push_str(&text);
            }
            sentences.push(sentence);
        }
        let list = |name: &str, of: &BTreeSet<(String, char)>| -> String {
            let mut known = BTreeSet::new();
            let first = of.iter().filter(|(text, _)| known.insert(text.clone()));
            let first = first.map(|(text, colour)| format!("{colour}{text}"));
            match of.is_empty() {
                true => String::new(),
                false => format!("[%{name} {}] ", joined(first, ",")),
            }
        };
        let text = sentences.join(". ");
        let end = if text.is_empty() { "" } else { "." };
        let (marked, arrows) = (list("csl", &marked), list("cal", &arrows));
        format!("{marked}{arrows}{text}{end}")
    }

    /// Sentence about a better move than the one played; `None` where no move was found to be better.
    pub fn missed(&self) -> Option<String> {
        let words = &self.words;
        let vetted = self.explanation.vetted.as_ref()?;
        let mv = self.said(*vetted.line.first()?);
        let [mate, _, better, avoids, _] = words.wins;
        let sentence = match (vetted.wins, vetted.allowed) {
            (Some(Win::Mate(moves)), _) => mate.replace("{n}", &moves.to_string()),
            (_, Some(moves)) => avoids.replace("{n}", &moves.to_string()),
            _ => better
                .replace("{n}", &tenths(i64::from(vetted.played?), words))
                .replace("{d}", &vetted.depth.to_string()),
        };
        Some(format!("{} {}", words.misses, sentence.replace("{}", &mv)))
    }

    /// Sentence with the sum of the patterns and the branches of patterns that contribute most: `by patterns +0.4: rooks, king safety`.
    pub fn by_patterns(&self) -> String {
        let (words, facts) = (&self.words, &self.explanation.facts);
        let patterns = &self.program.patterns;
        let mut branches: Vec<(String, i64)> = Vec::new();
        for (place, fact) in facts.iter().enumerate() {
            if !adv_explain::counts(place, facts, patterns) {
                continue;
            }
            let pattern = patterns.get(fact.pattern.index());
            let name = words.branch(pattern.map_or(&[][..], |of| &of.path));
            match branches.iter_mut().find(|(of, _)| *of == name) {
                Some((_, sum)) => *sum += fact.value(),
                None => branches.push((name, fact.value())),
            }
        }
        let side = self.explanation.total.signum();
        branches.retain(|(_, sum)| sum * side > 0);
        branches.sort_by_key(|(_, sum)| -sum.abs());
        branches.truncate(2);
        let total = tenths(self.explanation.total, words);
        if branches.is_empty() {
            return words.by_patterns.replace("{}: {n}", &total);
        }
        let names = joined(branches.iter().map(|of| &of.0), ", ");
        words
            .by_patterns
            .replace("{}", &total)
            .replace("{n}", &names)
    }

    /// Sentence about facts that earlier remarks told and that no longer hold; `None` without any.
    pub fn gone(&self, facts: &[&ToldFact]) -> Option<String> {
        let named = joined(facts.iter().map(|told| self.named(told)), "; ");
        (!facts.is_empty()).then(|| format!("{}: {named}", self.words.gone))
    }

    /// Sentence about a forced mate that the move played begins; `None` if it begins none.
    pub fn mates(&self, played: Move) -> Option<String> {
        let moves = self.explanation.mate()?;
        let is_first = self.explanation.vetted.as_ref()?.line.first() == Some(&played);
        let [mate, ..] = self.words.wins;
        let sentence = mate.replace("{n}", &moves.to_string());
        is_first.then(|| sentence.replace("{}", &self.said(played)))
    }
}

/// Pawns with one decimal from hundredths of a pawn, for values that are not exact: `+0.4`.
fn tenths(hundredths: i64, words: &Words) -> String {
    let mut text = words.pawns((hundredths + 5 * hundredths.signum()) / 10 * 10);
    text.pop();
    text
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
