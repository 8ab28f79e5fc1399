//! The file of a p-strategy, `docs/schema/p-strategy.json`: a line for the head, one for each node, one for the tail, so that it can be
//! written as nodes come and read line by line. Nothing of it depends on the time or on the number of threads.

use adv_chess::Material;
use adv_chess::notation::fen;
use adv_module::Program;
use adv_prover::{WholeEnd, WholeExtent, WholeNode, WholeStep, WholeTotals};
use serde_json::{Map, Value, json};

use super::{WholeHead, chosen, end_words, open_words, written_at};

/// The first line. It ends within the list of nodes: the lines of the nodes follow, with a comma and a line feed between two, then a line
/// feed and [`tail`].
pub fn head(head: &WholeHead<'_>) -> String {
    let object = json!({
        "format": "adv p-strategy",
        "version": 1,
        "program": head.program,
        "fingerprint": head.fingerprint,
        "subject": {
            "kind": head.subject.kind().as_str(),
            "name": head.subject.name(head.module),
        },
        "mode": head.mode_word(),
        "extent": match head.extent {
            WholeExtent::Play => "play",
            WholeExtent::Choice => "choice",
        },
        "us": head.root.turn().name(),
        "root": fen(head.root),
        "nodes": [],
    });
    let text = object.to_string();
    // `nodes` comes last, and its list is open.
    text.strip_suffix("]}").unwrap_or(&text).to_owned()
}

/// A node on a line, without the line's end.
pub fn node(module: &Program, node: &WholeNode) -> String {
    let mut object = Map::new();
    object.insert("n".to_owned(), node.number.into());
    object.insert("fen".to_owned(), fen(&node.position).into());
    object.insert("place".to_owned(), node.place.into());
    match &node.step {
        WholeStep::Move {
            mv,
            choice,
            begins,
            replies,
            left_out,
            end: ending,
        } => {
            object.insert("move".to_owned(), mv.to_string().into());
            object.insert("by".to_owned(), chosen(module, *choice).into());
            let at = written_at(module, *choice);
            object.insert("at".to_owned(), at.into());
            object.insert("begins".to_owned(), (*begins).into());
            let to: Vec<Value> = replies
                .iter()
                .map(|(reply, to)| json!([reply.to_string(), to]))
                .collect();
            object.insert("to".to_owned(), to.into());
            if !left_out.is_empty() {
                let left: Vec<Value> = left_out.iter().map(|m| m.to_string().into()).collect();
                object.insert("left_out".to_owned(), left.into());
            }
            if let Some(ending) = ending {
                object.insert("end".to_owned(), end(module, node, ending));
            }
        }
        WholeStep::End(ending) => {
            object.insert("end".to_owned(), end(module, node, ending));
        }
        WholeStep::Open(bound) => {
            object.insert("open".to_owned(), open_words(bound).into());
        }
    }
    Value::Object(object).to_string()
}

fn end(module: &Program, node: &WholeNode, end: &WholeEnd) -> Value {
    let words = end_words(module, &node.position, end);
    let mut object = Map::new();
    object.insert("kind".to_owned(), words.kind.into());
    if words.kind == "material" {
        let men = Material::of(&node.position).name();
        object.insert("men".to_owned(), men.into());
    }
    if let Some(goal) = words.goal {
        object.insert("goal".to_owned(), goal.into());
    }
    if let Some(says) = words.says {
        object.insert("says".to_owned(), says.into());
    }
    Value::Object(object)
}

/// The last line, which ends the list of nodes.
pub fn tail(totals: &WholeTotals) -> String {
    let object = json!({
        "complete": totals.open == 0,
        "counts": {
            "nodes": totals.nodes,
            "replies": totals.replies,
            "open": totals.open,
            "left_out": totals.left_out,
            "unfolded": totals.unfolded.to_string(),
            "longest": totals.longest.as_ref().map(Vec::len),
        },
    });
    let text = object.to_string();
    format!("],{}\n", text.strip_prefix('{').unwrap_or(&text))
}
