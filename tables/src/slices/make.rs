//! Making one slice: legal positions, moves that leave it, and what follows from them.

use adv_chess::{Color, Material, Role};
use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;

use super::class::SlicedClass;
use super::layout::Layout;
use super::leave::{Captures, LONGEST, NONE, Step, keep_step};
use super::settle::{Side, settle};
use crate::dtm::ILLEGAL;
use crate::error::TableError;
use crate::family::oriented;
use crate::file::bytes;
use crate::tables::Tables;

/// Returns the values of a slice of a class, as they were kept.
pub type LoadSlice<'l, E> = dyn FnMut(&SlicedClass, usize) -> Result<Vec<u8>, E> + 'l;

/// Makes the values of one slice, a byte each.
///
/// `tables` has the classes that captures lead to, of one man less ([`Tables::prepare`]). `load` returns the values of a slice with as
/// many men to which a pawn's move leads; it is called once for each such slice, and what it returns is dropped before the next call.
/// `progress` is called with the share of the work that is done, in numbers of the slice, each of them counting twice. The work is
/// shared by the threads of the rayon pool that this is called in; the values do not depend on them.
///
/// # Errors
///
/// Those of `load`; when the memory is not available; when `tables` lacks a class; when a mate has more plies than a byte can hold;
/// and when the flag of [`Tables::stop_by`] is set.
pub fn make_slice<E: From<TableError>>(
    class: &SlicedClass,
    slice: usize,
    tables: &Tables,
    load: &mut LoadSlice<'_, E>,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, E> {
    let (material, layout) = (class.material(), class.layout(slice));
    let (half, places) = (layout.len() / 2, layout.places.len());
    let captures = Captures::new(material, layout, tables);
    let captures = captures.ok_or(TableError::Contradiction(*material))?;
    let mut values = bytes(material, layout.len())?;
    let mut legal = Vec::new();
    for color in Color::ALL {
        let mut rows = vec![0u64; layout.rows()];
        rows.par_chunks_mut(places)
            .zip(values[color.index() * half..][..half].par_chunks_mut(places * layout.width()))
            .enumerate()
            .for_each(|(pair, (rows, best))| {
                if tables.go_on(material).is_err() {
                    return;
                }
                let rows = rows.iter_mut().zip(best.chunks_mut(layout.width()));
                for (place, (legal, best)) in rows.enumerate() {
                    *legal = first_look(layout, &captures, color, [pair, place], best);
                }
            });
        legal.push(rows);
        tables.go_on(material)?;
        progress(half as u64 * (color.index() as u64 + 1));
    }
    for step in Step::all(layout) {
        tables.go_on(material)?;
        let (to, slice) = target(class, layout, &step)?;
        let to = to.as_ref().unwrap_or(class);
        let after = load(to, slice)?;
        if after.len() != to.numbers(slice) {
            return Err(TableError::Contradiction(*material).into());
        }
        if after.contains(&LONGEST) {
            return Err(TableError::TooLong(*material).into());
        }
        let side = step.color.index();
        let best = &mut values[side * half..][..half];
        keep_step(layout, &step, to, &after, &legal[side], best);
    }
    let mut sides = legal
        .into_iter()
        .zip(values.chunks(half))
        .map(|(legal, best)| Side::new(layout, legal, best, tables.stop()));
    if let (Some(white), Some(black)) = (sides.next(), sides.next()) {
        drop(sides);
        settle(material, layout, &mut [white, black], &mut values)?;
    }
    progress(2 * layout.len() as u64);
    Ok(values)
}

/// The legal positions of a row; the bytes of the others are set, and of these the best captures.
fn first_look(
    layout: &Layout,
    captures: &Captures<'_>,
    turn: Color,
    [pair, place]: [usize; 2],
    best: &mut [u8],
) -> u64 {
    let row = layout.row(pair, place);
    let legal = row.free & !layout.attacked(&row, turn);
    for (square, byte) in best.iter_mut().enumerate() {
        *byte = if legal >> square & 1 == 1 {
            NONE
        } else {
            ILLEGAL
        };
    }
    if legal != 0 {
        captures.keep(&row, turn, legal, best);
    }
    legal
}

/// The class and the slice that a step leads to; `None` for the class itself.
fn target(
    class: &SlicedClass,
    layout: &Layout,
    step: &Step,
) -> Result<(Option<SlicedClass>, usize), TableError> {
    let after = step.play(&super::leave::pawns_of(layout));
    let mut material = *class.material();
    let turn = step.color;
    let count = &mut material.counts[turn.index()];
    count[Role::Pawn.index()] = after.pieces(turn, Role::Pawn).count_ones() as u8;
    for promoted in Role::PROMOTIONS {
        count[promoted.index()] += after.pieces(turn, promoted).count_ones() as u8;
    }
    let (turned, exchanged) = oriented(&material);
    let pawns = Color::ALL.map(|color| after.pieces(color, Role::Pawn));
    let pawns = match exchanged {
        true => [pawns[1].swap_bytes(), pawns[0].swap_bytes()],
        false => pawns,
    };
    let other = (turned != *class.material())
        .then(|| SlicedClass::new(&turned))
        .transpose()?;
    let slice = other.as_ref().unwrap_or(class).slice_of(pawns);
    Ok((other, slice.ok_or(TableError::Contradiction(material))?))
}

/// The classes of as many men that a class turns into by promotions, itself the last, the stronger side as White. A class comes after
/// those that it turns into; what captures lead to is left out.
///
/// ```
/// use adv_chess::Material;
/// let material = Material::named("KRPvKR").ok_or("a name")?;
/// let names: Vec<String> = adv_tables::promoted(&material).iter().map(Material::name).collect();
/// assert_eq!(names, ["KQRvKR", "KRRvKR", "KRBvKR", "KRNvKR", "KRPvKR"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn promoted(material: &Material) -> Vec<Material> {
    let family = crate::family::family(material);
    family
        .into_iter()
        .filter(|other| other.men() == material.men())
        .collect()
}
