//! Ctrl-C and other signals while the program or its opponent thinks.
//!
//! At the prompt the line editor sees the key itself. While something is searched the system sends a signal: the first one stops the
//! search, and a second one before the search has noticed ends the command as if nothing had been listening.
//!
//! One event may send its signal more than once: `timeout` signals its child and then its group, a terminal that closes has the kernel and
//! the shell send SIGHUP, and a supervisor sends SIGHUP and then SIGTERM. Signals of one event count once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use adv::Engine;

/// Exit code of a command that a second signal ends, as shells have it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Time in which further SIGINT signals count as the first one: less than there is between two presses of a key.
const ONE_KEY: Duration = Duration::from_millis(100);

/// Time in which further SIGTERM and SIGHUP signals count as the first one of them.
#[cfg(unix)]
const ONE_END: Duration = Duration::from_secs(1);

/// Sets the flag for a signal. True where the flag was set by an earlier signal that belongs to another event.
fn is_second(flag: &AtomicBool, first: &mut Option<Instant>, same: Duration) -> bool {
    if !flag.swap(true, Ordering::Relaxed) {
        *first = None;
    }
    first.get_or_insert_with(Instant::now).elapsed() > same
}

/// True where this process was started with a signal ignored, as by `nohup`. Only Linux tells.
#[cfg(unix)]
fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Flag that is set when the user interrupts the command by a signal.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    /// Interrupt that is never set, for commands that a signal simply ends.
    pub fn never() -> Interrupt {
        Interrupt::default()
    }

    /// Sets up a handler for Ctrl-C (SIGINT) that sets the given flag, which the caller reads. If that is impossible, Ctrl-C ends the
    /// command as usual.
    pub fn listen_by(flag: &Arc<AtomicBool>) -> Interrupt {
        let flag = flag.clone();
        let interrupt = Interrupt { flag: flag.clone() };
        let mut first = None;
        let _ = ctrlc::set_handler(move || {
            if is_second(&flag, &mut first, ONE_KEY) {
                std::process::exit(INTERRUPTED);
            }
        });
        interrupt
    }

    /// Listens to Ctrl-C, and to the signals by which a system or a terminal ends a command: SIGTERM, and SIGHUP where it is not ignored as `nohup`
    /// does. The first sets the flag; a later one ends the command. If it cannot listen, a signal ends the command as usual.
    #[cfg(unix)]
    pub fn listen_to_ends(flag: &Arc<AtomicBool>) -> Interrupt {
        let interrupt = Interrupt::listen_by(flag);
        use signal_hook::consts::{SIGHUP, SIGTERM};
        let hup = (!ignores(SIGHUP)).then_some(SIGHUP);
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM].into_iter().chain(hup))
        else {
            return interrupt;
        };
        let (flag, mut first) = (flag.clone(), None);
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if is_second(&flag, &mut first, ONE_END) {
                    std::process::exit(128 + signal);
                }
            }
        });
        interrupt
    }

    /// Listens to Ctrl-C: other systems end a command without a signal that it could handle.
    #[cfg(not(unix))]
    pub fn listen_to_ends(flag: &Arc<AtomicBool>) -> Interrupt {
        Interrupt::listen_by(flag)
    }

    /// Flag that a signal sets, shared with the handler.
    pub const fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    /// True once the user's signal has come.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Clears the flag; returns true if the user's signal had come.
    pub fn take(&self) -> bool {
        self.flag.swap(false, Ordering::Relaxed)
    }

    /// Makes the signal stop the searches of an engine.
    pub fn stops(&self, engine: &mut Engine) {
        engine.set_interrupt(Some(self.flag.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_that_comes_again_at_once_is_the_same() {
        let (flag, mut first) = (AtomicBool::new(false), None);
        let long = Duration::from_secs(3600);
        assert!(!is_second(&flag, &mut first, long));
        assert!(!is_second(&flag, &mut first, long));
        assert!(is_second(&flag, &mut first, Duration::ZERO));
        // Once it has been taken, the next one is a first one again.
        flag.store(false, Ordering::Relaxed);
        assert!(!is_second(&flag, &mut first, long));
    }
}
