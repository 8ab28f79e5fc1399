//! The loop of a search by proof numbers: down to the node that owes least, and back once it owes too much.

use adv_chess::Move;

use super::numbers::{ProofNumbers, choose, of_children};
use super::table::ProofFact;
use super::{ProofChild, ProofSearch};
use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::line::Line;
use crate::search::moves::NO_MOVE;
use crate::search::path::Mover;
use crate::search::request::{At, Task};

/// A node of the line that is being searched.
pub(super) struct ProofNode<T> {
    pub(super) board: T,
    pub(super) line: Line,
    pub(super) ours: bool,
    /// Its goals and those of its moves have been evaluated before, and the table remembers it.
    pub(super) known: bool,
    /// What the line has spent when it comes here.
    spent: u32,
    /// The work at it ends where its numbers reach these.
    limits: ProofNumbers,
    /// Where its children begin on their stack, and which of them is being searched.
    first: usize,
    next: usize,
    /// One past its last child.
    end: usize,
    /// Its place in the arena, where the moves of the line stand; the root is not there.
    at: Option<usize>,
    /// How many nodes have been expanded below it.
    work: u32,
}

/// What the first of the nodes of a line owes, as far as their children are known.
fn owed<T>(nodes: &[ProofNode<T>], children: &[ProofChild]) -> ProofNumbers {
    // Children that the last node, or one after it, was being given when the search was stopped are not counted.
    let mut below: Option<ProofNumbers> = None;
    let mut end = nodes.last().map_or(0, |last| last.end);
    for node in nodes.iter().rev() {
        let own = children.get(node.first..end).unwrap_or_default();
        let numbers = own
            .iter()
            .zip(node.first..)
            .map(|(child, place)| match below {
                Some(below) if place == node.next => below,
                _ => child.numbers,
            });
        below = Some(of_children(node.ours, numbers));
        end = node.first;
    }
    below.unwrap_or(ProofNumbers::FRESH)
}

impl<'m> Run<'m> {
    /// Proves or refutes a node. The move that proves it, which is none where they are to move; `None` where it is refuted.
    pub(in crate::search) fn settle<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        search: &mut ProofSearch,
        mover: Mover,
    ) -> Result<Option<Move>, Stop> {
        if at.line.left.is_spent() {
            return Ok(None);
        }
        let from = search.children.len();
        let arena = self.stacks.tree.len();
        let root = ProofNode {
            board: *at.board,
            line: at.line,
            ours: mover == Mover::Us,
            known: false,
            spent: self.spent(at),
            limits: ProofNumbers::UNLIMITED,
            first: from,
            next: from,
            end: from,
            at: None,
            work: 0,
        };
        let mut nodes = Vec::new();
        let packs = at.task.boards.packed(at.board).is_some();
        let packs = std::mem::replace(&mut search.packs, packs);
        let settled = self.settle_below(at.task, search, root, &mut nodes);
        search.packs = packs;
        if settled.is_err() {
            self.owed = Some((at.task.id, owed(&nodes, &search.children)));
        }
        search.children.truncate(from);
        self.stacks.tree.truncate(arena);
        settled
    }

    fn settle_below<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        search: &mut ProofSearch,
        root: ProofNode<B::Board>,
        nodes: &mut Vec<ProofNode<B::Board>>,
    ) -> Result<Option<Move>, Stop> {
        self.expand(task, search, &root)?;
        nodes.push(ProofNode {
            end: search.children.len(),
            ..root
        });
        while let Some(node) = nodes.last_mut() {
            let children = search.children.get(node.first..).unwrap_or_default();
            let all = children.iter().map(|child| child.numbers);
            let numbers = of_children(node.ours, all.clone());
            if !numbers.reaches(node.limits)
                && let Some(choice) = choose(node.ours, all, numbers, node.limits)
            {
                node.next = node.first + choice.place;
                let below = self.descend_to(task, search, node, choice.limits)?;
                if let Some(below) = below {
                    self.expand(task, search, &below)?;
                    nodes.push(ProofNode {
                        end: search.children.len(),
                        ..below
                    });
                }
                continue;
            }
            let proving = children.iter().find(|child| child.numbers.is_proved());
            let mv = proving.map_or(NO_MOVE, |child| child.mv);
            let Some(node) = nodes.pop() else {
                break;
            };
            search.children.truncate(node.first);
            let Some(above) = nodes.last_mut() else {
                return Ok(numbers.is_proved().then_some(mv));
            };
            let work = node.work.saturating_add(1);
            above.work = above.work.saturating_add(work);
            if let Some(child) = search.children.get_mut(above.next) {
                child.numbers = numbers;
            }
            if let Some(at) = node.at {
                self.stacks.tree.truncate(at);
            }
            let at = task.at(&node.board, node.line);
            if let Some(key) = self.proof_key(&at, search) {
                let left = self.left_of(&at, node.spent);
                let before = search.table.get(&key, left).map_or(0, |fact| fact.work);
                let work = work.saturating_add(before);
                let fact = ProofFact { numbers, mv, work };
                search.table.note(&key, left, fact);
            }
        }
        Ok(None)
    }

    /// The child of a node that is next, or nothing where the table knows more of it by now.
    fn descend_to<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        search: &mut ProofSearch,
        node: &ProofNode<B::Board>,
        limits: ProofNumbers,
    ) -> Result<Option<ProofNode<B::Board>>, Stop> {
        let Some(&ProofChild { mv, spent, numbers }) = search.children.get(node.next) else {
            return Ok(None);
        };
        let board = B::play(&node.board, mv);
        let line = node.line.after_move();
        let fact = self.proof_fact(&task.at(&board, line), search, spent);
        if let Some(fact) = fact
            && fact.numbers != numbers
        {
            if let Some(child) = search.children.get_mut(node.next) {
                child.numbers = fact.numbers;
            }
            return Ok(None);
        }
        if task.cost().is_some() {
            self.stacks.costs.spend(line.ply, spent);
        }
        let at = self.push_node(mv, line);
        Ok(Some(ProofNode {
            board,
            line,
            ours: !node.ours,
            known: fact.is_some(),
            spent,
            limits,
            first: search.children.len(),
            next: search.children.len(),
            end: search.children.len(),
            at: Some(at),
            work: 0,
        }))
    }
}
