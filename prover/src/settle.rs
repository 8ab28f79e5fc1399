//! Settles every state: does each of its lines come to what is claimed, and in how many plies at most?
//!
//! A line is a path through the states, and a state holds when all it leads to hold. For a claim that something is *reached* the value
//! of a state is the longest way there, one more than the longest of what it leads to; so states are gone through depth first, and a
//! state is settled when all it leads to is:
//!
//! ```text
//!   s ──▶ t ──▶ goal       t 1, s 3
//!   │
//!   └───▶ u ──▶ s          s is on the path already: a line goes round for ever, and neither u nor s holds
//! ```
//!
//! Threads do this at once, each on a path of its own, and share the values. What a state comes to depends on the state alone, so that
//! two threads that come to the same one at the same time write the same, and what the one has settled the other need not enter. So
//! that they do not follow each other, they turn to what a state leads to in different orders.
//!
//! For a claim that only *keeps* something lines may be endless, and a state holds unless some line from it comes to a fault. That is
//! found by going back from the faults ([`crate::broken`]).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use adv_vm::Engine;

use crate::error::ProveError;
use crate::longest::{Longest, Settlement};
use crate::map::{Follower, Leads, Map, QuietSteps};
use crate::share::share;
use crate::states::State;
use crate::values::{BROKEN, Marks, UNKNOWN};
use crate::watch::Watch;
use crate::way::Way;

/// A state on the path, and the part of the successors' stack that is its own.
struct Frame {
    state: State,
    next: usize,
    end: usize,
    longest: Longest,
    /// The replies that were followed from it.
    replies: u64,
}

/// What all threads share.
struct Shared<'m> {
    map: &'m Map,
    engine: &'m Engine,
    watch: &'m Watch,
    known: Settlement,
    /// Of the states that are settled, each once.
    replies: AtomicU64,
    /// Some state breaks the claim.
    broken: AtomicBool,
}

/// One thread.
struct Settler<'s> {
    shared: &'s Shared<'s>,
    follower: Follower<'s>,
    /// Which of all the threads it is.
    thread: usize,
    successors: Vec<(State, Way)>,
    path: Vec<Frame>,
    on_path: Marks,
    replies: u64,
    done: u64,
}

/// How many states a thread settles before it checks for an interruption, and how many successors of failing states it follows at once.
const STRETCH: u64 = 4096;

/// Settles a claim that something is reached, and tells whether some state breaks it; `None` where it was ended.
pub(crate) fn settle(
    map: &Map,
    engine: &Engine,
    watch: &Watch,
) -> Result<Option<(Settlement, bool)>, ProveError> {
    let settled = work_off(map, engine, watch, Settlement::begun(map))?;
    Ok(Some(settled).filter(|_| !watch.stopped()))
}

/// Settles the layers in work, whose values are begun; what they lead to beside themselves is settled. Where it was ended, not all is.
pub(crate) fn settle_work(
    map: &Map,
    engine: &Engine,
    watch: &Watch,
    begun: Settlement,
) -> Result<Settlement, ProveError> {
    let (settlement, _) = work_off(map, engine, watch, begun)?;
    Ok(settlement)
}

/// The same, and whether some state was found to break the claim.
fn work_off(
    map: &Map,
    engine: &Engine,
    watch: &Watch,
    begun: Settlement,
) -> Result<(Settlement, bool), ProveError> {
    let shared = Shared {
        map,
        engine,
        watch,
        replies: AtomicU64::new(begun.replies),
        known: begun,
        broken: AtomicBool::new(false),
    };
    map.in_pieces(
        |thread| Settler::new(&shared, thread),
        |settler, states| {
            for (state, record) in states {
                // What only a choice that does not count leads to is no state of the claim.
                let counts = !map.first_only || record.is_root();
                if counts && !shared.watch.stopped() && shared.known.values.get(state) == UNKNOWN {
                    settler.run(state)?;
                }
            }
            Ok(())
        },
    )?;
    if map.first_only {
        shared.complete()?;
    }
    let settlement = Settlement {
        replies: shared.replies.load(Ordering::Relaxed),
        ..shared.known
    };
    Ok((settlement, shared.broken.load(Ordering::Relaxed)))
}

impl Shared<'_> {
    /// Goes on from failing states whose successors are not all settled, to everything that they lead to. These may be all states, so that
    /// those that were seen are told by a bit each, and listed are only those that are found beside them.
    fn complete(&self) -> Result<(), ProveError> {
        let map = self.map;
        let is_broken = |state: &State| self.known.values.get(*state) == BROKEN;
        let mut seen = Marks::new(map);
        map.states()
            .filter(is_broken)
            .for_each(|state| seen.flip(state));
        let settler = |thread| Settler::new(self, thread);
        let found = map.in_pieces(settler, |settler, states| {
            let mut found = Vec::new();
            for (state, _) in states.filter(|(state, _)| seen.has(*state)) {
                settler.go_on(state, &seen, &mut found)?;
            }
            Ok(found)
        })?;
        let mut todo = found.concat();
        while !self.watch.stopped() {
            todo.retain(|state| {
                let is_new = !seen.has(*state);
                if is_new {
                    seen.flip(*state);
                }
                is_new
            });
            if todo.is_empty() {
                break;
            }
            let pieces: Vec<&[State]> = todo.chunks(STRETCH as usize).collect();
            let found = share(pieces.len(), settler, |settler, at| {
                let mut found = Vec::new();
                for state in pieces.get(at).copied().unwrap_or_default() {
                    settler.go_on(*state, &seen, &mut found)?;
                }
                Ok(found)
            })?;
            todo = found.concat();
        }
        Ok(())
    }
}

impl<'s> Settler<'s> {
    fn new(shared: &'s Shared<'s>, thread: usize) -> Settler<'s> {
        Settler {
            shared,
            follower: Follower::new(shared.map, shared.engine),
            thread,
            successors: Vec::new(),
            path: Vec::new(),
            on_path: Marks::new(shared.map),
            replies: 0,
            done: 0,
        }
    }

    /// Settles what a broken state leads to, and tells which of it is broken and was not seen; nothing where the proof was ended.
    fn go_on(
        &mut self,
        state: State,
        seen: &Marks,
        found: &mut Vec<State>,
    ) -> Result<(), ProveError> {
        if self.shared.watch.stopped() {
            return Ok(());
        }
        let before = self.follower.followed;
        let mut next = Vec::new();
        self.follower.expand(state, &mut |leads, _, _| {
            if let Leads::To(state) = leads {
                next.push(state);
            }
        })?;
        self.replies += self.follower.followed - before;
        for state in next {
            if self.shared.known.values.get(state) == UNKNOWN {
                self.run(state)?;
            }
            if !seen.has(state) && self.shared.known.values.get(state) == BROKEN {
                found.push(state);
            }
        }
        Ok(())
    }

    /// Settles a state and all that it leads to.
    fn run(&mut self, state: State) -> Result<(), ProveError> {
        self.enter(state)?;
        while let Some(frame) = self.path.last_mut() {
            let Some(&(next, way)) = self
                .successors
                .get(frame.next)
                .filter(|_| frame.next < frame.end)
            else {
                let value = frame.longest.value();
                self.leave(Some(value));
                continue;
            };
            let known = &self.shared.known;
            match known.values.get(next) {
                UNKNOWN if self.on_path.has(next) => self.leave(Some(BROKEN)),
                // Another thread has been here.
                UNKNOWN if known.values.get(frame.state) != UNKNOWN => self.leave(None),
                UNKNOWN => {
                    self.enter(next)?;
                    if self.shared.watch.stopped() {
                        return Ok(());
                    }
                }
                BROKEN => self.leave(Some(BROKEN)),
                plies => {
                    frame.next += 1;
                    frame
                        .longest
                        .leads_on(way, next, plies, known.quiet.as_ref());
                }
            }
        }
        Ok(())
    }

    /// Takes the last state off the path, with what it comes to where that is not known, and what it leads to off the stack, which then
    /// ends with what the one before leads to.
    fn leave(&mut self, value: Option<u16>) {
        let Some(frame) = self.path.pop() else {
            return;
        };
        let end = self.path.last().map_or(0, |before| before.end);
        self.successors.truncate(end);
        self.on_path.flip(frame.state);
        if let Some(value) = value {
            self.settled(frame.state, value, &frame.longest, frame.replies);
        }
    }

    /// A state comes to this. It counts for the thread that says so first.
    fn settled(&mut self, state: State, value: u16, longest: &Longest, replies: u64) {
        match value {
            BROKEN => self.shared.broken.store(true, Ordering::Relaxed),
            // Before the value, so that a thread that sees the value sees the others.
            _ => longest.note(&self.shared.known, state),
        }
        if !self.shared.known.values.settle(state, value) {
            return;
        }
        self.replies += replies;
        self.done += 1;
        if self.done == STRETCH {
            self.shared.watch.add_done(STRETCH);
            self.done = 0;
        }
    }

    /// Puts a state on the path with all that it leads to, or settles it where that is seen at once.
    fn enter(&mut self, state: State) -> Result<(), ProveError> {
        let begin = self.successors.len();
        let (mut broken, mut longest) = (false, Longest::default());
        let (successors, shared) = (&mut self.successors, self.shared);
        let before = self.follower.followed;
        let holds = match self.follower.quiet_steps(state) {
            Some(steps) => {
                for next in steps.states() {
                    let line = (Leads::To(next), QuietSteps::WAY);
                    let open = |next| successors.push((next, QuietSteps::WAY));
                    broken |= longest.add(&shared.known, line, open);
                }
                true
            }
            None => self.follower.expand(state, &mut |leads, way, _| {
                let open = |next| successors.push((next, way));
                broken |= longest.add(&shared.known, (leads, way), open);
            })?,
        };
        let replies = self.follower.followed - before;
        if broken || !holds {
            self.successors.truncate(begin);
            self.settled(state, BROKEN, &longest, replies);
            return Ok(());
        }
        let end = self.successors.len();
        if begin == end {
            self.settled(state, longest.value(), &longest, replies);
            return Ok(());
        }
        if let Some(own) = self.successors.get_mut(begin..)
            && self.thread > 0
        {
            let turned = self.thread / 2 % own.len();
            own.rotate_left(turned);
            if self.thread % 2 == 1 {
                own.reverse();
            }
        }
        self.on_path.flip(state);
        self.path.push(Frame {
            state,
            next: begin,
            end,
            longest,
            replies,
        });
        Ok(())
    }
}

impl Drop for Settler<'_> {
    /// Adds what it has counted to what all have.
    fn drop(&mut self) {
        let replies = &self.shared.replies;
        replies.fetch_add(self.replies, Ordering::Relaxed);
        self.shared.watch.add_done(self.done);
    }
}
