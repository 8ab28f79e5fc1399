//! A proof in slices reports what a proof without them reports; it resumes after any end, and makes damaged slices again.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use adv_chess::SealKey;
use adv_module::format::fnv1a;
use adv_module::program::Claim;
use adv_prover::{Ground, Keeping, ProveError, Proved, Report, Shelf, Task, Verdict, Watch, prove};
use adv_testkit::{Size, size, sized};
use adv_vm::Engine;

use crate::programs::{KINGS, QUEEN, claimed, task};

/// A pawn that walks up, or the king; what a promotion or a capture leads to is for no table.
pub const PAWN: &str = "\
material  W: K, P;  B: K

advice push
  better  them-to-move
  us      P
  depth   1
end-advice

advice walk
  better  them-to-move
  us      K
  depth   1
end-advice

table go for W
  otherwise push, walk
end-table

table stay for W
  otherwise walk, push
end-table

strat march for W
  (in-class: figures - W: K, P;  B: K;
   descr - any;
   out-class: any)
  do-while (rank(P) < 7)
    action push (any, new.SQ(P) ≠ SQ(P))
      us     P
    otherwise stop
    action come (any, new.SQ(W.K) ≠ SQ(W.K))
      us     K
      within 1 plies
  end-do
end-strat march
";

/// Pawns of both sides, which may take each other en passant. Ours walk, our king stays: so play is short.
pub const PAWNS: &str = "\
material  W: K, P;  B: K, P

advice step
  better  them-to-move
  us      P
  depth   1
end-advice

table go for W
  otherwise step
end-table
";

/// A rook that may castle against a pawn that walks.
pub const CASTLE: &str = "\
material  W: K, P;  B: K, R

advice step
  better  them-to-move
  us      P
  depth   1
end-advice

table go for W
  otherwise step
end-table
";

/// A king that walks, or castles.
pub const CASTLED: &str = "\
material  W: K, R;  B: K

advice walk
  better  them-to-move
  us      K
  depth   1
end-advice

table hide for W
  otherwise walk
end-table
";

/// Claims about few states, each with something that another has not: all positions, random ones and one; a promotion, a capture, a
/// capture en passant, castling of theirs and of ours; a strategy with several places, a piece-of-advice; every choice; what holds and what does not.
pub const CLAIMS: [(&str, &str); 18] = [
    (
        KINGS,
        "prove wander from all positions where SQ(B.K) ⊆ a1..a8 reaches mate",
    ),
    (
        KINGS,
        "prove wander from all positions where white-to-move ∧ SQ(B.K) = a1 never mate",
    ),
    (
        QUEEN,
        "prove careful from 300 random positions seed 3 reaches mate",
    ),
    (
        QUEEN,
        "prove net from 20 random positions seed 4 reaches mate any-choice",
    ),
    (
        QUEEN,
        "prove careless from \"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\" reaches mate",
    ),
    (
        PAWN,
        "prove go from all positions where file(P) = 1 ∧ SQ(W.K) = d3 reaches mate",
    ),
    (
        PAWN,
        "prove go from all positions where rank(P) ≥ 5 ∧ SQ(W.K) = e2 never mate",
    ),
    (
        PAWN,
        "prove go from all positions where rank(P) = 6 ∧ dist(W.K, P) = 1 ∧ dist(B.K, P) > 3 reaches SQ(W.Q) ≠ ∅",
    ),
    (
        PAWN,
        "prove go from all positions where rank(P) ≥ 3 ∧ SQ(W.K) = c2 reaches rank(P) ≥ 6 any-choice",
    ),
    (
        PAWN,
        "prove stay from 20 random positions seed 9 reaches rank(P) = 6 ∨ file(W.K) = 0",
    ),
    (
        PAWN,
        "prove go from all positions where rank(P) ≥ 5 ∧ SQ(W.K) = c3 keeps SQ(B.K) ≠ a8",
    ),
    (
        PAWN,
        "prove march from all positions where SQ(W.K) = e2 ∧ file(P) = 0 ∧ dist(B.K, P) > 4 reaches SQ(W.Q) ≠ ∅",
    ),
    (
        PAWN,
        "prove march from 5 random positions where rank(P) = 5 seed 2 reaches mate any-choice",
    ),
    (
        PAWNS,
        "prove go from \"k7/3p4/8/4P3/8/8/8/3K4 w - - 0 1\" reaches mate any-choice",
    ),
    (
        PAWNS,
        "prove go from \"k7/3p4/8/4P3/8/8/8/3K4 w - - 0 1\" never stalemate",
    ),
    (
        CASTLE,
        "prove go from \"4k2r/8/P7/8/8/8/8/4K3 w k - 0 1\" reaches mate",
    ),
    (
        CASTLED,
        "prove hide from \"7k/8/8/8/8/8/8/R3K3 w Q - 0 1\" reaches SQ(R) = d1 any-choice",
    ),
    (
        PAWN,
        "prove push from all positions where file(P) = 2 ∧ SQ(W.K) = h1 reaches rank(P) ≥ 6",
    ),
];

/// The claims; in the short size the dearest one is of one position near its end.
pub fn claims() -> [(&'static str, &'static str); CLAIMS.len()] {
    let mut claims = CLAIMS;
    if size() == Size::Short {
        claims[12].1 =
            "prove march from 1 random positions where rank(P) = 6 seed 2 reaches mate any-choice";
    }
    claims
}

/// Files in memory. It can refuse to write after so many files, as a proof that is killed does.
struct Memory {
    key: SealKey,
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    written: Mutex<Vec<String>>,
    most: Option<usize>,
}

impl Memory {
    fn of(files: BTreeMap<String, Vec<u8>>, most: Option<usize>) -> Arc<Memory> {
        Memory::sealed(7, files, most)
    }

    fn sealed(key: u8, files: BTreeMap<String, Vec<u8>>, most: Option<usize>) -> Arc<Memory> {
        Arc::new(Memory {
            key: SealKey::new([key; 32]),
            files: Mutex::new(files),
            written: Mutex::default(),
            most,
        })
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.files.lock().expect("no thread has panicked").clone()
    }

    fn written(&self) -> Vec<String> {
        self.written.lock().expect("no thread has panicked").clone()
    }
}

impl Shelf for Memory {
    fn key(&self) -> &SealKey {
        &self.key
    }

    fn length(&self, name: &str) -> Result<Option<u64>, String> {
        Ok(self.files().get(name).map(|bytes| bytes.len() as u64))
    }

    fn read(&self, name: &str, at: u64, length: usize) -> Result<Vec<u8>, String> {
        let files = self.files.lock().expect("no thread has panicked");
        let bytes = files.get(name).and_then(|bytes| bytes.get(at as usize..));
        let bytes = bytes.and_then(|bytes| bytes.get(..length));
        bytes
            .map(<[u8]>::to_vec)
            .ok_or(format!("`{name}` is short"))
    }

    fn write(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), String> {
        let mut written = self.written.lock().expect("no thread has panicked");
        if self.most.is_some_and(|most| written.len() >= most) {
            return Err("the machine is off".to_owned());
        }
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(|error| error.to_string())?;
        written.push(name.to_owned());
        let mut files = self.files.lock().expect("no thread has panicked");
        files.insert(name.to_owned(), bytes);
        Ok(())
    }
}

pub fn without_memory(proved: Proved) -> Report {
    match proved {
        Proved::Settled(settled) => Report {
            memory: 0,
            ..settled.report().clone()
        },
        _ => panic!("nothing ends it"),
    }
}

/// The report of a proof without slices.
fn whole(engine: &Engine, claim: &Claim) -> Report {
    let watch = Watch::new();
    without_memory(prove(&task(engine, claim, &watch)).expect("settled"))
}

/// The report of a proof whose slices are on a shelf, but for which of them it rests on.
fn sliced(engine: &Engine, claim: &Claim, shelf: &Arc<Memory>) -> Result<Report, ProveError> {
    let report = resting(engine, claim, shelf)?;
    let rests_on = Vec::new();
    Ok(Report { rests_on, ..report })
}

/// The same with what it rests on.
fn resting(engine: &Engine, claim: &Claim, shelf: &Arc<Memory>) -> Result<Report, ProveError> {
    let watch = Watch::new();
    let shelf: Arc<dyn Shelf> = shelf.clone();
    let keeping = Keeping {
        slices: Some(&shelf),
        ..Keeping::default()
    };
    let task = Task {
        keeping,
        ..task(engine, claim, &watch)
    };
    prove(&task).map(without_memory)
}

/// What so many threads do.
pub fn with_threads<T: Send>(threads: usize, act: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(act)
}

#[test]
fn slices_report_what_a_whole_proof_reports() {
    let mut slices = 0;
    let mut verdicts = Vec::new();
    for (number, (program, claim)) in claims().into_iter().enumerate() {
        let (engine, claim_of) = claimed(program, claim);
        let expected = whole(&engine, &claim_of);
        // In the short size each claim with one of both.
        for threads in (1..=2).skip(number % sized(2, 1)).step_by(sized(2, 1)) {
            let shelf = Memory::of(BTreeMap::new(), None);
            let found = with_threads(threads, || sliced(&engine, &claim_of, &shelf));
            assert_eq!(found, Ok(expected.clone()), "{claim}, {threads} threads");
            // A second time everything is there, and nothing is written.
            let again = Memory::of(shelf.files(), Some(0));
            let found = with_threads(3 - threads, || resting(&engine, &claim_of, &again));
            // It says so.
            let states = expected.states;
            let read = Report {
                rests_on: vec![Ground::Slices { states }],
                ..expected.clone()
            };
            assert_eq!(found, Ok(read), "{claim}, once more");
            let files = shelf.files();
            let states = files.keys().filter(|name| name.ends_with(".states"));
            slices += states.count();
        }
        verdicts.push(expected.verdict);
    }
    assert!(slices > sized(75, 150), "{slices}");
    assert!(verdicts.contains(&Verdict::Proved) && verdicts.contains(&Verdict::Refuted));
}

#[test]
fn a_proof_that_is_killed_resumes_to_the_same_report() {
    for (at, step) in [(7, 3), (11, 5), (13, 1), (15, 1)] {
        let (program, claim) = CLAIMS[at];
        let (engine, claim) = claimed(program, claim);
        let expected = whole(&engine, &claim);
        // Each time it is killed some files later, until it is through.
        let (mut files, mut kills) = (BTreeMap::new(), 0);
        loop {
            let shelf = Memory::of(files, Some(step));
            let threads = 1 + kills % 2;
            match with_threads(threads, || sliced(&engine, &claim, &shelf)) {
                Ok(report) => {
                    assert_eq!(report, expected);
                    break;
                }
                Err(error) => {
                    assert_eq!(error, ProveError::Slices("the machine is off".to_owned()))
                }
            }
            assert_eq!(shelf.written().len(), step, "it goes on from where it was");
            files = shelf.files();
            kills += 1;
        }
        assert!(kills > 5, "{kills}");
    }
}

/// A file whose index is another one, with the plain sum that it had before it was sealed.
fn forged(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let footer = bytes.len() - 24;
    let length = u64::from_le_bytes(bytes[footer..footer + 8].try_into().expect("eight"));
    let index = footer - length as usize;
    bytes[footer - 1] ^= 1;
    let plain = fnv1a(&bytes[index..footer]).to_le_bytes();
    bytes[footer + 8..footer + 16].copy_from_slice(&plain);
    bytes
}

#[test]
fn a_damaged_slice_is_made_again() {
    let (engine, claim) = claimed(CLAIMS[15].0, CLAIMS[15].1);
    let expected = whole(&engine, &claim);
    let shelf = Memory::of(BTreeMap::new(), None);
    assert_eq!(sliced(&engine, &claim, &shelf), Ok(expected.clone()));
    let files = shelf.files();
    let other = Memory::sealed(8, BTreeMap::new(), None);
    assert_eq!(sliced(&engine, &claim, &other), Ok(expected.clone()));
    let theirs = other.files();
    let mut damaged = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| *name != "claim") {
        let flipped = |at: usize| {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x40;
            bytes
        };
        for other in [
            bytes[..bytes.len() / 2].to_vec(),
            Vec::new(),
            flipped(bytes.len() / 3),
            flipped(bytes.len() - 1),
            flipped(bytes.len() - 30),
            theirs[name].clone(),
            forged(bytes),
        ] {
            let mut files = files.clone();
            files.insert(name.clone(), other);
            let shelf = Memory::of(files, None);
            assert_eq!(
                sliced(&engine, &claim, &shelf),
                Ok(expected.clone()),
                "{name}"
            );
            assert!(shelf.written().contains(name), "{name} is made again");
            damaged += 1;
        }
    }
    assert!(damaged > 30, "{damaged}");
}

#[test]
fn slices_of_something_else_are_refused() {
    let (engine, claim) = claimed(
        PAWN,
        "prove go from 3 random positions where rank(P) ≥ 5 seed 1 reaches mate",
    );
    let shelf = Memory::of(BTreeMap::new(), None);
    assert!(sliced(&engine, &claim, &shelf).is_ok());
    let refused =
        |engine: &Engine, claim: &Claim, shelf: &Arc<Memory>| match sliced(engine, claim, shelf) {
            Err(ProveError::Slices(why)) => why,
            other => panic!("{other:?}"),
        };
    let (other, claim_of) = claimed(
        PAWN,
        "prove go from 3 random positions where rank(P) ≥ 5 seed 2 reaches mate",
    );
    let why = refused(&other, &claim_of, &shelf);
    assert!(
        why.contains("another claim") && why.contains("seed 1"),
        "{why}"
    );
    let mut files = shelf.files();
    let text = String::from_utf8(files["claim"].clone()).expect("text");
    files.insert(
        "claim".to_owned(),
        text.replacen("program 07", "program 01", 1).into_bytes(),
    );
    let why = refused(&engine, &claim, &Memory::of(files.clone(), None));
    assert!(why.contains("another program"), "{why}");
    files.insert("claim".to_owned(), b"notes\n".to_vec());
    let why = refused(&engine, &claim, &Memory::of(files.clone(), None));
    assert!(why.contains("no slices"), "{why}");
    files.insert(
        "claim".to_owned(),
        text.replace("form 3", "form 2").into_bytes(),
    );
    let why = refused(&engine, &claim, &Memory::of(files.clone(), None));
    assert!(why.contains("this version of adv"), "{why}");
    let why = refused(&engine, &claim, &Memory::sealed(8, shelf.files(), None));
    assert!(why.contains("another key than yours"), "{why}");
    // A file of another claim that was copied beside them counts as none.
    files = shelf.files();
    let foreign = Memory::of(BTreeMap::new(), None);
    assert!(sliced(&other, &claim_of, &foreign).is_ok());
    for (name, bytes) in foreign.files() {
        if name != "claim" {
            files.insert(name, bytes);
        }
    }
    let mixed = Memory::of(files, None);
    assert_eq!(sliced(&engine, &claim, &mixed), Ok(whole(&engine, &claim)));
}
