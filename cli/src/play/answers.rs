//! Answers of a session about the program: its reasons, its tree, its costs; and about the position: moves and hints.

use std::fmt::Write as _;

use adv::chess::Material;
use adv::chess::san;
use adv::chess::set_names;
use adv::program::{AdviceKind, Program};
use adv::render::place::text_of;
use adv::render::text::{self, numbered};
use adv::tables::MAX_MEN;
use adv::{Consultation, GoalKind, Mode, NodeFacts, PartFacts, SideFacts};

use super::board::{Marks, draw};
use super::session::PlaySession;
use crate::exit::Trouble;
use crate::io;
use crate::truth;
use adv::render::sentences;

/// Indent of continued lines: as wide as the words at the left of an answer.
const HANGING: &str = "          ";

impl PlaySession {
    /// `moves`: lists the legal moves.
    pub(super) fn moves(&mut self) -> Result<(), Trouble> {
        let position = self.game.position();
        let moves: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|m| san(position, m))
            .collect();
        if moves.is_empty() {
            let turn = position.turn();
            return self.say(&format!("{turn} has no legal move"));
        }
        self.say(&moves.join(" "))
    }

    /// `hint`: shows the best moves, by a tablebase that is made with the first `hint`.
    pub(super) fn hint(&mut self) -> Result<(), Trouble> {
        let position = *self.game.position();
        let material = Material::of(&position);
        if !position.has_legal_move() {
            return self.moves();
        }
        if material.men() > MAX_MEN {
            return self.say(&format!(
                "there is no hint: tablebases are made for up to {MAX_MEN} men, and the board has {}; `tree` shows what the program is ready for",
                material.men()
            ));
        }
        let known = self
            .tables
            .as_ref()
            .and_then(|tables| tables.hint(&position));
        let hint = match known {
            Some(hint) => Some(hint),
            None => match truth::resistance(
                &[material],
                false,
                Some(self.interrupt.flag()),
                &mut |_, _| {},
            ) {
                Ok(tables) => {
                    let hint = tables.hint(&position);
                    self.tables = Some(tables);
                    hint
                }
                Err(Trouble::Error { message, .. }) => return self.say(&message),
                Err(other) => return Err(other),
            },
        };
        match hint {
            Some(hint) => self.say(&hint),
            None => self.say("there is no hint: the tablebase does not know positions in which a side may castle"),
        }
    }

    /// `tree`: shows the tree that the program follows, and the place of the game in it.
    pub(super) fn tree(&mut self) -> Result<(), Trouble> {
        let Some((p_strategy, node)) = self.player.at() else {
            return self.say("the program has not moved yet");
        };
        let Some(tree) = &p_strategy.consultation.tree else {
            return self.say("there is no tree");
        };
        let module = self.table.engine.module();
        let mut shown = format!(
            "{}\n{}",
            sentences::headline(module, p_strategy),
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
    pub(super) fn stats(&mut self) -> Result<(), Trouble> {
        let Some((p_strategy, _)) = self.player.at() else {
            return self.say("the program has not searched yet");
        };
        let statistics =
            text::statistics(self.table.engine.module(), &p_strategy.consultation.tried);
        self.out.text(&statistics)
    }

    /// `mode strong|weak`: sets or shows the mode in which the program plays.
    pub(super) fn set_mode(&mut self, word: &str) -> Result<(), Trouble> {
        match word {
            "strong" => self.player.set_mode(Mode::Strong),
            "weak" => self.player.set_mode(Mode::Weak),
            "" => {}
            _ => {
                return self.say(&format!(
                    "expected `mode strong` or `mode weak`, found `{word}`"
                ));
            }
        }
        self.say(match self.player.mode() {
            Mode::Strong => {
                "strong: a tree is played to a leaf before the program is consulted again"
            }
            Mode::Weak => "weak: the program is consulted again on every move",
        })
    }

    /// `game`: shows the moves so far and how the game ended.
    pub(super) fn record(&mut self) -> Result<(), Trouble> {
        let mut line = self.game.movetext();
        if line.is_empty() {
            return self.say("nothing has been played yet");
        }
        if self.finish.is_some() {
            let sentence = self.end_sentence();
            let _ = write!(line, "  {} ({sentence})", self.played().result());
        }
        self.say(&line)
    }

    /// `why`: shows the source of the program's last move, the author's reason, the goal with its numbers, and the board of a condition.
    pub(super) fn why(&mut self) -> Result<(), Trouble> {
        let Some((p_strategy, node)) = self.player.at() else {
            return self.say("the program has not moved yet");
        };
        let (p_strategy, node) = (p_strategy.clone(), node);
        let answer = &p_strategy.consultation;
        let ours = answer
            .tree
            .as_ref()
            .and_then(|tree| tree.nodes().get(node))
            .map(|node| node.mv);
        // The last of our moves in the record: the opponent may have moved since.
        let ply = (0..self.game.len()).rev().find(|ply| {
            self.game.positions()[*ply].turn() == self.us
                && self.game.moves().get(*ply).copied() == ours
        });
        let facts = self.table.engine.facts(answer, node);
        let module = self.table.engine.module();
        let mut shown = String::new();
        if let (Some(ply), Some(m)) = (ply, ours) {
            let _ = write!(shown, "{}    ", numbered(&self.game.positions()[ply], m));
        }
        let _ = writeln!(shown, "{}", sentences::headline(module, &p_strategy));
        let rule = answer
            .table
            .and_then(|id| module.tables.get(id.index())?.rules.get(answer.rule?));
        if let Some(line) = rule.and_then(|rule| adv::render::place::rule_text(module, rule)) {
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
                if let Some(after) = ply.and_then(|ply| self.game.positions().get(ply + 1)) {
                    let zones = facts.parts.iter().flat_map(|part| &part.zones);
                    for line in adv::render::zone_words::told(after, zones) {
                        let _ = writeln!(shown, "{:9} {line}", "");
                    }
                }
            }
            Err(stop) => {
                let _ = writeln!(shown, "the conditions cannot be shown: {stop}");
            }
        }
        if let Some(reasons) =
            crate::brought::MoveReasons::of(&self.table.engine, answer, None, &self.table.messages)?
        {
            shown.push_str(&reasons.text(answer));
        }
        if let Some((words, squares)) = marked
            && let Some(ply) = ply
            && let Some(position) = self.game.positions().get(ply + 1)
        {
            let marks = Marks {
                last: None,
                set: squares,
            };
            let board = draw(position, self.table.look, marks);
            let told = io::wrapped(&shown, HANGING, io::stdout_is_terminal());
            self.out.text(&told)?;
            self.out.drawing(&format!("\n{board}\n"))?;
            return self.say(&format!("marked: {words}"));
        }
        let told = io::wrapped(&shown, HANGING, io::stdout_is_terminal());
        self.out.text(&told)
    }
}

/// Appends the conditions of a node's goals to `shown`; returns the board to draw as text and squares, `None` where no board tells much.
fn conditions(
    shown: &mut String,
    module: &Program,
    answer: &Consultation,
    facts: &NodeFacts,
) -> Option<(String, u64)> {
    let kind = answer
        .advice
        .and_then(|id| module.advice.get(id.index()))
        .map_or(AdviceKind::Piece, |advice| advice.kind);
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
        let _ = writeln!(
            shown,
            "{head:9} {} {text}{}",
            if part.holds { "yes" } else { "no " },
            numbers(module, part)
        );
        for board in &part.boards {
            let name = text_of(module, board.place)
                .unwrap_or_else(|| format!("board {}", boards.len() + 1));
            if !boards.iter().any(|(known, _)| *known == name) {
                boards.push((name, board.squares));
            }
        }
    }
    if facts
        .parts
        .iter()
        .any(|part| part.goal == GoalKind::Better && !part.holds)
    {
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
    let Some([left, right]) = &part.compare else {
        return String::new();
    };
    let sides: Vec<String> = [left, right]
        .into_iter()
        .filter_map(|side| side_text(module, side))
        .collect();
    if sides.is_empty() {
        return String::new();
    }
    format!("  ({})", sides.join(", "))
}

/// One side of a comparison with its numbers, such as `room 12`; `None` for a literal number.
fn side_text(module: &Program, side: &SideFacts) -> Option<String> {
    let values: Vec<String> = side.values.iter().map(i64::to_string).collect();
    let value = match values.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    };
    match text_of(module, side.place) {
        Some(text) if text == value => None,
        Some(text) => Some(format!("{text} {value}")),
        None => Some(value),
    }
}
