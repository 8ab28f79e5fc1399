//! Timed part of `adv bench`: rounds of CPU time, and the search's share of it.

use std::time::Duration;

use adv::render::bench::Timing;
use adv::{Engine, Node};

use super::sample::{Asked, Asker};
use crate::exit::Trouble;
use crate::work::{self, CpuClock};

/// Least time of a round, which is repeated until it takes so long, so that the clock's grain does not show.
const ROUND: Duration = Duration::from_millis(50);
/// Most repetitions of the consultations in one round.
const REPEATS: u32 = 1 << 20;
/// Number of consultations recorded at a time: few enough that their data is still in the processor's cache when it is used again.
const PIECE: usize = 64;

/// Measures the CPU time of rounds of all consultations.
pub fn time(
    engine: &Engine,
    asker: &Asker,
    asked: &[Asked],
    rounds: u32,
) -> Result<Timing, Trouble> {
    let mut engine = engine.clone();
    let mut tree = Vec::new();
    let bar = work::bar(u64::from(rounds) + 2, "timing");
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
    // The parts can be separated if every evaluation goes through the machine.
    let without_code = engine.without_code();
    engine.set_native(false);
    let search = search_alone(&mut engine, asker, asked)?;
    bar.finish_and_clear();
    Ok(Timing {
        seconds,
        search,
        without_code,
    })
}

/// Share of the search alone in the time without native code, 0 to 1; `None` if it cannot be separated.
fn search_alone(
    engine: &mut Engine,
    asker: &Asker,
    asked: &[Asked],
) -> Result<Option<f64>, Trouble> {
    let mut tree = Vec::new();
    let (mut whole, mut alone) = (Duration::ZERO, Duration::ZERO);
    // A short list of consultations is repeated.
    while whole < ROUND {
        for piece in asked.chunks(PIECE) {
            whole += clocked(|| all(engine, asker, piece, &mut tree))?;
            let ((), answers) = engine.record(|engine| all(engine, asker, piece, &mut tree));
            let replayed;
            let started = CpuClock::start()?;
            ((), replayed) = engine.replay(answers, |engine| all(engine, asker, piece, &mut tree));
            alone += started.elapsed()?;
            if !replayed {
                return Ok(None);
            }
        }
    }
    Ok(Some(
        (alone.as_secs_f64() / whole.as_secs_f64().max(1e-12)).min(1.0),
    ))
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
