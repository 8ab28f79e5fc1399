//! The folder of tables: written, read back, and made again where a file is not as it was written.

use std::fs;
use std::path::Path;

use crate::common::{KEY, cached, cached_by, material, position, prepare};
use adv_chess::SealKey;
use adv_tables::{Distance, LoadError, family, work};
use adv_truth::{CacheFault, Outcome, Truth, TruthOptions, Warning, Worth};
use tempfile::tempdir;

/// The names of the files of a folder, in their order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

#[test]
fn what_was_written_is_read_back() {
    let folder = tempdir().expect("a folder can be made");
    // The folder is made with all that is above it.
    let folder = folder.path().join("some/where");
    let mut made = cached(&folder);
    assert!(prepare(&mut made, "KvKP").is_empty());
    assert_eq!(
        names(&folder),
        [
            "KBvK.dtm", "KNvK.dtm", "KPvK.dtm", "KQvK.dtm", "KRvK.dtm", "KvK.dtm"
        ]
    );
    let mut read = cached(&folder);
    let nothing = &mut |_, _| panic!("nothing is left to be made");
    let warnings = read.prepare(&material("KPvK"), nothing);
    assert!(warnings.is_ok_and(|warnings| warnings.is_empty()));
    assert!(read.tables().classes().eq(made.tables().classes()));
    for class in family(&material("KPvK")) {
        let bytes = made.tables().save(&class, Distance::Mate, &KEY);
        assert!(bytes.is_some() && bytes == read.tables().save(&class, Distance::Mate, &KEY));
        let file = fs::read(folder.join(format!("{}.dtm", class.name())));
        assert_eq!(file.ok(), bytes);
    }
}

#[test]
fn distances_to_conversion_are_kept_beside_those_to_mate() {
    let folder = tempdir().expect("a folder can be made");
    let mut made = cached(folder.path());
    let warnings = made.prepare_conversions(&material("KRvK"), &mut |_, _| {});
    assert!(warnings.is_ok_and(|warnings| warnings.is_empty()));
    assert_eq!(
        names(folder.path()),
        ["KRvK.dtc", "KRvK.dtm", "KvK.dtc", "KvK.dtm"]
    );
    let start = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let mut read = cached(folder.path());
    assert_eq!(read.conversion(&start), None);
    let nothing = &mut |_, _| panic!("nothing is left to be made");
    let warnings = read.prepare_conversions(&material("KvKR"), nothing);
    assert!(warnings.is_ok_and(|warnings| warnings.is_empty()));
    assert_eq!(read.conversion(&start), Some(31));
    // A file that is damaged is made again.
    let file = folder.path().join("KRvK.dtc");
    let good = fs::read(&file).expect("it was written");
    let mut bad = good.clone();
    bad[1000] ^= 1;
    fs::write(&file, &bad).expect("the folder can be written to");
    let mut mended = cached(folder.path());
    let warnings = mended.prepare_conversions(&material("KRvK"), &mut |_, _| {});
    let warnings = warnings.expect("the table is made again");
    assert!(matches!(&warnings[..], [Warning::Rebuilt { .. }]));
    assert_eq!(fs::read(&file).ok(), Some(good));
    assert_eq!(mended.conversion(&start), Some(31));
}

#[test]
fn only_what_is_missing_is_made() {
    let folder = tempdir().expect("a folder can be made");
    prepare(&mut cached(folder.path()), "KPvK");
    for name in ["KQvK", "KNvK"] {
        fs::remove_file(folder.path().join(format!("{name}.dtm"))).expect("the file was written");
    }
    let mut truth = cached(folder.path());
    let mut reports = Vec::new();
    let warnings = truth.prepare(&material("KPvK"), &mut |done, all| {
        reports.push((done, all));
    });
    assert!(warnings.is_ok_and(|warnings| warnings.is_empty()));
    let total = work(&material("KQvK")).unwrap_or(0) + work(&material("KNvK")).unwrap_or(0);
    assert_eq!(reports.last(), Some(&(total, total)));
    assert!(reports.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    assert_eq!(names(folder.path()).len(), 6);
}

/// Writes these bytes in place of a table; it must be made again with one warning that names the file,
/// and be there as it was in the end.
fn mended(folder: &Path, class: &str, good: &[u8], bad: &[u8]) -> CacheFault {
    let path = folder.join(format!("{class}.dtm"));
    fs::write(&path, bad).expect("the folder can be written to");
    let mut truth = cached(folder);
    let mut warnings = prepare(&mut truth, class);
    assert_eq!(
        truth
            .tables()
            .save(&material(class), Distance::Mate, &KEY)
            .as_deref(),
        Some(good)
    );
    assert_eq!(fs::read(&path).ok().as_deref(), Some(good));
    match (warnings.pop(), warnings.len()) {
        (Some(Warning::Rebuilt { file, cause }), 0) => {
            assert_eq!(file, path);
            cause
        }
        (other, _) => panic!("{other:?} {warnings:?}"),
    }
}

/// A cache with one class, and its bytes.
fn one_class(folder: &Path, class: &str) -> Vec<u8> {
    prepare(&mut cached(folder), class);
    fs::read(folder.join(format!("{class}.dtm"))).expect("the file was written")
}

#[test]
fn a_byte_that_has_changed_makes_the_table_anew() {
    let folder = tempdir().expect("a folder can be made");
    let mut tried = 0;
    for (class, step) in [("KvK", 9), ("KRvK", 40_009)] {
        let good = one_class(folder.path(), class);
        for place in (0..good.len()).step_by(step) {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            mended(folder.path(), class, &good, &bad);
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
    assert_eq!(names(folder.path()), ["KRvK.dtm", "KvK.dtm"]);
}

#[test]
fn a_file_that_was_cut_off_makes_the_table_anew() {
    let folder = tempdir().expect("a folder can be made");
    for (class, step) in [("KvK", 17), ("KRvK", 40_009)] {
        let good = one_class(folder.path(), class);
        for end in (0..good.len()).step_by(step) {
            mended(folder.path(), class, &good, &good[..end]);
        }
        let longer = [&good[..], &[0]].concat();
        let cause = mended(folder.path(), class, &good, &longer);
        let expected = good.len();
        let found = expected + 1;
        assert!(
            matches!(cause, CacheFault::Refused(LoadError::Length { expected: e, found: f }) if (e, f) == (expected, found))
        );
    }
}

#[test]
fn other_files_in_its_place_make_the_table_anew() {
    let folder = tempdir().expect("a folder can be made");
    let rook = one_class(folder.path(), "KRvK");
    let queen = one_class(folder.path(), "KQvK");
    let cause = mended(folder.path(), "KQvK", &queen, &rook);
    assert_eq!(
        cause.to_string(),
        "it is the table of `KRvK`, expected `KQvK`"
    );
    let mut other_version = queen.clone();
    other_version[4] = 9;
    let cause = mended(folder.path(), "KQvK", &queen, &other_version);
    assert_eq!(
        cause.to_string(),
        "it is of version 9, and this adv reads version 2"
    );
    let cause = mended(folder.path(), "KQvK", &queen, b"dear diary");
    assert_eq!(
        cause.to_string(),
        "it is not a table of the distances asked for"
    );
}

#[test]
fn a_warning_names_the_file_and_the_cause() {
    let folder = tempdir().expect("a folder can be made");
    let mut bytes = one_class(folder.path(), "KvK");
    bytes[1000] ^= 4;
    fs::write(folder.path().join("KvK.dtm"), bytes).expect("the folder can be written to");
    let warnings = prepare(&mut cached(folder.path()), "KRvK");
    let text: Vec<String> = warnings.iter().map(Warning::to_string).collect();
    let file = folder.path().join("KvK.dtm");
    let expected = format!(
        "the table `{}` was made again: its seal does not fit: it was altered, or written on another machine or by another user",
        file.display()
    );
    assert_eq!(text, [expected]);
}

/// The plain sum of bytes that ended a table of version 1.
fn plain(body: &[u8]) -> [u8; 8] {
    adv_chess::numbers::fnv1a(body.iter().copied()).to_le_bytes()
}

#[test]
fn forged_values_are_not_believed() {
    let folder = tempdir().expect("a folder can be made");
    for (class, draw) in [("KQvK", 0), ("KPvK", 1)] {
        let good = one_class(folder.path(), class);
        let (body, _) = good.split_last_chunk::<8>().expect("a sum");
        for version in [1, 2] {
            let mut forged = body.to_vec();
            forged[4] = version;
            forged[15..].fill(draw);
            forged.extend(plain(&forged));
            let cause = mended(folder.path(), class, &good, &forged).to_string();
            assert!(
                cause.contains(["version 1", "its seal does not fit"][usize::from(version) - 1])
            );
        }
        // The file of another user, which says the same.
        let others = tempdir().expect("a folder can be made");
        prepare(
            &mut cached_by(|| Ok(SealKey::new([8; 32])), others.path()),
            class,
        );
        let theirs = fs::read(others.path().join(format!("{class}.dtm")));
        let theirs = theirs.expect("it was written");
        let cause = mended(folder.path(), class, &good, &theirs);
        assert!(matches!(cause, CacheFault::Refused(LoadError::Seal)));
    }
}

#[test]
fn without_a_key_nothing_is_read_or_kept() {
    let folder = tempdir().expect("a folder can be made");
    let good = one_class(folder.path(), "KQvK");
    let path = folder.path().join("KRvK.dtm");
    let mut truth = cached_by(|| Err("cannot make the key".to_owned()), folder.path());
    for class in ["KQvK", "KRvK"] {
        let warnings = prepare(&mut truth, class);
        assert!(
            matches!(&warnings[..], [Warning::NotWritten { cause, .. }] if cause.to_string() == "cannot make the key"),
            "{warnings:?}"
        );
    }
    let made = truth.tables().save(&material("KQvK"), Distance::Mate, &KEY);
    assert_eq!(made, Some(good));
    assert!(!path.exists());
    let slices = truth.make_slices(&material("KRvK"), &mut |_| {}, &mut |_, _, _| {});
    let told = slices.expect_err("they cannot be kept").to_string();
    assert!(told.contains("cannot make the key"), "{told}");
}

#[test]
fn where_nothing_can_be_written_the_tables_are_there_all_the_same() {
    let folder = tempdir().expect("a folder can be made");
    // A file where the folder should be: not even an administrator can write below it.
    let file = folder.path().join("taken");
    fs::write(&file, "").expect("the folder can be written to");
    let mut truth = cached(file.join("tables"));
    let warnings = prepare(&mut truth, "KRvK");
    let rook = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let worth = Worth {
        outcome: Outcome::Win,
        plies: Some(31),
    };
    assert!(matches!(truth.value(&rook), Ok(Some(found)) if found == worth));
    // Reading fails for both files, writing is tried once.
    let unwritten = warnings.iter().filter(|warning| match warning {
        Warning::NotWritten { path, .. } => path.starts_with(&file),
        Warning::Rebuilt { .. } => false,
    });
    assert_eq!(unwritten.count(), 1, "{warnings:?}");
}

#[test]
fn a_folder_in_place_of_a_file_is_left_alone() {
    let folder = tempdir().expect("a folder can be made");
    let taken = folder.path().join("KRvK.dtm");
    fs::create_dir_all(taken.join("within")).expect("a folder can be made");
    let warnings = prepare(&mut cached(folder.path()), "KRvK");
    assert!(
        matches!(
            warnings.as_slice(),
            [
                Warning::Rebuilt { file, cause: CacheFault::Unreadable(_) },
                Warning::NotWritten { path, .. },
            ] if *file == taken && *path == taken
        ),
        "{warnings:?}"
    );
    // No unfinished file is left.
    assert_eq!(names(folder.path()), ["KRvK.dtm", "KvK.dtm"]);
    assert!(taken.join("within").is_dir());
}

#[test]
fn several_may_write_the_same_tables() {
    let folder = tempdir().expect("a folder can be made");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let warnings = prepare(&mut cached(folder.path()), "KvK");
                    assert!(warnings.is_empty(), "{warnings:?}");
                    let _ = fs::remove_file(folder.path().join("KvK.dtm"));
                }
            });
        }
    });
    assert!(names(folder.path()).iter().all(|name| name == "KvK.dtm"));
}

#[test]
fn without_a_cache_nothing_is_written() {
    let mut truth = Truth::new(TruthOptions::default()).expect("nothing is looked at");
    assert!(prepare(&mut truth, "KRvK").is_empty());
    assert!(truth.covers(&material("KvKR")));
    assert!(!truth.covers(&material("KQvK")));
    let queen = position("8/8/8/4k3/8/3Q4/8/2K5 w - -");
    assert!(matches!(truth.value(&queen), Ok(None)));
    assert!(matches!(truth.dtz(&queen), Ok(None)));
}
