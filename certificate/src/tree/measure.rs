//! The size of the tree that a graph stands for, and its longest line.

use std::fmt;

use super::fault::{TreeFault, TreeRefusal};
use super::text::TreeNode;

/// How many positions a graph stands for when each line of play is written by itself: the root, the positions after our moves, and those
/// after replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfolded {
    /// So many.
    Positions(u128),
    /// More than can be counted in 128 bits.
    Beyond,
    /// A line goes round for ever.
    Endless,
}

impl fmt::Display for Unfolded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfolded::Positions(count) => write!(f, "{count}"),
            Unfolded::Beyond => write!(f, "more than {}", u128::MAX),
            Unfolded::Endless => f.write_str("endless"),
        }
    }
}

/// What was measured.
pub(super) struct Measures {
    pub(super) unfolded: Unfolded,
    pub(super) longest: Option<u64>,
}

/// Measures the graph, whose replies lead to nodes that exist. Nodes are taken away when all that they lead to has been: what is left in
/// the end leads round.
pub(super) fn measure(nodes: &[TreeNode]) -> Result<Measures, TreeRefusal> {
    let mut reached = vec![false; nodes.len()];
    let mut todo = vec![0_usize];
    while let Some(at) = todo.pop() {
        let Some(mark) = reached.get_mut(at).filter(|mark| !**mark) else {
            continue;
        };
        *mark = true;
        let node = nodes.get(at);
        todo.extend(
            node.into_iter()
                .flat_map(|n| &n.to)
                .map(|(_, to)| *to as usize),
        );
    }
    if let Some(at) = reached.iter().position(|reached| !reached) {
        return Err(TreeFault::Unreached.at(at));
    }
    // For each node the replies that lead to it, and how many of its own have not been measured.
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut left: Vec<usize> = nodes.iter().map(|node| node.to.len()).collect();
    for (at, node) in nodes.iter().enumerate() {
        for (_, to) in &node.to {
            from.get_mut(*to as usize)
                .into_iter()
                .for_each(|all| all.push(at));
        }
    }
    let mut sizes: Vec<Option<u128>> = vec![Some(0); nodes.len()];
    let mut lengths = vec![0_u64; nodes.len()];
    let mut ready: Vec<usize> = (0..nodes.len())
        .filter(|at| left.get(*at) == Some(&0))
        .collect();
    let mut measured = 0;
    while let Some(at) = ready.pop() {
        measured += 1;
        let Some(node) = nodes.get(at) else {
            continue;
        };
        // The position itself, and the one after our move.
        let (mut size, mut length) = match node.mv {
            Some(_) => (Some(2_u128), 1),
            None => (Some(1), 0),
        };
        for (_, to) in &node.to {
            let of = sizes.get(*to as usize).copied().flatten();
            size = size.zip(of).and_then(|(sum, of)| sum.checked_add(of));
            length = length.max(2 + lengths.get(*to as usize).copied().unwrap_or(0));
        }
        sizes.get_mut(at).into_iter().for_each(|slot| *slot = size);
        lengths
            .get_mut(at)
            .into_iter()
            .for_each(|slot| *slot = length);
        for before in from.get(at).into_iter().flatten() {
            if let Some(count) = left.get_mut(*before) {
                *count -= 1;
                if *count == 0 {
                    ready.push(*before);
                }
            }
        }
    }
    if measured < nodes.len() {
        return Ok(Measures {
            unfolded: Unfolded::Endless,
            longest: None,
        });
    }
    let size = sizes.first().copied().flatten();
    Ok(Measures {
        unfolded: size.map_or(Unfolded::Beyond, Unfolded::Positions),
        longest: lengths.first().copied(),
    })
}
