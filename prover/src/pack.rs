//! Choices packed, since a class has millions of them: moves in 14 bits, trees in words of 16.
//!
//! ```text
//!   move    from, 6 bits | to, 6 bits | what a pawn becomes, 2 bits: Q R B N
//!   tree    its nodes in preorder, each a word of 16 bits:   0 0 move         a leaf
//!                                                            1 0 move, length (2 words) of the nodes below it, which follow
//! ```
//!
//! A man's role and what is special about its move are seen on the board, so they need no bits.

use adv_chess::squares::{bit, file_of, rank_of};
use adv_chess::{Move, MoveKind, Position, Role};
use adv_vm::Node;

/// Set where a node has others below it.
const INNER: u16 = 1 << 15;
const MOVE_BITS: u16 = (1 << 14) - 1;

/// A move in 14 bits.
pub(crate) fn pack_move(m: Move) -> u16 {
    let promotion = match m.kind {
        MoveKind::PromoteRook => 1,
        MoveKind::PromoteBishop => 2,
        MoveKind::PromoteKnight => 3,
        _ => 0,
    };
    promotion << 12 | u16::from(m.to & 63) << 6 | u16::from(m.from & 63)
}

/// The move of 14 bits in the position that it was packed in.
#[inline]
pub(crate) fn unpack_move(position: &Position, word: u16) -> Move {
    let (from, to) = ((word & 63) as u8, (word >> 6 & 63) as u8);
    let at = bit(from);
    let role = Role::ALL
        .into_iter()
        .find(|role| position.by_role[role.index()] & at != 0)
        .unwrap_or(Role::King);
    let mut m = Move::new(role, from, to);
    match role {
        Role::Pawn if matches!(rank_of(to), 0 | 7) => {
            m.kind = MoveKind::PROMOTIONS[usize::from(word >> 12 & 3)];
        }
        Role::Pawn if file_of(from) != file_of(to) && position.occupied() & bit(to) == 0 => {
            m.kind = MoveKind::EnPassant;
        }
        // A pass: the square is empty, so no man was found on it.
        Role::King if from == to => m = Move::pass(from),
        Role::King if file_of(from).abs_diff(file_of(to)) > 1 => m.kind = MoveKind::Castle,
        _ => {}
    }
    m
}

/// Appends a tree to a vector of words.
pub(crate) fn pack_tree(nodes: &[Node], words: &mut Vec<u16>) {
    let mut i = 0;
    while let Some(node) = nodes.get(i) {
        let end = (node.end as usize).clamp(i + 1, nodes.len());
        let word = pack_move(node.mv);
        if end == i + 1 {
            words.push(word);
        } else {
            words.extend([word | INNER, 0, 0]);
            let begin = words.len();
            // Nodes count from the start of the whole tree, so the part below is shifted to its own.
            let below: Vec<Node> = nodes[i + 1..end]
                .iter()
                .map(|n| Node {
                    end: n.end.saturating_sub(i as u32 + 1),
                    ..*n
                })
                .collect();
            pack_tree(&below, words);
            let length = (words.len() - begin) as u32;
            words[begin - 2] = length as u16;
            words[begin - 1] = (length >> 16) as u16;
        }
        i = end;
    }
}

/// The nodes of one level: each move in its 14 bits, and the words of the nodes below it.
pub(crate) fn level(words: &[u16]) -> impl Iterator<Item = (u16, &[u16])> {
    let mut rest = words;
    std::iter::from_fn(move || {
        let (&word, behind) = rest.split_first()?;
        if word & INNER == 0 {
            rest = behind;
            return Some((word, [].as_slice()));
        }
        let (&[low, high], behind) = behind.split_first_chunk::<2>()?;
        let length = usize::from(low) | usize::from(high) << 16;
        let (below, behind) = behind.split_at_checked(length)?;
        rest = behind;
        Some((word & MOVE_BITS, below))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation::parse_fen;

    #[test]
    fn every_move_comes_back() {
        let fens = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "8/P6k/8/3pP3/8/8/7p/K5R1 w - d6 0 2",
            "1n6/P6k/8/8/8/8/8/K7 w - - 0 1",
        ];
        for fen in fens {
            let position = parse_fen(fen).expect("a legal FEN");
            for m in position.legal_moves() {
                assert_eq!(unpack_move(&position, pack_move(m)), m, "{fen}");
            }
        }
    }

    #[test]
    fn trees_come_back_level_by_level() {
        let node = |to: u8, ply: u16, end: u32| Node {
            mv: Move::new(Role::King, 0, to),
            ply,
            left_out: 0,
            end,
        };
        let nodes = [
            node(1, 1, 5),
            node(2, 2, 4),
            node(3, 3, 4),
            node(9, 3, 4),
            node(4, 2, 5),
            node(5, 1, 6),
        ];
        // Node 1 has two children here.
        let nodes = nodes.map(|n| {
            if n.mv.to == 3 {
                Node { end: 3, ..n }
            } else {
                n
            }
        });
        let mut words = Vec::new();
        pack_tree(&nodes, &mut words);
        let to = |word: u16| (word >> 6 & 63) as u8;
        let first: Vec<_> = level(&words).collect();
        assert_eq!(first.iter().map(|n| to(n.0)).collect::<Vec<_>>(), [1, 5]);
        let second: Vec<_> = level(first[0].1).collect();
        assert_eq!(second.iter().map(|n| to(n.0)).collect::<Vec<_>>(), [2, 4]);
        let third: Vec<_> = level(second[0].1).map(|n| to(n.0)).collect();
        assert_eq!(third, [3, 9]);
        assert!(level(second[1].1).next().is_none());
    }
}
