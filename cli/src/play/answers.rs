//! Answers of a session about the program: its reasons, its tree, its costs; and about the position: moves and hints.

use std::fmt::Write as _;

use adv::chess::{Material, san, set_names};
use adv::explain::{ExplainError, ExplainOptions, USUAL_POSITIONS, USUAL_TRIED};
use adv::program::{AdviceKind, EvaluationId, Program};
use adv::render::explanation::{self, Shown};
use adv::render::place::text_of;
use adv::render::text::numbered;
use adv::render::{place, sentences, text, zone_words};
use adv::tables::MAX_MEN;
use adv::{
    Consultation, GoalKind, Limits, NodeFacts, PStrategy, PartFacts, Resistance, SideFacts, Stop,
};

use crate::args::SESSION_TRACE_LINES;
use crate::gains::{MoveReasons, explainer};
use crate::{Trouble, explainers, io, truth};

use super::board::{Marks, draw};
use super::commands::unexpected;
use super::session::PromptSession;

/// Indent of continued lines: as wide as the words at the left of an answer.
const HANGING: &str = "          ";

impl PromptSession {
    /// `moves`: lists the legal moves.
    pub(super) fn moves(&mut self, _: &str) -> Result<(), Trouble> {
        let position = self.game.position();
        let legal = position.legal_moves().into_iter();
        let mut moves = legal.map(|m| (m, san(position, m))).peekable();
        if moves.peek().is_none() {
            let turn = position.turn();
            return Err(trouble!("{turn} has no legal move"));
        }
        let Some(written) = &self.written else {
            return self.say(&text::joined(moves.map(|(_, text)| text), " "));
        };
        // The node of the p-strategy to which each reply leads.
        let node = written.node().filter(|_| self.finish.is_none());
        let mut text = String::new();
        for (m, san) in moves {
            let mut known = node.iter().flat_map(|node| &node.to);
            let leads = match known.find(|(reply, _)| *reply == m.to_string()) {
                Some((_, to)) => format!("node {to}"),
                None => "leaves the p-strategy".to_owned(),
            };
            let _ = writeln!(text, "{san:<8}{leads}");
        }
        self.out.text(&text)
    }

    /// `hint`: shows the best moves, by a tablebase that is made with the first `hint`.
    pub(super) fn hint(&mut self, _: &str) -> Result<(), Trouble> {
        let position = *self.game.position();
        let material = Material::of(&position);
        if !position.has_legal_move() {
            return self.moves("");
        }
        if material.men() > MAX_MEN {
            return Err(trouble!(
                "there is no hint: tablebases are made for up to {MAX_MEN} men, and the board has {}; `tree` shows what the program is ready for",
                material.men()
            ));
        }
        let of = |tables: &Resistance| tables.hint(&position);
        let mut hint = self.tables.as_ref().and_then(of);
        if hint.is_none() {
            let stop = Some(self.interrupt.flag());
            let tables = truth::resistance(&[material], false, stop, &mut |_, _| {})?;
            hint = of(&tables);
            self.tables = Some(tables);
        }
        match hint {
            Some(hint) => self.say(&hint),
            None => Err(Trouble::new(
                "there is no hint: the tablebase does not know positions in which a side may castle",
            )),
        }
    }

    /// `tree`: shows the tree that the program follows, and the place of the game in it.
    pub(super) fn tree(&mut self, _: &str) -> Result<(), Trouble> {
        let (p_strategy, node) = self.followed("moved")?;
        let Some(tree) = &p_strategy.consultation.tree else {
            return Err(Trouble::new("there is no tree"));
        };
        let module = self.engine.module();
        let mut shown = format!(
            "{}\n{}",
            sentences::headline(module, &p_strategy),
            text::tree(tree)
        );
        if tree.is_conditional() {
            let _ = writeln!(shown, "conditional: {}", text::left_out_sentence(tree));
        }
        let ply = tree.nodes().get(node).map_or(0, |node| node.ply);
        let depth = tree.depth();
        let _ = match tree.is_leaf(node) {
            true => writeln!(shown, "the tree is played out"),
            false => writeln!(shown, "the play is at ply {ply} of {depth}"),
        };
        self.out.text(&shown)
    }

    /// `stats`: shows the cost of the search for the program's last move.
    pub(super) fn stats(&mut self, _: &str) -> Result<(), Trouble> {
        let (p_strategy, _) = self.followed("searched")?;
        let statistics = text::statistics(self.engine.module(), &p_strategy.consultation.tried);
        self.out.text(&statistics)
    }

    /// `game`: shows the moves so far and how the game ended.
    pub(super) fn record(&mut self, _: &str) -> Result<(), Trouble> {
        let mut line = self.game.movetext();
        if line.is_empty() {
            return Err(Trouble::new("nothing has been played yet"));
        }
        if self.finish.is_some() {
            let sentence = self.end_sentence();
            let _ = write!(line, "  {} ({sentence})", self.played().result());
        }
        self.say(&line)
    }

    /// `why`: shows the source of the program's last move, the author's reason, the goal with its numbers, and the board of a condition;
    /// after a question the answer, with the conditions that were missed.
    pub(super) fn why(&mut self, _: &str) -> Result<(), Trouble> {
        if let Some(last) = self.last.take() {
            return self.tell_answer(last, true);
        }
        if let Some(written) = &self.written {
            let text = written.node().map(|node| {
                let by = node.by.as_deref().unwrap_or("nothing is played");
                let at = node.at.as_ref().map(|at| format!(", {at}"));
                format!("node {}: {by}{}", node.n, at.unwrap_or_default())
            });
            return self.say(text.as_deref().unwrap_or("the p-strategy has been left"));
        }
        if self.player.is_none() {
            return Err(Trouble::new("nothing was asked yet")
                .help("type the name of a table, a strategy or a piece-of-advice first"));
        }
        let (p_strategy, node) = self.followed("moved")?;
        let answer = &p_strategy.consultation;
        let tree = answer.tree.as_ref();
        let ours = tree.and_then(|tree| Some(tree.nodes().get(node)?.mv));
        // The last of our moves in the record: the opponent may have moved since.
        let ply = (0..self.game.len()).rev().find(|ply| {
            let turn = self.game.positions()[*ply].turn();
            self.us.is_none_or(|us| us == turn) && self.game.moves().get(*ply).copied() == ours
        });
        let after = ply.and_then(|ply| self.game.positions().get(ply + 1));
        let facts = self.engine.facts(answer, node);
        let module = self.engine.module();
        let mut shown = String::new();
        if let (Some(ply), Some(m)) = (ply, ours) {
            let _ = write!(shown, "{}    ", numbered(&self.game.positions()[ply], m));
        }
        let _ = writeln!(shown, "{}", sentences::headline(module, &p_strategy));
        let table = answer.table.and_then(|id| module.tables.get(id.index()));
        let rule = table.and_then(|table| table.rules.get(answer.rule?));
        if let Some(line) = rule.and_then(|rule| place::rule_text(module, rule)) {
            let _ = writeln!(shown, "rule      {line}");
        }
        if let Some(because) = &answer.because {
            let _ = writeln!(shown, "because   {because}");
        }
        let mut marked = None;
        match facts {
            Ok(facts) => {
                marked = conditions(&mut shown, module, answer, &facts);
                // Zones are told for the position after our move, in which the conditions are asked.
                let zones = facts.parts.iter().flat_map(|part| &part.zones);
                for line in after.map_or(Vec::new(), |after| zone_words::told(after, zones)) {
                    let _ = writeln!(shown, "{:9} {line}", "");
                }
            }
            Err(stop) => {
                let _ = writeln!(shown, "the conditions cannot be shown: {stop}");
            }
        }
        if let Some(reasons) = MoveReasons::of(&self.engine, answer, None)? {
            shown.push_str(&reasons.text(answer));
        }
        let told = io::wrapped(&shown, HANGING, io::stdout_is_terminal());
        self.out.text(&told)?;
        let (Some((words, set)), Some(after)) = (marked, after) else {
            return Ok(());
        };
        let board = draw(after, self.look, Marks { last: None, set });
        self.out.drawing(&format!("\n{board}\n"))?;
        self.say(&format!("marked: {words}"))
    }
}

/// Appends the conditions of a node's goals to `shown`; returns the board to draw as text and squares, `None` where no board tells much.
fn conditions(
    shown: &mut String,
    module: &Program,
    answer: &Consultation,
    facts: &NodeFacts,
) -> Option<(String, u64)> {
    let advice = answer.advice.and_then(|id| module.advice.get(id.index()));
    let kind = advice.map_or(AdviceKind::Piece, |advice| advice.kind);
    let mut last = None;
    let mut boards: Vec<(String, u64)> = Vec::new();
    for (index, part) in facts.parts.iter().enumerate() {
        let word = match part.goal {
            GoalKind::Holding => "holding",
            GoalKind::Better if kind.is_action() => "out-class",
            GoalKind::Better => "better",
        };
        let head = if last == Some(part.goal) { "" } else { word };
        last = Some(part.goal);
        // A module without its source text has numbers for names.
        let text =
            text_of(module, part.place).unwrap_or_else(|| format!("condition {}", index + 1));
        let holds = if part.holds { "yes" } else { "no " };
        let numbers = numbers(module, part);
        let _ = writeln!(shown, "{head:9} {holds} {text}{numbers}");
        for board in &part.boards {
            let name = text_of(module, board.place)
                .unwrap_or_else(|| format!("board {}", boards.len() + 1));
            if !boards.iter().any(|(known, _)| *known == name) {
                boards.push((name, board.squares));
            }
        }
    }
    let is_missed = |part: &PartFacts| part.goal == GoalKind::Better && !part.holds;
    if facts.parts.iter().any(is_missed) {
        shown.push_str("          the better-goal is for the leaves; the tree goes on from here\n");
    }
    for (name, squares) in &boards {
        let _ = writeln!(shown, "{:9} {name} = {}", "", names(*squares));
    }
    // A single man's square shows nothing, and neither do all squares.
    boards
        .into_iter()
        .filter(|(_, squares)| (2..64).contains(&squares.count_ones()))
        .max_by_key(|(_, squares)| squares.count_ones())
}

/// Text of a set of squares: their names, or their number where there are more than 16.
fn names(squares: u64) -> String {
    match squares.count_ones() {
        0 => "no square".to_owned(),
        64 => "all squares".to_owned(),
        many @ 17.. => format!("{many} squares"),
        _ => set_names(squares),
    }
}

/// Text of the numbers that a condition compares: `  (room 12, root.room 20)`; empty where it compares none.
fn numbers(module: &Program, part: &PartFacts) -> String {
    let sides = part.compare.iter().flatten();
    let sides: Vec<String> = sides.filter_map(|side| side_text(module, side)).collect();
    match sides.is_empty() {
        true => String::new(),
        false => format!("  ({})", sides.join(", ")),
    }
}

/// One side of a comparison with its numbers, such as `room 12`; `None` for a literal number.
fn side_text(module: &Program, side: &SideFacts) -> Option<String> {
    let value = text::tuple(&side.values);
    match text_of(module, side.place) {
        Some(text) if text == value => None,
        Some(text) => Some(format!("{text} {value}")),
        None => Some(value),
    }
}

impl PromptSession {
    /// `assess [en|de|ru] [all]`: explains the position for the side to move, by its weightiest facts or by all of them. The program's own
    /// patterns explain it where it has an evaluation, those of the library where it has none.
    pub(super) fn assess(&mut self, words: &str) -> Result<(), Trouble> {
        let (language, all) = match words.strip_suffix("all") {
            Some(language) => (language.trim_end(), true),
            None => (words, false),
        };
        let language = if language.is_empty() { "en" } else { language };
        if !explanation::is_language(language) {
            let known = "`assess`, `assess all`, `assess de` or `assess ru`";
            return Err(unexpected(known, words));
        }
        self.out.flush()?;
        let position = *self.game.position();
        let limits = Limits {
            fuel: self.limits.fuel,
            positions: USUAL_POSITIONS,
            ..Limits::default()
        };
        let mut explainer = explainer(&self.engine, limits)?;
        let values = explainers::values(&[], std::slice::from_ref(&position))?;
        explainer.set_oracle(Some(values));
        self.interrupt.stops(explainer.engine_mut());
        let options = ExplainOptions {
            tell: all.then_some(usize::MAX),
            tried: USUAL_TRIED,
            ..ExplainOptions::default()
        };
        let explanation = explainer.explain(EvaluationId(0), &position, &options);
        let explanation = explanation.map_err(|error| match error {
            ExplainError::Stopped(Stop::Interrupted) => {
                self.interrupt.take();
                Trouble::new("the explanation is interrupted")
            }
            error => Trouble::new(error.to_string()),
        })?;
        let shown = Shown {
            language,
            limit: USUAL_POSITIONS,
            all: match language {
                "de" => "assess de all",
                "ru" => "assess ru all",
                _ => "assess all",
            },
        };
        let text = explanation::text(explainer.program(), &explanation, &shown);
        // It has a board, whose lines are not broken.
        self.out.text(&format!("\n{text}"))
    }
}

impl PromptSession {
    /// `trace on|off|LINES`: switches the trace of steps, and sets the most lines of each search.
    pub(super) fn set_trace(&mut self, word: &str) -> Result<(), Trouble> {
        let usual = SESSION_TRACE_LINES.parse().unwrap_or_default();
        self.trace = match (word, self.trace) {
            ("on", _) | ("", None) => Some(usual),
            ("off", _) | ("", Some(_)) => None,
            (word, _) => match word.parse() {
                Ok(lines) => Some(lines),
                Err(_) => {
                    let known = "`trace on`, `trace off` or a number of lines";
                    return Err(unexpected(known, word));
                }
            },
        };
        self.engine.trace(self.trace);
        match self.trace {
            Some(lines) => self.say(&format!(
                "every step of the program is shown, and its search node by node in at most {lines} lines"
            )),
            None => self.say("steps of the program are not shown"),
        }
    }

    /// `times on|off`: switches the CPU time of each move.
    pub(super) fn set_times(&mut self, word: &str) -> Result<(), Trouble> {
        self.times = match word {
            "on" => true,
            "off" => false,
            "" => !self.times,
            _ => return Err(unexpected("`times on` or `times off`", word)),
        };
        self.say(match self.times {
            true => "the CPU time of each move of the program is shown",
            false => "times are not shown",
        })
    }

    /// Shows the line of a step, and the search that led to it.
    pub(super) fn show_trace(&mut self, begun: Option<&PStrategy>) -> Result<(), Trouble> {
        let (p_strategy, node) = self.followed("moved")?;
        let module = self.engine.module();
        let Some(tree) = &p_strategy.consultation.tree else {
            return Ok(());
        };
        if begun.is_some() {
            let work = text::work(module, &p_strategy.consultation);
            self.say(&format!("  trace: {work}"))?;
            return self.show_search();
        }
        let ply = tree.nodes().get(node).map_or(0, |node| node.ply);
        let line = format!(
            "  trace: follows the tree of {}, ply {ply} of {}",
            sentences::headline(module, &p_strategy),
            tree.depth()
        );
        self.say(&line)
    }

    /// Shows the search of the last step, node by node, where traces are on.
    pub(super) fn show_search(&mut self) -> Result<(), Trouble> {
        if self.trace.is_none_or(|lines| lines == 0) {
            return Ok(());
        }
        let trace = self.engine.traced();
        let text = text::trace(self.engine.module(), &trace);
        let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
        self.out.text(&lines)
    }
}
