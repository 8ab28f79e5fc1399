//! What goes beyond a consultation: the statement that chose, the nodes in one flat list with the facts at each, played games.
//!
//! The nested `tree` of a consultation has as many levels as the tree has plies, and some readers stop at 128. `nodes` says the same
//! and more in one list: each node names its parent by index.

use adv_chess::notation::fen;
use adv_chess::squares::each;
use adv_chess::{Color, Position, geometry::square_name};
use adv_module::Program;
use adv_vm::{BoardFacts, Ending, NodeFacts, Origin, PartFacts, SideFacts};
use serde_json::{Value, json};

use crate::explained::{Explained, action_name, lines, rule_place, strategy_name};
use crate::place;
use crate::played::{Finish, Played};
use crate::searched::class_object;
use crate::spoken;
use crate::text::{classes, goal_word};

/// A consultation or p-strategy with everything known about it: the object of [`super::consultation`] and the fields `strategy`,
/// `statement`, `line`, `action`, `in_class`, `out_class` and `nodes`.
pub fn explained(explained: &Explained<'_>, why: bool) -> Value {
    let mut object = super::consultation(explained.module, explained.answer, why);
    add_origin(&mut object, explained);
    object["nodes"] = nodes(explained);
    object
}

/// A played game: the moves with the index of the plan that each of ours belongs to, the plans with their trees, how it ended.
pub fn game(played: &Played<'_>) -> Value {
    let moves: Vec<Value> = played
        .lines()
        .iter()
        .enumerate()
        .map(|(ply, line)| {
            let plan = played.plan_at(ply).and_then(|plan| {
                let same = |other: &crate::Plan| std::ptr::eq(other, plan);
                played.plans.iter().position(same)
            });
            json!({
                "uci": line.mv.to_string(),
                "san": line.san,
                "by": by(line.mover(), played.us),
                "plan": plan,
                "fen": fen(&line.after),
            })
        })
        .collect();
    let plans: Vec<Value> = played
        .plans
        .iter()
        .map(|plan| {
            let shown = played.explained(plan);
            let mut object = json!({
                "from": plan.from,
                "table": shown.answer.table.map(|id| crate::text::table_name(played.module, id)),
                "rule": shown.answer.rule.map(|rule| rule + 1),
                "advice": shown.answer.advice.map(|id| crate::text::advice_name(played.module, id)),
                "because": shown.answer.because,
                "conditional": shown.answer.is_conditional(),
            });
            add_origin(&mut object, &shown);
            object["nodes"] = nodes(&shown);
            object
        })
        .collect();
    json!({
        "fen": fen(played.game.start()),
        "us": played.us.name(),
        "player": played.player,
        "opponent": played.opponent,
        "moves": moves,
        "plans": plans,
        "ending": ending(played),
        "goal": played.goal(),
        "result": played.result(),
    })
}

fn by(mover: Color, us: Color) -> &'static str {
    if mover == us { "us" } else { "them" }
}

fn ending(played: &Played<'_>) -> Value {
    let line = |origin: &Origin| place::line_column(played.module, origin.place).map(|at| at.line);
    let (kind, line) = match &played.finish {
        Finish::Done(done) => match done.ending {
            Ending::EndOfStrategy => ("end-of-strategy", None),
            Ending::Stop(_) => ("stop", None),
            Ending::Checkmate { .. } => ("checkmate", None),
            Ending::Stalemate => ("stalemate", None),
        },
        Finish::Stuck(stuck) => ("stuck", line(&stuck.origin)),
        Finish::Rules(end) => match end {
            adv_chess::game::End::Checkmate { .. } => ("checkmate", None),
            adv_chess::game::End::Stalemate => ("stalemate", None),
            _ => ("draw", None),
        },
        Finish::Claimed(_) => ("draw", None),
        Finish::Failed(_) => ("failed", None),
        Finish::Open(_) => ("open", None),
    };
    json!({ "kind": kind, "line": line, "sentence": played.end_sentence() })
}

/// Which statement or rule this is, and where.
fn add_origin(object: &mut Value, explained: &Explained<'_>) {
    let module = explained.module;
    let origin = explained.origin.as_ref();
    let (in_class, out_class) = origin.map_or((None, None), |o| classes(module, o));
    let at = origin
        .map(|o| o.place)
        .or_else(|| rule_place(module, explained.answer));
    object["strategy"] = origin.and_then(|o| strategy_name(module, o)).into();
    object["statement"] = origin
        .and_then(|o| o.statement)
        .map(|number| number + 1)
        .into();
    object["line"] = at
        .and_then(|at| place::line_column(module, at))
        .map(|at| at.line)
        .into();
    if let Some(at) = at {
        super::name_file(object, module, at);
    }
    object["action"] = origin.and_then(|o| action_name(module, o)).into();
    object["in_class"] = in_class.into();
    object["out_class"] = out_class.into();
}

fn nodes(explained: &Explained<'_>) -> Value {
    let Some(tree) = &explained.answer.tree else {
        return Value::Array(Vec::new());
    };
    let worked = lines(tree);
    let nodes = tree.nodes().iter().zip(&worked).enumerate();
    nodes
        .map(|(index, (node, line))| {
            let mut object = json!({
                "parent": line.parent,
                "uci": node.mv.to_string(),
                "san": line.san,
                "by": by(line.mover(), explained.answer.us),
                "ply": node.ply,
                "left_out": node.left_out,
                "leaf": tree.is_leaf(index),
                "fen": fen(&line.after),
            });
            if let Some(facts) = explained.facts_at(index) {
                object["facts"] = node_facts(explained.module, facts, &line.after);
                let id = explained.answer.advice;
                if let Some((id, by)) = id.zip(facts.selected.as_ref()) {
                    object["class"] = class_object(explained.module, id, by);
                    if !facts.along.is_empty() {
                        object["class"]["zones"] = spoken::objects(&line.before, &facts.along);
                    }
                }
            }
            object
        })
        .collect()
}

fn node_facts(module: &Program, facts: &NodeFacts, position: &Position) -> Value {
    let parts: Vec<Value> = facts
        .parts
        .iter()
        .map(|p| part(module, p, position))
        .collect();
    json!({ "decided": goal_word(facts.decided), "parts": parts })
}

fn part(module: &Program, part: &PartFacts, position: &Position) -> Value {
    let at = place::line_column(module, part.place);
    let side = |side: &SideFacts| json!({ "text": place::text_of(module, side.place), "values": side.values });
    let compare = part
        .compare
        .as_ref()
        .map(|[left, right]| json!({ "left": side(left), "right": side(right) }));
    let boards: Vec<Value> = part.boards.iter().map(|b| board(module, b)).collect();
    let mut object = json!({
        "goal": goal_word(part.goal),
        "line": at.map(|at| at.line),
        "column": at.map(|at| at.column),
        "text": place::text_of(module, part.place),
        "holds": part.holds,
        "compare": compare,
        "boards": boards,
    });
    if !part.zones.is_empty() {
        object["zones"] = spoken::objects(position, &part.zones);
    }
    super::name_file(&mut object, module, part.place);
    object
}

fn board(module: &Program, facts: &BoardFacts) -> Value {
    let squares: Vec<String> = each(facts.squares).map(square_name).collect();
    json!({
        "text": place::text_of(module, facts.place),
        "line": place::line_column(module, facts.place).map(|at| at.line),
        "squares": squares,
    })
}
