//! The file of a p-strategy, `docs/schema/p-strategy.json`: a line for the head, one for each node, one for the tail, so that it can be
//! written as nodes come and read line by line. Nothing of it depends on the time or on the number of threads.

use adv_chess::notation::fen;
use adv_module::Program;
use adv_prover::{WholeNode, WholeStep, WholeTotals};
use adv_record::whole::{ChosenMove, PStrategyCounts, PStrategyHead, PStrategyNode, PStrategyTail};

use super::{WholeHead, chosen, end_of, open_words, written_at};
use crate::json::{mode, player, side, value};

/// First line of the file. It ends within the list of nodes: the lines of the nodes follow, with a comma and a line feed between two, then
/// a line feed and [`tail`].
pub fn head(head: &WholeHead<'_>) -> String {
    let record = PStrategyHead {
        format: "adv p-strategy",
        version: 1,
        program: head.program.to_owned(),
        fingerprint: head.fingerprint.to_owned(),
        subject: player(head.module, head.subject),
        mode: mode(head.mode),
        extent: head.extent,
        us: side(head.root.turn()),
        root: fen(head.root),
    };
    let text = value(&record).to_string();
    format!("{},\"nodes\":[", text.strip_suffix('}').unwrap_or(&text))
}

/// Line of the file for a node, without a line feed.
pub fn node(module: &Program, node: &WholeNode) -> String {
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
            let mv = ChosenMove {
                mv: mv.to_string(),
                by: chosen(module, *choice),
                at: written_at(module, *choice),
                begins: *begins,
                to: replies.iter().map(|(m, to)| (m.to_string(), *to)).collect(),
                left_out: left_out.iter().map(ToString::to_string).collect(),
            };
            (Some(mv), ending.as_ref().map(end), None)
        }
        WholeStep::End(ending) => (None, Some(end(ending)), None),
        WholeStep::Open(bound) => (None, None, Some(open_words(bound))),
    };
    let record = PStrategyNode {
        n: node.number,
        fen: fen(&node.position),
        place: node.place,
        mv,
        end,
        open,
    };
    value(&record).to_string()
}

/// Last line of the file, which ends the list of nodes and holds the counts.
pub fn tail(totals: &WholeTotals) -> String {
    let record = PStrategyTail {
        complete: totals.open == 0,
        counts: PStrategyCounts {
            nodes: totals.nodes,
            replies: totals.replies,
            open: totals.open,
            left_out: totals.left_out,
            unfolded: totals.unfolded.to_string(),
            longest: totals.longest.as_ref().map(Vec::len),
        },
    };
    let text = value(&record).to_string();
    format!("],{}\n", text.strip_prefix('{').unwrap_or(&text))
}
