//! Moves of which only checks can do: they are seen from their squares, and the others are not made.
//!
//! ```text
//!   us       at 4: any where new.check      what the class lets through gives check
//!   better   mate                           and on the last ply a leaf is a check, whatever the class lets through
//! ```
//!
//! The positions that are counted and the fuel that is burnt are those of a search that makes every move. Where positions are not
//! counted, moves that cannot be leaves of the last ply are left out before they are ordered.

use adv_chess::checks::count_before;
use adv_chess::lean::MOST;
use adv_chess::{CheckSquares, Color, Move, Position, generate_checks};
use adv_module::program::{Advice, Class, Goal};
use adv_module::{FnId, When};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::moves::Spot;
use crate::search::request::Task;

/// What a class of the last ply has come to.
pub(super) enum LastClass {
    /// Its moves have to be made to see.
    Unseen,
    /// None of them leads to a leaf.
    Nothing,
    /// The first that does.
    Leaf(Move),
}

/// The squares of check of a node, found when they are first wanted; inside it `None` where they cannot be told.
pub(super) type Sight = Option<Option<CheckSquares>>;

/// What is due for a move that gives no check.
struct Skipped {
    positions: u64,
    fuel: u64,
}

/// True where a goal is asked after our moves.
fn is_asked_after_us(goal: &Goal) -> bool {
    matches!(goal.when, When::Always | When::AfterUs)
}

/// True for men that a lean board may hold where a piece asks for check: none of them is a pawn. Whether it does hangs on native code, and no
/// budget may end earlier or later for that.
fn may_be_lean(whole: &Position) -> bool {
    let [.., pawns] = whole.by_role;
    pawns == 0 && whole.castling() == 0 && whole.occupied().count_ones() as usize <= MOST
}

impl<'m> Run<'m> {
    /// Whether a class of ours or the better-goal may ask for check after a move of ours. Where none does, nothing here applies.
    pub(super) fn asks_for_check(&self, advice: &Advice) -> bool {
        let phases = advice.us.phases.iter().flat_map(|(_, classes)| classes);
        let filters = phases
            .chain(&advice.us.every)
            .filter_map(|class| class.filter);
        filters.chain(advice.better.test).any(|of| {
            let checking = self.code(of).checking;
            checking.after_move || checking.anyhow
        })
    }

    /// Whether a leaf after a move of ours is a check.
    fn leaf_is_check<B: Boards>(&self, task: &Task<'_, B>) -> bool {
        let better = &task.advice.better;
        let Some(test) = better.test.filter(|_| is_asked_after_us(better)) else {
            return false;
        };
        let checking = self.code(test).checking;
        // What has no prefix is the node itself but in an out-class.
        match task.advice.kind.is_action() {
            true => checking.after_move,
            false => checking.anyhow,
        }
    }

    /// The squares of check of a node of ours, where a move that gives none is no leaf and nothing is written down of the positions after its
    /// moves.
    pub(super) fn sees_leaves<B: Boards>(&self, spot: &Spot<'_, B>) -> Option<CheckSquares> {
        let unseen = B::WHOLE && !self.notes_positions(spot.task) && self.notes.watch.is_none();
        if unseen && spot.task.asks_for_check && self.leaf_is_check(spot.task) {
            return CheckSquares::of(spot.whole, spot.task.us);
        }
        None
    }

    /// As [`Run::our_child_stands`], by such squares: the better-goal is not asked after a move that is seen to give no check.
    #[inline(always)]
    pub(super) fn our_child_seen<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        (m, child): (Move, &B::Board),
        deeper: bool,
        sight: &Option<CheckSquares>,
    ) -> Result<Option<bool>, Stop> {
        let better = match (sight, spot.task.advice.better.test) {
            (Some(checks), Some(better)) if !checks.gives_check(spot.whole, m) => better,
            _ => return self.our_child_stands(spot, (m, child), deeper),
        };
        self.look(spot.task, child);
        self.count(spot.line.ply + 1)?;
        if !self.holds(spot.task, child)? {
            return Ok(None);
        }
        self.meter.burn(self.code(better).charges.call)?;
        Ok(deeper.then_some(false))
    }

    /// What the better-goal burns after a reply, where it is seen to be false: they are not in check after a move of theirs, and nothing is
    /// written down of positions.
    pub(super) fn better_after_reply<B: Boards>(&self, task: &Task<'_, B>) -> Option<u64> {
        let unseen = B::WHOLE && !self.notes_positions(task) && self.notes.watch.is_none();
        let better = &task.advice.better;
        let test = better.test.filter(|_| better.when != When::AfterUs)?;
        let code = self.code(test);
        let seen = unseen && code.checking.anyhow && !task.advice.kind.is_action();
        seen.then_some(code.charges.call)
    }

    /// The squares of check by which moves of ours on the last ply may be left out, where positions are not counted.
    #[inline(never)]
    pub(super) fn only_checks<B: Boards>(&self, spot: &Spot<'_, B>) -> Option<CheckSquares> {
        let free = B::WHOLE
            && !self.counted
            && self.notes.watch.is_none()
            && self.notes.why.is_none()
            && !self.natives.shared.asks_oracle;
        if free && !may_be_lean(spot.whole) && self.leaf_is_check(spot.task) {
            return CheckSquares::of(spot.whole, spot.task.us);
        }
        None
    }

    /// Tests the moves of the first of some classes on the last ply, if only checks can be leaves among them. What passes its `where` is on
    /// the stack afterwards, unless there is a leaf.
    #[inline(never)]
    pub(super) fn last_class<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        classes: &[Class],
    ) -> Result<LastClass, Stop> {
        let [class, later @ ..] = classes else {
            return Ok(LastClass::Unseen);
        };
        let plain = spot.task.cost().is_none()
            && class.is_plain()
            && class.who.is_none()
            && class.from.is_none()
            && class.to.is_none()
            && class.promote.is_none()
            && class.toward.is_empty()
            && class.keys.is_empty();
        if !B::WHOLE || !plain || self.notes.watch.is_some() || self.notes.why.is_some() {
            return Ok(LastClass::Unseen);
        }
        let (holding, better) = (&spot.task.advice.holding, &spot.task.advice.better);
        let skipped = match class.filter {
            Some(filter) if self.code(filter).checking.after_move => Skipped {
                positions: 0,
                fuel: self.code(filter).charges.call,
            },
            // Whether the holding-goal holds decides what the better-goal burns. A later class must not select again what was not made.
            None if self.leaf_is_check(spot.task)
                && later.iter().all(|other| other.roles & class.roles == 0)
                && !(holding.test.is_some() && is_asked_after_us(holding)) =>
            {
                Skipped {
                    positions: 1,
                    fuel: better
                        .test
                        .map_or(0, |better| self.code(better).charges.call),
                }
            }
            _ => return Ok(LastClass::Unseen),
        };
        let Some(checks) = CheckSquares::of(spot.whole, spot.info.color()) else {
            return Ok(LastClass::Unseen);
        };
        let ply = spot.line.ply + 1;
        let begin = self.stacks.moves.len();
        let moves = &mut self.stacks.moves;
        generate_checks(spot.whole, spot.info, &checks, class.roles, !0, moves);
        let end = self.stacks.moves.len();
        let all = count_before(spot.whole, spot.info, class.roles, None) as usize;
        let most = [class.filter, holding.test, better.test].into_iter();
        let most = most.flatten().map(|of| self.code(of).most);
        let most = most.fold(skipped.fuel, u64::saturating_add);
        let fuel = most.saturating_mul(all as u64);
        if !self.meter.affords(all, ply) || self.meter.context.fuel < fuel {
            // A budget is to end where it would end move by move.
            self.stacks.moves.truncate(begin);
            return Ok(LastClass::Unseen);
        }
        let mut sight = Some(Some(checks));
        let mut kept = begin;
        for i in begin..end {
            let m = self.stacks.move_at(i);
            if let Some(filter) = class.filter
                && !self.passes_at_sight(spot, filter, m, &mut sight)?
            {
                continue;
            }
            self.stacks.set_move(kept, m);
            kept += 1;
            let child = B::play(spot.board, m);
            if let Some(true) = self.our_child_stands(spot, (m, &child), false)? {
                let before = count_before(spot.whole, spot.info, class.roles, Some(m)) as usize;
                self.skip(&skipped, before.saturating_sub(i - begin), ply)?;
                return Ok(LastClass::Leaf(m));
            }
        }
        self.stacks.moves.truncate(kept);
        self.skip(&skipped, all.saturating_sub(end - begin), ply)?;
        Ok(LastClass::Nothing)
    }

    /// Counts and pays for moves that were not made.
    fn skip(&mut self, skipped: &Skipped, moves: usize, ply: u16) -> Result<(), Stop> {
        if skipped.positions > 0 {
            self.count_row(ply, moves)?;
        }
        self.meter.burn(skipped.fuel * moves as u64)
    }

    /// Whether a `where` lets a move of a node through: without making the move, where the move gives no check and the `where` asks
    /// for one, or asks for nothing else.
    #[inline]
    pub(super) fn passes_at_sight<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        filter: FnId,
        m: Move,
        sight: &mut Sight,
    ) -> Result<bool, Stop> {
        let code = self.code(filter);
        // Where the positions looked at are counted, it is seen on boards of either kind.
        let sees = B::WHOLE || !B::PLAIN && self.notes.looked.is_some();
        if sees && code.checking.after_move && !self.notes.asks_all() {
            let mover: Color = B::turn(spot.board);
            let find = || match mover == spot.task.us {
                true => CheckSquares::of(spot.whole, mover),
                // After a move of theirs they are not in check.
                false => None,
            };
            if let Some(checks) = sight.get_or_insert_with(find) {
                let gives = checks.gives_check(spot.whole, m);
                if !gives || code.checking.exactly {
                    self.meter.burn(code.charges.call)?;
                    return Ok(gives);
                }
            }
        }
        Ok(self.of_move(spot, filter, m)? != 0)
    }
}
