//! Slices in the folder of tables: interrupted and gone on with, damaged and made again, with any number of threads.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::common::{cached, cached_by, material, prepare};
use adv_chess::SealKey;
use adv_testkit::{Size, size};
use adv_truth::{CacheFault, Truth, TruthError, TruthOptions, Warning};
use tempfile::tempdir;

/// King and pawn against king: 24 slices with the pawn, and four classes that it promotes to.
const SLICES: usize = 28;

/// Makes the slices and returns their names as they come and the warnings.
fn make(folder: &Path) -> (Vec<String>, Vec<Warning>) {
    let mut names = Vec::new();
    let warnings =
        cached(folder).make_slices(&material("KPvK"), &mut |_| {}, &mut |class, slice, _| {
            names.push(class.name(slice))
        });
    (names, warnings.expect("the slices are made"))
}

/// The files of slices by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let slices = paths.filter(|path| path.extension().is_some_and(|end| end == "slice"));
    let named = slices.filter_map(|path| {
        let name = path.file_stem()?.to_str()?.to_owned();
        Some((name, fs::read(path).ok()?))
    });
    named.collect()
}

#[test]
fn what_is_interrupted_goes_on_to_the_same_bytes() {
    let whole = tempdir().expect("a folder can be made");
    let (names, warnings) = make(whole.path());
    assert!(warnings.is_empty());
    assert_eq!((names.len(), files(whole.path()).len()), (SLICES, SLICES));
    assert_eq!((names[0].as_str(), names[4].as_str()), ("KQvK", "KPvK.a7"));
    let halted = tempdir().expect("a folder can be made");
    for (stop, name) in names.iter().enumerate() {
        let mut calls = 0;
        let stopped = catch_unwind(AssertUnwindSafe(|| {
            cached(halted.path()).make_slices(
                &material("KPvK"),
                &mut |progress| {
                    // The second report of a slice comes while it is made.
                    calls += usize::from(progress.slice == *name);
                    assert!(calls < 2, "interrupted");
                },
                &mut |_, _, _| {},
            )
        }));
        assert!(stopped.is_err(), "{name}");
        assert_eq!(files(halted.path()).len(), stop);
    }
    let (again, warnings) = make(halted.path());
    assert!(warnings.is_empty() && again == names);
    assert!(files(halted.path()) == files(whole.path()));
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let made = [1, 3].map(|threads| {
        let folder = tempdir().expect("a folder can be made");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| make(folder.path()));
        files(folder.path())
    });
    assert!(made[0].len() == SLICES && made[0] == made[1]);
}

/// The slice `KPvK.b4` with values that are all drawn, under the plain sums that there were before seals.
fn forged(folder: &Path) -> Vec<u8> {
    let mut bytes = files(folder)["KPvK.b4"].clone();
    let plain = |bytes: &[u8]| adv_chess::numbers::fnv1a(bytes.iter().copied()).to_le_bytes();
    let values = 2 * 3612;
    let head = bytes.len() - values;
    bytes[head..].fill(1);
    let sums: Vec<[u8; 8]> = bytes[head..].chunks(4096).map(plain).collect();
    let first = head - 8 * (sums.len() + 1);
    bytes[first..head - 8].copy_from_slice(sums.as_flattened());
    let sum = plain(&bytes[..head - 8]);
    bytes[head - 8..head].copy_from_slice(&sum);
    bytes
}

#[test]
fn damaged_files_are_made_again() {
    let folder = tempdir().expect("a folder can be made");
    let others = tempdir().expect("a folder can be made");
    make(folder.path());
    let theirs = cached_by(|| Ok(SealKey::new([8; 32])), others.path()).make_slices(
        &material("KPvK"),
        &mut |_| {},
        &mut |_, _, _| {},
    );
    assert!(theirs.is_ok());
    let good = files(folder.path());
    let path = folder.path().join("KPvK.b4.slice");
    let bytes = &good["KPvK.b4"];
    let changed = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        bytes
    };
    let other = &good["KPvK.b5"];
    let bad = [
        Vec::new(),
        bytes[..10].to_vec(),
        bytes[..bytes.len() - 1].to_vec(),
        [&bytes[..], b"x"].concat(),
        changed(0),
        changed(5),
        changed(20),
        changed(40),
        changed(bytes.len() - 1),
        other.clone(),
        forged(folder.path()),
        files(others.path())["KPvK.b4"].clone(),
    ];
    for bad in bad {
        fs::write(&path, &bad).expect("the folder can be written to");
        let (_, mut warnings) = make(folder.path());
        match (warnings.pop(), warnings.len()) {
            (
                Some(Warning::Rebuilt {
                    file,
                    cause: CacheFault::Refused(_),
                }),
                0,
            ) => {
                assert_eq!(file, path);
            }
            other => panic!("{other:?}"),
        }
        assert!(files(folder.path()) == good);
    }
    // A folder in the place of a file is no file, and nothing can be written there.
    fs::remove_file(&path).expect("it is there");
    fs::create_dir(&path).expect("the folder can be written to");
    let mut truth = cached(folder.path());
    let refused = truth.make_slices(&material("KPvK"), &mut |_| {}, &mut |_, _, _| {});
    assert!(matches!(refused, Err(TruthError::SliceFile { file, .. }) if file == path));
}

#[test]
fn what_it_takes_is_known_before() {
    let folder = tempdir().expect("a folder can be made");
    let truth = cached(folder.path());
    let plan = truth.plan_slices(&material("KPvK")).expect("a plan");
    assert_eq!((plan.slices, plan.missing), (SLICES, SLICES));
    // Two sides, pairs of kings, and the squares of the man that is neither king nor pawn.
    assert_eq!(plan.values, 4 * 2 * 462 * 64 + 24 * 2 * 3612);
    assert_eq!(plan.missing_values, plan.values);
    make(folder.path());
    let plan = truth.plan_slices(&material("KPvK")).expect("a plan");
    assert_eq!((plan.missing, plan.missing_values), (0, 0));
    // Rook and pawn against rook.
    let plan = truth.plan_slices(&material("KRPvKR")).expect("a plan");
    assert_eq!(plan.slices, 28);
    assert!(!truth.is_kept(&material("KRPvKR")));
    let none = Truth::new(TruthOptions::default()).expect("no folder is looked at");
    let refused = none.plan_slices(&material("KRPvKR"));
    assert!(matches!(refused, Err(TruthError::NoFolder(_))));
}

#[test]
fn values_follow_from_those_after_each_move() {
    let mut truth = Truth::default();
    // All tests have captures en passant too, whose tables take minutes.
    let largest = match size() {
        Size::All => "KPvKP",
        Size::Short | Size::Long => "KPvK",
    };
    prepare(&mut truth, largest);
    for name in [largest, "KQvK", "KPvK"] {
        let checked = truth.check(&material(name), 5001, 7, None, &|_| {});
        let checked = checked.expect("all values are in memory");
        assert_eq!((checked.positions, checked.wrong), (5001, 0), "{name}");
        assert!(checked.moves > 5001 && checked.first.is_none());
    }
    // A class that is not prepared has no values.
    let checked = truth.check(&material("KBNvK"), 10, 7, None, &|_| {});
    assert_eq!(checked.map(|checked| checked.wrong).ok(), Some(10));
}
