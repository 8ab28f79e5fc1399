//! The block of data of a page. It belongs to the page's own script and is no promise to tools: those have [`crate::json`].
//!
//! ```text
//! { "fen", "us", "game", "heading", "ending", "remarks": [{ "text", "warn" }], "goals": { "better-goal": "Out-class" },
//!   "boards": [text], "colours": […],              each set of squares that any node speaks of, by its text
//!   "played": 12,                                  a game's own moves are the first nodes; those after them are replies that were not played
//!   "plans":  [{ "name", "where", "because", "brought": { "condition", "nothing", "groups" }, "classes": [[name, text]], "tried", "source": [{ "title", "lines" }] }],
//!   "nodes":  [{ "parent", "label", "uci", "fen", "us", "leaf", "leftOut", "plan", "begins", "by", "facts" }] }
//! ```

use std::collections::BTreeMap;

use adv_chess::notation::fen;
use adv_module::program::{Place, StatementKind};
use adv_module::{AdviceId, Program};
use adv_vm::{BoardFacts, GoalKind, NodeFacts, RefutedLine, SideFacts, Tried};
use serde_json::{Value, json};

use crate::attempts::class_words;
use crate::drawing::{Explained, Line, lines, rule_place, statement, statement_words};
use crate::explanation::BroughtOnPage;
use crate::game::Played;
use crate::place;
use crate::refutation;
use crate::svg::OVERLAY_COLOURS;
use crate::text::{
    advice_name, classes, effort_sentence, goal_word, left_out_sentence, many, plies, thousands,
};
use crate::zone_words::{self, MoveAlong};

/// Most moves (nodes) of a page.
const NODES: usize = 20_000;
/// Most lines of one block of source on a page.
const SOURCE_LINES: usize = 40;

/// Data for the script about a consultation or p-strategy: its tree with facts, plan and source.
pub(super) fn of_tree(explained: &Explained<'_>) -> Value {
    let answer = explained.answer;
    let mut legend = Legend::default();
    let mut nodes: Vec<Value> = Vec::new();
    let mut remarks: Vec<Value> = Vec::new();
    if let Some(tree) = &answer.tree {
        let worked = lines(tree);
        for (index, (node, line)) in tree.nodes().iter().zip(&worked).take(NODES).enumerate() {
            let facts = explained.facts_at(index);
            nodes.push(json!({
                "parent": line.parent,
                "label": line.numbered(),
                "uci": crate::html::page_uci(node.mv),
                "fen": fen(&line.after),
                "us": line.mover() == answer.us,
                "leaf": tree.is_leaf(index),
                "leftOut": node.left_out,
                "plan": 0,
                "begins": true,
                "by": selected_words(explained.module, answer.advice, facts),
                "facts": facts.map(|facts| node_facts(explained.module, facts, line, &mut legend)),
            }));
        }
        if let Some(text) = effort_sentence(explained.module, answer) {
            remarks.push(json!({ "text": text, "warn": false }));
        }
        if tree.is_conditional() {
            remarks.push(json!({ "text": left_out_sentence(tree), "warn": true }));
        }
        if worked.len() > NODES {
            let text = format!(
                "only the first {} of {} moves are on this page",
                thousands(NODES as u64),
                thousands(worked.len() as u64)
            );
            remarks.push(json!({ "text": text, "warn": true }));
        }
    } else {
        remarks.push(json!({ "text": "nothing is satisfied here", "warn": true }));
    }
    if answer.mirrored {
        let text = "the colours were exchanged to fit the program, and back again here";
        remarks.push(json!({ "text": text, "warn": false }));
    }
    json!({
        "fen": fen(&answer.position),
        "us": answer.us.name(),
        "game": false,
        "played": 0,
        "heading": format!("{} to move", answer.position.turn()),
        "ending": null,
        "remarks": remarks,
        "goals": goal_names(explained),
        "boards": legend.texts,
        "colours": OVERLAY_COLOURS,
        "plans": [plan(explained)],
        "nodes": nodes,
    })
}

/// Data for the script about a played game: its moves, their plans, and the replies that were not played.
pub(super) fn of_game(played: &Played<'_>) -> Value {
    let mut legend = Legend::default();
    let worked = played.lines();
    let mut nodes: Vec<Value> = Vec::new();
    for (ply, line) in worked.iter().enumerate() {
        // A reply is shown with the p-strategy that awaited it.
        let number = played.plans.iter().rposition(|plan| plan.from <= ply);
        let plan = number.and_then(|number| played.plans.get(number));
        let facts = plan
            .zip(played.node_at(ply))
            .and_then(|(plan, node)| plan.facts.get(node)?.as_ref());
        nodes.push(json!({
            "parent": line.parent,
            "label": line.numbered(),
            "uci": crate::html::page_uci(line.mv),
            "fen": fen(&line.after),
            "us": line.mover() == played.us,
            "leaf": false,
            "leftOut": 0,
            "plan": number,
            "begins": plan.is_some_and(|plan| plan.from == ply),
            "by": plan.and_then(|plan| {
                let id = plan.p_strategy.consultation.advice;
                selected_words(played.module, id, facts)
            }),
            "facts": facts.map(|facts| node_facts(played.module, facts, line, &mut legend)),
        }));
    }
    let played_moves = nodes.len();
    let left_out = variations(played, &worked, &mut nodes, &mut legend);
    let mut remarks = vec![json!({
        "text": played.end_sentence(),
        "warn": played.goal() == Some(false),
    })];
    if left_out > 0 {
        let moves = many(left_out, "move", "moves");
        let verb = if left_out == 1 { "is" } else { "are" };
        let text = format!("{moves} of the p-strategies {verb} not on this page");
        remarks.push(json!({ "text": text, "warn": true }));
    }
    let shown: Vec<Explained<'_>> = played.plans.iter().map(|p| played.explained(p)).collect();
    let plans: Vec<Value> = shown.iter().map(plan).collect();
    let goals = shown.first().map_or_else(|| json!({}), goal_names);
    json!({
        "fen": fen(played.game.start()),
        "us": played.us.name(),
        "game": true,
        "played": played_moves,
        "heading": format!("{} plays {}", played.player, played.us),
        "ending": played.end_sentence(),
        "remarks": remarks,
        "goals": goals,
        "boards": legend.texts,
        "colours": OVERLAY_COLOURS,
        "plans": plans,
        "nodes": nodes,
    })
}

/// Adds the moves of the p-strategies' trees that were not played, beside the moves of the game. Returns the number that found no room.
fn variations(
    played: &Played<'_>,
    worked: &[Line],
    nodes: &mut Vec<Value>,
    legend: &mut Legend,
) -> u64 {
    let mut left_out = 0;
    let mut known: BTreeMap<(Option<usize>, String), usize> = BTreeMap::new();
    for (number, plan) in played.plans.iter().enumerate() {
        let Some(tree) = &plan.p_strategy.consultation.tree else {
            continue;
        };
        // Where each node of the tree is on the page.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(tree.nodes().len());
        for (index, (node, line)) in tree.nodes().iter().zip(&lines(tree)).enumerate() {
            let parent = match line.parent {
                None => Ok(plan.from.checked_sub(1)),
                Some(parent) => places.get(parent).copied().flatten().map(Some).ok_or(()),
            };
            // Below a move without room there is none either.
            let Ok(parent) = parent else {
                places.push(None);
                left_out += 1;
                continue;
            };
            let next = parent.map_or(0, |parent| parent + 1);
            let on_line = parent.is_none_or(|parent| parent < worked.len());
            if on_line && worked.get(next).is_some_and(|line| line.mv == node.mv) {
                places.push(Some(next));
                continue;
            }
            // In the weak mode the p-strategies of two moves may be ready for the same reply.
            let uci = crate::html::page_uci(node.mv);
            if let Some(known) = known.get(&(parent, uci.clone())) {
                places.push(Some(*known));
                continue;
            }
            if nodes.len() >= NODES {
                places.push(None);
                left_out += 1;
                continue;
            }
            known.insert((parent, uci.clone()), nodes.len());
            places.push(Some(nodes.len()));
            let facts = plan.facts.get(index).and_then(Option::as_ref);
            nodes.push(json!({
                "parent": parent,
                "label": line.numbered(),
                "uci": uci,
                "fen": fen(&line.after),
                "us": line.mover() == played.us,
                "leaf": tree.is_leaf(index),
                "leftOut": node.left_out,
                "plan": number,
                "begins": false,
                "facts": facts.map(|facts| node_facts(played.module, facts, line, legend)),
            }));
        }
    }
    left_out
}

/// Texts of the sets of squares that the nodes show, each once: a set that a reader chooses to see stays chosen from node to node.
#[derive(Default)]
struct Legend {
    texts: Vec<String>,
}

impl Legend {
    /// Data for the script on one board: the index of its text, added if new, and its squares as sixteen hexadecimal digits.
    fn entry(&mut self, module: &Program, goal: GoalKind, board: &BoardFacts) -> Value {
        let text =
            place::text_of(module, board.place).unwrap_or_else(|| goal_word(goal).to_owned());
        let known = self.texts.iter().position(|known| *known == text);
        let index = known.unwrap_or_else(|| {
            self.texts.push(text);
            self.texts.len() - 1
        });
        json!([index, format!("{:016x}", board.squares)])
    }
}

fn node_facts(module: &Program, facts: &NodeFacts, line: &Line, legend: &mut Legend) -> Value {
    let side = |side: &SideFacts| json!({ "text": place::text_of(module, side.place), "values": side.values });
    let parts: Vec<Value> = facts
        .parts
        .iter()
        .map(|part| {
            let boards: Vec<Value> = part
                .boards
                .iter()
                .map(|board| legend.entry(module, part.goal, board))
                .collect();
            json!({
                "goal": goal_word(part.goal),
                "text": place::text_of(module, part.place),
                "line": place::line_column(module, part.place).map(|at| at.line),
                "holds": part.holds,
                "compare": part.compare.as_ref().map(|[left, right]| [side(left), side(right)]),
                "boards": boards,
            })
        })
        .collect();
    let mut object = json!({ "decided": goal_word(facts.decided), "parts": parts });
    let moved = MoveAlong {
        before: &line.before,
        mv: line.mv,
        zones: &facts.along,
    };
    let zones = zone_words::page(&line.after, zone_words::of_node(facts), Some(moved));
    if !zones.is_empty() {
        object["zones"] = json!(zones);
    }
    object
}

/// Headings for the goals on the page: an action has an out-class and a holding, a piece-of-advice has goals.
fn goal_names(explained: &Explained<'_>) -> Value {
    if is_action(explained) {
        json!({ "better-goal": "Out-class", "holding-goal": "Holding" })
    } else {
        json!({ "better-goal": "Better-goal", "holding-goal": "Holding-goal" })
    }
}

fn is_action(explained: &Explained<'_>) -> bool {
    let found = explained
        .origin
        .as_ref()
        .and_then(|origin| statement(explained.module, origin));
    found.is_some_and(|found| matches!(found.kind, StatementKind::Action { .. }))
}

fn plan(explained: &Explained<'_>) -> Value {
    let (module, answer) = (explained.module, explained.answer);
    let mut named: Vec<[String; 2]> = Vec::new();
    if is_action(explained) {
        let (in_class, out_class) = explained
            .origin
            .as_ref()
            .map_or((None, None), |origin| classes(module, origin));
        named.push(["in-class".into(), in_class.unwrap_or_else(|| "any".into())]);
        named.extend(out_class.map(|text| ["out-class".into(), text]));
        let record = answer.advice.and_then(|id| module.advice.get(id.index()));
        named.extend(record.map(|record| ["within".into(), plies(record.depth)]));
    }
    let tried: Vec<Value> = answer
        .tried
        .iter()
        .map(|t| {
            json!({
                "name": advice_name(module, t.advice),
                "satisfied": t.satisfied,
                "positions": crate::text::positions(t.positions),
                "refuted": t.refuted.as_ref().and_then(|line| refuted(module, t, line)),
            })
        })
        .collect();
    json!({
        "name": answer.advice.map(|id| advice_name(module, id)),
        "where": explained.source_line(),
        "because": answer.because,
        "brought": explained.brought.as_ref().map(BroughtOnPage::data),
        "classes": named,
        "tried": tried,
        "source": sources(explained),
    })
}

/// Words for the class of moves that selected the move to a node; `None` without facts or class.
fn selected_words(
    module: &Program,
    advice: Option<AdviceId>,
    facts: Option<&NodeFacts>,
) -> Option<String> {
    Some(class_words(module, advice?, facts?.selected.as_ref()?))
}

/// Sentence with the main line by which a piece-of-advice was refuted.
fn refuted(module: &Program, tried: &Tried, line: &RefutedLine) -> Option<String> {
    refutation::line(module, tried.advice, line)
}

/// Blocks of source lines that explain the answer: the statement's, the rule's, and the piece-of-advice's.
fn sources(explained: &Explained<'_>) -> Vec<Value> {
    let (module, answer) = (explained.module, explained.answer);
    let mut blocks: Vec<Value> = Vec::new();
    let mut seen: Vec<Place> = Vec::new();
    let mut push = |title: String, at: Place| {
        if !seen.contains(&at) {
            seen.push(at);
            blocks.extend(block(module, title, at));
        }
    };
    if let Some(origin) = &explained.origin {
        let words = statement(module, origin).map(|s| statement_words(module, s));
        push(words.unwrap_or_else(|| "statement".into()), origin.place);
    }
    if let (Some(at), Some(rule)) = (rule_place(module, answer), answer.rule) {
        push(format!("rule {}", rule + 1), at);
    }
    if let Some(id) = answer.advice
        && !is_action(explained)
        && let Some(at) = advice_place(module, id)
    {
        push(format!("advice {}", advice_name(module, id)), at);
    }
    blocks
}

fn advice_place(module: &Program, id: AdviceId) -> Option<Place> {
    module.advice.get(id.index()).map(|record| record.place)
}

fn block(module: &Program, title: String, at: Place) -> Option<Value> {
    let file = place::file_of(module, at)?;
    let listing = place::listing(module, at, SOURCE_LINES)?;
    let lines: Vec<Value> = listing
        .lines
        .iter()
        .zip(listing.first..)
        .map(|(line, number)| json!({ "number": number, "text": line, "hit": number == listing.first }))
        .collect();
    Some(json!({ "title": format!("{title}, {file}"), "lines": lines }))
}
