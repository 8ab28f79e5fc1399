//! Engines that rest between pieces of work, so that their buffers are used again.

use std::sync::{Mutex, PoisonError};

use adv_vm::Engine;

/// Engines of one program for the threads that share a piece of work.
pub struct Engines<'e> {
    first: &'e Engine,
    resting: Mutex<Vec<Engine>>,
}

impl<'e> Engines<'e> {
    /// Engines that are clones of the first.
    pub const fn of(first: &'e Engine) -> Engines<'e> {
        Engines {
            first,
            resting: Mutex::new(Vec::new()),
        }
    }

    /// Works with an engine that another thread has finished with, if there is one, else with a new clone.
    pub fn with<T>(&self, work: impl FnOnce(&mut Engine) -> T) -> T {
        let resting = || self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = resting().pop();
        let mut engine = rested.unwrap_or_else(|| self.first.clone());
        let came = work(&mut engine);
        resting().push(engine);
        came
    }
}
