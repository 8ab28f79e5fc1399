//! The positions that a claim speaks of.
//!
//! `all positions` is every legal position of the subject's material with us to move, positions in which a pawn may be captured en
//! passant among them; there is no castling. Positions outside a strategy's in-class are no roots.
//!
//! The condition of a claim and the in-class choose the squares of the men before positions are made (`candidates.rs`); what is left is asked one by
//! one. Random positions are drawn by `random.rs`. What takes the positions is the explorer (`explore/begin.rs`), or a claim without play (`over.rs`).

use std::ops::Range;

use adv_chess::squares::{bit, each, file_of, rank_of};
use adv_chess::{ClassIndex, Color, Material, Position, Role, notation};
use adv_module::FnId;
use adv_module::program::{ClaimFrom, FromSet};
use adv_vm::Subject;

use crate::candidates::Candidates;
use crate::error::ProveError;
use crate::share::share;
use crate::states::{CHUNK, MOST_OF_ALL};
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
            material: material.map(|m| Material::of_counts(m.counts)),
            us,
            in_class,
        }
    }
}

/// The class of a material with a side to move.
fn class_of(material: &Material, turn: Color) -> Result<ClassIndex, ProveError> {
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

/// The positions that a claim lists, or the only one; `None` where it is about others.
pub(crate) fn listed(from: &ClaimFrom) -> Result<Option<Vec<Position>>, ProveError> {
    let fens = match &from.set {
        FromSet::One(fen) => std::slice::from_ref(fen),
        FromSet::List(fens) => fens,
        FromSet::All | FromSet::Random(_) => return Ok(None),
    };
    let position = |fen: &String| match notation::parse_fen(fen) {
        Ok(position) => Ok(position.without_clocks()),
        // The verifier has read it before.
        Err(_) => Err(ProveError::NoMaterial),
    };
    fens.iter()
        .map(position)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Visits the positions of a class that may fit, shared by all threads: each with its number, and after it, where its visit is true, the
/// same board with a pawn that may be captured en passant. Returns what was found of each stretch, in order; `None` where the watch
/// ended it. `done` is told of each stretch, and of how many numbers it has.
pub(crate) fn each_of_class<W, T: Default + Send>(
    candidates: &Candidates<'_>,
    class: &ClassIndex,
    watch: &Watch,
    worker: impl Fn() -> W + Sync,
    visit: impl Fn(&mut W, &mut T, Option<u64>, &Position) -> Result<bool, ProveError> + Sync,
    done: impl Fn(&T, u64) + Sync,
) -> Result<Option<Vec<T>>, ProveError> {
    let en_passant = can_capture_en_passant(&class.material());
    let found = share(
        pieces(class.len()),
        |_| worker(),
        |worker, piece| {
            let (mut found, mut visited) = (T::default(), 0u64);
            let goes_on = candidates.each(stretch(piece), &mut |number, position| {
                if visited.is_multiple_of(1024) && watch.stopped() {
                    return Ok(false);
                }
                visited += 1;
                if visit(worker, &mut found, Some(number), &position)? && en_passant {
                    for position in with_en_passant(&position) {
                        visit(worker, &mut found, None, &position)?;
                    }
                }
                Ok(true)
            })?;
            let Range { start, end } = stretch(piece);
            done(&found, end.min(class.len()) - start);
            Ok(goes_on.then_some(found))
        },
    )?;
    Ok(found.into_iter().collect())
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

/// True where both sides have pawns.
pub(crate) fn can_capture_en_passant(material: &Material) -> bool {
    Color::ALL
        .iter()
        .all(|color| material.count(*color, Role::Pawn) > 0)
}

/// The same board after each of the pawn moves that could just have been made and that allow a capture en passant.
fn with_en_passant(position: &Position) -> impl Iterator<Item = Position> + '_ {
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
