//! Slices of classes of up to four men have the values of the tables that are made in another way.

mod common;

use std::collections::HashMap;

use adv_chess::{Color, Material};
use adv_tables::{Dtm, SlicedClass, TableError, Tables, make_slice, promoted};
use common::{material, positions, tables};

/// All slices of a class and of those that it turns into by promotions, by their names.
fn slices(name: &str, tables: &Tables) -> HashMap<String, Vec<u8>> {
    let mut made: HashMap<String, Vec<u8>> = HashMap::new();
    for material in promoted(&material(name)) {
        let class = SlicedClass::new(&material).expect("the class has slices");
        for slice in class.slices() {
            let mut load = |class: &SlicedClass, slice| {
                let known = made.get(&class.name(slice)).cloned();
                known.ok_or(TableError::Contradiction(*class.material()))
            };
            let mut done = Vec::new();
            let values = make_slice(&class, slice, tables, &mut load, &mut |part| {
                done.push(part)
            });
            let values = values.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(values.len(), class.numbers(slice));
            assert!(done.is_sorted() && done.last() == Some(&(2 * values.len() as u64)));
            made.insert(class.name(slice), values);
        }
    }
    made
}

/// What a byte of a slice means.
fn value(byte: u8) -> Option<Dtm> {
    match u16::from(byte) {
        0 => Some(Dtm::Draw),
        255 => None,
        plies if plies % 2 == 0 => Some(Dtm::Win(plies - 1)),
        plies => Some(Dtm::Loss(plies - 1)),
    }
}

/// Every position of a class must have the same value in both.
fn compare(name: &str) {
    let tables = tables(name);
    let slices = slices(name, &tables);
    let mut compared = 0;
    for turned in [material(name), material(name).mirrored()] {
        let class = SlicedClass::new(&turned).expect("the class has slices");
        let slices: Vec<&Vec<u8>> = class
            .slices()
            .map(|slice| &slices[&class.name(slice)])
            .collect();
        for turn in Color::ALL {
            for position in positions(&turned.name(), turn) {
                let (slice, number) = class
                    .locate(&position)
                    .expect("a legal position has a number");
                let found = value(slices[slice][number]);
                assert_eq!(found, tables.dtm(&position), "{position:?}");
                compared += 1;
            }
        }
    }
    println!("{name}: {compared} positions");
    assert!(compared > 1000);
}

#[test]
fn three_men() {
    for name in ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        compare(name);
    }
}

#[test]
fn four_men_in_the_release_profile() {
    let names: &[&str] = if cfg!(debug_assertions) {
        &["KRvKN"]
    } else {
        &[
            "KQvKR", "KRRvK", "KBNvK", "KRvKN", "KRPvK", "KQvKP", "KRvKP", "KPPvK", "KNNvK",
            "KQvKQ",
        ]
    };
    for name in names {
        compare(name);
    }
}

#[test]
fn what_has_no_slices_is_refused() {
    let refused = |name: &str| SlicedClass::new(&material(name)).err();
    let of = |name: &str| material(name);
    assert_eq!(
        refused("KRPvKP"),
        Some(TableError::PawnsOfBothSides(of("KRPvKP")))
    );
    assert_eq!(
        refused("KRRPvKR"),
        Some(TableError::TooManyMen(of("KRRPvKR")))
    );
    let kings = Material::named("KKvK").expect("a name");
    assert!(matches!(
        SlicedClass::new(&kings).err(),
        Some(TableError::Class(_))
    ));
}
