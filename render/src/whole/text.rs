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

use super::{WholeHead, end_of, end_words, goal_words, open_words};
use crate::proof::numbers::many;
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
        let goal = goal_words(',', end.goal);
        let mut text = match (end.kind, whose) {
            (PlayEndKind::Checkmate, "of ours") => "we are checkmated".to_owned(),
            (PlayEndKind::Stalemate, "of ours") => "we are stalemated".to_owned(),
            _ => end_words(end),
        };
        text.push_str(&goal);
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
    let mut text = format!(
        "{} {} plays {} from {}, {}\n",
        head.subject.kind(),
        head.subject.name(head.module),
        head.root.turn(),
        fen(head.root),
        match head.mode {
            Mode::Strong => "trees played to their leaves (strong)",
            Mode::Weak => "consulted again at every move (weak)",
        }
    );
    let mut row = |name: &str, words: &str| text.push_str(&format!("{name:<10}{words}\n"));
    row(
        "nodes",
        &format!(
            "{}, at {}",
            many(totals.nodes, "position of ours", "positions of ours"),
            many(
                totals.places,
                "place of the program",
                "places of the program"
            )
        ),
    );
    row(
        "replies",
        &match totals.left_out {
            0 => format!("{}, every legal one", thousands(totals.replies)),
            left => format!(
                "{}; {} more are left out, so that the tree holds only against those that it considers",
                thousands(totals.replies),
                thousands(left)
            ),
        },
    );
    row("as a tree", &size(totals.unfolded));
    for (at, line) in WholeTally::lines(&tally.ends).iter().enumerate() {
        row(if at == 0 { "ends" } else { "" }, line);
    }
    match (&totals.longest, &totals.round) {
        (Some(line), _) => {
            let moves = line.len().div_ceil(2) as u64;
            row(
                "longest",
                &format!("{}: {}", many(moves, "move", "moves"), movetext(head, line)),
            );
        }
        (None, Some((way, round))) => {
            let all: Vec<_> = way.iter().chain(round).copied().collect();
            row(
                "endless",
                &format!(
                    "the last {} of this line can be repeated for ever: {}",
                    many(round.len() as u64, "ply", "plies"),
                    movetext(head, &all)
                ),
            );
        }
        (None, None) => {}
    }
    if totals.open == 0 {
        text.push_str("complete: every line is followed to its end\n");
    } else {
        let why = WholeTally::lines(&tally.open).join(", ");
        text.push_str(&format!(
            "not complete: {} left open ({why})\n",
            many(totals.open, "node is", "nodes are")
        ));
    }
    text
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
