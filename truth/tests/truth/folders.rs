//! Folders of Syzygy tables: what they must have, and what is said of damaged ones.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{material, position};
use adv_chess::Material;
use adv_tables::family;
use adv_testkit::data;
use adv_truth::{Outcome, SyzygyFault, Truth, TruthError, TruthOptions};
use tempfile::{TempDir, tempdir};

fn truth(folder: &Path) -> Result<Truth, TruthError> {
    Truth::new(TruthOptions {
        syzygy: vec![folder.to_path_buf()],
        ..TruthOptions::default()
    })
}

fn sound(folder: &Path) -> Truth {
    truth(folder).unwrap_or_else(|error| panic!("{error}"))
}

/// The text of an error about a folder, with the folder as `DIR`.
fn said<T>(result: Result<T, TruthError>, folder: &Path) -> String {
    match result {
        Ok(_) => panic!("it is an error"),
        Err(error) => error
            .to_string()
            .replace(&folder.display().to_string(), "DIR"),
    }
}

/// A folder with copies of some tables.
fn copies(files: &[&str]) -> TempDir {
    let from = data("syzygy");
    let folder = tempdir().expect("a folder can be made");
    for file in files {
        fs::copy(from.join(file), folder.path().join(file)).expect("the table is there");
        let mut rights = fs::metadata(folder.path().join(file))
            .expect("it was copied")
            .permissions();
        #[allow(
            clippy::permissions_set_readonly_false,
            reason = "the copy stands in a folder of the test's own"
        )]
        rights.set_readonly(false);
        fs::set_permissions(folder.path().join(file), rights).expect("it is ours");
    }
    folder
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempdir().expect("a folder can be made");
    let none = folder.path().join("none");
    let said = said(truth(&none), folder.path());
    assert!(
        said.starts_with("the folder of syzygy tables `DIR/none` cannot be read: "),
        "{said}"
    );
    assert!(
        said.ends_with("; give one that has files such as `KQvKR.rtbw`"),
        "{said}"
    );
}

#[test]
fn a_folder_without_tables_is_an_error() {
    let folder = tempdir().expect("a folder can be made");
    fs::write(folder.path().join("readme.txt"), "").expect("the folder can be written to");
    fs::write(folder.path().join("notes.rtbw"), [0; 80]).expect("the folder can be written to");
    // Distances alone say nothing.
    fs::write(folder.path().join("KRvK.rtbz"), [0; 80]).expect("the folder can be written to");
    assert_eq!(
        said(truth(folder.path()), folder.path()),
        "`DIR` has no syzygy tables, expected files such as `KQvKR.rtbw`"
    );
}

#[test]
fn a_table_that_was_cut_off_is_an_error_at_once() {
    let folder = copies(&["KQvK.rtbw", "KRvK.rtbw"]);
    let file = folder.path().join("KRvK.rtbw");
    let bytes = fs::read(&file).expect("it was copied");
    fs::write(&file, &bytes[..bytes.len() - 1]).expect("the folder can be written to");
    assert_eq!(
        said(truth(folder.path()), folder.path()),
        "the syzygy table `DIR/KRvK.rtbw` is damaged: it has not the length of a table; fetch it again or remove it"
    );
}

#[test]
fn damaged_tables_are_errors_and_never_values() {
    let folder = copies(&["KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw"]);
    let rook = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let good = sound(folder.path());
    assert!(matches!(good.value(&rook), Ok(Some(worth)) if worth.outcome == Outcome::Win));
    assert!(matches!(good.dtz(&rook), Ok(Some(plies)) if plies > 0));
    let damage = |name: &str, probe: &dyn Fn(&Truth) -> Option<TruthError>| {
        let file = folder.path().join(name);
        let bytes = fs::read(&file).expect("it was copied");
        let places = (0..bytes.len()).step_by(bytes.len() / 40);
        let mut damaged: Vec<Vec<u8>> = places
            .map(|place| {
                let mut bad = bytes.clone();
                bad[place] ^= 1 << (place % 8);
                bad
            })
            .collect();
        // Cut off where the length is right, and nothing but zeros.
        damaged.push(bytes[..bytes.len() - 64].to_vec());
        damaged.push(vec![0; bytes.len()]);
        damaged.push(vec![255; 80]);
        for bad in damaged {
            fs::write(&file, bad).expect("the folder can be written to");
            match probe(&sound(folder.path())) {
                Some(TruthError::SyzygyFile {
                    file: found,
                    fault: SyzygyFault::Checksum,
                }) => assert_eq!(found, file),
                other => panic!("{other:?}"),
            }
        }
        fs::write(&file, bytes).expect("the folder can be written to");
    };
    damage("KRvK.rtbw", &|truth| truth.value(&rook).err());
    damage("KRvK.rtbz", &|truth| {
        // This file does not say which side wins.
        assert!(truth.value(&rook).is_ok());
        truth.dtz(&rook).err()
    });
    let pawn = position("8/8/8/8/4k3/8/1P6/K7 b - - 0 1");
    damage("KPvK.rtbw", &|truth| truth.value(&pawn).err());
}

#[test]
fn a_table_that_is_missing_below_is_an_error() {
    let folder = copies(&["KQvKR.rtbw"]);
    let truth = sound(folder.path());
    // The queen takes the rook.
    let takes = position("6Q1/8/8/6r1/8/2k5/8/K7 w - - 0 1");
    assert_eq!(
        said(truth.value(&takes), folder.path()),
        "the folders of syzygy tables have no `KQvK.rtbw`, which this position needs"
    );
    // Nothing can be taken, and there is no table of distances.
    let quiet = position("1Q6/8/8/7r/8/2k5/8/K7 w - - 0 1");
    assert!(matches!(truth.value(&quiet), Ok(Some(_))));
    assert!(matches!(truth.dtz(&quiet), Ok(None)));
}

#[test]
fn more_men_need_the_tables_of_the_whole_family() {
    let nothing = &mut |_, _| panic!("nothing is made");
    let rooks = material("KRRvKR");
    let none = Path::new("none");
    let mut without = Truth::new(TruthOptions::default()).expect("nothing is looked at");
    assert_eq!(
        said(without.prepare(&rooks, nothing), none),
        "`KRRvKR` has 5 men, and tables are made for up to 4 without being asked for (`adv tables KRRvKR` makes these); give a folder of syzygy tables that has `KRRvKR.rtbw`"
    );
    let folder = tempdir().expect("a folder can be made");
    let classes = family(&rooks);
    let file = |class: &Material| -> PathBuf {
        // Some collections name the weaker side first where both are as strong.
        folder.path().join(format!("{}.rtbw", class.name()))
    };
    let (last, below) = classes.split_last().expect("a family is never empty");
    for class in below.iter().skip(2) {
        fs::write(file(class), [0; 80]).expect("the folder can be written to");
    }
    let mut truth = sound(folder.path());
    assert_eq!(
        said(truth.prepare(&rooks, nothing), folder.path()),
        "`KRRvKR` has 5 men, and tables are made for up to 4 without being asked for (`adv tables KRRvKR` makes these); the folders of syzygy tables have no `KRRvKR.rtbw`"
    );
    fs::write(file(last), [0; 80]).expect("the folder can be written to");
    fs::write(folder.path().join("KvKR.rtbw"), [0; 80]).expect("the folder can be written to");
    let mut truth = sound(folder.path());
    let prepared = truth.prepare(&rooks.mirrored(), nothing);
    assert!(prepared.is_ok_and(|warnings| warnings.is_empty()));
    assert!(truth.covers(&rooks));
    // The files are there, and not one of them is a table.
    let start = position("8/8/8/8/8/2k5/1R1R3r/K7 w - - 0 1");
    assert!(matches!(
        truth.value(&start),
        Err(TruthError::SyzygyFile { .. })
    ));
}

#[test]
fn what_cannot_have_a_table_is_refused() {
    let mut truth = Truth::new(TruthOptions::default()).expect("nothing is looked at");
    let error = truth.prepare(&Material::default(), &mut |_, _| {});
    assert!(matches!(error, Err(TruthError::Tables(_))));
}

#[test]
fn what_has_no_value_says_so() {
    let folder = data("syzygy");
    let truth = sound(&folder);
    let castles = position("4k3/8/8/8/8/8/8/R3K3 w Q -");
    assert!(matches!(truth.value(&castles), Ok(None)));
    assert!(matches!(truth.dtz(&castles), Ok(None)));
    let start = adv_chess::Position::start();
    assert!(matches!(truth.value(&start), Ok(None)));
    let kings = position("8/8/8/8/8/2k5/8/K7 w - - 0 1");
    assert!(matches!(truth.value(&kings), Ok(Some(worth)) if worth.outcome == Outcome::Draw));
    assert!(matches!(truth.dtz(&kings), Ok(Some(0))));
    let takes_the_king = position("4k3/8/8/8/8/8/8/K3R3 b - -").with_turn(adv_chess::Color::White);
    assert!(matches!(truth.value(&takes_the_king), Ok(None)));
    assert!(matches!(truth.value(&adv_chess::Position::EMPTY), Ok(None)));
}

#[test]
fn threads_may_share_it() {
    fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<Truth>();
}
