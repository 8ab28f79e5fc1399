//! Forcing-trees as data: an arena in preorder.
//!
//! ```text
//!   Kc2                 0  d1c2  ply 1  end 6
//!   ├─ Ke7              1  f8e7  ply 2  end 4
//!   │  └─ Kb3           2  c2b3  ply 3  end 4
//!   │     └─ Kd6        3  e7d6  ply 4  end 4   a leaf
//!   └─ Kf7              4  f8f7  ply 2  end 6
//!      └─ Kd3           5  c2d3  ply 3  end 6   a leaf
//! ```
//!
//! A node is the move that leads to it. The subtree below node `i` is the nodes `i + 1 .. end`, so a search that fails
//! truncates the arena and has forgotten the attempt.

use adv_chess::{Move, Position};

/// One node of a forcing-tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move that leads here.
    pub mv: Move,
    /// Plies from the root; the first move leads to ply 1.
    pub ply: u16,
    /// At a node where they are to move: how many legal replies the them-moves left out.
    pub left_out: u16,
    /// One past the last node of the subtree.
    pub end: u32,
}

/// A forcing-tree: one move of ours at each of our nodes, all replies that the them-moves select at each of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    root: Position,
    nodes: Vec<Node>,
    /// Where they are to move at the root: how many legal replies the them-moves left out there.
    left_out: u16,
}

impl Tree {
    /// From a root and an arena in preorder.
    pub fn new(root: Position, nodes: Vec<Node>) -> Tree {
        Tree {
            root,
            nodes,
            left_out: 0,
        }
    }

    /// The same tree, whose root is a node of theirs that leaves so many legal replies out.
    pub(crate) fn with_left_out(self, left_out: u16) -> Tree {
        Tree { left_out, ..self }
    }

    /// Where they are to move at the root: how many legal replies the tree leaves out there.
    pub fn left_out_at_root(&self) -> u16 {
        self.left_out
    }

    /// The tree that is a single line of moves, each legal where it is made.
    pub fn of_line(root: Position, moves: &[Move]) -> Tree {
        let end = moves.len() as u32;
        let node = |(at, mv): (usize, &Move)| Node {
            mv: *mv,
            ply: u16::try_from(at + 1).unwrap_or(u16::MAX),
            left_out: 0,
            end,
        };
        Tree::new(root, moves.iter().enumerate().map(node).collect())
    }

    /// The position the tree starts from.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// The arena in preorder.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The move to play.
    pub fn first_move(&self) -> Option<Move> {
        self.nodes.first().map(|n| n.mv)
    }

    /// True where a node of the tree leaves legal replies out: the tree holds only against the replies that it considers.
    pub fn is_conditional(&self) -> bool {
        self.left_out > 0 || self.nodes.iter().any(|n| n.left_out > 0)
    }

    /// The longest path in plies.
    pub fn depth(&self) -> u16 {
        self.nodes.iter().map(|n| n.ply).max().unwrap_or(0)
    }

    /// The tree from one of its moves on; its root is the position before that move. `None` for an index that there is not.
    pub fn from_node(&self, node: usize) -> Option<Tree> {
        let first = self.nodes.get(node)?;
        let plies = first.ply.saturating_sub(1);
        let below = self.nodes.get(node..first.end as usize)?;
        let moved = below.iter().map(|node_below| Node {
            ply: node_below.ply.saturating_sub(plies),
            end: node_below.end.saturating_sub(node as u32),
            ..*node_below
        });
        let [root, _] = self.step_to(node)?;
        Some(Tree::new(root, moved.collect()))
    }

    /// The position before the move that leads to a node, and the one after it.
    pub(crate) fn step_to(&self, node: usize) -> Option<[Position; 2]> {
        let mut here = self.root;
        let mut at = None;
        loop {
            let next = self.children(at).find(|&i| {
                let end = self.nodes.get(i).map_or(0, |n| n.end as usize);
                i <= node && node < end
            })?;
            let before = here;
            here = here.play(self.nodes.get(next)?.mv);
            if next == node {
                return Some([before, here]);
            }
            at = Some(next);
        }
    }

    /// True for a node without nodes below it.
    pub fn is_leaf(&self, index: usize) -> bool {
        self.nodes
            .get(index)
            .is_some_and(|n| n.end as usize == index + 1)
    }

    /// The indices of the nodes directly below a node, or of the first level with `None`, in order.
    pub fn children(&self, of: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let (mut next, end) = match of {
            None => (0, self.nodes.len()),
            Some(i) => (i + 1, self.nodes.get(i).map_or(0, |n| n.end as usize)),
        };
        std::iter::from_fn(move || {
            let here = next;
            let node = self.nodes.get(here).filter(|_| here < end)?;
            next = node.end as usize;
            Some(here)
        })
    }

    /// The same tree with colours exchanged and the board turned upside down, for programs that serve both colours.
    #[must_use]
    pub fn mirrored(mut self) -> Tree {
        self.root = self.root.mirror();
        for node in &mut self.nodes {
            node.mv.from ^= 56;
            node.mv.to ^= 56;
        }
        self
    }
}
