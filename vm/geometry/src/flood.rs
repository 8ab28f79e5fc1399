//! The points that one element reaches in 1, 2, 3, … moves past the others in its way.
//!
//! ```text
//!   rings   R0 = {x}   R1   R2  …    points on which it may stop, each in the ring of its distance
//!   ends         E1    E2   E3  …    points where its last step may lead, occupied ones too, each where it is reached first
//! ```
//!
//! Of an element whose last steps are as all others, the rings are the empty points of the ends.

use crate::element::System;
use crate::points::{highest, point};

/// As many rings as there can be: each has a point of its own.
pub(crate) const MOST: usize = 64;

/// The rings of one element, as far as they have been computed. `N` is the number of rings that there is room for.
pub(crate) struct Flood<K, const N: usize> {
    pub(crate) kind: K,
    /// Points that a step passes over, and stops: its own point counts as empty.
    pub(crate) empty: u64,
    pub(crate) ring: [u64; N],
    pub(crate) end: [u64; N],
    /// How many moves the last computed ring is away.
    pub(crate) moves: usize,
    stopped: u64,
    ended: u64,
}

impl<K: Copy, const N: usize> Flood<K, N> {
    /// The element on `from`, which stops on and passes over `empty` points only.
    #[inline(always)]
    pub(crate) fn new(kind: K, from: u8, empty: u64) -> Flood<K, N> {
        let start = point(from);
        let mut ring = [0; N];
        if let Some(first) = ring.first_mut() {
            *first = start;
        }
        Flood {
            kind,
            empty: empty | start,
            ring,
            end: [0; N],
            moves: 0,
            stopped: start,
            ended: start,
        }
    }

    /// Computes one ring more. False where there is none, or no room for it.
    #[inline(always)]
    pub(crate) fn grow<S: System<Kind = K>>(&mut self, system: &S) -> bool {
        self.grow_among(system, self.empty)
    }

    /// The same where the element stops on some of the empty points only.
    #[inline(always)]
    pub(crate) fn grow_among<S: System<Kind = K>>(&mut self, system: &S, stops: u64) -> bool {
        let Some(&from) = self.ring.get(self.moves) else {
            return false;
        };
        let next = self.moves + 1;
        if from == 0 || next >= N {
            return false;
        }
        let (on, last) = system.steps(self.kind, from, self.empty);
        let (on, last) = (on & stops & !self.stopped, last & !self.ended);
        self.ring[next] = on;
        self.end[next] = last;
        self.stopped |= on;
        self.ended |= last;
        self.moves = next;
        on | last != 0
    }

    /// Grows until each of the ends is reached, or as far as it goes, in `most` moves at most.
    #[inline(always)]
    pub(crate) fn reach<S: System<Kind = K>>(&mut self, system: &S, ends: u64, most: usize) {
        while self.moves < most && ends & !self.ended != 0 && self.grow(system) {}
    }

    /// The moves that it needs to a point, as far as it has been computed.
    #[inline(always)]
    pub(crate) fn distance(&self, to: u64) -> Option<usize> {
        if self.ended & to == 0 {
            return None;
        }
        (1..=self.moves).find(|&moves| self.end[moves] & to != 0)
    }

    /// The point where it begins.
    pub(crate) fn start(&self) -> u8 {
        self.ring.first().and_then(|set| highest(*set)).unwrap_or(0)
    }
}
