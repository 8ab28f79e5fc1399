//! The first moves of what is chosen, held against what every legal move is worth: which of them keep the win or the draw.
//!
//! ```text
//!   a drawn position    Ka1 draws   Ka2 loses   Kb1 loses        some move gives the draw away, and only one move keeps it
//!                       ^ played: kept, and the only move is found
//! ```
//!
//! Distances play no part here: a win that is won more slowly is a win that is kept.

use adv_chess::Position;
use adv_vm::{Oracle, Outcome};

use crate::error::ProveError;
use crate::longest::Settlement;
use crate::map::Map;
use crate::pack::unpack_move;
use crate::palette::Outcome as Decided;
use crate::perfect::first_move;
use crate::report::{Accuracy, Cause, Judged, KeptMoves};
use crate::settled::Settled;
use crate::states::State;
use crate::values::UNKNOWN;

impl Settled {
    /// Judges the first moves of all states by what every legal move is worth, and puts into the report which of them keep a win or a draw;
    /// nothing where the oracle knows none of the positions. With a quick strategy it takes longer than the proof.
    ///
    /// # Errors
    /// Where a thread could not do its part.
    pub fn judge_first_moves(&mut self, oracle: &dyn Oracle) -> Result<(), ProveError> {
        let parts = self.by_slices(|map, settlement| judge(map, settlement, oracle))?;
        let all = Accuracy::sum(&parts);
        let known = all.states.won.positions + all.states.drawn.positions + all.states.lost;
        self.report.accuracy = (known > 0).then_some(all);
        Ok(())
    }
}

/// The first moves of the states in work, judged.
fn judge(map: &Map, settlement: &Settlement, oracle: &dyn Oracle) -> Result<Accuracy, ProveError> {
    let parts = map.in_pieces(
        |_| (),
        |(), states| {
            let mut part = Accuracy::default();
            for (state, record) in states {
                if settlement.values.get(state) == UNKNOWN {
                    continue;
                }
                let one = of_state(map, oracle, state);
                part.states.add(&one);
                if record.is_root() {
                    part.roots.add(&one);
                }
            }
            Ok(part)
        },
    )?;
    Ok(Accuracy::sum(&parts))
}

impl Accuracy {
    fn sum(parts: &[Accuracy]) -> Accuracy {
        let mut all = Accuracy::default();
        for part in parts {
            all.roots.add(&part.roots);
            all.states.add(&part.states);
        }
        all
    }
}

/// True where something is to be played in a state: it is not settled before, and we can move.
pub(crate) fn is_played(map: &Map, state: State) -> bool {
    match map.outcome(map.record(state)) {
        Some(Decided::Tree { .. }) => true,
        Some(Decided::Fails { cause, .. }) => matches!(
            cause,
            Cause::NoAdvice
                | Cause::InClass
                | Cause::LoopWithoutMove
                | Cause::Over
                | Cause::Material
        ),
        Some(Decided::Goal) | None => false,
    }
}

/// What comes of one state: nothing where nothing is to be played in it.
fn of_state(map: &Map, oracle: &dyn Oracle, state: State) -> Judged {
    let mut judged = Judged::default();
    if !is_played(map, state) {
        return judged;
    }
    let Some(position) = map.position(state) else {
        return judged;
    };
    let of = match oracle.worth(&position).map(|worth| worth.outcome) {
        Some(Outcome::Win) => &mut judged.won,
        Some(Outcome::Draw) => &mut judged.drawn,
        Some(Outcome::Loss) => {
            judged.lost = 1;
            return judged;
        }
        None => {
            judged.unknown = 1;
            return judged;
        }
    };
    match kept(map, oracle, state, &position) {
        Some(one) => *of = one,
        None => judged.unknown = 1,
    }
    judged
}

/// The move of one position that is not lost; `None` where the worth of some move is not known.
fn kept(map: &Map, oracle: &dyn Oracle, state: State, position: &Position) -> Option<KeptMoves> {
    let wanted = match oracle.worth(position)?.outcome {
        Outcome::Win => Outcome::Loss,
        Outcome::Draw | Outcome::Loss => Outcome::Draw,
    };
    let played = first_move(map, state).map(|word| unpack_move(position, word));
    let (mut legal, mut good, mut is_kept) = (0_u64, 0_u64, false);
    for m in position.legal_moves() {
        legal += 1;
        if oracle.worth(&position.play(m))?.outcome == wanted {
            good += 1;
            is_kept |= played == Some(m);
        }
    }
    let (at_risk, only) = (u64::from(good < legal), u64::from(good == 1));
    let kept = u64::from(is_kept);
    Some(KeptMoves {
        positions: 1,
        kept,
        without_move: u64::from(played.is_none()),
        at_risk,
        at_risk_kept: at_risk * kept,
        only,
        only_kept: only * kept,
        forced: u64::from(legal == 1),
    })
}

impl Judged {
    fn add(&mut self, other: &Judged) {
        self.won.add(&other.won);
        self.drawn.add(&other.drawn);
        self.lost += other.lost;
        self.unknown += other.unknown;
    }
}

impl KeptMoves {
    fn add(&mut self, other: &KeptMoves) {
        self.positions += other.positions;
        self.kept += other.kept;
        self.without_move += other.without_move;
        self.at_risk += other.at_risk;
        self.at_risk_kept += other.at_risk_kept;
        self.only += other.only;
        self.only_kept += other.only_kept;
        self.forced += other.forced;
    }
}
