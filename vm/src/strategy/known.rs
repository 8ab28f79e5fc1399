//! Choices that were made before, in the same position at the same place of a strategy: games come together.
//!
//! ```text
//!   game 1   … Kd5 Kb6   K-R-VS-K at its loop   NEWLINE, the tree Rc1, and the place after it
//!   game 2   … Kd5 Kb6   K-R-VS-K at its loop   the same: nothing is evaluated and nothing searched
//! ```
//!
//! Of 18,056 choices in 2,000 games of king and rook against king 8,528 were made before. A choice depends on the position, the place, the
//! limits and the oracle. Limits are for each choice, so one that was made within them would be made within them again; where they or
//! the oracle are changed, all choices are forgotten. A choice that ended at a limit is not noted, nor is the end of a run.
//!
//! Most callers ask of each position once, provers above all. So a window of choices says whether to remember them pays: where fewer than one in
//! sixteen is known, nothing is looked up for a while.
//!
//! ```text
//!   slots     [ entry 17, tag 15 ]  [ … ]  …                                    4 bytes each, by the key's bits
//!   entries   [ board 50 bits, place 14 | outcome 32, tree 32 ]  [ … ]  …       16 bytes each, one after the other
//!   outcomes  what was chosen, and the place after it
//!   nodes     the trees, one after the other
//! ```

use adv_chess::{Lean, Position, Roster};

use super::branch::{Branch, Chosen, Junction};
use super::step::Subject;
use crate::search::repeats::subject_bits;
use crate::search::repeats_table::{MOST_SUBJECTS, ODD};
use crate::search::worth::{LEAST_SAVED, Worth};
use crate::tree::Node;

/// The slots with which an engine begins: 4 KiB.
const FIRST_SLOTS: usize = 1 << 10;

/// The most slots: 256 KiB. A slot names one entry, so that there are no more of these, 1 MiB.
const MOST_SLOTS: usize = 1 << 16;

/// The bits of a slot for one more than the number of its entry; 0 is an empty one.
const ENTRY_BITS: u32 = 17;

/// The most nodes of trees: 2 MiB, of which what is used is touched. Where there are more all choices are forgotten.
const MOST_NODES: usize = 1 << 17;

/// The most outcomes. A strategy has as many as its statements have ways to go on.
const MOST_OUTCOMES: usize = 1 << 9;

/// What a choice saves that is known, in the positions of a [`Worth`]. So to remember choices pays where one in sixteen is known.
const SAVED: u64 = 16 * LEAST_SAVED;

/// The most sets of men. Positions of others are not remembered.
const MOST_ROSTERS: usize = 4;

/// A place at which is chosen: what is played, where it stands, and with which men.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asker {
    subject: Subject,
    at: Junction,
    men: usize,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    chosen: Chosen,
    next: Junction,
}

/// A position and a place, and what was chosen there. No key is 0.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
struct ChoiceEntry {
    key: u64,
    outcome: u32,
    /// Where its tree begins in the nodes.
    tree: u32,
}

/// The choices that an engine remembers.
#[derive(Default)]
pub(crate) struct Choices {
    /// None, or a power of two. They are looked at for each choice and most are empty, so they are small and lie close together.
    slots: Vec<u32>,
    /// As many as there are slots in use.
    entries: Vec<ChoiceEntry>,
    /// Its place is its number.
    askers: Vec<Asker>,
    /// The men of the positions. Positions in which some of them are taken are words of the same.
    rosters: Vec<Roster>,
    outcomes: Vec<Outcome>,
    nodes: Vec<Node>,
    worth: Worth,
    hits: u64,
}

impl Choices {
    /// How many choices were known.
    pub(crate) fn hits(&self) -> u64 {
        self.hits
    }

    /// Forgets all of them.
    pub(crate) fn forget(&mut self) {
        self.clear();
        self.worth = Worth::default();
    }

    #[cold]
    #[inline(never)]
    fn clear(&mut self) {
        if self.entries.is_empty() && self.askers.is_empty() {
            return;
        }
        self.slots.fill(0);
        self.entries.clear();
        self.askers.clear();
        self.rosters.clear();
        self.outcomes.clear();
        self.nodes.clear();
    }

    /// The number of a place, 0 to [`MOST_SUBJECTS`] - 1. `None` where there are too many.
    #[inline(always)]
    fn number_of(&mut self, subject: Subject, at: &Junction, men: usize) -> Option<usize> {
        let is_it = |known: &Asker| known.men == men && known.at == *at && known.subject == subject;
        let known = self.askers.iter().position(is_it);
        known.or_else(|| {
            let room = self.askers.len() < MOST_SUBJECTS;
            room.then(|| {
                let at = at.clone();
                self.askers.push(Asker { subject, at, men });
                self.askers.len() - 1
            })
        })
    }

    /// The slot of a key, and the tag that it has there, where the bits of an entry's number are 0.
    #[inline(always)]
    fn slot(&self, key: u64) -> (usize, u32) {
        let mixed = (key ^ key >> 32).wrapping_mul(ODD);
        let slot = (mixed >> 32) as usize & self.slots.len().wrapping_sub(1);
        (slot, (mixed >> 49 << ENTRY_BITS) as u32)
    }

    /// What was chosen, and its tree.
    #[inline(always)]
    fn get(&self, key: u64) -> Option<(&Outcome, &[Node])> {
        let (slot, tag) = self.slot(key);
        let number = self.slots.get(slot)? ^ tag;
        // Another tag makes a number that no entry has.
        let entry = self.entries.get((number as usize).wrapping_sub(1))?;
        if entry.key != key {
            return None;
        }
        let tree = self.nodes.get(entry.tree as usize..)?;
        let tree = tree.get(..tree.first()?.end as usize)?;
        Some((self.outcomes.get(entry.outcome as usize)?, tree))
    }

    /// Notes a choice with its tree, which has a first move and no other beside it.
    #[inline(never)]
    fn note(&mut self, key: u64, (chosen, next): (&Chosen, &Junction), tree: &[Node]) {
        let whole = tree.first().map(|first| first.end as usize);
        if whole != Some(tree.len()) || tree.len() > MOST_NODES {
            return;
        }
        if self.nodes.len() + tree.len() > MOST_NODES {
            // What was known is chosen again, as far as it is wanted. Places have their numbers in the key, so this one is forgotten too.
            self.clear();
            return;
        }
        let is_it = |known: &Outcome| known.chosen == *chosen && known.next == *next;
        let known = self.outcomes.iter().position(is_it);
        let number = match known {
            Some(number) => number,
            None if self.outcomes.len() < MOST_OUTCOMES => {
                self.outcomes.push(Outcome {
                    chosen: *chosen,
                    next: next.clone(),
                });
                self.outcomes.len() - 1
            }
            None => return,
        };
        if 2 * self.entries.len() >= self.slots.len() && self.slots.len() < MOST_SLOTS {
            self.grow();
        }
        let entry = ChoiceEntry {
            key,
            outcome: number as u32,
            tree: self.nodes.len() as u32,
        };
        if self.nodes.capacity() < MOST_NODES {
            // Once for all: nothing is allocated for a choice.
            self.nodes.reserve_exact(MOST_NODES - self.nodes.len());
        }
        self.nodes.extend_from_slice(tree);
        self.put(entry);
    }

    /// Puts an entry behind the others; or, where another one has its slot, in place of that.
    #[inline(always)]
    fn put(&mut self, entry: ChoiceEntry) {
        let (at, tag) = self.slot(entry.key);
        let Some(slot) = self.slots.get_mut(at) else {
            return;
        };
        let number = *slot & ((1 << ENTRY_BITS) - 1);
        match self.entries.get_mut((number as usize).wrapping_sub(1)) {
            Some(old) => {
                *old = entry;
                *slot = number | tag;
            }
            None => {
                self.entries.push(entry);
                *slot = self.entries.len() as u32 | tag;
            }
        }
    }

    /// Makes twice as much room.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let room = (2 * self.slots.len()).max(FIRST_SLOTS);
        self.slots.clear();
        self.slots.resize(room, 0);
        // Those that had slots of their own have slots of their own among more.
        let before = std::mem::replace(&mut self.entries, Vec::with_capacity(room));
        for entry in before {
            self.put(entry);
        }
    }
}

/// What is known of a choice before it is made.
pub(super) enum KnownChoice {
    /// It was made before.
    Made(Branch),
    /// It is to be noted by this key.
    New(u64),
    /// It is not remembered.
    Unknown,
}

impl Choices {
    /// What is known of a choice. A tree that is known is put into the vector, which is empty.
    pub(super) fn look_up(
        &mut self,
        subject: Subject,
        at: &Junction,
        position: &Position,
        tree: &mut Vec<Node>,
    ) -> KnownChoice {
        if !self.worth.is_on() {
            return KnownChoice::Unknown;
        }
        let Some((men, board)) = self.board(position) else {
            return KnownChoice::Unknown;
        };
        let Some(number) = self.number_of(subject, at, men) else {
            return KnownChoice::Unknown;
        };
        let key = board.word() ^ subject_bits(number);
        let Some((outcome, nodes)) = self.get(key) else {
            return KnownChoice::New(key);
        };
        tree.extend_from_slice(nodes);
        let made = Branch::Tree {
            chosen: outcome.chosen,
            next: outcome.next.clone(),
            again: None,
        };
        self.hits += 1;
        self.worth.saved += SAVED;
        KnownChoice::Made(made)
    }

    /// A position as a word, and the number of its men; `None` where it has too many, or rights that a word does not hold.
    #[inline(always)]
    fn board(&mut self, position: &Position) -> Option<(usize, Lean)> {
        let packed = |(men, roster): (usize, &Roster)| Some((men, roster.pack(position)?));
        let known = self.rosters.iter().enumerate().find_map(packed);
        known.or_else(|| {
            let roster = Roster::of(position)?;
            let board = roster.pack(position)?;
            let room = self.rosters.len() < MOST_ROSTERS;
            room.then(|| {
                self.rosters.push(roster);
                (self.rosters.len() - 1, board)
            })
        })
    }

    /// Notes a choice that was not known.
    #[inline(always)]
    pub(super) fn note_made(&mut self, known: &KnownChoice, made: &Branch, tree: &[Node]) {
        if let KnownChoice::New(key) = known
            && let Branch::Tree {
                chosen,
                next,
                again: None,
            } = made
        {
            self.note(*key, (chosen, next), tree);
        }
    }
}
