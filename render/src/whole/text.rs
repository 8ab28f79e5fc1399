//! A whole play in a few lines: how large it is, how it ends, its longest line.
//!
//! ```text
//! strategy krk plays White from 8/8/8/4k3/8/3R4/8/2K5 w - - 0 1, trees played to their leaves (strong)
//! nodes     12,345 positions of ours, at 5 places of the program
//! replies   56,789, every legal one
//! as a tree 26,012,345,678 positions
//! ends      812 checkmate (goal reached)
//! longest   33 moves: 1. Kd2 …
//! complete: every line is followed to its end
//! ```

use std::collections::BTreeMap;

use adv_chess::Game;
use adv_chess::notation::fen;
use adv_module::Program;
use adv_prover::{WholeBound, WholeNode, WholeSize, WholeStep, WholeTotals};
use adv_record::whole::PlayEndKind;
use adv_vm::Mode;

use super::{WholeHead, end_of, end_words, open_words};
use crate::proof::numbers::many;
use crate::refutation::completeness;
use crate::text::{grouped, thousands};

/// Numbers of nodes by the end of play, and of open nodes by the bound that left them open.
#[derive(Clone, Debug, Default)]
pub struct WholeTally {
    ends: BTreeMap<String, u64>,
    open: BTreeMap<String, u64>,
}

impl WholeTally {
    /// Counts a node by its end of play or by its bound.
    pub fn add(&mut self, module: &Program, node: &WholeNode) {
        let end = match &node.step {
            WholeStep::Move { end, .. } => end.as_ref().map(|end| (end, "")),
            WholeStep::End(end) => Some((end, "of ours")),
            WholeStep::Open(bound) => {
                let why = match bound {
                    WholeBound::Plies => "at the bound of plies".to_owned(),
                    WholeBound::Nodes => "at the bound of nodes".to_owned(),
                    WholeBound::Memory => "at the bound of memory".to_owned(),
                    _ => open_words(bound),
                };
                *self.open.entry(why).or_default() += 1;
                None
            }
        };
        let Some((end, whose)) = end else {
            return;
        };
        let end = end_of(module, &node.position, end);
        let goal = match end.goal {
            Some(true) => ", the goal is reached",
            Some(false) => ", the goal is not reached",
            None => "",
        };
        let mut text = match (end.kind, whose) {
            (PlayEndKind::Checkmate, "of ours") => "we are checkmated".to_owned(),
            (PlayEndKind::Stalemate, "of ours") => "we are stalemated".to_owned(),
            _ => end_words(end),
        };
        text.push_str(goal);
        *self.ends.entry(text).or_default() += 1;
    }

    /// Lines with a number and its kind, such as `812 checkmate`, the most frequent first.
    fn lines(of: &BTreeMap<String, u64>) -> Vec<String> {
        let mut all: Vec<(&String, u64)> = of.iter().map(|(text, count)| (text, *count)).collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let line = |(text, count): (&String, u64)| format!("{} {text}", thousands(count));
        all.into_iter().map(line).collect()
    }
}

/// Text on a whole play: its subject, size, ends and longest line. Each line ends with a line feed.
pub fn text(head: &WholeHead<'_>, totals: &WholeTotals, tally: &WholeTally) -> String {
    let mode = match head.mode {
        Mode::Strong => "trees played to their leaves (strong)",
        Mode::Weak => "consulted again at every move (weak)",
    };
    let (kind, name) = (head.subject.kind(), head.subject.name(head.module));
    let (side, from) = (head.root.turn(), fen(head.root));
    let nodes = many(totals.nodes, "position of ours", "positions of ours");
    let places = many(
        totals.places,
        "place of the program",
        "places of the program",
    );
    let replies = thousands(totals.replies);
    let replies = match totals.left_out {
        0 => format!("{replies}, every legal one"),
        left => format!(
            "{replies}; {} more are left out, so that the tree holds only against those that it considers",
            thousands(left)
        ),
    };
    let mut rows = vec![
        ("nodes", format!("{nodes}, at {places}")),
        ("replies", replies),
        ("as a tree", size(totals.unfolded)),
    ];
    let heads = ["ends"].into_iter().chain(std::iter::repeat(""));
    rows.extend(heads.zip(WholeTally::lines(&tally.ends)));
    match (&totals.longest, &totals.round) {
        (Some(line), _) => {
            let moves = many(line.len().div_ceil(2) as u64, "move", "moves");
            rows.push(("longest", format!("{moves}: {}", movetext(head, line))));
        }
        (None, Some((way, round))) => {
            let all: Vec<_> = way.iter().chain(round).copied().collect();
            let plies = many(round.len() as u64, "ply", "plies");
            let line = movetext(head, &all);
            let told = format!("the last {plies} of this line can be repeated for ever: {line}");
            rows.push(("endless", told));
        }
        (None, None) => {}
    }
    let mut text = format!("{kind} {name} plays {side} from {from}, {mode}\n");
    text.extend(
        rows.iter()
            .map(|(name, words)| format!("{name:<10}{words}\n")),
    );
    let open = WholeTally::lines(&tally.open);
    text + &completeness(totals.open, ["node is", "nodes are"], &open)
}

/// Number of positions of the play as a tree, in groups of three digits, or that it is endless.
pub(super) fn size(size: WholeSize) -> String {
    match size {
        WholeSize::Exactly(count) => format!("{} positions", grouped(&count.to_string())),
        WholeSize::Beyond => format!("more than {} positions", grouped(&u128::MAX.to_string())),
        WholeSize::Endless => "endless: a line goes round for ever".to_owned(),
    }
}

fn movetext(head: &WholeHead<'_>, line: &[adv_chess::Move]) -> String {
    let mut game = Game::new(*head.root);
    for mv in line {
        if game.play(*mv).is_err() {
            break;
        }
    }
    game.movetext()
}
