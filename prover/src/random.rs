//! Positions drawn at random for a claim.
//!
//! Random positions are the first of all numbers of the class, in an order that the seed shuffles, that fit the claim. So no position
//! is drawn twice, and a class with fewer positions than the claim names gives all it has. The positions of a class that has more numbers
//! than [`MOST_SHUFFLED`] are drawn man by man, until there are enough different ones. Where hardly any fits, those of numbered classes are found by the
//! condition (`draw.rs`); drawing ends after [`tries`] where that cannot be.

use adv_chess::numbers::SplitMix64;
use adv_chess::placing::Placements;
use adv_chess::{ClassIndex, Color, Material, Position};
use adv_module::FnId;
use adv_module::program::{ClaimFrom, FromSet};
use adv_vm::Failure;

use crate::draw::{Draw, tries};
use crate::error::ProveError;
use crate::explore::Explorer;
use crate::goals::Judge;
use crate::roots::{Finder, Sides, all, listed, start_layer};
use crate::share::share;

/// The numbers of larger classes are not shuffled: those of up to five men are.
const MOST_SHUFFLED: u64 = 1 << 30;

/// Wants all roots of a claim; false where it was ended before that.
pub(crate) fn want_roots(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
) -> Result<bool, ProveError> {
    let material = || sides.material.ok_or(ProveError::NoMaterial);
    match &from.set {
        FromSet::One(fen) => listed(explorer, from, std::slice::from_ref(fen)),
        FromSet::List(fens) => listed(explorer, from, fens),
        FromSet::All => all(explorer, from, sides, &material()?),
        FromSet::Random(count) => random(explorer, from, sides, &material()?, *count),
    }
}

/// The classes of random positions, where they are numbered; else their positions are drawn man by man.
pub(crate) fn numbered_classes(material: &Material, turns: &[Color]) -> Option<Vec<ClassIndex>> {
    let classes = turns.iter().map(|turn| {
        let class = ClassIndex::new(*material, *turn).ok();
        class.filter(|class| class.len() <= MOST_SHUFFLED)
    });
    classes.collect()
}

/// The position of a number that is counted through all classes, which have as many each; with the place of its class.
pub(crate) fn position_of(classes: &[ClassIndex], number: u64) -> Option<(usize, Position)> {
    let len = classes.first()?.len();
    let at = number.checked_div(len)? as usize;
    Some((at, classes.get(at)?.position(number % len)?))
}

/// Draws positions man by man, each side to move as likely as the other.
pub(crate) struct Drawn {
    sides: Vec<Placements>,
    turns: SplitMix64,
}

impl Drawn {
    /// The positions of a seed.
    pub(crate) fn new(
        material: &Material,
        turns: &[Color],
        seed: u64,
    ) -> Result<Drawn, ProveError> {
        let mut numbers = SplitMix64::new(seed);
        let sides: Result<Vec<Placements>, _> = turns
            .iter()
            .map(|turn| Placements::new(*material, *turn, numbers.bits()))
            .collect();
        let too_large = |_| ProveError::TooLarge {
            class: material.name(),
            numbers: None,
        };
        Ok(Drawn {
            sides: sides.map_err(too_large)?,
            turns: numbers,
        })
    }

    /// One try.
    pub(crate) fn draw(&mut self) -> Option<Position> {
        let side = self.turns.bits() as usize % self.sides.len().max(1);
        self.sides.get_mut(side)?.draw()
    }
}

/// As [`random`] where the classes are not numbered.
fn random_unnumbered(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
    material: &Material,
    count: u64,
) -> Result<bool, ProveError> {
    let mut drawn = Drawn::new(material, &sides.us, from.seed)?;
    let mut worker = explorer.worker();
    let (mut known, tries) = (0, tries(count, false));
    for tried in 0..tries {
        if known >= count {
            return Ok(true);
        }
        if tried % 1024 == 0 && explorer.watch.stopped() {
            return Ok(false);
        }
        let Some(position) = drawn.draw() else {
            continue;
        };
        if let Some(condition) = from.condition
            && !worker
                .judge()
                .holds(condition, &position, position.turn())?
        {
            continue;
        }
        let subject = explorer.play.subject;
        let junction = match worker.judge().engine().junction(subject, &position) {
            Ok(junction) => worker.junction_number(junction)?,
            Err(failure @ Failure::Stopped { .. }) => {
                return Err(ProveError::Stopped { position, failure });
            }
            Err(_) if sides.in_class.is_some() => continue,
            Err(failure) => return Err(ProveError::Unfit { position, failure }),
        };
        let layer = worker.layer(&position, junction)?;
        if layer.want_position(&position, true) {
            known += 1;
            explorer.watch.add_known(1);
        }
    }
    enough(count, known, tries)
}

/// All that were found, unless they are fewer than the claim names.
fn enough(wanted: u64, found: u64, tried: u64) -> Result<bool, ProveError> {
    match found >= wanted {
        true => Ok(true),
        false => Err(ProveError::Rare {
            wanted,
            found,
            tried,
        }),
    }
}

/// Wants the random positions of a claim; false where it was ended before that.
pub(crate) fn random(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    sides: &Sides,
    material: &Material,
    count: u64,
) -> Result<bool, ProveError> {
    let Some(classes) = numbered_classes(material, &sides.us) else {
        return random_unnumbered(explorer, from, sides, material, count);
    };
    let asks = sides.in_class.is_some();
    let mut finders = Vec::new();
    for class in classes {
        if let Some(layer) = start_layer(explorer, &class, sides.in_class)? {
            let finder = Finder {
                worker: explorer.worker(),
                // It has been asked before.
                condition: None,
                asks,
                layer,
            };
            finders.push((class, finder));
        }
    }
    if explorer.watch.stopped() {
        return Ok(false);
    }
    if finders.is_empty() {
        return Ok(true);
    }
    let classes: Vec<ClassIndex> = finders.iter().map(|(class, _)| class.clone()).collect();
    let conditions = from.condition.into_iter().chain(sides.in_class).collect();
    let mut draw = Draw::new(&classes, conditions, (count, from.seed));
    let mut known = 0;
    while let Some(blocks) = draw.next(known, explorer.engine, explorer.watch)? {
        let fitting = share(
            blocks.len(),
            |_| Judge::new(explorer.goals, explorer.engine),
            |judge, at| {
                let block = blocks.get(at).cloned().unwrap_or_default();
                // What is drawn is thrown away where the proof was ended.
                let numbers = draw.numbers(block);
                let numbers = numbers.take_while(|_| !explorer.watch.stopped());
                Ok(fitting(judge, from.condition, &classes, numbers))
            },
        )?;
        for Fitting { numbers, error } in fitting {
            if explorer.watch.stopped() {
                return Ok(false);
            }
            let positions = numbers.into_iter().filter_map(|n| position_of(&classes, n));
            for (class, position) in positions {
                if known < count
                    && let Some((_, finder)) = finders.get_mut(class)
                    && let Some(layer) = finder.root(&position)?
                    && layer.want_position(&position, true)
                {
                    known += 1;
                    explorer.watch.add_known(1);
                }
            }
            // What comes after the last one wanted was looked at in vain.
            if let Some(error) = error.filter(|_| known < count) {
                return Err(error);
            }
        }
    }
    // A class that has been gone through gives all it has.
    enough(
        count.min(if draw.is_complete() { known } else { count }),
        known,
        draw.tries(),
    )
}

/// The numbers of a block, in their order, whose positions a claim's condition holds in; and why the block was not looked at to its end.
#[derive(Default)]
struct Fitting {
    numbers: Vec<u64>,
    error: Option<ProveError>,
}

/// Those of some numbers.
fn fitting(
    judge: &mut Judge<'_>,
    condition: Option<FnId>,
    classes: &[ClassIndex],
    numbers: impl Iterator<Item = u64>,
) -> Fitting {
    let mut fitting = Fitting::default();
    for number in numbers {
        let holds = match (position_of(classes, number), condition) {
            (None, _) => Ok(false),
            (Some(_), None) => Ok(true),
            (Some((_, position)), Some(test)) => judge.holds(test, &position, position.turn()),
        };
        match holds {
            Ok(true) => fitting.numbers.push(number),
            Ok(false) => {}
            Err(error) => {
                fitting.error = Some(error);
                break;
            }
        }
    }
    fitting
}
