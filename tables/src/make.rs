//! Making the table of one class: forwards once, then backwards ply by ply.
//!
//! ```text
//! forwards   every position: mates, captures, promotions ──▶ events, each at the ply it comes true
//!            and for every position the number of moves that do not lose, as far as is known
//! ply n odd  events of n, and whatever has a move to a position lost in n - 1         Win(n)
//! ply n even events of n, and one move less for whatever has a move to a position
//!            won in n - 1; where none is left                                         Loss(n)
//! ```
//!
//! A position is decided at the first ply that says so, which is the shortest win; a loss is decided
//! by the last of its moves, which is the longest defence. So the values need no second look.

use adv_chess::{ALL_ROLES, LegalInfo, Material, Move, Position, generate};
use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::{ParallelSlice as _, ParallelSliceMut as _};

use crate::back::before;
use crate::dtm::{Dtm, ILLEGAL, MAX_PLIES, OPEN, pack};
use crate::error::TableError;
use crate::file::bytes;
use crate::numbering::Numbering;

/// In place of a number of moves: some move draws or wins, so that the position is never lost.
const SAFE: u8 = 255;

/// What is called with the work that is done, and may end it.
pub(crate) type Progress<'p> = dyn FnMut(u64) -> Result<(), TableError> + 'p;

/// Numbers that one thread takes at a time.
pub(crate) const CHUNK: usize = 1 << 12;
/// Numbers between two reports of progress.
pub(crate) const BATCH: usize = 1 << 16;

/// Makes the values of a class, a byte for each number.
///
/// `value` knows the positions after captures and promotions; `progress` is called with the count of
/// numbers that are done, each of them counting twice: once forwards and once backwards. Its error ends the work.
pub(crate) fn make(
    material: &Material,
    numbering: &Numbering,
    value: &(dyn Fn(&Position) -> Dtm + Sync),
    progress: &mut Progress<'_>,
) -> Result<Vec<u8>, TableError> {
    let len = numbering.len() as usize;
    let mut values = bytes(material, len)?;
    let mut moves_left = bytes(material, len)?;
    let mut events = Events(vec![Vec::new(); usize::from(MAX_PLIES) + 1]);
    for start in (0..len).step_by(BATCH) {
        let end = len.min(start + BATCH);
        let found: Vec<Found> = values[start..end]
            .par_chunks_mut(CHUNK)
            .zip(moves_left[start..end].par_chunks_mut(CHUNK))
            .enumerate()
            .map(|(chunk, (values, moves_left))| {
                let first = (start + chunk * CHUNK) as u32;
                forwards(numbering, value, first, values, moves_left)
            })
            .collect();
        for (plies, number) in found.into_iter().flatten() {
            let late = TableError::TooLong(*material);
            events
                .0
                .get_mut(usize::from(plies))
                .ok_or(late)?
                .push(number);
        }
        progress(end as u64)?;
    }
    backwards(
        material,
        numbering,
        &mut values,
        &mut moves_left,
        events,
        progress,
    )?;
    Ok(values)
}

/// What comes true at each ply: of an odd ply positions that are won then, of an even ply positions
/// that have one move less that does not lose.
struct Events(Vec<Vec<u32>>);

/// Events as the forward look finds them: the ply and the number of the position.
type Found = Vec<(u16, u32)>;

/// Looks at a stretch of numbers, the first of which is `first`.
fn forwards(
    numbering: &Numbering,
    value: &(dyn Fn(&Position) -> Dtm + Sync),
    first: u32,
    values: &mut [u8],
    moves_left: &mut [u8],
) -> Found {
    let mut found = Vec::new();
    let mut moves = Vec::with_capacity(64);
    let mut losses = Vec::new();
    for ((number, byte), left) in (first..).zip(values).zip(moves_left) {
        let Some(position) = numbering.position(number) else {
            *byte = ILLEGAL;
            continue;
        };
        let info = LegalInfo::new(&position);
        moves.clear();
        generate(&position, &info, ALL_ROLES, !0, &mut moves);
        if moves.is_empty() && info.in_check() {
            // The check is the one move that it takes.
            *left = 1;
            found.push((0, number));
            continue;
        }
        let mut quiet = 0;
        let mut best = None;
        losses.clear();
        for mv in &moves {
            if stays_in_class(&position, *mv) {
                quiet += 1;
                continue;
            }
            let worth = value(&position.play(*mv)).before();
            best = best.max(Some(worth));
            if let Dtm::Loss(plies) = worth {
                losses.push((plies, number));
            }
        }
        match best {
            Some(Dtm::Win(plies)) => {
                *left = SAFE;
                found.push((plies, number));
            }
            Some(Dtm::Draw) => *left = SAFE,
            // Stalemate.
            None if quiet == 0 => *left = SAFE,
            Some(Dtm::Loss(_)) | None => {
                // Two men and a king have at most 27 + 27 + 8 moves.
                *left = (quiet + losses.len()) as u8;
                found.append(&mut losses);
            }
        }
    }
    found
}

/// Neither a capture nor a promotion.
pub(crate) fn stays_in_class(position: &Position, mv: Move) -> bool {
    mv.promotion().is_none() && !position.is_capture(mv)
}

/// Decides what can be decided, ply by ply.
fn backwards(
    material: &Material,
    numbering: &Numbering,
    values: &mut [u8],
    moves_left: &mut [u8],
    mut events: Events,
    progress: &mut Progress<'_>,
) -> Result<(), TableError> {
    let len = u64::from(numbering.len());
    let mut decided: Vec<u32> = Vec::new();
    let mut done = 0;
    for plies in 0.. {
        let mut next = Vec::new();
        let mut decide = |values: &mut [u8], number: u32| {
            let place = number as usize;
            if values[place] != OPEN {
                return;
            }
            if plies % 2 == 0 {
                let left = &mut moves_left[place];
                if *left == SAFE {
                    return;
                }
                *left = left.saturating_sub(1);
                if *left > 0 {
                    return;
                }
            }
            values[place] = pack(plies);
            next.push(number);
        };
        let Some(now) = events.0.get_mut(usize::from(plies)) else {
            return Err(TableError::TooLong(*material));
        };
        for number in std::mem::take(now) {
            decide(values, number);
        }
        for batch in decided.chunks(BATCH) {
            for number in behind(numbering, values, batch) {
                decide(values, number);
            }
            done += batch.len() as u64;
            progress(len + done)?;
        }
        decided = next;
        if decided.is_empty() && events.0.iter().all(Vec::is_empty) {
            break;
        }
    }
    progress(2 * len)
}

/// The numbers of all positions not decided yet with a quiet move to one of these, once for each such
/// move.
pub(crate) fn behind(numbering: &Numbering, values: &[u8], decided: &[u32]) -> Vec<u32> {
    let parts: Vec<Vec<u32>> = decided
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut found = Vec::with_capacity(8 * chunk.len());
            for number in chunk {
                let Some(after) = numbering.position(*number) else {
                    continue;
                };
                before(numbering, &after, |number| {
                    if values[number as usize] == OPEN {
                        found.push(number);
                    }
                });
            }
            found
        })
        .collect();
    parts.concat()
}
