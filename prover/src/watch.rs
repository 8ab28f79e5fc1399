//! The progress of a proof, and the request to end it: shared with the caller, which shows the first and makes the second.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// What a proof is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The positions of the claim are found.
    Positions,
    /// Each is consulted, and each of its successors.
    Consulting,
    /// The lines are followed back from their ends.
    Settling,
    /// The report is made.
    Reporting,
}

/// How far a proof is. Reading it costs nothing and changes nothing.
#[derive(Debug)]
pub struct Watch {
    phase: AtomicU8,
    done: AtomicU64,
    known: AtomicU64,
    most: AtomicU64,
    /// States of earlier runs, until they are asked for.
    resumed: AtomicU64,
    /// The numbers of classes that were looked through for positions of the claim, and those that are to be.
    looked: AtomicU64,
    to_look: AtomicU64,
    /// The bytes that the states take, those that the caller holds beside them, and those that both may take.
    held: AtomicU64,
    beside: AtomicU64,
    limit: AtomicU64,
    stop: Arc<AtomicBool>,
    keep: AtomicBool,
    teller: OnceLock<Teller>,
}

/// A function that is told the progress.
pub type Teller = fn(Phase, u64, u64);

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            phase: AtomicU8::default(),
            done: AtomicU64::default(),
            known: AtomicU64::default(),
            most: AtomicU64::new(u64::MAX),
            resumed: AtomicU64::default(),
            looked: AtomicU64::default(),
            to_look: AtomicU64::default(),
            held: AtomicU64::default(),
            beside: AtomicU64::default(),
            limit: AtomicU64::new(u64::MAX),
            stop: Arc::default(),
            keep: AtomicBool::default(),
            teller: OnceLock::new(),
        }
    }
}

impl Watch {
    /// A new one.
    pub fn new() -> Watch {
        Watch::default()
    }

    /// What the proof is at, how many states of it are done in this phase, and how many are known so far.
    pub fn progress(&self) -> (Phase, u64, u64) {
        let phase = match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Positions,
            1 => Phase::Consulting,
            2 => Phase::Settling,
            _ => Phase::Reporting,
        };
        let done = self.done.load(Ordering::Relaxed);
        (phase, done, self.known.load(Ordering::Relaxed))
    }

    /// How many numbers of the claim's classes were looked through for its positions, and how many there are, while not all were. A proof in
    /// slices looks each slice through when it comes to it.
    pub fn looked_through(&self) -> Option<(u64, u64)> {
        let of = self.to_look.load(Ordering::Relaxed);
        let looked = self.looked.load(Ordering::Relaxed);
        (looked < of).then_some((looked, of))
    }

    pub(crate) fn look_through(&self, numbers: u64) {
        self.to_look.fetch_add(numbers, Ordering::Relaxed);
    }

    pub(crate) fn add_looked(&self, numbers: u64) {
        self.looked.fetch_add(numbers, Ordering::Relaxed);
    }

    /// Has a function told of all progress, by the threads that make it: for callers without a thread that could ask. It is called after every few
    /// hundred states. What was set first stays.
    pub fn tell_to(&self, teller: Teller) {
        let _was_first = self.teller.set(teller).is_ok();
    }

    fn tell(&self) {
        if let Some(teller) = self.teller.get() {
            let (phase, done, known) = self.progress();
            teller(phase, done, known);
        }
    }

    /// Set this to end the proof soon, with a checkpoint.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Asks the proof for a checkpoint, which it hands to [`crate::Keeping::save`] while it consults, and goes on.
    pub fn keep(&self) {
        self.keep.store(true, Ordering::Relaxed);
    }

    /// True from [`Watch::keep`] on until the checkpoint has been taken, or the proof is beyond what a checkpoint holds.
    pub fn is_keeping(&self) -> bool {
        self.keep.load(Ordering::Relaxed)
    }

    pub(crate) fn kept(&self) {
        self.keep.store(false, Ordering::Relaxed);
    }

    /// Ends the proof with a checkpoint once so many states have been consulted. Threads report states in groups of a few hundred, so
    /// it ends a little later. 0 ends it at once.
    pub fn stop_after(&self, states: u64) {
        self.most.store(states, Ordering::Relaxed);
        if states == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Lets the states of a proof, the graph of those that break the claim and what is reserved ([`Watch::reserve`]) take so many bytes; without
    /// it, as many as there are. They are most of what a proof uses. A proof that needs more ends with [`crate::ProveError::TooMuch`], [`crate::ProveError::OutOfMemory`] or
    /// [`crate::ProveError::ManyBroken`].
    pub fn limit_memory(&self, bytes: u64) {
        self.limit.store(bytes, Ordering::Relaxed);
    }

    /// Counts bytes that the caller holds beside the states, such as tables of values, toward the limit.
    pub fn reserve(&self, bytes: u64) {
        self.beside.store(bytes, Ordering::Relaxed);
    }

    /// The bytes that are held, with those that the caller reserves, and those that may be.
    pub fn memory(&self) -> (u64, u64) {
        let limit = self.limit.load(Ordering::Relaxed);
        let held = self.held.load(Ordering::Relaxed);
        (held.saturating_add(self.reserved()), limit)
    }

    /// The bytes that the caller holds beside the states.
    pub fn reserved(&self) -> u64 {
        self.beside.load(Ordering::Relaxed)
    }

    /// The bytes that the states may take.
    pub fn room(&self) -> u64 {
        let limit = self.limit.load(Ordering::Relaxed);
        limit.saturating_sub(self.reserved())
    }

    /// Notes the bytes that the states take. False where that is more than they may.
    pub(crate) fn hold(&self, bytes: u64) -> bool {
        self.held.store(bytes, Ordering::Relaxed);
        bytes <= self.room()
    }

    pub(crate) fn begin(&self, phase: Phase, known: u64) {
        self.phase.store(phase as u8, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
        self.tell();
    }

    pub(crate) fn add_done(&self, states: u64) {
        let done = self.done.fetch_add(states, Ordering::Relaxed) + states;
        let consulting = self.phase.load(Ordering::Relaxed) == Phase::Consulting as u8;
        if consulting && done >= self.most.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.tell();
    }

    pub(crate) fn add_known(&self, states: u64) {
        self.known.fetch_add(states, Ordering::Relaxed);
    }

    /// States that an earlier run has consulted: they are done, and end nothing.
    pub(crate) fn add_resumed(&self, states: u64) {
        let more = |most: u64| Some(most.saturating_add(states));
        // It always has something to say.
        let _before = self
            .most
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        self.resumed.fetch_add(states, Ordering::Relaxed);
        self.add_known(states);
        self.add_done(states);
    }

    /// States that earlier runs have consulted and that proofs took up since the last call.
    pub(crate) fn take_resumed(&self) -> u64 {
        self.resumed.swap(0, Ordering::Relaxed)
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
