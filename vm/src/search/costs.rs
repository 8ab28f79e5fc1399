//! What the moves of a line cost, and whether the line can pay for one more.
//!
//! ```text
//!   root   spent 0        effort 3: no line costs more than 3000
//!     │  Qb6+    1000
//!   node   spent 1000
//!     │  axb6    free (`cost after-us`)
//!   node   spent 1000
//!     │  Bxb6+   1000     2000 of 3000: it is tested
//!     │  Bf7     2322     3322 of 3000: it is passed over, neither tested nor counted
//! ```
//!
//! What has been spent is kept by ply beside the nodes of the line, not in them: pieces without costs pay nothing for it. A move of
//! ours is weighed just before it is tested. All selected replies are weighed before the first of them is tested, and what each costs
//! is kept beside it on the stack of moves. Where the only key of a class is the cost itself, what orders its moves has weighed them.
//!
//! A node that fails does so under every effort that lets no line go on that was cut below it. So its failure is noted with the largest
//! such effort, and where the cheapest tree is looked for, the next effort is the smallest that lets a line go on. Of a node of theirs only
//! the reply that fails counts: while that one does, so does the node.
//!
//! Architecture invariant: what a line has spent at a ply changes only when a move to that ply is made, and only deeper plies change
//! while it is searched. So a node that is come back to finds what it has spent unchanged.

use adv_chess::{LegalInfo, Move};
use adv_module::program::{Advice, Cost};
use adv_module::{AdviceId, FnId};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::goals::is_due;
use crate::search::line::{Bound, Line};
use crate::search::moves::Spot;
use crate::search::request::{At, Task};
use crate::trace::TraceVisit;
use crate::tree::Tree;
use crate::view::View;

/// The thousandths of one whole of an effort.
pub(crate) const WHOLE: u32 = 1000;

/// Stands for a line that no effort has cut.
const NOT_CUT: u32 = u32::MAX;

/// Stands for a move that has not been weighed yet. No price is this.
const UNWEIGHED: u32 = u32::MAX - 1;

/// The costs of the line that has come to a node, in thousandths.
#[derive(Clone, Copy)]
struct AtPly {
    /// What the line has spent.
    spent: u32,
    /// The least effort under which a line goes on that was cut at the node or below it, as far as the node fails for that line's sake.
    cut: u32,
}

/// What lines have spent and what moves cost, on stacks that grow once.
#[derive(Default)]
pub(crate) struct Costs {
    /// By ply, from `base` on.
    line: Vec<AtPly>,
    /// Where the plies of the current tree begin.
    base: usize,
    /// What moves cost, as far as that is known, each at the place of its move on the stack of moves.
    prices: Vec<u32>,
    /// While the moves of a class are collected: those that cost more than this may be dropped.
    pub(super) dropped_above: Option<u32>,
}

/// What a nested tree puts aside of the costs of the tree around it.
pub(crate) struct SavedCosts {
    base: usize,
    /// A nested search may begin its stack of moves anew.
    prices: Vec<u32>,
    dropped_above: Option<u32>,
}

impl Costs {
    /// Forgets what a search before has left.
    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.base = 0;
        self.dropped_above = None;
    }

    /// Begins a tree under a bound: nothing has been spent and nothing cut.
    pub(super) fn begin(&mut self, bound: Bound) {
        let needed = self.base + usize::from(bound.plies.plies()) + 1;
        if self.line.len() < needed {
            self.line.resize(needed, AtPly::new(0));
        }
        self.spend(0, 0);
    }

    /// Puts the costs of a tree aside for a nested one.
    #[inline(always)]
    pub(super) fn enter_nested(&mut self) -> SavedCosts {
        let base = std::mem::replace(&mut self.base, self.line.len());
        SavedCosts {
            base,
            prices: std::mem::take(&mut self.prices),
            dropped_above: self.dropped_above.take(),
        }
    }

    /// Takes them up again.
    #[inline(always)]
    pub(super) fn leave_nested(&mut self, saved: SavedCosts) {
        self.line.truncate(self.base);
        (self.base, self.prices) = (saved.base, saved.prices);
        self.dropped_above = saved.dropped_above;
    }

    /// The moves from one place of their stack to another are to be weighed.
    fn unweigh(&mut self, from: usize, end: usize) {
        self.prices.truncate(from);
        self.prices.resize(end, UNWEIGHED);
    }

    /// The move at a place of the stack of moves costs so much.
    pub(super) fn note_price(&mut self, place: usize, price: u32) {
        if let Some(there) = self.prices.get_mut(place) {
            *there = price;
        }
    }

    fn price_at(&self, place: usize) -> Option<u32> {
        let known = self.prices.get(place).copied();
        known.filter(|price| *price != UNWEIGHED)
    }

    fn at(&self, ply: u16) -> AtPly {
        let at = self.line.get(self.base + usize::from(ply));
        at.copied().unwrap_or(AtPly::new(u32::MAX))
    }

    /// What the line has spent when it comes to its node at a ply.
    pub(super) fn spent_at(&self, ply: u16) -> u32 {
        self.at(ply).spent
    }

    /// The line comes to a node and has spent so much.
    pub(super) fn spend(&mut self, ply: u16, total: u32) {
        if let Some(at) = self.line.get_mut(self.base + usize::from(ply)) {
            *at = AtPly::new(total);
        }
    }

    /// A line was cut at a node, which goes on under this effort.
    fn cut(&mut self, ply: u16, needed: u32) {
        if let Some(at) = self.line.get_mut(self.base + usize::from(ply)) {
            at.cut = at.cut.min(needed);
        }
    }

    /// The node at a ply fails, and for its sake the node above may: that one goes on where this one does.
    pub(super) fn fails(&mut self, ply: u16) {
        if let Some(above) = ply.checked_sub(1) {
            self.cut(above, self.at(ply).cut);
        }
    }
}

impl AtPly {
    /// So much has been spent, and nothing cut.
    const fn new(spent: u32) -> AtPly {
        AtPly {
            spent,
            cut: NOT_CUT,
        }
    }
}

/// True where the side that is to move at a node is charged.
pub(super) fn is_charged<B: Boards>(spot: &Spot<'_, B>, cost: &Cost) -> bool {
    is_due(cost.when, B::turn(spot.board) == spot.task.us)
}

/// A cost as it is added up: none is negative, and what is more than any effort is the largest word.
pub(super) fn price_of(cost: i64) -> u32 {
    let price = u32::try_from(cost.max(0)).unwrap_or(u32::MAX);
    if price == UNWEIGHED { u32::MAX } else { price }
}

/// What a line may cost in a piece-of-advice, in thousandths.
pub(crate) fn effort_of(advice: &Advice) -> u32 {
    match &advice.cost {
        Some(cost) => cost.effort.saturating_mul(WHOLE),
        None => u32::MAX,
    }
}

impl<'m> Run<'m> {
    /// What a line may still spend below a node of a piece with costs.
    pub(super) fn left<B: Boards>(&self, task: &Task<'_, B>, line: Line) -> Bound {
        let spent = self.stacks.costs.at(line.ply).spent;
        Bound {
            plies: line.left,
            effort: task.bound.effort.saturating_sub(spent),
        }
    }

    /// Under what a node is known to fail that has failed: with as many plies, and with any effort that lets no line go on that was cut.
    pub(super) fn fails_within(&self, line: Line) -> Bound {
        let AtPly { spent, cut } = self.stacks.costs.at(line.ply);
        Bound {
            plies: line.left,
            effort: match cut {
                NOT_CUT => u32::MAX,
                cut => cut.saturating_sub(spent).saturating_sub(1),
            },
        }
    }

    /// What a move of ours or theirs costs at a node, in thousandths. What is more than any effort is the largest word.
    pub(super) fn price<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        cost: &Cost,
        m: Move,
    ) -> Result<u32, Stop> {
        if !is_charged(spot, cost) {
            return Ok(0);
        }
        if m.is_pass() {
            // It comes from nowhere and goes nowhere.
            let child = B::play(spot.board, m);
            self.look(spot.task, &child);
            let price = self.ask(spot.task, cost.of_move, spot.board, &child, (0, 0))?;
            return Ok(price_of(price.cast_signed()));
        }
        let price = self.of_move(spot, cost.of_move, m)?;
        Ok(price_of(price.cast_signed()))
    }

    /// Notes what is known of the cost of moves that have been ordered, from a place of their stack on: their keys, in the same order,
    /// where these are their costs.
    #[inline(never)]
    pub(super) fn note_prices<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        cost: &Cost,
        begin: usize,
        (function, first): (FnId, usize),
    ) {
        self.stacks.costs.unweigh(begin, self.stacks.moves.len());
        if function == cost.of_move && is_charged(spot, cost) {
            let keys = self.stacks.keys.get(first..).unwrap_or_default();
            let prices = self.stacks.costs.prices.get_mut(begin..);
            for (price, key) in prices.unwrap_or_default().iter_mut().zip(keys) {
                *price = price_of(*key);
            }
        }
    }

    /// The moves from a place of their stack on have been put there in another order, or anew.
    #[inline(always)]
    pub(super) fn forget_prices<B: Boards>(&mut self, task: &Task<'_, B>, begin: usize) {
        if task.cost().is_some() {
            self.stacks.costs.unweigh(begin, self.stacks.moves.len());
        }
    }

    /// True where the line that has come to a node pays for the move at a place of the stack of moves; then that is spent.
    pub(super) fn pays_at<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        cost: &Cost,
        i: usize,
    ) -> Result<bool, Stop> {
        let m = self.stacks.move_at(i);
        match self.stacks.costs.price_at(i) {
            Some(price) => Ok(self.pays_price(spot, m, price)),
            None => self.pays(spot, cost, m),
        }
    }

    /// True where the line that has come to a node pays for one of its moves; then that is spent.
    pub(super) fn pays<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        cost: &Cost,
        m: Move,
    ) -> Result<bool, Stop> {
        let price = self.price(spot, cost, m)?;
        Ok(self.pays_price(spot, m, price))
    }

    /// The same for a move that costs so much.
    fn pays_price<B: Boards>(&mut self, spot: &Spot<'_, B>, m: Move, price: u32) -> bool {
        let ply = spot.line.ply;
        let total = self.stacks.costs.at(ply).spent.saturating_add(price);
        if total > spot.task.bound.effort {
            self.too_dear(spot, m, total);
            return false;
        }
        self.stacks.costs.spend(ply + 1, total);
        true
    }

    /// A move costs more than is left; with it the line would cost `total`.
    fn too_dear<B: Boards>(&mut self, at: &At<'_, B>, m: Move, total: u32) {
        self.stacks.costs.cut(at.line.ply, total);
        if self.notes.why.is_some() {
            self.note_dear(at.task, m, total);
        }
        if self.traces(at.task) {
            self.trace_node(at, m, TraceVisit::TooDear(total));
        }
    }

    /// Weighs the replies from `mark` on. False where one of them costs more than is left.
    pub(super) fn weigh_replies<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        cost: &Cost,
        mark: usize,
    ) -> Result<bool, Stop> {
        let spent = self.stacks.costs.at(spot.line.ply).spent;
        for i in mark..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            let price = match self.stacks.costs.price_at(i) {
                Some(price) => price,
                None => self.price(spot, cost, m)?,
            };
            let total = spent.saturating_add(price);
            if total > spot.task.bound.effort {
                self.too_dear(spot, m, total);
                return Ok(false);
            }
            let costs = &mut self.stacks.costs;
            if costs.prices.len() <= i {
                costs.prices.resize(i + 1, 0);
            }
            if let Some(known) = costs.prices.get_mut(i) {
                *known = price;
            }
        }
        Ok(true)
    }

    /// Makes the reply at a place of the stack of moves, which has been weighed: its price is spent.
    pub(super) fn spend_reply(&mut self, i: usize, ply: u16) {
        let costs = &mut self.stacks.costs;
        let price = costs.prices.get(i).copied().unwrap_or(u32::MAX);
        let total = costs.at(ply).spent.saturating_add(price);
        costs.spend(ply + 1, total);
    }

    /// A node was not searched again, for it fails with as much effort left as `known`; the node above goes on where it does.
    pub(super) fn fails_as_known(&mut self, line: Line, known: Bound) {
        let costs = &mut self.stacks.costs;
        let needed = match known.effort {
            u32::MAX => NOT_CUT,
            effort => costs
                .at(line.ply)
                .spent
                .saturating_add(effort)
                .saturating_add(1),
        };
        costs.cut(line.ply, needed);
        costs.fails(line.ply);
    }

    /// The effort that is tried after one under which there is no tree, where the cheapest tree is looked for: the next whole one, or
    /// where positions are not counted the first that lets a line go on. `None` where no effort is left, or none would help. A piece that
    /// speaks of `TAKEN` may try other moves with each.
    pub(super) fn next_effort<B: Boards>(&self, task: &Task<'_, B>, most: u32) -> Option<Bound> {
        let bound = task.bound;
        let next = if self.counted || self.speaks_of(task.id).taken {
            bound.effort.saturating_add(WHOLE)
        } else {
            // A line that was cut costs more than the bound.
            self.stacks
                .costs
                .at(0)
                .cut
                .checked_next_multiple_of(WHOLE)?
        };
        (next <= most).then_some(Bound {
            effort: next,
            ..bound
        })
    }

    /// True where the effort of a piece pays for a move at its root.
    pub(crate) fn is_affordable<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        cost: &Cost,
        m: Move,
    ) -> Result<bool, Stop> {
        Ok(self.price(spot, cost, m)? <= spot.task.bound.effort)
    }

    /// What the dearest line of a tree costs, in thousandths; `None` where moves have no cost.
    pub(crate) fn cost_of_tree(
        &mut self,
        id: AdviceId,
        view: &View,
        tree: &Tree,
    ) -> Result<Option<u32>, Stop> {
        let advice = &self.module[id];
        let Some(cost) = &advice.cost else {
            return Ok(None);
        };
        self.activate(view.us);
        let task = Task::whole((id, advice), &view.position, view.us);
        // The position and what has been spent at each ply of the current line.
        let mut line = vec![(view.position, 0u32)];
        let mut most = 0;
        for node in tree.nodes() {
            line.truncate(usize::from(node.ply).max(1));
            let Some((before, spent)) = line.last().copied() else {
                break;
            };
            let info = LegalInfo::new(&before);
            let spot = Spot::new(
                task.at(&before, Line::root(task.bound.plies)),
                &before,
                &info,
            );
            let total = spent.saturating_add(self.price(&spot, cost, node.mv)?);
            most = most.max(total);
            line.push((before.play(node.mv), total));
        }
        Ok(Some(most))
    }
}
