//! Ctrl-C while the program or its opponent thinks.
//!
//! At the prompt the line editor sees the key itself. While something is searched the system sends a signal: the first one stops the
//! search, and a second one before the search has noticed ends the command as if nothing had been listening.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adv::Engine;

/// The exit code of a command that was interrupted, as shells have it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

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
