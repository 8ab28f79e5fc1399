//! Making the distances to conversion of one class, out of its outcomes: backwards from captures, promotions and mates.
//!
//! ```text
//! forwards   the winner can capture or promote and keep the win                              1 ply
//!            the loser is mated: 0; must capture or promote, and still loses                 1 ply
//!            else the loser has so many quiet moves, each of which is to be decided
//! ply n      the winner has a quiet move to a position decided in n - 1                      n
//!            the last quiet move of the loser leads to one decided in n - 1                  n
//! ```
//!
//! The distances to mate tell the winner, and draws are left out. A number of plies does not tell which side converts, for a loser may
//! be forced to capture: the outcome does not follow from its parity.

use adv_chess::{ALL_ROLES, LegalInfo, Material, Position, generate};
use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::{ParallelSlice as _, ParallelSliceMut as _};

use crate::dtm::{Dtm, ILLEGAL, MAX_PLIES, OPEN, pack, unpack};
use crate::error::TableError;
use crate::file::bytes;
use crate::make::{BATCH, CHUNK, Progress, behind, stays_in_class};
use crate::numbering::Numbering;

/// Makes the distances to conversion of a class, a byte for each number: 0 for a draw, else plies plus one, as [`pack`] writes them.
///
/// `mates` are the class's distances to mate; `value` knows the positions after captures and promotions. `progress` is called as by
/// [`crate::make::make`].
pub(crate) fn make_conversions(
    material: &Material,
    numbering: &Numbering,
    mates: &[u8],
    value: &(dyn Fn(&Position) -> Dtm + Sync),
    progress: &mut Progress<'_>,
) -> Result<Vec<u8>, TableError> {
    let len = mates.len();
    let mut plies = bytes(material, len)?;
    let mut quiet_left = bytes(material, len)?;
    let mut events = [Vec::new(), Vec::new()];
    for start in (0..len).step_by(BATCH) {
        let end = len.min(start + BATCH);
        let found: Vec<[Vec<u32>; 2]> = plies[start..end]
            .par_chunks_mut(CHUNK)
            .zip(quiet_left[start..end].par_chunks_mut(CHUNK))
            .zip(mates[start..end].par_chunks(CHUNK))
            .enumerate()
            .map(|(chunk, ((plies, left), mates))| {
                let first = (start + chunk * CHUNK) as u32;
                forwards(numbering, value, first, mates, plies, left)
            })
            .collect();
        for part in found {
            for (event, numbers) in events.iter_mut().zip(part) {
                event.extend(numbers);
            }
        }
        progress(end as u64)?;
    }
    backwards(
        material,
        numbering,
        mates,
        &mut plies,
        &mut quiet_left,
        events,
        progress,
    )?;
    // A win without a way to convert it, or a loss that never ends, contradicts the rules.
    let open = |(plies, mate): (&u8, &u8)| *plies == OPEN && *mate != OPEN;
    if plies.iter().zip(mates).any(open) {
        return Err(TableError::Contradiction(*material));
    }
    Ok(plies)
}

/// Looks at a stretch of numbers, the first of which is `first`: those decided in 0 plies and those in 1.
fn forwards(
    numbering: &Numbering,
    value: &(dyn Fn(&Position) -> Dtm + Sync),
    first: u32,
    mates: &[u8],
    plies: &mut [u8],
    quiet_left: &mut [u8],
) -> [Vec<u32>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let [now, next] = &mut found;
    let mut moves = Vec::with_capacity(64);
    let numbers = (first..).zip(mates).zip(plies).zip(quiet_left);
    for (((number, mate), byte), left) in numbers {
        let outcome = unpack(*mate);
        if outcome == Some(Dtm::Draw) {
            continue;
        }
        let (Some(outcome), Some(position)) = (outcome, numbering.position(number)) else {
            *byte = ILLEGAL;
            continue;
        };
        let info = LegalInfo::new(&position);
        moves.clear();
        generate(&position, &info, ALL_ROLES, !0, &mut moves);
        let mut converting = moves.iter().filter(|mv| !stays_in_class(&position, **mv));
        if let Dtm::Win(_) = outcome {
            if converting.any(|mv| matches!(value(&position.play(*mv)), Dtm::Loss(_))) {
                next.push(number);
            }
        } else if moves.is_empty() {
            now.push(number);
        } else {
            // Two men and a king have at most 27 + 27 + 8 moves.
            *left = (moves.len() - converting.count()) as u8;
            if *left == 0 {
                next.push(number);
            }
        }
    }
    found
}

/// Decides what can be decided, ply by ply; `now` and `next` are decided in 0 plies and in 1 whatever the quiet moves come to.
fn backwards(
    material: &Material,
    numbering: &Numbering,
    mates: &[u8],
    plies: &mut [u8],
    quiet_left: &mut [u8],
    [now, mut next]: [Vec<u32>; 2],
    progress: &mut Progress<'_>,
) -> Result<(), TableError> {
    let len = mates.len() as u64;
    let wins = |number: u32| matches!(unpack(mates[number as usize]), Some(Dtm::Win(_)));
    for number in &now {
        plies[*number as usize] = pack(0);
    }
    let (mut decided, mut done) = (now, 0);
    for ply in 1.. {
        let mut now = std::mem::take(&mut next);
        if decided.is_empty() && now.is_empty() {
            break;
        }
        if ply > MAX_PLIES {
            return Err(TableError::TooLong(*material));
        }
        for number in &now {
            plies[*number as usize] = pack(ply);
        }
        let (won, lost): (Vec<u32>, Vec<u32>) = decided.iter().partition(|number| wins(**number));
        for (after, loses) in [(&lost, false), (&won, true)] {
            for batch in after.chunks(BATCH) {
                for number in behind(numbering, plies, batch) {
                    let place = number as usize;
                    // A draw is never decided, and a win by no move to a position that the other side wins.
                    if plies[place] != OPEN || mates[place] == OPEN || wins(number) == loses {
                        continue;
                    }
                    if loses {
                        let left = &mut quiet_left[place];
                        *left = left.saturating_sub(1);
                        if *left > 0 {
                            continue;
                        }
                    }
                    plies[place] = pack(ply);
                    now.push(number);
                }
                done += batch.len() as u64;
                progress(len + done)?;
            }
        }
        decided = now;
    }
    progress(2 * len)
}
