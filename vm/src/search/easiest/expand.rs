//! One node of a search by proof numbers: its selected moves, weighed and tested as in any search, with what is known of each.

use super::numbers::ProofNumbers;
use super::settle::ProofNode;
use super::table::{ProofFact, ProofKey};
use super::{ProofChild, ProofSearch};
use adv_chess::LegalInfo;

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Bound;
use crate::search::moves::{NO_MOVE, Spot, classes_at, selects_all};
use crate::search::request::{At, Task};
use crate::trace::TraceVisit;

/// A child that settles its node: a reply that refutes it.
const REFUTING: ProofChild = ProofChild {
    mv: NO_MOVE,
    spent: 0,
    numbers: ProofNumbers::REFUTED,
};

impl<'m> Run<'m> {
    /// What the line has spent at a ply.
    pub(super) fn spent<B: Boards>(&self, at: &At<'_, B>) -> u32 {
        match at.task.cost() {
            Some(_) => self.stacks.costs.spent_at(at.line.ply),
            None => 0,
        }
    }

    /// What is left at a place of a line that has spent so much.
    pub(super) fn left_of<B: Boards>(&self, at: &At<'_, B>, spent: u32) -> Bound {
        Bound {
            plies: at.line.left,
            effort: at.task.bound.effort.saturating_sub(spent),
        }
    }

    /// By what a node is found in the table; nothing for a board that no game reaches and that has no packed form.
    #[inline(always)]
    pub(super) fn proof_key<B: Boards>(
        &self,
        at: &At<'_, B>,
        search: &ProofSearch,
    ) -> Option<ProofKey> {
        let steady = at.task.advice.us.phases.is_empty() && at.task.advice.them.phases.is_empty();
        let board = match search.packs {
            true => at.task.boards.packed_again(at.board),
            false => at.task.boards.packed(at.board)?,
        };
        Some(ProofKey {
            board,
            ply: if steady { 0 } else { u32::from(at.line.ply) },
        })
    }

    /// What the table knows of a node to which the line has spent so much.
    pub(super) fn proof_fact<B: Boards>(
        &self,
        at: &At<'_, B>,
        search: &ProofSearch,
        spent: u32,
    ) -> Option<ProofFact> {
        let key = self.proof_key(at, search)?;
        search.table.get(&key, self.left_of(at, spent))
    }

    /// Puts the children of a node that is last on its line on the stack: of ours those that may lead to a tree, of theirs those that have
    /// none yet.
    pub(super) fn expand<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        search: &mut ProofSearch,
        node: &ProofNode<B::Board>,
    ) -> Result<(), Stop> {
        let mark = self.stacks.moves.len();
        let expanded = match node.ours {
            true => self.expand_ours(task, search, node),
            false => self.expand_theirs(task, search, node),
        };
        let moves = self.stacks.moves.len() - mark;
        self.stacks.moves.truncate(mark);
        expanded?;
        self.meter.burn(1 + moves as u64)
    }

    /// How many replies the them-moves select.
    fn count_replies<B: Boards>(&mut self, at: &At<'_, B>) -> Result<usize, Stop> {
        if selects_all(classes_at(&at.task.advice.them, at.line.ply)) {
            let whole = at.whole();
            return Ok(whole.count_moves(whole.turn(), u32::MAX) as usize);
        }
        self.count_selected(at)
    }

    fn expand_ours<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        search: &mut ProofSearch,
        node: &ProofNode<B::Board>,
    ) -> Result<(), Stop> {
        let at = &task.at(&node.board, node.line);
        let below = node.line.after_move();
        let deeper = !below.left.is_spent() && !classes_at(&task.advice.them, below.ply).is_empty();
        let whole = at.whole();
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(*at, &whole, &info);
        let mark = self.stacks.moves.len();
        self.select(&spot)?;
        let sight = self.sees_leaves(&spot);
        for i in mark..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            let mut spent = 0;
            if let Some(cost) = task.cost() {
                if !self.pays(&spot, cost, m)? {
                    continue;
                }
                spent = self.stacks.costs.spent_at(below.ply);
            }
            let child = B::play(at.board, m);
            self.look(task, &child);
            let known = match deeper {
                true => self.proof_fact(&task.at(&child, below), search, spent),
                false => None,
            };
            let numbers = match known {
                // Its goals were evaluated when it came into the table.
                Some(fact) => fact.numbers,
                None => match self.our_child_seen(&spot, (m, &child), deeper, &sight)? {
                    None => continue,
                    Some(true) => ProofNumbers::PROVED,
                    Some(false) => match self.count_replies(&task.at(&child, below))? {
                        0 => continue,
                        replies => ProofNumbers::of_replies(replies),
                    },
                },
            };
            if numbers.is_refuted() {
                continue;
            }
            search.children.push(ProofChild {
                mv: m,
                spent,
                numbers,
            });
            if numbers.is_proved() {
                break;
            }
        }
        Ok(())
    }

    fn expand_theirs<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        search: &mut ProofSearch,
        node: &ProofNode<B::Board>,
    ) -> Result<(), Stop> {
        let at = &task.at(&node.board, node.line);
        let below = node.line.after_move();
        let whole = at.whole();
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(*at, &whole, &info);
        let first = search.children.len();
        let mark = self.stacks.moves.len();
        self.select(&spot)?;
        let end = self.stacks.moves.len();
        let mut keeps = end > mark;
        if keeps && let Some(cost) = &task.advice.cost {
            keeps = self.weigh_replies(&spot, cost, mark)?;
        }
        // The replies of a node that the table remembers were tested when it was expanded first.
        if keeps && !node.known {
            let roles = adv_chess::movegen::ALL_ROLES;
            keeps = self.all_hold(at, roles, mark)?;
        }
        if !keeps {
            search.children.push(REFUTING);
            return Ok(());
        }
        let better = self.better_after_reply(task);
        for i in mark..end {
            let m = self.stacks.move_at(i);
            let mut spent = 0;
            if task.cost().is_some() {
                self.spend_reply(i, at.line.ply);
                spent = self.stacks.costs.spent_at(below.ply);
            }
            let child = B::play(at.board, m);
            self.look(task, &child);
            let known = match below.left.is_spent() {
                true => None,
                false => self.proof_fact(&task.at(&child, below), search, spent),
            };
            let numbers = match known {
                Some(fact) => fact.numbers,
                None => {
                    if node.known {
                        self.count(below.ply)?;
                    }
                    if self.notes.trace() {
                        let visit = match node.known {
                            true => TraceVisit::Tested,
                            false => TraceVisit::Expanded,
                        };
                        self.trace_node(at, m, visit);
                    }
                    let is_better = match better {
                        Some(fuel) => {
                            self.meter.burn(fuel)?;
                            false
                        }
                        None => self.is_better(at, &child)?,
                    };
                    if is_better {
                        continue;
                    }
                    match below.left.is_spent() {
                        true => ProofNumbers::REFUTED,
                        false => ProofNumbers::FRESH,
                    }
                }
            };
            if numbers.is_refuted() {
                search.children.truncate(first);
                search.children.push(REFUTING);
                break;
            }
            if !numbers.is_proved() {
                search.children.push(ProofChild {
                    mv: m,
                    spent,
                    numbers,
                });
            }
        }
        Ok(())
    }
}
