//! A proof that is ended goes on from its checkpoint to the same report; a checkpoint that is damaged is refused with the reason.

use std::sync::atomic::Ordering;

use adv_module::program::Claim;
use adv_prover::{
    CheckpointFault, Ground, Keeping, ProveError, Proved, Report, Task, Watch, prove,
};
use adv_vm::Engine;

use crate::programs::{KINGS, claimed, task};

const CLAIM: &str = "prove wander from all positions where white-to-move reaches mate";

/// The report of a whole proof, without the memory that it took.
fn report(task: &Task<'_>) -> Result<Report, ProveError> {
    match prove(task)? {
        Proved::Settled(settled) => Ok(Report {
            memory: 0,
            ..settled.report().clone()
        }),
        _ => panic!("nothing ends it"),
    }
}

fn from(bytes: &[u8]) -> Keeping<'_> {
    Keeping {
        from: Some(bytes),
        ..Keeping::default()
    }
}

/// The checkpoint of a proof that another thread ends while it consults. A proof may be quicker than that thread, which is tried again.
fn checkpoint(engine: &Engine, claim: &Claim) -> Vec<u8> {
    for pause in [0u64, 20, 50, 100, 200, 400, 800, 1600]
        .iter()
        .cycle()
        .take(2000)
    {
        let watch = Watch::new();
        let proved = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_micros(*pause));
                while watch.progress().2 == 0 {
                    std::thread::yield_now();
                }
                watch.stop().store(true, Ordering::Relaxed);
            });
            prove(&task(engine, claim, &watch))
        });
        match proved {
            Ok(Proved::Interrupted(bytes)) if !bytes.is_empty() => return bytes,
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("no proof could be ended while it was consulting");
}

/// What is said of bytes that are cut off after so many: their head is letters, a version and a checksum, twenty bytes.
pub(crate) fn fault_of_cut(length: usize) -> CheckpointFault {
    match length {
        0..20 => CheckpointFault::Malformed,
        _ => CheckpointFault::Damaged,
    }
}

/// What is said where one byte is another.
pub(crate) fn fault_of_byte(place: usize) -> CheckpointFault {
    match place {
        0..4 => CheckpointFault::NotACheckpoint,
        4..12 => CheckpointFault::OtherVersion,
        _ => CheckpointFault::Damaged,
    }
}

/// What the report of a proof is where it went on from a checkpoint: the same, and it says so.
fn resumed(whole: Report) -> Report {
    assert_eq!(whole.rests_on, []);
    Report {
        rests_on: vec![Ground::Checkpoint],
        ..whole
    }
}

#[test]
fn a_proof_goes_on_from_its_checkpoint_to_the_same_report() {
    let (engine, claim) = claimed(KINGS, CLAIM);
    let watch = Watch::new();
    let whole = report(&task(&engine, &claim, &watch));
    let bytes = checkpoint(&engine, &claim);
    let watch = Watch::new();
    let rest = report(&Task {
        keeping: from(&bytes),
        ..task(&engine, &claim, &watch)
    });
    assert_eq!(rest, whole.map(resumed));
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused_with_the_reason() {
    let (engine, claim) = claimed(KINGS, CLAIM);
    let bytes = checkpoint(&engine, &claim);
    let watch = Watch::new();
    let fault = |bytes: &[u8], fingerprint: u8, claim: &Claim| {
        let refused = report(&Task {
            keeping: from(bytes),
            fingerprint: [fingerprint; 32],
            ..task(&engine, claim, &watch)
        });
        match refused {
            Err(ProveError::Checkpoint(fault)) => Some(fault),
            _ => None,
        }
    };
    assert_eq!(fault(&bytes, 7, &claim), None);
    assert_eq!(
        fault(&bytes, 8, &claim),
        Some(CheckpointFault::OtherProgram)
    );
    let other = Claim {
        text: format!("{} weak", claim.text),
        ..claim.clone()
    };
    assert_eq!(fault(&bytes, 7, &other), Some(CheckpointFault::OtherClaim));
    // Cut off anywhere, and one bit of any byte of it.
    let lengths = (0..200.min(bytes.len())).chain((200..bytes.len()).step_by(97));
    for length in lengths {
        let found = fault(&bytes[..length], 7, &claim);
        assert_eq!(
            found,
            Some(fault_of_cut(length)),
            "cut off after {length} bytes"
        );
    }
    let places = (0..200.min(bytes.len())).chain((200..bytes.len()).step_by(89));
    for place in places {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert_eq!(
            fault(&damaged, 7, &claim),
            Some(fault_of_byte(place)),
            "byte {place}"
        );
    }
}

#[test]
fn a_checkpoint_of_other_play_is_found_out() {
    // The fingerprint is the same, as in a checkpoint in which it was exchanged.
    let (engine, claim) = claimed(KINGS, CLAIM);
    let watch = Watch::new();
    watch.stop_after(2000);
    let Ok(Proved::Interrupted(bytes)) = prove(&task(&engine, &claim, &watch)) else {
        panic!("it is ended");
    };
    let other = KINGS.replace("them-to-move", "them-to-move ∧ dist(W.K, B.K) > 2");
    assert_ne!(other, KINGS);
    let (engine, claim) = claimed(&other, CLAIM);
    let watch = Watch::new();
    let refused = report(&Task {
        keeping: from(&bytes),
        ..task(&engine, &claim, &watch)
    });
    assert_eq!(
        refused,
        Err(ProveError::Checkpoint(CheckpointFault::OtherPlay))
    );
}

#[test]
fn a_checkpoint_of_other_positions_is_found_out() {
    let (engine, claim) = claimed(KINGS, CLAIM);
    let watch = Watch::new();
    watch.stop_after(2000);
    let Ok(Proved::Interrupted(bytes)) = prove(&task(&engine, &claim, &watch)) else {
        panic!("it is ended");
    };
    // The same text, and another set: as if positions had been taken out.
    let fewer =
        "prove wander from all positions where white-to-move ∧ dist(W.K, B.K) > 3 reaches mate";
    let (engine, fewer) = claimed(KINGS, fewer);
    let fewer = Claim {
        text: claim.text.clone(),
        ..fewer
    };
    let watch = Watch::new();
    let refused = report(&Task {
        keeping: from(&bytes),
        ..task(&engine, &fewer, &watch)
    });
    assert_eq!(
        refused,
        Err(ProveError::Checkpoint(CheckpointFault::OtherPositions))
    );
}

#[test]
fn a_proof_is_kept_while_it_goes_on() {
    let (engine, claim) = claimed(KINGS, CLAIM);
    let watch = Watch::new();
    let whole = report(&task(&engine, &claim, &watch));
    let kept = std::sync::Mutex::new(Vec::new());
    let watch = Watch::new();
    // Asked for before it begins, so that it comes as soon as there is something to keep.
    watch.keep();
    let save = |bytes: Vec<u8>| kept.lock().expect("one thread").push(bytes);
    let keeping = Keeping {
        save: Some(&save),
        ..Keeping::default()
    };
    let same = report(&Task {
        keeping,
        ..task(&engine, &claim, &watch)
    });
    assert_eq!(same, whole);
    assert!(!watch.is_keeping());
    let kept = kept.into_inner().expect("one thread");
    let [bytes] = &kept[..] else {
        panic!("it was kept {} times", kept.len());
    };
    let watch = Watch::new();
    let rest = report(&Task {
        keeping: from(bytes),
        ..task(&engine, &claim, &watch)
    });
    assert_eq!(rest, whole.map(resumed));
}
