//! Questions of solvers about a problem besides its key: its soundness, its tries, its set play, its duals.
//!
//! ```text
//!   keys        every first move, mate within the length           all settled: sound, or cooked
//!   choices     every later move of ours after the key             from the ends of the tree upwards
//!   set play    their moves as if they were to begin               then mate in one move less
//!   tries       first moves of which exactly one reply is no mate  all other first moves have two or more
//! ```
//!
//! Every question allows every move, as far as the budget goes. Where the budget ends, the piece that found the mate gives all its trees
//! within the bound at which it found one (the machinery of `any-choice`), which finds duals and excludes none.

use std::collections::BTreeMap;

use adv_chess::notation::san;
use adv_chess::{LegalInfo, Move, Position};
use adv_module::AdviceId;
use adv_render::problems::{Budget, Continuation, Duals, Try, numbered, numbered_line};
use adv_render::text::joined;
use adv_vm::{Branch, Mode, Node, Subject, Tree, Wanted};

use super::Solver;
use super::allowance::NodeAllowance;

/// Maximum number of places after the key that a search for duals visits in a tree.
const MOST_PLACES: usize = 5_000;

/// Result of a search for duals, with the later choices also by their nodes in the tree.
pub(super) struct DualSearch {
    pub(super) duals: Duals,
    /// Other moves in words, such as `2.Qh8+`, by the node of our own move.
    pub(super) by_node: BTreeMap<usize, Vec<String>>,
}

/// A place of the tree after the key where we are to move.
struct Place {
    /// Index of the node of our move in the tree.
    node: usize,
    before: Position,
    /// Number of our moves in which the tree mates from this place.
    moves: u32,
    /// The moves in words that lead from the root to this place.
    line: Vec<String>,
}

/// Moves of ours that would do as well, by the node of the tree's own move.
type Others = BTreeMap<usize, Vec<Move>>;

impl Solver {
    /// Looks for keys, tries, set play and duals of a mate of so many moves, `exact` where no mate is shorter. `own` is the piece whose
    /// tree it is.
    pub(super) fn duals(
        &mut self,
        position: &Position,
        tree: &Tree,
        (moves, exact): (u32, bool),
        own: Option<AdviceId>,
        allowance: &mut NodeAllowance,
    ) -> DualSearch {
        let mut duals = Duals {
            moves,
            ..Duals::default()
        };
        let mut keys: Vec<Move> = tree.first_move().into_iter().collect();
        let mut others = Others::new();
        if let Some(id) = own {
            let found = allowance.share(2, |allowance| {
                self.own_choices(id, position, tree, allowance)
            });
            if let Some((firsts, choices)) = found {
                keys.extend(firsts);
                others = choices;
            }
        }
        if exact {
            let settled =
                allowance.share(2, |allowance| self.mates.keys(position, moves, allowance));
            match settled {
                Ok(all) => {
                    // The move of the tree stays the first.
                    keys.extend(all);
                    duals.complete = true;
                }
                Err(budget) => duals.ended = Some(budget),
            }
        }
        keys = each_once(keys);
        duals.keys = keys.iter().map(|m| san(position, *m)).collect();
        let ended = allowance.share(2, |allowance| self.later(tree, &mut others, allowance));
        duals.choices_complete = ended.is_none();
        duals.ended = duals.ended.or(ended);
        if duals.complete {
            match self.set_play(position, moves, allowance) {
                Ok(set_play) => duals.set_play = set_play,
                Err(budget) => duals.ended = duals.ended.or(Some(budget)),
            }
            match self.tries(position, moves, &keys, allowance) {
                Ok(tries) => duals.tries = Some(tries),
                Err(budget) => duals.ended = duals.ended.or(Some(budget)),
            }
        }
        let (choices, by_node) = in_words(position, tree, &others);
        duals.choices = choices;
        duals.soundness = soundness(&duals);
        DualSearch { duals, by_node }
    }

    /// Finds the other first moves, and the other later moves, of all trees of a piece-of-advice within the bound at which it found one.
    /// `None` where the budget ends.
    fn own_choices(
        &mut self,
        id: AdviceId,
        position: &Position,
        tree: &Tree,
        allowance: &mut NodeAllowance,
    ) -> Option<(Vec<Move>, Others)> {
        let subject = Subject::Advice(id);
        allowance.bound(&mut self.engine);
        let junction = self.engine.junction(subject, position).ok()?;
        let mut nodes = Vec::new();
        let (mode, wanted) = (Mode::Strong, Wanted::Every);
        let branch = self
            .engine
            .branch(subject, &junction, position, mode, wanted, &mut nodes);
        allowance.spend(self.engine.last_search().positions);
        if !matches!(branch, Branch::Tree { .. }) {
            return None;
        }
        let every = Tree::new(*position, nodes);
        let nodes = every.nodes();
        let ends = ends(nodes);
        let end_of = |at: usize| ends.get(at).copied().unwrap_or(u16::MAX);
        let mut roots = every.children(None);
        let first = roots.next()?;
        // Other first moves are keys where they mate as soon as the tree.
        let firsts = roots.filter(|at| end_of(*at) <= tree.depth());
        let firsts = firsts.filter_map(|at| nodes.get(at)).map(|node| node.mv);
        let firsts = firsts.collect();
        let mut others = Others::new();
        // Both trees have the same first choices and the same replies, so they are walked side by side.
        let mut pairs = vec![(tree.children(None).next()?, first)];
        while let Some((ours, theirs)) = pairs.pop() {
            let replies = tree.children(Some(ours));
            let replies = replies.zip(every.children(Some(theirs)));
            for (reply, among) in replies {
                let Some(own) = tree.children(Some(reply)).next() else {
                    continue;
                };
                let mut answers = every.children(Some(among));
                let Some(same) = answers.next() else {
                    continue;
                };
                let soon = answers.filter(|at| end_of(*at) <= end_of(same));
                let soon: Vec<Move> = soon.filter_map(|at| nodes.get(at)).map(|n| n.mv).collect();
                if !soon.is_empty() {
                    others.insert(own, soon);
                }
                pairs.push((own, same));
            }
        }
        Some((firsts, others))
    }

    /// Finds other moves that mate in time at every later place of the tree, with every move allowed, those nearest to the mate first;
    /// returns the budget that ended the search.
    fn later(
        &mut self,
        tree: &Tree,
        others: &mut Others,
        allowance: &mut NodeAllowance,
    ) -> Option<Budget> {
        let (mut places, all) = places(tree);
        places.sort_by_key(|place| (place.moves, place.node));
        for place in &places {
            let keys = self.mates.keys(&place.before, place.moves, allowance);
            let keys = match keys {
                Ok(keys) => keys,
                Err(budget) => return Some(budget),
            };
            let own = tree.nodes().get(place.node).map(|node| node.mv);
            let more: Vec<Move> = keys.into_iter().filter(|m| Some(*m) != own).collect();
            if !more.is_empty() {
                others.insert(place.node, more);
            }
        }
        (!all).then_some(Budget::Other)
    }

    /// Finds the mates after each move of the other side, as if it were its move; `None` where we are in check, so that it cannot be.
    fn set_play(
        &mut self,
        position: &Position,
        moves: u32,
        allowance: &mut NodeAllowance,
    ) -> Result<Option<Vec<Continuation>>, Budget> {
        let us = position.turn();
        if LegalInfo::for_side(position, us).in_check() {
            return Ok(None);
        }
        let passed = position.with_ep(None).with_turn(!us);
        let mut lines = Vec::new();
        for reply in passed.legal_moves() {
            let after = passed.play(reply);
            let keys = self
                .mates
                .keys(&after, moves.saturating_sub(1), allowance)?;
            if keys.is_empty() {
                continue;
            }
            let answers = keys.iter().map(|m| numbered(!us, 1, &san(&after, *m)));
            lines.push(Continuation {
                line: Vec::new(),
                after: numbered(!us, 0, &san(&passed, reply)),
                moves: answers.collect(),
            });
        }
        Ok(Some(lines))
    }

    /// Finds the tries: first moves that are no keys and that exactly one reply refutes.
    fn tries(
        &mut self,
        position: &Position,
        moves: u32,
        keys: &[Move],
        allowance: &mut NodeAllowance,
    ) -> Result<Vec<Try>, Budget> {
        let mut tries = Vec::new();
        // How often a reply has refuted a move: what refutes one is looked at first for the next.
        let mut refuters: Vec<(Move, u32)> = Vec::new();
        for m in position.legal_moves() {
            if keys.contains(&m) {
                continue;
            }
            let after = position.play(m);
            let mut replies = after.legal_moves();
            let count = |reply: &Move| {
                let known = refuters.iter().find(|(known, _)| known == reply);
                known.map_or(0, |(_, count)| *count)
            };
            replies.sort_by_key(|reply| std::cmp::Reverse(count(reply)));
            let mut refutations = Vec::new();
            for reply in replies {
                let left = moves.saturating_sub(1);
                let mate = self.mates.within(&after.play(reply), left, allowance)?;
                if mate.is_none() {
                    refutations.push(reply);
                    match refuters.iter_mut().find(|(known, _)| *known == reply) {
                        Some((_, count)) => *count += 1,
                        None => refuters.push((reply, 1)),
                    }
                }
                if refutations.len() > 1 {
                    break;
                }
            }
            if let [refutation] = refutations.as_slice() {
                tries.push(Try {
                    mv: san(position, m),
                    refutation: san(&after, *refutation),
                });
            }
        }
        Ok(tries)
    }
}

/// Verdict on the keys: `sound`, `cooked by 1.Rxf7+, 1.Qh8+`; `None` where not all keys are certain.
fn soundness(duals: &Duals) -> Option<String> {
    match duals.keys.as_slice() {
        [_] if duals.complete => Some("sound".to_owned()),
        [_, more @ ..] if !more.is_empty() => {
            let more = more.iter().map(|key| format!("1.{key}"));
            Some(format!("cooked by {}", joined(more, ", ")))
        }
        _ => None,
    }
}

/// Removes duplicates from moves, which keep their order.
fn each_once(moves: Vec<Move>) -> Vec<Move> {
    let mut each: Vec<Move> = Vec::new();
    for m in moves {
        if !each.contains(&m) {
            each.push(m);
        }
    }
    each
}

/// For each node of an arena with one or all of our choices, the ply at which the play below it ends, we playing the shortest and they the longest.
fn ends(nodes: &[Node]) -> Vec<u16> {
    let mut ends: Vec<Option<u16>> = vec![None; nodes.len()];
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut path: Vec<usize> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        path.truncate(usize::from(node.ply).saturating_sub(1));
        parents.push(path.last().copied());
        path.push(at);
    }
    for (at, node) in nodes.iter().enumerate().rev() {
        let end = ends.get(at).copied().flatten().unwrap_or(node.ply);
        if let Some(own) = ends.get_mut(at) {
            *own = Some(end);
        }
        let above = parents.get(at).copied().flatten();
        if let Some(above) = above.and_then(|above| ends.get_mut(above)) {
            // Our moves have odd plies: of them the shortest, of replies the longest.
            *above = Some(match (*above, node.ply % 2 == 1) {
                (None, _) => end,
                (Some(known), true) => known.min(end),
                (Some(known), false) => known.max(end),
            });
        }
    }
    ends.into_iter().flatten().collect()
}

/// The places of a tree after the key at which we are to move, and true where they are all such places.
fn places(tree: &Tree) -> (Vec<Place>, bool) {
    let nodes = tree.nodes();
    let ends = ends(nodes);
    let mut places = Vec::new();
    let mut path: Vec<(Position, String)> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        path.truncate(usize::from(node.ply).saturating_sub(1));
        let before = path.last().map_or(*tree.root(), |(after, _)| *after);
        if node.ply % 2 == 1 && node.ply > 1 && places.len() < MOST_PLACES {
            let end = ends.get(at).copied().unwrap_or(0);
            places.push(Place {
                node: at,
                before,
                moves: u32::from(end.saturating_sub(node.ply) / 2) + 1,
                line: path.iter().map(|(_, word)| word.clone()).collect(),
            });
        }
        path.push((before.play(node.mv), san(&before, node.mv)));
    }
    let ours = nodes
        .iter()
        .filter(|node| node.ply % 2 == 1 && node.ply > 1);
    let all = ours.count() == places.len();
    (places, all)
}

/// Writes the other moves as continuations in words, in the order of the tree, and by the node of our own move.
fn in_words(
    root: &Position,
    tree: &Tree,
    others: &Others,
) -> (Vec<Continuation>, BTreeMap<usize, Vec<String>>) {
    let first = root.turn();
    let mut choices = Vec::new();
    let mut by_node = BTreeMap::new();
    for place in places(tree).0 {
        let (Some(more), Some(own)) = (others.get(&place.node), tree.nodes().get(place.node))
        else {
            continue;
        };
        let ply = place.line.len();
        let word = |m: &Move| numbered(first, ply, &san(&place.before, *m));
        let more: Vec<String> = more.iter().map(word).collect();
        let mut moves = vec![word(&own.mv)];
        moves.extend(more.iter().cloned());
        by_node.insert(place.node, more);
        let last = place.line.last().cloned().unwrap_or_default();
        choices.push(Continuation {
            after: numbered(first, ply.saturating_sub(1), &last),
            line: place.line,
            moves,
        });
    }
    // A reply that is met in several lines is told with the moves before it.
    let named: Vec<String> = choices.iter().map(|choice| choice.after.clone()).collect();
    for choice in &mut choices {
        if named.iter().filter(|name| **name == choice.after).count() > 1 {
            choice.after = numbered_line(first, 0, &choice.line);
        }
    }
    (choices, by_node)
}
