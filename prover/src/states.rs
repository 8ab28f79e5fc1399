//! The states of a proof: a position with us to move, and the place of the strategy in its text.
//!
//! ```text
//!   layer 0   KRvK, White to move, at junction 0     record by the number of the position: [ . . 4 . 17 17 4 . … ]
//!   layer 1   KRvK, White to move, at junction 3     …
//!   layer 2   KvK, …                                 what captures lead to
//! ```
//!
//! A layer keeps one record of four bytes for each number of its class ([`adv_chess::ClassIndex`]), chunk by chunk where something was
//! met, and trees of more than one move in words beside them. Positions that the class does not number (a pawn may be captured
//! en passant, a side may castle) are kept whole, after the others. So are all positions of a class that has more numbers than
//! [`MOST_NUMBERED`], unless the claim is about all of them: play from a few positions of many men comes to few others.
//!
//! A proof in slices has a layer for each set of squares that the pawns stand on, and keeps on disk what it does not work on
//! ([`crate::slices`]).
//!
//! Several threads write records: each state is decided by one thread, and what is written does not depend on which.

mod away;
mod decided;
mod extras;
mod outside;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use adv_chess::{ClassIndex, Position};

use crate::key::SliceKey;
pub(crate) use crate::record::CHUNK;
use crate::record::{PAYLOAD, ROOT, Record, WANTED};
use crate::wish::{STRETCH, Wish};
pub(crate) use away::{Away, Records, States, whole_class};
pub(crate) use extras::Extra;
pub(crate) use outside::{Outside, WORDS};

/// A state: a layer and a number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct State(u64);

const NUMBER_BITS: u32 = 44;

impl State {
    pub(crate) const fn new(layer: usize, number: u64) -> State {
        State((layer as u64) << NUMBER_BITS | number)
    }

    /// Its bits, of which the two highest are free.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The state of some bits.
    pub(crate) const fn of_bits(bits: u64) -> State {
        State(bits)
    }

    #[inline]
    pub(crate) const fn layer(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize
    }

    #[inline]
    pub(crate) const fn number(self) -> u64 {
        self.0 & ((1 << NUMBER_BITS) - 1)
    }
}

/// The bytes that a number of a class takes where its chunk is met: its record, and its value once it is settled.
pub(crate) const STATE_BYTES: u64 = 6;

/// Classes with more numbers are not numbered, unless a claim is about all their positions: those of up to four men are. A position
/// that is kept whole takes ten times as much as a number, and a chunk of numbers 400 times as much as such a position.
pub(crate) const MOST_NUMBERED: u64 = 1 << 24;
/// Classes with more numbers are never numbered, so that no claim can be about all their positions: these take some 100 GB.
pub(crate) const MOST_OF_ALL: u64 = 1 << 34;

/// The trees of a chunk.
#[derive(Default)]
pub(crate) struct Trees {
    pub(crate) words: Vec<u16>,
    pub(crate) starts: Vec<u32>,
}

impl Trees {
    /// The bytes that they take, room for more of them included.
    fn held(&self) -> u64 {
        2 * self.words.capacity() as u64 + 4 * self.starts.capacity() as u64
    }

    /// The words of the tree at a place.
    pub(crate) fn tree(&self, place: u16) -> &[u16] {
        let place = usize::from(place);
        let start = self.starts.get(place).map_or(0, |s| *s as usize);
        let end = self.starts.get(place + 1).map(|s| *s as usize);
        let end = end.unwrap_or(self.words.len());
        self.words.get(start..end).unwrap_or(&[])
    }
}

/// A stretch of a layer's numbers.
#[derive(Default)]
struct Chunk {
    /// Nothing where none of its states was ever met: play from a few positions comes to few chunks of a large class.
    records: OnceLock<Records>,
    /// That some states of it be decided.
    wish: Wish,
    trees: Mutex<Trees>,
}

/// The states of one class at one junction.
pub(crate) struct Layer {
    pub(crate) class: ClassIndex,
    /// Which junction, by its number in the palette.
    pub(crate) junction: u16,
    chunks: Vec<Chunk>,
    extra: Mutex<Extra>,
    /// The extra positions when all are decided.
    sealed: Option<Extra>,
    /// How many extra positions wait for a thread to take them.
    undone: AtomicU64,
    /// Every legal position of the class is wanted, so that none has to be marked.
    complete: AtomicBool,
    /// The bytes that its states take, and will take for their values.
    held: AtomicU64,
    /// Where it is of a slice that comes later: what is wanted of it.
    outside: Option<Outside>,
    /// Where its states are on disk: what is read of them is kept until [`Layer::put_away`].
    away: Option<Away>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked holding it has ended the proof.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Layer {
    /// Its men, its side to move, and its pawns' squares if these are the same in all of it.
    pub(crate) fn key(&self) -> SliceKey {
        SliceKey {
            material: self.class.material(),
            turn: self.class.turn(),
            pawns: self.class.pawns().unwrap_or_default(),
        }
    }

    /// The bytes that its states take, and will take for their values. It costs nothing to ask.
    pub(crate) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// How many states it has room for at this moment.
    pub(crate) fn slots(&self) -> u64 {
        let chunks = (0..self.chunk_count()).filter(|chunk| self.has_records(*chunk));
        chunks.count() as u64 * CHUNK + self.extra_count()
    }

    fn hold(&self, bytes: u64) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// True where all positions of the class are kept by themselves.
    fn is_unnumbered(&self) -> bool {
        self.class.is_empty()
    }

    /// How many numbers its class has; the numbers of extra positions begin here.
    pub(crate) fn len(&self) -> u64 {
        self.class.len()
    }

    /// All its numbers, those of extra positions last.
    pub(crate) fn all(&self) -> Range<u64> {
        0..self.len() + self.extra_count()
    }

    pub(crate) fn chunk_count(&self) -> u64 {
        self.chunks.len() as u64
    }

    pub(crate) fn chunk(&self, index: u64) -> Range<u64> {
        index * CHUNK..((index + 1) * CHUNK).min(self.len())
    }

    /// True where the states of a chunk are decided here, and not by another shard.
    pub(crate) fn decides(&self, chunk: u64) -> bool {
        let outside = self.outside.as_ref();
        outside.is_none_or(|outside| outside.has(chunk * CHUNK))
    }

    /// True where states of a chunk were met.
    pub(crate) fn has_records(&self, chunk: u64) -> bool {
        if let Some(away) = &self.away {
            return away.holds(chunk);
        }
        let chunk = self.chunks.get(chunk as usize);
        chunk.is_some_and(|chunk| chunk.records.get().is_some())
    }

    #[inline]
    fn chunk_of(&self, number: u64) -> Option<&Chunk> {
        // Extra positions have the numbers after these, and no chunk.
        let own = number < self.len();
        self.chunks.get((number / CHUNK) as usize).filter(|_| own)
    }

    /// Where a record is kept; `None` where nothing of its chunk was met, and for an extra position.
    #[inline]
    fn slot(&self, number: u64) -> Option<&AtomicU32> {
        let chunk = self.chunk_of(number)?;
        let records = match chunk.records.get() {
            Some(records) => records,
            None => self.bring(number / CHUNK)?,
        };
        records.get((number % CHUNK) as usize)
    }

    /// The same, and the chunk's records are made where there are none.
    #[inline]
    fn make_slot(&self, number: u64) -> Option<&AtomicU32> {
        let chunk = self.chunk_of(number)?;
        let records = chunk.records.get_or_init(|| {
            self.hold(CHUNK * STATE_BYTES);
            Box::new([const { AtomicU32::new(0) }; CHUNK as usize])
        });
        records.get((number % CHUNK) as usize)
    }

    /// The record of a number.
    #[inline]
    pub(crate) fn record(&self, number: u64) -> Record {
        match self.slot(number) {
            Some(record) => Record(record.load(Ordering::Relaxed)),
            None if number < self.len() => Record(0),
            None => self.extra_record(number - self.len()),
        }
    }

    /// The position of a number.
    #[inline]
    pub(crate) fn position(&self, number: u64) -> Option<Position> {
        if number < self.len() {
            return self.class.position(number);
        }
        self.extra_position(number - self.len())
    }

    /// The position of a number that is known to have one: it is not checked whether the side that has moved is in check.
    #[inline]
    pub(crate) fn known_position(&self, number: u64) -> Option<Position> {
        if number < self.len() {
            return self.class.board(number);
        }
        self.extra_position(number - self.len())
    }

    /// The number of a position of the layer's class; `None` where it is an extra one that was never met.
    #[inline]
    pub(crate) fn number(&self, position: &Position) -> Option<u64> {
        if position.ep().is_none() && position.castling() == 0 && !self.is_unnumbered() {
            return self.class.number(position);
        }
        if !self.class.material().fits(position) || position.turn() != self.class.turn() {
            return None;
        }
        if self
            .class
            .pawns()
            .is_some_and(|own| own != SliceKey::of(position).pawns)
        {
            return None;
        }
        self.extra_place(position).map(|at| self.len() + at)
    }

    /// The number of a position that has the men of the layer's class, where it is no extra one.
    #[inline]
    pub(crate) fn number_of_own(&self, position: &Position) -> Option<u64> {
        if position.ep().is_none() && position.castling() == 0 && !self.is_unnumbered() {
            self.class.number_of_own(position)
        } else {
            self.extra_place(position).map(|at| self.len() + at)
        }
    }

    /// Wants a number to be decided; true where it was not known.
    pub(crate) fn want(&self, number: u64, root: bool) -> bool {
        if let Some(outside) = self.outside.as_ref().filter(|outside| !outside.has(number)) {
            return outside.want(number, |bytes| self.hold(bytes));
        }
        let Some(record) = self.make_slot(number) else {
            return false;
        };
        // Roots come before anything is decided, each once.
        let bits = if root { ROOT | WANTED } else { WANTED };
        if record.load(Ordering::Relaxed) != 0
            || record
                .compare_exchange(0, bits, Ordering::Relaxed, Ordering::Relaxed)
                .is_err()
        {
            return false;
        }
        self.put_wish(number);
        true
    }

    /// Wants every number as a root; those that stand for no legal position are taken back when they come to be decided.
    pub(crate) fn want_all(&self) {
        let own = (0..self.chunk_count()).filter(|chunk| self.decides(*chunk));
        for chunk in own {
            // The first one makes the records of all.
            let numbers = self.chunk(chunk);
            let _first = self.make_slot(numbers.start);
            let records = self
                .chunk_records(chunk)
                .into_iter()
                .flat_map(|of| of.iter());
            for record in records.take((numbers.end - numbers.start) as usize) {
                record.store(ROOT | WANTED, Ordering::Relaxed);
            }
            self.wish(chunk).into_iter().for_each(Wish::put_all);
        }
        self.set_complete();
    }

    /// Wants a position of the layer's class to be decided; true where it was not known.
    pub(crate) fn want_position(&self, position: &Position, root: bool) -> bool {
        let plain = position.ep().is_none() && position.castling() == 0;
        match self.class.number(position) {
            Some(number) if plain => self.want(number, root),
            _ => self.want_extra(position, root),
        }
    }

    /// Takes a wish back: the number stands for no legal position.
    pub(crate) fn forget(&self, number: u64) {
        if let Some(record) = self.slot(number) {
            record.store(0, Ordering::Relaxed);
        }
    }

    /// Every legal position is wanted. A shard marks all the same what it leads to: of these it has to know the values.
    pub(crate) fn set_complete(&self) {
        self.complete
            .store(self.outside.is_none(), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        self.complete.load(Ordering::Relaxed)
    }

    /// That states of a chunk be decided.
    pub(crate) fn wish(&self, chunk: u64) -> Option<&Wish> {
        self.chunks.get(chunk as usize).map(|chunk| &chunk.wish)
    }

    /// Wishes that a number be decided, or wishes it again where the wish was taken and not done.
    pub(crate) fn put_wish(&self, number: u64) {
        let stretch = (number % CHUNK / STRETCH) as u32;
        if let Some(wish) = self.wish(number / CHUNK) {
            wish.put(stretch);
        }
    }

    /// The numbers of a stretch of a chunk.
    pub(crate) fn stretch(&self, chunk: u64, stretch: u32) -> Range<u64> {
        let begin = chunk * CHUNK + u64::from(stretch) * STRETCH;
        begin.min(self.len())..(begin + STRETCH).min(self.len())
    }

    /// True where some state is wanted.
    pub(crate) fn wants_something(&self) -> bool {
        self.has_open_extras() || self.chunks.iter().any(|chunk| chunk.wish.is_put())
    }

    /// True for a record that is wanted and not decided.
    pub(crate) fn is_wanted(&self, number: u64) -> bool {
        let record = self.record(number);
        !record.is_decided() && record.0 & WANTED != 0
    }

    /// Writes what was decided.
    pub(crate) fn decide(&self, number: u64, record: Record) {
        match self.slot(number) {
            Some(at) => {
                let root = at.load(Ordering::Relaxed) & ROOT;
                at.store(record.0 | root, Ordering::Relaxed);
            }
            None => self.decide_extra(number - self.len(), record),
        }
    }

    /// Keeps a tree beside the records of its chunk: its place there, `None` where there is no room for more.
    pub(crate) fn keep_tree(&self, number: u64, pack: impl FnOnce(&mut Vec<u16>)) -> Option<u16> {
        if number >= self.len() {
            return self.keep_extra_tree(number - self.len(), pack);
        }
        let chunk = self.chunks.get((number / CHUNK) as usize)?;
        let mut trees = lock(&chunk.trees);
        let place = u16::try_from(trees.starts.len()).ok();
        let place = place.filter(|p| u32::from(*p) <= PAYLOAD)?;
        let start = u32::try_from(trees.words.len()).ok()?;
        let before = trees.held();
        trees.starts.push(start);
        pack(&mut trees.words);
        self.hold(trees.held() - before);
        Some(place)
    }

    /// Reads a tree.
    pub(crate) fn with_tree<T>(
        &self,
        number: u64,
        place: u16,
        read: impl FnOnce(&[u16]) -> T,
    ) -> T {
        if number >= self.len() {
            return self.with_extra_tree(number - self.len(), read);
        }
        match self.chunks.get((number / CHUNK) as usize) {
            Some(chunk) => read(lock(&chunk.trees).tree(place)),
            None => read(&[]),
        }
    }

    /// The numbers of its roots, extra positions last; some of them may be numbers of no legal position.
    pub(crate) fn roots(&self) -> impl Iterator<Item = u64> + '_ {
        let roots = self.those(self.all(), Record::is_root);
        roots.map(|(number, _)| number)
    }

    /// The decided ones of some numbers in order.
    pub(crate) fn decided(&self, numbers: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        self.decided_records(numbers).map(|(number, _)| number)
    }

    /// The same with their records.
    pub(crate) fn decided_records(
        &self,
        numbers: Range<u64>,
    ) -> impl Iterator<Item = (u64, Record)> + '_ {
        self.those(numbers, Record::is_decided)
    }

    /// The memory of its records and trees, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let trees = |trees: &Trees| 2 * trees.words.len() as u64 + 4 * trees.starts.len() as u64;
        let chunks = self.chunks.iter().map(|c| trees(&lock(&c.trees)));
        let chunks: u64 = chunks.sum();
        let records = (0..self.chunk_count()).filter(|chunk| self.has_records(*chunk));
        let records: u64 = records
            .map(|chunk| {
                let of = self.chunk(chunk);
                4 * (of.end - of.start)
            })
            .sum();
        let extra = self.with_extras(Extra::kept);
        records + chunks + extra
    }

    /// The trees of a chunk, and the extra positions, for a checkpoint.
    pub(crate) fn trees_of(&self, chunk: u64) -> Option<MutexGuard<'_, Trees>> {
        self.chunks.get(chunk as usize).map(|c| lock(&c.trees))
    }

    /// Puts a record in as a checkpoint has it.
    pub(crate) fn restore(&self, number: u64, record: Record) {
        if let Some(at) = self.make_slot(number) {
            at.store(record.0, Ordering::Relaxed);
            if !record.is_decided() && record.0 & WANTED != 0 {
                self.put_wish(number);
            }
        }
    }
}
