//! The size that a proof may come to; its progress while it runs, as a bar on a terminal, else as a line each minute; the times at which it
//! is kept; its early end for a test.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use adv::program::{Claim, Program};
use adv::proof::{Forecast, Phase, Watch};
use adv::render::proof::bytes;
use adv::render::text::thousands;
use indicatif::{HumanFloatCount, ProgressBar};

use crate::{say, work};

/// Interval at which the progress of a proof is looked at.
const TICK: Duration = Duration::from_millis(100);

/// Interval between two lines of progress where standard error is no terminal.
const MINUTE: Duration = Duration::from_secs(60);

/// Memory of a proof, in bytes, from which on its size is announced.
const WORTH_A_LINE: u64 = 100_000_000;

/// Note on the number of positions that a claim's proof comes to, and on the number that the memory holds. `None` where the proof is small,
/// or too large for counting: with many men the number of legal positions says nothing of those that play comes to.
pub fn forecast(program: &Program, claim: &Claim, watch: &Watch) -> Option<String> {
    let forecast = Forecast::of(program, claim);
    let forecast =
        forecast.filter(|of| (WORTH_A_LINE..u64::MAX).contains(&of.bytes(of.positions)))?;
    let (_, limit) = watch.memory();
    let range = match forecast.least {
        0 => "up to".to_owned(),
        least => format!("anything from {} to", thousands(least)),
    };
    let places = match forecast.by_place {
        true => " for each place at which the strategy waits",
        false => "",
    };
    Some(format!(
        "note: play can come to {range} {} positions of {} classes{places}; the {} that the proof may use hold {} at most",
        thousands(forecast.positions),
        thousands(forecast.classes),
        bytes(limit),
        thousands(watch.room() / forecast.each)
    ))
}

/// Runs `task` while another thread shows its progress and requests checkpoints; returns the result, and the time that it took.
pub fn watched<T>(
    watch: &Watch,
    stop_after: Option<u64>,
    every: Option<Duration>,
    task: impl FnOnce() -> T,
) -> (T, Duration) {
    if let Some(states) = stop_after {
        watch.stop_after(states);
    }
    let bar = work::drawn(1, "", 10, "{wide_bar} {msg}");
    let begun = Instant::now();
    let came = std::thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        let bar = &bar;
        scope.spawn(move || {
            let mut shown = Shown {
                phase: None,
                told: Instant::now(),
            };
            let mut keeper = every.map(Keeper::new);
            // The other end goes away when the work is done, even where it fails.
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                shown.tick(watch, bar);
                if let Some(keeper) = &mut keeper {
                    keeper.tick(watch);
                }
            }
        });
        let came = task();
        drop(end);
        came
    });
    bar.finish_and_clear();
    (came, begun.elapsed())
}

/// Schedule of the checkpoints while a proof runs.
struct Keeper {
    every: Duration,
    /// Time of the last checkpoint, or of the start.
    since: Instant,
    /// Time of the request for a checkpoint that is still to be written; `None` where none is.
    asked: Option<Instant>,
}

/// Least time between two checkpoints, as a multiple of the time that writing one takes.
const PAUSE: u32 = 20;

impl Keeper {
    fn new(every: Duration) -> Keeper {
        Keeper {
            every,
            since: Instant::now(),
            asked: None,
        }
    }

    /// Requests a checkpoint from the prover when it is time for one.
    fn tick(&mut self, watch: &Watch) {
        match self.asked {
            Some(asked) if !watch.is_keeping() => {
                self.every = self.every.max(asked.elapsed() * PAUSE);
                self.since = Instant::now();
                self.asked = None;
            }
            None if self.since.elapsed() >= self.every
                && watch.progress().0 == Phase::Consulting =>
            {
                self.asked = Some(Instant::now());
                watch.keep();
            }
            _ => {}
        }
    }
}

/// State of the progress display.
struct Shown {
    /// Phase that is shown, from whose beginning the rate counts; `None` before the first.
    phase: Option<Phase>,
    /// Time of the last line of progress.
    told: Instant,
}

impl Shown {
    fn tick(&mut self, watch: &Watch, bar: &ProgressBar) {
        let (phase, done, known) = watch.progress();
        bar.set_length(known.max(1));
        bar.set_position(done.min(known));
        if self.phase.replace(phase) != Some(phase) {
            bar.reset_eta();
        }
        if bar.is_hidden() && self.told.elapsed() < MINUTE {
            return;
        }
        let words = match phase {
            _ if watch.stop().load(Ordering::Relaxed) => "stopping",
            Phase::Positions => "finding positions",
            Phase::Consulting => "consulting",
            Phase::Settling => "settling",
            Phase::Reporting => "reporting",
        };
        let mut line = format!("{words}  {} of {}", thousands(done), thousands(known));
        let rate = bar.per_sec();
        if rate >= 1.0 {
            line.push_str(&format!(", {} a second", HumanFloatCount(rate.trunc())));
        }
        if let (held @ 1.., _) = watch.memory() {
            line.push_str(&format!(", {}", bytes(held)));
        }
        if let Some((looked, of)) = watch.looked_through() {
            let (looked, of) = (thousands(looked), thousands(of));
            line.push_str(&format!(", {looked} of {of} numbers looked through"));
        }
        if bar.is_hidden() {
            self.told = Instant::now();
            say(line);
        } else {
            bar.set_message(line);
        }
    }
}
