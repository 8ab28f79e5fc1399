//! Timed part of `adv bench`: rounds of CPU time.

use std::time::Duration;

use adv::render::bench::Timing;
use adv::{Engine, Node};

use super::sample::{Asked, Asker};
use crate::Trouble;
use crate::work::{self, CpuClock};

/// Least time of a round, which is repeated until it takes so long, so that the clock's grain does not show.
const ROUND: Duration = Duration::from_millis(50);
/// Most repetitions of the consultations in one round.
const REPEATS: u32 = 1 << 20;

/// Measures the CPU time of rounds of all consultations.
pub fn time(
    engine: &Engine,
    asker: &Asker,
    asked: &[Asked],
    rounds: u32,
) -> Result<Timing, Trouble> {
    let mut engine = engine.clone();
    let mut tree = Vec::new();
    let bar = work::bar(u64::from(rounds) + 1, "timing");
    // The first time warms everything up, the second says how often a round has to be repeated.
    all(&mut engine, asker, asked, &mut tree);
    let once = clocked(|| all(&mut engine, asker, asked, &mut tree))?;
    let repeats = u32::try_from(ROUND.as_nanos() / once.as_nanos().max(1)).unwrap_or(REPEATS);
    let repeats = repeats.clamp(1, REPEATS);
    bar.inc(1);
    let mut seconds = Vec::new();
    for _ in 0..rounds {
        let round = clocked(|| {
            for _ in 0..repeats {
                all(&mut engine, asker, asked, &mut tree);
            }
        })?;
        seconds.push(round.as_secs_f64() / f64::from(repeats));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Timing {
        seconds,
        without_code: engine.without_code(),
    })
}

/// Makes every consultation once, with nothing remembered from before. Errors are ignored: counting would have reported them already.
fn all(engine: &mut Engine, asker: &Asker, asked: &[Asked], tree: &mut Vec<Node>) {
    engine.forget_repeats();
    for one in asked {
        let answer = asker.ask(engine, one, tree);
        // The answer is not to be found out to be useless.
        let _ = std::hint::black_box(answer);
    }
}

fn clocked(work: impl FnOnce()) -> Result<Duration, Trouble> {
    let started = CpuClock::start()?;
    work();
    started.elapsed()
}
