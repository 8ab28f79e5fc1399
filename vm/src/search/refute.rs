//! Works refutations out: all our moves at a node, and for each the reply that refutes it ([`crate::refutation`]).
//!
//! ```text
//!   node ── each selected move ──▶ ended: cost, holding-goal, depth, no reply
//!                             └──▶ their replies, each ended, answered or to be searched: the one of these with the fewest moves for us first
//!                                    └──▶ prove (path.rs): no tree, so it refutes
//! ```
//!
//! The search itself says which reply refutes; the failures that it remembers make that cheap. This file only says what a person is shown
//! of it, and nothing here runs in a search.

use std::collections::HashMap;

use adv_chess::{Color, LegalInfo, Move, Position};
use adv_module::program::Advice;
use adv_module::{AdviceId, SearchMode};

use crate::limits::Stop;
use crate::refutation::{RefutationBound, RefutationNode, RefutationStep, RefutedBy, RefutedMove};
use crate::run::Run;
use crate::search::boards::OnWholeBoards;
use crate::search::easiest::ProofSearch;
use crate::search::line::{Allowance, Bound};
use crate::search::moves::Spot;
use crate::search::request::{At, Request, Task};
use crate::view::View;
use crate::why::GoalKind;

/// Works out the refutation of one piece-of-advice at one root.
pub(crate) struct Refuter<'r, 'm, 'v> {
    pub(super) run: &'r mut Run<'m>,
    pub(super) view: &'v View,
    pub(super) id: AdviceId,
    pub(super) advice: &'m Advice,
    pub(super) bound: Bound,
    /// What is known by proof numbers, where that is how the piece looks for a tree.
    pub(super) proofs: Option<ProofSearch>,
}

/// A node of ours and how the line has come to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RefutedPlace {
    /// Without its clocks.
    pub(super) position: Position,
    pub(super) ply: u16,
    /// In thousandths.
    pub(super) spent: u32,
}

/// A refuted move of ours, and the node that it leads to.
type NumberedLater = (RefutedMove, Option<RefutedPlace>);

/// Verdict on a move before anything is searched after it.
enum Tested {
    /// The better-goal holds after it.
    Better,
    /// It ends the line in vain.
    Ended(RefutedBy),
    /// The line goes on.
    Open(RefutedPlace),
}

impl<'r, 'm, 'v> Refuter<'r, 'm, 'v> {
    /// For a piece at a root; `within` so many plies where that is less than its depth.
    pub(crate) fn new(
        run: &'r mut Run<'m>,
        id: AdviceId,
        view: &'v View,
        within: Option<u16>,
    ) -> Refuter<'r, 'm, 'v> {
        let advice = &run.module[id];
        let whole = Bound::of(advice);
        let easiest = advice.mode == SearchMode::Easiest;
        let proofs = easiest.then(|| run.new_proofs());
        let plies = within.map_or(advice.depth, |plies| plies.min(advice.depth));
        Refuter {
            run,
            view,
            id,
            advice,
            bound: Bound {
                plies: Allowance::of_plies(plies),
                ..whole
            },
            proofs,
        }
    }

    /// The bound within which there is no tree.
    pub(crate) const fn bound(&self) -> Bound {
        self.bound
    }

    /// What a line may cost, in thousandths; `None` where moves have no cost.
    pub(crate) fn effort(&self) -> Option<u32> {
        self.advice.cost.as_ref().map(|_| self.bound.effort)
    }

    /// False for an action whose in-class is false at the root.
    pub(crate) fn applies(&mut self) -> Result<bool, Stop> {
        let View { position, us, .. } = self.view;
        self.run.is_in_class(self.id, position, *us)
    }

    /// Whether there is a tree after all.
    pub(crate) fn is_satisfied(&mut self) -> Result<bool, Stop> {
        // Within its own bounds it is searched in its own way.
        let bound = (self.bound != Bound::of(self.advice)).then_some(&self.bound);
        self.run.search(&Request::play(self.id, self.view, bound))
    }

    /// All nodes from the root on, breadth first.
    pub(crate) fn nodes(
        &mut self,
        plies: Option<u16>,
        most: u32,
    ) -> Result<Vec<RefutationNode>, Stop> {
        self.begin()?;
        let root = self.root();
        let mut places = vec![root];
        let mut known = HashMap::from([(root, 0)]);
        let mut nodes = Vec::new();
        let mut stopped = None;
        // A node leads to later ones only.
        while let Some(&place) = places.get(nodes.len()) {
            let full = places.len() >= most as usize && places.len() > 1;
            let bound = if let Some(stop) = stopped {
                Some(RefutationBound::Stop(stop))
            } else if full {
                Some(RefutationBound::Nodes)
            } else {
                let far = plies.is_some_and(|plies| place.ply >= plies);
                far.then_some(RefutationBound::Plies)
            };
            let step = match bound {
                Some(bound) => RefutationStep::Open(bound),
                None => match self.refuted_moves(&place) {
                    Ok(found) => {
                        let number = |at: RefutedPlace| {
                            *known.entry(at).or_insert_with(|| {
                                places.push(at);
                                places.len() as u32 - 1
                            })
                        };
                        RefutationStep::Moves(numbered(found, number))
                    }
                    // The root has no number that anything leads to: without its moves there is nothing to show.
                    Err(stop) if nodes.is_empty() => return Err(stop),
                    Err(stop) => {
                        stopped = Some(stop);
                        RefutationStep::Open(RefutationBound::Stop(stop))
                    }
                },
            };
            nodes.push(RefutationNode {
                position: self.with_number(&place),
                ply: place.ply,
                spent: place.spent,
                step,
            });
        }
        Ok(nodes)
    }

    /// How many first moves there are, and the main line: at each node the first move that is not ended at once, or else the first.
    pub(crate) fn main_line(&mut self) -> Result<(usize, Vec<RefutedMove>), Stop> {
        self.begin()?;
        let mut next = Some(self.root());
        let (mut first_moves, mut line) = (0, Vec::new());
        while let Some(place) = next.take() {
            let moves = self.selected(&place, true)?;
            if place.ply == 0 {
                first_moves = moves.len();
            }
            let mut shown: Option<RefutedMove> = None;
            for mv in moves {
                let Some((refuted, below)) = self.refuted_move(&place, mv)? else {
                    continue;
                };
                if below.is_some() || shown.is_none() {
                    shown = Some(refuted);
                    next = below;
                }
                if next.is_some() {
                    break;
                }
            }
            line.extend(shown);
        }
        Ok((first_moves, line))
    }

    /// What every piece needs before its nodes are looked at, as a search prepares it.
    fn begin(&mut self) -> Result<(), Stop> {
        self.run.needs.admit(self.id, self.run.meter.stack())?;
        self.run.activate(self.view.us);
        if self.advice.cost.is_some() {
            self.run.stacks.costs.begin(self.bound);
        }
        Ok(())
    }

    fn root(&self) -> RefutedPlace {
        RefutedPlace {
            position: self.view.position.without_clocks(),
            ply: 0,
            spent: 0,
        }
    }

    /// The position of a node with the number of its move.
    fn with_number(&self, place: &RefutedPlace) -> Position {
        if place.ply == 0 {
            return self.view.position;
        }
        let root = &self.view.position;
        // Where the colours are exchanged, White of the position that was asked is Black here.
        let second = (root.turn() == Color::Black) != self.view.mirrored;
        let moves = place.ply.saturating_add(u16::from(second)) / 2;
        let number = root.fullmoves().saturating_add(moves);
        place.position.with_clocks(0, number)
    }

    pub(super) fn task<'t>(&self) -> Task<'t, OnWholeBoards<false>>
    where
        'm: 't,
        'v: 't,
    {
        Task {
            bound: self.bound,
            ..Task::whole((self.id, self.advice), &self.view.position, self.view.us)
        }
    }

    /// All selected moves of a node, each refuted.
    fn refuted_moves(&mut self, place: &RefutedPlace) -> Result<Vec<NumberedLater>, Stop> {
        let moves = self.selected(place, true)?;
        let mut all = Vec::with_capacity(moves.len());
        for mv in moves {
            all.extend(self.refuted_move(place, mv)?);
        }
        Ok(all)
    }

    /// How one move of a node is refuted. A node of a refutation has no move that succeeds, so `None` never comes about there.
    fn refuted_move(
        &mut self,
        place: &RefutedPlace,
        mv: Move,
    ) -> Result<Option<NumberedLater>, Stop> {
        let ended = |reply, by| Ok(Some((RefutedMove { mv, reply, by }, None)));
        let after = match self.tested(place, mv)? {
            Tested::Better => return Ok(None),
            Tested::Ended(by) => return ended(None, by),
            Tested::Open(after) => after,
        };
        let replies = self.selected(&after, false)?;
        if replies.is_empty() {
            let verdict = self.verdict(GoalKind::Better, &place.position, &after.position)?;
            return ended(None, RefutedBy::NoReply(verdict));
        }
        let mut searched = Vec::new();
        for reply in replies {
            match self.tested(&after, reply)? {
                Tested::Better => {}
                Tested::Ended(by) => return ended(Some(reply), by),
                Tested::Open(below) => {
                    let left = self.selected(&below, false)?;
                    searched.push((left.len(), reply, below));
                }
            }
        }
        // Stable: of those that leave us as many moves the first stays first.
        searched.sort_by_key(|(left, ..)| *left);
        for (_, reply, below) in searched {
            if self.fails(&below)? {
                let refuted = RefutedMove {
                    mv,
                    reply: Some(reply),
                    // The number is filled in by the graph.
                    by: RefutedBy::Node(0),
                };
                return Ok(Some((refuted, Some(below))));
            }
        }
        Ok(None)
    }

    /// Judges a move of either side at a node before anything is searched after it.
    fn tested(&mut self, place: &RefutedPlace, mv: Move) -> Result<Tested, Stop> {
        let (task, node) = (self.task(), &place.position);
        let at = task.at(node, self.line_at(place.ply));
        let spent = match self.paid(&at, mv, place.spent)? {
            Ok(total) => total,
            Err(total) => return Ok(Tested::Ended(RefutedBy::Cost(total))),
        };
        let after = node.play(mv).without_clocks();
        let ply = place.ply + 1;
        self.run.count(ply)?;
        if !self.run.holds(&task, &after)? {
            let verdict = self.verdict(GoalKind::Holding, node, &after)?;
            return Ok(Tested::Ended(RefutedBy::Holding(verdict)));
        }
        if self.run.is_better(&at, &after)? {
            return Ok(Tested::Better);
        }
        if ply >= self.bound.plies.plies() {
            let verdict = self.verdict(GoalKind::Better, node, &after)?;
            return Ok(Tested::Ended(RefutedBy::Depth(verdict)));
        }
        Ok(Tested::Open(RefutedPlace {
            position: after,
            ply,
            spent,
        }))
    }

    /// What a line has spent with one more move; the error is what it would have spent where that is too much.
    fn paid(
        &mut self,
        at: &At<'_, OnWholeBoards<false>>,
        mv: Move,
        spent: u32,
    ) -> Result<Result<u32, u32>, Stop> {
        let Some(cost) = &self.advice.cost else {
            return Ok(Ok(0));
        };
        let info = LegalInfo::new(at.board);
        let spot = Spot::new(*at, at.board, &info);
        let total = spent.saturating_add(self.run.price(&spot, cost, mv)?);
        Ok(match total > self.bound.effort {
            true => Err(total),
            false => Ok(total),
        })
    }
}

/// The moves of a node with the numbers of the nodes that they lead to.
fn numbered(
    found: Vec<NumberedLater>,
    mut number: impl FnMut(RefutedPlace) -> u32,
) -> Vec<RefutedMove> {
    let with_number = |(refuted, below): NumberedLater| RefutedMove {
        by: below.map_or(refuted.by, |place| RefutedBy::Node(number(place))),
        ..refuted
    };
    found.into_iter().map(with_number).collect()
}
