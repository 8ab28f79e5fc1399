//! Mate by moves that leave few replies: the piece of `benches/programs/spread.adv` by hand on any kind of board.
//!
//! A move of ours costs the bits of the choice that it leaves, and a line may cost so many in all: first 1, then 2, up to 6. Replies are counted
//! for every move of ours, which is what the search spends its time with. Moves too dear are left out while they are counted; the others
//! stand in the order of their replies, those with as many in the fixed order.

use super::board::Board;
use super::workload::Answer;

/// The only piece-of-advice.
pub const NAMES: [&str; 1] = ["combination"];

/// The longest tree, in plies.
const DEPTH: u8 = 9;

/// The largest effort, in bits.
const EFFORT: u32 = 6;

/// More replies than any position has.
const REPLIES: usize = 256;

/// Combinations in a list of positions.
pub fn consult_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let prices = prices();
    let mut search = Search {
        positions: 0,
        prices: &prices,
        affordable: [0; EFFORT as usize * 1000 + 1],
        ours: Vec::with_capacity(512),
        replies: Vec::with_capacity(512),
    };
    for (most, left) in search.affordable.iter_mut().zip(0..) {
        let dear = prices.iter().position(|price| *price > left);
        *most = dear.map_or(REPLIES as u32, |dear| dear as u32 - 1);
    }
    for root in roots {
        search.positions = 0;
        let found = (1..=EFFORT).find_map(|bits| search.our_node(root, 0, bits * 1000));
        answer.add(
            search.positions,
            usize::from(found.is_some()),
            found.map(B::squares),
        );
    }
    answer
}

/// The bits of a choice among so many, in thousandths, rounded to the nearest: a logarithm never lies so near a half that a float errs.
fn prices() -> [u32; REPLIES] {
    std::array::from_fn(|replies| match replies {
        0 => 0,
        _ => ((replies as f64).log2() * 1000.0).round() as u32,
    })
}

/// A move of ours that a line can pay for.
struct Ours<B: Board> {
    replies: u32,
    mv: B::Ply,
    after: B,
}

struct Search<'s, B: Board> {
    positions: u64,
    prices: &'s [u32; REPLIES],
    /// The most replies that a move may leave, by the thousandths of a bit that are left.
    affordable: [u32; EFFORT as usize * 1000 + 1],
    ours: Vec<Ours<B>>,
    replies: Vec<B::Ply>,
}

impl<B: Board> Search<'_, B> {
    /// The first of our moves that mates within what is left.
    fn our_node(&mut self, board: &B, ply: u8, left: u32) -> Option<B::Ply> {
        let most = self.affordable[left as usize];
        let (begin, first) = (self.ours.len(), self.replies.len());
        board.all(&board.legal(), &mut self.replies);
        for i in first..self.replies.len() {
            let mv = self.replies[i];
            let after = board.play(mv);
            let replies = after.count_moves(most);
            if replies <= most {
                self.ours.push(Ours { replies, mv, after });
            }
        }
        self.replies.truncate(first);
        let mut order: [u16; REPLIES] = std::array::from_fn(|i| i as u16);
        let count = self.ours.len() - begin;
        let moves = &self.ours[begin..];
        order[..count].sort_unstable_by_key(|i| (moves[usize::from(*i)].replies, *i));
        let mut found = None;
        for i in &order[..count] {
            self.positions += 1;
            let Ours { replies, mv, after } = &self.ours[begin + usize::from(*i)];
            let (mv, price) = (*mv, self.prices[*replies as usize]);
            let mates = match replies {
                0 => after.in_check(),
                _ if ply + 1 == DEPTH => false,
                _ => {
                    let after = after.clone();
                    self.their_node(&after, ply + 1, left - price)
                }
            };
            if mates {
                found = Some(mv);
                break;
            }
        }
        self.ours.truncate(begin);
        found
    }

    /// Whether they are mated after every reply.
    fn their_node(&mut self, board: &B, ply: u8, left: u32) -> bool {
        let begin = self.replies.len();
        board.all(&board.legal(), &mut self.replies);
        let end = self.replies.len();
        self.positions += (end - begin) as u64;
        let mut mated = true;
        for i in begin..end {
            let child = board.play(self.replies[i]);
            if self.our_node(&child, ply + 1, left).is_none() {
                mated = false;
                break;
            }
        }
        self.replies.truncate(begin);
        mated
    }
}
