//! A strategy against perfect play: how much longer it takes, and what each choice gives away.

use std::collections::BTreeMap;

use adv_vm::{Oracle, Outcome, Worth};

use crate::lines::choice_of;
use crate::map::Map;
use crate::pack::{level, unpack_move};
use crate::palette::Outcome as Decided;
use crate::report::{Choice, Lost, Perfect, moves};
use crate::settle::{BROKEN, Settlement};
use crate::states::State;
use crate::task::ProveError;

/// Plies to mate for the side to move where it wins.
fn winning(worth: Worth) -> Option<u32> {
    match worth.outcome {
        Outcome::Win => worth.plies,
        Outcome::Draw | Outcome::Loss => None,
    }
}

/// The comparison, and what each choice loses by its first moves.
pub(crate) type Comparison = (Perfect, BTreeMap<Choice, Lost>);

/// The comparison, and what the first moves of each choice lose. `None` where the oracle does not know the distances of the roots.
pub(crate) fn compare(
    map: &Map,
    settlement: &Settlement,
    oracle: &dyn Oracle,
) -> Result<Option<Comparison>, ProveError> {
    let mut perfect = Perfect {
        won: 0,
        worst: 0,
        moves: 0,
        missed: 0,
        lost: Lost::default(),
        slowest: None,
    };
    let mut by_choice: BTreeMap<Choice, Lost> = BTreeMap::new();
    let mut slowest = 0;
    for state in map.roots() {
        let Some(position) = map.position(state) else {
            continue;
        };
        let Some(worth) = oracle.worth(&position) else {
            return Ok(None);
        };
        let Some(best) = winning(worth) else {
            if worth.outcome == Outcome::Win {
                return Ok(None);
            }
            continue;
        };
        perfect.won += 1;
        perfect.worst = perfect.worst.max(best);
        perfect.moves += u64::from(moves(best));
        let value = settlement.values.get(state);
        if value == BROKEN {
            perfect.missed += 1;
        } else {
            let more = u32::from(value).saturating_sub(best);
            if more > slowest || perfect.slowest.is_none() {
                slowest = more;
                perfect.slowest = Some((position, u32::from(value), best));
            }
        }
        let (Some(word), Some(choice)) = (first_move(map, state), choice_of(map, state)) else {
            continue;
        };
        let behind = position.play(unpack_move(&position, word));
        let Some(worth) = oracle.worth(&behind) else {
            return Ok(None);
        };
        let of = by_choice.entry(choice).or_default();
        match (worth.outcome, worth.plies) {
            (Outcome::Loss, Some(plies)) => {
                let lost = (plies + 1).saturating_sub(best);
                for lost_by in [&mut perfect.lost, of] {
                    lost_by.plies += u64::from(lost);
                    lost_by.worst = lost_by.worst.max(lost);
                }
            }
            _ => {
                perfect.lost.wins += 1;
                of.wins += 1;
            }
        }
    }
    Ok(Some((perfect, by_choice)))
}

/// The first move of a state's tree.
pub(crate) fn first_move(map: &Map, state: State) -> Option<u16> {
    let record = map.record(state);
    if !matches!(map.outcome(record), Some(Decided::Tree { .. })) {
        return None;
    }
    if !record.has_tree() {
        return Some(record.payload());
    }
    let layer = map.layer(state)?;
    layer.with_tree(state.number(), record.payload(), |words| {
        level(words).next().map(|(word, _)| word)
    })
}
