//! The positions of a claim, wanted as roots.

use std::sync::Arc;

use adv_chess::{ClassIndex, Material, Position};
use adv_module::FnId;
use adv_module::program::{ClaimFrom, FromSet};
use adv_vm::Failure;

use super::{Explorer, Worker};
use crate::candidates::Candidates;
use crate::error::ProveError;
use crate::random::{drawn, numbered_classes};
use crate::roots::{Sides, all_classes, can_capture_en_passant, each_of_class, listed};
use crate::states::{CHUNK, Layer, STATE_BYTES};

/// Wants all roots of a claim; false where it was ended before that.
///
/// # Errors
/// Where a listed position is not for the subject, and where there are too many or too few.
pub(crate) fn want_roots(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
) -> Result<bool, ProveError> {
    if let Some(positions) = listed(from)? {
        let mut worker = explorer.worker();
        for position in positions {
            if explorer.watch.stopped() {
                return Ok(false);
            }
            if worker.fits(from.condition, &position)? {
                worker.want_root(&position, false)?;
            }
        }
        return Ok(true);
    }
    let material = sides.material.ok_or(ProveError::NoMaterial)?;
    match from.set {
        FromSet::Random(count) => random(explorer, from, sides, &material, count),
        _ => all(explorer, from, sides, &material),
    }
}

impl Worker<'_, '_> {
    /// True where the condition of a claim holds in a position.
    fn fits(&mut self, condition: Option<FnId>, position: &Position) -> Result<bool, ProveError> {
        match condition {
            Some(condition) => self.judge.holds(condition, position, position.turn()),
            None => Ok(true),
        }
    }

    /// The junction at which play begins in a position; `None` where it is not in the class of the subject, which `has_class`.
    fn begins(&mut self, position: &Position, has_class: bool) -> Result<Option<u16>, ProveError> {
        let position = *position;
        let subject = self.shared.play.subject;
        match self.judge.engine().junction(subject, &position) {
            Ok(junction) => self.junction_number(junction).map(Some),
            Err(failure @ Failure::Stopped { .. }) => {
                Err(ProveError::Stopped { position, failure })
            }
            Err(_) if has_class => Ok(None),
            Err(failure) => Err(ProveError::Unfit { position, failure }),
        }
    }

    /// Wants a position as a root, unless it is not in the class of the subject.
    fn want_root(&mut self, position: &Position, has_class: bool) -> Result<(), ProveError> {
        if let Some(junction) = self.begins(position, has_class)?
            && self
                .layer(position, junction)?
                .want_position(position, true)
        {
            self.shared.watch.add_known(1);
        }
        Ok(())
    }
}

/// The layer that a class's roots are in without further conditions; `None` if no position of it is for the subject, or the proof was
/// ended before one was found.
fn start_layer(
    explorer: &Explorer<'_>,
    class: &ClassIndex,
    in_class: Option<FnId>,
) -> Result<Option<Arc<Layer>>, ProveError> {
    let mut worker = explorer.worker();
    let (mut start, mut visited) = (None, 0u64);
    Candidates::of(class, explorer.engine, in_class).each(0..class.len(), &mut |_, position| {
        visited += 1;
        if visited.is_multiple_of(1024) && explorer.watch.stopped() {
            return Ok(false);
        }
        // Without an in-class, all positions of a class are alike.
        if let Some(junction) = worker.begins(&position, in_class.is_some())? {
            start = Some(worker.layer(&position, junction)?.clone());
        }
        Ok(start.is_none())
    })?;
    Ok(start)
}

/// Wants all positions of a claim; false where it was ended before that.
fn all(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
    material: &Material,
) -> Result<bool, ProveError> {
    let classes = all_classes(material, &sides.us, STATE_BYTES, explorer.watch)?;
    let numbers = classes.iter().map(ClassIndex::len).sum();
    explorer.watch.look_through(numbers);
    for class in classes {
        if !all_of_class(explorer, from, sides.in_class, &class)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Wants all positions of one class, or of those of it with the same pawns; false where it was ended before that.
pub(crate) fn all_of_class(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    in_class: Option<FnId>,
    class: &ClassIndex,
) -> Result<bool, ProveError> {
    let watch = explorer.watch;
    let Some(start) = start_layer(explorer, class, in_class)? else {
        watch.add_looked(class.len());
        return Ok(!watch.stopped());
    };
    let conditions = from.condition.into_iter().chain(in_class);
    let everything = conditions.clone().count() == 0;
    if everything && !can_capture_en_passant(&class.material()) {
        start.want_all();
        watch.add_looked(start.len());
        let own = (0..start.chunk_count()).filter(|chunk| start.decides(*chunk));
        let own = own.map(|chunk| {
            let numbers = start.chunk(chunk);
            numbers.end - numbers.start
        });
        watch.add_known(own.sum());
        return Ok(true);
    }
    let found = each_of_class(
        &Candidates::of(class, explorer.engine, conditions),
        class,
        watch,
        || explorer.worker(),
        |worker, known: &mut u64, number, position| {
            if number.is_some_and(|number| !start.decides(number / CHUNK)) {
                return Ok(false);
            }
            if worker.fits(from.condition, position)? {
                let layer = match in_class {
                    None => Some(&start),
                    Some(_) => match worker.begins(position, true)? {
                        Some(junction) => Some(worker.layer(position, junction)?),
                        None => None,
                    },
                };
                let is_new = layer.is_some_and(|layer| match number {
                    Some(number) => layer.want(number, true),
                    None => layer.want_extra(position, true),
                });
                *known += u64::from(is_new);
            }
            Ok(true)
        },
        |known, looked| {
            watch.add_looked(looked);
            watch.add_known(*known);
        },
    )?;
    if everything && found.is_some() {
        start.set_complete();
    }
    Ok(found.is_some())
}

/// Wants the random positions of a claim; false where it was ended before that.
fn random(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
    material: &Material,
    count: u64,
) -> Result<bool, ProveError> {
    let in_class = sides.in_class;
    let mut classes = None;
    if let Some(numbered) = numbered_classes(material, &sides.us) {
        let mut own = Vec::new();
        for class in numbered {
            if start_layer(explorer, &class, in_class)?.is_some() {
                own.push(class);
            }
        }
        if explorer.watch.stopped() {
            return Ok(false);
        }
        if own.is_empty() {
            return Ok(true);
        }
        classes = Some(own);
    }
    let mut worker = explorer.worker();
    // Without an in-class, numbered positions are alike, and any other is an error where it is not for the subject.
    let asks = in_class.is_some() || classes.is_none();
    drawn(
        (material, &sides.us, classes),
        (count, from.seed),
        from.condition.into_iter().chain(in_class).collect(),
        (explorer.engine, explorer.watch),
        || explorer.worker(),
        |worker, position| {
            Ok(worker.fits(from.condition, position)?
                && (!asks || worker.begins(position, in_class.is_some())?.is_some()))
        },
        |positions| {
            let mut positions = positions.iter();
            positions.try_for_each(|position| worker.want_root(position, in_class.is_some()))
        },
    )
}
