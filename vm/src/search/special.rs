//! Classes that are no choice among the legal moves by men and squares: a pass, and our moves that take nothing and give no check.
//!
//! ```text
//!   them pass        not in check: one move, which is none; in check: every move
//!   us, quietly      what the class selects, without captures and checks
//! ```
//!
//! A pass has a place on the stack of moves like any other, and [`adv_chess::Position::play`] knows it, so the rest of the search does not. Its
//! two squares are one that is empty, so it moves no man on boards of either kind, natively or not. Quiet classes are in programs
//! that were made from another ([`adv_module::Derived`]).
//!
//! First moves that are not to be tried at the root are dropped here too: whichever class selects them, they are none of its moves.

use adv_chess::{LegalInfo, Role, generate};
use adv_module::program::Class;

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::moves::{Spot, classes_at, color_of, selects_all};
use crate::search::request::At;

impl<'m> Run<'m> {
    /// Pushes the moves of such a class, as `collect` does those of the others.
    #[cold]
    #[inline(never)]
    pub(super) fn collect_special<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        earlier: usize,
        judge: bool,
    ) -> Result<bool, Stop> {
        let begin = self.stacks.moves.len();
        let node = spot.whole;
        if class.passes() {
            if spot.info.checkers != 0 {
                generate(node, spot.info, Class::MEN, !0, &mut self.stacks.moves);
                if earlier < begin {
                    self.drop_known(earlier, begin);
                }
            } else if spot.info.count_legal(node) > 0 {
                // Where they are stalemated the game is over.
                self.stacks.moves.push(node.pass());
            }
            // What was weighed at these places before were other moves.
            self.forget_prices(spot.task, begin);
            return Ok(true);
        }
        if class
            .who
            .is_some_and(|who| color_of(who, spot.task.us) != spot.info.color())
        {
            return Ok(true);
        }
        let mut targets = !node.occupied();
        if let Some(to) = class.to {
            targets &= self.ask(spot.task, to, spot.board, spot.board, (0, 0))?;
        }
        let roles = class.roles & Class::MEN;
        generate(node, spot.info, roles, targets, &mut self.stacks.moves);
        self.retain(begin, |m| !m.is_en_passant() && !node.play(m).is_check());
        self.finish(spot, class, (earlier, begin), judge)
    }

    /// Puts all the moves that the classes of a node select on the stack of moves, in order. True where the classes select every legal
    /// move.
    pub(crate) fn select<B: Boards>(&mut self, spot: &Spot<'_, B>) -> Result<bool, Stop> {
        let ours = spot.is_ours();
        let lists = match ours {
            true => &spot.task.advice.us,
            false => &spot.task.advice.them,
        };
        let classes = classes_at(lists, spot.line.ply);
        let mark = self.stacks.moves.len();
        for class in classes {
            self.collect(spot, class, mark, true, None)?;
        }
        if ours {
            self.leave_out(spot, mark);
        }
        Ok(selects_all(classes))
    }

    /// How many moves the classes of theirs select at a node.
    pub(crate) fn count_selected<B: Boards>(&mut self, at: &At<'_, B>) -> Result<usize, Stop> {
        let whole = at.whole();
        let info = LegalInfo::new(&whole);
        let spot = Spot::new(*at, &whole, &info);
        let mark = self.stacks.moves.len();
        self.select(&spot)?;
        let selected = self.stacks.moves.len() - mark;
        self.stacks.moves.truncate(mark);
        Ok(selected)
    }

    /// True at a root of which first moves are left out: nothing is remembered of it.
    #[inline(always)]
    pub(super) fn leaves_out<B: Boards>(&self, at: &At<'_, B>) -> bool {
        !B::PLAIN && at.line.ply == 0 && self.notes.without.is_some()
    }

    /// Drops the moves of ours from `begin` on that are not to be tried.
    #[inline(always)]
    pub(super) fn leave_out<B: Boards>(&mut self, at: &At<'_, B>, begin: usize) {
        if self.leaves_out(at)
            && let Some(without) = self.notes.without.take()
        {
            self.retain(begin, |m| !without.contains(&m));
            self.notes.without = Some(without);
        }
    }

    /// Keeps the moves from `begin` on that come from the squares of a class and promote to its role.
    #[inline(always)]
    pub(super) fn narrow<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        begin: usize,
    ) -> Result<(), Stop> {
        if let Some(from) = class.from {
            let from = self.ask(spot.task, from, spot.board, spot.board, (0, 0))?;
            self.retain(begin, |m| from >> m.from & 1 != 0);
        }
        if let Some(promote) = class.promote {
            self.retain(begin, |m| {
                let role: Option<Role> = m.promotion();
                role.is_none_or(|role| role.index() == usize::from(promote))
            });
        }
        Ok(())
    }
}
