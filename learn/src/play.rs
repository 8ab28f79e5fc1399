//! The trees that the machine plays, and the positions from which every line of them ends in mate.
//!
//! A position is solved where all leaves of its tree are solved or mate: the least fixpoint, by one walk in depth. A leaf that comes back on
//! its own line is not solved, and nothing on that line is.

use crate::class::WholeClass;
use crate::columns::Column;
use crate::levels::{Levels, Rule};

/// What rules come to over a whole class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many positions are solved: mate against every reply.
    pub solved: u32,
    /// The most moves to mate from a solved position.
    pub worst: u16,
    /// The moves to mate of all solved positions, added up.
    pub moves: u64,
}

/// Not followed yet.
const UNKNOWN: u16 = 0;
/// Its tree is being followed.
const OPEN: u16 = u16::MAX;
/// Some line does not end in mate.
const FAILS: u16 = u16::MAX - 1;

/// A position whose tree is being followed.
struct Open {
    at: u32,
    /// Where its leaves begin and end, and the first that is not followed yet.
    begin: usize,
    next: usize,
    end: usize,
    worst: u16,
}

/// Leaf of a tree: a position with us to move, and the moves of ours up to it.
#[derive(Clone, Copy)]
struct Leaf {
    at: u32,
    moves: u16,
}

/// The play of ordered rules over a class, position by position.
pub struct Played<'a> {
    class: &'a WholeClass,
    levels: Vec<&'a Levels>,
    /// Of ours: the moves to mate, or why there is no such number.
    lengths: Vec<u16>,
    leaves: Vec<Leaf>,
}

/// Plays some rules from every position.
pub fn evaluate(class: &WholeClass, columns: &[Column], rules: &[Rule]) -> Outcome {
    let levels: Vec<Levels> = rules
        .iter()
        .map(|rule| Levels::of(class, columns, rule))
        .collect();
    Played::new(class, levels.iter().collect()).outcome()
}

impl<'a> Played<'a> {
    /// Plays the rules of some levels from every position; the first rule that has a tree is played.
    pub fn new(class: &'a WholeClass, levels: Vec<&'a Levels>) -> Played<'a> {
        let mut played = Played {
            class,
            levels,
            lengths: vec![UNKNOWN; class.len()],
            leaves: Vec::new(),
        };
        let mut open = Vec::new();
        for at in 0..class.len() {
            played.follow(at as u32, &mut open);
        }
        played
    }

    /// The sums over all positions.
    pub fn outcome(&self) -> Outcome {
        let mut outcome = Outcome::default();
        for length in (0..self.class.len()).filter_map(|at| self.length(at)) {
            outcome.solved += 1;
            outcome.worst = outcome.worst.max(length);
            outcome.moves += u64::from(length);
        }
        outcome
    }

    /// The moves to mate from a position; `None` where it is not solved.
    pub fn length(&self, at: usize) -> Option<u16> {
        let length = self.lengths.get(at).copied();
        length.filter(|length| *length != FAILS)
    }

    /// The rule that is played in a position, an index, and the bound of its tree in plies.
    pub fn rule(&self, at: usize) -> Option<(usize, u16)> {
        let mut levels = self.levels.iter().enumerate();
        levels.find_map(|(rule, levels)| {
            let bound = *levels.bound.get(self.class.level(at))?;
            (bound > 0).then_some((rule, u16::from(bound)))
        })
    }

    /// The number that the last rule lowers, in a position.
    pub fn last_number(&self, at: usize) -> Option<i32> {
        let last = self.levels.last()?;
        last.ours.get(self.class.level(at)).copied()
    }

    /// The class that is played over.
    pub(crate) const fn class(&self) -> &'a WholeClass {
        self.class
    }

    /// The levels of the rule that is played in a position, and the bound of its tree.
    pub(crate) fn levels(&self, at: usize) -> Option<(&'a Levels, usize)> {
        let (rule, bound) = self.rule(at)?;
        Some((self.levels.get(rule).copied()?, usize::from(bound)))
    }

    /// Follows the trees from a position until it is settled.
    fn follow(&mut self, from: u32, open: &mut Vec<Open>) {
        self.enter(from, open);
        while let Some(last) = open.last_mut() {
            if last.next == last.end {
                let (at, worst, begin) = (last.at, last.worst, last.begin);
                self.lengths[at as usize] = worst;
                self.leaves.truncate(begin);
                open.pop();
                continue;
            }
            let leaf = self.leaves[last.next];
            match self.lengths[leaf.at as usize] {
                UNKNOWN => self.enter(leaf.at, open),
                FAILS | OPEN => {
                    let (at, begin) = (last.at, last.begin);
                    self.lengths[at as usize] = FAILS;
                    self.leaves.truncate(begin);
                    open.pop();
                }
                length => {
                    last.worst = last.worst.max(leaf.moves + length);
                    last.next += 1;
                }
            }
        }
    }

    /// Begins to follow the tree of a position that is not known; one without a tree fails at once.
    fn enter(&mut self, at: u32, open: &mut Vec<Open>) {
        if self.lengths[at as usize] != UNKNOWN {
            return;
        }
        let Some((levels, bound)) = self.levels(at as usize) else {
            self.lengths[at as usize] = FAILS;
            return;
        };
        let begin = self.leaves.len();
        let below = levels.ours[self.class.level(at as usize)];
        let Some(worst) = self.expand(levels, at, bound, below, 1) else {
            self.leaves.truncate(begin);
            self.lengths[at as usize] = FAILS;
            return;
        };
        self.lengths[at as usize] = OPEN;
        open.push(Open {
            at,
            begin,
            next: begin,
            end: self.leaves.len(),
            worst,
        });
    }

    /// Puts the leaves of a tree into the list; returns the moves of its longest line to mate, 0 where none of them mates. `None` where a
    /// leaf is known not to be solved, or is a position that this one is followed from.
    fn expand(
        &mut self,
        levels: &Levels,
        at: u32,
        left: usize,
        below: i32,
        moves: u16,
    ) -> Option<u16> {
        let class = self.class;
        let chosen = choice(class, levels, at, left, below);
        let to = chosen.and_then(|chosen| class.graph.moves.row(at as usize).get(chosen));
        let Some(&to) = to else {
            // There is a tree wherever this is asked.
            return None;
        };
        if class.graph.mated[to as usize] {
            return Some(moves);
        }
        let mut worst = 0;
        for &reply in class.graph.replies.row(to as usize) {
            if levels.ours[class.level(reply as usize)] >= below {
                let own = self.expand(levels, reply, left - 2, below, moves + 1)?;
                worst = worst.max(own);
                continue;
            }
            match self.lengths[reply as usize] {
                FAILS | OPEN => return None,
                UNKNOWN => self.leaves.push(Leaf { at: reply, moves }),
                length => worst = worst.max(moves + length),
            }
        }
        Some(worst)
    }
}

/// The move of ours that leads on, by its place: the first in the order of the number after it that has a tree.
#[inline(always)]
fn choice(class: &WholeClass, levels: &Levels, at: u32, left: usize, below: i32) -> Option<usize> {
    let (after, mated) = (levels.after(left), &class.folded().mated);
    let mut best = None;
    for (place, &to) in class.choices(at as usize).iter().enumerate() {
        let to = to as usize;
        let leads = match after.get(to) {
            Some(reached) => *reached < below,
            None => mated[to],
        };
        if !leads {
            continue;
        }
        let key = levels.theirs[to];
        if best.is_none_or(|(best, _)| key < best) {
            best = Some((key, place));
        }
    }
    best.map(|(_, place)| place)
}
