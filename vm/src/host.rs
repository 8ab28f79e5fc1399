//! The primitives as the machine calls them: `adv-primitives` answers, and of the tablebase words an oracle.

use adv_chess::{Color, Outcome, Position, Worth};
use adv_module::PrimId;
use adv_primitives::{color, on_board};

use crate::limits::Stop;
use crate::oracle::Oracle;

/// What `dtm` and `dtc` answer where neither side wins.
const NEVER: u64 = 1000;

/// What a position is worth, if an oracle knows.
fn worth(oracle: Option<&dyn Oracle>, position: &Position) -> Result<Worth, Stop> {
    let known = oracle.and_then(|oracle| oracle.worth(position));
    known.ok_or(Stop::NoValue)
}

/// The side that wins with best play, if any does.
fn winner(oracle: Option<&dyn Oracle>, position: &Position) -> Result<Option<Color>, Stop> {
    Ok(match worth(oracle, position)?.outcome {
        Outcome::Win => Some(position.turn()),
        Outcome::Draw => None,
        Outcome::Loss => Some(!position.turn()),
    })
}

/// Plies to mate. An oracle may know the result and not the distance.
fn distance(oracle: Option<&dyn Oracle>, position: &Position) -> Result<u64, Stop> {
    let worth = worth(oracle, position)?;
    match (worth.outcome, worth.plies) {
        (Outcome::Draw, _) => Ok(NEVER),
        (_, Some(plies)) => Ok(u64::from(plies)),
        (_, None) => Err(Stop::NoValue),
    }
}

/// Plies to the next capture, promotion or mate.
fn conversion(oracle: Option<&dyn Oracle>, position: &Position) -> Result<u64, Stop> {
    if worth(oracle, position)?.outcome == Outcome::Draw {
        return Ok(NEVER);
    }
    let known = oracle.and_then(|oracle| oracle.conversion(position));
    known.map(u64::from).ok_or(Stop::NoValue)
}

/// Calls a primitive. Arguments that it does not take are ignored. They come as three words, in registers: as a list they would be
/// written word by word and read as a whole right after, which waits.
///
/// # Errors
/// [`Stop::NoValue`] where a tablebase word is asked and no oracle knows its value.
#[inline(never)]
pub(crate) fn call(
    prim: PrimId,
    position: &Position,
    a: u64,
    b: u64,
    c: u64,
    oracle: Option<&dyn Oracle>,
) -> Result<u64, Stop> {
    if let Some(word) = on_board(prim, position, [a, b, c]) {
        return Ok(word);
    }
    let side = color(a);
    Ok(match prim {
        PrimId::Won => u64::from(winner(oracle, position)? == Some(side)),
        PrimId::Lost => u64::from(winner(oracle, position)? == Some(!side)),
        PrimId::Drawn => u64::from(winner(oracle, position)?.is_none()),
        PrimId::Dtm => distance(oracle, position)?,
        PrimId::Dtc => conversion(oracle, position)?,
        // `on_board` has an answer for each of the others.
        _ => return Err(Stop::NoValue),
    })
}
