//! What is kept between runs and believed under the user's seal: tables of perfect play, slices of a proof, and what shards have saved.
//!
//! Each input is a kept file that was changed, cut off, given the plain sum that such files had before they were sealed, or sealed with
//! another key. It is refused or made again, and never believed.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use adv::chess::Material;
use adv::proof::{Keeping, Shelf, Watch};
use adv::tables::{Distance, SlicedClass, Tables};
use adv::{Comparison, Limits, PerfectPlay, Prover, Rulebook, SealKey};
use adv_module::format::fnv1a;
use adv_tables::{SliceHead, TableError, make_slice};
use adv_testkit::{Numbers, hostile};

use super::checkpoints::{CLAIMS, KEYS, PROGRAM};
use super::drive::{alone, told};
use super::{Attack, Ends};

/// A file of a kind: as the user's key sealed it, and as another's.
type Pair = (Vec<u8>, Vec<u8>);

/// One of the files, changed. Its first byte says which it is.
fn changed(numbers: &mut Numbers, pairs: &[Pair]) -> Vec<u8> {
    let which = numbers.below(pairs.len());
    let (own, other) = &pairs[which];
    let mut bytes = own.clone();
    match numbers.below(4) {
        0 => bytes.clone_from(other),
        1 => bytes.truncate(numbers.below(own.len())),
        2 => hostile::change_bytes(numbers, &mut bytes),
        _ => {
            let end = bytes.len().saturating_sub(8);
            let at = numbers.below(end.max(1));
            bytes[at] ^= 1 << numbers.below(7);
            let sum = fnv1a(&bytes[..end]).to_le_bytes();
            bytes.splice(end.., sum);
        }
    }
    [&[which as u8][..], &bytes].concat()
}

/// The file of an input, and which it is.
fn parts(input: &[u8]) -> Result<(usize, &[u8]), String> {
    let (which, bytes) = input.split_first().ok_or("an input has a first byte")?;
    Ok((usize::from(*which), bytes))
}

/// Counts a file that was read, or not; one that was altered may not be.
fn counted(read: bool, own: bool, ends: &mut Ends) -> Result<(), String> {
    *ends
        .entry(if read { "read" } else { "refused" })
        .or_default() += 1;
    match read == own {
        true => Ok(()),
        false => Err(format!("own: {own}, believed: {read}")),
    }
}

/// Tables of both distances, and the slice of a table.
pub struct KeptTables {
    class: Material,
    pairs: Vec<Pair>,
}

impl KeptTables {
    /// Makes king and rook against king.
    ///
    /// # Panics
    /// Where it cannot be made.
    pub fn new() -> KeptTables {
        let class = Material::named("KRvK").expect("a class");
        let mut tables = Tables::new();
        let made = tables.prepare_conversions(&class, &mut |_, _| {});
        made.expect("there is memory");
        let sliced = SlicedClass::new(&class).expect("a class");
        let none = &mut |_: &SlicedClass, _| Err(TableError::Contradiction(class));
        let values = make_slice(&sliced, 0, &tables, none, &mut |_| {}).expect("it leads nowhere");
        let kept = |key: [u8; 32]| {
            let key = SealKey::new(key);
            let whole = |distance| tables.save(&class, distance, &key).expect("it is made");
            let slice = [SliceHead::write(&sliced, 0, &values, &key), values.clone()].concat();
            [whole(Distance::Mate), whole(Distance::Conversion), slice]
        };
        let [own, other] = KEYS.map(kept);
        let pairs = own.into_iter().zip(other).collect();
        KeptTables { class, pairs }
    }
}

impl Default for KeptTables {
    fn default() -> KeptTables {
        KeptTables::new()
    }
}

impl Attack for KeptTables {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        changed(numbers, &self.pairs)
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let (which, bytes) = parts(input)?;
        let key = SealKey::new(KEYS[0]);
        let load = |distance| {
            Tables::new()
                .load(&self.class, distance, bytes, &key)
                .is_ok()
        };
        let read = match which {
            0 => load(Distance::Mate),
            1 => load(Distance::Conversion),
            _ => {
                let class = SlicedClass::new(&self.class).map_err(|error| error.to_string())?;
                let start = SliceHead::len(&class, 0).min(bytes.len());
                let (head, values) = bytes.split_at(start);
                let head = SliceHead::read(&class, 0, head, bytes.len() as u64, &key);
                head.is_ok_and(|head| head.matches(values))
            }
        };
        counted(read, bytes == self.pairs[which].0, ends)
    }
}

/// Files of a proof in slices, in memory.
struct MemoryShelf {
    key: SealKey,
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Shelf for MemoryShelf {
    fn key(&self) -> &SealKey {
        &self.key
    }

    fn length(&self, name: &str) -> Result<Option<u64>, String> {
        let files = self.files.lock().map_err(|_| "a thread has panicked")?;
        Ok(files.get(name).map(|bytes| bytes.len() as u64))
    }

    fn read(&self, name: &str, at: u64, length: usize) -> Result<Vec<u8>, String> {
        let files = self.files.lock().map_err(|_| "a thread has panicked")?;
        let bytes = files.get(name).and_then(|bytes| bytes.get(at as usize..));
        let bytes = bytes.and_then(|bytes| bytes.get(..length));
        bytes.map(<[u8]>::to_vec).ok_or("it is short".to_owned())
    }

    fn write(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), String> {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(|error| error.to_string())?;
        let mut files = self.files.lock().map_err(|_| "a thread has panicked")?;
        files.insert(name.to_owned(), bytes);
        Ok(())
    }
}

/// Slices of a proof.
pub struct KeptSlices {
    rulebook: Rulebook,
    report: String,
    names: Vec<String>,
    pairs: Vec<Pair>,
}

/// A program with the claims that are proved.
fn rulebook() -> Rulebook {
    let rulebook = Rulebook::load("walk.adv", PROGRAM).expect("it loads");
    let check = rulebook.with_claims(&CLAIMS).expect("there is a source");
    check.rulebook.expect("the claims are about the program")
}

/// The report of the first claim, and the files after it.
pub(super) fn sliced(
    rulebook: &Rulebook,
    key: [u8; 32],
    files: BTreeMap<String, Vec<u8>>,
) -> (Option<String>, BTreeMap<String, Vec<u8>>) {
    let prover = Prover::new(rulebook.clone(), Limits::default()).expect("a fingerprint");
    let shelf = Arc::new(MemoryShelf {
        key: SealKey::new(key),
        files: Mutex::new(files),
    });
    let slices: Arc<dyn Shelf> = shelf.clone();
    let keeping = Keeping {
        slices: Some(&slices),
        ..Keeping::default()
    };
    let claim = &prover.program().claims[0];
    let settled = alone(|| prover.settle(claim, Comparison::No, keeping, &Watch::new(), &[]));
    let files = shelf.files.lock().expect("no thread has panicked").clone();
    (told(settled), files)
}

impl KeptSlices {
    /// Proves a claim in slices.
    ///
    /// # Panics
    /// Where it is not settled.
    pub fn new() -> KeptSlices {
        let rulebook = rulebook();
        let [(report, own), (_, other)] = KEYS.map(|key| sliced(&rulebook, key, BTreeMap::new()));
        KeptSlices {
            report: report.expect("nothing ends it"),
            names: own.keys().cloned().collect(),
            pairs: own.into_values().zip(other.into_values()).collect(),
            rulebook,
        }
    }
}

impl Default for KeptSlices {
    fn default() -> KeptSlices {
        KeptSlices::new()
    }
}

impl Attack for KeptSlices {
    fn name(&self) -> &'static str {
        "slices"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        changed(numbers, &self.pairs)
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let (which, bytes) = parts(input)?;
        let own = self.pairs.iter().map(|(own, _)| own.clone());
        let mut files: BTreeMap<String, Vec<u8>> = self.names.iter().cloned().zip(own).collect();
        files.insert(self.names[which].clone(), bytes.to_vec());
        let name = &self.names[which];
        let (report, after) = sliced(&self.rulebook, KEYS[0], files);
        let same = report.as_ref() == Some(&self.report);
        let end = if same { "reported alike" } else { "refused" };
        *ends.entry(end).or_default() += 1;
        // The file of the claim is refused and stays; all others that say something else are made again.
        let stays = name == "claim" && after.get(name).is_some_and(|kept| kept == bytes);
        match same || stays {
            true => Ok(()),
            false => Err(format!("`{name}` is believed")),
        }
    }
}

/// What shards have decided, as its file holds it.
pub struct KeptShards {
    rulebook: Rulebook,
    pairs: Vec<Pair>,
}

impl KeptShards {
    /// Has two shards decide.
    ///
    /// # Panics
    /// Where they cannot.
    pub fn new() -> KeptShards {
        let rulebook = rulebook();
        let saved = [0, 1].map(|number| {
            let mut shard = shard(&rulebook, number);
            alone(|| shard.decide(&[])).expect("it decides");
            shard.save().expect("it has not settled")
        });
        let pair = |saved: Vec<u8>| {
            let [own, other] = KEYS.map(|key| SealKey::new(key).seal(&saved));
            (own, other)
        };
        let pairs = saved.map(pair).into();
        KeptShards { rulebook, pairs }
    }
}

impl Default for KeptShards {
    fn default() -> KeptShards {
        KeptShards::new()
    }
}

/// A shard of the first claim, of two.
fn shard(rulebook: &Rulebook, number: u32) -> adv::proof::Shard {
    let claim = rulebook.program().claims[0].clone();
    let mut values = Arc::new(PerfectPlay::in_memory());
    let watch = Arc::new(Watch::new());
    let shard = rulebook.claim_shard(0, &claim, (number, 2), &mut values, watch);
    shard.expect("the claim is about play")
}

impl Attack for KeptShards {
    fn name(&self) -> &'static str {
        "shards"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        changed(numbers, &self.pairs)
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let (which, bytes) = parts(input)?;
        let opened = SealKey::new(KEYS[0]).open(bytes);
        let restore = |saved: &[u8]| shard(&self.rulebook, which as u32).restore(saved).is_ok();
        counted(
            opened.is_ok_and(restore),
            bytes == self.pairs[which].0,
            ends,
        )?;
        // Without the seal what is restored may be false, and harms nothing else.
        let _restored = bytes.get(38..).is_some_and(restore);
        Ok(())
    }
}
