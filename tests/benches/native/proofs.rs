//! The tree that is the easiest to prove: the piece of `benches/programs/proofs.adv` by hand on any kind of board.
//!
//! Depth-first proof-number search. Every node has the number of nodes that have to be proved at the least to prove it, and the number of those
//! that have to be refuted to refute it. The work goes on at the child that owes least until it owes a quarter more than the next one. What
//! is known of a position is remembered by its hash: from how many plies on it is proved, up to how many it is refuted, and its
//! numbers for each number of plies between.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::Board;
use super::workload::Answer;

/// The only piece-of-advice.
pub const NAMES: [&str; 1] = ["somehow"];

/// The longest tree, in plies.
const DEPTH: u8 = 9;

/// A number that no work reaches.
const NEVER: u32 = u32::MAX;

/// Mates in a list of positions.
pub fn consult_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let mut search = Search {
        positions: 0,
        known: HashMap::default(),
        plies: Vec::with_capacity(512),
        children: Vec::with_capacity(4096),
    };
    for root in roots {
        search.positions = 0;
        search.known.clear();
        let found = search.settle(root);
        answer.add(
            search.positions,
            usize::from(found.is_some()),
            found.map(B::squares),
        );
    }
    answer
}

/// What a node owes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const PROVED: Numbers = Numbers {
    proof: 0,
    disproof: NEVER,
};

const REFUTED: Numbers = Numbers {
    proof: NEVER,
    disproof: 0,
};

impl Numbers {
    /// The number that a node of a side has as the least of its children, and the one that is their sum.
    #[inline]
    fn by_mover(self, ours: bool) -> (u32, u32) {
        if ours {
            (self.proof, self.disproof)
        } else {
            (self.disproof, self.proof)
        }
    }

    #[inline]
    fn from_mover(ours: bool, least: u32, sum: u32) -> Numbers {
        if ours {
            Numbers {
                proof: least,
                disproof: sum,
            }
        } else {
            Numbers {
                proof: sum,
                disproof: least,
            }
        }
    }

    #[inline]
    fn reaches(self, limits: Numbers) -> bool {
        self.proof == 0
            || self.disproof == 0
            || self.proof >= limits.proof
            || self.disproof >= limits.disproof
    }
}

/// What is known of a position.
struct Known {
    /// It is proved with so many plies left, and with more.
    proved: u8,
    /// It is refuted with so many plies left, and with fewer; 0: with none.
    refuted: u8,
    /// Its numbers with other numbers of plies.
    open: Vec<(u8, Numbers)>,
}

/// Hashes of positions are hashes already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A move of a node on the line, and what is known of the node that it leads to.
#[derive(Clone, Copy)]
struct Child<P> {
    ply: P,
    key: u64,
    numbers: Numbers,
}

/// A node on the line.
struct Node<'n, B> {
    board: &'n B,
    key: u64,
    ours: bool,
    left: u8,
}

struct Search<B: Board> {
    positions: u64,
    known: HashMap<u64, Known, BuildHasherDefault<Plain>>,
    plies: Vec<B::Ply>,
    children: Vec<Child<B::Ply>>,
}

impl<B: Board> Search<B> {
    /// The move that mates, if one does.
    fn settle(&mut self, root: &B) -> Option<B::Ply> {
        let limits = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        let node = Node {
            board: root,
            key: root.key(),
            ours: true,
            left: DEPTH,
        };
        let (numbers, mv) = self.work(&node, limits, false);
        mv.filter(|_| numbers.proof == 0)
    }

    /// Works at a node until its numbers reach the limits; those numbers, and the move that proves it.
    fn work(
        &mut self,
        node: &Node<'_, B>,
        limits: Numbers,
        tested: bool,
    ) -> (Numbers, Option<B::Ply>) {
        let first = self.children.len();
        if node.ours {
            self.expand_ours(node);
        } else {
            self.expand_theirs(node, tested);
        }
        let done = loop {
            let numbers = self.numbers(first, node.ours);
            if numbers.reaches(limits) {
                break numbers;
            }
            let Some((at, limits)) = self.choose(first, node.ours, numbers, limits) else {
                break numbers;
            };
            let Child { ply, key, numbers } = self.children[at];
            let fact = self.fact(key, node.left - 1);
            if let Some(fact) = fact
                && fact != numbers
            {
                self.children[at].numbers = fact;
                continue;
            }
            let after = node.board.play(ply);
            let below = Node {
                board: &after,
                key,
                ours: !node.ours,
                left: node.left - 1,
            };
            let (numbers, _) = self.work(&below, limits, fact.is_some());
            self.note(key, node.left - 1, numbers);
            self.children[at].numbers = numbers;
        };
        let proving = self.children[first..]
            .iter()
            .find(|child| child.numbers.proof == 0);
        let mv = proving.map(|child| child.ply);
        self.children.truncate(first);
        (done, mv)
    }

    /// The numbers of a node from those of its children, which begin at `first`.
    fn numbers(&self, first: usize, ours: bool) -> Numbers {
        let (mut least, mut sum) = (NEVER, 0u32);
        for child in &self.children[first..] {
            let (one, other) = child.numbers.by_mover(ours);
            least = least.min(one);
            sum = match (sum, other) {
                (NEVER, _) | (_, NEVER) => NEVER,
                (sum, other) => sum.saturating_add(other).min(NEVER - 1),
            };
        }
        Numbers::from_mover(ours, least, sum)
    }

    /// The child that owes least, and where the work at it ends.
    fn choose(
        &self,
        first: usize,
        ours: bool,
        numbers: Numbers,
        limits: Numbers,
    ) -> Option<(usize, Numbers)> {
        let mut best: Option<(usize, u32, u32)> = None;
        let mut second = NEVER;
        for (at, child) in self.children.iter().enumerate().skip(first) {
            let (least, other) = child.numbers.by_mover(ours);
            match best {
                Some((_, known, _)) if known <= least => second = second.min(least),
                _ => {
                    second = best.map_or(NEVER, |(_, known, _)| known);
                    best = Some((at, least, other));
                }
            }
        }
        let (at, _, other) = best?;
        let (least_limit, sum_limit) = limits.by_mover(ours);
        let (_, total) = numbers.by_mover(ours);
        let of_sum = match sum_limit {
            NEVER => NEVER,
            limit => limit.saturating_sub(total.saturating_sub(other)),
        };
        let more = match second.saturating_add(second / 4).saturating_add(1) {
            more if more < NEVER - 1 => more,
            _ => NEVER,
        };
        Some((at, Numbers::from_mover(ours, least_limit.min(more), of_sum)))
    }

    /// Our moves that may lead to a tree; one that mates ends them.
    fn expand_ours(&mut self, node: &Node<'_, B>) {
        let begin = self.plies.len();
        node.board.all(&node.board.legal(), &mut self.plies);
        let deeper = node.left > 1;
        for i in begin..self.plies.len() {
            let ply = self.plies[i];
            let after = node.board.play(ply);
            let (mut key, mut fact) = (0, None);
            if deeper {
                key = node.board.key_after(node.key, ply, &after);
                fact = self.fact(key, node.left - 1);
            }
            let numbers = match fact {
                Some(fact) => fact,
                None => {
                    self.positions += 1;
                    if deeper {
                        match after.count_moves(u32::MAX) {
                            0 if after.in_check() => PROVED,
                            0 => continue,
                            replies => Numbers {
                                proof: replies,
                                disproof: 1,
                            },
                        }
                    } else if after.is_mated() {
                        PROVED
                    } else {
                        continue;
                    }
                }
            };
            if numbers.disproof == 0 {
                continue;
            }
            self.children.push(Child { ply, key, numbers });
            if numbers.proof == 0 {
                break;
            }
        }
        self.plies.truncate(begin);
    }

    /// Their replies that have no answer yet, or the one that refutes the node.
    fn expand_theirs(&mut self, node: &Node<'_, B>, tested: bool) {
        let (begin, first) = (self.plies.len(), self.children.len());
        node.board.all(&node.board.legal(), &mut self.plies);
        if !tested {
            self.positions += (self.plies.len() - begin) as u64;
        }
        for i in begin..self.plies.len() {
            let ply = self.plies[i];
            let after = node.board.play(ply);
            let key = node.board.key_after(node.key, ply, &after);
            let numbers = match self.fact(key, node.left - 1) {
                Some(fact) => fact,
                None => {
                    // It was tested with its siblings, and nothing has been kept of it.
                    self.positions += u64::from(tested);
                    Numbers {
                        proof: 1,
                        disproof: 1,
                    }
                }
            };
            if numbers.disproof == 0 {
                self.children.truncate(first);
                self.children.push(Child {
                    ply,
                    key,
                    numbers: REFUTED,
                });
                break;
            }
            if numbers.proof > 0 {
                self.children.push(Child { ply, key, numbers });
            }
        }
        self.plies.truncate(begin);
    }

    /// What is known of a position with so many plies left.
    #[inline]
    fn fact(&self, key: u64, left: u8) -> Option<Numbers> {
        let known = self.known.get(&key)?;
        if left >= known.proved {
            return Some(PROVED);
        }
        if left <= known.refuted {
            return Some(REFUTED);
        }
        let open = known.open.iter().find(|(plies, _)| *plies == left);
        open.map(|(_, numbers)| *numbers)
    }

    fn note(&mut self, key: u64, left: u8, numbers: Numbers) {
        let known = self.known.entry(key).or_insert(Known {
            proved: u8::MAX,
            refuted: 0,
            open: Vec::new(),
        });
        if numbers.proof == 0 {
            known.proved = known.proved.min(left);
            known.open.retain(|(plies, _)| *plies < left);
        } else if numbers.disproof == 0 {
            known.refuted = known.refuted.max(left);
            known.open.retain(|(plies, _)| *plies > left);
        } else if let Some(open) = known.open.iter_mut().find(|(plies, _)| *plies == left) {
            open.1 = numbers;
        } else {
            known.open.push((left, numbers));
        }
    }
}
