//! Forcing-trees as nested nodes, their canonical text, and a checker of the six rules that knows nothing of any search.
//!
//! The text of a tree lists the moves of a node in brackets, each followed by its own node; a leaf has none. Where the them-moves
//! leave out replies, the number left out follows a bar:
//!
//! ```text
//!   [d1c2[f8e7[c2b3[e7d6 e7d7]] f8f7|2]]
//! ```

use std::collections::BTreeSet;

use shakmaty::{Chess, Color, Position};

use super::moves::after_text;

/// A node of a forcing-tree; a leaf has no moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefTree {
    /// The moves that leave the node, in the notation of the Universal Chess Interface, and where they lead.
    pub moves: Vec<(String, RefTree)>,
    /// At an expanded them-to-move node: how many legal replies the them-moves leave out.
    pub left_out: usize,
}

impl RefTree {
    /// The canonical text.
    pub fn tree_text(&self) -> String {
        if self.moves.is_empty() {
            return String::new();
        }
        let moves: Vec<String> = self
            .moves
            .iter()
            .map(|(m, node)| format!("{m}{}", node.tree_text()))
            .collect();
        let left_out = match self.left_out {
            0 => String::new(),
            n => format!("|{n}"),
        };
        format!("[{}{left_out}]", moves.join(" "))
    }

    /// The same tree with the board upside down.
    #[must_use]
    pub fn mirrored(&self) -> RefTree {
        let flip = |m: &str| {
            let flipped = |c: char| match c {
                '1'..='8' => char::from(b'1' + b'8' - c as u8),
                other => other,
            };
            m.chars().map(flipped).collect::<String>()
        };
        let moves = self
            .moves
            .iter()
            .map(|(m, node)| (flip(m), node.mirrored()))
            .collect();
        RefTree {
            moves,
            left_out: self.left_out,
        }
    }

    /// The longest path in plies.
    pub fn depth(&self) -> u32 {
        self.moves
            .iter()
            .map(|(_, node)| 1 + node.depth())
            .max()
            .unwrap_or(0)
    }
}

/// The moves that are selected in a position, at a ply of a line that has spent so much.
pub type SelectedMoves<'a> = dyn Fn(&Chess, (u32, u64)) -> Vec<String> + 'a;

/// What a piece-of-advice says about a node and its ply.
pub struct Rules<'a> {
    /// Our side.
    pub us: Color,
    /// The depth bound in plies.
    pub bound: u32,
    /// What the moves of a path may cost in all; `None` where moves have no cost.
    pub effort: Option<u64>,
    /// What a move costs in a position.
    pub price: &'a dyn Fn(&Chess, &str) -> u64,
    /// The better-goal of a node, which comes second; first comes the node above it.
    pub better: &'a dyn Fn(&Chess, &Chess) -> bool,
    /// The holding-goal.
    pub holding: &'a dyn Fn(&Chess, u32) -> bool,
    /// The us-moves, in any order.
    pub us_moves: &'a SelectedMoves<'a>,
    /// The them-moves, in any order.
    pub them_moves: &'a SelectedMoves<'a>,
}

/// Checks the six rules of a forcing-tree that is to be played: at its root the better-goal is not evaluated, and the root has a
/// move. The error says which rule is broken where.
pub fn check_tree(tree: &RefTree, root: &Chess, rules: &Rules<'_>) -> Result<(), String> {
    if tree.moves.is_empty() {
        return Err("the root has no move".to_owned());
    }
    check_node(tree, (root, root), rules, 0, 0)
}

fn check_node(
    node: &RefTree,
    (before, pos): (&Chess, &Chess),
    rules: &Rules<'_>,
    ply: u32,
    spent: u64,
) -> Result<(), String> {
    let fail = |what: &str| {
        let board = shakmaty::fen::Fen::from_position(pos, shakmaty::EnPassantMode::Legal);
        Err(format!("{what}, at ply {ply} in {board}"))
    };
    if rules.effort.is_some_and(|effort| spent > effort) {
        return fail("rule 6: the path costs more than the effort");
    }
    if ply > 0 && !(rules.holding)(pos, ply) {
        return fail("rule 1: the holding-goal is violated");
    }
    let terminal = node.moves.is_empty();
    if ply > 0 && terminal != (rules.better)(before, pos) {
        return fail(if terminal {
            "rule 3: a leaf does not satisfy the better-goal"
        } else {
            "rule 2: an expanded node satisfies the better-goal"
        });
    }
    if terminal {
        return Ok(());
    }
    if ply >= rules.bound {
        return fail("rule 6: the path is longer than the depth bound");
    }
    let played: BTreeSet<&str> = node.moves.iter().map(|(m, _)| m.as_str()).collect();
    if played.len() != node.moves.len() {
        return fail("a move is there twice");
    }
    if pos.turn() == rules.us {
        let allowed = (rules.us_moves)(pos, (ply, spent));
        if node.moves.len() != 1 || !allowed.contains(&node.moves[0].0) {
            return fail("rule 4: not exactly one us-move");
        }
    } else {
        let wanted = (rules.them_moves)(pos, (ply, spent));
        if played != wanted.iter().map(String::as_str).collect() {
            return fail("rule 5: not all of the them-moves");
        }
    }
    for (text, below) in &node.moves {
        let next = after_text(pos, text)?;
        let spent = spent.saturating_add((rules.price)(pos, text));
        check_node(below, (pos, &next), rules, ply + 1, spent)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;

    fn leaf() -> RefTree {
        RefTree::default()
    }

    /// The ladder mate: one move of ours, no reply.
    #[test]
    fn the_checker_knows_each_rule() {
        let fen = "7k/R7/8/8/8/8/8/KR6 w - - 0 1";
        let root: Chess = shakmaty::fen::Fen::from_ascii(fen.as_bytes())
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        let mate = |_: &Chess, pos: &Chess| pos.is_checkmate();
        let reached = |_: &Chess, _: &Chess| true;
        let unreached = |_: &Chess, _: &Chess| false;
        let always = |_: &Chess, _: u32| true;
        let never = |_: &Chess, _: u32| false;
        let all = |pos: &Chess, _: (u32, u64)| {
            let moves = pos.legal_moves();
            moves
                .iter()
                .map(|m| m.to_uci(CastlingMode::Standard).to_string())
                .collect()
        };
        let none = |_: &Chess, _: (u32, u64)| Vec::new();
        let rules = Rules {
            us: Color::White,
            bound: 1,
            effort: None,
            price: &|_, _| 700,
            better: &mate,
            holding: &always,
            us_moves: &all,
            them_moves: &all,
        };
        let tree = |m: &str| RefTree {
            moves: vec![(m.to_owned(), leaf())],
            left_out: 0,
        };
        assert_eq!(check_tree(&tree("b1b8"), &root, &rules), Ok(()));
        let broken =
            |tree: &RefTree, rules: &Rules<'_>| check_tree(tree, &root, rules).unwrap_err();
        assert!(broken(&leaf(), &rules).starts_with("the root"));
        assert!(broken(&tree("b1b7"), &rules).starts_with("rule 3"));
        assert!(
            broken(
                &tree("b1b8"),
                &Rules {
                    holding: &never,
                    ..rules
                }
            )
            .starts_with("rule 1")
        );
        assert!(
            broken(
                &tree("b1b8"),
                &Rules {
                    us_moves: &none,
                    ..rules
                }
            )
            .starts_with("rule 4")
        );
        let two = RefTree {
            moves: vec![("b1b7".to_owned(), tree("h8g8"))],
            left_out: 0,
        };
        assert!(broken(&two, &rules).starts_with("rule 6"));
        assert!(
            broken(
                &two,
                &Rules {
                    bound: 2,
                    better: &reached,
                    ..rules
                }
            )
            .starts_with("rule 2")
        );
        let dear = |effort| Rules {
            bound: 1,
            effort: Some(effort),
            ..rules
        };
        assert_eq!(check_tree(&tree("b1b8"), &root, &dear(700)), Ok(()));
        assert!(broken(&tree("b1b8"), &dear(699)).starts_with("rule 6"));
        let narrowed = Rules {
            bound: 2,
            better: &unreached,
            them_moves: &none,
            ..rules
        };
        assert!(broken(&two, &narrowed).starts_with("rule 5"));
    }

    #[test]
    fn texts_and_mirrors() {
        let node = |m: &str, below: RefTree| RefTree {
            moves: vec![(m.to_owned(), below)],
            left_out: 0,
        };
        let mut tree = node("e7e8q", node("a1a2", leaf()));
        tree.moves[0].1.left_out = 2;
        assert_eq!(tree.tree_text(), "[e7e8q[a1a2|2]]");
        assert_eq!(tree.mirrored().tree_text(), "[e2e1q[a8a7|2]]");
        assert_eq!(tree.depth(), 2);
    }
}
