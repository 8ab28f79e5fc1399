//! The proof that the ten steps mate, by hand: every position, every reply.
//!
//! ```text
//!   position --decide--> move --> every reply --> position ...      a length that is known is not computed again,
//!                                                                  and a position that comes back on the way is a cycle
//! ```

use adv_chess::Role;

use super::board::Board;
use super::squares::bit;
use super::strategy::{Chooser, Men};

/// What a proof comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The positions that were decided.
    pub states: u64,
    /// The replies that were followed.
    pub replies: u64,
    /// How many roots take how many moves.
    pub histogram: Vec<u64>,
    /// In how many positions each step was taken, by rule.
    pub uses: [[u64; 10]; 2],
}

const UNKNOWN: u8 = 0;
const ON_THE_WAY: u8 = 255;

/// Settles that the strategy mates from all roots; `None` where some line does not end in mate.
pub fn prove<B: Board>(roots: &[B]) -> Option<Proof> {
    let mut prover = Prover {
        lengths: vec![UNKNOWN; 1 << 18],
        chooser: Chooser::default(),
        stack: Vec::with_capacity(256),
        proof: Proof::default(),
    };
    let mut histogram = vec![0; 128];
    for root in roots {
        let length = prover.longest(root, place(Men::of(root)))?;
        histogram[usize::from(length)] += 1;
    }
    let used = histogram.iter().rposition(|&count| count > 0);
    histogram.truncate(used.map_or(0, |last| last + 1));
    Some(Proof {
        histogram,
        ..prover.proof
    })
}

/// The number of a position.
fn place(men: Men) -> usize {
    usize::from(men.king) << 12 | usize::from(men.rook) << 6 | usize::from(men.enemy)
}

struct Prover<P> {
    /// Our moves to mate, by the number of a position.
    lengths: Vec<u8>,
    chooser: Chooser<P>,
    /// The replies of all positions on the way.
    stack: Vec<P>,
    proof: Proof,
}

impl<P: Copy> Prover<P> {
    /// Our moves to mate against the longest defence; `None` where the rook is lost, he is stalemated, or it goes round for ever.
    fn longest<B: Board<Ply = P>>(&mut self, board: &B, at: usize) -> Option<u8> {
        match self.lengths[at] {
            UNKNOWN => {}
            ON_THE_WAY => return None,
            known => return Some(known),
        }
        let found = self.chooser.decide(board)?;
        self.proof.states += 1;
        self.proof.uses[found.rule][found.step] += 1;
        let after = board.play(found.ply);
        let men = Men::of(&after);
        let begin = self.stack.len();
        let stack = &mut self.stack;
        after.each(&after.legal(), Role::King, !0, |reply| stack.push(reply));
        let end = self.stack.len();
        let mut length = 1;
        if begin == end {
            if !after.in_check() {
                return None;
            }
        } else {
            self.lengths[at] = ON_THE_WAY;
            self.proof.replies += (end - begin) as u64;
            for i in begin..end {
                let reply = self.stack[i];
                let (_, enemy) = B::squares(reply);
                if bit(enemy) == bit(men.rook) {
                    return None;
                }
                let next = place(Men { enemy, ..men });
                let behind = match self.lengths[next] {
                    UNKNOWN => self.longest(&after.play(reply), next)?,
                    ON_THE_WAY => return None,
                    known => known,
                };
                length = length.max(behind + 1);
            }
            self.stack.truncate(begin);
        }
        self.lengths[at] = length;
        Some(length)
    }
}
