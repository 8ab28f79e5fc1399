//! Rows shared out to threads. One search is never shared: a row is the same for any number of threads, and rows are written in order.
//!
//! ```text
//!   worker  takes the next row, begins its time, solves it, sends it          ┐ the main thread hands rows on in their order,
//!   worker  …                                                                 ┘ ends rows whose time is over, and sees the interrupt
//! ```

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use adv::render::problems::SolvedRow;
use adv::{Failure, Solver};

use super::rows::RowWriter;
use super::task::SolveTask;
use crate::Trouble;
use crate::row_file::RowFile;
use crate::work::{self, CpuClock};

/// Interval at which the main thread looks for rows whose time is over, and for an interrupt of the command.
const TICK: Duration = Duration::from_millis(20);

/// Run of `adv solve`: the task and the options that its threads share.
pub struct SolveRun<'a> {
    /// Task with the positions and the questions.
    pub asked: &'a SolveTask,
    /// Solver of the task, of which each thread takes a clone.
    pub solver: &'a Solver,
    /// Number of threads; `None` for as many as the machine has.
    pub threads: Option<u16>,
    /// Greatest time for a row; `None` for no limit.
    pub time: Option<Duration>,
    /// True where rows have their CPU times.
    pub times: bool,
    /// Flag that is set where a person or the system ends the command.
    pub interrupt: Arc<AtomicBool>,
}

/// Flag and deadline by which the main thread ends the search of one worker.
#[derive(Default)]
struct Ender {
    flag: Arc<AtomicBool>,
    /// Time at which the present row ends undecided; `None` for never.
    deadline: Mutex<Option<Instant>>,
}

/// Solved row, or the failure in its position; the outer error ends the command.
type RowAnswer = Result<Result<SolvedRow, Failure>, Trouble>;

impl Ender {
    /// Begins the time of a row; `None` for no limit.
    fn begin(&self, time: Option<Duration>) {
        let mut deadline = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        self.flag.store(false, Ordering::Relaxed);
        *deadline = time.and_then(|time| Instant::now().checked_add(time));
    }

    /// Clears the deadline when a row is done.
    fn done(&self) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Stops the worker's search where its time is over, or the command is interrupted.
    fn look(&self, interrupted: bool) {
        // Under the lock, so that it is the row of this deadline that ends.
        let deadline = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if interrupted || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.flag.store(true, Ordering::Relaxed);
        }
    }
}

impl SolveRun<'_> {
    /// Solves all rows but the known ones, and writes them in order; returns the number of rows whose positions the program is not for.
    ///
    /// # Errors
    /// Where a row cannot be written or kept.
    pub fn run(
        &self,
        known: BTreeMap<usize, SolvedRow>,
        kept: &mut Option<RowFile>,
        written: &mut RowWriter,
    ) -> Result<u64, Trouble> {
        let rows = self.asked.rows();
        let open: Vec<usize> = (0..rows)
            .filter(|index| !known.contains_key(index))
            .collect();
        let threads = match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let threads = threads.min(open.len());
        let enders: Vec<Ender> = (0..threads).map(|_| Ender::default()).collect();
        let bar = work::counter(rows as u64, "solving");
        bar.set_position((rows - open.len()) as u64);
        let mut ready: BTreeMap<usize, Option<SolvedRow>> = known
            .into_iter()
            .map(|(index, row)| (index, Some(row)))
            .collect();
        let mut next = 0;
        let mut bad = 0;
        let taken = AtomicUsize::new(0);
        let came = std::thread::scope(|scope| {
            let (sender, answers) = mpsc::channel::<(usize, RowAnswer)>();
            for ender in &enders {
                let sender = sender.clone();
                let (open, taken) = (&open, &taken);
                let worker = std::thread::Builder::new().stack_size(work::STACK_BYTES);
                let begun =
                    worker.spawn_scoped(scope, move || self.work(open, taken, ender, &sender));
                if let Err(error) = begun {
                    self.interrupt.store(true, Ordering::Relaxed);
                    return Err(work::no_threads(error));
                }
            }
            drop(sender);
            let mut hand_on = |ready: &mut BTreeMap<usize, Option<SolvedRow>>| {
                while let Some(row) = ready.remove(&next) {
                    next += 1;
                    if let Some(row) = row {
                        bar.suspend(|| written.row(row))?;
                    }
                }
                Ok::<(), Trouble>(())
            };
            let mut work = || {
                hand_on(&mut ready)?;
                loop {
                    match answers.recv_timeout(TICK) {
                        Err(RecvTimeoutError::Disconnected) => return Ok(()),
                        Err(RecvTimeoutError::Timeout) => {}
                        Ok((index, answer)) => {
                            bar.inc(1);
                            let row = match answer? {
                                Ok(row) => {
                                    if let (Some(kept), Some(key)) =
                                        (kept.as_mut(), self.asked.key(index))
                                    {
                                        kept.keep(&key, row.clone())?;
                                    }
                                    Some(row)
                                }
                                Err(failure) => {
                                    bad += 1;
                                    bar.suspend(|| self.refused(index, &failure));
                                    None
                                }
                            };
                            ready.insert(index, row);
                            hand_on(&mut ready)?;
                        }
                    }
                    let interrupted = self.interrupt.load(Ordering::Relaxed);
                    enders.iter().for_each(|ender| ender.look(interrupted));
                }
            };
            let came = work();
            if came.is_err() {
                // What is still searched has no reader any more.
                self.interrupt.store(true, Ordering::Relaxed);
                enders.iter().for_each(|ender| ender.look(true));
            }
            came
        });
        bar.finish_and_clear();
        came.map(|()| bad)
    }

    /// Loop of a worker thread: solves one row after the other, until there is none or the command is interrupted.
    fn work(
        &self,
        open: &[usize],
        taken: &AtomicUsize,
        ender: &Ender,
        to: &Sender<(usize, RowAnswer)>,
    ) {
        let mut solver = self.solver.clone();
        solver.set_interrupt(&ender.flag);
        while !self.interrupt.load(Ordering::Relaxed) {
            let Some(index) = open.get(taken.fetch_add(1, Ordering::Relaxed)).copied() else {
                return;
            };
            ender.begin(self.time);
            let answer = self.row(&mut solver, index);
            ender.done();
            // A row that the interrupt has cut is none.
            if self.interrupt.load(Ordering::Relaxed) {
                return;
            }
            let Some(answer) = answer else { return };
            if to.send((index, answer)).is_err() {
                return;
            }
        }
    }

    fn row(&self, solver: &mut Solver, index: usize) -> Option<RowAnswer> {
        let (problem, question) = self.asked.row(index)?;
        let mut timed = || {
            let clock = CpuClock::start()?;
            let mut row = solver.solve(problem, question);
            if let (Ok(row), true) = (&mut row, self.times) {
                row.seconds = Some(clock.seconds()?);
            }
            Ok(row)
        };
        Some(timed())
    }

    /// Reports a position that the program is not for.
    fn refused(&self, index: usize, failure: &Failure) {
        let place = match (&self.asked.file, self.asked.row(index)) {
            (Some(file), Some((problem, _))) => format!("{file}:{}: ", problem.line),
            _ => String::new(),
        };
        say!("{place}error: {failure}");
    }
}
