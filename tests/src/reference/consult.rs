//! Consulting a table: the first rule that holds, its list in order, the first piece-of-advice that can be satisfied.

use std::rc::Rc;

use adv_compiler::hir::{Entry, Material, Successor, Table, Who};
use adv_module::{AdviceId, TableId};
use shakmaty::Color;

use super::Reference;
use super::eval::{Locals, Scene};
use super::search::{Bound, Replies, Search, bounds, effort, shortest};
use super::tree::RefTree;
use super::value::{Answer, Fault};
use super::view::View;

/// One piece-of-advice that a consultation tried; within `shortest n (…)` each search of a piece by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The piece-of-advice, an index into the program's.
    pub advice: usize,
    /// Whether a tree was found.
    pub satisfied: bool,
    /// Positions in all.
    pub positions: u64,
    /// Positions at each depth, the root's being 0; ends with the deepest that was visited.
    pub by_depth: Vec<u64>,
}

/// What a table says in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefOutcome {
    /// The table that answered: the one consulted, or the first of its `beyond` whose material fits. `None` where none fits.
    pub table: Option<usize>,
    /// The position was looked at with colours reversed.
    pub mirrored: bool,
    /// The first rule whose condition holds.
    pub rule: Option<usize>,
    /// The searches in order; only the last can have found a tree.
    pub tried: Vec<Tried>,
    /// The tree, in the moves of the caller's position.
    pub tree: Option<RefTree>,
}

impl RefOutcome {
    /// The piece-of-advice that was satisfied.
    pub fn satisfied(&self) -> Option<usize> {
        self.tried
            .iter()
            .find(|tried| tried.satisfied)
            .map(|tried| tried.advice)
    }
}

/// A position as a table, a strategy or a piece-of-advice sees it.
pub(super) struct Seen {
    pub(super) root: Rc<View>,
    pub(super) us: Color,
    pub(super) mirrored: bool,
}

/// The position unchanged, or, for a mirrored material, with colours reversed: the first of the two whose men are the
/// material's and in which the side to play for is to move.
pub(super) fn seen(material: Option<&Material>, side: Option<Who>, root: &View) -> Option<Seen> {
    let ways = if material.is_some_and(|m| m.mirrored) {
        vec![false, true]
    } else {
        vec![false]
    };
    ways.into_iter().find_map(|mirrored| {
        let root = Rc::new(if mirrored {
            root.mirrored()
        } else {
            root.clone()
        });
        let men = [root.material(Color::White), root.material(Color::Black)];
        let us = root.turn();
        let our_turn = side.is_none_or(|who| Scene::single(&root, us).color(who) == us);
        let fits = material.is_none_or(|m| m.counts == men);
        (fits && our_turn).then_some(Seen { root, us, mirrored })
    })
}

/// The men are the material's, be it with colours reversed.
pub(super) fn has_men(material: Option<&Material>, root: &View) -> bool {
    seen(material, None, root).is_some()
}

impl<'a> Reference<'a> {
    /// The table that answers for a position: the one consulted, or the nearest of its `beyond` that has a fitting material.
    fn table_for(&self, asked: usize, root: &View) -> Answer<Option<(usize, Seen)>> {
        Ok(match self.answering(asked, root)? {
            Some((Successor::Table(id), seen)) => Some((id.index(), seen)),
            _ => None,
        })
    }

    /// The strategy that takes over from a table.
    pub(super) fn taken_over(&self, asked: usize, root: &View) -> Answer<Option<usize>> {
        Ok(match self.answering(asked, root)? {
            Some((Successor::Strategy(id), _)) => Some(id.index()),
            _ => None,
        })
    }

    fn answering(&self, asked: usize, root: &View) -> Answer<Option<(Successor, Seen)>> {
        let tables = &self.program().tables;
        let mut queue = vec![Successor::Table(TableId::at(asked))];
        let mut next = 0;
        while let Some(&successor) = queue.get(next) {
            let id = match successor {
                Successor::Table(id) => id,
                Successor::Strategy(id) => {
                    let strategy = self.program().strategies.get(id.index());
                    let strategy = strategy.ok_or_else(|| Fault::broken("no such strategy"))?;
                    if strategy.material.is_some()
                        && let Some(seen) = seen(strategy.material.as_ref(), strategy.side, root)
                    {
                        return Ok(Some((successor, seen)));
                    }
                    next += 1;
                    continue;
                }
            };
            let table = tables
                .get(id.index())
                .ok_or_else(|| Fault::broken("no such table"))?;
            if (next == 0 || table.material.is_some())
                && let Some(seen) = seen(table.material.as_ref(), table.side, root)
            {
                return Ok(Some((successor, seen)));
            }
            if next == 0 && has_men(table.material.as_ref(), root) {
                // It is the other side's turn, which no table beyond it changes.
                return Ok(None);
            }
            for further in &table.beyond {
                if !queue.contains(further) {
                    queue.push(*further);
                }
            }
            next += 1;
        }
        Ok(None)
    }

    /// Consults a table in a position. Where no table fits, or the side that it plays for is not to move, the outcome has none.
    pub fn consult_table(&self, table: usize, root: &View, replies: Replies) -> Answer<RefOutcome> {
        self.set_replies(replies);
        let outcome = self.consult_turned(table, root, false)?;
        Ok(outcome.unwrap_or_default())
    }

    /// Consults a table about a position that is `turned` already; the tree is for the position as it was before. `None` where
    /// no table fits, or it is the other side's turn.
    pub(super) fn consult_turned(
        &self,
        table: usize,
        root: &View,
        turned: bool,
    ) -> Answer<Option<RefOutcome>> {
        let Some((id, mut seen)) = self.table_for(table, root)? else {
            return Ok(None);
        };
        seen.mirrored ^= turned;
        let table = &self.program().tables[id];
        let rule = self.rule(table, &seen.root, seen.us)?;
        let mut outcome = RefOutcome {
            table: Some(id),
            mirrored: seen.mirrored,
            rule,
            ..RefOutcome::default()
        };
        if let Some(rule) = rule {
            for entry in &table.rules[rule].list {
                if outcome.tree.is_none() {
                    self.entry(entry, &seen, &mut outcome)?;
                }
            }
        }
        Ok(Some(outcome))
    }

    /// Tries one piece-of-advice by itself, as a list of one.
    pub fn consult_advice(
        &self,
        advice: usize,
        root: &View,
        replies: Replies,
    ) -> Answer<RefOutcome> {
        self.set_replies(replies);
        let mut outcome = RefOutcome::default();
        let material = self.program().material.as_ref();
        if let Some(seen) = seen(material, self.advice(advice)?.side, root) {
            outcome.mirrored = seen.mirrored;
            self.entry(&Entry::Advice(AdviceId::at(advice)), &seen, &mut outcome)?;
        }
        Ok(outcome)
    }

    fn rule(&self, table: &Table, root: &Rc<View>, us: Color) -> Answer<Option<usize>> {
        for (i, rule) in table.rules.iter().enumerate() {
            let holds = match &rule.condition {
                None => true,
                Some(test) => self.truth(test, &Scene::single(root, us), &mut Locals::none())?,
            };
            if holds {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    /// Tries one entry of a list.
    pub(super) fn entry(&self, entry: &Entry, seen: &Seen, outcome: &mut RefOutcome) -> Answer<()> {
        match entry {
            Entry::Advice(advice) => {
                let piece = self.advice(advice.index())?;
                let applies = self.in_class(piece, &seen.root, seen.us)?;
                self.attempt(advice.index(), seen, (&bounds(piece), applies), outcome)
            }
            Entry::Shortest(limit, pieces) => {
                let mut spent = vec![false; pieces.len()];
                for bound in shortest(u32::from(*limit)) {
                    for (piece, spent) in pieces.iter().zip(&mut spent) {
                        if *spent || outcome.tree.is_some() {
                            continue;
                        }
                        let record = self.advice(piece.index())?;
                        let depth = u32::from(record.depth);
                        *spent = depth <= bound;
                        let applies = self.in_class(record, &seen.root, seen.us)?;
                        let bounds = [Bound {
                            plies: bound.min(depth),
                            effort: effort(record),
                        }];
                        self.attempt(piece.index(), seen, (&bounds, applies), outcome)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Tries an action whose in-class has been tested.
    pub(super) fn action(&self, advice: usize, seen: &Seen) -> Answer<RefOutcome> {
        let mut outcome = RefOutcome {
            mirrored: seen.mirrored,
            ..RefOutcome::default()
        };
        let piece = self.advice(advice)?;
        let bounds = bounds(piece);
        self.attempt(advice, seen, (&bounds, true), &mut outcome)?;
        Ok(outcome)
    }

    /// Searches a piece-of-advice under one bound after the other, each a search from the start; none of them where it does not
    /// apply.
    fn attempt(
        &self,
        advice: usize,
        seen: &Seen,
        (bounds, applies): (&[Bound], bool),
        outcome: &mut RefOutcome,
    ) -> Answer<()> {
        // The root is counted once for each piece tried.
        let root_counts = u64::from(self.replies() == Replies::OneByOne);
        let mut by_depth = vec![root_counts];
        let mut tree = None;
        for &bound in bounds {
            if tree.is_some() || !applies {
                break;
            }
            let mut search = Search {
                reference: self,
                advice: self.advice(advice)?,
                us: seen.us,
                root: Rc::clone(&seen.root),
                bound,
                replies: self.replies(),
                by_depth: Vec::new(),
            };
            tree = search.played()?;
            for (ply, count) in search.by_depth.iter().enumerate() {
                by_depth.resize(by_depth.len().max(ply + 1), 0);
                by_depth[ply] += count;
            }
        }
        let positions = by_depth.iter().sum();
        outcome.tried.push(Tried {
            advice,
            satisfied: tree.is_some(),
            positions,
            by_depth,
        });
        if let Some(tree) = tree {
            outcome.tree = Some(if seen.mirrored { tree.mirrored() } else { tree });
        }
        Ok(())
    }
}
