//! What is true of the file of a p-strategy, found by code that shares nothing with the checker: another reader of JSON, other rules of chess,
//! plain recursion.

use adv::chess::{Position, parse_fen};
use adv::whole::TreeVerdict;
use serde_json::Value;

/// What a file says, played and counted by plain code over another reader of JSON and other rules of chess than the checker's.
#[derive(Debug, PartialEq, Eq)]
pub struct TreeTruth {
    nodes: u64,
    replies: u64,
    open: u64,
    left_out: u64,
    mates: u64,
    /// The positions as a tree, and the plies of the longest line; nothing where a line goes round.
    size: Option<(u128, u64)>,
}

impl TreeTruth {
    /// Plays a file.
    ///
    /// # Errors
    /// What is not so.
    pub fn of(text: &str) -> Result<TreeTruth, String> {
        let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let nodes = file["nodes"].as_array().ok_or("no nodes")?;
        let position = |node: &Value| parse_fen(node["fen"].as_str().unwrap_or_default());
        let mut truth = TreeTruth {
            nodes: nodes.len() as u64,
            replies: 0,
            open: 0,
            left_out: 0,
            mates: 0,
            size: None,
        };
        if file["root"] != nodes[0]["fen"] {
            return Err("another root".to_owned());
        }
        for (at, node) in nodes.iter().enumerate() {
            let here = position(node).map_err(|error| format!("node {at}: {error}"))?;
            if file["us"] != here.turn().name() {
                return Err(format!("node {at}: the other side is to move"));
            }
            truth
                .node(nodes, node, &here)
                .map_err(|what| format!("node {at}: {what}"))?;
        }
        let mut reached = vec![false; nodes.len()];
        let mut sizes: Vec<Option<Option<(u128, u64)>>> = vec![None; nodes.len()];
        truth.size = size(nodes, 0, &mut sizes, &mut reached);
        if let Some(at) = reached.iter().position(|reached| !reached) {
            return Err(format!("node {at} is not reached"));
        }
        Ok(truth)
    }

    fn node(&mut self, nodes: &[Value], node: &Value, here: &Position) -> Result<(), String> {
        if !node["open"].is_null() {
            self.open += 1;
            return node["move"]
                .is_null()
                .then_some(())
                .ok_or("a move".to_owned());
        }
        let kind = node["end"]["kind"].as_str();
        let legal = here.legal_moves();
        let Some(uci) = node["move"].as_str() else {
            let so = match kind {
                Some("checkmate") => here.is_checkmate(),
                Some("stalemate") => legal.is_empty() && !here.is_check(),
                Some("material") => {
                    node["end"]["men"] == adv_chess::Material::of(here).name().as_str()
                }
                Some(_) => !legal.is_empty(),
                None => false,
            };
            return so.then_some(()).ok_or(format!("the end {kind:?}"));
        };
        let mv = legal.into_iter().find(|mv| mv.to_string() == uci);
        let after = here.play(mv.ok_or("an illegal move")?);
        let mut open: Vec<String> = after
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        match kind {
            Some("checkmate") => {
                self.mates += 1;
                return after
                    .is_checkmate()
                    .then_some(())
                    .ok_or("no mate".to_owned());
            }
            Some("stalemate") => {
                let so = open.is_empty() && !after.is_check();
                return so.then_some(()).ok_or("no stalemate".to_owned());
            }
            Some("leaf") => return Ok(()),
            Some(other) => return Err(format!("the end {other}")),
            None => {}
        }
        if open.is_empty() {
            return Err("the game is over and it is not said".to_owned());
        }
        for pair in node["to"].as_array().into_iter().flatten() {
            let reply = pair[0].as_str().unwrap_or_default();
            let known = open.iter().position(|other| other == reply);
            open.swap_remove(known.ok_or(format!("the reply {reply}"))?);
            let target = &nodes[pair[1].as_u64().unwrap_or(u64::MAX) as usize];
            let mv = after
                .legal_moves()
                .into_iter()
                .find(|mv| mv.to_string() == reply);
            let there = after.play(mv.ok_or("an illegal reply")?).without_clocks();
            let said = parse_fen(target["fen"].as_str().unwrap_or_default());
            if said.ok() != Some(there) {
                return Err(format!("the reply {reply} leads elsewhere"));
            }
            self.replies += 1;
        }
        for reply in node["left_out"].as_array().into_iter().flatten() {
            let known = open.iter().position(|other| reply == other.as_str());
            open.swap_remove(known.ok_or(format!("the reply {reply}"))?);
            self.left_out += 1;
        }
        open.is_empty()
            .then_some(())
            .ok_or(format!("{open:?} is missing"))
    }

    /// Compares with what the checker says.
    ///
    /// # Errors
    /// Where the two differ.
    pub fn same(&self, verdict: &TreeVerdict) -> Result<(), String> {
        let said = TreeTruth {
            nodes: verdict.nodes,
            replies: verdict.replies,
            open: verdict.open,
            left_out: verdict.left_out,
            mates: verdict.ends.mates,
            size: verdict
                .unfolded
                .to_string()
                .parse()
                .ok()
                .zip(verdict.longest),
        };
        (said == *self)
            .then_some(())
            .ok_or(format!("{self:?}, said to be {said:?}"))
    }
}

/// The positions of the tree from a node on, and the plies of its longest line, by plain recursion.
pub(super) fn size(
    nodes: &[Value],
    at: usize,
    known: &mut Vec<Option<Option<(u128, u64)>>>,
    reached: &mut Vec<bool>,
) -> Option<(u128, u64)> {
    if let Some(size) = known[at] {
        return size;
    }
    // As long as it is not known, a line that comes back here goes round.
    known[at] = Some(None);
    reached[at] = true;
    let node = &nodes[at];
    let mut sum = match node["move"].is_null() {
        true => (1, 0),
        false => (2, 1),
    };
    let mut round = false;
    for pair in node["to"].as_array().into_iter().flatten() {
        let to = pair[1].as_u64().unwrap_or_default() as usize;
        match size(nodes, to, known, reached) {
            Some((count, plies)) => sum = (sum.0 + count, sum.1.max(plies + 2)),
            None => round = true,
        }
    }
    let size = (!round).then_some(sum);
    known[at] = Some(size);
    size
}
