//! How many positions a consultation searches, as Advice Language 2 counts them.
//!
//! A proof does not count positions, so that it can skip repeated searches. To count them, roots are consulted once more, one by one,
//! as `adv survey` does; if there are many, a sample at even distances.

use adv_vm::{Engine, Failure, Mode, Step, Strategy, StuckCause, Subject, Tried};

use crate::accuracy::is_played;
use crate::map::Map;
use crate::report::Searched;
use crate::settled::Settled;
use crate::share::share;
use crate::states::State;

/// How many roots a thread consults at a time.
const STRETCH: usize = 16;
/// So many roots are consulted in any case.
const FIRST: usize = 200;
/// Where these search more positions on average, they are enough: the others would take longer than the proof.
const DEAR: u64 = 2_000;

impl Settled {
    /// Consults so many of the roots once more, all of them where there are not more, and puts into the report how many positions that
    /// searches. Those that stand for all of them are the same on every machine; they are fewer where a consultation searches many
    /// positions. A limit that is reached is counted and ends nothing.
    pub fn count_searched(&mut self, most: u64) {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let [few, many] = self.samples([most.min(FIRST), most]);
        let mut searched = self.searched(&few);
        if most > FIRST && searched.positions + searched.nested <= DEAR * searched.consultations {
            searched = self.searched(&many);
        }
        self.report.searched = (searched.consultations > 0).then_some(searched);
    }

    /// At most so many of the roots in which something is to be played, at even distances. All of them are listed only for a proof in slices,
    /// whose roots come in another order.
    fn samples(&mut self, most: [usize; 2]) -> [Vec<State>; 2] {
        fn played(map: &Map) -> impl Iterator<Item = State> + '_ {
            map.roots().filter(|state| is_played(map, *state))
        }
        let step = |count: usize, most: usize| count.div_ceil(most.max(1)).max(1);
        if self.slices.is_empty() {
            let count = played(&self.map).count();
            let steps = most.map(|most| step(count, most));
            let mut samples = [Vec::new(), Vec::new()];
            for (number, state) in played(&self.map).enumerate() {
                for (sample, step) in samples.iter_mut().zip(steps) {
                    if number % step == 0 {
                        sample.push(state);
                    }
                }
            }
            return samples;
        }
        // Nothing of it can fail.
        let listed = self.by_slices(|map, _| Ok(played(map).collect::<Vec<State>>()));
        let mut roots = listed.unwrap_or_default().concat();
        self.map.sort(&mut roots);
        most.map(|most| {
            roots
                .iter()
                .copied()
                .step_by(step(roots.len(), most))
                .collect()
        })
    }

    /// Consults some roots.
    fn searched(&self, roots: &[State]) -> Searched {
        let pieces: Vec<&[State]> = roots.chunks(STRETCH).collect();
        let (engine, subject) = (&self.engine, self.report.played.subject);
        let parts = share(
            pieces.len(),
            |_| engine.clone(),
            |engine, at| {
                let mut part = Searched::default();
                for state in pieces.get(at).copied().unwrap_or_default() {
                    if let Some(position) = self.map.position(*state) {
                        part.add(&one(engine, subject, &position));
                    }
                }
                Ok(part)
            },
        );
        let mut all = Searched::default();
        // The work has no way to fail.
        for part in parts.unwrap_or_default() {
            all.add(&part);
        }
        all
    }
}

/// One consultation.
fn one(engine: &mut Engine, subject: Subject, position: &adv_chess::Position) -> Searched {
    let mut searched = Searched {
        consultations: 1,
        ..Searched::default()
    };
    match Strategy::begin(engine, subject, position, Mode::Strong) {
        Ok((_, Step::Yield(found))) => searched.tried(&found.consultation.tried),
        Ok((_, Step::Stuck(stuck))) => match &stuck.cause {
            StuckCause::Failure(failure) => searched.failed(failure),
            _ => searched.tried(&stuck.tried),
        },
        Ok((_, Step::Follow(_) | Step::Done(_))) => {}
        Err(failure) => searched.failed(&failure),
    }
    searched
}

impl Searched {
    /// Counts the pieces that one consultation tried.
    fn tried(&mut self, tried: &[Tried]) {
        for piece in tried {
            self.positions += piece.positions;
            self.nested += piece.nested.iter().map(|n| n.positions).sum::<u64>();
        }
        self.most = self.positions + self.nested;
    }

    /// Counts a consultation that ended without an answer: up to a limit where it reached one.
    fn failed(&mut self, failure: &Failure) {
        if let Failure::Stopped { positions, .. } = failure {
            self.positions = *positions;
            self.most = *positions;
            self.stopped = 1;
        }
    }

    fn add(&mut self, other: &Searched) {
        self.consultations += other.consultations;
        self.positions += other.positions;
        self.nested += other.nested;
        self.most = self.most.max(other.most);
        self.stopped += other.stopped;
    }
}
