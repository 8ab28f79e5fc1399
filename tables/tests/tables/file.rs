//! Tables as bytes: written, read back, and refused where anything about them is not right.

use crate::common::{material, positions, prepare, tables};
use adv_chess::{Color, Material, SealKey};
use adv_tables::{Distance, LoadError, TableError, Tables, family, saved_len, work};

/// The key of a user.
const KEY: SealKey = SealKey::new([7; 32]);

/// The bytes of a class out of tables that have it.
fn saved(tables: &Tables, name: &str) -> Vec<u8> {
    let bytes = tables.save(&material(name), Distance::Mate, &KEY);
    bytes.unwrap_or_else(|| panic!("{name} is prepared"))
}

/// Why these bytes are not a table of king and rook.
fn refused(bytes: &[u8]) -> LoadError {
    let mut tables = Tables::new();
    let error = tables.load(&material("KRvK"), Distance::Mate, bytes, &KEY);
    assert_eq!(tables.bytes(), 0, "nothing is there after {error:?}");
    error.expect_err("the bytes are not as they were written")
}

#[test]
fn what_is_loaded_has_the_values_that_were_saved() {
    let made = tables("KPvK");
    let mut loaded = Tables::new();
    for class in family(&material("KPvK")) {
        let bytes = made
            .save(&class, Distance::Mate, &KEY)
            .expect("the whole family is prepared");
        assert_eq!(saved_len(&class), Ok(bytes.len()));
        assert_eq!(loaded.load(&class, Distance::Mate, &bytes, &KEY), Ok(()));
        assert_eq!(loaded.save(&class, Distance::Mate, &KEY), Some(bytes));
    }
    assert!(loaded.classes().eq(made.classes()));
    for name in ["KPvK", "KQvK"] {
        for position in Color::ALL
            .into_iter()
            .flat_map(|turn| positions(name, turn))
        {
            assert_eq!(loaded.dtm(&position), made.dtm(&position), "{position:?}");
        }
    }
    // The colours do not matter, and what is not prepared is not saved.
    assert_eq!(saved(&loaded, "KvKP"), saved(&made, "KPvK"));
    assert_eq!(loaded.save(&material("KRvKR"), Distance::Mate, &KEY), None);
    assert_eq!(
        loaded.load(
            &material("KvKQ"),
            Distance::Mate,
            &saved(&made, "KQvK"),
            &KEY
        ),
        Ok(())
    );
}

#[test]
fn distances_to_conversion_are_saved_and_loaded_by_themselves() {
    let class = material("KPvK");
    let mut made = tables("KPvK");
    assert_eq!(made.save(&class, Distance::Conversion, &KEY), None);
    let conversions = made.prepare_conversions(&class, &mut |_, _| {});
    assert_eq!(conversions, Ok(()));
    let mates = saved(&made, "KPvK");
    let bytes = made.save(&class, Distance::Conversion, &KEY);
    let bytes = bytes.expect("they are prepared");
    assert_eq!(saved_len(&class), Ok(bytes.len()));
    // One kind is not taken for the other.
    let mut loaded = Tables::new();
    let wrong = loaded.load(&class, Distance::Conversion, &mates, &KEY);
    assert_eq!(wrong, Err(LoadError::Magic));
    let wrong = loaded.load(&class, Distance::Mate, &bytes, &KEY);
    assert_eq!(wrong, Err(LoadError::Magic));
    assert_eq!(
        loaded.load(&class, Distance::Conversion, &bytes, &KEY),
        Ok(())
    );
    let some = positions("KPvK", Color::White).find(|p| made.dtc(p).is_some());
    let some = some.expect("a pawn wins somewhere");
    assert_eq!(loaded.dtc(&some), None, "the winner is not known yet");
    assert_eq!(loaded.load(&class, Distance::Mate, &mates, &KEY), Ok(()));
    for position in positions("KPvK", Color::Black) {
        assert_eq!(loaded.dtc(&position), made.dtc(&position), "{position:?}");
    }
}

#[test]
fn only_what_is_missing_is_made() {
    let made = tables("KPvK");
    let mut some = Tables::new();
    for name in ["KQvK", "KRvK", "KvK"] {
        assert_eq!(
            some.load(&material(name), Distance::Mate, &saved(&made, name), &KEY),
            Ok(())
        );
    }
    let mut total = 0;
    let mut progress = |_, all| total = all;
    assert_eq!(some.prepare(&material("KPvK"), &mut progress), Ok(()));
    let missing = ["KBvK", "KNvK", "KPvK"].map(|name| work(&material(name)));
    let missing: Result<u64, TableError> = missing.into_iter().sum();
    assert_eq!(missing, Ok(total));
    assert_eq!(saved(&some, "KPvK"), saved(&made, "KPvK"));
}

/// A change to the meaning of a number or a byte changes these sums, and must raise the version in
/// `file.rs` so that no older file is taken for a new one.
#[test]
fn bytes_of_this_version_are_these() {
    let mut made = tables("KPvK");
    prepare(&mut made, "KvK");
    let sums = ["KvK", "KRvK", "KPvK"].map(|name| {
        let bytes = saved(&made, name);
        let sum = bytes.last_chunk().map(|sum| u64::from_le_bytes(*sum));
        (bytes.len(), sum.unwrap_or_default())
    });
    let expected = [
        (1_828, 0x2caa_daaf_20d7_3fb6),
        (115_607, 0x2fbf_d9cb_982d_7baf),
        (173_399, 0xf26c_2dd1_9b51_73f0),
    ];
    assert_eq!(sums, expected);
}

#[test]
fn one_byte_that_is_another_is_always_noticed() {
    let good = saved(&tables("KRvK"), "KRvK");
    let places = (0..16).chain((16..good.len()).step_by(631));
    let mut tried = 0;
    for place in places.chain(good.len() - 8..good.len()) {
        for change in [1, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[place] ^= change;
            let error = refused(&bad);
            let expected = match place {
                0..4 => error == LoadError::Magic,
                4..6 => matches!(error, LoadError::Version(_)),
                6..10 => matches!(error, LoadError::Length { .. }),
                _ => error == LoadError::Seal,
            };
            assert!(expected, "byte {place}: {error}");
            tried += 1;
        }
    }
    assert!(tried > 600, "{tried}");
}

#[test]
fn a_file_that_ends_early_or_late_is_refused() {
    let good = saved(&tables("KRvK"), "KRvK");
    assert_eq!(refused(&[]), LoadError::Magic);
    for end in (1..64).chain((64..good.len()).step_by(997)) {
        let error = LoadError::Length {
            expected: good.len(),
            found: end,
        };
        assert_eq!(refused(&good[..end]), error);
    }
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(
        refused(&longer).to_string(),
        format!("it has {} bytes, expected {}", good.len() + 1, good.len())
    );
}

#[test]
fn other_files_are_refused() {
    assert_eq!(refused(b"ADVC and so on"), LoadError::Magic);
    assert_eq!(refused(&[0; 100_000]), LoadError::Magic);
    // A length of four gigabytes is only believed where the file has it.
    let mut boasts = b"ADVT\x02\x00\xff\xff\xff\xff\x04KRvK".to_vec();
    boasts.extend([0; 100]);
    let error = LoadError::Length {
        expected: u32::MAX as usize,
        found: boasts.len(),
    };
    assert_eq!(refused(&boasts), error);
    let made = tables("KQvK");
    let error = refused(&saved(&made, "KQvK"));
    assert_eq!(
        error.to_string(),
        "it is the table of `KQvK`, expected `KRvK`"
    );
    // What cannot have a table cannot be loaded.
    let mut tables = Tables::new();
    let five = material("KRRvKR");
    let error = LoadError::Table(TableError::TooManyMen(five));
    assert_eq!(tables.load(&five, Distance::Mate, &[], &KEY), Err(error));
    let none = Material::default();
    assert!(matches!(
        tables.load(&none, Distance::Mate, &[], &KEY),
        Err(LoadError::Table(TableError::Class(_)))
    ));
    assert!(work(&five).is_err() && saved_len(&none).is_err());
}

#[test]
fn messages_name_the_cause() {
    let errors = [
        LoadError::Magic,
        LoadError::Version(7),
        LoadError::Seal,
        LoadError::Table(TableError::Contradiction(material("KPvK"))),
    ];
    assert_eq!(
        errors.map(|error| error.to_string()),
        [
            "it is not a table of the distances asked for",
            "it is of version 7, and this adv reads version 2",
            "its seal does not fit: it was altered, or written on another machine or by another user",
            "a table that was loaded lacks positions that `KPvK` turns into",
        ]
    );
}

#[test]
fn a_table_that_contradicts_the_rules_is_noticed() {
    // A table written by hand and sealed by its user: no position is legal.
    let made = tables("KvK");
    let mut bytes = saved(&made, "KvK");
    let body = bytes.len() - 8;
    bytes[14..body].fill(255);
    let sum = KEY.sum("table", &bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    let mut tables = Tables::new();
    assert_eq!(
        tables.load(&material("KvK"), Distance::Mate, &bytes, &KEY),
        Ok(())
    );
    let error = TableError::Contradiction(material("KRvK"));
    let prepared = tables.prepare(&material("KRvK"), &mut |_, _| {});
    assert_eq!(prepared, Err(error));
    assert!(!tables.is_prepared(&material("KRvK")));
}
