//! The words of trajectories and zones as the machine calls them: the answer, and the fuel for what there was to look at.

use adv_chess::Position;
use adv_module::PrimId;

use crate::limits::{Meter, Stop};

/// Calls a word of trajectories or zones. Arguments that it does not take are ignored.
///
/// # Errors
/// [`Stop::Fuel`] where what it has looked at costs more than there is.
#[inline(never)]
pub(crate) fn call(
    prim: PrimId,
    position: &Position,
    args: [u64; 4],
    meter: &mut Meter<'_>,
) -> Result<u64, Stop> {
    let answer = adv_primitives::ways::answer(prim, position, args);
    // The verifier's bound counts no more than this.
    let most = u64::from(prim.entry().more);
    meter.burn(answer.units.min(most))?;
    Ok(answer.word)
}
