//! How low a number can be brought in so many plies against every reply: value iteration over a whole class.
//!
//! ```text
//!   V1(s)   LEAST where a move mates, else MOST
//!   Rb(t)   max over the replies s of min(N(s), Vb-2(s)); LEAST where they are mated, MOST where they are stalemated or take a man
//!   Vb(s)   min over our moves t of Rb(t)
//! ```
//!
//! A tree of at most `b` plies whose leaves are all mate or below `c` exists in `s` if and only if `Vb(s) < c`.

use std::fmt;

use crate::class::{Graph, WholeClass};
use crate::columns::Column;

/// Below every value: mate.
pub(crate) const LEAST: i32 = i32::MIN;
/// Above every value: no tree.
pub(crate) const MOST: i32 = i32::MAX;

/// A column with a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The column, an index.
    pub column: usize,
    /// Its weight; not 0.
    pub weight: i32,
}

/// A rule: lower a number within a depth in plies, by the shortest tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The terms of the number, in the order of their columns.
    pub terms: Vec<Term>,
    /// The greatest depth of a tree in plies.
    pub depth: u16,
}

impl fmt::Display for Rule {
    /// Writes the depth and each weight with its column, such as `6: 2*0 -1*3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.depth)?;
        let mut terms = self.terms.iter();
        terms.try_for_each(|Term { column, weight }| write!(f, " {weight}*{column}"))
    }
}

/// What a rule can do in every position of a class.
#[derive(Debug, Default)]
pub struct Levels {
    /// The number with us to move, and with them to move.
    pub(crate) ours: Vec<i32>,
    pub(crate) theirs: Vec<i32>,
    /// `Rb` by `b`; empty where it is not needed.
    reached: Vec<Vec<i32>>,
    /// Of ours: the least bound under which there is a tree, 0 where there is none.
    pub(crate) bound: Vec<u8>,
    /// `min(N, Vb)`, while it is needed.
    best: Vec<i32>,
}

impl Levels {
    /// Computes the levels of a rule.
    pub fn of(class: &WholeClass, columns: &[Column], rule: &Rule) -> Levels {
        let mut levels = Levels::default();
        levels.fill(class, columns, rule);
        levels
    }

    /// Computes the levels of another rule in the memory of these.
    pub fn fill(&mut self, class: &WholeClass, columns: &[Column], rule: &Rule) {
        let graph = class.folded();
        let column = |at: usize| columns.get(at);
        sum(&mut self.ours, graph.mates.len(), &rule.terms, |at| {
            column(at).map(|column| &*column.ours)
        });
        sum(&mut self.theirs, graph.mated.len(), &rule.terms, |at| {
            column(at).map(|column| &*column.theirs)
        });
        let depth = usize::from(rule.depth);
        self.reached.resize_with(depth + 1, Vec::new);
        self.reached.iter_mut().for_each(Vec::clear);
        self.bound.clear();
        self.bound
            .extend(graph.mates.iter().map(|mates| u8::from(*mates)));
        // Bounds are odd, but for the last one.
        let all = self.chain(graph, 3, depth);
        if depth.is_multiple_of(2) && !all {
            self.chain(graph, 2, depth);
        }
    }

    /// Computes every other bound from one on, up to the depth; true where every position has a tree.
    fn chain(&mut self, graph: &Graph, first: usize, depth: usize) -> bool {
        self.best.clear();
        if first.is_multiple_of(2) {
            self.best.extend(&self.ours);
        } else {
            let known = self.ours.iter().zip(&graph.mates);
            let best = known.map(|(own, mates)| if *mates { LEAST } else { *own });
            self.best.extend(best);
        }
        for bound in (first..=depth).step_by(2) {
            let mut reached = std::mem::take(&mut self.reached[bound]);
            let rows = graph.replies.iter().zip(&graph.mated);
            reached.extend(rows.map(|(row, mated)| match row {
                [] if *mated => LEAST,
                [] => MOST,
                row => worst_of(&self.best, row),
            }));
            // Of an even depth only the last bound is tried by itself.
            let tried = first % 2 == 1 || bound == depth;
            let mut all = true;
            for (at, row) in graph.moves.iter().enumerate() {
                let value = least_of(&reached, row);
                let own = self.ours[at];
                self.best[at] = own.min(value);
                if tried && self.bound[at] == 0 {
                    match value < own {
                        true => self.bound[at] = bound as u8,
                        false => all = false,
                    }
                }
            }
            self.reached[bound] = reached;
            if tried && all {
                return true;
            }
        }
        false
    }

    /// What can be reached by our moves with so many plies left before them, by places of theirs; empty where one ply is.
    #[inline(always)]
    pub(crate) fn after(&self, left: usize) -> &[i32] {
        self.reached.get(left).map_or(&[], Vec::as_slice)
    }
}

/// The greatest of some values; [`MOST`] where a man is taken.
#[inline(always)]
fn worst_of(values: &[i32], row: &[u32]) -> i32 {
    let mut worst = LEAST;
    for to in row {
        let value = values.get(*to as usize).copied().unwrap_or(MOST);
        worst = worst.max(value);
    }
    worst
}

/// The least of some values; [`MOST`] of none.
#[inline(always)]
fn least_of(values: &[i32], row: &[u32]) -> i32 {
    let mut least = MOST;
    for to in row {
        least = least.min(values.get(*to as usize).copied().unwrap_or(MOST));
    }
    least
}

/// Adds columns with their weights.
fn sum<'c>(
    out: &mut Vec<i32>,
    length: usize,
    terms: &[Term],
    column: impl Fn(usize) -> Option<&'c [i32]>,
) {
    out.clear();
    out.resize(length, 0);
    for term in terms {
        for (sum, value) in out.iter_mut().zip(column(term.column).unwrap_or_default()) {
            *sum += term.weight * value;
        }
    }
}
