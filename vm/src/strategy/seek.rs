//! What a statement asks a tree of: an action, a list, a table, a piece-of-advice.

use adv_chess::{Color, Position};
use adv_module::program::Entry;
use adv_module::{AdviceId, TableId};

use crate::consult::{
    Found, View, blank, consult_in, consult_list, failure, finish, try_one, view, view_for_table,
};
use crate::consultation::{Consultation, Failure, Tried};
use crate::limits::{Limits, Meter};
use crate::run::Run;

/// Where a tree is asked for.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// The position in its own colours, we being to move.
    pub(super) position: &'p Position,
    /// Our colour there.
    pub(super) us: Color,
    /// The strategy that asks sees the colours exchanged.
    pub(super) mirrored: bool,
}

impl Place<'_> {
    /// The position as the strategy sees it.
    pub(super) fn view(&self) -> View {
        View {
            position: if self.mirrored {
                self.position.mirror()
            } else {
                *self.position
            },
            us: if self.mirrored { !self.us } else { self.us },
            mirrored: self.mirrored,
        }
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

/// One attempt to find a tree, with what it tried.
pub(super) struct Attempt<'m> {
    sought: Sought<'m>,
    mirrored: bool,
    tried: Vec<Tried>,
}

impl<'m> Attempt<'m> {
    /// An attempt at a place, nothing being tried yet.
    pub(super) fn new(sought: Sought<'m>, place: &Place<'_>) -> Attempt<'m> {
        Attempt {
            sought,
            mirrored: place.mirrored,
            tried: Vec::new(),
        }
    }

    /// Looks for a tree; `None` where there is none.
    pub(super) fn seek(
        &mut self,
        run: &mut Run<'m>,
        place: &Place<'_>,
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
        place: &Place<'_>,
        why: bool,
    ) -> Result<Option<Consultation>, Failure> {
        let own = place.view();
        let (table, view) = match self.sought {
            Sought::Action(_) | Sought::List(_) => (None, own),
            Sought::Table(table) => {
                let (table, inner) = view_for_table(run.module, table, &own.position)
                    .map_err(|failure| place.told_outside(failure))?;
                (Some(table), place.seen_from_outside(inner))
            }
            Sought::Piece(advice) => {
                let side = run.module.advice[advice.index()].side;
                let inner = view(run.module.material.as_ref(), side, &own.position)
                    .map_err(|failure| place.told_outside(failure))?;
                (None, place.seen_from_outside(inner))
            }
        };
        let mut answer = blank(place.position, &view);
        answer.table = table;
        let mut tried = Vec::new();
        let found = match (self.sought, table) {
            (Sought::Action(advice) | Sought::Piece(advice), _) => {
                match try_one(run, advice, &view, why, None) {
                    Ok(one) => {
                        let satisfied = one.satisfied;
                        tried.push(one);
                        Ok(satisfied.then_some(Found { advice }))
                    }
                    Err(stop) => Err(failure(stop, Some(advice), None, run)),
                }
            }
            (Sought::List(list), _) => {
                consult_list(run, list, &view, why, None, &mut |t| tried.push(t))
            }
            (Sought::Table(own), taken) => {
                let table = taken.unwrap_or(own);
                consult_in(run, table, &view, why, &mut answer.rule, &mut |t| {
                    tried.push(t)
                })
            }
        };
        // What was tried is told also where a limit ended it.
        let found = match found {
            Ok(Some(found)) => found,
            Ok(None) => {
                self.tried = tried;
                return Ok(None);
            }
            Err(failure) => {
                self.tried = tried;
                return Err(failure);
            }
        };
        answer.tried = tried;
        finish(run, &view, Some(found), &mut answer)?;
        Ok(Some(answer))
    }
}

/// What was tried in vain, with the conjuncts at which positions failed. Each attempt is made again under a full budget; one that
/// does not end within it is told as it was.
pub(super) fn tried_with_reasons<'m>(
    run: &mut Run<'m>,
    limits: &Limits,
    position: &Position,
    us: Color,
    attempts: Vec<Attempt<'m>>,
) -> Vec<Tried> {
    let mut all = Vec::new();
    for mut attempt in attempts {
        if attempt.tried.is_empty() {
            continue;
        }
        let before = attempt.tried.clone();
        let place = Place {
            position,
            us,
            mirrored: attempt.mirrored,
        };
        run.meter = Meter::new(limits);
        match attempt.seek(run, &place, true) {
            Ok(_) => all.append(&mut attempt.tried),
            Err(_) => all.extend(before),
        }
    }
    all
}

/// What was tried in vain, as it stands.
pub(super) fn tried_plainly(attempts: Vec<Attempt<'_>>) -> Vec<Tried> {
    attempts.into_iter().flat_map(|a| a.tried).collect()
}
