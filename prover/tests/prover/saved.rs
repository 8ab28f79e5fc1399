//! A shard that is made anew of what was saved decides nothing twice, and the proof comes to the same; saved bytes that are damaged or of
//! something else are refused.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use adv_module::format::fnv1a;
use adv_module::program::Claim;
use adv_prover::{CheckpointFault, Decided, Phase, ProveError, Shard, Watch};
use adv_testkit::sized;
use adv_vm::Engine;

use crate::checkpoints::{fault_of_byte, fault_of_cut};
use crate::programs::{KINGS, claimed};
use crate::shards::{Asked, DECIDE, decided, drive, joined, watched, whole};
use crate::slices::{CLAIMS, claims};

/// What each shard has saved last.
type Folder = Rc<RefCell<Vec<Option<Vec<u8>>>>>;

/// A shard that saves what it has decided each time that it has.
struct Saving {
    shard: Shard,
    at: usize,
    folder: Folder,
}

impl Asked for Saving {
    fn ask(&mut self, what: u8, number: u64, messages: &[Vec<u8>]) -> (u64, Vec<Vec<u8>>) {
        let answer = self.shard.ask(what, number, messages);
        if what == DECIDE {
            let saved = self.shard.save().expect("it decides");
            self.folder.borrow_mut()[self.at] = Some(saved);
        }
        answer
    }
}

/// A shard as its machine would make it: of what it has saved, if there is anything. How many states that are.
fn saving(
    engine: &Engine,
    claim: &Claim,
    at: usize,
    folder: &Folder,
) -> (Box<dyn Asked>, Arc<Watch>, u64) {
    let of = folder.borrow().len() as u32;
    let (mut shard, watch) = watched(engine, claim, at as u32, of);
    let saved = folder.borrow()[at].clone();
    let known = saved.map_or(0, |saved| shard.restore(&saved).expect("it is whole"));
    let folder = folder.clone();
    (Box::new(Saving { shard, at, folder }), watch, known)
}

fn nothing(of: usize) -> Folder {
    Rc::new(RefCell::new(vec![None; of]))
}

fn decided_by(watches: &[Arc<Watch>]) -> Vec<u64> {
    watches.iter().map(|watch| watch.progress().1).collect()
}

/// The shards of a claim, made of what is saved.
struct Made {
    shards: Vec<Box<dyn Asked>>,
    watches: Vec<Arc<Watch>>,
    /// How many states each has from what is saved.
    known: Vec<u64>,
}

fn all_of(engine: &Engine, claim: &Claim, folder: &Folder) -> Made {
    let mut made = Made {
        shards: Vec::new(),
        watches: Vec::new(),
        known: Vec::new(),
    };
    let of = folder.borrow().len();
    for at in 0..of {
        let (shard, watch, states) = saving(engine, claim, at, folder);
        made.shards.push(shard);
        made.watches.push(watch);
        made.known.push(states);
    }
    made
}

#[test]
fn a_shard_that_is_lost_goes_on_from_what_it_saved() {
    let mut restored = 0;
    let some = [CLAIMS[1], CLAIMS[7], CLAIMS[11], CLAIMS[13], CLAIMS[15]];
    for (number, (program, text)) in some.into_iter().enumerate() {
        let (engine, claim) = claimed(program, text);
        let expected = whole(&engine, &claim);
        for lost in (1..7).skip(number % sized(2, 1)).step_by(sized(2, 1)) {
            let folder = nothing(3);
            let Made {
                mut shards,
                watches,
                ..
            } = all_of(&engine, &claim, &folder);
            let at = lost % 3;
            let mut fresh = None;
            let (parts, _) = drive(&mut shards, &mut |step| {
                if step != lost {
                    return None;
                }
                let before = watches[at].progress().1;
                let (shard, watch, known) = saving(&engine, &claim, at, &folder);
                assert_eq!(known, before, "{text}, lost at {lost}");
                restored += known;
                fresh = Some((watch, known));
                Some((at, shard))
            });
            assert_eq!(
                joined(&engine, &claim, &parts),
                expected,
                "{text}, lost at {lost}"
            );
            // What it had decided was not decided anew.
            if let Some((watch, known)) = fresh {
                let total = folder.borrow()[at].clone().expect("it has saved");
                let mut last = watched(&engine, &claim, at as u32, 3).0;
                let total = last.restore(&total).expect("it is whole");
                assert_eq!(
                    watch.progress().1,
                    total,
                    "{text}: {known} of them were known"
                );
            }
        }
    }
    assert!(restored > sized(500, 1000) as u64, "{restored}");
}

#[test]
fn a_driver_without_memory_goes_on() {
    let mut tried = 0;
    for (program, text) in claims() {
        let (engine, claim) = claimed(program, text);
        let mut undisturbed = all_of(&engine, &claim, &nothing(3));
        let (_, told) = drive(&mut undisturbed.shards, &mut |_| None);
        if told.wishes == 0 {
            continue;
        }
        tried += 1;
        let expected = whole(&engine, &claim);
        let alone = decided_by(&undisturbed.watches);
        for rounds in 1..sized(2, 4) {
            // In the short size each claim with one of both.
            let both = [None, Some(1)].into_iter();
            for lost in both.skip(tried % sized(2, 1)).step_by(sized(2, 1)) {
                let folder = nothing(3);
                let mut shards = all_of(&engine, &claim, &folder).shards;
                let mut open = vec![Vec::new(); 3];
                for _ in 0..rounds {
                    open = decided(&mut shards, &open);
                }
                // What was wished last is lost with the driver, and the file of a shard with its machine.
                drop((shards, open));
                if let Some(lost) = lost {
                    folder.borrow_mut()[lost] = None;
                }
                let mut anew = all_of(&engine, &claim, &folder);
                let (parts, _) = drive(&mut anew.shards, &mut |_| None);
                assert_eq!(
                    joined(&engine, &claim, &parts),
                    expected,
                    "{text}, {rounds}"
                );
                // Each state was decided once, by the first shards or by these.
                assert_eq!(decided_by(&anew.watches), alone, "{text}, {rounds}");
                let knows = anew.known.iter().any(|states| *states > 0);
                assert!(knows || lost.is_some(), "{text}");
            }
        }
    }
    assert!(tried > 3, "{tried}");
}

/// A claim of many states, of which a shard can be asked for a checkpoint in the middle.
const MANY: &str = "prove wander from all positions where white-to-move reaches mate";

/// The watch of the shard that is asked in the middle.
static WATCH: OnceLock<Arc<Watch>> = OnceLock::new();

/// Asks once, after some hundred states.
fn keep_in_the_middle(_: Phase, done: u64, _: u64) {
    static ASKED: AtomicBool = AtomicBool::new(false);
    if done >= 500 && !ASKED.swap(true, Ordering::Relaxed) {
        WATCH.get().into_iter().for_each(|watch| watch.keep());
    }
}

#[test]
fn what_is_saved_in_the_middle_of_deciding_is_gone_on_with() {
    let (engine, claim) = claimed(KINGS, MANY);
    let expected = whole(&engine, &claim);
    for in_the_middle in [false, true] {
        let (mut first, watch) = watched(&engine, &claim, 0, 1);
        match in_the_middle {
            // As soon as the positions of the claim are found.
            false => watch.keep(),
            true => {
                WATCH.set(watch.clone()).expect("one shard");
                watch.tell_to(keep_in_the_middle);
            }
        }
        assert_eq!(first.decide(&[]), Ok(Decided::ToBeKept));
        assert!(!watch.is_keeping());
        let bytes = first.save().expect("it decides");
        let done = watch.progress().1;
        assert_eq!(done > 0, in_the_middle);
        // The shard itself goes on, and another one from what it saved.
        let (mut other, other_watch) = watched(&engine, &claim, 0, 1);
        assert_eq!(other.restore(&bytes), Ok(done));
        for shard in [first, other] {
            let (parts, _) = drive(&mut [Box::new(shard)], &mut |_| None);
            assert_eq!(joined(&engine, &claim, &parts), expected);
        }
        let all = watch.progress().1;
        assert!(all > done);
        assert_eq!(other_watch.progress().1, all);
    }
}

fn fault(shard: &mut Shard, bytes: &[u8]) -> Option<CheckpointFault> {
    match shard.restore(bytes) {
        Err(ProveError::Checkpoint(fault)) => Some(fault),
        _ => None,
    }
}

#[test]
fn what_is_damaged_or_of_something_else_is_refused() {
    let (program, text) = CLAIMS[13];
    let (engine, claim) = claimed(program, text);
    let folder = nothing(3);
    let mut shards = all_of(&engine, &claim, &folder).shards;
    let open = decided(&mut shards, &vec![Vec::new(); 3]);
    decided(&mut shards, &open);
    let saved: Vec<Vec<u8>> = folder.borrow().iter().flatten().cloned().collect();
    let [_, bytes, other] = &saved[..] else {
        panic!("each has saved");
    };
    let mut shard = watched(&engine, &claim, 1, 3).0;
    // A step without a factor in common with the eight bits and the words of the file, so that all of them come up.
    let step = adv_testkit::sized(61, 1);
    for length in (0..bytes.len()).step_by(step) {
        let found = fault(&mut shard, &bytes[..length]);
        assert_eq!(
            found,
            Some(fault_of_cut(length)),
            "cut off after {length} bytes"
        );
    }
    for place in (0..bytes.len()).step_by(step) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert_eq!(
            fault(&mut shard, &damaged),
            Some(fault_of_byte(place)),
            "byte {place}"
        );
        // With a checksum that fits it is read to where it cannot be, and no further.
        let sum = fnv1a(&damaged[20..]).to_le_bytes();
        damaged[12..20].copy_from_slice(&sum);
        let (mut shard, _) = watched(&engine, &claim, 1, 3);
        if shard.restore(&damaged).is_ok() {
            // The checksum itself is right again.
            assert!(place >= 12 && shard.save().is_ok(), "byte {place}");
        }
    }
    // What was refused has left no trace, and what is whole is taken.
    assert_eq!(fault(&mut shard, other), Some(CheckpointFault::OtherShard));
    assert!(shard.restore(bytes).is_ok());
    let again = watched(&engine, &claim, 1, 4).0.restore(bytes);
    let refused = |fault| Err(ProveError::Checkpoint(fault));
    assert_eq!(again, refused(CheckpointFault::OtherShard));
    let (engine_of, foreign) = claimed(program, CLAIMS[14].1);
    let again = watched(&engine_of, &foreign, 1, 3).0.restore(bytes);
    assert_eq!(again, refused(CheckpointFault::OtherClaim));
    let watch = Arc::new(Watch::new());
    let mut changed = Shard::new(&engine, &claim, [8; 32], (1, 3), watch).expect("a shard");
    assert_eq!(
        changed.restore(bytes),
        refused(CheckpointFault::OtherProgram)
    );
    // It is decided when it is settled: then there is nothing to save.
    changed.begin_settling(false).expect("it may be empty");
    assert!(changed.save().is_err() && changed.restore(bytes).is_err());
}
