//! Mate in three on full boards: the piece of `benches/programs/mate3.adv` by hand on any kind of board.
//!
//! Every move, checks first; behind a check the replies are made once, and where there are none it is mate.

use adv_chess::Position;

use super::board::Board;
use super::workload::Answer;

/// The only piece-of-advice.
pub const NAMES: [&str; 1] = ["mate-in-3"];

/// The longest tree, in plies.
const DEPTH: u8 = 5;

/// Attacks in a list of positions.
pub fn consult_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let mut stack = Vec::with_capacity(512);
    for root in roots {
        let mut search = Search {
            positions: 0,
            stack: &mut stack,
        };
        let found = search.our_node(root, 0);
        let positions = search.positions;
        answer.add(
            positions,
            usize::from(found.is_some()),
            found.map(B::squares),
        );
    }
    answer
}

/// The positions that this kind of board can hold, as it holds them.
pub fn boards<B: Board>(roots: &[Position]) -> Vec<B> {
    roots.iter().filter_map(B::of).collect()
}

struct Search<'s, B: Board> {
    positions: u64,
    stack: &'s mut Vec<B::Ply>,
}

impl<B: Board> Search<'_, B> {
    /// Pushes all legal moves; returns where they begin.
    #[inline]
    fn push_all(&mut self, board: &B) -> usize {
        let begin = self.stack.len();
        board.all(&board.legal(), self.stack);
        begin
    }

    /// The first of our moves that mates, checks first.
    fn our_node(&mut self, board: &B, ply: u8) -> Option<B::Ply> {
        let begin = self.push_all(board);
        let end = self.stack.len();
        // Quiet moves are gathered at the front while the checks are tried.
        let mut quiet = begin;
        let mut found = None;
        for i in begin..end {
            let m = self.stack[i];
            let child = board.play(m);
            if !child.in_check() {
                self.stack[quiet] = m;
                quiet += 1;
                continue;
            }
            self.positions += 1;
            let mates = if ply + 1 < DEPTH {
                self.their_node(&child, ply + 1, true)
            } else {
                !child.has_move()
            };
            if mates {
                found = Some(m);
                break;
            }
        }
        if found.is_none() && ply + 1 < DEPTH {
            for i in begin..quiet {
                let m = self.stack[i];
                self.positions += 1;
                if self.their_node(&board.play(m), ply + 1, false) {
                    found = Some(m);
                    break;
                }
            }
        }
        self.stack.truncate(begin);
        found
    }

    /// Whether they are mated, or mated behind every reply.
    fn their_node(&mut self, board: &B, ply: u8, check: bool) -> bool {
        let begin = self.push_all(board);
        let end = self.stack.len();
        self.positions += (end - begin) as u64;
        let mut mated = check || end > begin;
        for i in begin..end {
            let child = board.play(self.stack[i]);
            if self.our_node(&child, ply + 1).is_none() {
                mated = false;
                break;
            }
        }
        self.stack.truncate(begin);
        mated
    }
}
