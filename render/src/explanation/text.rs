//! An explanation for people.

use std::fmt::Write as _;

use adv_chess::drawing::board_text;
use adv_chess::game::FIFTY_MOVES;
use adv_chess::notation::san;
use adv_chess::{Color, Move, Outcome, Position};
use adv_explain::{Explanation, GameEnd, Passed, PlanTold, ToldFact, Verdict, Win};
use adv_module::program::Program;

use super::cases;
use super::program_texts::say;
use super::remark::sum_of_patterns;
use super::words::{Words, words};
use crate::place;
use crate::text::{advice_name, capital, line_words};

/// Column, in characters from the left, at which the value of a fact ends.
const VALUE_ENDS: usize = 94;

/// Options for showing an explanation.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Code of the language of the texts, such as `en`; an unknown one reads as English.
    pub language: &'a str,
    /// Limit of each search, in positions, for the sentence about a search that reached it.
    pub limit: u64,
    /// Option of the command, or word at the prompt, that shows the facts left out.
    pub all: &'a str,
}

/// Explanation as text for people: the board with the headline beside it, each fact with its plan, and the sum.
pub fn text(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    let words = words(shown.language);
    let mut text = head(program, explanation, words);
    if explanation.end.is_some() {
        return text;
    }
    if let Some(first) = first(explanation, words) {
        let _ = writeln!(text, "\n{:<12}{first}", words.first);
    }
    for (number, told) in (1..).zip(&explanation.told) {
        text.push('\n');
        fact(&mut text, program, explanation, number, told, words, shown);
    }
    text.push('\n');
    tail(&mut text, explanation, words, shown);
    text
}

/// Text of the board, with the side to move and the headline beside it.
fn head(program: &Program, explanation: &Explanation, words: &Words) -> String {
    let position = &explanation.position;
    let turn = words.of(&words.to_move, position.turn());
    let stage = stage(program, explanation)
        .map_or_else(String::new, |name| format!(", {}", words.stage(&name)));
    let seen = words.of(&words.seen_by, explanation.viewer);
    let first = format!("{turn}{stage}; {seen}");
    let drawn = cases::head(explanation, words);
    let mut text = String::new();
    for (row, line) in board_text(position, false, false).lines().enumerate() {
        let beside = match row {
            0 => first.clone(),
            2 => headline(program, explanation, words),
            row => drawn.get(row.wrapping_sub(4)).cloned().unwrap_or_default(),
        };
        let _ = writeln!(text, "{}", format!("{line:<22}{beside}").trim_end());
    }
    text
}

/// Name of the stage of the game, such as `endgame`; `None` unless the evaluation names one by a descriptor that holds.
pub(crate) fn stage(program: &Program, explanation: &Explanation) -> Option<String> {
    let evaluation = program.evaluations.get(explanation.evaluation.index())?;
    let function = program.functions.get(evaluation.stage?.index())?;
    explanation.stage.filter(|holds| *holds)?;
    // What the author wrote after `stage`, where it is a name.
    place::text_of(program, function.place).filter(|text| !text.contains(char::is_whitespace))
}

/// Value of the position: the result of the game if known, else the sum of the patterns.
pub(crate) fn headline(program: &Program, explanation: &Explanation, words: &Words) -> String {
    if let Some(end) = explanation.end {
        let [mate, stalemate, dead, moves] = words.ends;
        return match end {
            GameEnd::Checkmate => mate.to_owned(),
            GameEnd::Stalemate => stalemate.to_owned(),
            GameEnd::DeadPosition => dead.to_owned(),
            GameEnd::SeventyFiveMoves => moves.to_owned(),
        };
    }
    let total = words.pawns(explanation.total);
    let sign = explanation.sign();
    match explanation.outcome() {
        Some(outcome) => {
            let [won, drawn, lost] = words.values;
            let value = match outcome {
                Outcome::Win => won,
                Outcome::Draw => drawn,
                Outcome::Loss => lost,
            };
            let told = match explanation.mate().filter(|_| explanation.worth.is_none()) {
                Some(moves) => words.by_mate.replace("{n}", &moves.to_string()),
                None => words.by_tables.to_owned(),
            };
            let told = told.replace("{}", &total);
            format!("{value}   {}   {told}", sign.symbol())
        }
        None => match &explanation.judged {
            Some(judged) => {
                let told = words.by_engine.replace("{n}", &judged.by);
                let told = told.replace("{}", &total);
                format!("{}  {}   {told}", words.judged(judged), sign.symbol())
            }
            None => sum_of_patterns(program, explanation, words),
        },
    }
}

fn fact(
    text: &mut String,
    program: &Program,
    explanation: &Explanation,
    number: usize,
    told: &ToldFact,
    words: &Words,
    shown: &Shown<'_>,
) {
    let side = words.of(&words.sides, told.fact.side);
    let called = say(program, &told.called, words);
    let begun = format!("{number:<3}{side:<9}{called}");
    let value = words.worth(told);
    let room = VALUE_ENDS
        .saturating_sub(begun.chars().count())
        .max(value.chars().count() + 2);
    let case = cases::of_fact(told, words).map_or_else(String::new, |case| format!("   {case}"));
    let _ = writeln!(text, "{begun}{value:>room$}{case}");
    let [why, purpose, plan] = words.heads;
    let mut line = |head: &str, of: &str| {
        let _ = writeln!(text, "   {head:<9}{of}");
    };
    if let Some(belief) = &told.belief {
        line(why, &say(program, belief, words));
    }
    if let Some(of) = &told.purpose {
        line(purpose, &say(program, of, words));
    }
    let mut head = plan;
    for of in &told.plan {
        let plan = planned(program, explanation, of, words, shown);
        match cases::of_piece(of, words) {
            Some(case) => line(head, &format!("{plan:<85}{case}")),
            None => line(head, &plan),
        }
        head = "";
    }
    if let Some(together) = together(explanation, told, words) {
        line(head, &together);
    }
}

/// Sentence about one piece-of-advice of a plan, with its outcome.
pub(crate) fn planned(
    program: &Program,
    explanation: &Explanation,
    plan: &PlanTold,
    words: &Words,
    shown: &Shown<'_>,
) -> String {
    let name = match &plan.because {
        Some(because) => say(program, because, words),
        None => advice_name(program, plan.advice).to_owned(),
    };
    match &plan.verdict {
        Verdict::Refuted => {
            let depth = program.advice.get(plan.advice.index());
            let depth = depth.map_or(0, |of| of.depth);
            let [one, more] = words.plies;
            let plies = if depth == 1 { one } else { more }.replace("{}", &depth.to_string());
            words.refuted.replace("{}", &name).replace("{n}", &plies)
        }
        Verdict::Idea => words.idea.replace("{}", &name),
        Verdict::Unsettled(_) => {
            let limit = shown.limit.to_string();
            format!("{name}: {}", words.unsettled.replace("{}", &limit))
        }
        verdict => match outcome(explanation, verdict, words) {
            Some(outcome) => format!("{name}: {outcome}"),
            None => name,
        },
    }
}

/// Sentence about a line that plays all advice of a plan at once; `None` without such a line: each advice is told by itself.
pub(crate) fn together(
    explanation: &Explanation,
    told: &ToldFact,
    words: &Words,
) -> Option<String> {
    let outcome = outcome(explanation, told.together.as_ref()?, words)?;
    let [both, all] = words.at_once;
    let at_once = if told.plan.len() == 2 { both } else { all };
    Some(format!("{at_once}: {outcome}"))
}

/// Words for the outcome of a plan; `None` if there is nothing to play and it is not done.
fn outcome(explanation: &Explanation, verdict: &Verdict, words: &Words) -> Option<String> {
    let viewer = explanation.viewer;
    let them = !viewer;
    match verdict {
        Verdict::Done => Some(words.done.to_owned()),
        Verdict::Forced(_) => {
            let first = verdict.first_move(viewer);
            if verdict.passes() {
                let mut moves = moves_of(explanation, verdict, words);
                let now: String = match first {
                    Some(_) if moves.len() > 1 => format!("{}, ", moves.remove(0)),
                    _ => String::new(),
                };
                let threat = words.threatens.replace("{}", &words.listed(&moves));
                return Some(format!("{now}{threat}"));
            }
            let how = match first {
                Some(_) => words.of(&words.whatever, them),
                None => words.of(&words.anyhow, them),
            };
            let mut text = match first {
                Some(mv) => format!("{}, {how}", advised(explanation, mv, words)),
                None => how.to_owned(),
            };
            if let left_out @ 1.. = verdict.left_out() {
                let left_out = words.left_out.replace("{}", &left_out.to_string());
                let _ = write!(text, " ({left_out})");
            }
            Some(text)
        }
        Verdict::Possible { tree, prevented } => {
            let mut text = format!(
                "{}, {}",
                words.listed(&moves_of(explanation, verdict, words)),
                words.of(&words.if_let, them)
            );
            if let Some(reply) = prevented {
                let (number, before) = match verdict.first_move(viewer) {
                    Some(first) => (
                        1 + u32::from(viewer == Color::Black),
                        tree.root().play(first),
                    ),
                    None => (1, *tree.root()),
                };
                let dots = if before.turn() == Color::White {
                    "."
                } else {
                    "..."
                };
                let reply = said(&before, *reply, words);
                let told = words
                    .prevents
                    .replace("{}", &format!("{number}{dots} {reply}"));
                let _ = write!(text, "; {told}");
            }
            Some(text)
        }
        Verdict::Idea | Verdict::Refuted | Verdict::Unsettled(_) => None,
    }
}

/// Name of a suggested move, with the judgement of an engine in parentheses if there is one.
fn advised(explanation: &Explanation, mv: Move, words: &Words) -> String {
    let name = said(&explanation.position, mv, words);
    let mut judged = explanation.judged_moves.iter();
    match judged.find(|(of, _)| *of == mv) {
        Some((_, judged)) => format!("{name} ({})", words.judged(judged)),
        None => name,
    }
}

/// Names of the viewer's moves along the first line of a plan.
fn moves_of(explanation: &Explanation, verdict: &Verdict, words: &Words) -> Vec<String> {
    let Some(tree) = verdict.tree() else {
        return Vec::new();
    };
    let mut position = *tree.root();
    let mut moves = Vec::new();
    for mv in line_of(verdict) {
        if position.turn() == explanation.viewer && !mv.is_pass() {
            moves.push(said(&position, mv, words));
        }
        position = position.play(mv);
    }
    moves
}

/// Sentence about the move that wins by force for the side to move, followed by its line if that has more moves.
pub(crate) fn first(explanation: &Explanation, words: &Words) -> Option<String> {
    let vetted = explanation.vetted.as_ref()?;
    let [mate, material, _, _, only] = words.wins;
    let position = &explanation.position;
    let mv = advised(explanation, *vetted.line.first()?, words);
    let sentence = match vetted.wins? {
        Win::Mate(moves) => mate.replace("{n}", &moves.to_string()),
        Win::Material(gain) => material.replace("{n}", &words.pawns(i64::from(gain))),
        Win::Only(more) => only.replace("{n}", &words.pawns(i64::from(more))),
    };
    let sentence = sentence.replace("{}", &mv);
    match vetted.line.len() {
        1 => Some(sentence),
        _ => {
            let line = line_words(position, vetted.line.iter().copied(), |before, mv| {
                said(before, mv, words)
            });
            Some(format!("{sentence}: {line}"))
        }
    }
}

/// Moves of the first line of a plan's tree; empty for a plan without a tree.
pub(crate) fn line_of(verdict: &Verdict) -> Vec<Move> {
    let Some(tree) = verdict.tree() else {
        return Vec::new();
    };
    let (mut line, mut at) = (Vec::new(), None);
    while let Some(node) = tree.children(at).next() {
        let Some(of) = tree.nodes().get(node) else {
            break;
        };
        line.push(of.mv);
        at = Some(node);
    }
    line
}

/// Move in SAN with the piece letters of the language.
pub(crate) fn said(position: &Position, mv: Move, words: &Words) -> String {
    words.san(&san(position, mv))
}

/// Writes the sentence about a move that serves several plans, then the closing ones: the sum, facts left out, the clock, a missing table.
fn tail(text: &mut String, explanation: &Explanation, words: &Words, shown: &Shown<'_>) {
    if let Some(served) = served(explanation, words) {
        let _ = writeln!(text, "{served}\n");
    }
    let mut sentences: Vec<String> = Vec::new();
    if explanation.told.is_empty() {
        sentences.push(words.nothing.to_owned());
    } else {
        sentences.push(words.sum.to_owned());
    }
    let enough = |passed: &&Option<Passed>| **passed == Some(Passed::Enough);
    let others = explanation.passed.iter().filter(enough).count();
    if others > 0 {
        let others = words.others.replace("{}", &others.to_string());
        sentences.push(others.replace("{all}", shown.all));
    }
    if explanation.position.halfmoves() >= FIFTY_MOVES {
        sentences.push(format!("{}.", capital(words.clock)));
    }
    if explanation.worth.is_none() {
        let men = explanation.position.occupied().count_ones();
        sentences.push(words.no_table.replace("{}", &men.to_string()));
    }
    let _ = writeln!(text, "{}", sentences.join(" "));
}

/// Sentence about the one move that serves several plans; `None` without such a move.
pub(crate) fn served(explanation: &Explanation, words: &Words) -> Option<String> {
    let served = explanation.served?;
    let [all, several] = words.serves;
    let sentence = if served.facts == served.of {
        all
    } else {
        several
    };
    let mv = said(&explanation.position, served.mv, words);
    Some(
        sentence
            .replace("{of}", &served.facts.to_string())
            .replace("{}", &mv),
    )
}
