//! Long work beside the interpreter: a thread computes, and this one lets Python handle its signals and tells progress.
//!
//! ```text
//!   this thread:  detach ── wait ── attach: signals, progress ── detach ── wait ── …
//!   the other:    work ───────────────────────────────────────────────▶ result
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::fault::fault;

/// The stack of each thread, as the command gives it.
const STACK_BYTES: usize = 8 << 20;
/// How long Python waits for its signals at most.
const TICK: Duration = Duration::from_millis(50);

/// The threads of some work; as many as the machine has where no number is given.
pub fn pool(py: Python<'_>, threads: Option<usize>) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| {
            fault(
                py,
                "Refused",
                format!("the threads cannot be started: {error}"),
            )
        })
}

/// Computes something on the threads of a pool. `stop` is set when Python interrupts, whose exception is returned after the work has
/// ended; `tell` is called now and then with the lock held.
pub fn beside<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    tell: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    alone(py, stop, tell, || pool.install(work))
}

/// The same on one thread: for what takes a moment, most often.
pub fn alone<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut tell: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let receiver = std::sync::Mutex::new(receiver);
    let mut interrupted = None;
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let spawned = thread.spawn_scoped(scope, move || {
            // The receiver waits until there is a result.
            let _ = sender.send(work());
        });
        // Without a thread there is nothing to wait for.
        spawned.ok()?;
        loop {
            let waited = py.detach(|| match receiver.lock() {
                Ok(receiver) => receiver.recv_timeout(TICK),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            });
            match waited {
                Ok(result) => break Some(result),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupted.is_none() {
                let heard = py.check_signals().and_then(|()| tell(py));
                if let Err(error) = heard {
                    stop.store(true, Ordering::Relaxed);
                    interrupted = Some(error);
                }
            }
        }
    });
    match (interrupted, result) {
        (Some(error), _) => Err(error),
        (None, Some(result)) => Ok(result),
        (None, None) => Err(fault(py, "Refused", "the work ended without a result")),
    }
}
