//! The page of a whole play, and the file of a p-strategy, `docs/schema/p-strategy.json`: a line for the head, one for each node, one for the tail, so that it can be
//! written as nodes come and read line by line. Nothing of it depends on the time or on the number of threads.

use adv_chess::Color;
use adv_chess::notation::{fen, san};
use adv_module::Program;
use adv_prover::{WholeNode, WholeStep, WholeTotals};
use adv_record::whole::{
    ChosenMove, PStrategy, PStrategyCounts, PStrategyHead, PStrategyNode, PStrategyTail,
};

use super::text::text;
use super::{WholeDrawing, WholeHead, chosen, end_of, open_words, written_at};
use crate::html::{BoardPage, cut, paragraphs};
use crate::json::{mode, player, side, value};

/// First line of the file. It ends within the list of nodes: the lines of the nodes follow, with a comma and a line feed between two, then
/// a line feed and [`tail`].
pub fn head(head: &WholeHead<'_>) -> String {
    let text = value(&of_head(head)).to_string();
    format!("{},\"nodes\":[", text.strip_suffix('}').unwrap_or(&text))
}

/// Line of the file for a node, without a line feed.
pub fn node(module: &Program, node: &WholeNode) -> String {
    value(&of_node(module, node, false)).to_string()
}

/// Last line of the file, which ends the list of nodes and holds the counts.
pub fn tail(totals: &WholeTotals) -> String {
    let text = value(&of_totals(totals)).to_string();
    format!("],{}\n", text.strip_prefix('{').unwrap_or(&text))
}

/// Record of a play with the nodes that were kept, for a page.
fn record(drawing: &WholeDrawing<'_>) -> PStrategy {
    let nodes = drawing.nodes.iter();
    PStrategy {
        head: of_head(&drawing.head),
        nodes: nodes
            .map(|node| of_node(drawing.head.module, node, true))
            .collect(),
        tail: of_totals(drawing.totals),
    }
}

fn of_head(head: &WholeHead<'_>) -> PStrategyHead {
    PStrategyHead {
        format: "adv p-strategy",
        version: 1,
        program: head.program.to_owned(),
        fingerprint: head.fingerprint.to_owned(),
        subject: player(head.module, head.subject),
        mode: mode(head.mode),
        extent: head.extent,
        us: side(head.root.turn()),
        root: fen(head.root),
    }
}

/// Record of a node; its moves are in standard algebraic notation, too, if it is for a page.
fn of_node(module: &Program, node: &WholeNode, is_on_page: bool) -> PStrategyNode {
    let end = |end| end_of(module, &node.position, end);
    let (mv, end, open) = match &node.step {
        WholeStep::Move {
            mv,
            choice,
            begins,
            replies,
            left_out,
            end: ending,
        } => {
            let sans = || {
                let after = node.position.play(*mv);
                let others = replies.iter().map(|(reply, _)| reply).chain(left_out);
                let others = others.map(|reply| san(&after, *reply));
                [san(&node.position, *mv)]
                    .into_iter()
                    .chain(others)
                    .collect()
            };
            let mv = ChosenMove {
                mv: mv.to_string(),
                by: chosen(module, *choice),
                at: written_at(module, *choice),
                begins: *begins,
                to: replies.iter().map(|(m, to)| (m.to_string(), *to)).collect(),
                left_out: left_out.iter().map(ToString::to_string).collect(),
                sans: is_on_page.then(sans).unwrap_or_default(),
            };
            (Some(mv), ending.as_ref().map(end), None)
        }
        WholeStep::End(ending) => (None, Some(end(ending)), None),
        WholeStep::Open(bound) => (None, None, Some(open_words(bound))),
    };
    PStrategyNode {
        n: node.number,
        fen: fen(&node.position),
        place: node.place,
        mv,
        end,
        open,
    }
}

fn of_totals(totals: &WholeTotals) -> PStrategyTail {
    PStrategyTail {
        complete: totals.open == 0,
        counts: PStrategyCounts {
            nodes: totals.nodes,
            replies: totals.replies,
            open: totals.open,
            left_out: totals.left_out,
            unfolded: totals.unfolded.to_string(),
            longest: totals.longest.as_ref().map(Vec::len),
        },
    }
}

/// HTML page of a whole play. Of more than [`super::PAGE_NODES`] nodes the first ones are on it, and it says so.
pub fn html(drawing: &WholeDrawing<'_>) -> String {
    let about = text(&drawing.head, drawing.totals, drawing.tally);
    let cut = cut(drawing.nodes.len(), drawing.totals.nodes as usize, "nodes");
    let page = BoardPage {
        title: &drawing.title(),
        below: &(fen(drawing.head.root) + &cut),
        plain: &about,
        about: paragraphs(&about),
        plans: Vec::new(),
        view: "whole",
        flipped: drawing.head.root.turn() == Color::Black,
        data: value(&record(drawing)),
    };
    page.written()
}
