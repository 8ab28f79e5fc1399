//! What a statement asks a tree of: an action, a list, a table, a piece-of-advice.

use adv_chess::{Color, Position};
use adv_module::program::Entry;
use adv_module::{AdviceId, TableId};

use crate::beyond::view_for_table;
use crate::consult::{
    Note, blank, consult_in, consult_list, failure, finish, tried, try_in_class, try_one,
};
use crate::consultation::{Consultation, Failure, Tried};
use crate::limits::Limits;
use crate::run::Run;
use crate::view::{View, view};

/// The statement that needs a tree.
#[derive(Clone, Copy)]
pub(super) struct SeekPlace<'p> {
    /// The position in its own colours, we being to move.
    pub(super) position: &'p Position,
    /// Our colour there.
    pub(super) us: Color,
    /// The strategy that asks sees the colours exchanged.
    pub(super) mirrored: bool,
}

impl<'p> SeekPlace<'p> {
    /// A position with our colour, as the strategy that asks sees it.
    #[inline(always)]
    pub(super) fn new(position: &'p Position, us: Color, mirrored: bool) -> SeekPlace<'p> {
        SeekPlace {
            position,
            us,
            mirrored,
        }
    }

    /// The position as the strategy sees it.
    pub(super) fn view(&self) -> View {
        View::turned(self.position, self.us, self.mirrored)
    }

    /// A view of what the strategy sees, as a view of the position itself.
    pub(super) fn seen_from_outside(&self, mut inner: View) -> View {
        inner.mirrored ^= self.mirrored;
        inner
    }

    /// A failure to fit what the strategy sees, in the position's own colours.
    pub(super) fn told_outside(&self, failure: Failure) -> Failure {
        if !self.mirrored {
            return failure;
        }
        match failure {
            Failure::OtherMaterial {
                wanted,
                found,
                left,
            } => Failure::OtherMaterial {
                wanted: wanted.mirrored(),
                found: found.mirrored(),
                left,
            },
            Failure::OtherSide { plays } => Failure::OtherSide { plays: !plays },
            other => other,
        }
    }
}

/// What is to give a tree.
#[derive(Clone, Copy)]
pub(super) enum Sought<'m> {
    /// The record of an action, whose in-class holds.
    Action(AdviceId),
    /// A list of pieces-of-advice, for the strategy's own view.
    List(&'m [Entry]),
    /// A table, for its own material and what takes over beyond it.
    Table(TableId),
    /// A piece-of-advice by itself, for the program's material.
    Piece(AdviceId),
}

/// What looks for the trees that a cursor asks for.
pub(super) trait Seeker<'m> {
    /// What it hands out of a tree that it has found.
    type Found;

    /// Whether the place from which the statement is asked again is wanted of a tree.
    fn repeats(&self) -> bool;

    /// Looks for a tree; `None` where there is none.
    fn seek(
        &mut self,
        run: &mut Run<'m>,
        sought: Sought<'m>,
        place: &SeekPlace<'_>,
    ) -> Result<Option<Self::Found>, Failure>;
}

impl Sought<'_> {
    /// The table that answers, which may be one beyond the one that is consulted, and the view of the position.
    #[inline]
    pub(super) fn view(
        &self,
        run: &mut Run<'_>,
        place: &SeekPlace<'_>,
    ) -> Result<(Option<TableId>, View), Failure> {
        if let Sought::Table(table) = *self
            && !place.mirrored
            && run.sees_plainly(table, place.position)
        {
            return Ok((Some(table), View::plain(place.position)));
        }
        let own = place.view();
        let fitted = match *self {
            Sought::Action(_) | Sought::List(_) => return Ok((None, own)),
            Sought::Table(table) => view_for_table(run.module, table, &own.position)
                .map(|(table, inner)| (Some(table), inner)),
            Sought::Piece(advice) => {
                let side = run.module[advice].side;
                view(run.module.material.as_ref(), side, &own.position).map(|inner| (None, inner))
            }
        };
        match fitted {
            Ok((table, inner)) => Ok((table, place.seen_from_outside(inner))),
            Err(failure) => Err(place.told_outside(failure)),
        }
    }

    /// Searches in a view of it: the tree that is found is in the arena.
    pub(super) fn find(
        &self,
        run: &mut Run<'_>,
        taken: Option<TableId>,
        view: &View,
        why: bool,
        rule: &mut Option<usize>,
        note: &mut Note<'_>,
    ) -> Result<Option<AdviceId>, Failure> {
        match *self {
            Sought::Action(advice) | Sought::Piece(advice) => {
                let try_it = match self {
                    Sought::Action(_) => try_one,
                    _ => try_in_class,
                };
                let found = try_it(run, advice, view, why, None)
                    .map_err(|stop| failure(stop, Some(advice), None, run))?;
                note(run, advice, found);
                Ok(found.then_some(advice))
            }
            Sought::List(list) => consult_list(run, list, view, why, None, note),
            Sought::Table(own) => {
                let table = taken.unwrap_or(own);
                consult_in(run, table, view, why, rule, note)
            }
        }
    }
}

/// One attempt to find a tree, with what it tried.
struct Attempt<'m> {
    sought: Sought<'m>,
    mirrored: bool,
    tried: Vec<Tried>,
}

impl<'m> Attempt<'m> {
    /// Looks for a tree; `None` where there is none.
    fn seek(
        &mut self,
        run: &mut Run<'m>,
        place: &SeekPlace<'_>,
        why: bool,
    ) -> Result<Option<Consultation>, Failure> {
        // Each consultation has a root of its own, and nothing that was kept of another one holds there.
        let saved = run.enter_root();
        let answer = self.seek_in_root(run, place, why);
        run.leave_root(saved);
        answer
    }

    fn seek_in_root(
        &mut self,
        run: &mut Run<'m>,
        place: &SeekPlace<'_>,
        why: bool,
    ) -> Result<Option<Consultation>, Failure> {
        let (table, view) = self.sought.view(run, place)?;
        let mut answer = blank(place.position, &view);
        answer.table = table;
        let mut all = Vec::new();
        let mut note = |run: &mut Run<'_>, id, satisfied| {
            all.push(tried(run, id, satisfied, view.mirrored));
        };
        let rule = &mut answer.rule;
        let found = self.sought.find(run, table, &view, why, rule, &mut note);
        // The attempts are reported even if a limit ended them.
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) => {
                self.tried = all;
                return Ok(None);
            }
            Err(failure) => {
                self.tried = all;
                return Err(failure);
            }
        };
        answer.tried = all;
        finish(run, &view, Some(found), &mut answer)?;
        Ok(Some(answer))
    }
}

/// The attempts of a run since its last move: its way to look for trees.
#[derive(Default)]
pub(super) struct Attempts<'m>(Vec<Attempt<'m>>);

impl<'m> Seeker<'m> for Attempts<'m> {
    type Found = Box<Consultation>;

    fn repeats(&self) -> bool {
        true
    }

    fn seek(
        &mut self,
        run: &mut Run<'m>,
        sought: Sought<'m>,
        place: &SeekPlace<'_>,
    ) -> Result<Option<Box<Consultation>>, Failure> {
        let mut attempt = Attempt {
            sought,
            mirrored: place.mirrored,
            tried: Vec::new(),
        };
        let found = attempt.seek(run, place, false);
        self.0.push(attempt);
        Ok(found?.map(Box::new))
    }
}

impl<'m> Attempts<'m> {
    /// The failed attempts, with the conjuncts at which positions failed. Each attempt is made again under a full budget; one
    /// that does not end within it is reported without them.
    pub(super) fn with_reasons(
        self,
        run: &mut Run<'m>,
        limits: &Limits,
        position: &Position,
        us: Color,
    ) -> Vec<Tried> {
        let mut all = Vec::new();
        for mut attempt in self.0 {
            if attempt.tried.is_empty() {
                continue;
            }
            let before = attempt.tried.clone();
            let place = SeekPlace::new(position, us, attempt.mirrored);
            run.meter.refill(limits);
            match attempt.seek(run, &place, true) {
                Ok(_) => all.append(&mut attempt.tried),
                Err(_) => all.extend(before),
            }
        }
        all
    }

    /// The failed attempts, without more searching.
    pub(super) fn plainly(self) -> Vec<Tried> {
        self.0.into_iter().flat_map(|a| a.tried).collect()
    }
}
