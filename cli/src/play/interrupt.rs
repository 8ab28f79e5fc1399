//! Ctrl-C while the program or its opponent thinks.
//!
//! At the prompt the line editor sees the key itself. While something is searched the system sends a signal: the first one stops the
//! search, and a second one before the search has noticed ends the command as if nothing had been listening.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adv::Engine;

/// The exit code of a command that was interrupted, as shells have it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// True where the command was started with a signal ignored. Only Linux tells.
#[cfg(unix)]
fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Whether the person at the terminal has had enough.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
}

impl Interrupt {
    /// Nothing that ever comes: for commands that a signal simply ends.
    pub fn never() -> Interrupt {
        Interrupt::default()
    }

    /// Listens to the signal from now on. If that is impossible, the signal ends the command as usual.
    pub fn listen() -> Interrupt {
        Interrupt::listen_by(Arc::default())
    }

    /// Listens to the signal from now on and sets a flag that the caller reads.
    pub fn listen_by(flag: Arc<AtomicBool>) -> Interrupt {
        let interrupt = Interrupt { flag: flag.clone() };
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        interrupt
    }

    /// Also listens to the signals by which a system or a terminal ends a command: SIGTERM, and SIGHUP where it is not ignored as `nohup`
    /// does. The first sets the flag; a second one ends the command.
    #[cfg(unix)]
    pub fn listen_to_ends(flag: &Arc<AtomicBool>) {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        let hup = (!ignores(SIGHUP)).then_some(SIGHUP);
        for signal in [SIGTERM].into_iter().chain(hup) {
            // In this order: the flag is looked at before it is set. If it cannot be, the signal ends the command as usual.
            let end = 128 + signal;
            let second =
                signal_hook::flag::register_conditional_shutdown(signal, end, flag.clone());
            if second.is_ok() {
                let _ = signal_hook::flag::register(signal, flag.clone());
            }
        }
    }

    /// Other systems end a command without a signal that it could listen to.
    #[cfg(not(unix))]
    pub fn listen_to_ends(_: &Arc<AtomicBool>) {}

    /// True since the signal came.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// True if the signal has come; it is forgotten then.
    pub fn take(&self) -> bool {
        self.flag.swap(false, Ordering::Relaxed)
    }

    /// Lets it stop an engine's searches.
    pub fn stops(&self, engine: &mut Engine) {
        engine.set_interrupt(Some(self.flag.clone()));
    }
}
