//! An explanation for people.

use std::fmt::Write as _;

use adv_chess::drawing::board_text;
use adv_chess::game::FIFTY_MOVES;
use adv_chess::notation::san;
use adv_chess::{Color, Move, Outcome, Position};
use adv_explain::{Explanation, GameEnd, Passed, PlanTold, Saying, ToldFact, Verdict, Win};
use adv_module::program::Program;

use super::cases;
use super::program_texts::say;
use super::words::{Words, words};
use crate::drawing::lines;
use crate::place;
use crate::text::{advice_name, capital, dots, line_words};

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

/// Explanation in the words of a language.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    pub(super) program: &'a Program,
    pub(super) explanation: &'a Explanation,
    pub(super) words: Words,
    pub(super) shown: &'a Shown<'a>,
}

/// Explanation as text for people: the board with the headline beside it, each fact with its plan, and the sum.
pub fn text(program: &Program, explanation: &Explanation, shown: &Shown<'_>) -> String {
    Telling::new(program, explanation, shown).text()
}

impl<'a> Telling<'a> {
    /// Makes the explanation ready to be told, in the language and with the options of `shown`.
    pub fn new(
        program: &'a Program,
        explanation: &'a Explanation,
        shown: &'a Shown<'a>,
    ) -> Telling<'a> {
        Telling {
            program,
            explanation,
            words: *words(shown.language),
            shown,
        }
    }

    fn text(&self) -> String {
        let mut text = self.head();
        if self.explanation.end.is_some() {
            return text;
        }
        if let Some(first) = self.first() {
            let _ = writeln!(text, "\n{:<12}{first}", self.words.first);
        }
        for (number, told) in (1..).zip(&self.explanation.told) {
            text.push('\n');
            self.fact(&mut text, number, told);
        }
        text.push('\n');
        if let Some(served) = self.served() {
            let _ = writeln!(text, "{served}\n");
        }
        let is_late = self.explanation.position.halfmoves() >= FIFTY_MOVES;
        let clock = is_late.then(|| format!("{}.", capital(self.words.clock)));
        text + &self.closing(self.words.others, clock) + "\n"
    }

    /// Text of the board, with the side to move and the headline beside it.
    fn head(&self) -> String {
        let drawn = cases::head(self.explanation, &self.words);
        let mut text = String::new();
        let board = board_text(&self.explanation.position, false, false);
        for (row, line) in board.lines().enumerate() {
            let beside = match row {
                0 => self.sides(),
                2 => self.headline(),
                row => drawn.get(row.wrapping_sub(4)).cloned().unwrap_or_default(),
            };
            let _ = writeln!(text, "{}", format!("{line:<22}{beside}").trim_end());
        }
        text
    }

    /// Side to move, stage of the game and side of the viewer.
    pub(super) fn sides(&self) -> String {
        let (words, explanation) = (&self.words, self.explanation);
        let turn = words.of(&words.to_move, explanation.position.turn());
        let stage = stage(self.program, explanation);
        let stage = stage.map(|name| format!(", {}", words.stage(&name)));
        let seen = words.of(&words.seen_by, explanation.viewer);
        format!("{turn}{}; {seen}", stage.unwrap_or_default())
    }

    /// Text of the author in the language.
    pub(super) fn say(&self, saying: &Saying) -> String {
        say(self.program, saying, &self.words)
    }

    /// Move in the explained position, with the piece letters of the language.
    pub(super) fn said(&self, mv: Move) -> String {
        said(&self.explanation.position, mv, &self.words)
    }

    /// Side of a fact and what it is called: `White: an open file`.
    pub(super) fn named(&self, told: &ToldFact) -> String {
        let side = self.words.of(&self.words.sides, told.fact.side);
        format!("{side}: {}", self.say(&told.called))
    }

    /// Value of the position: the result of the game if known, else the sum of the patterns.
    pub(super) fn headline(&self) -> String {
        let (words, explanation) = (&self.words, self.explanation);
        if let Some(end) = explanation.end {
            let [mate, stalemate, dead, moves] = words.ends;
            let end = match end {
                GameEnd::Checkmate => mate,
                GameEnd::Stalemate => stalemate,
                GameEnd::DeadPosition => dead,
                GameEnd::SeventyFiveMoves => moves,
            };
            return end.to_owned();
        }
        let total = words.pawns(explanation.total);
        let sign = explanation.sign();
        match (explanation.outcome(), &explanation.judged) {
            (Some(outcome), _) => {
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
                format!(
                    "{value}   {}   {}",
                    sign.symbol(),
                    told.replace("{}", &total)
                )
            }
            (None, Some(judged)) => {
                let told = words.by_engine.replace("{n}", &judged.by);
                let told = told.replace("{}", &total);
                format!("{}  {}   {told}", words.judged(judged), sign.symbol())
            }
            (None, None) => self.by_patterns(),
        }
    }

    fn fact(&self, text: &mut String, number: usize, told: &ToldFact) {
        let words = &self.words;
        let side = words.of(&words.sides, told.fact.side);
        let begun = format!("{number:<3}{side:<9}{}", self.say(&told.called));
        let value = words.worth(told);
        let room = VALUE_ENDS.saturating_sub(begun.chars().count());
        let room = room.max(value.chars().count() + 2);
        let case = cases::of_fact(told, words).map(|case| format!("   {case}"));
        let _ = writeln!(text, "{begun}{value:>room$}{}", case.unwrap_or_default());
        let [why, purpose, plan] = words.heads;
        let mut line = |head: &str, of: &str| {
            let _ = writeln!(text, "   {head:<9}{of}");
        };
        for (head, of) in [(why, &told.belief), (purpose, &told.purpose)] {
            if let Some(of) = of {
                line(head, &self.say(of));
            }
        }
        let mut head = plan;
        for of in &told.plan {
            let plan = self.planned(of);
            match cases::of_piece(of, words) {
                Some(case) => line(head, &format!("{plan:<85}{case}")),
                None => line(head, &plan),
            }
            head = "";
        }
        if let Some(together) = self.together(told) {
            line(head, &together);
        }
    }

    /// Sentence about one piece-of-advice of a plan, with its outcome.
    pub(super) fn planned(&self, plan: &PlanTold) -> String {
        let words = &self.words;
        let name = match &plan.because {
            Some(because) => self.say(because),
            None => advice_name(self.program, plan.advice).to_owned(),
        };
        match &plan.verdict {
            Verdict::Refuted => {
                let depth = self.program.advice.get(plan.advice.index());
                let depth = depth.map_or(0, |of| of.depth);
                let [one, more] = words.plies;
                let plies = if depth == 1 { one } else { more }.replace("{}", &depth.to_string());
                words.refuted.replace("{}", &name).replace("{n}", &plies)
            }
            Verdict::Idea => words.idea.replace("{}", &name),
            Verdict::Unsettled(_) => {
                let limit = self.shown.limit.to_string();
                format!("{name}: {}", words.unsettled.replace("{}", &limit))
            }
            verdict => match self.outcome(verdict) {
                Some(outcome) => format!("{name}: {outcome}"),
                None => name,
            },
        }
    }

    /// Sentence about a line that plays all advice of a plan at once; `None` without such a line: each advice is told by itself.
    pub(super) fn together(&self, told: &ToldFact) -> Option<String> {
        let outcome = self.outcome(told.together.as_ref()?)?;
        let [both, all] = self.words.at_once;
        let at_once = if told.plan.len() == 2 { both } else { all };
        Some(format!("{at_once}: {outcome}"))
    }

    /// Words for the outcome of a plan; `None` if there is nothing to play and it is not done.
    fn outcome(&self, verdict: &Verdict) -> Option<String> {
        let (words, viewer) = (&self.words, self.explanation.viewer);
        let them = !viewer;
        match verdict {
            Verdict::Done => Some(words.done.to_owned()),
            Verdict::Forced(_) => {
                let first = verdict.first_move(viewer);
                if verdict.passes() {
                    let mut moves = self.moves_of(verdict);
                    let now: String = match first {
                        Some(_) if moves.len() > 1 => format!("{}, ", moves.remove(0)),
                        _ => String::new(),
                    };
                    let threat = words.threatens.replace("{}", &words.listed(&moves));
                    return Some(format!("{now}{threat}"));
                }
                let mut text = match first {
                    Some(mv) => {
                        format!("{}, {}", self.advised(mv), words.of(&words.whatever, them))
                    }
                    None => words.of(&words.anyhow, them).to_owned(),
                };
                if let left_out @ 1.. = verdict.left_out() {
                    let left_out = words.left_out.replace("{}", &left_out.to_string());
                    let _ = write!(text, " ({left_out})");
                }
                Some(text)
            }
            Verdict::Possible { tree, prevented } => {
                let moves = words.listed(&self.moves_of(verdict));
                let mut text = format!("{moves}, {}", words.of(&words.if_let, them));
                if let Some(reply) = prevented {
                    let root = tree.root();
                    let (number, before) = match verdict.first_move(viewer) {
                        Some(first) => (1 + u32::from(viewer == Color::Black), root.play(first)),
                        None => (1, *root),
                    };
                    let (dots, reply) = (dots(before.turn()), said(&before, *reply, words));
                    let reply = format!("{number}{dots} {reply}");
                    let _ = write!(text, "; {}", words.prevents.replace("{}", &reply));
                }
                Some(text)
            }
            Verdict::Idea | Verdict::Refuted | Verdict::Unsettled(_) => None,
        }
    }

    /// Name of a suggested move, with the judgement of an engine in parentheses if there is one.
    fn advised(&self, mv: Move) -> String {
        let name = self.said(mv);
        let mut judged = self.explanation.judged_moves.iter();
        match judged.find(|(of, _)| *of == mv) {
            Some((_, judged)) => format!("{name} ({})", self.words.judged(judged)),
            None => name,
        }
    }

    /// Names of the viewer's moves along the first line of a plan.
    fn moves_of(&self, verdict: &Verdict) -> Vec<String> {
        let lines = verdict.tree().map(lines).unwrap_or_default().into_iter();
        // In the first line each move follows the one before it.
        let first = (lines.enumerate()).take_while(|(at, line)| line.parent == at.checked_sub(1));
        let own = first.filter(|(_, line)| line.mover() == self.explanation.viewer);
        let own = own.filter(|(_, line)| !line.mv.is_pass());
        own.map(|(_, line)| self.words.san(&line.san)).collect()
    }

    /// Sentence about the move that wins by force for the side to move, followed by its line if that has more moves.
    pub(super) fn first(&self) -> Option<String> {
        let words = &self.words;
        let vetted = self.explanation.vetted.as_ref()?;
        let [mate, material, _, _, only] = words.wins;
        let mv = self.advised(*vetted.line.first()?);
        let sentence = match vetted.wins? {
            Win::Mate(moves) => mate.replace("{n}", &moves.to_string()),
            Win::Material(gain) => material.replace("{n}", &words.pawns(i64::from(gain))),
            Win::Only(more) => only.replace("{n}", &words.pawns(i64::from(more))),
        };
        let sentence = sentence.replace("{}", &mv);
        if vetted.line.len() == 1 {
            return Some(sentence);
        }
        let line = vetted.line.iter().copied();
        let said = |before: &Position, mv| said(before, mv, words);
        let line = line_words(&self.explanation.position, line, said);
        Some(format!("{sentence}: {line}"))
    }

    /// Closing sentences: the sum, facts left out (in the words `others`), another sentence if there is one, a missing table.
    pub(super) fn closing(&self, others: &str, another: Option<String>) -> String {
        let (words, explanation) = (&self.words, self.explanation);
        let is_silent = explanation.told.is_empty();
        let sum = if is_silent { words.nothing } else { words.sum };
        let mut sentences = vec![sum.to_owned()];
        let enough = |passed: &&Option<Passed>| **passed == Some(Passed::Enough);
        let count = explanation.passed.iter().filter(enough).count();
        if count > 0 {
            let others = others.replace("{}", &count.to_string());
            sentences.push(others.replace("{all}", self.shown.all));
        }
        sentences.extend(another);
        if explanation.worth.is_none() {
            let men = explanation.position.occupied().count_ones();
            sentences.push(words.no_table.replace("{}", &men.to_string()));
        }
        sentences.join(" ")
    }

    /// Sentence about the one move that serves several plans; `None` without such a move.
    pub(super) fn served(&self) -> Option<String> {
        let served = self.explanation.served?;
        let [all, several] = self.words.serves;
        let is_all = served.facts == served.of;
        let sentence = if is_all { all } else { several };
        let sentence = sentence.replace("{of}", &served.facts.to_string());
        Some(sentence.replace("{}", &self.said(served.mv)))
    }
}

/// Name of the stage of the game, such as `endgame`; `None` unless the evaluation names one by a descriptor that holds.
pub(super) fn stage(program: &Program, explanation: &Explanation) -> Option<String> {
    let evaluation = program.evaluations.get(explanation.evaluation.index())?;
    let function = program.functions.get(evaluation.stage?.index())?;
    explanation.stage.filter(|holds| *holds)?;
    // What the author wrote after `stage`, where it is a name.
    place::text_of(program, function.place).filter(|text| !text.contains(char::is_whitespace))
}

/// Move in SAN with the piece letters of the language.
pub(super) fn said(position: &Position, mv: Move, words: &Words) -> String {
    words.san(&san(position, mv))
}
