//! The attempts as a page of its own, walked in the order of the search.

use adv_chess::Position;
use adv_module::Program;
use adv_vm::{Searched, SearchedRun};

use super::text::text;
use super::{BranchWalk, PAGE_BRANCHES, attempts, class_words, heading};
use crate::graph::{self, Mark, Node, Passage, Side};
use crate::text::numbered;

/// HTML page of a consultation's searches. Of more than [`PAGE_BRANCHES`] attempts the first ones are on it, and it says so.
pub fn html(module: &Program, title: &str, searched: &Searched) -> String {
    let root = searched.runs.first().map(|run| run.position);
    let mut nodes = vec![Node::new(&root.unwrap_or_default(), Side::Neither)];
    let mut shown = 0;
    for run in &searched.runs {
        let [label, told] = heading(module, run);
        let start = nodes.len();
        nodes[0].moves.push(Passage {
            label,
            to: start,
            mark: Some(if run.found { Mark::Held } else { Mark::Vain }),
            ..Passage::default()
        });
        let walked = BranchWalk::new(searched, run, PAGE_BRANCHES - shown);
        shown += walked.branches.len();
        add(module, run, &walked, &mut nodes);
        nodes[start].end = Some(told);
    }
    let all = searched.branches.len() as u64 + searched.left_out;
    let below = format!("every attempt of the search, {}", attempts(all));
    let cut = graph::cut(shown, all as usize, "attempts");
    graph::html(title, &(below + &cut), &text(module, searched), &nodes)
}

/// Appends the root of a search and its attempts to the nodes of the page.
fn add(module: &Program, run: &SearchedRun, walked: &BranchWalk<'_>, nodes: &mut Vec<Node>) {
    let root = nodes.len();
    let count = walked.branches.len();
    let side = |at: &Position| Side::new(at.turn() == run.us);
    nodes.push(Node::new(&run.position, side(&run.position)));
    for (own, (before, branch)) in (0..count).filter_map(|own| Some((own, walked.at(own)?))) {
        let after = before.play(branch.mv);
        let class = branch.class.as_ref();
        let parent = branch.parent.and_then(|parent| walked.own(parent));
        let to = nodes.len();
        nodes[parent.map_or(root, |parent| root + 1 + parent)]
            .moves
            .push(Passage {
                note: class.map(|by| class_words(module, run.advice, by)),
                mark: Some(match branch.in_tree {
                    true => Mark::Tree,
                    false if branch.end.holds() => Mark::Held,
                    false => Mark::Vain,
                }),
                ..Passage::new(numbered(before, branch.mv), branch.mv, to)
            });
        nodes.push(Node {
            end: Some(walked.end_words(module, own)),
            notes: vec![format!("attempt {} of {count}", own + 1)],
            ..Node::new(&after, side(&after))
        });
    }
}
