//! The size and the longest line of a graph, or a round that play can go for ever.

use crate::size::WholeSize;

/// The arrows of a graph: those of node n are `targets[starts[n]..starts[n + 1]]`.
#[derive(Debug)]
pub(super) struct Arrows {
    pub(super) starts: Vec<u32>,
    pub(super) targets: Vec<u32>,
    /// The nodes in which a move of ours is played.
    pub(super) moves: Vec<bool>,
}

/// What a walk through all arrows finds.
pub(super) enum Measured {
    /// No line goes round.
    Tree {
        /// The positions of the tree.
        size: WholeSize,
        /// The arrows of a longest line from the root, by their places among all targets; the last node may play one more move.
        longest: Vec<usize>,
    },
    /// The arrows to a node, and from it round to itself.
    Round { way: Vec<usize>, round: Vec<usize> },
}

/// How far a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    OnPath,
    Done,
}

/// What is known of a node.
#[derive(Clone, Copy)]
struct Found {
    mark: Mark,
    size: WholeSize,
    /// The plies of the longest line from it, and the first arrow of that.
    length: u32,
    first: Option<usize>,
}

impl Found {
    const NEW: Found = Found {
        mark: Mark::New,
        size: WholeSize::Exactly(1),
        length: 0,
        first: None,
    };
}

impl Arrows {
    fn of(&self, node: u32) -> std::ops::Range<usize> {
        let at = |node: usize| self.starts.get(node).map_or(0, |start| *start as usize);
        at(node as usize)..at(node as usize + 1)
    }

    /// What a node comes to, once all that it leads to is known.
    fn sum(&self, node: u32, found: &[Found]) -> Found {
        let mut sum = Found {
            mark: Mark::Done,
            ..Found::NEW
        };
        if self.moves.get(node as usize) != Some(&true) {
            return sum;
        }
        sum.size = sum.size.and(WholeSize::Exactly(1));
        sum.length = 1;
        let arrows = self.of(node);
        let targets = self.targets.get(arrows.clone()).unwrap_or_default();
        for (arrow, target) in arrows.zip(targets) {
            let of = found.get(*target as usize).copied().unwrap_or(Found::NEW);
            sum.size = sum.size.and(of.size);
            let plies = of.length.saturating_add(2);
            if plies > sum.length {
                (sum.length, sum.first) = (plies, Some(arrow));
            }
        }
        sum
    }

    /// Walks from node 0, depth first.
    pub(super) fn measure(&self) -> Measured {
        let mut found = vec![Found::NEW; self.moves.len()];
        // A node, and the arrow that is followed next.
        let mut path: Vec<(u32, usize)> = vec![(0, self.of(0).start)];
        let enter = |found: &mut [Found], node: u32| {
            let of = found.get_mut(node as usize)?;
            let before = of.mark;
            if before == Mark::New {
                of.mark = Mark::OnPath;
            }
            Some(before)
        };
        enter(&mut found, 0);
        while let Some((node, arrow)) = path.last_mut() {
            let (here, at) = (*node, *arrow);
            if at >= self.of(here).end {
                let sum = self.sum(here, &found);
                if let Some(of) = found.get_mut(here as usize) {
                    *of = sum;
                }
                path.pop();
                continue;
            }
            *arrow += 1;
            let Some(&target) = self.targets.get(at) else {
                continue;
            };
            match enter(&mut found, target) {
                Some(Mark::New) => path.push((target, self.of(target).start)),
                Some(Mark::OnPath) => return round(&path, target),
                Some(Mark::Done) | None => {}
            }
        }
        let of = |node: u32| found.get(node as usize).copied().unwrap_or(Found::NEW);
        let (mut longest, mut next) = (Vec::new(), of(0).first);
        while let Some(arrow) = next {
            longest.push(arrow);
            next = self.targets.get(arrow).and_then(|target| of(*target).first);
        }
        Measured::Tree {
            size: of(0).size,
            longest,
        }
    }
}

/// The path, cut at the node that its last arrow comes back to.
fn round(path: &[(u32, usize)], target: u32) -> Measured {
    let begins = path.iter().position(|(node, _)| *node == target);
    let mut arrows = path.iter().map(|(_, next)| next.saturating_sub(1));
    let way = arrows.by_ref().take(begins.unwrap_or_default()).collect();
    Measured::Round {
        way,
        round: arrows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of nodes with these targets; one without any plays its last move.
    fn graph(nodes: &[&[u32]]) -> Arrows {
        let mut arrows = Arrows {
            starts: vec![0],
            targets: Vec::new(),
            moves: vec![true; nodes.len()],
        };
        for targets in nodes {
            arrows.targets.extend_from_slice(targets);
            arrows.starts.push(arrows.targets.len() as u32);
        }
        arrows
    }

    #[test]
    fn a_node_that_two_lines_come_to_counts_twice() {
        // 0 leads to 1 and 2, both of them to 3, which mates: 3 is two positions, 1 and 2 are four each.
        let Measured::Tree { size, longest } = graph(&[&[1, 2], &[3], &[3], &[]]).measure() else {
            panic!("nothing goes round");
        };
        assert_eq!(size, WholeSize::Exactly(10));
        assert_eq!(longest, [0, 2]);
    }

    #[test]
    fn sizes_beyond_128_bits_are_said_to_be() {
        let chain: Vec<Vec<u32>> = (0..200_u32)
            .map(|n| if n == 199 { vec![] } else { vec![n + 1; 2] })
            .collect();
        let chain: Vec<&[u32]> = chain.iter().map(Vec::as_slice).collect();
        let Measured::Tree { size, longest } = graph(&chain).measure() else {
            panic!("nothing goes round");
        };
        assert_eq!(size, WholeSize::Beyond);
        assert_eq!(longest.len(), 199);
    }

    #[test]
    fn a_round_is_found_with_the_way_to_it() {
        let Measured::Round { way, round } = graph(&[&[1], &[2], &[3, 1], &[]]).measure() else {
            panic!("2 leads back to 1");
        };
        assert_eq!((way, round), (vec![0], vec![1, 3]));
    }
}
