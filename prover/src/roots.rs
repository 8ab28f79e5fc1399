//! The positions that a claim speaks of.
//!
//! `all positions` is every legal position of the subject's material with us to move, positions in which a pawn may be captured en
//! passant among them; there is no castling. Positions outside a strategy's in-class are no roots.
//!
//! The condition of a claim and the in-class choose the squares of the men before positions are made (`candidates.rs`); what is left is asked one by
//! one. Random positions are drawn by `random.rs`.

use std::ops::Range;
use std::sync::Arc;

use adv_chess::squares::{bit, each, file_of, rank_of};
use adv_chess::{ClassIndex, Color, Material, Position, Role, notation};
use adv_module::FnId;
use adv_module::program::ClaimFrom;
use adv_vm::{Failure, Subject};

use crate::candidates::Candidates;
use crate::error::ProveError;
use crate::explore::{Explorer, Worker};
use crate::key::SliceKey;
use crate::share::share;
use crate::states::{CHUNK, Layer, MOST_OF_ALL, STATE_BYTES};
use crate::watch::Watch;

/// The side that plays, and its material.
pub(crate) struct Sides {
    pub(crate) material: Option<Material>,
    /// The sides that we may be.
    pub(crate) us: Vec<Color>,
    /// What the subject asks of a position besides its men and side.
    pub(crate) in_class: Option<FnId>,
}

impl Sides {
    /// Of a subject.
    pub(crate) fn of(module: &adv_module::Program, subject: Subject) -> Sides {
        let material = subject.material(module).or(module.material.as_ref());
        let us = match subject.side(module) {
            Some(side) => vec![side],
            None => vec![Color::White, Color::Black],
        };
        let in_class = match subject {
            Subject::Strategy(id) => module.strategies.get(id.index()).and_then(|s| s.in_class),
            Subject::Table(_) | Subject::Advice(_) => None,
        };
        Sides {
            material: material.map(|m| Material { counts: m.counts }),
            us,
            in_class,
        }
    }
}

/// The class of a material with a side to move.
pub(crate) fn class_of(material: &Material, turn: Color) -> Result<ClassIndex, ProveError> {
    ClassIndex::new(*material, turn).map_err(|_| ProveError::TooLarge {
        class: material.name(),
        numbers: None,
    })
}

/// The classes of a claim about all positions, one for each side that may be to move.
///
/// # Errors
/// Where they have too many positions to be numbered, or these take more memory than the proof may use, if `bytes` are taken for
/// each.
pub(crate) fn all_classes(
    material: &Material,
    turns: &[Color],
    bytes: u64,
    watch: &Watch,
) -> Result<Vec<ClassIndex>, ProveError> {
    let classes: Result<Vec<ClassIndex>, ProveError> =
        turns.iter().map(|turn| class_of(material, *turn)).collect();
    let classes = classes?;
    let sum = |sum: u64, class: &ClassIndex| sum.saturating_add(class.len());
    let numbers = classes.iter().fold(0u64, sum);
    let bytes = numbers.saturating_mul(bytes);
    let (_, limit) = watch.memory();
    if bytes > watch.room() {
        return Err(ProveError::TooMuch {
            class: material.name(),
            numbers,
            bytes,
            beside: watch.reserved(),
            limit,
        });
    }
    if numbers > MOST_OF_ALL {
        return Err(ProveError::TooLarge {
            class: material.name(),
            numbers: Some(numbers),
        });
    }
    Ok(classes)
}

/// Wants the positions that a claim lists, or the only one; false where it was ended before that.
///
/// # Errors
/// Where one is not for the subject.
pub(crate) fn listed(
    explorer: &Explorer<'_>,
    from: &ClaimFrom,
    fens: &[String],
) -> Result<bool, ProveError> {
    let mut worker = explorer.worker();
    let subject = explorer.play.subject;
    for fen in fens {
        if explorer.watch.stopped() {
            return Ok(false);
        }
        // The verifier has read it before.
        let position = notation::parse_fen(fen).map_err(|_| ProveError::NoMaterial)?;
        let position = position.without_clocks();
        if let Some(condition) = from.condition
            && !worker
                .judge()
                .holds(condition, &position, position.turn())?
        {
            continue;
        }
        let junction = worker.judge().engine().junction(subject, &position);
        let junction = junction.map_err(|failure| ProveError::Unfit { position, failure })?;
        let junction = worker.junction_number(junction)?;
        let layer = worker.layer(&position, junction)?;
        if layer.want_position(&position, true) {
            explorer.watch.add_known(1);
        }
    }
    Ok(true)
}

/// One of the threads that look for roots.
pub(crate) struct Finder<'e, 'a> {
    pub(crate) worker: Worker<'e, 'a>,
    pub(crate) condition: Option<FnId>,
    pub(crate) asks: bool,
    pub(crate) layer: Arc<Layer>,
}

impl Finder<'_, '_> {
    /// The layer in which a position is a root.
    pub(crate) fn root(&mut self, position: &Position) -> Result<Option<&Arc<Layer>>, ProveError> {
        if let Some(condition) = self.condition
            && !self
                .worker
                .judge()
                .holds(condition, position, position.turn())?
        {
            return Ok(None);
        }
        if !self.asks {
            let pawns = self.layer.class.pawns();
            if pawns.is_none_or(|pawns| pawns == SliceKey::of(position).pawns) {
                return Ok(Some(&self.layer));
            }
            return self.worker.layer(position, self.layer.junction).map(Some);
        }
        let subject = self.worker.shared().play.subject;
        match self.worker.judge().engine().junction(subject, position) {
            Ok(junction) => {
                let junction = self.worker.junction_number(junction)?;
                self.worker.layer(position, junction).map(Some)
            }
            Err(failure @ Failure::Stopped { .. }) => Err(ProveError::Stopped {
                position: *position,
                failure,
            }),
            Err(_) => Ok(None),
        }
    }
}

/// The layer that a class's roots are in without further conditions; `None` if no position of it is for the subject, or the proof was
/// ended before one was found.
pub(crate) fn start_layer(
    explorer: &Explorer<'_>,
    class: &ClassIndex,
    in_class: Option<FnId>,
) -> Result<Option<Arc<Layer>>, ProveError> {
    let mut worker = explorer.worker();
    let subject = explorer.play.subject;
    let (mut start, mut visited) = (None, 0u64);
    Candidates::of(class, explorer.engine, in_class).each(0..class.len(), &mut |_, position| {
        visited += 1;
        if visited.is_multiple_of(1024) && explorer.watch.stopped() {
            return Ok(false);
        }
        match worker.judge().engine().junction(subject, &position) {
            Ok(junction) => {
                let junction = worker.junction_number(junction)?;
                start = Some(worker.layer(&position, junction)?.clone());
                Ok(false)
            }
            Err(failure @ Failure::Stopped { .. }) => {
                Err(ProveError::Stopped { position, failure })
            }
            // Without an in-class, all positions of a class are alike.
            Err(_) if in_class.is_some() => Ok(true),
            Err(failure) => Err(ProveError::Unfit { position, failure }),
        }
    })?;
    Ok(start)
}

/// Wants all positions of a claim; false where it was ended before that.
pub(crate) fn all(
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
    let Some(layer) = start_layer(explorer, class, in_class)? else {
        explorer.watch.add_looked(class.len());
        return Ok(!explorer.watch.stopped());
    };
    let en_passant = can_capture_en_passant(&class.material());
    let conditions = from.condition.into_iter().chain(in_class);
    let everything = conditions.clone().count() == 0;
    if everything && !en_passant {
        layer.want_all();
        explorer.watch.add_looked(layer.len());
        let own = (0..layer.chunk_count()).filter(|chunk| layer.decides(*chunk));
        let own = own.map(|chunk| {
            let numbers = layer.chunk(chunk);
            numbers.end - numbers.start
        });
        explorer.watch.add_known(own.sum());
        return Ok(true);
    }
    let finder = |_| Finder {
        worker: explorer.worker(),
        condition: from.condition,
        asks: in_class.is_some(),
        layer: layer.clone(),
    };
    let candidates = Candidates::of(class, explorer.engine, conditions);
    let found = share(pieces(class.len()), finder, |finder, piece| {
        if explorer.watch.stopped() {
            return Ok(false);
        }
        let (mut known, mut visited) = (0, 0u64);
        let goes_on = candidates.each(stretch(piece), &mut |number, position| {
            if !layer.decides(number / CHUNK) {
                return Ok(true);
            }
            if let Some(layer) = finder.root(&position)? {
                known += u64::from(layer.want(number, true));
            }
            if en_passant {
                for position in with_en_passant(&position) {
                    if let Some(layer) = finder.root(&position)? {
                        known += u64::from(layer.want_extra(&position, true));
                    }
                }
            }
            visited += 1;
            Ok(!visited.is_multiple_of(1024) || !explorer.watch.stopped())
        })?;
        explorer.watch.add_looked(length(piece, class.len()));
        explorer.watch.add_known(known);
        Ok(goes_on)
    })?;
    if found.contains(&false) {
        return Ok(false);
    }
    if everything {
        layer.set_complete();
    }
    Ok(true)
}

/// Numbers that are looked through at once.
const STRETCH: u64 = 16 * CHUNK;

/// How many stretches so many numbers are.
pub(crate) fn pieces(numbers: u64) -> usize {
    numbers.div_ceil(STRETCH) as usize
}

/// The numbers of a stretch; those of the last one may be too many.
pub(crate) const fn stretch(piece: usize) -> Range<u64> {
    let begin = piece as u64 * STRETCH;
    begin..begin + STRETCH
}

/// How many numbers of so many are of a stretch.
pub(crate) fn length(piece: usize, numbers: u64) -> u64 {
    let Range { start, end } = stretch(piece);
    end.min(numbers) - start.min(numbers)
}

/// True where both sides have pawns.
fn can_capture_en_passant(material: &Material) -> bool {
    Color::ALL
        .iter()
        .all(|color| material.count(*color, Role::Pawn) > 0)
}

/// The same board after each of the pawn moves that could just have been made and that allow a capture en passant.
pub(crate) fn with_en_passant(position: &Position) -> impl Iterator<Item = Position> + '_ {
    let (us, them) = (position.turn(), !position.turn());
    // Their pawn stands on its fourth rank, the squares that it has passed are empty.
    let (rank, back) = match them {
        Color::White => (3, -8i8),
        Color::Black => (4, 8),
    };
    let pawns = position.pieces(them, Role::Pawn);
    each(pawns)
        .filter(move |square| rank_of(*square) == rank)
        .filter_map(move |square| {
            let passed = square.checked_add_signed(back)?;
            let from = passed.checked_add_signed(back)?;
            let empty = position.occupied() & (bit(passed) | bit(from)) == 0;
            let beside =
                |pawn: u8| rank_of(pawn) == rank && file_of(pawn).abs_diff(file_of(square)) == 1;
            let ours = each(position.pieces(us, Role::Pawn)).any(beside);
            if !(empty && ours) {
                return None;
            }
            // Before the pawn moved we had moved, so that its king was not in check; and the move is real where the capture is.
            let mut before = *position;
            before.remove(square);
            before.put(them, Role::Pawn, from);
            if before.with_turn(them).in_check(us) {
                return None;
            }
            let with = position.with_ep(Some(passed));
            let real = with.legal_moves().iter().any(|m| m.is_en_passant());
            real.then_some(with)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn en_passant_is_found_where_it_is_legal() {
        let position = notation::parse_fen("8/8/8/K2pP2k/8/8/8/8 w - - 0 1").expect("legal");
        let with: Vec<Position> = with_en_passant(&position).collect();
        assert_eq!(with.len(), 1);
        assert_eq!(with[0].ep(), Some(43));
        // On the rank of both kings and a rook the two pawns may not leave it together.
        let pinned = notation::parse_fen("8/8/8/K2pP2r/8/8/7k/8 w - - 0 1").expect("legal");
        assert_eq!(with_en_passant(&pinned).count(), 0);
        let blocked = notation::parse_fen("8/8/3n4/K2pP2k/8/8/8/8 w - - 0 1").expect("legal");
        assert_eq!(with_en_passant(&blocked).count(), 0);
        // From its own square the pawn gave check, with its side to move.
        let checked = notation::parse_fen("8/8/8/8/3pP3/3k4/8/K7 b - - 0 1").expect("legal");
        assert_eq!(with_en_passant(&checked).count(), 0);
        let free = notation::parse_fen("8/8/8/8/3pP3/8/2k5/K7 b - - 0 1").expect("legal");
        assert_eq!(with_en_passant(&free).count(), 1);
    }
}
